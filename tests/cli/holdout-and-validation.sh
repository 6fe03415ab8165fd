clouds > clouds.csv
{ head -1 clouds.csv; sed -n '2,9p' clouds.csv; } > small.csv
perceptron train --algorithm perceptron clouds.csv --validation small.csv --json > j
json j 'j["holdout_rows"] == 8 and j["holdout_error"] == 0 and j["rows"] == 40'
perceptron train --algorithm perceptron clouds.csv --validation small.csv > report
grep -q '^  hold-out error  0\.00 %  *on 8 rows' report
noise 100 3 > noise.csv
perceptron train --algorithm perceptron noise.csv --holdout 0.3 --patience 2 --epochs 1000 --json > p
json p 'j["stop"]["reason"] == "hold-out" and j["best_epoch"] >= 1 and j["epochs"] < 1000'
refuses 4 'perceptron: *no-such.csv*' perceptron train --algorithm perceptron clouds.csv --validation no-such.csv
# The share is exact, of all rows and of each label, whatever the seed.
perceptron gen blobs --rows 150 --centres 3 --spread 0.3 --seed 2 -o three.csv
for seed in 1 2 3; do
    perceptron train --algorithm perceptron three.csv --holdout 0.2 --seed $seed --epochs 2 --json > j
    json j 'j["holdout_rows"] == 30 and j["rows"] == 150'
done
printf 'x,c\n' > uneven.csv
for i in 1 2 3 4 5 6 7 8 9 10; do printf '%s,a\n' "$i"; done >> uneven.csv
printf -- '-1,b\n-2,b\n' >> uneven.csv
perceptron train --algorithm perceptron uneven.csv --holdout 0.5 --calibrate sigmoid --epochs 5 --seed 4 --json > j
json j 'j["holdout_rows"] == 6'

# A network's patience watches the loss of the rows held out; the others watch their errors.
perceptron train "$TESTS/../../examples/data/sonar.csv" --algorithm mlp --scale standard --holdout 0.2 --patience 3 > report
grep -q '^Stopped: hold-out. The hold-out loss has not fallen for as many epochs as patience allows' report
grep -q '^  best epoch  *[0-9]*  *the lowest hold-out loss was there$' report
perceptron train "$TESTS/../../examples/data/sonar.csv" --algorithm averaged --holdout 0.2 --patience 2 > report
grep -q 'The hold-out error has not fallen' report
