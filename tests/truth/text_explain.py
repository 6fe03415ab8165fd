"""The sentences of explain."""
import math
import re
from fractions import Fraction
from math import comb, log, sqrt

import bounds
from exact import Between, dot, root
from judge_proof import forced_rows
from judge_result import SMALL, room_of
from sentences import Sentences, count_of
from shown import number
from text_run import positive, run

explain = Sentences()
explain.known += run.known   # it repeats why the run stopped


def truth_of(about):
    return about.case.as_written


explain.says(r"The model was trained on rows (?:in the order of [^\n]*|shuffled [^\n]*?)(?: \(trace takes them in "
             r"the order of the "
             r"file\))?\.(?=\n)")


# ---- the rows -------------------------------------------------------------------------------------------------

def rows_and_features(judge, about, rows, features, name):
    judge.counted("rows", rows, about.facts.n)
    judge.counted("features", features, about.facts.d)
    positive(judge, about, name)


def gamma(judge, about, text, low, high):
    f = truth_of(about)
    if text is not None:
        judge.printed("gamma*", text, f.best, digits=6)
    judge.check(number(low) <= f.best.high and number(high) >= f.best.low, f"gamma* between {low} and {high}", f.best)


def ratio(judge, about, sign, r, g, value, beyond, most, difficulty):
    f = truth_of(about)
    bound = f.radius2 / f.best2
    judge.printed("R", r, f.radius, digits=6)
    if beyond is not None:
        judge.check(sign == "<=" or bound > 10 ** 308, f"(R/gamma*)^2 {beyond}", Between(bound))
        return
    if sign == "<=":
        judge.check(number(value) >= bound * (1 - Fraction(1, 10 ** 5)), f"(R/gamma*)^2 <= {value}", Between(bound))
        judge.check(number(g) <= f.best.high * (1 + Fraction(1, 10 ** 5)), f"gamma* >= {g}", f.best)
        return
    judge.printed("R/gamma*", difficulty, f.radius / f.best, digits=6)
    judge.printed("gamma*", g, f.best, digits=6)
    judge.printed("(R/gamma*)^2", value, bound, digits=6)
    if most is not None:
        judge.check(count_of(most) >= bound // 1 and count_of(most) <= bound * (1 + Fraction(1, 10 ** 6)) + 1,
                    f"{most} updates at most", Between(bound))


explain.says(r"COUNT rows?, COUNT features?\. A row counts as a = y (?:\(x, 1\)|x), where y is \+1 for '([^']*)' "
             r"and -1 for "
             r"all others(?:; the last coordinate is the constant feature that carries the bias)?\. Weights w "
             r"have it on its "
             r"own side when a\.w > 0\.", rows_and_features)
explain.says(r"\d\. (?:The rows are separable|The theorem|This run|Why it must end|The angle|What was found)\n",
             lambda judge, about: judge.check(truth_of(about).separable, "the rows are separable", "they are not"))
explain.says(r"Some w\* of length 1 has a\.w\* >= gamma\* for every row, and no other vector of length 1 has more: "
             r"gamma\* = NUMBER \(proved: between NUMBER and NUMBER\)", gamma)
explain.says(r"Some w\* of length 1 has a\.w\* >= gamma\* for every row, and no other vector of length 1 has more: "
             r"gamma\* is between NUMBER and NUMBER \(proved\)",
             lambda judge, about, low, high: gamma(judge, about, None, low, high))
explain.says(r"That is proved \(perceptron certify shows how\), but the margin was not worked out\.")
explain.says(r"The longest row has length R = NUMBER",
             lambda judge, about, text: judge.printed("R", text, truth_of(about).radius, digits=6))
explain.says(r"\(As a plain distance, with a bias that counts in no length, the best is NUMBER; the theorem needs "
             r"the other "
             r"number\.\)",
             lambda judge, about, text: judge.printed("best distance", text, root(truth_of(about).distance2), digits=6))
