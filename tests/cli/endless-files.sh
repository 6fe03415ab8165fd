# The first bytes of a file are looked at before the rest is read: what is not of its kind is refused at once, were it
# without end.
clouds > rows.csv
perceptron train --algorithm perceptron rows.csv -q -o good.model
perceptron certify rows.csv -o good.cert > /dev/null
run() {   # PATTERN command...: refused within seconds, though there is no end to the file
    refuses 3 "$1" timeout 20 "${@:2}"
}
truncate -s 5G nothing
for file in /dev/zero nothing; do
    run "perceptron: $file: not a perceptron model" perceptron show $file
    run "perceptron: $file: not a perceptron model" perceptron predict $file rows.csv
    run "perceptron: $file: not a perceptron model" perceptron report $file -o page.html
    run "perceptron: $file: not a perceptron model" perceptron train rows.csv --resume $file
    run "perceptron: $file: not a perceptron model" perceptron train --algorithm perceptron rows.csv --start $file
    run "perceptron: $file:1:1: *row number" perceptron train --algorithm perceptron rows.csv --order $file
    run "perceptron: $file:1:1: *rate*" perceptron train --algorithm perceptron rows.csv --schedule $file
    run "perceptron: $file:*not JSON*" perceptron import $file -o out.model
    code=0
    timeout 20 perceptron verify $file rows.csv > said || code=$?
    [[ $code == 1 && $(< said) == "Refused: line 1: "* ]] || fail "verify $file: exit $code, $(< said)"
done
[[ ! -e out.model && ! -e page.html ]] || fail "something was written"
# What begins right and never ends is refused where its kind must end.
run "perceptron: standard input: is larger than * GB, too large for an order of these rows" \
    perceptron train --algorithm perceptron rows.csv --order - < <(yes 1)
# What was tried is gone on from where tune finds it: that file, too.
ln -s /dev/zero best.model.tried
run "perceptron: best.model.tried: this is no record of what was tried" \
    perceptron tune rows.csv --algorithm perceptron --try epochs=1,2 --resume -o best.model
