/* One contradiction that uses all rows of a face: the rows that a smaller one leaves out are added up, and as their sum
 * lies in its span, it can be taken away again. */
#include "prove/forced.h"
#include "base/alloc.h"
#include "prove/integer_solve.h"

/* by = the least whole number, at least `by`, with by base + add > 0; base > 0. */
static void raise_factor(const mpz_t base, const mpz_t add, mpz_t by)
{
    mpz_t need;

    mpz_init(need);
    mpz_neg(need, add);
    mpz_fdiv_q(need, need, base);
    mpz_add_ui(need, need, 1);
    if (mpz_cmp(need, by) > 0)
        mpz_set(by, need);
    mpz_clear(need);
}

/* Goes through two lists of increasing rows at once: which of them has the next row (both: 3), or 0 at the end. */
static int next_of(const struct pt_terms *a, size_t i, const struct pt_terms *b, size_t j)
{
    const int has_a = i < a->n, has_b = j < b->n;

    if (has_a && has_b && a->row[i] == b->row[j])
        return 3;
    return has_a && (!has_b || a->row[i] < b->row[j]) ? 1 : 2 * has_b;
}

static void factor_of(const struct pt_terms *sum, const struct pt_terms *more, mpz_t by)
{
    int which;

    mpz_set_ui(by, 1);
    for (size_t i = 0, j = 0; (which = next_of(sum, i, more, j)) != 0; i += (size_t)which & 1, j += (size_t)which >> 1)
        if (which == 3)
            raise_factor(sum->by.at[i], more->by.at[j], by);
}

ptron_status pt_forced_add(struct pt_terms *sum, const struct pt_terms *more, ptron_error *err)
{
    struct pt_terms out;
    size_t n = 0;
    int which;
    mpz_t by;

    if (pt_terms_init(&out, sum->n + more->n, err) != PTRON_OK) {
        pt_terms_fini(&out);
        return PTRON_NOMEM;
    }
    mpz_init(by);
    factor_of(sum, more, by);
    for (size_t i = 0, j = 0; (which = next_of(sum, i, more, j)) != 0; n++) {
        out.row[n] = which == 2 ? more->row[j] : sum->row[i];
        if ((which & 1) != 0)
            mpz_mul(out.by.at[n], sum->by.at[i++], by);
        if ((which & 2) != 0)
            mpz_add(out.by.at[n], out.by.at[n], more->by.at[j++]);
    }
    mpz_clear(by);
    out.n = n;
    pt_terms_reduce(&out);
    pt_terms_fini(sum);
    *sum = out;
    return PTRON_OK;
}

/* rest [width] = the sum of the rows that are on and not among `some`; their number. */
static size_t add_rest(const struct pt_forced *f, mpz_t *rest)
{
    size_t n = 0, at = 0;
    mpz_t one;

    mpz_init_set_ui(one, 1);
    for (size_t i = 0; i < f->exact->rows->view.n; i++) {
        const bool named = at < f->some->n && f->some->row[at] == i;

        at += named;
        if (!f->on[i] || named)
            continue;
        pt_exact_add(f->exact, i, one, rest);
        n++;
    }
    mpz_clear(one);
    return n;
}

/* x [n_basis] over the denominator: the basis's rows that sum to -rest, as far as the basis's columns tell. */
static ptron_status solve_rest(const struct pt_forced *f, mpz_t *rest, struct pt_integers *x, mpz_t denominator,
                               bool *solved, ptron_error *err)
{
    const size_t n = f->n_basis;
    struct pt_integers system, right = {0}, line = {0};
    bool singular = false;
    ptron_status status = pt_integers_init(&system, n * n, err);

    mpz_set_ui(denominator, 1);
    if (status == PTRON_OK)
        status = pt_integers_init(&right, n, err);
    if (status == PTRON_OK)
        status = pt_integers_init(&line, f->exact->rows->width, err);
    for (size_t i = 0; i < n && status == PTRON_OK; i++) {
        pt_exact_row(f->exact, f->basis[i], line.at);
        for (size_t k = 0; k < n; k++)
            mpz_set(system.at[k * n + i], line.at[f->column[k]]);
        mpz_neg(right.at[i], rest[f->column[i]]);
    }
    if (status == PTRON_OK && n > 0)
        status = pt_integer_solve(n, system.at, right.at, x->at, denominator, &singular, err);
    *solved = status == PTRON_OK && !singular;
    pt_integers_fini(&system);
    pt_integers_fini(&right);
    pt_integers_fini(&line);
    return status;
}

