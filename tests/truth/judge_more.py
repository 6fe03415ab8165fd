"""The last sections of explain: mistakes of one pass, new rows, and how many labelings are separable by chance."""
from fractions import Fraction
from math import comb, log, sqrt

from exact import Between, dot, root

TINY = Fraction(1e-140)   # products of smaller values are lost: the run that is measured has no bound


def judge_more(judge, case, result):
    own = result.get("one_pass")
    if own is None:
        return
    f, rows, made = case.facts, own["rows"], own["mistakes"]
    held = result["new_rows"]["held_out"]
    judge.check(rows + held == f.n, f"{rows} rows and {held} held out", str(f.n))
    judge.check(0 < made <= rows, f"{made} mistakes in a pass over {rows} rows", str(f.n))
    products = of_one_length(judge, f, own["w"])
    least = min((abs(v) for x in f.x for v in x if v), default=Fraction(1))
    for kind, name in (("squares", "D"), ("hinge", "L")):
        part = own[kind]
        judge.check((part["mistakes"] is None) == (least < TINY), f"a bound on the mistakes: {part['mistakes']}",
                    f"the least value is {float(least)}")
        if part["mistakes"] is not None:
            pass_bound(judge, f, products, kind, part, name, made)
    new_rows(judge, result["new_rows"], made, rows)
    cover = separable_share(f.n, len(f.full[0]))
    judge.check(abs(Fraction(result["separable_labelings"]) - cover) <= cover / 10 ** 9,
                f"a share of {result['separable_labelings']} is separable", Between(cover))


def of_one_length(judge, f, w):
    w = [Fraction(v) for v in w]
    judge.check(len(w) == len(f.full[0]) and (not any(w) or abs(dot(w, w) - 1) < Fraction(1, 10 ** 9)),
                "w of length 1", str(float(dot(w, w))))
    return [s * dot(w, a) for s, a in zip(f.sign, f.full)]


def pass_bound(judge, f, products, kind, part, name, made):
    """What the rows lack to gamma, summed once more from w; and what follows for the mistakes."""
    gamma, radius = Fraction(part["gamma"]), f.radius
    lacks = [max(Fraction(0), gamma - p) for p in products]
    small = Fraction(1, 10 ** 5)
    if kind == "squares":
        lack = root(sum(v * v for v in lacks))
        most = (radius + lack) / gamma
    else:
        lack = Between(sum(lacks) / gamma)
        ratio = radius / gamma
        most = (ratio + root(ratio * ratio + 4 * lack)) / 2
    most = most * most
    judge.check(lack.low <= Fraction(part[name]) <= lack.high * (1 + small) + small * gamma,
                f"{name} = {part[name]}", lack)
    judge.check(most.low <= Fraction(part["mistakes"]) <= most.high * (1 + small), f"at most {part['mistakes']} "
        f"mistakes",
                most)
    judge.check(made <= Fraction(part["mistakes"]), f"{made} mistakes, at most {part['mistakes']}", "more were made")


def new_rows(judge, given, made, rows):
    judge.double("mistakes / rows", given["progressive"], Fraction(made, rows))
    truth = made / rows + sqrt(2 * log(20) / rows)
    judge.check(abs(given["with_95_percent"] - truth) < 1e-9, f"at most {given['with_95_percent']}", str(truth))
    if "rows_that_moved" in given:
        moved = given["rows_that_moved"]
        judge.check(0 < moved <= rows, f"{moved} of {rows} rows caused an update", "more than there are")
        judge.double("leave one out", given["leave_one_out"], Fraction(moved, rows))
    if given.get("measured") is not None:
        wrong = Fraction(given["measured"]) * given["held_out"]
        judge.check(abs(wrong - round(wrong)) < Fraction(1, 10 ** 9), f"{given['measured']} of {given['held_out']} "
            f"rows", "no share")


def separable_share(n, dimensions):
    return min(Fraction(1), Fraction(2 * sum(comb(n - 1, k) for k in range(dimensions)), 2 ** n))
