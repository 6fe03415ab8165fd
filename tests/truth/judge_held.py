"""Rows that a run did not learn from: how many they are, how the model does on them."""
import re
from fractions import Fraction

from judge_result import weights_of
from judge_test import judge_test
from text_run import run
from text_test import test


def judge_held(judge, about, result):
    """JSON of train or show: the share that was asked for, by label; and the errors there."""
    share, whole, others = Fraction(about.case.chosen["holdout"]), about.whole.facts, about.others
    wanted = share * whole.n
    judge.check(abs(others.facts.n - wanted) <= Fraction(1, 2) and result["holdout_rows"] == others.facts.n,
                f"{result['holdout_rows']} rows held out, {others.facts.n} not learned from", f"{float(wanted)}")
    for name in about.case.classes:
        own, exact = others.rows.labels.count(name), share * about.whole.rows.labels.count(name)
        judge.check(abs(own - exact) < 1, f"{own} rows of {name} held out", str(float(exact)))
    weights = weights_of(others, about.model)
    if weights is not None and result.get("holdout_error") is not None:
        unsure = sum(0 < abs(p) <= weights.rounding() for p in weights.products)
        wrong = Fraction(result["holdout_error"]) * others.facts.n
        judge.check(abs(wrong - weights.errors) <= unsure + Fraction(1, 10 ** 9), f"hold-out error "
                    f"{result['holdout_error']}", f"{weights.errors} of {others.facts.n}")
    if result.get("held_out") is not None:
        judge_test(judge, others, about.model, result["held_out"])


class Both:
    """The text of train: the run, then what test would say of the rows held out."""

    @staticmethod
    def judge(judge, about, text):
        parts = re.split(r"(?m)^On the [\d,]+ rows? held out$|^(?=What to try next|The model is )", text)
        head = re.search(r"(?m)^On the ([\d,]+) rows? held out$", text)
        judge.check(head is not None and int(head[1].replace(",", "")) == about.others.facts.n, "rows held out",
                    str(about.others.facts.n))
        run.judge(judge, about, parts[0])
        test.judge(judge, about.tested, parts[1])
        for part in parts[2:]:
            run.judge(judge, about, part)


run_and_test = Both
