# An index beyond any, or one that asks for more weights than there is memory, is refused before work starts.
printf '%s\n' '+1 1:1' '-1 4294967295:1' > huge.svm
refuses_to_train 3 'perceptron: huge.svm:2:4: *4294967295*' huge.svm
printf '%s\n' '+1 1:1' '-1 400000000:1' > large.svm
if (ulimit -v 2000000 && perceptron --version) > /dev/null 2>&1; then   # a sanitizer cannot live with so little
    ulimit -v 2000000
    refuses_to_train 4 'perceptron: *memory*400000000*' large.svm
fi
