# The table of algorithms, with or without data.
perceptron train --algorithm list > table
perceptron train --algorithm=list no-such-file > again
same table again
grep '^[a-z0-9-]*$' table | grep . > names
for name in perceptron svm kernel mlp neighbours; do   # one of each family
    grep -qx "$name" names || fail "$name is not listed"
done
while read -r name; do
    grep -A4 "^$name$" table > one
    for word in update guarantee reference; do
        grep -q "^  $word  *[^ ]" one || fail "$name has no $word"
    done
done < names
