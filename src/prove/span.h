/* The span of some rows, modulo a prime: which rows depend on others, with certainty one way and near certainty the
 * other. A row found independent is independent. One that is not could be so over the whole numbers with a chance
 * of about 2^-60: whoever builds on it checks over the whole numbers. Rows are those of a core, which may have fewer
 * columns than the set. */
#ifndef PT_PROVE_SPAN_H
#define PT_PROVE_SPAN_H

#include "base/random.h"
#include "prove/core.h"
#include "prove/exact.h"

struct pt_span {
    const struct pt_exact *exact;
    const struct pt_rows  *rows;    /* the core's */
    size_t    rank, room;
    uint64_t *a;        /* [rank][width] rows reduced by those before, their pivots 1; owned */
    size_t   *pivot;    /* [rank] columns; owned */
    uint64_t *line;     /* [width] scratch; owned */
    uint64_t *probe;    /* [width] a random vector orthogonal to the span; owned */
};

/* `room`: the largest rank there can be. */
ptron_status pt_span_init(struct pt_span *span, const struct pt_exact *exact, const struct pt_rows *rows, size_t room,
                          ptron_error *err);
void         pt_span_fini(struct pt_span *span);

/* Adds row i of the core. False: the span has it already (or is full). */
bool pt_span_add(struct pt_span *span, size_t i);
/* Chooses the probe anew, to be done after rows were added and before pt_span_has. */
void pt_span_look(struct pt_span *span, pt_random *random);
/* Whether the span has row i. */
bool pt_span_has(struct pt_span *span, size_t i);

#endif
