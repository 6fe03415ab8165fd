"""Random sets with a planted verdict: whole numbers and decimals, up to 5,000 rows of 50 features, margins down to
1e-9 of the longest row, or one planted contradiction. Everything is whole numbers over a common power of ten."""
import numpy


class Planted:
    def __init__(self, seed):
        self.random = numpy.random.default_rng(seed)
        self.separable = True
        self._shape()
        self._rows()
        if self.random.random() < 0.5:
            self._contradict()

    def _shape(self):
        r = self.random
        self.n, self.d = int(numpy.exp(r.uniform(numpy.log(4), numpy.log(5000)))), int(r.integers(1, 51))
        if r.random() < 0.35:   # small enough for a second opinion
            self.n, self.d = min(self.n, 300), min(self.d, 10)
        digits = int(r.integers(0, 10))
        self.unit = 10 ** digits
        self.largest = 10 ** int(r.integers(1, 4) if digits else r.integers(1, 10)) * self.unit

    def _rows(self):
        """Random rows, moved along one feature to both sides of w.x + b = 0, at least `least` away from it."""
        r, n, d, largest = self.random, self.n, self.d, self.largest
        least = max(1, int(10 ** r.uniform(-9, -0.5) * largest))
        x = r.integers(-largest, largest + 1, size=(n, d)).astype(object)
        if r.random() < 0.3:
            x = x * (r.random((n, d)) < 0.3).astype(int)
        w = [int(v) for v in r.integers(-5, 6, size=d)]
        moved = int(r.integers(d))
        w[moved] = 1 if r.random() < 0.5 else -1
        bias = int(r.integers(-largest, largest + 1)) if r.random() < 0.5 else 0
        self.y = [1 if r.random() < 0.5 else -1 for _ in range(n)]
        self.y[0], self.y[1] = 1, -1
        self.x = [[int(v) for v in row] for row in x]
        for row, y in zip(self.x, self.y):
            aim = least + (int(r.integers(0, largest + 1)) if r.random() < 0.5 else 0)
            rest = sum(a * b for a, b in zip(row, w)) - row[moved] * w[moved] + bias
            row[moved] = (y * aim - rest) * w[moved]

    def _contradict(self):
        """One more row: a weighted mean of rows of one class, under the other label."""
        r = self.random
        own = [i for i, y in enumerate(self.y) if y == 1]
        chosen = [int(i) for i in r.choice(own, size=int(r.integers(1, min(len(own), 6) + 1)), replace=False)]
        times = [int(v) for v in r.integers(1, 5, size=len(chosen))]
        target = 10 ** len(str(sum(times)))
        times[0] += target - sum(times)
        mean = [sum(t * self.x[i][j] for t, i in zip(times, chosen)) for j in range(self.d)]
        at = int(r.integers(self.n + 1))
        self.x = [[v * target for v in row] for row in self.x]
        self.unit *= target
        self.x.insert(at, mean)
        self.y.insert(at, -1)
        self.n += 1
        self.separable = False

    def fits_doubles(self):
        """Whether every value has at most 15 digits, so that what is read is what was written."""
        return max(len(str(abs(v)).rstrip("0")) for row in self.x for v in row) <= 15

    def decimal(self, value):
        places = len(str(self.unit)) - 1
        digits = str(abs(value)).rjust(places + 1, "0")
        text = digits if places == 0 else digits[:-places] + "." + digits[-places:]
        return "-" + text if value < 0 else text

    def write(self, path):
        with open(path, "w", encoding="ascii") as out:
            if path.endswith(".csv"):
                out.write(",".join(f"x{j + 1}" for j in range(self.d)) + ",class\n")
                for row, y in zip(self.x, self.y):
                    out.write(",".join(map(self.decimal, row)) + f",{'pos' if y > 0 else 'neg'}\n")
            else:
                for row, y in zip(self.x, self.y):
                    values = (f" {j + 1}:{self.decimal(v)}" for j, v in enumerate(row) if v != 0)
                    out.write(f"{y:+d}{''.join(values)}\n")

    def write_program(self, path):
        """The opposite question for glpsol: do rows, each times a number that is not negative, add up to zero?"""
        columns = [[(y * v, i) for i, (v, y) in enumerate(zip(column, self.y)) if v != 0] for column in zip(*self.x)]
        columns.append([(y * self.unit, i) for i, y in enumerate(self.y)])
        with open(path, "w", encoding="ascii") as out:
            out.write("Minimize\n obj: 0 zero\nSubject To\n")
            for j, column in enumerate(columns):
                terms = "".join(f" {'+' if v > 0 else '-'} {abs(v)} l{i}\n" for v, i in column)
                out.write(f" c{j}: 0 zero\n{terms} = 0\n")
            out.write(" all: " + "\n".join(f" + l{i}" for i in range(self.n)) + f" = {self.unit}\nEnd\n")
