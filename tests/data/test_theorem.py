"""The convergence theorem on data: 85 separable points in 20 orders, the best margin by an independent method."""
import numpy
from scipy.optimize import nnls

import command
from test_scikit_learn import table


def best_margin(x, sign):
    """gamma*: the norm of the shortest vector in the convex hull of the rows sign * (x, 1), by least squares."""
    rows = sign[:, None] * numpy.hstack([x, numpy.ones((len(x), 1))])
    system = numpy.vstack([rows.T, numpy.ones(len(rows))])
    mix, _ = nnls(system, numpy.append(numpy.zeros(rows.shape[1]), 1.0))
    return numpy.linalg.norm(rows.T @ mix) / mix.sum()


def test_85_points_are_separated_in_every_order_within_the_bound():
    x, y = table(command.example("eighty-five.csv"))
    gamma = best_margin(x, numpy.where(y == "above", 1.0, -1.0))
    radius = numpy.sqrt((x * x).sum(axis=1).max() + 1)
    updates = set()
    for seed in range(20):
        run = command.train(command.example("eighty-five.csv"), "--algorithm", "perceptron", "--seed", seed, "--epochs", 100000)
        assert run["stop"]["reason"] == "separated", run["stop"]
        assert run["train_error"] == 0
        assert abs(run["radius"] - radius) <= 1e-12 * radius
        assert run["updates"] <= (radius / gamma) ** 2, (run["updates"], (radius / gamma) ** 2)
        assert 0 < run["margin"]["lower"] <= gamma * (1 + 1e-9) <= run["margin"]["upper"] * (1 + 2e-9)
        updates.add(run["updates"])
    assert len(updates) > 1   # the orders do differ


def test_four_points_and_exclusive_or_are_found_not_separable():
    for name in ("worked.csv", "xor.csv"):
        run = command.train(command.example(name), "--algorithm", "perceptron", "--order", "given", "--epochs", 50)
        assert run["stop"]["reason"] == "not separable", run["stop"]
        assert run["train_error"] > 0
        assert run["margin"]["lower"] <= 0
