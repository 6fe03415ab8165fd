# Separable rows: exit 0, brackets whose ends are proved, a certificate that both checkers accept.
clouds > clouds.csv
perceptron certify clouds.csv -o clouds.cert > report || fail "exit $?"
grep -q "^Separable: a hyperplane has every row of 'near' on one side" report
grep -q '^  theorem margin  *[0-9.]* to [0-9.]* ' report
grep -q '^  distance  *[0-9.]* to [0-9.]* ' report
grep -q '^  bound  *[0-9.]* to [0-9.]* ' report
grep -q '^The certificate is in clouds.cert. To check it: perceptron verify clouds.cert clouds.csv$' report
perceptron verify clouds.cert clouds.csv > answer || fail "exit $?"
grep -q '^Accepted: every number' answer
/usr/bin/python3 "$TESTS/../oracle/verify.py" clouds.cert clouds.csv | grep -qx 'accepted: separable'
perceptron certify clouds.csv --json > j
json j 'j["verdict"] == "separable" and j["positive"] == "near" and j["rows"] == [] and j["values"] == "decimal"'
json j 'all(0 < j["margin"][k]["lower"] <= j["margin"][k]["upper"] for k in ("theorem", "distance"))'
json j 'j["k_max"]["lower"] <= (j["radius"] / j["margin"]["theorem"]["lower"]) ** 2 <= 1.001 * j["k_max"]["upper"]'
json j '{"verdict", "margin", "radius", "k_max", "rows", "method", "seconds"} <= set(j)'
# The verdict alone, through the origin, and a wide gap.
perceptron certify clouds.csv --no-margin --json > j
json j 'j["verdict"] == "separable" and j["margin"]["distance"] == {"lower": None, "upper": None}'
perceptron certify clouds.csv --no-bias -o origin.cert --json > j
json j 'j["verdict"] == "separable" and not j["bias"]'
grep -qx 'bias no' origin.cert
perceptron verify origin.cert clouds.csv -q
# The certificate to standard output is the same; the report makes room for it.
perceptron certify clouds.csv -o - 2> report > clouds.again
same clouds.cert clouds.again
grep -q '^Separable' report
perceptron certify clouds.csv -q -o clouds.again > out 2> err
[[ ! -s out && ! -s err ]]
same clouds.cert clouds.again
# From any number of threads, from a pipe, packed: the same bytes.
perceptron certify clouds.csv --threads 1 -q -o one.cert
perceptron certify - -q -o pipe.cert < clouds.csv
gzip -c clouds.csv > clouds.csv.gz
perceptron certify clouds.csv.gz -q -o gz.cert
perceptron pack clouds.csv -q -o clouds.pack
perceptron certify clouds.pack -q -o pack.cert
perceptron verify clouds.cert clouds.pack -q
for other in one pipe gz pack; do same clouds.cert $other.cert; done
refuses 2 "perceptron: a proof is about the values as they stand; leave out --scale and --features; try *" \
    perceptron certify clouds.csv --scale standard
refuses 2 "perceptron: gap is 7, wanted 0 to 1; try *" perceptron certify clouds.csv --gap 7
# Of one label alone nothing is told from anything.
printf 'x,c\n3,p\n4,p\n' > pair.csv
printf 'x,c\n3,p\n' > row.csv
perceptron certify pair.csv -o pair.cert --report pair.html > answer
grep -q "^Separable: there is no label but 'p', and a hyperplane has every row on one side\.$" answer || fail "$(< answer)"
! grep -qE '2 labels|infinity|no limit' pair.html || fail 'labels and distances that are none'
perceptron verify pair.cert pair.csv | grep -q "^The 2 rows have no label but 'p', and a hyperplane has all of them on one side\.$"
perceptron certify row.csv --no-bias -o row.cert > answer
grep -q "^Separable: there is no label but 'p', and a hyperplane through the origin has every row on one side\.$" answer
perceptron verify row.cert row.csv |
    grep -q "^The 1 row has no label but 'p', and a hyperplane through the origin has it on one side\.$"
printf 'x,c\n0,p\n' > zero.csv
perceptron certify zero.csv --no-bias -q -o zero.cert || (($? == 1))
perceptron verify zero.cert zero.csv | grep -q '^The row is not separable from the origin: it is exactly zero\.$'
