# The worked rows, exactly: the corrected table, the contradiction, and the note on the usual table.
printf 'x1,x2,class\n1,1,+1\n2,2,+1\n1,2,-1\n2,1,-1\n' > worked.csv
perceptron trace worked.csv --exact
