"""explain and trace of three labels or more: the theorem of the stacked weights, and the table of leads."""
import re
from fractions import Fraction

from exact import Between, root
from sentences import Sentences, count_of
from shown import number
from text_certify import certify
from text_run import run
from text_trace import same

of_all = Sentences()   # explain
leads = Sentences()    # trace


class All:
    """Beside what a run's text is about, what certify's sentences look at."""

    def __init__(self, about, result=None):
        self.whole = self.case = about.case
        self.facts, self.model, self.weights, self.result = about.case.facts, about.model, about.weights, result
        self.direct = True


def truth_of(about):
    return about.whole.as_written


def shape(judge, about, rows, features, labels):
    judge.counted("rows", rows, about.facts.n)
    judge.counted("features", features, about.facts.d)
    judge.counted("labels", labels, len(about.whole.classes))


def gamma(judge, about, text, low, high):
    f = truth_of(about)
    judge.check(f.separable, "separable, all labels at once", "not separable")
    judge.printed("gamma*", text, f.best, digits=6)
    judge.check(number(low) <= f.best.high and number(high) >= f.best.low, f"gamma* between {low} and {high}", f.best)


def double_radius(f):
    return f.radius * root(Fraction(2))


def lengths(judge, about, plain, double):
    f = truth_of(about)
    judge.printed("R", plain, f.radius, digits=6)
    judge.printed("sqrt(2) R", double, double_radius(f), digits=6)


def theorem(judge, about, r, g, value, beyond, most):
    f = truth_of(about)
    bound = 2 * f.radius2 / f.best2
    judge.printed("sqrt(2) R", r, double_radius(f), digits=6)
    judge.printed("gamma*", g, f.best, digits=6)
    if beyond is not None:
        judge.check(bound > 10 ** 308, f"2 R^2/gamma*^2 {beyond}", Between(bound))
        return
    judge.printed("2 R^2/gamma*^2", value, bound, digits=6)
    if most is not None:
        judge.check(bound // 1 <= count_of(most) <= bound * (1 + Fraction(1, 10 ** 6)) + 1, f"{most} updates at most",
                    Between(bound))


def made(judge, about, updates, epochs):
    about.k = count_of(updates)
    judge.counted("updates", updates, about.model["updates"])
    judge.counted("epochs", epochs, about.model["epochs"])


def share(judge, about, text):
    f = truth_of(about)
    judge.printed("share of the bound", text, 100 * about.k * f.best2 / (2 * f.radius2))


def lemma1(judge, about, k, left, again, g, right):
    f = truth_of(about)
    judge.counted("k", k, about.k)
    judge.counted("k", again, about.k)
    judge.printed("gamma*", g, f.best, digits=6)
    judge.printed("k gamma*", right, about.k * f.best, digits=6)
    judge.printed("W*.W", left, Fraction(about.result["run"]["lemma1"]["left"]), digits=6)
    judge.check(number(left) >= number(right) * (1 - Fraction(1, 10 ** 5)), f"lemma 1: {left} >= {right}", "no")


def lemma2(judge, about, k, left, again, r2, right):
    f = truth_of(about)
    judge.counted("k", k, about.k)
    judge.counted("k", again, about.k)
    judge.printed("|W|^2", left, about.weights.norm2 / about.case.rate ** 2, digits=6)
    judge.printed("2 R^2", r2, 2 * f.radius2, digits=6)
    judge.printed("2 k R^2", right, 2 * about.k * f.radius2, digits=6)
    judge.check(number(left) <= number(right) * (1 + Fraction(1, 10 ** 5)), f"lemma 2: {left} <= {right}", "no")


def chain(judge, about, *texts):
    f, values = truth_of(about), [number(t) for t in texts]
    judge.check(all(a <= b * (1 + Fraction(1, 10 ** 5)) for a, b in zip(values, values[1:])), " <= ".join(texts), "no")
    judge.printed("k gamma*", texts[0], about.k * f.best, digits=6)
    judge.printed("W*.W", texts[1], Fraction(about.result["run"]["lemma1"]["left"]), digits=6)
    judge.printed("|W|", texts[2], root(about.weights.norm2) / about.case.rate, digits=6)
    judge.printed("sqrt(2 k) R", texts[3], root(Fraction(2 * about.k)) * f.radius, digits=6)


def not_separable(judge, about, *_):
    judge.check(not truth_of(about).separable, "not separable, all labels at once", truth_of(about).best)


ROW = r"(?:\(x, 1\)|x)"
of_all.says(r"COUNT rows?, COUNT features?, COUNT labels\. Each label c has weights w_c of its own, and a row gets the "
            rf"label with the highest score w_c\.{ROW}\. Stacked on top of each other the vectors are one, W\. A row "
            rf"of "
            rf"label c counts once against each rival r, as a: {ROW} at the place of c, -{ROW} at that of r, 0 "
            rf"elsewhere "
            rf"\(Kesler's construction\)\. Then a\.W = \(w_c - w_r\)\.{ROW}, and W has the row on its own side when "
            rf"that "
            r"is above 0 for every rival\.", shape)
of_all.says(r"\d\. (?:The rows are separable, all labels at once|The theorem|This run|Why it must end)\n",
            lambda judge, about: judge.check(truth_of(about).separable, "separable, all labels at once", "not"))
