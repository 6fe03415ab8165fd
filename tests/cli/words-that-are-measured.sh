# What is said of scales, gaps and proofs is what was worked out, and no more.
data=$TESTS/../../examples/data
# auto says by which rule it leaves features alone: sparse ones that few rows have are not looked at
printf '+1 1:1 2:90\n-1 1:-1 2:5000\n+1 1:0.5 2:70\n-1 2:3\n' > few.svm
grep -q '^  scaling  *none: sizes of features that 30 rows have, or all, are within a factor of 100 (zeros apart)$' \
    <(perceptron train few.svm)
grep -q '^  scaling  *none: ranges of numbers, and sizes of features, are within a factor of 10 (zeros apart)$' \
    <(perceptron train "$data/xor.csv")
printf 'a\tgo go\nb\tstay here\n' > words.tsv
grep -q '^  scaling  *none: words and images are left as they are$' <(perceptron train words.tsv)
# advice names what differs, and promises nothing of it
perceptron train --algorithm pegasos "$data/breast_cancer.csv" --epochs 2 > out
grep -qE "^  - features differ in scale: [0-9.e+-]+ for '.*', [0-9.e+-]+ for 'worst_area': --scale standard$" out
! grep -q 'faster' out || fail 'a promise'
# a gap is rounded up, and there is none while rows are on the wrong side
for C in 0.1 1 10; do
    perceptron train --algorithm svm --C "$C" "$data/eighty-five.csv" -o m.model > out
    perceptron show m.model --json > j
    shown=$(sed -n 's/^  duality gap  *\([0-9.e-]*\) .*/\1/p' out)
    json j "j['gap'] <= $shown <= j['gap'] * 1.001"
done
perceptron train --algorithm hard-margin "$data/xor.csv" --epochs 2 > out
! grep -q 'duality gap *infinite' out || fail 'a share'
# a proof about hyperplanes through the origin says so, accepted or not, and one row is in the singular
printf 'x,c\n0,a\n1,b\n2,b\n' > zero.csv
perceptron certify zero.csv --no-bias -q -o zero.cert || [[ $? -eq 1 ]]
grep -q "^The 3 rows .*, 'b' from all others, by a hyperplane through the origin: 1 of them is exactly zero\.$" \
    <(perceptron verify zero.cert zero.csv)
printf 'x,c\n0,a\n1,b\n2,d\n' > zeros.csv
perceptron certify zeros.csv --no-bias -q -o zeros.cert || [[ $? -eq 1 ]]
grep -q '^The 3 rows are not separable, all 3 labels at once and without a bias: 1 comparison of ' \
    <(perceptron verify zeros.cert zeros.csv)
# more rows that make it worse by more than the noise are not called noise
perceptron tune "$data/iris.csv" --curve --algorithm perceptron --folds 3 > out
/usr/bin/python3 - <<'P' || fail "$(cat out)"
import re
text = open('out').read()
last = re.search(r'^More rows are (not )?likely to help: twice as many took it from ([\d.]+) % to ([\d.]+) %, which is '
                 r'(within|more than) the noise \(([\d.]+) %\)\.$', text, re.M)
gain, noise = float(last[2]) - float(last[3]), float(last[5])
assert (last[1] is None) == (gain > noise) and (last[4] == 'more than') == (abs(gain) > noise), last[0]
P
# a page of the mean of all weights: they are no end of the way, and a region that is right has its own sign
perceptron train "$data/eighty-five.csv" -q --report mean.html
grep -q 'the ringed point is the weights of the model, the path that of learning' mean.html
grep -q 'dashed, that of the model\.' mean.html
! grep -qE 'ends at the ringed point|class="ring"[^>]*x1=' mean.html || fail 'weights that are wrong called right'
