# The page of a proof shows the boundary, or the point that both labels share; axes are chosen by name.
data=$TESTS/../../examples/data
perceptron certify "$data/eighty-five.csv" -q --report yes.html
grep -q 'tells ‘below’ from ‘above’ in 85 rows: separable' yes.html || fail 'no sentence'
grep -q 'id="figure-plane"' yes.html || fail 'no plane'
perceptron certify "$data/xor.csv" -q --report no.html && fail 'exclusive or is separable'
grep -q 'id="figure-contradiction"' no.html || fail 'no contradiction'
grep -q '<circle class="hub"' no.html || fail 'the means do not meet'
perceptron certify "$data/iris.csv" -q --positive versicolor --axes petal_length,petal_width --report axes.html || true
grep -q '>⁨petal_width⁩<' axes.html || fail 'not the axes that were asked for'
refuses 2 "*there is no feature 'petals'*" perceptron certify "$data/iris.csv" --positive setosa --axes petals,petal_width --report no.html
perceptron certify "$data/xor.csv" -q --report again.html || true
cmp <(sed 's/again/no/' again.html) no.html || fail 'another page for the same proof'
refuses 4 '*' perceptron certify "$data/xor.csv" --report no-such-folder/x.html
