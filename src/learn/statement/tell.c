/* What may be said of a run: its margins rounded outwards, what is bounded, and what it came to. */
#include "learn/statement/traits.h"
#include "model/dual.h"

#include <math.h>
#include <string.h>

/* ---- what a run came to ----------------------------------------------------------------------------- */

/* The sum of the rates of so many updates; beyond some millions by the trapezium under the rest, which is a little
 * more for rates that fall. */
static double sum_of_rates(const struct pt_schedule *s, uint64_t updates)
{
    enum { EACH = 4000000 };
    const uint64_t n = updates < EACH ? updates : EACH;
    double sum = 0.0, from, to;

    for (uint64_t t = 1; t <= n; t++)
        sum += pt_schedule_rate(s, t);
    for (uint64_t t = n; t < updates; t = (uint64_t)to) {   /* in pieces that grow by a thousandth */
        from = (double)t;
        to = fmin((double)updates, floor(from * 1.001));
        sum += 0.5 * (to - from) * (pt_schedule_rate(s, t) + pt_schedule_rate(s, (uint64_t)to));
    }
    return sum;
}

static double steps_made(const struct pt_run *run, const ptron_model *answer, const ptron_result *r)
{
    static const char *const names[] = {"constant", "inverse", "root", "power"};
    struct pt_schedule s = {.rate = pt_run_real(run, "rate"), .power = pt_run_real(run, "power")};

    if (run->numbers != NULL)
        return sum_of_rates(run->numbers->schedule, r->updates);
    for (size_t i = 1; i < 4; i++)
        if (pt_run_is(run, "schedule", names[i])) {
            s.kind = (enum pt_schedule_kind)i;
            return sum_of_rates(&s, r->updates);
        }
    /* Rates from a file: the weights, as a sum of rows, give their mass away. */
    return (run->algorithm->can & PT_THEOREM) != 0 && pt_run_is(run, "start", "zero") &&
                   pt_run_is(run, "average", "no") && pt_run_text(run, "class-weight")[0] == '\0' &&
                   !pt_recipe_may_weigh(&run->model->recipe)
               ? pt_model_norm(answer) / r->margin_upper
               : (double)NAN;
}

static double value_of(const struct pt_run *run, const char *bounded, const ptron_model *answer, const ptron_result *r)
{
    return strcmp(bounded, "mixed updates") == 0  ? r->mixed_updates
           : strcmp(bounded, "sum of steps") == 0 ? steps_made(run, answer, r)
           : strcmp(bounded, "mistakes") == 0     ? (double)r->mistakes
                                                  : (double)r->updates;
}

/* ---- rounding ---------------------------------------------------------------------------------------
 * Every sum of n terms is off by n u times the sum of their sizes at most, u = 2^-53, in whatever order it was made.
 * Margins are known through such sums: products (of as many terms as there are features), and weights (a term for each
 * update), whose error is that of a vector. What follows doubles these bounds, for the terms of second order. */

static const double unit_error = 0x1p-52;
static const double least_norm = 1e-140;   /* squares of less may be lost */

double pt_statement_rounding(double radius, uint64_t features)
{
    return unit_error * ((double)features + 8.0) * radius;
}

bool pt_statement_is_rough(double margin, double radius, uint64_t features)
{
    return margin > 0.0 && pt_statement_rounding(radius, features) > 1e-7 * margin;
}

static double kept_radius2(const struct pt_dual *dual)
{
    double most = 0.0;

    for (size_t i = 0; i < dual->rows.n; i++)
        most = fmax(most, dual->rows.norm2[i]);
    return most;
}

/* A value k(x, z) is off by this times n u k(x, x), at most: the degree, for a power; for a distance d^2 = |x|^2 +
 * |z|^2 - 2 x.z and |x| < 2 |z| 16 gamma |z|^2, and beyond that t e^-t is small. */
static double kernel_slope(const struct pt_dual *dual)
{
    return dual->kernel.kind == PT_KERNEL_RBF          ? 8.0 + 16.0 * dual->kernel.gamma * kept_radius2(dual)
           : dual->kernel.kind == PT_KERNEL_POLYNOMIAL ? (double)dual->kernel.degree + 1.0
                                                       : 1.0;
}

struct roundings {
    double lower, upper;   /* what the margin, and its upper bound, may be off by; infinite: by anything */
};

