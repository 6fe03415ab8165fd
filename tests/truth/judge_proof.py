"""Proofs: what `explain` and `certify` say of the rows themselves."""
from fractions import Fraction

from exact import dot, root


def judge_proof(judge, case, proof):
    """JSON's verdict, brackets of both margins, radius, bound, contradiction and boundary, of the decimals in the
    file."""
    judge_proof_of(judge, case.as_written, proof)
    lines(judge, case, proof)


def lines(judge, case, proof):
    """Rows stand one line each, below a header in CSV."""
    first = 0 if case.rows.libsvm else 1
    for row in proof["rows"]:
        judge.check(row["line"] == row["row"] + first, f"row {row['row']} in line {row['line']}",
                    str(row["row"] + first))


def judge_proof_of(judge, f, proof):
    judge.check(proof["values"] == "decimal", f"values {proof['values']}", "decimal")
    verdict = proof["verdict"]
    if verdict == "separable":
        judge.check(f.separable, "separable", "not separable")
    elif verdict == "not separable":
        judge.check(not f.separable, "not separable", f.best)
        contradiction(judge, f, [(row["row"] - 1, int(row["multiplier"])) for row in proof["rows"]])
    else:
        judge.does_not_know(f"verdict {verdict}")
        return
    brackets(judge, f, proof)
    boundary(judge, f, proof.get("boundary"))


def brackets(judge, f, proof):
    best, far = f.best, root(f.distance2)
    for name, truth in (("theorem", best), ("distance", far)):
        given = proof["margin"][name]
        judge.at_most(f"best {name}, lower end", given["lower"], truth)
        judge.at_least(f"best {name}, upper end", given["upper"], truth)
    judge.at_least("radius", proof["radius"], f.radius)
    judge.double("radius", proof["radius"], f.radius)
    if f.separable:
        bound = proof.get("k_max") or {"lower": None, "upper": None}
        truth = f.radius * f.radius / (best * best)
        judge.at_most("bound, lower end", bound["lower"], truth)
        judge.at_least("bound, upper end", bound["upper"], truth)


def contradiction(judge, f, rows):
    """Rows with the signs of their labels, each times a positive number, must add up to exactly zero."""
    judge.check(rows and all(times > 0 for _, times in rows), "a contradiction", f"of multipliers {rows}")
    total = [sum(times * f.sign[i] * f.full[i][j] for i, times in rows) for j in range(len(f.full[0]))]
    judge.check(not any(total), f"rows {[i + 1 for i, _ in rows]} add up to zero",
                str([float(v) for v in total]))


# ---- a hyperplane that has no row on the wrong side -----------------------------------------------------------

def boundary(judge, f, given):
    """`exists`: some w other than 0 has a.w >= 0 for every row; `forced`: so many rows lie on every such hyperplane."""
    if given is None or given.get("exists") is None or f.separable:
        return
    forced = forced_rows(f)
    exists = len(forced) < f.n
    judge.check(bool(given["exists"]) == exists, f"a hyperplane with no row on the wrong side: {given['exists']}",
                str(exists))
    if exists and given.get("forced") is not None:
        low, high = given["forced"]["at_least"], given["forced"]["at_most"]
        judge.check(low <= len(forced) and (high is None or len(forced) <= high),
                    f"{low} to {high} rows lie on every such hyperplane", str(len(forced)))


def forced_rows(f):
    """Rows whose product is 0 for every w with no product below 0: those that have a positive multiplier in some sum of
    rows that is zero. Row i has one exactly when -a_i lies in the cone of all rows."""
    signed = [[s * v for v in a] for s, a in zip(f.sign, f.full)]
    return [i for i, a in enumerate(signed) if in_cone(signed, [-v for v in a])]


def in_cone(vectors, target):
    """Whether target is a sum of vectors, each times a number >= 0: the first phase of the simplex method, in
    fractions,
    with Bland's rule, which never cycles."""
    m, n = len(target), len(vectors)
    signs = [-1 if t < 0 else 1 for t in target]
    rows = [[s * vectors[j][i] for j in range(n)] + [Fraction(i == k) for k in range(m)] + [s * target[i]]
            for i, s in enumerate(signs)]
    basis = [n + i for i in range(m)]
    cost = [-sum(rows[i][j] for i in range(m)) if j < n or j == n + m else Fraction(0) for j in range(n + m + 1)]
    while True:
        enter = next((j for j in range(n) if cost[j] < 0), None)
        if enter is None:
            return cost[-1] == 0
        ratios = [(row[-1] / row[enter], basis[i], i) for i, row in enumerate(rows) if row[enter] > 0]
        if not ratios:
            return cost[-1] == 0
        leave = min(ratios)[2]
        pivot = rows[leave][enter]
        rows[leave] = [v / pivot for v in rows[leave]]
        for i, row in enumerate(rows):
            if i != leave and row[enter] != 0:
                factor = row[enter]
                rows[i] = [v - factor * u for v, u in zip(row, rows[leave])]
        factor = cost[enter]
        cost = [v - factor * u for v, u in zip(cost, rows[leave])]
        basis[leave] = enter


def products(f, weights, bias):
    """a.w of every row, for weights with a bias."""
    return [s * (dot(weights, x) + bias) for s, x in zip(f.sign, f.x)]
