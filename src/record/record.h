/* From a run to its record: what the observer sees while training goes on, and what is worked out from the
 * model and the rows when it is over. src/report draws it and sees nothing else. */
#ifndef PT_RECORD_RECORD_H
#define PT_RECORD_RECORD_H

#include "model/model.h"
#include "report/run_record.h"
#include "sets/dataset.h"

enum {
    PT_RECORD_FRAMES = 128,      /* updates kept: every one, every second, every fourth, ... */
    PT_RECORD_EPOCHS = 400,      /* the same for epochs */
    PT_RECORD_POINTS = 600,      /* rows drawn */
    PT_RECORD_NEAREST = 8,       /* rows named */
    PT_RECORD_GRID = 80,         /* scores along each side of the plane, where contours are drawn */
    PT_RECORD_SMALL = 1000       /* up to this many features the last weights are kept too */
};

struct pt_frame {                /* a step, and the weights after it */
    ptron_step step;             /* its weights are those below */
    long double squares;         /* sum of squared steps, which may be too small for a double */
    double   norm2;              /* of w, constant feature included */
    double  *weights;            /* [n_weights]; NULL when there are too many */
};

struct pt_use {                  /* a row that was learned from */
    uint64_t row;
    double   step;
    uint64_t after;              /* the step, counted from 1, after which it is in the weights; 0: as the next one */
};

struct pt_lemmas {               /* what of the two lemmas holds for a run, and their terms */
    long double squares;         /* sum of squared steps; the step of a batch is the sum of its rows' */
    double   gathered;           /* of the batch at hand */
    double   longest, threshold; /* as in ptron_theorem */
    bool     no_sum;             /* weights that are no sum of rows: no lemma 1 */
    bool     shrinks;            /* the old weights do not stay as they are: no lemma 2, and none that come back */
    bool     no_threshold;       /* no lemma 2 */
};

struct pt_star {                 /* w*: the last weights of a run whose steps are kept */
    double  *weights;            /* [n_weights] */
    size_t   n_weights;
    double   bias, coefficient;  /* of the constant feature, whose value is `constant`; 0: no bias */
    double   constant;
    ptron_theorem theorem;
    uint64_t *times;             /* [rows] of the set, between equal weights; NULL: they did not come back */
    double  *start;              /* [n_weights] w0; NULL: zero */
    bool     exact;              /* the start and all sums are whole numbers */
    double   start_coefficient, start_along;   /* of the constant feature; w*.w0 */
};

struct ptron_run {
    struct pt_record *record;
    const ptron_dataset *set;    /* the rows, or NULL */
    struct pt_refs *set_refs;    /* keep them there */
    ptron_observer inner;
    bool      detailed;          /* small enough to watch every row */
    bool      finished;          /* the record has what came out; once more, that goes first */
    size_t    grid;              /* PT_RECORD_GRID, or less for those who draw many */
    bool      strange;           /* steps that no picture of one weight vector fits */
    uint64_t  keep;              /* steps wanted whole, from the first; 0: thinned frames instead */
    struct pt_frame *kept;       /* [n_kept] */
    size_t    n_kept, kept_room;
    struct pt_star star;
    struct pt_frame frames[2 * PT_RECORD_FRAMES], last;   /* updates */
    size_t    n_frames;
    uint64_t  stride;
    uint64_t  n_seen;            /* steps */
    struct pt_lemmas lemmas;
    struct pt_use *uses;         /* [n_uses] */
    size_t    n_uses, uses_room;
    uint64_t  epoch_stride;
};

/* *out: the run, or NULL and the run freed when the status is not PTRON_OK, which it returns. */
ptron_status pt_run_give(ptron_run *run, ptron_status status, ptron_run **out);

