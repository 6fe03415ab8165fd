/* The larger set of a claim about all labels at once, written down from docs/certificate-format.md. */
#include "verify/verify.h"
#include "base/alloc.h"

#include <string.h>

static const uint64_t MOST_VALUES = 100000000;   /* 1.2 GB */

enum { OFFSET, LABEL, NORM2, PLACE, INDEX, VALUE };

struct writer {
    uint64_t *offset, *place;
    uint32_t *label, *index;
    double   *norm2, *value;
    uint64_t  rows, values;
    uint32_t  width;       /* features of a label */
    bool      bias;
};

void pt_verify_stack_fini(struct pt_verify_stack *stack)
{
    for (int k = 0; k < 6; k++)
        pt_release(stack->memory[k]);
    *stack = (struct pt_verify_stack){0};
}

static void write_part(struct writer *w, const struct pt_row *row, uint64_t label, double sign)
{
    const uint32_t first = (uint32_t)(label * w->width);

    for (size_t j = 0; j < row->n; j++) {
        w->index[w->values] = first + (uint32_t)(row->index == NULL ? j : row->index[j]);
        w->value[w->values++] = sign * pt_row_value(row, j);
    }
    if (!w->bias)
        return;
    w->index[w->values] = first + w->width - 1;
    w->value[w->values++] = sign;
}

static void write_row(struct writer *w, const struct pt_row *row, uint64_t own, uint64_t rival, uint64_t place)
{
    write_part(w, row, own < rival ? own : rival, 1);
    write_part(w, row, own < rival ? rival : own, -1);
    w->label[w->rows] = own < rival;
    w->norm2[w->rows] = 0;     /* nobody asks */
    w->place[w->rows] = place;
    w->offset[++w->rows] = w->values;
}

static ptron_status take_memory(struct pt_verify_stack *stack, const struct pt_claim *claim, uint64_t values,
                                struct writer *w, ptron_error *err)
{
    const size_t n = (size_t)claim->of_rows;
    void **memory = stack->memory;

    w->offset = memory[OFFSET] = pt_zeroed(n + 1, sizeof *w->offset);
    w->label = memory[LABEL] = pt_array(n, sizeof *w->label);
    w->norm2 = memory[NORM2] = pt_array(n, sizeof *w->norm2);
    w->place = memory[PLACE] = pt_array(n, sizeof *w->place);
    w->index = memory[INDEX] = pt_array((size_t)values, sizeof *w->index);
    w->value = memory[VALUE] = pt_array((size_t)values, sizeof *w->value);
    for (int k = 0; k < 6; k++)
        if (memory[k] == NULL)
            return pt_fail_memory(err, (size_t)values * 12, "all labels at once");
    return PTRON_OK;
}

ptron_status pt_verify_stack_init(struct pt_verify_stack *stack, const struct pt_claim *claim,
                                  const struct pt_view *rows, const uint32_t *place, ptron_error *err)
{
    struct writer w = {.width = (uint32_t)(claim->features + claim->bias), .bias = claim->bias};
    uint64_t values = 0;

    *stack = (struct pt_verify_stack){0};
    for (uint64_t i = 0; i < rows->n && values <= MOST_VALUES; i++)
        values += (claim->classes - 1) * (1 + 2 * (pt_view_row(rows, i).n + claim->bias));   /* a row counts too */
    if (values > MOST_VALUES)
        return pt_fail(err, PTRON_DATA, "all labels at once make more values than are checked here");
    PT_TRY(take_memory(stack, claim, values, &w, err));
    for (uint64_t i = 0; i < rows->n; i++) {
        const struct pt_row row = pt_view_row(rows, i);
        const uint64_t own = place[row.label];

        for (uint64_t rival = 0; rival < claim->classes; rival++)
            if (rival != own)
                write_row(&w, &row, own, rival,
                          rows->block->place == NULL ? 0 : rows->block->place[pt_view_at(rows, i)]);
    }
    stack->block = (struct pt_block){.n_rows = (size_t)w.rows, .kind = PT_F64, .offset = w.offset, .index = w.index,
                                     .value = w.value, .label = w.label, .norm2 = w.norm2, .place = w.place};
    stack->view = (struct pt_view){.block = &stack->block, .n = w.rows, .features = (uint32_t)claim->of_features,
                                   .positive = 1};
    return PTRON_OK;
}
