"""Exact arithmetic: doubles as fractions, the point of a convex hull nearest to zero, roots as brackets."""
from fractions import Fraction
from math import isqrt, lcm


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def whole_gram(vectors):
    """Products of vectors as whole numbers, and the unit they are counted in."""
    under = lcm(*(x.denominator for v in vectors for x in v))
    whole = [[int(x * under) for x in v] for v in vectors]
    return [[dot(a, b) for b in whole] for a in whole], Fraction(1, under * under)


def solve_whole(a, b):
    """x with a x = b for a square matrix of whole numbers, by elimination without fractions; None: singular."""
    n = len(a)
    m = [list(row) + [b[i]] for i, row in enumerate(a)]
    last = 1
    for k in range(n):
        pivot = next((i for i in range(k, n) if m[i][k] != 0), None)
        if pivot is None:
            return None
        m[k], m[pivot] = m[pivot], m[k]
        for i in range(n):
            if i == k:
                continue
            factor = m[i][k]
            m[i] = [(m[k][k] * m[i][j] - factor * m[k][j]) // last for j in range(n + 1)]
        last = m[k][k]
    return [Fraction(m[i][n], m[i][i]) for i in range(n)]


def affine_minimum(gram, support):
    """Multipliers of sum 1 that make the sum of these points the shortest there is."""
    n = len(support)
    a = [[0] + [1] * n] + [[1] + [gram[i][j] for j in support] for i in support]
    x = solve_whole(a, [1] + [0] * n)
    if x is None:
        raise ArithmeticError("points that depend on each other")
    return x[1:]


def nearest_point(gram):
    """Wolfe's algorithm in exact arithmetic: {point: multiplier} of the point of the hull nearest to zero. That it is
    the
    nearest is checked at the end by the products with all points, so the answer does not rest on how it was found."""
    n = len(gram)
    start = min(range(n), key=lambda i: gram[i][i])
    shares = {start: Fraction(1)}
    while True:
        products = [sum(share * gram[i][j] for i, share in shares.items()) for j in range(n)]
        norm2 = sum(share * products[i] for i, share in shares.items())
        worst = min(range(n), key=lambda j: products[j])
        if products[worst] >= norm2 or norm2 == 0:
            assert sum(shares.values()) == 1 and all(share > 0 for share in shares.values())
            assert norm2 == 0 or all(p >= norm2 for p in products)
            return shares, norm2
        shares[worst] = Fraction(0)
        while True:
            support = list(shares)
            wanted = dict(zip(support, affine_minimum(gram, support)))
            if all(w > 0 for w in wanted.values()):
                shares = wanted
                break
            step = min(shares[i] / (shares[i] - w) for i, w in wanted.items() if w <= 0 and shares[i] != w)
            moved = {i: shares[i] + step * (wanted[i] - shares[i]) for i in support}
            shares = {i: share for i, share in moved.items() if share > 0}


def shortest_norm2(vectors):
    """Squared distance from zero of the hull of these vectors: of rows with their signs the square of the best margin,
    0 exactly when there is none above 0."""
    gram, unit = whole_gram(vectors)
    return nearest_point(gram)[1] * unit


ROOT_BITS = 160


def root_down(x):
    """A fraction at most sqrt(x), and nearer to it than one part in 2^150."""
    if x <= 0:
        return Fraction(0)
    scale = 0
    size = x.numerator.bit_length() - x.denominator.bit_length()
    if size < 2 * ROOT_BITS:
        scale = (2 * ROOT_BITS - size + 1) // 2
    return Fraction(isqrt((x.numerator << (2 * scale)) // x.denominator), 1 << scale)


def root_up(x):
    down = root_down(x)
    return down if down * down == x else down * (1 + Fraction(1, 1 << 140))


class Between:
    """A number known to lie between two fractions."""

    def __init__(self, low, high=None):
        self.low, self.high = Fraction(low), Fraction(low if high is None else high)

    def __add__(self, other):
        other = between(other)
        return Between(self.low + other.low, self.high + other.high)

    def __mul__(self, other):   # of numbers that are not below zero
        other = between(other)
        return Between(self.low * other.low, self.high * other.high)

    def __truediv__(self, other):
        other = between(other)
        return Between(self.low / other.high, self.high / other.low)

    __radd__, __rmul__ = __add__, __mul__

    def __rtruediv__(self, other):
        return between(other) / self

    def __repr__(self):
        return f"{float(self.low):.17g}..{float(self.high):.17g}"


def between(x):
    return x if isinstance(x, Between) else Between(x)


def root(x):
    x = between(x)
    return Between(root_down(x.low), root_up(x.high))
