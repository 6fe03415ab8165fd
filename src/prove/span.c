/* Rows modulo 2^61 - 1, an echelon form of them, and a random vector orthogonal to it. */
#include "prove/span.h"
#include "base/alloc.h"
#include "prove/residue.h"

#include <math.h>
#include <string.h>

ptron_status pt_span_init(struct pt_span *s, const struct pt_exact *exact, const struct pt_rows *rows, size_t room,
                          ptron_error *err)
{
    const size_t width = rows->width;

    *s = (struct pt_span){.exact = exact, .rows = rows, .room = room};
    s->a = pt_array(room * width, sizeof *s->a);
    s->pivot = pt_array(room, sizeof *s->pivot);
    s->line = pt_array(width + 1, sizeof *s->line);
    s->probe = pt_array(width + 1, sizeof *s->probe);
    if (s->a == NULL || s->pivot == NULL || s->line == NULL || s->probe == NULL)
        return pt_fail_memory(err, (room + 2) * width * sizeof *s->a, "the span of rows");
    return PTRON_OK;
}

void pt_span_fini(struct pt_span *s)
{
    pt_release(s->a);
    pt_release(s->pivot);
    pt_release(s->line);
    pt_release(s->probe);
    *s = (struct pt_span){0};
}

/* value base^scale */
static uint64_t residue(const struct pt_span *s, double value)
{
    const uint64_t base = s->exact->decimal ? 10 : 2;
    int64_t mantissa;
    int exponent = 0;

    if (fabs(value) < 1e15 && value == (double)(int64_t)value)
        mantissa = (int64_t)value;
    else
        pt_exact_split(value, s->exact->decimal, &mantissa, &exponent);
    return pt_residue_product(pt_residue_of(mantissa),
                              pt_residue_power(base, (uint64_t)(exponent + (int)s->exact->scale)));
}

/* The line gets a_i, sign and bias included. */
static void fill_line(struct pt_span *s, size_t i)
{
    const struct pt_row row = pt_rows_row(s->rows, i);
    const bool minus = pt_rows_sign(s->rows, i) < 0;

    memset(s->line, 0, s->rows->width * sizeof *s->line);
    for (size_t j = 0; j < row.n; j++) {
        const uint64_t x = residue(s, pt_row_value(&row, j));
        s->line[row.index == NULL ? j : row.index[j]] = minus ? pt_residue_minus(x) : x;
    }
    if (s->rows->bias) {
        const uint64_t one = residue(s, 1);
        s->line[s->rows->view.features] = minus ? pt_residue_minus(one) : one;
    }
}

bool pt_span_add(struct pt_span *s, size_t i)
{
    const size_t width = s->rows->width;
    uint64_t *row = s->a + s->rank * width;
    size_t at = 0;

    if (s->rank == s->room)
        return false;
    fill_line(s, i);
    for (size_t k = 0; k < s->rank; k++)
        if (s->line[s->pivot[k]] != 0)
            pt_residue_subtract(s->line, s->a + k * width, s->line[s->pivot[k]], s->pivot[k], width);
    while (at < width && s->line[at] == 0)
        at++;
    if (at == width)
        return false;
    const uint64_t factor = pt_residue_inverse(s->line[at]);
    for (size_t j = 0; j < width; j++)
        row[j] = pt_residue_product(s->line[j], factor);
    s->pivot[s->rank++] = at;
    return true;
}

/* Anything goes where there is no pivot; the pivots follow, the last row first. */
void pt_span_look(struct pt_span *s, pt_random *random)
{
    const size_t width = s->rows->width;

    for (size_t j = 0; j < width; j++)
        s->probe[j] = pt_random_below(random, PT_RESIDUE_PRIME);
    for (size_t k = s->rank; k-- > 0;) {
        const uint64_t *row = s->a + k * width;
        uint64_t sum = 0;

        s->probe[s->pivot[k]] = 0;
        for (size_t j = 0; j < width; j++)
            if (row[j] != 0)
                sum = pt_residue_sum(sum, pt_residue_product(row[j], s->probe[j]));
        s->probe[s->pivot[k]] = pt_residue_minus(sum);
    }
}

bool pt_span_has(struct pt_span *s, size_t i)
{
    const struct pt_row row = pt_rows_row(s->rows, i);
    uint64_t sum = s->rows->bias ? pt_residue_product(residue(s, 1), s->probe[s->rows->view.features]) : 0;

    for (size_t j = 0; j < row.n; j++) {
        const double value = pt_row_value(&row, j);
        const uint64_t probe = s->probe[row.index == NULL ? j : row.index[j]];
        if (value != 0)
            sum = pt_residue_sum(sum, pt_residue_product(residue(s, value), probe));
    }
    return sum == 0;
}
