/* The scores of rows that are on several ranks. Each rank scores its own; the scores, and what is short of each row
 * (label, weight, norm), go to all, and everyone then takes all of them in the order of the rows: so whatever is made
 * of them is the same everywhere, and the same as on one machine. A round of rows is at hand at a time. */
#include "base/alloc.h"
#include "base/size.h"
#include "pack/pack_trust.h"
#include "ranks/ranks.h"
#include "score/score_rows.h"

#include <string.h>

enum { ROUND_SCORES = 1 << 21, TASK_ROWS = 4096 };

struct fact {             /* of a row; its scores follow */
    uint32_t number;      /* in the round */
    uint32_t label;
    double   weight, norm2;
};

struct shared {
    const struct pt_scoring *scoring;
    ptron_ranks *ranks;
    size_t    vectors, bytes;      /* bytes: of a fact and its scores */
    uint64_t  first;      /* rows first .. first+n-1 of the view are at hand */
    size_t    n;
    size_t    own, n_own; /* of the rows that are here, those at hand; where all are here: from row `own` of the
                             round */
    char     *facts;      /* [n] by rank, in order within each; */
    char     *own_facts;  /* own from here on */
    struct pt_row *rows;  /* [n] in the order of the rows */
    double   *scores;     /* [n][vectors] */
    size_t   *from;       /* [size + 1] bytes in `facts` */
    uint64_t *counts;     /* [size] */
    bool     *failed;     /* [tasks] */
};

/* ---- own rows ------------------------------------------------------------------------------------ */

/* The next row of the view that is here; *number: in the round. */
static struct pt_row own_row(const struct shared *s, size_t i, uint32_t *number)
{
    const struct pt_view *view = s->scoring->view;

    *number = view->own == NULL ? (uint32_t)(s->own + i)
                                : (uint32_t)(pt_own_position(view->own, s->own + i) - s->first);
    return pt_view_row_here(view, view->own == NULL ? s->first + *number : s->own + i);
}

static void score_task(void *context, size_t task)
{
    struct shared *s = context;
    const size_t end = pt_min((task + 1) * TASK_ROWS, s->n_own);
    double *scores = s->scores + task * TASK_ROWS * s->vectors;   /* not needed yet */
    struct pt_row rows[PT_SCORE_ROWS];

    for (size_t at = task * TASK_ROWS; at < end; at += PT_SCORE_ROWS) {
        const size_t n = pt_min(PT_SCORE_ROWS, end - at);
        uint32_t numbers[PT_SCORE_ROWS];

        for (size_t i = 0; i < n; i++)
            rows[i] = own_row(s, at + i, &numbers[i]);
        s->failed[task] |= pt_model_score_rows(s->scoring->model, rows, n, scores, NULL) != PTRON_OK;
        for (size_t i = 0; i < n; i++) {
            const struct fact fact = {numbers[i], rows[i].label, rows[i].weight, rows[i].norm2};
            char *to = s->own_facts + (at + i) * s->bytes;

            memcpy(to, &fact, sizeof fact);
            memcpy(to + sizeof fact, scores + i * s->vectors, s->vectors * sizeof *scores);
        }
    }
}

/* How many of the rows at hand each rank has. */
static ptron_status find_owners(struct shared *s, ptron_error *err)
{
    const struct pt_own *own = s->scoring->view->own;
    const size_t size = s->ranks->size, rank = s->ranks->rank;

    if (own == NULL) {
        for (size_t r = 0; r <= size; r++)
            s->from[r] = (size_t)pt_share_from(s->n, size, r) * s->bytes;
        s->own = s->from[rank] / s->bytes;
        s->n_own = (s->from[rank + 1] - s->from[rank]) / s->bytes;
    } else {
        s->own += s->n_own;
        for (s->n_own = 0; s->own + s->n_own < own->n; s->n_own++)
            if (pt_own_position(own, s->own + s->n_own) >= s->first + s->n)
                break;
        s->counts[rank] = s->n_own;
        PT_TRY(pt_ranks_gather_equal(s->ranks, s->counts, sizeof *s->counts, err));
        for (size_t r = 0; r < size; r++)
            s->from[r + 1] = s->from[r] + (size_t)s->counts[r] * s->bytes;
    }
    s->own_facts = s->facts + s->from[rank];
    return PTRON_OK;
}

