# Rows that take more memory than they may have go to a temporary file: the same model bytes, and nothing left behind.
mkdir tmp
export TMPDIR=$PWD/tmp
perceptron gen sparse --rows 6000 --dimensions 700 --noise 0.1 -o s.svm
noise 5000 8 > d.csv
awk -F, -v OFS=, 'NR > 1 { $3 = NR % 7 ? $3 : ""; $8 = NR % 3 ? "red" : "blue"; w = NR % 5 + 1 } { print $0, (NR > 1 ? w : "w") }' \
    d.csv > gaps.csv
awk 'BEGIN { srand(3); for (i = 0; i < 4000; i++) { printf (i % 3 ? "ham" : "spam") "\t"
    for (j = 0; j < 12; j++) printf " word%d", int(rand() * rand() * 3000); print "" } }' > m.tsv
awk 'BEGIN { srand(4); for (i = 0; i < 4000; i++) { printf "%d", i % 4
    for (j = 1; j <= 9; j++) printf " %d:%d", 3 * j + int(rand() * 3), rand() < 0.9 ? 1 : 200; print "" } }' > four.svm
check() {   # DATA and options
    perceptron train --algorithm perceptron "$@" --epochs 3 -q -o memory.model
    perceptron train --algorithm perceptron "$@" --epochs 3 --memory 20K -q -o file.model
    same memory.model file.model
}
for how in '' '--order given' '--order once --algorithm averaged' '--holdout 0.2' '--shards 3' '--scale standard' \
    '--scale minmax' '--scale ball' '--scale unit' '--values f32' '--algorithm svm' '--scale standard --values f32'; do
    # shellcheck disable=SC2086  # words are meant to split
    check s.svm $how
    # shellcheck disable=SC2086
    check d.csv $how
done
check gaps.csv --missing mean --weight w --one-hot auto
check gaps.csv --missing mean --weight w --one-hot auto --scale standard
check gaps.csv --missing zero --ignore f8
check gaps.csv --missing skip --ignore f8 --positive a
check d.csv --missing mean --scale standard
check m.tsv --format text
check m.tsv --format text --hash-bits 9
check four.svm --algorithm averaged
check four.svm --positive 2
check four.svm --classes 1,3
check four.svm --index-base 1
check s.svm --validation s.svm --patience 2
# It is said, in one line; and what is said of the rows is the same.
perceptron train --algorithm perceptron s.svm --epochs 1 --memory 20K > said
grep -q '^  temporary file .*(--memory)$' said || fail "not said: $(cat said)"
perceptron train --algorithm perceptron s.svm --epochs 1 > said
! grep -q 'temporary' said || fail "a temporary file for no reason: $(cat said)"
# Packs of rows that do not fit are the same packs.
for data in s.svm d.csv m.tsv four.svm; do
    perceptron pack $data -q -o memory.pack
    perceptron pack $data --memory 20K -q -o file.pack
    same memory.pack file.pack
done
perceptron certify d.csv --memory 20K --time 5 > /dev/null || [[ $? == 1 ]]
perceptron check d.csv --memory 20K > /dev/null
# Troubles: sizes that are none, a place that is none, a full disk, an interrupt.
refuses_to_train 2 "perceptron: memory is 'much'*" s.svm --memory much
refuses_to_train 2 "perceptron: memory is '5X'*" s.svm --memory 5X
refuses_to_train 4 'perceptron: *--memory*features are made*' s.svm --memory 20K --features fourier:10
TMPDIR=$PWD/none refuses_to_train 4 'perceptron: *cannot make a temporary file in */none *' s.svm --memory 20K
(
    ulimit -f 32
    refuses_to_train 4 'perceptron: *cannot write a temporary file in */tmp *' s.svm --memory 20K
    refuses 4 'perceptron: *' perceptron pack s.svm -o full.pack
)
[[ -z $(compgen -G '*full.pack*') && -z $(compgen -G '.*.tmp') ]] || fail "a half pack was left behind"
for after in 0.05 0.1 0.2; do
    timeout -s INT $after perceptron train --algorithm perceptron s.svm s.svm s.svm s.svm s.svm s.svm --memory 20K --epochs 100 -q || true
done
[[ -z $(ls -A tmp) ]] || fail "temporary files were left behind: $(ls -A tmp)"
