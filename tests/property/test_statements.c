/* What a run says of itself, held against what is proved of its rows: random small sets, every algorithm, starts,
 * rates, schedules, weights, thresholds, batches, shards, two labels and three. The best margin is ptron_certify's,
 * whose bracket is exact; bounds are worked out here anew, from formulas alone. */
#include "margins.h"

#include <stdio.h>
#include <unistd.h>

enum { MOST_ROWS = 24, RUNS = SETS * 25 };

/* ---- sets ------------------------------------------------------------------------------------------ */

struct rows {
    double   x[MOST_ROWS * 3], weight[MOST_ROWS];
    uint32_t label[MOST_ROWS];
    size_t   n, features, classes;
    bool     weighted, bias;
    double   c_min, c_max;        /* of row times class weight */
    ptron_dataset *set;
    ptron_certificate_facts proof;
};

/* The label whose planted vector scores highest, and by how much; two classes: the sign of the first. */
static uint32_t planted(const struct rows *r, double (*u)[4], const double *x, double *lead)
{
    double score[3] = {0};
    uint32_t best = 0;

    for (size_t c = 0; c < (r->classes == 2 ? 1 : r->classes); c++) {
        score[c] = r->bias ? u[c][3] : 0.0;
        for (size_t j = 0; j < r->features; j++)
            score[c] += u[c][j] * x[j];
    }
    *lead = fabs(score[0]);
    if (r->classes == 2)
        return score[0] > 0.0;
    for (uint32_t c = 1; c < 3; c++)
        best = score[c] > score[best] ? c : best;
    *lead = INFINITY;
    for (uint32_t c = 0; c < 3; c++)
        *lead = c == best ? *lead : fmin(*lead, score[best] - score[c]);
    return best;
}

/* False: the planted vectors are no good, draw again. */
static bool draw_rows(struct rows *r, pt_random *random)
{
    int tries = 0;
    const bool whole = pt_random_below(random, 2) == 0;
    const double wanted = 0.02 + 0.3 * pt_random_unit(random);
    double u[3][4], lead;

    for (size_t c = 0; c < 3; c++)
        for (size_t j = 0; j < 4; j++)
            u[c][j] = pt_random_normal(random);
    for (size_t i = 0; i < r->n;) {
        for (size_t j = 0; j < r->features; j++) {
            const double v = pt_random_normal(random) * (whole ? 4.0 : 1.0);
            r->x[i * r->features + j] = whole ? floor(v) : v;
        }
        r->label[i] = planted(r, u, r->x + i * r->features, &lead);
        if (lead < wanted || (i < r->classes && r->label[i] != i && pt_random_below(random, 300) > 0)) {
            if (++tries > 5000)
                return false;
            continue;
        }
        r->weight[i] = r->weighted ? 0.25 + 3.0 * pt_random_unit(random) : 1.0;
        i++;
    }
    return true;
}

static bool has_all_labels(const struct rows *r)
{
    bool has[3] = {false, false, r->classes == 2};

    for (size_t i = 0; i < r->n; i++)
        has[r->label[i]] = true;
    return has[0] && has[1] && has[2];
}

static void prove(struct rows *r)
{
    ptron_options *options = OPTIONS("bias", r->bias ? "yes" : "no");
    ptron_certificate *certificate = NULL;
    ptron_error err = {0};
    const ptron_status status = r->classes == 2 ? ptron_certify(r->set, 1, options, NULL, &certificate, &err)
                                                : ptron_certify_classes(r->set, options, NULL, &certificate, &err);

    if (status != PTRON_OK)
        fail_msg("%s", err.message);
    r->proof.size = sizeof r->proof;
    ptron_certificate_describe(certificate, &r->proof);
    assert_int_equal(r->proof.verdict, PTRON_VERDICT_SEPARABLE);
    assert_true(r->proof.theorem_lower > 0.0 && isfinite(r->proof.theorem_upper));
    ptron_certificate_free(certificate);
    ptron_options_free(options);
}

static struct rows rows_of(pt_random *random, size_t classes, bool weighted, bool bias)
{
    struct rows r = {.n = 6 + pt_random_below(random, MOST_ROWS - 6), .features = 1 + pt_random_below(random, 3),
                     .classes = classes, .weighted = weighted, .bias = bias};