/* ---- all rows ------------------------------------------------------------------------------------ */

static void unpack(struct shared *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const char *from = s->facts + i * s->bytes;
        struct fact fact;

        memcpy(&fact, from, sizeof fact);
        s->rows[fact.number] = (struct pt_row){.label = fact.label, .weight = fact.weight, .norm2 = fact.norm2};
        memcpy(s->scores + fact.number * s->vectors, from + sizeof fact, s->vectors * sizeof *s->scores);
    }
}

static void take_task(void *context, size_t slice)
{
    const struct shared *s = context;
    const size_t end = pt_min((slice + 1) * PT_SLICE_ROWS, s->n);

    for (size_t at = slice * PT_SLICE_ROWS; at < end; at += PT_SCORE_ROWS)
        s->scoring->take(s->scoring->context, s->first + at, s->rows + at, pt_min(PT_SCORE_ROWS, end - at),
                         s->scores + at * s->vectors);
}

static ptron_status run_round(struct shared *s, ptron_error *err)
{
    const struct pt_scoring *scoring = s->scoring;
    size_t tasks;

    PT_TRY(find_owners(s, err));
    tasks = (s->n_own + TASK_ROWS - 1) / TASK_ROWS;
    memset(s->failed, 0, (tasks + 1) * sizeof *s->failed);
    pt_pool_run(scoring->pool, tasks, score_task, s);
    for (size_t i = 0; i < tasks; i++)
        if (s->failed[i])
            return pt_fail_memory(err, PT_SCORE_ROWS * s->vectors * sizeof(double), "scores");
    PT_TRY(pt_ranks_gather(s->ranks, s->facts, s->from, err));
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
    const size_t vectors = scoring->model->n_vectors, size = scoring->view->runs->ranks->size;
    const size_t slices = pt_min(PT_ROUND_SLICES, pt_max(1, ROUND_SCORES / (PT_SLICE_ROWS * vectors)));
    const size_t most = (size_t)pt_min(slices * PT_SLICE_ROWS, (size_t)scoring->view->n);
    struct shared s = {.scoring = scoring, .ranks = scoring->view->runs->ranks, .vectors = vectors,
                       .bytes = sizeof(struct fact) + vectors * sizeof(double)};
    ptron_status status;

    PT_TRY(pt_trust_all(scoring->view->trust, scoring->pool, err));
    PT_TRY(pt_model_score_rows(scoring->model, NULL, 0, NULL, err));
    s.facts = pt_array(most + 1, s.bytes);
    s.rows = pt_array(most + 1, sizeof *s.rows);
    s.scores = pt_array(pt_max(most, TASK_ROWS), vectors * sizeof *s.scores);
    s.failed = pt_array(slices + 1, sizeof *s.failed);
    s.from = pt_zeroed(size + 1, sizeof *s.from);
    s.counts = pt_zeroed(size, sizeof *s.counts);
    status = s.facts == NULL || s.rows == NULL || s.scores == NULL || s.failed == NULL || s.from == NULL ||
                     s.counts == NULL
                 ? pt_fail_memory(err, 2 * most * s.bytes, "scores")
                 : run_rounds(&s, most, err);
    if (status == PTRON_OK)
        status = pt_trust_unchanged(scoring->view->trust, err);
    pt_release(s.facts);
    pt_release(s.rows);
    pt_release(s.scores);
    pt_release(s.failed);
    pt_release(s.from);
    pt_release(s.counts);
    return status;
}
