"""The one estimator there is: all others are a name, an algorithm and a few words."""
from __future__ import annotations

import inspect
import os
import re
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np

from . import _arrays
from ._core import OPTIONS, OptionError, algorithm, check, ffi, lib, make, new_error, spelled, warn_budget
from ._data import BUDGETS, Dataset, file_format, numbered, run, snapshot
from ._model import Margin, Model
from ._parameters import constructor, from_text, parameters, renamer, settings, weight_text
from ._report import Report
from ._watch import HISTORY, Watch

try:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.exceptions import NotFittedError
    from sklearn.utils.metaestimators import available_if
except ImportError:
    from ._alone import BaseEstimator, ClassifierMixin, NotFittedError, available_if  # type: ignore[assignment]

ATTRIBUTES = """
    Attributes
    ----------
    classes_ : the labels, sorted
    coef_, intercept_ : the weights [1 or classes, features] and what is added to each product; linear models only
    n_iter_ : whole epochs done
    n_features_in_ : features that fit saw
    feature_names_in_ : their names, of a DataFrame whose columns are all texts
    stop_reason_ : why training stopped, a word or two; why_ says it in a sentence
    updates_ : how often the weights moved
    margin_ : the bracket of the margin: lower, upper, distance, distance_upper (NaN: not known)
    radius_ : R, the length of the longest row
    history_ : numbers of each epoch: epoch, mistakes, updates, seconds, holdout_error
    model_ : the engine's Model, with all its numbers
"""


def _described(table: dict[str, Any], summary: str, names: list[str], example: str) -> str:
    info = algorithm(names[0])
    lines = [summary, "", f"    update     {info.update}", f"    guarantee  {info.guarantee}",
             f"    reference  {info.reference}", "", "    Parameters", "    ----------"]
    for parameter in table.values():
        lines.append(f"    {parameter.name} : {parameter.help} [{parameter.default!r}]")
    return "\n".join(lines) + "\n" + ATTRIBUTES + "\n    Example\n    -------\n" + example


