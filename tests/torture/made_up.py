"""Small files of text formats for random commands: tables with gaps, categories, weights and odd labels, sparse rows,
messages; now and then broken."""
import os

import statements   # noqa: F401  finds tests/truth
import sets

ODD = ["", "0", "-1", "nan", "inf", "1e400", "1e-400", "99999999999999999999", "a,b", "none", "\u00e9",
       "x" * 300, "1,2", "0x10",
       " 1", "1 ", "%", "no\nline"]
NEEDED = 2   # words of `reading` without which the rows mean something else
OF_USE = {"--positive", "--classes", "--scale", "--features", "--gamma", "--values"}
NAMES = ["a", "b", "c", "yes", "no", "1", "-1", "2", "\u00e9t\u00e9", "a b", "it's", "\"", "<b>", "%s", "=1",
         "\x1b[31m"]


def table(dice):
    rows = sets.make(dice)
    text = rows.libsvm_text() if rows.libsvm else rows.csv_text()
    reading = ["--index-base", "1"] if rows.libsvm else ["--label", "label"]
    if rows.weights is not None:
        reading += ["--weight", "weight"]
    return "rows.svm" if rows.libsvm else "rows.csv", text, reading, rows.labels


def categories(dice):
    """Columns of words, gaps, a column of one value."""
    names = dice.sample([n for n in NAMES if '"' not in n], dice.choice([2, 2, 3]))
    lines = ["size,colour,same,label"]
    labels = []
    for _ in range(dice.randint(3, 12)):
        labels.append(dice.choice(names))
        gap = dice.random() < 0.15
        lines.append(f"{'' if gap else dice.randint(-9, 9)},{dice.choice(['red', 'blue', 'green one'])},7,{labels[-1]}")
    reading = ["--label", "label", "--one-hot", dice.choice(["auto", "colour"]), "--missing",
               dice.choice(["error", "zero", "mean", "skip"])]
    return "rows.csv", "\n".join(lines) + "\n", reading, labels


def sparse(dice):
    names = dice.choice([["1", "-1"], ["0", "1", "2"]])
    lines, labels = [], []
    most = dice.choice([5, 60, 3000])
    for _ in range(dice.randint(2, 15)):
        labels.append(dice.choice(names))
        features = sorted(dice.sample(range(1, most + 1), dice.randint(0, min(6, most))))
        one = dice.choice([["1"], ["1", "2", "200"], ["0.5", "-1.25"], ["0.1", "3e-7"]])
        lines.append(" ".join([labels[-1]] + [f"{j}:{dice.choice(one)}" for j in features]))
    return "rows.svm", "\n".join(lines) + "\n", ["--index-base", dice.choice(["1", "auto"])], labels


def messages(dice):
    names = dice.sample([n for n in NAMES if n.isalpha()], dice.choice([2, 3]))
    words = ["free", "money", "now", "hello", "you", "n\u00fcs", "caf\u00e9", "x", "2020", "don't"]
    lines, labels = [], []
    for _ in range(dice.randint(2, 12)):
        labels.append(dice.choice(names))
        lines.append(labels[-1] + "\t" + " ".join(dice.choices(words, k=dice.randint(0, 6))))
    reading = ["--format", "text"] + (["--hash-bits", dice.choice(["1", "4", "9"])] if dice.random() < 0.3 else [])
    return "rows.tsv", "\n".join(lines) + "\n", reading, labels


def extras(dice, labels):
    chosen = []
    if dice.random() < 0.15:
        chosen += ["--scale", dice.choice(["standard", "minmax", "ball", "unit"])]
    if dice.random() < 0.07:
        chosen += ["--features", dice.choice(["fourier:4", "nystroem:3"])]
    if dice.random() < 0.07:
        chosen += ["--values", "f32"]
    if dice.random() < 0.1:
        chosen += ["--positive", dice.choice(labels)]
    if dice.random() < 0.05 and len(set(labels)) > 2:
        chosen += ["--classes", ",".join(sorted(set(labels))[:2])]
    if dice.random() < 0.1:
        chosen += ["--on-bad", "skip"]
    return chosen


def broken(dice, text):
    """Bytes changed, cut or doubled."""
    raw = bytearray(text.encode())
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(raw) + 1)
        what = dice.randrange(3)
        if what == 0:
            raw[at:at + 1] = bytes([dice.choice(b"\0\n,:\t \"-e9\xff\x80")])
        elif what == 1:
            del raw[at:at + dice.randint(1, 9)]
        else:
            raw[at:at] = raw[:dice.randint(1, 30)]
    return bytes(raw)


def write(dice, folder):
    """(name of the file, options to read it by, labels of its rows)."""
    name, text, reading, labels = dice.choice([table, table, table, categories, sparse, messages])(dice)
    raw = broken(dice, text) if dice.random() < 0.08 else text.encode()
    with open(os.path.join(folder, name), "wb") as file:
        file.write(raw)
    return name, reading + extras(dice, labels), labels
