# An index beyond any, or one that asks for more weights than there is memory, is refused before work starts.
printf '%s\n' '+1 1:1' '-1 4294967295:1' > huge.svm
refuses_to_train 3 'perceptron: huge.svm:2:4: *4294967295*' huge.svm
# Next to no row has any of so many features: refused by what is used, with the row that has the largest, in no time.
printf '%s\n' '+1 1:1' '-1 400000000:1' > large.svm
why='*400000000 features by the largest index, but all rows have only 2 values*'
refuses_to_train 3 "perceptron: large.svm:2: $why" large.svm
refuses_to_train 3 "perceptron: $why" large.svm --stream
refuses_to_train 3 "perceptron: large.svm: $why" large.svm --memory 1
refuses 3 "perceptron: large.svm:2: $why" perceptron certify large.svm
refuses 3 "perceptron: large.svm:2: $why" perceptron pack large.svm -o large.pack
# A few million features are taken as they are; where rows use them, any number that memory holds.
printf '%s\n' '+1 1:1' '-1 3000000:1' > some.svm
perceptron train --algorithm perceptron some.svm -q -o some.model
