"""`perceptron trace`: every step against the one before it. In JSON the weights after a step are doubles (or, with --exact,
fractions): the product of the next row, the margin, the bracket and both sides of the lemmas follow from them."""
from fractions import Fraction

from exact import Between, dot, root
from facts import Weights
from shown import is_double_of, plain


class Value:
    """A number of a trace: a double, or an exact text like -3/4 or -sqrt(16/3). Squares keep roots exact."""

    def __init__(self, raw):
        self.raw, self.exact = raw, isinstance(raw, str)
        text = str(raw)
        self.negative = text.startswith("-")
        if self.exact and "sqrt" in text:
            self.square = Fraction(text[text.index("(") + 1:-1])
            bracket = root(self.square)
            self.bracket = Between(-bracket.high, -bracket.low) if self.negative else bracket
        else:
            self.bracket = Between(Fraction(raw))
            self.square = self.bracket.low ** 2

    def is_(self, truth, slack=0):
        if self.exact:
            return self.bracket.low <= truth.high and self.bracket.high >= truth.low if isinstance(truth, Between) \
                else self.bracket.low <= truth <= self.bracket.high
        return is_double_of(self.raw, truth, slack)


def value_of(step, name):
    return None if step.get(name) is None else Value(step[name])


def judge_trace(judge, case, result):
    """Two labels, one vector of weights."""
    f = case.as_written if result["exact"] else case.facts
    before = first_weights(case, f)
    for step in result["steps"]:
        if not step.get("w") or step["w"][0] in (None, ""):
            judge.does_not_know("a step without weights")
            return
        i = step["row"] - 1
        judge.check([Fraction(v) for v in map(str, step["x"])] == [Fraction(str(float(v))) for v in case.rows.values[i]],
                    f"row {i + 1} is {step['x']}", str(case.rows.values[i]))
        judge.check(step["y"] == f.sign[i], f"y of row {i + 1} is {step['y']}", str(f.sign[i]))
        after = Weights(f, [Fraction(v) for v in step["w"]], Fraction(step["b"] or 0))
        product(judge, case, step, f, before, i)
        if not step["update"] and before is not None:
            judge.check(after.w == before.w and after.b == before.b, f"no update at row {i + 1}", "the weights changed")
        sides(judge, case, step, f, after)
        before = after


def first_weights(case, f):
    start = case.text("start", "zero")
    if start not in ("zero", "ones"):
        return None
    one = Fraction(start == "ones")
    return Weights(f, [one] * f.d, one * f.constant)


def product(judge, case, step, f, before, i):
    given = value_of(step, "product")
    if given is None or before is None or step.get("gathers"):
        return
    truth = f.sign[i] * (dot(before.w[0], f.x[i]) + before.b[0])
    judge.check(given.is_(truth, before.rounding()), f"product {given.raw} in epoch {step['epoch']}, row {i + 1}",
                plain(truth))
    wrong = truth < 0 or (truth == 0 and not case.lenient)
    if given.exact or abs(truth) > before.rounding():
        judge.check(step["mistake"] == wrong, f"mistake {step['mistake']} at a product of {given.raw}", str(wrong))


def sides(judge, case, step, f, after):
    lower, upper = value_of(step, "margin_lower"), value_of(step, "margin_upper")
    slack = after.rounding() / root(after.norm2).low if after.norm2 else 0
    if lower is not None and after.margin is not None:
        judge.check(lower.is_(after.margin, slack), f"margin {lower.raw} after row {step['row']}", after.margin)
    if upper is not None:
        judge.check(upper.bracket.high * (1 + Fraction(not upper.exact, 10 ** 12)) >= f.best.low,
                    f"best margin at most {upper.raw}", f.best)
    for name, holds in (("lemma1", lambda a, b: a >= b), ("lemma2", lambda a, b: a <= b)):
        left, right = value_of(step, name), value_of(step, f"{name}_bound")
        if left is None or right is None:
            continue
        room = 0 if left.exact else max(abs(left.bracket.low), abs(right.bracket.low)) / 10 ** 12
        a, b = left.bracket.low, right.bracket.low
        judge.check(holds(a, b) or abs(a - b) <= room, f"{name}: {left.raw}, {right.raw} after row {step['row']}", "no")
    square = value_of(step, "lemma2")
    if square is not None:
        judge.check(square.is_(after.norm2, after.norm2 / 2 ** 45), f"|w|^2 {square.raw}", plain(after.norm2))
