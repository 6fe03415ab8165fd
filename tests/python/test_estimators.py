"""What users of scikit-learn expect, and what others lack."""
import io
import os
import pickle

import joblib
import numpy as np
import pandas as pd
from scipy import sparse
from sklearn import linear_model
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import dump_svmlight_file, load_breast_cancer, load_digits, load_iris
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from support import command, command_model, example, quietly, refused, two_blobs

import perceptron
from perceptron import (ESTIMATORS, MLP, AveragedPerceptron, ConvergenceWarning, HardMarginSVM, KernelPerceptron,
                        LinearSVM, OptionError, PassiveAggressive, Perceptron, PocketPerceptron, VotedPerceptron, train)

ALGORITHMS = {"Perceptron": "perceptron", "AveragedPerceptron": "averaged", "VotedPerceptron": "voted",
              "PocketPerceptron": "pocket", "MarginPerceptron": "margin", "UnevenMarginPerceptron": "uneven",
              "PDM": "pdm", "PassiveAggressive": "pa-1", "AROW": "arow", "LinearSVM": "svm",
              "HardMarginSVM": "hard-margin", "KernelPerceptron": "kernel", "MLP": "mlp"}


def same_weights(X, y, epochs=10):
    ours = quietly(lambda: Perceptron(shuffle=False, max_iter=epochs, multi_class="one-vs-rest").fit(X, y))
    theirs = linear_model.Perceptron(shuffle=False, tol=None, max_iter=epochs).fit(X, y)
    assert ours.coef_.tobytes() == theirs.coef_.tobytes()
    assert ours.intercept_.tobytes() == theirs.intercept_.tobytes()
    assert (ours.predict(X) == theirs.predict(X)).all()


def test_weights_are_scikit_learns_to_the_last_bit_on_iris_wisconsin_and_digits():
    for load in (load_iris, load_breast_cancer, load_digits):
        same_weights(*load(return_X_y=True))
    X, y = load_digits(return_X_y=True)
    same_weights(X[y < 2].astype(np.float32), y[y < 2])
    dense, wide = (quietly(lambda: Perceptron(max_iter=3).fit(A, y)) for A in (X, sparse.csr_matrix(X)))
    assert dense.coef_.tobytes() == wide.coef_.tobytes()   # scikit-learn's own differ: its bias is slower there


CHOSEN = {"pa-1": ({"average": True}, ["--average"]), "pa-2": ({"average": True}, ["--average"]),   # by the command alone
          "kernel": ({"keeper": "average"}, [])}


def test_every_estimator_gives_the_bytes_of_the_commands_model():
    X, y = load_digits(return_X_y=True)
    separable = (y == 3) | (y == 5)
    for kind in ESTIMATORS:
        rows = separable if kind is HardMarginSVM else slice(0, 400)
        A, b = np.asarray(X[rows]), y[rows]
        frame = pd.DataFrame(A, columns=[f"p{i}" for i in range(A.shape[1])])
        frame.assign(label=b).to_csv("rows.csv", index=False)
        dump_svmlight_file(A, b, "rows.svm", zero_based=False)
        name = ALGORITHMS[kind.__name__]
        own, more = CHOSEN.get(name, ({}, []))
        words = ["--algorithm", name, "--epochs", "4", "--seed", "7", *more]
        fitted = quietly(lambda: kind(max_iter=4, random_state=7, **own).fit(frame, b))
        assert fitted.model_.to_bytes() == command_model("rows.csv", *words), kind
        wide = sparse.csr_matrix(A)
        if wide.getnnz(axis=0)[-1] > 0:   # a file's features end with the last one it has
            fitted = quietly(lambda: kind(max_iter=4, random_state=7, **own).fit(wide, b))
            assert fitted.model_.to_bytes() == command_model("rows.svm", *words), kind


