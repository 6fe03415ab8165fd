# Probabilities fitted on held-out rows, kept in the model, printed and judged.
awk 'BEGIN { srand(3); print "x,y,kind"; for (i = 0; i < 600; i++) { k = i % 3;
    printf "%.3f,%.3f,%s\n", (k == 0 ? 1 : k == 1 ? -1 : 0) + 2 * rand() - 1, (k == 2 ? 1 : -1) + 2 * rand() - 1, substr("abc", k + 1, 1) } }' > three.csv
for how in sigmoid isotonic; do
    perceptron train three.csv --positive b --algorithm averaged --holdout 0.3 --calibrate $how -o two.model > report
    perceptron predict two.model three.csv --probabilities > p
    awk -F'\t' 'NF != 3 || $2 + $3 < 0.999999 || $2 + $3 > 1.000001 || $2 < 0 || $3 < 0 { exit 1 }' p || fail "$how: not probabilities"
    perceptron test two.model three.csv --json > j
    json j '0 < j["log_loss"] < 0.69 and 0 < j["brier"] < 0.25'
    perceptron train three.csv --algorithm averaged --holdout 0.3 --calibrate $how -o three.model > report
    perceptron predict three.model three.csv --json --probabilities > all
    head -1 all > o
    json o 'abs(sum(j["probabilities"].values()) - 1) < 1e-12 and set(j["probabilities"]) == {"a", "b", "c"}'
    perceptron test three.model three.csv --json > j
    json j '0 < j["log_loss"] < 1.1 and 0 < j["brier"] < 0.67'
done
perceptron test three.model three.csv > report
grep -q "^  Brier score" report
perceptron train three.csv --positive b -o plain.model > report
refuses 2 "perceptron: the model has no probabilities*" perceptron predict plain.model three.csv --probabilities
perceptron test plain.model three.csv --json > j
json j 'j["log_loss"] is None and j["brier"] is None'
refuses_to_train 2 "perceptron: probabilities are fitted on rows not learned from*" three.csv --calibrate sigmoid
