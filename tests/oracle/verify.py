#!/usr/bin/python3
"""Checks a certificate with fractions, from docs/certificate-format.md alone.

    verify.py CERTIFICATE DATA [--label N|NAME] [--no-header] [--format csv|libsvm|idx] [--labels FILE] [--classes A,B]

Reads CSV, LIBSVM and IDX files (.gz too) itself. The label of a CSV is its last column unless --label says otherwise
(a name, or a number from 1); --labels is the file with the labels of IDX images. Exit 0: accepted; 1: refused, with the reason; 3: the data cannot be read."""
import argparse
import gzip
import hashlib
import math
import re
import sys
from decimal import Decimal
from fractions import Fraction


class Refused(Exception):
    pass


def need(ok, why):
    if not ok:
        raise Refused(why)


# ---- data ------------------------------------------------------------------------------------------


def open_text(path):
    bytes_kept = {"encoding": "utf-8", "errors": "surrogateescape"}   # labels may be any bytes
    return gzip.open(path, "rt", **bytes_kept) if path.endswith(".gz") else open(path, **bytes_kept)


def libsvm_rows(path):
    """(line, label, {index: double}) as the file has them."""
    for line_number, line in enumerate(open_text(path), 1):
        fields = line.split("#")[0].split()
        if fields:
            pairs = (field.split(":") for field in fields[1:])
            yield line_number, fields[0], {int(index): number(value, line_number) for index, value in pairs}


LOST = []   # cells whose digits no double holds


def number(cell, line):
    value = float(cell)
    if Fraction(Decimal(cell)) != Fraction(Decimal(repr(value))):
        LOST.append((line, cell))
    return value


def csv_rows(path, label, header):
    names, column = None, None
    for line_number, line in enumerate(open_text(path), 1):
        cells = [cell.strip().strip('"') for cell in line.rstrip("\r\n").split(",")]
        if cells == [""] or len(cells) == 1:
            continue
        if names is None:
            names = cells if header else [str(k + 1) for k in range(len(cells))]
            column = len(names) - 1 if label is None else names.index(label) if label in names else int(label) - 1
            if header:
                continue
        numbers = [number(cell, line_number) for k, cell in enumerate(cells) if k != column]
        yield line_number, cells[column], dict(enumerate(numbers, 1))


def idx_rows(path, labels):
    """(row, label, {pixel: value}, pixels); a file is 0 0 8 dimensions, their sizes as big-endian words, then bytes."""
    def bytes_of(name):
        with gzip.open(name) if name.endswith(".gz") else open(name, "rb") as file:
            content = file.read()
        return content[4 + 4 * content[3]:], int.from_bytes(content[4:8], "big")
    (pixels, n), (label, _) = bytes_of(path), bytes_of(labels)
    size = len(pixels) // n
    for i in range(n):
        row = pixels[i * size:(i + 1) * size]
        yield i + 1, str(label[i]), {k + 1: value for k, value in enumerate(row) if value}, size


def label_number(label):
    """What it is worth as a number, None where it is none."""
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", label):
        return None
    return float(label) if math.isfinite(float(label)) else None


def same_label(a, b):
    return a == b or (label_number(a) is not None and label_number(a) == label_number(b))


def read_data(args):
    """[(line, label, {feature: double})] with features from 1, and how many features there are."""
    if args.format == "idx":
        rows = list(idx_rows(args.data, args.labels))
        rows = [row for row in rows if args.classes is None or row[1] in args.classes.split(",")]
        return [(line, label, x) for line, label, x, _ in rows], rows[0][3]
    is_csv = args.format == "csv" or (args.format is None and (".csv" in args.data or args.no_header or args.label))
    if is_csv:
        rows = list(csv_rows(args.data, args.label, not args.no_header))
        return rows, len(rows[0][2])
    rows = list(libsvm_rows(args.data))
    base = min((min(x) for _, _, x in rows if x), default=1)
    if base == 0:
        rows = [(line, label, {k + 1: v for k, v in x.items()}) for line, label, x in rows]
    return rows, max((max(x) for _, _, x in rows if x), default=0)


