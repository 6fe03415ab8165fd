"""`perceptron explain`: the theorem in numbers, for the run of a model or for one of its own."""
from fractions import Fraction

import bounds
from exact import Between, root
from judge_certify import judge_direct
from judge_proof import judge_proof
from judge_result import room_of, weights_of


def judge_explain(judge, case, model, result):
    if case.facts.binary:
        judge_proof(judge, case, result)
    else:
        judge_direct(judge, case, result)
    run = result.get("run")
    if run is None or not case.facts.separable:
        return
    k = run["updates"]
    if model is not None:
        judge.check(k == model["updates"], f"k = {k} updates", str(model["updates"]))
        judge.check(run["epochs"] == model["epochs"], f"{run['epochs']} epochs", str(model["epochs"]))
    if run.get("theorem_applies"):
        theorem(judge, case, run, k)
    bound(judge, case, run.get("bound"), model)
    weights = weights_of(case, model) if model is not None else None
    if weights is not None:
        of_weights(judge, case, weights, run)


def theorem(judge, case, run, k):
    f = case.as_written
    r2 = f.radius2 * (1 if f.binary else 2)
    bound = r2 / f.best2
    judge.check(k <= bound, f"{k} updates of a run that the theorem is about", Between(bound))
    judge.check(run["share_of_bound"] is not None or bound > 10 ** 300, "no share of the bound", Between(bound))
    share = run["share_of_bound"]
    judge.check(share is None or Fraction(share) <= k / bound * (1 + Fraction(1, 10 ** 9)),
                f"share of the bound {run['share_of_bound']}", Between(k / bound))
    lemma1, lemma2 = run["lemma1"], run["lemma2"]
    judge.check(Fraction(lemma1["right"]) <= k * f.best.high * (1 + Fraction(1, 10 ** 9)), f"k gamma* = "
            f"{lemma1['right']}",
                k * f.best)
    judge.double("lemma 2, k R^2", lemma2["right"], k * r2, k * r2 / 10 ** 9)
    if lemma1["left"] is None:   # squares of the weights are lost
        return
    judge.check(lemma1["left"] >= lemma1["right"] * (1 - 1e-9), f"lemma 1: {lemma1['left']} >= {lemma1['right']}", "no")
    judge.check(lemma2["left"] <= lemma2["right"] * (1 + 1e-9), f"lemma 2: {lemma2['left']} <= {lemma2['right']}", "no")
    cosine = root(Fraction(k)) * f.best / root(r2)
    judge.check(Fraction(run["cosine_bound"]) <= cosine.high * (1 + Fraction(1, 10 ** 9)),
                f"cosine at least {run['cosine_bound']}", cosine)


def bound(judge, case, given, model):
    """What holds for the run of the model, for the margin that was proved."""
    if given is None or model is None:
        return
    own = model["bound"]
    judge.check(own is not None and given["of"] == own["of"] and given["value"] == own["value"],
                f"{given['value']} {given['of']}", str(own))
    proved = bounds.for_case(case)
    truth = proved.get(given["of"])
    if truth is not None and given["upper"] is not None:   # null: beyond all doubles
        judge.check(Fraction(given["upper"]) >= truth.low * (1 - Fraction(1, 10 ** 12)),
                    f"{given['of']} at most {given['formula']} <= {given['upper']}", truth)
    elif given["of"] not in proved:
        judge.check(False, f"a bound on {given['of']}", "no such theorem is known here")


def of_weights(judge, case, weights, run):
    length = weights.norm2 / (case.rate * case.rate)
    if run["lemma2"]["left"] is not None:
        judge.double("lemma 2, |w|^2", run["lemma2"]["left"], length, length / 10 ** 12)
    if run["lemma1"]["left"] is not None:
        judge.check(Fraction(run["lemma1"]["left"]) ** 2 <= length * (1 + Fraction(1, 10 ** 9)),
                    f"w*.w = {run['lemma1']['left']} of a w* of length 1", root(length))
    if run["cosine"] is not None:
        judge.check(abs(run["cosine"]) <= 1 + 1e-9, f"cosine {run['cosine']}", "at most 1")
    if run.get("distance") is not None and weights.distance is not None:
        judge.double("distance", run["distance"], weights.distance, room_of(weights, weights.plain_norm2))
    if run.get("margin") is not None and weights.margin is not None:
        judge.double("margin of the weights", run["margin"], weights.margin, room_of(weights, weights.norm2))
