# A spreadsheet's file, with a byte order mark, semicolons, words, holes and a column that counts: each stumble is named
# with the option that mends it, and check tells what the rows would be.
printf '\xef\xbb\xbfid;age;city;spend;loyal\r\n' > mine.csv
printf '%s\r\n' '1;34;Berlin;120.50;yes' '2;;Munich;80.00;no' '3;51;Cologne;430.10;yes' '4;29;Berlin;60.75;no' >> mine.csv
printf '%s\r\n' '5;44;;210.00;yes' '6;23;Cologne;35.20;no' '7;38;Bonn;99;yes' '8;NA;Berlin;45;no' >> mine.csv
perceptron check mine.csv > out 2> err
grep -q "^perceptron: note: as it is, training refuses it: mine.csv:2:6: 'Berlin' is not a number; use --one-hot city or --ignore city$" err || fail "$(< err)"
grep -qx 'perceptron train mine.csv --label loyal --delimiter semicolon --ignore id --one-hot city --missing mean --scale standard --algorithm svm -o mine.model' out || fail "$(< out)"
grep -q "^  --ignore id .* 'id' counts the rows" out || fail "$(< out)"
refuses 3 '*cell is missing (empty); use --missing zero, mean or skip' perceptron train --algorithm perceptron mine.csv --one-hot auto
perceptron train --algorithm perceptron mine.csv --one-hot auto --missing mean --ignore id -q -o m.model
printf 'city;age;spend\nBerlin;40;100\nParis;;50\n' > new.csv
perceptron predict m.model new.csv > answers 2> notes
[[ $(wc -l < answers) -eq 2 && $(wc -l < notes) -eq 2 ]] || fail "$(cat answers notes)"
tr ';' , < new.csv > commas.csv
refuses 3 "*file has no column 'age'; its cells must be parted as in training" perceptron predict m.model commas.csv
refuses 2 "*delimiter was settled in training*" perceptron predict m.model new.csv --delimiter comma
perceptron predict m.model new.csv --delimiter semicolon -q > again
same answers again
# Decimal commas are no numbers unless that is said, and a category for each row is no category.
sed 's/\([0-9]\)\.\([0-9]\)/\1,\2/' mine.csv > comma.csv
refuses 3 "*'120,50' is not a number; use --decimal , if a comma stands before decimals; between thousands no mark may stand" perceptron train --algorithm perceptron comma.csv --one-hot city --missing mean
refuses 3 "*'120,50' is not a number; use --decimal , if*" perceptron train --algorithm perceptron comma.csv --one-hot auto --missing mean
perceptron check comma.csv --one-hot city,spend --missing mean -q > out
grep -q "column 'spend' has 8 categories in 8 rows, as in '120,50': if these are numbers, use --decimal ," out || fail "$(< out)"
perceptron train --algorithm perceptron comma.csv --decimal , --one-hot city --missing mean --ignore id -q -o c.model
perceptron train --algorithm perceptron mine.csv --one-hot city --missing mean --ignore id -q -o m.model
sed 's/100$/100,00/' new.csv > new-comma.csv
perceptron predict c.model new-comma.csv --scores -q > a
perceptron predict m.model new.csv --scores -q > b
same a b
perceptron train --algorithm perceptron comma.csv --one-hot city,spend --missing mean > out 2> err
grep -q "note: column 'spend' has 8 categories in 8 rows" err || fail "$(< err)"
# A model of whole rows says so when a cell is missing.
perceptron train --algorithm perceptron mine.csv --one-hot city --missing skip --ignore id -q -o whole.model
printf 'a,c\n1,x\n2,y\n' > whole.csv
perceptron train --algorithm perceptron whole.csv -q -o whole.model
printf 'a\n\n3\nNA\n' > hole.csv
refuses 3 '*the model knows whole rows only: train it with --missing zero, mean or skip' perceptron predict whole.model hole.csv
