"""The little of scikit-learn that estimators stand on, for machines where it is not installed."""
from __future__ import annotations

import inspect
from typing import Any, Callable


class NotFittedError(ValueError, AttributeError):
    """An estimator was used before it was fitted."""


class BaseEstimator:
    """Parameters by name."""

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        names = list(inspect.signature(type(self).__init__).parameters)[1:]
        return {name: getattr(self, name) for name in names}

    def set_params(self, **given: Any) -> BaseEstimator:
        known = self.get_params()
        for name, value in given.items():
            if name not in known:
                raise ValueError(f"Invalid parameter {name!r} for estimator {self}. Valid parameters are: "
                                 f"{sorted(known)}.")
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        first = inspect.signature(type(self).__init__).parameters
        changed = [f"{name}={value!r}" for name, value in self.get_params().items() if value != first[name].default]
        return f"{type(self).__name__}({', '.join(changed)})"


class ClassifierMixin:
    _estimator_type = "classifier"

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of rows that predict labels right."""
        import numpy
        return float(numpy.average(self.predict(X) == numpy.asarray(y), weights=sample_weight))  # type: ignore


class available_if:
    """A method that is there only when the check says so."""

    def __init__(self, check: Callable[[Any], bool]) -> None:
        self.check = check

    def __call__(self, function: Callable) -> Any:
        return _Available(function, self.check)


class _Available:
    def __init__(self, function: Callable, check: Callable[[Any], bool]) -> None:
        self.function, self.check, self.__doc__ = function, check, function.__doc__

    def __get__(self, owner: Any, kind: Any = None) -> Any:
        if owner is None:
            return self.function
        if not self.check(owner):
            raise AttributeError(f"This {type(owner).__name__!r} has no attribute {self.function.__name__!r}")
        return self.function.__get__(owner, kind)
