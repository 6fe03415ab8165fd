"""Random commands on random files, most of them small: the same model from every source and for every number of
threads; resumed as undisturbed; what was written loads; nothing else than what `program.py` allows."""
import gzip
import lzma
import os
import random
import shutil
import struct
import subprocess
import tempfile

import made_up
from program import Program
import statements   # noqa: F401  finds tests/truth
import options   # of tests/truth
import sets

TRIES = 6
LARGE_EACH = 100   # one case of so many is of large files


def learned(model, way):
    """The bytes of a model; from a pack all but its parameters, since `pack` was told how to read, not `train`."""
    if way != "pack":
        return model
    parts, at = [model[:12]], 12
    while at < len(model):
        (length,) = struct.unpack_from("<Q", model, at + 4)
        if model[at:at + 4] not in (b"PARM", b"END "):
            parts.append(model[at:at + 20 + length])
        at += 20 + length
    return b"".join(parts)


class Case:
    def __init__(self, program, offer, dice, large):
        self.program, self.offer, self.dice, self.folder, self.large = program, offer, dice, program.folder, large
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        self.data, self.reading, self.labels = made_up.write(dice, self.folder, large)

    def path(self, name):
        return os.path.join(self.folder, name)

    def bytes(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def go(self):
        dice = self.dice
        if dice.random() < 0.25 and not self.large:
            self.other()
        words = self.learn()
        if words is not None:
            self.same_from_elsewhere(words)
            if dice.random() < 0.4:
                self.resumed(words)
            self.loads(words)

    # ---- learning -----------------------------------------------------------------------------------------

    def choose(self):
        algorithm, chosen = self.offer.draw(self.dice, sets.Rows("any", None, self.labels))
        while self.large and algorithm not in made_up.QUICK:
            algorithm, chosen = self.offer.draw(self.dice, sets.Rows("any", None, self.labels))
        for name in ("time", "epochs", "max-updates"):
            chosen.pop(name, None)
        for name, lines in (("order", ["2", "1", "1"]), ("schedule", ["0.5", "2"])):
            if chosen.get(name) == "FILE":
                chosen[name] = f"{name}.txt"
                with open(self.path(chosen[name]), "w") as file:
                    file.write("\n".join(lines) + "\n")
        chosen["epochs"] = self.dice.choice(["1", "2", "3", "5", "9"])
        if self.dice.random() < 0.1:
            chosen["max-updates"] = self.dice.choice(["1", "3", "10"])
        if self.dice.random() < 0.15:
            chosen["holdout"] = self.dice.choice(["0.2", "0.5"])
            if self.dice.random() < 0.5:
                chosen["patience"] = "1"
            if self.dice.random() < 0.5:
                chosen["calibrate"] = self.dice.choice(["sigmoid", "isotonic"])
        if algorithm == "mlp":
            chosen.setdefault("hidden", "3")
            chosen["precision"] = self.dice.choice(["double", "single"])
        if self.dice.random() < 0.05:
            chosen[self.dice.choice(list(chosen))] = self.dice.choice(made_up.ODD)
        if chosen["epochs"] == "0":   # no limit: it need not end
            chosen["epochs"] = "1"
        return algorithm, chosen

    def learn(self):
        """The words of a training that went well, or None."""
        algorithm, chosen = self.choose()
        for _ in range(TRIES):
            words = ["train", "--algorithm", algorithm, *options.words(chosen), *self.reading]
            more = self.dice.choice([[], ["-q"], ["--json"], ["-v"], ["--plot", "--plain"]])
            code, _, err = self.program.run([*words, *more, self.data, "-o", "first"])
            if code == 0:
                self.learning = words[1:len(words) - len(self.reading)]
                return words
            if os.path.exists(self.path("first")):
                self.program.fault(f"{words}: exit {code}, and a model")
            if code != 2 or len(chosen) < 2:
                return None
            named = [name for name in chosen if f"--{name}".encode() in err or name.encode() in err]
            del chosen[self.dice.choice(named or sorted(set(chosen) - {"epochs"}) or ["epochs"])]
            if b"does nothing" in err and not named:
                self.reading = self.reading[:made_up.NEEDED]
        return None

    def same_from_elsewhere(self, words):
        ways = {"threads": lambda: [["--threads", self.dice.choice(["1", "2", "3", "7"]), self.data]],
                "gz": lambda: [[self.packed(".gz")]], "zst": lambda: [[self.packed(".zst")]],
                "xz": lambda: [[self.packed(".xz")]],
                "pipe": lambda: [["-"], self.bytes(self.data)], "memory": lambda: [["--memory", "1K", self.data]],
                "layout": lambda: [["--layout", "shuffled", self.data]], "pack": self.pack}
        for way in self.dice.sample(sorted(ways), self.dice.choice([1, 1, 2, 3])):
            found = ways[way]()
            if found is None:
                continue
            left = found[2] if len(found) > 2 else words
            if way in ("threads", "layout", "memory") and f"--{way}" in words or (
                    way == "memory" and "--features" in words):   # they are made of rows in memory only
                continue
            code, _, err = self.fed([*left, *found[0], "-q", "-o", way], found[1] if len(found) > 1 else None)
            if code != 0:
                self.program.fault(f"{words} by {way} ({left} {found[0]}): exit {code}: {err.decode()[:300]}")
            elif learned(self.bytes(way), way) != learned(self.bytes("first"), way):
                self.program.fault(f"{words} by {way} ({left} {found[0]}): other bytes\n{self.shown()}")
            self.program.count("compared")

    def shown(self):
        return self.bytes(self.data)[:1500].decode(errors="replace")

    def fed(self, words, stdin):
        if stdin is None:
            return self.program.run(words)
        with open(self.path(self.data), "rb") as file:
            reader = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
            answer = self.program.run(words, stdin=reader.stdout)
            reader.stdout.close()
            reader.wait()
            return answer

    def packed(self, kind):
        name = self.data + kind
        if kind == ".zst":
            subprocess.run(["zstd", "-q", "-f", self.path(self.data), "-o", self.path(name)], check=True)
            return name
        raw = self.bytes(self.data)
        compress, third = gzip.compress if kind == ".gz" else lzma.compress, len(raw) // 3
        with open(self.path(name), "wb") as file:
            for piece in (raw[:third], b"", raw[third:]) if self.large else (raw,):   # of several streams
                file.write(compress(piece))
        return name

    def pack(self):
        """Options that say how to read go to `pack`, those that say what to use go to `train`."""
        use, read = [], []
        pairs = [self.reading[i:i + 2] for i in range(0, len(self.reading), 2)]
        for pair in pairs:
            (use if pair[0] in made_up.OF_USE else read).extend(pair)
        if "--classes" in use:   # a pack keeps the features and words of all rows
            return None
        code, _, _ = self.program.run(["pack", *read, self.data, "-q", "-o", "rows.pack"])
        if code != 0:
            return None
        return [["rows.pack"], None, ["train", *self.learning, *use]]

    def resumed(self, words):
        if "--max-updates" in words or "--epochs" not in words or "--no-state" in words:
            return
        at = words.index("--epochs")
        part = [*words[:at + 1], "1", *words[at + 2:]]
        code, _, _ = self.program.run([*part, self.data, "-q", "-o", "part"])
        if code != 0:
            return
        code, _, err = self.program.run(["train", self.data, "--resume", "part", "--epochs", words[at + 1],
                                         "-q", "-o", "whole"])
        self.program.count("resumed")
        if code != 0:
            self.program.count("resume refused")
            if code != 2:
                self.program.fault(f"{words}: resumed: exit {code}: {err.decode()[:300]}")
        elif self.bytes("whole") != self.bytes("first"):
            self.program.fault(f"{words}: resumed after an epoch: other bytes\n{self.shown()}")

    # ---- what was written -----------------------------------------------------------------------------------

    def loads(self, words):
        use = ["--on-bad", "skip"] if "--on-bad" in words else []
        ways = {"json": ["show", "first", "--json"], "test": ["test", "first", self.data, *use],
                "predict": ["predict", "first", self.data, "--scores", *use],
                "predict json": ["predict", "first", self.data, "--json", *use], "top": ["show", "first", "--top", "3"],
                "page": ["report", "first", "-o", "page.html"],
                "rows": ["report", "first", self.data, "-o", "page.html", *use]}
        not_of_all = {"json", "top", "page", "rows"}   # kinds of models that have none are refused, by exit 2
        ways["show"] = ["show", "first"]
        for name in ["show", *self.dice.sample(sorted(ways), 2)]:
            code, _, err = self.program.run(ways[name])
            if code != 0 and not (code == 2 and name in not_of_all):
                self.program.fault(f"{words}: then {ways[name]}: exit {code}: {err.decode()[:300]}\n{self.shown()}")
        if self.dice.random() < 0.3:
            form = self.dice.choice(["json", "liblinear", "c"])
            code, _, _ = self.program.run(["export", "first", "--to", form, "-o", "text"])
            if code == 0 and form == "json":
                self.program.run(["import", "text", "-o", "again"])
        if self.dice.random() < 0.2:
            code, _, err = self.program.run([*words, self.data, "-q", "--record", "record"])
            if code == 0 and self.program.run(["report", "record", "-o", "page.html"])[0] != 0:
                self.program.fault(f"{words}: the record does not load")

    # ---- other commands -------------------------------------------------------------------------------------

    def other(self):
        dice, data = self.dice, [self.data, *self.reading]
        more = dice.choice([[], ["--json"], ["-q"]])
        ways = [["check", *data], ["certify", *data, "-o", "proof", "--time", "2"], ["explain", *data, "--time", "2"],
                ["trace", *data, "--epochs", "2"], ["compare", *data, "--seeds", "1..2", "--epochs", "2"],
                ["trace", *data, "--epochs", "2", "--exact"],
                ["certify", *data, "--multiclass", "direct", "--time", "2"],
                ["gen", dice.choice(["dense", "sparse", "blobs", "xor", "circles", "moons", "worked"]), "--rows", "20",
                 "--dimensions", dice.choice(["1", "2", "7", "0"]), "--noise", dice.choice(["0", "0.5", "2"])],
                ["train", *data, "--stream", "-o", "streamed"]]
        words = dice.choice(ways)
        code, _, _ = self.program.run([*words, *(more if words[0] != "gen" else [])])
        if words[0] == "certify" and code in (0, 1) and os.path.exists(self.path("proof")):
            code, out, _ = self.program.run(["verify", "proof", *data])
            if code != 0:
                self.program.fault(f"{words}: the proof is refused: {out.decode()[:300]}\n{self.shown()}")
        if os.path.exists(self.path("streamed")) and self.program.run(["show", "streamed"])[0] != 0:
            self.program.fault(f"{words}: the streamed model does not load")


def go(given, numbers, enough, count, fault):
    with tempfile.TemporaryDirectory() as folder:
        program = Program(given.program, folder, count, None)
        offer = options.Offer(lambda words: subprocess.run([given.program, *words], capture_output=True, text=True,
                                                           check=False).stdout)
        for number in numbers:
            program.fault = lambda what, number=number: fault(number, what)
            dice = random.Random(f"{given.seed} commands {number}")
            Case(program, offer, dice, number % LARGE_EACH == 5).go()
            if enough():
                return
