"""The sentences of train and show: why it stopped, and the numbers of a run."""
import re
from fractions import Fraction

from exact import root, shortest_norm2
from judge_result import SMALL, each_against_the_rest
from judge_scaling import differ, within
from sentences import Sentences
from shown import number
from text_margins import margins

run = Sentences()


class Run:
    """What a text is about: the case, the model as `show --json` gives it, its weights."""

    def __init__(self, case, model, weights, data):
        self.case, self.model, self.weights, self.data = case, model, weights, data
        self.facts = case.facts
        self.whole = case   # with the rows held out


def same_count(field):
    return lambda judge, about, text: judge.counted(field, text, about.model[field])


def same_number(field):
    """What JSON has too, where it is judged; null is a number beyond all."""
    return lambda judge, about, text: printed_field(judge, about, field, text)


def printed_field(judge, about, field, text):
    value = about.model[field]
    if value is None:
        judge.check(text in ("infinite", "unknown"), f"{field} {text}", "none")
    else:
        judge.printed(field, text, Fraction(value))


# ---- the head -------------------------------------------------------------------------------------------------

def whole(about):
    return getattr(about, "whole", about.case)


def shape(judge, about, rows, features):
    judge.counted("rows", rows, whole(about).facts.n)
    judge.counted("features", features, about.facts.d)


def trained_on(judge, about, rows, features):
    judge.counted("rows", rows, about.facts.n)
    judge.counted("features", features, about.facts.d)


def hold_out(judge, about, share, rows):
    judge.counted("rows held out", rows, about.model["holdout_rows"])
    judge.check(abs(number(share) - 100 * Fraction(about.model["holdout_error"])) <= Fraction(1, 199),
                f"hold-out error {share} %", str(about.model["holdout_error"]))


def label_counts(judge, about, text):
    for name, times in re.findall(r"'([^']*)' in ([\d,]+) rows?", text):
        judge.counted(f"rows of {name}", times, whole(about).rows.labels.count(name))


def positive(judge, about, name):
    judge.check(name == about.case.classes[1], f"a score above 0 means {name}", about.case.classes[1])


run.says(r"data COUNT rows?, COUNT features?, from \S+", shape)
run.says(r"labels ('[^']*' in [^(\n]*?)(?: \(column '[^']*'\))?(?=\n)", label_counts)
run.says(r"labels '[^\n]*")
run.says(r"sign a score above 0 means '([^']*)'(?: \(--positive LABEL turns it round\))?(?=\n)", positive)
DIFFER = r"features differ in scale: NUMBER for '([^']*)', NUMBER for '([^']*)'"
run.says(r"scaling standard(?: \(scaled but not centred: that would fill the sparse rows\))?, kept in the model; " +
         DIFFER,
         lambda judge, about, *words: differ(judge, whole(about).rows.written, *words))
run.says(r"scaling none: (?:ranges of numbers, and sizes of features,|sizes of features that 30 rows have, or all,) "
         r"are within a factor of (\d+) \(zeros apart\)",
         lambda judge, about, factor: within(judge, whole(about).rows.written, factor))
run.says(r"scaling (standard|none)(?=\n)",
         lambda judge, about, how: judge.check(about.model["scaling"] == how, f"scaling {how}", about.model["scaling"]))
run.says(r"(?:format|order|algorithm|parameters|resume|shards) [^\n]+")
run.says(r"(?:chosen )?--(\S+) (\S+): [^\n]*", lambda judge, about, option, value: judge.check(
    about.model["parameters"].get(option) == value, f"chosen --{option} {value}", about.model["parameters"].get(option)))
run.says(r"model (?:linear|votes|kernel|network|neighbours)[^\n]*")
run.says(r"trained on COUNT rows?, COUNT features? [^\n]*", trained_on)
run.says(r"hold-out error NUMBER % on COUNT rows? it did not learn from", hold_out)
run.says(r"best epoch COUNT the lowest hold-out (?:error|loss) was there", same_count("best_epoch"))
run.says(r"The model is in \S+\.(?=\n)")
run.says(r"time [\d.]+ s of training")


