"""`perceptron certify`: the verdict, brackets, contradictions and what rows on the boundary would help, of two labels,
of each of many against the rest, and of all at once by Kesler's construction."""
from fractions import Fraction
from types import SimpleNamespace

from exact import Between, root
from facts import Facts
from judge_proof import in_cone, judge_proof, judge_proof_of, lines
from sets import written


def judge_certify(judge, case, result):
    if "classes" not in result:
        judge_proof(judge, case, result)
        return
    for one in result["classes"]:
        lines(judge, case, one)
        judge_proof_of(judge, against_the_rest(case, one["positive"]).as_written, one)
    verdicts = {one["verdict"] for one in result["classes"]}
    truth = "not separable" if "not separable" in verdicts else "undecided" if "undecided" in verdicts else "separable"
    judge.check(result["verdict"] == truth, f"verdict {result['verdict']}", truth)
    if result.get("direct") is not None:
        judge_direct(judge, case, result["direct"])


def against_the_rest(case, name):
    """The case of one label against all others."""
    if not hasattr(case, "ones"):
        case.ones = {}
    if name not in case.ones:
        rest = "not " + name
        labels = [label if label == name else rest for label in case.rows.labels]
        values = [[Fraction(written(v)) for v in row] for row in case.rows.values]
        facts = Facts(values, labels, [rest, name], case.constant)
        case.ones[name] = SimpleNamespace(as_written=facts, facts=facts, classes=[rest, name], rows=case.rows,
                                          constant=case.constant)
    return case.ones[name]


# ---- all labels at once -----------------------------------------------------------------------------------------

def judge_direct(judge, case, proof):
    f = case.as_written
    if proof["verdict"] == "separable":
        judge.check(f.separable, "separable, all labels at once", "not separable")
        bound = Between(2 * f.radius2 / f.best2)
        judge.at_most("bound, lower end", proof["k_max"]["lower"], bound)
        judge.at_least("bound, upper end", proof["k_max"]["upper"], bound)
    elif proof["verdict"] == "not separable":
        judge.check(not f.separable, "not separable, all labels at once", f.best)
        lines(judge, case, proof)
        directs_add_up(judge, case, [(row["row"] - 1, row["rival"], int(row["multiplier"])) for row in proof["rows"]])
    else:
        judge.does_not_know(f"verdict {proof['verdict']}")
        return
    margin = proof["margin"]["theorem"]
    judge.at_most("best margin of all labels, lower end", margin["lower"], f.best)
    judge.at_least("best margin of all labels, upper end", margin["upper"], f.best)
    judge.double("radius", proof["radius"], f.radius * root(Fraction(2)))
    if proof.get("boundary") is not None and proof["boundary"].get("exists") is not None and not f.separable:
        judge.check(proof["boundary"]["exists"] == ties_help(case), f"ties help: {proof['boundary']['exists']}",
                    str(ties_help(case)))


def stacked(case, i, rival):
    """Row i against a rival: x at its own label, -x at the rival's, 0 elsewhere."""
    f = case.as_written
    own, other, width = f.label[i], f.classes.index(rival), len(f.full[0])
    vector = [Fraction(0)] * (width * len(f.classes))
    vector[own * width:(own + 1) * width] = f.full[i]
    vector[other * width:(other + 1) * width] = [-v for v in f.full[i]]
    return vector


def directs_add_up(judge, case, rows):
    judge.check(rows and all(times > 0 and case.as_written.label[i] != case.as_written.classes.index(rival)
                             for i, rival, times in rows), "comparisons with rivals", str(rows))
    vectors = [[times * v for v in stacked(case, i, rival)] for i, rival, times in rows]
    total = [sum(column) for column in zip(*vectors)]
    judge.check(not any(total), f"{len(rows)} comparisons add up to zero", str([float(v) for v in total]))


def ties_help(case):
    """Whether some weights score no rival above a row's own label, without all labels tied in every row: whether a
    comparison has no positive multiplier in any sum that is zero."""
    if not hasattr(case, "ties"):
        f = case.as_written
        vectors = [stacked(case, i, name) for i in range(f.n) for name in f.classes if name != f.classes[f.label[i]]]
        case.ties = not all(in_cone(vectors, [-v for v in vector]) for vector in vectors)
    return case.ties
