"""Files of text formats for random commands: tables with gaps, categories, weights and odd labels, sparse rows,
messages; now and then broken. Small, but for some: rows of more than a megabyte, or so many that other threads bring
them together, features beyond 16 bits, decimals of any length."""
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


def long_rows(dice):
    lines = [f"{label} " + " ".join(f"{j}:{dice.choice(['1', '2', '-0.25'])}" for j in range(1, n + 1))
             for label, n in zip(dice.sample(["1", "-1", "1", "-1"], 4), dice.sample([150000, 160001, 3, 0], 4))]
    return "rows.svm", dice.choice(["\n", "\r\n"]).join(lines) + "\n", ["--index-base", "1"], ["1", "-1"]


def far_features(dice):
    most, one = dice.choice([65535, 65536, 65537, 200000]), dice.choice(["%d", "%.1f", "%.4f", "%r"])
    lines = []
    for _ in range(dice.choice([20, 900])):
        features = sorted({*(dice.randint(1, most) for _ in range(dice.randint(0, 20))), most - dice.randint(0, 2)})
        lines.append(" ".join([dice.choice(["0", "1", "2"])] + [f"{j}:{one % dice.uniform(-9, 9)}" for j in features]))
    return "rows.svm", "\n".join(lines) + "\n", ["--index-base", "1"], ["0", "1", "2"]


def many_rows(dice):
    one = dice.choice(["%d", "%.2f", "%.6f", "%r"])
    lines = [" ".join([dice.choice(["1", "-1"])] + [f"{j}:{one % dice.uniform(-99, 99)}"
                                                    for j in sorted(dice.sample(range(1, 200), dice.randint(0, 5)))])
             for _ in range(dice.choice([4096, 40001]))]
    return "rows.svm", "\n".join(lines) + "\n", ["--index-base", "1"], ["1", "-1"]


def long_decimals(dice):
    lines = ["x,y,label"]
    for _ in range(dice.choice([9, 300])):
        cells = [dice.choice(["", "-"]) + "0." + "".join(dice.choices("0123456789", k=dice.choice([17, 40, 3000])))
                 + dice.choice(["", "e-7", "E+5"]) for _ in range(2)]
        lines.append(",".join([*cells, dice.choice("ab")]))
    return "rows.csv", "\n".join(lines) + "\n", ["--label", "label"], ["a", "b"]


LARGE = [long_rows, far_features, many_rows, long_decimals]
# Of those that take any number of rows.
QUICK = {"perceptron", "averaged", "pa-1", "pa-2", "arow", "margin", "uneven", "romma", "pegasos"}


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


def write(dice, folder, large):
    """(name of the file, options to read it by, labels of its rows)."""
    kinds = LARGE if large else [table, table, table, categories, sparse, messages]
    name, text, reading, labels = dice.choice(kinds)(dice)
    raw = broken(dice, text) if dice.random() < 0.08 else text.encode()
    with open(os.path.join(folder, name), "wb") as file:
        file.write(raw)
    return name, reading + extras(dice, labels), labels