def bias(judge, about, text):
    own = about.model.get("bias")
    judge.printed("bias", text, Fraction(own if not isinstance(own, list) else own[0]))


run.says(r"bias none: the boundary passes through the origin",
         lambda judge, about: judge.check(about.case.constant == 0, "no bias", "there is one"))
run.says(r"made of [^\n]*")
run.says(r"probabilities [^\n]*")
run.says(r"bias NUMBER (?:added to every score|of '[^']*')(?:\n +NUMBER +of '[^']*')*",
         lambda judge, about, first, *_: bias(judge, about, first))


# ---- why it stopped -------------------------------------------------------------------------------------------

def last_weights_separate(judge, about, updates):
    judge.counted("updates", "0" if updates == "no" else updates, about.model["updates"])
    if about.model["kind"] not in ("linear", "votes"):
        return
    if about.facts.binary or not each_against_the_rest(about.case, about.weights):
        judge.check(about.facts.separable, "the last weights have every row on its own side", "rows are not separable")
    if about.weights is not None and about.case.answers_with_last and about.facts.binary:
        judge.check(about.weights.errors == 0, "the last weights have every row on its own side",
                    f"{about.weights.errors} are not")


def errors_of_kept(judge, about, text):
    judge.counted("errors", text, about.model["train_errors"])


def no_hyperplane(judge, about, how, updates):
    if updates is not None:
        judge.counted("updates", updates if updates != "no" else "0", about.model["updates"])
    if about.model["kind"] in ("linear", "votes") and about.facts.binary:
        judge.check(not about.facts.separable, "no weights have every row on its own side", about.facts.best)


def in_kernels_space(judge, about, low, high):
    """The best margin there is no less than that of the model's own f."""
    own = about.kernel_margin() if hasattr(about, "kernel_margin") else None
    if own is not None:
        judge.check((low is None or float(number(low)) <= own * (1 + 1e-6)) and float(number(high)) >= own * (1 - 1e-6),
                    f"best margin between {low} and {high}", f"the model's own is {own}")


def best_between(judge, about, what, low, high):
    if about.model["kind"] == "kernel":
        in_kernels_space(judge, about, low, high)
        return
    truth = root(about.facts.distance2) if what == "distance" else about.facts.best
    judge.check(number(low) <= truth.high and number(high) >= truth.low, f"best {what} between {low} and {high}", truth)


def step_at_most_eps(judge, about, text):
    judge.printed("step", text, Fraction(about.model["step_norm"]))
    judge.check(about.model["step_norm"] <= float(about.case.real("eps", 0)), f"step {text} no longer than eps",
                "longer")


def epochs_allowed(judge, about, text):
    judge.counted("epochs allowed", text, about.case.count("epochs", 100))


def updates_allowed(judge, about, epoch, made):
    stop = about.model["stop"]   # with the last row of an epoch, or in the midst of the next
    judge.counted("in epoch", epoch, stop["epoch"] + (stop["row"] > 0 or stop["epoch"] == 0))
    judge.counted("updates", made, about.model["updates"])


run.says(r"Stopped: [a-z -]+\. ")
run.says(r"A whole epoch went by without an update: after ([\d,]+) updates? the last weights have every row on "
         r"its own side\.",
         last_weights_separate)
run.says(r"A whole epoch went by without an update: the weights it began with have every row on its own side\.",
         lambda judge, about: last_weights_separate(judge, about, "no"))
run.says(r"A whole epoch went by without an update: after COUNT updates? the products of all rows came out above 0, "
         r"but not all are; the difference is lost in rounding\.",
         lambda judge, about, updates: judge.check(about.weights is None or about.weights.errors > 0,
                                                   "not all products are above 0", "all are"))
