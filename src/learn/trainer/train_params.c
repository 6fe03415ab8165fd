/* The parameters of training that every learner shares. */
#include "learn/learner.h"
#include "model/calibration.h"

const struct pt_param pt_train_params[] = {
    {"algorithm", PT_TEXT, "perceptron", 0, 0, "", "NAME", "how to learn; 'list' prints them all"},
    {"epochs", PT_COUNT, "100", 0, 1e15, "", "N",
     "passes over the rows at most; 0: no limit (first-mistake: none unless given; kernel: fewer of more "
     "than 2,000 rows, 20 at least)"},
    {"max-updates", PT_COUNT, "0", 0, 1e18, "", "K",
     "updates of the weights at most, of each label's where it learns against the rest; 0: no limit (first-mistake: "
     "100000 unless given; svm, hard-margin: some more where an epoch ends by going over rows again)"},
    {"time", PT_REAL, "0", 0, 1e9, "", "SECONDS", "time to train at most; 0: no limit"},
    {"order", PT_FILE, "each", 0, 0, "given|once|each", "ORDER",
     "given, once (shuffled once), each (anew each epoch), or a file of row numbers (first-mistake: given "
     "unless told)"},
    {"start", PT_FILE, "zero", 0, 0, "zero|ones|random", "START", "zero, ones, random, or a model to start from"},
    {"rate", PT_REAL, "1", 1e-300, 1e300, "", "ETA", "length of a step"},
    {"schedule", PT_FILE, "constant", 0, 0, "constant|inverse|root|power", "HOW",
     "how the rate falls with update t: constant, inverse (1/t), root (1/sqrt t), power (1/t^power), or a file "
     "with a rate on each line"},
    {"power", PT_REAL, "0.5", 0, 10, "", "P", "the exponent of --schedule power"},
    {"average", PT_FLAG, "no", 0, 0, "", "", "answer with the mean of all weights instead of the last"},
    {"tie", PT_CHOICE, "mistake", 0, 0, "mistake|correct", "HOW", "what a product of exactly 0 is"},
    {"multiclass", PT_CHOICE, "auto", 0, 0, "auto|direct|one-vs-rest", "HOW",
     "more than two labels: all at once (direct), or each against the rest"},
    {"class-weight", PT_TEXT, "", 0, 0, "", "WEIGHTS",
     "how much the rows of a class count: balanced, or LABEL=WEIGHT,..."},
    {"shards", PT_COUNT, "1", 1, 4096, "", "S",
     "cut the rows into S parts that learn side by side; after each epoch their weights are mixed (batch, "
     "logistic: their sums added up)"},
    {"mix", PT_CHOICE, "even", 0, 0, "even|mistakes", "HOW",
     "what each shard counts for: the same (even), or as it moved (mistakes)"},
    {"gap", PT_REAL, "0", 0, 1, "", "SHARE",
     "stop when margin and bound (svm, logistic: primal and dual) are this close; 0: never "
     "(svm, hard-margin: 0.0001; logistic: 1e-6)"},
    {"bias", PT_FLAG, "yes", 0, 0, "", "", "a constant feature beside the others"},
    {"bias-scale", PT_REAL, "1", 1e-100, 1e100, "", "S", "the value of the constant feature"},
    {"seed", PT_SEED, "1", 0, 0, "", "N", "seed of every random choice"},
    {"holdout", PT_REAL, "0", 0, 0.9, "", "SHARE", "share of the rows kept out of training to test on"},
    {"patience", PT_COUNT, "0", 0, 1e9, "", "N",
     "stop after N epochs without a better hold-out error and keep the best weights; 0: never (kernel without "
     "--epochs: "
     "3)"},
    {"calibrate", PT_CHOICE, "none", 0, 0, "none" PT_CALIBRATION_MAP(PT_CHOICE_WORD), "HOW",
     "probabilities from scores, fitted on the rows held out (--holdout or --validation)"},
    {"threshold-for", PT_TEXT, "", 0, 0, "", "WISH",
     "two labels: the threshold with this precision, recall or the best F1 on the rows held out, kept in the model: "
     "precision=P, recall=R, f1"},
    {"state", PT_FLAG, "yes", 0, 0, "", "", "keep in the model what --resume needs"},
};
const size_t pt_n_train_params = sizeof pt_train_params / sizeof *pt_train_params;
