# What is said of a run is true of its algorithm, its bias and its rows.
data=$TESTS/../../examples/data
# train takes the file's order for first-mistake as trace does; for others it shuffles
perceptron trace "$data/xor.csv" --algorithm first-mistake --max-updates 3 > out
grep -qx 'Rows in the order of the file\.' out || fail "$(cat out)"
grep -q 'train shuffles them anew' <(perceptron trace "$data/xor.csv" --epochs 1)
# without a bias no constant feature is in R; "after scaling" is said where rows are scaled, of a kernel neither
longest() {   # WORDS OPTION...
    perceptron train --algorithm perceptron "$data/xor.csv" "${@:2}" > out
    grep -qxE "  R +1\.[0-9]{3} +length of the longest row$1" out || fail "$(grep '^  R ' out)"
}
longest '' --no-bias -o m.model
grep -qE '^  R +1\.414 +length of the longest row$' <(perceptron show m.model)
longest ', with the constant feature of a bias'
longest ', after scaling' --scale minmax --no-bias
longest ", in the kernel's space, with the constant feature of a bias" --algorithm kernel
# what the epochs were too few for: a solver waits for its gap, a network for nothing
ends() { perceptron train "$data/iris.csv" --scale none --epochs 2 "$@" | grep '^Stopped: epochs\. '; }
grep -q ' were used up before the duality gap closed\. ' <(ends --positive versicolor --algorithm svm)
grep -q ' were used up before the duality gap of every label closed\. ' <(ends --algorithm svm)
grep -q ' were used up\. ' <(ends --algorithm mlp)
grep -q ' were used up before an epoch without an update came\. ' <(ends --algorithm perceptron)
# an algorithm's line is whole without its neighbours in the list
! grep -q '^  update     the same' <(perceptron train --algorithm list) || fail 'the same as what?'
# the rows of a batch are not called b, which is the bias
grep -q ': batch (R/gamma\*)^2$' <(perceptron train --algorithm batch "$data/eighty-five.csv" --epochs 3)
# a tie is an error, and recall goes by what predict says: both are told
echo '{"features": ["s"], "label": "c", "classes": ["-1", "+1"], "weights": [1], "bias": 0}' > id.json
perceptron import id.json -o id.model
printf 's,c\n0,-1\n' > tie.csv
perceptron test id.model tie.csv > out
grep -qE '^  error +100\.00 %' out
grep -qE '^ +the recalls and tables below count it by the label that predict gives$' out
# an upper end is rounded up, wherever it stands
perceptron train --algorithm perceptron "$data/eighty-five.csv" -q --report page.html --record run.json
perceptron compare "$data/eighty-five.csv" --algorithms perceptron --seeds 1..1 > out
json run.json "$(/usr/bin/python3 - <<'P'
import re
page = open('page.html', encoding='utf-8').read()
table = open('out').read()
card = re.search(r'no weights have more than ([0-9.]+)', page).group(1)
least = re.search(r'best margin at most.*\n +perceptron +([0-9.]+)', table).group(1)
picture = re.search(r'best margin lies between ([0-9.]+) and ([0-9.]+)\.', page).groups()
print(f'j["numbers"]["margin_upper"] <= min({card}, {least}, {picture[1]}) and {picture[0]} <= j["numbers"]["margin_lower"]')
P
)"
# rows that were learned from give no test error
perceptron train --algorithm perceptron "$data/eighty-five.csv" -q -o e.model
perceptron report e.model "$data/eighty-five.csv" -o same.html
! grep -q '<dt>test error</dt>' same.html || fail 'rows of its training called a test'
grep -q '<dt>error</dt>' same.html
# what was chosen or fitted by the rows held out is told beside what they measure
held() { perceptron train --algorithm perceptron "$data/sonar.csv" --holdout 0.3 --epochs 20 "$@"; }
grep -q '^The epoch whose weights are kept was chosen by these rows: expect a little more error on new' <(held --patience 3)
grep -q '^The probabilities were fitted to these rows: ' <(held --calibrate sigmoid)
! held | grep -qE 'chosen by these rows|fitted to these rows' || fail 'nothing was chosen'
# --tie correct makes no mistakes at zero, where every row is wrong
perceptron train --algorithm perceptron "$data/eighty-five.csv" --tie correct > out
grep -qE '^  mistakes +0 .*, ties taken for right$' out || fail "$(cat out)"
# captions of pages: the row farthest on the wrong side is not the nearest, neighbours make no mistakes while learning
says() { grep -qF "$2" <(sed 's/<[^>]*>/ /g' "$1"); }
perceptron train --algorithm svm --scale none "$data/eighty-five.csv" -q --report svm.html
says svm.html 'The worst row is at -' || fail 'called the nearest row'
says svm.html 'The worst rows'
says svm.html 'that is the step the perceptron takes'
says page.html 'The nearest rows'
perceptron train --algorithm neighbours "$data/eighty-five.csv" -q --holdout 0.2 --report near.html
! says near.html 'Mistakes per epoch' || fail 'rows that are only kept were said to be met without a mistake'
# a formula with <= in it has its value apart
perceptron train --algorithm pdm "$data/eighty-five.csv" -q -o pdm.model
grep -q 'b(k) + 1; this k is <= [0-9.]*; it came to ' <(perceptron explain "$data/eighty-five.csv" pdm.model)
# margins of a kernel's space stand beside others with a word; rows that are kept are no updates
perceptron compare "$data/eighty-five.csv" --algorithms kernel,neighbours,averaged --seeds 1..1 --epochs 5 > out
grep -qx "A kernel's margins are of its own space, and do not compare with those of the others\." out
grep -qE '^  neighbours +none$' <(sed -n '/^updates/,/^$/p' out)
! grep -q "own space" <(perceptron compare "$data/eighty-five.csv" --algorithms perceptron,svm --seeds 1..1 --epochs 5)
# An epoch in which no row moved weights is no standstill where rows gone over again at its end did; it is one, and the
# run ends, where these left every weight as it was.
printf '%s\n' x,c 3,a 2,b 1,b 1,a > stuck.csv
printf '%s\n' x,c 100000,a 100001,b > far.csv
for rows in stuck far; do
    perceptron train $rows.csv --algorithm hard-margin --epochs 0 --json -o last.model > j
    json j 'j["stop"]["reason"] == "nothing moves"'
    perceptron train $rows.csv --algorithm hard-margin --epochs $(($(/usr/bin/python3 -c 'import json; print(json.load(open("j"))["epochs"])') - 1)) \
        -q -o before.model
    same <(perceptron show last.model --weights) <(perceptron show before.model --weights)
done
# The order that keeps rows sorted is named by what shuffles them: first-mistake takes them as they come by itself.
for a in perceptron first-mistake; do
    seq 30 | awk '{ print $1 "," ($1 > 15 ? "b" : "a") }' | sed '1i x,c' > sorted.csv
    perceptron train sorted.csv --algorithm $a --order given --max-updates 9 2> notes > out
    grep -q 'keeps them so: expect poor weights; --order each shuffles them$' notes || fail "$(< notes)"
done
