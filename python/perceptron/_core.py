"""Calls into the engine: errors become exceptions, options go by name, structs become plain objects."""
from __future__ import annotations

import math
import os
import sys
import warnings
from numbers import Integral
from types import SimpleNamespace
from typing import Any

from ._engine import ffi, lib

try:
    from sklearn.exceptions import ConvergenceWarning
except ImportError:
    class ConvergenceWarning(UserWarning):  # type: ignore[no-redef]
        """A budget ran out before training came to an end of its own."""


# ---- errors -------------------------------------------------------------------------------------------

class PerceptronError(Exception):
    """What the engine refuses or fails at, in its own sentence; `detail` names the kind more closely."""

    detail: str = ""


class OptionError(PerceptronError, ValueError):
    """A parameter that the engine does not take, or not with this value."""


class DataError(PerceptronError, ValueError):
    """Rows that cannot be read or learned from: `file`, `line` and `column` (from 1; 0: not known) say where. Of arrays
    the line is the row, counted from 1."""

    file: str = ""
    line: int = 0
    column: int = 0


class ModelError(PerceptronError, ValueError):
    """Bytes that are no model, are damaged, or are of another kind than wanted."""


class FileError(PerceptronError, OSError):
    """A file that cannot be read or written."""


KINDS = {lib.PTRON_ARGUMENT: OptionError, lib.PTRON_DATA: DataError, lib.PTRON_MODEL: ModelError,
         lib.PTRON_IO: FileError, lib.PTRON_NOMEM: MemoryError, lib.PTRON_CANCELED: KeyboardInterrupt}


def text(pointer: Any) -> str:
    """A C string; "" for NULL."""
    return "" if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "replace")


def counted(n: int, one: str, many: str = "") -> str:
    """"1 row", "2 rows": the one place of the package that knows number. `many`: where it is not `one` and an s."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def exception(err: Any, rename: Any = None) -> BaseException:
    """What is in a ptron_error as an exception. `rename`: how a name of an option is written for this caller."""
    message = text(err.message)
    file, line, column = text(err.file), int(err.line), int(err.column)
    if rename is not None:
        message = rename(message)
    if err.detail == lib.PTRON_DETAIL_NOT_FINITE and not file:
        message += " (Input X contains NaN or infinity.)"
    place = file or ("row" if line else "")
    if file and line:
        place = f"{file}:{line}" + (f":{column}" if column else "")
    elif line:
        place = f"row {line}"
    error = KINDS.get(err.code, PerceptronError)(f"{place}: {message}" if place else message)
    if isinstance(error, PerceptronError):
        error.detail = text(lib.ptron_detail_text(err.detail)) if err.detail else ""
    if isinstance(error, DataError):
        error.file, error.line, error.column = file, line, column
    return error


ERROR = ffi.typeof("ptron_error *")
STRUCTS: dict[str, tuple] = {}   # name: its type, its size


def new_error() -> Any:
    return ffi.new(ERROR)


def check(status: int, err: Any, rename: Any = None) -> None:
    if status != lib.PTRON_OK:
        raise exception(err, rename)


def sized(type_name: str) -> Any:
    """A struct of the public header with its size set."""
    if type_name not in STRUCTS:
        STRUCTS[type_name] = ffi.typeof(type_name + " *"), ffi.sizeof(type_name)
    kind, size = STRUCTS[type_name]
    made = ffi.new(kind)
    made.size = size
    return made


def fields(struct: Any) -> SimpleNamespace:
    """A struct as a plain object: texts are str or None, the rest is what it is."""
    made = SimpleNamespace()
    for name, field in ffi.typeof(struct).item.fields:
        value = getattr(struct, name)
        kind = field.type.cname
        if name == "size" or kind.endswith("*") and kind != "char *":
            continue
        if kind == "char *":
            value = None if value == ffi.NULL else text(value)
        setattr(made, name, value)
    return made


def taken(pointer: Any, length: Any) -> bytes:
    """Bytes that the engine made, copied, and freed there."""
    try:
        return ffi.buffer(pointer[0], length[0])[:]
    finally:
        lib.ptron_bytes_free(pointer[0])


def sentence(pointer: Any) -> str:
    """A text that shim.c made."""
    if pointer == ffi.NULL:
        raise MemoryError("out of memory")
    try:
        return text(pointer).strip()
    finally:
        lib.shim_free(pointer)


def fetch(function: Any, *arguments: Any) -> bytes:
    """Calls a function whose last arguments are bytes, their length and an error."""
    err, pointer, length = new_error(), ffi.new("void **"), ffi.new("size_t *")
    check(function(*arguments, pointer, length, err), err)
    return taken(pointer, length)


PLACES: dict[Any, Any] = {}   # of a function that makes a handle: the type of the place for it


def make(function: Any, free: Any, *arguments: Any, rename: Any = None) -> Any:
    """Calls a function that makes a handle, which is freed when Python forgets it."""
    kind = PLACES.get(function)
    if kind is None:
        kind = PLACES[function] = ffi.typeof(function).args[len(arguments)]
    err, out = new_error(), ffi.new(kind)
    check(function(*arguments, out, err), err, rename)
    return ffi.gc(out[0], free)


# ---- what the engine has: its tables --------------------------------------------------------------------

class Option(SimpleNamespace):
    """One of the engine's options: name, group, type, initial, choices, metavar, help."""


