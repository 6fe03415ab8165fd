/* The checksum of rows in memory, made by another thread while they are learned from. */
#include "base/size.h"
#include "learn/trainer/trainer.h"
#include "sets/row_checksum.h"

enum {
    ROWS = 2 * PT_ORDER_ROWS,  /* beside each batch: whoever has time for it first, the learner too */
    FIRST_ROWS = 32 * ROWS,    /* while the order is made */
};

static void mark(void *context, size_t unused)
{
    ptron_trainer *t = context;
    struct pt_row_marks *m = &t->marks;

    (void)unused;
    m->sum += pt_dataset_marks(t->set, m->done, m->to);
    m->done = m->to;
}

void pt_marks_go_on(ptron_trainer *t)
{
    struct pt_row_marks *m = &t->marks;

    if (t->order.n == 0 || pt_pool_threads(t->pool) == 1 || t->set->trust != NULL || t->set->runs.ranks != NULL)
        return;
    if (m->to == t->set->n_rows || (m->begun && !pt_pool_has_done(t->pool, &m->job)))
        return;
    m->begun = true;
    m->to = m->done + pt_min(m->done == 0 ? FIRST_ROWS : ROWS, (size_t)(t->set->n_rows - m->done));
    m->job = (pt_job){.task = mark, .context = t};
    pt_pool_start(t->pool, &m->job);
}

void pt_marks_stop(ptron_trainer *t)
{
    if (t->marks.begun)
        pt_pool_wait(t->pool, &t->marks.job);
    t->marks.begun = false;
}

uint64_t pt_marks_fingerprint(const ptron_trainer *t)
{
    const struct pt_row_marks *m = &t->marks;

    if (m->begun && !pt_pool_has_done(t->pool, &m->job))   /* asked for by who watches the run */
        return pt_dataset_fingerprint_rest(t->set, 0, 0);
    return pt_dataset_fingerprint_rest(t->set, m->done, m->sum);
}
