"""Arrays of every layout, frames, files; what is copied and what is not; threads and leaks."""
import base64
import gc
import gzip
import subprocess
import sys
import textwrap
import threading
import time
import tracemalloc

import numpy as np
import pandas as pd
from scipy import sparse
from support import LONG, command, command_model, example, quietly, refused, two_blobs

import perceptron
from perceptron import AveragedPerceptron, DataError, Dataset, FileError, Model, ModelError, Perceptron, train


def test_one_row_is_no_rows():
    assert repr(Dataset.from_arrays([[1.0]], ["a"])).startswith("<Dataset: 1 row, 1 feature, 1 class, ")
    assert repr(Dataset.from_arrays([[1.0], [2.0]], ["a", "b"])).startswith("<Dataset: 2 rows, 1 feature, 2 classes, ")


def test_every_layout_gives_the_same_model():
    X, y = two_blobs(300, 6, gap=0.5)
    X = X.round(1).astype(np.float32).astype(np.float64)   # what float32 holds, too
    first = quietly(lambda: Perceptron(max_iter=3).fit(X, y))
    np.save("x.npy", X)
    only_read = X.copy()
    only_read.flags.writeable = False
    big = np.zeros((600, 12))
    big[::2, ::2] = X
    wide = sparse.csr_matrix(X)
    longer = sparse.csr_matrix(X)
    longer.indices, longer.indptr = longer.indices.astype(np.int64), longer.indptr.astype(np.int64)
    unsorted = sparse.csr_matrix(X)
    for i in range(300):
        at = slice(unsorted.indptr[i], unsorted.indptr[i + 1])
        unsorted.indices[at], unsorted.data[at] = unsorted.indices[at][::-1].copy(), unsorted.data[at][::-1].copy()
    unsorted.has_sorted_indices = False
    stepped = sparse.csr_matrix(X)
    stepped.data, stepped.indices = np.repeat(stepped.data, 2)[::2], np.repeat(stepped.indices, 3)[::3]
    layouts = [X.astype(np.float32), np.asfortranarray(X), only_read, np.load("x.npy", mmap_mode="r"), big[::2, ::2],
               stepped, X[::-1][::-1], X.astype(">f8"), X.tolist(), wide, longer, unsorted, wide.tocsc(), wide.tocoo(),
               pd.DataFrame(X)]
    for layout in layouts:
        again = quietly(lambda: Perceptron(max_iter=3).fit(layout, y))
        assert again.coef_.tobytes() == first.coef_.tobytes(), type(layout)
        assert np.allclose(again.decision_function(layout), first.decision_function(X), rtol=0, atol=1e-10)
    small = (X > 0)
    for layout in (small, small.astype(np.uint8), sparse.csr_matrix(small), sparse.csr_matrix(small.astype(np.uint8))):
        again = quietly(lambda: Perceptron(max_iter=3).fit(layout, y))
        assert again.coef_.tobytes() == quietly(lambda: Perceptron(max_iter=3).fit(small * 1.0, y)).coef_.tobytes()


def copied(layout, y):
    """Bytes beyond the rows' own bookkeeping that Python allocates at most while fit runs; what the engine takes."""
    estimator = Perceptron(max_iter=1)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    quietly(lambda: estimator.fit(layout, y))
    quietly(lambda: estimator.decision_function(layout))
    peak = tracemalloc.get_traced_memory()[1] - before
    tracemalloc.stop()
    return peak


def test_nothing_is_copied_of_arrays_that_the_engine_reads_where_they_stand():
    n, d = 20000, 60
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(n, d)), rng.integers(0, 2, n)
    book = 40 * n                       # labels and their numbers, scores
    wide = sparse.random(n, 500, 0.1, "csr", random_state=0)
    for layout in (X, X.astype(np.float32), (X > 0), (X > 0).astype(np.uint8), wide):
        assert copied(layout, y) < book
    for layout in (np.asfortranarray(X), X[:, ::2], X.astype(np.int64), wide.tocsc()):
        once = n * d * 8 if not sparse.issparse(layout) else wide.data.nbytes + wide.indices.nbytes
        assert once / 3 < copied(layout, y) < 2.2 * once + book   # converted once for fit, once for the answers


def test_what_the_engine_allocates_in_fit_is_per_row_not_per_value():
    script = textwrap.dedent("""
        import sys, warnings, numpy as np
        warnings.simplefilter("ignore")
        from perceptron import Perceptron
        d = int(sys.argv[1])
        X, y = np.ones((60000, d)), np.arange(60000) % 2
        X[:, 0] = np.arange(60000)
        Perceptron(max_iter=1).fit(X[:1000], y[:1000])
        peak = lambda: int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
        before = peak()   # kB; a child does not inherit it
        Perceptron(max_iter=1).fit(X, y)
        print(peak() - before)
    """)
    extra = [int(subprocess.run([sys.executable, "-c", script, str(d)], check=True, capture_output=True, text=True).stdout)
             for d in (2, 200)]
    assert extra[1] < 60000 * 64 // 1024 + 3000, extra   # kB: 96,000 kB of values, and nothing of that


