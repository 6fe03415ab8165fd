# CRLF, a byte order mark, no final newline, blank lines, spaces: read as meant.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o a.model
sed 's/$/\r/' clouds.csv > crlf.csv
{ printf '\357\273\277'; cat clouds.csv; } > bom.csv
printf '%s' "$(< clouds.csv)" > no-newline.csv
{ cat clouds.csv; echo; echo; } > blank.csv
for file in crlf bom no-newline blank; do
    perceptron train --algorithm perceptron $file.csv -q -o $file.model || fail "$file"
    same a.model $file.model
done
printf '%s\n' '+1 1:0.5 3:2' '-1 2:1' '-1 1:-1 2:.5e1' > d.svm
perceptron train --algorithm perceptron d.svm -q -o svm.model
printf '+1 1:0.5 3:2 # the first\r\n-1 qid:3 2:1\r\n\r\n-1 1:-1 2:.5e1' > odd.svm
perceptron train --algorithm perceptron odd.svm -q -o odd.model
same svm.model odd.model
printf 'ham\tsee you\r\nspam\twin now\r\n' > crlf.tsv
printf 'ham\tsee you\nspam\twin now' > plain.tsv
perceptron train --algorithm perceptron crlf.tsv -q -o crlf.model
perceptron train --algorithm perceptron plain.tsv -q -o plain.model
same crlf.model plain.model
