# Every example of every --help page, which are those of the manual too: run as it stands, on files of the names it
# uses, and compared. What would never end is cut short: cat for tail -f, a thousand rows for a million. A service has
# tests of its own (tests/service).
data=$TESTS/../../examples
cp -r "$data" examples
cp examples/data/breast_cancer.csv table.csv
sed -i '1s/[^,]*$/diagnosis/' table.csv
perceptron demo spam -o story > /dev/null
cp story/messages.tsv messages.tsv
head -3 messages.tsv > new.tsv
cut -f2 new.tsv > messages.txt
sed -n '1p;2p;60p;120p' examples/data/iris.csv | cut -d, -f1-4 > new.csv
perceptron gen sparse --rows 300 --dimensions 50 --nonzeros 5 -o clicks.svm
gzip -c clicks.svm > big.svm.gz
perceptron train clicks.svm -q -o a9a.model || true
awk 'BEGIN { print "patient,x,y,label"; for (i = 0; i < 90; i++) printf "p%d,%d,%d,%s\n", i / 6, i * 7 % 19, i * 5 % 13, (i * 7 % 19 > 8 ? "a" : "b") }' > mine.csv
perceptron train examples/data/eighty-five.csv -q -o my.model
jq() { cat > /dev/null; }   # a program of others: that the JSON is good is tested elsewhere
for command in $(perceptron | awk '/^Commands/ { on = 1; next } /^$/ { on = 0 } on && $1 != "serve" { print $1 }'); do
    perceptron "$command" --help | sed -n '/^For example$/,/^$/s/^  //p' > lines
    while IFS= read -r line <&3; do
        echo "\$ $line"
        line=${line/tail -f/cat}
        line=${line/--rows 1000000 /--rows 1000 }
        code=0
        eval "$line" > said 2>&1 < /dev/null || code=$?
        # Of a long answer the first lines, of a long line its beginning; times are any.
        sed -E 's/([0-9]+ min )?[0-9.e-]+ s\b/T s/g; s/ {2,}T s/  T s/g; s/seconds": [0-9.e-]+/seconds": T/g; s/^  time .*/  time/; s/^(.{160}).*/\1/' said |
            if [[ $command == help ]]; then sed -n 1p; else sed -n 1,25p; fi
        [[ $code -eq 0 || $line == *certify*xor* ]] || fail "$line: exit $code"
    done 3< lines
done