def test_models_of_arrays_read_npy_files_and_those_of_files_predict_arrays():
    X, y = two_blobs()
    Perceptron().fit(X, y).save("ours.model")
    np.save("x.npy", X)
    shown = command("predict", "ours.model", "x.npy").split()
    assert shown == [str(label) for label in Perceptron().fit(X, y).predict(X)]
    np.save("y.npy", y)
    command("train", "x.npy", "--labels", "y.npy", "--algorithm", "perceptron", "-o", "theirs.model", "-q")
    loaded = Perceptron.load("theirs.model")
    assert (loaded.predict(X) == y).all() and loaded.classes_.tolist() == [0, 1]
    assert refused(OptionError, "trained by 'perceptron'", lambda: AveragedPerceptron.load("theirs.model"))


def test_options_of_estimators_are_those_of_the_command():
    frame = pd.read_csv(example("breast_cancer.csv")).rename(columns={"class": "label"})
    frame = frame[[*[c for c in frame.columns if c != "label"], "label"]]
    frame.to_csv("rows.csv", index=False)
    X, y = frame.drop(columns="label"), frame["label"]
    cases = [
        (PassiveAggressive(loss="squared_hinge", C=0.1, max_iter=3, scale="standard", class_weight="balanced",
                           average=True),
         ["--algorithm", "pa-2", "--average", "--C", "0.1", "--epochs", "3", "--scale", "standard", "--class-weight", "balanced"]),
        (AveragedPerceptron(early_stopping=True, validation_fraction=0.2, n_iter_no_change=2, calibrate="sigmoid",
                            max_iter=30),
         ["--algorithm", "averaged", "--holdout", "0.2", "--patience", "2", "--calibrate", "sigmoid", "--epochs", "30"]),
        (Perceptron(fit_intercept=False, shuffle=False, eta0=0.5, max_updates=50, class_weight={"malignant": 2.5}),
         ["--algorithm", "perceptron", "--no-bias", "--order", "given", "--rate", "0.5", "--max-updates", "50",
          "--class-weight", "malignant=2.5"]),
        (KernelPerceptron(kernel="poly", degree=2, gamma=0.001, max_iter=2, keeper="average"),
         ["--algorithm", "kernel", "--kernel", "polynomial", "--degree", "2", "--gamma", "0.001", "--epochs", "2"]),
        (MLP(hidden_layer_sizes=(8, 4), activation="logistic", max_iter=2, scale="minmax", solver="nesterov"),
         ["--algorithm", "mlp", "--hidden", "8,4", "--activation", "sigmoid", "--epochs", "2", "--scale", "minmax",
          "--optimizer", "nesterov"]),
        (LinearSVM(C=10.0, free_bias=True, gap=0.01, max_iter=20),
         ["--algorithm", "svm", "--C", "10", "--free-bias", "--gap", "0.01", "--epochs", "20"]),
    ]
    for estimator, words in cases:
        assert quietly(lambda: estimator.fit(X, y)).model_.to_bytes() == command_model("rows.csv", *words), words


def test_the_attributes_tell_why_it_stopped_and_what_is_known_of_the_margin():
    X, y = two_blobs(gap=4.0)
    fitted = Perceptron().fit(X, y)
    margin = fitted.margin_
    assert fitted.stop_reason_ == "separated" and "own side" in fitted.why_
    assert 0 < margin.lower <= margin.upper and margin.distance >= margin.lower
    products = (2 * y - 1) * fitted.decision_function(X)
    assert np.isclose(products.min() / np.linalg.norm(fitted.coef_), margin.distance)
    assert np.isclose(fitted.radius_, np.sqrt((X ** 2).sum(axis=1) + 1).max())
    history = fitted.history_
    assert len(history["epoch"]) == fitted.n_iter_ and history["updates"][-1] == fitted.updates_
    assert history["mistakes"][-1] == 0 and fitted.model_.result.seconds > 0


