# Completion knows commands, options, choices and files, from the command itself.
. "$TESTS/../../cli/perceptron.bash"
touch some-file
answers() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _perceptron
    printf '%s\n' "${COMPREPLY[@]}" | sort
}
has() {
    answers "${@:2}" | grep -qx -- "$1" || fail "no $1 in: $(answers "${@:2}")"
}
[[ $(answers perceptron trai) == train ]]
[[ $(answers perceptron help pre) == predict ]]
has --epochs perceptron train --e
has --no-bias perceptron train --no
has --bias perceptron train --b
has --output perceptron train --o
has --threshold perceptron predict --th
[[ $(answers perceptron train --scale st) == standard ]]
[[ $(answers perceptron train --scale = st) == standard ]]
has averaged perceptron train --algorithm a
has given perceptron train --order g
has some-file perceptron train --order so
has some-file perceptron train so
has some-file perceptron train -o so
has some-file perceptron predict m.model so
