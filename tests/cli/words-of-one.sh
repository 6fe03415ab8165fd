# One row, one feature, one label, one fold: number and verb agree, and what is said of one is true of one.
printf 'x,c\n1,a\n2,b\n' > two.csv
printf 'x,c\n1,a\n' > one.csv
# one label: check says what stands in the way, and does not speak of "1 different values"
perceptron check one.csv > out
grep -q "^  - every row is labelled 'a': training needs two labels$" out
grep -q 'no column looks like one: this has one value; name the one you mean$' out
refuses 3 "*every row is labelled 'a'; two classes are needed*" perceptron train one.csv
# a fold may lack a label that the file has: the message is about that fold
refuses 3 "*two.csv: perceptron, learning without fold [12]: every row is labelled '[ab]'; two classes are needed*" \
    perceptron tune two.csv --folds 2 --try algorithm=perceptron
printf 'x,c\n1,a\n2,a\n3,a\n7,b\n8,b\n9,b\n' > six.csv
perceptron tune six.csv --folds 2 --try algorithm=perceptron --report tuned.html | grep -q '^1 setting on 6 rows, 1 feature, 2 labels: 2 tests of it, '
grep -q '1 of 1 setting\.' tuned.html
perceptron compare two.csv --seeds 1 --report runs.html > /dev/null
grep -q 'The same rows learned 1 time, in 1 way: ' runs.html
# rows that all caused an update say nothing of one left out; one row learned from is "1 row"
perceptron explain two.csv > out
grep -q 'every row caused an update at some time: of a row left$' out
! grep -q 'one of$' out || fail "$(cat out)"
perceptron explain two.csv --holdout 0.5 | grep -q '^A pass in an order drawn at random made 1, in 1 row\.$'
# a row of zeros contradicts itself: there is no sum to check column by column
printf 'x,c\n0,a\n2,b\n' > zero.csv
perceptron explain zero.csv --no-bias > out || (($? == 1))
grep -q '^zero.csv:2 is all zeros, so a.w is 0 whatever w is, and never above 0: the perceptron, which stops only$' out
! grep -q 'Column by column\|Take these' out || fail "$(cat out)"
# what is proved not to be separable has no difficulty and no bound "if it can be separated"; held-out rows may be why
printf 'x,c\n1,a\n2,b\n3,a\n4,b\n' > four.csv
perceptron train four.csv --algorithm perceptron --epochs 3 -o four.model > out
grep -q '^These rows cannot be separated: ' out
! grep -q '^  difficulty\|^  bound\|if the rows can be separated' out || fail "$(cat out)"
perceptron train four.csv --algorithm perceptron -o four.model > out
grep -q '^Stopped: not separable' out
! grep -q '^  difficulty\|^  bound\|if the rows can be separated' out || fail "$(cat out)"
perceptron show four.model > out
! grep -q '^  difficulty\|^  bound' out || fail "$(cat out)"
printf 'x,c\n1,a\n2,a\n3,a\n4,b\n9,b\n2,b\n' > held.csv
perceptron train held.csv --algorithm perceptron --epochs 1 --holdout 0.34 > out
grep -q '^All rows together, held-out ones included, cannot be separated' out
grep -q '^  bound' out
# what the last weights separate can be separated, though the mean of all weights does not
perceptron train two.csv --algorithm averaged > out
grep -q '^Stopped: separated.*The weights the model keeps are not those last ones' out
grep -q '^  bound *at least ' out
! grep -q 'if the rows can be separated' out || fail "$(cat out)"
# a model that is cut within its END section: the checksum is counted
perceptron train two.csv -q -o whole.model
head -c -1 whole.model > cut.model
refuses 3 '*cut.model: truncated: section END has 8 bytes and a checksum of 8, and 15 bytes are left for both*' perceptron show cut.model
# a neuron without a bias adds none up
perceptron train six.csv --no-bias --algorithm perceptron -q --epochs 1 --report plain.html
grep -q '1 input times its weight; the sign of that is the answer\.' plain.html || fail "$(grep -o 'times its weight[^.]*' plain.html)"
perceptron train six.csv --algorithm perceptron -q --epochs 1 --report bias.html
grep -q '1 input times its weight, and the bias are added up; the sign of the sum is the answer\.' bias.html
# one weight has one bar, one run one dot
grep -q 'Bar of the one largest weight by feature name; it is ' bias.html
grep -q 'A dot for 1 run in 1 way; ' runs.html
# weights that are all 0 have no boundary, and no row is nearest to it
printf 'x1,x2,c\n0,0,a\n0,1,b\n1,0,b\n1,1,a\n' > xor.csv
perceptron train xor.csv --algorithm perceptron --scale none -q --report xor.html
! grep -q 'The nearest rows' xor.html || fail "rows are nearest to no boundary"
# without a bias the page's contradiction has no 1 for it
perceptron certify zero.csv --no-bias --report zero.html > /dev/null || (($? == 1))
grep -q 'The row is all zeros: every boundary through the origin passes through it\.' zero.html
perceptron certify two.csv --no-bias --report line.html > /dev/null || (($? == 1))
grep -q 'Write each row with its sign\. Added up' line.html
# a score of -0 is printed as 0
perceptron train two.csv --algorithm mlp --hidden 1 --epochs 1 -q --report net.html
! grep -q '>-0<' net.html || fail "$(grep -o '.\{60\}>-0<' net.html)"
# a start that separates needs no update, and is not called the last weights after none
perceptron train six.csv --algorithm perceptron --epochs 0 -q -o six.model
perceptron train six.csv --algorithm perceptron --start six.model | grep -q ': the weights it began with have every row on its own side\.$'
# what a longer run is for: a network's loss, a solver's gap; neither asks whether a line separates the rows
perceptron train xor.csv --algorithm mlp --hidden 2 --epochs 2 | grep -q '^  - as far as the loss still falls, longer: '
perceptron train two.csv --algorithm svm --epochs 1 | grep -q '^  - to close the duality gap, longer: '
