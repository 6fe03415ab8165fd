/* The mistake-driven family: rule x space x keeper. A named algorithm is a row in online.c's table. */
#ifndef PT_LEARN_ONLINE_H
#define PT_LEARN_ONLINE_H

#include "learn/learner.h"
#include "learn/rule.h"
#include "learn/schedule.h"

struct pt_online;

/* Where the weights live and what the margin is. rival: the best wrong class; unused when there are two. */
struct pt_space {
    size_t (*vectors)(uint32_t classes);
    double (*margin)(const struct pt_online *o, const struct pt_row *row, uint32_t *rival);
    void   (*add)(const struct pt_online *o, struct pt_weights *w, const struct pt_row *row, uint32_t rival,
                  double step);
};

/* Which weights we answer with. Told after every row; the weights are already the new ones. */
struct pt_keeper {
    bool keeps;   /* has weights of its own: o->kept */
    void (*moved)(struct pt_online *o, const struct pt_row *row, uint32_t rival, double step);
    void (*stayed)(struct pt_online *o);
    void (*end_epoch)(struct pt_online *o);
    /* Writes the weights to answer with, and their mass. */
    void (*answer)(const struct pt_online *o, struct pt_weights *out, double *mass);
};

struct pt_parts {
    pt_rule *rule;
    const struct pt_space *space;
    const struct pt_keeper *keeper;
};

struct pt_kept {               /* what keepers remember beside the weights */
    struct pt_weights weights; /* averaged: the drift; pocket: the best so far */
    double   mass;             /* of those weights */
    uint64_t seen;             /* rows so far */
    uint64_t run, best_run;    /* pocket: rows in a row that were right */
    uint64_t errors;           /* pocket: of the best; UINT64_MAX: none yet */
    bool     looked;           /* pocket: the present weights were judged already */
};

struct pt_online {
    struct pt_setup setup;
    struct pt_parts parts;
    struct pt_schedule schedule;
    const double *param;
    struct pt_weights w, start;   /* start: no weights (features 0) when it is zero */
    double   w_norm2, mass;
    uint64_t updates;
    struct pt_kept kept;
    double  *additive;            /* [vectors] bias times the constant feature, for the borrowed view */
};

extern const struct pt_space  pt_space_binary;
extern const struct pt_keeper pt_keep_last, pt_keep_average, pt_keep_pocket;

/* A model that borrows these weights; `additive` [vectors] is written. Not to be freed. */
void pt_online_view(const struct pt_setup *setup, const struct pt_weights *weights, double *additive,
                    ptron_model *view);

#endif
