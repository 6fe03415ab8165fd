# The report of `test` in words.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o m.model
{ cat clouds.csv; printf '3,0,near\n-3,0,far\n-3,0.1,far\n'; } > worse.csv
perceptron test m.model worse.csv
