"""Models: what training leaves behind, immutable, in the engine's own file format."""
from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Iterator, NamedTuple, Sequence

import numpy as np

from . import _arrays
from ._core import (check, counted, fetch, ffi, fields, lib, make, new_error, new_options, sentence, sized, text,
                    threads)
from ._report import Report, of_model
from ._watch import Watch

TOGETHER = 256          # rows that go together, so that threads change no bit
WORTH_A_THREAD = 1 << 19


class Margin(NamedTuple):
    """Ends of a bracket: the margin that these weights have, and the margin that no weights exceed. NaN: not known.

    `lower` and `upper` are the theorem's margin (the bias counts in the length of the weights); `distance` and
    `distance_upper` are distances between the boundary and the nearest row (the bias is free)."""

    lower: float
    upper: float
    distance: float
    distance_upper: float


class Model:
    """A model of the engine: its weights, its labels, how rows are read, and how its training went.

    >>> from perceptron import Dataset, train
    >>> set = Dataset.from_arrays([[0., 1.], [1., 0.]], ["a", "b"])
    >>> model = train(set, algorithm="averaged")
    >>> model.classes
    ['a', 'b']
    >>> model.predict([[0., 3.]])
    ['a']
    """

    def __init__(self, handle: Any, seconds: float = float("nan")) -> None:
        self.handle, self.seconds, self.record, self.places = handle, seconds, None, None

    @classmethod
    def load(cls, path: str | os.PathLike) -> Model:
        """Reads a model file, of this package or of the command."""
        return cls(make(lib.ptron_model_load, lib.ptron_model_free, os.fspath(path).encode()))

    @classmethod
    def from_bytes(cls, content: bytes) -> Model:
        return cls(make(lib.ptron_model_read, lib.ptron_model_free, content, len(content)))

    def save(self, path: str | os.PathLike) -> None:
        """Writes the model file, whole or not at all; the command reads it."""
        err = new_error()
        check(lib.ptron_model_save(self.handle, os.fspath(path).encode(), err), err)

    def to_bytes(self) -> bytes:
        return fetch(lib.ptron_model_write, self.handle)

    def export(self, to: str) -> str:
        """The model for other programs, as text: "json", "liblinear" or "c"."""
        return fetch(lib.ptron_model_export, self.handle, to.encode()).decode()

    def __reduce__(self) -> tuple:
        return Model.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        result = self.result
        return (f"<Model: {result.algorithm}, {self.facts.kind}, {counted(self.facts.features, 'feature')}, "
                f"{counted(self.facts.classes, 'class', 'classes')}, stopped: {self.stop_reason}>")

    # ---- what it is ----------------------------------------------------------------------------------

    @cached_property
    def facts(self) -> SimpleNamespace:
        facts = sized("ptron_model_facts")
        lib.ptron_model_describe(self.handle, facts)
        return fields(facts)

    @cached_property
    def classes(self) -> list[str]:
        """The labels as texts, in the engine's order: with two, the second is the positive one."""
        return [text(lib.ptron_model_class_name(self.handle, c)) for c in range(self.facts.classes)]

    @cached_property
    def _result(self) -> Any:
        err, result = new_error(), sized("ptron_result")
        check(lib.ptron_model_training(self.handle, result, err), err)
        return result

    @cached_property
    def result(self) -> SimpleNamespace:
        """How its training ended: every number of the command's report."""
        result = fields(self._result)
        result.seconds = self.seconds
        return result

    @property
    def stop_reason(self) -> str:
        return text(lib.ptron_stop_text(self._result.reason))

    @property
    def why(self) -> str:
        """Why training stopped, in the command's words."""
        return sentence(lib.shim_why(self._result))

    @property
    def margin(self) -> Margin:
        result = self._result
        return Margin(result.margin_lower, result.margin_upper, result.distance, result.distance_upper)

    @property
    def parameters(self) -> dict[str, str]:
        """The options it was trained with."""
        return dict(self._parameters())

    def _parameters(self) -> Iterator[tuple[str, str]]:
        name, value, i = ffi.new("char **"), ffi.new("char **"), 0
        while lib.ptron_model_parameter(self.handle, i, name, value):
            yield text(name[0]), text(value[0])
            i += 1

    @cached_property
    def _weights(self) -> tuple[np.ndarray, np.ndarray]:
        vectors, n = self.facts.vectors, self.facts.features
        weights, biases, err = np.zeros((vectors, n)), np.zeros(vectors), new_error()
        check(lib.ptron_model_copy_weights(self.handle, ffi.cast("double *", weights.ctypes.data), weights.size,
                                           ffi.cast("double *", biases.ctypes.data), err), err)
        return weights, biases

    @property
    def weights(self) -> np.ndarray:
        """[vectors, features]: one vector for two classes, else one for each. Kernels and networks have none."""
        return self._weights[0]

    @property
    def biases(self) -> np.ndarray:
        """[vectors]: what is added to each product."""
        return self._weights[1]

    @property
    def structure(self) -> str:
        """What it is made of beside plain weights: kernel and rows kept, layers."""
        room = ffi.new("char[]", 400)
        lib.ptron_model_structure(self.handle, room, 400)
        return text(room)

    @cached_property
    def feature_names(self) -> list[str]:
        names, room = [], ffi.new("char[]", 1000)
        for i in range(self.facts.features):
            lib.ptron_model_feature_name(self.handle, i, room, 1000)
            names.append(text(room))
        return names

    @property
    def has_probabilities(self) -> bool:
        return bool(lib.ptron_model_has_probabilities(self.handle))

    # ---- answers -------------------------------------------------------------------------------------

    def answers(self, X: Any, want: str, n_jobs: int | None = None) -> np.ndarray:
        """Of each row "scores" [rows, scores], "classes" [rows] or "probabilities" [rows, classes]. X: an array or a CSR
        matrix as _arrays.matrix gives it, a Dataset read with this model, or a DataFrame with categories."""
        n = X.facts.rows if hasattr(X, "handle") else X.shape[0]
        shape = {"scores": (n, lib.ptron_model_scores(self.handle)), "classes": (n,),
                 "probabilities": (n, self.facts.classes)}[want]
        out = np.empty(shape, np.uint32 if want == "classes" else np.float64)
        if hasattr(X, "handle"):
            self._of_set(X.handle, want, out, threads(n_jobs))
        elif _arrays.is_frame(X):
            options = new_options({"threads": threads(n_jobs)})
            self._of_set(_arrays.read_csv(_arrays.csv_bytes(X), options, self.handle), want, out, threads(n_jobs))
        else:
            _arrays.retry_sorted(X, lambda rows: self._of_rows(rows, want, out, threads(n_jobs)))
        return out

    def _of_set(self, handle: Any, want: str, out: np.ndarray, n_threads: int) -> None:
        options, err = new_options({"threads": n_threads}), new_error()
        watch = Watch(what="predicting")
        watch.on_read(options)
        place = ffi.cast("void *", out.ctypes.data)
        try:
            if want == "probabilities":
                status = lib.ptron_predict_probabilities(self.handle, handle, options, place, err)
            else:
                status = lib.ptron_predict(self.handle, handle, options,
                                           place if want == "scores" else ffi.NULL,
                                           place if want == "classes" else ffi.NULL, err)
        finally:
            watch.over()
        check(status, err)

    def _of_rows(self, X: Any, want: str, out: np.ndarray, n_threads: int) -> None:
        values = X.nnz if _arrays.is_sparse(X) else X.size
        parts = min(n_threads or os.cpu_count() or 1, max(1, values // WORTH_A_THREAD))
        if parts == 1:
            self._part(X, want, out)
            return
        step = -(-X.shape[0] // (parts * TOGETHER)) * TOGETHER
        starts = range(0, X.shape[0], step)
        with ThreadPoolExecutor(parts) as pool:
            for done in [pool.submit(self._part, _slice(X, at, at + step), want, out[at:at + step]) for at in starts]:
                done.result()

    def _part(self, X: Any, want: str, out: np.ndarray) -> None:
        rows, err = _arrays.Rows(X), new_error()
        places = [ffi.NULL, ffi.NULL, ffi.NULL]
        places[("scores", "classes", "probabilities").index(want)] = ffi.cast("void *", out.ctypes.data)
        status = lib.ptron_predict_rows(self.handle, rows.struct, float("nan"), *places, err)
        check(status, err)

    def _named(self, numbers: np.ndarray) -> list[str]:
        return [self.classes[c] for c in numbers]

    def predict(self, X: Any, n_jobs: int | None = None) -> list[str]:
        """The labels of these rows, as texts."""
        X = X if hasattr(X, "handle") or _arrays.is_frame(X) else _arrays.matrix(X)
        return self._named(self.answers(X, "classes", n_jobs))

    def scores(self, X: Any, n_jobs: int | None = None) -> np.ndarray:
        """[rows, 1] with two classes, else [rows, classes]."""
        X = X if hasattr(X, "handle") or _arrays.is_frame(X) else _arrays.matrix(X)
        return self.answers(X, "scores", n_jobs)

    def predict_file(self, paths: str | os.PathLike | Sequence, scores: bool = False, **options: Any) -> Any:
        """The labels of the rows in files, read as training read its own, in constant memory; with `scores=True` an array
        of scores instead. Options are those of `Dataset.load`.

        >>> Model.load("iris.model").predict_file("new.csv")        # doctest: +SKIP
        ['setosa', 'versicolor']
        """
        found: list = []
        for part in self._stream(paths, options):
            rows = SimpleNamespace(handle=part, facts=fields_of(part))
            answers = self.answers(rows, "scores" if scores else "classes", options.get("threads"))
            found.append(answers) if scores else found.extend(self._named(answers))
        if not scores:
            return found
        return np.concatenate(found) if found else np.empty((0, lib.ptron_model_scores(self.handle)))

    def _stream(self, paths: Any, given: dict[str, Any]) -> Iterator[Any]:
        names = path_list(paths)
        stream = make(lib.ptron_stream_open, lib.ptron_stream_close, names.array, len(names.words), new_options(given),
                      self.handle)
        out, err = ffi.new("ptron_dataset **"), new_error()
        while True:
            check(lib.ptron_stream_next(stream, out, err), err)
            if out[0] == ffi.NULL:
                return
            yield out[0]

    def evaluate(self, dataset: Any) -> SimpleNamespace:
        """Errors, area under the ROC curve, margins and more on labelled rows that were loaded with this model."""
        handle = make(lib.ptron_evaluation_new, lib.ptron_evaluation_free, self.handle, ffi.NULL)
        err, facts = new_error(), sized("ptron_evaluation_facts")
        check(lib.ptron_evaluation_add(handle, dataset.handle, err), err)
        lib.ptron_evaluation_describe(handle, facts)
        return fields(facts)

    def report(self, dataset: Any = None, axes: str | None = None) -> Report:
        """The page of this model: of the run that made it when that was recorded, else of the model alone, judged on
        the rows of `dataset` if there are any."""
        if self.record is not None and dataset is None:
            return Report(self.record)
        return of_model(self, dataset, axes)


def fields_of(handle: Any) -> SimpleNamespace:
    facts = sized("ptron_dataset_facts")
    lib.ptron_dataset_describe(handle, facts)
    return fields(facts)


def path_list(paths: Any) -> SimpleNamespace:
    """One path or several as a C array, with what keeps it alive."""
    several = [paths] if isinstance(paths, (str, bytes, os.PathLike)) else list(paths)
    words = [ffi.new("char[]", os.fsencode(path)) for path in several]
    return SimpleNamespace(words=words, array=ffi.new("char *[]", words))


def _slice(X: Any, start: int, stop: int) -> Any:
    """Rows of an array without a copy; of a CSR matrix a view of its offsets."""
    if not _arrays.is_sparse(X):
        return X[start:stop]
    return SimpleNamespace(indptr=X.indptr[start:min(stop, X.shape[0]) + 1], data=X.data, indices=X.indices,
                           shape=(min(stop, X.shape[0]) - start, X.shape[1]))
