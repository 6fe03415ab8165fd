/* How a model does on labelled rows, gathered over any number of sets.
 *
 * The margin of a row is y(w.x+b) with two classes and, with more, the score of its own class less the best
 * other one. A margin of exactly 0 (with two classes: a score on the threshold) is a tie and an error, though
 * its answer may be the right class. Rows are scored in parallel and counted one after another, so that
 * neither threads nor the cuts between sets show in a result. */
#ifndef PT_JUDGE_SCORE_H
#define PT_JUDGE_SCORE_H

#include "model/model.h"
#include "score/ranking.h"
#include "sets/dataset.h"

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
    uint64_t *ranks;            /* [n_classes] rows whose own class has so many above it; NULL: two classes */
    struct pt_scores by_class[2];   /* two classes only */
    bool      sorted;           /* the keys are in order */
    uint64_t  wild;             /* the first row of a set whose margin is infinite or no number; UINT64_MAX: none */
};

ptron_status pt_evaluation_new(const ptron_model *model, struct pt_cut cut, const ptron_watch *watch,
                               ptron_evaluation **out, ptron_error *err);
ptron_status pt_evaluation_add(ptron_evaluation *evaluation, const ptron_dataset *set, ptron_error *err);
/* The same for some rows of a set that belongs with the model. */
ptron_status pt_evaluation_add_view(ptron_evaluation *evaluation, const struct pt_view *view, pt_pool *pool,
                                    ptron_error *err);
void pt_evaluation_sort(ptron_evaluation *evaluation);   /* ranks the scores */
void pt_evaluation_describe(ptron_evaluation *evaluation, ptron_evaluation_facts *facts);   /* a full struct */

/* The operating point that is wanted (score/ranking.h), of two classes. */
ptron_status pt_evaluation_operate(ptron_evaluation *evaluation, const char *wanted, ptron_operating_point *point,
                                   ptron_error *err);

#endif
