# Rows that point almost the same way: hard-margin comes to its end all the same, and to the margin that certify proves.
for pair in '1000 1010' '1000 1001' '5000 5100'; do
    read -r a b <<< "$pair"
    printf 'x,c\n%s,a\n%s,b\n' "$a" "$b" > rows.csv
    perceptron train rows.csv --algorithm hard-margin --epochs 0 --json > j
    perceptron certify rows.csv --json > k
    /usr/bin/python3 - <<'PYTHON' || fail "$pair"
import json
j, best = json.load(open("j")), json.load(open("k"))["margin"]["theorem"]["lower"]
assert j["stop"]["reason"] == "margin reached", j["stop"]
assert j["margin"]["lower"] >= 0.999 * best, (j["margin"], best)
PYTHON
done
# a soft margin of more rows, none of them near 0
{ echo x,y,c; awk 'BEGIN { srand(5); for (i = 0; i < 40; i++) { x = 300 + rand(); y = 300 + rand(); print x "," y "," (x + y > 601 ? "a" : "b") } }'; } > far.csv
perceptron train far.csv --algorithm svm --C 10 --epochs 3000 --json > j
json j 'j["gap"] <= 1e-4 and j["stop"]["reason"] == "duality gap closed"'
# where numbers do not suffice, that is what is said
printf 'x,c\n100000,a\n100001,b\n' > rows.csv
perceptron train rows.csv --algorithm hard-margin --epochs 0 > out
grep -q '^Stopped: nothing moves\..* is lost in rounding: ' out
awk 'BEGIN { srand(3); for (k = 1; k <= 12; k++) printf "x%d,", k; print "c"; for (i = 0; i < 60; i++) {
    s = 0; for (k = 0; k < 12; k++) { x = rand() * 2 - 1; s += x; printf "%.6fe153,", x }; print (s > 0.1 ? "p" : "q") } }' > huge.csv
perceptron train huge.csv --algorithm kernel --kernel rbf --gamma 1 > out
grep -q '^Stopped: nothing moves\..* is lost in rounding: ' out
