/* Scores of a block of rows by all kept rows: tiles on all threads, each with its own rows and scratch. */
#include "base/alloc.h"
#include "base/size.h"
#include "learn/kernel/kernel.h"

#include <string.h>

enum { TILES = (PT_KERNEL_ROWS + PT_TILE_ROWS - 1) / PT_TILE_ROWS };

struct scoring {
    const struct pt_dual *dual;
    const struct pt_blas *blas;
    const struct pt_row  *rows;
    size_t  n;
    double *scratch, *scores;
};

static void score_tile(void *context, size_t tile)
{
    const struct scoring *s = context;
    const size_t from = tile * PT_TILE_ROWS, n = pt_min(PT_TILE_ROWS, s->n - from);

    pt_dual_score_tile(s->dual, s->blas, s->rows + from, n, s->scratch + tile * pt_dual_scratch(s->dual),
                       s->scores + from * s->dual->vectors);
}

static ptron_status score_by(struct pt_kernel_learner *l, const struct pt_dual *dual, const struct pt_row *rows,
                             size_t n, double *scores, ptron_error *err)
{
    const size_t room = TILES * pt_dual_scratch(dual);
    struct scoring s = {dual, l->blas, rows, n, l->scratch, scores};

    if (room > l->scratch_room) {
        s.scratch = pt_array(room, sizeof *s.scratch);
        if (s.scratch == NULL)
            return pt_fail_memory(err, room * sizeof *s.scratch, "a block of rows");
        pt_release(l->scratch);
        l->scratch = s.scratch;
        l->scratch_room = room;
    }
    pt_pool_run(l->setup.pool, (n + PT_TILE_ROWS - 1) / PT_TILE_ROWS, score_tile, &s);
    return PTRON_OK;
}

ptron_status pt_kernel_score(struct pt_kernel_learner *l, const struct pt_row *rows, const uint64_t *numbers, size_t n,
                             double *scores, ptron_error *err)
{
    const uint32_t vectors = l->w.vectors;
    struct pt_dual since;
    bool usable = false;

    if (numbers != NULL && l->recall.rows > 0)
        PT_TRY(pt_recall_since(&l->recall, &l->w, numbers, n, &usable, &since, err));
    if (!usable)
        return score_by(l, &l->w, rows, n, scores, err);
    PT_TRY(score_by(l, &since, rows, n, scores, err));
    for (size_t i = 0; i < n; i++)
        for (uint32_t v = 0; v < vectors; v++)
            scores[i * vectors + v] += l->recall.scores[(size_t)numbers[i] * vectors + v];
    return PTRON_OK;
}

ptron_status pt_kernel_reserve(struct pt_kernel_learner *l, size_t rows, ptron_error *err)
{
    const size_t room = pt_max(rows, pt_max(64, 2 * l->coef_room)), v = l->w.vectors;

    if (rows <= l->coef_room)
        return PTRON_OK;
    if (!pt_resize_at(&l->age, room, sizeof *l->age) || !pt_resize_at(&l->w.coef, room * v, sizeof *l->w.coef) ||
        !pt_resize_at(&l->other, room * v, sizeof *l->other))
        return pt_fail_memory(err, room * v * 2 * sizeof *l->other, "coefficients");
    l->coef_room = room;
    return PTRON_OK;
}
