# docs/exit-codes.md: each code of the page by the command that shows it, and no code of the program without its line.
page=$TESTS/../../docs/exit-codes.md
exits() {   # CODE command...
    local code=$1 got=0
    shift
    "$@" > out 2> err || got=$?
    ((got == code)) || fail "$*: exit $got, wanted $code: $(< err)"
    grep -q "^| $code |" "$page" || fail "exit $code is not on the page"
}
clouds > clouds.csv
xor > xor.csv
exits 0 perceptron train --algorithm perceptron clouds.csv -o m.model
exits 0 perceptron certify clouds.csv -o c.cert
exits 0 perceptron verify c.cert clouds.csv
exits 1 perceptron certify xor.csv -o x.cert
exits 1 perceptron verify c.cert xor.csv
exits 2 perceptron train --algorithm perceptron clouds.csv --positve near
exits 2 perceptron train --algorithm perceptron clouds.csv -o clouds.csv
printf 'x,label\n1,a\nq,b\n' > bad.csv
exits 3 perceptron train --algorithm perceptron bad.csv
head -c 100 m.model > half.model
exits 3 perceptron show half.model
exits 4 perceptron train --algorithm perceptron nowhere.csv
exits 4 perceptron train --algorithm perceptron clouds.csv -o nowhere/m.model
# Every code that the program's own list has is on the page: 128 stands for the signals (slow-pipe.sh has each).
sed -n '/^enum exit_code/,/^}/s/.*= \([0-9]*\),.*/\1/p' "$TESTS/../../cli/diag.h" > codes
[[ $(wc -l < codes) -ge 8 ]] || fail "no list of codes: $(< codes)"
while read -r code; do
    grep -qE "^\| $code( \+ n)? \|" "$page" || fail "exit $code is not on the page"
done < codes
# Every page that files.md names is there, and every file of a format has one.
grep -o '([a-z-]*\.md' "$TESTS/../../docs/files.md" | tr -d '(' | sort -u > pages
[[ $(wc -l < pages) -ge 6 ]]
while read -r name; do
    [[ -e $TESTS/../../docs/$name ]] || fail "docs/$name is not there"
done < pages
for name in "$TESTS"/../../docs/*-format.md; do
    grep -q "(${name##*/})" "$TESTS/../../docs/files.md" || fail "docs/files.md has no line for $name"
done
# A schedule's last rate, and an order from 1, as the page says.
printf '1\n0.5\n' > rates
perceptron train --algorithm perceptron clouds.csv --schedule rates -q -o rates.model
seq 40 -1 1 > order
perceptron train --algorithm perceptron clouds.csv --order order -q -o order.model
