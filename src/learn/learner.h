/* The interface of every algorithm, and the table of them. A learner sees blocks and owns weights. It does
 * not print, read clocks, shuffle, open files or count epochs: the trainer does. */
#ifndef PT_LEARN_LEARNER_H
#define PT_LEARN_LEARNER_H

#include "base/param.h"
#include "learn/online/weights.h"
#include "model/model.h"
#include "par/pool.h"
#include "rows/row.h"

struct pt_schedule;

struct pt_census {                  /* how a fixed w does on the training rows */
    uint64_t rows, errors;          /* a product of exactly 0 is an error */
    double   least;                 /* min over rows of y w.x; +inf without rows */
    double   loss;                  /* sum of max(0, -y w.x) */
    double   hinge;                 /* sum of weight times max(0, 1 - y w.x) */
};

/* Everything a learner may know. */
struct pt_setup {
    const struct pt_vec_ops *ops;
    const ptron_options *options;
    const struct pt_schedule *schedule;
    uint32_t features, classes;
    uint64_t rows;                  /* numbers of rows go up to this; 0: a stream */
    uint64_t seed;
    uint64_t max_updates;           /* 0: no limit; the learner asks for PT_STOP when it is reached */
    double   bias_scale;            /* value of the constant feature; 0: no bias */
    const struct pt_weights *start; /* NULL: zero; borrowed for create only */
    const struct pt_learner_ops *inner;   /* one against the rest: what learns each class; NULL elsewhere */
    const uint32_t *positive;       /* within one against the rest: the class; NULL elsewhere */
    pt_pool *pool;                  /* NULL: inline */
    const struct pt_services *services;   /* NULL in a stream */
    void *trainer;
};

/* What the trainer does for learners. */
struct pt_services {
    /* How fixed weights do on all training rows. */
    ptron_status (*judge)(const struct pt_setup *setup, const ptron_model *model, struct pt_census *census,
                          ptron_error *err);
    /* A row by its number. */
    struct pt_row (*row)(const struct pt_setup *setup, uint64_t number);
};

enum pt_request { PT_GO_ON, PT_RESTART_EPOCH, PT_STOP, PT_RESTART_AND_STOP };

struct pt_observed {
    size_t   consumed;              /* rows of the batch that were learned from */
    uint64_t mistakes, updates;     /* among them */
    enum pt_request request;
    ptron_step *step;               /* when not NULL: filled for the last row consumed (batches of one) */
};

struct pt_bracket {                 /* the upper bound: norm2 and mass of w as a sum of rows; mass 0: none */
    double norm2, mass;
    bool   free_bias;               /* the margin is a distance: the bias counts in no norm */
};

/* Which class may come late, after rows of others, and be learned as if it had been known: none, the second, any. */
enum pt_late { PT_LATE_NONE, PT_LATE_SECOND, PT_LATE_ANY };

struct pt_learner_ops {
    const char *name, *update, *guarantee, *reference;
    bool        adds_rows;          /* every update adds a row times rate and row weight, nothing else */
    const void *parts;              /* what its family composes it from; NULL elsewhere */
    bool many;                      /* learns many classes at once; else one against the rest does */
    bool no_rest;                   /* it does not work one class against the rest */
    bool own_rest;                  /* it does so itself, for all classes at once */
    bool own_gap;                   /* looks at the option "gap" itself */
    enum pt_late late;
    bool whole_batches;             /* the rows of a stream come in batches of PT_ORDER_ROWS, as in memory */
    bool bounded;                   /* its weights are a sum of rows: there is an upper bound on the margin */

    ptron_status (*create)(const struct pt_learner_ops *ops, const struct pt_setup *setup, void **self,
                           ptron_error *err);
    /* Learns from batch rows `from` .. ; stops early only with a request. Overflow is PTRON_DATA. */
    ptron_status (*observe)(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                            ptron_error *err);
    /* reason stays PTRON_STOP_RUNNING unless the algorithm itself has a reason to stop. */
    ptron_status (*end_epoch)(void *self, ptron_stop *reason, ptron_error *err);
    /* More features or classes have appeared. */
    ptron_status (*widen)(void *self, uint32_t features, uint32_t classes, ptron_error *err);
    /* Class c of all n (2 at least) is class to[c] from now on: in a stream one has come that sorts before it. NULL:
     * it cannot. */
    ptron_status (*renumber)(void *self, const uint32_t *to, uint32_t n, ptron_error *err);
    /* Fills kind and representation of an empty model with what to answer with: a copy, the learner lives on.
     * The trainer adds recipe, parameters and numbers. */
    ptron_status (*snapshot)(const void *self, ptron_model *model, ptron_error *err);
    /* The same for the last weights, borrowed: valid until the learner moves; the model is not to be freed. */
    ptron_status (*last)(void *self, ptron_model *view, ptron_error *err);
    /* Of the last weights and of those answered. */
    ptron_status (*bracket)(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                            ptron_error *err);
    /* Fills step_norm, risk, objective, gap where it has them. census: of the weights answered; NULL in a stream.
     * NULL: it has none. */
    void (*report)(const void *self, const struct pt_census *census, ptron_result *result);
    void         (*save_state)(const void *self, struct pt_buffer *out);
    ptron_status (*load_state)(void *self, struct pt_cursor *in, ptron_error *err);
    void (*destroy)(void *self);    /* NULL is fine */

    /* Iterative parameter mixing; NULL: it does not mix. `self` becomes itself plus share[i] (which sum to 1) of what
     * each of n learners did since it followed self; the sums run over a fixed tree of learners' numbers. */
    void (*mix)(void *self, void *const *others, const double *share, size_t n);
    void (*follow)(void *self, const void *mixed);   /* begins anew from these weights */
};

/* Every algorithm, by number and by name. NULL: there is none. */
const struct pt_learner_ops *pt_learner_at(size_t i);
const struct pt_learner_ops *pt_learner_named(const char *name);

/* The families. */
extern const struct pt_learner_ops pt_online_learners[], pt_batch_learners[], pt_svm_learners[],
    pt_kernel_learners[], pt_mlp_learners[], pt_near_learners[];
extern const size_t pt_n_online_learners, pt_n_batch_learners, pt_n_svm_learners, pt_n_kernel_learners,
    pt_n_mlp_learners, pt_n_near_learners;
extern const struct pt_learner_ops pt_rest_learner;   /* not in the table: the trainer puts it around others */

#endif
