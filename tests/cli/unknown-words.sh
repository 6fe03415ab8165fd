# One line that names the word, the nearest one and where to read on; exit 2.
refuses 2 "perceptron: unknown command 'trian'; did you mean 'train'? try 'perceptron --help'" perceptron trian x
refuses 2 "perceptron: unknown command 'tset'; did you mean 'test'? *" perceptron help tset
refuses 2 "perceptron: unknown command 'xyzzyplugh'; try 'perceptron --help'" perceptron xyzzyplugh
refuses 2 "*unknown option '--epoch'; did you mean '--epochs'? try 'perceptron train --help'" perceptron train --algorithm perceptron --epoch 3 x
refuses 2 "*unknown option '--algo'; did you mean '--algorithm'? *" perceptron train --algorithm perceptron --algo=averaged x
refuses 2 "*unknown option '--no-bais'; did you mean '--no-bias'? *" perceptron train --algorithm perceptron --no-bais x
refuses 2 "*unknown option '--positve'; did you mean '--positive'? *" perceptron train --algorithm perceptron --positve a x
refuses 2 "*unknown option '--threshhold'; did you mean '--threshold'? *" perceptron predict m x --threshhold 1
refuses 2 "*unknown option '--xyzzyplugh'; try 'perceptron test --help'" perceptron test --xyzzyplugh
refuses 2 "*unknown option '-z'; try *" perceptron train --algorithm perceptron -z x
refuses 2 "*unknown option '--epochs'*" perceptron predict --epochs 3 m x
refuses 2 "*'--no-json'*" perceptron train --algorithm perceptron --no-json x
refuses 2 "*$(printf 'x%.0s' {1..30})*" perceptron train --algorithm perceptron "--$(printf 'x%.0s' {1..5000})" x
refuses 2 "perceptron: unknown algorithm 'averged'; did you mean 'averaged'? try 'perceptron train --help'" \
    perceptron train x --algorithm averged
refuses 2 "*unknown algorithm 'xyzzyplugh'; '--algorithm list' prints them all; *" perceptron train x --algorithm=xyzzyplugh
