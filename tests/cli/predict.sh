# One line per row, in the order of the rows; labels in the data are not needed and not looked at.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o m.model
perceptron predict m.model clouds.csv > labels
cut -d, -f3 clouds.csv | tail -n +2 > truth
same labels truth
cut -d, -f1,2 clouds.csv > bare.csv
perceptron predict m.model bare.csv > bare
same labels bare
printf 'y,x\n0.5,3\n0.5,-3\n' | perceptron predict m.model - > named
printf 'far\nnear\n' > wanted
same named wanted
# Several files are one source.
perceptron predict m.model bare.csv bare.csv > twice
cat labels labels > both
same twice both
# Scores read back as the same numbers, and their sign is the label.
perceptron predict m.model bare.csv --scores > scores
perceptron predict m.model bare.csv --json > rows.jsonl
/usr/bin/python3 - <<'PYTHON'
import json, subprocess
model = json.loads(subprocess.check_output(["perceptron", "show", "m.model", "--json"]))
rows = [list(map(float, line.split(","))) for line in open("bare.csv").read().split()[1:]]
said = [line.rstrip("\n").split("\t") for line in open("scores")]
objects = [json.loads(line) for line in open("rows.jsonl")]
assert len(rows) == len(said) == len(objects) == 40
for x, (label, score), o in zip(rows, said, objects):
    value = sum(a * b for a, b in zip(x, model["weights"])) + model["bias"]
    assert abs(value - float(score)) < 1e-9, (value, score)
    assert label == model["classes"][float(score) > 0]
    assert o == {"label": label, "score": float(score)}
PYTHON
# The threshold moves the line; a score of exactly the threshold is the negative label.
perceptron predict m.model bare.csv --threshold 1e9 | sort -u > far-off
[[ $(< far-off) == far ]]
perceptron predict m.model bare.csv --threshold -1e9 | sort -u > near-by
[[ $(< near-by) == near ]]
