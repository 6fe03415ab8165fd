"""Whether --scale auto scales, by the rule that docs/training.md gives, what is said of it, and what becomes of the
rows: (x - shift) * factor, as docs/export.md has it, with means and standard deviations of the rows learned from."""
import copy
from fractions import Fraction

from exact import root
from shown import number, rounds_to

TABLE, SPARSE = 10, 100   # how far features may be apart
SPARSE_ROWS = 30          # that show how far a feature of sparse rows reaches


def names(rows):
    return [str(j + 1) if rows.libsvm else f"x{j + 1}" for j in range(rows.features)]


def stored(rows, j):
    """In how many rows a sparse feature stands; a 0 that is written is not kept."""
    return sum(x[j] != 0 for x in rows.values)


def measures(rows):
    """[{feature: reach}]: ranges and sizes, without those that are 0."""
    columns = dict(zip(names(rows), zip(*rows.values)))
    if rows.libsvm:
        counts = dict(zip(columns, (stored(rows, j) for j in range(rows.features))))
        columns = {name: c for name, c in columns.items() if counts[name] in (len(c), *range(SPARSE_ROWS, len(c)))}
    sizes = {name: max(map(abs, c)) for name, c in columns.items() if any(c)}
    ranges = {name: max(c) - min(c) for name, c in columns.items() if max(c) > min(c)}
    return [sizes] if rows.libsvm else [ranges, sizes]


def far_apart(rows):
    """What differs too much, {feature: reach}; None: nothing."""
    apart = SPARSE if rows.libsvm else TABLE
    return next((m for m in measures(rows) if m and max(m.values()) > apart * min(m.values())), None)


def differ(judge, rows, low, small, high, large):
    """'features differ in scale: 0.5 for 'a', 51 for 'b''"""
    found = far_apart(rows)
    if judge.check(found is not None, f"features differ in scale: {low}, {high}", "not far apart"):
        for text, name, truth in ((low, small, min(found.values())), (high, large, max(found.values()))):
            judge.check(found.get(name) == truth and rounds_to(number(text), Fraction(truth)), f"{text} for '{name}'",
                        str(found))


def within(judge, rows, factor):
    judge.check(far_apart(rows) is None and int(factor) == (SPARSE if rows.libsvm else TABLE),
                f"within a factor of {factor}", str(far_apart(rows)))


def judge_scaling(judge, whole, model, features, checked):
    """All rows that were read say whether to scale and by what, those held out too. `checked`: what check says of the
    same file, None where it has other rows."""
    wanted = "standard" if far_apart(whole) else "none"
    judge.check(model["scaling"] == wanted, f"scaling {model['scaling']}", wanted)
    if checked is not None:
        advised = any("features differ in scale" in text for text in checked["advice"])
        judge.check(advised == (wanted == "standard"), f"check advises {'' if advised else 'no '}scaling", wanted)
    for feature, column in zip(features, zip(*whole.values)) if wanted == "standard" else ():
        one_feature(judge, whole, feature, [Fraction(v) for v in column])


def one_feature(judge, rows, feature, column):
    """Off by what sums of doubles are off by; a deviation that drowns in the mean is left alone."""
    n, mean = len(column), sum(column) / len(column)
    variance = sum((v - mean) ** 2 for v in column) / n
    size = max(map(abs, column))
    judge.check(("shift" in feature) != rows.libsvm, f"shift of {feature['name']}", "centred where it is no sparse row")
    if "shift" in feature:
        judge.double(f"mean of {feature['name']}", feature["shift"], mean, n * size / 2 ** 50)
    if variance == 0:
        judge.check(feature["factor"] == 1, f"factor {feature['factor']} of {feature['name']}", "it never changes")
    elif variance > (size / 10 ** 6) ** 2:
        judge.double(f"1 / sd of {feature['name']}", feature["factor"], 1 / root(variance),
                     1 / root(variance).low / 10 ** 9)


def scaled(rows, features):
    """The rows as training has them; `written` keeps those of the file, which proofs are about."""
    made = copy.copy(rows)
    made.written = rows
    made.values = [[(v - f.get("shift", 0.0)) * f["factor"] if v != 0 or not rows.libsvm else 0.0
                    for v, f in zip(row, features)] for row in rows.values]
    return made
