/* The one loop: order, epochs, stopping, evaluation, observing, cancelling. What a learner is called, the
 * trainer does not care; what an epoch is, the learner does not know. */
#ifndef PT_LEARN_TRAINER_TRAINER_H
#define PT_LEARN_TRAINER_TRAINER_H

#include "learn/learner.h"
#include "learn/trainer/order.h"
#include "learn/trainer/schedule.h"
#include "model/calibration.h"
#include "sets/dataset.h"
#include "sets/store.h"

enum { PT_RESTARTS_UPDATES = 100000 };   /* K of first-mistake when none is given */

struct pt_counts {               /* what a resume needs beside the learner's state: saved in this order */
    uint64_t epochs;             /* whole epochs done */
    uint64_t row;                /* rows done of the present epoch */
    uint64_t updates, mistakes;  /* since the start */
    uint64_t seen;               /* rows learned from since the start */
    uint64_t epoch_updates, epoch_mistakes;   /* in the present epoch */
    uint64_t last_mistakes;      /* in the last whole epoch */
    uint64_t best_epoch;         /* of the hold-out rows; 0: none yet */
    uint64_t best;               /* how they fared in it: errors, or the bits of a network's loss */
};
enum { PT_N_COUNTS = sizeof(struct pt_counts) / sizeof(uint64_t) };

/* Pending rows (stream_rows.c): rows of a stream that have come and were not learned from, or judged, yet. Some
 * learners add up blocks of rows, and the sums depend on where a block begins; it must begin where it would in memory,
 * so rows wait until their block is whole. */
struct pt_pending {
    struct pt_store store;
    struct pt_block front;   /* its first rows: those that go next */
};

void         pt_pending_fini(struct pt_pending *pending);
ptron_status pt_pending_add(struct pt_pending *pending, const ptron_dataset *rows, ptron_error *err);   /* a copy */
/* The rows at the front, as many times `unit` as there are, or all; n 0: too few. */
struct pt_view pt_pending_front(struct pt_pending *pending, uint32_t features, size_t unit, bool all);
ptron_status pt_pending_drop_front(struct pt_pending *pending, size_t n, ptron_error *err);
/* Class c is class to[c] from now on. */
void         pt_pending_renumber(struct pt_pending *pending, const uint32_t *to);
/* At the end of what a resume needs; no rows: nothing is there. */
void         pt_pending_save(const struct pt_pending *pending, struct pt_buffer *out);
ptron_status pt_pending_load(struct pt_pending *pending, uint32_t features, uint32_t classes, struct pt_cursor *in,
                             pt_pool *pool, ptron_error *err);

/* A state of the weights that comes back (cycle.c). Where every update adds whole rows and all sums are exact, the
 * updates between two equal states add up to zero: a contradiction among the rows, found for free, and a proof that no
 * hyperplane separates them. (Not for sums that were rounded: those may repeat by accident.) */
struct pt_cycle {             /* Brent: compare with one state, remembered anew at epochs 1, 2, 4, 8, ... */
    struct pt_weights saved;  /* no weights: nothing saved yet */
    uint64_t at, updates;     /* when it was saved */
};

/* States come back in small sets only: beyond this many weights nothing is remembered. */
enum { PT_CYCLE_WEIGHTS = 65536 };

/* Looks at the weights after an epoch; *back: they equal the saved ones though updates lie between. */
ptron_status pt_cycle_look(struct pt_cycle *cycle, const ptron_model *last, uint64_t epoch, uint64_t updates,
                           bool *back, ptron_error *err);
void pt_cycle_fini(struct pt_cycle *cycle);

/* A copy of the last weights, zeroed before its first use, and whether they are the same bits still. */
ptron_status pt_weights_keep(struct pt_weights *saved, const ptron_model *last, ptron_error *err);
bool pt_weights_are(const struct pt_weights *saved, const ptron_model *last);

/* As part of what a resume needs; `shape` says how large the weights must be. */
void         pt_cycle_save(const struct pt_cycle *cycle, struct pt_buffer *out);
ptron_status pt_cycle_load(struct pt_cycle *cycle, const ptron_model *shape, struct pt_cursor *in, ptron_error *err);

/* Whether sums of `updates` rows, each times `rate`, are exact: whole numbers all below 2^53. */
bool pt_cycle_is_exact(const ptron_dataset *set, double rate, double bias_scale, uint64_t updates);

struct pt_known {                /* numbers that were worked out, and when */
    ptron_result result;         /* size 0: none yet */
    struct pt_counts counts;
    uint64_t waiting;            /* rows of a stream */
    bool   judged;               /* after they came once more */
    ptron_model *answer;         /* what was measured, for the model that is asked for next; NULL: not kept */
};