def test_a_budget_that_ran_out_warns_with_the_commands_sentence():
    import warnings
    X, y = two_blobs(gap=0.1)
    np.save("x.npy", X)
    np.save("y.npy", y)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        Perceptron(max_iter=3).fit(X, y)
    assert said[0].category is ConvergenceWarning and said[0].filename == __file__
    shown = command("train", "x.npy", "--labels", "y.npy", "--algorithm", "perceptron", "--epochs", "3",
                    "--no-diagnose")
    assert str(said[0].message) in shown.replace("\n", " ") and "epochs. The 3 epochs" in str(said[0].message)


def test_grid_search_pipelines_cross_validation_calibration_and_clones_work():
    X, y = load_breast_cancer(return_X_y=True)
    grid = GridSearchCV(PassiveAggressive(max_iter=5), {"C": [0.01, 0.1], "loss": ["hinge", "squared_hinge"]}, cv=3)
    pipe = make_pipeline(StandardScaler(), grid)
    assert quietly(lambda: pipe.fit(X, y)).score(X, y) > 0.95
    scores = quietly(lambda: cross_val_score(make_pipeline(StandardScaler(), AveragedPerceptron(max_iter=5)), X, y,
                                             cv=4, n_jobs=2))
    assert scores.min() > 0.9
    calibrated = quietly(lambda: CalibratedClassifierCV(Perceptron(max_iter=5), cv=3).fit(X, y))
    assert np.allclose(calibrated.predict_proba(X).sum(axis=1), 1)
    made = PassiveAggressive(C=0.3, random_state=5)
    assert clone(made).get_params() == made.get_params()
    assert "C=0.3" in repr(made)


def test_pickle_joblib_and_model_files_keep_everything():
    X, y = two_blobs(gap=0.5)
    for kind in ESTIMATORS:
        if kind is HardMarginSVM:
            continue
        fitted = quietly(lambda: kind(max_iter=3).fit(X, y))
        again = pickle.loads(pickle.dumps(fitted))
        stored = io.BytesIO()
        joblib.dump(fitted, stored)
        stored.seek(0)
        for other in (again, joblib.load(stored)):
            assert other.model_.to_bytes() == fitted.model_.to_bytes()
            assert (other.predict(X) == fitted.predict(X)).all() and other.get_params() == fitted.get_params()
            assert other.history_["mistakes"].tolist() == fitted.history_["mistakes"].tolist()
        fitted.save("one.model")
        loaded = kind.load("one.model")
        assert (loaded.predict(X) == fitted.predict(X)).all() and loaded.max_iter == 3


def test_partial_fit_takes_rows_piece_by_piece_and_classes_late():
    X, y = load_digits(return_X_y=True)
    whole = quietly(lambda: Perceptron(shuffle=False, max_iter=1).fit(X, y))
    pieces = Perceptron()
    for at in range(0, len(y), 100):
        pieces.partial_fit(X[at:at + 100], y[at:at + 100], classes=np.arange(10) if at == 0 else None)
        if at == 500:   # through a pickle in between
            pieces = pickle.loads(pickle.dumps(pieces))
    assert pieces.coef_.tobytes() == whole.coef_.tobytes()
    late = AveragedPerceptron().partial_fit(X[y < 3], y[y < 3]).partial_fit(X, y)
    assert late.classes_.tolist() == list(range(10)) and late.score(X, y) > 0.85
    on = quietly(lambda: Perceptron(max_iter=2).fit(X, y))
    before = on.updates_
    assert on.partial_fit(X[:200], y[:200]).updates_ >= before
    assert not hasattr(PocketPerceptron(), "partial_fit") and hasattr(Perceptron(), "partial_fit")
    refused(ValueError, "balanced", lambda: Perceptron(class_weight="balanced").partial_fit(X, y))


def test_warm_start_begins_with_the_last_weights():
    X, y = two_blobs(gap=0.3)
    one = quietly(lambda: Perceptron(max_iter=3, warm_start=True, shuffle=False).fit(X, y))
    cold = one.coef_.copy()
    quietly(lambda: one.set_params(max_iter=2).fit(X, y))
    five = quietly(lambda: Perceptron(max_iter=5, shuffle=False).fit(X, y))
    assert one.coef_.tobytes() == five.coef_.tobytes() != cold.tobytes()
    assert "warm_start" not in MLP().get_params()


