#!/usr/bin/python3
"""Proofs beside what one would use instead: a linear program (scipy's linprog, HiGHS) and a support vector machine
with a huge C (scikit-learn's SVC). Prints the table of docs/certificates.md.

    bench/certify.py [NAME...]

Reads $PERCEPTRON_DATA (default ../shared/data). Times are processor seconds: ours with reading the file and proving
verdict and margins, theirs of the solver alone, on the same rows in memory. A solver has 20 of them."""
import os
import resource
import signal
import subprocess
import sys
import time

import numpy
import scipy.sparse

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
DATA = os.path.join(ROOT, os.environ.get("PERCEPTRON_DATA") or os.path.join("..", "shared", "data"))
PERCEPTRON = os.path.join(ROOT, "build", "bin", "perceptron")
LIMIT = 20

SETS = {   # file, options, label of the positive rows, column of the label (CSV)
    "iris, setosa": ("csv/iris.csv", ["--positive", "setosa"], "setosa", -1),
    "iris, virginica": ("csv/iris.csv", ["--positive", "virginica"], "virginica", -1),
    "sonar_scale": ("libsvm/sonar_scale", [], 1, None),
    "breast_cancer, raw": ("csv/breast_cancer.csv", [], "malignant", -1),
    "heart_scale": ("libsvm/heart_scale", [], 1, None),
    "spam.csv": ("csv/spam.csv", [], "spam", -1),
    "mushrooms": ("libsvm/mushrooms", [], 2, None),
    "a9a": ("libsvm/a9a.gz", [], 1, None),
    "w8a": ("libsvm/w8a.gz", [], 1, None),
    "olivetti, person 0": ("images/olivetti.csv.gz", ["--label", "1", "--positive", "0"], "0", 0),
    "MNIST 0 and 1": ("images/train-images-idx3-ubyte.gz", ["--classes", "0,1"], (0, 1), None),
    "MNIST 4 and 9": ("images/train-images-idx3-ubyte.gz", ["--classes", "4,9"], (4, 9), None),
    "enron": ("libsvm/enron_spam.bow.svm.gz", [], 1, None),
}


def load_csv(path, positive, column):
    import gzip
    with gzip.open(path, "rt") if path.endswith(".gz") else open(path, encoding="utf-8") as lines:
        cells = [line.strip().split(",") for line in lines]
    if not cells[0][0].strip('"').replace(".", "").isdigit():
        cells = cells[1:]
    y = numpy.array([1.0 if row[column].strip('"') == positive else -1.0 for row in cells])
    for row in cells:
        del row[column]
    return numpy.array(cells, dtype=float), y


def load_digits(classes):
    import gzip
    def content(name, skip):
        return numpy.frombuffer(gzip.open(os.path.join(DATA, "images", name)).read(), "u1", offset=skip)
    labels, pixels = content("train-labels-idx1-ubyte.gz", 8), content("train-images-idx3-ubyte.gz", 16)
    chosen = (labels == classes[0]) | (labels == classes[1])
    return pixels.reshape(-1, 784)[chosen].astype(float), numpy.where(labels[chosen] == classes[1], 1.0, -1.0)


def load(name):
    file, _, positive, column = SETS[name]
    path = os.path.join(DATA, file)
    if isinstance(positive, tuple):
        return load_digits(positive)
    if column is not None:
        return load_csv(path, positive, column)
    from sklearn.datasets import load_svmlight_file
    x, y = load_svmlight_file(path)
    return x, numpy.where(y == positive, 1.0, -1.0)


def by_program(x, y):
    """Weights with every product at least 1, if the solver finds any."""
    from scipy.optimize import linprog
    rows = scipy.sparse.hstack([scipy.sparse.csr_matrix(x), numpy.ones((len(y), 1))]).tocsr()
    rows = -scipy.sparse.diags(y) @ rows
    found = linprog(numpy.zeros(rows.shape[1]), A_ub=rows, b_ub=-numpy.ones(len(y)), bounds=(None, None), method="highs")
    return {0: "separable", 2: "not separable"}.get(found.status, "no answer")


def by_machine(x, y):
    from sklearn.svm import SVC
    found = SVC(kernel="linear", C=1e10).fit(x, y)
    right = (found.predict(x) == y).all()
    return f"separable, {1 / numpy.linalg.norm(found.coef_.toarray() if scipy.sparse.issparse(found.coef_) else found.coef_):.6g}" \
        if right else "no answer"


SOLVERS = {"linprog": by_program, "svc": by_machine}


def solve(solver, name):
    """In a process of its own, so that it can be stopped: prints seconds and answer."""
    import scipy.optimize, sklearn.svm   # noqa: E401,F401  not part of the time
    x, y = load(name)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + LIMIT + 1, -1))
    start = time.process_time()
    answer = SOLVERS[solver](x, y)
    print(f"{time.process_time() - start:.2f} s: {answer}")


def theirs(solver, name):
    done = subprocess.run([sys.executable, __file__, "--solve", solver, name], capture_output=True, text=True)
    if done.returncode == -signal.SIGXCPU:
        return f"no answer in {LIMIT} s"
    if done.returncode != 0:
        raise RuntimeError(f"{solver} on {name}: exit {done.returncode}: {done.stderr}")
    return done.stdout.strip()


def ours(name):
    import json
    file, options = SETS[name][:2]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([PERCEPTRON, "certify", os.path.join(DATA, file), *options, "--json"], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    report = json.loads(done.stdout)
    found = report["verdict"]
    if found == "separable":
        found += f", {report['margin']['distance']['lower']:.6g}"
    elif report["rows"]:
        found += f", {len(report['rows'])} rows"
    return f"{seconds:.2f} s: {found}"


def main():
    if sys.argv[1:2] == ["--solve"]:
        solve(*sys.argv[2:])
        return 0
    if not os.path.isdir(DATA):
        print(f"bench/certify.py: there is no folder '{DATA}'; PERCEPTRON_DATA must name one with the real data sets",
              file=sys.stderr)
        return 1
    print("| set | `perceptron certify` | `linprog`, HiGHS | `SVC(C=1e10)` |\n|---|---|---|---|")
    for name in sys.argv[1:] or SETS:
        print(f"| {name} | {ours(name)} | {theirs('linprog', name)} | {theirs('svc', name)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
