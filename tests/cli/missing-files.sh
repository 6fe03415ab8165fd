# Files that are not there, or not to be read, are the system's fault: exit 4, with the name.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o m.model
refuses 4 'perceptron: none.csv: *' perceptron train --algorithm perceptron none.csv
refuses 4 'perceptron: none.csv: *' perceptron check none.csv
refuses 4 'perceptron: none.csv: *' perceptron predict m.model none.csv
refuses 4 'perceptron: none.model: *' perceptron show none.model
refuses 4 'perceptron: none.model: *' perceptron test none.model clouds.csv
refuses 4 'perceptron: none.model: *' perceptron train clouds.csv --resume none.model
refuses 4 'perceptron: *' perceptron train --algorithm perceptron .
