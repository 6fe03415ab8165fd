/* A peeling order, checked in one pass over the rows: a row goes at the first step whose feature it has, and
 * at every step before that it must not have the feature, so the sign at its own step is all there is to check.
 * Every row is held against every step, so the order in which rows are looked at does not matter. */
#include "verify/verify_sum.h"
#include "base/alloc.h"

/* The first step that takes the row, or 0; *sign is that of the row's value there. */
static uint64_t first_step(const struct pt_sums *sums, uint64_t i, const uint64_t *step, int *sign)
{
    const struct pt_row row = pt_view_row(sums->rows, i);
    uint64_t first = sums->bias ? step[sums->rows->features] : 0;
    double value = 1;

    for (size_t j = 0; j < row.n; j++) {
        const uint64_t k = step[row.index == NULL ? j : row.index[j]];
        const double x = pt_row_value(&row, j);
        if (x != 0 && k != 0 && (first == 0 || k < first)) {
            first = k;
            value = x;
        }
    }
    *sign = value > 0 ? pt_view_sign(sums->rows, i) : -pt_view_sign(sums->rows, i);
    return first;
}

ptron_status pt_verify_peel(const struct pt_sums *sums, const struct pt_claim_list *order, unsigned char *gone,
                            size_t *left, bool *good, ptron_error *err)
{
    unsigned char *used = pt_zeroed(order->n, 1);
    uint64_t *step = pt_zeroed(sums->width + 1, sizeof *step);   /* [feature] 1 + the step that peels it, 0: none */
    const bool fits = used != NULL && step != NULL;

    *left = 0;
    *good = true;
    for (size_t k = 0; k < order->n && fits; k++) {
        *good = *good && step[order->id[k]] == 0;   /* a second time the feature would find no row */
        step[order->id[k]] = k + 1;
    }
    for (uint64_t i = 0; i < sums->rows->n && fits; i++) {
        int sign;
        const uint64_t first = first_step(sums, i, step, &sign);

        gone[i] = first != 0;
        *left += first == 0;
        if (first == 0)
            continue;
        used[first - 1] = 1;
        *good = *good && mpz_cmp_si(order->by[first - 1], sign) == 0;
    }
    for (size_t k = 0; k < order->n && fits; k++)
        *good = *good && used[k];
    pt_release(used);
    pt_release(step);
    return fits ? PTRON_OK : pt_fail_memory(err, sums->width * sizeof *step, "a peeling order");
}
