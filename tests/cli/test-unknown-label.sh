# A label that the model does not know is an error, and said; rows without labels are refused.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o m.model
printf 'x,y,label\n3,0,far\n-3,0,elsewhere\n' > other.csv
perceptron test m.model other.csv --json > j
json j 'j["rows"] == 2 and j["errors"] == 1 and j["unknown_labels"] == 1'
perceptron test m.model other.csv > report
grep -q '^  *1  *of these carries a label that the model does not know$' report
cut -d, -f1,2 clouds.csv > bare.csv
refuses 3 'perceptron: *bare.csv*' perceptron test m.model bare.csv
