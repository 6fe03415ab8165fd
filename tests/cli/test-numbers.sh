# What `test` counts, against scikit-learn: with ties in the scores, labels few and many, labels nobody has.
/usr/bin/python3 - <<'PYTHON'
import numpy
r = numpy.random.default_rng(3)
def write(name, x, y):
    with open(name, "w") as out:
        out.write("a,b,class\n" + "".join(f"{p},{q},{label}\n" for (p, q), label in zip(x, y)))
# Whole numbers: many scores are equal. Few positive rows, that overlap the others.
x = r.integers(-3, 4, size=(600, 2))
y = numpy.where(x.sum(axis=1) + r.integers(-4, 5, size=600) > 3, "yes", "no")
write("two.csv", x, y)
centres = r.integers(-6, 7, size=(12, 2))
labels = r.integers(0, 12, size=900)
write("many.csv", centres[labels] + r.integers(-3, 4, size=(900, 2)), [f"c{l:02d}" for l in labels])
PYTHON
{ head -1 many.csv; grep -v ',c0[4-9]$' many.csv | tail -n +2; } > some.csv

perceptron train two.csv --algorithm averaged --epochs 5 -q -o two.model
perceptron train many.csv --algorithm averaged --epochs 5 -q -o many.model
perceptron test two.model two.csv --json --curves --threshold-for precision=0.7 > two.json
for wish in recall=0.8 f1; do perceptron test two.model two.csv --json --threshold-for $wish > "${wish%=*}.json"; done
perceptron predict two.model two.csv --scores > two.scores
for set in many some; do
    perceptron test many.model $set.csv --json --top-k 3 > $set.json
    perceptron predict many.model $set.csv --scores > $set.scores
done
/usr/bin/python3 - <<'PYTHON' || fail 'not what scikit-learn says'
import json, warnings
import numpy
from sklearn import metrics as m
warnings.simplefilter("ignore")   # of labels that nobody has

def load(name):
    j = json.load(open(name + ".json"))
    truth = [line.rstrip().split(",")[-1] for line in open(name + ".csv")][1:]
    lines = [line.rstrip().split("\t") for line in open(name + ".scores")]
    return j, truth, [l[0] for l in lines], numpy.array([[float(v) for v in l[1:]] for l in lines])

def same(found, wanted, what):
    assert numpy.allclose(found, wanted, rtol=1e-12, atol=1e-14), (what, found, wanted)

for name in ("two", "many", "some"):
    j, truth, answers, scores = load(name)
    same(j["macro_f1"], m.f1_score(truth, answers, average="macro"), "macro F1")
    same(j["weighted_f1"], m.f1_score(truth, answers, average="weighted"), "weighted F1")
    same(j["balanced_accuracy"], m.balanced_accuracy_score(truth, answers), "balanced accuracy")

j, truth, answers, scores = load("two")
truth, s = numpy.array([t == "yes" for t in truth]), scores[:, 0]
assert len(set(s)) < 200, "the scores have no ties"
same(j["auc"], m.roc_auc_score(truth, s), "AUC")
same(j["average_precision"], m.average_precision_score(truth, s), "average precision")
fpr, tpr, at = m.roc_curve(truth, s, drop_intermediate=False)
c = j["curve"]
same(c["false_positive_rate"], fpr[1:], "fpr")
same(c["true_positive_rate"], tpr[1:], "tpr")
same(c["score"], at[1:], "thresholds")
precision, recall, at = m.precision_recall_curve(truth, s)
same(c["precision"][::-1], precision[:-1], "precision")
same(c["recall"][::-1], recall[:-1], "recall")

def at_threshold(name):
    p = json.load(open(name + ".json"))["threshold_for"]
    called = s > p["threshold"]
    same(p["precision"], m.precision_score(truth, called), name)
    same(p["recall"], m.recall_score(truth, called), name)
    same(p["f1"], m.f1_score(truth, called), name)
    assert p["reached"] and not (s == p["threshold"]).any(), p
    return p
all_f1 = [m.f1_score(truth, s >= t) for t in set(s)]
same(at_threshold("f1")["f1"], max(all_f1), "best F1")
same(at_threshold("two")["recall"], max(r for p, r in zip(precision[:-1], recall[:-1]) if p >= 0.7), "recall there")
same(at_threshold("recall")["precision"], max(p for p, r in zip(precision[:-1], recall[:-1]) if r >= 0.8), "precision there")

for name in ("many", "some"):
    j, truth, answers, scores = load(name)
    classes = j["classes"]
    # of equal scores the first label wins, where scikit-learn takes the last: so labels are handed over the other way round
    flipped = scores[:, ::-1]
    wanted = m.top_k_accuracy_score([len(classes) - 1 - classes.index(t) for t in truth], flipped, k=3,
                                    labels=list(range(len(classes))))
    same(j["top"]["accuracy"], wanted, "top 3")
    assert j["top"]["k"] == 3 and "curve" not in j
PYTHON
perceptron test many.model many.csv > words
grep -q '^  in the top .* among the 5 that score highest$' words
refuses 2 "perceptron: *--curves*--json*" perceptron test two.model two.csv --curves
refuses 2 "perceptron: a threshold parts two labels; the model has 12*" perceptron test many.model many.csv --threshold-for f1
refuses 2 "perceptron: threshold-for is 'precision=2', wanted *" perceptron test two.model two.csv --threshold-for precision=2
# Where nothing is so precise, the highest precision there is; and it says so.
perceptron test two.model two.csv --threshold-for precision=1 --json > p
json p 'j["threshold_for"]["reached"] == (j["threshold_for"]["precision"] >= 1)'
printf 'a,b,class\n1,1,no\n1,1,yes\n0,0,no\n' > tied.csv
perceptron test two.model tied.csv --threshold-for precision=0.9 > p
grep -q '^The threshold for precision=0.9: none gives it; ' p
