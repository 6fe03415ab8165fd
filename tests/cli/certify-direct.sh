# Three labels or more, all at once: separable or not, with a certificate that both checkers check.
oracle() {
    /usr/bin/python3 "$TESTS/../oracle/verify.py" "$@"
}
printf 'x,c\n1,a\n1.1,a\n2,b\n2.1,b\n3,d\n3.1,d\n' > line3.csv
# 'b' lies between the others: no hyperplane parts it from them, but three weight vectors tell all apart.
code=0
perceptron certify line3.csv -o line3.cert > report || code=$?
((code == 1)) || fail "exit $code: it says whether every label is separable from the rest"
grep -q "^'b' against the rest. Not separable" report
grep -q '^2 of 3 classes can be separated from the rest\.$' report
grep -q '^All labels at once\. Separable: some weights, a vector for each of the 3 labels' report
perceptron verify line3.cert line3.csv | grep -q '^The 6 rows are separable, all 3 labels at once'
oracle line3.cert line3.csv | grep -qx 'accepted: separable'
perceptron certify line3.csv --multiclass direct -q
perceptron certify line3.csv --multiclass direct --json > j
json j 'j["verdict"] == "separable" and j["positive"] is None and 0.13840149 < j["margin"]["theorem"]["lower"] <= j["margin"]["theorem"]["upper"] < 0.1384015'
code=0
perceptron certify line3.csv --multiclass one-vs-rest -q || code=$?
((code == 1))
# The bound is 2 R^2/margin^2, and no run takes more updates.
most=$(perceptron certify line3.csv --multiclass direct --json | /usr/bin/python3 -c 'import json, sys; print(int(json.load(sys.stdin)["k_max"]["upper"]))')
((most == 1107))
for seed in 1 2 3 4 5; do
    perceptron train --algorithm perceptron line3.csv --epochs 0 --seed $seed --json > j
    json j "j['stop']['reason'] == 'separated' and j['updates'] <= $most"
done
perceptron explain line3.csv > told
grep -q '2 R^2/gamma\*^2 = (4.60652 / 0.138401)^2 = 1107.81, so 1,107 updates at most' told
perceptron explain line3.csv --json > j
json j 'j["run"]["theorem_applies"] and j["run"]["lemma1"]["left"] >= j["run"]["lemma1"]["right"] and j["run"]["lemma2"]["left"] <= j["run"]["lemma2"]["right"]'
perceptron train --algorithm perceptron line3.csv --multiclass one-vs-rest --epochs 5 -q -o rest.model
perceptron explain line3.csv rest.model | grep -q '^model was trained otherwise'
# Not separable: rows by place, each with its rival. Equal rows with different labels.
printf 'x,c\n1,a\n2,b\n3,d\n2,d\n' > equal.csv
code=0
perceptron certify equal.csv --multiclass direct -o equal.cert > report || code=$?
((code == 1))
grep -q '^All labels at once\. Not separable: two rows are equal but carry different labels' report
grep -q "^ *1 times  equal.csv:3 *'b' against 'd'$" report
oracle equal.cert equal.csv > out
code=0
perceptron certify "$TESTS/../../examples/data/iris.csv" --multiclass direct -o iris.cert > report || code=$?
((code == 1))
grep -q "'virginica' against 'versicolor'$" report
perceptron verify iris.cert "$TESTS/../../examples/data/iris.csv" | grep -q 'not separable, all 3 labels at once: 6 comparisons'
oracle iris.cert "$TESTS/../../examples/data/iris.csv" > out
# One label in another's place, one that is lumped, one left out: refused by both.
reseal() {
    sed -i '$d' "$1"
    echo "end $(sha256sum < "$1" | cut -d' ' -f1)" >> "$1"
}
refused() {
    local code=0
    perceptron verify "$@" > answer 2>&1 || code=$?
    ((code == 1)) || fail "verify $*: exit $code: $(< answer)"
}
for change in 's/^label a/label b/' 's/^label a/label z/' 's/^classes 3/classes 2/;/^label d/d' 's/^label [ab]/&%00/' \
    's/^3 [0-9]*$/3 1/' 's/^theorem 0.138/theorem 0.139/' 's/^bias yes/bias no/'; do
    sed "$change" line3.cert > bad.cert
    ! cmp -s bad.cert line3.cert || fail "$change changes nothing"
    reseal bad.cert
    refused bad.cert line3.csv
    ! oracle bad.cert line3.csv > out || fail "the oracle accepts $change"
done
refused line3.cert line3.csv --positive a
# Two labels are one question, and too large is said, not tried.
two() {
    local code=0
    perceptron certify "$@" > answer 2>&1 || code=$?
    ((code == 2)) || fail "certify $*: exit $code: $(< answer)"
}
xor > xor.csv
two xor.csv --multiclass direct
grep -q 'for three labels or more; here are 2' answer
two line3.csv --multiclass both
two line3.csv --multiclass one-vs-rest -o x.cert
/usr/bin/python3 - > wide.csv << 'END'
for i in range(300):
    print(*[(i * k) % 7 for k in range(1, 301)], f"l{i}", sep=",")
END
code=0
perceptron certify wide.csv --header no --multiclass direct > answer 2>&1 || code=$?
((code == 3)) || fail "exit $code: $(< answer)"
grep -q 'all 300 labels at once make a set of' answer
