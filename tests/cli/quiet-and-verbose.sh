# In a pipe there is no progress; --verbose says a line per epoch and where the time went, --quiet nothing at all.
noise 50 3 > noise.csv
perceptron train --algorithm perceptron noise.csv --epochs 5 > out 2> err
[[ -s out && ! -s err ]] || fail "standard error of a plain run: $(< err)"
perceptron train --algorithm perceptron noise.csv --epochs 5 --verbose > out 2> err
[[ $(wc -l < err) == 6 ]] || fail "not six lines: $(< err)"
grep -q '^epoch 3 of 5: [0-9]* mistakes*, ' err
[[ $(tail -1 err) =~ ^[0-9.]+' s of reading, 0.00 s of moving rows, '[0-9.]+' s of training'$ ]] || fail "the times: $(< err)"
perceptron train --algorithm perceptron noise.csv --json > j   # few rows stay where they were read
json j 'j["reading_seconds"] > 0 and j["moving_seconds"] == 0'
perceptron gen sparse --rows 40000 --dimensions 500 --nonzeros 20 -o many.svm
perceptron train --algorithm perceptron many.svm --shards 2 --epochs 2 --json > j
json j 'j["reading_seconds"] > 0 and j["moving_seconds"] > 0'
perceptron train --algorithm perceptron noise.csv --epochs 5 --quiet -o m.model > out 2> err
[[ ! -s out && ! -s err && -s m.model ]]
