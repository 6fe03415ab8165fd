# Beside the label: cells of the row, the next best labels, the features that spoke loudest, names above all.
iris=$TESTS/../../examples/data/iris.csv
perceptron train "$iris" --algorithm averaged --scale standard --epochs 20 -q -o three.model
perceptron train --algorithm perceptron "$iris" --positive setosa --epochs 20 -q -o two.model
/usr/bin/python3 - "$iris" <<'P'
import csv, sys
rows = list(csv.reader(open(sys.argv[1])))
w = csv.writer(open("new.csv", "w"))
w.writerow(["note", *rows[0][:-1], "id", "the, \"long\" name"])
for i, r in enumerate(rows[1:]):
    w.writerow([f"a {i}, \"quoted\"\nline" if i % 7 == 0 else f"n{i}", *r[:-1], 100 + i, "x\ty"])
P
perceptron predict three.model new.csv --keep id,note,7 --top 2 --explain 9 --scores --names > lines
perceptron predict three.model new.csv --keep id,note --top 3 --explain 9 --json > j
perceptron predict three.model new.csv --scores > plain
cat new.csv | perceptron predict three.model - --keep id,note,7 --top 2 --explain 9 --scores --names | cmp - lines
gzip -k new.csv && perceptron predict three.model new.csv.gz --keep id,note,7 --top 2 --explain 9 --scores --names | cmp - lines
perceptron show three.model --json > m
/usr/bin/python3 - <<'P' || fail 'not so'
import csv, json, math
rows = list(csv.DictReader(open("new.csv", newline="")))
lines = [l.rstrip("\n").split("\t") for l in open("lines")]
assert lines[0] == ["id", "note", "7", "label", "score of setosa", "score of versicolor", "score of virginica", "label 1", "score 1",
                    "label 2", "score 2"] + [f"reason {i}" for i in range(1, 10)], lines[0]
plain = [l.rstrip("\n").split("\t") for l in open("plain")]
answers = [json.loads(l) for l in open("j")]
model = json.load(open("m"))
labels = ["setosa", "versicolor", "virginica"]
assert len(lines) == 151 and len(answers) == 150
for row, line, one, a in zip(rows, lines[1:], plain, answers):
    assert line[0] == row["id"] and line[1].replace("\\n", "\n") == row["note"] and line[2] == "x\\ty", line
    assert line[3:7] == one and a["label"] == one[0] and a["kept"] == {"id": row["id"], "note": row["note"]}
    scores = dict(zip(labels, map(float, one[1:])))
    best = sorted(labels, key=lambda l: -scores[l])
    assert line[7] == best[0] and line[9] == best[1] and float(line[8]) == scores[best[0]]
    assert [t["label"] for t in a["top"]] == best
    # The parts, and the difference of the biases, are the difference of the two best scores.
    parts = [r["part"] for r in a["because"]]
    assert parts == sorted(parts, key=lambda p: -abs(p)) and len(line) == 11 + len(parts)
    bias = model["bias"][labels.index(best[0])] - model["bias"][labels.index(best[1])]
    assert math.isclose(sum(parts) + bias, scores[best[0]] - scores[best[1]], rel_tol=1e-9, abs_tol=1e-9)
    assert line[11] == f'{a["because"][0]["feature"]}={json.dumps(a["because"][0]["part"])}' or math.isclose(
        float(line[11].split("=")[1]), a["because"][0]["part"])
P
# Two labels: weight times value, and the bias, are the score.
perceptron predict two.model "$iris" --explain 99 --json > j
perceptron show two.model --json > m
/usr/bin/python3 - "$iris" <<'P' || fail 'not the parts of the score'
import csv, json, math, sys
m = json.load(open("m"))
rows = list(csv.DictReader(open(sys.argv[1])))
for row, a in zip(rows, map(json.loads, open("j"))):
    assert math.isclose(sum(r["part"] for r in a["because"]) + m["bias"], a["score"], rel_tol=1e-12, abs_tol=1e-12)
    names = list(rows[0])[:-1]
    for r in a["because"]:
        assert r["value"] == float(row[r["feature"]])
        assert math.isclose(r["part"], r["value"] * m["weights"][names.index(r["feature"])])
P
perceptron predict two.model "$iris" --top 2 | sed -n 1p > one
[[ $(cut -f1,2 one) == $'setosa\tsetosa' && $(cut -f4 one) == rest ]] || fail "$(< one)"
refuses 2 "perceptron: no column 'nobody' in this file; try*" perceptron predict two.model "$iris" --keep nobody
refuses 2 'perceptron: --names is for lines*' perceptron predict two.model "$iris" --names --json
perceptron train "$iris" --algorithm kernel -q -o kernel.model
refuses 2 'perceptron: a score of kind kernel is no sum*' perceptron predict kernel.model "$iris" --explain 2
perceptron train "$iris" --algorithm averaged --features fourier:20 -q -o made.model
refuses 2 "perceptron: the model's features are made of others*" perceptron predict made.model "$iris" --explain 2
printf 'spam\tbuy now\nham\tsee you\n' > t.tsv
perceptron train --algorithm perceptron t.tsv -q -o t.model
refuses 2 'perceptron: cells are kept of tables*' perceptron predict t.model t.tsv --keep 1
[[ $(perceptron predict t.model t.tsv --explain 1 | sed -n 1p) == $'spam\t'*=* ]]
