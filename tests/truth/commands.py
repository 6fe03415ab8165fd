"""What several commands say of one case: a set of rows, an algorithm, options."""
import itertools
import os
import random
import subprocess

import options
import sets
from case import Case
from facts import Weights
from judge import Judge, read_json
from judge_certify import judge_certify
from judge_classes import judge_classes
from judge_explain import judge_explain
from judge_more import judge_more
from judge_record import judge_record
from judge_refused import Refused, refused
from judge_result import judge_result, weights_of
from judge_scaling import judge_scaling, scaled
from judge_scores import can_vote, judge_from_scores, judge_scores, margin_by_hand
from judge_test import judge_test
from judge_trace import judge_trace
from text_certify import Certified, certify
from text_classes import All, leads, of_all
from text_explain import explain
from text_run import Run, run
from judge_held import judge_held, run_and_test
from text_test import Tested, test
from text_trace import Traced, trace

TRIES = 12
BUDGET = {"epochs", "max-updates", "time"}
NOT_BY_WEIGHTS = ("kernel", "mlp", "neighbours", "voted")
DEFAULT = "averaged"            # what train learns by when it is told nothing
CHOSEN = ("average", "keeper")  # what it chooses for some algorithms, as the model tells


class Command:
    """The program, run in a folder of its own."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, words):
        return subprocess.run([self.program] + words, cwd=self.folder, capture_output=True, text=True, timeout=60)

    def say(self, words):
        return self.run(words).stdout


class Round:
    """Names that are taken one by one until none is left, and then all again."""

    def __init__(self, names):
        self.all = frozenset(names)
        self.left = set(self.all)

    def take(self, name):
        self.left.discard(name)
        self.left = self.left or set(self.all)


class Examiner:
    """Makes case after case and has every output judged."""

    def __init__(self, command, seed):
        self.command, self.seed = command, seed
        self.offer = options.Offer(command.say)

    def drawn(self, number):
        """What a case begins with: the dice as they lie then, rows, an algorithm, options."""
        dice = random.Random(f"{self.seed} {number}")
        rows = sets.make(dice)
        return dice, rows, *self.offer.draw(dice, rows)

    def spread(self):
        """Numbers of cases of which each has another algorithm than those before it, and another kind of rows, until
        all have been there; then anew."""
        algorithms, kinds = Round(self.offer.algorithms), Round(kind.__name__ for kind in sets.KINDS)
        for number in itertools.count():
            _, rows, algorithm, _ = self.drawn(number)
            if algorithm in algorithms.left and rows.kind in kinds.left:
                algorithms.take(algorithm)
                kinds.take(rows.kind)
                yield number

    def case(self, number):
        dice, rows, algorithm, chosen = self.drawn(number)
        data = "rows.svm" if rows.libsvm else "rows.csv"
        rows.write(os.path.join(self.command.folder, data))
        reading = ["--index-base", "1"] if rows.libsvm else ["--label", "label"]
        if rows.weights:
            reading += ["--weight", "weight"]
        files = self.files(dice, rows, chosen)
        if len(rows.values) > 5 and "time" not in chosen and dice.random() < 0.12:   # the clock ends each run elsewhere
            chosen["holdout"] = dice.choice(["0.2", "0.3", "0.5"])
        words, done = self.train(dice, rows, algorithm, chosen, reading, data)
        if words is None:
            return
        model = read_json(self.command.say(["show", "run.model", "--json"]))
        chosen.update((name, model["parameters"][name]) for name in CHOSEN if name in model["parameters"])
        learned = self.learned_from(chosen, data, reading)
        if model["parameters"].get("scale") == "auto":
            rows = self.scaling(rows, learned, model, words, data, reading)
        case = Case(rows.some(learned), algorithm, chosen, files)
        case.learn_classes(model["classes"])
        about = self.about = Run(case, model, weights_of(case, model), data)
        if model["kind"] in ("kernel", "network"):
            about.exported = read_json(self.command.say(["export", "run.model", "--to", "json"]))
        if model["kind"] == "kernel" and case.facts.binary:
            about.kernel_margin = lambda: margin_by_hand(case, about.exported)
        if learned is not None:
            others = Case(rows.others(learned), algorithm, chosen, files)
            self.held_out(about, Case(rows, algorithm, chosen, files), others, words, done.stdout)
            return
        self.judged(Judge(words), self.weighing(lambda j, result: judge_result(j, case, model, result), model))
        self.judged(Judge(words), self.reading(run, about, done.stdout))
        self.as_text(["show", "run.model"], run, about)
        self.test(about, data)
        if model["parameters"].get("scale") == "auto":   # the others are about rows as they are
            self.record(about, words)
            return
        self.scores(about, data)
        self.explain(about, data)
        if rows.weights is None and case.real("bias-scale", 1) == 1:   # both are about rows that count the same
            self.own_run(dice, case, data, reading)
            self.certify(about, data, reading)
        self.trace(dice, case, data, reading)
        self.record(about, words)
        if dice.random() < 0.3:
            self.stream(dice, rows, algorithm, chosen, reading, files)

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

    def scaling(self, rows, learned, model, words, data, reading):
        """The rows as they were scaled, if they were."""
        features = [{name: f[name] for name in ("name", "shift", "factor") if name in f} for f in
                    read_json(self.command.say(["export", "run.model", "--to", "json"]))["features"]]
        checked = None if learned else read_json(self.command.say(["check", data, "--json", *reading]))
        self.judged(Judge(words), self.weighing(
            lambda j, features: judge_scaling(j, rows, model, features, checked), features,
            full=True))
        return rows if model["scaling"] == "none" else scaled(rows, features)

    def train(self, dice, rows, algorithm, chosen, reading, data):
        """Options that do not go together are dropped one after another until the command takes them. What it learns by
        when none is named is drawn as any other, half of the time without its name, and then half of the time scaled as
        it likes; others are seldom."""
        unnamed = algorithm == DEFAULT and dice.random() < 0.5
        auto = dice.random() < (0.5 if unnamed else 0.1) and algorithm not in NOT_BY_WEIGHTS and not (
            rows.libsvm and "holdout" in chosen)
        named = [] if unnamed else ["--algorithm", algorithm]
        if auto != unnamed:   # unnamed it is automatic by itself
            named += ["--scale", "auto" if auto else "none"]
        for _ in range(TRIES):
            words = ["train", data, *named, *options.words(chosen), *reading, "-o", "run.model", "--record", "run.json"]
            done = self.command.run(words)
            if done.returncode == 0:
                return words, done
            free = sorted(set(chosen) - BUDGET)
            if done.returncode == 2 and "--weight does nothing" in done.stderr:
                rows.weights, reading[:] = None, ["--label", "label"]
                rows.write(os.path.join(self.command.folder, data))
                continue
            if done.returncode != 2 or not free:
                about = Refused(rows, algorithm, chosen)
                self.judged(Judge(words), lambda judge: refused.judge(judge, about, done.stderr))
                return None, None
            del chosen[dice.choice(free)]
        return None, None

    # ---- rows that were held out ------------------------------------------------------------------------------

    def learned_from(self, chosen, data, reading):
        """The rows that a run with a hold-out learns from, as the table of another run with the same seed shows them;
        None: all."""
        if "holdout" not in chosen:
            return None
        same = [word for name in ("holdout", "seed") if name in chosen for word in ("--" + name, chosen[name])]
        text = self.command.say(["trace", data, *same, *reading, "--epochs", "1", "--steps", "0", "--json"])
        return sorted({step["row"] - 1 for step in read_json(text)["steps"]})

    def held_out(self, about, whole, others, words, text):
        """What train and show say of both kinds of rows: those learned from, and those it was tested on."""
        whole.learn_classes(about.model["classes"])
        others.learn_classes(about.model["classes"])
        about.whole, about.others = whole, others
        self.judged(Judge(words), self.weighing(lambda j, result: judge_result(j, about.case, about.model, result),
                                                about.model))
        self.judged(Judge(words), self.weighing(lambda j, result: judge_held(j, about, result), about.model))
        tested = self.as_json(words, lambda j, result: judge_held(j, about, result))
        if tested is not None and tested.get("held_out") is not None:
            about.tested = Tested(about, tested["held_out"], others)
            self.judged(Judge(words), self.reading(run_and_test, about, text))
        self.as_text(["show", "run.model"], run, about)

    # ---- rows that pass by ------------------------------------------------------------------------------------

    def stream(self, dice, rows, algorithm, chosen, reading, files):
        """The rows in one to three parts, each a stream that goes on from the one before; or twice over all."""
        n = len(rows.values)
        parts = [range(n)] * 2
        if dice.random() < 0.8:
            ends = sorted(dice.sample(range(1, n), min(n - 1, dice.randint(0, 2)))) + [n]
            parts = [range(start, end) for start, end in zip([0] + ends, ends)]
        own = {name: value for name, value in chosen.items() if name not in BUDGET | {"order", "holdout", "patience"}}
        ending = ".svm" if rows.libsvm else ".csv"
        for i, part in enumerate(parts):
            rows.some(part).write(os.path.join(self.command.folder, f"part{i}{ending}"))
            words = ["train", "--stream", f"part{i}{ending}", "-o", "stream.model", *["--once"] * (dice.random() < 0.2)]
            words += ["--resume", "stream.model"] if i else ["--algorithm", algorithm, *options.words(own), *reading]
            done = self.command.run(words)
            if done.returncode != 0:   # not for streams, or a part has one label only
                return
            self.streamed(rows, algorithm, own, files, parts[:i + 1], words, done.stdout)

    def streamed(self, rows, algorithm, own, files, parts, words, text):
        model = read_json(self.command.say(["show", "stream.model", "--json"]))
        learned = sorted({i for part in parts for i in part})
        case, last = (Case(rows.some(some), algorithm, {**own, "epochs": str(len(parts))}, files)
                      for some in (learned, parts[-1]))
        case.seen = sum(len(part) for part in parts)
        case.earlier = len(learned) - len(parts[-1])
        case.learn_classes(model["classes"])
        last.learn_classes(model["classes"])
        about = self.about = Run(case, model, weights_of(case, model), words[2])
        about.whole = last
        self.judged(Judge(words), self.weighing(lambda j, result: judge_result(j, case, model, result), model))
        self.judged(Judge(words), self.reading(run, about, text))

    # ---- the other commands -----------------------------------------------------------------------------------

    def test(self, about, data):
        words = ["test", "run.model", data]
        tested = self.as_json(words, lambda j, result: judge_test(j, about.case, about.model, result))
        if tested is not None:
            self.as_text(words, test, Tested(about, tested))

    def scores(self, about, data):
        """Of models whose scores no fraction holds."""
        kind, case = about.model["kind"], about.case
        if kind not in ("kernel", "network", "neighbours") or (
                kind == "neighbours" and (about.model["updates"] != case.facts.n or not can_vote(case))):
            return
        exported = getattr(about, "exported", None)
        words = ["predict", "run.model", data, "--scores"]
        self.judged(Judge(words), self.answering(
            lambda j, text: judge_scores(j, case, kind, exported, text), self.command.say(words)))
        self.as_json(["test", "run.model", data],
                     lambda j, result: judge_from_scores(j, case, kind, exported, result))

    def explain(self, about, data):
        case = about.case
        if about.model["kind"] != "linear" or case.real("bias-scale", 1) != 1:
            return
        self.explained(about, ["explain", data, "run.model", *([] if case.constant else ["--no-bias"])])

    def explained(self, about, words):
        case = about.case
        about.result = self.as_json(words, lambda j, result: (judge_explain(j, case, about.model, result),
                                                              judge_more(j, case, result)), full=True)
        if about.result is not None and case.facts.binary:
            self.as_text(words, explain, about)
        elif about.result is not None:
            self.as_text(words, of_all, All(about, about.result))

    def own_run(self, dice, case, data, reading):
        """explain without a model trains one; the same run is made here to know its weights."""
        chosen = {"epochs": "200", "order": "given", **({} if case.constant else {"bias": "no"})}
        if self.command.run(["train", data, "--algorithm", "perceptron", *options.words(chosen), *reading, "-q",
                             "-o", "own.model"]).returncode != 0:
            return
        own = Case(case.rows, "perceptron", chosen, {"schedule": []})
        model = read_json(self.command.say(["show", "own.model", "--json"]))
        own.learn_classes(model["classes"])
        about = self.about = Run(own, model, Weights(own.facts, model["weights"], model["bias"]), data)
        held = ["--holdout", "0.3"] * (case.facts.binary and case.facts.n > 5 and dice.random() < 0.3)
        self.explained(about, ["explain", data, *options.words(chosen), *reading, *held])

    def certify(self, about, data, reading):
        """Its exit code is its verdict."""
        words = ["certify", data, *([] if about.case.constant else ["--no-bias"]), *reading]
        code = {"separable": 0, "not separable": 1, "undecided": 6}
        result = self.as_json(words, lambda j, result: judge_certify(j, about.case, result), expect=(0, 1, 6),
                              full=True)
        if result is not None:
            self.as_text(words, certify, Certified(about), expect=(code[result["verdict"]],))

    def trace(self, dice, case, data, reading):
        """A run of its own, in the order of the file and short enough to be shown whole."""
        chosen = {name: value for name, value in case.chosen.items() if name not in BUDGET | {"shards", "mix"}}
        chosen["epochs"] = dice.choice(["1", "2", "5", "20"])
        words = ["trace", data, "--algorithm", case.algorithm, *options.words(chosen), *reading, "--steps", "0"]
        words += ["--exact"] * (case.facts.binary and dice.random() < 0.5)
        done = self.command.run(words)
        if done.returncode == 2 or "outgrow" in done.stderr:   # --exact is not for all, nor is a table
            return
        if done.returncode == 3:   # another number of epochs than the run had
            about = Refused(case.rows, case.algorithm, chosen)
            self.judged(Judge(words), lambda judge: refused.judge(judge, about, done.stderr))
            return
        own = Case(case.rows, case.algorithm, chosen, {"schedule": []})
        own.rates = case.rates
        own.learn_classes(case.classes)
        task = judge_trace if case.facts.binary else judge_classes
        result = self.as_json(words, lambda j, result: task(j, own, result))
        if result is not None and case.facts.binary:
            self.as_text(words, trace, Traced(own, result))
        elif result is not None:
            self.as_text(words, leads, All(Traced(own, result, weights=False), result))

    def record(self, about, words):
        """Of the same run: one that the clock ended would be another one the next time."""
        with open(os.path.join(self.command.folder, "run.json")) as f:
            result = read_json(f.read())
        self.judged(Judge(words), self.weighing(lambda j, result: judge_record(j, about, result), result))

    # ---- running and judging; who tests the judges puts other texts and numbers in their way (selftest.py) ---------

    def as_text(self, words, sentences, about, expect=(0,)):
        done, judge = self.command.run(words), Judge(words)
        if judge.check(done.returncode in expect, f"exit {done.returncode}", done.stderr.strip()):
            self.judged(judge, self.reading(sentences, about, done.stdout))
        else:
            self.judged(judge, lambda j: None)

    def as_json(self, words, task, how=("--json",), expect=(0,), full=False):
        """full: judged in full whatever the model."""
        words = words + list(how)
        done, judge = self.command.run(words), Judge(words)
        if judge.check(done.returncode in expect, f"exit {done.returncode}", done.stderr.strip()):
            result = read_json(done.stdout)
            self.judged(judge, self.weighing(task, result, full))
            return result
        self.judged(judge, lambda j: None)
        return None

    def reading(self, sentences, about, text):
        return lambda judge: sentences.judge(judge, about, text)

    def answering(self, task, text):
        return lambda judge: task(judge, text)

    def weighing(self, task, result, full=False):
        return lambda judge: task(judge, result)
