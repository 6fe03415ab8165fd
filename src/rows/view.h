/* Which rows of a block are meant, in which order, and how they are seen. A view borrows everything and is copied
 * freely: proofs, the checker of certificates, evaluations and orders of training all go through one. */
#ifndef PT_ROWS_VIEW_H
#define PT_ROWS_VIEW_H

#include "rows/row.h"

struct pt_trust;
struct pt_runs;

/* Of rows that are on several ranks, those that are here, in the order of the source: the i-th is at index at[i] of the
 * block and is row position[i] of the view. */
struct pt_own {
    size_t    n;
    uint32_t *at;                    /* [n] NULL: i */
    uint64_t *position;              /* [n] NULL: first + i */
    uint64_t  first;
};

static inline size_t pt_own_at(const struct pt_own *own, size_t i)
{
    return own->at == NULL ? i : own->at[i];
}
static inline uint64_t pt_own_position(const struct pt_own *own, size_t i)
{
    return own->position == NULL ? own->first + i : own->position[i];
}

struct pt_view {
    const struct pt_block *block;
    const uint32_t  *at;             /* [block->n_rows] index in memory of each row of the source; NULL: in order */
    const uint32_t  *rows;           /* [n] which rows of the source; NULL: 0 .. n-1 */
    uint64_t         n;
    uint32_t         features;       /* of the set: rows may have fewer */
    uint32_t         positive;       /* that class is 1 and all others are 0; PT_NO_LABEL: labels as they are */
    const double    *class_weight;   /* [classes] times the row's own weight; NULL: all 1 */
    struct pt_trust *trust;          /* what must be checked before it is read (pack/pack_trust.h); NULL: nothing */
    const struct pt_runs *runs;      /* the ranks that share the rows (ranks/ranks.h); NULL: there is one */
    const struct pt_own *own;        /* of n rows those that are here, `at` and `rows` are not used; NULL: all are */
};

/* Index in memory of row i of the view. */
static inline size_t pt_view_at(const struct pt_view *view, uint64_t i)
{
    const uint64_t row = view->rows == NULL ? i : view->rows[i];

    return (size_t)(view->at == NULL ? row : view->at[row]);
}

static inline struct pt_row pt_view_row(const struct pt_view *view, uint64_t i)
{
    return pt_row_seen(pt_block_row(view->block, pt_view_at(view, i)), view->class_weight,
                       view->positive == PT_NO_LABEL ? NULL : &view->positive);
}

/* The rows that are here, for what is asked of each alone: all, or this rank's. */
static inline uint64_t pt_view_here(const struct pt_view *view)
{
    return view->own == NULL ? view->n : view->own->n;
}

static inline struct pt_row pt_view_row_here(const struct pt_view *view, uint64_t i)
{
    if (view->own == NULL)
        return pt_view_row(view, i);
    return pt_row_seen(pt_block_row(view->block, pt_own_at(view->own, (size_t)i)), view->class_weight,
                       view->positive == PT_NO_LABEL ? NULL : &view->positive);
}

/* +1 for rows of the positive class, -1 for all others. */
static inline int pt_view_sign(const struct pt_view *view, uint64_t i)
{
    const uint32_t *label = view->block->label;

    return label != NULL && label[pt_view_at(view, i)] == view->positive ? 1 : -1;
}

/* Its line (0: not known), which a certificate names. */
static inline uint64_t pt_view_line(const struct pt_view *view, uint64_t i)
{
    return view->block->place == NULL ? 0 : pt_place_line(view->block->place[pt_view_at(view, i)]);
}

/* Rows that are worked on as one task. Sums are taken within a slice, then over the slices: part of the numeric
 * contract, not a tuning knob. */
enum { PT_SLICE_ROWS = 4096 };

static inline size_t pt_slices(uint64_t n_rows)
{
    return (size_t)((n_rows + PT_SLICE_ROWS - 1) / PT_SLICE_ROWS);
}

static inline uint64_t pt_slice_from(size_t slice)
{
    return (uint64_t)slice * PT_SLICE_ROWS;
}

static inline uint64_t pt_slice_to(uint64_t n_rows, size_t slice)
{
    const uint64_t to = pt_slice_from(slice) + PT_SLICE_ROWS;

    return to < n_rows ? to : n_rows;
}

#endif
