/* Linear weights: one vector per class, or one when there are two classes. They stand feature by feature, so
 * that a row meets all classes of a feature at once; with one vector that is the plain array. */
#ifndef PT_LEARN_LINEAR_WEIGHTS_H
#define PT_LEARN_LINEAR_WEIGHTS_H

#include "base/buffer.h"
#include "math/vec.h"
#include "par/pool.h"

struct pt_weights {
    double  *w;          /* [features][vectors] */
    double  *bias;       /* [vectors] coefficient of the constant feature */
    size_t   vectors;
    uint32_t features;
    bool     paired;     /* w is every other number of an array (learn/online/pairs.h): one vector, no one's own */
};

ptron_status pt_weights_init(struct pt_weights *weights, size_t vectors, uint32_t features, ptron_error *err);
/* The same, large ones with memory handed out by all threads: for weights that are written all over at once. */
ptron_status pt_weights_init_touched(struct pt_weights *weights, size_t vectors, uint32_t features, pt_pool *pool,
                                     ptron_error *err);
ptron_status pt_weights_copy(struct pt_weights *to, const struct pt_weights *from, ptron_error *err);
ptron_status pt_weights_widen(struct pt_weights *weights, size_t vectors, uint32_t features, ptron_error *err);
void pt_weights_fini(struct pt_weights *weights);

void   pt_weights_set(struct pt_weights *to, const struct pt_weights *from);   /* of the same shape */
void   pt_weights_fill(struct pt_weights *weights, double value);
void   pt_weights_blend(const struct pt_vec_ops *ops, struct pt_weights *to, double a,
                        const struct pt_weights *from);   /* to += a from */
void   pt_weights_scale(const struct pt_vec_ops *ops, struct pt_weights *weights, double a);
/* Vector v becomes vector to[v]. */
ptron_status pt_weights_renumber(struct pt_weights *weights, const uint32_t *to, ptron_error *err);
void   pt_weights_negate(struct pt_weights *weights);   /* zeros stay +0 */
double pt_weights_norm2(const struct pt_vec_ops *ops, const struct pt_weights *weights);   /* bias included */
/* The norm itself, also where its square is beyond the doubles, above or below. */
double pt_weights_norm(const struct pt_vec_ops *ops, const struct pt_weights *weights);
/* Squared norm of the difference. */
double pt_weights_distance2(const struct pt_weights *a, const struct pt_weights *b);
bool   pt_weights_finite(const struct pt_weights *weights, pt_pool *pool);   /* a pool of NULL will do */

void         pt_weights_save(const struct pt_weights *weights, struct pt_buffer *out);
/* Into weights of the shape that must be there: anything else is PTRON_MODEL. */
ptron_status pt_weights_load(struct pt_weights *weights, struct pt_cursor *in, ptron_error *err);

#endif
