/* The parameters of training that every learner shares. */
#include "learn/train_params.h"

const struct pt_param pt_train_params[] = {
    {"algorithm", PT_TEXT, "perceptron", 0, 0, "", "NAME", "how to learn; 'list' prints them all"},
    {"epochs", PT_COUNT, "100", 0, 1e15, "", "N", "passes over the rows at most; 0: no limit"},
    {"max-updates", PT_COUNT, "0", 0, 1e18, "", "K", "updates of the weights at most; 0: no limit"},
    {"time", PT_REAL, "0", 0, 1e9, "", "SECONDS", "time to train at most; 0: no limit"},
    {"order", PT_FILE, "each", 0, 0, "given|once|each", "ORDER",
     "given, once (shuffled once), each (anew each epoch), or a file of row numbers"},
    {"start", PT_FILE, "zero", 0, 0, "zero|ones|random", "START", "zero, ones, random, or a model to start from"},
    {"rate", PT_REAL, "1", 1e-300, 1e300, "", "ETA", "length of a step"},
    {"schedule", PT_CHOICE, "constant", 0, 0, "constant|inverse|root|power", "HOW",
     "how the rate falls with update t: constant, 1/t, 1/sqrt t, 1/t^power"},
    {"power", PT_REAL, "0.5", 0, 10, "", "P", "the exponent of --schedule power"},
    {"bias", PT_FLAG, "yes", 0, 0, "", "", "a constant feature beside the others"},
    {"bias-scale", PT_REAL, "1", 1e-100, 1e100, "", "S", "the value of the constant feature"},
    {"seed", PT_SEED, "1", 0, 0, "", "N", "seed of every random choice"},
    {"holdout", PT_REAL, "0", 0, 0.9, "", "SHARE", "share of the rows kept out of training to test on"},
    {"patience", PT_COUNT, "0", 0, 1e9, "", "N",
     "stop after N epochs without a better hold-out error and keep the best weights; 0: never"},
    {"state", PT_FLAG, "yes", 0, 0, "", "", "keep in the model what --resume needs"},
};
const size_t pt_n_train_params = sizeof pt_train_params / sizeof *pt_train_params;
