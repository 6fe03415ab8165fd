"""The engine's own reading of files, and training by name."""
from __future__ import annotations

import os
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Callable, Sequence

import numpy as np

from . import _arrays
from ._core import algorithm as known_algorithm
from ._core import (OPTIONS, OptionError, check, counted, exception, ffi, fields, lib, make, new_error, new_options,
                    option_name, sized, text, threads, warn_budget)
from ._model import Model, fields_of, path_list
from ._report import recorded, say
from ._watch import Watch

BUDGETS = (lib.PTRON_STOP_EPOCHS, lib.PTRON_STOP_UPDATES, lib.PTRON_STOP_TIME)


def check_group(given: dict[str, Any], groups: Sequence[str]) -> None:
    """Words that are no option of these groups are refused before anything is read."""
    for word in given:
        option = OPTIONS.get(option_name(word))
        if option is None or option.group not in groups:
            known = sorted(o.name.replace("-", "_") for o in OPTIONS.values() if o.group in groups)
            raise OptionError(f"no option '{word}' here; there are {', '.join(known)}")


class Dataset:
    """Rows in the engine's memory, read from files at the command's speed, or lent by arrays.

    >>> set = Dataset.from_arrays([[1.0, 2.0], [2.0, 1.0], [0.0, 1.0]], ["no", "yes", "no"])
    >>> len(set), set.classes
    (3, ['no', 'yes'])
    """

    def __init__(self, handle: Any, name: str = "", keep: Any = None) -> None:
        self.handle, self.name, self._keep = handle, name, keep

    @classmethod
    def load(cls, paths: str | os.PathLike | Sequence, *, model: Model | None = None, like: Dataset | None = None,
             verbose: bool = False, **options: Any) -> Dataset:
        """Reads files as one set: CSV, TSV, LIBSVM, label<TAB>text, IDX images, .npy, packs; .gz and .zst, too.

        `model`: reads them as the model's training did; `like`: as another set was read (rows for validation). Options
        are those of `perceptron train` under "How the data is read": label="diagnosis", one_hot="auto",
        missing="mean", scale="standard", threads=2, ...

        >>> Dataset.load("big.svm.gz", values="f32")       # doctest: +SKIP
        """
        check_group(options, ["data", "prove"])
        names, made, watch = path_list(paths), new_options(options), Watch(verbose, what="reading")
        watch.on_read(made)
        err, out = new_error(), ffi.new("ptron_dataset **")
        try:
            if like is not None:
                status = lib.ptron_dataset_load_like(names.array, len(names.words), made, like.handle, out, err)
            else:
                status = lib.ptron_dataset_load(names.array, len(names.words), made,
                                                ffi.NULL if model is None else model.handle, out, err)
        finally:
            watch.over()
        check(status, err)
        name = os.path.basename(ffi.string(names.words[0]).decode("utf-8", "replace"))
        return cls(ffi.gc(out[0], lib.ptron_dataset_free), name)

    @classmethod
    def from_arrays(cls, X: Any, y: Any = None, *, sample_weight: Any = None, feature_names: Sequence[str] | None = None,
                    model: Model | None = None, **options: Any) -> Dataset:
        """Rows where they are: float64, float32, uint8 and bool arrays in C order and CSR matrices are not copied, and
        must not change while the set lives. Columns of a DataFrame go by name."""
        check_group(options, ["data", "prove"])
        handle = ffi.NULL if model is None else model.handle
        if _arrays.is_frame(X) and _arrays.categories(X):
            labels = None if y is None else [_arrays.label_name(value) for value in _arrays.vector(y)]
            if model is None:
                options.setdefault("one-hot", _arrays.one_hot(X))
                options["label"] = "label"
            return cls(_arrays.read_csv(_arrays.csv_bytes(X, labels), new_options(options), handle), "DataFrame")
        names = _arrays.feature_names(X) if feature_names is None else feature_names
        matrix = _arrays.matrix(X)
        codes, texts = None, []
        if y is not None:
            _arrays.same_length(matrix.shape[0], y)
            classes, codes = _arrays.encode(y)
            codes, texts, _ = numbered(codes, classes)
        weights = _arrays.weights_of(sample_weight, matrix.shape[0])
        names = None if names is None else [str(name) for name in names]
        if weights is None and model is None and (codes is not None):
            options.setdefault("format", file_format(matrix, names))

        def work(rows: Any) -> Dataset:
            lent = _arrays.Rows(rows, codes, texts, weights, names)
            return cls(_arrays.borrow(lent, new_options(options), handle), "arrays", lent)
        return _arrays.retry_sorted(matrix, work)

    @cached_property
    def facts(self) -> SimpleNamespace:
        """Rows, features, classes, stored values, memory, R, rows that were skipped, and more."""
        return fields_of(self.handle)

    @cached_property
    def classes(self) -> list[str]:
        return [text(lib.ptron_dataset_class_name(self.handle, c)) for c in range(self.facts.classes)]

    @cached_property
    def labels(self) -> np.ndarray:
        """[rows]: the class of each row by number; -1: it has none."""
        return np.array([lib.ptron_dataset_row_class(self.handle, i) for i in range(self.facts.rows)])

    def check(self) -> SimpleNamespace:
        """What one should know before training: contradictions, duplicates, scales, constant features."""
        err, checkup = new_error(), sized("ptron_checkup")
        check(lib.ptron_dataset_check(self.handle, ffi.NULL, checkup, err), err)
        return fields(checkup)

    def pack(self, path: str | os.PathLike) -> None:
        """Writes the rows as a pack: a file that is mapped and used without parsing wherever rows are read."""
        err = new_error()
        check(lib.ptron_dataset_pack(self.handle, os.fspath(path).encode(), ffi.NULL, err), err)

    def __len__(self) -> int:
        return int(self.facts.rows)

    def __repr__(self) -> str:
        facts = self.facts
        return (f"<Dataset: {counted(facts.rows, 'row')}, {counted(facts.features, 'feature')}, "
                f"{counted(facts.classes, 'class', 'classes')}, {facts.format}, {facts.bytes} bytes>")


