# A row that is passed over has a line without an answer; --places says which row each line is about.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o a.model
{ head -3 clouds.csv; echo '1,oops,far'; sed -n 4,5p clouds.csv; } > bad.csv
perceptron predict a.model bad.csv --on-bad skip --places > out 2> err
[[ $(cut -f1 out | tr '\n' ' ') == 'bad.csv:2 bad.csv:3 bad.csv:4 bad.csv:5 bad.csv:6 ' ]] || fail "$(< out)"
[[ $(< err) == 'perceptron: note: 1 bad row skipped; the first is bad.csv:4:3: '* ]] || fail "$(< err)"
cut -f2 out > labels
perceptron predict a.model bad.csv --on-bad skip -q > plain
same labels plain
perceptron predict a.model bad.csv --on-bad skip --places --json -q | tail -1 > last
json last 'j["place"] == "bad.csv:6"'
# Help speaks of what can still be chosen.
for command in predict test; do
    perceptron $command --help > help
    ! grep -qE -- '--(scale|missing|one-hot|hash-bits|positive|features) ' help || fail "$command offers what training settled"
    grep -q -- '--on-bad' help || fail "$command: no --on-bad"
done
