"""Types: the stubs of the constructors are those that the engine's tables give, and mypy takes them."""
import os
import subprocess
import sys

import perceptron

SCRIPT = """
from perceptron import AveragedPerceptron, Dataset, LinearSVM, certify, train
import numpy as np
X, y = np.zeros((4, 2)), np.array([0, 1, 0, 1])
model = LinearSVM(C=0.5, max_iter=10, class_weight="balanced").fit(X, y)
why: str = model.stop_reason_
lower: float = model.margin_.lower
found: np.ndarray = AveragedPerceptron().fit(X, y).predict(X)
separable: "bool | None" = certify(X, y).separable
train(Dataset.load("x.csv"), algorithm="pdm").save("x.model")
"""


def test_stubs_are_what_the_tables_say():
    made = subprocess.run([sys.executable, "-m", "perceptron._stubs"], check=True, capture_output=True, text=True).stdout
    path = os.path.join(os.path.dirname(perceptron.__file__), "_estimators.pyi")
    with open(path, encoding="utf-8") as file:
        assert file.read() == made, "python -m perceptron._stubs > python/perceptron/_estimators.pyi"
    assert os.path.exists(os.path.join(os.path.dirname(perceptron.__file__), "py.typed"))


def test_mypy_knows_the_parameters():
    wrong = SCRIPT.replace("C=0.5", "D=0.5").replace("why: str", "why: int")
    for name, script in (("right.py", SCRIPT), ("wrong.py", wrong)):
        with open(name, "w") as file:
            file.write(script)
    shown = subprocess.run(["/usr/bin/python3", "-m", "mypy", "--ignore-missing-imports", "--follow-imports=silent",
                            "--python-executable", sys.executable, "right.py", "wrong.py"], capture_output=True, text=True)
    assert "right.py" not in shown.stdout, shown.stdout
    assert "Unexpected keyword argument \"D\"" in shown.stdout and "Incompatible types" in shown.stdout, shown.stdout
