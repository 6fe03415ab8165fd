"""Writes _estimators.pyi: the constructors, which come from the engine's tables, for those who check types.

    python -m perceptron._stubs > python/perceptron/_estimators.pyi"""
from __future__ import annotations

from ._estimators import ESTIMATORS

KINDS = {"class_weight": "dict[Any, float] | str | None", "shuffle": "bool | str", "random_state": "Any",
         "n_jobs": "int | None", "callback": "Callable[[Any], Any] | None", "calibrate": "str | None",
         "gamma": "float | str", "hidden_layer_sizes": "Sequence[int]", "gap": "float | None", "eta0": "float | None"}


def kind(name: str, default: object) -> str:
    if name in KINDS:
        return KINDS[name]
    return "str | None" if default is None else type(default).__name__


def main() -> None:
    print("# Written by python -m perceptron._stubs; not by hand.")
    print("from typing import Any, Callable, Sequence\n\nfrom ._base import Estimator\n")
    for estimator in ESTIMATORS:
        print(f"class {estimator.__name__}(Estimator):")
        for name, parameter in estimator._table.items():
            print(f"    {name}: {kind(name, parameter.default)}")
        print("    def __init__(self, *, " + ", ".join(
            f"{name}: {kind(name, parameter.default)} = ..." for name, parameter in estimator._table.items())
            + ") -> None: ...\n")
    print("ESTIMATORS: list[type[Estimator]]")


if __name__ == "__main__":
    main()
