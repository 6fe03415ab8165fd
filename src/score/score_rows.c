/* Each thread has scores of its own and takes the next slice of the round until there is none. */
#include "score/score_rows.h"
#include "base/alloc.h"
#include "base/size.h"
#include "pack/pack_trust.h"

#include <stdatomic.h>

struct worker {
    double      *scores;    /* [PT_SCORE_ROWS][vectors] */
    ptron_status status;
    size_t       slice;     /* where it failed */
};

struct round {
    const struct pt_scoring *scoring;
    bool           stands;    /* the view has the rows as they stand in memory: each slice is checked on its own */
    atomic_size_t  next;      /* slice */
    size_t         to;
    struct worker *workers;   /* [n_workers] */
    size_t         n_workers;
};

static ptron_status score_slice(const struct round *round, size_t slice, double *scores)
{
    const struct pt_scoring *s = round->scoring;
    const uint64_t from = pt_slice_from(slice), to = pt_slice_to(s->view->n, slice);
    struct pt_row rows[PT_SCORE_ROWS];

    if (round->stands)
        PT_TRY(pt_trust_rows(s->view->trust, from, (size_t)(to - from), NULL));
    for (uint64_t first = from; first < to; first += PT_SCORE_ROWS) {
        const size_t n = pt_min(PT_SCORE_ROWS, (size_t)(to - first));
        for (size_t i = 0; i < n; i++)
            rows[i] = pt_view_row(s->view, first + i);
        if (s->model != NULL)
            PT_TRY(pt_model_score_rows(s->model, rows, n, scores, NULL));
        s->take(s->context, first, rows, n, scores);
    }
    return PTRON_OK;
}

static void score_slices(void *context, size_t i)
{
    struct round *round = context;
    struct worker *worker = &round->workers[i];
    size_t slice;

    while (worker->status == PTRON_OK && (slice = atomic_fetch_add(&round->next, 1)) < round->to) {
        worker->slice = slice;
        worker->status = score_slice(round, slice, worker->scores);
    }
}

/* The first slice's trouble is told: slices before it were all taken, whichever thread failed first. */
static ptron_status find_trouble(const struct round *round, ptron_error *err)
{
    const struct worker *first = NULL;

    for (size_t i = 0; i < round->n_workers; i++) {
        const struct worker *worker = &round->workers[i];
        if (worker->status != PTRON_OK && (first == NULL || worker->slice < first->slice))
            first = worker;
    }
    if (first == NULL)
        return PTRON_OK;
    if (first->status == PTRON_DATA)
        PT_TRY(pt_trust_rows(round->scoring->view->trust, pt_slice_from(first->slice), PT_SLICE_ROWS, err));
    return pt_fail(err, first->status, "no memory to score the rows");
}

static ptron_status run_rounds(struct round *round, ptron_error *err)
{
    const struct pt_scoring *s = round->scoring;
    const size_t slices = pt_slices(s->view->n);

    for (size_t first = 0; first < slices; first = round->to) {
        round->to = pt_min(slices, first + (pt_meter_is_watched(s->meter) ? 2 * round->n_workers : PT_ROUND_SLICES));
        atomic_store(&round->next, first);
        pt_pool_run(s->pool, round->n_workers, score_slices, round);
        PT_TRY(find_trouble(round, err));
        if (s->add != NULL)
            s->add(s->context, pt_slice_from(first), pt_slice_to(s->view->n, round->to - 1));
        PT_TRY(pt_meter_add(s->meter, pt_slice_to(s->view->n, round->to - 1) - pt_slice_from(first), err));
    }
    return PTRON_OK;
}

ptron_status pt_score_rows(const struct pt_scoring *s, ptron_error *err)
{
    const size_t threads = pt_min(pt_pool_threads(s->pool), pt_slices(s->view->n));
    const size_t one = s->model == NULL ? 0 : PT_SCORE_ROWS * (size_t)s->model->n_vectors;
    struct round round = {.scoring = s, .stands = s->view->at == NULL && s->view->rows == NULL, .n_workers = threads};
    double *scores;
    ptron_status status;

    if (s->model != NULL && s->view->runs != NULL)
        return pt_score_shared(s, err);
    if (!round.stands)
        PT_TRY(pt_trust_all(s->view->trust, s->pool, err));
    if (s->model != NULL)
        PT_TRY(pt_model_score_rows(s->model, NULL, 0, NULL, err));
    round.workers = pt_zeroed(threads, sizeof *round.workers);
    scores = pt_array(threads, one * sizeof *scores);
    if (round.workers == NULL || scores == NULL) {
        status = pt_fail_memory(err, threads * one * sizeof *scores, "scores");
    } else {
        for (size_t i = 0; i < threads; i++)
            round.workers[i].scores = scores + i * one;
        status = run_rounds(&round, err);
        if (status == PTRON_OK)
            status = pt_trust_unchanged(s->view->trust, err);
    }
    pt_release(scores);
    pt_release(round.workers);
    return status;
}
