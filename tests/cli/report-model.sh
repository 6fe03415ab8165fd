# A model's page, alone and with rows; pictures as files; a plot in ASCII; refusals.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o clouds.model --record clouds.run
perceptron report clouds.model -o alone.html
perceptron report clouds.model clouds.csv --axes y,x -o rows.html
grep -q 'What speaks for which label' alone.html || fail 'no weights'
grep -q 'Who is taken for whom' rows.html || fail 'no confusion'
mkdir pictures
perceptron report clouds.run --pictures pictures
for name in plane cone losses epochs proof bracket angle margins weights; do
    [[ -s pictures/$name.svg ]] || fail "no picture $name"
    grep -q '<title' pictures/$name.svg || fail "$name has no title"
done
perceptron report clouds.run --plot --plain > plot.txt
LC_ALL=C grep -q '^   o far   + near   across: x, up: y$' plot.txt || fail 'no key below the plot'
! LC_ALL=C grep -q '[^ -~]' plot.txt || fail 'not plain'
refuses 2 '*there is no feature*' perceptron report clouds.model clouds.csv --axes x,z
refuses 2 '*wanted two features*' perceptron report clouds.model clouds.csv --axes x
refuses 2 '*one word too many*' perceptron report clouds.run clouds.csv
refuses 4 '*no-such-file*' perceptron report no-such-file
head -c 200 clouds.run > cut.run
refuses 3 'perceptron: cut.run:*not a run record*' perceptron report cut.run
refuses 3 'perceptron: clouds.csv*' perceptron report clouds.csv
refuses_to_train 4 '*no-such-folder*' clouds.csv --report no-such-folder/page.html
