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
# Lines whose numbers no run has are passed over, though their sums are right: instead of the first run, and a torn end.
{
    head -n 1 part.model.tried
    tail -n +3 part.model.tried
    read -r _ key test rows share score train seconds _ < <(sed -n 2p part.model.tried)
    for numbers in "$test.5 $rows $share $score $train $seconds" "$test 1e300 $share $score $train $seconds" \
        "$test $rows $share $score $train nan" "$test $rows $share $score -1 $seconds" \
        "$test $rows $share inf $train $seconds" "$test $rows $share 1e308 $train $seconds"; do
        line="run $key $numbers"
        echo "$line $(printf %s "$line" | sha256sum | cut -c1-16)"
    done
    printf 'run 0123'
} > lies
mv lies part.model.tried
"${tune[@]}" --resume --threads 2 --json -o part.model | sed 's/"seconds": [^}]*//g; s/part/any/' > part.json
same straight.json part.json
same straight.model part.model
[[ ! -e part.model.tried ]] || fail "what was tried stays behind"
# What was tried on other rows is not gone on from.
stopped_midway
head -n 300 noise.csv > fewer.csv
refuses 3 "perceptron: part.model.tried: what was tried there was tried on other rows, folds, seed or score" \
    perceptron tune fewer.csv "${tune[@]:3}" --resume -o part.model

# What cannot be kept is said at the end; beside a long name it is kept under the beginning of it.
stop_soon() {   # MODEL WORDS: until the words are told
    local wait pid
    for wait in 0.1 0.2 0.4 0.8 1.6 3.2 6.4 12.8; do
        "${tune[@]}" --threads 1 -q -o "$1" > out 2> notes &
        pid=$!
        sleep $wait
        kill -INT $pid
        code=0
        wait $pid || code=$?
        ! grep -q "^perceptron: $2" notes || break
    done
    ((code == 130)) && grep -q "^perceptron: $2" notes || fail "exit $code: $(< notes)"
}
mkdir kept.model.tried
stop_soon kept.model 'kept.model.tried: cannot open for writing'
name=$(printf 'm%.0s' {1..250})
stop_soon "$name" 'note: stopped after [0-9]* of 64 runs, which are kept in mmm'
[[ -e ${name:0:249}.tried ]]
