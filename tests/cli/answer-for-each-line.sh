# predict: one answer for one line, always: empty lines, comments and rows left out get that of --no-answer, so
# that paste aligns and a client that writes a line and reads an answer never waits in vain.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o m.model
printf '%s\n' '-1 1:1' '+1 2:1' > d.svm
perceptron train --algorithm perceptron d.svm -q -o svm.model
printf 'ham\tsee you at noon\nspam\twin a prize now\n' > d.tsv
perceptron train --algorithm perceptron d.tsv -q -o text.model

printf 'x,y\n3,0.1\n\n-3,0.1\nx,1\n2,0\n\n' > rows.csv
perceptron predict m.model rows.csv --on-bad skip -q > out
tail -n +2 rows.csv | paste - out > pasted
printf '3,0.1\tfar\n\t?\n-3,0.1\tnear\nx,1\t?\n2,0\tfar\n\t?\n' | cmp - pasted || fail "$(< pasted)"
perceptron predict m.model rows.csv --on-bad skip -q --no-answer none --scores > out
[[ $(cut -f 1 out | xargs) == 'far none near none far none' ]] || fail "$(< out)"
perceptron predict m.model rows.csv --on-bad skip -q --json > out
[[ $(wc -l < out) == 6 && $(grep -c '"label": null, "line": [37]}' out) == 2 ]] || fail "$(< out)"
grep -qx '{"label": null, "line": 5, "column": 1, "error": "'"'x'"' is not a number"}' out || fail "$(< out)"
perceptron predict m.model rows.csv --on-bad skip -q --places > out
[[ $(sed -n 2p out) == $'rows.csv:3\t?' ]] || fail "$(< out)"
# Whatever else is shown, a line without an answer has as many columns as the others.
perceptron train --algorithm perceptron clouds.csv --calibrate sigmoid --holdout 0.3 -q -o c.model
printf 'id,x,y\na,3,0.1\n\nb,x,1\nc,-3,0.1\n' > kept.csv
perceptron predict c.model kept.csv --on-bad skip -q --places --keep id --scores --probabilities --top 2 --explain 1 \
    --names > out
[[ $(awk -F '\t' '{ print NF }' out | sort -u) == 11 && $(wc -l < out) == 5 ]] || fail "$(< out)"
[[ $(sed -n 3p out) == $'kept.csv:3\t\t?\t\t\t\t\t\t\t\t' ]] || fail "$(< out)"
[[ $(cut -f 1-3 out | sed 1d | xargs) == 'kept.csv:2 a far kept.csv:3 ? kept.csv:4 ? kept.csv:5 c near' ]] ||
    fail "$(< out)"
perceptron predict c.model kept.csv --on-bad skip -q --keep id --top 2 --explain 2 --places --json > out
[[ $(sed -n 2p out) == '{"place": "kept.csv:3", "label": null, "line": 3}' ]] || fail "$(< out)"
# Rows of other classes among them; empty lines stay where they are.
printf 'x,y,label\n3,0.1,far\n\n-3,0.1,near\n\n3,0.1,far\n-3,0.1,near\n\n' > labelled.csv
for threads in 1 2; do
    perceptron predict m.model labelled.csv --classes far -q --places --threads $threads | sed 's/.*://' > out
    [[ $(xargs < out) == '2 far 3 ? 4 ? 5 ? 6 far 7 ? 8 ?' ]] || fail "$(< out)"
done
printf '1:1\n\n# no row\n2:1\n1:x\n\n' > rows.svm
perceptron predict svm.model rows.svm --on-bad skip -q > out
[[ $(xargs < out) == '-1 ? ? +1 ? ?' ]] || fail "$(< out)"
printf 'noon\n\nprize\n' > rows.txt
perceptron predict text.model rows.txt -q > out
[[ $(xargs < out) == 'ham ? spam' ]] || fail "$(< out)"
# A row in several lines is one row, and has one answer.
printf 'x,y\n3,"0.1"\n-3,"0.1"\n' | perceptron predict m.model - -q > out
[[ $(xargs < out) == 'far near' ]] || fail "$(< out)"
# Without --on-bad skip a bad row is an error as before.
refuses 3 "perceptron: rows.csv:5:1: 'x' is not a number*" perceptron predict m.model rows.csv -q

# In lock step: write a line, read an answer.
mkfifo in out.pipe
lock_step() {   # MODEL LINE:ANSWER...
    perceptron predict "$1" - --on-bad skip -q < in > out.pipe &
    exec 3> in 4< out.pipe
    [[ $1 != m.model ]] || printf 'x,y\n' >&3
    for pair in "${@:2}"; do
        printf '%s\n' "${pair%|*}" >&3
        read -r -t 20 answer <&4 || fail "$1: no answer to '${pair%|*}'"
        [[ $answer == "${pair#*|}" ]] || fail "'${pair%|*}': $answer"
    done
    exec 3>&-
    wait $!
    exec 4<&-
}
lock_step m.model '3,0.1|far' '|?' 'bad,1|?' '-3,0.1|near' '|?' '|?' '2,0|far' '1,2,3|?'
lock_step svm.model '1:x|?' '2:3|+1' '|?' '#|?' '1:1|-1'
lock_step text.model '|?' 'win a prize|spam' '|?'
