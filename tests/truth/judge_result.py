"""The numbers of a run as JSON gives them: train, show and trace have the same fields."""
from fractions import Fraction

import bounds
from exact import root
from facts import Weights
from judge_logistic import judge_logistic
from judge_svm import hard_margin, svm
from shown import plain

LINEAR = "linear"
SMALL = Fraction(1e-140)                       # squares of smaller numbers are lost
ROUNDING = Fraction(1, 10 ** 12)               # of shares, which are worked out in doubles
FIRST_MISTAKES = 100000                        # updates of first-mistake, when nobody says how many
GO_OVER_ROWS_AGAIN = ("svm", "hard-margin")   # when an epoch ends, whatever updates are allowed


def judge_result(judge, case, model, result):
    """`model`: what `show --json` said (kind, weights); `result`: the fields to judge, of any command."""
    f = case.facts
    judge.check(result.get("rows", f.n) == f.n, f"rows {result.get('rows')}", str(f.n))
    judge.check(result.get("features", f.d) == f.d, f"features {result.get('features')}", str(f.d))
    judge.check(result.get("learned_rows", f.n) == f.n, f"learned from {result.get('learned_rows')} rows", str(f.n))
    earlier = getattr(case, "earlier", 0)
    judge.check(result.get("earlier_rows", 0) == earlier, f"{result.get('earlier_rows')} earlier rows", str(earlier))
    weights = weights_of(case, model)
    if model["kind"] == LINEAR:
        if not (result["radius"] is None and f.radius.high < SMALL):
            judge.double("radius", result["radius"], f.radius)
        margins(judge, case, weights, result)
    errors(judge, weights, result)
    counts(judge, case, result)
    bound(judge, case, model, result)
    stop(judge, case, model, weights, result)
    objective(judge, case, weights, result)


def weights_of(case, model):
    if model["kind"] != LINEAR or model.get("weights") is None:
        return None
    return Weights(case.facts, model["weights"], model["bias"])


# ---- margins ----------------------------------------------------------------------------------------------

def margins(judge, case, weights, result):
    lower, upper = result["margin"]["lower"], result["margin"]["upper"]
    theorem_margin(judge, weights, lower)
    if upper is not None:
        judge.check(Fraction(upper) >= case.facts.best.low, f"best theorem margin at most {upper}", case.facts.best)
    distance(judge, weights, result.get("distance"))
    if result.get("distance_upper") is not None:
        best = root(case.facts.distance2)
        judge.at_least("best distance at most", result["distance_upper"], best)
    if result.get("functional_margin") is not None:
        judge.double("functional margin", result["functional_margin"], weights.least, weights.rounding())


def theorem_margin(judge, weights, value):
    """Of these weights; where it is above 0 it is a lower end too: no rounding may lift it."""
    truth = weights.margin
    if value is None or truth is None:
        return
    judge.double("theorem margin", value, truth, room_of(weights, weights.norm2))
    judge.check(value <= 0 or Fraction(value) <= truth.high, f"theorem margin at least {value}", truth)


def distance(judge, weights, value):
    truth = weights.distance
    if value is not None and truth is not None:
        judge.double("distance", value, truth, room_of(weights, weights.plain_norm2))


def room_of(weights, norm2):
    """What rounding of the products may do to a margin, and the care of who rounds it down by a bound of that."""
    if norm2 == 0:
        return 0
    return 100000 * weights.rounding() / root(norm2).low + abs(weights.least) / root(norm2).low / 10 ** 6


# ---- errors and counts --------------------------------------------------------------------------------------

def errors(judge, weights, result):
    given, rows = result["train_errors"], result.get("rows")
    if given is None:
        return
    if weights is not None:
        unsure = sum(0 < abs(p) <= weights.rounding() for p in weights.products)
        judge.check(abs(given - weights.errors) <= unsure, f"{given} rows are wrong", str(weights.errors))
    if rows:
        judge.double("train_error", result["train_error"], Fraction(given, rows))


def counts(judge, case, result):
    n, r = case.facts.n, result
    judge.check(r["mistakes"] >= 0 and r["updates"] >= 0, "counts")
    judge.check(r.get("running_rows", 0) == 0, f"scaled by {r.get('running_rows')} rows of a stream", "no stream here")
    if r["progressive_error"] is not None:
        judge.check(0 <= r["progressive_error"] <= 1, f"progressive error {r['progressive_error']}", "a share")
        if case.algorithm not in ("first-mistake", "mlp", "neighbours"):
            seen = getattr(case, "seen", r["epochs"] * n + r["stop"]["row"])
            judge.double("progressive error", r["progressive_error"], Fraction(r["mistakes"], seen) if seen else None)


# ---- the bound ----------------------------------------------------------------------------------------------

