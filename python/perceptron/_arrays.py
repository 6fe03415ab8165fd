"""The caller's arrays as the engine's rows, where they are: nothing is copied that has a layout the engine knows."""
from __future__ import annotations

import re
import warnings
from csv import QUOTE_NONNUMERIC
from typing import Any, Sequence

import numpy as np

from ._core import DataError, OptionError, check, ffi, lib, new_error, number, sized

try:
    from scipy import sparse as scipy_sparse
except ImportError:
    scipy_sparse = None
try:
    from sklearn.exceptions import DataConversionWarning
except ImportError:
    class DataConversionWarning(UserWarning):  # type: ignore[no-redef]
        """The data was made into another shape."""

KINDS = {np.dtype(np.float64): lib.PTRON_F64, np.dtype(np.float32): lib.PTRON_F32, np.dtype(np.uint8): lib.PTRON_U8,
         np.dtype(bool): lib.PTRON_U8}


# ---- what X is ------------------------------------------------------------------------------------------

def is_frame(X: Any) -> bool:
    """A pandas DataFrame, known by its habits so that pandas need not be there."""
    return hasattr(X, "columns") and hasattr(X, "dtypes") and hasattr(X, "to_csv")


def is_sparse(X: Any) -> bool:
    return scipy_sparse is not None and scipy_sparse.issparse(X)


def categories(X: Any) -> list[int]:
    """Numbers, from 1, of a DataFrame's columns that hold categories: texts, objects and pandas' own kind."""
    return [i for i, kind in enumerate(X.dtypes, 1)
            if str(kind) in ("object", "category") or str(kind).startswith("str")]


def feature_names(X: Any) -> np.ndarray | None:
    """The columns of a DataFrame when all are texts; None elsewhere."""
    if not is_frame(X):
        return None
    names = np.asarray(X.columns, dtype=object)
    texts = [isinstance(name, str) for name in names]
    if any(texts) and not all(texts):
        raise TypeError("Feature names are only supported if all input features have string names, but your input has "
                        "feature names of several types")
    return names if len(names) and all(texts) else None


def _values(array: np.ndarray) -> np.ndarray:
    """Values of a kind that the engine knows; others are converted, once."""
    if array.dtype in KINDS:
        return array
    if array.dtype.kind == "c":
        raise ValueError("Complex data not supported\nvalues must be real numbers")
    if array.dtype.kind in "OSU":
        try:
            return array.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{error}; argument must be a string or a real number in every cell") if isinstance(
                error, ValueError) else TypeError(str(error)) from error
    if array.dtype == np.float16:
        return array.astype(np.float32)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"values of type {array.dtype} are no numbers")
    return array.astype(np.float64)


def _of_frame(X: Any) -> np.ndarray:
    """The values of a DataFrame; those that pandas' own kinds of numbers lack are NaN."""
    values = X.to_numpy()
    if values.dtype == object and not categories(X):
        values = X.to_numpy(dtype=np.float64, na_value=np.nan)
    return values


def matrix(X: Any, name: str = "the model") -> Any:
    """X as a C-ordered array or a CSR matrix of a kind that the engine reads where it stands; checked for its shape."""
    if is_sparse(X):
        X = X if X.format == "csr" else X.tocsr()
        values = _values(X.data)
        if values is not X.data:
            X = type(X)((values, X.indices, X.indptr), shape=X.shape)
        shape = X.shape
    else:
        if type(X) is not np.ndarray:
            X = _of_frame(X) if is_frame(X) else np.asarray(X)
        if X.ndim != 2:
            refuse_shape(X, name)
        X = np.ascontiguousarray(_values(X))
        shape = X.shape
    if shape[0] == 0:
        raise ValueError(f"Found array with 0 sample(s) (shape={shape}) while a minimum of 1 is required by {name}.")
    if shape[1] == 0:
        raise ValueError(f"Found array with 0 feature(s) (shape={shape}) while a minimum of 1 is required by {name}.")
    return X


