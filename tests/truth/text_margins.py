"""Lines on margins, distances and bounds, of train, show and test: the two margins by their names, what no weights can
exceed, and what is proved of the run."""
from fractions import Fraction

import bounds
from exact import root
from judge_result import SMALL, room_of
from sentences import NUMBER, Sentences
from shown import number

margins = Sentences()


def linear(about):
    return about.model["kind"] == "linear" and about.weights is not None


def of_weights(norm, sign=None):
    """A margin of the weights: their least product over a length."""
    def judge_it(judge, about, text):
        if not linear(about):
            return
        w = about.weights
        norm2 = w.norm2 if norm == "theorem" else w.plain_norm2
        truth = w.over_norm(norm2)
        if judge.check(truth is not None, f"{norm} {text}", "there are no weights"):
            judge.printed(norm, text, truth, slack=room_of(w, norm2))
        if sign is not None and abs(w.least) > w.rounding():
            judge.check((w.least > 0) == (sign > 0), f"{norm} {text}: {'above' if sign > 0 else 'below'} zero",
                        str(float(w.least)))
    return judge_it


def both(judge, about, text):
    """Where the bias adds nothing to the length the two are one number."""
    if linear(about):
        w = about.weights
        judge.check((w.norm2 - w.plain_norm2) * 10 ** 9 <= w.norm2, "no bias, or next to none", str([float(b)
                    for b in w.b]))
    of_weights("distance")(judge, about, text)


def on_boundary(judge, about, text):
    if linear(about):
        judge.check(abs(about.weights.least) <= about.weights.rounding(), "a row lies on the boundary",
                    str(float(about.weights.least)))


margins.says(r"theorem margin NUMBER least y\(w\.x\+b\) over the length of \(w, b\): the convergence theorem's",
            of_weights("theorem", 1))
margins.says(r"theorem margin NUMBER least lead of a row's own score, over the length of all weights",
            of_weights("theorem", 1))
margins.says(r"theorem margin NUMBER below zero: these weights do not separate the rows", of_weights("theorem", -1))
margins.says(r"distance NUMBER from the boundary to the nearest row", of_weights("distance", 1))
margins.says(r"distance NUMBER below zero: the worst row lies that far on the wrong side", of_weights("distance", -1))
margins.says(r"margin NUMBER from the boundary to the nearest row; the theorem's too \(no bias, or next to "
             r"none\)", both)
margins.says(r"margin NUMBER below zero: the worst row lies that far on the wrong side", both)
margins.says(r"(?:theorem margin|distance|margin) NUMBER a row lies on the boundary", on_boundary)
margins.says(r"margin NUMBER (?:least y f\(x\) over the length of f, in the kernel's space: no distance between "
             r"rows|below zero: these "
             r"weights do not separate the rows)")


def functional(judge, about, text):
    if linear(about):
        judge.printed("functional margin", text, about.weights.least, slack=100 * about.weights.rounding())


margins.says(r"functional NUMBER least y(?:\(w\.x\+b\)| f\(x\)), which grows with the weights: the functional "
             r"margin", functional)
margins.says(r"margins unknown too small for the rounding of their sums(?=\n)",
             lambda judge, about: linear(about) and judge.check(about.weights.norm2 > 0, "margins too small to know",
                                                                "all weights are 0: there are none"))
margins.says(r"margins unknown too small for the rounding of their sums, or all weights are 0",
             lambda judge, about: judge.check(about.facts.radius.high < SMALL, "products are lost", about.facts.radius))
margins.says(r"margins none all weights are 0: there is no boundary",
             lambda judge, about: linear(about) and judge.check(about.weights.norm2 == 0, "all weights are 0",
                                                                "they are not"))
margins.says(r"margins none no weight has moved: there is no boundary",
             lambda judge, about: judge.check(about.model["updates"] == 0, "no weight has moved", "some have"))


# ---- of the best ----------------------------------------------------------------------------------------------

def best(judge, about, text):
    if about.model["kind"] == "linear":
        judge.check(number(text) >= about.facts.best.low, f"best theorem margin <= {text}", about.facts.best)


def best_distance(judge, about, text):
    truth = root(about.facts.distance2)
    judge.check(number(text) >= truth.low, f"best distance <= {text}", truth)