def test_of_a_sparse_matrix_the_engine_copies_only_indices_of_64_bits_and_offsets_of_32():
    script = textwrap.dedent("""
        import sys, warnings, numpy as np
        from scipy import sparse
        warnings.simplefilter("ignore")
        from perceptron import Perceptron
        n, each = 60000, 50
        at = (np.arange(each) * 100)[None, :] + (np.arange(n) % 100)[:, None]
        X = sparse.csr_matrix((np.ones(n * each), at.ravel(), np.arange(0, n * each + 1, each)), shape=(n, 100 * each))
        X.indices, X.indptr = X.indices.astype(sys.argv[1]), X.indptr.astype(sys.argv[2])
        y = np.arange(n) % 2
        Perceptron(max_iter=1).fit(X[:1000], y[:1000])
        peak = lambda: int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")   # the peak begins anew
        before = peak()
        Perceptron(max_iter=1).fit(X, y)
        print((peak() - before) * 1024 / n)
    """)
    for kinds, least, most in ((("int32", "int64"), 0, 60), (("int32", "int32"), 0, 70), (("int64", "int64"), 200, 270)):
        a_row = float(subprocess.run([sys.executable, "-c", script, *kinds], check=True, capture_output=True,
                                     text=True).stdout)
        assert least <= a_row < most, (kinds, a_row)   # bytes; the values of a row are 400, its indices 200 or 400


def test_frames_with_categories_go_by_the_engines_recipe():
    frame = pd.DataFrame({"colour": ["red", "blue", "red", "green", "blue", "green"] * 5,
                          "size": np.linspace(-1.5, 2, 30), "big": np.arange(30) % 2 == 0,
                          "kind": pd.Categorical([1, 2, 3] * 10)})
    y = np.where(frame["colour"] == "red", "stop", "go")
    fitted = Perceptron().fit(frame, y)
    assert (fitted.predict(frame) == y).all() and fitted.n_features_in_ == 4
    assert "colour=red" in fitted.model_.feature_names and "kind=2" in fitted.model_.feature_names
    assert fitted.feature_names_in_.tolist() == ["colour", "size", "big", "kind"]
    frame.assign(big=frame["big"] * 1, label=y).to_csv("rows.csv", index=False)
    assert fitted.model_.to_bytes() == command_model("rows.csv", "--one-hot", "1,4", "--label", "label",
                                                      "--algorithm", "perceptron")
    other = frame.assign(colour="violet")
    assert set(fitted.predict(other)) <= {"stop", "go"}   # never seen: it says nothing
    refused(ValueError, "must be a DataFrame", lambda: fitted.predict(np.zeros((2, 4))))
    refused(ValueError, "feature names should match", lambda: fitted.predict(frame.drop(columns="kind")))
    refused(DataError, "label", lambda: Perceptron().fit(frame.rename(columns={"kind": "label"}), y))


def test_texts_of_frames_stay_what_they_are():
    y = ["x", "y", "x", "y"]
    for one, other in ((" u", "u"), ("u;1", "v;2"), ('a"b', "c,\n"), ("NA", "?"), ("1", "2")):
        frame = pd.DataFrame({"a": [one, other] * 2, "n": np.arange(4.0)})
        fitted = Perceptron().fit(frame, y)
        assert fitted.model_.feature_names == ["n", f"a={one}", f"a={other}"] and fitted.predict(frame).tolist() == y
    assert Perceptron().fit(frame, [" x", "x"] * 2).predict(frame).tolist() == [" x", "x"] * 2
    numbered = pd.DataFrame([["u", 2], ["v", 1]] * 2)   # its columns are called 0 and 1
    assert Perceptron().fit(numbered, y).model_.feature_names == ["1", "0=u", "0=v"]


def test_weights_of_rows_go_with_categories():
    frame, y = pd.DataFrame({"a": list("uvuw") * 4, "n": np.arange(16.0) ** 2 % 7}), list("xyyx") * 4
    weight = 1 + np.arange(16) % 3
    fitted = quietly(lambda: Perceptron(max_iter=5).fit(frame, y, sample_weight=weight))
    frame.assign(label=y, weight=weight).to_csv("rows.csv", index=False)
    words = ["--one-hot", "1", "--label", "label", "--weight", "weight", "--algorithm", "perceptron", "--epochs", "5"]
    assert fitted.model_.to_bytes() == command_model("rows.csv", *words)
    assert len(fitted.predict(frame)) == 16
    refused(DataError, "called 'weight'", lambda: Perceptron().fit(frame.rename(columns={"n": "weight"}), y, weight))


