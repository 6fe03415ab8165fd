# Cells as people write them: decimal commas, marks for missing ones, dates, yes and no, comments, any delimiter. The model
# keeps how they are written, so that predict, an export, a pack, a stream and any number of threads read the same rows.
/usr/bin/python3 - <<'PYTHON'
import random
r = random.Random(3)
def rows(n):
    for i in range(n):
        a, b = r.gauss(0, 1), r.gauss(50, 20)
        yes = r.random() < 0.5
        label = "good" if a + (b - 50) / 20 + yes > 0.5 else "bad"
        yield [f"{a:.3f}".replace(".", ","), r.choice(["-", ".", "lost", "-999"]) if r.random() < 0.1 else f"{b:.1f}".replace(".", ","),
               r.choice(["TRUE", "True"]) if yes else "false", f"{r.randint(1, 28)}.{r.randint(1, 12)}.2024",
               r.choice(["red", "green", "light blue"]), label]
head = "x;height, in cm;known;seen;colour;class"
for name, n in (("train.csv", 300), ("new.csv", 60)):
    with open(name, "wb") as f:
        f.write(b"\xef\xbb\xbf# a list\r\n# made by hand; in a hurry\r\n")
        f.write((head + "\r\n").encode())
        for i, row in enumerate(rows(n)):
            f.write((";".join(row) + "\r\n").encode())
            if i == 20:
                f.write(b"% half time\r\n")
PYTHON
cells=(--decimal , --comment % --na lost,-999 --dates seen --missing mean --missing-indicator 'auto' --one-hot auto --scale standard)
refuses_to_train 3 "*train.csv:4:1: '*,*' is not a number; use --decimal , if a comma stands before decimals*" train.csv --one-hot auto --comment %
perceptron train train.csv "${cells[@]}" --algorithm averaged --epochs 5 -q -o m.model
perceptron predict m.model new.csv --scores -q > all
[[ $(grep -n '^?' all) == $'22:?\t' ]] || fail "the comment's line: $(grep -n '^?' all)"
sed 22d all > ours
[[ $(wc -l < ours) -eq 60 ]] || fail "$(wc -l < ours) answers for 60 rows"
perceptron show m.model --top 20 > shown
grep -q 'height, in cm=missing' shown || fail "no feature for missing cells: $(< shown)"
# A raw line without its file, and without its label.
sed -n '5p' new.csv | perceptron predict m.model - --scores -q > one
same <(sed -n 2p ours) one
sed -n '5s/;[a-z]*\r$//p' new.csv | perceptron predict m.model - --scores -q > one
same <(sed -n 2p ours) one
# The same bytes from one thread and from eight, from a pipe and from a pack.
for threads in 1 8; do
    perceptron train train.csv "${cells[@]}" --algorithm averaged --epochs 5 --threads $threads -q -o t.model
    same m.model t.model
done
perceptron train - "${cells[@]}" --algorithm averaged --epochs 5 -q -o t.model < train.csv
same m.model t.model
read_as=("${cells[@]:0:${#cells[@]}-2}")
perceptron pack train.csv "${read_as[@]}" -q -o train.pack
perceptron train train.pack --scale standard --algorithm averaged --epochs 5 -q -o t.model
perceptron predict t.model new.csv --scores -q > packed
same all packed
# A stream reads the cells in the same way: one pass in the given order, without means and scales.
stream=("${cells[@]}")
stream=(--decimal , --comment % --na lost,-999 --dates seen --missing zero --missing-indicator auto --one-hot auto)
perceptron train --algorithm perceptron train.csv "${stream[@]}" --epochs 1 --order given -q -o a.model
perceptron train --algorithm perceptron train.csv "${stream[@]}" --stream -q -o b.model
perceptron predict a.model new.csv --scores -q > a
perceptron predict b.model new.csv --scores -q > b
same a b
# JSON and C score as predict does; the document and the file agree.
perceptron export m.model --to json > m.json
grep -v '^%' new.csv | sed -n '3,$p' | tr -d '\r' > plain.csv
/usr/bin/python3 "$TESTS/../oracle/export_reader.py" m.json plain.csv > theirs
/usr/bin/python3 - ours theirs <<'PYTHON'
import sys
a, b = ([l.rstrip("\n").split("\t") for l in open(p)] for p in sys.argv[1:])
assert len(a) == len(b) == 60
for x, y in zip(a, b):
    assert x[0] == y[0] and abs(float(x[1]) - float(y[1])) <= 1e-9 * (1 + abs(float(x[1]))), (x, y)