def refuse_shape(X: np.ndarray, name: str) -> None:
    if scipy_sparse is None and X.dtype == object and X.ndim == 0:
        raise TypeError(f"rows of type {type(X.item()).__name__} are no array")
    if X.ndim < 2:
        raise ValueError(f"Expected 2D array, got {'scalar' if X.ndim == 0 else '1D'} array instead.\nReshape your data "
                         "either using array.reshape(-1, 1) if your data has a single feature or array.reshape(1, -1) "
                         "if it contains a single sample.")
    raise ValueError(f"Found array with dim {X.ndim}. {name} expected <= 2.")


# ---- labels ---------------------------------------------------------------------------------------------

def label_name(value: Any) -> str:
    """A label as text, as it would stand in a file."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (float, np.floating)):
        return number(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _spread(values: np.ndarray, classes: np.ndarray, low: int) -> np.ndarray:
    """Whole numbers as places among the classes, by a table."""
    table = np.zeros(int(classes[-1]) - low + 1, np.uint32)
    table[np.asarray(classes - low, np.int64)] = np.arange(len(classes), dtype=np.uint32)
    return table.take(values if low == 0 else values - low)


def _whole(y: np.ndarray) -> np.ndarray:
    """Labels that are floats as whole numbers; refused where they are amounts."""
    if not np.isfinite(y).all():
        raise ValueError(f"Input y contains {'NaN' if np.isnan(y).any() else 'infinity or a value too large'}.")
    with np.errstate(invalid="ignore"):   # beyond 64 bits it is another number, and refused
        whole = y.astype(np.int64)
    if (whole != y).any():
        raise ValueError("Unknown label type: continuous. Labels are classes, not amounts.")
    return whole


def encode(y: Any, classes: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """The classes in sorted order, and the place of each label among them."""
    y = vector(y)
    whole = _whole(y) if y.dtype.kind == "f" else y
    if whole.dtype.kind == "b":
        whole = whole.view(np.uint8)
    if classes is None and whole.dtype.kind in "iu" and len(whole):
        low, high = int(whole.min()), int(whole.max())
        low = 0 if 0 <= low < 1024 else low
        if high - low < max(1024, len(whole)):
            found = np.bincount(whole if low == 0 else whole - low).nonzero()[0] + low
            return found.astype(y.dtype), _spread(whole, found, low)
    if y.dtype == object and any(value is None or value != value for value in y):
        raise ValueError("Input y contains NaN.")
    try:
        found, codes = np.unique(y, return_inverse=True)
    except TypeError:
        kinds = sorted({type(value).__name__ for value in y.tolist()})
        raise TypeError(f"labels are all texts or all numbers, but these are {' and '.join(kinds)}") from None
    if classes is None:
        return found, codes.astype(np.uint32)
    places = np.searchsorted(classes, found)
    known = np.minimum(places, len(classes) - 1)
    if (classes[known] != found).any():
        late = found[classes[known] != found]
        raise ValueError(f"y has new labels {late.tolist()}; known are {classes.tolist()}")
    return classes, places[codes].astype(np.uint32)


def vector(y: Any) -> np.ndarray:
    """Labels in one dimension."""
    if is_sparse(y):
        raise TypeError("labels are no sparse matrix")
    y = np.asarray(y)
    if y.ndim == 2 and y.shape[1] == 1:
        warnings.warn("A column-vector y was passed when a 1d array was expected. Please change the shape of y to "
                      "(n_samples,), for example using ravel().", DataConversionWarning, stacklevel=5)
        y = y.ravel()
    if y.ndim != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {y.shape} instead.")
    return y


def first_order(codes: np.ndarray, n_classes: int) -> np.ndarray:
    """The classes in the order in which they come in, as files number them; those that do not come last."""
    if n_classes == 2:
        first = int(codes[0])
        return np.array([first, 1 - first])
    found, at = np.unique(codes, return_index=True)
    order = found[np.argsort(at)]
    return np.concatenate([order, np.setdiff1d(np.arange(n_classes), order)]).astype(np.int64)


def weights_of(sample_weight: Any, n: int) -> np.ndarray | None:
    """Weights of rows as doubles; a single number is that of each."""
    if sample_weight is None:
        return None
    weight = np.asarray(sample_weight, dtype=np.float64)
    if weight.ndim == 0:
        weight = np.full(n, float(weight))
    if weight.ndim != 1:
        raise ValueError("Sample weights must be 1D array or scalar")
    if weight.shape != (n,):
        raise ValueError(f"sample_weight.shape == {weight.shape}, expected {(n,)}!")
    return np.ascontiguousarray(weight)


def gamma_scale(X: Any) -> float:
    """1 / (features times variance of the values): what gamma="scale" is for the first rows of partial_fit."""
    values, n = (X.data, X.shape[0] * X.shape[1]) if is_sparse(X) else (X, X.size)
    mean = values.sum(dtype=np.float64) / n
    variance = np.square(values, dtype=np.float64).sum() / n - mean * mean
    return 1.0 / (X.shape[1] * variance) if variance > 0 else 1.0 / X.shape[1]


# ---- rows for the engine --------------------------------------------------------------------------------

class Rows:
    """A ptron_rows over arrays, which it keeps alive. `names` are texts of features, or None."""

    def __init__(self, X: Any, codes: np.ndarray | None = None, classes: Sequence[str] = (),
                 weights: np.ndarray | None = None, names: Sequence[str] | None = None) -> None:
        self.X, self.keep = X, [codes, weights]
        rows = self.struct = sized("ptron_rows")
        rows.n_rows, rows.n_features = X.shape
        if hasattr(X, "indptr"):
            rows.kind, rows.values = KINDS[X.data.dtype], self.pointer(X.data)
            rows.offsets, rows.offset_bytes = self.pointer(X.indptr), X.indptr.dtype.itemsize
            rows.indices, rows.index_bytes = self.pointer(X.indices), X.indices.dtype.itemsize
            rows.n_values = min(len(X.data), len(X.indices))
        else:
            rows.kind, rows.values = KINDS[X.dtype], self.pointer(X)
        if codes is not None:
            rows.labels = ffi.cast("uint32_t *", self.pointer(codes))
            rows.n_classes, rows.class_names = len(classes), self.texts(classes)
        if weights is not None:
            rows.weights = ffi.cast("double *", self.pointer(weights))
        if names is not None:
            rows.feature_names = self.texts(names)

    def pointer(self, array: np.ndarray) -> Any:
        if not array.flags.c_contiguous:   # the arrays of a CSR matrix may be slices with steps
            array = np.ascontiguousarray(array)
            self.keep.append(array)
        return ffi.from_buffer(array)

    def texts(self, words: Sequence[str]) -> Any:
        encoded = [ffi.new("char[]", word.encode()) for word in words]
        array = ffi.new("char *[]", encoded)
        self.keep += [encoded, array]
        return array


def borrow(rows: Rows, options: Any, model: Any = ffi.NULL, rename: Any = None) -> Any:
    """A dataset over the arrays, which must stay as long as it is used."""
    err, out = new_error(), ffi.new("ptron_dataset **")
    check(lib.ptron_dataset_borrow(rows.struct, options, model, out, err), err, rename)
    return ffi.gc(out[0], lib.ptron_dataset_free)


def retry_sorted(X: Any, work: Any) -> Any:
    """work(X); of a CSR matrix whose indices are not in order, which the engine refuses, again with a copy of which they
    are. That they are is not looked at before: it would take as long as the engine's own look."""
    try:
        return work(X)
    except OptionError as error:
        X = _in_order(X) if is_sparse(X) else None
        if X is None:
            raise error
    return work(X)


