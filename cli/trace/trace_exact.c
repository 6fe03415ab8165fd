/* A trace in fractions: the run's own decisions, followed with the decimals of rows, rates, thresholds and start. */
#include "diag.h"
#include "trace/fraction.h"
#include "trace/trace.h"
#include "words/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BITS = 512 };   /* of a number; falling rates make them grow with every update */

enum {
    E_RATE, E_MASS, E_SQUARES, E_BATCH, E_LONGEST, E_RADIUS2, E_THRESHOLD, E_GAMMA, E_NORM2, E_START2, E_ALONG0,
    E_A, E_B, E_C, SCALARS   /* A, B, C: scratch */
};

struct trace_exact {
    size_t   n;              /* coordinates, the constant feature's last */
    size_t   rows;
    mpq_t   *values;         /* [rows][n] */
    mpq_t   *w, *batch;      /* [n] weights so far; the sum of the batch at hand */
    mpq_t   *start, *star;   /* [n] w0 and w* */
    mpq_t   *scalars;        /* [SCALARS] */
    mpq_t   *table;          /* [n_table] of the schedule; the last goes on */
    size_t   n_table;
    bool     falls;          /* rate/t */
    uint64_t updates;
    bool     outgrown;       /* MOST_BITS */
    bool     lenient;        /* a product exactly on the threshold is right */
    bool     above;          /* a row was learned from whose exact product is above the threshold */
};

void trace_exact_end(struct trace *t)
{
    struct trace_exact *e = t->exact;

    if (e == NULL)
        return;
    exact_array_free(e->values, e->rows * e->n);
    exact_array_free(e->w, e->n);
    exact_array_free(e->batch, e->n);
    exact_array_free(e->start, e->n);
    exact_array_free(e->star, e->n);
    exact_array_free(e->scalars, SCALARS);
    exact_array_free(e->table, e->n_table);
    free(e);
}

static void dot(struct trace_exact *e, mpq_t sum, mpq_t *a, mpq_t *b)
{
    exact_dot(sum, a, b, e->n, e->scalars[E_C]);
}

/* sum += a b */
static void add_product(struct trace_exact *e, mpq_t sum, const mpq_t a, const mpq_t b)
{
    exact_add_product(sum, a, b, e->scalars[E_C]);
}

static mpq_t *row_at(const struct trace_exact *e, uint64_t row)
{
    return e->values + row * e->n;
}

static void signed_product(struct trace_exact *e, mpq_t product, mpq_t *w, uint64_t row, int sign)
{
    dot(e, product, w, row_at(e, row));
    if (sign < 0)
        mpq_neg(product, product);
}

/* ---- beginning ------------------------------------------------------------------------------------ */

/* One rate a line. What is wrong with the file the trainer says. */
static ptron_status read_table(struct trace_exact *e, const char *path, ptron_error *err)
{
    FILE *file = fopen(path, "r");
    char line[512];
    size_t room = 0;

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const double rate = strtod(line, NULL);
        if (!(rate > 0.0) || !isfinite(rate))
            continue;
        if (e->n_table == room) {
            mpq_t *table = realloc(e->table, (room = 2 * room + 16) * sizeof *table);
            if (table == NULL) {
                fclose(file);
                return trace_no_memory(err);
            }
            e->table = table;
        }
        mpq_init(e->table[e->n_table]);
        exact_decimal(e->table[e->n_table++], rate);
    }
    if (file != NULL)
        fclose(file);
    return PTRON_OK;
}

static ptron_status begin_schedule(struct trace *t, ptron_error *err)
{
    const char *schedule = ptron_options_get(t->args->options, "schedule");

    if (strcmp(schedule, "root") == 0 || strcmp(schedule, "power") == 0)
        return diag_fail(err, PTRON_ARGUMENT, "--exact is for rates that are fractions; those of --schedule %s are "
                         "roots", schedule);
    t->exact->falls = strcmp(schedule, "inverse") == 0;
    if (t->exact->falls || strcmp(schedule, "constant") == 0)
        return PTRON_OK;
    return read_table(t->exact, schedule, err);
}

/* The weights of a model as decimals, its bias as the coefficient of the constant feature. */
static ptron_status begin_at_model(struct trace *t, const char *path, ptron_error *err)
{
    struct trace_exact *e = t->exact;
    PTRON_SIZED(ptron_model_facts, facts);
    ptron_model *model = NULL;
    double *weights, bias = 0.0;
    ptron_status status;

    TRY(ptron_model_load(path, &model, err));
    ptron_model_describe(model, &facts);
    weights = calloc((size_t)(facts.features * facts.vectors) + 1, sizeof *weights);
    status = weights == NULL || facts.vectors != 1 || facts.features > t->n
                 ? PTRON_OK   /* which the trainer refuses */
                 : ptron_model_copy_weights(model, weights, (size_t)facts.features, &bias, err);
    for (size_t j = 0; weights != NULL && status == PTRON_OK && j < facts.features && j < t->n; j++)
        exact_decimal(e->start[j], weights[j]);
    if (t->constant > 0.0) {
        exact_decimal(e->start[t->n], bias);
        exact_decimal(e->scalars[E_A], t->constant);
        mpq_div(e->start[t->n], e->start[t->n], e->scalars[E_A]);
    }
    ptron_model_free(model);
    free(weights);
    return weights == NULL ? trace_no_memory(err) : status;
}

