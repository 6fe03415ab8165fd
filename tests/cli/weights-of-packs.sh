# Rows have weights where their file says so, whether an option of this run named them or not: what is told of a run is
# told by the weights there were.

printf 'x,w,c\n5.7,2,a\n-6.7,1,b\n' > two.csv
printf 'x,w,c\n5.7,1,a\n-6.7,1,b\n' > ones.csv
printf '@relation r\n@attribute x numeric\n@attribute c {a,b}\n@data\n5.7,a,{2}\n-6.7,b\n' > two.arff
perceptron pack two.csv --label c --weight w -o two.pack
perceptron pack ones.csv --label c --weight w -o ones.pack
# The bound that training told in `told`, and that the model tells in `shown`, the same.
train() {
    perceptron train "$@" --no-bias -o m.model > out
    grep '^  bound' out > told || :
    perceptron show m.model > out
    grep '^  bound' out > shown || :
    cmp told shown
}
for rows in "two.csv --label c --weight w" two.pack two.arff; do
    train $rows --algorithm perceptron
    grep -q '(c_max/c_min) (R/gamma\*)^2$' shown || fail "$rows: $(cat shown)"
    train $rows --algorithm pdm
    [[ ! -s shown ]] || fail "$rows: a bound of pdm, which is not proved of rows with weights"
done
for rows in "ones.csv --label c --weight w" ones.pack; do   # weights that are all 1 are none
    train $rows --algorithm perceptron
    grep -q ': (R/gamma\*)^2$' shown || fail "$rows: $(cat shown)"
    train $rows --algorithm pdm
    grep -q 'greatest k' shown || fail "$rows: no bound of pdm"
done
# what is said of rows that count once is not said of these
for rows in "two.csv --label c --weight w" two.pack two.arff; do
    refuses 2 '*count the same*weight*' perceptron trace $rows --algorithm perceptron --no-bias --exact
    perceptron trace $rows --algorithm perceptron --no-bias > out
    ! grep -q 'no order' out || fail "$rows: a sentence about any order"
    perceptron explain $rows --no-bias > out
    ! grep -q '^One pass' out || fail "$rows: a pass of rows that count once"
done
