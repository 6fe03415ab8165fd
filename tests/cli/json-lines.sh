# JSON lines: the rows of a CSV file, their keys in any order, give its weights, from files, pipes, packs and streams.
root=$TESTS/../..
/usr/bin/python3 - "$root/examples/data/breast_cancer.csv" <<'PYTHON'
import csv, json, random, sys
random.seed(3)
rows = list(csv.reader(open(sys.argv[1], encoding="utf-8")))
with open("rows.jsonl", "w") as out:
    for number, row in enumerate(rows[1:]):
        items = [(k, v if k == rows[0][-1] else float(v)) for k, v in zip(rows[0], row)]
        if number > 0:
            random.shuffle(items)
        out.write(json.dumps(dict(items)) + "\n")
open("table.csv", "w").write(open(sys.argv[1], encoding="utf-8").read())
PYTHON
perceptron train --algorithm perceptron table.csv --scale standard --epochs 5 -q -o csv.model
perceptron train --algorithm perceptron rows.jsonl --scale standard --epochs 5 -q -o a.model
perceptron predict csv.model table.csv --scores > wanted
perceptron predict a.model rows.jsonl --scores > found
same wanted found
# A model of a table with named columns reads them by these names.
perceptron predict csv.model rows.jsonl --scores > found
same wanted found
for threads in 1 2 5; do
    perceptron train --algorithm perceptron rows.jsonl --scale standard --epochs 5 --threads $threads -q -o b.model
    same a.model b.model
done
perceptron train --algorithm perceptron - --scale standard --epochs 5 -q -o b.model < rows.jsonl
same a.model b.model
xz -k rows.jsonl
perceptron train --algorithm perceptron rows.jsonl.xz --scale standard --epochs 5 -q -o b.model
same a.model b.model
perceptron pack rows.jsonl -o rows.pack > /dev/null
perceptron train --algorithm perceptron rows.jsonl --epochs 2 -q -o c.model
perceptron train --algorithm perceptron rows.pack --epochs 2 -q -o d.model
perceptron predict c.model rows.jsonl --scores > wanted
perceptron predict d.model rows.jsonl --scores > found
same wanted found
perceptron train --algorithm perceptron rows.jsonl --epochs 1 --order given -q -o e.model
perceptron train --algorithm perceptron rows.jsonl --stream -q -o f.model
perceptron predict e.model rows.jsonl --scores > wanted
perceptron predict f.model rows.jsonl --scores > found
same wanted found
perceptron test a.model rows.jsonl --json > test.json
json test.json 'j["rows"] == 569 and j["error"] < 0.03'
/usr/bin/python3 "$root/tests/oracle/model_reader.py" a.model > read.json
json read.json 'j["recipe"]["format"] == "jsonl"'

# Texts are categories, nested keys have dots, true is 1, null and absent keys are missing.
cat > visits.jsonl <<'END'
{"user": {"age": 31, "city": "Bonn"}, "paid": true, "label": "yes"}
{"user": {"city": "Ulm", "age": 20}, "label": "no", "paid": false}
{"user": {"age": 44, "city": "Bonn"}, "paid": true, "label": "yes"}
{"label": "no", "paid": null, "user": {"city": "K\u00f6ln"}}
END
refuses_to_train 3 "perceptron: visits.jsonl:4:25: cell is missing (empty); use --missing zero, mean or skip" visits.jsonl
perceptron train --algorithm perceptron visits.jsonl --missing mean -q -o v.model
perceptron show v.model --top 10 > shown
for name in user.age paid user.city=Bonn user.city=Ulm user.city=Köln; do
    grep -q " $name\$" shown || fail "$name is not shown: $(< shown)"
done
echo '{"paid": true, "user": {"age": 40, "city": "Bonn"}, "agent": "x", "ip": {"v": 4}}' | perceptron predict v.model - > out 2> err
[[ $(< out) == yes ]] || fail "predicted $(< out)"
[[ $(< err) == "perceptron: note: 2 values left out, under keys that are not known; the first is 'agent'" ]] || fail "said $(< err)"
# A key that comes only after the first rows is not silently lost.
awk 'BEGIN { for (i = 0; i < 60000; i++) printf "{\"x\": %d, \"label\": %d}\n", i, i % 2
             print "{\"x\": 1, \"late\": 2, \"label\": 0}" }' > late.jsonl
perceptron train --algorithm perceptron late.jsonl --epochs 1 -o l.model > /dev/null 2> err
[[ $(< err) == "perceptron: note: 1 value left out, under keys that are not known; the first is 'late'" ]] || fail "said $(< err)"
# Rows without these names, other files behind them, and columns without names are refused.
refuses 3 "perceptron: visits.jsonl:1:68: key 'mean_radius' is absent*" perceptron predict csv.model visits.jsonl
refuses 3 'perceptron: table.csv: is no jsonl, as the files before it are' perceptron predict csv.model rows.jsonl table.csv
tail -n +2 table.csv > bare.csv
perceptron train --algorithm perceptron bare.csv --epochs 1 -q -o bare.model
refuses 3 'perceptron: visits.jsonl: is jsonl; csv is wanted' perceptron predict bare.model visits.jsonl
refuses 2 'perceptron: *--delimiter does nothing for jsonl rows*' perceptron check rows.jsonl --delimiter tab
refuses 2 "perceptron: *--label was settled in training, and not as 'paid'*" perceptron test v.model visits.jsonl --label paid
