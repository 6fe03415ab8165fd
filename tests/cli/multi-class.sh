# Three classes: one score per class, the largest wins; reports name them all.
awk 'BEGIN { print "x,y,kind"; for (i = 0; i < 60; i++) { k = i % 3; printf "%.2f,%.2f,%s\n",
    (k == 0 ? 3 : k == 1 ? -3 : 0) + (i * 7 % 10) / 10, (k == 2 ? 4 : -1) + (i * 3 % 10) / 10, substr("abc", k + 1, 1) } }' > three.csv
perceptron train three.csv -o m.model > report
grep -q "^  labels  *'a' in 20 rows, 'b' in 20 rows, 'c' in 20 rows$" report
perceptron predict m.model three.csv > labels
cut -d, -f3 three.csv | tail -n +2 > truth
same labels truth
perceptron predict m.model three.csv --scores | head -1 > scores
[[ $(awk -F'\t' '{ print NF }' scores) == 4 ]]
perceptron predict m.model three.csv --json | head -1 > o
json o 'set(j["scores"]) == {"a", "b", "c"} and j["label"] == max(j["scores"], key=j["scores"].get)'
perceptron test m.model three.csv --json > j
json j 'j["errors"] == 0 and j["confusion"] == [[20, 0, 0], [0, 20, 0], [0, 0, 20]] and j["auc"] is None'
perceptron show m.model --json > s
json s 'len(s := j["weights"]) == 3 and all(len(w) == 2 for w in s) and len(j["bias"]) == 3'
perceptron show m.model --top 2 > shown
grep -q "^Weights that speak against 'b'" shown
