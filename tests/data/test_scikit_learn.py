"""In the given order, from zero, at rate 1, the weights are scikit-learn's to the last bit, whatever the rows come
from."""
import csv
import gzip
import struct
import warnings

import numpy
from sklearn.linear_model import Perceptron

import command

EPOCHS = (1, 3, 10)
PLAIN = ("--algorithm", "perceptron", "--order", "given", "--start", "zero", "--rate", "1", "--scale", "none")


def table(path):
    """Features and labels of a CSV file with a header whose last column is the label."""
    with open(path, newline="") as source:
        rows = list(csv.reader(source))[1:]
    return numpy.array([[float(cell) for cell in row[:-1]] for row in rows]), numpy.array([row[-1] for row in rows])


def idx(path):
    with gzip.open(path) as source:
        data = source.read()
    dimensions = data[3]
    shape = struct.unpack(f">{dimensions}I", data[4:4 + 4 * dimensions])
    return numpy.frombuffer(data, "u1", offset=4 + 4 * dimensions).reshape(shape[0], -1).squeeze()


def reference(x, is_positive, epochs):
    learner = Perceptron(shuffle=False, tol=None, eta0=1, penalty=None, max_iter=epochs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        learner.fit(x, is_positive)
    return learner.coef_[0], learner.intercept_[0]


def same_weights(model, weights, bias):
    """To the last bit; a sparse set may end before the features that are always 0."""
    mine = numpy.array(model["weights"], dtype=float)
    assert len(mine) <= len(weights), (len(mine), len(weights))
    mine = numpy.concatenate([mine, numpy.zeros(len(weights) - len(mine))])
    differ = numpy.flatnonzero(mine != weights)
    assert len(differ) == 0, f"weights {differ[:5]} of {len(differ)}: {mine[differ[:5]]} not {weights[differ[:5]]}"
    assert model["bias"] == bias, (model["bias"], bias)


def write_libsvm(path, x, is_positive):
    with open(path, "w") as out:
        for row, positive in zip(x, is_positive):
            cells = " ".join(f"{j + 1}:{float(row[j])!r}" for j in numpy.flatnonzero(row))
            out.write(f"{'+1' if positive else '-1'} {cells}\n")


def agree(files, x, is_positive, *words):
    """Dense rows from the files and the same as LIBSVM, for each number of epochs."""
    sparse = command.temporary("rows.svm")
    write_libsvm(sparse, x, is_positive)
    for epochs in EPOCHS:
        weights, bias = reference(x.astype(float), is_positive, epochs)
        dense = command.train(*files, *PLAIN, "--epochs", epochs, *words)
        same_weights(command.show(), weights, bias)
        again = command.train(sparse, *PLAIN, "--epochs", epochs, model="sparse")
        same_weights(command.show("sparse"), weights, bias)
        assert dense["mistakes"] == again["mistakes"] > 0, (dense["mistakes"], again["mistakes"])
        assert dense["updates"] == again["updates"]


def test_iris_weights_are_scikit_learns_to_the_last_bit():
    x, y = table(command.data("csv", "iris.csv"))
    agree([command.data("csv", "iris.csv")], x, y == "setosa", "--positive", "setosa")


def test_sonar_weights_are_scikit_learns_to_the_last_bit():
    x, y = table(command.data("csv", "Sonar.csv"))
    agree([command.data("csv", "Sonar.csv")], x, y == "R", "--positive", "R")


def test_wisconsin_weights_are_scikit_learns_to_the_last_bit():
    x, y = table(command.data("csv", "breast_cancer.csv"))
    agree([command.data("csv", "breast_cancer.csv")], x, y == "malignant")


def test_mnist_0_against_1_weights_are_scikit_learns_to_the_last_bit():
    images = command.data("images", "train-images-idx3-ubyte.gz")
    labels = command.data("images", "train-labels-idx1-ubyte.gz")
    x, y = idx(images), idx(labels)
    kept = y < 2
    agree([images], x[kept], y[kept] == 1, "--labels", labels, "--classes", "0,1")


def packed(path):
    """The same bytes as gzip, under a name that does not say so."""
    with open(path, "rb") as source, open(command.temporary("packed"), "wb") as out:
        out.write(gzip.compress(source.read()))
    return command.temporary("packed")


def same_model_from_everywhere(path, *words):
    command.train(path, *words, model="file")
    command.train(packed(path), *words, model="gzip")
    with open(path, "rb") as pipe:
        command.train("-", *words, model="pipe", stdin=pipe)
    for source in ("gzip", "pipe"):
        assert command.model_bytes(source) == command.model_bytes("file"), f"{source} gives another model than the file"
    assert len(command.model_bytes("file")) > 100


def test_a_table_gives_the_same_model_bytes_from_a_file_gzip_and_a_pipe():
    same_model_from_everywhere(command.data("csv", "breast_cancer.csv"), *PLAIN, "--epochs", 3)
    same_model_from_everywhere(command.data("csv", "iris.csv"), "--positive", "setosa", "--scale", "standard")


def test_libsvm_and_text_give_the_same_model_bytes_from_a_file_gzip_and_a_pipe():
    same_model_from_everywhere(command.data("libsvm", "mushrooms"), "--epochs", 3)
    same_model_from_everywhere(command.data("text", "sms.tsv"), "--algorithm", "averaged", "--epochs", 2)


def test_any_number_of_threads_gives_the_same_model_bytes():
    for threads in (1, 2, 5):
        command.train(command.data("libsvm", "a9a.gz"), "--algorithm", "averaged", "--epochs", 2, "--threads", threads,
                      model=f"threads-{threads}")
    assert command.model_bytes("threads-1") == command.model_bytes("threads-2") == command.model_bytes("threads-5")


def test_a_file_cut_in_two_is_the_same_set():
    with gzip.open(command.data("libsvm", "a9a.gz"), "rt") as source:
        lines = source.readlines()
    for name, part in (("whole", lines), ("first", lines[:10000]), ("second", lines[10000:])):
        with open(command.temporary(name + ".svm"), "w") as out:
            out.writelines(part)
    command.train(command.temporary("whole.svm"), "--epochs", 2, model="one")
    command.train(command.temporary("first.svm"), command.temporary("second.svm"), "--epochs", 2, model="two")
    assert command.model_bytes("one") == command.model_bytes("two")
