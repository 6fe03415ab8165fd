# Sentences that were false, or had to be read twice, each by its command.
# a tie is 0, whichever way the sign of the label turns it
echo '{"features": ["s"], "label": "c", "classes": ["-1", "+1"], "weights": [1], "bias": 0}' > id.json
perceptron import id.json -o id.model
printf 's,c\n0,-1\n' > tie.csv
perceptron test id.model tie.csv > out
grep -qE '^  margin +0 +a row lies on the boundary$' out
grep -qE '^  functional +0 ' out
perceptron test id.model tie.csv --json | grep -q '"margin": 0, '
# weights set by hand learned from no rows, by no algorithm
perceptron show id.model > out
! grep -qE 'algorithm|trained on|seed' out || fail "$(cat out)"
grep -qE '^  rows +of 1 feature \(csv, dense\)$' out
# a proof about boundaries through the origin names the command that gives the same one
printf 'x,c\n1,a\n2,b\n' > line.csv
perceptron train --algorithm perceptron line.csv --no-bias --epochs 3 > out
grep -q "^These rows cannot be separated without a bias: line.csv:2 and line.csv:3 contradict each other\.$" out
grep -q "'perceptron certify --no-bias' shows how\.$" out
perceptron certify line.csv --no-bias > out || grep -q '^Not separable' out
printf 'x,c\n0,a\n2,b\n' > zero.csv
perceptron train --algorithm perceptron zero.csv --no-bias --epochs 3 > out
grep -q '^These rows cannot be separated without a bias: zero.csv:2 is all zeros\.$' out
# without a bias it is no hyperplane at all that fails, only those through the origin: of weights it is said
printf 'x,c\n1,a\n2,a\n3,b\n4,b\n' > oned.csv
perceptron train --algorithm perceptron oned.csv --no-bias --order given > out
grep -q 'add up to zero: no weights have every row on its own side\.' out
! grep -q 'no hyperplane' out || fail "$(cat out)"
perceptron trace oned.csv --no-bias --exact > out
grep -q '^so no weights have every row on its own side\.$' out
# a bound that was not worked out to its end does not say that weights fail which separate
printf 'x1,x2,x3,label\n-2,2,4,a\n-2.2,2.395,-0.6,c\n-4,1,4,a\n5,-5,-5,a\n' > lead.csv
printf '%s\n' -3.2183187486552036,-3.1331835989337806,2.7939753263164366,a -0.9,4.3,-2.602,d -3,-1,-2,b >> lead.csv
perceptron train lead.csv --algorithm pdm --seed 4 --fraction 0.99 --epochs 100 > out
grep -qE '^  theorem margin +0\.3101 ' out
grep -q '^ *(no upper end was worked out)$' out
! grep -q 'if the rows can be separated\|do not separate' out || fail "$(cat out)"
# the page's upper end of a bound on steps is not below the steps
printf 'a,b,d,e,c\n1,0,0,0,p\n0,-1,0,0,n\n0,0,1,0,p\n0,0,0,-1,n\n' > tight.csv
{ echo 350.45; for i in 1 2 3 4 5 6 7; do echo 350.44; done; } > rates
perceptron train tight.csv --positive p --no-bias --algorithm perceptron --order given --schedule rates -q --report steps.html
grep -q '1,402' steps.html || fail "$(grep -o 'sum of steps.\{200\}' steps.html)"
! grep -q '1,401' steps.html || fail "$(grep -o 'sum of steps.\{200\}' steps.html)"
# in a stream nobody knows whether the rows can be separated, and the bound says so
clouds > clouds.csv
perceptron train --algorithm perceptron - --stream < clouds.csv > out
grep -q '^ *if the rows can be separated, no order of the rows makes more updates; this run made ' out
# products of tiny values are lost: neither more epochs help nor another rule, and the theorem bounds no such run
printf '1e-200,2e-200,a\n-1e-200,3e-200,b\n1e-200,-1e-200,a\n' > tiny.csv
perceptron train --algorithm perceptron tiny.csv --no-bias --epochs 5 > out
sed -n '/^What to try next/,/^$/p' out > advice
grep -q 'products of values this small are lost, however many epochs there are: --scale minmax$' advice
(($(grep -c '^  - ' advice) == 1)) || fail "$(cat advice)"
perceptron train --algorithm perceptron tiny.csv --scale minmax | grep -q '^Stopped: separated'
perceptron explain tiny.csv --no-bias --epochs 9 > out
grep -q '^The theorem above speaks of exact products\. Those of values this small are lost in rounding' out
! grep -q 'other rows' out || fail "it was trained on these very rows"
# a run that only a bound beyond all patience ends says so before it begins
printf '1e9,0.3,b\n1e9,-0.1,a\n' > wide.csv
(timeout -s INT 1 perceptron train wide.csv --algorithm pdm --fraction 0.99 --no-bias --order given --epochs 0 2>&1 || true) > out
head -1 out | grep -q '^perceptron: note: no budget is set, and pdm --fraction 0.99 may take a number of updates that grows like (R/gamma\*)^100; '
perceptron train wide.csv --algorithm pdm --fraction 0.99 --no-bias --max-updates 9 --epochs 0 > out 2> err
[[ ! -s err ]] || fail "$(cat err)"
# one of a thing
printf 'x,c\n3,a\n-3,b\n' > two.csv
perceptron compare two.csv --seeds 1..1 | grep -q '^1 run on 2 rows, 1 feature, 2 labels: 1 way to train, 1 seed$'
perceptron trace two.csv --steps 1 | grep -q '^(The first 1 step; '
perceptron explain two.csv --no-bias | grep -q ', so 1 update at most\.$'
perceptron explain two.csv --no-bias | grep -q 'left out at most 1 time in 2, 50\.00 %$'
# which rows move the weights hangs on the order: shuffled anew without one, these are wrong about three
printf 'x1,x2,c\n0,-3,b\n3,2,a\n0,1,b\n-3,-3,b\n2,-1,a\n1,-2,a\n' > six.csv
perceptron explain six.csv --positive a > out
grep -A2 ' 2 of 6 rows ever caused an update' out | grep -q 'in the same order, .* left out at most 2 times in 6'
wrong=0
for row in 2 3 4 5 6 7; do
    sed "${row}d" six.csv | perceptron train - --format csv --positive a --algorithm perceptron -q -o but-one.model
    sed -n "1p;${row}p" six.csv > one.csv
    perceptron test but-one.model one.csv | grep -q ' 0 of 1 row wrong' || wrong=$((wrong + 1))
