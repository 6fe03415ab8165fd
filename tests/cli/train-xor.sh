# XOR cannot be separated: whatever ends the run, it is never called separated, and no upper end is claimed.
xor > xor.csv
for order in given once each; do
    perceptron train xor.csv --order $order --json > xor.json
    json xor.json 'j["stop"]["reason"] != "separated" and j["model"] is None and j["train_error"] > 0'
    json xor.json 'j["margin"]["lower"] <= 0 and j["k_max"]["upper"] is None'
done
perceptron train xor.csv --algorithm pocket --order given --json > pocket.json
json pocket.json 'j["train_errors"] == 1 or j["train_errors"] == 2'
