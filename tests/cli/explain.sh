# The theorem in the data's own numbers; the inequalities hold; with a model, its run.
clouds > clouds.csv
perceptron explain clouds.csv > report
for line in '1. The rows are separable' '2. The theorem' '3. This run' '4. Why it must end' '5. The angle' \
    '6. What was found'; do
    grep -qx "$line" report || fail "no '$line'"
done
grep -q 'so [0-9,]* updates at most\.$' report
perceptron explain clouds.csv --json > j
json j 'j["verdict"] == "separable" and j["run"]["trained_here"] and j["run"]["theorem_applies"]'
json j 'j["run"]["updates"] <= j["k_max"]["upper"] and 0 < j["run"]["share_of_bound"] <= 1'
json j 'j["run"]["lemma1"]["left"] >= j["run"]["lemma1"]["right"] * (1 - 1e-9)'
json j 'j["run"]["lemma2"]["left"] <= j["run"]["lemma2"]["right"] * (1 + 1e-9)'
json j '1 + 1e-9 >= j["run"]["cosine"] >= j["run"]["cosine_bound"] * (1 - 1e-9) > 0'
json j 'j["run"]["margin"] <= j["margin"]["theorem"]["upper"] * (1 + 1e-9)'
perceptron train --algorithm perceptron clouds.csv --order given --rate 0.5 -q -o half.model
perceptron explain clouds.csv half.model --json > half
perceptron explain clouds.csv --order given --json > own
/usr/bin/python3 - <<'PYTHON'
import json
half, own = (json.load(open(name))["run"] for name in ("half", "own"))
assert half.pop("trained_here") is False and own.pop("trained_here") is True
assert half["lemma1"] == own["lemma1"] and half["lemma2"] == own["lemma2"] and half["updates"] == own["updates"]
PYTHON
perceptron train clouds.csv --algorithm pocket -q -o pocket.model
perceptron explain clouds.csv pocket.model > report
grep -q '^model was trained otherwise. What holds for its run (pocket): updates at most$' report
perceptron explain clouds.csv pocket.model --json > j
json j 'not j["run"]["theorem_applies"] and j["run"]["cosine_bound"] is None and j["run"]["cosine"] > 0'
perceptron train clouds.csv --algorithm kernel -q -o kernel.model
perceptron train --algorithm perceptron clouds.csv --scale standard -q -o scaled.model
perceptron explain clouds.csv scaled.model | grep -q '^The rows are taken as scaled (standard)\.$'
refuses 3 'perceptron: an explanation is about linear models, and this one is *' perceptron explain clouds.csv kernel.model
