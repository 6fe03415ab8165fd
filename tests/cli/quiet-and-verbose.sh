# In a pipe there is no progress; --verbose says a line per epoch, --quiet nothing at all.
noise 50 3 > noise.csv
perceptron train noise.csv --epochs 5 > out 2> err
[[ -s out && ! -s err ]] || fail "standard error of a plain run: $(< err)"
perceptron train noise.csv --epochs 5 --verbose > out 2> err
[[ $(wc -l < err) == 5 ]] || fail "not five lines: $(< err)"
grep -q '^epoch 3 of 5: [0-9]* mistakes*, ' err
perceptron train noise.csv --epochs 5 --quiet -o m.model > out 2> err
[[ ! -s out && ! -s err && -s m.model ]]
# On a terminal a line is drawn over itself and gone at the end. (script gives us a terminal.)
if command -v script > /dev/null; then
    noise 3000 20 > more.csv
    script -qec "perceptron train more.csv --epochs 0 --time 0.7" typescript > /dev/null < /dev/null
    grep -q $'\r\033\\[Kepoch ' typescript || fail "no progress on a terminal"
fi
