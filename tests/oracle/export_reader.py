#!/usr/bin/python3
"""Scores rows of CSV with a model that was exported to JSON, from what docs/export.md says and nothing else.

    export_reader.py MODEL.json ROWS.csv      a line per row: the label, and the scores, with tabs between them"""
import csv
import datetime
import json
import math
import re
import sys

MISSING = {"", "?", "na", "n/a", "null", "nan"}
MISSING_NUMBERS = MISSING | {"-", ".", "#n/a", "none"}


def number_of(model, cell):
    if model.get("decimal", ".") == ",":
        cell = cell.replace(".", "?").replace(",", ".")
    try:
        return float(cell)
    except ValueError:
        return None


def is_missing(model, cell, number):
    cell = cell.strip()
    if cell.lower() in (MISSING_NUMBERS if number else MISSING) or cell in model.get("missing_texts", ()):
        return True
    value = number_of(model, cell)
    return value is not None and value in [number_of(model, text) for text in model.get("missing_texts", ())]


def days_of(cell, month_first):
    a, mark, b, c, time, zone = re.fullmatch(
        r"(\d+)([-/.])(\d+)\2(\d+)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[-+]\d\d:?\d*)?)?", cell.strip()).groups()
    if len(a) == 4:
        year, month, day = a, b, c
    else:
        year, month, day = (c, a, b) if month_first and mark != "." else (c, b, a)
    days = (datetime.date(int(year), int(month), int(day)) - datetime.date(1970, 1, 1)).days
    parts = [float(t) for t in (time or "0").split(":")] + [0.0, 0.0]
    seconds = 3600 * parts[0] + 60 * parts[1] + parts[2]
    if zone and zone != "Z":
        seconds -= int(zone[0] + "1") * (3600 * int(zone[1:3]) + 60 * int(zone[3:].strip(":") or 0))
    return days + seconds / 86400


def cell_value(model, feature, cell):
    if feature.get("cells") == "yes or no":
        words = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
        return words.get(cell.strip().lower(), number_of(model, cell))
    if "cells" in feature:
        return days_of(cell, feature["cells"] == "date, month first")
    return number_of(model, cell)


def values_of(model, row):
    """The row's values by feature number; None: it has no answer."""
    values = {}
    for j, feature in enumerate(model["features"]):
        cell = row[feature.get("column", feature.get("missing_of", feature["name"]))]
        missing = is_missing(model, cell, "category" not in feature)
        if missing and model["missing_cells"] in ("error", "skip"):
            return None
        if "category" in feature:
            if not missing and cell == feature["category"]:
                values[j] = 1.0
        elif "missing_of" in feature:
            values[j] = float(missing)
        elif not missing:
            values[j] = cell_value(model, feature, cell)
        else:
            values[j] = 0.0 if model["missing_cells"] == "zero" else feature["missing"]
    return values


def scaled(model, values):
    if model["scaling"] == "none":
        return values
    if model["scaling"] == "ball":
        return {j: x / model["divide_by"] for j, x in values.items()}
    if model["scaling"] == "tfidf":
        values = {j: (1 + math.log(x) if x >= 1 else x) * model["features"][j]["factor"] for j, x in values.items()}
    if model["scaling"] in ("unit", "tfidf"):
        norm = math.sqrt(math.fsum(x * x for x in values.values()))
        return {j: x / norm if norm > 0 else x for j, x in values.items()}
    features = model["features"]
    return {j: (x - features[j].get("shift", 0.0)) * features[j]["factor"] for j, x in values.items()}


def kernel(k, z, x, n):
    product = math.fsum(z.get(j, 0.0) * x.get(j, 0.0) for j in range(n))
    if k["name"] == "linear":
        return product
    if k["name"] == "polynomial":
        return (k["gamma"] * product + k["coef0"]) ** k["degree"]
    return math.exp(-k["gamma"] * math.fsum((z.get(j, 0.0) - x.get(j, 0.0)) ** 2 for j in range(n)))


ACTIVATIONS = {
    "relu": lambda t: max(0.0, t), "tanh": math.tanh,
    "sigmoid": lambda t: 1 / (1 + math.exp(-t)) if t > -700 else math.exp(max(t, -745.0)),
    "linear": lambda t: t, "sign": lambda t: 1.0 if t > 0 else -1.0,
}


def scores_of(model, x):
    n = len(model["features"])
    if "kernel" in model:
        scores = [0.0] * len(model["rows"][0]["alpha"])
        for row in model["rows"]:
            z = dict(zip(row.get("features", range(len(row["values"]))), row["values"]))
            value = kernel(model["kernel"], z, x, n) + model["kernel"]["constant"]
            scores = [s + a * value for s, a in zip(scores, row["alpha"])]
        return scores
    if "layers" in model:
        u = [x.get(j, 0.0) for j in range(n)]
        for i, layer in enumerate(model["layers"]):
            u = [math.fsum(w * v for w, v in zip(unit, u)) + b for unit, b in zip(layer["weights"], layer["bias"])]
            if i + 1 < len(model["layers"]):
                u = [ACTIVATIONS[model["activation"]](t) for t in u]
        return u
    return [math.fsum(model["features"][j]["weights"][v] * t for j, t in x.items()) + b
            for v, b in enumerate(model["bias"])]


def label_of(model, scores):
    if len(scores) == 1:
        return model["classes"][1 if scores[0] > 0 else 0]
    return model["classes"][scores.index(max(scores))]


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        model = json.load(f)
    with open(sys.argv[2], encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f, delimiter=model.get("delimiter", ",")):
            values = values_of(model, row)
            if values is None:
                continue
            scores = scores_of(model, scaled(model, values))
            print("\t".join([label_of(model, scores)] + [repr(s) for s in scores]))


if __name__ == "__main__":
    main()
