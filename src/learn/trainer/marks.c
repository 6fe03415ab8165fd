/* The checksum of rows in memory, made by another thread while they are learned from. */
#include "base/size.h"
#include "learn/trainer/trainer.h"
#include "sets/row_checksum.h"

/* Small pieces: the rows of the next batch, which the learner waits for, are brought together between two of them. */
enum { ROWS = PT_ORDER_ROWS / 2, FIRST_ROWS = 16 * ROWS };   /* the first while the order is made */

static void mark(void *context, size_t unused)
{
    struct pt_marks_piece *piece = context;

    (void)unused;
    piece->sum = pt_dataset_marks(piece->set, piece->from, piece->to);
}

static bool is_under_way(const ptron_trainer *t, const struct pt_marks_piece *piece)
{
    return piece->begun && !pt_pool_has_done(t->pool, &piece->job);
}

static void take(struct pt_row_marks *m, struct pt_marks_piece *piece)
{
    if (piece->begun)
        m->sum += piece->sum;
    piece->begun = false;
}

static void start(ptron_trainer *t, struct pt_marks_piece *piece)
{
    struct pt_row_marks *m = &t->marks;
    const size_t rows = m->to < PT_MARKS_PIECES * FIRST_ROWS ? FIRST_ROWS : ROWS;

    piece->set = t->set;
    piece->from = m->to;
    piece->to = m->to += pt_min(rows, (size_t)(t->set->n_rows - m->to));
    piece->begun = true;
    piece->job = (pt_job){.task = mark, .context = piece};
    pt_pool_start(t->pool, &piece->job);
}

void pt_marks_go_on(ptron_trainer *t)
{
    struct pt_row_marks *m = &t->marks;

    if (t->order.n == 0 || pt_pool_threads(t->pool) == 1 || t->set->trust != NULL || t->set->runs.ranks != NULL)
        return;
    for (size_t k = 0; k < PT_MARKS_PIECES && m->to < t->set->n_rows; k++)
        if (!is_under_way(t, &m->pieces[k])) {
            take(m, &m->pieces[k]);
            start(t, &m->pieces[k]);
        }
}

void pt_marks_stop(ptron_trainer *t)
{
    for (size_t k = 0; k < PT_MARKS_PIECES; k++) {
        if (t->marks.pieces[k].begun)
            pt_pool_wait(t->pool, &t->marks.pieces[k].job);
        take(&t->marks, &t->marks.pieces[k]);
    }
}

uint64_t pt_marks_fingerprint(const ptron_trainer *t)
{
    uint64_t sum = t->marks.sum;

    for (size_t k = 0; k < PT_MARKS_PIECES; k++) {
        const struct pt_marks_piece *piece = &t->marks.pieces[k];

        if (is_under_way(t, piece))   /* asked for by who watches the run */
            return pt_dataset_fingerprint_rest(t->set, 0, 0);
        sum += piece->begun ? piece->sum : 0;
    }
    return pt_dataset_fingerprint_rest(t->set, t->marks.to, sum);
}
