# A pocket goes on to its budget, whatever weights come back; first-mistake is limited by its updates alone.
xor > xor.csv
printf 'x,c\n100,a\n98,b\n' > far.csv
# at the end of no epoch are fewer than 2 of XOR's rows wrong (1 is met at times, and not looked at); every seed finds 2
for seed in 1 2 3 4 5 6 7 8 9 10; do
    perceptron train xor.csv --algorithm pocket --seed "$seed" --epochs 1000 --json > j
    json j 'j["train_errors"] == 2 and j["epochs"] == 1000 and j["stop"]["reason"] == "epochs"'
done
# the same for every answer that is not the last weights
for way in 'averaged' 'voted' 'perceptron --average'; do
    # shellcheck disable=SC2086  # the words of the options
    perceptron train xor.csv --algorithm $way --epochs 300 --json > j
    json j 'j["epochs"] == 300 and j["stop"]["reason"] == "epochs"'
done
# the last weights cannot get better; nor is there anything to wait for without a budget
perceptron train --algorithm perceptron xor.csv --epochs 300 --json > j
json j 'j["epochs"] < 300 and j["stop"]["reason"] == "not separable"'
perceptron train xor.csv --algorithm pocket --epochs 0 --json > j
json j 'j["stop"]["reason"] == "not separable"'
# first-mistake: K updates, in the order of the file; as many as it takes where K is more
perceptron train far.csv --positive a --algorithm first-mistake --max-updates 200 --json > j
json j 'j["updates"] == 200 and j["stop"]["reason"] == "updates"'
perceptron train far.csv --positive a --algorithm first-mistake --max-updates 100000 -o a.model --json > j
json j 'j["updates"] == 19505 and j["stop"]["reason"] == "separated"'
perceptron train far.csv --positive a --algorithm first-mistake --order given --epochs 0 --json > k
json k 'j["updates"] == 19505'
perceptron train far.csv --positive a --algorithm first-mistake | grep -q '^  order  *rows in the order of the file'
# without K on rows that cannot be separated it ends all the same
perceptron train xor.csv --algorithm first-mistake --json > j
json j 'j["updates"] == 100000 and j["stop"]["reason"] == "updates"'
# epochs that are asked for are a limit of rows
perceptron train far.csv --positive a --algorithm first-mistake --epochs 10 --json > j
json j 'j["stop"]["reason"] == "epochs" and j["updates"] <= 20'
