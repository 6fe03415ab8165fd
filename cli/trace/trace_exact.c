/* A trace in fractions: the run's own decisions, followed with the decimals of rows, rates, thresholds and start. */
#include "diag.h"
#include "trace/trace_exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BITS = 512 };   /* of a number; falling rates make them grow with every update */

/* sum += a b */
static void add_product(struct trace_exact *e, mpq_t sum, const mpq_t a, const mpq_t b)
{
    exact_add_product(sum, a, b, e->scalars[E_C]);
}

static void signed_product(struct trace_exact *e, mpq_t product, mpq_t *w, uint64_t row, int sign)
{
    trace_exact_dot(e, product, w, trace_exact_row(e, row));
    if (sign < 0)
        mpq_neg(product, product);
}

/* ---- following ------------------------------------------------------------------------------------ */

/* The rate of the next update. */
static void find_step(const struct trace_exact *e, mpq_t step)
{
    mpq_set(step, e->scalars[E_RATE]);
    if (e->falls) {
        mpz_mul_ui(mpq_denref(step), mpq_denref(step), e->updates + 1);
        mpq_canonicalize(step);
    } else if (e->n_table > 0) {
        mpq_mul(step, step, e->table[e->updates < e->n_table ? e->updates : e->n_table - 1]);
    }
}

static void move(const struct trace *t)
{
    struct trace_exact *e = t->exact;
    mpq_t *s = e->scalars;
    bool moved = false;   /* rows of a batch may add up to zero, which is no update */

    for (size_t j = 0; j < e->n; j++) {
        moved |= mpq_sgn(e->batch[j]) != 0;
        mpq_add(e->w[j], e->w[j], e->batch[j]);
        mpq_set_ui(e->batch[j], 0, 1);
        e->outgrown |= mpz_sizeinbase(mpq_denref(e->w[j]), 2) > MOST_BITS ||
                       mpz_sizeinbase(mpq_numref(e->w[j]), 2) > MOST_BITS;
    }
    mpq_add(s[E_MASS], s[E_MASS], s[E_BATCH]);
    add_product(e, s[E_SQUARES], s[E_BATCH], s[E_BATCH]);
    if (mpq_cmp(s[E_BATCH], s[E_LONGEST]) > 0)
        mpq_set(s[E_LONGEST], s[E_BATCH]);
    mpq_set_ui(s[E_BATCH], 0, 1);
    e->updates += moved || !t->gathers;
}

void trace_exact_follow(struct trace *t, const ptron_step *step)
{
    struct trace_exact *e = t->exact;
    mpq_t *s = e->scalars;

    if (e->outgrown)
        return;
    if (step->step != 0.0) {
        signed_product(e, s[E_A], e->w, step->row, step->sign);
        if (!isnan(step->threshold)) {
            exact_decimal(s[E_B], step->threshold);
            e->above |= mpq_cmp(s[E_A], s[E_B]) > 0;
        }
        find_step(e, s[E_A]);
        mpq_add(s[E_BATCH], s[E_BATCH], s[E_A]);
        if (step->sign < 0)
            mpq_neg(s[E_A], s[E_A]);
        for (size_t j = 0; j < e->n; j++)
            add_product(e, e->batch[j], s[E_A], trace_exact_row(e, step->row)[j]);
    }
    if (mpq_sgn(s[E_BATCH]) != 0 && (!step->gathers || step->ends_batch))
        move(t);
}

/* ---- numbers -------------------------------------------------------------------------------------- */

/* No text: no memory. */
static ptron_status put(const struct trace *t, struct number *number, mpq_t q, ptron_error *err)
{
    number->value = mpq_get_d(q);
    number->text = exact_text(q, t->latex);
    return number->text == NULL ? trace_no_memory(err) : PTRON_OK;
}

static ptron_status put_root(const struct trace *t, struct number *number, mpq_t square, bool negative,
                             ptron_error *err)
{
    number->value = (negative ? -1.0 : 1.0) * sqrt(mpq_get_d(square));
    number->text = exact_root_text(square, negative, t->latex);
    return number->text == NULL ? trace_no_memory(err) : PTRON_OK;
}

static void least_product(const struct trace *t, mpq_t *w, mpq_t least)
{
    struct trace_exact *e = t->exact;

    for (uint64_t i = 0; i < e->rows; i++) {
        signed_product(e, e->scalars[E_B], w, i, t->signs[i]);
        if (i == 0 || mpq_cmp(e->scalars[E_B], least) < 0)
            mpq_set(least, e->scalars[E_B]);
    }
}

/* A fraction plus a root; either text may be NULL: no memory. Frees the root's. */
static ptron_status put_sum(struct number *number, struct number *root, ptron_error *err)
{
    const size_t room = number->text == NULL || root->text == NULL ? 0 : strlen(number->text) + strlen(root->text) + 4;
    char *sum = room == 0 ? NULL : malloc(room);

    if (sum != NULL)
        snprintf(sum, room, "%s + %s", number->text, root->text);
    free(number->text);
    free(root->text);
    number->value += root->value;
    number->text = sum;
    return sum == NULL ? trace_no_memory(err) : PTRON_OK;
}

