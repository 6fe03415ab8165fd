# Networks and kernels: their loss by its name, scores that are never called distances, biases and the feature space.
data=$TESTS/../../examples/data
perceptron train "$data/xor.csv" --algorithm mlp --hidden 2 --epochs 50 -q --report net.html --record net.json
grep -q 'id="figure-risk"' net.html || fail 'no curve of the loss'
grep -q '>mean cross-entropy</text>' net.html || fail 'another name'
! grep -q 'figure-proof\|<dt>R</dt>\|<dt>bound\|nearest row\|>distance' net.html || fail 'the words of another model'
grep -q '<rect class="b[01]"' net.html || fail 'an empty histogram'
json net.json 'len(j["tables"]["epochs"]["rows"]) == 50 and all(r[5] > 0 for r in j["tables"]["epochs"]["rows"])'
json net.json 'len(j["tables"]["wires"]["rows"]) == 2 * 3 + 3'
grep -q 'their wires are the biases' net.html || fail 'no biases'
perceptron train "$data/xor.csv" --algorithm mlp --hidden 2 --loss squared --epochs 5 -q --report squared.html
grep -q '>mean of half the squared error</text>' squared.html || fail 'not its loss'
for algorithm in batch gradient-descent; do
    perceptron train "$data/eighty-five.csv" --algorithm $algorithm -q --report risk.html --record risk.json
    grep -q '>perceptron loss R(w)</text>' risk.html || fail "$algorithm: no curve of R(w)"
    json risk.json 'j["tables"]["epochs"]["rows"][-1][5] == j["numbers"]["risk"] == 0'
done
# Weights set by hand were never trained.
perceptron import "$data/../xor.json" -o hand.model
perceptron report hand.model "$data/xor.csv" -o hand.html
perceptron report hand.model -o alone.html
for page in hand.html alone.html; do
    ! grep -q 'running\|0 rows\|Stopped\|<dt>updates\|id="training"\|back-propagation' $page || fail "$page tells of a training"
done
grep -q 'in 4 rows of <bdi>xor.csv</bdi>, it gets every row right' hand.html || fail "$(grep '<h1>' hand.html)"
grep -q 'id="figure-network"' alone.html || fail 'no network'
! grep -q '<dl' alone.html || fail 'a frame without a number'
grep -q 'Weights set by hand, to tell .*<bdi>+1</bdi>.* from' alone.html || fail "$(grep '<h1>' alone.html)"
# In the feature space of the linear kernel rows are where they are: across the distance, up what is left.
perceptron train --algorithm perceptron "$data/eighty-five.csv" -q --order given --record line.json
perceptron train "$data/eighty-five.csv" -q --order given --algorithm kernel --kernel linear --keeper last --record dual.json --report dual.html
grep -q 'id="figure-feature-space"' dual.html || fail 'no feature space'
! grep -q '<dt>distance</dt>' dual.html || fail 'a distance'
/usr/bin/python3 - <<'P' || fail 'another place in feature space'
import json, math
line, dual = (json.load(open(name + '.json')) for name in ('line', 'dual'))
n = line['numbers']
a, b, c = n['line_x'], n['line_y'], n['line_b']
norm = math.hypot(a, b)
points = [r[:2] for r in line['tables']['points']['rows']]
across = [(a * x + b * y + c) / norm for x, y in points]
up = [(-b * x + a * y) / norm for x, y in points]
up = [u - sum(up) / len(up) for u in up]
rows = dual['tables']['feature_space']['rows']
sign = 1 if rows[0][1] * up[0] > 0 else -1
for (x, y, _), p, q in zip(rows, across, up, strict=True):
    assert abs(x - p) < 1e-9 and abs(sign * y - q) < 1e-6, (x, p, y, q)
P
# The perceptron as a neuron: as many inputs as features, and the bias.
perceptron train --algorithm perceptron "$data/eighty-five.csv" -q --report neuron.html
grep -q 'id="figure-neuron"' neuron.html || fail 'no neuron'
grep -q '>⁨1 (bias)⁩<' neuron.html || fail 'no bias'
perceptron train --algorithm perceptron "$data/eighty-five.csv" -q --no-bias --epochs 5 --report neuron.html
! grep -q '(bias)' neuron.html || fail 'a bias that is not there'
