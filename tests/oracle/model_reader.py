#!/usr/bin/env python3
"""Reads a model file as docs/model-format.md describes it, and shares nothing with the library.

    model_reader.py MODEL                 prints the model as one JSON object
    model_reader.py MODEL --score 1,2,3   also scores a dense row: "scores" and "class"
"""
import json
import math
import struct
import sys

MASK = (1 << 64) - 1
P1, P2, P3 = 11400714785074694791, 14029467366897019727, 1609587929392839161
P4, P5 = 9650029242287828579, 2870177450012600261


class Bad(Exception):
    """What is wrong with the file."""


def rot(x, r):
    return ((x << r) | (x >> (64 - r))) & MASK


def mix(a, x):
    return rot((a + x * P2) & MASK, 31) * P1 & MASK


def xxh64(data):
    at, n = 0, len(data)
    if n >= 32:
        sums = [(P1 + P2) & MASK, P2, 0, -P1 & MASK]
        while n - at >= 32:
            sums = [mix(s, x) for s, x in zip(sums, struct.unpack_from("<4Q", data, at))]
            at += 32
        h = sum(rot(s, r) for s, r in zip(sums, (1, 7, 12, 18))) & MASK
        for s in sums:
            h = ((h ^ mix(0, s)) * P1 + P4) & MASK
    else:
        h = P5
    h = (h + n) & MASK
    while n - at >= 8:
        h = (rot(h ^ mix(0, struct.unpack_from("<Q", data, at)[0]), 27) * P1 + P4) & MASK
        at += 8
    if n - at >= 4:
        h = (rot(h ^ (struct.unpack_from("<I", data, at)[0] * P1 & MASK), 23) * P2 + P3) & MASK
        at += 4
    for byte in data[at:]:
        h = rot(h ^ (byte * P5 & MASK), 11) * P1 & MASK
    h = (h ^ (h >> 33)) * P2 & MASK
    h = (h ^ (h >> 29)) * P3 & MASK
    return h ^ (h >> 32)


class Cursor:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        if n > len(self.data) - self.at:
            raise Bad("truncated")
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self, form, n):
        return struct.unpack("<" + form, self.take(n))[0]

    def u32(self):
        return self.number("I", 4)

    def u64(self):
        return self.number("Q", 8)

    def f64(self):
        return self.number("d", 8)

    def reals(self, n):
        values = list(struct.unpack("<%dd" % n, self.take(8 * n)))
        if not all(map(math.isfinite, values)):
            raise Bad("a number is not finite")
        return values

    def singles(self, n):
        values = list(struct.unpack("<%df" % n, self.take(4 * n)))
        if not all(map(math.isfinite, values)):
            raise Bad("a number is not finite")
        return values

    def flag(self):
        value = self.u32()
        if value > 1:
            raise Bad("a flag is %d" % value)
        return value == 1

    def text(self):
        return self.take(self.u32()).decode("utf-8", "surrogateescape")

    def dict(self):
        texts = [self.text() for _ in range(self.u32())]
        if len(set(texts)) != len(texts):
            raise Bad("a text is there twice")
        return texts

    def numbers(self, n):
        return self.reals(n) if self.flag() else None

    def left(self):
        return len(self.data) - self.at


def read_sections(data):
    cursor = Cursor(data)
    if cursor.take(8) != b"\x89PTRON\r\n":
        raise Bad("not a perceptron model")
    if cursor.u32() != 1:
        raise Bad("another format than 1")
    sections = {}
    while True:
        start = cursor.at
        tag = cursor.take(4)
        payload = cursor.take(cursor.u64())
        if xxh64(data[start:cursor.at]) != cursor.u64():
            raise Bad("checksum of section %r does not match" % tag)
        if tag == b"END ":
            break
        if tag in sections and tag in (b"META", b"PARM", b"RECI", b"WGHT", b"VOTE", b"CALI", b"STAT"):
            raise Bad("section %r appears twice" % tag)
        sections[tag] = payload
    if len(payload) != 8 or struct.unpack("<Q", payload)[0] != xxh64(data[:start]):
        raise Bad("checksum of the whole does not match")
    if cursor.left():
        raise Bad("bytes follow the end")
    return sections


REASONS = ("running", "separated", "not separable", "margin reached", "step below eps", "risk below eps", "epochs",
           "updates", "time", "hold-out", "asked", "end of stream", "nothing moves", "duality gap closed")

META_FIELDS = (
    ("rows", "u64"), ("features", "u64"), ("classes", "u64"), ("epochs", "u64"), ("row", "u64"), ("updates", "u64"),
    ("mistakes", "u64"), ("last_epoch_mistakes", "u64"), ("seed", "u64"), ("radius", "f64"), ("margin_lower", "f64"),
    ("margin_upper", "f64"), ("k_max_lower", "f64"), ("k_max_upper", "f64"), ("train_errors", "u64"),
    ("train_error", "f64"), ("progressive_error", "f64"), ("holdout_error", "f64"), ("holdout_rows", "u64"),
    ("best_epoch", "u64"), ("step_norm", "f64"), ("risk", "f64"), ("objective", "f64"), ("gap", "f64"),
    ("mixed_updates", "f64"),
)


def read_meta(c):
    meta = {"kind": c.text(), "algorithm": c.text(), "version": c.text(), "fingerprint": c.u64(),
            "reason": REASONS[c.u32()]}
    for name, kind in META_FIELDS:
        meta[name] = getattr(c, kind)()
    return meta


