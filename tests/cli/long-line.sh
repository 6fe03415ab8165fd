# A line of 100 MB works or is refused with its place; it never hangs or crashes.
{ printf '+1 1:1\n-1'; awk 'BEGIN { for (i = 1; i <= 8000000; i++) printf " %d:1", i }'; printf '\n'; } > long.svm
code=0
timeout 250 perceptron train --algorithm perceptron long.svm -q --epochs 2 -o out.model 2> err || code=$?
[[ $code == 0 && -s out.model ]] || [[ $code == 3 && $(< err) == 'perceptron: long.svm:2:'* ]] || fail "exit $code: $(< err)"
