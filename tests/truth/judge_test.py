"""`perceptron test`: errors, loss, areas and margins of a model on rows it is given."""
from fractions import Fraction

from judge_result import distance, room_of, weights_of


def judge_test(judge, case, model, result):
    weights = weights_of(case, model)
    n = case.facts.n
    judge.check(result["rows"] == n, f"rows {result['rows']}", str(n))
    judge.double("error", result["error"], Fraction(result["errors"], n))
    matrix(judge, case, result)
    if weights is None:
        return
    unsure = sum(0 < abs(p) <= weights.rounding() for p in weights.products)
    judge.check(abs(result["errors"] - weights.errors) <= unsure, f"{result['errors']} rows are wrong",
                str(weights.errors))
    judge.check(abs(result["ties"] - weights.ties) <= unsure, f"{result['ties']} rows on the boundary",
                str(weights.ties))
    judge.double("perceptron loss", result["perceptron_loss"], weights.loss, n * weights.rounding())
    if result["margin"] is not None and weights.margin is not None:
        judge.double("theorem margin", result["margin"], weights.margin, room_of(weights, weights.norm2))
    distance(judge, weights, result.get("distance"))
    if case.facts.binary and unsure == 0:
        area(judge, case, weights, result)


def area(judge, case, weights, result):
    """How often a positive row scores above a negative one; a tie is half."""
    plus = [s[0] for s, y in zip(weights.scores, case.facts.sign) if y > 0]
    minus = [s[0] for s, y in zip(weights.scores, case.facts.sign) if y < 0]
    wins = sum((p > q) * 2 + (p == q) for p in plus for q in minus)
    close = sum(0 < abs(p - q) <= 2 * weights.rounding() for p in plus for q in minus)
    truth = Fraction(wins, 2 * len(plus) * len(minus))
    judge.double("AUC", result["auc"], truth, Fraction(close, len(plus) * len(minus)))


def matrix(judge, case, result):
    """Rows of the confusion matrix add up to the labels; shares follow from it; errors are what is off its diagonal,
    and
    ties, which are errors whatever the answer."""
    names, counts = result["classes"], result["confusion"]
    judge.check(names == case.classes, f"labels {names}", str(case.classes))
    for c, name in enumerate(names):
        judge.check(sum(counts[c]) == case.rows.labels.count(name), f"{sum(counts[c])} rows of {name}",
                    str(case.rows.labels.count(name)))
    off = sum(sum(row) for row in counts) - sum(counts[c][c] for c in range(len(names)))
    judge.check(off <= result["errors"] <= off + result["ties"], f"{result['errors']} errors",
                f"{off} in the confusion matrix, {result['ties']} ties")
    for c, share in enumerate(result["per_class"]):
        rows, answers, right = sum(counts[c]), sum(row[c] for row in counts), counts[c][c]
        judge.check(share["rows"] == rows, f"{share['rows']} rows of {share['label']}", str(rows))
        for name, part, whole in (("precision", right, answers), ("recall", right, rows),
                                  ("f1", 2 * right, rows + answers)):
            judge.double(f"{name} of {share['label']}", share[name], Fraction(part, whole) if whole else None)
