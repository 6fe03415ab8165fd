"""Constructors from the engine's tables: which parameters an estimator has, their defaults, what they become.

An estimator names its algorithm; its parameters are the shared ones below that the algorithm takes, and the algorithm's
own options. Names are scikit-learn's where the meaning is the same."""
from __future__ import annotations

import inspect
import re
from numbers import Integral
from typing import Any, Callable

from ._arrays import label_name
from ._core import OPTIONS, OptionError, algorithm, lib, spelled, threads

# Python's name of an option where it is not the option's own with underscores.
NAMES = {"epochs": "max_iter", "time": "time_limit", "bias": "fit_intercept", "bias-scale": "intercept_scaling",
         "rate": "eta0", "multiclass": "multi_class", "seed": "random_state", "order": "shuffle", "threads": "n_jobs",
         "holdout": "validation_fraction", "patience": "n_iter_no_change", "hidden": "hidden_layer_sizes",
         "optimizer": "solver", "lambda": "lambda_"}
# Options of the engine that every estimator has whose algorithm takes them, in the order of the constructor.
SHARED = ["epochs", "order", "seed", "bias", "bias-scale", "rate", "schedule", "power", "average", "tie", "multiclass",
          "class-weight", "max-updates", "time", "gap", "shards", "mix", "scale"]
# Parameters that are not one option of the engine: default and help.
SPECIAL = {
    "early_stopping": (False, "hold rows out, watch the error on them, and keep the best weights"),
    "validation_fraction": (0.1, "share of the rows held out, for early_stopping and calibrate; else none are"),
    "n_iter_no_change": (5, "early_stopping: epochs without a better error to wait for"),
    "calibrate": (None, "'sigmoid' or 'isotonic': probabilities from scores, fitted on the rows held out"),
    "warm_start": (False, "fit begins with the weights of the last fit"),
    "n_jobs": (None, "threads; None and -1: one per core. They change no result"),
    "record": (False, "keep what report() draws of the run itself"),
    "callback": (None, "called after each epoch with its numbers; returning False stops training"),
    "verbose": (False, "show progress: a bar of tqdm where it is installed, else a line"),
}
DEFAULTS = {"shuffle": True, "class_weight": None, "gap": None, "random_state": 1, "hidden_layer_sizes": (100,),
            "gamma": "scale", "eta0": 1.0}
HELP = {
    "shuffle": "True: the rows anew each epoch, 'once': once, False: as they stand",
    "random_state": "seed of every random choice; None draws one from NumPy",
    "class_weight": "how much the rows of a class count: {class: weight}, or 'balanced'",
    "gap": "stop when margin and bound (SVM: primal and dual) are this close; None: never (SVM: 0.0001)",
    "hidden_layer_sizes": "units of each hidden layer; (): none",
    "gamma": "a number above 0; 'scale': 1 / (features times variance of the values); 'auto': 1 / features",
}
# Words of scikit-learn that mean one of ours.
SYNONYMS = {"kernel": {"poly": "polynomial"}, "activation": {"logistic": "sigmoid", "identity": "linear"},
            "multi_class": {"ovr": "one-vs-rest"}}


def python_name(option: str) -> str:
    return NAMES.get(option, option.replace("-", "_"))


def typed(option: Any) -> Any:
    """The default of an option as a value of Python."""
    kind, initial = option.type, option.initial
    if kind == "flag":
        return initial == "yes"
    if kind in ("count", "seed"):
        return int(initial)
    return float(initial) if kind == "real" else initial or None


def from_text(parameter: Parameter, word: str) -> Any:
    """The value of a parameter, of a model that was trained with this option."""
    kind = OPTIONS[parameter.option].type
    if parameter.option == "order":
        return {"each": True, "given": False}.get(word, word)
    if parameter.option == "hidden":
        return () if word == "none" else tuple(int(size) for size in word.split(","))
    if parameter.option == "gamma":
        return "scale" if word == "auto" else float(word)
    if parameter.option == "class-weight":   # of rows that were weighted; labels are texts there
        return "balanced" if word == "balanced" else None
    return word == "yes" if kind == "flag" else int(word) if kind in ("count", "seed") else (
        float(word) if kind == "real" else word)


class Parameter:
    """One parameter of a constructor; option: the engine's, or None."""

    def __init__(self, name: str, option: str | None, default: Any, help: str) -> None:
        help = re.sub(r"^[a-z0-9, -]+: ", "", help) if option else help   # whose option it is is plain here
        help = re.sub(r" \((svm|first-mistake|other losses)[^)]*\)", "", help)
        self.name, self.option, self.default = name, option, default
        self.initial = typed(OPTIONS[option]) if option else None
        self.help = re.sub(r"--([a-z0-9-]+)", lambda m: python_name(m[1]), help)


