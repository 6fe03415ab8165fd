# Exports score as predict does: random tables of numbers, categories, missing and unseen cells, under every scaling,
# with few and many labels; JSON by a reader written from docs/export.md alone, C source compiled and run, LIBLINEAR's
# text by what its README says of it and by liblinear-predict itself. What a form cannot hold is refused with a sentence.
cat > tables.py <<'PYTHON'
import random, sys
r = random.Random(int(sys.argv[1]))
numbers, categories, classes = r.randint(1, 3), r.randint(0, 2), r.choice([2, 2, 3, 5])
holes = sys.argv[2] in ("zero", "mean", "skip")
texts = [["red", "green", "a=b", "blue light", '"x"'][: r.randint(2, 5)] for _ in range(categories)]
head = [f"n{i}" for i in range(numbers)] + [f"c{i}" for i in range(categories)] + ["label"]
quote = lambda t: '"' + t.replace('"', '""') + '"' if '"' in t else t

def number():
    return r.choice(["?", "", "NA", "nan"]) if holes and r.random() < 0.15 else repr(round(r.gauss(3, 40), 3))

def category(i, unseen):
    if holes and r.random() < 0.15:
        return ""
    return "unseen" if unseen and r.random() < 0.2 else r.choice(texts[i])

for name, rows, unseen in (("train.csv", 40, False), ("new.csv", 30, True)):
    with open(name, "w") as f:
        print(",".join(head), file=f)
        for i in range(rows):
            cells = [number() for _ in range(numbers)] + [quote(category(j, unseen)) for j in range(categories)]
            print(",".join(cells + [str(7 - 3 * (i % classes))]), file=f)
print(",".join(head[numbers:-1]))
PYTHON
cat > near.py <<'PYTHON'
import sys
a, b = ([l.rstrip("\n").split("\t") for l in open(p)] for p in sys.argv[1:])
assert len(a) == len(b) > 0, (len(a), len(b))
for x, y in zip(a, b):
    assert len(x) == len(y)
    for s, t in zip(x[1:], y[1:]):
        assert abs(float(s) - float(t)) <= 1e-6 * (1 + max(abs(float(v)) for v in x[1:])), (x, y)
    assert x[0] == y[0] or min(abs(float(s)) for s in x[1:]) < 1e-3, (x, y)
PYTHON
# A main that gives the rows to the C source: feature numbers from 0 in the order of the file, numbers that are missing
# as perceptron_missing says.
cat > c_rows.py <<'PYTHON'
import csv, json, sys
sys.path.insert(0, sys.argv[1])
from export_reader import MISSING, values_of
model = json.load(open("m.json"))
dense = not any("category" in f for f in model["features"])
print('#include "m.c"\n#include <stdio.h>\nint main(void)\n{')
for row in csv.DictReader(open("new.csv")):
    values = values_of(model, row)
    if values is None:
        continue
    missing = {j for j in values if "category" not in model["features"][j] and
               row[model["features"][j]["name"]].strip().lower() in MISSING}
    texts = [f"perceptron_missing[{j}]" if j in missing else repr(x) for j, x in sorted(values.items())]
    given = f"const double x[] = {{{', '.join(texts or ['0'])}}}; double s[9] = {{0}};"
    index = f"const unsigned i[] = {{{', '.join(map(str, sorted(values))) or 0}}};"
    call = "perceptron_scores(x, s);" if dense else f"{index} perceptron_scores(i, x, {len(texts)}, s);"
    print(f'{{ {given} {call} printf("%s", perceptron_classes[perceptron_class(s)]);')
    print('for (int v = 0; v < PERCEPTRON_SCORES; v++) printf("\\t%.17g", s[v]); puts(""); }')
print("}")
PYTHON
# Rows as LIBLINEAR has them, index:value with indices from 1 and what is not there 0; and w'x by hand: the last row of w
# is the bias's, the first label of two the one of scores above 0.
cat > liblinear_rows.py <<'PYTHON'
import csv, json, sys
sys.path.insert(0, sys.argv[1])
from export_reader import values_of
model = json.load(open("m.json"))
lines = open("m.liblinear").read().split("\n")
head = dict(line.split(" ", 1) for line in lines[:lines.index("w")])
w = [[float(t) for t in line.split()] for line in lines[lines.index("w") + 1:] if line]
labels, n = head["label"].split(), int(head["nr_feature"])
assert float(head["bias"]) == 1 and len(w) == n + 1 and n == len(model["features"]), head
with open("rows.liblinear", "w") as rows:
    for row in csv.DictReader(open("new.csv")):
        values = values_of(model, row)
        if values is None:
            continue
        print("0", *(f"{j + 1}:{x!r}" for j, x in sorted(values.items()) if x != 0), file=rows)
        scores = [sum(x * w[j][v] for j, x in values.items()) + w[n][v] for v in range(len(w[0]))]
        best = scores[0] <= 0 if len(scores) == 1 else scores.index(max(scores))
        print(labels[best], *map(repr, scores), sep="\t")
PYTHON
liblinear() {
    if [[ $scale == unit || $missing == mean ]]; then
        refuses 2 "perceptron: the model *LIBLINEAR*" perceptron export m.model --to liblinear -o m.liblinear
        [[ ! -e m.liblinear ]] || fail "a refused export left a file"
        return
    fi
    perceptron export m.model --to liblinear -o m.liblinear
    /usr/bin/python3 liblinear_rows.py "$TESTS/../oracle" > by_w
    /usr/bin/python3 near.py ours by_w || fail "LIBLINEAR, seed $seed: $missing, $scale, $how"
    ! command -v liblinear-predict > found || liblinear-predict rows.liblinear m.liblinear labels > said
    [[ ! -e labels ]] || cut -f1 by_w | cmp - labels || fail "liblinear-predict, seed $seed: $missing, $scale, $how"
    rm -f m.liblinear labels
}

c_source() {
    perceptron export m.model --to c > m.c
    /usr/bin/python3 c_rows.py "$TESTS/../oracle" > main.c
    "${CC:-cc}" -std=c99 -O1 -Werror main.c -o from_c && ./from_c > in_c
    /usr/bin/python3 near.py ours in_c || fail "C source, seed $seed: $missing, $scale, $how"
}

seed=0
for missing in error zero mean skip; do
    for scale in none standard minmax ball unit; do
        curved=("kernel --kernel polynomial --degree 2 --gamma 0.001" "mlp --hidden 4,3 --activation tanh")
        for how in averaged "${curved[seed / 2 % 2]}"; do
            ((++seed))
            hot=$(/usr/bin/python3 tables.py $seed $missing)
            # shellcheck disable=SC2086  # words
            perceptron train train.csv --label label ${hot:+--one-hot "$hot"} --missing $missing --scale $scale \
                --epochs 3 --algorithm $how -q -o m.model
            perceptron predict m.model new.csv --scores -q | sed '/^?\t/d' > ours   # without rows left out
            perceptron export m.model --to json > m.json
            /usr/bin/python3 "$TESTS/../oracle/export_reader.py" m.json new.csv > theirs
            /usr/bin/python3 near.py ours theirs || fail "seed $seed: $missing, $scale, $how"
            [[ $how != averaged || $scale == unit ]] || c_source
            [[ $how != averaged ]] || liblinear
            [[ $how == kernel* ]] && continue
            perceptron import m.json -o again.model   # and is read again
            perceptron predict again.model new.csv --scores -q | sed '/^?\t/d' > again
            same ours again
        done
    done
done
