"""Traces against a slow version in fractions that shares no code with them: random small sets and options, every cell
of every table worked out anew, every lemma and bracket checked, every contradiction added up.

    trace.py SEED COUNT    runs `perceptron trace` COUNT times; the first thing that is wrong ends it
"""
import json
import math
import random
import re
import subprocess
import sys
from fractions import Fraction as F

ADDING = ["perceptron", "averaged", "voted", "pocket", "first-mistake", "margin", "uneven", "pdm", "batch",
          "gradient-descent"]
OWN_STEPS = ["pa-1", "pa-2", "romma", "pegasos"]
OTHERS = ["arow", "svm", "hard-margin", "kernel"]


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


# ---- sets and options ------------------------------------------------------------------------------------------

def make_rows(rng):
    n, d = rng.randint(2, 7), rng.randint(1, 3)
    unit = rng.choice([F(1), F(1, 2), F(1, 4), F(1, 10)])
    rows = [([unit * rng.randint(-6, 6) for _ in range(d)], rng.choice([-1, 1])) for _ in range(n)]
    if rng.random() < 0.5:   # separable, unless a row is on the boundary
        w, b = [rng.randint(-3, 3) for _ in range(d)], F(rng.randint(-3, 3), 2)
        rows = [(x, 1 if dot(w, x) + b > 0 else -1) for x, _ in rows]
    if len({y for _, y in rows}) < 2:
        rows[0] = (rows[0][0], -rows[0][1])
    return rows


def decimal(value):
    return repr(float(value))


def write_rows(rows, path):
    with open(path, "w", encoding="utf-8") as file:
        print(",".join(f"x{j}" for j in range(len(rows[0][0]))) + ",class", file=file)
        for x, y in rows:
            print(",".join(decimal(v) for v in x) + f",{y:+d}", file=file)


def make_options(rng, rows, algorithm):
    o = {"algorithm": algorithm, "epochs": str(rng.randint(1, 8)), "steps": "0", "positive": "+1"}
    if algorithm in ADDING:
        o["rate"] = rng.choice(["1", "1", "0.5", "0.3", "2"])
        o["schedule"] = rng.choice(["constant", "constant", "inverse", "rates.txt"])
        o["tie"] = rng.choice(["mistake", "mistake", "correct"])
        if algorithm != "pdm":
            o["start"] = rng.choice(["zero", "zero", "ones"])
    if rng.random() < 0.3:
        o["no-bias"] = None
    elif rng.random() < 0.3:
        o["bias-scale"] = rng.choice(["0.5", "2", "3"])
    if rng.random() < 0.4:
        o["order"] = "order.txt"
    if algorithm == "margin":
        o["margin"] = rng.choice(["0", "1", "2.5", "10"])
    if algorithm == "uneven":
        o["margin-positive"], o["margin-negative"] = rng.choice(["1", "0", "3.5"]), rng.choice(["0", "2"])
    if algorithm == "pdm":
        o["fraction"] = rng.choice(["0.5", "0.9"])
    if algorithm == "batch":
        o["batch-size"] = str(rng.randint(0, 4))
    if algorithm == "first-mistake":
        o["max-updates"] = "30"
    if algorithm == "kernel":
        o["kernel"] = rng.choice(["linear", "polynomial", "rbf"])
        o["rate"] = rng.choice(["1", "0.5"])
        if o["kernel"] != "linear":
            o["gamma"] = rng.choice(["0.5", "2"])
    return o


def run(options, exact):
    words = ["perceptron", "trace", "rows.csv", "--json"] + (["--exact"] if exact else [])
    for name, value in options.items():
        words += [f"--{name}"] if value is None else [f"--{name}", value]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (words, done.stderr)
    text = subprocess.run([w for w in words if w != "--json"], capture_output=True, text=True, check=True).stdout
    return words, json.loads(done.stdout), text


# ---- numbers of a trace ------------------------------------------------------------------------------------------

def number(cell):
    return F(cell)


def square(cell):
    """The signed square of an exact cell: a fraction or a root of one."""
    root = re.fullmatch(r"(-?)sqrt\((.*)\)", cell) if isinstance(cell, str) else None
    if root:
        return -F(root[2]) if root[1] else F(root[2])
    return F(cell) * abs(F(cell))


def close(a, b, size=1.0):
    return abs(float(a) - float(b)) <= 1e-9 * max(1.0, abs(float(a)), abs(float(b)), float(size))


def same(exact, cell, value):
    return number(cell) == value if exact else close(cell, value)


# ---- the run -----------------------------------------------------------------------------------------------------

