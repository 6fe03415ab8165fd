"""Forged certificates: the checker of the library, the one of tests/oracle and the truth must agree on every one."""
import importlib.util
import os
import random
import sys
import tempfile
import types

import forger
import library
import statements
import sets   # of tests/truth, found by statements

HERE = os.path.dirname(os.path.abspath(__file__))
FORGERIES = 120   # of a set of rows


def load_oracle():
    spec = importlib.util.spec_from_file_location("oracle", os.path.join(HERE, "..", "oracle", "verify.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.FROM_FILE, module.STACK, module.ROWS = module.read_data, module.stack, module.Rows
    sys.set_int_max_str_digits(0)
    return module


class Once:
    """The oracle's rows of one set, which all certificates about it share: read, stacked and made fractions of once."""

    def __init__(self, oracle, args):
        self.args, self.known = args, {}
        self.raw = oracle.FROM_FILE(args)

    def read_data(self, args):
        assert args is self.args
        return self.raw

    def of(self, function):
        """Remembers what it gave. Rows, which come first, are told apart by who they are: those given are kept."""
        def call(raw, *more):
            key = (function, id(raw), *(tuple(one) if isinstance(one, list) else one for one in more))
            if key not in self.known:
                self.known[key] = function(raw, *more)
            return self.known[key]
        return call

    def go_into(self, oracle):
        oracle.read_data = self.read_data
        oracle.stack, oracle.Rows = self.of(oracle.STACK), self.of(oracle.ROWS)


class Case:
    """A set of rows, its honest certificates, and forgeries of them."""

    def __init__(self, lib, oracle, dice, folder):
        self.oracle, self.dice = oracle, dice
        made = sets.make(dice)
        made.weights = None
        self.path = os.path.join(folder, "rows.svm" if made.libsvm else "rows.csv")
        made.write(self.path)
        first = 1 if made.libsvm else 2
        self.rows = statements.Rows(made.values, made.labels, [i + first for i in range(len(made.values))])
        self.set = library.Set(lib, self.path, {"index-base": "1"} if made.libsvm else {"label": "label"})
        self.names = self.set.classes()
        self.args = types.SimpleNamespace(data=self.path, format=None, label=None, no_header=False, labels=None,
                                          classes=None)
        self.once = Once(oracle, self.args)
        self.once.go_into(oracle)
        self.raw = self.once.raw
        self.fingerprints = {}

    def about(self, text):
        """What lists may number, and labels to claim."""
        n, d = len(self.rows.values), len(self.rows.values[0])
        k = text.count("\nlabel ")
        bias = "\nbias yes\n" in text
        return types.SimpleNamespace(rows=n * max(1, k - 1), features=k * (d + bias) if k else d, labels=self.names)

    def honest(self):
        """Certificates as the library makes them."""
        texts = []
        for positive in [*range(len(self.names)), None]:
            chosen = {"bias": self.dice.choice(["yes", "no"]), "margins": self.dice.choice(["yes", "yes", "no"])}
            if (text := self.set.certify(chosen, positive)) is not None:
                texts.append(text.decode())
        return texts

    def fingerprint(self, c):
        """Of the rows as the changed certificate sees them; None: it is no use."""
        labels = [rest for name, rest in c.head if name in ("positive", "label")]
        key = (c.get("values"), c.get("bias"), *labels)
        if key not in self.fingerprints:
            self.fingerprints[key] = self.work_out(*key)
        return self.fingerprints[key]

    def work_out(self, values, bias, *labels):
        (raw, features), bias = self.raw, bias == "yes"
        try:
            labels = [self.oracle.unescape(label) for label in labels]
            if len(labels) > 1:
                raw, features = self.oracle.stack(raw, features, labels, bias)
                labels, bias = ["+"], False
        except self.oracle.Refused:
            return None
        return self.oracle.Rows(raw, labels[0], bias, values == "decimal").fingerprint if labels else None

    def forge(self, texts):
        """(bytes, whether it must be accepted)."""
        text = self.dice.choice(texts)
        c = forger.Certificate(text)
        if self.dice.random() < 0.1:
            self.dice.choice(forger.HARMLESS)(self.dice, c)
            return c.text().encode(), True
        if self.dice.random() < 0.15:
            return forger.bytes_changed(self.dice, text), False
        for _ in range(self.dice.choice([1, 1, 1, 2, 3])):
            self.dice.choice(forger.CHANGES)(self.dice, c, self.about(text))
        found = self.fingerprint(c)
        if found is not None:
            c.set("fingerprint", found)
        if self.dice.random() < 0.03:
            c.reseal = False
        if self.dice.random() < 0.03:
            c.ending = self.dice.choice(["", "\n\n", "\r\n", "\nx\n", " \n"])
        return c.text().encode(), False

    def oracle_says(self, certificate):
        """What it proves about the verdict and the boundary; None: refused."""
        self.oracle.LOST.clear()
        try:
            return self.oracle.verify(certificate.decode("utf-8"), self.args)
        except (self.oracle.Refused, UnicodeDecodeError):
            return None

    def faults(self, certificate, must):
        """(whether the library accepted it, what is wrong with that)."""
        answer = self.set.verify(certificate)
        said = self.oracle_says(certificate)
        if answer.accepted != (said is not None):
            return answer.accepted, [f"the library: {'accepted' if answer.accepted else answer.reason.decode()}; "
                                     f"the oracle: {said or 'refused'}"]
        if must and not answer.accepted:
            return False, [f"refused, though it is as true as before: {answer.reason.decode()}"]
        if not answer.accepted:
            return False, []
        boundary = None
        if answer.boundary != library.UNKNOWN:
            boundary = (answer.boundary == library.EXISTS, answer.n_forced, answer.n_on)
        return True, statements.lies(certificate.decode(), self.rows, boundary) + boundaries(said, boundary)


def boundaries(said, boundary):
    """Both checkers say the same of rows on the boundary."""
    wanted = {None: "", False: "with no boundary"}.get(boundary and boundary[0])
    if wanted is None:
        wanted = f"with {boundary[1]} to {boundary[2]} rows on every boundary"
    return [] if said.partition(" ")[2] == wanted else [f"the oracle says '{said}', the library '{wanted}'"]


def go(given, numbers, enough, count, fault):
    """Cases by number until there are enough forgeries."""
    lib, oracle = library.Library(given.library), load_oracle()
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            dice = random.Random(f"{given.seed} forge {number}")
            case = Case(lib, oracle, dice, folder)
            texts = case.honest()
            for text in texts:
                one(case, text.encode(), True, number, count, fault)
            for _ in range(FORGERIES if texts else 0):
                one(case, *case.forge(texts), number, count, fault)
                count("forged certificates")
                if enough():
                    return
            case.set.close()


def one(case, certificate, must, number, count, fault):
    accepted, found = case.faults(certificate, must)
    count("accepted, and true" if accepted else "refused")
    for what in found:
        fault(number, f"{what}\n{open(case.path).read()}\n{certificate.decode(errors='replace')}")
