"""Small sets of rows made up at random, as CSV or LIBSVM files, each of a kind that has its own dangers."""
from fractions import Fraction


class Rows:
    """Rows as a file has them: values are doubles, each written so that it is read back as it is."""

    def __init__(self, kind, values, labels, weights=None):
        self.kind, self.values, self.labels, self.weights = kind, values, labels, weights
        self.libsvm = False
        self.written = self     # before any scaling

    @property
    def features(self):
        return len(self.values[0])

    def some(self, numbers):
        """Only these rows; None: all."""
        if numbers is None:
            return self
        part = Rows(self.kind, [self.values[i] for i in numbers], [self.labels[i] for i in numbers],
                    self.weights and [self.weights[i] for i in numbers])
        part.libsvm = self.libsvm
        if self.written is not self:
            part.written = self.written.some(numbers)
        return part

    def others(self, numbers):
        return self.some([i for i in range(len(self.values)) if i not in set(numbers)])

    def write(self, path):
        with open(path, "w") as f:
            f.write(self.libsvm_text() if self.libsvm else self.csv_text())

    def csv_text(self):
        weights = self.weights is not None
        head = [f"x{j + 1}" for j in range(self.features)] + ["weight"] * weights + ["label"]
        lines = [",".join(head)]
        for i, row in enumerate(self.values):
            cells = [written(v) for v in row] + ([written(self.weights[i])] if weights else []) + [self.labels[i]]
            lines.append(",".join(cells))
        return "\n".join(lines) + "\n"

    def libsvm_text(self):
        lines = []
        for i, row in enumerate(self.values):
            cells = [f"{j + 1}:{written(v)}" for j, v in enumerate(row) if v != 0 or (i == 0 and j + 1 == len(row))]
            lines.append(" ".join([self.labels[i]] + cells))
        return "\n".join(lines) + "\n"


def written(value):
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


# ---- values ---------------------------------------------------------------------------------------------

def whole(random, scale):
    return float(random.randint(-scale, scale))


def decimal(random, scale):
    return float(f"{random.uniform(-scale, scale):.{random.choice([1, 2, 3])}f}")


def any_double(random, scale):
    return random.uniform(-scale, scale)


def points(random, n, d, scale=5):
    draw = random.choice([whole, whole, decimal, decimal, any_double])
    return [[draw(random, scale) for _ in range(d)] for _ in range(n)]


def two_labels(random):
    return random.choice([("a", "b"), ("-1", "+1"), ("0", "1"), ("no", "yes")])


def sizes(random, most=9):
    return random.randint(2, most), random.randint(1, 4)


def repaired(random, labels, names):
    """Two labels at least, whatever the dice said."""
    if len(set(labels)) < 2:
        labels[random.randrange(len(labels))] = names[1] if labels[0] == names[0] else names[0]
    return labels


# ---- kinds ----------------------------------------------------------------------------------------------

def planted(random):
    """On two sides of a plane, at a distance from it."""
    n, d = sizes(random)
    names, rows, labels = two_labels(random), [], []
    w, b = [random.gauss(0, 1) for _ in range(d)], random.gauss(0, 1)
    gap = random.choice([0, 0.01, 0.3, 1])
    while len(rows) < n:
        x = points(random, 1, d)[0]
        score = sum(p * q for p, q in zip(w, x)) + b
        gap *= 0.999    # so that there is an end where w and b are small
        if abs(score) > gap:
            rows.append(x)
            labels.append(names[score > 0])
    return rows, repaired(random, labels, names)


def quasi(random):
    """A plane has all rows on their own side or on itself, and rows of both labels lie on it."""
    n, d = sizes(random)
    names, rows, labels = two_labels(random), [], []
    for i in range(n + 2):
        x = points(random, 1, d)[0]
        side = 0 if i < 3 else random.choice([-1, 1])
        x[0] = float(side * random.randint(1, 4))
        rows.append(x)
        labels.append(random.choice(names) if side == 0 else names[side > 0])
    return rows, repaired(random, labels, names)


def mixed(random):
    n, d = sizes(random)
    names = two_labels(random)
    return points(random, n, d), repaired(random, [random.choice(names) for _ in range(n)], names)


def doubled(random):
    """Rows that come more than once."""
    rows, labels = random.choice([planted, mixed])(random)
    for _ in range(random.randint(1, 3)):
        i = random.randrange(len(rows))
        rows.append(list(rows[i]))
        labels.append(labels[i])
    return rows, labels


def contradictory(random):
    rows, labels = planted(random)
    names = sorted(set(labels))
    i = random.randrange(len(rows))
    rows.append(list(rows[i]))
    labels.append(names[1] if labels[i] == names[0] else names[0])
    return rows, labels


def line(random):
    """One feature, cut at a point."""
    names = two_labels(random)
    n = random.randint(2, 7)
    rows = points(random, n, 1, 9)
    cut = random.uniform(-5, 5)
    return rows, repaired(random, [names[x[0] > cut] for x in rows], names)