class Rule:
    """The rules that add rows: when, and how long."""

    def __init__(self, options):
        self.name = options["algorithm"]
        self.options = options
        self.lenient = options.get("tie") == "correct"
        self.rates = [F(line) for line in open("rates.txt", encoding="utf-8").read().split()]

    def step(self, t):
        rate = F(self.options.get("rate", "1"))
        schedule = self.options.get("schedule", "constant")
        if schedule == "inverse":
            return rate / t
        return rate * self.rates[min(t, len(self.rates)) - 1] if schedule == "rates.txt" else rate

    def threshold(self, y, norm2, mass):
        if self.name == "margin":
            return F(self.options["margin"])
        if self.name == "uneven":
            return F(self.options["margin-positive" if y > 0 else "margin-negative"])
        if self.name == "pdm":
            return F(self.options["fraction"]) * norm2 / mass if mass > 0 else F(0)
        return F(0)

    def largest(self):
        if self.name == "uneven":
            return max(F(self.options["margin-positive"]), F(self.options["margin-negative"]))
        return self.threshold(1, 0, 0)

    def learns(self, product, threshold):
        return product < threshold or (product == threshold and not self.lenient)


def check_adding(rows, options, trace, exact):
    """Every cell, worked out anew; decisions too, up to a row that the trace itself says was rounded."""
    rule, steps = Rule(options), trace["steps"]
    scale = F(0) if "no-bias" in options else F(options.get("bias-scale", "1"))
    points = [x + [scale] for x, _ in rows]
    signs = [y for _, y in rows]
    d = len(points[0])
    start = [F(options.get("start") == "ones")] * (d - 1) + [F(options.get("start") == "ones" and scale > 0)]
    order = [int(line) - 1 for line in open("order.txt", encoding="utf-8")] if "order" in options else range(len(rows))
    order = list(order)
    size = int(options.get("batch-size", "0")) or len(rows)
    gathers = rule.name in ("batch", "gradient-descent")
    w, mass, squares, longest = list(start), F(0), F(0), F(0)
    batch, batch_mass, updates, at, epoch, in_batch = [F(0)] * d, F(0), 0, 0, 1, 0
    states, above, rounded = [], False, False
    for line in steps:
        row = order[at]
        x, y = points[row], signs[row]
        assert (line["epoch"], line["row"], line["y"]) == (epoch, row + 1, y), line
        assert [F(v) for v in line["x"]] == [F(float(v)) for v in x[:-1]]
        product = y * dot(w, x)
        threshold = rule.threshold(y, dot(w, w), mass)
        assert same(exact, line["product"], product), (line, product)
        learned = line["update"]
        near = not exact or rule.name == "pdm" or rounded
        if trace.get("rounding") and (trace["rounding"]["epoch"], trace["rounding"]["row"]) == (epoch, row + 1):
            rounded = True
        elif not (near and close(product, threshold)):
            assert rounded or learned == rule.learns(product, threshold), (line, product, threshold)
            assert rounded or near or line["mistake"] == rule.learns(product, F(0)), line
        above |= learned and rule.name != "pdm" and product > threshold
        if learned:
            step = rule.step(updates + 1)
            assert same(exact, line["step"], step), (line, step)
            batch = [a + step * y * v for a, v in zip(batch, x)]
            batch_mass += step
        at, in_batch = at + 1, in_batch + 1
        ends = at == len(order)
        if not gathers or ends or in_batch == size:
            moved = any(batch) or (batch_mass > 0 and not gathers)   # a sum of zero is no update
            if gathers:
                assert line["batch_step"] == moved, line
            w = [a + b for a, b in zip(w, batch)]
            mass, squares, longest, updates = (mass + batch_mass, squares + batch_mass ** 2, max(longest, batch_mass),
                                               updates + moved)
            batch, batch_mass, in_batch = [F(0)] * d, F(0), 0
            if rule.name == "first-mistake" and moved:
                at, ends = 0, False
        if ends:
            at, epoch = 0, epoch + 1
        assert all(same(exact, cell, v) for cell, v in zip(line["w"], w)), (line, w)
        assert line["b"] is None if scale == 0 else same(exact, line["b"], w[-1] * scale), (line, w)
        assert same(exact, line["mass"], mass) and line["updates"] == updates, line
        states.append((line, list(w), mass, squares))
    check_lemmas(points, signs, rule, trace, exact, states, start, above, longest)
    check_contradiction(points, signs, trace)


