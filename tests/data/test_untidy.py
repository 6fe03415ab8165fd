"""A person with an untidy file types `check`, pastes the line it gives, and has a model as good as one that was made by hand
with scikit-learn: the same learner, the same rows held out, a pipeline for every column."""
import json
import shlex

import numpy
import pandas
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_digits
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import LinearSVC

import command
from untidy import untidy


def pasted(path):
    """The line that `check` gives, run as it is but for what lists the rows held out."""
    found = json.loads(command.perceptron("check", path, "--json"))
    words = shlex.split(found["command"])
    assert words[:2] == ["perceptron", "train"], words
    words[words.index("-o") + 1] = command.temporary("model")
    report = json.loads(command.perceptron(*words[1:], "--holdout-rows", command.temporary("held-out"), "--json"))
    with open(command.temporary("held-out"), encoding="utf-8") as file:
        held_out = [int(line.split("\t")[0]) - 1 for line in file]
    return found, report, held_out


def by_hand(path, held_out):
    """The hold-out error of a pipeline that somebody who knows the file would write."""
    table = pandas.read_csv(path, sep=";", decimal=",", comment="#", encoding="utf-8-sig", na_values=["-", "n.a."])
    y = table["wanted"] == "yes"
    table["seen on"] = (pandas.to_datetime(table["seen on"], format="%d.%m.%Y") - pandas.Timestamp("1970-01-01")).dt.days
    table["kept"] = table["kept"].astype(float)
    x = table.drop(columns=["id", "remark", "wanted"])
    numbers = [name for name in x.columns if name != "place"]
    learner = make_pipeline(
        ColumnTransformer([("numbers", make_pipeline(SimpleImputer(), StandardScaler()), numbers),
                           ("words", OneHotEncoder(handle_unknown="ignore"), ["place"])]),
        LinearSVC(loss="hinge", C=1, tol=1e-6, max_iter=200000, random_state=0))
    test = numpy.zeros(len(table), dtype=bool)
    test[held_out] = True
    learner.fit(x[~test], y[~test])
    return float((learner.predict(x[test]) != y[test]).mean())


def agree(name, label, yes, source=None):
    path = command.temporary("untidy.csv")
    untidy(source or command.data("csv", name), label, yes, path)
    found, report, held_out = pasted(path)
    options = {item["option"]: item["value"] for item in found["options"]}
    assert options["label"] == "wanted" and options["decimal"] == "," and options["delimiter"] == "semicolon", options
    assert options["ignore"] == "id,remark" and options["one-hot"] == "place" and options["dates"] == "seen on", options
    assert options["missing"] == "mean" and options["scale"] == "standard" and options["algorithm"] == "svm", options
    assert options.get("na", "n.a.") == "n.a." and all(item["why"] for item in found["options"]), options
    ours, theirs = report["holdout_error"], by_hand(path, held_out)
    print(f"        {name}: {100 * ours:.2f} % of {len(held_out)} rows held out, by hand {100 * theirs:.2f} %")
    assert abs(ours - theirs) <= 0.01, (ours, theirs)


def test_an_untidy_breast_cancer_file_is_learned_as_by_hand():
    agree("breast_cancer.csv", "class", "malignant")


def test_an_untidy_diabetes_file_is_learned_as_by_hand():
    agree("pima-indians-diabetes.csv", "9", "1")


def test_an_untidy_file_of_digits_is_learned_as_by_hand():
    digits = load_digits(as_frame=True).frame
    digits.to_csv(command.temporary("digits.csv"), index=False)
    agree("digits (8 or another)", "target", "8", command.temporary("digits.csv"))


def test_an_untidy_banknote_file_is_learned_as_by_hand():
    agree("data_banknote_authentication.txt", "5", "1")


def test_an_untidy_spam_file_is_learned_as_by_hand():
    agree("spam.csv", "type", "spam")