struct pt_passing {              /* of a stream: what its rows leave behind */
    uint64_t  before;            /* rows of the epoch before those at hand; 0 in memory */
    uint64_t  used;              /* of the rows fed last, those learned from */
    uint64_t *sums;              /* [n_sums] for each class, of the marks of its rows in this epoch */
    size_t    n_sums;
    uint64_t *marks;             /* [mark_room] of the rows at hand */
    size_t    mark_room;
    struct pt_pending pending;   /* rows not learned from yet */
    struct pt_dict classes;      /* names by number, as of the last feed */
    uint64_t  values;            /* of the rows that came so far */
    uint64_t  rows;              /* of all streams that ended; once, where they were the same rows */
    uint64_t  earlier;           /* of those, the rows before the last stream */
    uint64_t  fingerprint;       /* of these rows; 0: none ended, or they were not the same */
    bool      ended;             /* it ended, and no rows came since */
};

struct pt_epoch_end {            /* how the last epoch ended, before anybody judged its weights */
    bool       still;            /* nothing moved */
    bool       back;             /* it came to weights that were there before */
    ptron_stop reason;           /* what the learner said */
    ptron_stop stopped;          /* what stops training if the epoch itself gives no reason: updates, time, asked */
};

struct pt_split {                /* which rows are for what; NULL: none are held out, all are trained on */
    uint32_t *holdout;           /* [n_holdout] kept out of training */
    uint64_t  n_holdout;
    uint32_t *trained;           /* [n_trained] in order */
    uint64_t  n_trained;
    struct pt_own here_trained, here_held;   /* in their place where rows are on several ranks: those that are here */
};

struct pt_marking {              /* of rows that are being learned from */
    const struct pt_block *rows;
    uint64_t  before;            /* rows of the epoch before them */
    uint64_t *marks;             /* [rows] being filled by the job; NULL: later */
    pt_job    job;
};

struct pt_judging {              /* rows that come once more after the stream's end */
    ptron_model *answer;         /* owned; NULL: not begun */
    struct pt_census census, last;   /* of the answer; of the last weights */
    uint64_t  rows, sum;         /* so far: how many, and their marks */
    bool      exact;             /* sums of them would be exact */
    struct pt_pending pending;
    struct pt_counts counts;     /* that the census is of */
    bool      done;
};

struct pt_shard {                /* its rows, and how its last round went */
    uint64_t from, to;           /* of the epoch's order */
    struct pt_observed seen;
    struct pt_batch batch;       /* at hand */
    ptron_status status;
    ptron_error  err;
};

struct pt_gathered {             /* the rows of a batch, side by side in the order of visits */
    struct pt_batch batch;       /* what they are copies of */
    struct pt_block block;
    uint64_t *offset;            /* all of them owned */
    uint32_t *label;
    double   *norm2, *weight;
    void     *index, *value;
    size_t    index_room, value_room;
    pt_job    job;
    bool      begun, whole;      /* whole: there was memory for all of them */
};
struct pt_gather {
    struct pt_gathered two[2];   /* learned from, and on its way */
    size_t    turn;
};

enum { PT_MARKS_PIECES = 4 };

struct pt_row_marks {                /* of the rows in memory, those at the first indices */
    uint64_t  to, sum;           /* how many were begun; the sum of those that are done and were taken from their piece */
    struct pt_marks_piece {
        const ptron_dataset *set;
        uint64_t from, to, sum;
        pt_job   job;
        bool     begun;
    } pieces[PT_MARKS_PIECES];
};

struct ptron_trainer {
    ptron_options *options;      /* owned copy */
    const ptron_dataset *set, *validation;   /* the rows; of a stream those fed last */
    struct pt_refs *set_refs, *validation_refs;   /* keep them there */
    const struct pt_algorithm *algorithm;    /* what the user asked for */
    const struct pt_learner_ops *ops;        /* what runs: its own, or shards or one-vs-rest around it */
    struct pt_shard *shards;                 /* [order.shards]; NULL: no shards */
    void *learner;
    struct pt_schedule schedule;
    double   *class_weight;      /* [classes]; NULL: all 1 */
    struct pt_setup setup;
    struct pt_weights start;     /* no weights when the start is zero */
    struct pt_order order;
    struct pt_split split;
    struct pt_passing passing;
    struct pt_judging judging;
    struct pt_counts counts;
    struct pt_epoch_end end;
    struct pt_cycle cycle;
    ptron_stop reason;
    ptron_stop wish;             /* of ranks: one that is to stop, when the epoch ends */
    bool      broken;            /* memory ran out in the middle of learning: the weights are of no use */
    ptron_model *best;           /* representation at the best hold-out epoch, with patience; else NULL */
    double    max_norm2;         /* of the rows trained on */
    double    c_min, c_max;      /* of their weights, times those of their classes */
    double    seconds;           /* before the present call */
    double    upper;             /* least bound of the best margin seen so far; NaN: none */
    struct pt_known known;
    struct pt_gather gather;
    struct pt_row_marks marks;
    pt_pool  *pool;              /* owned */
};

