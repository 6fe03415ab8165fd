# A reader that has had enough ends us quietly.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o m.model
for i in $(seq 12); do cat clouds.csv; done | grep -v label > many
for i in $(seq 8); do cat many many > doubled; mv doubled many; done
{ head -1 clouds.csv; cat many; } > big.csv
set +o pipefail
perceptron predict m.model big.csv --scores 2> err | head -1 > out
[[ $(wc -l < out) == 1 && ! -s err ]] || fail "said: $(< err)"
