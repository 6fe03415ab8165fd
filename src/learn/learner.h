/* The interface of every algorithm, and the table of them. A learner sees blocks and owns weights. It does
 * not print, read clocks, shuffle, open files or count epochs: the trainer does. */
#ifndef PT_LEARN_LEARNER_H
#define PT_LEARN_LEARNER_H

#include "base/param.h"
#include "learn/linear/weights.h"
#include "learn/statement/statement.h"
#include "model/model.h"
#include "par/pool.h"
#include "ranks/ranks.h"
#include "rows/row.h"

struct pt_schedule;

struct pt_census {                  /* how a fixed w does on the training rows */
    uint64_t rows, errors;          /* a product of exactly 0 is an error */
    double   least;                 /* min over rows of y w.x; +inf without rows */
    double   loss;                  /* sum of weight times max(0, -y w.x): the perceptron criterion */
    double   hinge;                 /* sum of weight times max(0, 1 - y w.x) */
    double   log_loss;              /* sum over the rows; of networks that have one, else 0 */
    uint64_t wild;                  /* the first of them whose margin is infinite or no number; UINT64_MAX: none */
};

/* Everything a learner may know. */
struct pt_setup {
    const struct pt_vec_ops *ops;
    const ptron_options *options;
    const struct pt_schedule *schedule;
    uint32_t features, classes;
    uint64_t rows;                  /* numbers of rows go up to this; 0: a stream */
    bool     stream;                /* rows come once: none can be asked for */
    uint64_t seed;
    uint64_t max_updates;           /* 0: no limit; the learner asks for PT_STOP when it is reached */
    double   bias_scale;            /* value of the constant feature; 0: no bias */
    const struct pt_weights *start; /* NULL: zero; borrowed for create only */
    const uint32_t *positive;       /* within one-vs-rest: the class; NULL elsewhere */
    pt_pool *pool;                  /* NULL: inline */
    ptron_ranks *ranks;             /* who carries shards beside this process; NULL: nobody */
    const ptron_trainer *trainer;   /* answers what is asked below */
};

/* What a learner may ask its trainer, except in a stream (trainer_setup.c): how fixed weights do on all training rows;
 * a row by its number, for which it must be PT_ANY_ROW. */
ptron_status  pt_setup_judge(const struct pt_setup *setup, const ptron_model *model, struct pt_census *census,
                             ptron_error *err);
struct pt_row pt_setup_row(const struct pt_setup *setup, uint64_t number);
/* Of PT_ANY_ROW in shards: where a shard's rows begin among all, those after the last at the end; and a row that stands
 * there, of a shard that this rank carries. The same for any number of ranks, and in every epoch. */
uint64_t      pt_setup_shard(const struct pt_setup *setup, size_t shard);
struct pt_row pt_setup_shard_row(const struct pt_setup *setup, uint64_t position);

/* The same for loops over many rows, by what it takes: asked for once. */
struct pt_seen_rows {
    const struct pt_block *block;
    const uint32_t *at;              /* index of each row in the block; NULL: its number */
    const double   *class_weight;
    const uint32_t *positive;
};
struct pt_seen_rows pt_setup_rows(const struct pt_setup *setup);

static inline struct pt_row pt_seen_row(const struct pt_seen_rows *rows, uint64_t number)
{
    return pt_row_seen(pt_block_row(rows->block, rows->at == NULL ? (size_t)number : rows->at[number]),
                       rows->class_weight, rows->positive);
}

enum pt_request { PT_GO_ON, PT_RESTART_EPOCH, PT_STOP, PT_RESTART_AND_STOP };

struct pt_observed {
    size_t   consumed;              /* rows of the batch that were learned from */
    uint64_t mistakes, updates;     /* among them */
    enum pt_request request;
    ptron_step *step;               /* when not NULL: filled for the last row consumed (batches of one) */
    bool     last;                  /* with step: the epoch ends with the row */
};

struct pt_answer {                  /* what training would answer with now */
    const ptron_model *model;
    struct pt_census census;        /* of its rows */
};

struct pt_made {                    /* updates so far: of the part of a learner that made fewest, or most, and of all */
    uint64_t fewest, most, all;
};

struct pt_bracket {                 /* the upper bound: norm2 and mass of w as a sum of rows; mass 0: none */
    double norm2, mass;
    bool   free_bias;               /* the margin is a distance: the bias counts in no norm */
};

