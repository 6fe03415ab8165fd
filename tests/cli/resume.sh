# Five epochs, resumed to ten, equal ten; resuming needs the same rows and the same options.
noise 200 5 > noise.csv
for algorithm in perceptron averaged pocket; do
    perceptron train noise.csv --algorithm $algorithm --epochs 10 --seed 3 -q -o straight.model
    perceptron train noise.csv --algorithm $algorithm --epochs 5 --seed 3 -q -o part.model
    perceptron train noise.csv --resume part.model --epochs 10 -q -o resumed.model
    same straight.model resumed.model
done
# Updates that the last row of the last epoch used up are used up when more epochs are allowed.
printf '%s\n' a,b,label 1,1,p 1,-1,n -1,1,n -1,-1,p > corners.csv
for how in 'perceptron --max-updates 4' 'batch --max-updates 2' 'mlp --batch-size 4 --max-updates 2'; do
    for epochs in 1 2 5; do
        # shellcheck disable=SC2086  # options, on purpose
        perceptron train corners.csv --algorithm $how --order given --epochs $epochs -q -o straight.model
        if ((epochs == 1)); then
            cp straight.model corners.model
        else
            perceptron train corners.csv --resume corners.model --epochs $epochs -q -o corners.model
        fi
        same straight.model corners.model
    done
done
head -100 noise.csv > fewer.csv
refuses 3 'perceptron: *rows*' perceptron train fewer.csv --resume part.model --epochs 10
refuses 2 'perceptron: *seed*' perceptron train noise.csv --resume part.model --epochs 10 --seed 4
refuses 2 'perceptron: *algorithm*' perceptron train noise.csv --resume part.model --algorithm averaged

# Rows have numbers of the source, wherever they lie: a run goes on from a pack, or from a temporary file, as it began.
awk 'BEGIN { srand(3); for (i = 0; i < 300; i++) { printf "%s", rand() < 0.5 ? "-1" : "1"
    for (j = 1; j < 40; j += 1 + int(rand() * 9)) printf " %d:%.3f", j, rand() * 2 - 1; print "" } }' > wide.svm
perceptron pack wide.svm -q -o wide.pack
for algorithm in kernel 'kernel --budget 50' svm mlp; do
    # shellcheck disable=SC2086  # options, on purpose
    perceptron train wide.svm --algorithm $algorithm --epochs 3 -q -o straight.model
    # shellcheck disable=SC2086
    perceptron train wide.svm --algorithm $algorithm --epochs 1 -q -o part.model
    perceptron train wide.pack --resume part.model --epochs 3 -q -o packed.model
    perceptron train wide.svm --memory 1k --resume part.model --epochs 3 -q -o spilled.model
    same straight.model packed.model
    same straight.model spilled.model
done

# What is wrong with a model that cannot be resumed is told with its name.
perceptron train --algorithm perceptron noise.csv --epochs 2 --no-state -q -o stateless.model
refuses 3 'perceptron: stateless.model: *holds no state*' perceptron train noise.csv --resume stateless.model --epochs 10

# A row without a label was left out when the model was trained, and is when it goes on: as bad, or as missing.
printf '%s\n' 'no label at all' $'a\tfree money' $'b\tsee you' $'a\tmoney now' $'b\tyou now' > bad.tsv
printf '%s\n' 'x,label' 1,a -1,b 3, -2,b 2,a > gaps.csv
for case in 'bad.tsv --format text --on-bad skip' 'gaps.csv --missing skip' 'gaps.csv --on-bad skip'; do
    # shellcheck disable=SC2086
    perceptron train $case --algorithm averaged --epochs 4 -q -o straight.model 2> skipped
    # shellcheck disable=SC2086
    perceptron train $case --algorithm averaged --epochs 1 -q -o part.model 2> skipped
    perceptron train "${case%% *}" --resume part.model --epochs 4 -q -o resumed.model 2> skipped
    same straight.model resumed.model
done
# Validation rows without one are passed over both times.
printf '%s\n' 'x,label' 1,a -1,b > few.csv
perceptron train --algorithm perceptron few.csv --validation gaps.csv --epochs 1 -q -o part.model
perceptron train few.csv --validation gaps.csv --resume part.model --epochs 3 -q -o resumed.model
# Fewer epochs than were made, or begun, are none to stop at.
perceptron train noise.csv --algorithm perceptron --epochs 5 -q -o part.model
refuses 2 'perceptron: part.model is past 3 epochs already; --epochs takes 5 or more*' perceptron train noise.csv --resume part.model --epochs 3
perceptron train noise.csv --resume part.model --epochs 5 -q -o same.model
cmp part.model same.model
