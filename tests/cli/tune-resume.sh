# Ctrl-C keeps what was tried, --resume goes on: the table and the model are those of a run that never stopped.
set -m   # background jobs hear Ctrl-C
noise 400 12 > noise.csv
tune=(perceptron tune noise.csv --algorithm averaged --try seed=1,2,3,4,5,6,7,8 --try epochs=1500,4500 --folds 4 --halving 0)
"${tune[@]}" --json -o straight.model | sed 's/"seconds": [^}]*//g; s/straight/any/' > straight.json
stopped_midway() {   # Ctrl-C after some of the 64 runs, however fast or slow they are here
    local wait pid
    for wait in 0.2 0.4 0.8 1.6 3.2 6.4 12.8; do
        rm -f part.model part.model.tried
        "${tune[@]}" --threads 1 -o part.model > out 2> notes &
        pid=$!
        sleep $wait
        kill -INT $pid
        code=0
        wait $pid || code=$?
        kept=$(grep -c '^run ' part.model.tried) || true
        ((kept == 0)) || break
    done
    ((kept > 0 && kept < 64)) || fail "$kept runs were kept"
}
stopped_midway
((code == 130)) || fail "exit $code after Ctrl-C: $(cat out notes)"
grep -q '^perceptron: note: stopped after .* of 64 runs, which are kept in part.model.tried' notes || fail "$(cat notes)"
[[ ! -e part.model ]] || fail "a model though nothing was chosen"
printf 'run 0123' >> part.model.tried   # cut off in the middle of a line
"${tune[@]}" --resume --threads 2 --json -o part.model | sed 's/"seconds": [^}]*//g; s/part/any/' > part.json
same straight.json part.json
same straight.model part.model
[[ ! -e part.model.tried ]] || fail "what was tried stays behind"
# What was tried on other rows is not gone on from.
stopped_midway
head -n 300 noise.csv > fewer.csv
refuses 3 "perceptron: part.model.tried: what was tried there was tried on other rows, folds, seed or score" \
    perceptron tune fewer.csv "${tune[@]:3}" --resume -o part.model