def _in_order(X: Any) -> Any:
    """A copy with indices in order, each once; None where that is not what is wrong: SciPy trusts the offsets and
    indices that it puts in order."""
    try:
        X = X.copy()
        X.check_format()
    except ValueError:
        return None
    if X.has_canonical_format:
        return None
    X.sum_duplicates()
    return X


# How the text of a DataFrame is written: said, so that texts in it cannot make it look like another kind.
CSV = {b"format": b"csv", b"header": b"yes", b"delimiter": b","}


def one_hot(X: Any) -> str:
    """The columns of categories as the engine's option names them: by number, but a column called 3 goes before the
    third."""
    names = [str(column) for column in X.columns]
    by_name = any(name.isdigit() for name in names)
    return ",".join(names[i - 1] if by_name else str(i) for i in categories(X))


def _check_cells(X: Any) -> None:
    """What a CSV file cannot hold is refused by row and column; the engine would tell line and letter."""
    for column, kind in zip(X.columns, X.dtypes):
        if str(kind).startswith(("datetime", "timedelta", "complex", "period", "interval")):
            raise ValueError(f"column {column!r} has values of type {kind}, which are no numbers")
    unfit = np.asarray(X.isna() | X.isin(["", np.inf, -np.inf]))
    if unfit.any():
        row, column = np.argwhere(unfit)[0]
        raise _at(int(row), f"column {X.columns[column]!r} is {X.iat[row, column]!r}; fill such cells first, or leave "
                            "the row out", int(column) + 1)


