"""The command as these tests call it, and where things are."""
import json
import os
import subprocess

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
DATA = os.path.join(ROOT, os.environ.get("PERCEPTRON_DATA") or os.path.join("..", "shared", "data"))
EXAMPLES = os.path.join(ROOT, "examples", "data")
PERCEPTRON = os.environ.get("PERCEPTRON") or os.path.join(ROOT, "build", "bin", "perceptron")

scratch = None   # a folder of its own for each test; set by `run`


def data(*parts):
    return os.path.join(DATA, *parts)


def example(name):
    return os.path.join(EXAMPLES, name)


def temporary(name):
    return os.path.join(scratch, name)


def perceptron(*words, stdin=None):
    """What it prints; its error message as an exception when it fails."""
    done = subprocess.run([PERCEPTRON, *map(str, words)], stdin=stdin or subprocess.DEVNULL, capture_output=True)
    if done.returncode != 0:
        raise RuntimeError(f"perceptron {' '.join(map(str, words))}: exit {done.returncode}: "
                           f"{done.stderr.decode('utf-8', 'replace').strip()}")
    return done.stdout.decode()


def train(*words, model="model", stdin=None):
    """The report as an object."""
    return json.loads(perceptron("train", *words, "-o", temporary(model), "--json", stdin=stdin))


def test(*words, model="model"):
    return json.loads(perceptron("test", temporary(model), *words, "--json"))


def show(model="model"):
    return json.loads(perceptron("show", temporary(model), "--json"))


def model_bytes(model="model"):
    with open(temporary(model), "rb") as file:
        return file.read()
