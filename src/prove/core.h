/* What peeling left: the rows a contradiction must be sought among. Sparse rows are copied with only the
 * features they use, so that a handful of rows of a huge vocabulary is a small problem; dense rows are not
 * copied. */
#ifndef PT_PROVE_CORE_H
#define PT_PROVE_CORE_H

#include "prove/rows.h"

struct pt_core {
    struct pt_rows  rows;       /* the copy, or the rows themselves */
    uint32_t       *live;       /* [n] rows of `rows` that take part; NULL: all. Owned */
    size_t          n;
    uint32_t       *origin;     /* [n] the row each was; owned */
    uint32_t       *feature;    /* [n_features] the feature each was; NULL: the same. Owned */
    uint32_t        n_features; /* of the copy */
    struct pt_block block;      /* of the copy */
    uint64_t       *offset;
    uint32_t       *index, *label;
    double         *value, *norm2;
};

/* Rows in `from` [n] (NULL: the first n) for which gone is not set. */
ptron_status pt_core_init(struct pt_core *core, const struct pt_rows *rows, const uint32_t *from, size_t n,
                          const unsigned char *gone, ptron_error *err);
void         pt_core_fini(struct pt_core *core);

/* Weights of the core [core width] as weights of the set [width]. */
void pt_core_weights(const struct pt_core *core, const struct pt_rows *rows, const double *w, double *out);

#endif
