/* The steps of a proof: each decides, or leaves it to the next. The margins come last. */
#include "prove/certify.h"
#include "base/alloc.h"
#include "prove/boundary.h"
#include "prove/contradiction.h"
#include "prove/core.h"
#include "prove/margin.h"
#include "prove/nearest.h"
#include "prove/polish.h"
#include "prove/product.h"
#include "prove/sweep.h"
#include "prove/twins.h"

#include <inttypes.h>
#include <math.h>

enum { WEIGHT_BITS = 100, LEAST_EXPONENT = -1000 };
static const double LEAST_PRECISE = 1e-300;  /* below, decimals of few digits stand for doubles: nothing to divide by */
static const double SWEEP_PASSES = 40;       /* over the rows, at most */
static const double MOST_ACTIVE_VALUES = 64e6;   /* of the factorisation, for the verdict */
static const double MOST_MARGIN_VALUES = 1e7;    /* for the margins, where it would grow large */

struct prover {
    const struct pt_rows *rows;
    const struct pt_certify_options *options;
    struct pt_proof *proof;
    struct pt_watch  watch;
    struct pt_exact  exact;
    struct pt_twins  twins;
    struct pt_core   core;
    double          *scale;    /* [core width] */
    double          *w;        /* [core width] */
    struct pt_start  start;    /* rows to start the margins from */
};

static bool decided(const struct prover *p)
{
    return p->proof->verdict != PT_UNDECIDED;
}

static void decide(struct prover *p, enum pt_verdict verdict, const char *method)
{
    p->proof->verdict = verdict;
    p->proof->method = method;
}

static ptron_status try_twins(struct prover *p, ptron_error *err)
{
    struct pt_terms *terms = &p->proof->contradiction;

    p->watch.step = "equal rows";
    PT_TRY(pt_twins_find(p->rows, &p->twins, err));
    if (!p->twins.contradiction)
        return PTRON_OK;
    const size_t n = p->twins.row[0] == p->twins.row[1] ? 1 : 2;
    PT_TRY(pt_terms_init(terms, n, err));
    for (size_t k = 0; k < n; k++) {
        terms->row[k] = p->twins.row[k];
        mpz_set_ui(terms->by.at[k], 1);
    }
    decide(p, PT_NOT_SEPARABLE, n == 1 ? "a row of zeros" : "equal rows");
    return PTRON_OK;
}

static ptron_status try_peeling(struct prover *p, ptron_error *err)
{
    p->watch.step = "peeling";
    PT_TRY(pt_peel_run(p->rows, &p->proof->peel, err));
    if (p->proof->peel.left == 0)
        decide(p, PT_SEPARABLE, "peeling");
    return PTRON_OK;
}

/* Each factor a power of two, so that nothing is rounded. Counts and pixels are left as they are. */
static ptron_status prepare_core(struct prover *p, ptron_error *err)
{
    PT_TRY(pt_core_init(&p->core, p->rows, p->twins.live, p->twins.n, p->proof->peel.gone, err));
    const size_t width = p->core.rows.width;
    p->scale = pt_array(width + 1, sizeof *p->scale);
    p->w = pt_zeroed(width + 1, sizeof *p->w);
    if (p->scale == NULL || p->w == NULL)
        return pt_fail_memory(err, 2 * width * sizeof(double), "weights");
    pt_rows_column_max(&p->core.rows, p->core.live, p->core.n, p->scale);
    for (size_t j = 0; j < width; j++) {
        int exponent = 0;
        frexp(p->scale[j], &exponent);
        exponent = exponent < LEAST_EXPONENT ? LEAST_EXPONENT : exponent;
        p->scale[j] = p->rows->view.block->kind <= PT_U8 || p->scale[j] == 0 ? 1 : ldexp(1, 1 - exponent);
    }
    if (p->rows->view.block->kind == PT_U8 && p->rows->bias)
        p->scale[width - 1] = 64;
    return PTRON_OK;
}

