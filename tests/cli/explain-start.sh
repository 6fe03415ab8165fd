# Weights begun with and never moved: the bound of the run has their length in it, (R/gamma*)^2 + 2|w0|/gamma* = 5/2 + 2.
printf 'x,y,c\n1,2,b\n2,1,b\n-1,-1,a\n' > rows.csv
perceptron train --algorithm perceptron rows.csv --no-bias --start ones -q -o ones.model
perceptron explain rows.csv ones.model --no-bias --json > j
json j 'j["run"]["updates"] == 0 and abs(j["run"]["bound"]["upper"] - 4.5) < 1e-6'
