/* The interface of every algorithm, and the table of them. A learner sees blocks and owns weights. It does
 * not print, read clocks, shuffle, open files or count epochs: the trainer does. */
#ifndef PT_LEARN_LEARNER_H
#define PT_LEARN_LEARNER_H

#include "base/param.h"
#include "data/row.h"
#include "math/vec.h"

struct pt_weights {                 /* a linear answer: what evaluation and models take */
    double  *w;                     /* [vectors][features] */
    double  *bias;                  /* [vectors] coefficient of the constant feature */
    size_t   vectors;
    uint32_t features;
};

struct pt_census {                  /* how a fixed w does on the training rows */
    uint64_t rows, errors;          /* a product of exactly 0 is an error */
    double   least;                 /* min over rows of y w.x; +inf without rows */
    double   loss;                  /* sum of max(0, -y w.x) */
};

/* Everything a learner may know. */
struct pt_setup {
    const struct pt_vec_ops *ops;
    const ptron_options *options;
    uint32_t features, classes;
    uint64_t rows;                  /* 0: a stream */
    uint64_t seed;
    double   bias_scale;            /* value of the constant feature; 0: no bias */
    const double *class_weight;     /* [classes] or NULL */
    const struct pt_weights *start; /* NULL: zero */
    /* The trainer's service: how a w does on all training rows. NULL in a stream. */
    void (*judge)(void *trainer, const struct pt_weights *weights, struct pt_census *census);
    void *trainer;
};

enum pt_request { PT_GO_ON, PT_RESTART_EPOCH, PT_STOP };

struct pt_observed {
    size_t   consumed;              /* rows of the batch that were learned from */
    uint64_t mistakes, updates;     /* among them */
    enum pt_request request;
    ptron_step *step;               /* when not NULL: filled for the last row consumed (batches of one) */
};

struct pt_bracket {                 /* the upper bound: norm2 and mass of w as a sum of rows; mass 0: none */
    double norm2, mass;
};

struct pt_learner_ops {
    const char *name, *update, *guarantee, *reference;
    const struct pt_param *params;  /* its own; common ones are the trainer's */
    size_t      n_params;
    const void *recipe;             /* the row of a family's own table; NULL elsewhere */

    ptron_status (*create)(const struct pt_learner_ops *ops, const struct pt_setup *setup, void **self,
                           ptron_error *err);
    /* Learns from batch rows `from` .. ; stops early only with a request. Overflow is PTRON_DATA. */
    ptron_status (*observe)(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                            ptron_error *err);
    /* reason stays PTRON_STOP_RUNNING unless the algorithm itself has a reason to stop. */
    ptron_status (*end_epoch)(void *self, ptron_stop *reason, ptron_error *err);
    /* More features or classes have appeared. */
    ptron_status (*widen)(void *self, uint32_t features, uint32_t classes, ptron_error *err);
    /* The weights to answer with; copied into *out, owned by the caller (pt_weights_fini). The learner lives on. */
    ptron_status (*answer)(const void *self, struct pt_weights *out, ptron_error *err);
    /* The last weights, borrowed. */
    void (*last)(const void *self, struct pt_weights *view);
    /* Of the last weights and of those answered. */
    void (*bracket)(const void *self, struct pt_bracket *last, struct pt_bracket *answered);
    void         (*save_state)(const void *self, struct pt_buffer *out);
    ptron_status (*load_state)(void *self, struct pt_cursor *in, ptron_error *err);
    /* self becomes the weighted mean of the others' states (shards); weights sum to 1. */
    ptron_status (*mix)(void *self, void *const *others, const double *weight, size_t n, ptron_error *err);
    void (*destroy)(void *self);    /* NULL is fine */
};

extern const struct pt_learner_ops *const pt_learners[];
extern const size_t pt_n_learners;
const struct pt_learner_ops *pt_learner_named(const char *name);   /* NULL: unknown */

ptron_status pt_weights_init(struct pt_weights *weights, size_t vectors, uint32_t features, ptron_error *err);
ptron_status pt_weights_widen(struct pt_weights *weights, uint32_t features, ptron_error *err);
void pt_weights_fini(struct pt_weights *weights);
double pt_weights_norm2(const struct pt_vec_ops *ops, const struct pt_weights *weights);

#endif
