/* The mistake-driven family: rule x space x keeper. A named algorithm is a row in online.c's table. */
#ifndef PT_LEARN_ONLINE_ONLINE_H
#define PT_LEARN_ONLINE_ONLINE_H

#include "learn/linear/linear.h"
#include "learn/online/rule.h"
#include "learn/pocket.h"
#include "learn/trainer/schedule.h"
#include "model/votes.h"

struct pt_online;

/* Where the weights live, what the margin is, and which way an update goes. rival: the best wrong class;
 * unused when there are two. */
struct pt_space {
    bool one_vector;               /* for two classes; else there is one for each class */
    double (*margin)(const struct pt_online *o, const struct pt_row *row, uint32_t *rival);
    void   (*add)(const struct pt_online *o, struct pt_weights *w, const struct pt_row *row, uint32_t rival,
                  double step);
    double pairs;                  /* squared length of an update: this times that of the row */
    const struct pt_space *many;   /* the same for many classes */
    /* Spaces that learn how sure each weight is have these two in place of add: x'Sx in place of the squared length;
     * and an update, of the weights by step, of what the keeper averages by late (0: of nothing), and of S. NULL
     * elsewhere. */
    double (*spread)(const struct pt_online *o, const struct pt_row *row, uint32_t rival);
    void   (*move)(struct pt_online *o, const struct pt_row *row, uint32_t rival, double step, double late,
                   const struct pt_case *c);
};

/* Which weights we answer with. Told after every row; the weights are already the new ones. */
struct pt_keeper {
    bool keeps;   /* has weights of its own: o->kept */
    bool looks;   /* at all rows again and again: not in a stream */
    void (*moved)(struct pt_online *o, const struct pt_row *row, uint32_t rival, double step);
    void (*stayed)(struct pt_online *o, uint64_t rows);   /* so many rows went by without an update */
    void (*end_epoch)(struct pt_online *o);
    /* Writes the weights to answer with, and their mass. */
    void (*answer)(const struct pt_online *o, struct pt_weights *out, double *mass);
    /* What an answer has beside weights; NULL: nothing. */
    ptron_status (*attach)(const struct pt_online *o, ptron_model *model, ptron_error *err);
    void         (*save)(const struct pt_online *o, struct pt_buffer *out);
    ptron_status (*load)(struct pt_online *o, struct pt_cursor *in, ptron_error *err);
};

struct pt_parts {
    const struct pt_rule *rule;
    const struct pt_space *space;
    const struct pt_keeper *keeper;
    bool restarts;   /* back to the first row after each update */
};

struct pt_online_algorithm {
    struct pt_algorithm algorithm;
    struct pt_parts parts;
};

struct pt_kept {               /* what keepers remember beside the weights */
    struct pt_weights weights; /* averaged: the drift; pocket: the best so far */
    double   mass;             /* of those weights */
    uint64_t seen;             /* rows so far */
    struct pt_pocket pocket;
    struct pt_votes votes;     /* voted: every update, and how long the weights before it lived */
};

struct pt_online {
    struct pt_linear base;
    const struct pt_algorithm *algorithm;
    struct pt_parts parts;
    double   param[PT_RULE_PARAMS];
    bool     lenient;             /* a product of exactly 0 is right */
    struct pt_weights variance;   /* spaces that learn how sure each weight is */
    double   w_norm2;             /* of the weights, scale included */
    struct pt_kept kept;
    struct {                      /* online/pairs.h */
        double  *at;              /* [features][2]; NULL: none were made */
        double  *own[2];          /* while paired: the arrays that are parted into */
        uint64_t values;          /* that went by since they were parted */
    } pairs;
    ptron_status status;          /* a keeper failed: told at the end of the batch */
    ptron_error  trouble;
};

extern const struct pt_space  pt_space_binary, pt_space_classes, pt_space_confident, pt_space_confident_classes;
double pt_space_binary_margin(const struct pt_online *o, const struct pt_row *row, uint32_t *rival);
double pt_space_class_margin(const struct pt_online *o, const struct pt_row *row, uint32_t *rival);
extern const struct pt_keeper pt_keep_last, pt_keep_average, pt_keep_pocket, pt_keep_votes;

/* Whether what the keeper averages moves with the weights, so that it has nothing left to add. */
static inline bool pt_online_moves_both(const struct pt_online *o)
{
    return o->kept.weights.paired || o->parts.space->move != NULL;
}

static inline size_t pt_space_vectors(const struct pt_space *space, uint32_t classes)
{
    return space->one_vector ? 1 : classes;
}

/* online_state.c: also when more features or classes come, or classes are renumbered */
ptron_status pt_online_widen(void *self, uint32_t features, uint32_t classes, ptron_error *err);
ptron_status pt_online_renumber(void *self, const uint32_t *to, uint32_t n, ptron_error *err);
void         pt_online_save_state(const void *self, struct pt_buffer *out);
ptron_status pt_online_load_state(void *self, struct pt_cursor *in, ptron_error *err);

/* online_mix.c: of those that keep the last weights or their average */
ptron_status pt_online_mix(void *self, void *const *others, const double *share, size_t n, bool *level,
                           ptron_error *err);
void pt_online_follow(void *self, const void *mixed, bool level);

#endif
