# Features that cannot be made of a value are an error that names it, not a model that cannot be loaded.
printf 'a,b,label\n1e20,1,x\n2,3,y\n1,1,x\n1e20,2,y\n' > f20.csv
printf 'a,b,label\n1e39,1,x\n2,3,y\n1,1,x\n1e39,2,y\n' > f39.csv
refuses_to_train 3 '*f20.csv: row * has a value of 1e+20, too large for the features to be made; scale the rows*' \
    f20.csv --features nystroem:2
refuses_to_train 3 '*f39.csv: row * has a value of 1e+39, too large for the features to be made; scale the rows*' \
    f39.csv --features fourier:2
# a kept row that is empty and comes first, where there are more features than rows are kept dense for
printf '1 1:0\n0 5000:1\n1 1:1\n0 4000:2 5000:1\n' > empty.svm
for algorithm in neighbours kernel; do
    perceptron train empty.svm --algorithm "$algorithm" --order given --quiet -o m.model
    perceptron test m.model empty.svm --json > j
    json j 'j["rows"] == 4'
done
# a network whose scores are infinite is no model: the row and the epoch are named
printf -- '-1 2:3e28 3:3e28\n1 5:1e28\n-1 1:-2e28 2:2e28 3:-2e28 4:-1e28 5:2e28\n-1 1:2e28 2:-1e28 4:-3e28\n-1 1:3e28 2:2e28\n' > d.svm
sed 's/e28/e8/g' d.svm > less.svm
refuses_to_train 3 "*less.svm:1: after epoch 1 the network's score of this row is no number; lower the rate*" \
    less.svm --algorithm mlp --precision single --rate 1e20 --epochs 1
refuses_to_train 3 '*epoch 1: the slopes of the loss are so large that their squares overflow*' \
    d.svm --algorithm mlp --precision single --rate 1e11 --epochs 1
refuses_to_train 3 '*epoch 2: the network diverges: the score of row 2 is no number any more*' \
    d.svm --algorithm mlp --precision single --optimizer sgd

# Made features are fewer than those of the rows: the checkup behind the advice looks at no more than there are.
awk 'BEGIN { for (i = 0; i < 40; i++) { printf "%d", i % 2; for (j = 1; j <= 5000; j++) printf " %d:1", 5000 * i + j; print "" } }' > wide.svm
perceptron train wide.svm --features fourier:4 --epochs 2 -o wide.model > said

# A score beyond all numbers has no label that anybody can tell: the row is named, after training, by predict and by test.
printf 'x,y,c\n1e-10,0,b\n1.3e154,0,b\n9.2e153,9.5e153,a\n9.2e153,-9.5e153,a\n' > beyond.csv
refuses_to_train 3 "*beyond.csv:3: after epoch 1 the weights' score of this row is no number; scale the data*" \
    beyond.csv --algorithm perceptron --scale none --epochs 1 --no-bias --order given
printf 'x,y,c\n1e150,1,a\n-1e150,2,b\n3,1,a\n' > far.csv
printf 'x,y,c\n3,1,a\n1e200,1,a\n-1e200,2,b\n' > farther.csv
perceptron train far.csv --algorithm perceptron --scale none --quiet -o far.model
for action in predict test; do
    code=0
    perceptron $action far.model farther.csv > said 2> wrong || code=$?
    [[ $code = 3 && $(< wrong) == "perceptron: farther.csv:3: the model's score of this row overflows" ]]
done
