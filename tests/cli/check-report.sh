# What is wrong with a difficult file, each with what to do about it.
{
    echo small,large,same,label
    for i in $(seq 30); do echo "0.0000$i,$((i * 131 % 4000)),7,a"; done
    echo 0.00001,131,7,b
    echo 0.00001,131,7,a
} > hard.csv
perceptron check hard.csv > report
grep -q '^  data  *32 rows, 3 features, from hard.csv$' report
grep -q "^  - 1 vector carries more than one label, as in hard.csv:2 and hard.csv:32: no hyperplane can separate" report
grep -q "^  - features differ in scale: .* for 'small', .* for 'large': use --scale standard$" report
grep -q "^  - label 'b' is rare: 1 row against 31 of 'a'; always answering 'a'" report
grep -q '^  - 1 feature is the same in every row (the first: same)' report
grep -q '^  - 1 row is an earlier row again' report
perceptron check hard.csv --json > j
json j 'j["contradictions"] == 1 and j["contradiction_example"][0]["line"] == 2 and j["contradiction_example"][1]["line"] == 32'
json j 'j["duplicates"] == 1 and j["constant_features"] == 1 and len(j["advice"]) >= 4 and j["rows"] == 32'
{ echo x,label; for i in 1 2 3 4 5; do echo "$i,a"; done; for i in 6 7 8 9; do echo "$i,b"; done; } > sorted.csv
perceptron check sorted.csv > report
grep -q '^  - rows are sorted by class: the default order shuffles them' report
clouds > clouds.csv
perceptron check clouds.csv > report
grep -q '^Nothing stands in the way of training\.$' report
{ echo x,label; for i in $(seq 40); do echo "$((i * 7 % 41)),$((i % 4))"; done; echo 50,rare; } > many.csv
perceptron check many.csv > report
grep -q "^  - label 'rare' is rare: 1 row against 10 of '.'$" report