def check_lemmas(points, signs, rule, trace, exact, states, start, above, longest):
    star = states[-1][1]
    gamma = min(y * dot(star, x) for x, y in zip(points, signs))
    radius2 = max(dot(x, x) for x in points)
    reference, tau = trace["reference"], rule.largest()
    assert (reference is not None) == (gamma > 0) or (not exact and reference is None and close(gamma, 0)), gamma
    for line, w, mass, squares in states:
        norm2, way2 = dot(w, w), dot([a - b for a, b in zip(w, start)], [a - b for a, b in zip(w, start)])
        least = min(y * dot(w, x) for x, y in zip(points, signs))
        if norm2 > (0 if exact else 1e-20):
            lower = least * abs(least) / norm2
            assert square(line["margin_lower"]) == lower if exact else close(square(line["margin_lower"]), lower), line
        if mass > 0:
            upper = way2 / mass ** 2
            assert square(line["margin_upper"]) == upper if exact else close(square(line["margin_upper"]), upper), line
        else:
            assert line["margin_upper"] is None
        if reference:
            assert same(exact, line["lemma1"], dot(star, w))
            assert same(exact, line["lemma1_bound"], dot(star, start) + gamma * mass), line
            assert dot(star, w) >= dot(star, start) + gamma * mass
        else:
            assert line["lemma1"] is None and line["lemma1_bound"] is None
        if rule.name == "pdm" or (exact and above):
            assert line["lemma2"] is None and line["lemma2_bound"] is None, line
        else:
            most = dot(start, start) + radius2 * squares + 2 * tau * mass
            assert same(exact, line["lemma2"], norm2) and same(exact, line["lemma2_bound"], most), (line, most)
            assert norm2 <= most or not exact
    if reference:
        check_reference(reference, exact, gamma, star, radius2, tau, start, longest, states[-1][2],
                        rule.name != "pdm" and not (exact and above))


def check_reference(reference, exact, gamma, star, radius2, tau, start, longest, mass, bounded):
    assert same(exact, reference["gamma"], gamma) and same(exact, reference["norm2"], dot(star, star))
    assert same(exact, reference["radius2"], radius2) and same(exact, reference["mass"], mass)
    if longest == 0 or not bounded:
        assert reference["bound"] is None
        return
    found, of_mass = (sum(math.sqrt(square(p)) if exact else float(p) for p in str(reference[name]).split(" + "))
                      for name in ("bound", "mass_bound"))
    wanted = float((radius2 + 2 * tau / longest) * dot(star, star) / gamma ** 2)
    wanted += 2 * math.sqrt(dot(start, start) * dot(star, star)) / float(longest * gamma)
    assert close(found, wanted) and close(of_mass, wanted * float(longest)), (reference, wanted)
    assert mass / longest <= found * (1 + 1e-12)


def check_contradiction(points, signs, trace):
    if trace["contradiction"] is None:
        return
    total = [F(0)] * len(points[0])
    assert len(trace["contradiction"]) > 0
    for use in trace["contradiction"]:
        assert use["times"] > 0
        total = [a + use["times"] * signs[use["row"] - 1] * v for a, v in zip(total, points[use["row"] - 1])]
    assert not any(total), (trace["contradiction"], total)


# ---- rules with steps of their own ---------------------------------------------------------------------------------

def check_own_steps(rows, options, trace):
    """w = keep w + step y x, the product before it, the mass, bracket and lemmas; all to 1e-9 of what is said."""
    scale = 0.0 if "no-bias" in options else float(options.get("bias-scale", "1"))
    points = [[float(v) for v in x] + [scale] for x, _ in rows]
    longest = max(abs(v) for x in points for v in x)
    w, mass, size, states = [0.0] * len(points[0]), 0.0, 1.0, []
    for line in trace["steps"]:
        x, y = points[line["row"] - 1], line["y"]
        assert y == rows[line["row"] - 1][1] and close(line["product"], y * dot(w, x), size), line
        w = [line["keep"] * a + line["step"] * y * v for a, v in zip(w, x)]
        mass = line["keep"] * mass + line["step"]
        size = max(size, mass) * longest * longest   # sums of so many rows are rounded as numbers of this size
        assert all(close(a, b, size) for a, b in zip(line["w"], w)) and close(line["mass"], mass), line
        assert line["mistake"] == (line["product"] <= 0) or close(line["product"], 0)
        w = line["w"] + [line["b"] / scale if scale else 0.0]
        states.append((line, list(w), mass))
    gamma = min(rows[i][1] * dot(w, x) for i, x in enumerate(points))
    for line, weights, m in states:
        norm2 = dot(weights, weights)
        if norm2 > 1e-12 and m > 1e-12:
            least = min(rows[i][1] * dot(weights, x) for i, x in enumerate(points))
            assert close(line["margin_lower"], least / math.sqrt(norm2))
            assert close(line["margin_upper"], math.sqrt(norm2) / m)
        if line["lemma1"] is not None:
            assert close(line["lemma1"], dot(w, weights)) and close(line["lemma1_bound"], gamma * m), line
            assert line["lemma1"] >= line["lemma1_bound"] - 1e-9 * max(1.0, abs(line["lemma1"])), line
        if line["lemma2"] is not None:
            assert options["algorithm"].startswith("pa") and close(line["lemma2"], norm2)
            assert line["lemma2"] <= line["lemma2_bound"] * (1 + 1e-9) + 1e-12, line
    assert trace["reference"] is None or min(F(y) * dot([F(v) for v in w], x + [F(scale)]) for x, y in rows) > 0
    if trace["contradiction"] is not None:
        check_contradiction([x + [F(scale)] for x, _ in rows], [y for _, y in rows], trace)