/* What the weights were summed from. */
static double additions(const ptron_result *r)
{
    return (double)r->updates + (double)r->mistakes + 8.0;
}

/* A mean is what is left of two sums that are larger by as many times as there were rows, at most. */
static double cancelled(const struct pt_run *run, const ptron_result *r)
{
    const bool averages = (run->algorithm->can & PT_AVERAGES) != 0 || pt_run_is(run, "average", "yes") ||
                          pt_run_is(run, "keeper", "average");
    const double restarts = (run->algorithm->can & PT_RESTARTS) != 0 ? (double)r->updates : 0.0;

    return averages ? ((double)r->epochs + 1.0 + restarts) * (double)r->rows : 1.0;
}

/* In the space of a kernel: scores are sums over the rows kept, of mass norm/upper; the squared norm is one of
 * scores. */
static struct roundings dual_roundings(const struct pt_run *run, const struct pt_dual *dual, const ptron_result *r)
{
    const double terms = additions(r) + ((double)r->features + 8.0) * kernel_slope(dual);
    const double off = 4.0 * unit_error * terms * cancelled(run, r) * r->radius * r->radius;
    const double wide = sqrt(r->margin_upper * r->margin_upper + off);

    return (struct roundings){.lower = off / r->margin_upper, .upper = wide - r->margin_upper};
}

/* The dual of a support vector machine never falls, so that |w|^2/2 <= mass; and gamma mass <= |w|: so |w| <= 2/gamma
 * all the time, where alphas come and go, and gamma <= upper + e/gamma, which ends where gamma^2 = upper gamma + e. */
static double svm_rounding(const ptron_result *r, double norm)
{
    const double e = 8.0 * unit_error * additions(r) * r->margin_upper / norm;

    return 0.5 * (sqrt(r->margin_upper * r->margin_upper + 4.0 * e) - r->margin_upper);
}

/* From w0 the sums were as large as it: |w0|/mass is in the second term of the bound. */
static double start_rounding(const ptron_result *r, double raw_bound)
{
    const double counted = r->bounded_value;

    return r->bounded == NULL || !(counted > 0.0)
               ? INFINITY
               : 2.0 * unit_error * additions(r) * r->margin_upper * raw_bound / counted;
}

static struct roundings roundings_of(const struct pt_run *run, const struct pt_traits *t, const ptron_model *answer,
                                     const ptron_result *r, double norm)
{
    const double p = t->many ? 2.0 : 1.0, n = (double)r->features + 8.0;
    struct roundings off;

    if (answer->kind == PT_MODEL_DUAL && answer->dual != NULL)
        return dual_roundings(run, answer->dual, r);
    off.lower = p * pt_statement_rounding(r->radius, r->features);
    if (answer->n_vectors == 1 && pt_statement_is_rough(r->margin_lower, r->radius, r->features))
        off.lower *= n * unit_error;   /* in twice the digits */
    off.upper = unit_error * additions(r) * p * r->radius * cancelled(run, r);
    if ((run->algorithm->can & PT_OWN_GAP) != 0)
        off.upper = svm_rounding(r, norm);
    if (pt_run_is(run, "free-bias", "yes"))   /* the alphas of both labels add up to the same but for their rounding */
        off.upper += 8.0 * unit_error * additions(r) * r->radius;
    if (t->started)
        off.upper += start_rounding(r, r->k_max_lower);
    return off;
}

/* Outwards where it is above zero, a lower end; NaN where what it may be off by is as much as there is. */
static double down(double value, double relative, double off)
{
    const double lower = value * (1.0 - relative) - off;

    return value <= 0.0 ? value : lower > 0.0 ? lower : (double)NAN;
}

static double up(double value, double relative, double off)
{
    return off < value ? value * (1.0 + relative) + off : (double)NAN;
}

static double squared(double x)
{
    return x * x;
}

/* The bound for margins rounded outwards: anew where its terms are known; else, since none grows faster than the square
 * of 1/gamma, in that proportion. */
