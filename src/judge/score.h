/* How a model does on labelled rows, gathered over any number of sets.
 *
 * The margin of a row is y(w.x+b) with two classes and, with more, the score of its own class less the best
 * other one. A margin of exactly 0 (with two classes: a score on the threshold) is a tie and an error, though
 * its answer may be the right class. Rows are scored in parallel and counted one after another, so that
 * neither threads nor the cuts between sets show in a result. */
#ifndef PT_JUDGE_SCORE_H
#define PT_JUDGE_SCORE_H

#include "model/model.h"
#include "sets/dataset.h"

struct pt_scores {              /* scores of one class as sortable keys, for the ROC curve */
    uint64_t *key;              /* [room] */
    size_t    n, room;
};

struct ptron_evaluation {
    const ptron_model *model;
    struct pt_refs *model_refs; /* keep it there */
    struct pt_cut cut;
    bool      by_probability;   /* labels are the most probable, or above a probability */
    ptron_watch watch;
    uint32_t  n_classes;
    uint64_t *confusion;        /* [truth][answer] */
    uint64_t  rows, errors, unknown_labels, ties;
    double    loss;             /* sum over rows of max(0, -margin) */
    double    least;            /* least margin; +inf before the first row */
    double    log_loss, brier;  /* sums over rows; meaningful when the model has probabilities */
    struct pt_scores by_class[2];   /* two classes only */
    bool      sorted;           /* the keys are in order */
};

ptron_status pt_evaluation_new(const ptron_model *model, struct pt_cut cut, const ptron_watch *watch,
                               ptron_evaluation **out, ptron_error *err);
ptron_status pt_evaluation_add(ptron_evaluation *evaluation, const ptron_dataset *set, ptron_error *err);
void pt_evaluation_describe(ptron_evaluation *evaluation, ptron_evaluation_facts *facts);   /* a full struct */

/* The area under the ROC curve: the share of (negative, positive) pairs in which the positive has the higher
 * score, equal scores counted half. Sorts the keys. NaN when a class has no rows. */
double pt_scores_area(struct pt_scores *negative, struct pt_scores *positive, bool sorted);
bool   pt_scores_reserve(struct pt_scores *scores, size_t more);   /* false: no memory */
void   pt_scores_add(struct pt_scores *scores, double score);      /* into room reserved before */
void   pt_scores_fini(struct pt_scores *scores);

#endif