explain.says(r"Started at zero, the perceptron makes at most \(R/gamma\*\)\^2 updates, whatever the order of the rows "
             r"\(Novikoff 1962\): \(R/gamma\*\)\^2 (=|<=) \(NUMBER / NUMBER\)\^2(?: = NUMBER|, (beyond all "
             r"doubles))(?:, so COUNT updates? "
             r"at most)?\. Neither "
             r"the number of rows nor that of features is in it; R/gamma\* (?:=|<=) NUMBER is how difficult they "
             r"are\.", ratio)


# ---- the run --------------------------------------------------------------------------------------------------

def updates_and_epochs(judge, about, updates, epochs):
    about.k = count_of(updates)
    judge.counted("updates", updates, about.model["updates"])
    judge.counted("epochs", epochs, about.model["epochs"])


def share_of_bound(judge, about, text):
    f = truth_of(about)
    judge.printed("share of the bound", text, 100 * about.k * f.best2 / f.radius2)


def lemma1(judge, about, k, left, k_again, g, right):
    f = truth_of(about)
    judge.counted("k", k, about.k)
    judge.printed("gamma*", g, f.best, digits=6)
    judge.printed("k gamma*", right, about.k * f.best, digits=6)
    judge.check(number(left) >= number(right) * (1 - Fraction(1, 10 ** 5)), f"lemma 1: {left} >= {right}", "no")


def lemma2(judge, about, k, left, k_again, r2, right):
    f = truth_of(about)
    judge.printed("|w|^2", left, about.weights.norm2 / about.case.rate ** 2, digits=6)
    judge.printed("R^2", r2, f.radius2, digits=6)
    judge.printed("k R^2", right, about.k * f.radius2, digits=6)
    judge.check(number(left) <= number(right) * (1 + Fraction(1, 10 ** 5)), f"lemma 2: {left} <= {right}", "no")


def chain(judge, about, *texts):
    f, values = truth_of(about), [number(t) for t in texts]
    judge.check(all(a <= b * (1 + Fraction(1, 10 ** 5)) for a, b in zip(values, values[1:])), " <= ".join(texts), "no")
    judge.printed("sqrt(k) R", texts[3], root(Fraction(about.k)) * f.radius, digits=6)


explain.says(r"Rows in the order of the file\.(?=\n)")
explain.says(r"(?:The model's training|A perceptron trained just now, from zero,) made k = COUNT updates? in COUNT "
             r"whole epochs?\.", updates_and_epochs)
explain.says(r"That is NUMBER % of the updates that the theorem allows\.", share_of_bound)
explain.says(r"Write w\(k\) for the weights after k updates\.")
explain.says(r"Lemma 1\. Every update adds some row a, and a\.w\* >= gamma\*\. So w\*\.w\(k\) >= k gamma\*: "
             r"w\*\.w\(COUNT\) = NUMBER >= COUNT x NUMBER = NUMBER", lemma1)
explain.says(r"Lemma 2\. An update is made only where a\.w <= 0, so \|w \+ a\|\^2 = \|w\|\^2 \+ 2 a\.w \+ "
             r"\|a\|\^2 <= \|w\|\^2 "
             r"\+ R\^2\. So \|w\(k\)\|\^2 <= k R\^2: \|w\(COUNT\)\|\^2 = NUMBER <= COUNT x NUMBER = NUMBER", lemma2)
explain.says(r"No product of w with a vector of length 1 exceeds \|w\| \(Cauchy and Schwarz\)\. So k gamma\* <= "
             r"w\*\.w\(k\) <= "
             r"\|w\(k\)\| <= sqrt\(k\) R NUMBER <= NUMBER <= NUMBER <= NUMBER The left end grows like k, the "
             r"right one like "
             r"its root: they meet at k = \(R/gamma\*\)\^2, and no run gets past it\.", chain)


def angle(judge, about, cosine, least, degrees, most):
    f = truth_of(about)
    judge.printed("bound on the cosine", least, root(Fraction(about.k)) * f.best / f.radius, digits=6)
    judge.check(number(least) * (1 - Fraction(1, 10 ** 5)) <= number(cosine) <= 1 + Fraction(1, 10 ** 6),
                f"cos = {cosine} >= {least}", "no")
    plain_angle(judge, about, cosine, degrees)


