"""The sentences of certify: of two labels, of each of many against the rest, and of all at once."""
import re
from fractions import Fraction

from exact import Between, root
from judge_certify import against_the_rest, directs_add_up, ties_help
from sentences import NUMBER, Sentences, count_of
from shown import number
from text_explain import explain
from text_run import run

certify = Sentences()


class Certified:
    """What a text is about: a label at a time, where there are many."""

    def __init__(self, about):
        self.whole, self.case, self.facts, self.model = about.case, about.case, about.case.facts, about.model
        self.direct = False


def begin(judge, about, name):
    about.case, about.direct = against_the_rest(about.whole, name), False


def all_at_once(judge, about):
    about.case, about.direct = about.whole, True


def separable(judge, about, through, name):
    f = about.case.as_written
    judge.check(f.separable, "separable", "not separable")
    judge.check((through is not None) == (not f.constant), f"a hyperplane{through or ''}", "the other question")
    judge.check(name == about.case.classes[1], f"every row of {name}", about.case.classes[1])


def not_separable(judge, about, *_):
    judge.check(not about.case.as_written.separable, "not separable", about.case.as_written.best)


def separable_at_once(judge, about, labels):
    judge.counted("labels", labels, len(about.whole.classes))
    judge.check(about.whole.as_written.separable, "separable, all labels at once", "not separable")


# ---- brackets ---------------------------------------------------------------------------------------------------

def bracket(name, truth):
    def judge_it(judge, about, low, high, only_low, only_high):
        value = truth(about.case.as_written)
        low, high = low or only_low, high or only_high
        judge.check(low is None or number(low) <= value.high, f"{name} at least {low}", value)
        judge.check(high is None or number(high) >= value.low, f"{name} at most {high}", value)
    return judge_it


RANGE = rf"(?:{NUMBER} to {NUMBER}|at least {NUMBER}|at most {NUMBER})"


def root_two(f):
    """sqrt(2) R, a little wider than it is: the digits shown are ten."""
    r = f.radius
    return Between(r.low * Fraction(14142135623, 10 ** 10), r.high * Fraction(14142135624, 10 ** 10))


def best_distance(f):
    return root(f.distance2)


certify.says(r"'([^']*)' against the rest\. ", begin)
certify.says(r"All labels at once\. ", all_at_once)
certify.says(r"All labels at once: not looked at; [^\n]*")
certify.says(r"Separable: a hyperplane( through the origin)? has every row of '([^']*)' on one side and every other "
             r"row "
             r"on the other\.", separable)
certify.says(r"Separable: some weights, a vector for each of the COUNT labels, give every row its own label the "
             r"highest "
             r"score\.", separable_at_once)
certify.says(r"theorem margin " + RANGE + r" the best there is, bias absorbed: the theorem's",
             bracket("best theorem margin", lambda f: f.best))
certify.says(r"margin " + RANGE + r" the best there is: own score less any rival's, all vectors together of length 1",
             bracket("best margin of all labels", lambda f: f.best))
certify.says(r"margin " + RANGE + r" the best there is(?=\n)", bracket("best margin", lambda f: f.best))
certify.says(r"distance " + RANGE + r" the best there is, bias free: a hyperplane's to its nearest row",
             bracket("best distance", best_distance))
certify.says(r"R " + RANGE + r" length of the longest row", bracket("R", lambda f: f.radius))
certify.says(r"R " + RANGE + r" sqrt\(2\) times the length of the longest row(?: \(x, 1\))?",
             bracket("sqrt(2) R", root_two))
certify.says(r"bound " + RANGE + r" \(R/margin\)\^2: no order of the rows makes the perceptron, from zero, take more updates",
             bracket("bound", lambda f: Between(f.radius2 / f.best2)))
certify.says(r"bound " + RANGE + r" \(R/margin\)\^2: no order takes 'train --algorithm perceptron' more updates, from "
                                 r"zero",
             bracket("bound of all labels", lambda f: Between(2 * f.radius2 / f.best2)))


# ---- contradictions ---------------------------------------------------------------------------------------------

def equal_rows(judge, about, *_):
    not_separable(judge, about)
    labels = {}
    f = about.case.as_written
    for x, label in zip(f.x, f.label):
        labels.setdefault(tuple(x), set()).add(label)
    judge.check(any(len(names) > 1 for names in labels.values()), "two equal rows with different labels", "none are")


def row_of_zeros(judge, about, *_):
    not_separable(judge, about)
    judge.check(any(not any(row) for row in about.case.as_written.full), "a row is all zeros", "none is")


