#!/usr/bin/python3
"""Can the judges fail? Numbers of real outputs are changed, one at a time: of every kind of number the judges must
refuse lies, but for the kinds named here."""
import collections
import copy
import os
import re
import sys
import tempfile

from campaign import Campaign
from commands import Command
from judge import Judge
from text_certify import certify
from text_classes import leads, of_all

IN_FULL = (certify, of_all, leads)   # judged in full whatever the labels and the model

RUNS = 80
ENOUGH = 3    # lies of a kind
NUMBER = re.compile(r"(?<![\w^.*:'-])\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?(?![\w^'])")
FREE_LINES = [   # lines of which a number may be anything
    r"^ *time ", r"seed", r"^ *format", r"made by", r"\b(19|20)\d\d\)", r"^ *parameters", r"^ *order", r"proved, in",
    r"--epochs|--resume", r"indices from", r"^ *\d\. [A-Z]", r"^ *[+-]?\d+ +[+-]?\d+$", r"method +peeling|bracket "
        r"rests on",   # how it was found
]
FREE_PATHS = [   # numbers of JSON, likewise: without meaning here, drawn but not said, or what the judges go by
    r"seed|seconds|nonzeros|version|index_base|perceptron_run|holdout|best_epoch",
    r"skipped|unseen|unlabelled|unknown_labels",
    r"^weights|^bias|^stop/(epoch|row)",
    r"^numbers/(ball|plane|foot|near|line|space|cone|grid|neuron|update_stride|has_bias|theorem|classes|points)",
    r"^tables/(ball|cone|directions|feature_space|grid|losses|margins|neuron|points|space|way|updates|epochs)",
    r"^steps/\d+/(epoch|updates|alpha)",
]


class Tampering(Campaign):
    """A campaign that lies to its own judges, one number at a time, and counts the lies that pass."""

    def __init__(self, *args):
        super().__init__(*args)
        self.lies, self.refused_lies = collections.Counter(), collections.Counter()

    def plain(self):
        """Two labels, one vector of weights: what is judged in full."""
        return self.about.model["kind"] == "linear" and self.about.facts.binary

    def reading(self, sentences, about, text):
        for match in NUMBER.finditer(text) if self.plain() or sentences in IN_FULL else ():
            line = text[text.rfind("\n", 0, match.start()) + 1:text.find("\n", match.end())]
            if any(re.search(free, line) for free in FREE_LINES):
                continue
            changed = [text[:match.start()] + lie + text[match.end():] for lie in lies_of(match.group())]
            self.told(changed, lambda judge, lie: sentences.judge(judge, copy.copy(about), lie), f"{match.group()} in: "
                      f"{line.strip()}")
        return super().reading(sentences, about, text)

    def answering(self, task, text):
        """Scores of kernels, networks and neighbours: a lie must be larger than the tolerance."""
        for match in re.finditer(r"(?<=\t)-?[\d.]+(?:e[+-]?\d+)?", text):
            lie = text[:match.start()] + repr(float(match.group()) * 1.5 + 1) + text[match.end():]
            self.told([lie], task, f"score of {self.about.model['kind']}")
        return super().answering(task, text)

    def weighing(self, task, result, full=False):
        for path in list(paths(result)) if self.plain() or full else ():
            if any(re.search(free, "/".join(map(str, path))) for free in FREE_PATHS):
                continue
            value = at(result, path)
            changed = [with_other(result, path, value * 1.5 + 1), with_other(result, path, value * 0.5 - 1)]
            self.told(changed, task, "/".join(map(str, path)))
        return super().weighing(task, result, full)

    def told(self, lies, task, what):
        kind = re.sub(r"\d[\d.,e+-]*", "0", what)
        if self.refused_lies[kind] < ENOUGH:
            self.lies[kind] += 1
            self.refused_lies[kind] += any(refused(task, lie) for lie in lies)


def refused(task, lie):
    judge = Judge(["a lie"])
    try:
        task(judge, lie)
    except (ArithmeticError, IndexError, ValueError, TypeError, KeyError, AttributeError):
        return True   # what makes no sense is no statement either
    return bool(judge.false or judge.unknown)


def lies_of(text):
    value = float(text.replace(",", ""))
    if re.fullmatch(r"[\d,]+", text):
        return [str(int(value) + 1), str(int(value) - 1) if value >= 1 else "7"]
    return [f"{value * 1.3 + 0.5:.6g}", f"{value * 0.7 - 0.5:.6g}", f"{value * 1e6 + 0.5:.6g}"]


def paths(value, path=()):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, path + (key,))
    elif isinstance(value, list):
        for i, inner in enumerate(value[:2]):
            yield from paths(inner, path + (i,))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path


def at(value, path):
    for key in path:
        value = value[key]
    return value


def with_other(value, path, lie):
    other = copy.deepcopy(value)
    at(other, path[:-1])[path[-1]] = lie
    return other


def main():
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/bin/perceptron")
    with tempfile.TemporaryDirectory() as folder:
        campaign = Tampering(Command(program, folder), "selftest")
        campaign.go(campaign.spread(), RUNS)
    passed = sorted(kind for kind, told in campaign.lies.items() if told >= ENOUGH and not campaign.refused_lies[kind])
    for kind in passed:
        print(f"lies pass ({campaign.lies[kind]} of them): {kind}")
    print(f"{sum(campaign.lies.values())} lies of {len(campaign.lies)} kinds told, {len(passed)} kinds passed")
    return 1 if passed or len(campaign.lies) < 200 else 0


if __name__ == "__main__":
    sys.exit(main())
