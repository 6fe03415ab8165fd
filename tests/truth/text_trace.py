"""The table that trace prints, against its JSON, and the sentences below it."""
import re
from fractions import Fraction

from judge_trace import last_weights
from sentences import Sentences
from shown import number, rounds_to
from text_run import run

trace = Sentences()
KEYS = {"epoch": ("epoch",), "row": ("row",), "x": ("x",), "y": ("y",), "y(w.x+b)": ("product",),
            "y score": ("product",),
        "verdict": ("verdict",), "alpha": ("alpha",), "step": ("step",), "keep": ("keep",), "w": ("w",), "b": ("b",),
        "mass": ("mass",), "bracket of gamma*": ("margin_lower", "margin_upper")}


class Traced:
    """A trace's text: the run it is about, and the same trace as JSON."""

    def __init__(self, case, result, weights=True):
        self.case, self.result, self.facts = case, result, case.facts
        steps = result["steps"]
        self.weights = last_weights(case.facts, result) if weights else None
        self.model = {**result, "kind": "linear" if steps and steps[-1]["w"] else "kernel"}   # what stopping looks at


def table(judge, about, text):
    """Every cell of the table is the number that JSON has, rounded to four digits or exact."""
    lines = [line for line in text.splitlines() if line.strip()]
    heads = re.split(r"  +", lines[0].strip())
    heads[4:5] = ["y(w.x+b)", "verdict"]   # the product has other names where there is no bias, or no w
    keys = [("margin_lower",) if h in ("theorem margin", "margin") else KEYS.get(h) or (("lemma1", "lemma1_bound")
                if ">=" in h else ("lemma2", "lemma2_bound")) for h in heads]
    steps = about.result["steps"]
    judge.check(len(lines) - 1 == len(steps), f"{len(lines) - 1} lines", f"{len(steps)} steps")
    for line, step in zip(lines[1:], steps):
        cells = re.split(r"  +", line.strip())
        if not judge.check(len(cells) == len(keys), f"columns of: {line}", str(heads)):
            continue
        for cell, names in zip(cells, keys):
            parts = re.split(r" (?:\.\.|>=|<=) ", cell) if len(names) == 2 else [cell]
            for part, name in zip(parts, names):
                same_cell(judge, part, name, step)


def same_cell(judge, text, name, step):
    if name == "verdict":
        truth = "mistake" if step["mistake"] else "update" if step["update"] else "right"
        truth += ", step" if step.get("batch_step") else ""
        judge.check(text == truth, f"row {step['row']} {text}", truth)
        return
    value = step[name]
    if isinstance(value, list):
        shown = re.sub(r", \.\.\. \d+ more", "", text.strip("()")).split(", ")
        judge.check(len(shown) <= len(value) and all(same(t, v) for t, v in zip(shown, value)), f"{name} {text}",
                    str(value))
    else:
        judge.check(same(text, value), f"{name} {text} of row {step['row']}", str(value))


def same(text, value):
    if value is None:
        return text == "-"
    if isinstance(value, str):
        return text == value
    shown = number(text.lstrip("+"))
    return shown is not None and rounds_to(shown, Fraction(value))


def reference(name):
    return lambda judge, about, text: judge.check(same(" ".join(text.split()), about.result["reference"][name]),
                f"{name} {text}",
                                                  str(about.result["reference"][name]))


EXACT = r"(-?[\w/().+-]*\d\)?(?:\s\+\s-?[\w/().]+\))?)"
trace.says(r"Rows (?:in the order of the file(?: \(train shuffles them anew each epoch unless told "
           r"otherwise\))?|shuffled[^\n]*|in "
           r"the order of '[^\n]*|[^\n]*)\.(?=\n)")
trace.known.append((re.compile(r"(epoch  row  x .*?\n)(?=[A-Za-z(])", re.S), table))
trace.known += run.known
trace.says(r"mass: the sum of the steps(?:, each taken when its batch ends)?(?:; squares: the sum of their "
           r"squares(?:, the steps of a "
           r"batch counting as one)?)?\.")
