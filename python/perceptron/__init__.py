"""Perceptrons as scikit-learn estimators, with the reason why they stopped, the bracket of the margin, and proofs.

>>> from perceptron import Perceptron
>>> model = Perceptron().fit([[0., 1.], [1., 0.], [0., 2.]], ["a", "b", "a"])
>>> model.stop_reason_
'separated'
"""
from ._core import (ConvergenceWarning, DataError, FileError, ModelError, OptionError, PerceptronError, algorithms,
                    version)
from ._data import Dataset, train
from ._estimators import (AROW, ESTIMATORS, MLP, PDM, AveragedPerceptron, HardMarginSVM, KernelPerceptron, LinearSVM,
                          MarginPerceptron, PassiveAggressive, Perceptron, PocketPerceptron, UnevenMarginPerceptron,
                          VotedPerceptron)
from ._model import Margin, Model
from ._proofs import Certificate, Separation, Term, certify, separation, verify
from ._report import Report

__version__ = version()
# Said, so that checkers of types know these names for the package's own.
__all__ = [
    "AROW", "AveragedPerceptron", "Certificate", "ConvergenceWarning", "DataError", "Dataset", "ESTIMATORS",
    "FileError", "HardMarginSVM", "KernelPerceptron", "LinearSVM", "MLP", "Margin", "MarginPerceptron",
    "Model", "ModelError", "OptionError", "PDM", "PassiveAggressive", "Perceptron", "PerceptronError",
    "PocketPerceptron", "Report", "Separation", "Term", "UnevenMarginPerceptron", "VotedPerceptron",
    "algorithms", "certify", "separation", "train", "verify", "version",
]
