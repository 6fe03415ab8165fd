/* What all linear learners have: weights, where they began, the sum of their steps; and what all do with them: widen,
 * answer, be looked at. A learner has a struct pt_linear as its first member and puts the functions that take
 * `self` into its table as they are.
 *
 * The weights are scale times w, so that a rule may shrink all of them at the cost of none. Outside of an epoch scale
 * is 1, and learners whose rules never shrink need not know of it. */
#ifndef PT_LEARN_LINEAR_LINEAR_H
#define PT_LEARN_LINEAR_LINEAR_H

#include "learn/learner.h"

struct pt_linear {
    struct pt_setup setup;
    struct pt_weights w, start;   /* start: no weights (features 0) when it is zero */
    double   scale;
    double   mass;                /* sum of all steps: w - start is a sum of y x of this mass; without scale, as w */
    uint64_t updates;
    double  *additive;            /* [vectors] bias times the constant feature, for the borrowed view */
    double  *scores;              /* [vectors] of the row at hand */
    struct pt_weights shown;      /* scale times w, for a look while scale is not 1 */
};

/* One vector: w.x with the constant feature, scale left out; and step x added to weights of its shape. */
static inline double pt_linear_product(const struct pt_linear *l, const struct pt_row *row)
{
    const struct pt_vec_ops *ops = l->setup.ops;
    const double sum = l->w.paired ? ops->paired[row->kind].dot(l->w.w, row->index, row->value, row->n, NULL, 0)
                                   : pt_vec_dot(ops, l->w.w, row);

    return sum + l->w.bias[0] * l->setup.bias_scale;
}

static inline void pt_linear_add(const struct pt_linear *l, struct pt_weights *w, double step, const struct pt_row *row)
{
    if (w->paired)
        l->setup.ops->paired[row->kind].add(w->w, step, row->index, row->value, row->n);
    else
        pt_vec_add(l->setup.ops, w->w, step, row);
    w->bias[0] += step * l->setup.bias_scale;
}

ptron_status pt_linear_init(struct pt_linear *l, const struct pt_setup *setup, size_t vectors, ptron_error *err);
void         pt_linear_fini(struct pt_linear *l);
ptron_status pt_linear_widen(struct pt_linear *l, size_t vectors, uint32_t features, ptron_error *err);
/* All weights times `keep` from now on; 0: zero again. */
void         pt_linear_shrink(struct pt_linear *l, double keep);
void         pt_linear_fold(struct pt_linear *l);   /* scale becomes 1, the weights stay */

ptron_status pt_linear_last(void *self, ptron_model *view, ptron_error *err);
ptron_status pt_linear_snapshot(const void *self, ptron_model *model, ptron_error *err);   /* of the last weights */
ptron_status pt_linear_bracket(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                               ptron_error *err);
struct pt_made pt_linear_made(const void *self);
/* Whether the updates allowed are used up. */
bool         pt_linear_is_spent(const struct pt_linear *l);
/* Of these weights, of the shape of w, as a sum of rows of this mass. */
struct pt_bracket pt_linear_bracket_of(const struct pt_linear *l, const struct pt_weights *w, double mass);
/* Fills all of a step but sizes and numbers of epoch and row. rival: the class that moved down; 0 with two. */
ptron_status pt_linear_describe(struct pt_linear *l, const struct pt_row *row, uint32_t rival, ptron_step *out,
                                ptron_error *err);

/* A start may be there or not. */
void         pt_linear_save_start(const struct pt_linear *l, struct pt_buffer *out);
ptron_status pt_linear_load_start(struct pt_linear *l, bool there, struct pt_cursor *in, ptron_error *err);

/* A model that borrows these weights; `additive` [vectors] is written. Not to be freed. */
void pt_linear_view(const struct pt_setup *setup, const struct pt_weights *weights, double *additive,
                    ptron_model *view);
/* Fills an empty model with these weights, which it takes over, also on failure. */
ptron_status pt_linear_give(const struct pt_setup *setup, struct pt_weights *weights, ptron_model *model,
                            ptron_error *err);
ptron_status pt_linear_overflow(const struct pt_setup *setup, ptron_error *err);

#endif
