"""The wheel and the source archive: they are whole, and the wheel works where NumPy is alone."""
import glob
import os
import subprocess
import sys
import tarfile
import zipfile

import numpy
from support import ROOT

SCRIPT = """
import sys
import numpy as np
import perceptron
from perceptron import ESTIMATORS, AveragedPerceptron, Perceptron, certify
for name in ("sklearn", "scipy", "pandas", "tqdm"):
    try:
        __import__(name)
    except ImportError:
        continue
    sys.exit(name + " is there")
X, y = np.array([[0., 1], [1, 0], [0, 2], [2, 0]]), np.array(["a", "b", "a", "b"])
import pickle, warnings
warnings.simplefilter("ignore")
for kind in ESTIMATORS:
    fitted = kind().fit(X, y)
    assert fitted.score(X, y) == 1.0, kind
    assert pickle.loads(pickle.dumps(fitted)).predict(X).tolist() == y.tolist()
assert Perceptron(eta0=0.5).set_params(max_iter=3).get_params()["max_iter"] == 3
assert repr(Perceptron(eta0=0.5)) == "Perceptron(eta0=0.5)"
assert not hasattr(Perceptron(), "predict_proba") and hasattr(Perceptron(), "partial_fit")
assert certify(X, y).separable
try:
    Perceptron().predict(X)
except ValueError as error:
    assert "not fitted" in str(error)
Perceptron(verbose=True).fit(X, y)
print("works")
"""


def test_the_wheel_works_in_an_empty_environment_with_numpy_alone():
    subprocess.run([os.path.join(ROOT, "tools", "python"), "dist"], check=True, capture_output=True)
    wheel, = glob.glob(os.path.join(ROOT, "build", "python-dist", "*-abi3-*.whl"))
    subprocess.run(["/usr/bin/python3", "-m", "venv", "--without-pip", "alone"], check=True)
    place, = glob.glob("alone/lib/python3*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        assert any(name.endswith("py.typed") for name in archive.namelist())
        archive.extractall(place)
    # The system's NumPy, and cffi, which the package needs; nothing else of the system's.
    system = os.path.dirname(os.path.dirname(numpy.__file__))
    for path in [os.path.join(system, "numpy"), *glob.glob(os.path.join(system, "*cffi*")),
                 *glob.glob(os.path.join(system, "pycparser"))]:
        os.symlink(path, os.path.join(place, os.path.basename(path)))
    shown = subprocess.run(["alone/bin/python", "-c", SCRIPT], capture_output=True, text=True)
    assert shown.stdout.strip() == "works", shown.stdout + shown.stderr


def test_the_source_archive_has_all_that_a_build_needs():
    archive, = glob.glob(os.path.join(ROOT, "build", "python-dist", "*.tar.gz"))
    with tarfile.open(archive) as content:
        names = {name.partition("/")[2] for name in content.getnames()}
        for wanted in ("pyproject.toml", "setup.py", "declarations.py", "shim.c", "shim.h", "perceptron/__init__.py",
                       "engine/include/perceptron.h", "engine/CMakeLists.txt", "engine/src/api/api.c",
                       "engine/cli/words/training.c"):
            assert wanted in names, wanted
        assert not any("/build/" in name or name.endswith((".so", ".pyc")) for name in names)
        if not os.environ.get("PERCEPTRON_LONG"):
            return
        content.extractall("source")   # the long form: the engine is compiled from the archive
    folder, = glob.glob("source/*")
    environment = {key: value for key, value in os.environ.items() if key != "PERCEPTRON_BUILD"}
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-index", "--no-deps", "-w", "made",
                    folder], check=True, capture_output=True, env=environment)
    assert glob.glob("made/*.whl")