run.says(r"A whole epoch went by without an update: after (?:no|[\d,]+) updates? the products of all rows came out above "
         r"0; whether all are is lost in rounding\.",
         lambda judge, about: judge.check(about.model["margin"]["lower"] is None, "the margin is lost", "it is known"))
run.says(r"The weights the model keeps are not those last ones, and err on COUNT of the rows\.", errors_of_kept)
run.says(r"(The same weights came back|The step came out as exactly zero with mistakes left), so some rows, each "
         r"times a "
         r"positive number, add up to zero: no weights have every row on its own side\.(?: It would have gone "
         r"on for ever; "
         r"(no|[\d,]+) updates? (?:was|were) made\.)?", no_hyperplane)
run.says(r"The best (margin|distance) is known as closely as was asked: between NUMBER and NUMBER\.", best_between)
run.says(r"The bracket of the best margin is as close as was asked, but its ends are lost in rounding\.")
run.says(r"No step of the last epoch was longer than eps; the longest was NUMBER\.", step_at_most_eps)
run.says(r"No step of the last epoch was longer than eps\.")
run.says(r"The last step was no longer than eps, and changed the risk by no more than eps; the risk is NUMBER\.",
         same_number("risk"))
run.says(r"Even so, COUNT of the rows (?:is|are) still wrong\.", errors_of_kept)
run.says(r"The COUNT epochs? allowed (?:was|were) used up(?: before (?:an epoch without an update came|the "
         r"duality gap (?:of every label )?closed))?\.", epochs_allowed)
run.says(r"As many rows as the epochs allowed were visited before a pass without an update came\.")
run.says(r"The last epoch made (?:no mistakes?(?:, only updates)?|COUNT mistakes?)\.",
         lambda judge, about, text: judge.counted("mistakes of the last epoch", text or "0",
                                                  about.model["stop"]["last_epoch_mistakes"]))
run.says(r"The updates allowed were used up in epoch COUNT; COUNT updates? (?:was|were) made\.", updates_allowed)
run.says(r"The time allowed was used up after (?:no whole epoch|COUNT whole epochs?)\.",
         lambda judge, about, text: judge.counted("epochs", text or "0", about.model["epochs"]))
run.says(r"Either nothing sets them right, or what would is lost: products of values this small are 0, and --scale "
         r"minmax brings them near 1\.",
         lambda judge, about: judge.check(about.facts.radius.high < SMALL, "values this small", about.facts.radius))
run.says(r"Either nothing sets them right, or what would is lost in rounding: --scale standard brings values near 0, "
         r"where less is\.",
         lambda judge, about: judge.check(about.model["train_errors"] > 0, "rows are wrong", "none is"))
run.says(r"Every row is kept, and there are no weights to learn\.")
run.says(r"A whole epoch left every weight as it was, so that more epochs change nothing\.")
run.says(r"No step lowers the objective by what doubles can tell\.",
         lambda judge, about: judge.check(about.model["objective"] is not None, "there is an objective", "there is none"))


def gap(judge, about, text):
    """What the objective may be too high by: rounded, if at all, upwards."""
    own = about.model["gap"]
    if judge.check(own is not None and number(text) is not None, f"gap {text}", str(own)):
        low = own <= number(text) or own == float(number(text))   # digits that name the double, whatever its last bit
        judge.check(low and number(text) <= Fraction(own) * Fraction(1001, 1000), f"gap at most {text}", Fraction(own))


def objective_and_gap(judge, about, value, share):
    printed_field(judge, about, "objective", value)
    gap(judge, about, share)


run.says(r"The objective is NUMBER, and no weights at all reach one that is lower by more than a share of NUMBER\.",
         objective_and_gap)


# ---- the numbers ----------------------------------------------------------------------------------------------

def rows_of_streams(judge, about, rows, earlier):
    judge.counted("rows learned from", rows, about.facts.n)
    judge.counted("rows of earlier streams", earlier, about.facts.n - whole(about).facts.n)


