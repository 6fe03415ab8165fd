# Weights by name, in words and as JSON.
printf 'ham\tsee you at noon\nspam\twin a prize now\nham\tyou at home\nspam\twin win win\n' > d.tsv
perceptron train --algorithm perceptron d.tsv -q -o m.model
perceptron show m.model --json --names --top 2 > j
json j 'len(j["weights"]) == len(j["names"]) == j["features"] and isinstance(j["bias"], (int, float))'
json j 'all(t["weight"] > 0 if t["label"] == "spam" else t["weight"] < 0 for t in j["top"])'
json j 'all(j["weights"][j["names"].index(t["feature"])] == t["weight"] for t in j["top"])'
json j 'j["top"][0]["feature"] == "win" and len([t for t in j["top"] if t["label"] == "ham"]) == 2'
json j 'j["algorithm"] == "perceptron" and j["stop"]["reason"] == "separated" and j["resumable"] is True and j["seconds"] is None'
perceptron show m.model --top 1 > report
grep -A1 "^Weights that speak for 'spam'$" report | grep -q '##  win$'
