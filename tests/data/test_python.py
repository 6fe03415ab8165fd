"""The Python package on real images: scikit-learn's weights, and the command's model."""
import glob
import os
import subprocess
import sys
import warnings

import command
import numpy as np
from test_scikit_learn import idx


def package():
    """The package as `make python` installs it."""
    subprocess.run([os.path.join(command.ROOT, "tools", "python")], check=True)
    sys.path[:0] = glob.glob(os.path.join(command.ROOT, "build", "python", "lib", "python3*", "site-packages"))
    import perceptron
    return perceptron


def test_python_weights_on_mnist_0_against_1_are_scikit_learns_to_the_last_bit():
    from sklearn.linear_model import Perceptron
    y = idx(command.data("images", "train-labels-idx1-ubyte.gz"))
    x = np.ascontiguousarray(idx(command.data("images", "train-images-idx3-ubyte.gz"))[y < 2], dtype=np.uint8)
    warnings.simplefilter("ignore")
    ours = package().Perceptron(shuffle=False, max_iter=10).fit(x, y[y < 2])
    theirs = Perceptron(shuffle=False, tol=None, max_iter=10).fit(x.astype(np.float64), y[y < 2])
    assert ours.coef_.tobytes() == theirs.coef_.tobytes() and ours.intercept_.tobytes() == theirs.intercept_.tobytes()
    assert ours.score(x, y[y < 2]) > 0.99


def test_python_reads_images_as_the_command_does():
    perceptron = package()
    images = command.data("images", "train-images-idx3-ubyte.gz")
    labels = command.data("images", "train-labels-idx1-ubyte.gz")
    rows = perceptron.Dataset.load(images, labels=labels, classes="3,5")
    warnings.simplefilter("ignore")
    model = perceptron.train(rows, algorithm="averaged", epochs=3)
    command.train(images, "--labels", labels, "--classes", "3,5", "--algorithm", "averaged", "--epochs", "3")
    theirs = perceptron.Model.load(command.temporary("model"))
    assert theirs.weights.tobytes() == model.weights.tobytes() and theirs.why == model.why