PYTHON
perceptron import m.json -o again.model
perceptron predict again.model new.csv --scores -q > again
same all again
perceptron export m.model --to c > m.c
grep -q "'NAME=missing' is 1 where NAME is missing" m.c || fail 'the C source does not say what marks are'
"${CC:-cc}" -std=c99 -Werror -c m.c
PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$TESTS/../oracle/model_reader.py" m.model > read
json read 'j["recipe"]["decimal"] == "," and j["recipe"]["comment"] == "%" and j["recipe"]["na"] == ["lost", "-999"] and j["recipe"]["whole"]'
json read '[c["cells"] for c in j["recipe"]["columns"]] == ["number", "number", "yes or no", "date", "number", "number"]'
json read 'j["recipe"]["columns"][1]["missing"] == 4 and j["recipe"]["n_numbers"] == 5 and j["features"] == 8'
# What was settled in training cannot be said otherwise later.
refuses 2 '*decimal was settled in training*' perceptron predict m.model new.csv --decimal .
refuses 2 '*na was settled in training*' perceptron predict m.model new.csv --na gone
refuses 2 '*dates was settled in training*' perceptron predict m.model new.csv --dates x
# A word among a thousand numbers does not make a column of categories: it is named, with what to do.
awk -v OFS=, 'BEGIN { print "a,b,class"; for (i = 0; i < 1000; i++) print i % 37, (i == 700 ? "oops" : i % 11), (i % 37 > 18 ? "u" : "v") }' > stray.csv
refuses_to_train 3 "perceptron: stray.csv:702:4: 'oops' is not a number as in the rows before; use --na oops*" stray.csv --one-hot auto
sed 's/oops/-/' stray.csv > dash.csv
perceptron check dash.csv --one-hot auto --missing mean 2>&1 | grep -q '1,000 rows, 2 features' || fail 'a dash made categories'
perceptron train --algorithm perceptron stray.csv --one-hot auto --na oops --missing mean -q -o a.model
perceptron train --algorithm perceptron dash.csv --one-hot auto --missing mean -q -o b.model
perceptron predict a.model dash.csv --scores -q --na oops > a
perceptron predict b.model dash.csv --scores -q > b
same a b
# Lines before the header: as many as said; later files may have them or not. A pipe of rows alone is never cut.
{ printf 'Report of today\nsecond; line\n'; cat stray.csv; } | sed 's/oops/5/' > skip.csv
perceptron train --algorithm perceptron skip.csv --skip-lines 2 -q -o m.model
perceptron predict m.model skip.csv > a
sed 1,2d skip.csv > bare.csv
perceptron predict m.model bare.csv > b
same a b
[[ $(tail -3 bare.csv | perceptron predict m.model - | wc -l) -eq 3 ]] || fail 'rows were taken for a preamble'
# Bars, spaces, any sign.
for sign in '|' ' ' ':' '^'; do
    tr , "$sign" < bare.csv > signs.txt
    perceptron train --algorithm perceptron signs.txt --delimiter "$sign" -q -o s.model
    perceptron predict s.model signs.txt > b
    same a b
done
tr , '|' < bare.csv > bars.txt
perceptron train --algorithm perceptron bars.txt -q -o s.model
tr , ' ' < bare.csv > spaces.txt
perceptron train --algorithm perceptron spaces.txt -q -o s.model
refuses 2 "*delimiter is 'xy', wanted*" perceptron train --algorithm perceptron bare.csv --delimiter xy
# Names with commas are listed in quotes, and hints give them so.
printf '"size, cm",my colour,class\n1,red,a\n2,blue,b\n3,red,a\n4,blue,b\n' > names.csv
refuses_to_train 3 "*use --one-hot 'my colour' or --ignore 'my colour'" names.csv
perceptron train --algorithm perceptron names.csv --ignore '"size, cm"' --one-hot 'my colour' -q -o m.model
# Categories may be hashed; other programs cannot be told which is which.
perceptron train --algorithm perceptron names.csv --one-hot auto --hash-bits 8 -q -o h.model
perceptron predict h.model names.csv > b
same <(printf 'a\nb\na\nb\n') b
refuses 2 "*categories are hashed*" perceptron export h.model --to json
# + is the positive of + and -, and so with other pairs, whatever their case.
for pair in '+ -' 'Yes no' 'TRUE false' 'Positive negative' 'SPAM ham' '1 0'; do
    read -r plus minus <<< "$pair"
    printf 'x,label\n1,%s\n2,%s\n-1,%s\n-2,%s\n' "$plus" "$plus" "$minus" "$minus" > pair.csv
    perceptron check pair.csv --json > j
    json j "j['positive'] == '$plus'"
done
# Every file of a training set has the columns of the first.
printf 'x,extra,label\n1,5,a\n' > more.csv
printf 'x,label\n1,a\n-1,b\n' > few.csv
refuses_to_train 3 "perceptron: more.csv:1:3: column 'extra' is not in the first file*" few.csv more.csv
# A NaN in an array gets the same hint as a missing cell.
/usr/bin/python3 -c 'import numpy as n; n.save("holes.npy", n.array([[1, n.nan, 0], [2, 3, 1], [3, 4, 0.]]))'
refuses_to_train 3 '*use --missing zero, mean or skip*' holes.npy --label 3
