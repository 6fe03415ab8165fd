# Values are checked to their end, with what was found and what was wanted.
clouds > clouds.csv
refuses 2 "*'--epochs' wants a value: --epochs N; try 'perceptron train --help'" perceptron train --algorithm perceptron clouds.csv --epochs
refuses 2 "*'--epochs' wants a value*" perceptron train --algorithm perceptron --epochs --json clouds.csv
refuses 2 "*epochs*'3abc'*whole number*" perceptron train --algorithm perceptron clouds.csv --epochs 3abc
refuses 2 "*epochs*'-1'*" perceptron train --algorithm perceptron clouds.csv --epochs -1
refuses 2 "*rate*'nan'*" perceptron train --algorithm perceptron clouds.csv --rate nan
refuses 2 "*rate*0*" perceptron train --algorithm perceptron clouds.csv --rate 0
refuses 2 "*seed*'1.5'*" perceptron train --algorithm perceptron clouds.csv --seed 1.5
refuses 2 "*scale*'standrad'*standard*" perceptron train --algorithm perceptron clouds.csv --scale standrad
refuses 2 "*holdout*2*" perceptron train --algorithm perceptron clouds.csv --holdout 2
refuses 2 "*'--json' takes no value*'x'*" perceptron train --algorithm perceptron clouds.csv --json=x
refuses 2 "*top*'3x'*whole number*" perceptron show m --top 3x
refuses 2 "*top*'-3'*" perceptron show m --top -3
refuses 2 "*train wants DATA*" perceptron train
refuses 2 "*predict wants MODEL DATA*" perceptron predict m
refuses 2 "*show*too many*'b'*" perceptron show a b
