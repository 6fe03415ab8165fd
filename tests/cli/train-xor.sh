# XOR cannot be separated, and that is said, not "epochs".
xor > xor.csv
perceptron train xor.csv --order given
perceptron train xor.csv --order given --json > xor.json
json xor.json 'j["stop"]["reason"] == "not separable" and j["model"] is None and j["train_error"] > 0'
