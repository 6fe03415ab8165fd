/* Equal rows: a table of the first row of each kind, by a hash of the nonzero values. */
#include "prove/twins.h"
#include "base/alloc.h"
#include "rows/row_hash.h"

struct sought {
    const struct pt_rows *rows;
    struct pt_row row;
};

static bool same_row(const void *context, size_t number)
{
    const struct sought *sought = context;
    const struct pt_row other = pt_rows_row(sought->rows, number);

    return pt_row_equals(&sought->row, &other);
}

ptron_status pt_twins_find(const struct pt_rows *rows, struct pt_twins *twins, ptron_error *err)
{
    struct pt_row_table table = {0};

    *twins = (struct pt_twins){.live = pt_array(rows->view.n, sizeof *twins->live)};
    if (twins->live == NULL || !pt_row_table_init(&table, rows->view.n))
        return pt_fail_memory(err, rows->view.n * sizeof *twins->live, "the search for equal rows");
    for (size_t i = 0; i < rows->view.n && !twins->contradiction; i++) {
        const struct sought sought = {rows, pt_rows_row(rows, i)};
        const uint64_t hash = pt_row_hash(&sought.row);
        const size_t twin = pt_row_table_find(&table, hash, same_row, &sought);
        const bool opposite = twin != SIZE_MAX && pt_rows_sign(rows, twin) != pt_rows_sign(rows, i);

        if (twin == SIZE_MAX) {   /* the first of its kind */
            pt_row_table_put(&table, hash, i);
            twins->live[twins->n++] = (uint32_t)i;
        }
        twins->contradiction = opposite || (!rows->bias && pt_row_is_zero(&sought.row));
        twins->row[0] = opposite ? twin : i;
        twins->row[1] = i;
    }
    pt_row_table_fini(&table);
    return PTRON_OK;
}

void pt_twins_fini(struct pt_twins *twins)
{
    pt_release(twins->live);
    *twins = (struct pt_twins){0};
}