/* Setting up (trainer_setup.c). */
/* As ptron_trainer_new; the options are copied. */
ptron_status pt_trainer_new(const ptron_options *options, const ptron_dataset *set, const ptron_dataset *validation,
                            ptron_trainer **out, ptron_error *err);
struct pt_view pt_trainer_rows(const ptron_trainer *trainer);   /* those trained on */
ptron_status pt_trainer_check_rows(ptron_trainer *trainer, ptron_error *err);
ptron_status pt_trainer_weigh(ptron_trainer *trainer, const ptron_dataset *set, ptron_error *err);   /* c_min, c_max */
ptron_status pt_trainer_create(ptron_trainer *trainer, ptron_error *err);   /* of a stream: rows came, at last */
/* Refuses one-vs-rest of more than two classes where the algorithm learns many classes only directly. */
ptron_status pt_trainer_check_rest(const ptron_trainer *trainer, ptron_error *err);

/* Options that do nothing in a run (option_use.c): those of other algorithms, and those that count only beside another
 * which is not there. validation: there are rows to validate on. Whether one does nothing; why, as an error; the first
 * of all that were given; and these without them. */
bool         pt_algorithm_takes(const struct pt_algorithm *algorithm, const char *option);
bool         pt_option_idles(const ptron_options *options, bool validation, const char *option);
ptron_status pt_option_refuse(const ptron_options *options, bool validation, const char *option, ptron_error *err);
ptron_status pt_options_check_use(const ptron_options *options, bool validation, ptron_error *err);
void         pt_options_drop_idle(ptron_options *options, bool validation);
/* The same where labels and rows are known: of this trainer, whose functions are chosen. */
ptron_status pt_trainer_check_use(const ptron_trainer *trainer, ptron_error *err);

/* PTRON_ARGUMENT when memory ran out in the middle of learning. */
ptron_status pt_trainer_is_whole(const ptron_trainer *trainer, ptron_error *err);

/* What the statement of this run depends on (trainer_result.c); `numbers` is filled. */
struct pt_run pt_trainer_run_of(const ptron_trainer *trainer, struct pt_run_numbers *numbers);
/* The numbers of the answer, and as they are measured before anything is said of them: what a model keeps. */
ptron_status pt_trainer_measure(ptron_trainer *trainer, ptron_result *result, ptron_error *err);
ptron_status pt_trainer_result(ptron_trainer *trainer, ptron_result *result, ptron_error *err);
void pt_trainer_forget_answer(ptron_trainer *trainer);   /* the one measured last: it is no longer the answer */

/* Which rows are held out: the exact share of each class, as nearly as whole rows allow, drawn by the seed. Fills
 * trainer->split. */
ptron_status pt_trainer_split(ptron_trainer *trainer, double share, ptron_error *err);

struct pt_view pt_trainer_holdout_rows(const ptron_trainer *trainer);   /* held out, or for validation; n 0: none */
/* Errors of a model on the held-out or validation rows; UINT64_MAX rows: there are none. */
ptron_status pt_trainer_holdout(ptron_trainer *trainer, const ptron_model *model, struct pt_census *census,
                                ptron_error *err);

/* Rows from position `at` of the epoch, before `end`, at most PT_ORDER_ROWS. */
struct pt_batch pt_trainer_batch(const ptron_trainer *trainer, const struct pt_block *rows, uint64_t at, uint64_t end);
/* The same rows for who does not mind where they stand (gather.c). Where shuffled rows are far apart they are copied
 * side by side, and while they are learned from another thread copies those of the next batch: it waits for memory, not
 * the learner. Stop: before the rows or the order may change. */
struct pt_batch pt_gather_batch(ptron_trainer *trainer, const struct pt_view *view, const struct pt_batch *batch);
void            pt_gather_stop(ptron_trainer *trainer);
void            pt_gather_fini(struct pt_gather *gather);
/* The checksum of rows in memory (marks.c): some more of it, by a thread that does not learn; nothing is under way any
 * more; and the whole of it. */
