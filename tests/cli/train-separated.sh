# The whole report of a run that separates its rows.
clouds > clouds.csv
perceptron train clouds.csv -o clouds.model
