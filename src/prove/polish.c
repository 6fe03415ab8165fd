/* The exact active set: solve, move there, look at every row, add the one that violates its condition most. */
#include "prove/polish.h"
#include "base/alloc.h"
#include "prove/bracket.h"
#include "prove/contradiction.h"
#include "prove/integer_solve.h"
#include "prove/product.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double EXACT_WORK = 10;   /* multiplications of doubles that one of whole numbers takes as long as */

static ptron_status need_room(struct pt_polish *p, size_t n, ptron_error *err)
{
    if (!pt_resize_at(&p->row, n, sizeof *p->row) || !pt_resize_at(&p->lambda, n, sizeof *p->lambda) ||
        !pt_resize_at(&p->target, n, sizeof *p->target))
        return pt_fail_memory(err, n * sizeof *p->lambda, "the active rows");
    p->room = n;
    return PTRON_OK;
}

ptron_status pt_polish_init(struct pt_polish *p, const struct pt_exact *exact, bool free_bias, const size_t *row,
                            const double *lambda, size_t n, ptron_error *err)
{
    double sum = 0;

    *p = (struct pt_polish){.exact = exact, .free_bias = free_bias && exact->rows->bias, .gap = 1e-12,
                            .most_steps = 400};
    mpz_init(p->denominator);
    PT_TRY(need_room(p, n + 64, err));
    for (size_t k = 0; k < n; k++)
        sum += lambda[k];
    for (p->n = 0; p->n < n; p->n++) {
        p->row[p->n] = row[p->n];
        p->lambda[p->n] = lambda[p->n] / sum;
    }
    return PTRON_OK;
}

void pt_polish_fini(struct pt_polish *p)
{
    if (p->exact == NULL)
        return;
    pt_release(p->row);
    pt_release(p->lambda);
    pt_release(p->target);
    pt_integers_fini(&p->z);
    pt_terms_fini(&p->terms);
    mpz_clear(p->denominator);
    *p = (struct pt_polish){0};
}

/* Moves to the solution, or until a row is at zero, which leaves. True: arrived, all multipliers positive. */
static bool move_to_solution(struct pt_polish *p)
{
    double step = 1, sum = 0;
    size_t blocking = SIZE_MAX;
    long shift;

    pt_integers_near(p->z.at, p->n, p->target, &shift);
    for (size_t k = 0; k < p->n; k++)
        sum += p->target[k];
    for (size_t k = 0; k < p->n; k++)
        p->target[k] /= sum;
    for (size_t k = 0; k < p->n; k++) {
        const double t = p->lambda[k] / (p->lambda[k] - p->target[k]);
        if (mpz_sgn(p->z.at[k]) <= 0 && (blocking == SIZE_MAX || t < step)) {
            step = t;
            blocking = k;
        }
    }
    for (size_t k = 0; k < p->n; k++)
        p->lambda[k] = fmax(0, p->lambda[k] + step * (p->target[k] - p->lambda[k]));
    if (blocking == SIZE_MAX)
        return true;
    memmove(&p->row[blocking], &p->row[blocking + 1], (p->n - blocking - 1) * sizeof *p->row);
    memmove(&p->lambda[blocking], &p->lambda[blocking + 1], (p->n - blocking - 1) * sizeof *p->lambda);
    p->n--;
    return false;
}

static ptron_status keep_terms(struct pt_polish *p, ptron_error *err)
{
    pt_terms_fini(&p->terms);
    PT_TRY(pt_terms_init(&p->terms, p->n, err));
    for (size_t k = 0; k < p->n; k++) {
        p->terms.row[k] = p->row[k];
        mpz_set(p->terms.by.at[k], p->z.at[k]);
    }
    pt_terms_sort(&p->terms);
    return PTRON_OK;
}

/* How products compare: every active row has (a_i.W + beta y_i) = aim. */
struct yardstick {
    mpz_t  aim;
    double aim_near, beta_near;   /* in the units of struct pt_products */
};

static double near_of(const mpz_t value, const struct pt_products *products)
{
    long exponent, unit;
    const double a = mpz_get_d_2exp(&exponent, value), b = mpz_get_d_2exp(&unit, products->exact->unit);
    const long by = exponent - unit - products->shift;

    return by < -1000 ? 0 : by > 1000 ? copysign(INFINITY, a) : ldexp(a / b, (int)by);
}

/* (a_i.W + beta y_i) / aim, exactly but for the last rounding. */
static double exact_share(const struct pt_polish *p, mpz_t *w, const struct yardstick *y, size_t i)
{
    mpz_t product;
    mpq_t share;

    mpz_init(product);
    mpq_init(share);
    pt_exact_dot(p->exact, i, w, product);
    if (p->free_bias && pt_rows_sign(p->exact->rows, i) > 0)
        mpz_add(product, product, p->z.at[p->n]);
    else if (p->free_bias)
        mpz_sub(product, product, p->z.at[p->n]);
    mpq_set_num(share, product);
    mpq_set_den(share, y->aim);
    const double value = mpq_get_d(share);
    mpq_clear(share);
    mpz_clear(product);
    return value;
}

