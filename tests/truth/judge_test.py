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
    if not plus or not minus:
        judge.check(result["auc"] is None, f"AUC {result['auc']}", "rows of one label only")
        judge.check(result["average_precision"] == (1 if plus else None), f"average precision "
                    f"{result['average_precision']}", "rows of one label only")
        return
    wins = sum((p > q) * 2 + (p == q) for p in plus for q in minus)
    close = sum(0 < abs(p - q) <= 2 * weights.rounding() for p in plus for q in minus)
    truth = Fraction(wins, 2 * len(plus) * len(minus))
    judge.double("AUC", result["auc"], truth, Fraction(close, len(plus) * len(minus)))
    if close == 0:   # rounding may make one step of several
        least, most = average_precision(plus, minus), average_precision(joined(plus, 2 * weights.rounding()), minus)
        told = result["average_precision"]
        judge.check(told is not None and least - Fraction(1, 10 ** 12) <= Fraction(told) <= most +
                    Fraction(1, 10 ** 12), f"average precision {told}", least)


def joined(scores, apart):
    """Each the least of those that follow one another as closely as this."""
    steps = []
    for score in sorted(scores, reverse=True):
        if steps and steps[-1][-1] - score <= apart:
            steps[-1].append(score)
        else:
            steps.append([score])
    return [step[-1] for step in steps for _ in step]


def average_precision(plus, minus):
    """Over the scores, highest first: precision there times what recall has grown by."""
    total, found = Fraction(0), 0
    for at in sorted(set(plus), reverse=True):
        right, wrong = sum(p >= at for p in plus), sum(q >= at for q in minus)
        total += Fraction(right, right + wrong) * Fraction(right - found, len(plus))
        found = right
    return total


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
    means(judge, counts, result)
    for c, share in enumerate(result["per_class"]):
        rows, answers, right = sum(counts[c]), sum(row[c] for row in counts), counts[c][c]
        judge.check(share["rows"] == rows, f"{share['rows']} rows of {share['label']}", str(rows))
        for name, part, whole in (("precision", right, answers), ("recall", right, rows),
                                  ("f1", 2 * right, rows + answers)):
            judge.double(f"{name} of {share['label']}", share[name], Fraction(part, whole) if whole else None)


def means(judge, counts, result):
    """Over the labels that have rows, or answers."""
    met = [(sum(row), sum(other[c] for other in counts), row[c]) for c, row in enumerate(counts)]
    met = [(rows, answers, right) for rows, answers, right in met if rows + answers]
    recalls = [Fraction(right, rows) for rows, _, right in met if rows]
    ones = [Fraction(2 * right, rows + answers) for rows, answers, right in met]
    small = Fraction(1, 10 ** 12)
    judge.double("balanced accuracy", result["balanced_accuracy"], sum(recalls) / len(recalls), small)
    judge.double("macro F1", result["macro_f1"], sum(ones) / len(ones), small)
    judge.double("F1 by rows", result["weighted_f1"], sum(rows * one for (rows, _, _), one in zip(met, ones)) /
                 sum(rows for rows, _, _ in met), small)