def plain_angle(judge, about, cosine, degrees):
    truth = cosine_of(about)
    judge.check(abs(float(number(cosine)) - truth) <= 2e-5, f"cosine {cosine}", str(truth))
    angle_of = math.degrees(math.acos(max(-1.0, min(1.0, truth))))
    judge.check(abs(float(number(degrees)) - angle_of) <= 0.5, f"{degrees} degrees", str(angle_of))


def cosine_of(about):
    """Between the weights and those of the best margin, as a float."""
    f, w = truth_of(about), about.weights
    own = w.w[0] + ([w.b[0] / f.constant] if f.constant else [])
    star = f.best_weights
    product = dot(own, star)
    length = root(dot(own, own)) * root(dot(star, star))
    return float(product / length.low) if length.low else 0.0


def own_margin(judge, about, margin, share, distance, share_of_distance, again, bound, beyond):
    f, w = truth_of(about), about.weights
    measure(judge, "theorem margin", margin, share, w.margin, f.best, room_of(w, w.norm2))
    if distance is not None:
        measure(judge, "distance", distance, share_of_distance, w.distance, root(f.distance2), room_of(w,
                    w.plain_norm2))
    judge.check(again == margin, f"(R/{again})^2", margin)
    own = number(margin)
    if beyond is not None:
        judge.check(f.radius2 / own ** 2 > 10 ** 308, f"(R/{margin})^2 {beyond}", Between(f.radius2 / own ** 2))
        return
    judge.printed(f"(R/{margin})^2", bound, f.radius2 / own ** 2, digits=6, slack=f.radius2 / own ** 2 / 10 ** 5)


def measure(judge, name, text, share, truth, best, room):
    judge.printed(name, text, truth, digits=6, slack=room)
    if share is not None:
        percent = 100 * truth / best
        judge.check(abs(number(share) - percent.low) <= Fraction(6, 100) + 100 * room / best.low,
                    f"{share} % of the best {name}", percent)


def bound_of_run(judge, about, name, of, formula, value, came, share):
    judge.check(name == about.case.algorithm, name, about.case.algorithm)
    proved = bounds.for_case(about.case)
    truth = proved.get(of)
    if of in proved and truth is None:
        return
    if judge.check(truth is not None, f"{of} at most {formula}", "no such theorem is known here"):
        judge.check(number(value) >= truth.low * (1 - Fraction(1, 10 ** 12)), f"{of} at most {formula} = "
                    f"{value}", truth)
    if came is not None:
        judge.check(number(came) <= number(value), f"it came to {came}, at most {value}", "no")
        judge.check(abs(number(share) - 100 * number(came) / number(value)) <= number(share) / 500,
                    f"{share} % of that", "no")


explain.says(r"By the two lemmas the cosine of the angle between w\(k\) and w\* is at least sqrt\(k\) gamma\*/R: "
             r"cos = NUMBER >= "
             r"NUMBER, an angle of NUMBER degrees where at most NUMBER are possible It is the bound that grows "
             r"with every "
             r"update; the cosine itself may fall for a while\.", angle)
explain.says(r"The cosine of the angle between the model's weights and w\* is NUMBER: NUMBER degrees\.", plain_angle)
explain.says(r"These weights have a (?:theorem )?margin of NUMBER(?:, NUMBER % of the best one)?(?:, and a "
             r"distance of NUMBER(?:, NUMBER % "
             r"of the best one)?)?\. The perceptron is content with any weights that separate; --algorithm "
             r"hard-margin looks for the "
             r"best\. With these in the place of w\* the theorem gives \(R/NUMBER\)\^2(?: = NUMBER updates?| "
             r"updates, (beyond all doubles))\.", own_margin)
explain.says(r"These weights do not separate the rows(?: yet)?, though others do\.(?: With a margin this narrow "
             r"beside R, scaling the features \(--scale standard\) may be what makes it practical\.| By the theorem more "
             r"epochs end it, unless products are lost in rounding\.)?",
             lambda judge, about: judge.check(about.weights.least <= about.weights.rounding(),
                         "these weights do not separate",
                                              "they do"))
