# A run that a budget ended says whether it could have ended by itself; nothing of that is in the model.
clouds > clouds.csv
noise 60 3 > noise.csv
perceptron train --algorithm perceptron noise.csv --epochs 3 -o with.model > report
grep -q '^These rows cannot be separated: noise.csv:' report
grep -q "^That is proved, in [0-9.]* s; 'perceptron certify' shows how\.$" report
# A short proof does not wait for FLINT to be loaded.
LD_DEBUG=files perceptron train --algorithm perceptron noise.csv --epochs 3 > report 2> loaded
grep -q '^That is proved' report
! grep -q libflint loaded || fail "FLINT was loaded for a system of four equations"
perceptron train --algorithm perceptron noise.csv --epochs 3 --no-diagnose -o without.model > report
! grep -q 'separated' <(grep -v 'if the rows can be' report) || fail "diagnosed all the same"
same with.model without.model
perceptron train --algorithm perceptron clouds.csv --max-updates 1 --rate 0.1 > report
grep -q '^Stopped: updates' report
grep -q '^These rows can be separated: ' report
perceptron train --algorithm perceptron clouds.csv --max-updates 1 --scale standard --json > j
json j 'j["diagnosis"]["verdict"] == "separable" and j["diagnosis"]["values"] == "decimal" and j["diagnosis"]["literal"]'
# Scaled in floating point these three rows come apart; certify proves that they do not, and so does the diagnosis.
printf '%s\n' 0.1,0.3,a 0.2,0.6,b 0.3,0.9,a > tenths.csv
perceptron train --algorithm perceptron tenths.csv --header no --scale standard --epochs 20 > report
grep -q '^These rows cannot be separated: tenths.csv:1, tenths.csv:2 and tenths.csv:3 contradict each other' report
# What cannot be read again is spoken of as it was read.
perceptron train --algorithm perceptron - --header no --scale standard --epochs 20 < tenths.csv > report
grep -q '^These rows, with the numbers as they were read, can be separated' report
grep -q '^(They are binary numbers, exactly: the rows as scaled, each value rounded; .perceptron certify' report
perceptron train --algorithm perceptron noise.csv --epochs 3 --json > j
json j 'j["diagnosis"]["verdict"] == "not separable" and j["diagnosis"]["rows"][0]["file"] == "noise.csv"'
perceptron train --algorithm perceptron clouds.csv --json > j
json j 'j["stop"]["reason"] == "separated" and j["diagnosis"] is None'
perceptron train --algorithm perceptron noise.csv --epochs 3 --holdout 0.2 > report
grep -q '^All rows together, held-out ones included, cannot be separated: ' report
# Boundaries that bend are another question.
perceptron train noise.csv --algorithm kernel --epochs 1 --json > j
json j 'j["stop"]["reason"] == "epochs" and j["diagnosis"] is None'
# A state that came back names the rows as well.
xor > xor.csv
perceptron train --algorithm perceptron xor.csv --order given > report
grep -q '^Stopped: not separable' report
grep -q '^These rows cannot be separated: xor.csv:2, xor.csv:3, xor.csv:4 and xor.csv:5 contradict each other\.$' report
# Many rows: a contradiction among some of them, which is one of all; whether they can be separated is not looked for long.
perceptron gen dense --rows 20000 --dimensions 20 --noise 0.1 --format csv -o many.csv
perceptron train many.csv --epochs 1 --json > j
/usr/bin/python3 - <<'EOF' || fail "the rows named do not add up to zero"
import json
from fractions import Fraction
told, rows = json.load(open("j"))["diagnosis"], [line.split(",") for line in open("many.csv").read().split()]
label = rows[0].index("label")
total = [Fraction(0)] * len(rows[0])
for r in told["rows"]:
    row = rows[r["line"] - 1]
    by = int(r["multiplier"]) * (1 if row[label] == told["positive"] else -1)
    total = [t + by * (1 if j == label else Fraction(x)) for j, (t, x) in enumerate(zip(total, row))]
assert told["verdict"] == "not separable" and told["rows"] and not any(total)
EOF
perceptron gen dense --rows 20000 --dimensions 20 --margin 0.01 --format csv -o apart.csv
perceptron train apart.csv --epochs 1 > report
grep -q '^Whether the rows can be separated at all is not known: to prove it would take more than a$' report
perceptron train apart.csv --epochs 1 --json > j
json j 'j["diagnosis"]["verdict"] == "undecided" and j["diagnosis"]["why"] == "it would take more work"'