done
[[ $wrong -eq 3 ]] || fail "wrong about $wrong"
# pictures go into a folder that need not be there
perceptron train --algorithm perceptron clouds.csv -q -o m.model
perceptron report m.model clouds.csv --pictures new -o page.html
[[ -s new/plane.svg ]] || fail "no pictures"
# squares that no double holds bound nothing, below or above
perceptron trace tiny.csv --no-bias --epochs 2 --json > j
json j 'all(s["margin_upper"] is None and s["margin_lower"] is None for s in j["steps"])'
perceptron train --algorithm perceptron tiny.csv --no-bias --epochs 2 -q -o tiny.model
perceptron test tiny.model tiny.csv > out
grep -qE '^ +3 +of these are ties: the score is on neither side$' out
! grep -qE '^  (theorem )?margin|^  distance|^  functional' out || fail "$(cat out)"
printf '1e-100,a\n3e-100,b\n' > near.csv
perceptron trace near.csv --start random --epochs 2 --json > j   # what was added is lost beside the start
json j 'all(s["margin_upper"] is None or s["margin_upper"] > 1e-100 for s in j["steps"])'
printf '1e-160,a\n3e-160,b\n' > nearer.csv
perceptron explain nearer.csv --epochs 9 | grep -qE '^    \(R/gamma\*\)\^2 = \(1 / [0-9.e-]+\)\^2, beyond all doubles\.$'
printf '3e153,1e153,a\n-1e153,2e153,b\n2e153,-1e153,a\n' > huge.csv
perceptron trace huge.csv --no-bias --epochs 3 > out
! grep -q infinite out || fail "$(cat out)"
# what is not of two linear sides is told in its own words
printf 'x,c\n1,a\n2,b\n3,d\n4,a\n' > four.csv
perceptron train --algorithm perceptron four.csv --epochs 3 -q -o four.model
perceptron test four.model four.csv | grep -qE '^  perceptron loss .* sum over the rows of max\(0, best other score - own\): '
perceptron trace two.csv --no-bias --exact | tr '\n' ' ' | grep -q 'makes more than R^2 |w\*|^2/gamma^2 = 1 update; this one made 1\.'
perceptron explain two.csv --no-bias | grep -q '^gives (R/3)^2 = 1 update\.$'
# an epoch without a mistake that is no epoch without an update
perceptron train clouds.csv --algorithm mlp --hidden 3 --epochs 300 --rate 0.05 | grep -q '^Stopped: epochs\..* The last epoch made no mistake, only updates\.$'
# a run and the model it made name the same bound, where weights of rows do not change it
printf 'x1,x2,w,c\n4,-5,0.25,a\n-1,1,1,b\n-3,4,0.25,b\n3,-2,2,a\n' > weighed.csv
perceptron train weighed.csv --weight w --algorithm pa-1 --no-bias --seed 3 --scale none -o weighed.model | grep -A1 '^  bound' > ran
perceptron show weighed.model | grep -A1 '^  bound' > kept
cmp ran kept || fail "$(cat ran kept)"
printf 'x1,x2,w,c\n1,0,2,a\n0,1,2,b\n3,1,2,a\n' > twice.csv
perceptron train twice.csv --weight w --algorithm averaged --scale none -o twice.model | grep '^  bound' > ran
perceptron show twice.model | grep '^  bound' | cmp ran - || fail "$(cat ran)"
# where the margin is lost in rounding, so is the gap that is made of it
printf '1 2:2e-145 3:-1e-145\n0 1:-4e-145 2:-2e-145 3:2e-145\n1 1:5e-145 2:-4e-145 3:1e-145\n' > small.svm
printf '1 1:4e-145 2:-2.9999999999999996e-145 3:2e-145\n' >> small.svm
perceptron train small.svm --algorithm hard-margin --epochs 500 --scale none > out
grep -q '^  margins *unknown' out
! grep -qE '^  (duality gap|objective)' out || fail "$(cat out)"
# the bound of a run is of the doubles it learned from, which have less of a margin than the decimals in the file
cat > near.csv <<'CSV'
x1,x2,label
-200.02456795388707,-200.48246131040472,0
-200.0407937697416,-201.58195751421346,0
-200.0387610804447,-200.77860293551197,1
-199.99354797193757,-201.3036093078103,0
CSV
perceptron explain near.csv --epochs 200 --order given --label label --json > out
json out '129856096975504 < j["run"]["bound"]["upper"] < 129856096975504 * (1 + 1e-7)'
# rows that rounding alone has on their side are not said to be there
cat > far.csv <<'CSV'
x1,x2,x3,x4,label
2e+120,-4.9999999999999996e+120,1e+120,1e+120,b
-4.9999999999999996e+120,1e+120,4e+120,-2e+120,a
4e+120,3e+120,2e+120,4.9999999999999996e+120,b
CSV
perceptron train far.csv --algorithm perceptron --scale none --order given -o far.model > out
grep -q '^Stopped: separated\. A whole epoch went by without an update: after 1 update the products of all rows came out above 0, but not all are; the difference is lost in rounding\.$' out
grep -q '^  theorem margin *-.*these weights do not separate the rows$' out
# no angle where the square of the weights' length is beyond all doubles
cat > long.csv <<'CSV'
x1,x2,x3,x4,label
4e+153,0,-5e+153,5e+153,-1
-1e+153,0,-1e+153,5e+153,+1
2.9999999999999998e+153,0,1e+153,5e+153,-1
2e+153,-4e+153,5e+153,-1e+153,-1
1e+153,4e+153,1e+153,-1e+153,+1
-4e+153,-4e+153,-1e+153,-2.9999999999999998e+153,-1
-2.9999999999999998e+153,-1e+153,2.9999999999999998e+153,4e+153,-1
CSV
perceptron train long.csv --algorithm batch --epochs 500 --rate 0.5 --batch-size 1 --eps 0.01 --scale none --label label -q -o long.model
perceptron explain long.csv long.model > out
! grep -q 'cosine' out || fail "$(grep cosine out)"
# where the margin itself is lost, so is whether all products are above 0
printf 'x1,x2,x3,y\n-2.9999999999999996e-145,-5e-145,-1e-145,1\n2e-145,-4e-145,-4e-145,1\n5e-145,-4e-145,2e-145,0\n' > tiny.csv
for how in "train tiny.csv --algorithm perceptron --order given" "explain tiny.csv"; do
    perceptron $how > out
    grep -q 'after 2 updates the products of all rows came out above 0; whether all are is lost in rounding\.$' out
done
# steps of rows that weigh a quarter each are not those of the theorem's lemmas
printf 'x1,x2,x3,x4,weight,y\n21.5,0,-1,-2,0.25,b\n18.5,1,-2,2,0.25,a\n' > quarters.csv
perceptron train quarters.csv --weight weight --algorithm perceptron --epochs 0 -q -o quarters.model
perceptron explain quarters.csv quarters.model > out
grep -q "^The model's training made k = " out
if grep -q '^Lemma 1' out; then fail "$(< out)"; fi
# an exact bound of two parts is one number where both are fractions
printf '0 1:1 3:0\n1 2:1\n1 3:1\n' > thirds.svm
perceptron trace thirds.svm --algorithm voted --start ones --no-bias --epochs 5 --index-base 1 --exact > out
grep -q '^2 |w0| |w\*|/gamma = 9 updates; this one made 2\.$' out
