# Lemmas and bracket on rows that separate: fractions with --exact, the same numbers rounded without, JSON, LaTeX.
printf 'x,y,c\n2,1,a\n0.5,1.5,a\n-1,-1,b\n0,-0.5,b\n' > s.csv
perceptron trace s.csv --exact --positive a
perceptron trace s.csv --exact --positive a --latex | head -8
perceptron trace s.csv --exact --positive a --json > exact.json
perceptron trace s.csv --positive a --json > plain.json
json exact.json 'j["steps"][3]["w"] == ["2", "3/2"] and j["steps"][3]["margin_lower"] == "3/10"'
json exact.json 'j["steps"][0]["margin_upper"] == "sqrt(6)" and j["reference"]["bound"] == "200/3"'
json plain.json 'j["steps"][3]["w"] == [2, 1.5] and j["steps"][3]["margin_lower"] == 0.3'
json plain.json 'all(s["lemma1"] >= s["lemma1_bound"] and s["lemma2"] <= s["lemma2_bound"] for s in j["steps"])'
json plain.json 'all(s["update"] == (s["product"] <= 0) for s in j["steps"])'
# The lemmas hold on every step of a longer run, and --steps cuts the table, not the run.
clouds > clouds.csv
perceptron trace clouds.csv --steps 0 --order each --rate 0.25 --json > long.json
json long.json 'all(s["lemma1"] >= s["lemma1_bound"] - 1e-12 and s["lemma2"] <= s["lemma2_bound"] + 1e-12 for s in j["steps"])'
json long.json 'j["steps"][-1]["updates"] == j["updates"] and j["stop"]["reason"] == "separated"'
perceptron trace clouds.csv --steps 3 --json > short.json
json short.json 'len(j["steps"]) == 3 and j["stop"]["reason"] == "separated"'
# Without a bias there is no column for it.
perceptron trace s.csv --no-bias > no-bias.txt
! grep -q '  b  ' no-bias.txt || fail 'a column for a bias that is not there'
