"""The linear family against independent answers: LIBLINEAR's objective, known best margins, error rates."""
import gzip
import shutil
import subprocess

import numpy
from sklearn.datasets import load_svmlight_file

import command


def plain_file(name):
    """The data set's path, unpacked."""
    path = command.data("libsvm", name)
    if not name.endswith(".gz"):
        return path
    plain = command.temporary(name[:-3])
    with gzip.open(path) as packed, open(plain, "wb") as file:
        shutil.copyfileobj(packed, file)
    return plain


def liblinear_objective(path):
    """Of the weights that liblinear-train -s 3 -B 1 (C = 1) ends with."""
    model = command.temporary("liblinear")
    subprocess.run(["liblinear-train", "-s", "3", "-B", "1", "-e", "1e-8", "-q", path, model], check=True)
    with open(model, encoding="utf-8") as file:
        lines = file.read().split("\n")
    w = numpy.array([float(line) for line in lines[lines.index("w") + 1:] if line.strip()])
    first = float(next(line for line in lines if line.startswith("label")).split()[1])
    x, y = load_svmlight_file(path, n_features=len(w) - 1)
    products = numpy.where(y == first, 1.0, -1.0) * (x @ w[:-1] + w[-1])
    return 0.5 * w @ w + numpy.maximum(0.0, 1.0 - products).sum()


def test_the_objective_of_svm_is_as_good_as_liblinears_and_its_gap_proves_it():
    for name in ("a9a.gz", "heart_scale", "mushrooms"):
        path = plain_file(name)
        run = command.train(path, "--algorithm", "svm", "--gap", "1e-7", "--epochs", 5000)
        theirs = liblinear_objective(path)
        assert run["stop"]["reason"] == "duality gap closed", run["stop"]
        assert run["gap"] <= 1e-7
        assert run["objective"] <= theirs * (1 + 1e-6), (name, run["objective"], theirs)
        # LIBLINEAR gives up after 1,000 rounds on the first two: no more than that off
        assert run["objective"] >= theirs * (1 - (1e-6 if name == "mushrooms" else 5e-4)), (name, run["objective"], theirs)


def hard_margin(path, *words):
    run = command.train(path, "--algorithm", "hard-margin", "--gap", "1e-8", "--epochs", 20000, *words)
    assert run["stop"]["reason"] == "margin reached", run["stop"]
    return (run["distance"], run["distance_upper"]) if "--free-bias" in words else tuple(run["margin"].values())


def test_hard_margins_are_the_known_ones_to_six_digits():
    iris = (command.data("csv", "iris.csv"), "--positive", "setosa")
    mushrooms = (command.data("libsvm", "mushrooms"),)
    for words, known in ((iris, 0.7491173321), (mushrooms, 0.2569386273),
                         ((*iris, "--free-bias"), 0.81755577), ((*mushrooms, "--free-bias"), 0.25695805)):
        for end in hard_margin(*words):
            assert abs(end / known - 1) < 1e-7, (words, end)


def test_many_classes_of_news_are_told_apart():
    train, test = (command.data("libsvm", f"20news_bydate.{part}.bow.svm.gz") for part in ("train", "test"))
    for words, most in ((("averaged",), 0.26), (("pa-1", "--C", "0.01", "--average"), 0.215),
                        (("arow", "--r", "10"), 0.2033), (("svm", "--C", "0.01"), 0.195)):
        command.train(train, "--algorithm", *words, "--epochs", 10)
        error = command.test(test)["error"]
        assert error <= most, (words, error)
