# More than two labels: each against the rest; 0 when all are separable, 1 when one is not.
awk 'BEGIN { print "u,v,kind"; for (i = 0; i < 60; i++) { k = i % 3; printf "%.2f,%.2f,%s\n",
    (k == 0 ? 3 : k == 1 ? -3 : 0) + (i * 7 % 10) / 10, (k == 2 ? 4 : -1) + (i * 3 % 10) / 10, substr("abc", k + 1, 1) } }' > three.csv
perceptron certify three.csv > report || fail "exit $?"
for label in a b c; do grep -q "^'$label' against the rest. Separable" report || fail "$label"; done
grep -q '^3 of 3 classes can be separated from the rest.$' report
perceptron certify three.csv --json > j
json j 'j["verdict"] == "separable" and [c["positive"] for c in j["classes"]] == ["a", "b", "c"]'
refuses 2 '*choose with --positive LABEL*' perceptron certify three.csv --multiclass one-vs-rest -o three.cert
[[ ! -e three.cert ]]
perceptron certify three.csv --positive b -q -o b.cert
perceptron verify b.cert three.csv -q
perceptron verify b.cert three.csv --positive b -q
# A certificate about b says nothing about a.
! perceptron verify b.cert three.csv --positive a > answer || fail "b's certificate was taken for a's"
{ cat three.csv; echo 3.5,-0.5,c; } > mixed.csv
code=0
perceptron certify mixed.csv --json > j || code=$?
((code == 1))
json j 'j["verdict"] == "not separable" and sorted(c["verdict"] for c in j["classes"])[0] == "not separable"'
