#!/usr/bin/python3
"""Scores rows of CSV with a model that was exported to JSON, from what docs/export.md says and nothing else.

    export_reader.py MODEL.json ROWS.csv      a line per row: the label, and the scores, with tabs between them"""
import csv
import json
import math
import sys

MISSING = {"", "?", "na", "n/a", "null", "nan"}


def values_of(model, row):
    """The row's values by feature number; None: it has no answer."""
    values = {}
    for j, feature in enumerate(model["features"]):
        cell = row[feature.get("column", feature["name"])]
        missing = cell.strip().lower() in MISSING
        if missing and model["missing_cells"] in ("error", "skip"):
            return None
        if "category" in feature:
            if not missing and cell == feature["category"]:
                values[j] = 1.0
        elif not missing:
            values[j] = float(cell)
        else:
            values[j] = 0.0 if model["missing_cells"] == "zero" else feature["missing"]
    return values


def scaled(model, values):
    if model["scaling"] == "none":
        return values
    if model["scaling"] == "ball":
        return {j: x / model["divide_by"] for j, x in values.items()}
    if model["scaling"] == "unit":
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
    "relu": lambda t: max(0.0, t), "sigmoid": lambda t: 1 / (1 + math.exp(-t)), "tanh": math.tanh,
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
        for row in csv.DictReader(f):
            values = values_of(model, row)
            if values is None:
                continue
            scores = scores_of(model, scaled(model, values))
            print("\t".join([label_of(model, scores)] + [repr(s) for s in scores]))


if __name__ == "__main__":
    main()