of_all.says(r"Some W\* of length 1 has a\.W\* >= gamma\* for every row and rival, and no other of length 1 has more: "
            r"gamma\* = NUMBER \(proved: between NUMBER and NUMBER\)", gamma)
of_all.says(rf"The longest row {ROW} has length R, and a, which has it twice, sqrt\(2\) R: R = NUMBER, sqrt\(2\) R = "
            r"NUMBER", lengths)
of_all.says(r"Started at zero, the perceptron that adds a row to its own label and takes it from its best rival makes "
            r"at "
            r"most 2 R\^2/gamma\*\^2 updates, whatever the order of the rows: 2 R\^2/gamma\*\^2 = \(NUMBER / "
            r"NUMBER\)\^2"
            r"(?: = NUMBER|, (beyond all doubles))(?:, so COUNT updates? at most)?\. The number of labels is not in "
            r"it\.", theorem)
of_all.says(r"(?:The model's training|A perceptron trained just now, from zero,) made k = COUNT updates? in COUNT "
            r"whole "
            r"epochs?\.", made)
of_all.says(r"That is NUMBER % of the updates that the theorem allows\.", share)
of_all.says(r"Write W\(k\) for the weights after k updates\. Lemma 1\. Every update adds some a, and a\.W\* >= "
            r"gamma\*\. "
            r"So W\*\.W\(k\) >= k gamma\*: W\*\.W\(COUNT\) = NUMBER >= COUNT x NUMBER = NUMBER", lemma1)
of_all.says(r"Lemma 2\. An update is made only where the best rival scores as high as the row's own label, so a\.W <= "
            r"0 "
            r"and \|W \+ a\|\^2 = \|W\|\^2 \+ 2 a\.W \+ \|a\|\^2 <= \|W\|\^2 \+ 2 R\^2\. So \|W\(k\)\|\^2 <= 2 k R\^2: "
            r"\|W\(COUNT\)\|\^2 = NUMBER <= COUNT x NUMBER = NUMBER", lemma2)
of_all.says(r"No product of W with a vector of length 1 exceeds \|W\| \(Cauchy and Schwarz\)\. So k gamma\* <= "
            r"W\*\.W\(k\) <= \|W\(k\)\| <= sqrt\(2 k\) R NUMBER <= NUMBER <= NUMBER <= NUMBER The left end grows like "
            r"k, "
            r"the right one like its root: they meet at k = 2 R\^2/gamma\*\^2, and no run gets past it\.", chain)
of_all.says(r"The rows are not separable, all labels at once Take these, each row against the rival named, as often as "
            r"it says: the a add up to zero in every place\. \('perceptron certify -o FILE' writes it down, and "
            r"'perceptron verify' checks it\.\)", not_separable)
of_all.says(r"Suppose some W had all of them on their own side\. Then every a\.W is above 0, and so is their sum, each "
            r"times its positive number\. But that sum is W times the sum of the a, which is 0\. So there is no such "
            r"W: "
            r"the perceptron, which stops only when it has found one, would never stop by itself\.", not_separable)
of_all.says(r"The rows are separable, all labels at once: that is proved \(perceptron certify shows how\), but the "
            r"margin "
            r"was not worked out\.",
            lambda judge, about: judge.check(truth_of(about).separable, "separable, all labels at once", "not"))
of_all.known += certify.known


# ---- trace ------------------------------------------------------------------------------------------------------

def table(judge, about, text):
    """Every cell is the number that JSON has, rounded to four digits."""
    lines = [line for line in text.splitlines() if line.strip()]
    steps = about.result["steps"]
    judge.check(len(lines) - 1 == len(steps), f"{len(lines) - 1} lines", f"{len(steps)} steps")
    bias = about.whole.constant != 0
    names = ["epoch", "row", "x", "label", "product", "verdict", "w"] + ["b"] * bias + ["rival", "rival_w"] + \
        ["rival_b"] * bias
    for line, step in zip(lines[1:], steps):
        cells = re.split(r"  +", line.strip())
        if not judge.check(len(cells) == len(names), f"columns of: {line}", str(names)):
            continue
        for cell, name in zip(cells, names):
            cell_is(judge, cell, name, step)


def cell_is(judge, text, name, step):
    where = f"{name} {text} of row {step['row']}"
    if name == "verdict":
        truth = "mistake" if step["mistake"] else "update" if step["update"] else "right"
        judge.check(text == truth, where, truth)
    elif name in ("label", "rival"):
        judge.check(text == step[name], where, step[name])
    elif isinstance(step[name], list):
        shown = re.sub(r", \.\.\. \d+ more", "", text.strip("()")).split(", ")
        judge.check(len(shown) <= len(step[name]) and all(same(t, v) for t, v in zip(shown, step[name])), where,
                    str(step[name]))
    else:
        judge.check(same(text, step[name]), where, str(step[name]))


leads.says(r"Rows (?:in the order of [^\n]*|shuffled [^\n]*)\.(?=\n)")
leads.says(r"(epoch row x [^\n]*\n(?:\s*\d+ \d+ \([^\n]*\n)+)", table)
leads.says(r"lead: the score of the row's label less that of its rival, the best other one, before the step\.")
leads.says(r"At a(?: mistake|n update) the row(?:, times a step,)? is added to the weights of its label and taken from "
           r"those of the rival; all others stay\.")
leads.says(r"At an update the weights of its label and of the rival move, each feature by a length of its own; all "
           r"others "
           r"stay\.")
leads.known += run.known
