# Rows in shards: the model depends on how many there are, never on the threads that carry them, nor on the source.
perceptron gen sparse --rows 40000 --dimensions 800 --noise 0.1 -o s.svm
perceptron pack s.svm -o s.pack -q
for how in '' '--algorithm averaged' '--algorithm pa-1 --average --mix mistakes' '--order given' '--holdout 0.2'; do
    # shellcheck disable=SC2086  # words are meant to split
    perceptron train --algorithm perceptron s.svm --shards 4 --threads 1 --epochs 3 -q -o one.model $how
    for threads in 2 4; do
        # shellcheck disable=SC2086
        perceptron train --algorithm perceptron s.svm --shards 4 --threads $threads --epochs 3 -q -o many.model $how
        same one.model many.model
    done
    # shellcheck disable=SC2086
    perceptron train --algorithm perceptron s.pack --shards 4 --threads 2 --epochs 3 -q -o pack.model $how
    same one.model pack.model
    # shellcheck disable=SC2086
    perceptron train --algorithm perceptron s.svm --shards 4 --epochs 1 -q -o part.model $how
    perceptron train s.svm --resume part.model --epochs 3 -q -o resumed.model
    same one.model resumed.model
done
perceptron train --algorithm perceptron s.svm --shards 2 --epochs 3 -q -o two.model --holdout 0.2
! cmp -s one.model two.model || fail "the number of shards makes no difference"
# Many classes, and what is said.
perceptron train --algorithm perceptron "$TESTS/../../examples/data/iris.csv" --shards 3 --epochs 50 --json -o iris.model > j
json j 'j["mixed_updates"] * 3 - j["updates"] < 1e-9 and j["updates"] > 0'
for threads in 1 2 4; do
    perceptron train --algorithm perceptron "$TESTS/../../examples/data/iris.csv" --shards 3 --epochs 50 --threads $threads -q -o other.model
    same iris.model other.model
done
perceptron show iris.model > shown
grep -q 'mixed updates' shown || fail "show says nothing of mixed updates: $(cat shown)"
grep -q 'shards' shown || fail "show says nothing of shards: $(cat shown)"
perceptron train --algorithm perceptron s.svm --epochs 1 --json > j
json j 'j["mixed_updates"] is None'
# What they cannot do.
clouds > c.csv
refuses_to_train 2 'perceptron: --shards does nothing with pocket; algorithms that take it: perceptron, averaged,*' c.csv --shards 2 \
    --algorithm pocket
refuses_to_train 2 'perceptron: *one against the rest*' "$TESTS/../../examples/data/iris.csv" --shards 2 \
    --multiclass one-vs-rest
refuses_to_train 2 'perceptron: *--max-updates*' c.csv --shards 2 --max-updates 5
refuses_to_train 2 'perceptron: 41 shards of 40 rows*' c.csv --shards 41
refuses_to_train 2 'perceptron: --mix does nothing without --shards; *' c.csv --mix mistakes
refuses_to_train 2 'perceptron: *a stream*' c.csv --shards 2 --stream
refuses 2 'perceptron: a trace shows one step after another*' perceptron trace c.csv --shards 2
refuses 2 'perceptron: *shards*' perceptron train s.svm --resume part.model --shards 5
perceptron train --algorithm perceptron c.csv --shards 2 -q --report page.html
[[ -s page.html ]] || fail "no page of a run in shards"
