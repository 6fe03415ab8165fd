#!/usr/bin/python3
"""Holds what `perceptron certify` says about rows on the boundary against the simplex method over fractions.

    boundary.py PERCEPTRON FOLDER SETS [SEED]

Makes SETS small tables of two or three labels with few distinct values in FOLDER; three are asked about all at once.
Row i lies on every hyperplane that has no row on its wrong side exactly when some multipliers >= 0 have lambda_i = 1 and
sum lambda_j a_j = 0. Every answer but "not known" must be that of the fractions, every certificate is checked by
`perceptron verify` and by verify.py.
Prints the counts; exit 1 with the set at the first false answer."""
import argparse
import json
import os
import random
import subprocess
import sys
from fractions import Fraction

import verify


def feasible(columns, target):
    """Whether columns with multipliers >= 0 sum to the target: phase 1 of the simplex method, Bland's rule."""
    m = len(target)
    flip = [-1 if t < 0 else 1 for t in target]
    table = [[Fraction(flip[i] * column[i]) for column in columns] + [Fraction(int(i == k)) for k in range(m)] +
             [Fraction(flip[i] * target[i])] for i in range(m)]
    basis = [len(columns) + i for i in range(m)]
    cost = [sum(row[k] for row in table) for k in range(len(columns))] + [Fraction(0)] * m + \
        [sum(row[-1] for row in table)]
    while True:
        enter = next((k for k in range(len(columns)) if cost[k] > 0), None)
        if enter is None:
            return cost[-1] == 0
        ratios = [(table[i][-1] / table[i][enter], basis[i], i) for i in range(m) if table[i][enter] > 0]
        leave = min(ratios)[2]
        pivot = table[leave][enter]
        table[leave] = [value / pivot for value in table[leave]]
        for row in [table[i] for i in range(m) if i != leave] + [cost]:
            factor = row[enter]
            if factor != 0:
                row[:] = [value - factor * other for value, other in zip(row, table[leave])]
        basis[leave] = enter


def forced_rows(a):
    return [i for i in range(len(a)) if feasible(a[:i] + a[i + 1:], [-value for value in a[i]])]


def make_set(rng):
    """Rows of few values, most with equal rows or rows in one hyperplane; at least one row of each label."""
    n, d = rng.randint(3, 10), rng.randint(1, 5)
    values = rng.choice([[0, 1], [0, 1], [0, 1, 2], [-1, 0, 1], ["0.1", "0.2", "0.3"], [0, 3, "1e9"]])
    rows = [[rng.choice(values) for _ in range(d)] for _ in range(n)]
    if d > 1 and rng.random() < 0.3:
        for row in rows:
            row[-1] = row[0]
    k = rng.choice([2, 2, 3])
    labels = [rng.randrange(k) for _ in range(n)]
    labels[:k] = range(k)
    return rows, labels


def signed_rows(rows, labels, bias):
    """a = y (x, 1), exactly; of three labels one such row for each row and rival."""
    if max(labels) == 1:
        return [[(1 if label else -1) * Fraction(value) for value in row + ([1] if bias else [])]
                for row, label in zip(rows, labels)]
    raw = [(0, str(label), {j: Fraction(value) for j, value in enumerate(row, 1)}) for row, label in zip(rows, labels)]
    stacked, width = verify.stack(raw, len(rows[0]), ["0", "1", "2"], bias)
    return [[(1 if sign == "+" else -1) * Fraction(x.get(j, 0)) for j in range(1, width + 1)] for _, sign, x in stacked]


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False)


def oracle(cert, data):
    options = argparse.Namespace(data=data, format="csv", label=None, no_header=True)
    try:
        with open(cert, encoding="utf-8", newline="") as file:
            verify.verify(file.read(), options)
    except verify.Refused:
        return False
    return True


def main():
    perceptron, folder, sets, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:] or ["1"]
    rng = random.Random(int(seed[0]))
    data, cert = os.path.join(folder, "set.csv"), os.path.join(folder, "set.cert")
    count = {"separable": 0, "exists": 0, "none": 0, "not known": 0, "counted": 0}
    for _ in range(sets):
        rows, labels = make_set(rng)
        bias = rng.random() < 0.7
        with open(data, "w", encoding="utf-8") as file:
            for row, label in zip(rows, labels):
                print(*row, label, sep=",", file=file)
        options = ["--header", "no"] + ([] if bias else ["--no-bias"])
        options += ["--multiclass", "direct"] if max(labels) > 1 else []
        answer = run(perceptron, "certify", data, "--json", "-o", cert, *options)
        found = json.loads(answer.stdout)
        a = signed_rows(rows, labels, bias)
        forced = forced_rows(a)
        if run(perceptron, "verify", cert, data, "--header", "no", "-q").returncode != 0 or not oracle(cert, data):
            sys.exit(f"refused: {rows} {labels} bias {bias}")
        good = (found["verdict"] == "separable") == (not forced)
        boundary = found["boundary"]
        if not forced:
            count["separable"] += 1
        elif boundary is None:
            count["not known"] += 1
            print(f"not known: {rows} {labels} bias {bias}", file=sys.stderr)
        elif boundary["exists"]:
            count["exists"] += 1
            least, most = boundary["forced"]["at_least"], boundary["forced"]["at_most"]
            count["counted"] += least == most
            good = good and len(forced) < len(a) and least <= len(forced) <= most
        else:
            count["none"] += 1
            good = good and len(forced) == len(a)
        if not good:
            sys.exit(f"false: {rows} {labels} bias {bias}: {len(forced)} rows are forced; {boundary}")
    print(*(f"{name} {number}" for name, number in count.items()), sep=", ")


if __name__ == "__main__":
    main()
