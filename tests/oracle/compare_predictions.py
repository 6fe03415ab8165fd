#!/usr/bin/env python3
"""Compares the answers of the command with those of model_reader.py, on a table of numbers.

    compare_predictions.py MODEL TABLE.csv ANSWERS.tsv TOLERANCE [--probabilities]

A line of ANSWERS is a label, TAB, and the scores, or the probabilities of the classes.
"""
import csv
import sys

import model_reader


def raw_rows(model, path):
    """The cells of each feature, by the names of the columns."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    columns = {name: i for i, name in enumerate(rows[0])}
    numbers = sorted((c["feature"], columns[c["name"]]) for c in model["recipe"]["columns"] if c["role"] == "number")
    return [[float(row[at]) for _, at in numbers] for row in rows[1:]]


def main():
    with open(sys.argv[1], "rb") as file:
        model = model_reader.load(file.read())
    rows = raw_rows(model, sys.argv[2])
    with open(sys.argv[3], encoding="utf-8") as file:
        answers = [line.split("\t") for line in file.read().splitlines()]
    tolerance, close = float(sys.argv[4]), 0
    assert len(rows) == len(answers) > 0
    for number, (x, (label, *wanted)) in enumerate(zip(rows, answers), 1):
        scores, name = model_reader.score(model, x)
        got = model_reader.probabilities(model, scores) if sys.argv[5:] == ["--probabilities"] else scores
        if len(got) != len(wanted):
            sys.exit("row %d: %d numbers, the command has %d" % (number, len(got), len(wanted)))
        for a, b in zip(got, map(float, wanted)):
            if not abs(a - b) <= tolerance * max(1.0, abs(b)):
                sys.exit("row %d: %r, the command says %r" % (number, a, b))
        first, second = sorted(got + [0.0], reverse=True)[:2]
        tied = sys.argv[5:] == ["--probabilities"] and first - second <= tolerance   # rounding decides
        close += name != label and not tied
    if close > (0 if tolerance < 1e-6 else len(rows) // 50):   # floats may fall on the other side of a boundary
        sys.exit("%d labels differ" % close)


if __name__ == "__main__":
    main()
