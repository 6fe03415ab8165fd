"""What several commands say of one case: a set of rows, an algorithm, options."""
import os
import random
import subprocess

import options
import sets
from case import Case
from judge import Judge, read_json
from judge_classes import judge_classes
from judge_explain import judge_explain
from judge_record import judge_record
from judge_result import judge_result, weights_of
from judge_test import judge_test
from judge_trace import judge_trace
from text_explain import explain
from text_run import Run, run
from text_test import Tested, test
from text_trace import Traced, trace

TRIES = 12
BUDGET = {"epochs", "max-updates", "time"}


class Command:
    """The program, run in a folder of its own."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, words):
        return subprocess.run([self.program] + words, cwd=self.folder, capture_output=True, text=True, timeout=60)

    def say(self, words):
        return self.run(words).stdout


class Examiner:
    """Makes case after case and has every output judged."""

    def __init__(self, command, seed):
        self.command, self.seed = command, seed
        self.offer = options.Offer(command.say)

    def case(self, number):
        dice = random.Random(f"{self.seed} {number}")
        rows = sets.make(dice)
        data = "rows.svm" if rows.libsvm else "rows.csv"
        rows.write(os.path.join(self.command.folder, data))
        reading = ["--index-base", "1"] if rows.libsvm else ["--label", "label"]
        if rows.weights:
            reading += ["--weight", "weight"]
        algorithm, chosen = self.offer.draw(dice, rows)
        files = self.files(dice, rows, chosen)
        words, done = self.train(dice, rows, algorithm, chosen, reading, data)
        if words is None:
            return
        case = Case(rows, algorithm, chosen, files)
        model = read_json(self.command.say(["show", "run.model", "--json"]))
        case.learn_classes(model["classes"])
        about = self.about = Run(case, model, weights_of(case, model), data)
        self.judged(Judge(words), self.weighing(lambda j, result: judge_result(j, case, model, result), model))
        self.judged(Judge(words), self.reading(run, about, done.stdout))
        self.as_text(["show", "run.model"], run, about)
        self.test(about, data)
        self.explain(about, data)
        self.trace(dice, case, data, reading)
        self.record(about, words)

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

    def train(self, dice, rows, algorithm, chosen, reading, data):
        """Options that do not go together are dropped one after another until the command takes them."""
        for _ in range(TRIES):
            words = ["train", data, "--algorithm", algorithm, *options.words(chosen), *reading, "-o", "run.model"]
            done = self.command.run(words)
            if done.returncode == 0:
                return words, done
            free = sorted(set(chosen) - BUDGET)
            if done.returncode == 2 and "--weight does nothing" in done.stderr:
                rows.weights, reading[:] = None, ["--label", "label"]
                rows.write(os.path.join(self.command.folder, data))
                continue
            if done.returncode != 2 or not free:
                self.refused(words, done)
                return None, None
            del chosen[dice.choice(free)]
        return None, None

    # ---- the other commands -----------------------------------------------------------------------------------

    def test(self, about, data):
        words = ["test", "run.model", data]
        tested = self.as_json(words, lambda j, result: judge_test(j, about.case, about.model, result))
        if tested is not None:
            self.as_text(words, test, Tested(about, tested))

    def explain(self, about, data):
        case = about.case
        if not case.facts.binary or about.model["kind"] != "linear" or case.real("bias-scale", 1) != 1:
            return
        words = ["explain", data, "run.model", *([] if case.constant else ["--no-bias"])]
        about.result = self.as_json(words, lambda j, result: judge_explain(j, case, about.model, result))
        if about.result is not None:
            self.as_text(words, explain, about)

    def trace(self, dice, case, data, reading):
        """A run of its own, in the order of the file and short enough to be shown whole."""
        chosen = {name: value for name, value in case.chosen.items() if name not in BUDGET | {"shards", "mix"}}
        chosen["epochs"] = dice.choice(["1", "2", "5", "20"])
        words = ["trace", data, "--algorithm", case.algorithm, *options.words(chosen), *reading, "--steps", "0"]
        words += ["--exact"] * (case.facts.binary and dice.random() < 0.5)
        if self.command.run(words).returncode == 2:   # --exact is not for every rule, a table not for every algorithm
            return
        own = Case(case.rows, case.algorithm, chosen, {"schedule": []})
        own.rates = case.rates
        own.learn_classes(case.classes)
        task = judge_trace if case.facts.binary else judge_classes
        result = self.as_json(words, lambda j, result: task(j, own, result))
        if result is not None and case.facts.binary:
            self.as_text(words, trace, Traced(own, result))

    def record(self, about, words):
        """The same run once more, with its record; one that the clock ended is another one."""
        if "time" not in about.case.chosen or about.model["stop"]["reason"] == "separated":
            self.as_json(words[:-2] + ["-q", "--record", "-"], lambda j, result: judge_record(j, about, result), [])

    # ---- running and judging; who tests the judges puts other texts and numbers in their way (selftest.py) ---------

    def as_text(self, words, sentences, about):
        done, judge = self.command.run(words), Judge(words)
        if judge.check(done.returncode == 0, f"exit {done.returncode}", done.stderr.strip()):
            self.judged(judge, self.reading(sentences, about, done.stdout))
        else:
            self.judged(judge, lambda j: None)

    def as_json(self, words, task, how=("--json",)):
        words = words + list(how)
        done, judge = self.command.run(words), Judge(words)
        if judge.check(done.returncode == 0, f"exit {done.returncode}", done.stderr.strip()):
            result = read_json(done.stdout)
            self.judged(judge, self.weighing(task, result))
            return result
        self.judged(judge, lambda j: None)
        return None

    def reading(self, sentences, about, text):
        return lambda judge: sentences.judge(judge, about, text)

    def weighing(self, task, result):
        return lambda judge: task(judge, result)
