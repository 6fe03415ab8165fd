# XOR cannot be separated: a state of the weights comes back, and that is said, never "separated".
xor > xor.csv
perceptron train --algorithm perceptron xor.csv --order given > report
grep -q '^Stopped: not separable\. The same weights came back' report
perceptron train --algorithm perceptron xor.csv --order given --json > xor.json
json xor.json 'j["stop"]["reason"] == "not separable" and j["model"] is None and j["train_error"] > 0'
json xor.json 'j["margin"]["lower"] <= 0 and j["bound"]["upper"] is None and j["epochs"] < 100'
for order in once each; do
    perceptron train --algorithm perceptron xor.csv --order $order --json > xor.json
    json xor.json 'j["stop"]["reason"] != "separated" and j["train_error"] > 0'
done
