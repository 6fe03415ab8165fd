# Logistic regression: scikit-learn's objective, a gap that is true at every epoch, probabilities, labels one by one.
data=$TESTS/../../examples/data
cat > check.py <<'P'
import json, subprocess, sys, warnings
import numpy as np
from sklearn.linear_model import LogisticRegression
warnings.simplefilter("ignore")

def train(*words):
    return json.loads(subprocess.run(["perceptron", "train", *words, "--algorithm", "logistic", "--no-diagnose", "--json"],
                                     check=True, capture_output=True, text=True).stdout)

def objective(w, a, y, penalty, c):
    return (0.5 * w @ w if penalty == "l2" else abs(w).sum()) + c * np.logaddexp(0, -y * (a @ w)).sum()

for name, positive, scale in (("iris.csv", "versicolor", False), ("breast_cancer.csv", "malignant", True)):
    path = sys.argv[1] + "/" + name
    rows = [line.rstrip().split(",") for line in open(path)][1:]
    x = np.array([[float(v) for v in r[:-1]] for r in rows])
    y = np.array([1 if r[-1] == positive else -1 for r in rows])
    x = (x - x.mean(axis=0)) / x.std(axis=0) if scale else x
    a = np.hstack([x, np.ones((len(x), 1))])
    for penalty, c in (("l2", 1.0), ("l2", 0.01), ("l1", 1.0), ("l1", 0.1)):
        words = [path, "--positive", positive, "--penalty", penalty, "--C", str(c)] + (["--scale", "standard"] if scale else [])
        run = train(*words, "-o", "m.model")
        solver = {"l2": "newton-cg", "l1": "liblinear"}[penalty]
        w = LogisticRegression(C=c, penalty=penalty, fit_intercept=False, tol=1e-10, max_iter=20000, solver=solver,
                               random_state=0).fit(a, y).coef_[0]
        best = objective(w, a, y, penalty, c)
        assert run["stop"]["reason"] == "duality gap closed" and run["gap"] <= 1e-6, run["stop"]
        assert abs(run["objective"] - best) <= 1e-6 * best, (name, penalty, c, run["objective"], best)
        if penalty == "l2":   # sums of shards are those of all rows
            parts = train(*words, "--shards", "5")
            assert parts["gap"] <= 1e-6 and abs(parts["objective"] - best) <= 1e-6 * best, (name, c, parts["objective"], best)
        shown = json.loads(subprocess.run(["perceptron", "show", "m.model", "--json"], check=True, capture_output=True).stdout)
        own = np.array(shown["weights"] + [shown["bias"]])
        assert np.isclose(objective(own, a, y, penalty, c), run["objective"], rtol=1e-9)
        # Cut short, the gap says how far the best may be, and the best is no farther.
        for epochs in ("1", "2", "3"):
            cut = train(*words, "--epochs", epochs)
            assert cut["objective"] * (1 - cut["gap"]) <= best * (1 + 1e-9), (name, penalty, c, epochs)
        if penalty == "l1" and c == 0.1 and scale:
            assert (own == 0).sum() >= 10, own
P
/usr/bin/python3 check.py "$data" || fail 'not the best objective'
# A bias that costs nothing, as statisticians have it: scikit-learn's weights to 1e-6; of l1, whose solvers there stop
# early or cost the bias too, what must hold of the best.
cat > free.py <<'P'
import json, subprocess, sys, warnings
import numpy as np
from sklearn.linear_model import LogisticRegression
warnings.simplefilter("ignore")

def run(*words):
    return json.loads(subprocess.run(["perceptron", *words, "--json"], check=True, capture_output=True, text=True).stdout)

