# A small contradiction is a sum to check by hand.
xor > xor.csv
perceptron explain xor.csv
