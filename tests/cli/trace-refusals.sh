# What an exact trace cannot do, it says; nothing is shown then.
printf 'x,y,c\n2,1,a\n-1,-1,b\n' > s.csv
refuses 2 '*--exact is about the values*' perceptron trace s.csv --exact --scale standard
refuses 2 '*--start random*' perceptron trace s.csv --exact --start random
refuses 2 '*--schedule root are roots*' perceptron trace s.csv --exact --schedule root
refuses 2 '*--schedule power are roots*' perceptron trace s.csv --exact --schedule power
refuses 2 '*leave out --class-weight*' perceptron trace s.csv --exact --class-weight balanced
for algorithm in svm hard-margin logistic pa-1 pa-2 arow romma pegasos kernel neighbours mlp; do
    refuses 2 "*rules that add whole rows*'$algorithm' does not*" perceptron trace s.csv --exact --algorithm $algorithm
done
for algorithm in neighbours mlp; do
    refuses 2 "*'$algorithm' has neither a vector of weights nor a number for each row*" \
        perceptron trace s.csv --algorithm $algorithm
done
refuses 2 '*do not go together*' perceptron trace s.csv --json --latex
refuses 2 '*whole number*' perceptron trace s.csv --steps some
# Digits may be many; the lengths of falling steps outgrow what a table can hold.
printf 'x,y,c\n0.1234567890123456,1,a\n-1e9,-1,b\n' > wide.csv
perceptron trace wide.csv --exact | grep -q "(-19290123283179/156250000000000, -1)" || fail 'a product of many digits'
printf 'x,c\n1,a\n1,b\n' > clash.csv
refuses 3 '*outgrow 512 bits*' perceptron trace clash.csv --exact --schedule inverse --epochs 1000
printf 'x,c\n1,a\n2,b\n3,c\n' > three.csv
refuses 3 '*--exact is for two labels, found 3*' perceptron trace three.csv --exact
refuses 2 '*learns each of many labels against the rest*' perceptron trace three.csv --algorithm svm
# Of many labels a network and neighbours are refused for what they are, not as learners against the rest.
for algorithm in mlp neighbours; do
    refuses 2 "*'$algorithm' has neither a vector of weights nor*" \
        perceptron trace "$TESTS/../../examples/data/iris.csv" --algorithm $algorithm
done
# Nor is a step that all rows solve for together one of any row's.
refuses 2 "*'logistic' moves once an epoch, by a step that all rows solve for together*" perceptron trace clash.csv --algorithm logistic
