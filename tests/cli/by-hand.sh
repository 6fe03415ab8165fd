# Weights typed in by hand are a linear model: tested with a margin, explained, traced, started from.
rows=$TESTS/../../examples/data/eighty-five.csv
echo '{"features": ["x1", "x2"], "label": "class", "classes": ["above", "below"], "weights": [-3, -4], "bias": 12}' > line.json
echo '{"features": ["x1", "x2"], "label": "class", "classes": ["above", "below"], "activation": "sign",
       "layers": [{"weights": [[-3, -4]], "bias": [12]}]}' > layer.json
perceptron import line.json -o line.model
perceptron import layer.json -o layer.model
same line.model layer.model   # one layer is linear
perceptron test line.model "$rows" --json > j
json j 'j["error"] == 0 and abs(j["margin"] - 0.6 / 13) < 1e-12 and abs(j["distance"] - 0.12) < 1e-12'
perceptron explain "$rows" line.model > out
grep -q 'a distance of 0.12,' out
perceptron show line.model > out
grep -qx 'Not trained: the weights were set by hand.' out
grep -q '^  model           linear, ' out
perceptron train --algorithm perceptron "$rows" --start line.model --json > j
json j 'j["stop"]["reason"] == "separated" and j["updates"] == 0'
printf 'x1,x2,class\n1,0,+1\n0.5,-1,-1\n' > two.csv
echo '{"features": ["x1", "x2"], "label": "class", "classes": ["-1", "+1"], "weights": [[-3, 0]]}' > w.json
perceptron import w.json -o w.model
perceptron trace two.csv --start w.model --algorithm first-mistake --json > j
json j 'j["steps"][0]["product"] == -3'
# Only other classes are called other classes.
sed 's/below/under/' line.json > other.json
perceptron import other.json -o other.model
refuses 3 'perceptron: other.model: the model to start from has other classes than the data' perceptron train --algorithm perceptron "$rows" --start other.model
perceptron import "$TESTS/../../examples/xor.json" -o net.model
refuses 3 "perceptron: net.model: only a linear model can be started from; this one's kind is 'network'" \
    perceptron train --algorithm perceptron "$rows" --start net.model
# Three labels; and what makes no sense is refused by name.
echo '{"features": ["x"], "label": "c", "classes": ["a", "b", "d"], "weights": [[-1], [0], [1]], "bias": [0, 1, -1]}' > three.json
perceptron import three.json -o three.model
printf 'x,c\n-3,a\n0,b\n5,d\n' > three.csv
perceptron predict three.model three.csv | tr '\n' ' ' | grep -qx 'a b d '
sed 's/\[\[-1\], /[/' three.json > bad.json
refuses 3 'perceptron: bad.json: layer 1 has 3 biases and weights for 2 units' perceptron import bad.json -o x
sed 's/"bias": 12/"bias": "12"/' line.json > bad.json
refuses 3 'perceptron: bad.json: layer 1: a weight or bias is no number' perceptron import bad.json -o x
# What kernels and networks hold is listed.
perceptron train "$TESTS/../../examples/data/worked.csv" --algorithm kernel --keeper last --kernel linear --order given --epochs 3 -q -o k.model
perceptron show k.model --json > j
json j 'j["holds"]["rows"] == [{"alpha": [3], "values": [1, 1]}, {"alpha": [-3], "values": [1, 2]}]'
perceptron train "$TESTS/../../examples/data/xor.csv" --algorithm mlp --hidden 3,2 --epochs 2 -q -o n.model
perceptron show n.model --json > j
json j '[len(l["weights"]) for l in j["holds"]["layers"]] == [3, 2, 1] and len(j["holds"]["layers"][1]["weights"][0]) == 3'