/* Whole-number weights from floating ones for the core; kept when every product of the core is positive. */
static ptron_status keep_weights(struct prover *p, const char *method, ptron_error *err)
{
    struct pt_proof *proof = p->proof;
    double *w = pt_zeroed((size_t)p->rows->width + 1, sizeof *w);
    double lower = -INFINITY;
    ptron_status status;

    if (w == NULL)
        return pt_fail_memory(err, p->rows->width * sizeof *w, "weights");
    pt_core_weights(&p->core, p->rows, p->w, w);
    pt_integers_fini(&proof->weights);
    status = pt_integers_init(&proof->weights, p->rows->width, err);
    if (status == PTRON_OK) {
        pt_integers_round(w, p->rows->width, WEIGHT_BITS, proof->weights.at);
        status = pt_bracket_weights(&p->exact, proof->weights.at, proof->peel.gone, false, &lower, err);
    }
    pt_release(w);
    if (status != PTRON_OK || !(lower > 0))
        return status;
    proof->has_weights = true;
    proof->weights_margin = proof->peel.n == 0 ? lower : -INFINITY;
    decide(p, PT_SEPARABLE, method);
    return PTRON_OK;
}

static ptron_status try_sweeps(struct prover *p, ptron_error *err)
{
    const struct pt_view *view = &p->core.rows.view;
    const double share = view->n == 0 ? 0 : (double)view->n / (double)view->block->n_rows;   /* 1, but in a sample */
    const double pass = view->n == 0 ? 0 : share * (double)pt_block_values(view->block) + (double)view->n;

    p->watch.step = "sweeps";
    if (!pt_sweep_run(&p->core.rows, p->core.live, p->core.n, p->scale, SWEEP_PASSES * pass, p->w))
        return PTRON_OK;
    return keep_weights(p, "sweeps", err);
}

static ptron_status try_contradiction(struct prover *p, ptron_error *err)
{
    bool found;

    PT_TRY(pt_contradiction_find(&p->exact, p->start.row, p->start.lambda, p->start.n, &p->proof->contradiction,
                                 &found, err));
    if (found)
        decide(p, PT_NOT_SEPARABLE, "nearest point");
    return PTRON_OK;
}

static const char *why_stopped(const struct pt_watch *watch)
{
    return watch->canceled ? "stopped" : pt_watch_work_left(watch) ? "time ran out" : "it would take more work";
}

static ptron_status search_nearest(struct prover *p, struct pt_nearest *nearest, ptron_error *err)
{
    enum pt_nearest_end end;

    nearest->stop_when_separated = true;
    PT_TRY(pt_nearest_run(nearest, &p->watch, &end, err));
    for (uint32_t j = 0; j < p->core.rows.width; j++)
        p->w[j] = -nearest->w[j];
    PT_TRY(pt_start_init(&p->start, nearest->size, err));
    for (size_t k = 0; k < nearest->size; k++) {   /* rows of the set, multipliers for the rows as they are */
        p->start.row[k] = p->core.origin[nearest->member[k]];
        p->start.lambda[k] = nearest->lambda[k] * nearest->row_scale[nearest->member[k]];
    }
    if (end == PT_NEAREST_ZERO)
        return try_contradiction(p, err);
    if (end == PT_NEAREST_BUDGET)
        p->proof->why = why_stopped(&p->watch);
    PT_TRY(keep_weights(p, "nearest point", err));
    return decided(p) || end == PT_NEAREST_BUDGET ? PTRON_OK : try_contradiction(p, err);
}

static ptron_status try_nearest(struct prover *p, ptron_error *err)
{
    struct pt_nearest nearest;
    const double m = p->core.rows.width;
    ptron_status status;

    if (m * fmin(m, (double)p->core.n) > MOST_ACTIVE_VALUES) {
        p->proof->why = "too many rows and features are left for an exact search";
        return PTRON_OK;
    }
    p->watch.step = "nearest point";
    status = pt_nearest_init(&nearest, &p->core.rows, p->core.live, p->core.n, false, p->scale, 0, err);
    if (status == PTRON_OK)
        status = search_nearest(p, &nearest, err);
    pt_nearest_fini(&nearest);
    return status;
}

