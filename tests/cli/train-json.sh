# One object with all that a program may want.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv --holdout 0.2 --seed 5 -o m.model --json > j
[[ $(wc -l < j) == 1 ]]
json j '{"algorithm", "rows", "features", "classes", "epochs", "updates", "mistakes", "stop", "radius", "margin", "bound", "distance", "train_error", "holdout_error", "seed", "seconds", "model", "skipped"} <= set(j)'
json j 'j["algorithm"] == "perceptron" and j["rows"] == 40 and j["features"] == 2 and j["seed"] == 5'
json j 'j["classes"] == [{"name": "far", "rows": 20}, {"name": "near", "rows": 20}] and j["positive"] == "near"'
json j 'j["stop"]["reason"] == "separated" and j["train_error"] == 0 and j["model"] == "m.model"'
json j '0 < j["margin"]["lower"] <= j["margin"]["upper"] and j["updates"] <= j["bound"]["upper"]'
json j 'abs(j["bound"]["upper"] / (j["radius"] / j["margin"]["lower"]) ** 2 - 1) < 1e-10'
json j '0 < j["holdout_rows"] < 40 and 0 <= j["holdout_error"] <= 1'
# Labels that need escapes.
printf 'x,label\n1,"say ""hi"" \\ there"\n-1,"naïve\ttab"\n' > odd.csv
perceptron train --algorithm perceptron odd.csv --json > odd.json
json odd.json '{c["name"] for c in j["classes"]} == {"say \"hi\" \\ there", "naïve\ttab"}'
