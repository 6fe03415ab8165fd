#!/usr/bin/env python3
"""Features of texts and crossed columns as docs/model-format.md describes them, the slow way.

    wording.py check MODEL DATA SCORES OPTIONS...   recomputes the words, their weights and every score

DATA is messages (label TAB text) or CSV; OPTIONS are those that matter here, as given to train."""
import csv
import math
import os
import re
import sys
import unicodedata

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import model_reader


def words_of(text):
    text = unicodedata.normalize("NFC", text.casefold())
    return re.findall(r"[$!£€]|[^\W_]+", text)


def grams_of(recipe, text):
    """(mark, n-gram) of a text."""
    words = [w for w in words_of(text) if w not in recipe["stop_words"]]
    line = " " + "".join(w + " " for w in words)
    found = []
    for n in range(recipe["ngrams"][0], recipe["ngrams"][1] + 1):
        found += [(":", " ".join(words[i:i + n])) for i in range(len(words) - n + 1) if n > 0]
    for n in range(recipe["chars"][0], recipe["chars"][1] + 1):
        found += [("~", line[i:i + n]) for i in range(len(line) - n + 1) if n > 0 and words]
    return found


def counted(recipe, names):
    counts = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    worth = {"binary": lambda c: 1, "log": lambda c: 1 + math.log(c)}.get(recipe["counts"], lambda c: c)
    return {name: worth(c) for name, c in counts.items()}


def message_row(recipe, line):
    return {}, counted(recipe, [g if m == ":" else m + g for m, g in grams_of(recipe, line.split("\t", 1)[1])])


def factor(column, cell):
    return (column["name"], float(cell)) if column["role"] == "number" else ("%s=%s" % (column["name"], cell), 1.0)


def table_row(recipe, cells):
    numbers, names = {}, []
    for column, cell in zip(recipe["columns"], cells):
        if column["role"] == "number":
            numbers[column["feature"]] = float(cell)
        elif column["role"] == "category" and cell:
            names.append("%s=%s" % (column["name"], cell))
        elif column["role"] == "text":
            names += [column["name"] + m + g for m, g in grams_of(recipe, cell)]
    features = counted(recipe, names)
    for a, b in recipe["crosses"]:
        if cells[a] and cells[b]:
            (x, u), (y, v) = factor(recipe["columns"][a], cells[a]), factor(recipe["columns"][b], cells[b])
            if u * v != 0:
                features[x + "*" + y] = u * v
    return numbers, features


def rows_of(recipe, path):
    if recipe["format"] == "text":
        return [message_row(recipe, line.rstrip("\n")) for line in open(path, encoding="utf-8")]
    return [table_row(recipe, cells) for cells in list(csv.reader(open(path, encoding="utf-8")))[1:]]


def kept(rows, options):
    """Which features stay, in the order they came: by the numbers of rows that have them."""
    df = {}
    for _, features in rows:
        for name in features:
            df[name] = df.get(name, 0) + 1
    least, most = float(options.get("min-df", 0)), float(options.get("max-df", 1))
    least = least * len(rows) if least < 1 else least
    most = most * len(rows) if most <= 1 else most
    stay = {name: n for name, n in df.items() if least <= n <= most}
    if int(options.get("max-features", 0)):
        wanted = int(options["max-features"])
        bound = sorted(stay.values(), reverse=True)[:wanted][-1]
        above = [name for name in stay if stay[name] > bound]
        ties = {name for name in stay if stay[name] == bound}
        return stay, set(above), ties, min(wanted - len(above), len(ties))
    return stay, set(stay), set(), 0


def check(model, path, scores, options):
    recipe = model["recipe"]
    rows = rows_of(recipe, path)
    df, certain, ties, of_ties = kept(rows, options)
    words = set(recipe["words"])
    if not certain <= words or len(words - certain) != of_ties or not words - certain <= ties:
        sys.exit("other words: %r, %r" % (sorted(words - certain)[:9], sorted(certain - words)[:9]))
    index = {name: recipe["n_numbers"] + i for i, name in enumerate(recipe["words"])}
    for name, i in index.items():
        if recipe["scaling"] == "tfidf" and abs(recipe["factor"][i] - 1 - math.log((1 + len(rows)) / (1 + df[name]))) > 1e-13:
            sys.exit("another weight of %r" % name)
    for number, ((numbers, features), line) in enumerate(zip(rows, open(scores))):
        x = [0.0] * recipe["n_features"]
        for i, value in numbers.items():
            x[i] = value
        for name, value in features.items():
            if name in index:
                x[index[name]] = value
        wanted = model_reader.linear_scores(model, model_reader.scale(recipe, x))[0]
        if abs(wanted - float(line.split("\t")[1])) > 1e-11 * max(1, abs(wanted)):
            sys.exit("row %d scores %r, not %s" % (number + 1, wanted, line.strip()))


if __name__ == "__main__":
    with open(sys.argv[2], "rb") as file:
        loaded = model_reader.load(file.read())
    given = sys.argv[5:]
    check(loaded, sys.argv[3], sys.argv[4], {o[2:]: v for o, v in zip(given, given[1:]) if o.startswith("--")})
