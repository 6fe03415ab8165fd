#!/bin/bash
# From a raw file to an honest model: three real data sets, every command shown before it runs, every number
# explained. Writes into demo-out/.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PWD/build/bin:$PATH
mkdir -p demo-out

title() {
    printf '\n== %s\n\n' "$*"
}

say() {   # a paragraph from standard input
    fmt -w 100
    echo
}

run() {   # a command, as one would type it
    printf '$ %s\n' "$1"
    bash -o pipefail -c "$1"
    echo
}

title "1. Iris: flowers that a plane tells apart"
say <<'TEXT'
150 flowers, four lengths each. Before learning anything, look at the file: how many rows of which label, how large
the numbers are, and whether anything in it will make trouble.
TEXT
run "perceptron check examples/data/iris.csv"
say <<'TEXT'
Now learn to tell setosa from the other two kinds. The perceptron moves its weights only when it is wrong, and when
a whole epoch goes by without a mistake it is done: these rows are separated. That is a fact about the data, and the
numbers say how comfortable it is: the margin is the distance from the boundary to the nearest flower, and no
boundary at all can have more than "best margin".
TEXT
run "perceptron train examples/data/iris.csv --positive setosa --algorithm perceptron -o demo-out/iris.model --report demo-out/iris.html"
say <<'TEXT'
What did it learn? A weight is what one centimetre more does to the score; above 0 the answer is setosa. Short petals
speak for it.
TEXT
run "perceptron show demo-out/iris.model --top 4"
say <<'TEXT'
A model turns raw lines into answers, also in a pipe, without labels, and with the columns in another order: it knows
them by name.
TEXT
run "printf 'petal_width,petal_length,sepal_width,sepal_length\n0.2,1.4,3.5,5.1\n2.1,5.6,2.8,6.4\n' | perceptron predict demo-out/iris.model - --scores"
say <<'TEXT'
How good can it get? The certificate brackets the best margin that any boundary has, with both ends proved, and a
separate checker recomputes every number in it from the file.
TEXT
run "perceptron certify examples/data/iris.csv --positive setosa -o demo-out/iris.cert"
run "perceptron verify demo-out/iris.cert examples/data/iris.csv"
say <<'TEXT'
The convergence theorem says beforehand how many updates there can be. Here it is with the numbers of this model.
TEXT
run "perceptron explain examples/data/iris.csv demo-out/iris.model"
say <<'TEXT'
And where rows cannot be separated, a contradiction among them shows it: exclusive or, as a sum to check by hand.
TEXT
run "perceptron explain examples/data/xor.csv"

title "2. Wisconsin: why scaling matters"
say <<'TEXT'
569 breast masses, thirty measures of their cells; malignant or benign. A plane separates them, but so narrowly, and
with features on such different scales, that learning on raw values would take longer than anyone waits. With every
feature brought to mean 0 and deviation 1 it becomes an easy set. A fifth of the rows is held out, never learned
from, so that the error on it is honest. The scaling is kept in the model and done again for every new row.
TEXT
run "perceptron train examples/data/breast_cancer.csv --positive malignant --algorithm averaged --scale standard --holdout 0.2 --epochs 50 -o demo-out/cancer.model --report demo-out/cancer.html"
say <<'TEXT'
The test shows more than one number: which label is mistaken for which, and how well the scores sort the rows (area
under the ROC curve: 1 is perfect, 0.5 is chance). Most of these rows were learned from, so expect it to look better
than the hold-out error above.
TEXT
run "perceptron test demo-out/cancer.model examples/data/breast_cancer.csv"

title "3. Spambase: data that nothing linear can separate"
say <<'TEXT'
4,601 e-mails as percentages of words. Three vectors carry both labels, so no boundary can be right about every row,
and plain training would never stop by itself. Learning stops when its budget of epochs is used up, and says so, with
what to try next. Averaging all the weights it went through gives a far better answer than the last ones.
TEXT
run "perceptron check examples/data/spambase.csv.gz"
run "perceptron train examples/data/spambase.csv.gz --algorithm averaged --scale standard --epochs 20 --holdout 0.2 -o demo-out/spam.model --report demo-out/spam.html"
say <<'TEXT'
The words that speak loudest for spam, and those that speak against it. (George received the mail, at HP.)
TEXT
run "perceptron show demo-out/spam.model --top 5"
say <<'TEXT'
In a pipe: how many of all these mails does it call spam?
TEXT
run "zcat examples/data/spambase.csv.gz | perceptron predict demo-out/spam.model - | sort | uniq -c"

echo "The models are in demo-out/, and a page to look at for each: iris.html, cancer.html, spam.html."
echo "To go on: 'build/bin/perceptron demo' lists more stories; docs/getting-started.md, or 'build/bin/perceptron' alone."
