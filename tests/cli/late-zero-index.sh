# An index 0 that comes late says that all rows before count their features from zero, too.
perceptron gen sparse --rows 6000 --dimensions 5000 --nonzeros 30 --decimals 3 > rows.svm
{ cat rows.svm; echo '+1 0:0.5 7:1'; } > late.svm
for threads in 1 2; do
    perceptron train late.svm --epochs 2 --threads $threads -q -o late.model
    perceptron train late.svm --epochs 2 --threads $threads --index-base 0 -q -o told.model
    perceptron predict late.model late.svm --scores > late.scores
    perceptron predict told.model late.svm --scores > told.scores
    same late.scores told.scores
done
perceptron train late.svm --epochs 2 --threads 2 --memory 200k -q -o small.model
same late.model small.model
perceptron train rows.svm --epochs 2 -q -o one.model
perceptron train rows.svm --epochs 2 --index-base 1 -q -o told.model
perceptron predict one.model rows.svm --scores > one.scores
perceptron predict told.model rows.svm --scores > told.scores
same one.scores told.scores