static ptron_status try_exact(struct prover *p, ptron_error *err)
{
    struct pt_polish polish;
    enum pt_polish_end end = PT_POLISH_STOPPED;
    ptron_status status;

    if (p->start.n == 0)
        return PTRON_OK;
    p->watch.step = "exact nearest point";
    status = pt_polish_init(&polish, &p->exact, false, p->start.row, p->start.lambda, p->start.n, err);
    if (status == PTRON_OK)
        status = pt_polish_run(&polish, &p->watch, &end, err);
    if (status == PTRON_OK && end == PT_POLISH_CONTRADICTION) {
        p->proof->contradiction = polish.terms;
        polish.terms = (struct pt_terms){0};
        decide(p, PT_NOT_SEPARABLE, "exact nearest point");
    } else if (status == PTRON_OK && polish.terms.n > 0) {
        status = pt_bracket_terms(&p->exact, false, &polish.terms, &p->proof->theorem, err);
        if (p->proof->theorem.lower > 0)
            decide(p, PT_SEPARABLE, "exact nearest point");
    }
    pt_polish_fini(&polish);
    if (status == PTRON_OK && !decided(p))
        p->proof->why = "rounding hides the answer and the exact search was stopped";
    return status;
}

typedef ptron_status step(struct prover *p, ptron_error *err);
static step *const steps[] = {try_twins, try_peeling, prepare_core, try_sweeps, try_nearest, try_exact};

static ptron_status find_verdict(struct prover *p, ptron_error *err)
{
    for (size_t k = 0; k < sizeof steps / sizeof *steps && !decided(p); k++) {
        PT_TRY(steps[k](p, err));
        if (!decided(p) && !pt_watch_go_on(&p->watch)) {
            p->proof->why = why_stopped(&p->watch);
            return PTRON_OK;
        }
    }
    return PTRON_OK;
}

static ptron_status check_rows(const struct pt_rows *rows, ptron_error *err)
{
    if (rows->view.n == 0)
        return pt_fail(err, PTRON_DATA, "there are no rows to prove anything about");
    if (rows->view.n >= UINT32_MAX)
        return pt_fail(err, PTRON_DATA, "%" PRIu64 " rows are more than a proof can take", rows->view.n);
    for (size_t i = 0; i < rows->view.n; i++) {
        const struct pt_row row = pt_rows_row(rows, i);
        if (row.label >= PT_UNKNOWN_LABEL)
            return pt_fail(err, PTRON_DATA, "row %zu has no label", i + 1);
        if (!isfinite(row.norm2))
            return pt_fail(err, PTRON_DATA, "row %zu has " PT_TOO_LARGE, i + 1);
    }
    return PTRON_OK;
}

/* Undecided: what the rows at hand, or else the mean of all rows, say about the best margin. */
static ptron_status bracket_so_far(struct prover *p, ptron_error *err)
{
    struct pt_terms terms = {0};

    if (p->start.n == 0) {
        PT_TRY(pt_start_init(&p->start, p->rows->view.n, err));
        for (size_t i = 0; i < p->rows->view.n; i++) {
            p->start.row[i] = i;
            p->start.lambda[i] = 1;
        }
    }
    PT_TRY(pt_terms_from(p->rows, p->start.row, p->start.lambda, p->start.n, 60, false, &terms, err));
    pt_margin_fini(&p->proof->theorem);
    PT_TRY(pt_bracket_terms(&p->exact, false, &terms, &p->proof->theorem, err));
    if (p->proof->theorem.lower > 0)
        decide(p, PT_SEPARABLE, "nearest point");
    return PTRON_OK;
}

