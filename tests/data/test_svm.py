"""Support vector machines against LIBLINEAR, and the largest margins against exact answers."""
import gzip
import re
import shutil
import subprocess
import warnings

import numpy
from sklearn.datasets import load_svmlight_file
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

import command


def plain(name):
    """The path of a set that is not packed."""
    if not name.endswith(".gz"):
        return command.data("libsvm", name)
    with gzip.open(command.data("libsvm", name)) as source, open(command.temporary("rows.svm"), "wb") as out:
        shutil.copyfileobj(source, out)
    return command.temporary("rows.svm")


def liblinears_best(path):
    """The primal objective at which LIBLINEAR's L1-loss solver ends of itself. The order it visits rows in is seeded,
    and a stop at the limit of rounds is an error: short of its end its objective is good to five digits only."""
    x, y = load_svmlight_file(path)
    y = numpy.where(y == y.max(), 1, -1)
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        learner = LinearSVC(loss="hinge", dual=True, C=1, tol=1e-9, max_iter=1000000, random_state=0).fit(x, y)
    w, b = learner.coef_[0], learner.intercept_[0]
    return 0.5 * (w @ w + b * b) + numpy.maximum(0, 1 - y * (x @ w + b)).sum()


def liblinears_dual(path):
    """What `liblinear-train -s 3 -B 1` prints: a lower bound, the sharper the longer it ran. It stops after 1000 rounds
    at the latest. None: it is not installed."""
    if shutil.which("liblinear-train") is None:
        return None
    done = subprocess.run(["liblinear-train", "-s", "3", "-B", "1", "-e", "1e-9", path, command.temporary("model.ll")],
                          capture_output=True, check=True, text=True)
    return -float(re.search(r"Objective value = (\S+)", done.stdout).group(1)), "reaching max" not in done.stdout


def agree(name):
    path = plain(name)
    ours = command.train(path, "--algorithm", "svm", "--gap", "1e-8", "--epochs", "0")
    assert ours["stop"]["reason"] == "duality gap closed", ours["stop"]
    best = liblinears_best(path)
    assert abs(ours["objective"] - best) <= 1e-6 * best, (ours["objective"], best)
    dual = liblinears_dual(path)
    if dual is not None:
        value, finished = dual
        assert ours["objective"] >= value * (1 - 1e-6), (ours["objective"], value)
        assert not finished or ours["objective"] <= value * (1 + 1e-6), (ours["objective"], value)


def test_a9a_objective_is_liblinears_to_six_digits():
    agree("a9a.gz")


def test_heart_objective_is_liblinears_to_six_digits():
    agree("heart_scale")


def test_mushrooms_objective_is_liblinears_to_six_digits():
    agree("mushrooms")


def test_heart_objective_of_pegasos_comes_close_to_liblinears():
    path = plain("heart_scale")
    x, y = load_svmlight_file(path)
    lam = 1 / x.shape[0]                # C = 1
    command.train(path, "--algorithm", "pegasos", "--lambda", lam, "--epochs", "2000", "--positive", "+1")
    shown = command.show()
    score = x @ numpy.array(shown["weights"]) + shown["bias"]
    norm2 = sum(v * v for v in shown["weights"]) + shown["bias"] ** 2
    ours = 0.5 * norm2 + numpy.maximum(0, 1 - numpy.where(y == y.max(), 1, -1) * score).sum()
    best = liblinears_best(path)
    assert best * (1 - 1e-6) <= ours <= best * 1.01, (ours, best)


def largest_margin(exact, *words):
    """Both bounds to six digits, and they enclose it."""
    result = command.train(*words, "--algorithm", "hard-margin", "--gap", "1e-8", "--epochs", "0")
    lower, upper = result["margin"].values()
    if "--free-bias" in words:
        lower, upper = result["distance"], result["distance_upper"]
    assert abs(lower - exact) <= 5e-7 * exact and abs(upper - exact) <= 5e-7 * exact, (lower, upper, exact)
    assert lower <= exact * (1 + 1e-8) and upper >= exact * (1 - 1e-8), (lower, upper, exact)


def test_iris_setosa_has_its_largest_margin():
    rows = (command.data("csv", "iris.csv"), "--positive", "setosa")
    largest_margin(0.7491173321, *rows)
    largest_margin(0.81755577, *rows, "--free-bias")


def test_mushrooms_have_their_largest_margin():
    rows = (command.data("libsvm", "mushrooms"),)
    largest_margin(0.2569386273, *rows)
    largest_margin(0.25695805, *rows, "--free-bias")
