# No command writes over a file it reads, nor two outputs into one file, whatever the names and links: it refuses before
# anything is read, and the file is what it was. A model that is learned further may take its own place.
clouds > my.csv
cp my.csv copy.csv
perceptron train --algorithm perceptron my.csv -q -o m.model --record run.json
perceptron certify my.csv -q -o my.cert
perceptron export m.model --to json -o weights.json
seq 1 40 > order.txt
ln -s my.csv link.csv
ln my.csv hard.csv
mkdir folder
ln -s ../my.csv folder/deep.csv
md5sum my.csv m.model run.json weights.json order.txt > sums

overwrites() {   # PATTERN command...
    refuses 2 "perceptron: $1 would overwrite $2, which is read: name another file; try 'perceptron $4 --help'" "${@:3}"
    md5sum --quiet -c sums || fail "${*:3}: the input has changed"
}
overwrites '--output my.csv' my.csv perceptron train --algorithm perceptron my.csv -o my.csv
overwrites '--output link.csv' my.csv perceptron train --algorithm perceptron my.csv -o link.csv
overwrites '--output ./folder/deep.csv' hard.csv perceptron train --algorithm perceptron hard.csv -o ./folder/deep.csv
overwrites '--output hard.csv' 'standard input' perceptron train --algorithm perceptron - -o hard.csv < my.csv
overwrites '--report my.csv' my.csv perceptron train --algorithm perceptron my.csv --report my.csv
overwrites '--record my.csv' my.csv perceptron train --algorithm perceptron copy.csv my.csv --record my.csv
overwrites '--output my.csv' '--validation my.csv' perceptron train --algorithm perceptron copy.csv --validation my.csv -o my.csv
overwrites '--output order.txt' '--order order.txt' perceptron train --algorithm perceptron my.csv --order order.txt -o order.txt
overwrites '--report m.model' '--resume m.model' perceptron train my.csv --resume m.model -o m3.model --report m.model
overwrites '--output m.model' m.model perceptron predict m.model my.csv -o m.model
overwrites '--output my.csv' my.csv perceptron predict m.model my.csv -o my.csv
overwrites '--output my.csv' my.csv perceptron pack my.csv -o my.csv
overwrites '--output my.csv' my.csv perceptron certify my.csv -o my.csv
overwrites '--report my.csv' my.csv perceptron certify my.csv --report my.csv
overwrites '--output m.model' m.model perceptron export m.model -o m.model
overwrites '--output weights.json' weights.json perceptron import weights.json -o weights.json
overwrites '--output run.json' run.json perceptron report run.json -o run.json
overwrites '--report m.model' '--starts m.model' perceptron compare my.csv --starts zero,m.model --report m.model
code=0
# shellcheck disable=SC2094  # on purpose
perceptron predict m.model my.csv >> my.csv 2> said || code=$?
[[ $code == 2 && $(< said) == 'perceptron: standard output would overwrite my.csv,'* ]] || fail "exit $code: $(< said)"
md5sum --quiet -c sums

# Two outputs in one file: one of them would be lost.
both() {
    refuses 2 "perceptron: $1 and $2 are the same file: one would overwrite the other; *" "${@:3}"
}
both '--output a' '--report a' perceptron train --algorithm perceptron my.csv -o a --report a
both '--report folder/../a' '--record a' perceptron train --algorithm perceptron my.csv --report folder/../a --record a
ln -s a dangling
both '--output dangling' '--report a' perceptron train --algorithm perceptron my.csv -o dangling --report a
both '--output standard output' '--report standard output' perceptron train --algorithm perceptron my.csv -o - --report -
[[ ! -e a ]] || fail 'a was written'

# What cannot be lost is no matter; a model that goes on may be replaced by what it becomes.
perceptron train --algorithm perceptron my.csv -q -o /dev/null --report /dev/null
perceptron train --algorithm perceptron my.csv -q -o m2.model --epochs 1
perceptron train my.csv -q --resume m2.model --epochs 2 -o m2.model
perceptron train --algorithm perceptron my.csv -q --start m2.model -o m2.model
perceptron predict m.model - < my.csv | cat > answers
[[ $(wc -l < answers) == 40 ]]
