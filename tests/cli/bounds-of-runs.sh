# A bound is printed for the run that it was proved for: by its algorithm, threshold, start, rates, weights, batch.
E85=$TESTS/../../examples/data/eighty-five.csv
iris=$TESTS/../../examples/data/iris.csv
printf 'x,c\n100,a\n98,b\n' > far.csv
printf 'x1,x2,class\n1,0,+1\n0.5,-1,-1\n' > two.csv
bound() {   # NAME OF FORMULA: the JSON in NAME has that bound, and the run keeps it
    json "$1" "j['bound']['of'] == '$2' and j['bound']['formula'] == '$3'"
    json "$1" "j['bound']['value'] <= (j['bound']['upper'] or 1e300) and (j['bound']['lower'] or 0) <= (j['bound']['upper'] or 1e300)"
}
perceptron train --algorithm perceptron "$E85" --json > j
bound j updates '(R/gamma*)^2'
perceptron train two.csv --algorithm margin --margin 1000 --epochs 0 --json > j
bound j updates '(R^2 + 2 tau/rate)/gamma*^2'
json j 'j["updates"] > 3000 and j["bound"]["lower"] > 6000'
perceptron train "$E85" --algorithm pdm --fraction 0.9 --epochs 0 --json > j
json j 'j["updates"] == 21243 and j["bound"]["of"] == "updates" and j["bound"]["lower"] > 21243'
perceptron train "$E85" --algorithm pa-1 --json > j
bound j mistakes 'max(R^2, 1/C)/gamma*^2'
perceptron train far.csv --positive a --algorithm hard-margin --free-bias > hard
! grep -q '^  bound' hard || fail 'a distance in a bound'
perceptron train --algorithm perceptron far.csv --positive a --order given --epochs 0 --json > j
json j 'j["updates"] == 19505 and j["bound"]["lower"] > 19505'
for a in svm hard-margin logistic arow pegasos mlp neighbours; do
    perceptron train "$E85" --algorithm $a --epochs 3 --json > j
    json j 'j["bound"] is None'
    perceptron train "$E85" --algorithm $a --epochs 3 > said
    ! grep -q '^  bound' said || fail "$a: $(< said)"
done
# Two hundred times (1,0) and a row that is nearly opposite: mistakes of a batch.
{ echo x1,x2,c; for _ in $(seq 200); do echo 1,0,a; done; echo 1,-0.9,b; } > batch.csv
perceptron train batch.csv --positive a --algorithm batch --no-bias --epochs 0 --json > j
bound j mistakes 'batch (R/gamma*)^2'
json j 'j["mistakes"] >= 200 and j["bound"]["lower"] > j["mistakes"]'
# Starts, rates, weights.
perceptron train --algorithm perceptron "$iris" --positive setosa --start ones --rate 0.001 --epochs 0 --json -o ones.model > j
bound j updates '(R/gamma*)^2 + 2|w0|/(rate gamma*)'
perceptron explain "$iris" ones.model --json > j
json j 'j["run"]["bound"]["value"] == 334 and 6191 < j["run"]["bound"]["upper"] < 6192'
perceptron explain "$iris" ones.model > said
! grep -q 'from zero$\|at most (R/gamma\*)^2 updates from zero' said || fail "$(< said)"
grep -qF '(R/gamma*)^2 + 2|w0|/(rate gamma*) <= 6191.6' said || fail "$(< said)"
printf '1000\n1\n' > rates.txt
perceptron train --algorithm perceptron two.csv --no-bias --order given --schedule rates.txt --epochs 0 -q -o sum.model
perceptron explain two.csv sum.model --no-bias --json > j
json j 'j["run"]["updates"] == 402 and j["run"]["bound"]["of"] == "sum of steps"'
json j 'abs(j["run"]["bound"]["value"] - 1401) < 1e-6 and 4062 < j["run"]["bound"]["upper"] < 4063'
perceptron train --algorithm perceptron "$E85" --class-weight above=3 --json > j
bound j updates '(c_max/c_min) (R/gamma*)^2'
perceptron train --algorithm perceptron "$E85" --shards 3 --json > j
bound j 'mixed updates' '(R/gamma*)^2'
perceptron train --algorithm perceptron "$iris" --epochs 3 --json > j
bound j updates '2 (R/gamma*)^2'
perceptron train --algorithm perceptron "$iris" --multiclass one-vs-rest --epochs 3 --json > j
json j 'j["bound"] is None'
perceptron train "$E85" --algorithm kernel --budget 20 --json > j
json j 'j["bound"] is None'
# Weights of other rows: the theorem does not speak of their run.
perceptron train --algorithm perceptron two.csv -q -o two.model
printf 'x1,x2,class\n1,0,+1\n0.5,-1,-1\n3,0,+1\n' > three.csv
perceptron explain three.csv two.model | grep -q '^model was trained on other rows' || fail 'another set, the same bound'