def test_cells_that_a_frame_lacks_are_refused_with_row_and_column():
    frame, y = pd.DataFrame({"a": list("uvuv"), "n": np.arange(4.0)}), ["x", "y"] * 2
    for column, lacking in (("a", None), ("a", ""), ("n", np.nan), ("n", np.inf)):
        bad = frame.copy()
        bad.loc[2, column] = lacking
        for work in (lambda: Perceptron().fit(bad, y), lambda: Perceptron().fit(frame, y).predict(bad)):
            error = refused(DataError, f"row 3: column '{column}' is ", work)
            assert (error.line, error.column) == (3, 1 + (column == "n")) and "--" not in str(error)
    refused(DataError, "row 2: the label is empty", lambda: Perceptron().fit(frame, ["x", ""] * 2))
    refused(ValueError, "column 'd' has values of type datetime64", lambda: Perceptron().fit(
        frame.assign(d=pd.date_range("2020", periods=4)), y))
    refused(ValueError, "row 2: value nan", lambda: Perceptron().fit(
        pd.DataFrame({"a": pd.array([1, None, 3, 4], "Int64")}), y))
    assert Perceptron().fit(pd.DataFrame({"a": pd.array([1, 2, 1, 2], "Int64")}), y).coef_.shape == (1, 1)


def test_sparse_matrices_that_contradict_themselves_are_refused_before_scipy_trusts_them():
    for offsets in ([0, 2, 1, 3], [0, 1, 2, 300], [0, 1], [-1, 1, 2, 3]):
        wrong = sparse.csr_matrix(np.eye(3))
        wrong.indptr = np.array(offsets, np.int32)
        refused(perceptron.OptionError, "offsets", lambda: Perceptron().fit(wrong, [0, 1, 0]))
    for index in (9, -1):
        wrong = sparse.csr_matrix(np.eye(3))
        wrong.indices = np.array([0, 1, index], np.int32)
        refused(perceptron.OptionError, "beyond the 3 features", lambda: Perceptron().fit(wrong, [0, 1, 0]))
    lies = sparse.csr_matrix((np.arange(1.0, 5.0), np.array([1, 1, 0, 2]), np.array([0, 3, 4])), shape=(2, 3))
    lies.has_sorted_indices = lies.has_canonical_format = True
    assert Perceptron().fit(lies, [0, 1]).coef_.tobytes() == Perceptron().fit(lies.toarray(), [0, 1]).coef_.tobytes()


def test_files_become_the_commands_model_and_predictions():
    with open(example("iris.csv"), "rb") as plain, gzip.open("iris.csv.gz", "wb") as packed:
        packed.write(plain.read())
    set = Dataset.load("iris.csv.gz", positive="setosa")
    assert len(set) == 150 and set.facts.features == 4 and set.classes[1] == "setosa"
    model = train(set, algorithm="averaged", epochs=7)
    words = ["--positive", "setosa", "--algorithm", "averaged", "--epochs", "7"]
    assert model.to_bytes() != b"" and model.weights.shape == (1, 4)
    command("train", "iris.csv.gz", *words, "-q", "-o", "c.model")
    theirs = Model.load("c.model")
    assert (theirs.weights == model.weights).all() and theirs.why == model.why
    assert theirs.predict_file(example("iris.csv")) == command("predict", "c.model", example("iris.csv")).split()
    scores = theirs.predict_file(example("iris.csv"), scores=True)
    assert scores.shape == (150, 1) and ((scores[:, 0] > 0) == (np.array(theirs.predict_file(example("iris.csv")))
                                                                == "setosa")).all()
    judged = theirs.evaluate(Dataset.load(example("iris.csv"), model=theirs))
    assert judged.rows == 150 and judged.errors == round(judged.error * 150)
    assert "iris" not in theirs.export("json") and set.check().duplicates >= 0
    set2 = Dataset.load(example("iris.csv"), positive="setosa")
    more = quietly(lambda: train(set2, epochs=1, resume=quietly(lambda: train(set2, epochs=1))))
    assert more.result.epochs == 1   # the budget is used up already
    assert quietly(lambda: train(set2, epochs=2, start=more)).result.epochs >= 1


