# Numbers of `test`, checked against their definitions.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o m.model
{ cat clouds.csv; printf '3,0,near\n-3,0,far\n-3,0.1,far\n'; } > worse.csv
perceptron test m.model worse.csv --json > j
json j 'j["rows"] == 43 and j["errors"] == 3 and abs(j["error"] - 3 / 43) < 1e-15 and j["unknown_labels"] == 0'
json j 'j["classes"] == ["far", "near"] and j["confusion"] == [[20, 2], [1, 20]]'
json j 'abs(j["per_class"][0]["precision"] - 20 / 21) < 1e-15 and abs(j["per_class"][0]["recall"] - 20 / 22) < 1e-15'
json j 'abs(j["per_class"][0]["f1"] - 40 / 43) < 1e-15 and j["per_class"][1]["rows"] == 21'
perceptron predict m.model worse.csv --scores > scores
cut -d, -f3 worse.csv | tail -n +2 > truth
perceptron test m.model worse.csv --json > j
/usr/bin/python3 - <<'PYTHON'
import json
scores = [float(line.split("\t")[1]) for line in open("scores")]
truth = open("truth").read().split()
j = json.load(open("j"))
positive = [s for s, t in zip(scores, truth) if t == "near"]
negative = [s for s, t in zip(scores, truth) if t == "far"]
auc = sum((p > n) + 0.5 * (p == n) for p in positive for n in negative) / len(positive) / len(negative)
loss = sum(max(0, -s if t == "near" else s) for s, t in zip(scores, truth)) 
assert abs(j["auc"] - auc) < 1e-12, (j["auc"], auc)
assert abs(j["perceptron_loss"] - loss) < 1e-12, (j["perceptron_loss"], loss)
PYTHON