def sum_of_rows(judge, about, text, name):
    """7 times  rows.csv:3  'a': with the signs of the labels they add up to zero."""
    f = about.case.as_written
    judge.check(name == about.case.classes[1], f"in the sum a row of {name}", about.case.classes[1])
    rows = re.findall(r"(\d+) times +\S+:(\d+) +'([^']*)'", text)
    if "..." in text:   # digits are cut, or rows left out
        return
    total = [Fraction(0)] * len(f.full[0])
    for times, line, label in rows:
        i = int(line) - (1 if about.whole.rows.libsvm else 2)
        judge.check(label == about.whole.rows.labels[i], f"line {line} has the label {label}",
                    about.whole.rows.labels[i])
        total = [t + int(times) * f.sign[i] * v for t, v in zip(total, f.full[i])]
    judge.check(not any(total), f"{len(rows)} rows add up to zero", str([float(t) for t in total]))


def sum_of_comparisons(judge, about, text):
    if "..." in text:
        return
    rows = re.findall(r"(\d+) times +\S+:(\d+) +'([^']*)' against '([^']*)'", text)
    first = 1 if about.whole.rows.libsvm else 2
    judge.check(all(own == about.whole.rows.labels[int(line) - first] for _, line, own, _ in rows), "labels of rows",
                "others")
    directs_add_up(judge, about.whole, [(int(line) - first, rival, int(times)) for times, line, _, rival in rows])


certify.says(r"Not separable: two rows are equal but carry opposite labels, and no hyperplane(?: through the origin)? "
             r"can "
             r"tell them apart\.", equal_rows)
certify.says(r"Not separable: a row is all zeros, and every hyperplane through the origin goes through it\.",
             row_of_zeros)
certify.says(r"Not separable: COUNT rows contradict each other\. With the signs of their labels, each times a positive "
             r"whole number, they add up to exactly zero, so that no hyperplane(?: through the origin)? has them all "
             r"on "
             r"their own side\.(?=((?:\s+\S+(?: \(\d+ digits\))? times \S+:\d+ '[^']*')+))",
             lambda judge, about, count, text: (not_separable(judge, about), judge.check(
                 count_of(count) == text.count(" times ") or count_of(count) > 12, f"{count} rows contradict each "
                     f"other",
                 str(text.count(" times ")))))
certify.says(r"((?:\S+(?: \(\d+ digits\))? times \S+:\d+ '[^']*' )+)In the sum a row of '([^']*)' is (?:\(x, 1\)|x), "
             r"any other "
             r"-(?:\(x, 1\)|x)\.", sum_of_rows)
certify.says(r"Not separable: two rows are equal but carry different labels\.", equal_rows)
certify.says(r"Not separable: a row is all zeros, and without a bias every label gives it the score 0\.", row_of_zeros)
certify.says(r"Not separable: COUNT comparisons of a row's own label with a rival contradict each other\. Each times a "
             r"positive whole number, they add up to exactly zero, so that no weights give all of these rows their own "
             r"label the highest score\.", not_separable)
certify.says(r"((?:\S+(?: \(\d+ digits\))? times \S+:\d+ '[^']*' against '[^']*' )+)In the sum a row stands as "
             r"(?:\(x, 1\)|x) with its own "
             r"label and as -(?:\(x, 1\)|x) with the rival\.", sum_of_comparisons)
certify.says(r"(?:\S+(?: \(\d+ digits\))? times \S+:\d+ '[^']*'(?: against '[^']*')? )+\.\.\. and COUNT more rows? "
             r"\(--all shows them\) In the sum a row (?:stands as (?:\(x, 1\)|x) with its own label and as "
             r"-(?:\(x, 1\)|x) with the rival|of '[^']*' is (?:\(x, 1\)|x), any other -(?:\(x, 1\)|x))\.")
certify.says(r"\.\.\. and COUNT more rows? \(--all shows them\)")
certify.says(r"Undecided: [^\n]*")
certify.says(r"Nor do ties help: whatever the weights, a rival scores higher than a row's own label, or else all "
             r"labels "
             r"tie in every row\.",
             lambda judge, about: judge.check(not ties_help(about.whole), "ties do not help", "they do"))
certify.says(r"With ties they can be split: some weights score no rival higher than a row's own label, and not all "
             r"labels "
             r"tie in every row\.",
             lambda judge, about: judge.check(ties_help(about.whole), "ties help", "they do not"))
certify.says(r"Whether (?:ties would help|they can be split with some rows on the boundary) is not known\.")


def classes_separable(judge, about, some, of):
    judge.counted("classes", of, len(about.whole.classes))
    judge.counted("classes that can be separated from the rest", some,
                  sum(against_the_rest(about.whole, name).as_written.separable for name in about.whole.classes))


certify.says(r"COUNT of COUNT classes can be separated from the rest\.", classes_separable)
certify.says(r"(?:method|values) [^\n]+")
certify.says(r"the margin's bracket rests on COUNT rows?",
             lambda judge, about, text: judge.check(1 <= count_of(text) <= about.facts.n * len(about.whole.classes),
                                                    f"rests on {text} rows", "more than there are"))
certify.says(r"time [\d.]+ s")
certify.known += explain.known + run.known