/* What an algorithm can do, and what holds of it whatever the options. */
enum pt_capability {
    PT_MANY_CLASSES  = 1 << 0,      /* learns many classes at once */
    PT_ONE_VS_REST   = 1 << 1,      /* learns one class against the rest: one learner for each class */
    PT_OWN_REST      = 1 << 2,      /* learns one-vs-rest itself, for all classes together */
    PT_CAN_STREAM    = 1 << 3,      /* learns from rows that come once */
    PT_WHOLE_BATCHES = 1 << 4,      /* the rows of a stream come in batches of PT_ORDER_ROWS, as in memory */
    PT_CAN_MIX       = 1 << 5,      /* its shards are mixed after each epoch */
    PT_ROW_WEIGHTS   = 1 << 6,      /* looks at the weights of rows and classes */
    PT_ANY_ROW       = 1 << 7,      /* asks for any row at any time: all must have been checked before it begins */
    PT_ADDS_ROWS     = 1 << 8,      /* every update adds a row times rate and row weight, nothing else */
    PT_HAS_BRACKET   = 1 << 9,      /* its weights are a sum of rows: there is an upper bound on the margin */
    PT_OWN_GAP       = 1 << 10,     /* looks at the option "gap" itself */
    PT_THEOREM       = 1 << 11,     /* from zero, at a constant rate, Novikoff's bound holds for its updates, and it
                                     * answers with their sum */
    PT_TAKES_KERNEL  = 1 << 12,     /* the option "kernel" */
    PT_NO_MARGIN     = 1 << 13,     /* what it answers with has scores, but no margin */
    PT_KEEPS_ROWS    = 1 << 14,     /* there are no weights: it keeps the rows themselves */
    PT_OWN_ANSWER    = 1 << 15,     /* answers with other weights than the last: more epochs may better them even where
                                     * the last ones come back again and again */
    PT_RESTARTS      = 1 << 16,     /* goes back to the first row after each update: updates are what limits it, and
                                     * rows come in the order of the file unless another is asked for */
    /* Which of the shared options do something (trainer/option_use.c refuses the others). */
    PT_TAKES_RATE    = 1 << 17,     /* rate, schedule, power */
    PT_TAKES_TIE     = 1 << 18,
    PT_TAKES_AVERAGE = 1 << 19,
    PT_TAKES_START   = 1 << 20,
    PT_TAKES_BIAS    = 1 << 21,     /* bias, bias-scale */
    PT_TAKES_GAP     = 1 << 22,
    PT_LOG_ODDS      = 1 << 23,     /* its scores are log odds: there are probabilities without fitting any */
    PT_CAN_SHARD     = 1 << 24,     /* learns in shards: mixed, or whose sums add up to those of all rows */
    /* What the statements about a run hang on. */
    PT_AVERAGES      = 1 << 25,     /* answers with the mean of all weights, a difference of two large sums */
    PT_GAP_OF_MARGIN = 1 << 26,     /* its objective and gap are made of the margin */
};

/* Which class may come late, after rows of others, and be learned as if it had been known: none, the second, any. */
enum pt_late { PT_LATE_NONE, PT_LATE_SECOND, PT_LATE_ANY };

struct pt_algorithm;

/* What a learner does. The first six functions everybody has; of the rest what it is able to do. */
struct pt_learner_ops {
    size_t size;                    /* bytes of a learner */
    /* Fills a learner of zeros. Where it fails, destroy takes what there is already. */
    ptron_status (*create)(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void *self,
                           ptron_error *err);
    /* Learns from batch rows `from` .. ; stops early only with a request. Overflow is PTRON_DATA. */
    ptron_status (*observe)(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                            ptron_error *err);
    /* reason stays PTRON_STOP_RUNNING unless the algorithm itself has a reason to stop. */
    ptron_status (*end_epoch)(void *self, ptron_stop *reason, ptron_error *err);
    /* Fills kind and representation of an empty model with what to answer with: a copy, the learner lives on.
     * The trainer adds recipe, parameters and numbers. */
    ptron_status (*snapshot)(const void *self, ptron_model *model, ptron_error *err);
    /* The same for the last weights, borrowed: valid until the learner moves; the model is not to be freed. */
    ptron_status (*last)(void *self, ptron_model *view, ptron_error *err);
    void (*destroy)(void *self);    /* what it holds, not itself */
    bool any_place;                 /* it asks only what is in rows: a batch may be of copies of them */

    struct {                        /* everything a resume needs */
        void         (*save)(const void *self, struct pt_buffer *out);
        ptron_status (*load)(void *self, struct pt_cursor *in, ptron_error *err);
    } state;

