# Made-up rows: to a file or a pipe, the same bytes for the same words, and separable as promised.
perceptron gen dense --rows 400 --dimensions 5 --margin 0.2 -o a.csv
perceptron gen dense --rows 400 --dimensions 5 --margin 0.2 --threads 1 > b.csv
same a.csv b.csv
[[ $(head -1 a.csv) == x1,x2,x3,x4,x5,label ]] || fail "no header"
(($(wc -l < a.csv) == 401)) || fail "not 400 rows"
perceptron train --algorithm perceptron a.csv --json > r.json
json r.json 'j["stop"]["reason"] == "separated" and j["margin"]["upper"] >= 0.2'
perceptron gen sparse --rows 300 --dimensions 1000 --seed 5 | perceptron check - --json > c.json
json c.json 'j["rows"] == 300 and j["format"] == "libsvm"'
# Decimals: as many as asked for, most values use them all, none is 0 or more than 1.
for n in 1 3 6; do
    perceptron gen sparse --rows 300 --decimals $n | tr ' ' '\n' | sed -n 's/^[0-9]*:0\.//p' > digits
    (($(wc -l < digits) > 5000)) || fail "$n decimals: few values"
    ! grep -vE "^[0-9]{0,$((n - 1))}[1-9]$" digits || fail "$n decimals: other digits"
    (($(grep -cE "^[0-9]{$n}$" digits) > 4000)) || fail "$n decimals: mostly fewer"
done
refuses 2 'perceptron: --decimals does nothing for dense rows; kinds that take it: sparse; *' perceptron gen dense --decimals 4
refuses 2 '*decimals*' perceptron gen sparse --decimals 7
refuses 2 "perceptron: no kind of data 'ring'*" perceptron gen ring
refuses 2 "perceptron: sparse rows are written as libsvm only*" perceptron gen sparse --format csv
refuses 2 "*rows*" perceptron gen dense --rows 0
refuses 4 'perceptron: *' perceptron gen dense --rows 100000 -o /nowhere/x.csv
[[ ! -c /dev/full ]] || refuses 4 'perceptron: *No space left on device' perceptron gen dense --rows 100000 -o /dev/full
# Every kind that the page names can be made, and be read again.
for kind in $(perceptron gen --help | sed -n '/^Writes/,/^All/s/^  \([a-z-]*\)  .*/\1/p'); do
    perceptron gen "$kind" > rows
    perceptron check rows --json > c.json
    json c.json 'j["rows"] >= 4'
    kinds+=" $kind"
done
[[ $kinds == ' sparse dense biased blobs xor circles moons eighty-five worked' ]] || fail "kinds:$kinds"
# Separable only with a bias.
perceptron gen biased --rows 300 --dimensions 3 --margin 0.2 > biased.csv
perceptron train --algorithm perceptron biased.csv --epochs 0 --json > r.json
json r.json 'j["stop"]["reason"] == "separated"'
perceptron train --algorithm perceptron biased.csv --no-bias --epochs 50 --json > r.json
json r.json 'j["stop"]["reason"] != "separated" and j["train_errors"] > 0'
refuses 2 'perceptron: margin is 3, biased rows of 2 features take up to 1.413*' perceptron gen biased --margin 3
# The fixed sets are those that come along.
for kind in eighty-five worked xor; do
    perceptron gen $kind | sed 1d > made
    sed '1d; s/^-0,/0,/' "$TESTS/../../examples/data/$kind.csv" > comes-along
    same made comes-along
done
refuses 2 'perceptron: rows is 5, worked has 4*' perceptron gen worked --rows 5
refuses 2 'perceptron: dimensions is 3, this kind lies in the plane: 2*' perceptron gen moons --dimensions 3
perceptron gen blobs --centres 7 --rows 70 --spread 0.01 | perceptron train --algorithm perceptron - --epochs 1000 --json > r.json
json r.json 'len(j["classes"]) == 7 and j["stop"]["reason"] == "separated"'
for kind in circles moons xor; do   # no line parts them
    perceptron gen $kind --rows 400 | perceptron train - --algorithm pocket --json > r.json
    json r.json 'j["train_error"] > 0.05'
done
