"""`perceptron trace` of two labels: every step against the one before it, both sides of the lemmas against their own
sums.
In JSON the weights after a step are doubles or, with --exact, fractions."""
from fractions import Fraction

from exact import Between, between, dot, root
from facts import Weights
from shown import is_double_of, plain

LEAST = Fraction(1, 2 ** 1068)   # some of the least doubles


class Value:
    """A number of a trace: a double, or an exact text like -3/4, -sqrt(16/3) or a sum of such."""

    def __init__(self, raw):
        self.raw, self.exact = raw, isinstance(raw, str)
        self.bracket = sum(map(term, raw.split(" + ")), Between(0)) if self.exact else Between(Fraction(raw))

    def is_(self, truth, slack=0):
        truth = between(truth)
        if self.exact:
            return self.bracket.low <= truth.high and self.bracket.high >= truth.low
        return is_double_of(self.raw, truth, slack)


def term(text):
    if "sqrt" not in text:
        return Between(Fraction(text))
    bracket = root(Fraction(text[text.index("(") + 1:-1]))
    return Between(-bracket.high, -bracket.low) if text.startswith("-") else bracket


def value_of(step, name):
    return None if step.get(name) is None else Value(step[name])


class Walk:
    """The run so far, from the steps alone."""

    def __init__(self, case, exact):
        self.case = case
        self.f = case.as_written if exact else case.facts
        one = {"zero": Fraction(0), "ones": Fraction(1)}.get(case.text("start", "zero"))
        self.start = self.before = None if one is None else Weights(self.f, [one] * self.f.d, one * self.f.constant)
        self.mass = self.squares = self.waiting = self.longest = Fraction(0)
        self.gathered = [Fraction(0)] * len(self.f.full[0])
        self.in_batch, self.batch = 0, case.count("batch-size", 0) or self.f.n
        self.epoch = 1
        self.rounded = False    # the run, in doubles, did other than exact numbers would have it: so it was told


def judge_trace(judge, case, result):
    walk = Walk(case, result["exact"])
    last = last_weights(walk.f, result)
    for step in result["steps"]:
        i = step["row"] - 1
        where = f"in epoch {step['epoch']}, row {i + 1}"
        at = result.get("rounding") or {}
        walk.rounded = walk.rounded or (at.get("epoch"), at.get("row")) == (step["epoch"], step["row"])
        judge.check([Fraction(str(v)) for v in step["x"]] == [Fraction(str(float(v))) for v in case.rows.values[i]],
                    f"x {step['x']} {where}", str(case.rows.values[i]))
        judge.check(step["y"] == walk.f.sign[i], f"y {step['y']} {where}", str(walk.f.sign[i]))
        if step["w"]:
            one_step(judge, walk, step, i, where)
            sides(judge, walk, step, last, where)
    reference(judge, walk, result, last)
    if result["contradiction"]:
        contradiction(judge, walk.f, result["contradiction"])


def last_weights(f, result):
    """w*: every step is asked for, so that the last one has them."""
    steps = result["steps"]
    return Weights(f, [Fraction(v) for v in steps[-1]["w"]],
                Fraction(steps[-1]["b"] or 0)) if steps and steps[-1]["w"] else None


# ---- a step -------------------------------------------------------------------------------------------------

def one_step(judge, walk, step, i, where):
    f, before = walk.f, walk.before
    after = Weights(f, [Fraction(v) for v in step["w"]], Fraction(step["b"] or 0))
    between_epochs = step["alpha"] is not None and step["epoch"] != walk.epoch   # svm goes over rows once more there
    if before is not None and not between_epochs:
        product(judge, walk, step, i, where)
        movement(judge, walk, step, i, after, where)
    elif step["keep"] is not None:
        account(walk, step, i)
    walk.before, walk.epoch = after, step["epoch"]


def product(judge, walk, step, i, where):
    f, before, given = walk.f, walk.before, value_of(step, "product")
    truth = f.sign[i] * (dot(before.w[0], f.x[i]) + before.b[0])
    judge.check(given.is_(truth, before.rounding()), f"product {given.raw} {where}", plain(truth))
    if not walk.rounded and (given.exact or abs(truth) > before.rounding()):
        wrong = truth < 0 or (truth == 0 and not walk.case.lenient)
        judge.check(step["mistake"] == wrong, f"mistake {step['mistake']} at a product of {given.raw} {where}",
                    str(wrong))


