# What a model says of itself.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv --seed 9 --scale standard -q -o m.model
perceptron show m.model --top 2
