# A threshold found on the rows held out, kept in the model, and what goes by it; which rows those were.
sonar=$TESTS/../../examples/data/sonar.csv
perceptron train "$sonar" --algorithm averaged --holdout 0.4 --threshold-for precision=0.9 --holdout-rows held \
    --json -o m.model > j
json j 'j["held_out"]["rows"] == j["holdout_rows"] == 83 and j["held_out"]["threshold_for"]["wanted"] == "precision=0.9"'
json j 'j["held_out"]["threshold_for"]["reached"] and j["held_out"]["threshold_for"]["precision"] >= 0.9'
[[ $(wc -l < held) == 83 ]] || fail 'not every row is listed'
# The rows listed, tested by the model: the same numbers as train gave.
{ head -1 "$sonar"; while read -r row place; do
    [[ $place == "$sonar:$((row + 1))" ]] || fail "row $row is at $place"
    sed -n "$((row + 1))p" "$sonar"
done < held; } > held.csv
perceptron test m.model held.csv --json > t
/usr/bin/python3 - <<'P' || fail 'train and test differ on the rows held out'
import json
a, b = json.load(open("j"))["held_out"], json.load(open("t"))
for name in b:
    if name not in ("skipped", "unseen"):
        assert a[name] == b[name], (name, a[name], b[name])
assert b["per_class"][1]["precision"] == a["threshold_for"]["precision"]
P
# In words, both say the same lines.
perceptron train "$sonar" --algorithm averaged --holdout 0.4 --threshold-for precision=0.9 > words
perceptron test m.model held.csv > lines
sed -n '/^On the 83 rows held out$/,/^The threshold/p' words | sed '1d;$d' | sed '$d' | diff - lines || fail 'other lines'
perceptron show m.model --json > s
/usr/bin/python3 -c '
import json
j, s = json.load(open("j")), json.load(open("s"))
assert s["threshold"] == j["held_out"]["threshold_for"]["threshold"]'
# predict, the loader written from the format alone, and --threshold agree.
at=$(/usr/bin/python3 -c 'import json; print(repr(json.load(open("s"))["threshold"]))')
perceptron predict m.model "$sonar" --scores > own
perceptron predict m.model "$sonar" --scores --threshold "$at" | diff - own || fail 'not its own threshold'
perceptron predict m.model "$sonar" --threshold 0 | diff - <(cut -f1 own) > /dev/null && fail 'the threshold changes nothing'
PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$TESTS/../oracle/compare_predictions.py" m.model "$sonar" own 1e-9
perceptron export m.model --to json | grep -q '"threshold": '
refuses 2 'perceptron: the model*threshold*json*' perceptron export m.model --to c
refuses 2 'perceptron: --threshold-for does nothing without --holdout*' perceptron train --algorithm perceptron "$sonar" --threshold-for f1
refuses 2 "perceptron: threshold-for is 'best', wanted *" perceptron train --algorithm perceptron "$sonar" --holdout 0.2 --threshold-for best
refuses 2 'perceptron: --holdout-rows lists *' perceptron train --algorithm perceptron "$sonar" --holdout-rows x
# The same model whatever the threads; resumed, too.
for threads in 1 3; do
    perceptron train "$sonar" --algorithm averaged --holdout 0.4 --threshold-for precision=0.9 --threads $threads -q -o t.model
    cmp t.model m.model
done
perceptron train "$sonar" --algorithm averaged --holdout 0.4 --threshold-for precision=0.9 --epochs 8 -q -o t.model
perceptron train "$sonar" --resume t.model --epochs 20 -q -o t.model
perceptron show t.model --json > again
json again "j['threshold'] == $at"
# Pictures of both curves, from the rows held out or given.
perceptron train "$sonar" --algorithm averaged --holdout 0.4 -q --record r.json --report page.html -o m.model
mkdir pictures && perceptron report r.json --pictures pictures
for name in roc precision; do grep -q 'rows held out' pictures/$name.svg || fail "no picture $name"; done
grep -q 'The ROC curve' page.html