def account(walk, step, i):
    """Mass and squares, and what a batch gathers; (keep, what is added now)."""
    keep, size = Value(step["keep"]).bracket.low, Value(step["step"]).bracket.low
    added = [walk.f.sign[i] * size * v for v in walk.f.full[i]]
    if "batch_step" in step:
        nothing = [Fraction(0)] * len(added)
        if walk.in_batch == walk.batch or step["epoch"] != walk.epoch:   # the last batch is over
            walk.in_batch, walk.waiting, walk.gathered = 0, Fraction(0), nothing
        walk.in_batch += 1
        walk.waiting += size
        walk.gathered = [g + a for g, a in zip(walk.gathered, added)]
        counts = step["batch_step"] or (not any(walk.gathered) and Value(step["mass"]).is_(walk.mass + walk.waiting))
        if not counts:   # rows that add up to nothing may count or not: they move nothing
            return keep, nothing
        size, added = walk.waiting, walk.gathered
        walk.waiting, walk.gathered = Fraction(0), nothing
    walk.mass = keep * walk.mass + size
    walk.squares += size * size
    walk.longest = max(walk.longest, size)
    return keep, added


def movement(judge, walk, step, i, after, where):
    """w becomes keep w + step y x, or in batches so much of every row when the batch ends."""
    f, before = walk.f, walk.before
    if step["keep"] is None:
        if not step["update"]:
            judge.check(after.w == before.w and after.b == before.b, f"no update {where}", "the weights changed")
        return
    keep, added = account(walk, step, i)
    c = f.constant
    old = before.w[0] + ([before.b[0] / c] if c else [])
    new = after.w[0] + ([after.b[0] / c] if c else [])
    size = max(abs(v) for v in old + new + added) if old else 0
    if "batch_step" in step:   # what its rows add up to may cancel, and leaves their rounding
        size = max(size, walk.longest * max((abs(v) for row in f.full for v in row), default=0))
    room = 0 if isinstance(step["w"][0], str) else size * 64 / 2 ** 52
    judge.check(all(abs(n - keep * o - a) <= room for n, o, a in zip(new, old, added)),
                f"w = {step['w']}, b = {step['b']} {where}", str([float(keep * o + a) for o, a in zip(old, added)]))


# ---- both sides of the lemmas -------------------------------------------------------------------------------

def sides(judge, walk, step, last, where):
    f, after = walk.f, walk.before
    lower, upper, mass = value_of(step, "margin_lower"), value_of(step, "margin_upper"), value_of(step, "mass")
    slack = after.rounding() / root(after.norm2).low if after.norm2 else 0
    if lower is not None and after.margin is not None:
        judge.check(lower.is_(after.margin, slack), f"margin {lower.raw} {where}", after.margin)
    if mass is not None:
        judge.check(mass.is_(walk.mass, walk.mass / 2 ** 40), f"mass {mass.raw} {where}", plain(walk.mass))
    if upper is not None:
        judge.check(upper.bracket.high >= f.best.low or near(upper, f.best), f"best margin at most {upper.raw} {where}",
                    f.best)
        if walk.start is not None and walk.mass > 0:
            truth = root(moved2(walk, after)) / walk.mass
            judge.check(upper.is_(truth, truth.high / 2 ** 30), f"|w - w0| / mass = {upper.raw} {where}", truth)
    lemma1(judge, walk, step, last, where)
    lemma2(judge, walk, step, where)


def near(value, truth):
    return not value.exact and is_double_of(value.raw, truth, ulps=512)


def moved2(walk, after):
    c = walk.f.constant
    bias = (after.b[0] - walk.start.b[0]) / c if c else 0
    return sum((a - s) ** 2 for a, s in zip(after.w[0], walk.start.w[0])) + bias ** 2


def along(f, u, w):
    return dot(u.w[0], w.w[0]) + (u.b[0] * w.b[0] / f.constant ** 2 if f.constant else 0)


