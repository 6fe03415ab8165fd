# --predictions tells of each row of a stream what was said of it before it was learned from: the same lines however the
# rows come, after kills too, and the model is none the worse for it.
set -m   # background jobs hear Ctrl-C
awk 'BEGIN { srand(3); for (i = 0; i < 300; i++) { printf rand() < 0.5 ? "dog" : "cat"; n = 0
    for (j = 0; j < 6; j++) { n += 1 + int(rand() * 9); printf " %d:%.3f", n, rand() }; print "" } }' > two.svm
awk '{ if (NR == 50) $1 = "ant"; if (NR > 100 && NR % 3 == 0) $1 = "cow"; print }' two.svm > late.svm
wrong() { awk -F'\t' '$2 != $4' "$1" | wc -l; }
mistakes() { perceptron show "$1" --json | grep -o '"mistakes": [0-9]*' | grep -o '[0-9]*$'; }
for options in '--algorithm perceptron' '--algorithm averaged' '--algorithm pegasos' '--algorithm mlp --hidden 3' \
        '--algorithm batch --batch-size 7' '--algorithm kernel --gamma 1 --budget 20' '--algorithm arow'; do
    # shellcheck disable=SC2086  # several words
    perceptron train --algorithm perceptron --stream --once two.svm $options -q -o plain.model
    # shellcheck disable=SC2086
    perceptron train --algorithm perceptron --stream --once two.svm $options -q -o told.model --predictions told
    same plain.model told.model
    [[ $(wc -l < told) == 300 && $(head -1 told) == 1$'\t'???$'\t'*$'\t'??? ]] || fail "$options: $(head -3 told)"
    cut -f4 told | cmp - <(cut -c1-3 two.svm)
done
# As many are wrong as the progressive error counts, but for scores of exactly 0, which are mistakes whatever they say.
perceptron train --algorithm perceptron --stream --once two.svm -q -o two.model --predictions two
ties=$(awk -F'\t' '$3 == 0 && $2 == $4' two | wc -l)
[[ $(($(wrong two) + ties)) == "$(mistakes two.model)" ]] || fail "$(wrong two) wrong, $(mistakes two.model) mistakes"
perceptron train --algorithm perceptron --stream --once late.svm -q -o late.model --predictions late
[[ $(wrong late) == "$(mistakes late.model)" ]] || fail "$(wrong late) wrong, $(mistakes late.model) mistakes"
# Each line is what the model of the rows before it says.
head -120 two.svm | perceptron train --algorithm perceptron --stream - -q -o some.model
sed -n 121p two.svm | perceptron predict some.model - --scores > said
[[ $(sed -n 121p two | cut -f2,3) == "$(< said)" ]] || fail "$(sed -n 121p two), predict says $(< said)"
# A slow pipe, where classes come late and it begins again.
{ head -20 late.svm; sleep 0.1; sed -n 21,70p late.svm; sleep 0.1; tail -n +71 late.svm; } |
    perceptron train --algorithm perceptron --stream - -q --predictions pipe
same late pipe
# Killed, and gone on with: lines of rows that the saved model has not seen are cut off.
mkfifo in
rows() { perceptron show "$1" --json | grep -o '"row": [0-9]*' | grep -o '[0-9]*$' || echo 0; }
for signal in KILL INT; do
    perceptron train --algorithm perceptron - --save-every 50 -q -o part.model --predictions part < in &
    pid=$!
    exec 3> in
    head -90 two.svm >&3
    for ((i = 0; i < 600; i++)); do [[ -e part && $(wc -l < part) == 90 ]] && break; sleep 0.05; done
    sed -n 91,95p two.svm >&3
    for ((i = 0; i < 600; i++)); do [[ $(wc -l < part) == 95 ]] && break; sleep 0.05; done
    kill -$signal $pid
    wait $pid 2> /dev/null || true
    exec 3>&-
    [[ $(wc -l < part) == 95 ]] || fail "$signal: $(wc -l < part) lines, wanted one for each row that came"
    tail -n "+$(($(rows part.model) + 1))" two.svm |
        perceptron train --stream - --resume part.model -q -o part.model --predictions part
    same two part
done
# Standard output is free for them; a file of something else is left alone; rows that stay have no before.
perceptron train --algorithm perceptron --stream --once two.svm --predictions - > out 2> /dev/null
same two out
refuses 3 '*ends with row 0, and the model has learned from 300*' perceptron train --stream two.svm --resume two.model \
    --predictions late.svm
refuses 2 '*with --stream*' perceptron train --algorithm perceptron two.svm --predictions new
[[ $(wc -l < late.svm) == 300 && ! -e new ]] || fail 'it wrote'
