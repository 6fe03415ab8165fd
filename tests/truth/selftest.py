#!/usr/bin/python3
"""Can the judges fail? Numbers of real outputs are changed, one at a time: of every kind of number the judges must
refuse lies, but for the kinds named here."""
import collections
import copy
import itertools
import math
import os
import re
import sys
import tempfile

from campaign import Campaign
from commands import DEFAULT, Command
from judge import Judge
from text_certify import certify
from text_classes import leads, of_all

OBJECTIVES = ("svm", "hard-margin", "logistic")
OF_ALL_LABELS = ("objective", "gap")   # judged whatever the labels
IN_FULL = (certify, of_all, leads)   # judged in full whatever the labels and the model

RUNS = 160
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
        plain = full or self.plain()
        for path in paths(result):
            what = "/".join(map(str, path))
            if any(re.search(free, what) for free in FREE_PATHS) or not (plain or what in OF_ALL_LABELS):
                continue
            value = at(result, path)
            changed = [with_other(result, path, value * 1.5 + 1), with_other(result, path, value * 0.5 - 1)]
            self.told(changed, task, what if plain else f"{what} of many labels")
            if what == "gap" and value > 1e-9 and self.about.case.algorithm in OBJECTIVES:
                self.told([with_other(result, path, value / 100)], task, f"a hundredth of the gap of "
                          f"{self.about.case.algorithm}{'' if plain else ', many labels'}")
        return super().weighing(task, result, full)

    def told(self, lies, task, what):
        kind = re.sub(r"\d[\d.,e+-]*", "0", what)
        if self.refused_lies[kind] < ENOUGH:
            self.lies[kind] += 1
            self.refused_lies[kind] += any(refused(task, lie) for lie in lies)


class Seldom(Tampering):
    """Cases that are few among all, and of what train, show and test say of them only what is seldom."""

    def numbers(self):
        """Objectives of many labels, and features on scales of their own."""
        wanted = collections.Counter({(algorithm, "many"): ENOUGH for algorithm in OBJECTIVES})
        wanted[DEFAULT, "scales"] = 2 * ENOUGH
        for number in itertools.count():
            _, rows, algorithm, _ = self.drawn(number)
            if not wanted.total():
                return
            if wanted[algorithm, rows.kind] > 0:
                wanted[algorithm, rows.kind] -= 1
                yield number

    def explain(self, *_):
        pass

    own_run = certify = trace = stream = explain

    def told(self, lies, task, what):
        if re.search(r"objective|gap|differ in scale|shift|factor", what):
            super().told(lies, task, what)


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
        campaign, seldom = (kind(Command(program, folder), "selftest") for kind in (Tampering, Seldom))
        campaign.go(campaign.spread(), RUNS)
        seldom.go(seldom.numbers(), math.inf)
    lies, refused_lies = campaign.lies + seldom.lies, campaign.refused_lies + seldom.refused_lies
    passed = sorted(kind for kind, told in lies.items() if told >= ENOUGH and not refused_lies[kind])
    for kind in passed:
        print(f"lies pass ({lies[kind]} of them): {kind}")
    print(f"{sum(lies.values())} lies of {len(lies)} kinds told, {len(passed)} kinds passed")
    return 1 if passed or len(lies) < 200 else 0


if __name__ == "__main__":
    sys.exit(main())