def check_kernel(rows, options, trace):
    alpha, gamma = [F(0)] * len(rows), F(options.get("gamma", "0"))
    scale = F(0) if "no-bias" in options else F(options.get("bias-scale", "1"))

    def k(a, b):   # a bias is a constant feature in the kernel's space
        apart = [p - q for p, q in zip(a, b)]
        value = {"linear": dot(a, b), "polynomial": (gamma * dot(a, b) + 1) ** 3,
                 "rbf": F(math.exp(-float(gamma * dot(apart, apart))))}[options["kernel"]]
        return value + scale ** 2

    for line in trace["steps"]:
        i = line["row"] - 1
        assert line["w"] is None and line["b"] is None and line["mass"] is None and line["lemma1"] is None
        score = sum(a * y * k(x, rows[i][0]) for a, (x, y) in zip(alpha, rows))
        assert close(line["product"], line["y"] * score), (line, float(score))
        assert line["update"] == (line["y"] * score <= 0) or close(score, 0)
        if line["update"]:
            alpha[i] += F(options["rate"])
        assert line["alpha"] == alpha[i], line
    assert trace["alphas"] == alpha and trace["contradiction"] is None and trace["reference"] is None


def check_dual(rows, options, trace):
    scale = 0.0 if "no-bias" in options else float(options.get("bias-scale", "1"))
    before, epoch = None, 0
    for line in trace["steps"]:
        x, y = [float(v) for v in rows[line["row"] - 1][0]] + [scale], line["y"]
        w = line["w"] + [line["b"] / scale if scale else 0.0]
        if before is not None and line["epoch"] == epoch:
            assert close(line["product"], y * dot(before, x)), line
            assert all(close(a, b + line["step"] * y * v) for a, b, v in zip(w, before, x)), line
        assert line["alpha"] >= 0 and line["mass"] is None and line["lemma1"] is None and line["lemma2"] is None
        before, epoch = w, line["epoch"]
    assert trace["contradiction"] is None and trace["reference"] is None


def check_arow(rows, options, trace):
    assert trace["contradiction"] is None and trace["reference"] is None
    for line in trace["steps"]:
        assert all(line[name] is None for name in ("mass", "margin_upper", "lemma1", "lemma2")), line


# ---- all of it -----------------------------------------------------------------------------------------------------

def check_text(trace, text):
    assert text.startswith("Rows "), text[:40]
    assert ("so no weights have every row" in text) == (trace["contradiction"] is not None), text
    assert "no order of the rows makes more" not in text or trace["reference"]["bound"] is not None, text


def try_one(rng):
    rows = make_rows(rng)
    write_rows(rows, "rows.csv")
    with open("rates.txt", "w", encoding="utf-8") as file:
        file.write("".join(f"{rng.choice(['1', '0.5', '0.25', '0.7', '3'])}\n" for _ in range(4)))
    order = list(range(1, len(rows) + 1))
    rng.shuffle(order)
    with open("order.txt", "w", encoding="utf-8") as file:
        file.write("".join(f"{row}\n" for row in order))
    algorithm = rng.choice(ADDING + ADDING + OWN_STEPS + OTHERS)
    options = make_options(rng, rows, algorithm)
    exact = algorithm in ADDING and rng.random() < 0.7
    words, trace, text = run(options, exact)
    try:
        if algorithm in ADDING:
            check_adding(rows, options, trace, exact)
        elif algorithm in OWN_STEPS:
            check_own_steps(rows, options, trace)
        else:
            {"arow": check_arow, "kernel": check_kernel}.get(algorithm, check_dual)(rows, options, trace)
        check_text(trace, text)
    except AssertionError:
        print(" ".join(words), open("rows.csv", encoding="utf-8").read(), sep="\n", file=sys.stderr)
        raise
    return algorithm, bool(trace["contradiction"]), bool(trace.get("rounding")), bool(trace["reference"])


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    seen = [try_one(rng) for _ in range(count)]
    names = {s[0] for s in seen}
    assert count < 300 or names == set(ADDING + OWN_STEPS + OTHERS), names
    print(f"{count} tables, {sum(s[1] for s in seen)} contradictions, {sum(s[3] for s in seen)} with w*, "
          f"{sum(s[2] for s in seen)} with a rounded decision")


main()