path = sys.argv[1] + "/iris.csv"
rows = [line.rstrip().split(",") for line in open(path)][1:]
x = np.array([[float(v) for v in r[:-1]] for r in rows])
y = np.array([1 if r[-1] == "versicolor" else -1 for r in rows])
for penalty, c in (("l2", 1.0), ("l2", 0.01), ("l1", 1.0), ("l1", 0.1)):
    told = run("train", path, "--positive", "versicolor", "--algorithm", "logistic", "--penalty", penalty, "--C", str(c),
               "--free-bias", "--gap", "1e-15", "--no-diagnose", "-o", "free.model")
    shown = run("show", "free.model")
    w, b = np.array(shown["weights"]), shown["bias"]
    value = (0.5 * w @ w if penalty == "l2" else abs(w).sum()) + c * np.logaddexp(0, -y * (x @ w + b)).sum()
    assert abs(value - told["objective"]) < 1e-9 * value and told["gap"] < 1e-9, told
    pull = c * y / (1 + np.exp(y * (x @ w + b)))
    assert abs(pull.sum()) < 1e-6, pull.sum()
    if penalty == "l2":
        best = LogisticRegression(C=c, tol=1e-12, max_iter=10000, solver="newton-cg").fit(x, y)
        assert abs(w - best.coef_[0]).max() < 1e-6 and abs(b - best.intercept_[0]) < 1e-6, (w, b, best.coef_, best.intercept_)
    else:
        off = np.where(w != 0, np.sign(w) - pull @ x, np.maximum(0, abs(pull @ x) - 1))
        assert abs(off).max() < 1e-6, off
    for epochs in ("1", "2", "3"):   # cut short, the best is no farther than the gap says
        cut = run("train", path, "--positive", "versicolor", "--algorithm", "logistic", "--penalty", penalty, "--C", str(c),
                  "--free-bias", "--epochs", epochs, "--no-diagnose")
        assert cut["objective"] * (1 - cut["gap"]) <= value * (1 + 1e-9) <= cut["objective"] * (1 + 2e-9), (penalty, c, cut)
P
/usr/bin/python3 free.py "$data" || fail 'not with a free bias'
# Probabilities without --calibrate: those of the log odds; many labels: divided by their sum.
perceptron train "$data/iris.csv" --positive setosa --algorithm logistic -q -o two.model
perceptron predict two.model "$data/iris.csv" --scores --probabilities > two
perceptron train "$data/iris.csv" --algorithm logistic --scale standard -q -o three.model
perceptron predict three.model "$data/iris.csv" --scores --probabilities > three
/usr/bin/python3 - <<'P' || fail 'probabilities'
import math
for line in open("two"):
    label, score, p0, p1 = line.split()
    assert math.isclose(float(p1), 1 / (1 + math.exp(-float(score))), rel_tol=1e-9) and (label == "setosa") == (float(score) > 0)
for line in open("three"):
    label, *numbers = line.split()
    s, p = [float(v) for v in numbers[:3]], [float(v) for v in numbers[3:]]
    own = [1 / (1 + math.exp(-v)) for v in s]
    assert all(math.isclose(a, b / sum(own), rel_tol=1e-9) for a, b in zip(p, own)), line
P
perceptron test three.model "$data/iris.csv" --json > j
json j 'j["error"] < 0.1 and j["log_loss"] is not None'
perceptron export two.model --to c > /dev/null
# Epochs one at a time, in shards of threads, resumed: the same bytes.
perceptron train "$data/sonar.csv" --algorithm logistic --penalty l1 --epochs 4 -q -o a.model
perceptron train "$data/sonar.csv" --algorithm logistic --penalty l1 --epochs 2 --threads 1 -q -o b.model
perceptron train "$data/sonar.csv" --resume b.model --epochs 4 -q -o b.model
cmp a.model b.model
refuses 2 'perceptron: logistic comes back to its rows*' perceptron train "$data/iris.csv" --positive setosa --algorithm logistic --stream
refuses 2 'perceptron: --penalty does nothing with *' perceptron train --algorithm perceptron "$data/iris.csv" --penalty l1
# a gap that doubles cannot close is no endless run, and rows that stay wrong are not blamed on the values
perceptron train "$TESTS"/../../examples/data/iris.csv --positive versicolor --algorithm logistic --gap 1e-16 --epochs 0 > out
grep -q '^Stopped: nothing moves\. .* No step lowers the objective by what doubles can tell\.$' out || fail "$(< out)"
