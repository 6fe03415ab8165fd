"""The record of a run (`train --record`), which pages and pictures are drawn from."""
from fractions import Fraction

from exact import root
from judge_result import judge_result, room_of
from text_run import run

SAME = ("updates", "mistakes", "epochs", "radius", "train_errors", "train_error", "risk", "distance",
            "distance_upper", "best_epoch")


def judge_record(judge, about, record):
    numbers, model = record["numbers"], about.model
    for name in SAME:
        if numbers.get(name) is not None and model.get(name) is not None:
            judge.check(abs(numbers[name] - model[name]) <= 1e-9 * abs(model[name]), f"{name} {numbers[name]}",
                        str(model[name]))
    judge.check(numbers["rows"] == about.facts.n and numbers["features"] == about.facts.d,
                f"{numbers['rows']} rows, {numbers['features']} features", f"{about.facts.n}, {about.facts.d}")
    judge.check(numbers["last_epoch_mistakes"] == model["stop"]["last_epoch_mistakes"],
                f"{numbers['last_epoch_mistakes']} mistakes in the last epoch",
                str(model["stop"]["last_epoch_mistakes"]))
    judge_result(judge, about.case, model, as_result(numbers, record["texts"], model))
    if record["texts"].get("why"):
        run.judge(judge, about, record["texts"]["why"])
    tables = {name: rows_of(table) for name, table in record["tables"].items()}
    for name, task in TABLES.items():
        if name in tables:
            task(judge, about, tables[name])


def rows_of(table):
    names = table["numbers"] + table["texts"]
    return [dict(zip(names, row)) for row in table["rows"]]


def as_result(numbers, texts, model):
    """The record's numbers under the names that the other JSON has."""
    made = dict(model)
    made.update({name: numbers[name] for name in SAME if name in numbers})
    made["margin"] = {"lower": numbers["margin_lower"], "upper": numbers["margin_upper"]}
    if "bounded" in texts:
        most = numbers["k_max_upper"]
        made["bound"] = {"of": texts["bounded"], "formula": texts.get("bound_formula"), "lower": numbers["k_max_lower"],
                         "upper": None if most == "inf" else most, "value": numbers["bounded_value"]}
    return made


# ---- tables -------------------------------------------------------------------------------------------------

def epochs(judge, about, rows):
    linear = about.model["kind"] == "linear"
    for row in rows:
        if linear and row["upper"] is not None:
            judge.check(Fraction(row["upper"]) * (1 + Fraction(1, 10 ** 12)) >= about.facts.best.low,
                        f"best margin at most {row['upper']} after epoch {row['epoch']}", about.facts.best)
    if rows and about.case.algorithm != "first-mistake":
        judge.check(rows[-1]["updates"] <= about.model["updates"], f"{rows[-1]['updates']} updates",
                    str(about.model["updates"]))


def classes(judge, about, rows):
    for row in rows:
        truth = about.case.rows.labels.count(row["name"])
        judge.check(row["rows"] == truth, f"{row['rows']} rows of {row['name']}", str(truth))


def nearest(judge, about, rows):
    """The rows nearest to the boundary: each with its own margin, in one measure for all."""
    w = about.weights
    if w is None or not about.facts.binary:
        return
    lengths = [n for n in (w.norm2, w.plain_norm2) if n > 0]
    slack = max((room_of(w, n) for n in lengths), default=0)
    rows = [row for row in rows if row["margin"] is not None]
    fits = [all(abs(Fraction(row["margin"]) - w.products[int(row["row"]) - 1] / root(n).low) <=
                slack + abs(Fraction(row["margin"])) / 10 ** 9 for row in rows) for n in lengths]
    judge.check(not lengths or any(fits), f"margins of the nearest rows {[r['margin'] for r in rows]}",
                str([float(p) for p in w.products]))


def confusion(judge, about, rows):
    for c, name in enumerate(about.case.classes):
        total = sum(row["count"] for row in rows if row["truth"] == c)
        judge.check(total == about.case.rows.labels.count(name), f"{total} rows of {name}", "another number")


def weights(judge, about, rows):
    if about.weights is None or not about.facts.binary:
        return
    for row in rows:
        judge.check(float(row["weight"]) == float(about.weights.w[0][int(row["feature"])]), f"weight {row['weight']} "
            f"of "
                f"{row['name']}",
                    str(float(about.weights.w[0][int(row["feature"])])))


def updates(judge, about, rows):
    """Every update kept: the bracket must hold the best margin, lengths and cosines must go together."""
    f = about.facts
    if about.model["kind"] != "linear" or not f.binary:
        return
    small = 1 + Fraction(1, 10 ** 10)
    for row in rows:
        at = f"after update {row['k']}"
        if row["upper"] is not None:
            judge.check(Fraction(row["upper"]) * small >= f.best.low, f"best margin at most {row['upper']} {at}",
                        f.best)
        if row["lower"] is not None and row["lower"] > 0:
            judge.check(Fraction(row["lower"]) <= f.best.high * small, f"margin {row['lower']} {at}", f.best)
        if row["cosine"] is not None:
            judge.check(abs(row["cosine"]) <= 1 + 1e-9, f"cosine {row['cosine']} {at}", "at most 1")
        if row["along"] is not None and row["norm"] is not None:
            most = row["norm"] * (1 + 1e-9) + 1e-12 * float(f.radius.high)   # sums may be rounded where weights are 0
            judge.check(row["along"] <= most, f"along {row['along']} of a length {row['norm']} {at}", "")


TABLES = {"epochs": epochs, "classes": classes, "nearest": nearest, "confusion": confusion, "weights": weights,
          "updates": updates}
