# What train chooses when nothing is said: averaged, scaled as check would advise; it says so, the model keeps it, and
# naming the same options gives the same bytes. A named algorithm is taken as it is.
data=$TESTS/../../examples/data

perceptron train "$data/breast_cancer.csv" --json -o bare.model > j
json j '[(c["option"], c["value"]) for c in j["chosen"]] == [("algorithm", "averaged"), ("scale", "auto"), ("epochs", "20")]'
json j 'j["algorithm"] == "averaged" and j["scaling"] == "standard" and all(c["why"] for c in j["chosen"])'
perceptron train "$data/breast_cancer.csv" -o again.model > report
same again.model bare.model
grep -q "^  scaling         standard, kept in the model; features differ in scale: .* for '.*', .* for 'worst_area'$" report
grep -q '^  chosen          --algorithm averaged: ' report
perceptron show bare.model --json > j
json j 'j["scaling"] == "standard" and j["parameters"] == {"algorithm": "averaged", "scale": "auto", "epochs": "20"}'
perceptron train "$data/breast_cancer.csv" --algorithm averaged --scale auto --epochs 20 -q -o named.model
same named.model bare.model

# The decision is check's: where it advises scaling auto is standard, where it does not, none.
for set in iris sonar breast_cancer eighty-five xor; do
    perceptron check "$data/$set.csv" --json > checked
    perceptron train "$data/$set.csv" --json --no-diagnose > j
    [[ $(grep -c '"option": "scale"' checked) -eq $(grep -c '"scaling": "standard"' j) ]] || fail "check and train differ on $set"
done
grep -q '"scaling": "none"' j

# The same bytes from other sources, with other threads, and where memory is short.
perceptron pack "$data/breast_cancer.csv" -q -o rows.pack
for how in "rows.pack" "rows.pack --threads 3" "$data/breast_cancer.csv --threads 1" "$data/breast_cancer.csv --memory 20K"; do
    # shellcheck disable=SC2086  # words
    perceptron train $how -q -o other.model
    perceptron predict other.model "$data/breast_cancer.csv" --scores > other
    perceptron predict bare.model "$data/breast_cancer.csv" --scores > first
    same other first
done
perceptron train "$data/breast_cancer.csv" --epochs 3 -q -o part.model
perceptron train "$data/breast_cancer.csv" --resume part.model --epochs 20 -q -o whole.model
same whole.model bare.model

# Sparse rows are scaled where sizes of features that thirty rows have, or all, differ a hundredfold, words and ones never.
printf '+1 1:1 2:90\n-1 1:-1 2:5\n+1 1:0.5 2:70\n-1 2:3\n' > near.svm
printf '+1 1:1 2:900\n-1 1:-1 2:5\n+1 1:0.5 2:70\n-1 2:3\n' > few.svm
for _ in {1..10}; do cat few.svm; done > far.svm
printf '+1 1:1 3:1\n-1 2:1\n+1 1:1\n-1 2:1 3:1\n' > ones.svm
printf 'a\tgo go go %s\nb\tstay here\n' "$(printf 'on %.0s' {1..200})" > words.tsv
for pair in near.svm:none few.svm:none far.svm:standard ones.svm:none words.tsv:none; do
    perceptron train "${pair%:*}" --json 2> /dev/null > j
    json j "j['scaling'] == '${pair#*:}' and j['chosen'][1]['value'] == 'auto'"
done

# What is given stays: the scale, the epochs; a named algorithm is bare, and an option that is not for it is refused.
perceptron train "$data/breast_cancer.csv" --scale minmax --epochs 7 --json > j
json j 'j["scaling"] == "minmax" and [c["option"] for c in j["chosen"]] == ["algorithm"]'
perceptron train "$data/breast_cancer.csv" --algorithm perceptron --json --no-diagnose > j
json j 'j["scaling"] == "none" and j["chosen"] == [] and j["epochs"] == 100'
refuses 2 'perceptron: --margin does nothing with averaged*' perceptron train "$data/iris.csv" --margin 5

# A stream cannot look ahead: averaged, neither scaled nor repeated.
perceptron train --stream "$data/breast_cancer.csv" --json > j
json j 'j["algorithm"] == "averaged" and j["scaling"] == "none" and [c["option"] for c in j["chosen"]] == ["algorithm"]'
perceptron train "$data/breast_cancer.csv" --scale none --order given --epochs 1 -q -o memory.model
perceptron train --stream "$data/breast_cancer.csv" --scale none -q -o stream.model
same stream.model memory.model

# Some algorithms have choices of their own.
chooses() {   # ALGORITHM, "OPTION=VALUE ...", more words
    perceptron train "$data/eighty-five.csv" --algorithm "$1" "${@:3}" --json --no-diagnose > j
    json j "' '.join(c['option'] + '=' + c['value'] for c in j['chosen']) == '$2'"
}
chooses pa-1 'average=yes epochs=20'
chooses pa-2 'average=yes' --epochs 5
chooses pa-1 'epochs=20' --no-average
chooses kernel 'keeper=average'
chooses svm 'epochs=205'
json j 'j["stop"]["reason"] == "duality gap closed"'
chooses hard-margin 'epochs=220'
json j 'j["stop"]["reason"] == "margin reached" and j["epochs"] > 100'
chooses pocket ''
perceptron train --help > help
for words in '\[averaged\]' '\[auto without --algorithm, else none\]' '\[100; averaged, pa-1, pa-2: 20; svm: 205; hard-margin: 220\]'; do
    grep -q -- "$words" help || fail "help does not say $words"
done
