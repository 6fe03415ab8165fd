/* What was met while rows were read: counts, and the first bad row. */
#ifndef PT_SETS_TALLY_H
#define PT_SETS_TALLY_H

#include "perceptron.h"

struct pt_tally {             /* what was met so far; see ptron_dataset_facts */
    uint64_t rows, bad_rows, missing_rows, dropped_rows, missing_cells, unlabelled_rows;
    uint64_t unseen_labels, unseen_words, unseen_categories;
    uint64_t unseen_features; /* values of features that the recipe does not have */
    bool        any_bad;
    ptron_error first_bad;
};

#endif
