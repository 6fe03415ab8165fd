/* Checksums of rows. */
#include "sets/row_checksum.h"
#include "base/alloc.h"
#include "base/size.h"
#include "rows/values.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <string.h>

enum { TASK_ROWS = 4096, STRETCH = 512 };

/* Values as doubles, whatever their kind. */
static uint64_t mark_values(const struct pt_row *row)
{
    double stretch[STRETCH];
    uint64_t hash = 0;

    for (size_t at = 0; at < row->n; at += STRETCH) {
        const size_t n = pt_min(STRETCH, row->n - at);
        const double *values = row->kind == PT_F64 ? (const double *)row->value + at : stretch;

        if (row->kind != PT_F64)
            pt_values_load(row->value, row->kind, at, n, stretch);
        hash = hash * UINT64_C(0x9e3779b97f4a7c15) + XXH3_64bits(values, n * sizeof *values);
    }
    return hash;
}

/* Long arrays are hashed without a seed, which would be mixed into a secret of its own for every row. */
static uint64_t mark_row(const struct pt_row *row, uint64_t number, uint64_t values)
{
    const bool sparse = row->index != NULL && row->n > 0;
    uint64_t parts[] = {row->n, row->index == NULL, number, 0, values,
                        sparse ? XXH3_64bits(row->index, row->n * sizeof *row->index) : 0};

    memcpy(&parts[3], &row->weight, sizeof row->weight);
    return XXH3_64bits(parts, sizeof parts);
}

uint64_t pt_mark_row(const struct pt_row *row, uint64_t number)
{
    return mark_row(row, number, mark_values(row));
}

/* As many ones as before are hashed as before. */
void pt_mark_rows(const struct pt_block *block, uint64_t number, uint64_t *marks)
{
    enum { FEW = 64 };
    uint64_t ones[FEW] = {0};

    for (size_t i = 0; i < block->n_rows; i++) {
        const struct pt_row row = pt_block_row(block, i);
        uint64_t *known = row.kind == PT_ONES && row.n < FEW ? &ones[row.n] : NULL;
        const uint64_t values = known != NULL && *known != 0 ? *known : mark_values(&row);

        if (known != NULL)
            *known = values;
        marks[i] = mark_row(&row, number + i, values);
    }
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

static void mark_rows(void *context, size_t task)
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
        pt_pool_run(set->pool, tasks, mark_rows, &m);
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