/* The row with the least share below 1 - gap; SIZE_MAX when there is none. */
static size_t worst_row(const struct pt_polish *p, const struct pt_products *products, const struct yardstick *y)
{
    const struct pt_rows *rows = p->exact->rows;
    double least = 1 - p->gap;
    size_t worst = SIZE_MAX;

    for (size_t i = 0; i < rows->view.n; i++) {
        const double beta = p->free_bias ? pt_rows_sign(rows, i) * y->beta_near : 0;
        const double error = pt_products_error(products, i) + 1e-15 * (fabs(beta) + y->aim_near);
        const double value = products->value[i] + beta;
        double share = (value + error) / y->aim_near;

        if ((value - error) / y->aim_near >= least)
            continue;
        if (!(share < least))
            share = exact_share(p, products->w, y, i);
        if (share < least) {
            least = share;
            worst = i;
        }
    }
    return worst;
}

/* aim = denominator - unit^2 sum z; zero when the rows sum to zero. */
static void set_aim(const struct pt_polish *p, mpz_t aim)
{
    mpz_t sum;

    mpz_init(sum);
    for (size_t k = 0; k < p->n; k++)
        mpz_add(sum, sum, p->z.at[k]);
    mpz_mul(sum, sum, p->exact->unit);
    mpz_mul(sum, sum, p->exact->unit);
    mpz_sub(aim, p->denominator, sum);
    mpz_clear(sum);
}

/* Looks for a row to take in; *row is SIZE_MAX when there is none. */
static ptron_status find_row(struct pt_polish *p, struct yardstick *y, size_t *row, ptron_error *err)
{
    struct pt_integers w;
    struct pt_products products = {0};
    ptron_status status = pt_integers_init(&w, (size_t)p->exact->rows->width + 1, err);

    *row = SIZE_MAX;
    if (status == PTRON_OK) {
        pt_exact_sum(p->exact, &p->terms, w.at);
        if (p->free_bias)
            mpz_set_ui(w.at[p->exact->rows->view.features], 0);
        status = pt_products_init(&products, p->exact, w.at, err);
    }
    if (status == PTRON_OK) {
        y->aim_near = near_of(y->aim, &products);
        y->beta_near = p->free_bias ? near_of(p->z.at[p->n], &products) : 0;
        *row = worst_row(p, &products, y);
    }
    pt_products_fini(&products);
    pt_integers_fini(&w);
    return status;
}

/* After a solution with positive multipliers: done, or another row. */
static ptron_status end_or_add_row(struct pt_polish *p, enum pt_polish_end *end, bool *more, ptron_error *err)
{
    struct yardstick y;
    size_t row = SIZE_MAX;
    ptron_status status = keep_terms(p, err);

    mpz_init(y.aim);
    set_aim(p, y.aim);
    *more = false;
    *end = mpz_sgn(y.aim) == 0 ? PT_POLISH_CONTRADICTION : PT_POLISH_OPTIMAL;
    if (status == PTRON_OK && *end == PT_POLISH_OPTIMAL)
        status = find_row(p, &y, &row, err);
    mpz_clear(y.aim);
    if (status != PTRON_OK || row == SIZE_MAX)
        return status;
    *end = PT_POLISH_STOPPED;
    for (size_t k = 0; k < p->n; k++)
        if (p->row[k] == row)
            return PTRON_OK;
    if (p->n == p->room)
        PT_TRY(need_room(p, 2 * p->room, err));
    assert(p->n < p->room);
    p->row[p->n] = row;
    p->lambda[p->n++] = 0;
    *more = true;
    return PTRON_OK;
}

ptron_status pt_polish_run(struct pt_polish *p, struct pt_watch *watch, enum pt_polish_end *end, ptron_error *err)
{
    bool more = true;

    *end = PT_POLISH_STOPPED;
    while (more && p->n > 0 && p->steps++ < p->most_steps && pt_watch_go_on(watch)) {
        bool singular;

        watch->work += EXACT_WORK * (double)p->n * (double)p->n * (double)(p->n + p->exact->rows->width);
        pt_integers_fini(&p->z);
        PT_TRY(pt_integers_init(&p->z, p->n + 1, err));
        PT_TRY(pt_gram_solve(p->exact, p->free_bias, p->row, p->n, p->z.at, p->denominator, &singular, err));
        if (singular)
            break;
        if (move_to_solution(p))
            PT_TRY(end_or_add_row(p, end, &more, err));
    }
    if (*end == PT_POLISH_CONTRADICTION) {
        pt_terms_reduce(&p->terms);
        bool holds;
        PT_TRY(pt_contradiction_holds(p->exact, &p->terms, &holds, err));
        if (!holds)
            return pt_fail(err, PTRON_INTERNAL, "a contradiction does not hold");
    }
    return PTRON_OK;
}

void pt_terms_round(const struct pt_rows *rows, struct pt_terms *terms, unsigned bits, bool free_bias)
{
    size_t most = 0;

    for (size_t k = 0; k < terms->n; k++)
        if (mpz_sizeinbase(terms->by.at[k], 2) > most)
            most = mpz_sizeinbase(terms->by.at[k], 2);
    for (size_t k = 0; k < terms->n && most > bits; k++)
        mpz_fdiv_q_2exp(terms->by.at[k], terms->by.at[k], most - bits);
    if (free_bias)
        pt_terms_balance(rows, terms);
    pt_terms_drop_zeros(terms);
}
