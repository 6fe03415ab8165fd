"""The objectives of svm and hard-margin and the least that any weights reach, in fractions. Of svm it is found by its
dual: the multipliers a_i between 0 and C c_i for which sum a_i - 1/2 |sum a_i y_i x_i|^2 is greatest (with a bias that
costs nothing those with sum a_i y_i = 0), whose value no weights are below. Nothing here is taken from the program."""
from fractions import Fraction

from exact import dot, whole_gram


def some_solution(a, b):
    """x with a x = b of a symmetric matrix that is nowhere negative (x, None); or, where there is none, (None, d) with
    a d = 0 and b.d > 0."""
    n = len(b)
    rows = [list(row) + [b[i]] + [Fraction(i == j) for j in range(n)] for i, row in enumerate(a)]   # with its origin
    at, pivots = 0, []
    for k in range(n):
        pivot = next((i for i in range(at, n) if rows[i][k]), None)
        if pivot is None:
            continue
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [v / rows[at][k] for v in rows[at]]
        for i in range(n):
            if i != at and rows[i][k]:
                factor = rows[i][k]
                rows[i] = [v - factor * u for v, u in zip(rows[i], rows[at])]
        pivots.append(k)
        at += 1
    for row in rows[at:]:   # 0 = a number: the sum of equations that gives it is a d as wanted
        if row[n]:
            return None, [v * row[n] for v in row[n + 1:]]
    x = [Fraction(0)] * n
    for i, k in enumerate(pivots):
        x[k] = rows[i][n]
    return x, None


class Box:
    """The greatest of sum a - 1/2 a.Q a with 0 <= a <= most and, where signs are given, sum a_i y_i = 0: the free ones
    of a are moved to where their part is greatest, or to the first end that is in the way; at the top of a part one is
    set free that pulls away from its end. Each move goes up, so that no part comes twice."""

    def __init__(self, gram, most, signs=None):
        self.gram, self.most, self.signs, self.n = gram, most, signs, len(most)
        self.a, self.free = [Fraction(0)] * self.n, set()

    def slope(self):
        return [1 - dot(row, self.a) for row in self.gram]

    @property
    def value(self):
        return sum(self.a) - sum(x * dot(row, self.a) for x, row in zip(self.a, self.gram)) / 2

    def solve(self):
        while True:
            self.rise()
            pulls = self.pulling()
            if not pulls:
                return self.value
            self.free |= set(pulls)

    def rise(self):
        """To the top of the part that is free."""
        while self.free:
            free, slope = sorted(self.free), self.slope()
            way, endless = self.way(free, [slope[i] for i in free])
            length = min([Fraction(1)] * (not endless) +
                         [((self.most[i] if d > 0 else 0) - self.a[i]) / d for i, d in zip(free, way) if d])
            for i, d in zip(free, way):
                self.a[i] += length * d
            ends = {i for i, d in zip(free, way)
                    if (self.a[i] == 0 and d <= 0) or (self.a[i] == self.most[i] and d >= 0)}
            if not ends:
                return
            self.free -= ends

    def way(self, free, slope):
        """Where to go, and whether there is no top that way. With signs one of the free ones pays for all others."""
        matrix = [[self.gram[i][j] for j in free] for i in free]
        if self.signs is None:
            d, endless = some_solution(matrix, slope)
            return d or endless, d is None
        last, y = len(free) - 1, [self.signs[i] for i in free]
        pay = [-y[last] * v for v in y[:last]]
        less = [[matrix[i][j] + pay[i] * matrix[last][j] + pay[j] * (matrix[i][last] + pay[i] * matrix[last][last])
                 for j in range(last)] for i in range(last)]
        d, endless = some_solution(less, [slope[i] + pay[i] * slope[last] for i in range(last)])
        way = d if d is not None else endless
        return way + [dot(pay, way)], d is None

    def pulling(self):
        """Of all ends one that pulls away from its own, or two where the signs must cancel; none: this is the top."""
        slope, a, most = self.slope(), self.a, self.most
        if self.signs is None:
            return [i for i in range(self.n) if (a[i] == 0 and slope[i] > 0) or (a[i] == most[i] and slope[i] < 0)][:1]
        y = self.signs
        up = [i for i in range(self.n) if (a[i] < most[i] if y[i] > 0 else a[i] > 0)]
        down = [i for i in range(self.n) if (a[i] > 0 if y[i] > 0 else a[i] < most[i])]
        if not up or not down:
            return []
        i, j = max(up, key=lambda i: y[i] * slope[i]), min(down, key=lambda i: y[i] * slope[i])
        return [i, j] if y[i] * slope[i] > y[j] * slope[j] else []


def least_of(case, most):
    """Of all weights; kept with the case, since several outputs are about it."""
    if not hasattr(case, "least_objective"):
        f, rows = case.facts, case.facts.x if case.free_bias else case.facts.full
        gram, unit = whole_gram([[s * v for v in x] for s, x in zip(f.sign, rows)])
        gram = [[unit * v for v in row] for row in gram]
        case.least_objective = Box(gram, most, f.sign if case.free_bias else None).solve()
    return case.least_objective


def svm(case, weights):
    """(the objective of these weights, what rounding may do to it, the least of all)"""
    most = [case.real("C", 1) * c for c in case.row_weights]
    norm2 = weights.plain_norm2 if case.free_bias else weights.norm2
    own = norm2 / 2 + sum(c * max(0, 1 - p) for c, p in zip(most, weights.products))
    return own, sum(most) * weights.rounding(), least_of(case, most)


def hard_margin(case, weights):
    """Of weights scaled to a least product of 1; None: rows are on the wrong side."""
    if weights.least <= 0:
        return None
    norm2, best2 = weights.norm2, case.facts.best2
    if case.free_bias:
        norm2, best2 = weights.plain_norm2, case.facts.distance2
    own = norm2 / (2 * weights.least ** 2)
    return own, own * 4 * weights.rounding() / weights.least, 1 / (2 * best2)
