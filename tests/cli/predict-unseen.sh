# What the model does not know is left out, counted and said in one line; never fatal.
printf 'ham\tsee you at noon\nspam\twin a prize now\n' > d.tsv
perceptron train --algorithm perceptron d.tsv -q -o m.model
printf 'win flamingo\nflamingo zebra noon\n' > new.txt
perceptron predict m.model new.txt > out 2> err
[[ $(wc -l < out) == 2 && $(wc -l < err) == 1 ]]
grep -q '^perceptron: note: the model does not know 3 words' err
perceptron predict m.model new.txt -q > out 2> err
[[ ! -s err ]]
printf '%s\n' '-1 1:1' '+1 2:1' > d.svm
perceptron train --algorithm perceptron d.svm -q -o svm.model
printf '2:1 7:1 9:1\n' | perceptron predict svm.model - > out 2> err
[[ $(< out) == +1 ]]
grep -q '2 features' err
printf '%s\n' '+1 2:1' 'other 2:1' '2:1 9:1' > labels.svm
perceptron predict svm.model labels.svm > out 2> err
[[ $(sort -u out) == +1 && $(wc -l < out) == 3 ]]
printf '%s\n' 'perceptron: note: the model does not know 1 feature of these rows; left out' \
    'perceptron: note: 1 row carries a label that the model does not know' > wanted
same err wanted
