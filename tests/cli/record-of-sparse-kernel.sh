# The picture of a kernel's space is made of rows as the set has them: sparse ones without values, too.
printf '1 3:1\n0 1:1\n0 2:1\n' > ones.svm
perceptron train ones.svm --algorithm kernel --kernel polynomial --index-base 1 -q --record ones.run
grep -q '"feature_space"' ones.run || fail 'no picture of the space'
