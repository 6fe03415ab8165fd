# Values so small that sums of steps are beyond all numbers: refused, or saved as a state that a resume takes.

printf 'x1,label\n1.95e-155,yes\n7.14e-155,yes\n-5.866e-155,no\n-8.1e-155,no\n7.9e-155,yes\n' > lost.csv
refuses_to_train 3 'perceptron: *overflows; scale the data*' lost.csv --algorithm hard-margin --order once --free-bias \
    --epochs 1

printf 'x1,label\n4.8e-100,b\n-6.2e-100,a\n-4.4e-100,b\n-6.9e-100,a\n2.7e-100,b\n-2.5e-100,b\n5.6e-100,b\n' > small.csv
perceptron train small.csv --algorithm romma --no-bias --epochs 4 -q -o straight.model
perceptron train small.csv --algorithm romma --no-bias --epochs 2 -q -o part.model
perceptron train small.csv --resume part.model --epochs 4 -q -o part.model
same straight.model part.model
perceptron show straight.model > shown
if grep -q 'best margin  *<= 0 ' shown; then fail "$(< shown)"; fi

printf 'x,y,c\n1e-200,0,a\n-1e-200,3e-201,b\n2e-200,0,a\n' > none.csv
perceptron train none.csv --algorithm romma --no-bias > report
grep -q 'is lost: products of values this small are 0, and --scale minmax' report
