/* Projections and peeling orders over the whole numbers. */
#include "prove/integer_weights.h"
#include "base/alloc.h"
#include "base/reserve.h"
#include "prove/integer_solve.h"
#include "prove/product.h"

#include <string.h>

enum { WEIGHT_BITS = 80 };

/* gram [n][n] and right [n] = L L' and L w for the rows L. */
static ptron_status fill_gram(const struct pt_exact *exact, const size_t *row, size_t n, mpz_t *w,
                              struct pt_integers *gram, struct pt_integers *right, ptron_error *err)
{
    struct pt_integers line;

    PT_TRY(pt_integers_init(&line, (size_t)exact->rows->width + 1, err));
    for (size_t i = 0; i < n && !pt_reserve_used(); i++) {
        pt_exact_row(exact, row[i], line.at);
        pt_exact_dot(exact, row[i], w, right->at[i]);
        for (size_t k = 0; k <= i; k++) {
            pt_exact_dot(exact, row[k], line.at, gram->at[i * n + k]);
            mpz_set(gram->at[k * n + i], gram->at[i * n + k]);
        }
    }
    pt_integers_fini(&line);
    return pt_reserve_left("whole numbers", err);
}

ptron_status pt_integer_weights_orthogonal(const struct pt_exact *exact, const size_t *row, size_t n, const double *w,
                                           mpz_t *out, ptron_error *err)
{
    struct pt_integers gram = {0}, right = {0}, c = {0};
    bool singular = false;
    mpz_t denominator;
    ptron_status status = pt_integers_init(&gram, n * n, err);

    mpz_init(denominator);
    pt_integers_round(w, exact->rows->width, WEIGHT_BITS, out);
    if (status == PTRON_OK)
        status = pt_integers_init(&right, n, err);
    if (status == PTRON_OK)
        status = pt_integers_init(&c, n, err);
    if (status == PTRON_OK)
        status = fill_gram(exact, row, n, out, &gram, &right, err);
    if (status == PTRON_OK)
        status = pt_integer_solve(n, gram.at, right.at, c.at, denominator, &singular, err);
    if (singular)
        mpz_set_ui(denominator, 0);
    for (uint32_t j = 0; j < exact->rows->width && status == PTRON_OK; j++)
        mpz_mul(out[j], out[j], denominator);
    for (size_t i = 0; i < n && status == PTRON_OK && !singular; i++) {   /* out = denominator w - sum c_i a_i */
        mpz_neg(c.at[i], c.at[i]);
        pt_exact_add(exact, row[i], c.at[i], out);
    }
    mpz_clear(denominator);
    pt_integers_fini(&gram);
    pt_integers_fini(&right);
    pt_integers_fini(&c);
    return status;
}

/* first[i] = the step that takes row i; SIZE_MAX: none. */
static void find_steps(const struct pt_rows *rows, const size_t *step_of, size_t *first)
{
    for (size_t i = 0; i < rows->view.n; i++) {
        const struct pt_row row = pt_rows_row(rows, i);

        first[i] = rows->bias ? step_of[rows->view.features] : SIZE_MAX;
        for (size_t j = 0; j < row.n; j++) {
            const size_t step = step_of[row.index == NULL ? j : row.index[j]];
            if (pt_row_value(&row, j) != 0 && step < first[i])
                first[i] = step;
        }
    }
}

/* The |a_ij| of the row at this feature. */
static void entry_of(const struct pt_exact *exact, size_t i, size_t feature, mpz_t out)
{
    const struct pt_row row = pt_rows_row(exact->rows, i);

    mpz_set(out, exact->unit);
    for (size_t j = 0; j < row.n && feature < exact->rows->view.features; j++)
        if ((row.index == NULL ? j : row.index[j]) == feature)
            pt_exact_value(exact, pt_row_value(&row, j), out);
    mpz_abs(out, out);
}

/* Raises the weight of a step's feature until every row it takes has a product above 0. */
static void raise_weight(const struct pt_exact *exact, const struct pt_peel_step *step, const uint32_t *taken,
                         size_t n, mpz_t *w)
{
    mpz_t product, entry, need;

    mpz_inits(product, entry, need, NULL);
    for (size_t k = 0; k < n; k++) {
        pt_exact_dot(exact, taken[k], w, product);
        if (mpz_sgn(product) > 0)
            continue;
        entry_of(exact, taken[k], step->feature, entry);
        mpz_neg(product, product);
        mpz_fdiv_q(product, product, entry);
        mpz_add_ui(product, product, 1);
        if (mpz_cmp(product, need) > 0)
            mpz_set(need, product);
    }
    if (step->sign > 0)
        mpz_add(w[step->feature], w[step->feature], need);
    else
        mpz_sub(w[step->feature], w[step->feature], need);
    mpz_clears(product, entry, need, NULL);
}

/* order [n] = the rows sorted by their step, start [steps + 1]. */
static void sort_rows(const size_t *first, size_t rows, size_t steps, size_t *start, uint32_t *order)
{
    memset(start, 0, (steps + 2) * sizeof *start);
    for (size_t i = 0; i < rows; i++)
        if (first[i] != SIZE_MAX)
            start[first[i] + 2]++;
    for (size_t k = 2; k < steps + 2; k++)
        start[k] += start[k - 1];
    for (size_t i = 0; i < rows; i++)
        if (first[i] != SIZE_MAX)
            order[start[first[i] + 1]++] = (uint32_t)i;
}

ptron_status pt_integer_weights_peel(const struct pt_exact *exact, const struct pt_peel *peel, mpz_t *w,
                                     ptron_error *err)
{
    const struct pt_rows *rows = exact->rows;
    size_t *step_of = pt_array((size_t)rows->width + 1, sizeof *step_of);
    size_t *first = pt_array(rows->view.n, sizeof *first);
    size_t *start = pt_array(peel->n + 2, sizeof *start);
    uint32_t *order = pt_array(rows->view.n, sizeof *order);
    const bool ok = step_of != NULL && first != NULL && start != NULL && order != NULL;

    if (ok) {
        for (uint32_t j = 0; j <= rows->width; j++)
            step_of[j] = SIZE_MAX;
        for (size_t k = 0; k < peel->n; k++)
            step_of[peel->step[k].feature] = k;
        find_steps(rows, step_of, first);
        sort_rows(first, rows->view.n, peel->n, start, order);
        for (size_t k = peel->n; k-- > 0;)
            raise_weight(exact, &peel->step[k], order + start[k], start[k + 1] - start[k], w);
    }
    pt_release(step_of);
    pt_release(first);
    pt_release(start);
    pt_release(order);
    return ok ? PTRON_OK : pt_fail_memory(err, rows->view.n * 2 * sizeof *first, "a peeling order");
}