    if (!bias && r.features == 1)
        r.features = 2;
    while (!draw_rows(&r, random) || !has_all_labels(&r))
        continue;
    return r;
}

static void borrow(struct rows *r)
{
    static const char *const names[] = {"a", "b", "c"};
    const ptron_rows rows = {.size = sizeof rows, .n_rows = r->n, .n_features = r->features, .kind = PTRON_F64,
                             .values = r->x, .labels = r->label, .weights = r->weighted ? r->weight : NULL,
                             .n_classes = r->classes, .class_names = names};
    ptron_error err = {0};

    if (ptron_dataset_borrow(&rows, NULL, NULL, &r->set, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    prove(r);
}

static double length_of_row(const struct rows *r, size_t i)
{
    double sum = r->bias ? 1.0 : 0.0;

    for (size_t j = 0; j < r->features; j++)
        sum += r->x[i * r->features + j] * r->x[i * r->features + j];
    return sqrt(sum);
}

static double radius_of(const struct rows *r)
{
    double most = 0.0;

    for (size_t i = 0; i < r->n; i++)
        most = fmax(most, length_of_row(r, i));
    return most;
}

/* ---- runs ------------------------------------------------------------------------------------------ */

struct plan {
    const char *algorithm, *schedule;
    double rate, start, tau, C, fraction;   /* start: the length of the start weights */
    size_t batch, shards;
    double class_weight;                    /* of label b; 1: none */
};

enum { ADDS = 1, STARTS = 2, RATES = 4, MIXES = 8, WEIGHS = 16, MANY = 32, TIES = 64 };
static const struct kind {
    const char *name;
    unsigned can;
} kinds[] = {
    {"perceptron", ADDS | STARTS | RATES | MIXES | WEIGHS | MANY | TIES},
    {"averaged", ADDS | STARTS | RATES | MIXES | WEIGHS | MANY},
    {"pocket", ADDS | STARTS | RATES | WEIGHS | MANY},
    {"voted", ADDS | STARTS | RATES | WEIGHS | MANY},
    {"first-mistake", ADDS | STARTS | RATES | WEIGHS | MANY},
    {"margin", ADDS | STARTS | RATES | MIXES | WEIGHS | MANY},
    {"uneven", ADDS | STARTS | RATES | MIXES | WEIGHS | MANY},
    {"pdm", RATES | MANY},
    {"pa-1", WEIGHS | MANY},
    {"pa-2", WEIGHS | MANY},
    {"romma", 0},
    {"batch", STARTS | RATES | WEIGHS},
    {"gradient-descent", STARTS | RATES | WEIGHS},
    {"kernel", ADDS | RATES | WEIGHS},
    {"svm", WEIGHS},
    {"hard-margin", 0},
    {"logistic", WEIGHS},
    {"arow", WEIGHS | MANY},
    {"pegasos", WEIGHS},
};

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static void set_real(ptron_options *o, const char *name, double value)
{
    char text[PTRON_NUMBER_ROOM];
    ptron_error err = {0};

    ptron_format_number(value, text, sizeof text);
    if (ptron_options_set(o, name, text, &err) != PTRON_OK)
        fail_msg("%s", err.message);
}

static void set_text(ptron_options *o, const char *name, const char *value)
{
    ptron_error err = {0};

    if (ptron_options_set(o, name, value, &err) != PTRON_OK)
        fail_msg("%s", err.message);
}

static double pick(pt_random *random, const double *values, size_t n)
{
    return values[pt_random_below(random, n)];
}
#define PICK(random, ...) \
    pick(random, (const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

static ptron_options *draw_plan(struct plan *p, const struct kind *kind, const struct rows *r, pt_random *random)
{
    static const char *const schedules[] = {"constant", "constant", "inverse", "root", "power"};
    ptron_options *o = OPTIONS("algorithm", kind->name, "epochs", "150");

    *p = (struct plan){.algorithm = kind->name, .schedule = "constant", .rate = 1.0, .shards = 1, .class_weight = 1.0,
                       .C = 1.0, .fraction = 0.5};
    set_text(o, "order", pt_random_below(random, 2) == 0 ? "given" : "each");
    if (!r->bias)
        set_text(o, "bias", "no");
    if ((kind->can & RATES) != 0 && pt_random_below(random, 2) == 0)
        set_real(o, "rate", p->rate = PICK(random, 0.5, 3.0, 1e-3, 0.1));
    if ((kind->can & RATES) != 0 && !is(kind->name, "pdm"))
        set_text(o, "schedule", p->schedule = schedules[pt_random_below(random, 5)]);
    if ((kind->can & STARTS) != 0 && pt_random_below(random, 3) == 0) {
        set_text(o, "start", "ones");
        p->start = sqrt((double)(r->classes == 2 ? 1 : r->classes) * (double)(r->features + r->bias));
    }
    if ((kind->can & WEIGHS) != 0 && pt_random_below(random, 4) == 0) {
        set_text(o, "class-weight", "b=2.5");
        p->class_weight = 2.5;
    }
    if ((kind->can & MIXES) != 0 && is(p->schedule, "constant") && pt_random_below(random, 4) == 0) {
        set_text(o, "shards", "3");
        p->shards = 3;
    }
    if ((kind->can & TIES) != 0 && p->start > 0.0 && pt_random_below(random, 2) == 0)
        set_text(o, "tie", "correct");
    if (is(kind->name, "margin"))
        set_real(o, "margin", p->tau = PICK(random, 1.0, 30.0, 1000.0));
    if (is(kind->name, "uneven"))
        set_real(o, "margin-positive", p->tau = PICK(random, 1.0, 50.0));
    if (is(kind->name, "pa-1") || is(kind->name, "pa-2"))
        set_real(o, "C", p->C = PICK(random, 0.001, 0.1, 1.0, 100.0));
    if (is(kind->name, "pdm"))
        set_real(o, "fraction", p->fraction = PICK(random, 0.1, 0.3, 0.5, 0.6));
    if (is(kind->name, "batch")) {
        p->batch = (size_t)PICK(random, 0, 1, 5);
        set_real(o, "batch-size", (double)p->batch);
    }
    if (is(kind->name, "kernel"))
        set_text(o, "kernel", "linear");
    return o;
}

/* ---- the bounds, anew -------------------------------------------------------------------------------- */

/* The sum of the rates of so many updates. */
static double sum_of_rates(const struct plan *p, uint64_t updates)
{
    double sum = 0.0;

    for (uint64_t t = 1; t <= updates; t++)
        sum += p->rate / (is(p->schedule, "inverse") ? (double)t : is(p->schedule, "constant") ? 1.0 : sqrt((double)t));
    return sum;
}

/* The largest k that k^2 gamma^2 <= R^2 b(k) leaves, by the recursion itself. */
static double dynamic_bound(double fraction, double ratio2)
{
    double b = 1.0, k = 1.0;

    while (k * k <= ratio2 * b && k < 1e5) {
        b = (1.0 + 2.0 * fraction / k) * b + 1.0;
        k++;
    }
    return k - 1.0;
}

/* NaN: nothing is proved. */
static double bound_of(const struct plan *p, const struct rows *r, double gamma, const char **of)
{
    const bool falling = !is(p->schedule, "constant"), batch = is(p->algorithm, "batch") ||
                                                               is(p->algorithm, "gradient-descent");
    const double R = radius_of(r), times = r->classes > 2 ? 2.0 : 1.0, unit = falling ? 1.0 : p->rate;
    const double rows = batch ? (double)(p->batch > 0 && p->batch < r->n ? p->batch : r->n) : 1.0;

    *of = p->shards > 1 ? "mixed updates" : falling ? "sum of steps" : batch ? "mistakes" : "updates";
    if (is(p->algorithm, "pa-1") || is(p->algorithm, "pa-2") || is(p->algorithm, "romma"))
        *of = "mistakes";
    if (is(p->algorithm, "pa-1"))
        return fmax(times * R * R, 1.0 / (p->C * r->c_min)) / (gamma * gamma);
    if (is(p->algorithm, "pa-2"))
        return (times * R * R + 1.0 / (2.0 * p->C * r->c_min)) / (gamma * gamma);
    if (is(p->algorithm, "romma"))
        return R * R / (gamma * gamma);
    if (is(p->algorithm, "pdm"))
        return dynamic_bound(p->fraction, times * R * R / (gamma * gamma));
    if (is(p->algorithm, "svm") || is(p->algorithm, "hard-margin") || is(p->algorithm, "arow") ||
        is(p->algorithm, "pegasos") || is(p->algorithm, "logistic"))
        return NAN;
    return (times * rows * (falling ? p->rate : 1.0) * r->c_max * R * R + 2.0 * p->tau / unit) /
               (r->c_min * gamma * gamma) +
           2.0 * p->start / (unit * r->c_min * gamma);
}

static double value_of(const struct plan *p, const ptron_result *r, const char *of)
{
    return is(of, "updates")         ? (double)r->updates
           : is(of, "mistakes")      ? (double)r->mistakes
           : is(of, "mixed updates") ? r->mixed_updates
                                     : sum_of_rates(p, r->updates);
}

/* ---- one run ---------------------------------------------------------------------------------------- */

#define HOLDS(claim)                                                                                              \
    do {                                                                                                          \
        if (!(claim))                                                                                             \
            fail_msg("%s, %s, rate %g, start %g, c %g..%g, %zu shards, %zu classes, run %llu: %s (value %g, bound " \
                     "%g to %g, margin %.17g to %.17g, best %.17g to %.17g)",                                     \
                     p->algorithm, p->schedule, p->rate, p->start, rows->c_min, rows->c_max, p->shards,           \
                     rows->classes, (unsigned long long)run, #claim, r->bounded_value, r->k_max_lower,            \
                     r->k_max_upper, r->margin_lower, r->margin_upper, rows->proof.theorem_lower,                 \
                     rows->proof.theorem_upper);                                                                  \
    } while (0)

static void expect_bound(const struct plan *p, const struct rows *rows, const ptron_result *r, uint64_t run)
{
    const char *of, *unused;
    const double most = bound_of(p, rows, rows->proof.theorem_lower, &of);
    const double least = bound_of(p, rows, rows->proof.theorem_upper, &unused);

    HOLDS((r->bounded == NULL) == isnan(most));
    if (isnan(most)) {
        HOLDS(isnan(r->k_max_lower) && isnan(r->k_max_upper) && isnan(r->bounded_value));
        return;
    }
    HOLDS(is(r->bounded, of));
    HOLDS(fabs(r->bounded_value - value_of(p, r, of)) <= 1e-9 * value_of(p, r, of));
    HOLDS(r->bounded_value <= most * (1.0 + 1e-12));             /* the theorem */
    HOLDS(isnan(r->k_max_upper) || r->k_max_upper >= least);     /* what is printed has it inside */
    HOLDS(isnan(r->k_max_upper) || r->bounded_value <= r->k_max_upper);
    if (!is(p->algorithm, "pdm"))                                /* whose bound is rounded up on the way */
        HOLDS(isnan(r->k_max_lower) || r->k_max_lower <= most);
}

static void expect_margins(const struct plan *p, const struct rows *rows, const ptron_result *r,
                           const ptron_model *model, uint64_t run)
{
    double w[3] = {0}, bias = 0.0, least = INFINITY, norm2 = 0.0;
    PTRON_SIZED(ptron_model_facts, facts);

    HOLDS(isnan(r->margin_lower) || r->margin_lower <= rows->proof.theorem_upper);
    HOLDS(isnan(r->margin_upper) || r->margin_upper >= rows->proof.theorem_lower);
    ptron_model_describe(model, &facts);
    if (rows->classes > 2 || !is(facts.kind, "linear")) {
        HOLDS(isnan(r->distance));
        return;
    }
    assert_int_equal(ptron_model_copy_weights(model, w, 3, &bias, NULL), PTRON_OK);
    for (size_t i = 0; i < rows->n; i++) {
        double product = bias;
        for (size_t j = 0; j < rows->features; j++)
            product += w[j] * rows->x[i * rows->features + j];
        least = fmin(least, rows->label[i] == 1 ? product : -product);
    }
    for (size_t j = 0; j < rows->features; j++)
        norm2 += w[j] * w[j];
    if (norm2 > 0.0 && fabs(least) > 1e-9 * sqrt(norm2)) {
        HOLDS(fabs(r->distance - least / sqrt(norm2)) <= 1e-6 * fabs(r->distance));
        HOLDS(r->distance < 0.0 || r->distance <= least / sqrt(norm2) * (1.0 + 1e-15));   /* rounded down */
        HOLDS(fabs(r->margin_lower - least / sqrt(norm2 + bias * bias)) <= 1e-6 * fabs(r->margin_lower));
        HOLDS(r->distance <= rows->proof.distance_upper);
    }
}

/* A model remembers all of it. */
static void expect_remembered(const struct plan *p, const struct rows *rows, const ptron_result *r,
                              const ptron_model *model, uint64_t run)
{
    const double bound = ptron_model_bound(model, rows->proof.theorem_lower);
    ptron_model *back;
    void *bytes;
    size_t length;
    PTRON_SIZED(ptron_result, told);

    assert_int_equal(ptron_model_write(model, &bytes, &length, NULL), PTRON_OK);
    assert_int_equal(ptron_model_read(bytes, length, &back, NULL), PTRON_OK);
    assert_int_equal(ptron_model_training(back, &told, NULL), PTRON_OK);
    HOLDS((told.bounded == NULL) == (r->bounded == NULL));
    if (r->bounded != NULL) {
        HOLDS(is(told.bounded, r->bounded));
        HOLDS(!rows->weighted || is(p->algorithm, "pa-1") || is(told.bound_formula, r->bound_formula));
        HOLDS(fabs(told.bounded_value - r->bounded_value) <= 1e-9 * r->bounded_value);
        HOLDS(isnan(bound) || bound >= r->bounded_value * (1.0 - 1e-12));
        HOLDS(isnan(told.k_max_upper) == isnan(r->k_max_upper));
        HOLDS(isnan(r->k_max_upper) || isinf(r->k_max_upper) ||
              fabs(told.k_max_upper - r->k_max_upper) <= 1e-9 * r->k_max_upper);
    }
    HOLDS(isnan(r->margin_lower) ? isnan(told.margin_lower) : told.margin_lower == r->margin_lower);
    HOLDS(isnan(r->margin_upper) ? isnan(told.margin_upper) : told.margin_upper == r->margin_upper);
    HOLDS(isnan(r->distance) ? isnan(told.distance) : told.distance == r->distance);
    ptron_bytes_free(bytes);
    ptron_model_free(back);
}

static void try_run(uint64_t run)
{
    pt_random random = pt_random_of(run, UINT64_C(0x73746174));
    const struct kind *kind = &kinds[run % (sizeof kinds / sizeof *kinds)];
    const size_t classes = (kind->can & MANY) != 0 && pt_random_below(&random, 3) == 0 ? 3 : 2;
    const bool weighted = (kind->can & WEIGHS) != 0 && pt_random_below(&random, 4) == 0;
    struct rows rows = rows_of(&random, classes, weighted, pt_random_below(&random, 4) > 0);
    struct plan plan;
    ptron_options *options = draw_plan(&plan, kind, &rows, &random);
    ptron_trainer *t;
    ptron_model *model;
    ptron_result r;

    borrow(&rows);
    rows.c_min = INFINITY;
    for (size_t i = 0; i < rows.n; i++) {
        const double c = rows.weight[i] * (rows.label[i] == 1 ? plan.class_weight : 1.0);
        rows.c_min = fmin(rows.c_min, c);
        rows.c_max = fmax(rows.c_max, c);
    }
    t = trainer_of(options, rows.set);
    for (int epoch = 0; epoch < 3; epoch++) {   /* at the first epochs, and at the end */
        if (epoch < 2)
            assert_int_equal(ptron_trainer_step(t, NULL, NULL), PTRON_OK);
        else
            train(t);
        r = result_of(t);
        model = snapshot_of(t);
        expect_bound(&plan, &rows, &r, run);
        expect_margins(&plan, &rows, &r, model, run);
        expect_remembered(&plan, &rows, &r, model, run);
        ptron_model_free(model);
    }
    ptron_trainer_free(t);
    ptron_dataset_free(rows.set);
}

static void no_run_exceeds_what_is_printed_and_brackets_hold_the_proved_margin(void **state)
{
    (void)state;
    for (uint64_t run = 0; run < RUNS; run++)
        try_run(run);
}

/* ---- cases ------------------------------------------------------------------------------------------- */

static const double two[] = {1, 0, +1, 0.5, -1, -1};

static void a_threshold_is_in_the_bound(void **state)
{
    struct toy toy = toy_of(two, 2, 2);
    const ptron_result r = run_to_end(&toy, OPTIONS("algorithm", "margin", "margin", "1000", "epochs", "0"));

    (void)state;
    assert_int_equal(r.reason, PTRON_STOP_SEPARATED);
    assert_string_equal(r.bounded, "updates");
    assert_true(r.updates > 1000 && (double)r.updates <= r.k_max_lower);
    toy_free(&toy);
}

static void a_distance_is_in_no_bound(void **state)
{
    static const double far[] = {100, +1, 98, -1};
    struct toy toy = toy_of(far, 2, 1);
    const ptron_result r = run_to_end(&toy, OPTIONS("algorithm", "hard-margin", "free-bias", "yes", "epochs", "0"));

    (void)state;
    assert_true(r.bounded == NULL && isnan(r.k_max_lower) && isnan(r.k_max_upper));
    assert_true(fabs(r.distance - 1.0) < 1e-9 && r.distance_upper >= 1.0 && r.distance_upper < 1.0 + 1e-9);
    assert_true(r.margin_lower > 0.01 && r.margin_lower < 0.0102);
    toy_free(&toy);
}

static void what_rounding_ate_is_not_told(void **state)
{
    static const double tiny[] = {1e-170, +1, -1e-170, -1};
    struct toy toy = toy_of(two, 2, 2), small = toy_of(tiny, 2, 1);
    ptron_result r = run_to_end(&toy, OPTIONS("start", "ones", "rate", "1e-20", "epochs", "5"));

    (void)state;
    assert_true(r.updates > 0 && isnan(r.margin_upper) && isnan(r.k_max_lower));
    r = run_to_end(&small, OPTIONS("bias", "no", "epochs", "5"));
    assert_true(isnan(r.radius) && isnan(r.margin_lower) && isnan(r.margin_upper) && isnan(r.k_max_upper));
    r = run_to_end(&toy, OPTIONS("tie", "correct"));
    assert_true(r.updates == 0 && isnan(r.margin_lower) && isnan(r.distance));
    toy_free(&toy);
    toy_free(&small);
}

/* From weights in a file, as far from right as can be. */
static void a_start_from_a_file_is_in_the_bound(void **state)
{
    static const char *const classes[] = {"-1", "+1"}, *const names[] = {"x1", "x2"};
    static const double weights[] = {-300, -400}, bias[] = {0};
    char path[] = "/tmp/test_statements.XXXXXX";
    struct toy toy = toy_of(two, 2, 2);
    ptron_model *start, *model;
    ptron_result r;

    (void)state;
    assert_int_equal(close(mkstemp(path)), 0);
    assert_int_equal(ptron_model_new_linear(classes, 2, 2, weights, bias, names, &start, NULL), PTRON_OK);
    assert_int_equal(ptron_model_save(start, path, NULL), PTRON_OK);
    r = run_to_end(&toy, OPTIONS("start", path, "rate", "0.5", "epochs", "0"));
    model = trained(OPTIONS("start", path, "rate", "0.5", "epochs", "0"), toy.set);
    assert_true(r.updates > 500 && (double)r.updates <= r.k_max_upper);
    /* 2 |w0|/(rate gamma) with |w0| = 500, and (R/gamma)^2 = 2.25/gamma^2 */
    assert_true(ptron_model_bound(model, 0.5) >= 2000.0 / 0.5 + 2.25 / 0.25);
    ptron_model_free(start);
    ptron_model_free(model);
    unlink(path);
    toy_free(&toy);
}

static void every_algorithm_says_what_bounds_it_or_nothing(void **state)
{
    PTRON_SIZED(ptron_algorithm_info, info);

    (void)state;
    for (size_t i = 0; ptron_algorithm_describe(i, &info); i++) {
        assert_true((info.bounded == NULL) == (info.bound == NULL));
        assert_true(!info.theorem || is(info.bound, "(R/gamma*)^2"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_run_exceeds_what_is_printed_and_brackets_hold_the_proved_margin),
        cmocka_unit_test(a_threshold_is_in_the_bound),
        cmocka_unit_test(a_distance_is_in_no_bound),
        cmocka_unit_test(what_rounding_ate_is_not_told),
        cmocka_unit_test(a_start_from_a_file_is_in_the_bound),
        cmocka_unit_test(every_algorithm_says_what_bounds_it_or_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
