/* Many labels at once, as two: Kesler's construction.
 *
 * Weights w_1 .. w_K, one vector for each label, give a row its own label c the highest score when
 * (w_c - w_r).(x, 1) > 0 for every rival r. Stacked on top of each other they are one weight vector, and every row with
 * every rival is one row of a larger set: (x, 1) at the place of one label, -(x, 1) at that of the other. The lower of
 * the two labels has the plus, and the stacked row counts as positive where that is the row's own label: so equal rows
 * with different labels stay equal rows. Stacked rows are sparse; the bias is a feature like any other. */
#ifndef PT_PROVE_STACK_H
#define PT_PROVE_STACK_H

#include "prove/rows.h"

struct pt_stack {
    uint32_t classes;
    uint32_t width;             /* features of one label, the bias included */
    struct pt_rows  rows;       /* the larger set, without a bias of its own; row (i, rival k) is i (K - 1) + k */
    struct pt_block block;
    uint64_t *offset, *place;   /* all owned */
    uint32_t *index, *label;
    double   *value, *norm2;
};

/* Rows of the view with their labels as they are, all below `classes`, which is at least 2. */
ptron_status pt_stack_init(struct pt_stack *stack, const struct pt_view *view, uint32_t classes, bool bias,
                           pt_pool *pool, ptron_error *err);
void         pt_stack_fini(struct pt_stack *stack);

/* Which row, and which rival, a row of the larger set stands for. */
static inline uint64_t pt_stack_row(const struct pt_stack *stack, uint64_t i)
{
    return i / (stack->classes - 1);
}
uint32_t pt_stack_rival(const struct pt_stack *stack, const struct pt_view *view, uint64_t i);

#endif
