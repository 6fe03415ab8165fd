perceptron --version
