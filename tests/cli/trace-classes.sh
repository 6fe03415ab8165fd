# More than two labels: own label and rival, whose weights and biases move against each other; the last ones are the model's.
printf 'x,y,c\n3,0,a\n2,1,a\n0,3,b\n1,2,b\n-2,-2,c\n-1,-3,c\n' > three.csv
perceptron trace three.csv
perceptron trace three.csv --steps 0 --json > t.json
perceptron train --algorithm perceptron three.csv --order given -q -o m.model
perceptron show m.model --json > m.json
cat > check.py << 'END'
import json
t, m = json.load(open("t.json")), json.load(open("m.json"))
names = ["a", "b", "c"]
w = {name: [0.0, 0.0, 0.0] for name in names}
for step in t["steps"]:
    x = step["x"] + [1.0]
    score = {name: sum(a * b for a, b in zip(w[name], x)) for name in names}
    lead = score[step["label"]] - max(score[n] for n in names if n != step["label"])
    assert abs(lead - step["product"]) < 1e-12, step
    assert step["update"] == (lead <= 0)
    if step["update"]:
        w[step["label"]] = [a + b for a, b in zip(w[step["label"]], x)]
        w[step["rival"]] = [a - b for a, b in zip(w[step["rival"]], x)]
    assert w[step["label"]] == step["w"] + [step["b"]] and w[step["rival"]] == step["rival_w"] + [step["rival_b"]], step
assert t["stop"]["reason"] == "separated"
assert [w[n][2] for n in names] == m["bias"], (w, m["bias"])
END
/usr/bin/python3 check.py
