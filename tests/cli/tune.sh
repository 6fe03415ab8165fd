# Settings tried on folds: what is fitted to rows never sees those tested on, the same table for any threads, resumed or
# not, and the chosen setting's model is the one train makes.
DATA=$TESTS/../../examples/data

# Tests of a setting are what train and test say of the files of each fold: recipes are fitted to the folds learned from.
# Columns with categories, missing cells and spans that differ, so that a leak of any of them shows.
awk 'BEGIN { srand(5); print "a,b,kind,label"
    for (i = 0; i < 120; i++) { y = rand() < 0.5
        printf "%s,%.3f,%s,%s\n", i % 17 == 3 ? "" : sprintf("%.2f", (rand() + y * 0.6) * 1000), rand() - y * 0.5,
               i % 40 == 7 ? "rare" i : rand() < 0.5 ? "u" : "v", y ? "yes" : "no" } }' > mixed.csv
how=(--one-hot kind --missing mean --scale standard --algorithm averaged)
perceptron tune mixed.csv "${how[@]}" --try epochs=3,7 --folds 4 --fold-rows folds --json > tuned.json
for k in 1 2 3 4; do
    { head -n1 mixed.csv; paste <(cut -f2 folds) <(tail -n +2 mixed.csv) | awk -F'\t' -v k=$k '$1 != k { print $2 }'; } > learn.csv
    { head -n1 mixed.csv; paste <(cut -f2 folds) <(tail -n +2 mixed.csv) | awk -F'\t' -v k=$k '$1 == k { print $2 }'; } > fold.csv
    perceptron train --algorithm perceptron learn.csv "${how[@]}" --epochs 7 -q -o fold.model
    perceptron test fold.model fold.csv --json > fold.json
    json tuned.json "[s['scores'][$k - 1] for s in j['settings'] if s['setting'] == 'epochs=7'] == [json.load(open('fold.json'))['error']]"
done
# A leak would show: rows that were scaled and filled in as a whole before they were dealt out have other scores.
/usr/bin/python3 - <<'PYTHON'
import csv
rows = list(csv.reader(open("mixed.csv")))
have = [float(r[0]) for r in rows[1:] if r[0]]
mean = sum(have) / len(have)
column = [float(r[0]) if r[0] else mean for r in rows[1:]]
sd = (sum((x - mean) ** 2 for x in column) / len(column)) ** 0.5
with open("leaked.csv", "w") as out:
    print(*rows[0], sep=",", file=out)
    for r, x in zip(rows[1:], column):
        print(repr((x - mean) / sd), *r[1:], sep=",", file=out)
PYTHON
perceptron tune leaked.csv --one-hot kind --algorithm perceptron --epochs 3 --folds 4 --json > leaked.json
perceptron tune mixed.csv --one-hot kind --missing mean --scale standard --algorithm perceptron --epochs 3 --folds 4 --json > honest.json
json leaked.json "j['settings'][0]['scores'] != json.load(open('honest.json'))['settings'][0]['scores']"
# Words: a vocabulary and weights of words from the rows learned from.
awk 'BEGIN { srand(3); for (i = 0; i < 60; i++) { y = i % 2
    printf "%s\tword%d common %s only%d\n", y ? "spam" : "ham", int(rand() * 8), y && rand() < 0.8 ? "win" : "hello", i } }' > words.tsv
perceptron tune words.tsv --scale tfidf --algorithm averaged --epochs 5 --folds 3 --fold-rows folds --json > tuned.json
paste <(cut -f2 folds) words.tsv | awk '$1 != 2' | cut -f2- > learn.tsv
paste <(cut -f2 folds) words.tsv | awk '$1 == 2' | cut -f2- > fold.tsv
perceptron train learn.tsv --scale tfidf --algorithm averaged --epochs 5 -q -o fold.model
perceptron test fold.model fold.tsv --json > fold.json
json tuned.json "j['settings'][0]['scores'][1] == json.load(open('fold.json'))['error']"

