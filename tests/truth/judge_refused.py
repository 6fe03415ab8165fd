"""Why train gave up: numbers beyond all doubles, which must be within reach of the rows; advice that can be taken."""
from fractions import Fraction

from case import OWN_STEPS
from exact import dot
from sentences import Sentences

MOST = Fraction(2) ** 1024
STEPS = 10 ** 12    # rate, weight and number of the steps together, at most
DIVIDE_BY_SQUARES = {"svm", "hard-margin", "pa-1", "pa-2", "arow", "romma"}

refused = Sentences()


class Refused:
    def __init__(self, rows, algorithm, chosen):
        self.rows, self.algorithm, self.chosen = rows, algorithm, chosen
        self.squares = [dot(x, x) for x in ([Fraction(v) for v in row] for row in rows.values)]


def place(judge, about, line):
    """Of a row, where one is named."""
    if line is not None:
        judge.check(int(line) - (0 if about.rows.libsvm else 1) in range(1, len(about.rows.values) + 1), f"line {line}",
                    f"{len(about.rows.values)} rows")


def product(judge, about, line, rate):
    place(judge, about, line)
    large = max(about.squares) * STEPS >= MOST
    small = about.algorithm in DIVIDE_BY_SQUARES and min(s for s in about.squares if s) * MOST <= STEPS
    judge.check(large or small, "the product with the weights overflows", f"squares up to {float(max(about.squares))}")
    judge.check((rate is not None) == (about.algorithm not in OWN_STEPS), f"advice{rate or ''}",
                f"{about.algorithm} has {'no' if rate else 'a'} rate")


def kernel(judge, about, line, degree):
    place(judge, about, line)
    power = int(about.chosen.get("degree", 3)) if about.chosen.get("kernel") == "polynomial" else 1
    judge.check(max(about.squares) ** power * STEPS >= MOST, "the kernel's values overflow",
                f"squares up to {float(max(about.squares))}")
    judge.check((degree is not None) == (about.chosen.get("kernel") == "polynomial"), f"advice{degree or ''}",
                str(about.chosen.get("kernel")))


def squares(judge, about, line):
    place(judge, about, line)
    judge.check(max(about.squares) >= MOST, "squares of the values overflow", str(float(max(about.squares))))


def network(judge, about, row):
    judge.check(about.algorithm == "mlp" and int(row) in range(1, len(about.rows.values) + 1), f"score of row {row}",
                f"{about.algorithm}, {len(about.rows.values)} rows")


def wild(judge, about, line):
    place(judge, about, line)
    layers = 2 if about.algorithm == "mlp" else 1   # what one has learned from large values meets that of the one before
    judge.check(max(about.squares) ** layers * STEPS >= MOST, "a score is no number",
                f"squares up to {float(max(about.squares))}")


AT = r"perceptron: \S+?:(\d+): "
EPOCH = r"perceptron: (?:\S+?:(\d+): )?epoch \d+: "
refused.says(EPOCH + r"the network diverges: the score of row (\d+) is no number any more; lower the rate, "
             r"or scale the data \(--scale standard\)",
             lambda judge, about, line, row: (place(judge, about, line), network(judge, about, row)))
refused.says(EPOCH + r"the product with the weights overflows; scale the data \(--scale standard\)"
             r"( or lower the rate)?(?=\n|$)", product)
refused.says(AT + r"epoch \d+: the kernel's values overflow; scale the data \(--scale minmax\)"
             r"( or lower the degree)?(?=\n|$)", kernel)
refused.says(AT + r"values are so large that their squares overflow; scale them \(--scale minmax\)", squares)
refused.says(AT + r"(?:in|after) epoch [1-9]\d* the (?:weights'|network's) score of this row is no number; "
             r"(?:lower the rate, or )?scale the data \(--scale standard\)", wild)


def sorted_by_class(judge, about):
    labels = about.rows.labels
    judge.check(about.chosen.get("order") == "given" and
                sum(a != b for a, b in zip(labels, labels[1:])) == len(set(labels)) - 1, "rows sorted by class",
                f"{about.chosen.get('order')}, {labels}")


refused.says(r"perceptron: note: the rows are sorted by class and --order given keeps them so: expect poor weights; "
             r"--order each shuffles them\n", sorted_by_class)
