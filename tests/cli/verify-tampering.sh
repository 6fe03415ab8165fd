# One change to a certificate, or to a row it rests on, and it is refused: exit 1 and a sentence, by both checkers.
oracle() {
    /usr/bin/python3 "$TESTS/../oracle/verify.py" "$@" > oracle.out 2> oracle.err
}
refused() {
    local code=0
    perceptron verify "$@" > answer 2>&1 || code=$?
    ((code == 1)) || fail "verify $*: exit $code: $(< answer)"
    grep -q '^Refused: ..*\.$' answer || fail "$(< answer)"
    ! oracle "$@" || fail "the oracle accepts $*"
}
clouds > clouds.csv
xor > xor.csv
perceptron certify clouds.csv -q -o clouds.cert
perceptron certify xor.csv -q -o xor.cert || (($? == 1))
for set in clouds xor; do
    perceptron verify $set.cert $set.csv -q
    oracle $set.cert $set.csv
    # Every line: one digit changed, and the line left out; with a new checksum as well.
    lines=$(wc -l < $set.cert)
    for ((n = 1; n <= lines; n++)); do
        sed "${n}d" $set.cert > bad.cert
        refused bad.cert $set.csv
        sed "${n}s/[0-8]\([^0-9]*\)$/9\1/" $set.cert > bad.cert
        cmp -s bad.cert $set.cert || refused bad.cert $set.csv
    done
    # The file cut anywhere, or longer.
    head -c -1 $set.cert > bad.cert
    refused bad.cert $set.csv
    { cat $set.cert; echo; } > bad.cert
    refused bad.cert $set.csv
    : > bad.cert
    refused bad.cert $set.csv
done
# Resealed: the contradiction with another multiplier, another row.
reseal() {
    sed -i '$d' "$1"
    echo "end $(sha256sum < "$1" | cut -d' ' -f1)" >> "$1"
}
sed 's/^2 1 3$/2 2 3/' xor.cert > bad.cert
! cmp -s bad.cert xor.cert
reseal bad.cert
refused bad.cert xor.csv
sed 's/^distance \([^ ]*\) [^ ]*$/distance \1 \1/; s/^theorem .* /theorem 0.9 /' clouds.cert > bad.cert
reseal bad.cert
refused bad.cert clouds.csv
# A row changed, left out, doubled, with another label; rows in another order.
sed '5s/^./9/' clouds.csv > bad.csv
refused clouds.cert bad.csv
sed 5d clouds.csv > bad.csv
refused clouds.cert bad.csv
sed 5p clouds.csv > bad.csv
refused clouds.cert bad.csv
sed '2s/near/far/;2!b' clouds.csv > bad.csv
refused clouds.cert bad.csv
{ sed -n 1p clouds.csv; sed 1d clouds.csv | tac; } > bad.csv
refused clouds.cert bad.csv
refused xor.cert clouds.csv
refused clouds.cert xor.csv
# The answer for programs; what cannot be read is another matter.
perceptron verify clouds.cert clouds.csv --json > j
json j 'j == {"accepted": True, "reason": None, "verdict": "separable", "positive": "near", "boundary": None, "literal": True,
    "values_are": "the decimals in the file, exactly"}'
perceptron verify xor.cert clouds.csv --json > j || (($? == 1))
json j 'j["accepted"] is False and j["reason"]'
refuses 4 'perceptron: no.cert: *' perceptron verify no.cert clouds.csv
refuses 4 'perceptron: no.csv: *' perceptron verify clouds.cert no.csv
