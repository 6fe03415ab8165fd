/* Nearest neighbours: distances by tiles of products, the k least kept in order. */
#include "model/neighbours.h"
#include "base/alloc.h"
#include "base/size.h"
#include "model/model.h"

#include <math.h>
#include <string.h>

void pt_near_fini(void *own)
{
    struct pt_near *near = own;

    pt_rowset_fini(&near->rows);
    pt_release(near->label);
    near->label = NULL;
    near->label_room = 0;
}

ptron_status pt_near_add(struct pt_near *near, const struct pt_row *row, ptron_error *err)
{
    void *label = near->label;

    if (!pt_grow(&label, &near->label_room, near->rows.n + 1, sizeof *near->label))
        return pt_fail_memory(err, (near->rows.n + 1) * sizeof *near->label, "the rows that are kept");
    near->label = label;
    near->label[near->rows.n] = row->label;
    return pt_rowset_add(&near->rows, row, err);
}

ptron_status pt_near_copy(void *own, const void *other, ptron_error *err)
{
    const struct pt_near *from = other;
    struct pt_near *to = own;

    *to = (struct pt_near){.k = from->k, .classes = from->classes};
    PT_TRY(pt_rowset_copy(&to->rows, &from->rows, NULL, from->rows.n, err));
    to->label_room = pt_max(1, from->rows.n);
    to->label = pt_array(to->label_room, sizeof *to->label);
    if (to->label == NULL)
        return pt_fail_memory(err, from->rows.n * sizeof *to->label, "a model");
    if (from->rows.n > 0)
        memcpy(to->label, from->label, from->rows.n * sizeof *to->label);
    return PTRON_OK;
}

/* ---- scores -------------------------------------------------------------------------------------- */

struct best {             /* the nearest of one row so far, nearest first */
    double  *distance;    /* [k] less |x|^2, which is the same for all */
    uint32_t *label;      /* [k] */
    size_t   n;
};

static void offer_all(const struct pt_near *near, struct best *best, size_t from, const double *products, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        const double distance = near->rows.norm2[from + j] - 2.0 * products[j];
        size_t at = best->n < near->k ? best->n : near->k - 1;

        if (best->n == near->k && !(distance < best->distance[at]))
            continue;
        best->n += best->n < near->k;
        for (; at > 0 && best->distance[at - 1] > distance; at--) {
            best->distance[at] = best->distance[at - 1];
            best->label[at] = best->label[at - 1];
        }
        best->distance[at] = distance;
        best->label[at] = near->label[from + j];
    }
}

static uint32_t n_vectors(const struct pt_near *near)
{
    return near->classes == 2 ? 1 : near->classes;
}

static void count_votes(const struct pt_near *near, const struct best *best, double *scores)
{
    const double share = best->n == 0 ? 0.0 : 1.0 / (double)best->n;

    memset(scores, 0, n_vectors(near) * sizeof *scores);
    for (size_t i = 0; i < best->n; i++) {
        if (near->classes == 2)
            scores[0] += best->label[i] == 1 ? share : -share;
        else
            scores[best->label[i]] += share;
    }
}

struct room {
    double      *packed, *tile, *distance;
    uint32_t    *label;
    struct best *best;
};

static void release_tiles(struct room *room)
{
    pt_release(room->packed);
    pt_release(room->tile);
    pt_release(room->distance);
    pt_release(room->label);
    pt_release(room->best);
}

static ptron_status make_tiles(const struct pt_near *near, struct room *room, ptron_error *err)
{
    *room = (struct room){
        .packed = pt_array(pt_rowset_scratch(&near->rows, PT_TILE_ROWS), sizeof *room->packed),
        .tile = pt_array((size_t)PT_TILE_ROWS * PT_TILE_KEPT, sizeof *room->tile),
        .distance = pt_array((size_t)PT_TILE_ROWS * near->k, sizeof *room->distance),
        .label = pt_array((size_t)PT_TILE_ROWS * near->k, sizeof *room->label),
        .best = pt_array(PT_TILE_ROWS, sizeof *room->best),
    };
    if (room->packed != NULL && room->tile != NULL && room->distance != NULL && room->label != NULL &&
        room->best != NULL)
        return PTRON_OK;
    release_tiles(room);
    return pt_fail_memory(err, (size_t)PT_TILE_ROWS * near->rows.width * sizeof *room->packed, "scores");
}