def _options() -> dict[str, Option]:
    found = {}
    for i in range(lib.ptron_option_count()):
        info = sized("ptron_option_info")
        lib.ptron_option_describe(i, info)
        found[text(info.name)] = Option(**vars(fields(info)))
    return found


OPTIONS = _options()


def algorithm(name: str) -> SimpleNamespace:
    """What the engine says of an algorithm: update, guarantee, reference, what it can do, its own options."""
    info = sized("ptron_algorithm_info")
    if not lib.ptron_algorithm_find(name.encode(), info):
        raise OptionError(f"no algorithm '{name}'; there are {', '.join(algorithms())}")
    found, own = fields(info), []
    while info.options[len(own)] != ffi.NULL:
        own.append(text(info.options[len(own)]))
    found.options = own
    return found


def algorithms() -> list[str]:
    """The names of all algorithms, for `train(..., algorithm=NAME)`."""
    names = []
    for i in range(lib.ptron_algorithm_count()):
        info = sized("ptron_algorithm_info")
        lib.ptron_algorithm_describe(i, info)
        names.append(text(info.name))
    return names


def number(value: float) -> str:
    """The shortest decimal that reads back to the same double, as the engine writes it."""
    room = ffi.new("char[]", 33)
    lib.ptron_format_number(float(value), room, 33)
    return text(room)


def spelled(value: Any) -> str:
    """A value as the text of an option."""
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (list, tuple)):
        return ",".join(spelled(item) for item in value)
    if isinstance(value, float) or hasattr(value, "dtype") and value.dtype.kind == "f":
        if not math.isfinite(value):
            return repr(float(value))
        return number(value)
    return str(value)


def option_name(word: str) -> str:
    """one_hot -> one-hot; C stays C."""
    return word if word in OPTIONS else word.replace("_", "-")


def new_options(given: dict[str, Any]) -> Any:
    """Options of the engine by name; None is left out."""
    options = make(lib.ptron_options_new, lib.ptron_options_free)
    err = new_error()
    for name, value in given.items():
        if value is not None:
            check(lib.ptron_options_set(options, option_name(name).encode(), spelled(value).encode(), err), err)
    return options


def warn_budget(why: str) -> None:
    """Warns at the line of the caller, however deep in this package."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == os.path.dirname(__file__):
        level, frame = level + 1, frame.f_back
    warnings.warn(why, ConvergenceWarning, stacklevel=level)


def threads(n_jobs: int | None) -> int:
    """scikit-learn's n_jobs as threads: None is all cores (or OMP_NUM_THREADS, which joblib sets in its workers), -1 all
    cores, -2 all but one. Threads change no result."""
    if n_jobs is None:
        word = os.environ.get("OMP_NUM_THREADS", "")
        return int(word) if word.isdigit() else 0
    if n_jobs == 0 or not isinstance(n_jobs, Integral):
        raise OptionError(f"n_jobs is {n_jobs!r}, wanted a number of threads, or -1 for one per core")
    return n_jobs if n_jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + n_jobs) if n_jobs < -1 else 0


def version() -> str:
    """Of the engine, which is the package's."""
    return text(lib.ptron_version())
