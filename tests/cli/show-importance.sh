# show --importance: what each column is worth, the same for any number of threads, and near scikit-learn's.
data=$TESTS/../../examples/data
perceptron train "$data/iris.csv" --algorithm logistic --scale standard -q -o iris.model
perceptron show iris.model --importance "$data/iris.csv" --repeats 50 --seed 7 --json > out
json out "len(j['importance']['columns']) == 4 and j['importance']['repeats'] == 50 and j['importance']['seed'] == 7 and all(len(c['errors']) == 50 for c in j['importance']['columns'])"
perceptron test iris.model "$data/iris.csv" --json > tested
/usr/bin/python3 - "$data/iris.csv" <<'PYTHON' || fail 'not as scikit-learn has it'
import json, subprocess, sys
import numpy as np
from sklearn.base import BaseEstimator
from sklearn.inspection import permutation_importance
rows = [line.rstrip().split(",") for line in open(sys.argv[1])]
names, x, y = rows[0][:-1], np.array([r[:-1] for r in rows[1:]], float), np.array([r[-1] for r in rows[1:]])
shown = json.loads(subprocess.run(["perceptron", "show", "iris.model", "--json"], check=True, capture_output=True).stdout)
mean, sd = x.mean(axis=0), x.std(axis=0)
class Model(BaseEstimator):
    def fit(self, x, y): return self
    def predict(self, x):
        return np.array(shown["classes"])[((x - mean) / sd @ np.array(shown["weights"]).T + shown["bias"]).argmax(axis=1)]
    def score(self, x, y): return (self.predict(x) == y).mean()
ours = json.load(open("out"))["importance"]
assert ours["errors"] == json.load(open("tested"))["errors"] == round((1 - Model().score(x, y)) * len(y))
theirs = permutation_importance(Model(), x, y, n_repeats=50, random_state=0)
for c in ours["columns"]:
    j = names.index(c["name"])
    rises = np.array([(e - ours["errors"]) / ours["rows"] for e in c["errors"]])
    assert abs(c["mean"] - rises.mean()) < 1e-12 and abs(c["sd"] - rises.std()) < 1e-12
    off = abs(c["mean"] - theirs.importances_mean[j])
    assert off <= 4 * (c["sd"] + theirs.importances_std[j]) / 50 ** 0.5 + 1e-9, (c, theirs.importances_mean[j])
    assert theirs.importances_std[j] / 2 - 1e-9 <= c["sd"] <= 2 * theirs.importances_std[j] + 1e-9
assert [c["mean"] for c in ours["columns"]] == sorted((c["mean"] for c in ours["columns"]), reverse=True)
PYTHON
# In words, and the same numbers again.
perceptron show iris.model --importance "$data/iris.csv" --top 2 > said
grep -q '^Permutation importance: ' said || fail "$(< said)"
[[ $(grep -c ' +- ' said) == 2 ]] || fail "$(< said)"
perceptron show iris.model --importance "$data/iris.csv" --top 2 | cmp - said
# A column that the label does not depend on is worth nothing; a column of categories goes as one, and so does one of
# words; a column that the model does not read is not listed.
awk 'BEGIN { srand(5); print "id,city,noise,note,label"; for (i = 0; i < 300; i++) { c = int(rand() * 4)
    printf "%d,town%d,%.3f,%s fine,%s\n", i, c, rand(), c < 2 ? "some" : "more", c < 2 ? "yes" : "no" } }' > towns.csv
perceptron train towns.csv --one-hot city --ignore id,note --algorithm svm -q -o towns.model
perceptron show towns.model --importance towns.csv --json > out
json out "[c['name'] for c in j['importance']['columns']] == ['city', 'noise'] and j['importance']['columns'][0]['mean'] > 0.3 and j['importance']['columns'][1]['mean'] == 0 == j['importance']['columns'][1]['sd']"
perceptron train towns.csv --text note --one-hot city --ignore id --algorithm svm -q -o note.model
perceptron show note.model --importance towns.csv --json > out
json out "sorted(c['name'] for c in j['importance']['columns']) == ['city', 'noise', 'note']"
# Networks, kernels and LIBSVM rows too.
perceptron train "$data/iris.csv" --algorithm mlp --epochs 20 --scale standard -q -o net.model
perceptron show net.model --importance "$data/iris.csv" --json > out
json out "j['importance']['columns'][0]['mean'] > 0.05"
awk -F, 'NR > 1 { print $5 " 1:" $1 " 2:" $2 " 9:" $3 }' "$data/iris.csv" > iris.svm
perceptron train iris.svm --algorithm averaged -q -o sparse.model
perceptron show sparse.model --importance iris.svm --json > out
json out "[c['name'] for c in j['importance']['columns']][0] == '9' and len(j['importance']['columns']) == 9 and j['importance']['columns'][8]['mean'] <= 0"
# Where a column cannot be exchanged alone, and where there is nothing to exchange.
perceptron train --algorithm perceptron "$data/iris.csv" --scale unit -q -o unit.model
refuses 2 '*scales each row by its own length*' perceptron show unit.model --importance "$data/iris.csv"
perceptron train --algorithm perceptron "$data/iris.csv" --features fourier:8 -q -o made.model
refuses 2 '*makes its features of others*' perceptron show made.model --importance "$data/iris.csv"
cut -d, -f1-4 "$data/iris.csv" > bare.csv
refuses 3 '*no labelled rows*' perceptron show iris.model --importance bare.csv
refuses 2 '*are for --importance*' perceptron show iris.model --repeats 3