static ptron_status begin_weights(struct trace *t, ptron_error *err)
{
    struct trace_exact *e = t->exact;
    const char *start = ptron_options_get(t->args->options, "start");

    if (strcmp(start, "random") == 0)
        return diag_fail(err, PTRON_ARGUMENT, "--exact is for short decimals; those of --start random have up to 17 "
                         "digits");
    if (strcmp(start, "ones") == 0)
        for (size_t j = 0; j < e->n; j++)
            mpq_set_ui(e->start[j], j < t->n || t->constant > 0.0, 1);
    else if (strcmp(start, "zero") != 0)
        TRY(begin_at_model(t, start, err));
    exact_array_set(e->w, e->start, e->n);
    dot(e, e->scalars[E_START2], e->start, e->start);
    return PTRON_OK;
}

static bool begin_rows(struct trace *t)
{
    struct trace_exact *e = t->exact;

    e->n = t->n + 1;
    e->rows = (size_t)t->facts.rows;
    e->scalars = exact_array(SCALARS);
    e->values = exact_array(e->rows * e->n);
    e->w = exact_array(e->n);
    e->batch = exact_array(e->n);
    e->start = exact_array(e->n);
    e->star = exact_array(e->n);
    if (e->scalars == NULL || e->values == NULL || e->w == NULL || e->batch == NULL || e->start == NULL ||
        e->star == NULL)
        return false;
    for (size_t i = 0; i < e->rows * e->n; i++)
        exact_decimal(e->values[i], t->values[i]);
    for (uint64_t i = 0; i < e->rows; i++) {
        dot(e, e->scalars[E_A], row_at(e, i), row_at(e, i));
        if (mpq_cmp(e->scalars[E_A], e->scalars[E_RADIUS2]) > 0)
            mpq_set(e->scalars[E_RADIUS2], e->scalars[E_A]);
    }
    return true;
}

static ptron_status check_options(const struct trace *t, ptron_error *err)
{
    const ptron_options *o = t->args->options;
    const char *name = ptron_options_get(o, "algorithm");
    static const char *const weights[] = {"class-weight", "weight"};
    PTRON_SIZED(ptron_algorithm_info, info);

    if (strcmp(t->facts.scaling, "none") != 0)
        return diag_fail(err, PTRON_ARGUMENT, "--exact is about the values as they stand; leave out --scale");
    if (ptron_algorithm_find(name, &info) && !info.adds_rows)
        return diag_fail(err, PTRON_ARGUMENT, "--exact is for rules that add whole rows times the rate, which '%s' "
                         "does not", name);
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
        const char *value = ptron_options_get(o, weights[i]);
        if (value != NULL && *value != '\0')
            return diag_fail(err, PTRON_ARGUMENT, "--exact is for rows that all count the same; leave out --%s",
                             weights[i]);
    }
    return PTRON_OK;
}

ptron_status trace_exact_begin(struct trace *t, ptron_error *err)
{
    TRY(check_options(t, err));
    t->exact = calloc(1, sizeof *t->exact);
    if (t->exact == NULL || !begin_rows(t))
        return trace_no_memory(err);
    t->exact->lenient = ptron_options_is(t->args->options, "tie", "correct");
    exact_decimal(t->exact->scalars[E_RATE], ptron_options_real(t->args->options, "rate"));
    TRY(begin_schedule(t, err));
    return begin_weights(t, err);
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
            add_product(e, e->batch[j], s[E_A], row_at(e, step->row)[j]);
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
    TRY(put(t, bound, s[E_A], err));
    if (mpq_sgn(s[E_START2]) == 0)
        return PTRON_OK;
    mpq_mul(s[E_B], s[E_B], s[E_START2]);
    mpq_div(s[E_B], s[E_B], unit);
    mpq_div(s[E_B], s[E_B], unit);
    mpq_set_ui(s[E_A], 4, 1);
    mpq_mul(s[E_B], s[E_B], s[E_A]);
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
    dot(e, s[E_NORM2], e->star, e->star);
    dot(e, s[E_ALONG0], e->star, e->start);
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
    dot(e, s[E_B], e->w, e->w);
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
        dot(e, s[E_A], e->star, e->w);
        mpq_set(s[E_B], s[E_ALONG0]);
        add_product(e, s[E_B], s[E_GAMMA], s[E_MASS]);
        TRY(put(t, &line->numbers[N_LEMMA1], s[E_A], err));
        TRY(put(t, &line->numbers[N_LEMMA1_LEAST], s[E_B], err));
    }
    if (!t->has_lemma2)
        return PTRON_OK;
    dot(e, s[E_A], e->w, e->w);
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

    find_step(e, s[E_A]);
    if (step->step != 0.0)
        TRY(put(t, &line->numbers[N_STEP], s[E_A], err));
    signed_product(e, s[E_A], e->w, step->row, step->sign);
    TRY(put(t, &line->numbers[N_PRODUCT], s[E_A], err));
    compare_with_run(t, step, line);
    trace_exact_follow(t, step);
    for (size_t j = 0; j < t->n; j++)
        TRY(put(t, &line->weights[j], e->w[j], err));
    if (t->constant > 0.0) {
        mpq_mul(s[E_A], e->w[t->n], row_at(e, step->row)[t->n]);
        TRY(put(t, &line->numbers[N_BIAS], s[E_A], err));
    }
    TRY(put(t, &line->numbers[N_MASS], s[E_MASS], err));
    TRY(fill_bracket(t, line, err));
    return fill_lemmas(t, line, err);
}
