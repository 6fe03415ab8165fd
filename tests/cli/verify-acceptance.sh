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

# Each claim has one spelling, and all labels at once have no distance: both checkers say no, whatever the data.
both_refuse() {   # CERTIFICATE DATA WHY
    reseal "$1"
    refused "$1" "$2"
    grep -q "$3" answer || fail "$1: $(< answer), wanted $3"
    oracle "$1" "$2" > out && fail "the oracle accepts $1"
    return 0
}
sed 's/^positive 1$/positive %31/' s.cert > spelled.cert
both_refuse spelled.cert s.svm 'in hex for nothing'
sed $'s/^positive 1$/positive 1\t/' s.cert > raw.cert
both_refuse raw.cert s.svm 'not written in hex'
sed 's/^positive 1$/positive 7/' s.cert > absent.cert
both_refuse absent.cert s.svm 'no row has the label'
{ sed '/^end/d' s.cert; printf 'weights 2\n1 1\n2 -0\nend\n'; } > minus.cert
both_refuse minus.cert s.svm 'a whole number was expected'
{ sed '/^end/d' s.cert; echo 'weights 1'; printf '1 '; head -c 1000001 /dev/zero | tr '\0' 7; echo; echo end; } > long.cert
both_refuse long.cert s.svm 'more than 1000000 digits'
perceptron certify abc.csv -q --multiclass direct -o all.cert
perceptron verify all.cert abc.csv -q
oracle all.cert abc.csv > /dev/null
sed 's/^distance none none$/distance 0 none/' all.cert > distant.cert
both_refuse distant.cert abc.csv 'have no distance'
# Labels are bytes: latin-1 and control characters come back as they went.
printf 'x,label\n1,\xe9%%\x01x\n-1,b\n2,\xe9%%\x01x\n' > bytes.csv
perceptron certify bytes.csv --positive $'\xe9%\x01x' -q -o bytes.cert
perceptron verify bytes.cert bytes.csv -q
oracle bytes.cert bytes.csv > /dev/null
# All labels at once are rows held against rivals, which have no two sides to lie between: a distance says nothing.
printf 'x,y,label\n1,2,a\n2,1,b\n-1,0.5,c\n-2,-1,c\n' > three.csv
perceptron certify three.csv -q --multiclass direct -o three.cert
perceptron verify three.cert three.csv -q
sed 's/^distance none none$/distance 1e-09 none/' three.cert > far.cert
! cmp -s far.cert three.cert
reseal far.cert
refused far.cert three.csv
grep -q 'no distance' answer
! oracle far.cert three.csv > out || fail "the oracle accepts a distance"

# Of a label that is longer than the library's answer has room for, the whole is told: what is cut is another label here.
name=$(printf 'a%.0s' {1..159})
printf 'f,g,label\n0,5,%sb\n1,5,%sb\n0,0,z\n1,0,%s\n2,0,z\n3,0,%s\n' "$name" "$name" "$name" "$name" > names.csv
perceptron certify names.csv -q --positive "${name}b" -o names.cert
perceptron verify names.cert names.csv --json > told
grep -q "\"positive\": \"${name}b\"" told || fail "another label: $(< told)"