static void score_tile(const struct pt_near *near, const struct pt_blas *blas, const struct room *room,
                       const struct pt_row *rows, size_t n, double *scores)
{
    for (size_t i = 0; i < n; i++)
        room->best[i] = (struct best){room->distance + i * near->k, room->label + i * near->k, 0};
    pt_rowset_pack(&near->rows, rows, n, room->packed);
    for (size_t from = 0; from < near->rows.n; from += PT_TILE_KEPT) {
        const size_t m = pt_min(PT_TILE_KEPT, near->rows.n - from);
        pt_rowset_products(&near->rows, blas, rows, n, room->packed, from, m, room->tile);
        for (size_t i = 0; i < n; i++)
            offer_all(near, &room->best[i], from, room->tile + i * m, m);
    }
    for (size_t i = 0; i < n; i++)
        count_votes(near, &room->best[i], scores + i * n_vectors(near));
}

static ptron_status near_score_rows(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores,
                                    ptron_error *err)
{
    const struct pt_near *near = model->near;
    struct pt_row known[PT_TILE_ROWS];
    const struct pt_blas *blas;
    struct room room;

    PT_TRY(pt_blas_open(&blas, err));
    PT_TRY(make_tiles(near, &room, err));
    for (size_t at = 0; at < n; at += PT_TILE_ROWS) {
        const size_t m = pt_min(PT_TILE_ROWS, n - at);
        for (size_t i = 0; i < m; i++)
            known[i] = pt_row_within(&rows[at + i], near->rows.width);
        score_tile(near, blas, &room, known, m, scores + at * n_vectors(near));
    }
    release_tiles(&room);
    return PTRON_OK;
}

/* ---- bytes --------------------------------------------------------------------------------------- */

void pt_near_save(const void *own, struct pt_buffer *out)
{
    const struct pt_near *near = own;

    pt_buffer_u32(out, near->k);
    pt_buffer_u32(out, near->classes);
    pt_rowset_save(&near->rows, out);
    for (size_t i = 0; i < near->rows.n; i++)
        pt_buffer_u32(out, near->label[i]);
}

ptron_status pt_near_load(void *own, struct pt_cursor *in, ptron_error *err)
{
    struct pt_near *near = own;

    *near = (struct pt_near){.k = pt_cursor_u32(in), .classes = pt_cursor_u32(in)};
    if (in->failed || near->k < 1 || near->k > PT_NEAR_MOST || near->classes < 2)
        return pt_fail(err, PTRON_MODEL, "the neighbours are cut short or make no sense");
    PT_TRY(pt_rowset_load(&near->rows, in, err));
    if (near->rows.n > pt_cursor_left(in) / 4)
        return pt_fail(err, PTRON_MODEL, "the neighbours' labels are cut short");
    near->label_room = pt_max(1, near->rows.n);
    near->label = pt_array(near->label_room, sizeof *near->label);
    if (near->label == NULL)
        return pt_fail_memory(err, near->rows.n * sizeof *near->label, "a model");
    for (size_t i = 0; i < near->rows.n; i++) {
        near->label[i] = pt_cursor_u32(in);
        if (near->label[i] >= near->classes)
            return pt_fail(err, PTRON_MODEL, "a neighbour's label is not there");
    }
    return PTRON_OK;
}

static void near_shape(const void *own, ptron_model *model)
{
    const struct pt_near *near = own;

    model->n_features = near->rows.width;
    model->n_vectors = n_vectors(near);
}

const struct pt_model_ops pt_near_ops = {
    .name = "neighbours", .tag = "NEAR", .size = sizeof(struct pt_near), .score_rows = near_score_rows,
    .shape = near_shape, .fini = pt_near_fini, .copy = pt_near_copy, .save = pt_near_save, .load = pt_near_load,
};
