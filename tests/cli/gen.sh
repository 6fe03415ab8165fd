# Made-up rows: to a file or a pipe, the same bytes for the same words, and separable as promised.
perceptron gen dense --rows 400 --features 5 --margin 0.2 -o a.csv
perceptron gen dense --rows 400 --features 5 --margin 0.2 --threads 1 > b.csv
same a.csv b.csv
[[ $(head -1 a.csv) == x1,x2,x3,x4,x5,label ]] || fail "no header"
(($(wc -l < a.csv) == 401)) || fail "not 400 rows"
perceptron train a.csv --json > r.json
json r.json 'j["stop"]["reason"] == "separated" and j["margin"]["upper"] >= 0.2'
perceptron gen sparse --rows 300 --features 1000 --seed 5 | perceptron check - --json > c.json
json c.json 'j["rows"] == 300 and j["format"] == "libsvm"'
refuses 2 "perceptron: no kind of data 'ring'*" perceptron gen ring
refuses 2 "perceptron: sparse rows are written as libsvm only*" perceptron gen sparse --format csv
refuses 2 "*rows*" perceptron gen dense --rows 0
refuses 4 'perceptron: *' perceptron gen dense --rows 100000 -o /nowhere/x.csv
[[ ! -c /dev/full ]] || refuses 4 'perceptron: *No space left on device' perceptron gen dense --rows 100000 -o /dev/full
