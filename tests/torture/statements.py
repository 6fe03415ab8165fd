"""Is what a certificate states true? Worked out from the rows alone, by the slow exact code of tests/truth, which knows
neither checker nor evidence: a convex hull's nearest point, and the simplex method, in fractions."""
import os
import re
import sys
from decimal import Decimal
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "truth"))
from exact import dot, nearest_point, whole_gram   # noqa: E402
from judge_proof import in_cone   # noqa: E402


def hull_norm2(vectors):
    gram, unit = whole_gram(vectors)
    return nearest_point(gram)[1] * unit


class Truth:
    """What is true of signed rows a = y (x, 1): radius, margins, rows that lie on every boundary."""

    def __init__(self, signs, rows, bias):
        self.signs, self.rows = signs, rows
        self.a = [[s * v for v in row] + ([Fraction(s)] if bias else []) for s, row in zip(signs, rows)]
        self.known = {}

    def once(self, name, work):
        if name not in self.known:
            self.known[name] = work()
        return self.known[name]

    @property
    def radius2(self):
        return self.once("radius2", lambda: max(dot(a, a) for a in self.a))

    @property
    def margin2(self):
        return self.once("margin2", lambda: hull_norm2(self.a) if self.a[0] else Fraction(0))

    @property
    def distance2(self):
        """None: one of the sides has no rows."""
        def work():
            plus = [x for s, x in zip(self.signs, self.rows) if s > 0]
            minus = [x for s, x in zip(self.signs, self.rows) if s < 0]
            if not plus or not minus:
                return None
            return hull_norm2([[p - q for p, q in zip(a, b)] for a in plus for b in minus]) / 4
        return self.once("distance2", work)

    @property
    def forced(self):
        """How many rows have a positive multiplier in some sum of rows that is zero."""
        return self.once("forced", lambda: sum(in_cone(self.a, [-v for v in a]) for a in self.a))


class Rows:
    """The rows of a file as values and labels, and the truths about them."""

    def __init__(self, values, labels, lines):
        self.values, self.labels, self.lines = values, labels, lines
        self.truths = {}

    def truth(self, claim):
        key = (claim.decimal, claim.bias, tuple(claim.labels))
        if key not in self.truths:
            self.truths[key] = self.make(claim)
        return self.truths[key]

    def make(self, claim):
        x = [[Fraction(Decimal(repr(v))) if claim.decimal else Fraction(v) for v in row] for row in self.values]
        if len(claim.labels) == 1:
            return Truth([1 if same(label, claim.labels[0]) else -1 for label in self.labels], x, claim.bias)
        full = [row + ([Fraction(1)] if claim.bias else []) for row in x]
        zero, stacked = [Fraction(0)] * len(full[0]), []
        for row, label in zip(full, self.labels):
            own = next(k for k, name in enumerate(claim.labels) if same(label, name))
            for rival in range(len(claim.labels)):
                if rival != own:
                    stacked.append([v for k in range(len(claim.labels)) for v in
                                    (row if k == own else [-v for v in row] if k == rival else zero)])
        return Truth([1] * len(stacked), stacked, False)


NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)


def same(a, b):
    if NUMBER.fullmatch(a) and NUMBER.fullmatch(b):
        return float(a) == float(b)
    return a == b


class Claim:
    """What an accepted certificate states, read without any doubt about its form."""

    def __init__(self, text):
        lines = text.split("\n")
        self.labels, self.bounds, self.contradiction = [], {}, None
        for at, line in enumerate(lines):
            name, _, rest = line.partition(" ")
            if len(self.bounds) == 4 and name != "contradiction":   # lists follow, in which words are numbers
                continue
            if name in ("positive", "label"):
                self.labels.append(unescaped(rest))
            elif name in ("values", "bias", "verdict"):
                setattr(self, name, rest)
            elif name in ("rows", "features"):
                setattr(self, name, int(rest))
            elif name in ("radius", "theorem", "distance", "k_max"):
                self.bounds[name] = [None if v == "none" else Fraction(Decimal(v)) for v in rest.split(" ")]
            elif name == "contradiction":
                self.contradiction = [[int(v) for v in row.split(" ")] for row in lines[at + 1:at + 1 + int(rest)]]
        self.decimal, self.bias = self.values == "decimal", self.bias == "yes"


def unescaped(label):
    first, *others = label.split("%")
    return first + "".join(chr(int(part[:2], 16)) + part[2:] for part in others)


def below(bound, square):
    """Whether a lower bound holds of the root of a square."""
    return bound is None or (bound >= 0 and square is not None and bound * bound <= square)


def above(bound, square):
    return bound is None or (bound >= 0 and square is not None and bound * bound >= square)


def lies(text, rows, boundary=None):
    """The false statements of a certificate. boundary: what a checker said is proved, (exists, forced, on)."""
    claim = Claim(text)
    found = []

    def state(ok, what):
        if not ok:
            found.append(what)
    state(claim.rows == len(rows.values) and claim.features == len(rows.values[0]), "the shape")
    if len(claim.labels) > 1:
        state(all(sum(same(label, name) for name in claim.labels) == 1 for label in rows.labels), "the labels")
    else:
        state(any(same(label, claim.labels[0]) for label in rows.labels), "a label that no row has")
    if found:
        return found
    truth = rows.truth(claim)
    separable = truth.margin2 > 0
    state(separable == (claim.verdict == "separable"), f"the verdict {claim.verdict}")
    for name, square in (("radius", truth.radius2), ("theorem", truth.margin2), ("distance", truth.distance2)):
        lower, upper = claim.bounds[name]
        if (lower, upper) != (None, None):
            state(below(lower, square), f"{name} is at least {lower}")
            state(above(upper, square), f"{name} is at most {upper}")
    lower, upper = claim.bounds["k_max"]
    ratio = truth.radius2 / truth.margin2 if separable else None
    state(lower is None or (separable and lower <= ratio), f"k_max is at least {lower}")
    state(upper is None or (separable and upper >= ratio), f"k_max is at most {upper}")
    if claim.contradiction is not None:
        found += lies_of_sum(claim, rows, truth)
    if boundary is not None:
        exists, forced, on = boundary
        state(exists == (truth.forced < len(truth.a)), f"a boundary exists: {exists}")
        state(not exists or forced <= truth.forced <= on, f"{forced} to {on} rows on every boundary")
    return found


def lies_of_sum(claim, rows, truth):
    rivals = max(1, len(claim.labels) - 1)
    total = [sum(by * truth.a[row - 1][j] for row, by, _ in claim.contradiction) for j in range(len(truth.a[0]))]
    found = [] if not any(total) and all(by > 0 for _, by, _ in claim.contradiction) else ["a contradiction"]
    lines = all(line in (0, rows.lines[(row - 1) // rivals]) for row, _, line in claim.contradiction)
    return found if lines else found + ["the line of a row"]
