# What an exact trace cannot do, it says; nothing is shown then.
printf 'x,y,c\n2,1,a\n-1,-1,b\n' > s.csv
refuses 2 '*--exact is about the values*' perceptron trace s.csv --exact --scale standard
refuses 2 '*--exact starts at zero*' perceptron trace s.csv --exact --start ones
refuses 2 '*do not go together*' perceptron trace s.csv --json --latex
refuses 2 '*whole number*' perceptron trace s.csv --steps some
printf 'x,y,c\n0.1234567890123456,1,a\n-1e9,-1,b\n' > wide.csv
refuses 3 '*outgrow 128 bits*' perceptron trace wide.csv --exact
printf 'x,c\n1,a\n2,b\n3,c\n' > three.csv
refuses 3 '*--exact is for two labels, found 3*' perceptron trace three.csv --exact
refuses 2 '*learns each against the rest*' perceptron trace three.csv --algorithm svm
