"""The objective of logistic regression and its gap, in decimals of fifty digits: penalty(w) + C sum of
c log(1 + exp(-m)), m the exact products of the model's own weights. What no weights have less than is worked out from
weak duality alone: for any pulls a_i between 0 and C c_i the objective is never below -1/2 |sum a_i y_i x_i|^2 (l1:
nothing, where no coordinate of that sum is beyond 1) plus the entropies of the pulls; with a bias that costs nothing,
where the pulls of both labels add up to the same, so that its coordinate is 0. Nothing here is taken from the
program."""
from decimal import Context, Decimal, Overflow, localcontext
from fractions import Fraction

from exact import dot

DIGITS = Context(prec=50, traps=[Overflow])
STEPS = 40   # of Newton's method, where the gap at the model's weights does not decide


def decimal(fraction):
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def log1p(x):
    """log(1 + x), all digits of a small x kept."""
    return (1 + x).ln() if abs(x) > Decimal("1e-12") else x - x ** 2 / 2 + x ** 3 / 3 - x ** 4 / 4


def log_loss(m):
    """log(1 + e^-m)"""
    tail = log1p((-abs(m)).exp())
    return tail if m > 0 else tail - m


def entropy(pull, most):
    """Of a row whose pull is a share p of the most it may be: -most (p ln p + (1 - p) ln (1 - p))."""
    p = pull / most
    return -most * ((p * p.ln() if p > 0 else 0) + ((1 - p) * log1p(-p) if p < 1 else 0))


def solve(a, b):
    """x with a x = b, of a positive definite matrix."""
    n, m = len(b), [row + [v] for row, v in zip(a, b)]
    for k in range(n):
        for i in range(k + 1, n):
            share = m[i][k] / m[k][k]
            m[i] = [v - share * u for v, u in zip(m[i], m[k])]
    x = [Decimal(0)] * n
    for k in reversed(range(n)):
        x[k] = (m[k][n] - dot(m[k][k + 1:n], x[k + 1:])) / m[k][k]
    return x


class Logistic:
    """The problem of a case: rows with their signs, the constant feature last, and the most that each may pull."""

    def __init__(self, case):
        self.l1 = case.text("penalty", "l2") == "l1"
        self.most = [decimal(case.real("C", 1) * c) for c in case.row_weights]
        self.label, self.free = case.facts.sign, case.free_bias
        self.costs = [1] * case.facts.d + [0 if self.free else 1] * (case.facts.constant != 0)
        self.rows = [[decimal(s * v) for v in x] for s, x in zip(case.facts.sign, case.facts.full)]

    def at(self, w, products=None):
        return At(self, w, products or [dot(w, x) for x in self.rows])

    def best(self, at):
        """Newton's method from there, each step halved until the objective falls: l2 alone."""
        for _ in range(STEPS):
            if at.gap < Decimal("1e-25"):
                break
            bends = [a * (1 - a / c) for a, c in zip(at.pulls, self.most)]
            n = range(len(at.w))
            matrix = [[sum(h * x[i] * x[j] for h, x in zip(bends, self.rows)) + (i == j) * self.costs[i]
                       for j in n] for i in n]
            step = solve(matrix, [s - c * v for s, c, v in zip(at.sum, self.costs, at.w)])
            tries = (self.at([v + d / 2 ** k for v, d in zip(at.w, step)]) for k in range(30))
            better = next((one for one in tries if one.objective < at.objective), None)
            if better is None:
                break
            at = better
        return at


class At:
    """Some weights: the objective, what none is below, and the gap between them as a share."""

    def __init__(self, problem, w, products):
        self.problem, self.w = problem, w
        tails = [(-abs(m)).exp() for m in products]
        self.pulls = [c * (e if m > 0 else 1) / (1 + e) for c, m, e in zip(problem.most, products, tails)]
        self.sum = self.add_up(self.pulls)
        paid = [c * v for c, v in zip(problem.costs, w)]
        self.objective = (sum(map(abs, paid)) if problem.l1 else dot(paid, paid) / 2) + \
            sum(c * log_loss(m) for c, m in zip(problem.most, products))
        self.lower = max(Decimal(0), self.dual())
        self.gap = (self.objective - self.lower) / self.objective if self.objective else Decimal(0)

    def add_up(self, pulls):
        return [sum(a * x[j] for a, x in zip(pulls, self.problem.rows)) for j in range(len(self.w))]

    def balanced(self):
        """Pulls that a bias without a cost allows: the label that pulls more is drawn in."""
        if not self.problem.free:
            return self.pulls
        total = {y: sum(a for a, s in zip(self.pulls, self.problem.label) if s == y) for y in (1, -1)}
        least = min(total.values())
        return [a * least / total[s] if total[s] else a for a, s in zip(self.pulls, self.problem.label)]

    def dual(self):
        pulls = self.balanced()
        total = [c * v for c, v in zip(self.problem.costs, self.add_up(pulls))]
        share, square = 1, dot(total, total) / 2
        if self.problem.l1:
            share, square = 1 / max(Decimal(1), *(abs(v) for v in total)), 0
        return sum(entropy(share * a, c) for a, c in zip(pulls, self.problem.most)) - square

    def care(self):
        """What an upper end may be above the gap, since it is worked out in doubles: a sum of pulls times rows is off
        by so long a vector."""
        rows = self.problem.rows
        off = sum(c * dot(x, x).sqrt() for c, x in zip(self.problem.most, rows)) * \
            (len(rows) + len(self.w) + 8) * Decimal(2) ** -50
        long = sum(map(abs, self.sum)) + dot(self.w, self.w).sqrt() + off + sum(self.problem.most) * self.problem.l1
        return off * long / self.objective + Decimal(2) ** -40


def look(case, weights):
    """At the weights of a model; kept with the case, since several outputs are about the same ones."""
    c = case.facts.constant
    known, at = getattr(case, "logistic", (None, None))
    if known != (weights.w, weights.b):
        at = Logistic(case).at([decimal(v) for v in weights.w[0] + ([weights.b[0] / c] if c else [])],
                               [decimal(p) for p in weights.products])
        case.logistic = (weights.w, weights.b), at
    return at


def judge_logistic(judge, parts, result):
    """parts: (case, weights) of two labels, or of each of many against the rest."""
    gap = result["gap"]
    with localcontext(DIGITS):
        ats = [look(case, weights) for case, weights in parts]
        own = sum(at.objective for at in ats)
        judge.double("objective", result["objective"], Fraction(own),
                     sum(Fraction(sum(at.problem.most)) * weights.rounding() for at, (_, weights) in zip(ats, parts)))
        if gap is None or not own:
            return
        most = sum(at.objective * (at.gap * (1 + Decimal("1e-6")) + at.care()) for at in ats if at.objective)
        judge.check(Decimal(gap) * own <= most, f"duality gap {gap}", f"{most / own:.17g}")
        least, lower = (1 - Decimal(gap)) * own * (1 - Decimal("1e-12")), sum(at.lower for at in ats)
        if lower < least and not ats[0].problem.l1:
            lower = sum(at.problem.best(at).lower for at in ats)
        judge.check(lower >= least, f"no weights are lower by a share of {gap}", f"{1 - lower / own:.17g}")
