# An option that the rows have no use for, or that training has settled, is refused, not passed over.
clouds > d.csv
printf '+1 1:1\n-1 2:1\n' > d.svm
printf 'ham\tsee you\nspam\twin a prize\n' > d.tsv
refuses_to_train 2 'perceptron: d.svm: label means nothing for libsvm rows; *' d.svm --label 1
refuses_to_train 2 'perceptron: d.svm: one-hot means nothing for libsvm rows; *' d.svm --one-hot 1
refuses_to_train 2 'perceptron: d.csv: hash-bits means nothing for csv rows; *' d.csv --hash-bits 8
refuses_to_train 2 'perceptron: d.tsv: ignore means nothing for text rows; *' d.tsv --ignore 1
perceptron train d.csv --scale standard --positive near -q -o m.model
refuses 2 "perceptron: d.csv: scale was settled in training, and 'unit' it is not; *" perceptron test m.model d.csv --scale unit
refuses 2 "perceptron: d.csv: positive was settled in training, and 'far' it is not; *" perceptron predict m.model d.csv --positive far
perceptron test m.model d.csv --scale standard --positive near --label label > out
perceptron train d.csv --positive near --scale standard --validation d.csv -q
