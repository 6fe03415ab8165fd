# Where a budget ran out the report says so, with what to try next.
noise 60 3 > noise.csv
perceptron train --algorithm perceptron noise.csv --epochs 4 -o noise.model > report
grep -q '^Stopped: epochs\. The 4 epochs allowed were used up' report
grep -q '^What to try next$' report
grep -q -- '--algorithm averaged' report
grep -q -- '--algorithm pocket' report
! grep -q -- '--resume' report || fail "longer training of rows that cannot be separated"
perceptron train --algorithm perceptron noise.csv --epochs 4 --no-diagnose -o noise.model > report
grep -q -- '--resume noise.model --epochs 40' report
perceptron train --algorithm perceptron noise.csv --max-updates 5 --json > updates.json
json updates.json 'j["stop"]["reason"] == "updates" and j["updates"] == 5'
perceptron train --algorithm perceptron noise.csv --epochs 0 --time 0.05 --json > time.json
json time.json 'j["stop"]["reason"] == "time" and j["updates"] > 0'
awk 'BEGIN { print "a,b,label"; for (i = 0; i < 50; i++) printf "%g,%g,%s\n", (i * 37 % 50) * 1e-5, (i * 17 % 50) * 100, i % 3 ? "u" : "v" }' > scales.csv
perceptron train --algorithm perceptron scales.csv --epochs 3 > scales.report
grep -q -- '--scale standard' scales.report
