# Exclusive or: ties are mistakes, and the weights (0, 0), 1 come back in epoch 2.
xor > xor.csv
perceptron trace xor.csv
