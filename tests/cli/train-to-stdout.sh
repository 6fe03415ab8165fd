# -o - : the model on standard output, the report on standard error.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o a.model
perceptron train --algorithm perceptron clouds.csv -o - > b.model 2> report
same a.model b.model
grep -q '^Stopped: separated' report
perceptron train --algorithm perceptron clouds.csv -o - --json > c.model 2> j
same a.model c.model
json j 'j["model"] == "-"'
