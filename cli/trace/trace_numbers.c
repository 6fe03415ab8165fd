/* The numbers of a trace's step: as the library worked them out, or as exact fractions, which follow its decisions. */
#include "trace/trace.h"
#include "words/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_decimal(struct number *number, double value)
{
    number->value = value + 0.0;   /* no -0 */
    snprintf(number->text, sizeof number->text, "%s", isnan(value) ? "-" : text_number(number->value).s);
}

static void put(const struct trace *t, struct number *number, struct fraction f)
{
    number->value = fraction_value(f);
    exact_text(f, t->latex, number->text, sizeof number->text);
}

static void put_root(const struct trace *t, struct number *number, struct fraction f, bool negative)
{
    number->value = (negative ? -1.0 : 1.0) * sqrt(fraction_value(f));
    exact_root_text(f, negative, t->latex, number->text, sizeof number->text);
}

/* ---- scales --------------------------------------------------------------------------------------- */

bool trace_prepare_exact(struct trace *t)
{
    const size_t n = (size_t)t->facts.rows * (t->n + 1);

    t->scaled = calloc(n, sizeof *t->scaled);
    t->w = calloc(t->n + 1, sizeof *t->w);
    if (t->scaled == NULL || t->w == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        if (exact_decimals(t->values[i]) > t->decimals)
            t->decimals = exact_decimals(t->values[i]);
    for (size_t i = 0; i < n; i++)
        t->scaled[i] = exact_scaled(&t->checks, t->values[i], t->decimals);
    t->rate_decimals = exact_decimals(t->rate);
    return true;
}

/* ---- exact ---------------------------------------------------------------------------------------- */

static whole dot(struct exact *checks, const whole *a, const whole *b, size_t n)
{
    whole sum = 0;

    for (size_t j = 0; j < n; j++)
        sum = whole_add(checks, sum, whole_times(checks, a[j], b[j]));
    return sum;
}

static const whole *scaled_row(const struct trace *t, uint64_t row)
{
    return t->scaled + row * (t->n + 1);
}

void trace_use_exact(struct trace *t, uint64_t row, int sign, double step)
{
    const whole length = exact_scaled(&t->checks, step, t->rate_decimals);
    const whole *x = scaled_row(t, row);

    for (size_t j = 0; j <= t->n; j++)
        t->w[j] = whole_add(&t->checks, t->w[j], whole_times(&t->checks, sign * length, x[j]));
    t->exact_mass = whole_add(&t->checks, t->exact_mass, length);
    t->exact_squares = whole_add(&t->checks, t->exact_squares, whole_times(&t->checks, length, length));
}

/* w = W / (S T) with S = 10^decimals for values and T = 10^rate_decimals for steps. */
static whole scale_of(struct trace *t, unsigned values, unsigned rates)
{
    return whole_power(&t->checks, values * t->decimals + rates * t->rate_decimals);
}

static whole least_product(struct trace *t, const whole *w)
{
    whole least = 0;

    for (uint64_t i = 0; i < t->facts.rows; i++) {
        const whole product = t->signs[i] * dot(&t->checks, w, scaled_row(t, i), t->n + 1);
        if (i == 0 || product < least)
            least = product;
    }
    return least;
}

static whole longest_exact(struct trace *t)
{
    whole longest = 0;

    for (uint64_t i = 0; i < t->facts.rows; i++) {
        const whole norm2 = dot(&t->checks, scaled_row(t, i), scaled_row(t, i), t->n + 1);
        if (norm2 > longest)
            longest = norm2;
    }
    return longest;
}

static void fill_exact(struct trace *t, const ptron_step *step, struct trace_line *line)
{
    struct exact *c = &t->checks;
    const whole *x = scaled_row(t, step->row);
    const whole all = scale_of(t, 2, 2), square = whole_times(c, scale_of(t, 1, 0), scale_of(t, 1, 0));
    whole norm2, least;

    put(t, &line->product, fraction_of(c, step->sign * dot(c, t->w, x, t->n + 1), scale_of(t, 2, 1)));
    if (line->moved)
        trace_use_exact(t, step->row, step->sign, step->step);
    for (size_t j = 0; j < step->n_weights; j++)
        put(t, &line->weights[j], fraction_of(c, t->w[j], scale_of(t, 1, 1)));
    put(t, &line->bias, fraction_of(c, whole_times(c, t->w[t->n], x[t->n]), scale_of(t, 2, 1)));
    put(t, &line->mass, fraction_of(c, t->exact_mass, scale_of(t, 0, 1)));
    norm2 = dot(c, t->w, t->w, t->n + 1);
    least = least_product(t, t->w);
    if (norm2 != 0) {
        put_root(t, &line->lower, fraction_of(c, whole_times(c, least, least), whole_times(c, square, norm2)),
                 least < 0);
        put_root(t, &line->upper,
                 fraction_of(c, norm2, whole_times(c, square, whole_times(c, t->exact_mass, t->exact_mass))), false);
    }
    if (t->reference.known) {
        put(t, &line->lemma1, fraction_of(c, dot(c, t->w, t->reference.exact, t->n + 1), all));
        put(t, &line->lemma1_bound,
            fraction_of(c, whole_times(c, t->exact_mass, least_product(t, t->reference.exact)), all));
    }
    put(t, &line->lemma2, fraction_of(c, norm2, all));
    put(t, &line->lemma2_bound, fraction_of(c, whole_times(c, t->exact_squares, longest_exact(t)), all));
}

void trace_fill(struct trace *t, const ptron_step *step, const ptron_sides *sides, struct trace_line *line)
{
    const struct {
        struct number *number;
        double value;
    } decimals[] = {
        {&line->product, step->product}, {&line->bias, step->bias}, {&line->mass, step->mass},
        {&line->lower, sides->lower}, {&line->upper, sides->upper}, {&line->lemma1, sides->along},
        {&line->lemma1_bound, sides->along_least}, {&line->lemma2, sides->norm2},
        {&line->lemma2_bound, sides->norm2_most},
    };

    for (size_t i = 0; i < sizeof decimals / sizeof *decimals; i++)   /* not every exact step has them all */
        put_decimal(decimals[i].number, t->exact ? (double)NAN : decimals[i].value);
    for (size_t j = 0; !t->exact && j < step->n_weights; j++)
        put_decimal(&line->weights[j], step->weights[j]);
    if (t->exact)
        fill_exact(t, step, line);
}

/* ---- w* ------------------------------------------------------------------------------------------- */

void trace_reference_numbers(struct trace *t)
{
    struct trace_reference *r = &t->reference;
    struct exact *c = &t->checks;
    whole least, norm2, longest;

    if (!t->exact) {
        r->known = t->theorem.applies;
        put_decimal(&t->radius2, t->theorem.radius2);
        put_decimal(&r->gamma, t->theorem.gamma);
        put_decimal(&r->norm2, t->theorem.norm2);
        put_decimal(&r->bound, t->theorem.bound);
        return;
    }
    least = least_product(t, r->exact);
    norm2 = dot(c, r->exact, r->exact, t->n + 1);
    longest = longest_exact(t);
    put(t, &r->gamma, fraction_of(c, least, scale_of(t, 2, 1)));
    put(t, &r->norm2, fraction_of(c, norm2, scale_of(t, 2, 2)));
    put(t, &t->radius2, fraction_of(c, longest, whole_times(c, scale_of(t, 1, 0), scale_of(t, 1, 0))));
    r->known = least > 0;
    if (r->known)
        put(t, &r->bound, fraction_of(c, whole_times(c, longest, norm2), whole_times(c, least, least)));
}
