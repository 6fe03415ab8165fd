# Lines dealt out into files: shares exact, of each label too; groups together; headers repeated; nothing lost or changed.
iris=$TESTS/../../examples/data/iris.csv
perceptron split "$iris" --parts 0.8,0.2 > said
grep -q "^iris-train.csv: 120 rows, 40 of 'setosa', 40 of 'versicolor', 40 of 'virginica'$" said
[[ $(wc -l < iris-test.csv) == 31 && $(head -1 iris-test.csv) == "$(head -1 "$iris")" ]]
sort <(tail -n +2 iris-train.csv) <(tail -n +2 iris-test.csv) | cmp - <(tail -n +2 "$iris" | sort)
# In the order of the file.
diff "$iris" iris-train.csv | grep -c '^>' && fail 'the order has changed' || true
refuses 4 'perceptron: iris-train.csv is there already*' perceptron split "$iris"
cp iris-test.csv first.csv; rm iris-t*
perceptron split "$iris" -q && cmp iris-test.csv first.csv
perceptron split "$iris" --seed 2 -o other -q && ! cmp -s other-test.csv first.csv
perceptron train --algorithm perceptron iris-train.csv -q -o m.model && perceptron test m.model iris-test.csv > /dev/null

# Groups, quotes with line ends, Windows' line ends, no end of the last line.
/usr/bin/python3 - <<'P'
import random
random.seed(5)
with open("visits.csv", "w", newline="") as f:
    f.write("patient,note,x,ill\r\n")
    for i in range(400):
        p = random.randrange(60)
        note = f'"two\r\nlines, {i}"' if i % 9 == 0 else f"n{i}"
        f.write(f"p{p},{note},{random.random():.3f},{'yes' if p % 3 == 0 else 'no'}" + ("\r\n" if i < 399 else ""))
P
perceptron split visits.csv --parts 6,2,2 --names a,b,c --group patient --label ill -o v/x -q 2> e && fail 'no folder' || true
mkdir v
perceptron split visits.csv --parts 6,2,2 --names a,b,c --group patient --label ill -o v/x --json > j
/usr/bin/python3 - <<'P' || fail 'groups'
import csv, json
j = json.load(open("j"))
whole = open("visits.csv", "rb").read()
rows = [list(csv.reader(open(f"v/x-{n}.csv", newline="")))[1:] for n in "abc"]
assert [len(r) for r in rows] == [p["rows"] for p in j["parts"]] and sum(map(len, rows)) == 400
groups = [{r[0] for r in part} for part in rows]
assert not groups[0] & groups[1] and not groups[0] & groups[2] and not groups[1] & groups[2]
for part, share in zip(j["parts"], (0.6, 0.2, 0.2)):
    assert abs(part["rows"] - 400 * share) <= 12, j
    for label in ("yes", "no"):
        total = sum(p["labels"][label] for p in j["parts"])
        assert abs(part["labels"][label] - share * total) <= 10, j
for n in "abc":
    text = open(f"v/x-{n}.csv", "rb").read()
    assert text.startswith(b"patient,note,x,ill\r\n")
assert sorted(b"".join(open(f"v/x-{n}.csv", "rb").read()[20:].replace(b"\r\n", b"\n") for n in "abc")) \
    == sorted(whole[20:].replace(b"\r\n", b"\n") + b"\n")
P
# Other lines: LIBSVM, label<TAB>text, packed ones; what has no lines is refused.
perceptron gen blobs --rows 101 --seed 3 --format libsvm -o g.svm
perceptron split g.svm --parts 0.5,0.25,0.25 --json > j
json j '[p["rows"] for p in j["parts"]] in ([51, 25, 25], [50, 26, 25], [50, 25, 26]) and j["parts"][1]["file"] == "g-valid.svm"'
sort g-train.svm g-valid.svm g-test.svm | cmp - <(sort g.svm)
printf 'spam\tbuy now\nham\tsee you\nspam\tfree\nham\thello\n' > t.tsv
gzip -k t.tsv
perceptron split t.tsv.gz --parts 0.5,0.5 -q
[[ $(sort t-train.tsv t-test.tsv) == "$(sort t.tsv)" && $(grep -c spam t-train.tsv) == 1 ]]
perceptron pack "$iris" -o iris.pack > /dev/null
refuses 3 'perceptron: iris.pack: is a pack*' perceptron split iris.pack
/usr/bin/python3 -c 'import numpy; numpy.save("a.npy", numpy.array([[1.0, 2, 0], [2, 1, 1]]))'
refuses 2 'perceptron: *do not stand in lines*' perceptron split a.npy --label 3

refuses 2 'perceptron: a pipe cannot be read twice*' perceptron split -
refuses 2 "perceptron: no column 'nobody'*" perceptron split "$iris" --group nobody -o z
refuses 2 "perceptron: parts is '1', wanted two*" perceptron split "$iris" --parts 1
refuses 2 'perceptron: the shares of --parts 0.5,0.2 sum to 0.7*' perceptron split "$iris" --parts 0.5,0.2
refuses 2 "perceptron: names is 'a', wanted one for each of 2 parts*" perceptron split "$iris" --names a
[[ -z $(compgen -G 'z-*') ]]
# Exact for many labels of any sizes.
/usr/bin/python3 - <<'P' > many.csv
import random
random.seed(1)
print("x,class")
for label in range(23):
    for i in range(random.randrange(1, 40)):
        print(f"{random.random()},c{label}")
P
perceptron split many.csv --parts 0.7,0.2,0.1 --json > j
json j 'all(abs(p["rows"] - p["share"] * j["rows"]) < 1.01 for p in j["parts"])'
json j 'all(abs(p["labels"][l] - p["share"] * sum(q["labels"][l] for q in j["parts"])) < 1 for p in j["parts"] for l in p["labels"])'
