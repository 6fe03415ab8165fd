"""What the tests share: the command, small sets, a check that something is refused with a sentence."""
import os
import subprocess
import warnings

import numpy as np

COMMAND = os.environ["PERCEPTRON"]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LONG = bool(os.environ.get("PERCEPTRON_LONG"))


def command(*words):
    """What the command prints."""
    return subprocess.run([COMMAND, *words], check=True, capture_output=True, text=True).stdout


def command_model(*words):
    """The bytes of the model that `perceptron train WORDS` writes."""
    command("train", *words, "-q", "-o", "command.model")
    with open("command.model", "rb") as file:
        return file.read()


def example(name):
    return os.path.join(ROOT, "examples", "data", name)


def two_blobs(n=200, d=5, seed=0, gap=2.0):
    """Two classes, 0 and 1, that can be separated when the gap is wide."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    y[:2] = 0, 1
    return rng.normal(size=(n, d)) + gap * (2 * y[:, None] - 1), y


def quietly(work):
    """Without warnings: a budget may run out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return work()


def refused(kind, words, work):
    """That work() raises this kind of error with these words in its sentence."""
    try:
        quietly(work)
    except kind as error:
        assert words in str(error), f"{error!r} does not say {words!r}"
        return error
    raise AssertionError(f"nothing was refused; wanted {kind.__name__} with {words!r}")