explain.says(r"The theorem above speaks of exact products\. Those of values this small are lost in rounding, and no "
             r"bound "
             r"is known for this run\.",
             lambda judge, about: judge.check(about.facts.radius.high < SMALL, "values this small", about.facts.radius))
explain.says(r"The theorem above speaks of the perceptron with steps of one length, started at zero, on these "
             r"rows; this model was trained "
             r"otherwise\. What holds for its run \(([a-z0-9-]+)\): ([a-z ]+) at most ([^\n]*) <= NUMBER(?:; it "
             r"came to NUMBER, NUMBER % of "
             r"that)?\.", bound_of_run)
explain.says(r"The theorem above speaks of the perceptron with steps of one length, started at zero, on these "
             r"rows; this model was trained "
             r"(?:otherwise, and no bound is known for its run \([a-z0-9-]+\)|on other rows, or with another bias)\.")


# ---- not separable --------------------------------------------------------------------------------------------

def not_separable(judge, about, *_):
    judge.check(not truth_of(about).separable, "the rows are not separable", truth_of(about).best)


def sum_of_rows(judge, about, text, result):
    """+ 2 x (1, 0, 1)   rows.csv:3, 'a'"""
    f = truth_of(about)
    total = [Fraction(0)] * len(f.full[0])
    for sign, times, row in re.findall(r"([+-]) +(\d+) x \([^)]*\) +\S+?:(\d+), ", text):
        i = int(row) - (1 if about.case.rows.libsvm else 2)
        judge.check((sign == "+") == (f.sign[i] > 0), f"sign {sign} of line {row}", "the other")
        total = [t + int(times) * f.sign[i] * v for t, v in zip(total, f.full[i])]
    judge.check(not any(total) and not re.search(r"[1-9]", result), f"the rows add up to {result}",
                str([float(t) for t in total]))


def column(judge, about, text):
    """2 x 0.5 - 1 x (-3) + 1 x 1 = 0"""
    total = Fraction(0)
    for sign, times, value in re.findall(r"([+-]?) ?(\d+) x \(?(-?[\d.e+-]+)\)?", text):
        total += (-1 if sign == "-" else 1) * int(times) * Fraction(value)
    judge.check(total == 0, f"{text} = 0", str(float(total)))


explain.says(r"The rows are not separable\n", not_separable)
explain.says(r"Take these rows as often as it says, with the sign of their labels:((?: [+-] +\d+ x [^\n]*)+) = "
             r"(\([^)]*\))",
             sum_of_rows)


def zero_row(judge, about, line):
    i = int(line) - (1 if about.case.rows.libsvm else 2)
    judge.check(not any(truth_of(about).full[i]), f"line {line} is all zeros", "it is not")


explain.says(r"\S+?:(\d+) is all zeros, so a\.w is 0 whatever w is, and never above 0: the perceptron, which stops "
             r"only when every a\.w is above 0, would never stop by itself\.", zero_row)
explain.says(r"Take these rows as often as it says, with the sign of their labels: they add up to zero in every "
             r"column\. That is too long to "
             r"check by hand; 'perceptron certify -o FILE' writes it down, and 'perceptron verify' checks it\.",
             not_separable)
explain.says(r"\S+(?: \(\d+ digits\))? times \S+:\d+ '[^']*'")
explain.says(r"In the sum a row of '[^']*' is (?:\(x, 1\)|x), any other -(?:\(x, 1\)|x)\.")
explain.says(r"\(COUNT features? (?:is|are) 0 in all of them and left out here\.\)")
explain.says(r"Column by column, to check by hand:")
explain.says(r"(?:x\d+|constant|\d+): ([^\n]*) = 0(?=\n)", column)
explain.says(r"Suppose some w had all of them on their own side\. Then every a\.w is above 0, and so is their "
             r"sum, each times its "
             r"positive number\. But that sum is w times the sum of the rows, and the rows add up to 0\. So there "
             r"is no such w: "
             r"the perceptron, which stops only when it has found one, would never stop by itself\. \(Its weights "
             r"stay bounded "
             r"all the same, however long it runs: the cycling theorem, Block and Levin 1970\.\)", not_separable)