def parameters(names: list[str], rename: dict[str, str], defaults: dict[str, Any]) -> dict[str, Parameter]:
    """Those of an estimator that runs one of these algorithms. `rename`: option to its name here."""
    made = {}
    own = [option for name in names for option in algorithm(name).options]
    for option in [*dict.fromkeys(own), *SHARED]:
        if option in SHARED and OPTIONS[option].group == "train" and not any(
                lib.ptron_algorithm_takes(name.encode(), option.encode()) for name in names):
            continue
        name = rename.get(option, python_name(option))
        default = defaults.get(name, DEFAULTS.get(name, typed(OPTIONS[option])))
        made[name] = Parameter(name, option, default, HELP.get(name, OPTIONS[option].help))
    for name, (default, help) in SPECIAL.items():
        if name != "warm_start" or any(lib.ptron_algorithm_takes(one.encode(), b"start") for one in names):
            made[name] = Parameter(name, None, default, help)
    return made


def constructor(kind: str, table: dict[str, Parameter]) -> Callable:
    """An __init__ of the class `kind` with these keywords, which does nothing but keep them."""
    def __init__(self: Any, **given: Any) -> None:
        for name in given:
            if name not in table:
                raise TypeError(f"{type(self).__name__} has no parameter '{name}'{instead(name)}; it has "
                                f"{', '.join(table)}")
        for name, parameter in table.items():
            setattr(self, name, given.get(name, parameter.default))

    __init__.__qualname__ = f"{kind}.__init__"   # in errors
    __init__.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
        + [inspect.Parameter(p.name, inspect.Parameter.KEYWORD_ONLY, default=p.default) for p in table.values()])
    return __init__


# What scikit-learn has, and what is there for it.
OTHER = {"tol": "training ends when a whole epoch makes no update, or with max_iter; early_stopping watches an error",
         "penalty": "perceptrons have none; LinearSVM has C, MLP has l2",
         "alpha": "there is no penalty; LinearSVM has C, MLP has l2",
         "learning_rate": "the rate is eta0, how it falls is schedule", "learning_rate_init": "the rate is eta0"}


def instead(name: str) -> str:
    return f" ({OTHER[name]})" if name in OTHER else ""


def renamer(table: dict[str, Parameter]) -> Callable[[str], str]:
    """The engine names options as the command does; here they are parameters."""
    names = {p.option: p.name for p in table.values() if p.option}
    names.update({option: name for option, name in NAMES.items() if option not in names})

    def rename(message: str) -> str:
        message = re.sub(r"--([A-Za-z0-9-]*[A-Za-z0-9])", lambda m: names.get(m[1], m[1].replace("-", "_")), message)
        first, _, rest = message.partition(" ")
        return f"{names[first]} {rest}" if first in names and rest.startswith(("is ", "has ", "names ")) else message
    return rename


def seed_of(random_state: Any) -> int:
    """scikit-learn's random_state as a seed."""
    if random_state is None:
        import numpy
        return int(numpy.random.randint(2**31 - 1))
    if hasattr(random_state, "randint"):
        return int(random_state.randint(2**31 - 1))
    if hasattr(random_state, "integers"):
        return int(random_state.integers(2**31 - 1))
    if not isinstance(random_state, Integral):
        raise OptionError(f"random_state is {random_state!r}, wanted a whole number, a generator of NumPy's, or None")
    return int(random_state)


def order_of(shuffle: Any) -> str:
    return shuffle if isinstance(shuffle, str) else "each" if shuffle else "given"


def settings(self: Any, table: dict[str, Parameter], n_features: int) -> dict[str, str]:
    """The engine's options of an estimator: those that differ from the engine's own defaults, as the command's user
    would give them."""
    found = {"threads": str(threads(self.n_jobs))}
    for name, parameter in table.items():
        value, option = getattr(self, name), parameter.option
        if option is None or value is parameter.initial or value is None and option != "seed" or (
                option == "class-weight"):
            continue
        if option == "order":
            value = order_of(value)
        elif option == "seed":
            value = seed_of(value)
        elif option == "gamma":
            value = {"scale": "auto", "auto": 1.0 / n_features}.get(value, value) if isinstance(value, str) else value
        elif option == "hidden":
            value = "none" if value in ((), []) else value
        value = SYNONYMS.get(name, {}).get(value, value) if isinstance(value, str) else value
        if value != parameter.initial and spelled(value) != OPTIONS[option].initial:
            found[option] = spelled(value)
    if self.early_stopping or self.calibrate:
        found["holdout"] = spelled(self.validation_fraction)
    if self.early_stopping:
        found["patience"] = spelled(self.n_iter_no_change)
    if self.calibrate:
        found["calibrate"] = spelled(self.calibrate)
    return found


def weight_text(class_weight: Any, classes: Any) -> str | None:
    """class_weight as the engine's text; None: there is none, or the labels' own text cannot stand there."""
    if class_weight is None or isinstance(class_weight, str):
        return class_weight
    if not isinstance(class_weight, dict):
        raise OptionError("class_weight is a dictionary {class: weight} or 'balanced'")
    known = classes.tolist()
    unknown = [value for value in class_weight if value not in known]
    if unknown and any(value not in class_weight for value in known):   # as scikit-learn: more than all are no mistake
        raise OptionError(f"class_weight names {unknown[0]!r}, which no row is labelled")
    names = [label_name(value) for value in classes]
    if any("," in name or "=" in name for name in names):
        return None
    return ",".join(f"{name}={spelled(float(class_weight[value]))}" for value, name in zip(classes.tolist(), names)
                    if value in class_weight)
