#!/usr/bin/python3
"""Random small sets, every algorithm, random options: every statement of the command against exact arithmetic."""
import argparse
import collections
import contextlib
import itertools
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile

import options
import sets
from case import Case
from judge import Judge, read_json
from judge_explain import judge_explain
from judge_record import judge_record
from judge_result import judge_result, weights_of
from judge_test import judge_test
from judge_trace import judge_trace
from text_explain import explain
from text_run import Run, run
from text_test import Tested, test

TRIES = 12


class Command:
    """The program, run in a folder of its own."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, words):
        return subprocess.run([self.program] + words, cwd=self.folder, capture_output=True, text=True, timeout=60)

    def say(self, words):
        return self.run(words).stdout


class Campaign:
    def __init__(self, command, seed):
        self.command, self.seed = command, seed
        self.offer = options.Offer(command.say)
        self.counts = collections.Counter()
        self.false, self.unknown = [], collections.Counter()
        self.example = {}

    def case(self, number):
        """One set, one algorithm, one choice of options; what several commands say of them."""
        dice = random.Random(f"{self.seed} {number}")
        rows = sets.make(dice)
        data = "rows.svm" if rows.libsvm else "rows.csv"
        rows.write(os.path.join(self.command.folder, data))
        reading = ["--index-base", "1"] if rows.libsvm else ["--label", "label"]
        if rows.weights:
            reading += ["--weight", "weight"]
        algorithm, chosen = self.offer.draw(dice, rows)
        files = self.files(dice, rows, chosen)
        report = self.train(dice, algorithm, chosen, reading, data)
        if report is None:
            self.counts["refused"] += 1
            return
        words, done = report
        case = Case(rows, algorithm, chosen, files)
        model = read_json(self.command.say(["show", "run.model", "--json"]))
        case.learn_classes(model["classes"])
        self.judged(Judge(words), self.weighing(lambda j, result: judge_result(j, case, model, result), model))
        about = Run(case, model, weights_of(case, model), data)
        self.judged(Judge(words), self.reading(run, about, done.stdout))
        self.command_text(["show", "run.model"], run, about)
        tested = self.command_json(["test", "run.model", data], lambda j, result: judge_test(j, case, model, result))
        self.command_text(["test", "run.model", data], test, Tested(about, tested))
        self.explain(about, data, reading)
        self.trace(dice, case, data, reading)
        self.record(about, words)

    def record(self, about, words):
        """The same run once more, with its record; one that the clock ended is another one."""
        if about.model["stop"]["reason"] == "time":
            return
        words = words[:-2] + ["-q", "--record", "-"]
        done = self.command.run(words)
        judge = Judge(words)
        if judge.check(done.returncode == 0, f"exit {done.returncode}", done.stderr.strip()):
            self.judged(judge, self.weighing(lambda j, result: judge_record(j, about, result), read_json(done.stdout)))
        else:
            self.false += judge.false

    def trace(self, dice, case, data, reading):
        if not case.facts.binary:
            return
        chosen = {name: value for name, value in case.chosen.items() if name != "shards"}
        words = ["trace", data, "--algorithm", case.algorithm, *options.words(chosen), *reading, "--steps", "40", "--json"]
        if dice.random() < 0.5:
            words.append("--exact")
        done = self.command.run(words)
        if done.returncode == 2:
            self.counts["trace refused"] += 1
            return
        judge = Judge(words)
        if judge.check(done.returncode == 0, f"exit {done.returncode}", done.stderr.strip()):
            self.judged(judge, self.weighing(lambda j, result: judge_trace(j, case, result), read_json(done.stdout)))
        else:
            self.false += judge.false

    def explain(self, about, data, reading):
        case, model = about.case, about.model
        if not case.facts.binary or model["kind"] != "linear" or case.real("bias-scale", 1) != 1:
            return
        reading = [w for w in reading if w not in ("--weight", "weight")] + \
            (["--ignore", "weight"] if case.rows.weights else [])
        bias = [] if case.constant else ["--no-bias"]
        words = ["explain", data, "run.model", *reading, *bias]
        about.result = self.command_json(words, lambda j, result: judge_explain(j, case, model, result))
        self.command_text(words, explain, about)

    def files(self, dice, rows, chosen):
        """What options name: an order of the rows, and rates."""
        made = {"order": [str(i + 1) for i in dice.sample(range(len(rows.values)), len(rows.values))],
                "schedule": dice.choices(["0.5", "1", "2", "3", "0.1"], k=dice.randint(1, 6))}
        for name, lines in made.items():
            if chosen.get(name) == "FILE":
                chosen[name] = f"{name}.txt"
                with open(os.path.join(self.command.folder, f"{name}.txt"), "w") as f:
                    f.write("\n".join(lines) + "\n")
        return made

    def train(self, dice, algorithm, chosen, reading, data):
        """Options that do not go together are dropped one after another until the command takes them."""
        for _ in range(TRIES):
            words = ["train", data, "--algorithm", algorithm, *options.words(chosen), *reading, "-o", "run.model"]
            done = self.command.run(words)
            if done.returncode == 0:
                return words, done
            free = sorted(set(chosen) - {"epochs", "max-updates", "time"})
            if done.returncode != 2 or not free:
                self.counts[f"exit {done.returncode}"] += 1
                self.unknown[f"exit {done.returncode}: {done.stderr.strip()[:100]}"] += 1
                return None
            del chosen[dice.choice(free)]
        return None

    def command_text(self, words, sentences, about):
        done = self.command.run(words)
        judge = Judge(words)
        if judge.check(done.returncode == 0, f"exit {done.returncode}", done.stderr.strip()):
            self.judged(judge, self.reading(sentences, about, done.stdout))
        else:
            self.false += judge.false

    def command_json(self, words, task):
        done = self.command.run(words + ["--json"])
        judge = Judge(words + ["--json"])
        if judge.check(done.returncode == 0, f"exit {done.returncode}", done.stderr.strip()):
            result = read_json(done.stdout)
            self.judged(judge, self.weighing(task, result))
            return result
        self.false += judge.false
        return None

    # ---- judging; who tests the judges puts other texts and numbers in their way (selftest.py) --------------------

    def reading(self, sentences, about, text):
        return lambda judge: sentences.judge(judge, about, text)

    def weighing(self, task, result):
        return lambda judge: task(judge, result)

    def judged(self, judge, task):
        task(judge)
        self.counts["runs"] += 1
        self.counts["statements"] += judge.judged
        self.false += judge.false
        self.unknown.update(judge.unknown)


    # ---- many of them ------------------------------------------------------------------------------------------

    def go(self, numbers, runs):
        for number in numbers:
            if self.counts["runs"] >= runs:
                break
            before = len(self.false)
            self.case(number)
            self.false[before:] = [(number, *one) for one in self.false[before:]]
        return self.counts, self.false, self.unknown


def share(task):
    """One process's part: every so many-th case from its own number on."""
    given, part = task
    with contextlib.nullcontext(given.folder) if given.folder else tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(Command(os.path.abspath(given.program), folder), given.seed)
        return campaign.go(itertools.count(given.first + part, given.jobs), given.runs / given.jobs)


def options_given():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--program", default="build/bin/perceptron", help="the command to judge")
    words.add_argument("--runs", type=int, default=20000, help="how many runs to judge")
    words.add_argument("--seed", default="1", help="of every choice")
    words.add_argument("--first", type=int, default=0, help="number of the first case")
    words.add_argument("--jobs", type=int, default=1, help="processes")
    words.add_argument("--folder", help="keep the files of the last case here (one job)")
    return words.parse_args()


def main():
    given = options_given()
    counts, false, unknown = collections.Counter(), [], collections.Counter()
    with multiprocessing.Pool(given.jobs) as pool:
        for part in pool.imap_unordered(share, [(given, i) for i in range(given.jobs)]):
            counts.update(part[0])
            false += part[1]
            unknown.update(part[2])
    for number, command, statement, truth in sorted(false):
        print(f"case {number}: {command}\n    says: {statement}\n    true: {truth}")
    for sentence, times in unknown.most_common(40):
        print(f"nobody judges this ({times} times): {sentence}")
    print(f"{counts['runs']} runs, {counts['statements']} statements judged, {len(false)} false, "
          f"{sum(unknown.values())} sentences that nobody judges (seed {given.seed})")
    return 1 if false or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