trace.says(r"Every step is s = " + EXACT + r" long\.", reference("longest_step"))
trace.says(r"The weights become keep w \+ step y x; mass: the sum of the steps, each times the keeps since\.")
trace.says(r"alpha: what the row counts for after its line, and step by how much that changed: w is the sum of "
           r"alpha_i y_i x_i\."
           r"(?: After each epoch the rows whose alpha is not at an end of its range are gone over again, which "
           r"has no lines here: "
           r"alpha and w may change from one epoch to the next\.)?")
trace.says(r"alpha: what the row counts for after its line\. The score of a row x is the sum over all rows i of "
           r"alpha_i y_i k\(x_i, "
           r"x\), k being the kernel(?: plus 1, the bias| plus the squared bias-scale)?: weights w = sum of "
           r"alpha_i y_i x_i in the kernel's space\.")


trace.says(r"w\* are the last weights of the run, which separate the rows: the least product is gamma = " + EXACT
            + r",",
           reference("gamma"))
trace.says(r"\|w\*\|\^2 = " + EXACT + r",", reference("norm2"))
trace.says(r"R\^2 = " + EXACT + r"[.;]", reference("radius2"))
trace.says(r"w0 are the weights it began with, \|w0\|\^2 = " + EXACT + r"[.;]", reference("start_norm2"))
trace.says(r"tau = " + EXACT + r"\.", reference("threshold"))
trace.says(r"The longest step(?: of a batch)? was s = " + EXACT + r"\.", reference("longest_step"))
BOUND = r"(?:\((?:s )?R\^2 \+ 2 tau(?:/s)?\)|(?:s )?R\^2) \|w\*\|\^2/gamma\^2" \
        r"(?: \+ 2 \|w0\| \|w\*\|/(?:gamma|\(s gamma\)))? = "
trace.says(r"So the steps add up to no more than " + BOUND + EXACT + r";", reference("mass_bound"))
trace.says(r"they add up to " + EXACT + r"\.", reference("mass"))
trace.says(r"So (?:gamma k <= w\*\.w <= \|w\*\| \|w\| <= \|w\*\| R sqrt\(k\), and )?no order of the rows makes "
           r"more than " + BOUND + EXACT + r" updates?;", reference("bound"))
trace.says(r"this one made COUNT\.", lambda judge, about, text: judge.counted("updates", text, about.result["updates"]))


def final_alphas(judge, about, text):
    listed = {int(row): value for value, row in re.findall(r"(\S+) of row (\d+)", text)}
    for i, alpha in enumerate(about.result["alphas"]):
        if alpha != 0:
            judge.check(i + 1 in listed and same(listed[i + 1], alpha), f"alpha of row {i + 1}", str(alpha))
        else:
            judge.check(i + 1 not in listed, f"alpha of row {i + 1} is listed", "0")


trace.says(r"In the end alpha is ([^\n]*?(?:\n[^\n]*?)*?)\.(?=\n)", final_alphas)


def zero_sum(judge, about, text):
    """0 = 1 * (+1) * (1, 1) + 2 * (-1) * (1, 2)"""
    terms = re.findall(r"(\d+) \* \(([+-])1\) \* \(([^)]*)\)", text)
    times = {one["row"]: one["times"] for one in about.result["contradiction"]}
    judge.check([int(t) for t, _, _ in terms] == list(times.values()), f"0 = {text}", str(times))


trace.says(r"The weights after epoch \d+, row \d+ are those (?:after epoch \d+, row \d+|it began with) again: the "
           r"updates in between "
           r"add up to zero, 0 = ((?:[^\n]|\n(?=  ))*?),(?: and the signs add up to zero too,)? so no weights "
           r"have every row on its own "
           r"side\.", zero_sum)
trace.says(r"Epoch \d+, row \d+: the exact product is [^\n]*, but the run itself works with rounded numbers, had "
           r"[^\n]*, and (?:learned "
           r"from the row|left the row alone)\. The table follows the run\.")
