# A full disk is noticed wherever output goes.
[[ -c /dev/full ]] || exit 0
clouds > clouds.csv
perceptron train clouds.csv -q -o m.model
full() {
    refuses 4 'perceptron: *No space left on device' bash -c '"$@" > /dev/full' - "$@"
}
full perceptron
full perceptron train --help
full perceptron --version
full perceptron train clouds.csv
full perceptron train clouds.csv --json
full perceptron train clouds.csv -q -o -
full perceptron predict m.model clouds.csv
full perceptron test m.model clouds.csv
full perceptron check clouds.csv
full perceptron show m.model
refuses 4 'perceptron: *' perceptron predict m.model clouds.csv -o /dev/full
