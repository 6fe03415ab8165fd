# --on-bad skip leaves bad rows out, counts them and names the first.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o a.model
{ head -5 clouds.csv; echo '1,oops,far'; tail -n +6 clouds.csv; echo '1,2'; } > bad.csv
refuses_to_train 3 'perceptron: bad.csv:6:3: *' bad.csv
perceptron train --algorithm perceptron bad.csv --on-bad skip -o b.model > out 2> err
[[ $(< err) == 'perceptron: note: 2 bad rows skipped; the first is bad.csv:6:3: '* ]] || fail "$(< err)"
perceptron train --algorithm perceptron bad.csv --on-bad=skip --json > j 2> /dev/null
json j 'j["rows"] == 40 and j["skipped"]["bad"] == 2'
perceptron show a.model --json > a.json
perceptron show b.model --json > b.json
/usr/bin/python3 -c 'import json; a, b = (json.load(open(f)) for f in ("a.json", "b.json")); assert a["weights"] == b["weights"]'
