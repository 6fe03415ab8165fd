# The family on the command line: reasons, parameters, refusals.
printf '+1 1:0 2:0\n+1 1:1 2:1\n-1 1:0 2:1\n-1 1:1 2:0\n' > xor.svm
printf -- '-1 1:0 2:0\n-1 1:0 2:1\n-1 1:1 2:0\n+1 1:1 2:1\n' > and.svm
# the batch rule's first step on XOR is exactly zero with every row wrong: that proves something
perceptron train xor.svm --algorithm batch --json > j
json j 'j["stop"]["reason"] == "not separable" and j["epochs"] == 1 and j["step_norm"] == 0 and j["train_errors"] == 4'
perceptron train xor.svm --algorithm batch > report
grep -q "exactly zero with mistakes left" report
# a short step with errors left is told as that
perceptron train xor.svm --algorithm batch --start ones --rate 0.001 --eps 1 --json > j
json j 'j["stop"]["reason"] == "step below eps" and j["train_errors"] > 0 and 0 < j["step_norm"] <= 1'
perceptron train xor.svm --algorithm gradient-descent --start ones --rate 0.001 --eps 1 --json > j
json j 'j["stop"]["reason"] == "risk change below eps" and j["risk"] >= 0'
# ties are right: from zero nothing moves, and that is not called separated
perceptron train --algorithm perceptron and.svm --tie correct --json > j
json j 'j["stop"]["reason"] == "nothing moves" and j["updates"] == 0 and j["train_errors"] == 4'
perceptron train and.svm --algorithm first-mistake --json > j
json j 'j["stop"]["reason"] == "separated" and j["epochs"] == 1'
perceptron train xor.svm --algorithm first-mistake --max-updates 9 --json > j
json j 'j["stop"]["reason"] == "updates" and j["updates"] == 9'
perceptron train xor.svm --algorithm first-mistake --epochs 5 --json > j
json j 'j["stop"]["reason"] == "epochs"'
perceptron train and.svm --algorithm hard-margin --gap 1e-9 --json > j
json j 'j["stop"]["reason"] == "margin reached" and j["margin"]["lower"] >= (1 - 1e-8) * j["margin"]["upper"]'
perceptron train xor.svm --algorithm svm --json > j
json j 'j["stop"]["reason"] == "duality gap closed" and j["gap"] <= 1e-4 and j["objective"] > 0'
perceptron train and.svm --algorithm pdm --fraction 0.9 --gap 0.5 --epochs 0 --json > j
json j 'j["stop"]["reason"] in ("margin reached", "separated")'
# rates from a file
printf '1\n0.5\n\n0.25\n' > rates
perceptron train --algorithm perceptron and.svm --schedule rates --epochs 0 --json > j
json j 'j["stop"]["reason"] == "separated"'
printf '1\nhalf\n' > rates
refuses_to_train 3 "perceptron: rates:2:1: a positive rate is wanted on each line" and.svm --schedule rates
perceptron train --algorithm perceptron and.svm --class-weight balanced --json > j
json j 'j["stop"]["reason"] == "separated"'
perceptron train --algorithm perceptron and.svm --class-weight -1=2,+1=0.5 --json > j
json j 'j["stop"]["reason"] == "separated"'
refuses_to_train 2 "perceptron: class-weight names 'x', which no row is labelled*" and.svm --class-weight x=2
refuses_to_train 2 "perceptron: class-weight has '+1=0', a positive weight is wanted*" and.svm --class-weight +1=0
refuses_to_train 2 "perceptron: --rate does nothing with pa-1; algorithms that take it: perceptron, *" and.svm --algorithm pa-1 --rate 2
refuses_to_train 2 "perceptron: --start does nothing with pdm; *" and.svm --algorithm pdm --start ones
refuses_to_train 2 "perceptron: --average does nothing with pocket; *" and.svm --algorithm pocket --average
# a vote is a model like any other
perceptron train and.svm --algorithm voted -o v.model --json > j
json j 'j["margin"] == {"lower": None, "upper": None}'
perceptron predict v.model and.svm > labels
same labels <(cut -d' ' -f1 and.svm)
perceptron show v.model --json > j
json j 'j["kind"] == "votes"'
