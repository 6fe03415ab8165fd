# Certificates that were once accepted though they prove nothing: exit 1 from both checkers.
refused() {
    local code=0
    perceptron verify "$@" > answer 2>&1 || code=$?
    ((code == 1)) || fail "verify $*: exit $code: $(< answer)"
}
oracle() {
    /usr/bin/python3 "$TESTS/../oracle/verify.py" "$@"
}
reseal() {
    sed -i '/^end /d' "$1"
    echo "end $(sha256sum < "$1" | cut -d' ' -f1)" >> "$1"
}
printf '%s\n' '1 1:1 2:2' '1 1:2 2:1' '-1 1:-1' '-1 2:-1' > s.svm
perceptron certify s.svm -q --no-margin -o s.cert
# Lists of no rows: no upper bound follows from them.
for name in theorem distance; do
    sed "s/^$name .*/$name none 1e-300/; s/^end .*/$name-rows 0/" s.cert > empty.cert
    reseal empty.cert
    refused empty.cert s.svm
    grep -q 'a list of nothing proves nothing' answer
    ! oracle empty.cert s.svm > out || fail "the oracle accepts no rows"
done
# A label with a NUL in it would be read as the part before it.
sed 's/^positive 1$/positive 1%00-is-a-lie/' s.cert > nul.cert
! cmp -s nul.cert s.cert
reseal nul.cert
refused nul.cert s.svm
grep -q 'a label has a NUL in it' answer
! oracle nul.cert s.svm > out || fail "the oracle accepts a NUL"
# With --positive a, labels b and c were read as one: nothing about b alone can be checked there.
printf 'f,g,label\n0,5,a\n1,5,a\n0,0,b\n1,0,c\n0,1,b\n1,1,c\n' > abc.csv
sed 's/,[bc]$/,b/' abc.csv > ab.csv
perceptron certify ab.csv -q --positive b -o b.cert
perceptron verify b.cert ab.csv -q
perceptron verify b.cert ab.csv -q --positive a
refused b.cert abc.csv --positive a
grep -q 'was read as one with others' answer
refused b.cert abc.csv
! oracle b.cert abc.csv > out || fail "the oracle accepts it"
