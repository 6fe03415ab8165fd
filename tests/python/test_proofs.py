"""Proofs: what certify says is so, checked by the command, by hand, and by linear programming."""
import subprocess
import sys
import textwrap
from fractions import Fraction

import numpy as np
import pandas as pd
from scipy.optimize import linprog
from support import command, example, refused, two_blobs

from perceptron import Dataset, OptionError, certify, separation, verify


def test_a_contradiction_adds_up_to_zero():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(40, 4)).round(2), rng.integers(0, 2, 40)
    proof = certify(X, y)
    assert proof.verdict == "not separable" and proof.separable is False and len(proof.contradiction) <= 6
    total = [Fraction(0)] * 5
    for term in proof.contradiction:
        sign = term.multiplier * (1 if y[term.row] == 1 else -1)
        assert term.multiplier > 0
        total = [a + sign * Fraction(b) for a, b in zip(total, [*X[term.row].tolist(), 1.0])]
    assert total == [0] * 5


def test_the_margin_is_bracketed_and_the_certificate_verified_by_the_command():
    X, y = two_blobs(60, 3, gap=3.0)
    proof = certify(X, y)
    assert proof.separable and 0 < proof.margin.lower <= proof.margin.upper
    proof.save("rows.cert")
    np.save("x.npy", X)
    np.save("y.npy", y)
    assert "Accepted" in command("verify", "rows.cert", "x.npy", "--labels", "y.npy")
    assert verify("rows.cert", X, y).accepted and verify(proof, X, y).accepted
    other = X.copy()
    other[7, 1] += 1e-9
    answer = verify(proof, other, y)
    assert not answer.accepted and answer.reason
    assert "theorem" in proof.explain().lower() and str(60) in proof.explain()


def test_the_label_of_an_answer_is_whole():
    short, whole = "a" * 159, "a" * 159 + "b"
    X, y = [[0.0, 5.0], [1.0, 5.0], [0.0, 0.0], [1.0, 0.0]], [whole, whole, "z", short]
    answer = verify(certify(X, y, positive=whole), X, y)
    assert answer.accepted and answer.positive == whole


def test_files_are_certified_as_the_command_certifies_them():
    set = Dataset.load(example("iris.csv"), positive="setosa", digits=True)
    command("certify", example("iris.csv"), "--positive", "setosa", "-o", "command.cert")
    with open("command.cert", "rb") as file:
        assert certify(set).to_bytes() == file.read()
    xor = certify(Dataset.load(example("xor.csv"), digits=True))
    assert xor.explain() == command("explain", example("xor.csv"), "-q").strip()
    assert "    =     (0, 0, 0)" in xor.explain() and xor.facts.literal
    all_at_once = certify(Dataset.load(example("iris.csv"), digits=True))
    assert all_at_once.separable is not None and all_at_once.facts.classes == 3


def test_ctrl_c_ends_a_proof():
    script = textwrap.dedent("""
        import os, signal, threading, numpy as np
        from perceptron import certify
        signal.signal(signal.SIGINT, signal.default_int_handler)
        rng = np.random.default_rng(0)
        y = rng.integers(0, 2, 20000)
        X = rng.normal(size=(20000, 60)) + 0.3 * (2 * y[:, None] - 1)
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            for _ in range(10000):
                certify(X, y)   # each is over soon: it must not take the signal for itself and say 'undecided'
        except KeyboardInterrupt:
            print("stopped")
    """)
    shown = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=60)
    assert shown.stdout == "stopped\n" and shown.stderr == ""


def test_many_labels_are_held_against_each_other_or_against_the_rest():
    X = np.array([[0.0, 0], [0, 1], [5, 0], [5, 1], [0, 9], [1, 9]])
    y = np.array([0, 0, 1, 1, 2, 2])
    assert certify(X, y).separable and certify(X, y).facts.classes == 3
    assert certify(X, y, positive=2).separable
    refused(OptionError, "no row is labelled '7'", lambda: certify(X, y, positive=7))
    refused(OptionError, "two labels or more", lambda: certify(X, np.zeros(6)))


def is_separated(X, y, strictly):
    """By linear programming: does some hyperplane have all rows on their side (strictly), or on it and some off it?"""
    A = (2 * y - 1)[:, None] * np.c_[X, np.ones(len(y))]
    if strictly:
        return linprog(np.zeros(A.shape[1]), -A, -np.ones(len(y)), bounds=(None, None)).status == 0
    answer = linprog(-A.sum(axis=0), -A, np.zeros(len(y)), bounds=(-1, 1))
    return -answer.fun > 1e-9


def test_separation_of_regressions_is_what_linear_programs_say():
    rng = np.random.default_rng(1)
    seen = set()
    for _ in range(40):
        n, d = int(rng.integers(4, 9)), int(rng.integers(1, 4))
        X, y = rng.integers(0, 3, (n, d)).astype(float), rng.integers(0, 2, n)
        if y.min() == y.max():
            continue
        found = separation(X, y)
        complete, some = is_separated(X, y, True), is_separated(X, y, False)
        assert found.kind == ("complete" if complete else "quasi-complete" if some else "none"), (X, y)
        seen.add(found.kind)
        if found.kind == "none":
            assert not found.columns and found.rows
            continue
        alone = X[:, found.columns]
        assert is_separated(alone, y, complete)
        for left_out in range(len(found.columns)):   # none can be spared
            rest = np.delete(alone, left_out, axis=1)
            kind = separation(rest, y).kind if rest.shape[1] else "none"
            assert kind != found.kind
        if found.kind == "quasi-complete":
            assert 0 < len(found.rows) < n
    assert seen == {"complete", "quasi-complete", "none"}


def test_separation_names_columns_of_frames_and_rows_off_the_boundary():
    frame = pd.DataFrame({"age": [30, 41, 52, 60, 45, 38.5], "flag": [0, 0, 0, 0, 1, 1], "y": [0, 1, 0, 1, 1, 1]})
    found = separation(frame[["age", "flag"]], frame["y"])
    assert found.kind == "quasi-complete" and found.columns == ["flag"] and found.rows == [4, 5]
    assert found.weights["flag"] > 0 and "2 rows are predicted" in str(found)
    assert "1 row is predicted" in str(separation(frame[["age", "flag"]].head(5), frame["y"].head(5)))
    assert separation(frame, frame["y"], columns=["age"]).kind == "none"
    assert separation(frame, frame["y"], columns="flag").kind == "quasi-complete"
    refused(ValueError, "Expected 2D array", lambda: separation([1, 2, 3], [0, 1, 0]))
    refused(OptionError, "no column 'weight'", lambda: separation(frame, frame["y"], columns=["weight"]))
