# An option that the rows have no use for, or that training has settled, is refused, not passed over.
clouds > d.csv
printf '+1 1:1\n-1 2:1\n' > d.svm
printf 'ham\tsee you\nspam\twin a prize\n' > d.tsv
refuses_to_train 2 'perceptron: d.svm: --label does nothing for libsvm rows; *' d.svm --label 1
refuses_to_train 2 'perceptron: d.svm: --one-hot does nothing for libsvm rows; *' d.svm --one-hot 1
refuses_to_train 2 'perceptron: d.csv: --hash-bits does nothing without categories or text; use --one-hot or --text*' d.csv --hash-bits 8
refuses_to_train 2 'perceptron: d.tsv: --ignore does nothing for text rows; *' d.tsv --ignore 1
perceptron train --algorithm perceptron d.csv --scale standard --positive near -q -o m.model
refuses 2 "perceptron: d.csv: --scale was settled in training, and not as 'unit'; *" perceptron test m.model d.csv --scale unit
refuses 2 "perceptron: d.csv: --positive was settled in training, and not as 'far'; *" perceptron predict m.model d.csv --positive far
perceptron test m.model d.csv --scale standard --positive near --label label > out
perceptron train --algorithm perceptron d.csv --positive near --scale standard --validation d.csv -q
# How words were left out is no matter of a model's new rows; as it was said in training it may be said again.
printf 'you\n' > stop
perceptron train d.tsv --algorithm averaged --stop-words stop --min-df 1 -q -o words.model
for option in '--stop-words d.tsv' '--min-df 2' '--max-df 0.5' '--max-features 1'; do
    # shellcheck disable=SC2086  # an option and its value
    for use in test predict; do
        refuses 2 "perceptron: ${option% *} was settled in training, and not as '${option#* }'; *" perceptron $use words.model d.tsv $option
    done
done
perceptron test words.model d.tsv --stop-words stop --min-df 1 > out
perceptron train d.tsv --resume words.model --epochs 30 -q -o more.model
# So is one that the algorithm, or another option, has no use for: the message says who takes it.
idle() { local said=$1; shift; refuses_to_train 2 "perceptron: $said; try *" d.csv --epochs 2 "$@"; }
idle '--margin does nothing with perceptron; algorithms that take it: margin, kernel' --margin 50 --kernel rbf --eps 0.1
idle '--C does nothing with perceptron; algorithms that take it: pa-1, pa-2, svm, logistic' --C 2
idle '--hidden does nothing with perceptron; algorithms that take it: mlp' --hidden 3
idle '--gamma does nothing with perceptron; algorithms that take it: kernel' --gamma 0.1
idle '--l2 does nothing with kernel; algorithms that take it: mlp' --algorithm kernel --l2 0.1
idle '--class-weight does nothing with neighbours; *' --algorithm neighbours --class-weight balanced
idle '--patience does nothing without --holdout or rows for validation' --patience 3
idle '--degree does nothing without --kernel polynomial' --algorithm kernel --degree 2
idle '--gamma does nothing without --kernel polynomial or rbf' --algorithm kernel --kernel linear --gamma 2
idle '--momentum does nothing without --optimizer momentum or nesterov' --algorithm mlp --momentum 0.5
idle '--free-bias does nothing without --bias' --algorithm svm --free-bias --no-bias
idle '--multiclass does nothing with two labels' --multiclass direct
idle '--holdout does nothing beside rows for validation' --holdout 0.2 --validation d.csv
refuses_to_train 2 'perceptron: d.svm: --missing does nothing for libsvm rows; *' d.svm --missing mean
refuses 2 "perceptron: d.csv: --weight was settled in training, and not as 'x'; *" perceptron predict m.model d.csv --weight x
refuses 2 "perceptron: every row counts once here: a weight is for training; *" perceptron test m.model d.csv --weight x
refuses 2 "perceptron: d.csv: --features was settled in training, and not as 'fourier:3'; *" perceptron test m.model d.csv --features fourier:3
printf 'x,c\n1,a\n2,b\n3,d\n' > three.csv
perceptron train --algorithm perceptron three.csv -q -o three.model
refuses 2 'perceptron: --threshold does nothing with 3 labels: the largest score wins; *' perceptron predict three.model three.csv --threshold 1
refuses 2 'perceptron: --threshold does nothing with 3 labels: the largest score wins; *' perceptron test three.model three.csv --threshold 1
# Among many ways one that takes it is enough; with none it is refused.
perceptron compare d.csv --algorithms perceptron,margin --margin 3 --seeds 1..2 -q > out
refuses 2 'perceptron: --margin does nothing with perceptron; *' perceptron compare d.csv --algorithms perceptron,averaged --margin 3
# What a model of old recorded and nobody looked at does not keep it from being resumed.
perceptron train d.csv --algorithm margin --margin 2 --epochs 1 -q -o r.model
perceptron train d.csv --resume r.model --epochs 2 -q