def numbered(codes: np.ndarray, classes: np.ndarray) -> tuple[np.ndarray, list[str], np.ndarray]:
    """Labels numbered as a file would: in the order they come in; their names; and that order."""
    order = _arrays.first_order(codes, len(classes)) if len(codes) else np.arange(len(classes))
    names = [_arrays.label_name(classes[c]) for c in order]
    if (order != np.arange(len(classes))).any():
        place = np.empty(len(classes), np.uint32)
        place[order] = np.arange(len(classes), dtype=np.uint32)
        codes = place.take(codes)
    return codes, names, order


def file_format(X: Any, names: Sequence[str] | None) -> str:
    """The kind of file that has rows like these: the model is then that of the file, and reads such files."""
    if hasattr(X, "indptr"):
        return "libsvm" if names is None else "auto"
    return "npy" if names is None else "csv"


def run(trainer: Any, watch: Watch, set_handle: Any = None, axes: str | None = None) -> tuple[Model, Any]:
    """Trains to a stop reason. Returns the model, and what a callback raised, or a KeyboardInterrupt, or None."""
    observer, err, record = watch.observer(), new_error(), None
    if set_handle is not None:
        record = make(lib.ptron_run_new, lib.ptron_run_free, set_handle)
        inner, observer = observer, sized("ptron_observer")
        check(lib.ptron_run_watch(record, inner, observer, err), err)
    stopped = None
    try:
        status = lib.ptron_trainer_run(trainer, observer, err)
        if status not in (lib.PTRON_OK, lib.PTRON_CANCELED):
            raise exception(err)
    finally:
        try:
            watch.over()
        except BaseException as error:  # noqa: BLE001
            stopped = error
    model = snapshot(trainer)
    if record is not None:
        check(lib.ptron_run_finish(record, trainer, model.handle, ffi.NULL if axes is None else axes.encode(), err), err)
        say(record, why=model.why)
        model.record = recorded(record)
    return model, stopped


def snapshot(trainer: Any) -> Model:
    err, result = new_error(), sized("ptron_result")
    check(lib.ptron_trainer_result(trainer, result, err), err)
    return Model(make(lib.ptron_trainer_snapshot, lib.ptron_model_free, trainer), result.seconds)


def train(dataset: Any, y: Any = None, *, algorithm: str = "perceptron", validation: Dataset | None = None,
          resume: Model | None = None, start: Model | None = None, verbose: bool = False, record: bool = False,
          callback: Callable[[SimpleNamespace], Any] | None = None, n_jobs: int | None = None,
          **options: Any) -> Model:
    """Learns a model by any algorithm and option of the command, from a Dataset, or from arrays X and y.

    `resume` goes on where a model's training ended, `start` begins with a model's weights. `callback` is called after
    each epoch with its numbers, and stops training by returning False. `record` keeps what `model.report()` draws.

    >>> model = train([[0.0, 1.0], [1.0, 0.0]], ["a", "b"], algorithm="pa-1", C=0.5)
    >>> model.stop_reason
    'separated'
    """
    check_group(options, ["train", "data"])
    known_algorithm(algorithm)
    own = {word: value for word, value in options.items() if OPTIONS[option_name(word)].group == "data"}
    if not isinstance(dataset, Dataset):
        dataset = Dataset.from_arrays(dataset, y, **own)
    elif own:
        raise OptionError(f"{', '.join(own)}: how rows are read is settled when the Dataset is made")
    given = {word: value for word, value in options.items() if word not in own}
    if algorithm != OPTIONS["algorithm"].initial:   # a model keeps the words that were given
        given["algorithm"] = algorithm
    made = new_options({**given, "threads": threads(n_jobs)})
    err = new_error()
    if resume is not None:
        check(lib.ptron_options_adopt(made, resume.handle, err), err)
    trainer = make(lib.ptron_trainer_new, lib.ptron_trainer_free, made, dataset.handle,
                   ffi.NULL if validation is None else validation.handle)
    if resume is not None:
        check(lib.ptron_trainer_resume(trainer, resume.handle, err), err)
    if start is not None:
        check(lib.ptron_trainer_start(trainer, start.handle, err), err)
    model, stopped = run(trainer, Watch(verbose, callback), dataset.handle if record else None)
    if stopped is not None:
        stopped.model = model   # what was learned until then
        raise stopped
    if model._result.reason in BUDGETS:
        warn_budget(model.why)
    return model