def exact(value, decimal):
    fraction = Fraction(Decimal(repr(value))) if decimal else Fraction(value)
    return fraction.numerator if fraction.denominator == 1 else fraction   # whole numbers are faster


def mantissa_text(value, decimal):
    """The value as MeE or MpE."""
    base, mark = (10, "e") if decimal else (2, "p")
    exponent = 0
    while value.denominator != 1:
        value *= base
        exponent -= 1
    mantissa = value.numerator
    while mantissa % base == 0:
        mantissa //= base
        exponent += 1
    return f"{mantissa}{mark}{exponent}"


class Rows:
    """a = y (x, 1) as {feature: Fraction}; feature 0 is the bias."""

    def __init__(self, raw, positive, bias, decimal):
        self.lines = [line for line, _, _ in raw]
        self.sign = [1 if same_label(label, positive) else -1 for _, label, _ in raw]
        known = {}
        self.a, digest = [], hashlib.sha256()
        for (_, _, x), y in zip(raw, self.sign):
            a, text = {}, ["+" if y > 0 else "-"]
            for feature in sorted(x):
                value = x[feature]
                if value == 0:
                    continue
                if value not in known:
                    fraction = exact(value, decimal)
                    known[value] = (fraction, mantissa_text(fraction, decimal))
                a[feature] = y * known[value][0]
                text.append(f" {feature}:{known[value][1]}")
            if bias:
                a[0] = y
            self.a.append(a)
            digest.update(("".join(text) + "\n").encode())
        self.fingerprint = digest.hexdigest()

    def sum(self, terms):
        total = {}
        for row, by in terms:
            for feature, value in self.a[row - 1].items():
                total[feature] = total.get(feature, 0) + by * value
        return {feature: value for feature, value in total.items() if value != 0}

    def radius2(self):
        return max(norm2(a) for a in self.a)


def norm2(w):
    return sum(value * value for value in w.values())


def dot(a, w):
    return sum(value * w[feature] for feature, value in a.items() if feature in w)


# ---- the certificate -------------------------------------------------------------------------------


class Reader:
    def __init__(self, text):
        need(text.endswith("\n"), "the last line does not end")
        self.lines = text[:-1].split("\n")
        self.at = 0

    def peek(self):
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def line(self):
        need(self.at < len(self.lines), "it ends too early")
        self.at += 1
        return self.lines[self.at - 1]

    def field(self, name, count=1):
        words = self.line().split(" ", 1)
        need(words[0] == name and len(words) == 2, f"line {self.at}: '{name}' was expected")
        values = words[1].split(" ") if count > 1 else [words[1]]
        need(len(values) == count, f"line {self.at}: {count} fields were expected")
        return values if count > 1 else values[0]

    def section(self, name, fields, head=1):
        """The numbers behind the name, and the lines; None when the section is not there."""
        if self.peek().split(" ")[0] != name:
            return None
        numbers = [whole(word) for word in self.line().split(" ")[1:]]
        need(len(numbers) == head and numbers[0] >= 0, f"line {self.at}: bad count")
        need(numbers[0] > 0 or name == "forced", "a list of nothing proves nothing")
        body = []
        for _ in range(numbers[0]):
            words = self.line().split(" ")
            need(len(words) == fields, f"line {self.at}: {fields} fields were expected")
            body.append(words)
        return numbers, body


def whole(text):
    digits = text[1:] if text.startswith("-") else text
    need(digits.isascii() and digits.isdigit() and (text == "0" or digits[0] != "0"), f"'{text[:40]}' is no whole number")
    need(len(digits) <= 1000000, "a number has more than 1000000 digits")
    return int(text)


def bound(text):
    if text == "none":
        return None
    form = re.fullmatch(r"([0-9]+(?:\.[0-9]*)?)(?:e-?([0-9]+))?", text)
    need(form is not None and len(form[1].replace(".", "")) <= 40 and int(form[2] or 0) <= 400,
         f"'{text[:40]}' is no decimal of at most 40 digits")
    return Fraction(Decimal(text))


