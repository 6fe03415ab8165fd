# A class-sorted file in the given order is noted; in the default order it is not.
{ echo x,label; for i in 1 2 3 4 5 6; do echo "$i,a"; done; for i in 1 2 3 4 5 6; do echo "-$i,b"; done; } > sorted.csv
perceptron train --algorithm perceptron sorted.csv --order given > out 2> err
grep -q '^perceptron: note: the rows are sorted by class' err
perceptron train --algorithm perceptron sorted.csv > out 2> err
[[ ! -s err ]]
