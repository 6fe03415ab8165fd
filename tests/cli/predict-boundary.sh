# On the boundary the answer is the negative label, and test counts an error.
printf '%s\n' '-1 1:1' '+1 1:-1' > d.svm
perceptron train --algorithm perceptron d.svm --no-bias --order given -q -o m.model
printf '%s\n' '1:0' '-1 2:5' | perceptron predict m.model - --scores -q > out
printf '%s\n' $'-1\t0' $'-1\t0' > wanted
same out wanted
printf '%s\n' '-1 1:0' '-1 1:1' > t.svm
perceptron test m.model t.svm --json > j
json j 'j["rows"] == 2 and j["errors"] == 1 and j["ties"] == 1'
