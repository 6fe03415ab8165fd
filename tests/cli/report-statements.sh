# A page bounds what its run's result bounds, and nothing else; lemmas are drawn where they hold; numbers are the result's.
data=$TESTS/../../examples/data
check() {   # WORDS of train
    perceptron train --algorithm perceptron "$@" --epochs 20 --json --report page.html > r.json
    /usr/bin/python3 - "$*" <<'P' || fail "$*"
import json, math, re, sys
result, page = json.load(open('r.json')), open('page.html', encoding='utf-8').read()
cards = dict(re.findall(r'<dt>([^<]*)</dt><dd>([^<]*)</dd>', page))
bound = result['bound']
known = bound is not None and bound['upper'] is not None and bound['upper'] != 'inf' and bound['lower'] is not None
told = [name for name in cards if name.startswith('bound on ')]
assert told == (['bound on ' + bound['of']] if known else []), (told, bound)
def same(card, value):
    shown = float(card.replace(',', ''))
    return abs(shown - value) <= max(5e-4 * abs(value), 1.0 if abs(value) >= 1000 else 0.0)
if known:
    ends = cards[told[0]].split(' to ')
    assert same(ends[-1], bound['upper']) or math.floor(bound['lower']) == math.floor(bound['upper']), (ends, bound)
    assert same(ends[0], bound['lower']), (ends, bound)
for name, value in (('theorem margin', result['margin']['lower']), ('distance', result['distance'])):
    if name in cards:
        assert same(cards[name], value), (name, cards[name], value)
if result['distance'] is not None and '--no-bias' not in sys.argv[1]:
    assert 'theorem margin' in cards and 'distance' in cards, cards
if result['distance'] is None:
    assert 'distance' not in cards and 'The nearest row' not in page and 'distance of' not in page, 'scores as distances'
plain = '--algorithm perceptron' in sys.argv[1]
assert ('figure-proof' in page) == bool(plain and result['margin']['lower'] > 0), 'the curves of the proof'
P
}
for algorithm in $(perceptron train --algorithm list | grep '^[a-z]'); do
    [[ $algorithm == first-mistake ]] && continue
    check "$data/eighty-five.csv" --algorithm "$algorithm"
    check "$data/iris.csv" --algorithm "$algorithm" --positive setosa
done
check "$data/eighty-five.csv" --start ones
check "$data/eighty-five.csv" --schedule inverse
check "$data/eighty-five.csv" --no-bias
check "$data/eighty-five.csv" --algorithm hard-margin --free-bias
check "$data/iris.csv"
# where predict goes by something else than the score's sign, so does the table of confusion, and the page says so
says() { perceptron train "$data/sonar.csv" --holdout 0.3 -q --report page.html "${@:2}"; grep -c "$1" page.html || true; }
[[ $(says 'goes by the threshold that the model keeps (f1), as predict' --threshold-for f1) == 1 ]] || fail 'threshold'
[[ $(says 'goes by the probabilities (sigmoid), as predict' --calibrate sigmoid) == 1 ]] || fail 'probabilities'
[[ $(says 'Who is taken for whom goes by') == 0 ]] || fail 'there is neither'
# what was told is listed once
[[ $(says '<th scope="row">seed</th>' --seed 2) == 1 ]] || fail 'a seed listed twice'
