# Every command has a page on standard output that names all its options; -h, --help and help CMD are the same.
for command in $(perceptron | awk '/^Commands/ { on = 1; next } /^$/ { on = 0 } on { print $1 }'); do
    perceptron $command --help > a 2> err
    perceptron $command -h > b
    perceptron help $command > c
    same a b
    same a c
    [[ ! -s err ]] || fail "$command --help wrote to standard error"
    grep -q "^usage: perceptron $command " a || fail "$command: no usage line"
    grep -q '^For example$' a || fail "$command: no examples"
    grep -q '^  -h, --help ' a || fail "$command: does not name --help"
done
perceptron train --help > train.txt
for option in output validation resume json verbose quiet algorithm epochs max-updates time order start rate schedule \
    '\[no-\]bias' scale seed threads holdout label positive ignore missing one-hot hash-bits on-bad; do
    grep -q -- "--$option" train.txt || fail "train --help does not name --$option"
done
perceptron predict --help > predict.txt
for option in scores threshold output json quiet on-bad; do
    grep -q -- "--$option" predict.txt || fail "predict --help does not name --$option"
done
perceptron certify --help > certify.txt
for option in output gap no-margin no-bias time all json quiet positive on-bad; do
    grep -q -- "--$option" certify.txt || fail "certify --help does not name --$option"
done
# --help wins over what comes after it, and over missing files.
perceptron train --help --bogus > again.txt
same train.txt again.txt
