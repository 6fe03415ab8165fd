clouds > clouds.csv
{ head -1 clouds.csv; sed -n '2,9p' clouds.csv; } > small.csv
perceptron train clouds.csv --validation small.csv --json > j
json j 'j["holdout_rows"] == 8 and j["holdout_error"] == 0 and j["rows"] == 40'
perceptron train clouds.csv --validation small.csv > report
grep -q '^  hold-out error  0\.00 %  *on 8 rows' report
noise 100 3 > noise.csv
perceptron train noise.csv --holdout 0.3 --patience 2 --epochs 1000 --json > p
json p 'j["stop"]["reason"] == "hold-out" and j["best_epoch"] >= 1 and j["epochs"] < 1000'
refuses 4 'perceptron: *no-such.csv*' perceptron train clouds.csv --validation no-such.csv
