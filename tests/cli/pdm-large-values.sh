# pdm stops by itself only with the share of the best margin that it promises, however large the values: margins are
# worked out here in exact arithmetic, and held against the best one that certify proves.
printf 'u,v,c\n1e9,0.3,b\n1e9,-0.1,a\n' > huge.csv
perceptron train huge.csv --algorithm pdm --no-bias --fraction 0.99 --order given --epochs 1000 --json > j
json j 'j["stop"]["reason"] != "separated"'
cat > sets.py <<'PYTHON'
import json, random, subprocess
from fractions import Fraction as F
def run(*words):
    return json.loads(subprocess.run(("perceptron",) + words, capture_output=True, text=True, check=True).stdout)
random.seed(6)
separated = 0
for i in range(120):
    large, kind = 10 ** random.uniform(7, 10), i % 2
    rows = [[large if kind == 0 else float(round(large * random.uniform(-1, 1))), random.uniform(-1, 1), "ab"[n % 2]]
            for n in range(random.randint(2, 5))]
    with open("rows.csv", "w") as file:
        print("u,v,c", *(f"{u!r},{v!r},{c}" for u, v, c in rows), sep="\n", file=file)
    bias, share = random.choice(([], ["--no-bias"])), random.choice(("0.5", "0.9", "0.99"))
    subprocess.run(["perceptron", "train", "rows.csv", "--algorithm", "pdm", "--fraction", share, "--epochs", "500",
                    "--quiet", "-o", "m"] + bias, check=True)
    model = run("show", "m", "--json")
    if model["stop"]["reason"] != "separated":
        continue
    separated += 1
    w, b = [F(v) for v in model["weights"]], F(0) if bias else F(model["bias"])
    least = min((1 if c == "b" else -1) * (w[0] * F(u) + w[1] * F(v) + b) for u, v, c in rows)
    margin = float(least) / float(w[0] ** 2 + w[1] ** 2 + b * b) ** 0.5
    best = run("certify", "rows.csv", "--json", *bias)["margin"]["theorem"]["lower"]
    assert margin >= float(share) * best * (1 - 1e-9), (i, share, margin, best)
assert separated > 10, separated
PYTHON
/usr/bin/python3 sets.py
