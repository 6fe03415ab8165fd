# What a trace shows of each algorithm is that algorithm's own: weights, lemmas, alpha; and what is said under it holds.
printf 'x,y,c\n2,1,a\n0.5,1.5,a\n-1,-1,b\n0,-0.5,b\n' > four.csv
printf 'x1,x2,class\n1,1,+1\n2,2,+1\n1,2,-1\n2,1,-1\n' > worked.csv
xor > xor.csv
shown() {
    echo "\$ perceptron trace $*"
    perceptron trace "$@" | grep -v '^Stopped:\|^Rows in\|^$'
}
# Batch rules: weights held within a batch, moved with its last row; the lemmas of a batch.
shown four.csv --positive a --algorithm batch --exact
shown four.csv --positive a --algorithm batch --epochs 1
shown four.csv --positive a --algorithm gradient-descent --exact --epochs 1
shown worked.csv --algorithm batch --batch-size 2 --epochs 2
# A start elsewhere, rates, schedules, thresholds.
shown worked.csv --start ones --exact --epochs 1
shown four.csv --positive a --start ones --epochs 2
shown worked.csv --schedule inverse --exact --epochs 2
printf '1\n0.5\n0.1\n' > rates.txt
shown four.csv --positive a --schedule rates.txt --rate 0.7 --exact --epochs 2
shown worked.csv --rate 0.5 --exact --epochs 2
shown four.csv --positive a --algorithm margin --margin 10 --exact | tail -n 6
shown four.csv --positive a --algorithm pdm --fraction 0.95 --exact | tail -n 6
# Dual rules: alpha of each row, and no weights or no lemmas.
shown xor.csv --algorithm kernel --kernel polynomial --degree 2 --steps 8
shown four.csv --positive a --algorithm svm --epochs 1
shown four.csv --positive a --algorithm hard-margin --epochs 1
# Steps of their own.
for algorithm in pa-1 pa-2 arow romma pegasos; do
    shown four.csv --positive a --algorithm $algorithm --epochs 1
done
# No contradiction of rows that can be separated, whatever the algorithm.
for algorithm in batch gradient-descent kernel svm hard-margin pa-1 arow romma pegasos margin pdm; do
    perceptron trace four.csv --positive a --algorithm $algorithm > all.txt
    ! grep -q 'no hyperplane' all.txt || fail "$algorithm contradicts rows that can be separated"
done
# The note under the worked rows is about one run: the perceptron in file order, from zero, by whole rows, with a bias.
printf '4\n3\n2\n1\n' > order.txt
perceptron trace worked.csv --epochs 1 | grep -q 'a well-known worked example' || fail 'no note'
while read -r options; do
    # shellcheck disable=SC2086  # words
    perceptron trace worked.csv --epochs 1 $options > all.txt
    ! grep -q 'well-known' all.txt || fail "a note about another run: $options"
done << 'END'
--order order.txt
--rate 0.5
--no-bias
--tie correct
--start ones
--algorithm batch
--algorithm margin
--schedule inverse --order order.txt
--bias-scale 2
--class-weight +1=2
--steps 2
END
# Each says first in which order it takes the rows.
perceptron trace xor.csv | head -n 1
perceptron trace xor.csv --order each --seed 3 | head -n 1
perceptron trace xor.csv --order order.txt | head -n 1
perceptron train --algorithm perceptron xor.csv --order given | grep '^  order'
perceptron train --algorithm perceptron xor.csv | grep '^  order'
perceptron explain four.csv --positive a | head -n 1
perceptron explain four.csv --positive a --order order.txt | head -n 1
perceptron train --algorithm perceptron four.csv --positive a --order once --seed 5 -q -o m.model
perceptron explain four.csv m.model | head -n 1
refuses 2 "*--order is for a run of explain's own*" perceptron explain four.csv m.model --order given
# JSON has null where nothing holds.
perceptron trace xor.csv --algorithm kernel --json > kernel.json
json kernel.json 'all(s["w"] is None and s["lemma1"] is None and s["lemma2"] is None and s["mass"] is None for s in j["steps"])'
json kernel.json 'j["contradiction"] is None and j["reference"] is None and len(j["alphas"]) == 4'
perceptron trace four.csv --positive a --algorithm svm --json > svm.json
json svm.json 'all(s["mass"] is None and s["lemma2_bound"] is None and s["alpha"] >= 0 for s in j["steps"])'
perceptron trace four.csv --positive a --algorithm pdm --json > pdm.json
json pdm.json 'all(s["lemma2"] is None and s["lemma1"] >= s["lemma1_bound"] for s in j["steps"]) and j["reference"]["bound"] is None'
printf 'x,y,z,c\n0.1,0.2,-0.3,a\n1,1,1,b\n' > tenths.csv
# Numbers that no double holds are not those in the file.
printf 'x,c\n1700000000000000001,a\n-1,b\n' > long.csv
perceptron trace long.csv --exact --epochs 1 | sed -n 2p
perceptron trace tenths.csv --exact --values f32 --epochs 1 | sed -n 2p
# Rounding decides a tie otherwise than the decimals do: the table says so.
perceptron trace tenths.csv --positive a --exact --start ones --no-bias --epochs 1 | grep -A1 'the exact product is 0'
