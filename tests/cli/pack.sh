# A pack is used like the text it was made from, with the same model bytes and the same answers.
perceptron gen sparse --rows 3000 --dimensions 500 --noise 0.1 -o s.svm
noise 2500 5 > d.csv
for data in s.svm d.csv; do
    perceptron pack $data -o p.pack -q
    for how in '' '--order given' '--order once' '--holdout 0.2' '--algorithm averaged' '--scale standard' \
        '--scale unit' '--values f32' '--algorithm pocket --threads 1' '--algorithm svm'; do
        # shellcheck disable=SC2086  # words are meant to split
        perceptron train --algorithm perceptron $data --epochs 3 -q -o text.model $how
        # shellcheck disable=SC2086
        perceptron train --algorithm perceptron p.pack --epochs 3 -q -o pack.model $how
        same text.model pack.model
    done
    perceptron predict text.model $data --scores > a
    perceptron predict text.model p.pack --scores > b
    same a b
    perceptron test text.model $data --json > a
    perceptron test text.model p.pack --json > b
    same a b
    perceptron check p.pack > /dev/null
done
first=$(tail -1 d.csv | sed 's/.*,//')
perceptron train --algorithm perceptron d.csv --positive "$first" --epochs 2 -q -o text.model
perceptron train --algorithm perceptron p.pack --positive "$first" --epochs 2 -q -o pack.model
same text.model pack.model
# Classes chosen in training, and rows that change without the memory for a copy.
awk 'BEGIN { srand(4); for (i = 0; i < 3000; i++) { printf "%d", i % 4
    for (j = 1; j <= 9; j++) printf " %d:%d", 3 * j + int(rand() * 3), (rand() < 0.9 ? 1 : 200); print "" } }' > four.svm
perceptron pack four.svm -o four.pack -q
for how in '--classes 1,3' '--classes 0,1,2 --positive 1' '--classes 2,3 --scale standard' '--classes 3,1 --holdout 0.2' \
    '--scale standard --memory 20K' '--scale unit --memory 20K --classes 0,2' '--values f32 --memory 20K'; do
    # shellcheck disable=SC2086
    perceptron train --algorithm perceptron four.svm --epochs 3 -q -o text.model $how
    # shellcheck disable=SC2086
    perceptron train --algorithm perceptron four.pack --epochs 3 -q -o pack.model $how
    same text.model pack.model
done
perceptron train --algorithm perceptron four.svm --classes 1,3 --scale standard --epochs 2 -q -o m.model
for how in '' '--classes 1,3' '--memory 20K'; do
    # shellcheck disable=SC2086
    perceptron test m.model four.svm $how --json > a
    # shellcheck disable=SC2086
    perceptron test m.model four.pack $how --json > b
    same a b
done
refuses_to_train 3 "perceptron: four.pack: no row has the label '9'*" four.pack --classes 1,9
# Words and categories.
printf 'ham\tsee you at noon\nspam\twin money now\nham\tnoon is fine\nspam\tmoney money\n' > m.tsv
perceptron pack m.tsv --format text -o m.pack -q
perceptron train --algorithm perceptron m.tsv --format text -q -o text.model
perceptron train --algorithm perceptron m.pack --format text -q -o pack.model
same text.model pack.model
printf 'ham\tother words here\nspam\twin\n' > o.tsv
perceptron pack o.tsv --format text -o o.pack -q
refuses 3 'perceptron: o.pack: was packed with other columns or words*' perceptron predict pack.model o.pack
# What a pack does not do, and damage.
refuses 2 'perceptron: pack wants a file*' perceptron pack d.csv
refuses 2 'perceptron: a pack holds rows as they are*' perceptron pack d.csv --scale standard -o no.pack
refuses 2 'perceptron: a pack holds all labels*' perceptron pack d.csv --positive a -o no.pack
[[ ! -e no.pack ]] || fail "a refused pack was written"
head -c 5000 p.pack > cut.pack
refuses_to_train 3 'perceptron: cut.pack: *' cut.pack
size=$(stat -c %s p.pack)
for at in 9 40 200 300 5000 $((size / 2)) $((size - 20)); do
    cp p.pack bad.pack
    byte=$(od -An -tu1 -j "$at" -N 1 p.pack)
    printf '%b' "\\x$(printf %x $((byte ^ 16)))" | dd of=bad.pack bs=1 seek="$at" conv=notrunc status=none
    refuses_to_train 3 'perceptron: bad.pack: *damaged*' bad.pack
done
# A disk that fills up leaves nothing behind.
[[ ! -c /dev/full ]] || refuses 4 'perceptron: *No space left on device' perceptron pack d.csv -o /dev/full
(
    ulimit -f 8
    trap '' XFSZ
    refuses 4 'perceptron: full.pack: *' perceptron pack d.csv -o full.pack
)
[[ -z $(compgen -G '*full.pack*') ]] || fail "a half pack was left behind"
# A pipe by name is no pack, and loses no byte to the question.
perceptron train --algorithm perceptron <(cat d.csv) --epochs 2 -q -o pipe.model
perceptron train --algorithm perceptron d.csv --epochs 2 -q -o text.model
same pipe.model text.model