def test_probabilities_are_there_where_they_are_calibrated():
    X, y = load_breast_cancer(return_X_y=True)
    fitted = quietly(lambda: AveragedPerceptron(calibrate="sigmoid", scale="standard").fit(X, y))
    shown = fitted.predict_proba(X)
    assert np.allclose(shown.sum(axis=1), 1) and ((shown[:, 1] > 0.5) == fitted.predict(X)).all()
    assert not hasattr(AveragedPerceptron(), "predict_proba")
    assert quietly(lambda: MLP(max_iter=2).fit(X, y)).predict_proba(X).shape == (len(y), 2)


def test_weights_of_rows_and_classes_count():
    X, y = two_blobs(gap=0.3)
    twice = quietly(lambda: Perceptron(shuffle=False, max_iter=3).fit(X, y, sample_weight=np.where(y == 1, 2.0, 1.0)))
    by_class = quietly(lambda: Perceptron(shuffle=False, max_iter=3, class_weight={1: 2.0}).fit(X, y))
    assert twice.coef_.tobytes() == by_class.coef_.tobytes()
    left_out = quietly(lambda: Perceptron(max_iter=3).fit(X, y, sample_weight=(np.arange(len(y)) < 150) * 1.0))
    alone = quietly(lambda: Perceptron(max_iter=3).fit(X[:150], y[:150]))
    assert left_out.coef_.tobytes() == alone.coef_.tobytes()
    heavy = quietly(lambda: Perceptron(class_weight={1: 1e7}, max_iter=500).fit(X, y))
    assert heavy.predict(X[y == 1]).all()
    commas = np.where(y == 1, "a,b", "c=d")
    named = quietly(lambda: Perceptron(shuffle=False, max_iter=3, class_weight={"a,b": 2.0}).fit(X, commas))
    assert np.allclose(abs(named.coef_), abs(by_class.coef_))


def test_labels_of_any_kind_keep_their_type_and_order():
    X, y = two_blobs(gap=3.0)
    for one, other in ((-1, 1), (0.0, 2.0), (False, True), ("no", "yes"), ("10", "9"), (7, 1000000)):
        labels = np.where(y == 1, other, one)
        fitted = Perceptron().fit(X, labels)
        assert fitted.classes_.tolist() == np.unique(labels).tolist()
        assert (fitted.predict(X) == labels).all() and fitted.predict(X).dtype == labels.dtype
        positive = labels == fitted.classes_[1]
        assert ((fitted.decision_function(X) > 0) == positive).all()
        assert ((X @ fitted.coef_[0] + fitted.intercept_[0] > 0) == positive).all()
    many = np.array(["2", "10", "1"])[np.arange(len(y)) % 3]
    fitted = quietly(lambda: Perceptron(max_iter=2).fit(X, many))
    scores = fitted.decision_function(X)
    assert np.allclose(scores, X @ fitted.coef_.T + fitted.intercept_)
    assert (fitted.classes_[scores.argmax(axis=1)] == fitted.predict(X)).all()
    refused(ValueError, "Unknown label type", lambda: Perceptron().fit(X, X[:, 0]))


def test_labels_that_the_engine_would_take_as_one_are_refused():
    X = np.eye(3)
    for labels in (["1", "01", "b"], ["1.0", "1", "1"], ["1e1", "10", "10"]):
        for work in (lambda: Perceptron().fit(X, labels), lambda: Perceptron().partial_fit(X, labels)):
            refused(OptionError, "is the same number as another one", work)
    refused(TypeError, "these are int and str", lambda: Perceptron().fit(X, np.array([1, "b", "c"], object)))
    more = Perceptron(class_weight={0: 2, 1: 1, 7: 3})   # than there are: no mistake, a part of the rows may lack some
    assert quietly(lambda: more.fit(X, [0, 1, 1])).n_iter_ > 0


