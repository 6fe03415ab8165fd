/* The rows of Kesler's construction. */
#include "prove/stack.h"
#include "base/alloc.h"

#include <inttypes.h>
#include <math.h>

static const double MOST_VALUES = 2.5e7;   /* of the larger set: 300 MB */

void pt_stack_fini(struct pt_stack *s)
{
    pt_release(s->offset);
    pt_release(s->place);
    pt_release(s->index);
    pt_release(s->label);
    pt_release(s->value);
    pt_release(s->norm2);
    *s = (struct pt_stack){0};
}

static ptron_status check_view(const struct pt_view *view, ptron_error *err)
{
    for (uint64_t i = 0; i < view->n; i++) {
        const struct pt_row row = pt_view_row(view, i);
        if (row.label >= PT_UNKNOWN_LABEL)
            return pt_fail(err, PTRON_DATA, "row %" PRIu64 " has no label", i + 1);
        if (!isfinite(2 * row.norm2))
            return pt_fail(err, PTRON_DATA, "row %" PRIu64 " has " PT_TOO_LARGE, i + 1);
    }
    return PTRON_OK;
}

static ptron_status check_size(const struct pt_stack *s, const struct pt_view *view, bool bias, ptron_error *err)
{
    const double rivals = s->classes - 1.0;
    double values = 0;

    for (uint64_t i = 0; i < view->n; i++)
        values += 2 * rivals * ((double)pt_view_row(view, i).n + bias);
    if (values > MOST_VALUES || (double)view->n * rivals >= UINT32_MAX ||
        (double)s->classes * (double)s->width >= UINT32_MAX)
        return pt_fail(err, PTRON_DATA, "all %" PRIu32 " labels at once make a set of %.3g values, and %.3g is the "
                       "most that is searched: look at each label against the rest", s->classes, values, MOST_VALUES);
    return PTRON_OK;
}

static void add_value(struct pt_stack *s, uint64_t at, uint32_t label, size_t feature, double value)
{
    s->index[at] = label * s->width + (uint32_t)feature;
    s->value[at] = value;
}

/* The row at the place of the lower label, and its negative at that of the higher. */
static uint64_t add_pair(struct pt_stack *s, const struct pt_row *row, uint32_t low, uint32_t high, bool bias,
                         uint64_t at)
{
    for (int side = 0; side < 2; side++) {
        const uint32_t label = side == 0 ? low : high;
        const double sign = side == 0 ? 1 : -1;

        for (size_t j = 0; j < row->n; j++) {
            const double value = pt_row_value(row, j);
            if (value != 0)
                add_value(s, at++, label, row->index == NULL ? j : row->index[j], sign * value);
        }
        if (bias)
            add_value(s, at++, label, s->width - 1, sign);
    }
    return at;
}

static void fill(struct pt_stack *s, const struct pt_view *view, bool bias)
{
    uint64_t at = 0, k = 0;

    for (uint64_t i = 0; i < view->n; i++) {
        const struct pt_row row = pt_view_row(view, i);

        for (uint32_t rival = 0; rival < s->classes; rival++) {
            if (rival == row.label)
                continue;
            const bool lower = row.label < rival;
            at = add_pair(s, &row, lower ? row.label : rival, lower ? rival : row.label, bias, at);
            s->label[k] = lower;
            s->norm2[k] = 2 * (row.norm2 + bias);
            s->place[k] = view->block->place == NULL ? 0 : view->block->place[pt_view_at(view, i)];
            s->offset[++k] = at;
        }
    }
}

ptron_status pt_stack_init(struct pt_stack *s, const struct pt_view *view, uint32_t classes, bool bias, pt_pool *pool,
                           ptron_error *err)
{
    size_t n, values = 0;

    *s = (struct pt_stack){.classes = classes, .width = view->features + bias};
    PT_TRY(check_view(view, err));
    PT_TRY(check_size(s, view, bias, err));
    n = (size_t)view->n * (classes - 1);
    for (uint64_t i = 0; i < view->n; i++)
        values += 2 * (classes - 1) * (pt_view_row(view, i).n + bias);
    s->offset = pt_zeroed(n + 1, sizeof *s->offset);
    s->place = pt_array(n, sizeof *s->place);
    s->label = pt_array(n, sizeof *s->label);
    s->norm2 = pt_array(n, sizeof *s->norm2);
    s->index = pt_array(values, sizeof *s->index);
    s->value = pt_array(values, sizeof *s->value);
    if (s->offset == NULL || s->place == NULL || s->label == NULL || s->norm2 == NULL || s->index == NULL ||
        s->value == NULL) {
        pt_stack_fini(s);
        return pt_fail_memory(err, values * 12, "all labels at once");
    }
    fill(s, view, bias);
    s->block = (struct pt_block){.n_rows = n, .kind = PT_F64, .offset = s->offset, .index = s->index,
                                 .value = s->value, .label = s->label, .norm2 = s->norm2, .place = s->place};
    const struct pt_view stacked = {.block = &s->block, .n = n, .features = classes * s->width, .positive = 1};
    s->rows = pt_rows_of(&stacked, false, pool);
    return PTRON_OK;
}

uint32_t pt_stack_rival(const struct pt_stack *s, const struct pt_view *view, uint64_t i)
{
    const uint32_t own = pt_view_row(view, pt_stack_row(s, i)).label, k = (uint32_t)(i % (s->classes - 1));

    return k < own ? k : k + 1;
}
