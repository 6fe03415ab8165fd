"""`perceptron trace` of three labels or more: the lead of a row's label over its rival, and the weights of the two."""
from fractions import Fraction

from exact import dot
from shown import is_double_of, plain


def judge_classes(judge, case, result):
    f = case.facts
    one = {"zero": Fraction(0), "ones": Fraction(1)}.get(case.text("start", "zero"))
    known = {} if one is None else {name: ([one] * f.d, one * f.constant) for name in case.classes}
    for step in result["steps"]:
        i = step["row"] - 1
        where = f"in epoch {step['epoch']}, row {i + 1}"
        judge.check(step["label"] == case.rows.labels[i], f"label {step['label']} {where}", case.rows.labels[i])
        judge.check([Fraction(v) for v in step["x"]] == f.x[i], f"x {step['x']} {where}", str(case.rows.values[i]))
        if len(known) == len(case.classes):
            lead(judge, case, step, known, f.x[i], where)
        for name, w, b in ((step["label"], "w", "b"), (step["rival"], "rival_w", "rival_b")):
            after = ([Fraction(v) for v in step[w]], Fraction(step[b] or 0))
            if not step["update"] and name in known:
                judge.check(after == known[name], f"no update {where}", f"the weights of {name} changed")
            known[name] = after


def lead(judge, case, step, known, x, where):
    scores = {name: dot(w, x) + b for name, (w, b) in known.items()}
    size = max(sum(abs(u * v) for u, v in zip(w, x)) + abs(b) for w, b in known.values())
    room = 8 * (len(x) + 3) * size / 2 ** 52
    rival = max(score for name, score in scores.items() if name != step["label"])
    truth = scores[step["label"]] - rival
    judge.check(is_double_of(step["product"], truth, room), f"lead {step['product']} {where}", plain(truth))
    judge.check(abs(scores[step["rival"]] - rival) <= room and step["rival"] != step["label"],
                f"rival {step['rival']} {where}", "another one scores more")
    if abs(truth) > room:
        judge.check(step["mistake"] == (truth <= 0), f"mistake {step['mistake']} at a lead of {step['product']} "
                f"{where}",
                    str(truth <= 0))
