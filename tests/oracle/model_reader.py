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


KNOWN = (b"META", b"PARM", b"RECI", b"WGHT", b"VOTE", b"DUAL", b"NETW", b"NEAR", b"CALI", b"RUNS", b"TUNE", b"STAT")


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
        if tag in sections and tag in KNOWN:
            raise Bad("section %r appears twice" % tag)
        sections[tag] = payload
    if len(payload) != 8 or struct.unpack("<Q", payload)[0] != xxh64(data[:start]):
        raise Bad("checksum of the whole does not match")
    if cursor.left():
        raise Bad("bytes follow the end")
    return sections


REASONS = ("running", "separated", "not separable", "margin reached", "step below eps", "risk change below eps", "epochs",
           "updates", "time", "hold-out", "asked", "end of stream", "nothing moves", "duality gap closed")

META_FIELDS = (
    ("rows", "u64"), ("features", "u64"), ("classes", "u64"), ("epochs", "u64"), ("row", "u64"), ("updates", "u64"),
    ("mistakes", "u64"), ("last_epoch_mistakes", "u64"), ("seed", "u64"), ("radius", "f64"), ("margin_lower", "f64"),
    ("margin_upper", "f64"), ("k_max_lower", "f64"), ("k_max_upper", "f64"), ("train_errors", "u64"),
    ("train_error", "f64"), ("progressive_error", "f64"), ("holdout_error", "f64"), ("holdout_rows", "u64"),
    ("best_epoch", "u64"), ("step_norm", "f64"), ("risk", "f64"), ("objective", "f64"), ("gap", "f64"),
    ("mixed_updates", "f64"), ("earlier_rows", "u64"),
)
LATER = {"mixed_updates": float("nan"), "earlier_rows": 0}   # early files end before them


def read_meta(c):
    meta = {"kind": c.text(), "algorithm": c.text(), "version": c.text(), "fingerprint": c.u64(),
            "reason": REASONS[c.u32()]}
    for name, kind in META_FIELDS:
        early = name in LATER and not c.left()
        meta[name] = LATER[name] if early else getattr(c, kind)()
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
    version = c.u32()
    if version not in (1, 2, 3, 4):
        raise Bad("another recipe version than 1 to 4")
    r = {"format": ("libsvm", "csv", "text", "idx", "npy", "memory", "jsonl", "arff")[c.u32()], "dense": c.flag(),
         "n_features": c.u32(), "labels": c.dict()}
    if not c.flag():
        raise Bad("labels are not settled")
    r["class_of"] = [c.u32() for _ in r["labels"]]
    r["classes"] = c.dict()
    base = c.u32()
    r["index_base"] = None if base == (1 << 32) - 1 else base
    r["delimiter"], r["header"] = c.u32(), c.flag()
    r["columns"] = [{"name": c.text(), "role": ("number", "category", "label", "weight", "ignored", "text")[c.u32()],
                     "feature": c.u32()} for _ in range(c.u32())]
    r["n_numbers"], r["words"], r["hash_bits"] = c.u32(), c.dict(), c.u32()
    r["missing"], r["fill"] = ("error", "zero", "mean", "skip")[c.u32()], c.numbers(r["n_features"])
    r["scaling"] = ("none", "standard", "minmax", "ball", "unit", "tfidf")[c.u32()]
    r["shift"], r["factor"], r["ball"] = c.numbers(r["n_features"]), c.numbers(r["n_features"]), c.f64()
    r["lift"] = made_features(c, r["n_features"])
    if version >= 2:
        r.update(decimal=chr(c.u32()), comment=chr(c.u32()), skip_lines=c.u32(), na=c.dict(), whole=c.flag())
        for column in r["columns"]:
            column["cells"] = ("number", "yes or no", "date", "date, month first")[c.u32()]
            column["missing"] = c.u32()
    if version >= 3:
        r["declared"] = c.dict()
    r.update(ngrams=[1, 1], chars=[0, 0], counts="auto", norm="auto", stop_words=[], crosses=[])
    if version >= 4:
        r.update(ngrams=[c.u32(), c.u32()], chars=[c.u32(), c.u32()], counts=("auto", "plain", "binary", "log")[c.u32()],
                 norm=("auto", "none", "l1", "l2")[c.u32()], stop_words=c.dict(),
                 crosses=[[c.u32(), c.u32()] for _ in range(c.u32())])
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


