# Rows that contradict each other are named by file and line, with how often each must be taken; exit 1.
says_no() {
    local code=0
    perceptron certify "$@" || code=$?
    ((code == 1)) || fail "certify $*: exit $code, wanted 1"
}
xor > xor.csv
says_no xor.csv -o xor.cert > report
grep -q '^Not separable: 4 rows contradict each other' report
for line in 2 3 4 5; do grep -q "^ *1 times  xor.csv:$line " report || fail "line $line is missing"; done
grep -q 'every hyperplane has a row on the wrong side,$' report
perceptron verify xor.cert xor.csv | grep -q 'not separable'
/usr/bin/python3 "$TESTS/../oracle/verify.py" xor.cert xor.csv | grep -qx 'accepted: not-separable with no boundary'
says_no xor.csv --json > j
json j 'j["verdict"] == "not separable" and [(r["file"], r["line"], r["multiplier"]) for r in j["rows"]] == [("xor.csv", n, "1") for n in (2, 3, 4, 5)]'
json j 'j["boundary"] == {"exists": False} and j["k_max"]["upper"] is None'
# Two equal rows with opposite labels.
{ clouds; printf '1.000,-0.500,near\n1.000,-0.500,far\n'; } > twins.csv
says_no twins.csv > report
grep -q '^Not separable: two rows are equal but carry opposite labels' report
grep -q '^ *1 times  twins.csv:43 ' report
# Decimals contradict each other where doubles do not.
printf 'a,b,class\n0.1,0.3,p\n0.2,0.6,n\n0.3,0.9,p\n' > tenths.csv
says_no tenths.csv --json > j
json j 'len(j["rows"]) == 3 and {int(r["multiplier"]) for r in j["rows"]} == {1, 2}'
# Quasi-complete: rows on x = 0 overlap, the others are on their sides.
printf 'x,y,class\n0,1,p\n0,2,n\n0,1,n\n0,3,p\n1,5,p\n2,-5,p\n-1,9,n\n-3,0,n\n' > quasi.csv
says_no quasi.csv > report
grep -q '^With rows on the boundary they can be split (quasi-complete separation)' report
grep -q 'contains the same 4 of the 8$' report
# More than twelve rows are cut unless all are wanted.
noise 60 20 > noise.csv
says_no noise.csv > report
grep -q 'more rows (--all shows them)$' report
(($(grep -c ' times  noise.csv:' report) == 12))
says_no noise.csv --all > report
(($(grep -c ' times  noise.csv:' report) > 12))
