#!/usr/bin/env python3
"""Compares what model_reader.py reads in MODEL with what the library said in EXPECTED.

    compare_model.py MODEL EXPECTED

EXPECTED has a line per fact: its name, TAB, its value; real numbers in hexadecimal, so that every bit counts.
The reader must also refuse the file when it is cut, or when a bit of it is turned.
"""
import sys

import model_reader


def facts(model):
    training = model["training"]
    yield "algorithm", model["algorithm"]
    yield "version", training["version"]
    yield "fingerprint", str(training["fingerprint"])
    yield "reason", training["reason"]
    for name, kind in model_reader.META_FIELDS:
        yield name, str(training[name]) if kind == "u64" else training[name].hex()
    for name, value in model["parameters"].items():
        yield "parameter " + name, value
    for name in model["classes"]:
        yield "class", name
    yield "has_bias", str(int(model["has_bias"]))
    yield "bias_scale", model["bias_scale"].hex()
    for vector, bias in zip(model["weights"], model["bias"]):
        yield "bias", bias.hex()
        for weight in vector:
            yield "weight", weight.hex()
    yield "state", str(int(model["has_state"]))


def canonical(value):
    """Hexadecimal reals have many spellings; one bit pattern has one value."""
    try:
        return float.fromhex(value).hex() if "0x" in value else value
    except ValueError:
        return value


def check_damage(data):
    for cut in range(0, len(data), max(1, len(data) // 97)):
        expect_bad(data[:cut], "cut at %d" % cut)
    for at in range(0, len(data), max(1, len(data) // 97)):
        turned = bytearray(data)
        turned[at] ^= 1 << at % 8
        expect_bad(bytes(turned), "byte %d turned" % at)


def expect_bad(data, what):
    try:
        model_reader.load(data)
    except model_reader.Bad:
        return
    sys.exit("a damaged file was read: " + what)


def check_scores(model, lines):
    for line in lines:
        row, wanted, name = line.split("\t")
        scores, label = model_reader.score(model, [float.fromhex(v) for v in row.split(",")])
        for got, want in zip(scores, map(float.fromhex, wanted.split(","))):
            if abs(got - want) > 1e-12 * max(1.0, abs(want)):
                sys.exit("score %r, the library says %r" % (got, want))
        if label != name:
            sys.exit("class %r, the library says %r" % (label, name))


def main():
    assert model_reader.xxh64(b"") == 0xef46db3751d8e999
    assert model_reader.xxh64(b"abc") == 0x44bc2cf5ad770999
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    with open(sys.argv[2], encoding="utf-8") as file:
        lines = file.read().splitlines()
    model = model_reader.load(data)
    split = lines.index("rows")
    got = ["%s\t%s" % (name, canonical(value)) for name, value in facts(model)]
    wanted = ["%s\t%s" % (name, canonical(value)) for name, value in (line.split("\t") for line in lines[:split])]
    for have, want in zip(got, wanted):
        if have != want:
            sys.exit("read %r, the library says %r" % (have, want))
    if len(got) != len(wanted):
        sys.exit("%d facts read, the library has %d" % (len(got), len(wanted)))
    check_scores(model, lines[split + 1:])
    check_damage(data)


if __name__ == "__main__":
    main()