def unescape(label):
    need(not re.search(r"[\0-\x1f]", label), "a label has a byte that is not written in hex")
    parts = label.split("%")
    need(all(re.match("[0-9A-F]{2}", part) for part in parts[1:]), "a label has a bad % in it")
    escaped = [int(part[:2], 16) for part in parts[1:]]
    need(0 not in escaped, "a label has a NUL in it")
    need(all(byte < 32 or byte == ord("%") for byte in escaped), "a label has a byte that is written in hex for nothing")
    return parts[0] + "".join(chr(byte) + part[2:] for byte, part in zip(escaped, parts[1:]))


def read_labels(reader):
    """One label, which is held against the rest, or all labels."""
    if not reader.peek().startswith("classes "):
        return [unescape(reader.field("positive"))]
    n = whole(reader.field("classes"))
    need(n >= 2, "classes are two at least")
    return [unescape(reader.field("label")) for _ in range(n)]


def stack(raw, features, labels, bias):
    """Rows by rivals: (x, 1) at the place of the lower label, -(x, 1) at that of the higher; '+' for its own lower."""
    need(all(not same_label(a, b) for k, a in enumerate(labels) for b in labels[:k]), "a label is there twice")
    present = [[same_label(label, wanted) for wanted in labels] for _, label, _ in raw]
    need(all(any(row) for row in present), "a row has another label")
    need(all(any(row[k] for row in present) for k in range(len(labels))), "no row has one of the labels")
    width = features + bias
    stacked = []
    for (line, _, x), own in zip(raw, [row.index(True) for row in present]):
        values = {**x, **({width: 1.0} if bias else {})}
        for rival in (k for k in range(len(labels)) if k != own):
            low, high = min(own, rival), max(own, rival)
            pair = {low * width + feature: value for feature, value in values.items()}
            pair.update({high * width + feature: -value for feature, value in values.items()})
            stacked.append((line, "+" if own < rival else "-", pair))
    return stacked, len(labels) * width


def feature_of(text, features, bias):
    if text == "bias":
        need(bias, "there is no bias")
        return 0
    number = whole(text)
    need(1 <= number <= features, f"there is no feature {text}")
    return number


def increasing(numbers):
    return all(a < b for a, b in zip(numbers, numbers[1:]))


def read_weights(body, features, bias):
    w = {}
    order = []
    for name, value in body:
        feature = feature_of(name, features, bias)
        order.append(features + 1 if feature == 0 else feature)
        w[feature] = whole(value)
    need(increasing(order), "features do not increase")
    return {feature: value for feature, value in w.items() if value != 0}


def read_terms(body, n):
    terms = [(whole(words[0]), whole(words[1])) for words in body]
    need(all(1 <= row <= n and by > 0 for row, by in terms), "a row or multiplier is out of range")
    need(increasing([row for row, _ in terms]), "rows do not increase")
    return terms


# ---- checks ----------------------------------------------------------------------------------------


def check_peel(rows, body, features, bias):
    """The rows left after peeling."""
    by_feature = {}
    for i, a in enumerate(rows.a):
        for feature in a:
            by_feature.setdefault(feature, []).append(i)
    gone = set()
    for name, sign in body:
        need(sign in "+-" and len(sign) == 1, "a peeling sign is neither + nor -")
        feature = feature_of(name, features, bias)
        here = [i for i in by_feature.get(feature, []) if i not in gone]
        need(here, f"peeling {name} takes no row")
        need(all((rows.a[i][feature] > 0) == (sign == "+") for i in here), f"feature {name} has both signs")
        gone.update(here)
    return [i for i in range(len(rows.a)) if i not in gone]


def least_product(rows, w):
    return min(dot(a, w) for a in rows.a)


def supports_lower(rows, w, lower):
    least = least_product(rows, w)
    return least > 0 and lower * lower * norm2(w) <= least * least


def supports_distance(rows, w, lower):
    w = {feature: value for feature, value in w.items() if feature != 0}
    products = [dot({f: v for f, v in a.items() if f != 0}, w) for a in rows.a]
    sides = [[p for p, y in zip(products, rows.sign) if y == sign] for sign in (1, -1)]
    if not all(sides) or not w:
        return False
    width = min(sides[0]) + min(sides[1])
    return width > 0 and 4 * lower * lower * norm2(w) <= width * width