# Settings that differ in their epochs alone are one run that is tested on its way, in whatever order they are given, and come
# to what each comes to by itself.
perceptron tune mixed.csv "${how[@]}" --try epochs=7,1,30,3 --try rate=0.5,1 --folds 3 --json > together.json
for epochs in 1 3 7 30; do
    perceptron tune mixed.csv "${how[@]}" --epochs $epochs --try rate=0.5,1 --folds 3 --json > alone.json
    json together.json "sorted(s['scores'] for s in j['settings'] if s['setting'].endswith('epochs=$epochs') or 'epochs=$epochs ' in s['setting'] ) == sorted(s['scores'] for s in json.load(open('alone.json'))['settings'])"
done

# So too where all updates that there may be are made by the end of fewer epochs, in rows seen or in others gone over again.
for these in 'iris.csv --algorithm perceptron --max-updates 40' 'sonar.csv --algorithm svm --max-updates 150' \
    'sonar.csv --algorithm batch --batch-size 7 --max-updates 20'; do
    # shellcheck disable=SC2086  # options, on purpose
    perceptron tune "$DATA"/$these --try epochs=1,3,7 --folds 3 --json > together.json
    for epochs in 1 3 7; do
        # shellcheck disable=SC2086
        perceptron tune "$DATA"/$these --epochs $epochs --try scale=none --folds 3 --json > alone.json
        json together.json "[s['scores'] for s in j['settings'] if s['setting'] == 'epochs=$epochs'] == [json.load(open('alone.json'))['settings'][0]['scores']]"
    done
done

# Lines before the header, files that come packed, a pipe, and several at once are the same rows.
{ printf 'made by\nsomeone\n'; cat "$DATA/iris.csv"; } > skip.csv
{ head -n1 "$DATA/iris.csv"; tail -n +81 "$DATA/iris.csv"; } > second.csv
head -n 80 "$DATA/iris.csv" | gzip > first.csv.gz
perceptron tune "$DATA/iris.csv" --algorithm averaged --epochs 5 --try scale=none,standard --json | sed 's/"seconds": [^}]*//g' > straight.json
perceptron tune skip.csv --skip-lines 2 --algorithm averaged --epochs 5 --try scale=none,standard --json -o skip.model | sed 's/"seconds": [^}]*//g; s/"model": .*}/"model": null}/' > other.json
same straight.json other.json
perceptron test skip.model skip.csv > tested
grep -q ' of 150 rows wrong' tested || fail "$(cat tested)"
perceptron tune first.csv.gz second.csv --algorithm averaged --epochs 5 --try scale=none,standard --json | sed 's/"seconds": [^}]*//g' > other.json
same straight.json other.json
perceptron tune - --algorithm averaged --epochs 5 --try scale=none,standard --json < "$DATA/iris.csv" | sed 's/"seconds": [^}]*//g' > other.json
same straight.json other.json
perceptron pack "$DATA/iris.csv" -o iris.pack > /dev/null
perceptron tune iris.pack --algorithm averaged --epochs 5 --try scale=none,standard --json | sed 's/"seconds": [^}]*//g' > other.json
same straight.json other.json

# Folds are dealt evenly; groups stay together, in every repetition; in time only what came before is learned from.
perceptron tune "$DATA/iris.csv" --try algorithm=averaged --repeats 2 --fold-rows folds -q
paste <(tail -n +2 "$DATA/iris.csv") folds | awk '{ n = split($1, cell, ","); print cell[n], $3 }' | sort | uniq -c | awk '$1 != 10 { exit 1 }' \
    || fail "folds are not even"
awk '$2 != $3 { n++ } END { exit !(n > 50) }' folds || fail "repetitions are alike"
awk 'BEGIN { print "patient,x,y,label"; srand(2); for (i = 0; i < 90; i++) printf "p%d,%f,%f,%s\n", i / 6, rand(), rand(), rand() < 0.5 ? "a" : "b" }' > groups.csv
perceptron tune groups.csv --group patient --algorithm averaged --epochs 2 --folds 3 --fold-rows folds --json > tuned.json
json tuned.json 'j["features"] == 2'
paste <(tail -n +2 groups.csv | cut -d, -f1) <(cut -f2 folds) | sort -u | awk '{ n[$1]++ } END { for (p in n) if (n[p] > 1) exit 1 }' \
    || fail "a group is in two folds"
