# Three labels: all at once, one against the rest, or two of them.
awk 'BEGIN { print "u,v,kind"; for (i = 0; i < 60; i++) { k = i % 3; printf "%.2f,%.2f,%s\n",
    (k == 0 ? 3 : k == 1 ? -3 : 0) + (i * 7 % 10) / 10, (k == 2 ? 4 : -1) + (i * 3 % 10) / 10, substr("abc", k + 1, 1) } }' > three.csv
perceptron train three.csv -o three.model --json > j
json j 'j["stop"]["reason"] == "separated" and len(j["classes"]) == 3'
perceptron test three.model three.csv --json > t
json t 'j["errors"] == 0 and j["rows"] == 60'
[[ $(perceptron predict three.model three.csv | sort | uniq -c | tr -s ' \n' ' ') == ' 20 a 20 b 20 c ' ]]
perceptron train three.csv --positive b -o b.model --json > j
json j 'j["stop"]["reason"] == "separated" and j["positive"] == "b" and j["rows"] == 60'
perceptron test b.model three.csv --json > t
json t 'j["errors"] == 0 and j["rows"] == 60'
perceptron train three.csv --classes a,c --json > j 2> err
json j 'j["rows"] == 40 and j["skipped"]["dropped"] == 20 and [c["name"] for c in j["classes"]] == ["a", "c"]'
grep -q '^perceptron: note: 20 rows left out' err
perceptron check three.csv > report
grep -q "^  labels  *'a' in 20 rows, 'b' in 20 rows, 'c' in 20 rows (column 'kind')$" report
