/* The multi-layer perceptron: the network being learned, its mini-batch and what the optimizer keeps. */
#ifndef PT_LEARN_MLP_MLP_H
#define PT_LEARN_MLP_MLP_H

#include "learn/learner.h"
#include "model/net.h"

struct pt_mlp_piece {        /* of a layer's weights: those of inputs from..from+rows */
    uint32_t layer;
    size_t   from, rows;
};

struct pt_mlp {
    struct pt_setup setup;
    const struct pt_blas *blas;
    const struct pt_net_math *ops;
    struct pt_net net;
    enum pt_loss loss;
    struct pt_step_rule rule;
    double   default_rate;      /* times the schedule's, when no rate was given */
    size_t   batch;             /* rows to a step */
    uint64_t steps;
    void    *gradient, *first, *second;   /* [n_weights]; moments only where the optimizer has them */
    char    *memory;            /* of values and slopes */
    size_t   value_at[PT_NET_LAYERS + 1], slope_at[PT_NET_LAYERS + 1];   /* reals from the start */
    struct pt_row *rows;        /* [batch] of the mini-batch at hand */
    uint64_t *number;           /* [batch] where each stands in its source; UINT64_MAX: not known any more */
    size_t   n;                 /* rows gathered so far */
    size_t   packed;            /* of these, already among the values: the rows themselves may be gone */
    double  *losses;            /* [tiles of a batch] */
    double  *scores;            /* [batch][scores] */
    struct pt_mlp_piece *pieces;
    size_t   n_pieces;
    double   epoch_loss, risk;  /* risk: mean loss of the last epoch */
    uint64_t epoch_rows;
};

/* mlp_setup.c */
ptron_status pt_mlp_create(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void *self,
                           ptron_error *err);
void         pt_mlp_destroy(void *self);

/* mlp_state.c */
void         pt_mlp_save_state(const void *self, struct pt_buffer *out);
ptron_status pt_mlp_load_state(void *self, struct pt_cursor *in, ptron_error *err);

#endif