/* (s R^2 + 2 tau) |w*|^2/gamma^2 + 2 |w0| |w*|/gamma, of which the square of the second part is a fraction; all of it
 * over `unit`. */
static ptron_status put_bound(struct trace *t, struct number *bound, mpq_t unit, ptron_error *err)
{
    mpq_t *s = t->exact->scalars;
    struct number root = {0};

    mpq_mul(s[E_A], s[E_LONGEST], s[E_RADIUS2]);
    mpq_add(s[E_A], s[E_A], s[E_THRESHOLD]);
    mpq_add(s[E_A], s[E_A], s[E_THRESHOLD]);
    mpq_div(s[E_B], s[E_NORM2], s[E_GAMMA]);
    mpq_div(s[E_B], s[E_B], s[E_GAMMA]);
    mpq_mul(s[E_A], s[E_A], s[E_B]);
    mpq_div(s[E_A], s[E_A], unit);
    if (mpq_sgn(s[E_START2]) == 0)
        return put(t, bound, s[E_A], err);
    mpq_mul(s[E_B], s[E_B], s[E_START2]);
    mpq_div(s[E_B], s[E_B], unit);
    mpq_div(s[E_B], s[E_B], unit);
    mpq_add(s[E_B], s[E_B], s[E_B]);
    mpq_add(s[E_B], s[E_B], s[E_B]);
    if (exact_root(s[E_B], s[E_B])) {
        mpq_add(s[E_A], s[E_A], s[E_B]);
        return put(t, bound, s[E_A], err);
    }
    TRY(put(t, bound, s[E_A], err));
    TRY(put_root(t, &root, s[E_B], false, err));
    return put_sum(bound, &root, err);
}

static ptron_status put_bounds(struct trace *t, ptron_error *err)
{
    mpq_t *s = t->exact->scalars;

    t->numbers[R_BOUND].value = t->numbers[R_MASS_BOUND].value = NAN;
    if (!t->known || !t->has_lemma2 || mpq_sgn(s[E_LONGEST]) == 0)
        return PTRON_OK;
    TRY(put_bound(t, &t->numbers[R_BOUND], s[E_LONGEST], err));
    mpq_set_ui(s[E_C], 1, 1);
    return put_bound(t, &t->numbers[R_MASS_BOUND], s[E_C], err);
}

ptron_status trace_exact_reference(struct trace *t, ptron_error *err)
{
    struct trace_exact *e = t->exact;
    mpq_t *s = e->scalars;
    const int scalars[] = {[R_GAMMA] = E_GAMMA, [R_NORM2] = E_NORM2, [R_RADIUS2] = E_RADIUS2, [R_START2] = E_START2,
                           [R_THRESHOLD] = E_THRESHOLD, [R_LONGEST] = E_LONGEST, [R_MASS] = E_MASS};

    if (e->outgrown)
        return diag_fail(err, PTRON_DATA, "the exact numbers outgrow %d bits; the trace without --exact goes on",
                         MOST_BITS);
    exact_array_set(e->star, e->w, e->n);
    least_product(t, e->star, s[E_GAMMA]);
    trace_exact_dot(e, s[E_NORM2], e->star, e->star);
    trace_exact_dot(e, s[E_ALONG0], e->star, e->start);
    exact_decimal(s[E_THRESHOLD], t->theorem.threshold);
    t->has_lemma2 &= !e->above;
    t->known = mpq_sgn(s[E_GAMMA]) > 0;
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        TRY(put(t, &t->numbers[i], s[scalars[i]], err));
    TRY(put_bounds(t, err));
    exact_array_set(e->w, e->start, e->n);   /* for the lines everything starts anew */
    for (size_t j = 0; j < e->n; j++)
        mpq_set_ui(e->batch[j], 0, 1);
    mpq_set_ui(s[E_MASS], 0, 1);
    mpq_set_ui(s[E_SQUARES], 0, 1);
    mpq_set_ui(s[E_BATCH], 0, 1);
    e->updates = 0;
    return PTRON_OK;
}

bool trace_exact_adds_up(struct trace *t, const uint64_t *times)
{
    struct trace_exact *e = t->exact;
    mpq_t *s = e->scalars;
    bool zero = true;

    for (size_t j = 0; j < e->n; j++) {
        mpq_set_ui(s[E_A], 0, 1);
        for (uint64_t i = 0; i < e->rows; i++) {
            mpq_set_ui(s[E_B], times[i], 1);
            if (t->signs[i] < 0)
                mpq_neg(s[E_B], s[E_B]);
            add_product(e, s[E_A], s[E_B], trace_exact_row(e, i)[j]);
        }
        zero &= mpq_sgn(s[E_A]) == 0;
    }
    return zero;
}

/* ---- lines ---------------------------------------------------------------------------------------- */