def read_parameters(c):
    return {c.text(): c.text() for _ in range(c.u32())}


def made_features(c, n):
    kind = ("none", "fourier", "nystroem")[c.u32()]
    if kind == "none":
        return {"kind": kind}
    lift = {"kind": kind, "out": c.u32(), "gamma": c.f64()}
    out = lift["out"]
    lift["basis"] = c.singles(n * out)
    lift["more"] = c.singles(out if kind == "fourier" else out * out)
    lift["norm2"] = c.singles(out) if kind == "nystroem" else None
    return lift


def read_recipe(c):
    if c.u32() != 1:
        raise Bad("another recipe version than 1")
    r = {"format": ("libsvm", "csv", "text", "idx", "npy", "memory")[c.u32()], "dense": c.flag(),
         "n_features": c.u32(), "labels": c.dict()}
    if not c.flag():
        raise Bad("labels are not settled")
    r["class_of"] = [c.u32() for _ in r["labels"]]
    r["classes"] = c.dict()
    base = c.u32()
    r["index_base"] = None if base == (1 << 32) - 1 else base
    r["delimiter"], r["header"] = c.u32(), c.flag()
    r["columns"] = [{"name": c.text(), "role": ("number", "category", "label", "weight", "ignored")[c.u32()],
                     "feature": c.u32()} for _ in range(c.u32())]
    r["n_numbers"], r["words"], r["hash_bits"] = c.u32(), c.dict(), c.u32()
    r["missing"], r["fill"] = ("error", "zero", "mean", "skip")[c.u32()], c.numbers(r["n_features"])
    r["scaling"] = ("none", "standard", "minmax", "ball", "unit")[c.u32()]
    r["shift"], r["factor"], r["ball"] = c.numbers(r["n_features"]), c.numbers(r["n_features"]), c.f64()
    r["lift"] = made_features(c, r["n_features"])
    return r


def read_weights(c):
    n_vectors, n_features, has_bias, storage = c.u32(), c.u32(), c.flag(), c.u32()
    w = {"has_bias": has_bias, "bias_scale": c.f64(), "bias": c.reals(n_vectors)}
    if storage == 0:
        w["weights"] = [c.reals(n_features) for _ in range(n_vectors)]
    elif storage == 1:
        w["weights"] = [read_pairs(c, n_features) for _ in range(n_vectors)]
    else:
        raise Bad("weights stored in an unknown way")
    return n_vectors, n_features, w


def read_pairs(c, n_features):
    weights, last = [0.0] * n_features, -1
    for _ in range(c.u64()):
        feature = c.u32()
        if not last < feature < n_features:
            raise Bad("features do not increase")
        weights[feature], last = c.reals(1)[0], feature
    return weights


def read_part(sections, tag, read):
    if tag not in sections:
        raise Bad("section %r is missing" % tag)
    cursor = Cursor(sections[tag])
    part = read(cursor)
    if cursor.left():
        raise Bad("section %r is too long" % tag)
    return part


def load(data):
    sections = read_sections(data)
    model = {"training": read_part(sections, b"META", read_meta),
             "parameters": read_part(sections, b"PARM", read_parameters),
             "recipe": read_part(sections, b"RECI", read_recipe)}
    n_vectors, n_features, weights = read_part(sections, b"WGHT", read_weights)
    classes = model["recipe"]["classes"]
    if n_vectors != (1 if len(classes) == 2 else len(classes)) or n_features != model["recipe"]["n_features"]:
        raise Bad("sections disagree")
    model.update(weights)
    model.update(algorithm=model["training"]["algorithm"], classes=classes, features=n_features,
                 has_state=b"STAT" in sections)
    return model


def scale(recipe, x):
    if recipe["scaling"] in ("standard", "minmax"):
        shift = recipe["shift"] or [0.0] * len(x)
        return [(v - s) * f for v, s, f in zip(x, shift, recipe["factor"])]
    if recipe["scaling"] == "ball":
        return [v / recipe["ball"] for v in x]
    if recipe["scaling"] == "unit":
        norm = math.sqrt(sum(v * v for v in x))
        return [v / norm for v in x] if norm > 0 else x
    return x


def score(model, x, threshold=0.0):
    """Scores of a dense row of raw values, and its class."""
    x = scale(model["recipe"], x)
    scores = [math.fsum(w * v for w, v in zip(weights, x)) + bias
              for weights, bias in zip(model["weights"], model["bias"])]
    best = int(scores[0] > threshold) if len(scores) == 1 else scores.index(max(scores))
    return scores, model["classes"][best]


def plain(value):
    """The same with what JSON has no number for: NaN is null, infinities are texts."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value


def main(arguments):
    if len(arguments) not in (2, 4) or (len(arguments) == 4 and arguments[2] != "--score"):
        sys.stderr.write(__doc__)
        return 2
    with open(arguments[1], "rb") as file:
        data = file.read()
    try:
        model = load(data)
    except (Bad, IndexError) as error:
        sys.stderr.write("%s: %s\n" % (arguments[1], error))
        return 3
    if len(arguments) == 4:
        model["scores"], model["class"] = score(model, [float(v) for v in arguments[3].split(",")])
    print(json.dumps(plain(model), allow_nan=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
