# ARFF: the rows of a CSV file give its weights, dense or sparse, from files, pipes and packs; the model knows the header.
root=$TESTS/../..
/usr/bin/python3 - "$root/examples/data/sonar.csv" <<'PYTHON'
import csv, random, sys
random.seed(5)
rows = list(csv.reader(open(sys.argv[1], encoding="utf-8")))
names, rows = rows[0] + ["kind"], [r + [random.choice(("red", "dark blue", "it's"))] for r in rows[1:]]
names[-2], names[-1] = names[-1], names[-2]
for r in rows:
    r[-2], r[-1] = r[-1], r[-2]
labels = sorted({r[-1] for r in rows})
def quoted(text):
    return "'" + text.replace("'", "\\'") + "'"
head = "% made from a table\n@RELATION rows\n\n" + "".join("@ATTRIBUTE %s real\n" % n for n in names[:-2])
head += "@attribute %s {red, 'dark blue', \"it's\"}\n@attribute %s {%s}\n\n@DATA\n" % (names[-2], names[-1], ", ".join(labels))
with open("table.csv", "w", newline="") as out:
    csv.writer(out, lineterminator="\n").writerows([names] + rows)
with open("dense.arff", "w") as out:
    out.write(head + "".join(",".join(r[:-2] + [quoted(r[-2]), r[-1]]) + "\n" for r in rows))
with open("sparse.arff", "w") as out:
    out.write(head)
    for r in rows:
        cells = ["%d %s" % (j, v) for j, v in enumerate(r[:-2]) if float(v) != 0]
        cells += ["%d %s" % (len(r) - 2, quoted(r[-2]))] if r[-2] != "red" else []
        cells += ["%d %s" % (len(r) - 1, r[-1])] if r[-1] != labels[0] else []
        out.write("{" + ", ".join(cells) + "}\n")
PYTHON
train() {
    perceptron train --algorithm perceptron "$@" --scale standard --epochs 5 -q
}
train table.csv --one-hot kind -o csv.model
train dense.arff -o dense.model
train sparse.arff -o sparse.model
perceptron predict csv.model table.csv --scores > wanted
perceptron predict dense.model dense.arff --scores > found
same wanted found
same dense.model sparse.model
perceptron predict dense.model sparse.arff --scores > found
same wanted found
grep -v '^[@%]' sparse.arff | perceptron predict dense.model - --scores > found    # rows alone, in the order of the columns
same wanted found
sed 's/,[^,]*$//' <(grep -v '^[@%]' dense.arff) | perceptron predict dense.model - --scores > found   # without labels
same wanted found
for threads in 1 2 5; do
    train dense.arff --threads $threads -o b.model
    same dense.model b.model
done
train - -o b.model < dense.arff
same dense.model b.model
perceptron pack dense.arff -o rows.pack > /dev/null
perceptron train --algorithm perceptron dense.arff --epochs 2 -q -o a.model
perceptron train --algorithm perceptron rows.pack --epochs 2 -q -o b.model
perceptron predict a.model dense.arff --scores > wanted
perceptron predict b.model dense.arff --scores > found
same wanted found
perceptron train --algorithm perceptron dense.arff --epochs 1 --order given -q -o a.model
perceptron train --algorithm perceptron dense.arff --stream -q -o b.model
perceptron predict a.model dense.arff --scores > wanted
perceptron predict b.model dense.arff --scores > found
same wanted found
/usr/bin/python3 "$root/tests/oracle/model_reader.py" dense.model > read.json
json read.json 'j["recipe"]["format"] == "arff" and "kind=dark blue" in j["recipe"]["declared"]'

# What is wrong has a place; what a header does not list is no value.
{ cat dense.arff; head -1 <(grep -v '^[@%]' dense.arff | grep .) | sed "s/'[^,]*'/green/"; } > green.arff
refuses_to_train 3 "perceptron: green.arff:*: 'green' is none of the values that @attribute kind lists" green.arff
printf '@relation r\n@attribute t date\n@attribute x real\n@attribute y {a,b}\n@data\n2024-01-02,1,a\n2024-01-03,2,b\n' > dates.arff
refuses_to_train 3 "perceptron: dates.arff: column 't' holds dates, which are no numbers; use --dates t to count days, or --ignore t" dates.arff
perceptron train --algorithm perceptron dates.arff --dates t -q
perceptron train --algorithm perceptron dates.arff --ignore t -q