def bound(judge, case, model, result):
    given = result.get("bound")
    if given is None:
        return
    of, value = given["of"], given["value"]
    if of == "updates":
        judge.check(value == result["updates"], f"bounded value {value} {of}", str(result["updates"]))
    if of == "mistakes":
        judge.check(value == result["mistakes"], f"bounded value {value} {of}", str(result["mistakes"]))
    if of == "sum of steps" and value is not None:
        truth = case.sum_of_rates(result["updates"])
        judge.check(abs(value - truth) <= 1e-9 * truth, f"bounded value {value} {of}", str(truth))
    if model["kind"] != LINEAR:
        return
    if not case.facts.separable:
        judge.check(given["upper"] is None, f"bound {given['lower']} to {given['upper']} {of}",
                    "rows are not separable")
        return
    proved = bounds.for_case(case)
    truth = proved.get(of)
    if of in proved and truth is None:   # too far off to be worked out
        return
    if not judge.check(truth is not None, f"a bound on {of}: {given['formula']}", "no such theorem is known here"):
        return
    judge.check(value is None or Fraction(value) <= truth.high, f"{value} {of} against {given['formula']}", truth)
    judge.at_most(f"lower end of the bound on {of} ({given['formula']})", given["lower"], truth)
    judge.at_least(f"upper end of the bound on {of} ({given['formula']})", given["upper"], truth)


# ---- why it stopped -----------------------------------------------------------------------------------------

def stop(judge, case, model, weights, result):
    reason, f = result["stop"]["reason"], case.facts
    about = f"stopped: {reason}"
    last = result["stop"]["last_epoch_mistakes"]
    one_by_one = not f.binary and each_against_the_rest(case, weights)   # may err where all of them together do not
    judge.check(0 <= last <= result["mistakes"] and (reason != "separated" or last == 0 or one_by_one),
                f"{last} mistakes in the last epoch", f"{result['mistakes']} in all, {reason}")
    allowed = case.count("max-updates", FIRST_MISTAKES if case.algorithm == "first-mistake" else 0)
    if allowed and case.algorithm not in GO_OVER_ROWS_AGAIN:
        most = allowed * (1 if f.binary else len(model["classes"]))
        judge.check(result["updates"] <= most, f"{result['updates']} updates", f"{allowed} were allowed")
    if reason == "separated" and model["kind"] in (LINEAR, "votes"):
        if f.binary or not each_against_the_rest(case, weights):
            judge.check(f.separable, about, "the rows are not separable")
            if case.answers_with_last and weights is not None and model["kind"] == LINEAR:
                judge.check(weights.errors == 0, about, f"the weights have {weights.errors} rows wrong")
    elif reason == "not separable" and model["kind"] in (LINEAR, "votes"):
        judge.check(not f.separable, about, f"best theorem margin {plain(f.best)}")
    elif reason == "epochs" and case.algorithm != "first-mistake":
        judge.check(result["epochs"] == case.count("epochs", 100), about, f"after {result['epochs']} epochs")
    elif reason == "updates":
        exactly = case.algorithm not in GO_OVER_ROWS_AGAIN and case.facts.binary   # labels one by one count each
        judge.check(result["updates"] == allowed or (not exactly and result["updates"] > allowed > 0), about,
                    f"after {result['updates']} updates, {allowed} were allowed")
    elif reason == "margin reached":
        low, high = result["margin"]["lower"], result["margin"]["upper"]
        if case.free_bias:
            low, high = result["distance"], result["distance_upper"]
        judge.check(low is None or high is None or low >= (1 - float(case.gap)) * high * (1 - 1e-12),
                    about, f"{low} .. {high}")


def each_against_the_rest(case, weights):
    how = case.one_vs_rest
    return how if how is not None else case.algorithm not in (
        "perceptron", "averaged", "voted", "margin", "pa-1", "pa-2", "arow", "pdm")


# ---- the objective of svm, hard-margin and logistic, and its gap ----------------------------------------------

OBJECTIVES = {"svm": svm, "hard-margin": hard_margin}


def objective(judge, case, weights, result):
    """Of more than two labels the sum of all, each against the rest."""
    gap_is_a_share(judge, case, result)
    if result["objective"] is None or weights is None:
        return
    parts = [(case, weights)] if case.facts.binary else \
        [(part, Weights(part.facts, w, b)) for part, w, b in zip(case.each_against_the_rest, weights.w, weights.b)]
    if case.algorithm == "logistic":
        judge_logistic(judge, parts, result)
    else:
        judge_sum(judge, [OBJECTIVES[case.algorithm](*part) for part in parts], result)


def judge_sum(judge, parts, result):
    if not judge.check(None not in parts, f"objective {result['objective']}", "rows are on the wrong side"):
        return
    own, slack, least = (sum(part[i] for part in parts) for i in range(3))
    judge.double("objective", result["objective"], own, slack)
    if result["gap"] is not None:   # worked out in doubles
        judge.check((1 - Fraction(result["gap"])) * own * (1 - ROUNDING) <= least + slack,
                    f"no weights are lower by a share of {result['gap']}", 1 - least / own if own else 0)


def gap_is_a_share(judge, case, result):
    """Of the objective, which is never below 0; a run that ended because it closed has one within what was asked."""
    gap = result["gap"]
    if gap is None:
        return
    most = float(case.gap) if result["stop"]["reason"] == "duality gap closed" else 1
    judge.check(0 <= gap <= most * (1 + 1e-9), f"duality gap {gap}", f"0 to {most}")
