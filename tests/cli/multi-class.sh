# Three labels: all at once, each against the rest, one against the rest, or two of them.
awk 'BEGIN { print "u,v,kind"; for (i = 0; i < 60; i++) { k = i % 3; printf "%.2f,%.2f,%s\n",
    (k == 0 ? 3 : k == 1 ? -3 : 0) + (i * 7 % 10) / 10, (k == 2 ? 4 : -1) + (i * 3 % 10) / 10, substr("abc", k + 1, 1) } }' > three.csv
perceptron train --algorithm perceptron three.csv -o m.model > report
grep -q "^  labels  *'a' in 20 rows, 'b' in 20 rows, 'c' in 20 rows" report
tail -n +2 three.csv | cut -d, -f3 > truth
for how in direct one-vs-rest; do
    perceptron train --algorithm perceptron three.csv --multiclass $how -o m.model > report
    perceptron predict m.model three.csv > labels
    same labels truth
done
perceptron predict m.model three.csv --scores > all
head -1 all > scores
[[ $(awk -F'\t' '{ print NF }' scores) == 4 ]]
perceptron predict m.model three.csv --json > all
head -1 all > o
json o 'set(j["scores"]) == {"a", "b", "c"} and j["label"] == max(j["scores"], key=j["scores"].get)'
perceptron test m.model three.csv --json > j
json j 'j["errors"] == 0 and j["confusion"] == [[20, 0, 0], [0, 20, 0], [0, 0, 20]] and j["auc"] is None'
perceptron show m.model --json > s
json s 'len(s := j["weights"]) == 3 and all(len(w) == 2 for w in s) and len(j["bias"]) == 3'
perceptron show m.model --top 2 > shown
grep -q "^Weights that speak against 'b'" shown
refuses_to_train 2 "perceptron: svm learns 3 classes one against the rest only*" three.csv --algorithm svm --multiclass direct
refuses_to_train 2 "perceptron: voted does not work one class against the rest*" three.csv --algorithm voted --multiclass one-vs-rest
perceptron train three.csv --algorithm svm --json > j
json j 'j["train_errors"] == 0 and j["margin"]["upper"] is None'
perceptron train --algorithm perceptron three.csv --positive b -o b.model --json > j
json j 'j["stop"]["reason"] == "separated" and j["positive"] == "b" and j["rows"] == 60'
perceptron test b.model three.csv --json > t
json t 'j["errors"] == 0 and j["rows"] == 60'
perceptron train --algorithm perceptron three.csv --classes a,c --json > j 2> err
json j 'j["rows"] == 40 and j["skipped"]["dropped"] == 20 and [c["name"] for c in j["classes"]] == ["a", "c"]'
grep -q '^perceptron: note: 20 rows left out' err
perceptron check three.csv > report
grep -q "^  labels  *'a' in 20 rows, 'b' in 20 rows, 'c' in 20 rows (column 'kind')$" report
