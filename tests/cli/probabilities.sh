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
perceptron train --algorithm perceptron three.csv --positive b -o plain.model > report
refuses 2 "perceptron: the model has no probabilities*" perceptron predict plain.model three.csv --probabilities
perceptron test plain.model three.csv --json > j
json j 'j["log_loss"] is None and j["brier"] is None'
refuses_to_train 2 "perceptron: probabilities are fitted on rows not learned from*" three.csv --calibrate sigmoid
# A row's label is its most probable one, with two labels and with many; a network has probabilities of itself.
awk 'BEGIN { srand(5); print "x,y,kind"; for (i = 0; i < 800; i++) { k = i % 4;
    printf "%.3f,%.3f,%s\n", (k % 2 ? 1 : -1) + 3 * rand() - 1.5, (k < 2 ? 1 : -1) + 3 * rand() - 1.5, substr("abcd", k + 1, 1) } }' > four.csv
agree() {   # of answers.json: labels are the most probable ones
    /usr/bin/python3 - <<'PYTHON' || fail "$*"
import json
rows = [json.loads(l) for l in open("answers.json")]
assert len(rows) == 800 and len({r["label"] for r in rows}) > 1
for r in rows:
    p = r["probabilities"]
    assert p[r["label"]] == max(p.values()) and (len(p) == 2 or list(p.values()).count(max(p.values())) == 1), r
PYTHON
}
for how in "averaged --calibrate sigmoid" "averaged --calibrate isotonic" "voted --calibrate sigmoid" "mlp --hidden 4 --rate 0.02" \
           "mlp --hidden 4 --output sigmoid --rate 0.02"; do
    for labels in "" "--positive b"; do
        # shellcheck disable=SC2086  # words
        perceptron train four.csv --algorithm $how $labels --holdout 0.3 --epochs 20 -q -o m.model
        perceptron predict m.model four.csv --json --probabilities > answers.json
        agree "$how $labels"
        perceptron test m.model four.csv --json > j
        json j 'j["error"] == sum(1 for a, b in zip(map(__import__("json").loads, open("answers.json")), open("four.csv").readlines()[1:])
            if a["label"] != (b.strip()[-1] if len(a["probabilities"]) == 4 else "b" if b.strip()[-1] == "b" else "rest")) / 800'
    done
done
# A threshold may be a probability; what rules is what was asked for.
perceptron predict m.model four.csv --threshold p=0.9 --json --probabilities > answers.json
/usr/bin/python3 -c 'import json
assert all((r["label"] == "b") == (r["probabilities"]["b"] > 0.9) for r in map(json.loads, open("answers.json")))'
refuses 2 "perceptron: threshold is 'p=2', wanted a score, or p= and a probability; *" perceptron predict m.model four.csv --threshold p=2
refuses 2 "perceptron: the model has no probabilities: train with --calibrate; *" perceptron predict plain.model three.csv --threshold p=0.5