void         pt_marks_go_on(ptron_trainer *trainer);
void         pt_marks_stop(ptron_trainer *trainer);
uint64_t     pt_marks_fingerprint(const ptron_trainer *trainer);
/* An error in mid-epoch names row i of the batch, and the epoch. */
ptron_status pt_trainer_name_row(const ptron_trainer *trainer, const struct pt_batch *batch, size_t i,
                                 ptron_status status, ptron_error *err);

/* Shards (trainer_shards.c): whether they can be, before the learner is made; rows for each, once there is an order;
 * a round, in which each learns from its next rows; whether a state that was loaded fits them. */
ptron_status pt_trainer_choose_shards(ptron_trainer *trainer, ptron_error *err);
ptron_status pt_trainer_make_shards(ptron_trainer *trainer, ptron_error *err);
/* Of ranks: whether they can share this training; and the rows go to those that carry their shards. */
ptron_status pt_trainer_check_ranks(const ptron_trainer *trainer, ptron_error *err);
ptron_status pt_trainer_place_rows(ptron_trainer *trainer, ptron_error *err);
ptron_status pt_trainer_round(ptron_trainer *trainer, struct pt_observed *seen, ptron_error *err);
bool         pt_trainer_shards_fit(const ptron_trainer *trainer);

/* Streams (trainer_stream.c): what a stream cannot do, before it begins; the rows fed next have perhaps more
 * classes and features; the stream has ended. */
ptron_status pt_trainer_check_stream(const ptron_trainer *trainer, ptron_error *err);
ptron_status pt_trainer_follow(ptron_trainer *trainer, const ptron_dataset *rows, ptron_error *err);
ptron_status pt_trainer_begin_marks(ptron_trainer *trainer, const struct pt_block *rows, struct pt_marking *marking,
                                    ptron_error *err);
void         pt_trainer_end_marks(ptron_trainer *trainer, struct pt_marking *marking, uint64_t consumed);
ptron_status pt_trainer_end_stream(ptron_trainer *trainer, ptron_error *err);
uint64_t     pt_passing_fingerprint(const ptron_trainer *trainer);   /* 0 in the middle of an epoch */
uint64_t     pt_passing_earlier(const ptron_trainer *trainer);       /* the result's earlier_rows */
void         pt_passing_fini(struct pt_passing *passing);
void         pt_passing_save(const ptron_trainer *trainer, struct pt_buffer *out);
ptron_status pt_passing_load(ptron_trainer *trainer, const ptron_model *model, struct pt_cursor *in, ptron_error *err);
/* What runs. In a stream one-vs-rest stands ready for a third class; until one comes it is the algorithm itself. */
static inline const struct pt_learner_ops *pt_trainer_ops(const ptron_trainer *trainer)
{
    return trainer->setup.classes <= 2 && trainer->ops == &pt_one_vs_rest_ops ? trainer->algorithm->ops : trainer->ops;
}
/* What that can do: one-vs-rest has no margin of all classes; a mix of shards is no plain sum of rows. */
static inline unsigned pt_trainer_can(const ptron_trainer *trainer)
{
    const struct pt_learner_ops *ops = pt_trainer_ops(trainer);
    const unsigned can = trainer->algorithm->can;

    return ops == &pt_one_vs_rest_ops ? 0 : ops == &pt_shards_ops ? can & ~(unsigned)PT_ADDS_ROWS : can;
}
/* The end of an epoch (trainer.c), of a stream's too: tells the learner, counts, fills trainer->end; then, when the
 * rows can be judged, finds the reason to stop, if there is one. *holdout_error: NaN without hold-out rows. */
ptron_status pt_trainer_end_epoch(ptron_trainer *trainer, ptron_error *err);
ptron_status pt_trainer_find_reason(ptron_trainer *trainer, double *holdout_error, ptron_error *err);

/* What a record of the run needs to know of the trainer. */
struct pt_trainer_facts {
    const ptron_dataset *set;    /* NULL: none yet */
    const uint32_t *rows;        /* [n_rows] trained on; NULL: all */
    uint64_t n_rows;
    bool     plain;              /* from zero and without shards: the weights are the sum of the steps seen */
};
struct pt_trainer_facts pt_trainer_facts(const ptron_trainer *trainer);

/* How fixed weights do on the rows of a view (census.c). Fails only when memory is out, or a pack is found damaged. */
ptron_status pt_census_take(const ptron_model *model, const struct pt_view *view, pt_pool *pool,
                            struct pt_census *census, ptron_error *err);