/* The basis's solution as terms. */
static ptron_status terms_of(const struct pt_forced *f, struct pt_integers *x, struct pt_terms *out, ptron_error *err)
{
    PT_TRY(pt_terms_init(out, f->n_basis, err));
    for (size_t k = 0; k < f->n_basis; k++) {
        out->row[k] = f->basis[k];
        mpz_set(out->by.at[k], x->at[k]);
    }
    pt_terms_sort(out);
    return PTRON_OK;
}

/* listed = by some + more, as above, but without its common factor taken out: `common` belongs to the same sum. */
static ptron_status combine(const struct pt_forced *f, const struct pt_terms *more, struct pt_terms *listed,
                            ptron_error *err)
{
    mpz_t by;
    size_t at = 0;

    PT_TRY(pt_terms_init(listed, f->some->n, err));
    mpz_init(by);
    factor_of(f->some, more, by);
    for (size_t k = 0; k < f->some->n; k++) {
        listed->row[k] = f->some->row[k];
        mpz_mul(listed->by.at[k], f->some->by.at[k], by);
        if (at < more->n && more->row[at] == listed->row[k])
            mpz_add(listed->by.at[k], listed->by.at[k], more->by.at[at++]);
    }
    mpz_clear(by);
    return PTRON_OK;
}

/* Whether listed rows and common rest sum to zero, with multipliers above 0. */
static ptron_status check_sum(const struct pt_forced *f, const struct pt_terms *listed, const mpz_t common,
                              mpz_t *rest, bool *holds, ptron_error *err)
{
    struct pt_integers sum;

    PT_TRY(pt_integers_init(&sum, f->exact->rows->width, err));
    pt_exact_sum(f->exact, listed, sum.at);
    *holds = mpz_sgn(common) > 0;
    for (size_t j = 0; j < sum.n; j++) {
        mpz_addmul(sum.at[j], rest[j], common);
        *holds = *holds && mpz_sgn(sum.at[j]) == 0;
    }
    for (size_t k = 0; k < listed->n; k++)
        *holds = *holds && mpz_sgn(listed->by.at[k]) > 0;
    pt_integers_fini(&sum);
    return PTRON_OK;
}

/* Divides all by their common factor; rows that have the common multiplier need not be listed. */
static void tidy(struct pt_terms *listed, mpz_t common)
{
    mpz_t factor;

    mpz_init_set(factor, common);
    for (size_t k = 0; k < listed->n; k++)
        mpz_gcd(factor, factor, listed->by.at[k]);
    mpz_divexact(common, common, factor);
    for (size_t k = 0; k < listed->n; k++) {
        mpz_divexact(listed->by.at[k], listed->by.at[k], factor);
        if (mpz_cmp(listed->by.at[k], common) == 0)
            mpz_set_ui(listed->by.at[k], 0);
    }
    pt_terms_drop_zeros(listed);
    mpz_clear(factor);
}

static ptron_status prove(const struct pt_forced *f, struct pt_integers *rest, struct pt_integers *x,
                          struct pt_terms *more, struct pt_terms *listed, mpz_t common, bool *proved, ptron_error *err)
{
    const size_t n = add_rest(f, rest->at);

    *proved = false;
    PT_TRY(solve_rest(f, rest->at, x, common, proved, err));
    if (!*proved)
        return PTRON_OK;
    PT_TRY(terms_of(f, x, more, err));
    PT_TRY(combine(f, more, listed, err));
    if (n == 0 && listed->n > 0)
        mpz_set(common, listed->by.at[0]);
    PT_TRY(check_sum(f, listed, common, rest->at, proved, err));
    if (*proved)
        tidy(listed, common);
    return PTRON_OK;
}

ptron_status pt_forced_prove(const struct pt_forced *f, struct pt_terms *listed, mpz_t common, bool *proved,
                             ptron_error *err)
{
    struct pt_integers rest, x = {0};
    struct pt_terms more = {0};
    ptron_status status = pt_integers_init(&rest, f->exact->rows->width, err);

    *listed = (struct pt_terms){0};
    if (status == PTRON_OK)
        status = pt_integers_init(&x, f->n_basis, err);
    if (status == PTRON_OK)
        status = prove(f, &rest, &x, &more, listed, common, proved, err);
    pt_integers_fini(&rest);
    pt_integers_fini(&x);
    pt_terms_fini(&more);
    if (status != PTRON_OK || !*proved)
        pt_terms_fini(listed);
    return status;
}
