"""A set of rows, an algorithm, its options: what the judges know of a run without asking the program."""
import collections
import copy
from fractions import Fraction
from functools import cached_property

from exact import Between, root
from facts import Facts
from sets import written

OWN_STEPS = {"pa-1", "pa-2", "arow", "romma", "pegasos", "svm", "hard-margin", "logistic", "mlp", "neighbours"}
NO_ROW_WEIGHTS = {"romma", "neighbours", "mlp"}
NOT_LAST = {"averaged", "voted", "pocket"}   # answer with other weights than the last ones


class Case:
    def __init__(self, rows, algorithm, chosen, files):
        self.rows, self.algorithm, self.chosen = rows, algorithm, chosen
        self.rates = [Fraction(float(r)) for r in files["schedule"]] if self.text("schedule",
                    "").endswith(".txt") else None

    # ---- options ----------------------------------------------------------------------------------------

    def text(self, name, default):
        return self.chosen.get(name, default)

    def real(self, name, default):
        return Fraction(float(self.chosen.get(name, default)))

    def count(self, name, default):
        return int(self.chosen.get(name, default))

    def flag(self, name, default):
        return self.chosen.get(name, "yes" if default else "no") == "yes"

    @property
    def constant(self):
        return self.real("bias-scale", 1) if self.flag("bias", True) else Fraction(0)

    @property
    def free_bias(self):
        return self.flag("free-bias", False) and self.constant != 0

    @property
    def shards(self):
        return self.count("shards", 1) > 1

    @property
    def rate(self):
        return self.real("rate", 1)

    @property
    def gap(self):
        """Of svm and hard-margin, 0 means that they choose."""
        return self.real("gap", 0) or Fraction(1, 10000)

    @property
    def lenient(self):
        return self.text("tie", "mistake") == "correct"

    @property
    def one_vs_rest(self):
        """Whether three labels or more are learned each against the rest; None: the algorithm decides."""
        how = self.text("multiclass", "auto")
        return False if self.facts.binary else {"direct": False, "one-vs-rest": True, "auto": None}[how]

    @property
    def answers_with_last(self):
        return not (self.algorithm in NOT_LAST or self.flag("average", False) or
                    self.text("keeper", "last") != "last")

    # ---- the rows -----------------------------------------------------------------------------------------

    def learn_classes(self, classes):
        """As the program orders them: the second of two is the positive one."""
        self.classes = classes
        self.facts = Facts(self.rows.values, self.rows.labels, classes, self.constant)
        decimals = [[Fraction(written(v)) for v in row] for row in self.rows.written.values]
        self.as_written = Facts(decimals, self.rows.labels, classes, self.constant)   # proofs are about these

    @cached_property
    def each_against_the_rest(self):
        """For each of many labels the same rows with two: it and all others."""
        cases = []
        for name in self.classes:
            one = copy.copy(self)
            one.facts = Facts(self.rows.values, [label == name for label in self.rows.labels], [False, True],
                              self.constant)
            cases.append(one)
        return cases

    @property
    def row_weights(self):
        """What each row counts for: its own weight times that of its label."""
        weights = [Fraction(w) for w in self.rows.weights or [1] * self.facts.n]
        how = self.text("class-weight", "")
        if how == "balanced":
            total = collections.Counter(self.rows.labels)
            share = {name: Fraction(self.facts.n) / (len(total) * times) for name, times in total.items()}
        else:
            share = {part.split("=")[0]: Fraction(float(part.split("=")[1])) for part in how.split(",") if part}
        return [w * share.get(name, 1) for w, name in zip(weights, self.rows.labels)]

    # ---- steps ----------------------------------------------------------------------------------------------

    @property
    def constant_rate(self):
        return self.text("schedule", "constant") == "constant"

    @property
    def most_rate(self):
        return self.rate * max(self.rates or [Fraction(1)])

    def sum_of_rates(self, updates):
        """Of so many updates; as a float, since roots of all numbers are in it."""
        how, rate = self.text("schedule", "constant"), float(self.rate)
        if self.rates:
            table = [float(r) for r in self.rates]
            return rate * sum(table[min(t, len(table) - 1)] for t in range(updates))
        power = {"constant": 0.0, "inverse": 1.0, "root": 0.5, "power": float(self.real("power", 0.5))}[how]
        return sum(rate / t ** power for t in range(1, updates + 1))

    @property
    def start_norm(self):
        """Length of the first weights; random ones lie between -1 and 1."""
        start = self.text("start", "zero")
        if start == "zero":
            return Between(0)
        each = self.facts.d + (1 if self.constant else 0)
        ones = root(Fraction(each * (1 if self.facts.binary else len(self.classes))))
        return ones if start == "ones" else Between(0, ones.high)
