# The whole report of a run that separates its rows.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -o clouds.model
