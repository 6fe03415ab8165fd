# `perceptron` alone teaches; so do `help` and `--help`.
perceptron
perceptron help > help.txt
perceptron --help > long.txt
perceptron -h > short.txt
perceptron > alone.txt
same alone.txt help.txt
same alone.txt long.txt
same alone.txt short.txt