def no_boundary(judge, about, *_):
    f = truth_of(about)
    judge.check(len(forced_rows(f)) == f.n, "every hyperplane has a row on the wrong side", "one has not")


def some_boundary(judge, about, same, rows, on):
    forced = len(forced_rows(truth_of(about)))
    judge.counted("rows", rows, about.facts.n)
    judge.check(forced < about.facts.n, "they can be split with rows on the boundary", "they cannot")
    if on is None:
        judge.counted("rows on every such hyperplane", same, forced)
    else:
        judge.check(count_of(same) <= forced <= count_of(on), f"{same} to {on} rows on every such hyperplane",
                    str(forced))


explain.says(r"Nor can they be split with some rows on the boundary: every hyperplane(?: through the origin)? has "
             r"a row on the "
             r"wrong side, or else contains all rows\.", no_boundary)
explain.says(r"Whether they can be split with some rows on the boundary is not known\.")
explain.says(r"With rows on the boundary they can be split \(quasi-complete separation\): some hyperplane(?: "
             r"through the "
             r"origin)? has every row on its own side or on it, and not all on it\. Every such one contains the "
             r"same COUNT of the "
             r"COUNT rows, (?:and some contain no other|at least; one was found that contains COUNT)\.", some_boundary)


# ---- one pass, new rows, Cover --------------------------------------------------------------------------------

def cover(judge, about, points, dimensions, how, share, capacity):
    judge.counted("points", points, about.facts.n)
    judge.counted("dimensions", dimensions, about.facts.d)
    n, d = count_of(points), count_of(dimensions) + (1 if how == "with" else 0)
    ways = 2 * sum(comb(n - 1, k) for k in range(d))
    judge.check(abs(number(share) - 100 * Fraction(ways, 2 ** n)) <= Fraction(1, 199), f"{share} % can be separated",
                f"{100 * ways / 2 ** n}")
    judge.counted("capacity", capacity, 2 * d)


def progressive(judge, about, share, most):
    p = number(share) / 100
    own = about.result["one_pass"]
    judge.check(abs(p - Fraction(own["mistakes"], own["rows"])) <= Fraction(1, 19999), f"{share} %",
                str(own["mistakes"]))
    truth = min(1.0, float(Fraction(own["mistakes"], own["rows"])) + sqrt(2 * log(20) / own["rows"]))
    judge.check(-1e-9 < float(number(most)) / 100 - truth < 1.01e-4, f"at most {most} %", str(truth))   # rounded up


explain.says(r"One pass, separable or not\n")
explain.says(r"From zero, in any order, the perceptron makes at most \(\(R \+ D\)/gamma\)\^2 mistakes in one pass "
             r"over the rows, "
             r"whatever w of length 1 and gamma > 0 are taken: D\^2 is the sum of \(gamma - a\.w\)\^2 over the "
             r"rows with a\.w below "
             r"gamma \(Freund and Schapire 1999\)\. With L the sum of \(gamma - a\.w\)/gamma over the same rows "
             r"it makes at most L "
             r"\+ \(R/gamma\) sqrt\(mistakes\)\.")
explain.says(r"w: (?:w\* of the best margin|an averaged perceptron's, after COUNT epochs)")


def too_small(judge, about):
    judge.check(about.result["one_pass"]["squares"]["mistakes"] is None, "no bound on the mistakes", "JSON has one")


explain.says(r"\(Values below 1e-140 leave products that no double holds: the run's own mistakes have no bound\.\)",
             too_small)


def squares(judge, about, kind, gamma_text, lack, most, says_nothing):
    """What JSON has, which is judged by itself (judge_more.py)."""
    own = about.result["one_pass"]
    part = own["squares" if kind == "D" else "hinge"]
    judge.printed("gamma", gamma_text, Fraction(part["gamma"]))
    judge.printed(kind, lack, Fraction(part[kind]))
    judge.counted("mistakes at most", most, int(Fraction(part["mistakes"])))
    judge.check((says_nothing is not None) == (part["mistakes"] >= own["rows"]), f"at most {most} mistakes of "
                f"{own['rows']} rows{says_nothing or ''}", "the other")