static bool is_up_to(const struct trace_exact *e, const mpq_t product, const mpq_t threshold)
{
    const int side = mpq_cmp(product, threshold);

    return side < 0 || (side == 0 && !e->lenient);
}

/* Whether exact numbers say of the row, whose product is E_A, what the run's rounded ones said. */
static void compare_with_run(struct trace *t, const ptron_step *step, const struct trace_line *line)
{
    struct trace_exact *e = t->exact;
    mpq_t *s = e->scalars;
    bool same;

    mpq_set_ui(s[E_B], 0, 1);
    same = is_up_to(e, s[E_A], s[E_B]) == step->mistake;
    if (!isnan(step->threshold)) {
        exact_decimal(s[E_B], step->threshold);
        same &= is_up_to(e, s[E_A], s[E_B]) == (step->step != 0.0);
    }
    if (same || t->rounding.found)
        return;
    t->rounding = (struct trace_rounding){.found = true, .learned = step->step != 0.0, .epoch = step->epoch,
                                          .row = step->row, .product = step->product,
                                          .exact = strdup(line->numbers[N_PRODUCT].text)};
}

/* lower: its square is E_A^2/E_B; upper: |w - w0|^2/mass^2. */
static ptron_status fill_bracket(struct trace *t, struct trace_line *line, ptron_error *err)
{
    struct trace_exact *e = t->exact;
    mpq_t *s = e->scalars;
    bool negative;

    least_product(t, e->w, s[E_A]);
    negative = mpq_sgn(s[E_A]) < 0;
    trace_exact_dot(e, s[E_B], e->w, e->w);
    line->numbers[N_LOWER].value = line->numbers[N_UPPER].value = NAN;
    if (mpq_sgn(s[E_B]) != 0) {
        mpq_mul(s[E_A], s[E_A], s[E_A]);
        mpq_div(s[E_A], s[E_A], s[E_B]);
        TRY(put_root(t, &line->numbers[N_LOWER], s[E_A], negative, err));
    }
    if (mpq_sgn(s[E_MASS]) == 0)
        return PTRON_OK;
    mpq_set_ui(s[E_A], 0, 1);
    for (size_t j = 0; j < e->n; j++) {
        mpq_sub(s[E_B], e->w[j], e->start[j]);
        add_product(e, s[E_A], s[E_B], s[E_B]);
    }
    mpq_div(s[E_A], s[E_A], s[E_MASS]);
    mpq_div(s[E_A], s[E_A], s[E_MASS]);
    return put_root(t, &line->numbers[N_UPPER], s[E_A], false, err);
}

static ptron_status fill_lemmas(struct trace *t, struct trace_line *line, ptron_error *err)
{
    struct trace_exact *e = t->exact;
    mpq_t *s = e->scalars;

    for (size_t i = N_LEMMA1; i <= N_LEMMA2_MOST; i++)
        line->numbers[i].value = NAN;
    if (t->known) {
        trace_exact_dot(e, s[E_A], e->star, e->w);
        mpq_set(s[E_B], s[E_ALONG0]);
        add_product(e, s[E_B], s[E_GAMMA], s[E_MASS]);
        TRY(put(t, &line->numbers[N_LEMMA1], s[E_A], err));
        TRY(put(t, &line->numbers[N_LEMMA1_LEAST], s[E_B], err));
    }
    if (!t->has_lemma2)
        return PTRON_OK;
    trace_exact_dot(e, s[E_A], e->w, e->w);
    mpq_set(s[E_B], s[E_START2]);
    add_product(e, s[E_B], s[E_RADIUS2], s[E_SQUARES]);
    add_product(e, s[E_B], s[E_THRESHOLD], s[E_MASS]);
    add_product(e, s[E_B], s[E_THRESHOLD], s[E_MASS]);
    TRY(put(t, &line->numbers[N_LEMMA2], s[E_A], err));
    return put(t, &line->numbers[N_LEMMA2_MOST], s[E_B], err);
}

ptron_status trace_exact_fill(struct trace *t, const ptron_step *step, struct trace_line *line, ptron_error *err)
{
    struct trace_exact *e = t->exact;
    mpq_t *s = e->scalars;

    mpq_set_ui(s[E_A], 0, 1);
    if (step->step != 0.0)
        find_step(e, s[E_A]);
    TRY(put(t, &line->numbers[N_STEP], s[E_A], err));
    signed_product(e, s[E_A], e->w, step->row, step->sign);
    TRY(put(t, &line->numbers[N_PRODUCT], s[E_A], err));
    compare_with_run(t, step, line);
    trace_exact_follow(t, step);
    for (size_t j = 0; j < t->n; j++)
        TRY(put(t, &line->weights[j], e->w[j], err));
    if (t->constant > 0.0) {
        mpq_mul(s[E_A], e->w[t->n], trace_exact_row(e, step->row)[t->n]);
        TRY(put(t, &line->numbers[N_BIAS], s[E_A], err));
    }
    TRY(put(t, &line->numbers[N_MASS], s[E_MASS], err));
    TRY(fill_bracket(t, line, err));
    return fill_lemmas(t, line, err);
}