def check_upper(rows, terms, upper, name):
    need(terms, f"{name} has no rows to rest on")
    mass = sum(by for _, by in terms)
    need(upper >= 0 and norm2(rows.sum(terms)) <= (upper * mass) ** 2, f"the upper bound of {name} is too low")


def check_separable(rows, c):
    if c["peel"] is None and c["weights"] is None and c["theorem-rows"] is None:
        raise Refused("there is no evidence")
    left = range(len(rows.a)) if c["peel"] is None else c["peel"]
    if left:
        by_weights = c["weights"] is not None and all(dot(rows.a[i], c["weights"]) > 0 for i in left)
        by_rows = c["theorem-rows"] is not None and least_product(rows, rows.sum(c["theorem-rows"])) > 0
        need(by_weights or by_rows, "a product is not positive")


def check_margins(rows, c, bounds):
    lower, upper = bounds["theorem"]
    directions = [w for w in (c["weights"], c["theorem-rows"] and rows.sum(c["theorem-rows"])) if w]
    if upper is not None:
        check_upper(rows, c["theorem-rows"], upper, "theorem")
    if lower is not None:
        need(lower >= 0 and any(supports_lower(rows, w, lower) for w in directions),
             "the lower bound of theorem is too high")
    lower, upper = bounds["distance"]
    if c["distance-rows"]:
        sides = [sum(by for row, by in c["distance-rows"] if rows.sign[row - 1] == sign) for sign in (1, -1)]
        need(sides[0] == sides[1], "the classes' multipliers differ")
        directions = [rows.sum(c["distance-rows"])] + directions
    if upper is not None:
        check_upper(rows, c["distance-rows"], upper, "distance")
    if lower is not None:
        need(lower >= 0 and any(supports_distance(rows, w, lower) for w in directions),
             "the lower bound of distance is too high")


def check_bounds(rows, bounds):
    radius2 = rows.radius2()
    lower, upper = bounds["radius"]
    need(lower is not None and upper is not None and 0 <= lower and lower ** 2 <= radius2 <= upper ** 2 and upper >= 0,
         "the radius is wrong")
    lower, upper = bounds["k_max"]
    least, most = bounds["theorem"]
    need(lower is None or (most is not None and lower * most * most <= radius2), "the lower bound of k_max is too high")
    need(upper is None or (least is not None and least > 0 and upper * least * least >= radius2),
         "the upper bound of k_max is too low")


def check_boundary(rows, w, on):
    """The rows on it, by number."""
    products = [dot(a, w) for a in rows.a]
    need(min(products) >= 0, "a row is on the wrong side of the boundary")
    need(products.count(0) == on and on < len(products), "the rows on the boundary are miscounted")
    return [i + 1 for i, product in enumerate(products) if product == 0]


def check_forced(rows, terms, common, on):
    """on: the rows on the boundary, None where there is none. How many rows are proved to lie on every one."""
    every = range(1, len(rows.a) + 1) if on is None else on
    listed = dict(terms)
    need(common >= 0 and set(listed) <= set(every), "a row that is forced is not on the boundary")
    need(on is not None or common > 0 or len(listed) == len(rows.a), "neither a boundary nor all rows are forced")
    need(not rows.sum([(row, listed.get(row, common)) for row in every]), "the forced rows do not sum to zero")
    return len(every) if common > 0 else len(listed)


def check_not_separable(rows, c, bounds):
    need(all(b is None for name in ("theorem", "distance", "k_max") for b in bounds[name]),
         "a set that is not separable has no margin")
    need(c["contradiction"], "there is no contradiction")
    need(not rows.sum(c["contradiction"]), "the rows do not sum to zero")
    on = None if c["boundary"] is None else check_boundary(rows, *c["boundary"])
    forced = len(c["contradiction"])
    if c["forced"] is not None:
        forced = check_forced(rows, *c["forced"], on)
    if on is not None:
        return f"with {forced} to {len(on)} rows on every boundary"
    return "" if c["forced"] is None else "with no boundary"


