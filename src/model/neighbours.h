/* A model that is its training rows: the k nearest vote. The instance-based baseline: nothing is learned, and a
 * prediction costs as much as there are rows times features.
 * Scores with two classes: (votes for 1 - votes for 0) / votes; with more: each class's share.
 * Of rows equally near the first kept votes. */
#ifndef PT_MODEL_NEIGHBOURS_H
#define PT_MODEL_NEIGHBOURS_H

#include "model/rowset.h"

enum { PT_NEAR_MOST = 1024 };   /* neighbours */

struct pt_near {
    struct pt_rowset rows;
    uint32_t *label;        /* [rows.n] */
    size_t    label_room;
    uint32_t  k, classes;
};

/* `own` and its like: a struct pt_near. */
void         pt_near_fini(void *own);
ptron_status pt_near_copy(void *to, const void *from, ptron_error *err);
ptron_status pt_near_add(struct pt_near *near, const struct pt_row *row, ptron_error *err);
void         pt_near_save(const void *own, struct pt_buffer *out);
ptron_status pt_near_load(void *own, struct pt_cursor *in, ptron_error *err);

#endif
