/* The core: which rows and features are left, and a compact copy of them when rows are sparse. */
#include "prove/core.h"
#include "base/alloc.h"

#include <string.h>

void pt_core_fini(struct pt_core *core)
{
    pt_release(core->live);
    pt_release(core->origin);
    pt_release(core->feature);
    pt_release(core->offset);
    pt_release(core->index);
    pt_release(core->label);
    pt_release(core->value);
    pt_release(core->norm2);
    *core = (struct pt_core){0};
}

/* number[j] = 1 + new number of feature j, 0 where no row uses it. */
static ptron_status number_features(struct pt_core *core, const struct pt_rows *rows, uint32_t *number,
                                    size_t *values, ptron_error *err)
{
    uint32_t n = 0;

    *values = 0;
    for (size_t k = 0; k < core->n; k++) {
        const struct pt_row row = pt_rows_row(rows, core->origin[k]);
        for (size_t j = 0; j < row.n; j++)
            number[row.index[j]] = 1;
        *values += row.n;
    }
    for (uint32_t j = 0; j < rows->view.features; j++)
        if (number[j] != 0)
            number[j] = ++n;
    core->feature = pt_array(n, sizeof *core->feature);
    if (core->feature == NULL)
        return pt_fail_memory(err, n * sizeof *core->feature, "the rows that are left");
    for (uint32_t j = 0; j < rows->view.features; j++)
        if (number[j] != 0)
            core->feature[number[j] - 1] = j;
    core->n_features = n;
    return PTRON_OK;
}

static void copy_rows(struct pt_core *core, const struct pt_rows *rows, const uint32_t *number)
{
    struct pt_view view;
    uint64_t at = 0;

    for (size_t k = 0; k < core->n; k++) {
        const struct pt_row row = pt_rows_row(rows, core->origin[k]);
        for (size_t j = 0; j < row.n; j++, at++) {
            core->index[at] = number[row.index[j]] - 1;
            core->value[at] = pt_row_value(&row, j);
        }
        core->offset[k + 1] = at;
        core->norm2[k] = row.norm2;
        core->label[k] = pt_rows_sign(rows, core->origin[k]) > 0;
    }
    core->block = (struct pt_block){.n_rows = core->n, .kind = PT_F64, .offset = core->offset,
                                    .index = core->index, .value = core->value, .label = core->label,
                                    .norm2 = core->norm2};
    view = (struct pt_view){.block = &core->block, .n = core->n, .features = core->n_features, .positive = 1};
    core->rows = pt_rows_of(&view, rows->bias, rows->pool);
}

static ptron_status compact(struct pt_core *core, const struct pt_rows *rows, ptron_error *err)
{
    uint32_t *number = pt_zeroed(rows->view.features, sizeof *number);
    size_t values = 0;
    ptron_status status = PTRON_OK;

    if (number == NULL)
        return pt_fail_memory(err, rows->view.features * sizeof *number, "the rows that are left");
    status = number_features(core, rows, number, &values, err);
    core->offset = pt_zeroed(core->n + 1, sizeof *core->offset);
    core->index = pt_array(values, sizeof *core->index);
    core->label = pt_array(core->n, sizeof *core->label);
    core->value = pt_array(values, sizeof *core->value);
    core->norm2 = pt_array(core->n, sizeof *core->norm2);
    if (status == PTRON_OK && (core->offset == NULL || core->index == NULL || core->label == NULL ||
                               core->value == NULL || core->norm2 == NULL))
        status = pt_fail_memory(err, values * 12, "the rows that are left");
    if (status == PTRON_OK)
        copy_rows(core, rows, number);
    pt_release(number);
    return status;
}

ptron_status pt_core_init(struct pt_core *core, const struct pt_rows *rows, const uint32_t *from, size_t n,
                          const unsigned char *gone, ptron_error *err)
{
    *core = (struct pt_core){.rows = *rows, .origin = pt_array(n, sizeof *core->origin)};
    if (core->origin == NULL)
        return pt_fail_memory(err, n * sizeof *core->origin, "the rows that are left");
    for (size_t k = 0; k < n; k++) {
        const uint32_t i = from == NULL ? (uint32_t)k : from[k];
        if (!gone[i])
            core->origin[core->n++] = i;
    }
    if (rows->view.n > 0 && !rows->view.block->dense)
        return compact(core, rows, err);
    core->live = pt_array(core->n, sizeof *core->live);
    if (core->live == NULL)
        return pt_fail_memory(err, core->n * sizeof *core->live, "the rows that are left");
    memcpy(core->live, core->origin, core->n * sizeof *core->live);
    return PTRON_OK;
}

void pt_core_weights(const struct pt_core *core, const struct pt_rows *rows, const double *w, double *out)
{
    memset(out, 0, rows->width * sizeof *out);
    for (uint32_t j = 0; j < core->rows.view.features; j++)
        out[core->feature == NULL ? j : core->feature[j]] = w[j];
    if (rows->bias)
        out[rows->view.features] = w[core->rows.view.features];
}