static void widen_bound(const struct pt_run *run, const struct pt_traits *t, const ptron_result *raw, ptron_result *r)
{
    const double slack = 8.0 * ((double)r->features + 8.0) * unit_error;

    if (r->bounded == NULL) {
        r->k_max_lower = r->k_max_upper = NAN;
    } else if (t->known) {
        const struct pt_bound_terms terms = pt_bound_terms_of(run, t, raw->radius);
        r->k_max_lower = pt_bound_least(&terms, raw->radius, r->margin_upper) * (1.0 - slack);
        r->k_max_upper = pt_bound_at(&terms, raw->radius, r->margin_lower) * (1.0 + slack);
    } else {
        r->k_max_lower = raw->k_max_lower * squared(raw->margin_upper / r->margin_upper) * (1.0 - slack);
        r->k_max_upper = isinf(raw->k_max_upper)
                             ? raw->k_max_upper
                             : raw->k_max_upper * squared(raw->margin_lower / r->margin_lower) * (1.0 + slack);
    }
}

/* What the risk is, in words. */
static const char *risk_of(const struct pt_run *run)
{
    const struct pt_learner_ops *ops = run->algorithm->ops;
    const char *loss = pt_run_given(run, "loss");

    for (const char *const *pair = ops->numbers.risk_of; pair != NULL && *pair != NULL; pair += 2)
        if (loss == NULL || strcmp(loss, pair[0]) == 0)   /* the first, where none is named */
            return pair[1];
    return ops->numbers.risk_text;
}

/* ---- telling --------------------------------------------------------------------------------------- */

/* Whether the weights of rows make another bound: not, if it is that of rows without. A model knows no more of weights,
 * and the run that made it says the same. */
static void look_at_record(const struct pt_run *run, struct pt_traits *t, const ptron_result *raw)
{
    struct pt_run_numbers bare;
    struct pt_run unweighted = *run;
    struct pt_bound_terms terms;
    double lower, upper;

    if (!t->unsure)
        return;
    if (run->numbers != NULL) {
        bare = *run->numbers;
        bare.c_min = bare.c_max = 1.0;
        unweighted.numbers = &bare;
    }
    terms = pt_bound_terms_of(&unweighted, t, raw->radius);
    lower = pt_bound_at(&terms, raw->radius, raw->margin_upper);
    upper = pt_bound_at(&terms, raw->radius, raw->margin_lower);
    if (fabs(raw->k_max_lower - lower) <= 1e-9 * lower || fabs(raw->k_max_upper - upper) <= 1e-9 * upper) {
        t->weighted = false;
        t->known = true;
    }
}

/* Whether no product of the rule was lost at an end of doubles: romma's have four lengths of rows in them. */
static bool holds_in_doubles(const struct pt_run *run, const ptron_result *r)
{
    const double most = run->algorithm->proved == PT_PROVED_SHORTEST ? 1e70 : 1e150;

    return isnan(r->radius) || (r->radius > 1.0 / most && r->radius < most);
}

static bool was_running(const struct pt_run *run)
{
    return run->numbers != NULL ? run->numbers->running : run->model->recipe.running.rows > 0;
}

static void tell_bounded(const struct pt_run *run, struct pt_traits *t, const ptron_model *answer, ptron_result *r)
{
    r->bounded = r->bound_formula = NULL;
    r->bounded_value = NAN;
    look_at_record(run, t, r);
    if (was_running(run) || !pt_traits_prove(run, t) || !holds_in_doubles(run, r) ||
        (run->numbers == NULL && isnan(r->k_max_lower) && !isnan(r->margin_upper)))
        return;
    r->bounded = pt_bounded_by(run->algorithm->proved, t);
    r->bound_formula = pt_bound_formula(run->algorithm->proved, t);
    r->bounded_value = value_of(run, r->bounded, answer, r);
}

/* Both margins. A record has one lower bound: the theorem's margin, or with a free bias the distance; no boundary has a
 * greater margin than distance, so what bounds distances bounds margins. */