/* What the parts below are handed. */
struct pt_judged {
    ptron_run *run;
    const ptron_model *model;    /* NULL: a proof, about label `positive` and all others */
    size_t    positive, n_features;
    const double *weights;       /* [n_features] of the one boundary, when linear */
    double    bias;
    const ptron_dataset *set;
    const uint32_t *rows;        /* [n_rows] trained on; NULL: 0 .. n_rows - 1 */
    uint64_t  n_rows;
    double   *scores;            /* [set->n_rows][vectors] */
    uint32_t *classes;           /* [set->n_rows] answers */
    size_t    vectors;
    double    norm;              /* of the model's weights, the bias counted; 1 when it is not linear */
    double    length;            /* of the weights alone; 0: there is no boundary; 1 when it is not linear */
    bool      linear;            /* one weight vector */
    bool      test;              /* the rows are some to test it on, not those of a training run */
    uint64_t  nearest[PT_RECORD_NEAREST];   /* rows with the least margins, least first */
    size_t    n_nearest;
    const char *axes;
};

static inline uint64_t pt_judged_row(const struct pt_judged *v, uint64_t i)
{
    return v->rows == NULL ? i : v->rows[i];
}

/* 0 or 1 of a proof, else the label's number. */
static inline uint32_t pt_judged_class(const struct pt_judged *v, uint32_t label)
{
    return v->model != NULL ? label : label == v->positive;
}

/* As ptron_model_feature_name. */
size_t pt_judged_feature_name(const struct pt_judged *v, size_t feature, char *name, size_t room);
/* Fills `nearest`. */
void pt_judged_find_nearest(struct pt_judged *v);

/* y times the score over the norm: the theorem's margin; with many classes own score less the best other. NaN for a row
 * whose label is missing, or unknown to the model. */
double pt_judged_margin(const struct pt_judged *v, uint64_t row);
/* The same over the length: how far the row is from the boundary, below 0 on the wrong side. Where the model is not
 * linear it is the score again. */
double pt_judged_distance(const struct pt_judged *v, uint64_t row);

/* A row of the table "contradiction". */
void pt_record_contradictor(struct pt_record *record, const ptron_dataset *set, uint64_t row, double share,
                            const char *times);
/* Where a row stands, without folders: a page says nothing of them. */
void pt_record_place(const ptron_dataset *set, uint64_t row, const char **file, double *line);

/* record_steps.c: a step with a copy of its weights, or without; one more that is kept. False when memory is out. */
bool pt_frame_take(struct pt_frame *frame, const ptron_step *step, long double squares, bool weights);
bool pt_steps_take(ptron_run *run, const ptron_step *step);
void pt_steps_fini(ptron_run *run);
/* y(w.x + b) of a row, y being 1 for label 1 and else -1; w: [features] */
double pt_steps_product(const struct pt_row *row, const double *w, double bias);

struct pt_turn {                 /* uses that add up to zero: those after `from`, up to `to` */
    size_t from, to;             /* on the way in: the least `from` and the first `to` to look at */
    size_t last;                 /* the last `to` to look at */
};
/* Sums are of the rows' decimals, of steps of one length, and exact; where that cannot be, nothing is found. True:
 * found; then times [rows] counts the rows used. When memory is out the record has failed. */
bool pt_steps_cycle(ptron_run *run, const ptron_dataset *set, bool bias, struct pt_turn *turn, uint64_t *times);
/* As ptron_run_theorem and ptron_run_step; i < n_kept. */
ptron_status pt_steps_theorem(ptron_run *run, const ptron_trainer *trainer, ptron_theorem *theorem, ptron_error *err);
void pt_steps_sides(const ptron_run *run, size_t i, ptron_sides *sides);

void pt_record_updates(struct pt_judged *v);   /* record_updates.c: curves of the proof, the contradiction */
/* record_answer.c: margins, nearest rows, confusion, weights */
ptron_status pt_record_answer(struct pt_judged *v, ptron_error *err);
void pt_record_curves(struct pt_judged *v);    /* record_curves.c: ROC, and precision against recall */
void pt_record_net(const struct pt_judged *v); /* record_net.c: a small network's neurons, a perceptron as one */
/* record_plane.c: two and three dimensions. */
ptron_status pt_record_plane(struct pt_judged *v, ptron_error *err);

#endif
