#!/usr/bin/python3
"""Random small sets, every algorithm, random options: every statement of the command against exact arithmetic."""
import argparse
import collections
import contextlib
import itertools
import multiprocessing
import os
import sys
import tempfile
import traceback

from commands import Command, Examiner


class Campaign(Examiner):
    def __init__(self, command, seed):
        super().__init__(command, seed)
        self.counts, self.unknown, self.false = collections.Counter(), collections.Counter(), []
        self.where = {}   # the first case of each sentence that nobody judges
        self.number = 0

    def go(self, numbers, runs):
        for self.number in numbers:
            if self.counts["runs"] >= runs:
                return
            try:
                self.case(self.number)
            except Exception:   # a judge that falls over is a fault of ours, told with its case
                self.false.append((self.number, "the judges", "fell over",
                            " ".join(traceback.format_exc().split("\n")[-4:])))

    def judged(self, judge, task):
        task(judge)
        self.counts["runs"] += 1
        self.counts["statements"] += judge.judged
        self.false += [(self.number, *one) for one in judge.false]
        for sentence in judge.unknown:
            self.unknown[sentence] += 1
            self.where.setdefault(sentence, self.number)


def part(task):
    """One process's share: every so many-th case from its own number on."""
    given, first = task
    with contextlib.nullcontext(given.folder) if given.folder else tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(Command(os.path.abspath(given.program), folder), given.seed)
        numbers = itertools.count(given.first + first, given.jobs)
        campaign.go(campaign.spread() if given.spread else numbers, given.runs / given.jobs)
        return campaign.counts, campaign.false, campaign.unknown, campaign.where


def options_given():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--program", default="build/bin/perceptron", help="the command to judge")
    words.add_argument("--runs", type=int, default=20000, help="how many runs to judge")
    words.add_argument("--seed", default="1", help="of every choice")
    words.add_argument("--first", type=int, default=0, help="number of the first case")
    words.add_argument("--spread", action="store_true", help="few runs of many kinds (one job)")
    words.add_argument("--jobs", type=int, default=1, help="processes")
    words.add_argument("--folder", help="keep the files of the last case here (one job)")
    return words.parse_args()


def main():
    given = options_given()
    counts, false, unknown, where = collections.Counter(), [], collections.Counter(), {}
    with multiprocessing.Pool(given.jobs) as pool:
        parts = pool.imap_unordered(part, [(given, i) for i in range(given.jobs)])
        for some_counts, some_false, some_unknown, some_where in parts:
            counts.update(some_counts)
            false += some_false
            unknown.update(some_unknown)
            where.update(some_where)
    for number, command, statement, truth in sorted(false):
        print(f"case {number}: {command}\n    says: {statement}\n    true: {truth}")
    for sentence, times in unknown.most_common(40):
        print(f"nobody judges this ({times} times, case {where[sentence]}): {sentence}")
    print(f"{counts['runs']} runs, {counts['statements']} statements judged, {len(false)} false, "
          f"{sum(unknown.values())} sentences that nobody judges (seed {given.seed})")
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