def verify(text, args):
    reader = Reader(text)
    need(reader.line() == "perceptron certificate 1", "this is no certificate")
    values, bias = reader.field("values"), reader.field("bias")
    need(values == ("binary" if args.format == "idx" else "decimal"), "the data holds other numbers")
    need(bias in ("yes", "no"), "bias is unknown")
    bias = bias == "yes"
    labels = read_labels(reader)
    raw, features = read_data(args)
    need(whole(reader.field("rows")) == len(raw), "the data has another number of rows")
    need(whole(reader.field("features")) == features, "the data has another number of features")
    at_once = len(labels) > 1
    if at_once:
        raw, features = stack(raw, features, labels, bias)
        labels, bias = ["+"], False
    else:
        need(any(same_label(label, labels[0]) for _, label, _ in raw), "no row has the label")
    rows = Rows(raw, labels[0], bias, values == "decimal")
    need(reader.field("fingerprint") == rows.fingerprint, "the data is not what the certificate is about")
    verdict = reader.field("verdict")
    need(verdict in ("separable", "not-separable"), "unknown verdict")
    bounds = {name: [bound(b) for b in reader.field(name, 2)] for name in ("radius", "theorem", "distance", "k_max")}
    need(not at_once or bounds["distance"] == [None, None], "all labels at once have no distance")

    c = dict.fromkeys(("peel", "weights", "theorem-rows", "distance-rows", "contradiction", "boundary", "forced"))
    if (found := reader.section("peel", 2)) is not None:
        c["peel"] = check_peel(rows, found[1], features, bias)
    if (found := reader.section("weights", 2)) is not None:
        c["weights"] = read_weights(found[1], features, bias)
    for name in ("theorem-rows", "distance-rows"):
        if (found := reader.section(name, 2)) is not None:
            c[name] = read_terms(found[1], len(raw))
    if (found := reader.section("contradiction", 3)) is not None:
        c["contradiction"] = read_terms(found[1], len(raw))
        need(all(whole(words[2]) in (0, rows.lines[int(words[0]) - 1]) for words in found[1]), "a row's line is wrong")
    if (found := reader.section("boundary", 2, head=2)) is not None:
        c["boundary"] = (read_weights(found[1], features, bias), found[0][1])
    if (found := reader.section("forced", 2, head=2)) is not None:
        c["forced"] = (read_terms(found[1], len(raw)), found[0][1])
    need(not at_once or c["distance-rows"] is None, "all labels at once have no distance")
    checked = "".join(line + "\n" for line in reader.lines[:reader.at])
    need(reader.field("end") == hashlib.sha256(checked.encode("utf-8", "surrogateescape")).hexdigest(),
         "the checksum is wrong")
    need(reader.at == len(reader.lines), "something follows the end")

    check_bounds(rows, bounds)
    if verdict == "separable":
        need(c["contradiction"] is None and c["boundary"] is None and c["forced"] is None,
             "a separable set has no contradiction")
        check_separable(rows, c)
        check_margins(rows, c, bounds)
        return verdict
    else:
        need(all(c[name] is None for name in ("peel", "weights", "theorem-rows", "distance-rows")),
             "evidence for the other verdict")
        return " ".join([verdict, check_not_separable(rows, c, bounds)]).strip()


def main():
    parser = argparse.ArgumentParser(description="checks a certificate in exact arithmetic")
    parser.add_argument("certificate")
    parser.add_argument("data")
    parser.add_argument("--label")
    parser.add_argument("--no-header", action="store_true")
    parser.add_argument("--format", choices=("csv", "libsvm", "idx"))
    parser.add_argument("--labels")
    parser.add_argument("--classes")
    args = parser.parse_args()
    sys.set_int_max_str_digits(0)
    try:
        with open(args.certificate, encoding="utf-8", errors="surrogateescape", newline="") as file:
            verdict = verify(file.read(), args)
    except Refused as why:
        print(f"refused: {why}")
        return 1
    print(f"accepted: {verdict}")
    if LOST:
        print(f"of the doubles nearest to the cells: {len(LOST)} of them lost digits, the first in line {LOST[0][0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
