# What a reader that was written from docs/model-format.md alone, in another language, makes of a model file: the same
# scores, labels and probabilities as 'predict', for every kind of model.
compare() { PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$TESTS/../oracle/compare_predictions.py" "$@"; }
# Every third row, in whole numbers: sums are exact, so that no vote of many hangs on rounding.
whole() {
    awk -F, -v OFS=, -v times="$2" 'NR == 1 { print; next }
        NR % 3 == 1 { for (j = 1; j < NF; j++) $j = sprintf("%.0f", $j * times); print }' "$1"
}
whole "$TESTS/../../examples/data/iris.csv" 10 > three.csv
whole "$TESTS/../../examples/data/sonar.csv" 10000 > two.csv

check() {   # TOLERANCE options...
    local tolerance=$1 table
    shift
    for table in two three; do
        perceptron train --algorithm perceptron $table.csv --epochs 4 "$@" -q -o m.model
        perceptron predict m.model $table.csv --scores > scores
        compare m.model $table.csv scores "$tolerance" || fail "$table, $*"
    done
}

check 1e-12 --algorithm averaged
check 1e-12 --algorithm svm --scale standard
check 1e-12 --algorithm arow --no-bias --scale unit
check 1e-12 --algorithm voted
check 1e-12 --algorithm voted --no-bias
check 1e-12 --algorithm voted --bias-scale 2
check 1e-9 --algorithm kernel --kernel rbf --scale ball
check 1e-9 --algorithm kernel --kernel polynomial --degree 2 --average --scale ball
check 1e-9 --algorithm kernel --kernel linear --no-bias
check 1e-9 --algorithm mlp --hidden 6,4 --activation tanh --scale standard
check 1e-9 --algorithm mlp --hidden 5 --activation sigmoid --output sigmoid --scale minmax
check 1e-4 --algorithm mlp --hidden 7 --precision single --scale standard
check 1e-12 --algorithm neighbours --k 3
check 1e-3 --algorithm averaged --scale standard --features fourier:20 --gamma 0.5
check 1e-2 --algorithm averaged --scale standard --features nystroem:10 --gamma 0.5

for how in sigmoid isotonic; do
    for algorithm in averaged voted kernel mlp; do
        [[ $algorithm == voted ]] && scale=none || scale=standard
        for table in two three; do
            perceptron train $table.csv --algorithm $algorithm --epochs 4 --holdout 0.4 --calibrate $how --scale $scale \
                -q -o m.model
            perceptron predict m.model $table.csv --probabilities > p
            compare m.model $table.csv p 1e-8 --probabilities || fail "$table, $algorithm, $how"
        done
    done
done

# A model in the middle of a stream, and one with state left out, are read as well.
perceptron train three.csv --stream --algorithm voted -q -o m.model
perceptron predict m.model three.csv --scores > scores
compare m.model three.csv scores 1e-12
perceptron train two.csv --algorithm kernel --no-state -q -o m.model
perceptron predict m.model two.csv --scores > scores
compare m.model two.csv scores 1e-9