perceptron tune groups.csv --ignore patient --in-order --algorithm averaged --epochs 2 --folds 2 --fold-rows folds --json > tuned.json
[[ $(cut -f2 folds | uniq -c | awk '{ printf "%s*%s ", $1, $2 }') == '30*0 30*1 30*2 ' ]] || fail "$(cut -f2 folds | uniq -c)"

# The same table for 1, 2 and 4 threads, and the same model; times are left out.
# shellcheck disable=SC2054  # commas on purpose
grid=(--try algorithm=averaged,svm --try C=0.1,1 --try scale=none,standard)
for threads in 1 2 4; do
    perceptron tune "$DATA/iris.csv" "${grid[@]}" --threads $threads --json -o "$threads.model" | sed 's/"seconds": [^}]*//g; s/[124]\.model//' > "$threads.json"
    same 1.json $threads.json
    same 1.model $threads.model
done
json <(perceptron tune "$DATA/iris.csv" "${grid[@]}" --json) 'len(j["settings"]) == 6 and j["runs"] == 30'
# The model is the one that train makes of the chosen setting; the table is in it, and on its page.
perceptron show 1.model --json > shown.json
json shown.json 'len(j["tuned"]) == 6 and sum(t["chosen"] for t in j["tuned"]) == 1 and j["tuned_by"] == "error"'
perceptron show 1.model | grep -q '^Chosen by tuning, by error' || fail "show has no table"
perceptron report 1.model -o page.html
grep -q 'Settings by rank' page.html || fail "the page has no table"
perceptron tune "$DATA/iris.csv" --try algorithm=averaged --try scale=standard -q -o one.model
perceptron train "$DATA/iris.csv" --algorithm averaged --scale standard -q -o plain.model
perceptron predict one.model "$DATA/iris.csv" --scores > one
perceptron predict plain.model "$DATA/iris.csv" --scores > plain
same one plain
# Ranks: by the mean, the simplest within one standard error chosen unless the best is asked for.
perceptron tune "$DATA/breast_cancer.csv" --scale standard --algorithm logistic --try C=0.001,0.1,1000 --json > tuned.json
json tuned.json '[s["mean"] for s in j["settings"]] == sorted(s["mean"] for s in j["settings"]) and j["settings"][0]["best"]'
json tuned.json 'all(s["simplest"] == s["chosen"] for s in j["settings"]) and [s["mean"] <= j["settings"][0]["mean"] + j["settings"][0]["standard_error"] for s in j["settings"] if s["chosen"]] == [True]'
perceptron tune "$DATA/breast_cancer.csv" --scale standard --algorithm logistic --try C=0.001,0.1,1000 --pick best --json > tuned.json
json tuned.json 'j["settings"][0]["chosen"]'
# An answer that is known: rings are no matter of a plane, and tuning on some of the rows finds the kernel that others agree to.
awk 'BEGIN { srand(1); print "x,y,label"; for (i = 0; i < 300; i++) { a = rand() * 6.28; r = i % 2 ? 1 : 2.2
    printf "%f,%f,%s\n", r * cos(a) + (rand() - 0.5) * 0.3, r * sin(a) + (rand() - 0.5) * 0.3, i % 2 ? "in" : "out" } }' > rings.csv
for part in 0 1 2; do
    awk -v p=$part 'NR == 1 || NR % 3 == p' rings.csv > outer.csv
    awk -v p=$part 'NR == 1 || NR % 3 != p' rings.csv > inner.csv
    perceptron tune inner.csv --epochs 20 --try algorithm=averaged,svm,kernel --try gamma=auto,1e-6 -q -o nested.model
    perceptron show nested.model --json > nested.json
    json nested.json 'j["algorithm"] == "kernel" and j["parameters"]["gamma"] == "auto"'
    perceptron test nested.model outer.csv --json > outer.json
    json outer.json 'j["error"] < 0.02'
done

