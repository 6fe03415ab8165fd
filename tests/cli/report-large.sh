# Many rows: the page samples and bins, says so, and stays small.
perceptron gen dense --rows 200000 --dimensions 3 -o large.csv
perceptron train --algorithm perceptron large.csv --epochs 3 -q --report large.html
(($(wc -c < large.html) < 500000)) || fail "the page has $(wc -c < large.html) bytes"
grep -q 'Drawn are 608 of 200,000 rows' large.html || fail 'does not say that rows are left out'
