# --scale standard in a stream is fitted as rows come: a slow program agrees, and the bytes are the same however the rows
# come, on any number of threads, after kills and in pieces.
set -m   # background jobs hear Ctrl-C
awk 'BEGIN { srand(4); print "small,kind,large,constant,label"; for (i = 0; i < 600; i++) { y = rand() < 0.5
    printf "%.4f,%s,%.3f,7,%s\n", rand() + y * 0.8, i % 3 ? "a" : "b", 5000 * (rand() - 0.5), (rand() < 0.1 ? !y : y) ? "yes" : "no" } }' \
    > mixed.csv
cut -d, -f1,3,4,5 mixed.csv > dense.csv
awk -F, 'NR > 1 { printf "%s %s3:%s", $4, NR % 3 ? "1:" $1 * 100 " " : "", $2; print NR % 5 ? "" : " 9:" NR }' \
    dense.csv > sparse.svm
# The slow way, written from docs/training.md: the perceptron on rows that are standardised as they come.
/usr/bin/python3 - dense.csv > slow <<'PYTHON'
import csv, math, sys
rows = list(csv.reader(open(sys.argv[1])))[1:]
n, d = 0, len(rows[0]) - 1
mean, square, w, b, mistakes = [0.0] * d, [0.0] * d, [0.0] * d, 0.0, 0
for *x, label in rows:
    n, z, y = n + 1, [], 1 if label == "yes" else -1
    for j, v in enumerate(map(float, x)):
        away = v - mean[j]
        mean[j] += away / n
        square[j] += away * (v - mean[j])
        sd = math.sqrt(square[j] / n)
        z.append((v - mean[j]) * (1 / sd if sd > 0 else 1.0))
    if y * (sum(p * q for p, q in zip(w, z)) + b) <= 0:
        mistakes, b, w = mistakes + 1, b + y, [p + y * q for p, q in zip(w, z)]
print(mistakes)
sd = [math.sqrt(s / n) or 1.0 for s in square]
shown = [wj / s for wj, s in zip(w, sd)]   # as weights of the raw values
print(*["%.9g" % v for v in shown])
print("%.6g" % (b - sum(v * m for v, m in zip(shown, mean))))
PYTHON
perceptron train --algorithm perceptron --stream dense.csv --scale standard --json -o dense.model > said
json said "j['mistakes'] == $(sed -n 1p slow) and j['scaling'] == 'standard' and j['margin']['upper'] is None"
/usr/bin/python3 - slow <<'PYTHON'
import sys
lines = open(sys.argv[1]).read().split("\n")
score = lambda row: sum(w * v for w, v in zip(map(float, lines[1].split()), row)) + float(lines[2])
open("wanted", "w").write("\n".join("%.6g" % score(r) for r in [(1.0, 10.0, 7.0), (0.2, -3000.0, 7.0)]) + "\n")
PYTHON
printf 'small,large,constant\n1.0,10.0,7\n0.2,-3000,7\n' | perceptron predict dense.model - --scores | cut -f2 > scores
/usr/bin/python3 -c 'import sys
a, b = [list(map(float, open(f))) for f in ("scores", "wanted")]
sys.exit(max(abs(x - y) for x, y in zip(a, b)) > 1e-4)' || fail "$(cat scores wanted)"
perceptron show dense.model > shown
grep -q '^  scaling         standard, fitted as rows came: the model keeps mean and sd of 600 rows$' shown || fail "$(< shown)"
grep -q '^  best margin     unknown      none is proved for this run$' shown || fail "$(< shown)"

for file in mixed.csv dense.csv sparse.svm; do
    options=(--scale standard -q)
    [[ $file == mixed.csv ]] && options+=(--one-hot kind)
    perceptron train --algorithm perceptron --stream $file "${options[@]}" --threads 1 -o one.model
    perceptron train --algorithm perceptron --stream $file "${options[@]}" --threads 4 -o four.model
    same one.model four.model
    { head -7 $file; sleep 0.06; sed -n 8,40p $file; sleep 0.06; tail -n +41 $file; } |
        perceptron train --algorithm perceptron --stream - "${options[@]}" -o pipe.model
    same one.model pipe.model
    # Stopped within a block by its budget, and gone on with.
    perceptron train --algorithm perceptron --stream $file "${options[@]}" --max-updates 20 -o part.model
    seen=$(perceptron show part.model --json | grep -o '"row": [0-9]*' | grep -o '[0-9]*$')
    ((seen > 0 && seen < 600)) || fail "$file: stopped after $seen rows"
    header=0
    [[ $file == *.csv ]] && header=1
    { head -$header $file; tail -n "+$((seen + header + 1))" $file; } > rest
    perceptron train --stream rest --resume part.model --max-updates 0 -q -o part.model
    perceptron train --algorithm perceptron --stream $file "${options[@]}" --max-updates 0 -o one.model
    same one.model part.model
done
# Killed while the pipe is idle.
mkfifo in
perceptron train --algorithm perceptron - --save-every 1 --scale standard -q -o killed.model < in &
pid=$!
exec 3> in
head -200 sparse.svm >&3
rows() { perceptron show "$1" --json | grep -o '"row": [0-9]*' | grep -o '[0-9]*$' || echo 0; }
for ((i = 0; i < 600; i++)); do [[ -e killed.model && $(rows killed.model) == 200 ]] && break; sleep 0.05; done
kill -KILL $pid
wait $pid 2> /dev/null || true
exec 3>&-
tail -n +201 sparse.svm | perceptron train --stream - --resume killed.model -q -o killed.model
perceptron train --algorithm perceptron --stream sparse.svm --scale standard -q -o whole.model
same whole.model killed.model
# It is worth it: raw values on such different scales teach one pass next to nothing.
for scale in none standard; do
    perceptron train --stream dense.csv --algorithm averaged --scale $scale -q -o $scale.model
    perceptron test $scale.model dense.csv --json | grep -o '"error": [0-9.]*' | head -1 | grep -o '[0-9.]*$' > $scale.error
done
awk -v scaled="$(< standard.error)" -v raw="$(< none.error)" 'BEGIN { exit !(scaled < 0.25 && scaled < raw / 1.5) }' ||
    fail "scaled $(< standard.error), raw $(< none.error)"
# What still needs all rows first is refused, and so is going on with a scaling that was fitted to all of them.
refuses 2 "*a stream has 'standard', fitted as rows come, 'unit' and 'none'*" perceptron train --algorithm perceptron --stream dense.csv --scale minmax
perceptron train --algorithm perceptron dense.csv --scale standard -q -o memory.model
refuses 2 '*fitted to all of its rows at once*' perceptron train --stream dense.csv --resume memory.model
refuses 2 '*row by row*' perceptron train --stream dense.csv --scale standard --algorithm kernel --gamma 1
