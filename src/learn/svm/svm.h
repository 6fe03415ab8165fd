/* The linear support vector machine in its dual: one alpha for each row, w = sum of alpha y x.
 *     min 1/2 |w|^2 + C sum of max(0, 1 - y w.x)        (hard margin: C infinite)
 * With the bias absorbed, coordinate by coordinate (Hsieh and others 2008); where weights are few, all at once after a
 * few epochs that did not finish (Ferris and Munson 2002). With a free bias the sum of alpha y must stay zero, so two
 * rows move at a time (Platt 1999; Keerthi and others 2001). */
#ifndef PT_LEARN_SVM_SVM_H
#define PT_LEARN_SVM_SVM_H

#include "learn/linear/linear.h"

struct pt_svm {
    struct pt_linear base;        /* free bias: its bias[0] is set at the end of each epoch */
    double    C;                  /* infinite: hard margin */
    bool      free_bias;
    double    target;             /* relative gap to stop at */
    double   *alpha;              /* [setup.rows]; negative: a row never seen */
    uint32_t *active;             /* [setup.rows] scratch: rows between 0 and C */
    uint64_t  n;                  /* rows numbered, setup.rows */
    uint64_t  epochs;
    uint64_t  next_check;         /* epoch at whose end the gap is looked at */
    struct {                      /* free bias: the best partners known, by row number; UINT64_MAX: none */
        uint64_t up, low;
    } partner;
};

/* One row of the free-bias kind: paired with the best partner known (svm_pairs.c). True: weights moved. */
bool pt_svm_pair(struct pt_svm *s, const struct pt_row *row, uint64_t number, double product);
/* Sets the bias halfway between what rows that may rise and rows that may fall ask for. */
void pt_svm_set_bias(struct pt_svm *s);

/* The first n active rows, which are free, move together: each alpha as the others ask for (svm_joint.c). *whole: all
 * the way; else one came to the end of its range. */
enum { PT_SVM_STEPS = 200 };   /* passes over these rows, at most */
ptron_status pt_svm_joint(struct pt_svm *s, size_t n, bool *whole, ptron_error *err);

/* All alphas at once, where weights are few and rows dense (svm_interior.c); dual: what the present ones reach, which
 * is left as it is unless there is better. */
bool         pt_svm_suits_interior(const struct pt_svm *s);
ptron_status pt_svm_interior(struct pt_svm *s, double dual, ptron_error *err);

extern const struct pt_param pt_svm_params[];
extern const size_t pt_n_svm_params;

#endif