explain.says(r"gamma = NUMBER, D = NUMBER: at most COUNT mistakes?(, which says nothing: there are no more rows "
             r"than that)?",
             lambda judge, about, *texts: squares(judge, about, "D", *texts))
explain.says(r"gamma = NUMBER, L = NUMBER: at most COUNT mistakes?(, which says nothing: there are no more rows "
             r"than that)?",
             lambda judge, about, *texts: squares(judge, about, "L", *texts))
explain.says(r"A pass in an order drawn at random made (?:COUNT|none), in COUNT rows?\.",
             lambda judge, about, made, rows: (
                 judge.counted("mistakes", made or "0", about.result["one_pass"]["mistakes"]),
                 judge.counted("rows", rows, about.result["one_pass"]["rows"])))
explain.says(r"New rows\n")
explain.says(r"If the rows were drawn independently, each moment of that pass was tested on a row that was new to "
             r"it: mistakes / "
             r"rows = NUMBER %, and with a confidence of 95 % the weights of the pass, at a moment drawn at "
             r"random, err on at most "
             r"mistakes / rows \+ sqrt\(2 ln\(20\) / rows\) = NUMBER % of new rows \(Cesa-Bianchi, Conconi and "
             r"Gentile 2004\)"
             r"(?:: so few rows say nothing)?", progressive)


def leave_one_out(judge, about, moved, rows, wrong, rows_again, share):
    own = about.result["new_rows"]
    judge.counted("rows that moved", moved, own["rows_that_moved"])
    n = about.result["one_pass"]["rows"]
    judge.counted("rows", rows, n)
    judge.counted("rows", rows_again, n)
    judge.counted("times wrong at most", wrong, own["rows_that_moved"])
    judge.check(abs(number(share) - 100 * Fraction(count_of(wrong), n)) <= Fraction(1, 199), f"{share} %", wrong)


def measured(judge, about, share, rows):
    own = about.result["new_rows"]
    judge.counted("rows held out", rows, own["held_out"])
    judge.check(abs(number(share) - 100 * Fraction(own["measured"])) <= Fraction(1, 199), f"{share} % measured",
                str(own["measured"]))


explain.says(r"Measured: NUMBER % of COUNT rows? held out (?:is|are) wrong after the last pass", measured)


explain.says(r"Pass after pass until nothing was wrong, COUNT of COUNT rows? ever caused an update\. Without one "
             r"of the others the "
             r"run would have been the same, and right about it: trained on all rows but one, in the same order, the "
             r"perceptron is wrong about the "
             r"one left out at most COUNT times? in COUNT, NUMBER %", leave_one_out)


def all_moved(judge, about):
    moved, n = about.result["new_rows"]["rows_that_moved"], about.result["one_pass"]["rows"]
    judge.check(moved == n, "every row caused an update", f"{moved} of {n}")


explain.says(r"Pass after pass until nothing was wrong, every row caused an update at some time: of a row left out "
             r"this run says nothing\.", all_moved)
explain.says(r"\(--holdout SHARE keeps rows back and measures it\.\)")
explain.says(r"Separable by chance\?\n")
def all_of_them(judge, about, points, dimensions, how, capacity):
    n, d = count_of(points), count_of(dimensions) + (1 if how == "with" else 0)
    judge.counted("points", points, about.facts.n)
    judge.counted("dimensions", dimensions, about.facts.d)
    judge.check(n <= d, f"{n} points in {d} dimensions: every one can be separated", "not every one")
    judge.counted("capacity", capacity, 2 * d)


OF_ALL = r"Of all ways to label COUNT points in general position in COUNT dimensions?, (with|without) a bias, "
explain.says(OF_ALL + r"NUMBER % can be separated \(Cover 1965\)\. Half of them can at COUNT points: the capacity\.",
             cover)
explain.says(OF_ALL + r"every one can be separated \(Cover 1965\)\. Half of them can at COUNT points: the capacity\.",
             all_of_them)
