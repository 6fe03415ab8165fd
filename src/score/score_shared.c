/* The scores of rows that are on several ranks. Each rank scores its own; the scores, which are short, go to all, and
 * everyone then takes all of them in the order of the rows: so whatever is made of them is the same everywhere, and the
 * same as on one machine. */
#include "base/alloc.h"
#include "base/size.h"
#include "pack/pack_trust.h"
#include "ranks/ranks.h"
#include "score/score_rows.h"

#include <string.h>

enum { ROUND_SCORES = 1 << 21, TASK_ROWS = 4096 };

struct shared {
    const struct pt_scoring *scoring;
    size_t    vectors;
    uint64_t  first;      /* rows first .. first+n-1 of the view are at hand */
    size_t    n;
    uint64_t *own;        /* [n_own] rows of the view that are this rank's */
    size_t    n_own;
    double   *packed;     /* [n][vectors] by rank, in order within each; own from `packed_own` on */
    double   *packed_own;
    double   *scores;     /* [n][vectors] in the order of the rows */
    uint32_t *owner;      /* [n] */
    size_t   *from;       /* [size + 1] bytes in `packed` */
    bool     *failed;     /* [tasks] */
};

static void score_task(void *context, size_t task)
{
    struct shared *s = context;
    const size_t end = pt_min((task + 1) * TASK_ROWS, s->n_own);
    struct pt_row rows[PT_SCORE_ROWS];

    for (size_t at = task * TASK_ROWS; at < end; at += PT_SCORE_ROWS) {
        const size_t n = pt_min(PT_SCORE_ROWS, end - at);

        for (size_t i = 0; i < n; i++)
            rows[i] = pt_view_row(s->scoring->view, s->own[at + i]);
        s->failed[task] |= pt_model_score_rows(s->scoring->model, rows, n, s->packed_own + at * s->vectors, NULL) !=
                           PTRON_OK;
    }
}

static void take_task(void *context, size_t slice)
{
    const struct shared *s = context;
    const size_t end = pt_min((slice + 1) * PT_SLICE_ROWS, s->n);
    struct pt_row rows[PT_SCORE_ROWS];

    for (size_t at = slice * PT_SLICE_ROWS; at < end; at += PT_SCORE_ROWS) {
        const size_t n = pt_min(PT_SCORE_ROWS, end - at);

        for (size_t i = 0; i < n; i++)
            rows[i] = pt_view_row(s->scoring->view, s->first + at + i);
        s->scoring->take(s->scoring->context, s->first + at, rows, n, s->scores + at * s->vectors);
    }
}

/* Who has which of the rows at hand. */
static void find_owners(struct shared *s)
{
    const struct pt_view *view = s->scoring->view;
    const size_t size = view->runs->ranks->size, rank = view->runs->ranks->rank, bytes = s->vectors * sizeof(double);

    memset(s->from, 0, (size + 1) * sizeof *s->from);
    s->n_own = 0;
    for (size_t i = 0; i < s->n; i++) {
        s->owner[i] = (uint32_t)pt_runs_owner(view->runs, pt_view_at(view, s->first + i));
        s->from[s->owner[i] + 1] += bytes;
        if (s->owner[i] == rank)
            s->own[s->n_own++] = s->first + i;
    }
    for (size_t r = 0; r < size; r++)
        s->from[r + 1] += s->from[r];
    s->packed_own = s->packed + s->from[rank] / sizeof(double);
}

static void unpack(struct shared *s)
{
    const size_t bytes = s->vectors * sizeof(double);

    for (size_t i = 0; i < s->n; i++) {
        size_t *at = &s->from[s->owner[i]];

        memcpy(s->scores + i * s->vectors, (const char *)s->packed + *at, bytes);
        *at += bytes;
    }
}

static ptron_status run_round(struct shared *s, ptron_error *err)
{
    const struct pt_scoring *scoring = s->scoring;
    const size_t tasks = (s->n + TASK_ROWS - 1) / TASK_ROWS;

    find_owners(s);
    memset(s->failed, 0, tasks * sizeof *s->failed);
    pt_pool_run(scoring->pool, (s->n_own + TASK_ROWS - 1) / TASK_ROWS, score_task, s);
    for (size_t i = 0; i < tasks; i++)
        if (s->failed[i])
            return pt_fail_memory(err, PT_SCORE_ROWS * s->vectors * sizeof(double), "scores");
    PT_TRY(pt_ranks_gather(scoring->view->runs->ranks, s->packed, s->from, err));
    unpack(s);
    pt_pool_run(scoring->pool, pt_slices(s->n), take_task, s);
    if (scoring->add != NULL)
        scoring->add(scoring->context, s->first, s->first + s->n);
    return pt_meter_add(scoring->meter, s->n, err);
}

static ptron_status run_rounds(struct shared *s, size_t most, ptron_error *err)
{
    const uint64_t rows = s->scoring->view->n;

    for (s->first = 0; s->first < rows; s->first += s->n) {
        s->n = (size_t)(rows - s->first < most ? rows - s->first : most);
        PT_TRY(run_round(s, err));
    }
    return PTRON_OK;
}

ptron_status pt_score_shared(const struct pt_scoring *scoring, ptron_error *err)
{
    const size_t vectors = scoring->model->n_vectors;
    const size_t slices = pt_min(PT_ROUND_SLICES, pt_max(1, ROUND_SCORES / (PT_SLICE_ROWS * vectors)));
    const size_t most = (size_t)pt_min(slices * PT_SLICE_ROWS, (size_t)scoring->view->n);
    struct shared s = {.scoring = scoring, .vectors = vectors};
    ptron_status status;

    PT_TRY(pt_trust_all(scoring->view->trust, scoring->pool, err));
    PT_TRY(pt_model_score_rows(scoring->model, NULL, 0, NULL, err));
    s.own = pt_array(most, sizeof *s.own);
    s.owner = pt_array(most, sizeof *s.owner);
    s.packed = pt_array(most, vectors * sizeof *s.packed);
    s.scores = pt_array(most, vectors * sizeof *s.scores);
    s.failed = pt_array(slices, sizeof *s.failed);
    s.from = pt_array(scoring->view->runs->ranks->size + 1, sizeof *s.from);
    status = s.own == NULL || s.owner == NULL || s.packed == NULL || s.scores == NULL || s.failed == NULL ||
                     s.from == NULL
                 ? pt_fail_memory(err, 2 * most * vectors * sizeof *s.scores, "scores")
                 : run_rounds(&s, most, err);
    if (status == PTRON_OK)
        status = pt_trust_unchanged(scoring->view->trust, err);
    pt_release(s.own);
    pt_release(s.owner);
    pt_release(s.packed);
    pt_release(s.scores);
    pt_release(s.failed);
    pt_release(s.from);
    return status;
}