class Estimator(ClassifierMixin, BaseEstimator):
    """What all estimators share. A subclass names its algorithm: `class AROW(Estimator, algorithm="arow")`."""

    _algorithms: list[str] = []
    _table: dict[str, Any] = {}
    _rename: Any = None

    def __init_subclass__(cls, algorithm: Any = (), rename: dict[str, str] | None = None,
                          defaults: dict[str, Any] | None = None, extra: dict[str, Any] | None = None,
                          **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not algorithm:
            return
        cls._algorithms = [algorithm] if isinstance(algorithm, str) else list(algorithm)
        cls._table = {**(extra or {}), **parameters(cls._algorithms, rename or {}, defaults or {})}
        cls._rename = staticmethod(renamer(cls._table))
        cls.__init__ = constructor(cls.__name__, cls._table)  # type: ignore[method-assign]
        example = (f"    >>> from perceptron import {cls.__name__}\n"
                   f"    >>> model = {cls.__name__}().fit([[0., 1.], [1., 0.], [0., 2.]], ['a', 'b', 'a'])\n"
                   "    >>> model.predict([[0., 3.], [4., 0.]]).tolist()\n    ['a', 'b']\n")
        cls.__doc__ = _described(cls._table, inspect.cleandoc(cls.__doc__ or ""), cls._algorithms, example)

    # ---- what subclasses may say otherwise -----------------------------------------------------------

    def _algorithm(self) -> str:
        return self._algorithms[0]

    # ---- options -------------------------------------------------------------------------------------

    def _options(self, n_features: int, classes: np.ndarray, stream: bool = False) -> dict[str, str]:
        given = settings(self, self._table, n_features)
        if self._algorithm() != OPTIONS["algorithm"].initial:   # a model keeps the words that were given
            given["algorithm"] = self._algorithm()
        if len(classes) == 2 and not stream:
            given.pop("multiclass", None)   # it says how more than two are learned
        weights = None if stream else weight_text(getattr(self, "class_weight", None), classes)
        if weights:
            given["class-weight"] = weights
        return given

    def _made(self, given: dict[str, str]) -> Any:
        options, err = make(lib.ptron_options_new, lib.ptron_options_free), new_error()
        for name, value in given.items():
            check(lib.ptron_options_set(options, name.encode(), value.encode(), err), err, self._rename)
        return options

    def _class_weights(self, codes: np.ndarray, weights: np.ndarray | None, stream: bool) -> np.ndarray | None:
        """Weights of classes as weights of rows, where the engine's option cannot have them: in streams, and for labels
        with commas."""
        given = getattr(self, "class_weight", None)
        if not isinstance(given, dict):
            if given is not None and stream:
                raise ValueError(f"class_weight '{given}' is not supported for partial_fit: it is worked out from all "
                                 "rows. Pass a dictionary, or sample_weight.")
            return weights
        if not stream and weight_text(given, self.classes_) is not None:
            return weights
        own = np.array([float(given.get(value, 1.0)) for value in self.classes_.tolist()])[codes]
        return own if weights is None else own * weights

    # ---- input ---------------------------------------------------------------------------------------

    def _columns(self, X: Any, reset: bool) -> None:
        """feature_names_in_: kept by the first fit, compared by everything after it."""
        names = _arrays.feature_names(X)
        if reset:
            if names is not None:
                self.feature_names_in_ = names
            elif hasattr(self, "feature_names_in_"):
                del self.feature_names_in_
            return
        known = getattr(self, "feature_names_in_", None)
        if (known is None) != (names is None):
            own = type(self).__name__
            warnings.warn(f"X has feature names, but {own} was fitted without feature names" if known is None else
                          f"X does not have valid feature names, but {own} was fitted with feature names", stacklevel=3)
        elif known is not None and (len(known) != len(names) or (known != names).any()):
            raise ValueError(_other_columns(list(known), list(names)))

    def _width(self, n: int, reset: bool) -> None:
        if reset:
            self.n_features_in_ = n
        elif n != self.n_features_in_:
            raise ValueError(f"X has {n} features, but {type(self).__name__} is expecting {self.n_features_in_} "
                             "features as input.")

    def _input(self, X: Any, reset: bool = False) -> Any:
        """X as the engine takes it: an array, a CSR matrix, or a DataFrame with categories."""
        self._columns(X, reset)
        if _arrays.is_frame(X) and (_arrays.categories(X) if reset else self._by_name):
            self._width(len(X.columns), reset)
            if reset:
                self._by_name = True
            return X
        matrix = _arrays.matrix(X, type(self).__name__)
        self._width(matrix.shape[1], reset)
        if reset:
            self._by_name = False
        elif self._by_name:
            raise ValueError(f"{type(self).__name__} was fitted with the columns of a DataFrame, some of them "
                             "categories: X must be a DataFrame with these columns")
        return matrix

    def _labelled(self, X: Any, y: Any, sample_weight: Any, reset: bool) -> tuple:
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None")
        X = self._input(X, reset)
        y = _arrays.vector(y)
        _arrays.same_length(X.shape[0], y)
        weights = _arrays.weights_of(sample_weight, X.shape[0])
        if weights is not None and (weights == 0).any():
            kept = np.flatnonzero(weights)
            if len(kept) == 0:
                raise ValueError("every sample_weight is 0: no rows are left to learn from")
            X, y, weights = (X.iloc[kept] if _arrays.is_frame(X) else X[kept]), y[kept], weights[kept]
        return X, y, weights

    def _open(self, X: Any, codes: np.ndarray, weights: Any, given: dict[str, str], stream: bool = False) -> tuple:
        """The rows as a set of the engine's, and the options. Its classes have the order they come in, as in a file."""
        if _arrays.is_frame(X):
            if stream:
                raise OptionError("rows with categories are learned from by fit, not by partial_fit; one-hot encode "
                                  "them first")
            names = np.array([_arrays.label_name(value) for value in self.classes_], dtype=object)[codes]
            own = {"one-hot": _arrays.one_hot(X), "label": "label"}
            given.update(own)
            if weights is not None:
                given["weight"] = "weight"
            options = self._made(given)
            dataset = Dataset(_arrays.read_csv(_arrays.csv_bytes(X, names, weights), options), "DataFrame")
            self._all_there(dataset, names)
            return dataset, options
        codes, names, _ = numbered(codes, self.classes_)
        columns = getattr(self, "feature_names_in_", None)
        options = self._made(given if weights is not None else {**given, "format": file_format(X, columns)})

        def work(rows: Any) -> Dataset:
            lent = _arrays.Rows(rows, codes, names, weights, columns)
            return Dataset(_arrays.borrow(lent, options, rename=self._rename), "arrays", lent)
        dataset = _arrays.retry_sorted(X, work)
        lib.ptron_options_unset(options, b"format")   # no part of the model
        self._all_there(dataset, names)
        return dataset, options

    def _all_there(self, dataset: Dataset, names: Any) -> None:
        """Labels that are texts are classes of their own: the engine takes texts of one number, 1 and 01, as one."""
        if self.classes_.dtype.kind not in "biu" and (lost := sorted(set(names) - set(dataset.classes))):
            raise OptionError(f"the label {lost[0]!r} is the same number as another one; give them texts that are none")

    # ---- fitting -------------------------------------------------------------------------------------

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Estimator:
        """Learns from rows X [rows, features] and their labels y [rows]. Rows of weight 0 are left out."""
        return self._fit(X, y, sample_weight)

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> Estimator:
        start = self.model_ if getattr(self, "warm_start", False) and self.__sklearn_is_fitted__() else None
        X, y, weights = self._labelled(X, y, sample_weight, reset=True)
        self.classes_, codes = _arrays.encode(y)
        if len(self.classes_) < 2:
            raise ValueError(f"{type(self).__name__} needs rows of at least 2 classes, but these have 1 class: "
                             f"{self.classes_[0]!r}")
        weights = self._class_weights(codes, weights, stream=False)
        dataset, options = self._open(X, codes, weights, self._options(X.shape[1], self.classes_))
        trainer = make(lib.ptron_trainer_new, lib.ptron_trainer_free, options, dataset.handle, ffi.NULL,
                       rename=self._rename)
        if start is not None:
            err = new_error()
            check(lib.ptron_trainer_start(trainer, start.handle, err), err, self._rename)
        watch = Watch(self.verbose, self.callback, type(self).__name__)
        model, stopped = run(trainer, watch, dataset.handle if self.record else None)
        self._keep(model, watch.history)
        if stopped is not None:
            raise stopped
        if model._result.reason in BUDGETS:
            warn_budget(model.why)
        return self

    def _keep(self, model: Model | None, history: list, trainer: Any = None) -> None:
        self._model, self._history, self._trainer = model, history, trainer

    @available_if(lambda self: algorithm(self._algorithm()).streams)
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Estimator:
        """Learns from these rows once, in their order. `classes`: labels that will come; others may come late, where the
        algorithm can follow. After fit it goes on from what fit learned."""
        first = not self.__sklearn_is_fitted__()
        X, y, weights = self._labelled(X, y, sample_weight, reset=first)
        known = [] if first else [self.classes_]
        both = np.concatenate([np.asarray(part).ravel() for part in [*known, y] + ([] if classes is None else [classes])])
        self.classes_ = _arrays.encode(both)[0]
        codes = _arrays.encode(y, self.classes_)[1]
        weights = self._class_weights(codes, weights, stream=True)
        given, rename, err = self._options(X.shape[1], self.classes_, stream=True), self._rename, new_error()
        dataset, _ = self._open(X, codes, weights, given, stream=True)
        trainer = None if first else self._trainer
        if trainer is None:
            trainer = self._stream(X, given, None if first else self._model, rename, err)
        watch = Watch(self.verbose, None, type(self).__name__)
        try:
            check(lib.ptron_trainer_feed(trainer, dataset.handle, watch.observer(), err), err, rename)
        finally:
            watch.over()
        self._keep(None, [], trainer)
        return self

    def _stream(self, X: Any, given: dict[str, str], model: Model | None, rename: Any, err: Any) -> Any:
        """A trainer that rows are fed to: from nothing, or on from a model."""
        if getattr(self, "gamma", None) == "scale":
            found = re.search(r"gamma ([0-9.e+-]+)", model.structure) if model is not None else None
            given["gamma"] = found[1] if found else spelled(_arrays.gamma_scale(X))
        options = self._made(given)
        trainer = make(lib.ptron_trainer_new, lib.ptron_trainer_free, options, ffi.NULL, ffi.NULL, rename=rename)
        if model is not None:
            check(lib.ptron_trainer_resume(trainer, model.handle, err), err, rename)
        return trainer

    # ---- what was learned ----------------------------------------------------------------------------

    def __sklearn_is_fitted__(self) -> bool:
        return getattr(self, "_model", None) is not None or getattr(self, "_trainer", None) is not None

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            raise NotFittedError(f"This {type(self).__name__} instance is not fitted yet. Call 'fit' with appropriate "
                                 "arguments before using this estimator.")

    @property
    def model_(self) -> Model:
        self._check_fitted()
        if self._model is None:
            self._model = snapshot(self._trainer)
        return self._model

    @property
    def coef_(self) -> np.ndarray:
        return self._linear("weights")

    @property
    def intercept_(self) -> np.ndarray:
        return self._linear("biases")

    def _linear(self, which: str) -> np.ndarray:
        """Of each of classes_ its own, whatever the engine's order is."""
        model, order = self.model_, self._places()
        try:
            parts = getattr(model, which)
        except OptionError as error:
            raise AttributeError(f"this {type(self).__name__} has no weights of features: {error}") from None
        return parts[order] if len(parts) > 1 else parts if order[0] == 0 else -parts

    @property
    def n_iter_(self) -> int:
        return int(self.model_._result.epochs) or int(self.model_._result.row > 0)

    @property
    def stop_reason_(self) -> str:
        return self.model_.stop_reason

    @property
    def why_(self) -> str:
        return self.model_.why

    @property
    def updates_(self) -> int:
        return int(self.model_._result.updates)

    @property
    def radius_(self) -> float:
        return float(self.model_._result.radius)

    @property
    def margin_(self) -> Margin:
        return self.model_.margin

    @property
    def history_(self) -> dict[str, np.ndarray]:
        self._check_fitted()
        columns = list(zip(*self._history)) or [()] * len(HISTORY)
        return {name: np.array(column) for name, column in zip(HISTORY, columns)}

    def report(self, X: Any = None, y: Any = None, axes: str | None = None) -> Report:
        """A page of this model, shown in a notebook and saved by `.save("page.html")`: of the run itself when the
        estimator was made with record=True; with rows X and labels y, of the model judged on them."""
        if X is None:
            return self.model_.report(axes=axes)
        X = self._input(X)
        texts = [_arrays.label_name(value) for value in _arrays.vector(y)]
        if _arrays.is_frame(X):
            handle = _arrays.read_csv(_arrays.csv_bytes(X, texts), ffi.NULL, self.model_.handle)
            return self.model_.report(Dataset(handle, "DataFrame"), axes)
        codes = {name: code for code, name in enumerate(dict.fromkeys(texts))}
        lent = _arrays.Rows(X, np.array([codes[word] for word in texts], np.uint32), list(codes))
        return self.model_.report(Dataset(_arrays.borrow(lent, ffi.NULL, self.model_.handle), "arrays", lent), axes)

    # ---- answers -------------------------------------------------------------------------------------

    def _places(self) -> np.ndarray:
        """Of each of classes_ its number in the engine, which sorts labels that look like numbers by value."""
        model = self.model_
        if model.places is None:
            at = {name: place for place, name in enumerate(model.classes)}
            model.places = np.array([at[_arrays.label_name(value)] for value in self.classes_])
        return model.places

    def _answers(self, X: Any, want: str) -> np.ndarray:
        self._check_fitted()
        return self.model_.answers(self._input(X), want, self.n_jobs)

    def predict(self, X: Any) -> np.ndarray:
        """The label of each row."""
        numbers = self._answers(X, "classes")
        own = np.empty_like(self.classes_)
        own[self._places()] = self.classes_
        return own.take(numbers)

    def decision_function(self, X: Any) -> np.ndarray:
        """The score of each row: [rows], above 0 for classes_[1], or [rows, classes]."""
        scores = self._answers(X, "scores")
        order = self._places()
        if scores.shape[1] == 1:
            return scores[:, 0] if order[0] == 0 else -scores[:, 0]
        return scores if (order == np.arange(len(order))).all() else scores[:, order]

    def _gives_probabilities(self) -> bool:
        return bool(self.calibrate) or self.__sklearn_is_fitted__() and self.model_.has_probabilities

    @available_if(lambda self: self._gives_probabilities())
    def predict_proba(self, X: Any) -> np.ndarray:
        """[rows, classes]: calibrated probabilities (calibrate='sigmoid' or 'isotonic'), or a network's own."""
        found = self._answers(X, "probabilities")
        order = self._places()
        return found if (order == np.arange(len(order))).all() else found[:, order]

    # ---- files, pickles, copies ----------------------------------------------------------------------

    def save(self, path: str | os.PathLike) -> None:
        """Writes the engine's model file, which the command reads."""
        self.model_.save(path)

    @classmethod
    def load(cls, path: str | os.PathLike) -> Estimator:
        """An estimator of a model file, whoever trained it. Labels that are all whole numbers become numbers."""
        self = cls()
        model = Model.load(path)
        if model.result.algorithm not in [*cls._algorithms, "none"]:
            raise OptionError(f"the model was trained by '{model.result.algorithm}', not by {cls.__name__}")
        for name, parameter in cls._table.items():
            if parameter.option in model.parameters:
                setattr(self, name, from_text(parameter, model.parameters[parameter.option]))
        names = model.classes
        try:
            self.classes_ = np.array(sorted(int(name) for name in names))
            if [str(value) for value in sorted(int(name) for name in names)] != sorted(names, key=int):
                raise ValueError
        except ValueError:
            self.classes_ = np.array(sorted(names))
        self.n_features_in_, self._by_name = int(model.facts.features), False
        self._keep(model, [])
        return self

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        if self.__sklearn_is_fitted__():
            state["_model"], state["_trainer"] = self.model_.to_bytes(), None
            state["_extra"] = (self.model_.seconds, self.model_.record)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        extra = state.pop("_extra", None) if "_extra" in state else None
        self.__dict__.update(state)
        if isinstance(state.get("_model"), bytes):
            self._model = Model.from_bytes(state["_model"])
            self._model.seconds, self._model.record = extra or (float("nan"), None)

    def _more_tags(self) -> dict[str, Any]:
        return {"requires_y": True}

    def __sklearn_tags__(self) -> Any:   # scikit-learn 1.6 and later
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def _other_columns(known: list[str], names: list[str]) -> str:
    message = "The feature names should match those that were passed during fit.\n"
    for title, some, others in (("Feature names unseen at fit time", names, known),
                                ("Feature names seen at fit time, yet now missing", known, names)):
        found = sorted(set(some) - set(others))
        if found:
            shown = [f"- {name}\n" for name in found[:5]] + ["- ...\n"] * (len(found) > 5)
            message += f"{title}:\n" + "".join(shown)
    if set(names) == set(known):
        message += "Feature names must be in the same order as they were in fit.\n"
    return message
