# A model of messages takes lines that would be rows of another format: commas, or index:value.
printf 'spam\tWIN a prize\nham\tsee you at home\nspam\tthe prize\nham\tyou at work\n' > messages.tsv
perceptron train --algorithm perceptron messages.tsv -q -o messages.model
printf 'win, a prize\nwork, you see\n' | perceptron predict messages.model -
printf 'prize 7:30\nhome 8:15\n' | perceptron predict messages.model -
printf '1,2,3\n4,5,6\n' | perceptron predict messages.model - 2> /dev/null | wc -l