def read_votes(c):
    n, n_values = c.u64(), c.u64()
    votes = {"last": c.u64(), "changes": []}
    for _ in range(n):
        votes["changes"].append({"step": c.reals(1)[0], "up": c.u32(), "down": c.u32(), "before": c.u64(),
                                 "end": c.u64()})
    pairs = [(c.u32(), c.reals(1)[0]) for _ in range(n_values)]
    start = 0
    for change in votes["changes"]:
        change["row"] = pairs[start:change["end"]]
        features = [feature for feature, _ in change["row"]]
        if change["end"] < start or change["end"] > n_values or features != sorted(set(features)):
            raise Bad("the values of a change make no sense")
        start = change["end"]
    if start != n_values:
        raise Bad("values that belong to no change")
    return votes


def read_calibration(c, vectors):
    kind = c.u32()
    calibration = {"kind": ("sigmoid", "isotonic")[kind % 2], "joint": kind >= 2, "curves": []}
    for _ in range(vectors):
        curve = {"a": c.reals(1)[0], "b": c.reals(1)[0]}
        corners = [c.reals(2) for _ in range(c.u64())]
        if corners != sorted(corners) or [p for _, p in corners] != sorted(p for _, p in corners):
            raise Bad("corners fall")
        curve["corners"] = corners
        calibration["curves"].append(curve)
    return calibration


def read_kept_rows(c):
    width, dense, kind = c.u32(), c.flag(), c.u32()
    take = {1: lambda n: list(c.take(n)), 2: c.singles, 3: c.reals}[kind]
    rows = []
    for _ in range(c.u64()):
        row = [0.0] * width
        features = range(width) if dense else [c.u32() for _ in range(c.u32())]
        for feature, value in zip(features, take(len(features))):
            row[feature] = float(value)
        if abs(c.f64() - math.fsum(v * v for v in row)) > 1e-9 * max(1.0, math.fsum(v * v for v in row)):
            raise Bad("a kept row has another norm than it says")
        rows.append(row)
    return rows


def read_dual(c):
    dual = {"kernel": ("linear", "polynomial", "rbf")[c.u32()], "degree": c.u32(), "gamma": c.f64(), "coef0": c.f64(),
            "constant": c.f64(), "vectors": c.u32(), "norm2": c.f64()}
    dual["rows"] = read_kept_rows(c)
    dual["coef"] = [c.reals(dual["vectors"]) for _ in dual["rows"]]
    return dual


def read_network(c):
    net = {"activation": ("relu", "tanh", "sigmoid", "linear", "sign")[c.u32()],
           "output": ("softmax", "sigmoid", "linear")[c.u32()], "single": c.flag()}
    take = c.singles if net["single"] else c.reals
    net["size"] = [c.u32() for _ in range(c.u32() + 1)]
    net["layers"] = []
    for inputs, units in zip(net["size"], net["size"][1:]):
        net["layers"].append({"weights": [take(units) for _ in range(inputs)], "bias": take(units)})
    return net


def read_neighbours(c):
    near = {"k": c.u32(), "classes": c.u32(), "rows": read_kept_rows(c)}
    near["label"] = [c.u32() for _ in near["rows"]]
    return near


def read_part(sections, tag, read):
    if tag not in sections:
        raise Bad("section %r is missing" % tag)
    cursor = Cursor(sections[tag])
    part = read(cursor)
    if cursor.left():
        raise Bad("section %r is too long" % tag)
    return part


def made_width(recipe):
    return recipe["lift"].get("out", recipe["n_features"])


def read_weights_of(model, sections, vectors):
    n_vectors, n_features, weights = read_part(sections, b"WGHT", read_weights)
    if n_vectors != vectors or n_features != made_width(model["recipe"]):
        raise Bad("sections disagree")
    model.update(weights)


