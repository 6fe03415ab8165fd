"""Passive-aggressive and confidence-weighted learning, Pegasos and ROMMA in the slowest and most obvious way, to compare the
library with. Rows in the given order; the bias is a constant feature 1, its weight the last.

    online.py ROWS.csv MODEL.json ALGORITHM PARAMETER EPOCHS    (the last column is the label)
"""
import csv
import json
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    return [([float(cell) for cell in row[:-1]] + [1.0], row[-1]) for row in rows]


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def passive_aggressive(step):
    def learn(w, state, x, y):
        loss = max(0.0, 1.0 - y * dot(w, x))
        if loss > 0.0:
            tau = step(loss, dot(x, x))
            for j, value in enumerate(x):
                w[j] += tau * y * value
    return learn


def arow(r):
    def learn(w, sigma, x, y):
        margin = y * dot(w, x)
        if margin >= 1.0:
            return
        spread = sum(s * v * v for s, v in zip(sigma, x))
        beta = 1.0 / (spread + r)
        alpha = (1.0 - margin) * beta
        for j, value in enumerate(x):
            w[j] += alpha * y * sigma[j] * value
        for j, value in enumerate(x):
            sigma[j] -= beta * (sigma[j] * value) ** 2
    return learn


def pegasos(lam):
    t = 0

    def learn(w, state, x, y):
        nonlocal t
        t = 1 if not any(w) else t + 1
        loss = y * dot(w, x) < 1.0
        for j, value in enumerate(x):
            w[j] = (1.0 - 1.0 / t) * w[j] + (y * value / (lam * t) if loss else 0.0)
    return learn


def romma(w, state, x, y):
    """The shortest u with y u.x = 1 and u.w = w.w, by the two equations themselves: u = a w + b y x."""
    p, ww, xx = y * dot(w, x), dot(w, w), dot(x, x)
    if p > 0.0:
        return
    bounded = 0.0 < ww * xx < 1e16 and ww * xx > p * p
    b = (1.0 - p) * ww / (ww * xx - p * p) if bounded else 1.0 / xx
    a = (ww - b * p) / ww if bounded else 0.0
    for j, value in enumerate(x):
        w[j] = a * w[j] + b * y * value


def one_against_the_rest(rows, rule, epochs):
    names = sorted({label for _, label in rows})
    return [two_classes([(x, "b" if label == name else "a") for x, label in rows], rule(), epochs)[0] for name in names]


def two_classes(rows, learn, epochs):
    names = sorted({label for _, label in rows})
    w, state = [0.0] * len(rows[0][0]), [1.0] * len(rows[0][0])
    for _ in range(epochs):
        for x, label in rows:
            learn(w, state, x, 1.0 if label == names[1] else -1.0)
    return [w]


def many_classes(rows, algorithm, parameter, epochs):
    """The row's own class and its best rival move; the direction is (x, -x), its squared length twice x's."""
    names = sorted({label for _, label in rows})
    w = [[0.0] * len(rows[0][0]) for _ in names]
    sigma = [[1.0] * len(rows[0][0]) for _ in names]
    for _ in range(epochs):
        for x, label in rows:
            own = names.index(label)
            scores = [dot(v, x) for v in w]
            rival = max((c for c in range(len(names)) if c != own), key=lambda c: (scores[c], -c))
            loss = 1.0 - (scores[own] - scores[rival])
            if loss <= 0.0:
                continue
            if algorithm == "arow":
                spread = sum((s + t) * v * v for s, t, v in zip(sigma[own], sigma[rival], x))
                beta = 1.0 / (spread + parameter)
                for c, sign in ((own, 1.0), (rival, -1.0)):
                    for j, value in enumerate(x):
                        w[c][j] += sign * loss * beta * sigma[c][j] * value
                        sigma[c][j] -= beta * (sigma[c][j] * value) ** 2
                continue
            norm2 = 2.0 * dot(x, x)
            tau = min(parameter, loss / norm2) if algorithm == "pa-1" else loss / (norm2 + 0.5 / parameter)
            for j, value in enumerate(x):
                w[own][j] += tau * value
                w[rival][j] -= tau * value
    return w


def main():
    path, model, algorithm, parameter, epochs = sys.argv[1:]
    rows, parameter, epochs = read(path), float(parameter), int(epochs)
    rules = {
        "pa-1": passive_aggressive(lambda loss, norm2: min(parameter, loss / norm2)),
        "pa-2": passive_aggressive(lambda loss, norm2: loss / (norm2 + 1.0 / (2.0 * parameter))),
        "arow": arow(parameter),
        "pegasos": pegasos(parameter),
        "romma": romma,
    }
    shrinking = {"pegasos": lambda: pegasos(parameter), "romma": lambda: romma}
    many = len({label for _, label in rows}) > 2
    if many and algorithm in shrinking:
        wanted = one_against_the_rest(rows, shrinking[algorithm], epochs)
    elif many:
        wanted = many_classes(rows, algorithm, parameter, epochs)
    else:
        wanted = two_classes(rows, rules[algorithm], epochs)
    with open(model, encoding="utf-8") as file:
        shown = json.load(file)
    found = shown["weights"] if many else [shown["weights"]]
    bias = shown["bias"] if many else [shown["bias"]]
    largest = max(abs(v) for w in wanted for v in w)
    for w, f, b in zip(wanted, found, bias, strict=True):
        for p, q in zip(w, f + [b], strict=True):
            if abs(p - q) > 1e-12 * largest:
                sys.exit(f"{algorithm}: {p!r} is wanted, {q!r} was found")


main()
