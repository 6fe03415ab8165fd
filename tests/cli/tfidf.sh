# --scale tfidf: words weighed as an obvious program weighs them, in messages, hashed, in columns and in files of counts.
root=$TESTS/../..
/usr/bin/python3 - <<'PYTHON'
import random
random.seed(2)
common = "the a of to and in".split()
topics = {"sport": "goal team match ball win".split(), "food": "bread soup salt cook win".split()}
with open("m.tsv", "w") as out, open("m.csv", "w") as table:
    table.write("body,label\n")
    for i in range(200):
        label = ("sport", "food")[i % 2]
        text = " ".join(random.choices(common, k=8) + random.choices(topics[label], k=2))
        out.write("%s\t%s\n" % (label, text))
        table.write("%s,%s\n" % (text, label))
PYTHON
perceptron train m.tsv --scale tfidf --algorithm averaged --epochs 5 -q -o a.model
perceptron predict a.model m.tsv --scores > scores
perceptron export a.model --to json -o a.json
/usr/bin/python3 - <<'PYTHON' || fail "weights of words are not those of the obvious program"
import json, math
rows = [line.rstrip("\n").split("\t")[1].split() for line in open("m.tsv")]
model = json.load(open("a.json"))
weights = {f["name"]: (f["factor"], f["weights"][0]) for f in model["features"]}
for word, (factor, _) in weights.items():
    df = sum(word in row for row in rows)
    assert abs(factor - (1 + math.log((1 + len(rows)) / (1 + df)))) < 1e-14, word
for row, line in zip(rows, open("scores")):
    x = {w: (1 + math.log(row.count(w))) * weights[w][0] for w in set(row)}
    norm = math.sqrt(math.fsum(v * v for v in x.values()))
    score = math.fsum(v / norm * weights[w][1] for w, v in x.items()) + model["bias"][0]
    assert abs(score - float(line.split("\t")[1])) < 1e-12, (score, line)
PYTHON
for threads in 1 2 5; do
    perceptron train m.tsv --scale tfidf --algorithm averaged --epochs 5 --threads $threads -q -o b.model
    same a.model b.model
done
perceptron train m.csv --text body --scale tfidf --algorithm averaged --epochs 5 -q -o c.model
perceptron predict c.model m.csv --scores > found
same scores found
perceptron train m.tsv --scale tfidf --hash-bits 10 --algorithm averaged --epochs 5 -q -o h.model
perceptron test h.model m.tsv --json > test.json
json test.json 'j["error"] < 0.02'
perceptron pack m.tsv -o m.pack > /dev/null
perceptron train m.pack --scale tfidf --algorithm averaged --epochs 5 -q -o p.model
perceptron predict p.model m.tsv --scores > found
same scores found
/usr/bin/python3 "$root/tests/oracle/model_reader.py" a.model > read.json
json read.json 'j["recipe"]["scaling"] == "tfidf" and j["recipe"]["shift"] is None'
refuses 2 "perceptron: *scaling 'tfidf' looks at all rows before the first is learned from; *" perceptron train --algorithm perceptron m.tsv --stream --scale tfidf
clouds > d.csv
refuses_to_train 2 "perceptron: *scaling 'tfidf' weighs words, and these rows have columns of numbers*" d.csv --scale tfidf
printf '+1 1:1 2:-1\n-1 2:3\n' > d.svm
refuses_to_train 3 "perceptron: d.svm: scaling 'tfidf' weighs counts, and feature '2' has values below 0" d.svm --scale tfidf
