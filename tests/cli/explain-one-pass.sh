# Bounds on the mistakes of one pass, on new rows and on labelings, worked out again from the weights they speak of.
cat > judge.py <<'P'
import csv, json, math, sys
said = json.load(open(sys.argv[1]))
rows = list(csv.reader(open(sys.argv[2])))[1:]
one = said["one_pass"]
w = one["w"]
assert abs(math.fsum(v * v for v in w) - 1) < 1e-12
positive = said["positive"]
a = [[float(v) for v in r[:-1]] + [1.0] * (len(w) - len(r) + 1) for r in rows]
p = [(1 if r[-1] == positive else -1) * math.fsum(x * v for x, v in zip(b, w)) for r, b in zip(rows, a)]
radius = max(math.sqrt(math.fsum(x * x for x in b)) for b in a)
near = lambda x, y: abs(x - y) <= 1e-6 * abs(y)
g, d = one["squares"]["gamma"], one["squares"]["D"]
assert near(d, math.sqrt(math.fsum(max(0, g - v) ** 2 for v in p))), (d, g)
assert near(one["squares"]["mistakes"], ((radius + d) / g) ** 2)
g, l = one["hinge"]["gamma"], one["hinge"]["L"]
assert near(l, math.fsum(max(0, 1 - v / g) for v in p))
most, r = one["hinge"]["mistakes"], radius / g
assert near(most, l + r * math.sqrt(most))     # where mistakes <= L + R/gamma sqrt(mistakes) ends
assert one["mistakes"] <= min(most, one["squares"]["mistakes"], one["rows"])
new = said["new_rows"]
assert near(new["progressive"], one["mistakes"] / one["rows"])
assert near(new["with_95_percent"], new["progressive"] + math.sqrt(2 * math.log(20) / one["rows"]))
if said["verdict"] == "separable" and "leave_one_out" in new:
    assert near(new["leave_one_out"], new["rows_that_moved"] / one["rows"])
n, dim = len(rows), len(w)
labelings = 2 * sum(math.comb(n - 1, k) for k in range(dim))
assert near(said["separable_labelings"], min(1, labelings / 2 ** n)), said["separable_labelings"]
print(said["verdict"], one["best_w"], one["mistakes"] <= most, "held_out" in new and new["held_out"] > 0)
P
for set in eighty-five worked xor iris; do
    more=
    [ $set = iris ] && more="--positive setosa --holdout 0.25"
    # shellcheck disable=SC2086
    perceptron explain "$TESTS/../../examples/data/$set.csv" $more --json > $set.json
    /usr/bin/python3 judge.py $set.json "$TESTS/../../examples/data/$set.csv"
done
perceptron explain "$TESTS/../../examples/data/eighty-five.csv" --no-bias --json > nb.json
/usr/bin/python3 judge.py nb.json "$TESTS/../../examples/data/eighty-five.csv"
printf 'x,c\n1,a\n2,b\n' > tiny.csv
perceptron explain tiny.csv | sed -n '/^One pass/,$p'
# Values whose products no double holds: the run may err more often than any bound says, so none is printed. An option
# that would do nothing is refused.
printf 'x,c\n1e-200,a\n-1e-200,b\n' > small.csv
perceptron explain small.csv --no-bias | grep -A1 'no double holds'
perceptron explain small.csv --no-bias --json > small.json
json small.json 'j["one_pass"]["squares"]["mistakes"] is None and j["one_pass"]["hinge"]["mistakes"] is None'
perceptron train --algorithm perceptron tiny.csv -q -o tiny.model
refuses 2 "*--holdout is for a run of explain's own*" perceptron explain tiny.csv tiny.model --holdout 0.5
refuses 2 '*--holdout is for an explanation of two labels*' perceptron explain "$TESTS/../../examples/data/iris.csv" --holdout 0.2
