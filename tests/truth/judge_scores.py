"""Scores of kernels, networks and neighbours, from what the model holds (docs/export.md, read by
tests/oracle/export_reader.py; rows of the file for neighbours), in floats: no exact value has an exponential. What
follows from scores must be so wherever the tolerance leaves no doubt: labels, errors, areas, losses, margins of
kernels."""
import math
import os
import sys
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle"))
import export_reader   # noqa: E402

TOLERANCE = 1e-9   # of the largest sum of terms


def scores_by_hand(case, kind, exported):
    """[row][vector] of scores, and what they may be off by."""
    if kind == "neighbours":
        return votes(case)
    rows = [[float(v) for v in x] for x in case.facts.x]
    scores = [export_reader.scores_of(exported, dict(enumerate(row))) for row in rows]
    share = TOLERANCE
    if exported.get("kernel", {}).get("name") == "rbf":   # |x - z|^2 is the difference of two larger sums
        share = min(1.0, share + 1e-14 * exported["kernel"]["gamma"] * float(min(case.facts.radius2, 10 ** 300)))
    return scores, share * max([1e-300] + [size_of(exported, row) for row in rows])


def size_of(exported, row):
    """How large the sum of the sizes of all terms is: what rounding errors are a share of."""
    if "rows" in exported:
        k, n, total = exported["kernel"], len(row), 0.0
        x = dict(enumerate(row))
        for kept in exported["rows"]:
            z = dict(zip(kept.get("features", range(len(kept["values"]))), kept["values"]))
            big = dict(k, coef0=abs(k["coef0"]))
            value = export_reader.kernel(big, {j: abs(v) for j, v in z.items()}, {j: abs(v) for j, v in x.items()}, n) \
                if k["name"] != "rbf" else 1.0
            total += max(map(abs, kept["alpha"])) * (abs(value) + abs(k["constant"]))
        return total
    values = [abs(v) for v in row]
    for i, layer in enumerate(exported["layers"]):
        values = [sum(abs(w) * v for w, v in zip(unit, values)) + abs(b)
                  for unit, b in zip(layer["weights"], layer["bias"])]
        if i + 1 < len(exported["layers"]) and exported["activation"] in ("sigmoid", "tanh", "sign"):
            values = [max(1.0, 0 * v) for v in values]
    return max(values) * 4.0 ** len(exported["layers"])


def apart(f):
    """Squared distances between rows that differ; those that no double holds are not judged."""
    return [sum((a - b) ** 2 for a, b in zip(x, z)) for x in f.x for z in f.x if x != z]


def can_vote(case):
    return all(Fraction(1e-290) < d < Fraction(1e300) for d in apart(case.facts))


def votes(case):
    """The share of the positive label among the k nearest rows less the other's, or all shares; None where equally near
    rows of different labels compete for the last places."""
    f, k = case.facts, min(case.count("k", 1), case.facts.n)
    out = []
    for x in f.x:
        way = [sum((a - b) ** 2 for a, b in zip(x, z)) for z in f.x]
        near = sorted(range(f.n), key=lambda i: way[i])
        edge = [i for i in range(f.n) if way[i] == way[near[k - 1]]]
        if len({f.label[i] for i in edge}) > 1 and not set(edge) <= set(near[:k]):
            out.append(None)
            continue
        near = near[:k]
        shares = [sum(f.label[i] == c for i in near) / k for c in range(len(f.classes))]
        out.append([shares[1] - shares[0]] if f.binary else shares)
    return out, TOLERANCE


def judge_scores(judge, case, kind, exported, text):
    """`predict --scores`: a label and its scores in each line."""
    truth, room = scores_by_hand(case, kind, exported)
    lines = [line.split("\t") for line in text.splitlines()]
    judge.check(len(lines) == case.facts.n, f"{len(lines)} lines", str(case.facts.n))
    for i, (line, scores) in enumerate(zip(lines, truth)):
        if scores is None:
            continue
        said = [float(t) for t in line[1:]]
        judge.check(len(said) == len(scores) and all(abs(a - b) <= room for a, b in zip(said, scores)),
                    f"scores {said} of row {i + 1}", str(scores))
        answer(judge, case, line[0], scores, room, i)


def answer(judge, case, label, scores, room, i):
    if len(scores) == 1:
        if abs(scores[0]) > room:
            judge.check(label == case.classes[scores[0] > 0], f"row {i + 1} is {label}", f"its score is {scores[0]}")
        return
    best = max(scores)
    judge.check(scores[case.classes.index(label)] >= best - 2 * room, f"row {i + 1} is {label}", str(scores))


