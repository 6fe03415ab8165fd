# An index that would ask for more weights than there is memory is refused before work starts, with the number.
printf '%s\n' '+1 1:1' '-1 4294967295:1' > huge.svm
(ulimit -v 4000000 2> /dev/null || true
 code=0
 timeout 60 perceptron train huge.svm -q -o out.model 2> err || code=$?
 [[ $code == 3 || $code == 4 || $code == 0 ]] || fail "exit $code: $(< err)"
 [[ $code == 0 || $(wc -l < err) == 1 ]] || fail "$(< err)"
 [[ $code == 0 || ! -e out.model ]])
