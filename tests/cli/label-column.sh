# A label column that is not there: the file, what was asked for and what there is.
clouds > clouds.csv
refuses_to_train 3 "perceptron: clouds.csv:*'lable'*x, y, label*" clouds.csv --label lable
refuses_to_train 3 "perceptron: clouds.csv:*'9'*" clouds.csv --label 9
