/* Exact contradictions: the dependency among the rows, by lifting, with signs checked.
 *
 * Modulo a prime, the first row that depends on those before it names a dependency h; lifting gives h over
 * the whole numbers. When it is the only one it must be lambda itself. When there are more, lambda moves along
 * h until a row is at zero: that row is not needed, and the search goes on without it. */
#include "prove/contradiction.h"
#include "base/alloc.h"
#include "prove/integer_solve.h"
#include "prove/product.h"

#include <math.h>
#include <string.h>

struct search {
    const struct pt_exact *exact;
    size_t   n;           /* rows left */
    size_t   n_free;      /* the first of them: any sign will do */
    size_t  *row;         /* [n] */
    double  *lambda;      /* [n] */
    size_t  *pivot;       /* [n] of the elimination */
    struct pt_integers h; /* [n] the dependency */
};

/* All rows modulo the prime, eliminated; the rank. */
static ptron_status eliminate(struct search *s, size_t *rank, ptron_error *err)
{
    const size_t width = s->exact->rows->width;
    uint64_t *a = pt_zeroed(s->n * width, sizeof *a);
    struct pt_integers line;
    ptron_status status = pt_integers_init(&line, width, err);

    if (a == NULL && status == PTRON_OK)
        status = pt_fail_memory(err, s->n * width * sizeof *a, "an elimination");
    for (size_t k = 0; k < s->n && status == PTRON_OK; k++) {
        pt_exact_row(s->exact, s->row[k], line.at);
        for (size_t j = 0; j < width; j++)
            if (mpz_sgn(line.at[j]) != 0)
                a[k * width + j] = pt_integer_residue(line.at[j]);
    }
    if (status == PTRON_OK)
        *rank = pt_integer_pivots(a, s->n, width, s->pivot);
    pt_integers_fini(&line);
    pt_release(a);
    return status;
}

/* Fills system [r][r], right [r] so that sum over the r independent rows before `last` of x a_i = -a_last on
 * their pivot features. */
static ptron_status fill_system(const struct search *s, size_t last, struct pt_integers *system,
                                struct pt_integers *right, ptron_error *err)
{
    struct pt_integers line;

    PT_TRY(pt_integers_init(&line, s->exact->rows->width, err));
    pt_exact_row(s->exact, s->row[last], line.at);
    for (size_t k = 0; k < last; k++)
        mpz_neg(right->at[k], line.at[s->pivot[k]]);
    for (size_t i = 0; i < last; i++) {
        pt_exact_row(s->exact, s->row[i], line.at);
        for (size_t k = 0; k < last; k++)
            mpz_set(system->at[k * last + i], line.at[s->pivot[k]]);
    }
    pt_integers_fini(&line);
    return PTRON_OK;
}

/* h [last + 1]: the dependency of row `last` on the rows before it, all of them independent. */
static ptron_status lift(struct search *s, size_t last, bool *found, ptron_error *err)
{
    struct pt_integers system, right = {0};
    bool singular = true;
    ptron_status status = pt_integers_init(&system, last * last, err);

    if (status == PTRON_OK)
        status = pt_integers_init(&right, last, err);
    if (status == PTRON_OK && last > 0)
        status = fill_system(s, last, &system, &right, err);
    if (status == PTRON_OK && last > 0)
        status = pt_integer_solve(last, system.at, right.at, s->h.at, s->h.at[last], &singular, err);
    if (last == 0) {   /* a row of zeros */
        mpz_set_ui(s->h.at[0], 1);
        singular = false;
    }
    *found = status == PTRON_OK && !singular;
    pt_integers_fini(&system);
    pt_integers_fini(&right);
    return status;
}

/* +1 or -1 when all of h [from .. n) has that sign or is zero, else 0. */
static int common_sign(const struct pt_integers *h, size_t from, size_t n)
{
    int plus = 0, minus = 0;

    for (size_t k = from; k < n; k++) {
        plus |= mpz_sgn(h->at[k]) > 0;
        minus |= mpz_sgn(h->at[k]) < 0;
    }
    return plus == minus ? 0 : plus ? 1 : -1;
}

