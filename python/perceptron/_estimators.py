"""The estimators: each a name, an algorithm of the engine, and a sentence."""
from __future__ import annotations

from typing import Any

from ._base import Estimator
from ._parameters import Parameter


class Perceptron(Estimator, algorithm="perceptron"):
    """The perceptron: answers with the last weights. On rows in their order (shuffle=False) the weights are those of
    scikit-learn's Perceptron, to the last bit."""


class AveragedPerceptron(Estimator, algorithm="averaged"):
    """The perceptron that answers with the mean of all its weights: fewer errors on new rows."""


class VotedPerceptron(Estimator, algorithm="voted"):
    """The perceptron in which all weights there ever were vote."""


class PocketPerceptron(Estimator, algorithm="pocket"):
    """The perceptron that keeps the weights with the fewest errors on the rows of fit."""


class MarginPerceptron(Estimator, algorithm="margin"):
    """The perceptron that also learns from rows which are right by no more than `margin`."""


class UnevenMarginPerceptron(Estimator, algorithm="uneven"):
    """The margin perceptron with a margin of its own for each of two classes: for classes of unequal size."""


class PDM(Estimator, algorithm="pdm"):
    """The perceptron with dynamic margin: stops with at least `fraction` of the best margin there is."""


class PassiveAggressive(Estimator, algorithm=("pa-1", "pa-2"), extra={
        "loss": Parameter("loss", None, "hinge", "'hinge' is PA-I, 'squared_hinge' PA-II")}):
    """Moves on each row just so far that it is right with a product of 1, limited by C."""

    def _algorithm(self) -> str:
        if self.loss not in ("hinge", "squared_hinge"):
            raise ValueError(f"loss is {self.loss!r}, wanted 'hinge' (PA-I) or 'squared_hinge' (PA-II)")
        return self._algorithms[self.loss == "squared_hinge"]


class AROW(Estimator, algorithm="arow"):
    """Adaptive regularisation of weights: features that were seen often move less."""


class LinearSVM(Estimator, algorithm="svm"):
    """The support vector machine with linear weights, by dual coordinate descent; the duality gap says how good it is."""


class HardMarginSVM(Estimator, algorithm="hard-margin"):
    """The largest margin there is; rows must be separable."""

    def fit(self, X: Any, y: Any) -> HardMarginSVM:  # type: ignore[override]
        """Learns from rows X [rows, features] and their labels y [rows]; rows have no weights."""
        return self._fit(X, y, None)


class KernelPerceptron(Estimator, algorithm="kernel"):
    """The perceptron in the space of a kernel: boundaries that bend, made of the rows it erred on."""


class MLP(Estimator, algorithm="mlp", defaults={"eta0": None}):
    """A multi-layer perceptron. eta0: the rate; None is 0.001 for adam and 0.1 for other solvers."""


ESTIMATORS = [Perceptron, AveragedPerceptron, VotedPerceptron, PocketPerceptron, MarginPerceptron,
              UnevenMarginPerceptron, PDM, PassiveAggressive, AROW, LinearSVM, HardMarginSVM, KernelPerceptron, MLP]