    struct {                        /* numbers about the weights; NULL: none */
        /* Of the last weights and of those answered. */
        ptron_status (*bracket)(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                                ptron_error *err);
        /* Fills step_norm, risk, objective, gap where it has them. answer: the weights answered with, and their census;
         * NULL in a stream. */
        ptron_status (*report)(const void *self, const struct pt_answer *answer, ptron_result *result,
                               ptron_error *err);
        /* The risk of the last weights when an epoch has ended, and what it is; both NULL: it has none. */
        ptron_status (*risk)(void *self, double *risk, ptron_error *err);
        const char *risk_text;
        const char *const *risk_of;   /* where an option says what is lost: pairs of what "loss" is, and the text then;
                                       * that of the initial loss first */
        const char *objective_text;   /* what it makes least, in words; NULL: it has no objective */
        /* Steps so far that moved the weights, where those are not the updates observed; UINT64_MAX: they are. */
        uint64_t (*updates)(const void *self);
        /* What max-updates limits. NULL: it is one, and they are those observed. */
        struct pt_made (*made)(const void *self);
    } numbers;

    struct {                        /* PT_CAN_STREAM */
        /* More features or classes have appeared. */
        ptron_status (*widen)(void *self, uint32_t features, uint32_t classes, ptron_error *err);
        /* Class c of all n (2 at least) is class to[c] from now on: one has come that sorts before it. NULL: it
         * cannot. */
        ptron_status (*renumber)(void *self, const uint32_t *to, uint32_t n, ptron_error *err);
        enum pt_late late;
        bool fixed_width;           /* features that come late are refused, or show in the last bits */
    } stream;

    struct {                        /* PT_CAN_SHARD */
        /* Iterative parameter mixing, PT_CAN_MIX: `self` becomes itself plus share[i] (which sum to 1) of what each of
         * n learners did since it followed self. Others: what each has added up becomes that of self. Either way the
         * sums run over a fixed tree of learners' numbers. Of those that other ranks carry there is a NULL. level:
         * whether the others' weights have become those of self already, while they are at hand; NULL: they stay as
         * they are. */
        ptron_status (*mix)(void *self, void *const *others, const double *share, size_t n, bool *level,
                            ptron_error *err);
        /* Begins anew from these weights; level: which it has, as they were when mixed. */
        void (*follow)(void *self, const void *mixed, bool level);
    } shards;
};

/* A row of the table of algorithms. Families put what they compose theirs from behind it, in a struct of their own. */
struct pt_algorithm {
    const char *name;
    const char *update, *guarantee, *reference;   /* as in ptron_algorithm_info */
    unsigned can;                                 /* enum pt_capability */
    enum pt_proved proved;                        /* what bounds its runs */
    const struct pt_learner_ops *ops;
    const char *const *options;                   /* as in ptron_algorithm_info: PT_OWN("margin") */
};
#define PT_OWN(...) (const char *const[]){__VA_ARGS__, NULL}
#define PT_NO_OWN   (const char *const[]){NULL}

/* A learner of the algorithm, by its own functions or by those that are put around them. *self: NULL where it fails. */
ptron_status pt_learner_new(const struct pt_learner_ops *ops, const struct pt_algorithm *algorithm,
                            const struct pt_setup *setup, void **self, ptron_error *err);
void         pt_learner_free(const struct pt_learner_ops *ops, void *self);   /* NULL is fine */

/* Every algorithm, by number and by name. NULL: there is none. */
const struct pt_algorithm *pt_algorithm_at(size_t i);
const struct pt_algorithm *pt_algorithm_named(const char *name);

/* A family's rows, each of which begins with a struct pt_algorithm. */
struct pt_family {
    const void *rows;
    size_t n, size;
};

#define PT_FAMILY(rows) {rows, sizeof(rows) / sizeof *(rows), sizeof *(rows)}

extern const struct pt_family pt_online_family, pt_batch_family, pt_svm_family, pt_logistic_family, pt_kernel_family,
    pt_mlp_family, pt_neighbours_family;
/* The parameters of training that every learner shares (trainer/train_params.c), and of some families. */
extern const struct pt_param pt_train_params[], pt_batch_params[], pt_mlp_params[];
extern const size_t pt_n_train_params, pt_n_batch_params, pt_n_mlp_params;
/* Not in the table: what the trainer puts around an algorithm, which create is given. */
extern const struct pt_learner_ops pt_one_vs_rest_ops, pt_shards_ops;

#endif
