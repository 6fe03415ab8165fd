# Five epochs, resumed to ten, equal ten; resuming needs the same rows and the same options.
noise 200 5 > noise.csv
for algorithm in perceptron averaged pocket; do
    perceptron train noise.csv --algorithm $algorithm --epochs 10 --seed 3 -q -o straight.model
    perceptron train noise.csv --algorithm $algorithm --epochs 5 --seed 3 -q -o part.model
    perceptron train noise.csv --resume part.model --epochs 10 -q -o resumed.model
    same straight.model resumed.model
done
head -100 noise.csv > fewer.csv
refuses 3 'perceptron: *rows*' perceptron train fewer.csv --resume part.model --epochs 10
refuses 2 'perceptron: *seed*' perceptron train noise.csv --resume part.model --epochs 10 --seed 4
refuses 2 'perceptron: *algorithm*' perceptron train noise.csv --resume part.model --algorithm averaged
