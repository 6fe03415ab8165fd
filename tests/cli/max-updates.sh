# The updates allowed are never exceeded but where the help says so, and a run that they ended is not told as one that
# could not go on.
iris=$TESTS/../../examples/data/iris.csv
sonar=$TESTS/../../examples/data/sonar.csv
made() {   # MODEL CONDITION on updates u, their stop s
    perceptron show "$1" --json > j
    json j "(lambda u, s: $2)(j['updates'], j['stop'])"
}
# Each label against the rest has its own; who has used them up rests, and the others go on.
for a in perceptron pocket batch gradient-descent pegasos romma logistic svm hard-margin arow; do
    perceptron train "$iris" --algorithm $a --multiclass one-vs-rest --max-updates 7 -q -o part.model
    made part.model "7 < u <= 21 and s['reason'] == 'updates'"
    cp part.model same.model
    perceptron train "$iris" --resume same.model -q -o same.model
    same part.model same.model
    perceptron train "$iris" --resume part.model --max-updates 20 -q -o more.model
    [[ $a == svm || $a == hard-margin ]] && continue   # these go over rows again
    made more.model "u > $(grep -o '"updates": [0-9]*' j | grep -o '[0-9]*$') or '$a' == 'logistic'"
    made more.model "7 < u <= 60"
done
# Stopped anywhere and gone on with: what was used up is used up.
for a in perceptron romma svm; do
    perceptron train "$iris" --algorithm $a --multiclass one-vs-rest --max-updates 30 --epochs 9 -q -o straight.model
    perceptron train "$iris" --algorithm $a --multiclass one-vs-rest --max-updates 30 --epochs 1 -q -o part.model
    perceptron train "$iris" --resume part.model --epochs 9 -q -o part.model
    same straight.model part.model
done
# Two labels.
for a in perceptron batch logistic mlp kernel; do
    perceptron train "$sonar" --algorithm $a --max-updates 2 -q -o m.model
    made m.model "u == 2 and s['reason'] == 'updates'"
done
# An update at the end of an epoch was made in that epoch.
perceptron train "$sonar" --algorithm batch --max-updates 3 | grep -q 'were used up in epoch 3; 3 updates were made\.$'
# What is gone over again at the end of an epoch counts then, and help and manual say so.
perceptron train "$sonar" --algorithm svm --max-updates 150 --json > j
json j "j['updates'] > 150 and j['stop']['reason'] == 'updates' and j['stop']['epoch'] == 1 and j['stop']['row'] == 0"
perceptron train --help | tr -s ' \n' ' ' | grep -q 'svm, hard-margin: some more where an epoch ends by going over rows again'
# A stream that goes on has no more than were left.
for how in perceptron averaged 'kernel --gamma 1' mlp pegasos 'batch --batch-size 10' 'romma --multiclass one-vs-rest'; do
    # shellcheck disable=SC2086  # options, on purpose
    perceptron train --stream "$iris" --algorithm $how --max-updates 2 -q -o s.model 2> notes
    made s.model "u in (2, 6)"
    cp s.model before.model
    perceptron train --stream "$iris" --resume s.model -q -o s.model 2> notes
    same before.model s.model
    perceptron train --stream "$iris" --resume s.model --max-updates 5 -q -o s.model 2> notes
    made s.model "u > 2"
done