/* The same for more rows, behind those that `census` is of: whole slices, but for the last rows of all. */
ptron_status pt_census_go_on(const ptron_model *model, const struct pt_view *view, pt_pool *pool,
                             struct pt_census *census, ptron_error *err);
/* The least product of a linear model of two labels with the rows of a view, as if in twice the digits of a double. */
ptron_status pt_census_sharpen(const ptron_model *model, const struct pt_view *view, double *least, ptron_error *err);

/* Fits probabilities to the scores of rows that were not learned from (calibrate.c). */
ptron_status pt_calibrate(const ptron_model *model, const struct pt_view *view, enum pt_calibration_kind kind,
                          pt_pool *pool, struct pt_calibration **out, ptron_error *err);
/* Sets the model's threshold as wanted (threshold.c), from rows of both labels that were not learned from; and whether
 * that will be possible, before training begins. */
ptron_status pt_fit_threshold(ptron_model *model, const struct pt_view *view, const char *wanted, ptron_error *err);
ptron_status pt_check_threshold(const struct pt_view *view, const char *wanted, ptron_error *err);
/* More than two classes (calibrate_joint.c): a and b of every curve, of scores [n][vectors] and labels [n]. */
ptron_status pt_calibrate_joint(const double *scores, const uint32_t *labels, size_t n,
                                struct pt_calibration *calibration, ptron_error *err);

/* Option "class-weight" (class_weight.c): nothing (*weights is NULL), balanced (rows / (classes * rows of the class),
 * over the rows of the view), or LABEL=WEIGHT,... with 1 for those not named. *weights [classes] is owned. */
ptron_status pt_class_weights(const ptron_options *options, const ptron_dataset *set, const struct pt_view *view,
                              double **weights, ptron_error *err);

/* Many trainings at the same time (compare.c), each with one thread. They share nothing but rows, so the order they end
 * in shows nowhere. An error is that of the first trial that met one. */
struct pt_trial {
    const ptron_options *options;                /* one thread, and nothing that does nothing */
    const ptron_dataset *set, *validation;       /* validation: NULL, none */
    ptron_result *result;                        /* NULL: nobody asks */
};
struct pt_trials {
    pt_pool *pool;
    const ptron_observer *observer;              /* called from the threads, by one trial at a time */
    /* In them, or NULL. *more: the run goes on until it has had so many epochs, and then this is called again. */
    ptron_status (*after)(void *context, size_t i, ptron_trainer *trainer, uint64_t *more, ptron_error *err);
    void *context;
};
ptron_status pt_try(const struct pt_trial *trials, size_t n, const struct pt_trials *how, ptron_error *err);
/* A model of the answer alone, to be tested, and its error on the rows learned from. */
ptron_status pt_trainer_answer(ptron_trainer *trainer, ptron_model **out, double *train_error, ptron_error *err);

/* The same for many ways to learn one set: see ptron_compare. results [n]: full size. */
ptron_status pt_compare(const ptron_options *const *runs, size_t n, const ptron_dataset *set,
                        const ptron_dataset *validation, size_t threads, const ptron_observer *observer,
                        ptron_result *results, ptron_error *err);

/* The learner of shards (shards.c), pt_shards_ops, is told which shard a batch is for. The epoch begins: every shard
 * goes on from the mixed weights; different shards may observe at once; rows one has learned from in this epoch. */
void         pt_shards_begin(void *self);
ptron_status pt_shards_observe(void *self, size_t shard, const struct pt_batch *batch, struct pt_observed *seen,
                               ptron_error *err);
uint64_t     pt_shards_row(const void *self, size_t shard);
/* Shards from the first of one rank to that of the next are that rank's; what was seen by those of others. */
size_t       pt_shards_of(const ptron_ranks *ranks, size_t n, size_t rank);
void         pt_shards_note(void *self, size_t shard, const struct pt_observed *seen);

/* The rows once more (trainer_judge.c). */
void pt_judging_fini(struct pt_judging *judging);
bool pt_trainer_is_judged(const ptron_trainer *trainer);   /* the census is of the present weights */
/* The classes of a stream's model are fixed for good; both must have come. */
ptron_status pt_trainer_finish_setup(const ptron_trainer *trainer, struct pt_recipe *recipe, ptron_error *err);
/* Resuming without rows: a learner of the model's shape. */
ptron_status pt_trainer_create_like(ptron_trainer *trainer, const ptron_model *model, ptron_error *err);
/* Start weights by option (trainer_start.c). */
ptron_status pt_trainer_start(ptron_trainer *trainer, ptron_error *err);

#endif
