# Many trainings at once: the same numbers as one by one, for any number of threads.
DATA=$TESTS/../../examples/data
perceptron compare "$DATA/eighty-five.csv" --threads 1 > one
perceptron compare "$DATA/eighty-five.csv" --threads 4 --seeds 1..20 > four
same one four
grep -q '^20 runs on 85 rows, 2 features, 2 labels: 1 way to train, 20 seeds$' one || fail "$(cat one)"
grep -q '^  perceptron .*separated: 20 of 20$' one || fail "$(cat one)"
perceptron compare "$DATA/eighty-five.csv" --json > r.json
json r.json 'len(j["runs"]) == 20 and [r["seed"] for r in j["runs"]] == list(range(1, 21))'
json r.json 'len({r["epochs"] for r in j["runs"]}) > 3 and all(r["train_error"] == 0 and r["reason"] == "separated" for r in j["runs"])'
json r.json 'j["ways"][0]["epochs"]["least"] == min(r["epochs"] for r in j["runs"]) and j["ways"][0]["updates"]["most"] == max(r["updates"] for r in j["runs"])'
# Each run is what train says.
# shellcheck disable=SC2054  # commas on purpose
words=(--starts zero,ones --rates 0.5,2 --orders given,each --algorithms perceptron,averaged --seeds 3,5..6 --epochs 4 --holdout 0.2)
perceptron compare "$DATA/iris.csv" --positive virginica "${words[@]}" --json > r.json
json r.json 'len(j["runs"]) == 48 and len(j["ways"]) == 16'
for seed in 3 6; do
    perceptron train "$DATA/iris.csv" --positive virginica --start ones --rate 0.5 --order each --algorithm averaged --seed $seed --epochs 4 --holdout 0.2 --json > t.json
    json r.json "[(r['updates'], r['train_error'], r['holdout_error'], r['margin_lower']) for r in j['runs'] if (r['algorithm'], r['order'], r['start'], r['rate'], r['seed']) == ('averaged', 'each', 'ones', 0.5, $seed)] == [(t['updates'], t['train_error'], t['holdout_error'], t['margin']['lower']) for t in [json.load(open('t.json'))]]"
done
perceptron compare "$DATA/iris.csv" --algorithms perceptron,voted,arow,svm --epochs 5 > table
grep -q '^  voted .*none$' table || fail "a vote has no margin: $(cat table)"
refuses 2 "perceptron: seeds is '5..1', wanted*" perceptron compare "$DATA/iris.csv" --seeds 5..1
refuses 2 "perceptron: seeds is '1,x', wanted*" perceptron compare "$DATA/iris.csv" --seeds 1,x
refuses 2 "perceptron: rates: a value is missing between commas*" perceptron compare "$DATA/iris.csv" --rates 1,,2
refuses 2 "perceptron: rate is 'fast', wanted a number*" perceptron compare "$DATA/iris.csv" --rates fast
refuses 2 "perceptron: no algorithm 'perzeptron'*" perceptron compare "$DATA/iris.csv" --algorithms perzeptron
refuses 2 "perceptron: seeds is '1..999999999'*" perceptron compare "$DATA/iris.csv" --seeds 1..999999999
