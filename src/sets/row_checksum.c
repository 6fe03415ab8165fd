/* Checksums of rows. */
#include "sets/row_checksum.h"
#include "base/alloc.h"
#include "base/simd.h"
#include "sets/row_checksum_impl.h"

enum { TASK_ROWS = 4096 };

static const struct pt_marks_ops plain = PT_MARKS_OPS;

static const struct pt_marks_ops *ops(void)
{
#if defined(__x86_64__)
    if (pt_simd_avx2())
        return &pt_marks_avx2;
#endif
    return &plain;
}

uint64_t pt_mark_row(const struct pt_row *row, uint64_t number)
{
    return ops()->row(row, number);
}

void pt_mark_rows(const struct pt_block *block, uint64_t number, uint64_t *marks)
{
    ops()->rows(block, number, marks);
}

uint64_t pt_mark_class(uint32_t class)
{
    return XXH3_64bits(&class, sizeof class) | 1;
}

uint64_t pt_mark_set(uint64_t sum, uint64_t rows, uint64_t features, uint64_t classes)
{
    const uint64_t all[] = {sum, rows, features, classes};

    return XXH3_64bits(all, sizeof all);
}

/* ---- a set in memory ----------------------------------------------------------------------------- */

struct marking {
    const ptron_dataset *set;
    uint64_t from, to;   /* indices in memory; of ranks: of set->own */
    uint64_t *sums;      /* [tasks] */
};

uint64_t pt_dataset_marks(const ptron_dataset *set, uint64_t from, uint64_t to)
{
    const bool parted = pt_dataset_parted(set);
    uint64_t sum = 0;

    for (uint64_t i = from; i < to; i++) {
        const struct pt_row row = pt_dataset_row_at(set, parted ? pt_own_at(&set->own, (size_t)i) : i);
        const uint64_t number = parted ? pt_own_position(&set->own, (size_t)i) : pt_dataset_source(set, i);
        sum += pt_mark_row(&row, number) * pt_mark_class(row.label);
    }
    return sum;
}

static void mark_task(void *context, size_t task)
{
    const struct marking *m = context;
    const uint64_t from = m->from + (uint64_t)task * TASK_ROWS;

    m->sums[task] = pt_dataset_marks(m->set, from, from + pt_min(TASK_ROWS, (size_t)(m->to - from)));
}

/* Without memory for the sums, one thread does it. Ranks add up theirs; where one has failed, whatever is asked of them
 * next fails. */
uint64_t pt_dataset_fingerprint_rest(const ptron_dataset *set, uint64_t marked, uint64_t sum)
{
    ptron_ranks *ranks = set->runs.ranks;
    struct marking m = pt_dataset_parted(set)
                           ? (struct marking){set, 0, set->own.n, NULL}
                       : ranks == NULL ? (struct marking){set, marked, set->n_rows, NULL}
                                       : (struct marking){set, pt_share_from(set->n_rows, ranks->size, ranks->rank),
                                                          pt_share_from(set->n_rows, ranks->size, ranks->rank + 1),
                                                          NULL};
    const size_t tasks = (size_t)((m.to - m.from + TASK_ROWS - 1) / TASK_ROWS);

    if (tasks > 1)
        m.sums = pt_array(tasks, sizeof *m.sums);
    if (m.sums == NULL) {
        sum += pt_dataset_marks(set, m.from, m.to);
    } else {
        pt_pool_run(set->pool, tasks, mark_task, &m);
        for (size_t i = 0; i < tasks; i++)
            sum += m.sums[i];
    }
    pt_release(m.sums);
    if (pt_ranks_sum(set->runs.ranks, &sum, NULL) != PTRON_OK)
        return 0;
    return pt_mark_set(sum, set->n_rows, set->n_features, pt_dataset_classes(set));
}

uint64_t pt_dataset_fingerprint(const ptron_dataset *set)
{
    return pt_dataset_fingerprint_rest(set, 0, 0);
}
