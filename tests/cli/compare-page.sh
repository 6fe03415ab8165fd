# The page of a comparison lists every option that was given, and its errors are percent.
data=$TESTS/../../examples/data
perceptron compare "$data/iris.csv" --positive virginica --scale standard --epochs 4 --seeds 1..4 --algorithms perceptron,averaged --holdout 0.3 --report page.html --json > r.json
for told in 'scale.*standard' 'epochs.*4' 'positive.*virginica' 'holdout.*0\.3' 'seeds.*1\.\.4' 'algorithms.*perceptron,averaged'; do
    grep -q "<th scope=\"row\">$told</bdi>" page.html || fail "not told: $told"
done
/usr/bin/python3 - <<'P' || fail 'errors are not percent'
import json, re
runs, page = json.load(open('r.json'))['runs'], open('page.html', encoding='utf-8').read()
figure = page[page.index('id="figure-runs-errors"'):]
figure = figure[:figure.index('</figure>')]
assert '>rows wrong, %</text>' in figure and 'held out' in figure
axis = [(float(x), float(t)) for x, t in re.findall(r'<text class="soft small" x="([\d.]+)"[^>]*>([\d.]+)</text>', figure)]
dots = sorted(float(x) for x in re.findall(r'<circle class="m1" cx="([\d.]+)"', figure))
(x0, t0), (x1, t1) = axis[0], axis[-1]
shown = [t0 + (x - x0) / (x1 - x0) * (t1 - t0) for x in dots]
for got, run in zip(shown, sorted(r['holdout_error'] for r in runs), strict=True):
    assert abs(got - 100 * run) < 0.1, (shown, run)
P
perceptron compare "$data/iris.csv" --positive virginica --epochs 4 --seeds 1..2 --report fit.html > /dev/null
grep -q 'among those learned from' fit.html || fail 'does not say whose errors'