static ptron_status prove(struct prover *p, ptron_error *err)
{
    PT_TRY(pt_exact_init(&p->exact, p->rows, p->options->decimal, err));
    pt_bracket_radius(&p->exact, &p->proof->radius_lower, &p->proof->radius_upper);
    PT_TRY(find_verdict(p, err));

    const struct pt_margin_task task = {
        .exact = &p->exact, .watch = &p->watch, .start = &p->start, .options = p->options,
        .live = p->twins.live, .n_live = p->twins.n, .most_values = MOST_MARGIN_VALUES};
    if (p->proof->verdict == PT_NOT_SEPARABLE && p->options->margin)
        return pt_boundary_find(&p->exact, &p->watch, p->proof, err);
    if (p->proof->verdict == PT_SEPARABLE && p->options->margin)
        return pt_margin_run(&task, p->proof, err);
    return decided(p) ? PTRON_OK : bracket_so_far(p, err);
}

static double square(double x)
{
    return x * x;
}

/* The best of what the evidence gives. */
static void choose_bounds(struct pt_proof *proof)
{
    const bool not_separable = proof->verdict == PT_NOT_SEPARABLE;

    proof->theorem_lower = fmax(proof->theorem.lower, proof->weights_margin);
    proof->theorem_upper = not_separable ? 0 : proof->theorem.upper;
    proof->distance_lower = fmax(proof->distance.lower, proof->direction_lower);
    proof->distance_upper = not_separable ? 0 : proof->distance.upper;
    proof->k_max_lower = proof->k_max_upper = INFINITY;
    if (proof->theorem_upper > 0)
        proof->k_max_lower = square(proof->radius_lower / proof->theorem_upper) * (1 - 1e-15);
    if (proof->theorem_upper > 0 && proof->theorem_upper < LEAST_PRECISE)
        proof->k_max_lower = 0;
    if (proof->theorem_lower >= LEAST_PRECISE)
        proof->k_max_upper = square(proof->radius_upper / proof->theorem_lower) * (1 + 1e-15);
}

void pt_proof_undecided(struct pt_proof *proof, const char *why)
{
    *proof = (struct pt_proof){.method = "none", .why = why, .weights_margin = -INFINITY, .direction_lower = -INFINITY,
                               .radius_upper = INFINITY};
    proof->theorem.lower = proof->distance.lower = -INFINITY;
    proof->theorem.upper = proof->distance.upper = INFINITY;
    choose_bounds(proof);
}

ptron_status pt_certify(const struct pt_rows *rows, const struct pt_certify_options *options,
                        struct pt_proof *proof, ptron_error *err)
{
    const double now = pt_clock_seconds();
    struct prover p = {.rows = rows, .options = options, .proof = proof};
    ptron_status status = check_rows(rows, err);

    pt_proof_undecided(proof, "");
    p.watch = (struct pt_watch){.started = now, .deadline = options->seconds > 0 ? now + options->seconds : INFINITY,
                                .tell = options->tell, .user = options->user, .step = "", .lower = NAN,
                                .upper = NAN, .most_work = options->effort};
    if (status == PTRON_OK)
        status = prove(&p, err);
    choose_bounds(proof);
    proof->seconds = pt_clock_seconds() - now;
    pt_exact_fini(&p.exact);
    pt_twins_fini(&p.twins);
    pt_core_fini(&p.core);
    pt_start_fini(&p.start);
    pt_release(p.scale);
    pt_release(p.w);
    if (status != PTRON_OK)
        pt_proof_fini(proof);
    return status;
}

void pt_proof_fini(struct pt_proof *proof)
{
    pt_peel_fini(&proof->peel);
    pt_integers_fini(&proof->weights);
    pt_margin_fini(&proof->theorem);
    pt_margin_fini(&proof->distance);
    pt_terms_fini(&proof->contradiction);
    pt_integers_fini(&proof->boundary_weights);
    pt_terms_fini(&proof->forced_rows);
    pt_integers_fini(&proof->forced_common);
    *proof = (struct pt_proof){0};
}
