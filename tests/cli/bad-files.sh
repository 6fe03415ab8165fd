# Each bad file gets one sentence with its place, exit 3, and leaves nothing behind.
: > empty.csv
clouds > clouds.csv
refuses_to_train 3 'perceptron: empty.csv:*' empty.csv
# Among others it has no rows, and nothing else, packed or not; what is cut is not empty.
gzip -k empty.csv
zstd -q empty.csv
xz -k empty.csv
refuses_to_train 3 'perceptron: empty.csv.gz:*' empty.csv.gz
perceptron train --algorithm perceptron clouds.csv -q -o alone.model
perceptron train --algorithm perceptron empty.csv.gz empty.csv clouds.csv empty.csv.zst empty.csv.xz -q -o among.model
same alone.model among.model
head -c 15 empty.csv.gz > cut.csv.gz
refuses_to_train 3 'perceptron: cut.csv.gz:*' cut.csv.gz clouds.csv
printf 'x,label\n' > header.csv
refuses_to_train 3 'perceptron: header.csv:*' header.csv
printf '\n\n\n' > blank.csv
refuses_to_train 3 'perceptron: blank.csv:*' blank.csv
printf '+1 1:1\n+1 2:1\n' > one.svm
refuses_to_train 3 "perceptron: one.svm: every row is labelled '+1'; two classes are needed" one.svm
refuses_to_train 3 "perceptron: clouds.csv: no row has the label 'x' that classes asks for" clouds.csv --classes near,x
printf 'x,label\n1,a\n1e200,b\n' > large.csv
refuses_to_train 3 'perceptron: large.csv:3: values are so large that their squares overflow; *' large.csv
printf 'x,label\n-1e308,a\n1e308,b\n' > large.csv
refuses_to_train 3 "perceptron: large.csv: values of feature 'x' are too large to be scaled" large.csv --scale minmax
for rows in 0 41 x '1 2' 99999999999999999999; do
    printf '1\n %s \r\n' "$rows" > order
    refuses_to_train 3 "perceptron: order:2:2: *$rows*" clouds.csv --order order
done
for value in nan NaN inf -inf Infinity 1e999 -1e999 abc 1x 0x10 ''; do
    printf '+1 1:1\n-1 1:%s\n' "$value" > value.svm
    refuses_to_train 3 'perceptron: value.svm:2:*: *' value.svm
done
for value in nan inf 1e999; do
    printf 'x,y,label\n1,2,a\n3,%s,b\n' "$value" > value.csv
    refuses_to_train 3 'perceptron: value.csv:3:3: *' value.csv --format csv
done
printf '+1 9:1 4:1\n-1 1:1\n' > unsorted.svm
refuses_to_train 3 'perceptron: unsorted.svm:1:8: *' unsorted.svm
printf '+1 4:1 4:1\n-1 1:1\n' > repeated.svm
refuses_to_train 3 'perceptron: repeated.svm:1:8: *' repeated.svm
for index in -1 4294967296 4294967297 18446744073709551616 99999999999999999999999; do
    printf '+1 1:1\n-1 %s:1\n' "$index" > index.svm
    refuses_to_train 3 'perceptron: index.svm:2:*: *' index.svm
done
printf 'x,y,label\n1,2,a\n1,b\n' > ragged.csv
refuses_to_train 3 'perceptron: ragged.csv:3:*' ragged.csv
printf 'x,y,label\n1,2,a\n1,2,3,b\n' > wide.csv
refuses_to_train 3 'perceptron: wide.csv:3:*' wide.csv
printf 'x,label\n1,a\n2,"b\n3,a\n' > quote.csv
refuses_to_train 3 'perceptron: quote.csv:3:*' quote.csv
printf 'x,label\n1,a\n,b\n' > missing.csv
refuses_to_train 3 'perceptron: missing.csv:3:*' missing.csv
gzip -c clouds.csv > whole.gz
head -c 100 whole.gz > cut.csv.gz
refuses_to_train 3 'perceptron: cut.csv.gz:*' cut.csv.gz
head -c 3000 /bin/sh > garbage.bin
refuses_to_train 3 'perceptron: garbage.bin:*' garbage.bin
printf 'ham\tx\0y\nspam\t\377\376\n' > nul.tsv
perceptron train --algorithm perceptron nul.tsv -q > out 2> err || [[ $? == 3 && $(wc -l < err) == 1 ]] || fail "nul.tsv: $(< err)"
refuses 3 'perceptron: ragged.csv:3:*' perceptron check ragged.csv
perceptron train --algorithm perceptron clouds.csv -q -o m.model
refuses 3 'perceptron: ragged.csv:*' perceptron predict m.model ragged.csv
refuses 3 'perceptron: ragged.csv:*' perceptron test m.model ragged.csv
printf 'x,y,label\n1,2,near\n1,z,far\n' > word.csv
refuses_to_train 3 "perceptron: word.csv:3:3: 'z' is not a number; use --one-hot y or --ignore y" word.csv
refuses 3 "perceptron: word.csv:3:3: 'z' is not a number" perceptron test m.model word.csv
