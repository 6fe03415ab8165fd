# A page of rows to test on is about them: their error is in its first sentence, what is known of training stands apart.
data=$TESTS/../../examples/data/breast_cancer.csv
awk 'NR == 1 || NR % 3' "$data" > first.csv
awk 'NR == 1 || NR % 3 == 0' "$data" > second.csv
perceptron train --algorithm perceptron first.csv --scale standard --epochs 30 -q -o m.model
perceptron report m.model second.csv -o page.html
perceptron test m.model second.csv --json > t.json
/usr/bin/python3 - <<'P' || fail 'the page is not about the rows given'
import json, re
test, page = json.load(open('t.json')), open('page.html', encoding='utf-8').read()
words = lambda html: re.sub(r'\s+', ' ', re.sub(r'<[^>]*>', '', html))
first = words(re.search(r'<h1>(.*?)</h1>', page, re.S).group(1))
percent = '%.4g' % (100 * test['error'])
assert test['errors'] > 1
assert f"in {test['rows']} rows of second.csv, it gets {test['errors']} rows wrong ({percent} %)." in first, first
assert 'update' not in first and 'update' not in words(page[:page.index('<h2>')])
cards = dict(re.findall(r'<dt>([^<]*)</dt><dd>([^<]*)</dd>', page[:page.index('<h2>')]))
assert cards['test error'] == percent + ' %' and cards['wrong'] == str(test['errors']), cards
assert 'training error' not in cards and 'updates' not in cards, cards
training = page[page.index('id="training"'):]
assert '<dt>training error</dt>' in training and '<dt>updates</dt>' in training and 'Stopped:' in training
confusion = page[page.index('id="confusion"'):page.index('id="training"')]
assert 'The rows given' in confusion and 'learned from' not in words(confusion)
counts = [int(n.replace(',', '')) for n in re.findall(r'<td class="n (?:ok|no)\d">([\d,]+)</td>', confusion)]
assert sum(counts) == test['rows'] and counts[1] + counts[2] == test['errors']
P
perceptron report m.model first.csv -o same.html
grep -q 'These are the rows of its training' same.html || fail 'does not say that they are no test'
# A label that the model does not know is wrong, as 'test' has it.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o c.model
printf 'x,y,label\n3,0,far\n-3,0,elsewhere\n' > other.csv
perceptron report c.model other.csv -o other.html
grep -q 'in 2 rows of <bdi>other.csv</bdi>, it gets 1 row wrong (50 %)' other.html || fail "$(grep '<h1>' other.html)"
grep -q '1 row carries a label that the model does not know, and counts as wrong' other.html || fail 'unknown label'
# Both margins by name, the one in the caption being the one in the picture; without a bias they are one.
perceptron train --algorithm perceptron "$TESTS/../../examples/data/eighty-five.csv" -q --report both.html --record both.json
grep -q '<dt>theorem margin</dt>' both.html || fail 'no theorem margin'
grep -q '<dt>distance</dt>' both.html || fail 'no distance'
json both.json 'abs(j["numbers"]["plane_margin"] - j["numbers"]["distance"]) < 1e-9 * j["numbers"]["distance"]'
json both.json 'j["numbers"]["distance"] > j["numbers"]["margin_lower"] > 0'
distance=$(sed -n 's/.*<dt>distance<\/dt><dd>\([^<]*\)<.*/\1/p' both.html)
grep -q "The nearest row is ringed, at a distance of $distance:" both.html || fail "not $distance"
perceptron train --algorithm perceptron clouds.csv -q --no-bias --report one.html
grep -q '<dt>margin</dt>' one.html || fail 'no margin'
! grep -q '<dt>theorem margin</dt>\|<dt>distance</dt>' one.html || fail 'two names for one margin'
