"""The sentences of test; its JSON is judged by itself, so here the texts need only agree with it."""
from fractions import Fraction

from judge_result import weights_of
from sentences import Sentences
from shown import number
from text_margins import margins

test = Sentences()


class Tested:
    def __init__(self, run, result, case=None):
        self.result = result
        self.case, self.model, self.weights, self.facts = run.case, run.model, run.weights, run.facts
        if case is not None:   # other rows than those learned from
            self.case, self.facts, self.weights = case, case.facts, weights_of(case, run.model)


def error(judge, about, share, wrong, rows):
    r = about.result
    judge.counted("errors", wrong, r["errors"])
    judge.counted("rows", rows, r["rows"])
    judge.check(abs(number(share) - 100 * Fraction(r["errors"], r["rows"])) <= Fraction(1, 199), f"error {share} %",
                f"{r['errors']} of {r['rows']}")


def field(name):
    """What JSON has too, where it is judged; null is a number beyond all."""
    return lambda judge, about, text: (text == "infinite" and about.result[name] is None) or judge.printed(
        name, text, None if about.result[name] is None else Fraction(about.result[name]))


test.says(r"error NUMBER % COUNT of COUNT rows? wrong", error)
test.says(r"COUNT of these (?:(?:lies|lie) exactly on the boundary|(?:is a tie|are ties): the score is on neither "
          r"side)",
          lambda judge, about, text: judge.counted("ties", text, about.result["ties"]))
test.says(r"the recalls and tables below count (?:it|them) by the label that predict gives")
test.says(r"AUC NUMBER area under the ROC curve: how often a positive row scores above a negative one", field("auc"))
test.says(r"avg\. precision NUMBER area under precision against recall, in steps", field("average_precision"))
test.says(r"balanced NUMBER % accuracy with every label counted the same: the mean of the recalls",
          lambda judge, about, text: judge.check(
              abs(number(text) - 100 * Fraction(about.result["balanced_accuracy"])) <= Fraction(1, 199),
              f"balanced {text} %", str(about.result["balanced_accuracy"])))
test.says(r"perceptron loss NUMBER [^\n]*", field("perceptron_loss"))
test.says(r"log loss NUMBER [^\n]*", field("log_loss"))
test.says(r"Brier score NUMBER [^\n]*", field("brier"))


def confusion(judge, about, text):
    lines = [line.split() for line in text.strip().splitlines()]
    counts = [[int(c.replace(",", "")) for c in line[1:]] for line in lines]
    judge.check(counts == about.result["confusion"], f"confusion {counts}", str(about.result["confusion"]))


def shares(judge, about, text):
    for line, truth in zip(text.strip().splitlines(), about.result["per_class"]):
        rows, *values = line.split()[1:]
        judge.counted("rows", rows, truth["rows"])
        for name, value in zip(("precision", "recall", "f1"), values):
            own = truth[name]
            judge.check(value == "-" if own is None else number(value) is not None and
                        abs(number(value) - Fraction(own)) <= Fraction(51, 10 ** 6), f"{name} {value}", str(own))


test.says(r"Rows by their label \(down\) and the model's answer \(across\) [^\n]*\n((?:  \S[^\n]*\n)+)", confusion)
test.says(r"Precision: of the rows given a label, the share that has it\. Recall: of the rows that have it, the "
          r"share that "
          r"was found\. F1: their harmonic mean\. rows precision recall F1\n((?:  (?!mean)\S[^\n]*(?:\n|$))+)", shares)


def mean(name):
    return lambda judge, about, text: judge.check(abs(number(text) - Fraction(about.result[name])) <=
                                                  Fraction(51, 10 ** 6), f"{name} {text}", str(about.result[name]))


test.says(r"mean \(macro\) NUMBER", mean("macro_f1"))
test.says(r"mean, by rows NUMBER", mean("weighted_f1"))
test.known += margins.known