def far(random):
    """Two clouds close to each other and far from the origin: theorem margin and distance differ most."""
    names, rows, labels = two_labels(random), [], []
    n, d = sizes(random, 6)
    centre = random.choice([20.0, 100.0, 1000.0, 1e5])
    for i in range(n):
        side = i % 2
        x = [float(random.randint(-2, 2)) for _ in range(d)]
        x[0] = centre + (2 if side else -2) + random.choice([-0.5, 0, 0.5])
        rows.append(x)
        labels.append(names[side])
    return rows, labels


def extreme(random):
    """Huge or tiny values, or both."""
    rows, labels = random.choice([planted, mixed, line])(random)
    powers = random.choice([[1e6], [1e-6], [1e9, 1], [1e30], [1e-30], [1e100], [1e-100], [1e15, 1e-3], [1e8, 1e-8]])
    return [[v * random.choice(powers) if len(powers) > 1 and j else v * powers[0] for j, v in enumerate(x)]
            for x in rows], labels


def scales(random):
    """Features on scales of their own, some of them far from 0."""
    rows, labels = random.choice([planted, mixed, line])(random)
    factors = [random.choice([1, 1, 3, 9, 10, 11, 30, 101, 1000, 0.01]) for _ in rows[0]]
    away = [random.choice([0, 0, 0, 40, -200]) for _ in rows[0]]
    return [[v * f + a for v, f, a in zip(x, factors, away)] for x in rows], labels


def tiny(random):
    """Values whose squares, or products, no double holds: best without a bias, which would hide them."""
    rows, labels = random.choice([planted, mixed, line, doubled])(random)
    power = random.choice([1e-140, 1e-145, 1e-150, 1e-155, 1e-160, 1e-200, 1e-300])
    return [[v * power for v in x] for x in rows], labels


def huge(random):
    """Values whose squares are near the end of doubles."""
    rows, labels = random.choice([planted, mixed, line, doubled])(random)
    power = random.choice([1e120, 1e140, 1e150, 1e152, 1e153])
    return [[v * power for v in x] for x in rows], labels


def crowd(random):
    """Five labels or six."""
    names = [chr(97 + i) for i in range(random.randint(5, 6))]
    d = random.randint(1, 3)
    rows, labels = [], []
    for i in range(random.randint(len(names), 9)):
        rows.append(points(random, 1, d)[0])
        labels.append(names[i % len(names)])
    return rows, labels


def table(random):
    """Zeros and ones."""
    names = two_labels(random)
    n, d = random.randint(3, 8), random.randint(2, 4)
    rows = [[float(random.randint(0, 1)) for _ in range(d)] for _ in range(n)]
    return rows, repaired(random, [random.choice(names) for _ in range(n)], names)


def signed_units(random):
    """Unit vectors, where the bound is met."""
    names = two_labels(random)
    d = random.randint(2, 4)
    rows = [[float(i == j) for j in range(d)] for i in range(d)]
    return rows, repaired(random, [random.choice(names) for _ in range(d)], names)


def many(random):
    """Three labels or more, most often separable."""
    k = random.randint(3, 4)
    names = random.choice([["a", "b", "c", "d"], ["1", "2", "3", "4"]])[:k]
    d = random.randint(1, 3)
    w = [[random.gauss(0, 1) for _ in range(d + 1)] for _ in range(k)]
    rows, labels = [], []
    chance = random.random() < 0.3
    for i in range(random.randint(k, 8)):
        x = points(random, 1, d)[0]
        scores = [sum(p * q for p, q in zip(v, x + [1])) for v in w]
        rows.append(x)
        labels.append(names[i] if i < k and chance else random.choice(names) if chance else
                      names[scores.index(max(scores))])
    for i, name in enumerate(names):   # every label at least once
        if name not in labels:
            rows.append(points(random, 1, d)[0])
            labels.append(name)
    return rows, labels


KINDS = [planted, planted, quasi, mixed, doubled, contradictory, line, far, extreme, table, signed_units, many, many,
         tiny, huge, crowd, scales]


def make(random):
    kind = random.choice(KINDS)
    rows, labels = kind(random)
    rows = [[v + 0.0 for v in x] for x in rows]   # no -0
    order = list(range(len(rows)))
    random.shuffle(order)
    made = Rows(kind.__name__, [rows[i] for i in order], [labels[i] for i in order])
    made.libsvm = random.random() < 0.2 and all(is_number(name) for name in labels)
    if not made.libsvm and random.random() < 0.15:
        made.weights = [random.choice([0.5, 1.0, 1.0, 2.0, 3.0, 0.25]) for _ in rows]
    return made


def is_number(text):
    try:
        Fraction(text)
    except ValueError:
        return False
    return True
