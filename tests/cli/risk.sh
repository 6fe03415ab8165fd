# The risk is the perceptron loss summed over the rows, of the weights that are kept: in train, in test, in every epoch
# of -v and of the record; worked out here once more from the weights alone.
{ echo x,y,label; noise 60 2 | tail -n +2; } > rows.csv
cat > loss.py <<'PYTHON'
import csv, json, sys
rows = list(csv.reader(open(sys.argv[1])))[1:]
def loss(model, counts=lambda row: 1.0):
    j = json.load(open(model))
    total = 0.0
    for row in rows:
        y = 1 if row[2] == j["classes"][1] else -1
        total += counts(row) * max(0.0, -y * (sum(w * float(x) for w, x in zip(j["weights"], row)) + j["bias"]))
    return total
PYTHON
for how in 'batch --eps 3' 'batch --batch-size 7 --epochs 3' 'gradient-descent --eps 0.5' 'gradient-descent --epochs 4'; do
    # shellcheck disable=SC2086  # the words of the options
    perceptron train rows.csv --algorithm $how --start random --rate 0.05 -o m --json > train.json
    perceptron show m --json > show.json
    perceptron test m rows.csv --json > test.json
    /usr/bin/python3 - rows.csv <<'PYTHON' || fail "$how"
exec(open("loss.py").read())
expected = loss("show.json")
risk, shown = (json.load(open(f))["risk"] for f in ("train.json", "show.json"))
tested = json.load(open("test.json"))["perceptron_loss"]
assert expected > 0 and risk == shown, (expected, risk, shown)
assert abs(risk - expected) < 1e-9 * expected and abs(tested - expected) < 1e-9 * expected, (expected, risk, tested)
PYTHON
done
# with row weights each row counts as much as its step
perceptron train rows.csv --algorithm batch --epochs 3 --rate 0.05 --class-weight a=3 -o m --json > train.json
perceptron show m --json > show.json
/usr/bin/python3 - rows.csv <<'PYTHON'
exec(open("loss.py").read())
expected = loss("show.json", lambda row: 3.0 if row[2] == "a" else 1.0)
assert abs(json.load(open("train.json"))["risk"] - expected) < 1e-9 * expected
PYTHON
# gradient descent by hand: the risk of each epoch's weights, and the first step that changes it by at most eps
perceptron train rows.csv --algorithm gradient-descent --start ones --rate 0.01 --eps 0.3 -v --record run.json > out 2> err
/usr/bin/python3 - rows.csv <<'PYTHON'
import csv, json, re
rows = [([float(r[0]), float(r[1]), 1.0], 1 if r[2] == "b" else -1) for r in list(csv.reader(open("rows.csv")))[1:]]
def product(w, x): return sum(a * b for a, b in zip(w, x))
def risk(w): return sum(max(0.0, -y * product(w, x)) for x, y in rows)
w, risks = [1.0, 1.0, 1.0], []
for epoch in range(100):
    before, step = risk(w), [0.0, 0.0, 0.0]
    for x, y in rows:
        if y * product(w, x) <= 0:
            step = [s + 0.01 * y * v for s, v in zip(step, x)]
    w = [a + b for a, b in zip(w, step)]
    risks.append(risk(w))
    if sum(s * s for s in step) ** 0.5 <= 0.3 and abs(risks[-1] - before) <= 0.3:
        break
said = [float(r) for r in re.findall(r"risk ([0-9.e+-]+)", open("err").read())]
table = json.load(open("run.json"))["tables"]["epochs"]
kept = [row[table["numbers"].index("risk")] for row in table["rows"]]
assert len(said) == len(risks) == len(kept), (len(said), len(risks), len(kept))
for a, b, c in zip(said, risks, kept):
    assert abs(a - b) <= 1e-3 * b and abs(c - b) <= 1e-9 * b, (a, b, c)
PYTHON
grep -q '^Stopped: risk change below eps\. The last step was no longer than eps, and changed the risk by no more than eps; the risk is ' out
grep -qE '^  risk +[0-9.]+ +perceptron loss of the weights kept: sum over the rows of max\(0, -y\(w\.x\+b\)\), each times its weight$' out
# a network's risk is another one, and says so
perceptron train rows.csv --algorithm mlp --hidden 4 --epochs 3 -v > out 2> err
grep -qE "^  risk +[0-9.]+ +mean cross-entropy, over the last epoch's rows, each before its step and times its weight$" out
perceptron train rows.csv --algorithm mlp --hidden 4 --epochs 3 --loss squared -o squared.model > out
grep -qE '^  risk +[0-9.]+ +mean of half the squared distance of outputs from targets, over the last epoch' out
perceptron show squared.model --json > j
json j "j['risk_is'].startswith('mean of half the squared distance of outputs from targets, over the last epoch')"
[[ $(grep -c ', risk [0-9.]*,' err) == 3 ]]
# who has none says none
perceptron train --algorithm perceptron rows.csv --epochs 3 -v --json > j 2> err
json j 'j["risk"] is None and j["risk_is"] is None'
! grep -q risk err || fail "the perceptron has no risk"
# a step of exactly zero moves nothing: it is no update
xor > xor.csv
perceptron train xor.csv --algorithm batch -v > out 2> err
grep -q 'exactly zero with mistakes left.*; no update was made\.$' out
grep -qE '^  updates +0 ' out
grep -q ' 0 updates so far' err
# more than two labels, each against the rest: objective and gap are sums over the labels
printf 'x,c\n' > three.csv
for x in 0 1 2 3 4 5 6 7 8; do printf '%s,%s\n' "$x" "$((x / 3))" >> three.csv; done
perceptron train three.csv --algorithm svm --C 0.5 --epochs 1000 --gap 1e-9 --json > all
for label in 0 1 2; do perceptron train three.csv --algorithm svm --C 0.5 --epochs 1000 --gap 1e-9 --positive "$label" --json > "one$label"; done
/usr/bin/python3 - <<'PYTHON'
import json
whole, ones = json.load(open("all")), [json.load(open(f"one{c}")) for c in range(3)]
total = sum(j["objective"] for j in ones)
assert abs(whole["objective"] - total) < 1e-6 * total and 0 <= whole["gap"] < 1e-6, (whole, total)
PYTHON
perceptron train three.csv --algorithm svm --C 0.5 | grep -qE '^  objective .*, summed over the labels, each against the rest$'
# so is the risk of batches of all rows; other batches may come in a stream, where the rows are gone: then it says so
perceptron train three.csv --algorithm batch --epochs 5 --rate 0.1 --json -o m > all
perceptron train three.csv --algorithm batch --epochs 5 --rate 0.1 -v > out 2> err
grep -qE '^  risk +[0-9.]+ +perceptron loss .*, summed over the labels, each against the rest$' out
[[ $(grep -c ', risk [0-9.]*,' err) == 5 ]]
perceptron show m --json > show.json
/usr/bin/python3 - <<'PYTHON'
import json
all_of, model = json.load(open("all")), json.load(open("show.json"))
total = sum(max(0.0, -(1 if x // 3 == c else -1) * (w[0] * x + b))
            for c, (w, b) in enumerate(zip(model["weights"], model["bias"])) for x in range(9))
assert total > 0 and abs(all_of["risk"] - total) < 1e-9 * total and model["risk"] == all_of["risk"], (total, all_of)
PYTHON
perceptron train three.csv --algorithm batch --batch-size 4 --epochs 5 > out
grep -qE '^  risk +unknown +of more than two labels it is worked out for batches of all rows' out
