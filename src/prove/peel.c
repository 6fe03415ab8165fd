/* Peeling with a queue of features: each stored value is looked at once to count it and once when its row goes. */
#include "prove/peel.h"
#include "base/alloc.h"

#include <string.h>

struct work {
    const struct pt_rows *rows;
    struct pt_peel *peel;
    uint32_t *count[2];    /* [width] rows left whose a_ij is negative, positive */
    uint64_t *start;       /* [width + 1] */
    uint32_t *row;         /* [start[width]] the rows of each feature */
    uint32_t *queue;       /* [width] features with one sign; each enters at most once */
    unsigned char *queued; /* [width] */
    size_t    head, tail;
};

static void count_row(struct work *w, size_t i, int by)
{
    const struct pt_row row = pt_rows_row(w->rows, i);
    const int label = pt_rows_sign(w->rows, i);

    for (size_t j = 0; j < row.n; j++) {
        const double value = pt_row_value(&row, j);
        if (value != 0)
            w->count[(value > 0) == (label > 0)][row.index == NULL ? j : row.index[j]] += (uint32_t)by;
    }
    if (w->rows->bias)
        w->count[label > 0][w->rows->view.features] += (uint32_t)by;
}

/* Queues the feature when the rows left have one sign there. */
static void offer(struct work *w, size_t feature)
{
    if (w->queued[feature] || (w->count[0][feature] == 0) == (w->count[1][feature] == 0))
        return;
    w->queued[feature] = 1;
    w->queue[w->tail++] = (uint32_t)feature;
}

/* Lists the rows of each feature; dense rows give their zeros too, which does no harm but takes room. */
static ptron_status list_rows(struct work *w, ptron_error *err)
{
    const size_t width = w->rows->width;

    w->start = pt_zeroed(width + 2, sizeof *w->start);
    if (w->start == NULL)
        return pt_fail_memory(err, width * sizeof *w->start, "peeling");
    for (size_t j = 0; j < width; j++)
        w->start[j + 2] = w->start[j + 1] + w->count[0][j] + w->count[1][j];
    w->row = pt_array((size_t)w->start[width + 1], sizeof *w->row);
    if (w->row == NULL)
        return pt_fail_memory(err, (size_t)w->start[width + 1] * sizeof *w->row, "peeling");
    for (size_t i = 0; i < w->rows->view.n; i++) {
        const struct pt_row row = pt_rows_row(w->rows, i);
        for (size_t j = 0; j < row.n; j++)
            if (pt_row_value(&row, j) != 0)
                w->row[w->start[(row.index == NULL ? j : row.index[j]) + 1]++] = (uint32_t)i;
        if (w->rows->bias)
            w->row[w->start[w->rows->view.features + 1]++] = (uint32_t)i;
    }
    return PTRON_OK;
}

static ptron_status peel_feature(struct work *w, size_t feature, ptron_error *err)
{
    struct pt_peel *peel = w->peel;
    void *memory = peel->step;

    if (w->count[0][feature] + w->count[1][feature] == 0)
        return PTRON_OK;   /* its last rows went with other features */
    if (!pt_grow(&memory, &peel->room, peel->n + 1, sizeof *peel->step))
        return pt_fail_memory(err, peel->n * sizeof *peel->step, "a peeling order");
    peel->step = memory;
    peel->step[peel->n++] = (struct pt_peel_step){(uint32_t)feature, w->count[1][feature] > 0 ? 1 : -1};
    for (uint64_t k = w->start[feature]; k < w->start[feature + 1]; k++) {
        const uint32_t i = w->row[k];

        if (peel->gone[i])
            continue;
        const struct pt_row row = pt_rows_row(w->rows, i);
        peel->gone[i] = 1;
        peel->left--;
        count_row(w, i, -1);
        for (size_t j = 0; j < row.n; j++)
            offer(w, row.index == NULL ? j : row.index[j]);
        if (w->rows->bias)
            offer(w, w->rows->view.features);
    }
    return PTRON_OK;
}

static ptron_status work_init(struct work *w, ptron_error *err)
{
    const size_t width = w->rows->width;

    for (int side = 0; side < 2; side++)
        w->count[side] = pt_zeroed(width, sizeof *w->count[side]);
    w->queue = pt_array(width, sizeof *w->queue);
    w->queued = pt_zeroed(width, 1);
    w->peel->gone = pt_zeroed(w->rows->view.n, 1);
    w->peel->left = w->rows->view.n;
    if (w->count[0] == NULL || w->count[1] == NULL || w->queue == NULL || w->queued == NULL ||
        w->peel->gone == NULL)
        return pt_fail_memory(err, width * 4 * sizeof *w->queue, "peeling");
    for (size_t i = 0; i < w->rows->view.n; i++)
        count_row(w, i, 1);
    return PTRON_OK;
}

ptron_status pt_peel_run(const struct pt_rows *rows, struct pt_peel *peel, ptron_error *err)
{
    struct work w = {.rows = rows, .peel = peel};
    ptron_status status;

    *peel = (struct pt_peel){0};
    status = work_init(&w, err);
    for (size_t j = 0; j < rows->width && status == PTRON_OK; j++)
        offer(&w, j);
    if (status == PTRON_OK && w.tail > 0)
        status = list_rows(&w, err);
    while (status == PTRON_OK && w.head < w.tail && peel->left > 0)
        status = peel_feature(&w, w.queue[w.head++], err);
    pt_release(w.count[0]);
    pt_release(w.count[1]);
    pt_release(w.start);
    pt_release(w.row);
    pt_release(w.queue);
    pt_release(w.queued);
    return status;
}

void pt_peel_fini(struct pt_peel *peel)
{
    pt_release(peel->step);
    pt_release(peel->gone);
    *peel = (struct pt_peel){0};
}