def test_what_cannot_be_is_refused_with_a_sentence():
    X, y = two_blobs()
    refused(TypeError, "no parameter 'tol' (training ends when", lambda: Perceptron(tol=1e-3))
    refused(TypeError, "PassiveAggressive.__init__() takes 1 positional", lambda: PassiveAggressive(0.01))
    refused(OptionError, "class_weight names 7, which no row", lambda: Perceptron(class_weight={7: 2}).fit(X, y))
    refused(OptionError, "class_weight has 'balance'", lambda: Perceptron(class_weight="balance").fit(X, y))
    refused(OptionError, "calibrate is 'yes', wanted one of", lambda: Perceptron(calibrate=True).fit(X, y))
    refused(OptionError, "n_jobs is 'two', wanted", lambda: Perceptron(n_jobs="two").fit(X, y))
    refused(OptionError, "random_state is 1.5, wanted", lambda: Perceptron(random_state=1.5).fit(X, y))
    refused(OptionError, "there are perceptron, averaged", lambda: train(X, y, algorithm="perceptrons"))
    refused(OptionError, "C is -1, wanted", lambda: PassiveAggressive(C=-1).fit(X, y))
    refused(OptionError, "kernel is 'cubic', wanted", lambda: KernelPerceptron(kernel="cubic").fit(X, y))
    refused(OptionError, "intercept_scaling does nothing without fit_intercept",
            lambda: Perceptron(fit_intercept=False, intercept_scaling=2.0).fit(X, y))
    refused(NotFittedError, "not fitted yet", lambda: Perceptron().predict(X))
    refused(NotFittedError, "not fitted yet", lambda: VotedPerceptron().margin_)
    refused(ValueError, "1 class", lambda: Perceptron().fit(X, np.zeros(len(y))))
    refused(ValueError, "0 sample(s)", lambda: Perceptron().fit(X[:0], y[:0]))
    refused(ValueError, "inconsistent numbers", lambda: Perceptron().fit(X, y[:-1]))
    refused(ValueError, "expecting 5 features", lambda: Perceptron().fit(X, y).predict(X[:, :2]))
    refused(ValueError, "row 3", lambda: Perceptron().fit(np.where(np.arange(len(y))[:, None] == 2, np.nan, X), y))
    refused(ValueError, "row 1", lambda: Perceptron().fit(X, y).predict(np.full((2, 5), np.inf)))
    refused(PermissionError if os.getuid() else Exception, "", lambda: Perceptron().fit(X, y).save("/nowhere/at/all"))
    assert not hasattr(quietly(lambda: MLP(max_iter=1).fit(X, y)), "coef_")


def test_a_callback_sees_each_epoch_and_may_stop():
    X, y = two_blobs(gap=0.1)
    seen = []
    fitted = Perceptron(max_iter=50, callback=lambda p: (seen.append(p.epoch), p.epoch < 4)[1]).fit(X, y)
    assert seen == [1, 2, 3, 4] and fitted.stop_reason_ == "asked" and fitted.n_iter_ == 4

    def fails(progress):
        raise RuntimeError("of my own")
    refused(RuntimeError, "of my own", lambda: Perceptron(max_iter=50, callback=fails).fit(X, y))


def test_a_vote_that_was_asked_to_stop_is_not_judged_for_minutes():
    """Each row would meet every update that votes; where these are few, they are judged."""
    rng = np.random.default_rng(8)
    X, y = rng.random((3000, 4)), rng.integers(0, 2, 3000)
    for epochs, judged in ((20, True), (500, False)):
        fitted = perceptron.VotedPerceptron(max_iter=10 ** 6, callback=lambda p: p.epoch < epochs).fit(X, y)
        assert fitted.stop_reason_ == "asked" and fitted.n_iter_ == epochs
        assert (fitted.model_._result.train_errors < 2 ** 64 - 1) == judged


def test_the_version_is_the_engines():
    assert command("--version").split()[1] == perceptron.__version__