def rows_wrong_when_they_came(judge, about, share):
    judge.check(abs(number(share) - 100 * Fraction(about.model["mistakes"], about.case.seen)) <= Fraction(1, 199),
                f"{share} % of the rows were wrong when they came", f"{about.model['mistakes']} of {about.case.seen}")


run.says(r"rows COUNT learned from in all, COUNT of them before this stream began", rows_of_streams)
run.says(r"epochs COUNT (?:whole passes over the rows|streams of rows that came to their end)", same_count("epochs"))
run.says(r"The stream came to its end after COUNT rows?\.",
         lambda judge, about, rows: judge.counted("rows of the stream", rows, about.facts.n))
run.says(r"progressive NUMBER % of the rows were wrong when they came, before learning from them",
         rows_wrong_when_they_came)
run.says(r"margins unknown they, and the training error, would need all rows once more",
         lambda judge, about: judge.check(about.model["train_errors"] is None, "the rows are gone", "they were judged"))
run.says(r"updates COUNT times the weights moved", same_count("updates"))
run.says(r"kept COUNT rows that vote", same_count("updates"))
run.says(r"mixed updates NUMBER each times its shard's share", same_number("mixed_updates"))
run.says(r"mistakes COUNT rows that were wrong when learning came to them(?:, ties taken for right)?",
            same_count("mistakes"))


def radius(judge, about, text):
    if text == "unknown":
        judge.check(about.facts.radius.high < SMALL, "R is too small to be squared", about.facts.radius)
    elif about.model["kind"] == "linear":
        judge.printed("R", text, about.facts.radius)


run.says(r"R NUMBER length of the longest row[^\n]*", radius)
run.says(r"training error NUMBER % COUNT of COUNT rows? wrong with (?:the weights kept|all rows voting, each on "
         r"itself too)",
         lambda judge, about, share, wrong, rows: (
             judge.counted("errors", wrong, about.model["train_errors"]), judge.counted("rows", rows, about.facts.n),
             judge.check(abs(number(share) - 100 * Fraction(about.model["train_errors"],
                         about.facts.n)) <= Fraction(1, 199),
                         f"error {share} %", str(about.model["train_errors"]))))


run.says(r"step NUMBER length of the last epoch's longest step",
         same_number("step_norm"))
run.says(r"risk unknown of more than two labels it is worked out for batches of all rows \(--batch-size 0\)",
         lambda judge, about: judge.check(not about.facts.binary and about.case.count("batch-size", 0) > 0,
                                          "no risk of many labels", "batches of all rows, or two labels"))
run.says(r"risk NUMBER [^\n]*", same_number("risk"))
OBJECTIVES = {"svm": "half the squared norm, plus C times what",
              "hard-margin": "half the squared norm of the weights, scaled",
              "logistic": "half the squared norm (l1: the sum of all |w|), plus C times the log loss"}


def objective(judge, about, value, words):
    printed_field(judge, about, "objective", value)
    judge.check(words.startswith(OBJECTIVES[about.case.algorithm]), f"objective: {words}", about.case.algorithm)


run.says(r"objective NUMBER ([^\n]*)", objective)
run.says(r"duality gap NUMBER share by which the objective may still be too high", gap)


# ---- what is known of the rows, and advice --------------------------------------------------------------------

def cannot_be_separated(judge, about, *_):
    judge.check(whole(about).as_written.best2 == 0, "these rows cannot be separated", whole(about).as_written.best)


def can_be_separated(judge, about, *_):
    judge.check(whole(about).as_written.best2 > 0, "these rows can be separated", "they cannot")


def same_question(judge, about, without, command=None):
    """A proof about boundaries through the origin, and the command that gives one."""
    judge.check((without is not None) == (about.case.constant == 0), f"separated{without or ''}", "the other question")
    if command is not None:
        judge.check(("--no-bias" in command) == (about.case.constant == 0), command, "proves something else")