def _at(row: int, message: str, column: int = 0) -> DataError:
    """An error in a row, from 0."""
    error = DataError(f"row {row + 1}: {message}")
    error.line, error.column = row + 1, column
    return error


def csv_bytes(X: Any, labels: Sequence[str] | None = None, weights: np.ndarray | None = None) -> bytes:
    """A DataFrame as the text of a CSV file, numbers to the last bit; with labels and weights these stand in columns of
    their own at the end."""
    _check_cells(X)
    X = X.copy(deep=False)
    for column, kind in zip(list(X.columns), X.dtypes):
        if str(kind) == "bool":
            X[column] = X[column].astype(np.uint8)
    X.columns = [str(column) for column in X.columns]
    if labels is not None and "" in labels:
        raise _at(list(labels).index(""), "the label is empty")
    for name, values in (("label", labels), ("weight", weights)):
        if values is None:
            continue
        if name in X.columns:
            raise DataError(f"a column of X is called '{name}', which is where the {name}s go")
        X[name] = np.asarray(values, dtype=object if name == "label" else np.float64)
    return X.to_csv(index=False, quoting=QUOTE_NONNUMERIC).encode()   # quoted texts keep spaces at their ends


def read_csv(content: bytes, options: Any, model: Any = ffi.NULL) -> Any:
    err, out = new_error(), ffi.new("ptron_dataset **")
    for name, value in CSV.items() if model == ffi.NULL else ():   # a model knows its own
        check(lib.ptron_options_set(options, name, value, err), err)
    check(lib.ptron_dataset_read(content, len(content), b"DataFrame", options, model, out, err), err, _without_advice)
    for name in CSV if model == ffi.NULL else ():
        lib.ptron_options_unset(options, name)   # no part of the model
    return ffi.gc(out[0], lib.ptron_dataset_free)


def _without_advice(message: str) -> str:
    """A sentence about a file without what it says of the command's options: a DataFrame is mended in pandas."""
    return re.sub(r"; [^;]*--[a-z].*$", "", message)


def same_length(n: int, y: Any, what: str = "y") -> None:
    if len(y) != n:
        raise ValueError(f"Found input variables with inconsistent numbers of samples: [{n}, {len(y)}]")


def no_labels() -> OptionError:
    return OptionError("requires y to be passed, but the target y is None")
