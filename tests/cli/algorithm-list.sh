# The table of algorithms, with or without data.
perceptron train --algorithm list > table
perceptron train --algorithm=list no-such-file > again
same table again
for name in perceptron averaged voted pocket first-mistake margin uneven pdm pa-1 pa-2 arow romma pegasos batch \
    gradient-descent svm hard-margin; do
    grep -A3 "^$name$" table > one || fail "$name is not listed"
    for word in update guarantee reference; do
        grep -q "^  $word  *[^ ]" one || fail "$name has no $word"
    done
done
