# --text: the words of a column beside numbers and categories, in CSV, TSV and JSON lines; the header over messages is seen.
root=$TESTS/../..
/usr/bin/python3 - <<'PYTHON'
import csv, json, random
random.seed(11)
good, bad, both = "thanks noon lunch report meeting".split(), "win prize free cash click".split(), "the a of now you".split()
rows = []
for i in range(300):
    spam = i % 3 == 0
    words = random.choices(bad if spam else good, k=2) + random.choices(both, k=5)
    random.shuffle(words)
    rows.append((round(random.gauss(2 if spam else 1, 1), 2), random.choice(("web", "phone")),
                 "%s, \"%s\"; %s" % (words[0].upper(), " ".join(words[1:4]), " ".join(words[4:])), "spam" if spam else "ham"))
names = ["length", "source", "body", "label"]
for name, delimiter in (("rows.csv", ","), ("rows.tsv", "\t")):
    with open(name, "w", newline="") as out:
        csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows([names] + rows)
with open("rows.jsonl", "w") as out:
    for row in rows:
        out.write(json.dumps(dict(zip(names, row))) + "\n")
with open("messages.tsv", "w") as out:
    out.write("label\ttext\n" + "".join("%s\t%s\n" % (r[3], r[2]) for r in rows))
PYTHON
perceptron train --algorithm perceptron rows.csv --text body --one-hot source -q -o csv.model
perceptron train --algorithm perceptron rows.tsv --text body --one-hot source -q -o tsv.model
perceptron train --algorithm perceptron rows.jsonl --text body -q -o json.model
perceptron predict csv.model rows.csv --scores > wanted
perceptron predict tsv.model rows.tsv --scores > found
same wanted found
perceptron predict json.model rows.jsonl --scores > found
same wanted found
for threads in 1 2 5; do
    perceptron train --algorithm perceptron rows.csv --text body --one-hot source --threads $threads -q -o b.model
    same csv.model b.model
done
perceptron test csv.model rows.csv --json > test.json
json test.json 'j["error"] == 0'
perceptron show csv.model --top 3 > shown
grep -q ' body:free$\| body:win$\| body:prize$\| body:cash$\| body:click$' shown || fail "no word is shown: $(< shown)"
echo '2.5,web,click brandnewword' | perceptron predict csv.model - > out 2> err
[[ $(< err) == 'perceptron: note: the model does not know 1 word of these rows; left out' ]] || fail "said $(< err)"
perceptron train --algorithm perceptron rows.csv --text body --one-hot source --hash-bits 12 -q -o h.model
perceptron test h.model rows.csv --json > test.json
json test.json 'j["error"] < 0.02'
perceptron train --algorithm perceptron rows.jsonl --text body --hash-bits 12 -q -o j.model
perceptron predict h.model rows.csv --scores > wanted
perceptron predict j.model rows.jsonl --scores > found
same wanted found
perceptron train --algorithm perceptron rows.csv --text body --one-hot source --order given --epochs 1 -q -o a.model
perceptron train --algorithm perceptron rows.csv --text body --one-hot source --stream -q -o b.model
perceptron predict a.model rows.csv --scores > wanted
perceptron predict b.model rows.csv --scores > found
same wanted found
perceptron export csv.model --to json -o m.json
json m.json 'any(f.get("column") == "body" and f.get("word") == "free" for f in j["features"])'
/usr/bin/python3 "$root/tests/oracle/model_reader.py" csv.model > read.json
json read.json '[c["role"] for c in j["recipe"]["columns"]] == ["number", "category", "text", "label"]'
refuses 2 "perceptron: *column 'body' cannot be both * and text*" perceptron check rows.csv --text body --ignore body
refuses 2 "perceptron: *--text does nothing for text rows*" perceptron check messages.tsv --text body

# A header over label and text is no message.
perceptron check messages.tsv > out 2> err
grep -q '300 rows' out || fail "the header is a row: $(< out)"
[[ $(< err) == 'perceptron: note: the first line names the columns and is no row (--header no makes it one)' ]] || fail "said $(< err)"
perceptron check messages.tsv --header no > out
grep -q '301 rows' out || fail "--header no: $(< out)"
perceptron train --algorithm perceptron messages.tsv -q -o m.model
(($(perceptron predict m.model messages.tsv | wc -l) == 300)) || fail "the header is predicted"
