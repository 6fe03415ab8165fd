"""What is true of rows and of weights, in exact arithmetic."""
from fractions import Fraction
from functools import cached_property

from exact import Between, dot, nearest_point, root, whole_gram


class Facts:
    """Rows with a constant feature (0: none): of two labels by their signs, of more by Kesler's construction, in
    which a
    row and a rival of its label are one vector, x at the label and -x at the rival."""

    def __init__(self, values, labels, classes, constant):
        self.x = [[Fraction(v) for v in row] for row in values]
        self.constant = Fraction(constant)
        self.classes = classes
        self.label = [classes.index(name) for name in labels]
        self.sign = [1 if c == 1 else -1 for c in self.label]
        self.full = [row + [self.constant] for row in self.x] if self.constant else self.x
        self.n, self.d = len(self.x), len(self.x[0])

    @property
    def binary(self):
        return len(self.classes) == 2

    @cached_property
    def radius2(self):
        return max(dot(a, a) for a in self.full)

    @cached_property
    def radius(self):
        return root(self.radius2)

    # ---- the best margins -------------------------------------------------------------------------------

    @cached_property
    def best2(self):
        """The square of the best theorem margin; 0: no weights have every row on its own side."""
        if self.binary:
            gram, unit = whole_gram([[s * v for v in a] for s, a in zip(self.sign, self.full)])
            return nearest_point(gram)[1] * unit
        gram, unit = whole_gram(self.full)
        return nearest_point(self.stacked(gram))[1] * unit

    @cached_property
    def best_weights(self):
        """Of two labels: weights of the best theorem margin, of any length, the constant feature's last."""
        signed = [[s * v for v in a] for s, a in zip(self.sign, self.full)]
        shares = nearest_point(whole_gram(signed)[0])[0]
        return [sum(share * signed[i][j] for i, share in shares.items()) for j in range(len(signed[0]))]

    def stacked(self, gram):
        pairs = [(i, c, r) for i, c in enumerate(self.label) for r in range(len(self.classes)) if r != c]
        return [[gram[i][j] * ((c == b) - (c == s) - (r == b) + (r == s)) for j, b, s in pairs] for i, c, r in pairs]

    @cached_property
    def best(self):
        return root(self.best2)

    @property
    def separable(self):
        return self.best2 > 0

    @cached_property
    def distance2(self):
        """The square of the best distance: half the way between the hulls of the two labels; without a constant feature
        the boundary must pass through the origin, and it is the theorem margin."""
        if not self.constant or not self.binary:
            return self.best2
        plus = [x for s, x in zip(self.sign, self.x) if s > 0]
        minus = [x for s, x in zip(self.sign, self.x) if s < 0]
        gram, unit = whole_gram([[p - q for p, q in zip(a, b)] for a in plus for b in minus])
        return nearest_point(gram)[1] * unit / 4


class Weights:
    """Weights as a model has them: of two labels one vector and its bias, of more one for each label. `bias` is what is
    added to a score, so that the constant feature's weight is bias / constant."""

    def __init__(self, facts, weights, bias):
        self.facts = facts
        one = facts.binary
        rows = [weights] if one else weights
        biases = [bias] if one else bias
        self.w = [[Fraction(v) for v in row] for row in rows]
        self.b = [Fraction(v or 0) for v in biases]

    @cached_property
    def scores(self):
        return [[dot(w, x) + b for w, b in zip(self.w, self.b)] for x in self.facts.x]

    @cached_property
    def products(self):
        """y(w.x + b), or the lead of the row's own label over its best rival."""
        if self.facts.binary:
            return [s * score[0] for s, score in zip(self.facts.sign, self.scores)]
        return [score[c] - max(v for r, v in enumerate(score) if r != c)
                for c, score in zip(self.facts.label, self.scores)]

    @property
    def least(self):
        return min(self.products)

    @cached_property
    def errors(self):
        return sum(p <= 0 for p in self.products)

    @cached_property
    def ties(self):
        return sum(p == 0 for p in self.products)

    @cached_property
    def plain_norm2(self):
        return sum(dot(w, w) for w in self.w)

    @cached_property
    def norm2(self):
        c = self.facts.constant
        return self.plain_norm2 + (sum((b / c) ** 2 for b in self.b) if c else 0)

    def over_norm(self, norm2):
        """The least product divided by a length, as a bracket; None where there is no length."""
        if norm2 == 0:
            return None
        if self.least >= 0:
            return self.least / root(norm2)
        part = -self.least / root(norm2)
        return Between(-part.high, -part.low)

    @property
    def margin(self):
        return self.over_norm(self.norm2)

    @property
    def distance(self):
        return self.over_norm(self.plain_norm2)

    @property
    def loss(self):
        return sum(max(0, -p) for p in self.products)

    def rounding(self):
        """What doubles may get a product wrong by: a bound on the error of a sum of as many terms, for each row."""
        terms = self.facts.d + 3
        size = max(sum(abs(u * v) for u, v in zip(w, x)) + abs(b)
                   for x in self.facts.x for w, b in zip(self.w, self.b))
        return 2 * terms * size / 2 ** 52 + Fraction(terms, 2 ** 1070)   # and of products below all doubles
