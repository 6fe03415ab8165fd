/* A vote of many weight vectors (Freund and Schapire 1999). They differ from one to the next by one row, so only
 * those rows are kept: the last weights stand in the model as usual, and a score walks back from them, taking
 * off one update at a time. Memory is that of all rows updated on. */
#ifndef PT_MODEL_VOTES_H
#define PT_MODEL_VOTES_H

#include "base/buffer.h"
#include "rows/row.h"

enum { PT_VOTES_CLASSES = 1024 };   /* the most: counting keeps a tally on the stack */

struct pt_change {             /* one update */
    double   step;             /* > 0 */
    uint32_t up, down;         /* classes whose vectors rose and fell; two classes: 1, 0 or 0, 1 */
    uint64_t before;           /* votes of the weights before it */
    uint64_t end;              /* its values are those up to here, from the end of the one before */
};

struct pt_votes {
    struct pt_change *changes; /* [n] */
    size_t    n, room;
    uint32_t *index;           /* [n_values] features, increasing within a change */
    double   *value;           /* [n_values] */
    size_t    n_values, index_room, value_room;
    uint64_t  last;            /* votes of the last weights */
};

void         pt_votes_fini(struct pt_votes *votes);
ptron_status pt_votes_add(struct pt_votes *votes, const struct pt_row *row, uint32_t up, uint32_t down, double step,
                          ptron_error *err);
void         pt_votes_renumber(struct pt_votes *votes, const uint32_t *to);   /* class c is class to[c] */
ptron_status pt_votes_copy(struct pt_votes *to, const struct pt_votes *from, ptron_error *err);

/* Turns the scores of the last weights [vectors] into votes: two classes: (for - against) / all; else the share
 * of each class. Weights with a tie for the best do not vote. bias_scale: of the constant feature, or 0. */
void pt_votes_count(const struct pt_votes *votes, size_t vectors, double bias_scale, const struct pt_row *row,
                    double *scores);

void         pt_votes_save(const struct pt_votes *votes, struct pt_buffer *out);
/* Checked against the shape: nothing in the bytes is trusted. On failure what was read is still owned. */
ptron_status pt_votes_load(struct pt_votes *votes, uint32_t classes, uint32_t features, struct pt_cursor *in,
                           ptron_error *err);

#endif
