# A step whose square no double holds is a step: it is counted, has a length, and is no end of the run.
printf '+1 1:-2.6e-300 2:4.4e-300\n+1 1:-3.5e-300 2:-2.3e-301\n-1 1:-3.8e-300 2:-1.1e-300\n' > tiny.svm
perceptron trace tiny.svm --algorithm gradient-descent --no-bias --epochs 2 --steps 0 --json > j
json j 'j["steps"][2]["batch_step"] and j["steps"][2]["updates"] == 1 and j["stop"]["reason"] == "epochs"'
perceptron train tiny.svm --algorithm batch --no-bias --epochs 2 --json > j
json j 'j["updates"] == 2 and 1e-300 < j["step_norm"] < 1e-298'

# With a free bias two alphas move together or not at all: where no update is told, the weights stay.
printf 'x1,x2,x3,c\n3,4,-3,yes\n-4.42,-0.86,-0.68,yes\n-2.3424098816181402,-1.85468338072491,-1.1949527452605913,no\n' > t.csv
printf '2\n1\n3\n' > order.txt
perceptron trace t.csv --algorithm hard-margin --order order.txt --free-bias --epochs 5 --steps 0 --json > j
json j 'all(b["update"] or (a["w"], a["b"]) == (b["w"], b["b"])
            for a, b in zip(j["steps"], j["steps"][1:]) if a["epoch"] == b["epoch"])'

# Lengths that are lost are not told as 0, neither below a table nor in a record.
printf 'x1,x2,c\n2e-150,2.75e-150,no\n3.5e-150,2.9e-150,no\n-2.3e-151,-1e-150,yes\n' > short.csv
perceptron trace short.csv --rate 1e-20 --no-bias --epochs 20 --json > j
json j 'j["reference"] is None'
perceptron train --algorithm perceptron short.csv --rate 1e-20 --no-bias --epochs 2 -q --record - > j
json j 'all(u["norm"] is None or u["norm"] > 0
            for u in (dict(zip(j["tables"]["updates"]["numbers"], row)) for row in j["tables"]["updates"]["rows"])
            if u["k"] > 0)'

# Rows without a single value have none that is too small.
printf '+1 2:0\n-1\n+1\n' > none.svm
perceptron train none.svm --algorithm pegasos --epochs 2 > out
! grep -q 'values this small' out || fail "$(< out)"

# Large values in one column, large weights in another: the margin is told to its last digits, by train and by show.
printf 'x1,x2,x3,c\n3550000000,-3.01,0.31,yes\n4580000000,2130000000,-0.874,no\n1200000000,-2.77,3.9,no\n' > wide.csv
perceptron train wide.csv --algorithm logistic --order given --epochs 5 -q -o wide.model
perceptron show wide.model --json > j
/usr/bin/python3 - <<'PYTHON' || fail "$(< j)"
import csv, json, math
from fractions import Fraction
j = json.load(open("j"))
w, b = [Fraction(x) for x in j["weights"]], Fraction(j["bias"])
rows = [([Fraction(float(x)) for x in r[:-1]], 1 if r[-1] == "yes" else -1) for r in list(csv.reader(open("wide.csv")))[1:]]
least = min(y * (sum(a * x for a, x in zip(w, row)) + b) for row, y in rows)
root = lambda f: Fraction(math.isqrt(f.numerator * f.denominator << 400), f.denominator << 200)
squares = sum(x * x for x in w)
assert abs(Fraction(j["margin"]["lower"]) * root(squares + b * b) / least - 1) < 1e-9, float(least / root(squares + b * b))
assert abs(Fraction(j["distance"]) * root(squares) / least - 1) < 1e-9, float(least / root(squares))
PYTHON

# A gap is never told smaller than it is: of pulls of 1e-11 1 - p has no digits left.
printf 'x1,x2,c\n-3512000,-4380000,1\n0,-4000000,1\n-2000000,-5000000,1\n-155000,-4919000,1
1984867.813762257,-3056947.889795365,0\n-299481.4337063678,-3089668.5604050923,1\n-200000,-4830000,1\n1510000,-4700000,1\n' > far.csv
perceptron train far.csv --algorithm logistic --C 10 --epochs 100 --json > j
json j '1e-12 < j["gap"] <= 1e-6'

# Advice that can be taken: no rate where there is none, no degree either.
printf 'x,c\n-1.7e-155,b\n-1.1e-155,a\n' > small.csv
refuses_to_train 3 '*overflows; scale the data (--scale standard)' small.csv --algorithm hard-margin --no-bias
printf 'x,c\n-4.79e100,a\n8.9e100,b\n5.6e100,a\n' > large.csv
refuses_to_train 3 "*the kernel's values overflow; scale the data (--scale minmax) or lower the degree" \
    large.csv --algorithm kernel --kernel polynomial --degree 2 --gamma 1

# Weights that are all 0 have no margins, and a zero has no sign; show says what train said.
printf 'x,c\n1,a\n1,b\n' > equal.csv
perceptron train --algorithm perceptron equal.csv --epochs 1 -o zero.model > out
perceptron show zero.model >> out
[[ $(grep -c 'margins  *none  *all weights are 0: there is no boundary' out) == 2 ]] || fail "$(< out)"
printf 'x,c\n1,a\n-1,b\n' > pair.csv
perceptron train --algorithm perceptron pair.csv --epochs 0 --max-updates 1 -o pair.model > out
perceptron show pair.model >> out
grep -q '^  margin  *0  *a row lies on the boundary' out && ! grep -q ' -0 ' out || fail "$(< out)"
# The alphas of rows so small have squares beyond all doubles, which are no gap of 0.
printf '%s\n' x1,x2,x3,c 1.8198104070065967e-140,-4.676241532948413e-140,-8.267471329379718e-141,0 \
    8e-141,3.9479999999999997e-140,-1.94e-140,1 > small.csv
perceptron train small.csv --algorithm hard-margin --no-bias --order given --max-updates 5 --json > j
json j 'j["stop"]["reason"] == "updates" and 0.07 < j["gap"] < 0.08 and j["margin"]["lower"] < 0.97 * j["margin"]["upper"]'
# Where the margin is lost, objective and gap are.
printf '%s\n' x1,x2,c 3.7e-145,2.6e-145,0 3.3e-145,-1.3e-145,0 -3e-145,1e-145,1 > tiny.csv
perceptron train tiny.csv --algorithm hard-margin --no-bias --json > j
json j 'j["radius"] is None and j["objective"] is None and j["gap"] is None'
# What rounding left of the weights has no angle to others.
printf '%s\n' x1,c -5e+153,0 0,1 -5e+153,0 -2e+153,1 -5e+153,0 -2.9999999999999998e+153,0 -4e+153,0 0,1 > wide.csv
perceptron train wide.csv --algorithm perceptron --record wide.run -q
json wide.run 'any(row[-1] is None for row in j["tables"]["updates"]["rows"]) and all(
    row[-1] is row[-2] is None or -1 <= row[-1] <= 1 for row in j["tables"]["updates"]["rows"])'