def contradiction(judge, about, without, names, command):
    """The rows that are named, all of them where there are few, have a sum of zero with positive multipliers."""
    cannot_be_separated(judge, about)
    same_question(judge, about, without, command)
    f = whole(about).as_written
    named = [int(line) - (1 if about.case.rows.libsvm else 2) for line in re.findall(r":(\d+)", names)]
    if judge.check(all(0 <= i < f.n for i in named), f"rows {names}", f"{f.n} rows") and " more" not in names:
        vectors = [[f.sign[i] * v for v in f.full[i]] for i in named]
        judge.check(shortest_norm2(vectors) == 0, f"{names} contradict each other", "they do not")


def row_of_zeros(judge, about, without, name, command):
    cannot_be_separated(judge, about)
    same_question(judge, about, without, command)
    i = int(name.rsplit(":", 1)[1]) - (1 if about.case.rows.libsvm else 2)
    judge.check(not any(whole(about).as_written.full[i]), f"{name} is all zeros", "it is not")


ROWS = r"(?:These rows|All rows together, held-out ones included,)"
CERTIFY = r"('perceptron certify(?: --no-bias)?')"
run.says(ROWS + r" cannot be separated( without a bias)?: ([^\n]*) contradict each other\. That is proved, in "
         r"[\d.]+ s; " + CERTIFY + r" shows how\.", contradiction)
run.says(ROWS + r" cannot be separated( without a bias)?: (\S+) is all zeros\. That is proved, in [\d.]+ s; " +
         CERTIFY + r" shows how\.", row_of_zeros)
run.says(ROWS + r" can be separated: some weights have every row on its own side\. That is proved, in [\d.]+ s; " +
         CERTIFY + r" tells how wide the margin can be\.", lambda judge, about, command: (
             can_be_separated(judge, about),
             same_question(judge, about, " without a bias" if about.case.constant == 0 else None, command)))
TINY = 1e-140   # products of smaller values are lost


def tiny(about):
    columns = [max(abs(v) for v in column) for column in zip(*about.facts.x)]
    return any(0 < largest < TINY for largest in columns)


def longer(judge, about, *_):
    judge.check(not tiny(about), "more epochs, or another rule, would help", "products of the values are lost")


run.says(r"What to try next")
run.says(r"- since the rows can be separated, longer: [^\n]*",
         lambda judge, about: (can_be_separated(judge, about), longer(judge, about)))
run.says(r"- as far as the loss still falls, longer: [^\n]*",
         lambda judge, about: judge.check(about.model["kind"] == "network", "the loss falls", "it is no network"))
run.says(r"- to close the duality gap, longer: [^\n]*",
         lambda judge, about: judge.check(about.model["gap"] is not None and about.model["stop"]["reason"] != "duality "
                                          "gap closed", "the gap is open", f"it is {about.model['gap']}"))
run.says(r"- (?:if the rows can be separated at all, longer|fewer errors on new rows|the fewest errors on these "
         r"rows): [^\n]*", longer)
run.says(r"- products of values this small are lost, however many epochs there are: --scale minmax",
         lambda judge, about: judge.check(tiny(about), "values this small", "none is that small"))
run.says(r"- (?:a boundary that bends|a boundary that need not pass through the origin): [^\n]*", cannot_be_separated)


def contradicting_vectors(judge, about, count, verb):
    labels = {}
    for x, name in zip(about.facts.x, about.case.rows.labels):
        labels.setdefault(tuple(x), set()).add(name)
    judge.counted("vectors with more than one label", count, sum(len(names) > 1 for names in labels.values()))


run.says(r"- more epochs cannot end it: COUNT vectors? (carries|carry) more than one label, as in [^\n]*",
         contradicting_vectors)
run.says(r"- " + DIFFER + r": --scale standard",
         lambda judge, about, *words: differ(judge, whole(about).rows.written, *words))


run.known += margins.known
