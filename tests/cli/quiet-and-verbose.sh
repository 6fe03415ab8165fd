# In a pipe there is no progress; --verbose says a line per epoch, --quiet nothing at all.
noise 50 3 > noise.csv
perceptron train --algorithm perceptron noise.csv --epochs 5 > out 2> err
[[ -s out && ! -s err ]] || fail "standard error of a plain run: $(< err)"
perceptron train --algorithm perceptron noise.csv --epochs 5 --verbose > out 2> err
[[ $(wc -l < err) == 5 ]] || fail "not five lines: $(< err)"
grep -q '^epoch 3 of 5: [0-9]* mistakes*, ' err
perceptron train --algorithm perceptron noise.csv --epochs 5 --quiet -o m.model > out 2> err
[[ ! -s out && ! -s err && -s m.model ]]
