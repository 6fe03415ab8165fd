# Killed at any moment, the model saved last is whole, and the stream goes on from it: killed again and again on the
# way, it comes to the bytes of a run that nobody disturbed.
awk 'BEGIN { srand(5); for (i = 0; i < 120000; i++) { printf rand() < 0.5 ? "+1" : i < 60000 ? "-1" : "-2"
    n = 0; for (j = 0; j < 10; j++) { n += 1 + int(rand() * (50 + i / 1000)); printf " %d:%.3f", n, rand() }
    print "" } }' > d.svm
rows_done() { perceptron show "$1" --json | grep -o '"row": [0-9]*' | grep -o '[0-9]*$'; }
disturbed=0
for algorithm in averaged arow; do
    perceptron train --stream d.svm --algorithm $algorithm --once -q -o whole.model
    for ((i = 0; i < 4; i++)); do
        rm -f m.model
        done=0
        for ((kills = 0; kills < 60; kills++)); do
            options=(--algorithm "$algorithm")
            [[ -e m.model ]] && options=(--resume m.model)
            # Later each time, but never at the same moment; the last time not at all.
            wait_for=$(printf '0.%03d' $((30 + kills * 12 + RANDOM % 60)))
            ((kills < 59)) || wait_for=0
            tail -n +$((done + 1)) d.svm > rest.svm
            if timeout -s KILL "$wait_for" perceptron train --stream rest.svm --once "${options[@]}" \
                --save-every 1 -q -o m.model; then
                break
            fi
            if [[ -e m.model ]]; then
                done=$(rows_done m.model)   # loads it
                ((done == 0)) && break   # the end was saved before the kill
                disturbed=$((disturbed + 1))
                ((done == 120000)) && { rm m.model; done=0; }   # there are no rows to go on with
            fi
        done
        same whole.model m.model
        if compgen -G 'm.model?*' > /dev/null; then rm -f m.model?*; fi   # what a kill left of a file being written
    done
done
((disturbed > 0))