def test_bad_files_are_refused_with_a_place():
    with open("bad.csv", "w") as file:
        file.write("a,b,label\n1,2,x\n1,oops,y\n")
    error = refused(DataError, "bad.csv:3:3", lambda: Dataset.load("bad.csv"))
    assert (error.file, error.line, error.column) == ("bad.csv", 3, 3) and isinstance(error, perceptron.PerceptronError)
    refused(FileError, "nothing.csv", lambda: Dataset.load("nothing.csv"))
    refused(ModelError, "", lambda: Model.from_bytes(b"no model at all"))
    refused(perceptron.OptionError, "no option 'epoch'", lambda: train(np.eye(2), [0, 1], epoch=3))
    refused(perceptron.OptionError, "settled when", lambda: train(Dataset.load(example("iris.csv")), scale="unit"))


def test_pages_show_the_run_and_the_model():
    X, y = two_blobs(gap=3.0)
    fitted = Perceptron(record=True).fit(X, y)
    page = fitted.report()
    page.save("page.html")
    with open("page.html", encoding="utf-8") as file:
        assert file.read() == page.html
    assert "<svg" in page.html and fitted.stop_reason_ in page.html and len(page.pictures) > 3
    assert page._repr_html_().startswith("<iframe srcdoc=")
    shown = page.pictures["plane"]._repr_html_()   # as an image: nbconvert and others clean SVG of all it draws
    assert base64.b64decode(shown.split('base64,')[1].split('"')[0]).decode() == page.pictures["plane"]
    assert 'alt="The rows and the boundary"' in shown
    judged = Perceptron().fit(X, y).report(X, y)
    assert "<svg" in judged.html and judged.html != page.html
    again = __import__("pickle").loads(__import__("pickle").dumps(fitted))
    assert again.report().html == page.html


def test_many_fits_leave_nothing_behind():
    X, y = two_blobs(30, 4)
    status = "/proc/self/statm"

    def pages():
        with open(status) as file:
            return int(file.read().split()[1])
    rounds = 10000 if LONG else 1500

    def work():
        fitted = Perceptron(max_iter=5).fit(X, y)
        fitted.predict(X)
        AveragedPerceptron().partial_fit(X, y)
        for bad in (lambda: Perceptron().fit(X[:0], y[:0]), lambda: Perceptron(eta0=-1.0).fit(X, y)):
            refused(ValueError, "", bad)
    for _ in range(300):
        quietly(work)
    gc.collect()
    before = pages()
    for _ in range(rounds):
        quietly(work)
    gc.collect()
    assert pages() - before < 500, (before, pages())   # two megabytes; a leak of one array a round would be more


def test_two_threads_fit_at_once():
    X, y = two_blobs(20000, 60, gap=0.05)
    ticks, over = [], threading.Event()

    def fit():
        quietly(lambda: Perceptron(max_iter=40, n_jobs=1).fit(X, y))
        over.set()
    # While the engine learns, another thread runs Python and fits, too: the lock is not held.
    worker = threading.Thread(target=fit)
    worker.start()
    small, labels = two_blobs(50, 3)
    while not over.is_set():
        quietly(lambda: Perceptron(max_iter=2).fit(small, labels))
        ticks.append(time.monotonic())
    worker.join()
    assert len(ticks) > 10


def test_ctrl_c_stops_and_keeps_the_model():
    script = textwrap.dedent("""
        import os, signal, threading, numpy as np
        from perceptron import Perceptron
        rng = np.random.default_rng(0)
        X, y = rng.normal(size=(50000, 50)), rng.integers(0, 2, 50000)
        signal.signal(signal.SIGINT, signal.default_int_handler)   # a shell's jobs in the background ignore it
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        fitted = Perceptron(max_iter=1000000)
        try:
            fitted.fit(X, y)
        except KeyboardInterrupt:
            print(fitted.stop_reason_, fitted.predict(X).shape, fitted.updates_ > 0)
    """)
    shown = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=60)
    assert shown.stdout.split() == ["asked", "(50000,)", "True"]
    assert shown.stderr == ""   # nothing of a callback in which it came


def test_verbose_shows_progress():
    script = "from perceptron import Perceptron; import numpy as np; " \
             "Perceptron(max_iter=3, verbose=True).fit(np.arange(40.).reshape(20, 2), np.arange(20) % 2)"
    shown = subprocess.run([sys.executable, "-W", "ignore", "-c", script], check=True, capture_output=True, text=True)
    assert "Perceptron" in shown.stderr and "3/3" in shown.stderr and "mistakes" in shown.stderr
    without = subprocess.run([sys.executable, "-W", "ignore", "-c", "import sys; sys.modules['tqdm'] = None; " + script],
                             check=True, capture_output=True, text=True)
    assert "Perceptron: 3 of 3" in without.stderr
