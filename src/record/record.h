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
    PT_RECORD_SMALL = 1000       /* up to this many features the last weights are kept too */
};

struct pt_frame {                /* the weights after update k */
    uint64_t k;
    double   mass, squares, norm2;   /* sum of steps, of their squares; of w, constant feature included */
    double   bias;
    double  *weights;            /* [features]; NULL when there are too many */
};

struct pt_use {                  /* one update */
    uint64_t row;
    double   step;
};

struct ptron_run {
    struct pt_record *record;
    const ptron_dataset *set;    /* borrowed while training goes on */
    ptron_observer inner;
    bool      detailed;          /* small enough to watch every row */
    bool      strange;           /* steps that no picture of one weight vector fits */
    struct pt_frame frames[2 * PT_RECORD_FRAMES], last;
    size_t    n_frames;
    uint64_t  stride;
    double    squares;
    struct pt_use *uses;         /* [n_uses] */
    size_t    n_uses, uses_room;
    uint64_t  epoch_stride;
};

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
    double    norm;              /* of the model's weights; 1 when it is not linear */
    bool      linear;            /* one weight vector */
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

/* y times the score over the norm; with many classes own score less the best other. */
double pt_judged_margin(const struct pt_judged *v, uint64_t row);

/* A row of the table "contradiction". */
void pt_record_contradictor(struct pt_record *record, const ptron_dataset *set, uint64_t row, double share,
                            const char *times);
/* Where a row stands, without folders: a page says nothing of them. */
void pt_record_place(const ptron_dataset *set, uint64_t row, const char **file, double *line);

void pt_record_updates(struct pt_judged *v);   /* record_updates.c: curves of the proof, the contradiction */
void pt_record_answer(struct pt_judged *v);    /* record_answer.c: margins, nearest rows, confusion, weights */
void pt_record_net(const struct pt_judged *v); /* record_net.c: a small network's neurons */
/* record_plane.c: two and three dimensions. */
ptron_status pt_record_plane(struct pt_judged *v, ptron_error *err);

#endif