# ---- what follows from them ---------------------------------------------------------------------------------------

def leads(case, scores):
    """By how much each row is right."""
    if case.facts.binary:
        return [s * row[0] for s, row in zip(case.facts.sign, scores)]
    return [row[c] - max(v for r, v in enumerate(row) if r != c) for c, row in zip(case.facts.label, scores)]


def judge_from_scores(judge, case, kind, exported, result):
    """`test --json` of such a model."""
    scores, room = scores_by_hand(case, kind, exported)
    if None in scores:
        return
    own = leads(case, scores)
    unsure = sum(abs(p) <= 2 * room for p in own)
    wrong = sum(p < -2 * room for p in own)
    judge.check(wrong <= result["errors"] <= wrong + unsure, f"{result['errors']} rows are wrong", f"{wrong}, "
        f"{unsure} unsure")
    if result.get("perceptron_loss") is not None:
        loss = sum(max(0.0, -p) for p in own)
        judge.check(abs(result["perceptron_loss"] - loss) <= 2 * room * len(own), f"perceptron loss "
                    f"{result['perceptron_loss']}", str(loss))
    if result.get("functional_margin") is not None:
        judge.check(abs(result["functional_margin"] - min(own)) <= 2 * room, f"functional "
            f"{result['functional_margin']}",
                    str(min(own)))
    if kind == "kernel" and case.facts.binary and result.get("margin") is not None:
        kernel_margin(judge, exported, min(own), room, result["margin"])
    if result.get("log_loss") is not None and kind == "network":
        log_loss(judge, case, scores, exported, result)
    if case.facts.binary and result.get("auc") is not None:
        area(judge, case, scores, room, result["auc"])


def norm2(exported):
    """|f|^2 of a kernel's f, its constant counted: the sum over pairs of kept rows."""
    n, k, rows = len(exported["features"]), exported["kernel"], exported["rows"]
    kept = [(row["alpha"][0], dict(zip(row.get("features", range(len(row["values"]))), row["values"]))) for row in rows]
    return math.fsum(a * b * (export_reader.kernel(k, z, x, n) + k["constant"]) for a, z in kept for b, x in kept)


def margin_by_hand(case, exported):
    """The least y f(x) over the length of f; None where rounding leaves doubt."""
    scores, room = scores_by_hand(case, "kernel", exported)
    length2, least = norm2(exported), min(leads(case, scores))
    if not length2 > 1e-6 * sum(abs(row["alpha"][0]) for row in exported["rows"]) ** 2 or abs(least) < 1e7 * room:
        return None
    return least / math.sqrt(length2)


def kernel_margin(judge, exported, least, room, value):
    length2 = norm2(exported)
    if length2 > 1e-6 * sum(abs(row["alpha"][0]) for row in exported["rows"]) ** 2:
        truth = least / math.sqrt(length2)
        judge.check(abs(value - truth) <= 1e-6 * abs(truth) + 4 * room / math.sqrt(length2), f"margin {value}",
                    str(truth))


def log_loss(judge, case, scores, exported, result):
    total = 0.0
    for row, c in zip(scores, case.facts.label):
        if len(row) == 1:
            q = 1 / (1 + math.exp(-row[0])) if row[0] > -700 else 0.0
            p = q if c == 1 else 1 - q
        elif exported.get("output") == "sigmoid":
            parts = [1 / (1 + math.exp(-min(700, max(-700, v)))) for v in row]
            p = parts[c] / sum(parts)
        else:
            most = max(row)
            p = math.exp(row[c] - most) / sum(math.exp(v - most) for v in row)
        if p < 1e-12:   # beyond what a float tells
            return
        total -= math.log(p)
    truth = total / len(scores)
    judge.check(abs(result["log_loss"] - truth) <= 1e-6 * (1 + truth), f"log loss {result['log_loss']}", str(truth))


def area(judge, case, scores, room, value):
    plus = [row[0] for row, s in zip(scores, case.facts.sign) if s > 0]
    minus = [row[0] for row, s in zip(scores, case.facts.sign) if s < 0]
    if not plus or not minus:
        return
    close = sum(abs(p - q) <= 2 * room for p in plus for q in minus)
    wins = sum((p > q) * 2 + (p == q) for p in plus for q in minus)
    pairs = len(plus) * len(minus)
    judge.check(abs(Fraction(value) - Fraction(wins, 2 * pairs)) <= Fraction(close, pairs) + Fraction(1, 10 ** 9),
                f"AUC {value}", str(wins / 2 / pairs))
