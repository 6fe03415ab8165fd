#!/usr/bin/python3
"""Campaigns against the real thing, seeded: forged certificates, random commands, failing allocations, kills and full
disks. docs/reliability.md says what each asks.

    campaign.py KIND... [--runs N | --seconds S] [--seed S] [--first CASE] [--jobs N]"""
import argparse
import collections
import importlib
import itertools
import multiprocessing
import os
import sys
import time

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
# What is counted, and runs of the short form that `make test` has.
KINDS = {"forge": ("forged certificates", 3000), "commands": ("commands", 400),
         "allocations": ("failing allocations", 300),
         "kills": ("kills", 100), "disks": ("full disks", 100)}


class Tally:
    """What one process saw, and when it has had enough."""

    def __init__(self, given, kind):
        self.counts, self.faults = collections.Counter(), []
        self.unit, self.most = KINDS[kind][0], given.runs / given.jobs
        self.until = time.monotonic() + given.seconds if given.seconds else None

    def count(self, what, n=1):
        self.counts[what] += n

    def fault(self, number, what):
        self.faults.append((number, what))

    def enough(self):
        if self.until is not None:
            return time.monotonic() > self.until
        return self.counts[self.unit] >= self.most


def part(task):
    given, kind, first = task
    tally = Tally(given, kind)
    numbers = itertools.count(given.first + first, given.jobs)
    importlib.import_module(kind).go(given, numbers, tally.enough, tally.count, tally.fault)
    return tally.counts, tally.faults


def run(given, kind):
    counts, faults, began = collections.Counter(), [], time.monotonic()
    with multiprocessing.Pool(given.jobs) as pool:
        for some_counts, some_faults in pool.imap_unordered(part, [(given, kind, i) for i in range(given.jobs)]):
            counts.update(some_counts)
            faults += some_faults
    for number, what in sorted(faults)[:40]:
        print(f"{kind}, case {number}: {what}\n")
    others = ", ".join(f"{name} {n}" for name, n in sorted(counts.items()) if name != KINDS[kind][0])
    print(f"{kind}: {counts[KINDS[kind][0]]} {KINDS[kind][0]} ({others}), {len(faults)} faults, "
          f"{time.monotonic() - began:.0f} s (seed {given.seed})", flush=True)
    return len(faults)


def options_given():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("kinds", nargs="*", default=list(KINDS), metavar="KIND", help=", ".join(KINDS))
    words.add_argument("--build", default=os.path.join(TOP, "build"), help="folder of the build to try")
    words.add_argument("--runs", type=int, default=0, help="how many of each kind; as in `make test` when not given")
    words.add_argument("--share", type=float, default=1, help="of the short form")
    words.add_argument("--seconds", type=float, default=0, help="or so long for each kind")
    words.add_argument("--seed", default="1", help="of every choice")
    words.add_argument("--first", type=int, default=0, help="number of the first case")
    words.add_argument("--leaks", action="store_true", help="failing allocations under valgrind, which looks for leaks")
    words.add_argument("--jobs", type=int, default=1, help="processes")
    given = words.parse_args()
    given.build = os.path.abspath(given.build)
    given.program = os.path.join(given.build, "bin", "perceptron")
    given.library = os.path.join(given.build, "lib", "libperceptron.so")
    return given


def main():
    given = options_given()
    found, runs = 0, given.runs
    for kind in given.kinds:
        given.runs = runs or KINDS[kind][1] * given.share
        found += run(given, kind)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
