# What is said about rows on the boundary is proved both ways, written down and checked by two checkers.
bad() {
    local code=0
    perceptron "$@" > answer 2>&1 || code=$?
    ((code == 1)) || fail "$*: exit $code: $(< answer)"
}
oracle() {
    /usr/bin/python3 "$TESTS/../oracle/verify.py" "$@" --no-header
}
reseal() {
    sed -i '$d' "$1"
    echo "end $(sha256sum < "$1" | cut -d' ' -f1)" >> "$1"
}
# A multiplier that is rounding noise forces no row: -2x + 3y - 2z = 1 has no row on its wrong side and one off it.
printf '1,1,0,1\n0,0,0,0\n1,1,0,0\n0,1,1,1\n0,1,1,0\n' > five.csv
bad certify five.csv --header no -o five.cert
grep -q 'contains the same 4 of the 5$' answer
oracle five.cert five.csv | grep -qx 'accepted: not-separable with 4 to 4 rows on every boundary'
perceptron verify five.cert five.csv --header no | grep -q 'contains the same 4 of the 5$'
printf '%s\n' 0,1,1,0,0 1,0,0,1,1 0,1,1,0,1 0,0,0,0,1 1,0,0,1,0 0,1,0,0,0 1,0,1,0,0 > seven.csv
bad certify seven.csv --header no --json -o seven.cert
json answer 'j["boundary"] == {"exists": True, "forced": {"at_least": 4, "at_most": 4}}'
oracle seven.cert seven.csv > out
# All rows lie in the hyperplane x = y, which has none on its wrong side: that is no counterexample, and said so.
printf '%s\n' 0,0,p 1,1,n 2,2,p > line.csv
bad certify line.csv --header no -o line.cert
grep -q '^or else contains all rows\.$' answer
oracle line.cert line.csv | grep -qx 'accepted: not-separable with no boundary'
perceptron verify line.cert line.csv --header no --json > j
json j 'j["boundary"] == {"exists": False}'
# A certificate that claims less is fine, as those were that came before; one that claims more is not.
sed '/^forced/d' seven.cert > less.cert
reseal less.cert
perceptron verify less.cert seven.csv --header no | grep -q '^rows, at least; one was found that contains 4\.$'
oracle less.cert seven.csv > out
for change in 's/^forced 0 1/forced 0 0/' 's/^forced 0 1/forced 1 1\n4 1/' 's/^forced 0 1/forced 1 1\n1 2/' \
    's/^forced 0 1/forced 0 -1/' 's/^boundary 5 4/boundary 5 5/' '/^boundary/,/^bias -*[0-9]/d' ; do
    sed "$change" seven.cert > more.cert
    reseal more.cert
    code=0
    perceptron verify more.cert seven.csv --header no > answer || code=$?
    by_oracle=0
    oracle more.cert seven.csv > out || by_oracle=$?
    [[ $change == *'forced 0 0/' ]] && wanted=0 || wanted=1   # no row is claimed to be forced there: true
    ((code == wanted && by_oracle == wanted)) || fail "$change: exit $code, the oracle's $by_oracle: $(< answer)"
done
# Not asked, not answered.
bad certify five.csv --header no --no-margin
! grep -q boundary answer
# Random tables against the simplex method over fractions.
/usr/bin/python3 "$TESTS/../oracle/boundary.py" "$(command -v perceptron)" . 120 > counts 2> notes || fail "$(< notes)"