def lemma1(judge, walk, step, last, where):
    """w*.w >= w*.w0 + gamma mass, gamma the least product of w*."""
    left, right = value_of(step, "lemma1"), value_of(step, "lemma1_bound")
    if left is None or right is None or last is None:
        return
    room = (last.norm2 + walk.before.norm2) / 2 ** 40
    judge.check(left.is_(along(walk.f, last, walk.before), room), f"w*.w = {left.raw} {where}",
                plain(along(walk.f, last, walk.before)))
    if walk.start is not None:
        truth = along(walk.f, last, walk.start) + last.least * walk.mass
        judge.check(right.is_(truth, room + last.rounding() * walk.mass), f"w*.w >= {right.raw} {where}", plain(truth))
    if walk.start is not None:   # of the numbers themselves, not of those printed
        judge.check(holds(along(walk.f, last, walk.before), truth, left.exact, room), f"lemma 1: {left.raw} >= "
                    f"{right.raw}",
                    f"no, {where}")


def lemma2(judge, walk, step, where):
    """|w|^2 <= |w0|^2 + R^2 squares + 2 tau mass."""
    left, right = value_of(step, "lemma2"), value_of(step, "lemma2_bound")
    if left is None or right is None:
        return
    norm2 = walk.before.norm2
    judge.check(left.is_(norm2, norm2 / 2 ** 40), f"|w|^2 = {left.raw} {where}", plain(norm2))
    if walk.start is None:
        return
    most = walk.start.norm2 + walk.f.radius2 * walk.squares + 2 * tau(walk.case) * walk.mass
    room = most / 2 ** 40 + LEAST   # below the normal doubles a rounding is a share of nothing
    judge.check(right.is_(most, room), f"|w|^2 <= {right.raw} {where}", plain(most))
    judge.check(holds(most, norm2, left.exact, room), f"lemma 2: {left.raw} <= {right.raw}", f"no, {where}")


def holds(more, less, exact, room):
    return more >= less or (not exact and more >= less - room)


def tau(case):
    if case.algorithm in ("pa-1", "pa-2"):
        return 1
    if case.algorithm == "uneven":
        return max(case.real("margin-positive", 1), case.real("margin-negative", 0))
    return case.real("margin", 1) if case.algorithm == "margin" else 0


# ---- below the table ----------------------------------------------------------------------------------------

def reference(judge, walk, result, last):
    given = result["reference"]
    if given is None or last is None:
        return
    numbers = {name: value_of(given, name) for name in given}
    truths = {"gamma": (last.least, last.rounding()), "norm2": (last.norm2, last.norm2 / 2 ** 40),
              "radius2": (walk.f.radius2, 0), "longest_step": (walk.longest, walk.longest / 2 ** 40),
              "mass": (walk.mass, walk.mass / 2 ** 40), "threshold": (Fraction(tau(walk.case)), 0)}
    if walk.start is not None:
        truths["start_norm2"] = (walk.start.norm2, 0)
    judge.check(last.least > 0, "w* separate the rows", plain(last.least))
    bound = numbers.get("bound")
    for name, (truth, slack) in truths.items():
        if numbers.get(name) is not None and (bound is not None or name in ("gamma", "norm2", "radius2")):
            judge.check(numbers[name].is_(truth, slack), f"{name} {numbers[name].raw}", plain(truth))
    if bound is not None and walk.start is not None and last.least > 0 and walk.longest > 0:
        rate = walk.longest
        truth = (walk.f.radius2 + 2 * tau(walk.case) / rate) * last.norm2 / Between(last.least ** 2) + \
            2 * root(walk.start.norm2) * root(last.norm2) / (rate * last.least)
        room = truth.high * (last.rounding() / last.least + Fraction(1, 2 ** 30))
        judge.check(bound.is_(truth, room), f"bound {bound.raw}", truth)
        of_mass = numbers.get("mass_bound")
        if of_mass is not None:
            judge.check(of_mass.is_(truth * rate, room * rate), f"bound of the sum of steps {of_mass.raw}",
                        truth * rate)
        judge.check(walk.mass <= walk.longest * truth.high, f"the steps add up to {plain(walk.mass)}, at most "
                    f"{bound.raw} "
                    f"times {plain(walk.longest)}", truth)


def contradiction(judge, f, rows):
    total = [sum(one["times"] * f.sign[one["row"] - 1] * f.full[one["row"] - 1][j] for one in rows)
             for j in range(len(f.full[0]))]
    judge.check(not any(total) and all(one["times"] > 0 for one in rows), f"{rows} add up to zero",
                str([float(v) for v in total]))
    judge.check(not f.separable, "no weights have every row on its own side", f.best)