def best_of_kernel(judge, about, text):
    own = about.kernel_margin() if hasattr(about, "kernel_margin") else None
    if own is not None:
        judge.check(float(number(text)) >= own * (1 - 1e-6), f"best margin <= {text}", f"the model's own is {own}")


margins.says(r"best margin <= NUMBER no f of that space has a greater margin on the rows learned from", best_of_kernel)
margins.says(r"best margin <= NUMBER no weights have a greater theorem margin on the rows learned from", best)
margins.says(r"best margin <= NUMBER no boundary through the origin keeps every row learned from farther away", best_distance)
margins.says(r"best distance <= NUMBER no boundary keeps every row learned from farther away", best_distance)
margins.says(r"best margin unknown no update was made, and updates are what bounds it",
             lambda judge, about: judge.check(about.model["updates"] == 0, "no update was made",
                         str(about.model["updates"])))
margins.says(r"best margin unknown (?:this algorithm gives no upper bound|labels learned one by one give no upper "
             r"bound|none is proved for this run|what bounds it is "
             r"lost in rounding)")


def difficulty(judge, about, least, most, only_least, only_most):
    low, high = least or only_least, most or only_most
    if about.facts.separable and about.model["kind"] == "linear":
        truth = about.facts.radius / about.facts.best
        judge.check(low is None or number(low) <= truth.high, f"R/gamma* at least {low}", truth)
        judge.check(high is None or number(high) >= truth.low, f"R/gamma* at most {high}", truth)
    elif about.model["kind"] == "linear":
        judge.check(high is None, f"R/gamma* at most {high}", "the rows are not separable")
        upper = about.model["margin"]["upper"]   # any number is true of them: it must be the one that was worked out
        as_worked_out(judge, f"R/gamma* at least {low}", low, upper and about.model["radius"] / upper)


def as_worked_out(judge, what, text, value):
    if text is not None and value is not None:
        judge.check(abs(float(number(text)) - value) <= 2e-3 * abs(value), what, value)


RANGE = rf"(?:{NUMBER} to {NUMBER}|at least {NUMBER}|at most {NUMBER})"
margins.says(r"difficulty " + RANGE + r": R/gamma\*, how hard the rows are to separate", difficulty)


# ---- of the run -----------------------------------------------------------------------------------------------

def bound(judge, about, least, most, only_least, only_most, formula, condition, of_updates, of_sum, came):
    low, high, of = least or only_least, most or only_most, of_updates or of_sum
    if came is not None:
        value = about.model["bound"]["value"]   # a model alone does not know rates that came from a file
        judge.printed(of, came, Fraction(about.case.sum_of_rates(about.model["updates"]) if value is None else value))
    known = about.model["bound"]["formula"]
    if known != formula and len(set(about.case.row_weights)) == 1:   # of which the model may know nothing
        known = known.replace("(c_max/c_min) ", "").replace("(c_min gamma*)", "gamma*").replace("c_min ", "")
    judge.check(formula == known, f"bound {formula}", known)
    if about.model["kind"] != "linear":
        return
    if not about.facts.separable:
        judge.check(high is None and condition is not None, f"bound {formula} at most {high}",
                    "the rows are not separable")
        as_worked_out(judge, f"bound {formula} at least {low}", low, about.model["bound"]["lower"])
        return
    proved = bounds.for_case(about.case)
    truth = proved.get(of)
    if of in proved and truth is None:
        return
    if judge.check(truth is not None, f"a bound on {of}: {formula}", "no such theorem is known here"):
        judge.check(low is None or number(low) <= truth.high, f"bound on {of} {formula}: at least {low}", truth)
        judge.check(high is None or number(high) >= truth.low, f"bound on {of} {formula}: at most {high}", truth)


margins.says(r"bound " + RANGE + r": ([^\n]*?) (if the rows can be separated, )?no order of the rows (?:makes "
             r"more ([a-z ]+?)|has a greater "
             r"(sum of steps))(?:; this run(?: made|'s is) NUMBER)?(?=\n)", bound)
margins.says(r"\(no upper end was worked out\)",
             lambda judge, about: linear(about) and judge.check(about.weights.least > -about.weights.rounding(),
                                                                "no upper end was worked out", "they do not separate"))
margins.says(r"\(no upper end: these weights do not separate them\)",
             lambda judge, about: linear(about) and judge.check(about.weights.least <= about.weights.rounding(),
                                                                "these weights do not separate them", "they do"))