def read_answer(model, sections, vectors):
    kind = model["training"]["kind"]
    if kind in ("linear", "votes"):
        read_weights_of(model, sections, vectors)
    if kind == "votes":
        model["votes"] = read_part(sections, b"VOTE", read_votes)
    elif kind == "kernel":
        model["dual"] = read_part(sections, b"DUAL", read_dual)
    elif kind == "network":
        model["net"] = read_part(sections, b"NETW", read_network)
    elif kind == "neighbours":
        model["near"] = read_part(sections, b"NEAR", read_neighbours)
    elif kind != "linear":
        raise Bad("another kind: " + kind)


def load(data):
    sections = read_sections(data)
    model = {"training": read_part(sections, b"META", read_meta),
             "parameters": read_part(sections, b"PARM", read_parameters),
             "recipe": read_part(sections, b"RECI", read_recipe)}
    classes = model["recipe"]["classes"]
    vectors = 1 if len(classes) == 2 else len(classes)
    read_answer(model, sections, vectors)
    if b"CALI" in sections:
        model["calibration"] = read_part(sections, b"CALI", lambda c: read_calibration(c, vectors))
    if b"THRE" in sections:
        model["threshold"] = read_part(sections, b"THRE", lambda c: c.f64())
    model.update(algorithm=model["training"]["algorithm"], classes=classes, features=made_width(model["recipe"]),
                 has_state=b"STAT" in sections)
    return model


# ---- scores ------------------------------------------------------------------------------------------------

def scale(recipe, x):
    if recipe["scaling"] in ("standard", "minmax"):
        shift = recipe["shift"] or [0.0] * len(x)
        return [(v - s) * f for v, s, f in zip(x, shift, recipe["factor"])]
    if recipe["scaling"] == "ball":
        return [v / recipe["ball"] for v in x]
    if recipe["scaling"] == "unit":
        return divide(recipe["norm"], x)
    if recipe["scaling"] == "tfidf":
        n, auto = recipe["n_numbers"], recipe["counts"] == "auto"
        words = [(1 + math.log(v) if v >= 1 and auto else v) * f for v, f in zip(x[n:], recipe["factor"][n:])]
        return [(v - s) * f for v, s, f in zip(x[:n], recipe["shift"] or [], recipe["factor"])] + divide(recipe["norm"], words)
    return x


def divide(norm, x):
    by = 1 if norm == "none" else sum(map(abs, x)) if norm == "l1" else math.sqrt(sum(v * v for v in x))
    return [v / by for v in x] if by > 0 else x


def lift(made, x):
    """Features made of the others; in doubles here, in floats there."""
    if made["kind"] == "none":
        return x
    out, n = made["out"], len(x)
    z = [math.fsum(x[j] * made["basis"][j * out + k] for j in range(n)) for k in range(out)]
    if made["kind"] == "fourier":
        return [math.sqrt(2 / out) * math.cos(z[k] + made["more"][k]) for k in range(out)]
    norm2 = math.fsum(v * v for v in x)
    near = [math.exp(-made["gamma"] * (norm2 + made["norm2"][k] - 2 * z[k])) for k in range(out)]
    return [math.fsum(near[k] * made["more"][k * out + j] for k in range(out)) for j in range(out)]


def dot(x, y):
    return math.fsum(a * b for a, b in zip(x, y))


def linear_scores(model, x):
    return [dot(weights, x) + bias for weights, bias in zip(model["weights"], model["bias"])]


def cast(scores, votes, tally):
    """Votes of one vector, or of one for each class; a tie does not vote."""
    if len(scores) == 1:
        tally[0] += votes * ((scores[0] > 0) - (scores[0] < 0))
    elif scores.count(max(scores)) == 1:
        tally[scores.index(max(scores))] += votes


def vote_scores(model, x):
    scores, votes = linear_scores(model, x), model["votes"]
    tally, total, constant = [0.0] * len(scores), votes["last"], model["bias_scale"] ** 2 if model["has_bias"] else 0.0
    cast(scores, votes["last"], tally)
    for change in reversed(votes["changes"]):
        moved = change["step"] * (math.fsum(x[feature] * value for feature, value in change["row"]) + constant)
        if len(scores) == 1:
            scores[0] -= moved if change["up"] == 1 else -moved
        else:
            scores[change["up"]] -= moved
            scores[change["down"]] += moved
        cast(scores, change["before"], tally)
        total += change["before"]
    return [t / total if total else 0.0 for t in tally]


