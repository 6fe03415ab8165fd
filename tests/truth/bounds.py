"""The bound of each algorithm on what its run may come to, from its proof alone. Nothing here is taken from the
program.

Rules that add rows a (with their signs), times a rate and the row's weight c, where a.w <= tau, from w0: with every
step
s, u.w grows by s gamma at least and |w|^2 by s^2 p R^2 + 2 s tau at most (p is 2 where a step moves two labels' weights
at once), and u.w <= |w|. With S the sum of the steps, none above s_max:
    S gamma - |w0| <= sqrt(|w0|^2 + S (p s_max R^2 + 2 tau)), so S <= (p s_max R^2 + 2 tau)/gamma^2 + 2 |w0|/gamma,
and the sum of the rates alone is S/c_min at most. Shards mixed by shares keep both sides. A step of a batch of b rows
is
at most b R long for each unit of rate and weight. pa-1 and pa-2: Crammer and others 2006, theorems 4 and 5 with a
vector of margin 1 and length 1/gamma; romma: Li and Long 2002."""
from exact import Between

ADDING = ("perceptron", "averaged", "voted", "pocket", "first-mistake", "margin", "uneven")
MOST_STEPS = 200000   # of the recursion for pdm


def tau_of(case):
    """The largest threshold of the rule."""
    if case.algorithm == "margin":
        return case.real("margin", 1)
    if case.algorithm == "uneven":
        return max(case.real("margin-positive", 1), case.real("margin-negative", 0))
    return 0


def sum_of_rates(case, rows=1, tau=0):
    f = case.facts
    pairs = 1 if f.binary else 2
    c_min, c_max = min(case.row_weights), max(case.row_weights)
    return (pairs * rows * case.most_rate * c_max * f.radius2 + 2 * tau) / Between(c_min * f.best2) + \
        2 * case.start_norm / (c_min * f.best)


def with_rates(case, most, name):
    """The bound on the sum of the rates, and where all are the same on how many there are."""
    return {"sum of steps": most, name: most / case.most_rate if case.constant_rate else None}


def dynamic_margin(case):
    """pdm, from zero at one rate: |w|^2 <= p R^2 b(k) after k updates, b(1) = 1, b(k+1) = (1 + 2 f/k) b(k) + 1, since
    it moves
    where a.w <= f |w|^2/k; and |w| >= gamma k. The greatest k that both allow."""
    f = case.facts
    ratio2 = (1 if f.binary else 2) * f.radius2 / f.best2
    if ratio2 > 10 ** 300:
        return None
    ratio2 = float(ratio2) * (1 + 1e-9)
    share, b, k = float(case.real("fraction", 0.5)), 1.0, 1
    while k * k <= ratio2 * b and k < MOST_STEPS:
        b = (1 + 2 * share / k) * b + 1
        k += 1
    return Between(k - 1) if k < MOST_STEPS else None


def for_case(case):
    """{quantity: bracket or None} of what is proved for this run; empty: nothing."""
    f, name = case.facts, case.algorithm
    plain = case.start_norm.high == 0 and not case.shards
    if not f.separable or case.one_vs_rest:
        return {}
    if name in ADDING:
        return with_rates(case, sum_of_rates(case, tau=tau_of(case)), "mixed updates" if case.shards else "updates")
    if name in ("batch", "gradient-descent") and f.binary:
        size = case.count("batch-size", 0) or f.n
        if not hasattr(case, "seen"):   # a stream does not know how many rows there are
            size = min(size, f.n)
        return with_rates(case, sum_of_rates(case, rows=size), "mistakes")
    pairs, c = 1 if f.binary else 2, case.real("C", 1) * min(case.row_weights)
    if name == "pa-1" and plain:
        return {"mistakes": Between(max(pairs * f.radius2, 1 / c) / f.best2)}
    if name == "pa-2" and plain:
        return {"mistakes": Between((pairs * f.radius2 + 1 / (2 * c)) / f.best2)}
    if name == "romma" and f.binary:
        return {"mistakes": Between(f.radius2 / f.best2)}
    if name == "pdm" and plain and case.constant_rate and len(set(case.row_weights)) == 1:
        return {"updates": dynamic_margin(case)}
    return {}