static void tell_margins(const struct pt_run *run, const ptron_model *answer, const struct roundings *off, double norm,
                         ptron_result *r)
{
    const bool linear = answer->kind == PT_MODEL_LINEAR && answer->n_vectors == 1;
    const bool free = pt_run_is(run, "free-bias", "yes");
    const double relative = 4.0 * ((double)r->features + 8.0) * unit_error, length = pt_model_length(answer);
    const double measured = free && !(length > least_norm) ? (double)NAN : down(r->margin_lower, relative, off->lower);
    const double upper = up(r->margin_upper, relative + 2.0 * additions(r) * unit_error, off->upper);

    r->distance = !linear || !(length > least_norm) ? (double)NAN
                  : free || !answer->has_bias       ? measured
                                                    : measured * (norm / length) * (1.0 - relative);
    if (free && !(length > least_norm))   /* a bias and nothing else */
        r->functional_margin = NAN;
    else if (run->numbers == NULL)
        r->functional_margin = r->margin_lower * (free ? length : norm);
    r->margin_lower = free ? measured * (length / norm) * (1.0 - relative) : measured;
    r->margin_upper = upper;
    r->distance_upper = linear && (free || !answer->has_bias) ? upper : (double)NAN;
}

void pt_statement_tell(const struct pt_run *run, const ptron_model *answer, ptron_result *r)
{
    const ptron_result raw = *r;
    const double norm = answer->weights == NULL && answer->own == NULL ? (double)NAN : pt_model_norm(answer);
    struct roundings off;
    struct pt_traits t;

    r->distance = r->distance_upper = r->bounded_value = NAN;
    r->bounded = r->bound_formula = r->risk_is = NULL;
    if (run->algorithm == NULL) {
        r->k_max_lower = r->k_max_upper = NAN;
        return;
    }
    r->risk_is = risk_of(run);
    t = pt_traits_of(run);
    tell_bounded(run, &t, answer, r);
    if (!(r->radius > least_norm) || !(norm > least_norm)) {   /* too small to square, or no boundary at all */
        r->radius = r->radius > least_norm ? r->radius : (double)NAN;
        r->margin_lower = r->margin_upper = r->k_max_lower = r->k_max_upper = NAN;
        if ((run->algorithm->can & PT_GAP_OF_MARGIN) != 0)
            r->objective = r->gap = NAN;   /* lost with the margin */
        if (!(norm > least_norm))
            r->functional_margin = norm == 0.0 ? 0.0 : (double)NAN;
        return;
    }
    off = roundings_of(run, &t, answer, r, norm);
    tell_margins(run, answer, &off, norm, r);
    if ((run->algorithm->can & PT_GAP_OF_MARGIN) != 0 && raw.margin_lower > 0.0 && isnan(r->margin_lower))
        r->objective = r->gap = NAN;   /* lost in rounding with the margin */
    widen_bound(run, &t, &raw, r);
}

static struct pt_run run_of(const ptron_model *model)
{
    return (struct pt_run){.algorithm = pt_algorithm_named(model->algorithm), .model = model,
                           .classes = model->training.classes};
}

void pt_statement_of_model(const ptron_model *model, ptron_result *r)
{
    const struct pt_run run = run_of(model);

    *r = model->training;
    r->functional_margin = NAN;
    pt_statement_tell(&run, model, r);
}

bool pt_statement_may_weigh(const ptron_model *model)
{
    const struct pt_run run = run_of(model);
    struct pt_traits t;

    if (run.algorithm == NULL)
        return true;
    t = pt_traits_of(&run);
    look_at_record(&run, &t, &model->training);
    return t.weighted;
}

double pt_statement_bound(const ptron_model *model, double margin)
{
    const struct pt_run run = run_of(model);
    const ptron_result *raw = &model->training;
    ptron_result told;
    struct pt_traits t;

    pt_statement_of_model(model, &told);
    if (told.bounded == NULL || !(margin > 0.0))
        return NAN;
    t = pt_traits_of(&run);
    look_at_record(&run, &t, raw);
    if (t.known || (t.started && !t.weighted && !t.falling && run.algorithm->proved != PT_PROVED_BATCH)) {
        struct pt_bound_terms terms = pt_bound_terms_of(&run, &t, raw->radius);
        if (t.started) {   /* its length is what the record's bound has beyond the other terms */
            const bool upper = raw->margin_upper > 0.0;
            const double at = upper ? raw->margin_upper : raw->margin_lower;
            const double bound = upper ? raw->k_max_lower : raw->k_max_upper;
            if (!(at > 0.0) || !isfinite(bound))
                return NAN;
            terms.linear = fmax(0.0, at * (bound * (1.0 + 1e-12) - pt_bound_at(&terms, raw->radius, at)));
        }
        return pt_bound_at(&terms, raw->radius, margin);
    }
    return raw->k_max_lower * squared(raw->margin_upper / margin);
}