/* Moves lambda along h until a row is at zero, and drops that row. */
static ptron_status drop_along(struct search *s, size_t last, ptron_error *err)
{
    double *by = pt_array(last + 1, sizeof *by);
    double step = INFINITY;
    size_t dropped = last;
    long shift;

    if (by == NULL)
        return pt_fail_memory(err, (last + 1) * sizeof *by, "a contradiction");
    pt_integers_near(s->h.at, last + 1, by, &shift);
    for (size_t k = s->n_free; k <= last; k++) {
        if (by[k] != 0 && s->lambda[k] / fabs(by[k]) < fabs(step)) {
            step = s->lambda[k] / by[k];
            dropped = k;
        }
    }
    for (size_t k = s->n_free; k <= last; k++)
        s->lambda[k] = fmax(0, s->lambda[k] - step * by[k]);
    memmove(&s->row[dropped], &s->row[dropped + 1], (s->n - dropped - 1) * sizeof *s->row);
    memmove(&s->lambda[dropped], &s->lambda[dropped + 1], (s->n - dropped - 1) * sizeof *s->lambda);
    s->n--;
    pt_release(by);
    return PTRON_OK;
}

static ptron_status make_terms(const struct search *s, size_t n, int sign, struct pt_terms *terms,
                               ptron_error *err)
{
    PT_TRY(pt_terms_init(terms, n, err));
    for (size_t k = 0; k < n; k++) {
        terms->row[k] = s->row[k];
        mpz_set(terms->by.at[k], s->h.at[k]);
        if (sign < 0)
            mpz_neg(terms->by.at[k], terms->by.at[k]);
    }
    pt_terms_drop_zeros(terms);
    pt_terms_reduce(terms);
    pt_terms_sort(terms);
    return PTRON_OK;
}

static ptron_status search_contradiction(struct search *s, struct pt_terms *terms, bool *found, ptron_error *err)
{
    while (s->n > 0) {
        size_t rank, last = 0;
        bool lifted;

        PT_TRY(eliminate(s, &rank, err));
        if (rank == s->n)
            return PTRON_OK;
        while (s->pivot[last] != SIZE_MAX)
            last++;
        PT_TRY(lift(s, last, &lifted, err));
        if (!lifted)
            return PTRON_OK;
        const int sign = common_sign(&s->h, s->n_free, last + 1);
        if (sign != 0) {
            PT_TRY(make_terms(s, last + 1, sign, terms, err));
            return pt_terms_vanish(s->exact, terms, found, err);
        }
        if (rank + 1 == s->n)
            return PTRON_OK;
        PT_TRY(drop_along(s, last, err));
    }
    return PTRON_OK;
}

ptron_status pt_contradiction_find(const struct pt_exact *exact, const size_t *row, const double *lambda, size_t n,
                                   struct pt_terms *terms, bool *found, ptron_error *err)
{
    return pt_contradiction_beside(exact, row, lambda, n, 0, terms, found, err);
}

ptron_status pt_contradiction_beside(const struct pt_exact *exact, const size_t *row, const double *lambda, size_t n,
                                     size_t n_free, struct pt_terms *terms, bool *found, ptron_error *err)
{
    struct search s = {.exact = exact, .n = n, .n_free = n_free, .row = pt_array(n, sizeof *s.row),
                       .lambda = pt_array(n, sizeof *s.lambda), .pivot = pt_array(n, sizeof *s.pivot)};
    ptron_status status = pt_integers_init(&s.h, n, err);

    *found = false;
    *terms = (struct pt_terms){0};
    if (s.row == NULL || s.lambda == NULL || s.pivot == NULL)
        status = pt_fail_memory(err, n * 3 * sizeof(double), "a contradiction");
    if (status == PTRON_OK) {
        memcpy(s.row, row, n * sizeof *row);
        memcpy(s.lambda, lambda, n * sizeof *lambda);
        status = search_contradiction(&s, terms, found, err);
    }
    pt_release(s.row);
    pt_release(s.lambda);
    pt_release(s.pivot);
    pt_integers_fini(&s.h);
    if (status != PTRON_OK || !*found)
        pt_terms_fini(terms);
    return status;
}

ptron_status pt_terms_vanish(const struct pt_exact *exact, const struct pt_terms *terms, bool *vanish,
                             ptron_error *err)
{
    struct pt_integers sum;

    PT_TRY(pt_integers_init(&sum, exact->rows->width, err));
    pt_exact_sum(exact, terms, sum.at);
    *vanish = terms->n > 0;
    for (size_t j = 0; j < sum.n; j++)
        *vanish = *vanish && mpz_sgn(sum.at[j]) == 0;
    pt_integers_fini(&sum);
    return PTRON_OK;
}

ptron_status pt_contradiction_holds(const struct pt_exact *exact, const struct pt_terms *terms, bool *holds,
                                    ptron_error *err)
{
    PT_TRY(pt_terms_vanish(exact, terms, holds, err));
    for (size_t k = 0; k < terms->n; k++)
        *holds = *holds && mpz_sgn(terms->by.at[k]) > 0;
    return PTRON_OK;
}