def kernel_value(dual, x, z):
    if dual["kernel"] == "rbf":
        return math.exp(-dual["gamma"] * math.fsum((a - b) ** 2 for a, b in zip(x, z)))
    if dual["kernel"] == "polynomial":
        return (dual["gamma"] * dot(x, z) + dual["coef0"]) ** dual["degree"]
    return dot(x, z)


def kernel_scores(model, x):
    dual = model["dual"]
    values = [kernel_value(dual, x, z) + dual["constant"] for z in dual["rows"]]
    return [math.fsum(k * c[v] for k, c in zip(values, dual["coef"])) for v in range(dual["vectors"])]


ACTIVATIONS = {"relu": lambda z: max(0.0, z), "tanh": math.tanh, "sigmoid": lambda z: 1 / (1 + math.exp(-z)),
               "linear": lambda z: z, "sign": lambda z: 1.0 if z > 0 else -1.0}


def network_scores(model, x):
    net = model["net"]
    for i, layer in enumerate(net["layers"]):
        x = [math.fsum(v * row[u] for v, row in zip(x, layer["weights"])) + layer["bias"][u]
             for u in range(net["size"][i + 1])]
        if i + 1 < len(net["layers"]):
            x = [ACTIVATIONS[net["activation"]](z) for z in x]
    return x


def neighbour_scores(model, x):
    near = model["near"]
    order = sorted(range(len(near["rows"])), key=lambda i: math.fsum((a - b) ** 2 for a, b in zip(x, near["rows"][i])))
    labels = [near["label"][i] for i in order[:near["k"]]]
    if near["classes"] == 2:
        return [(labels.count(1) - labels.count(0)) / len(labels)]
    return [labels.count(c) / len(labels) for c in range(near["classes"])]


SCORES = {"linear": linear_scores, "votes": vote_scores, "kernel": kernel_scores, "network": network_scores,
          "neighbours": neighbour_scores}


def score(model, x, threshold=0.0):
    """Scores of a dense row of raw values, and its class."""
    x = lift(model["recipe"]["lift"], scale(model["recipe"], x))
    scores = SCORES[model["training"]["kind"]](model, x)
    calibration = model.get("calibration")
    if "threshold" in model and threshold == 0.0:
        best = int(scores[0] > model["threshold"])
    elif calibration is not None and calibration["joint"] and threshold == 0.0:
        best = int(probabilities(model, scores)[1] > 0.5) if len(scores) == 1 else likeliest(calibration, scores)
    else:
        best = int(scores[0] > threshold) if len(scores) == 1 else scores.index(max(scores))
    return scores, model["classes"][best]


def exponents(calibration, scores):
    return [-(curve["a"] * s + curve["b"]) for curve, s in zip(calibration["curves"], scores)]


def likeliest(calibration, scores):
    z = exponents(calibration, scores)
    return z.index(max(z))


def joint_probabilities(calibration, scores):
    z = exponents(calibration, scores)
    e = [math.exp(v - max(z)) for v in z]
    q = [v / sum(e) for v in e]
    if calibration["kind"] == "sigmoid":
        return q
    p = [0.99 * curve_at("isotonic", calibration["curves"][0], v) + 0.01 * v for v in q]
    return [v / sum(p) for v in p]


def curve_at(kind, curve, value):
    if kind == "sigmoid":
        return 1 / (1 + math.exp(curve["a"] * value + curve["b"]))
    corners = curve["corners"]
    if value <= corners[0][0]:
        return corners[0][1]
    for (s0, p0), (s1, p1) in zip(corners, corners[1:]):
        if value == s1:
            return p1
        if value < s1:
            return p0 + (p1 - p0) * (value - s0) / (s1 - s0)
    return corners[-1][1]


def probabilities(model, scores):
    calibration = model.get("calibration")
    if calibration["joint"] and len(scores) > 1:
        return joint_probabilities(calibration, scores)
    p = [curve_at(calibration["kind"], curve, s) for curve, s in zip(calibration["curves"], scores)]
    if len(p) == 1:
        return [1 - p[0], p[0]]
    return [v / sum(p) if sum(p) > 0 else 1 / len(p) for v in p]


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