# Many settings are thinned out on fewer rows; those left behind come last.
perceptron gen blobs --centres 2 --spread 0.5 --rows 1500 --seed 3 -o many.csv
perceptron tune many.csv --algorithm averaged --try epochs=1,2,3,4,5,6,7,8 --try rate=0.1,1,2 --try seed=1,2,3 --halving 20 --folds 3 --json > tuned.json
json tuned.json 'len(j["settings"]) == 72 and [s["share"] for s in j["settings"]] == sorted((s["share"] for s in j["settings"]), reverse=True)'
json tuned.json 'sum(s["share"] == 1 for s in j["settings"]) < 30 and j["runs"] < 72 * 3 * 2'


# So are few, where --halving asks for it, as long as a part has 200 rows.
perceptron tune many.csv --algorithm averaged --try epochs=1,2,3,4 --try rate=0.1,1,2 --halving 4 --folds 3 --json > few.json
json few.json 'len(j["settings"]) == 12 and sum(s["share"] == 1 for s in j["settings"]) == 4'
perceptron tune "$DATA/iris.csv" --algorithm averaged --try epochs=1,2,3,4 --try rate=0.1,1,2 --halving 4 --folds 3 --json > few.json
json few.json 'all(s["share"] == 1 for s in j["settings"])'

# A learning curve.
perceptron tune "$DATA/breast_cancer.csv" --curve --algorithm averaged --scale standard --report curve.html --json > curve.json
json curve.json '[round(p["rows"]) for p in j["settings"][0]["curve"]][-1] == 455 and len(j["settings"][0]["curve"]) >= 4'
json curve.json '[p["rows"] for p in j["settings"][0]["curve"]] == sorted(p["rows"] for p in j["settings"][0]["curve"])'
grep -q 'Learning curve' curve.html || fail "the page has no curve"

# train --folds: the same setting, its test on folds beside the model of all rows.
perceptron train "$DATA/iris.csv" --algorithm averaged --folds 5 --json -o folds.model > train.json
perceptron tune "$DATA/iris.csv" --try algorithm=averaged --json > tuned.json
json train.json 'j["folds"]["settings"][0]["scores"] == json.load(open("tuned.json"))["settings"][0]["scores"]'
perceptron train "$DATA/iris.csv" --algorithm averaged -q -o plain.model
same folds.model plain.model

refuses 2 "perceptron: try is 'C', wanted NAME=VALUES*" perceptron tune "$DATA/iris.csv" --try C
refuses 2 "perceptron: no option 'CC'*" perceptron tune "$DATA/iris.csv" --try CC=1
refuses 2 "perceptron: unknown algorithm 'smv'*" perceptron tune "$DATA/iris.csv" --try algorithm=smv
refuses 2 "perceptron: --try folds: only options of reading and learning can vary*" perceptron tune "$DATA/iris.csv" --try folds=2,3
refuses 2 "perceptron: no column 'nobody' in this file; try*" perceptron tune "$DATA/iris.csv" --group nobody
refuses 2 "perceptron: --resume goes on from what is kept beside the model*" perceptron tune "$DATA/iris.csv" --resume
refuses 4 "perceptron: none.model.tried: *" perceptron tune "$DATA/iris.csv" --resume -o none.model
refuses 3 "perceptron: 150 rows cannot be dealt out into 151 folds" perceptron tune "$DATA/iris.csv" --folds 151 --algorithm averaged
printf 'a,b,label\n1,2,x\n3,,y\n' > hole.csv
refuses 3 "perceptron: hole.csv:3:*" perceptron tune hole.csv --folds 2
# A difference that is shown as zero has no minus.
perceptron tune "$DATA/sonar.csv" --scale none --try algorithm=averaged,logistic,svm --C 10 --report even.html > even.txt 2> err
grep -q ' +0\.00 % +- ' even.txt && ! grep -q -e '-0\.00' even.txt || fail "$(< even.txt)"
! grep -q -e '-0\.00 %' even.html || fail 'a page with less than nothing'
grep -q '#tuned{grid-column:1/-1}' even.html || fail 'settings squeezed into half a page'
