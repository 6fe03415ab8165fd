# A full disk is noticed wherever output goes.
[[ -c /dev/full ]] || exit 0
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o m.model
full() {
    refuses 4 'perceptron: *No space left on device' bash -c '"$@" > /dev/full' - "$@"
}
full perceptron
full perceptron train --algorithm perceptron --help
full perceptron --version
full perceptron train --algorithm perceptron clouds.csv
full perceptron train --algorithm perceptron clouds.csv --json
full perceptron train --algorithm perceptron clouds.csv -q -o -
full perceptron predict m.model clouds.csv
full perceptron test m.model clouds.csv
full perceptron check clouds.csv
full perceptron show m.model
refuses 4 'perceptron: *' perceptron predict m.model clouds.csv -o /dev/full
# A page or a record that meets the end of the disk on its way is not an unknown error; the old page stays.
echo old > page.html
echo old > run.json
small() {   # files of a kilobyte at most
    # shellcheck disable=SC2016  # the inner shell's words
    refuses 4 'perceptron: *: File too large' bash -c 'trap "" XFSZ; ulimit -f 1; exec "$@"' - "$@"
}
small perceptron train --algorithm perceptron clouds.csv -q --report page.html
small perceptron train --algorithm perceptron clouds.csv -q --record run.json
[[ $(< page.html) == old && $(< run.json) == old ]]
# JSON of a text as long as it likes.
name=$(printf 'n%.0s' {1..700})
sed "s/^x,/$name\xc3\xa9\xc3\xa9\xc3\xa9,/" clouds.csv > long.csv
perceptron train --algorithm perceptron long.csv -q -o long.model
perceptron show long.model --json --names > j
json j "'$name\u00e9\u00e9\u00e9' in str(j)"
