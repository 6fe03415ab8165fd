# Without -o nothing is written, and that is said.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv > report
grep -q '^The model is not saved: -o FILE keeps it\.$' report
[[ $(ls) == $'clouds.csv\nreport' ]]
