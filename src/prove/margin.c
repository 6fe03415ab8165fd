/* Margins: the active set in the data's own metric, made exact where that is needed; or coordinate descent. */
#include "prove/margin.h"
#include "base/alloc.h"
#include "prove/descent.h"
#include "prove/nearest.h"
#include "prove/polish.h"

#include <math.h>
#include <string.h>

static const double DEFAULT_GAP = 1e-11;
static const double TINY_RADIUS = 1e-140, RAISE = 0x1p900;
static const double DESCENT_WORK = 1.8e9;      /* multiplications: a few seconds */
static const double DESCENT_GAP = 1e-6;
static const double FREE_CONSTANT = 8;          /* towards a free bias; more would slow the descent down */
enum { FLOAT_BITS = 60, MOST_EXACT_ROWS = 1500 };

ptron_status pt_start_init(struct pt_start *start, size_t n, ptron_error *err)
{
    pt_start_fini(start);
    start->row = pt_array(n, sizeof *start->row);
    start->lambda = pt_array(n, sizeof *start->lambda);
    if (start->row == NULL || start->lambda == NULL)
        return pt_fail_memory(err, n * 2 * sizeof *start->lambda, "the active rows");
    start->n = n;
    return PTRON_OK;
}

void pt_start_fini(struct pt_start *start)
{
    pt_release(start->row);
    pt_release(start->lambda);
    *start = (struct pt_start){0};
}

static double wanted_gap(const struct pt_margin_task *task, double otherwise)
{
    return task->options->gap > 0 ? task->options->gap : otherwise;
}

/* Keeps the better of two brackets' evidence: the higher lower bound, then the lower upper one. */
static void keep_better(struct pt_margin *kept, struct pt_margin *other)
{
    const bool better = other->lower > 0 && kept->lower > 0
                            ? other->upper - other->lower < kept->upper - kept->lower
                            : other->lower > kept->lower || (other->lower == kept->lower && other->upper < kept->upper);

    if (kept->terms.n == 0 || better) {
        pt_margin_fini(kept);
        *kept = *other;
    } else {
        pt_margin_fini(other);
    }
    *other = (struct pt_margin){0};
}

static ptron_status bracket_floats(const struct pt_margin_task *task, bool free_bias, const struct pt_start *start,
                                   struct pt_margin *margin, ptron_error *err)
{
    struct pt_terms terms;
    struct pt_margin found = {0};
    ptron_status status = pt_terms_from(task->exact->rows, start->row, start->lambda, start->n, FLOAT_BITS,
                                        free_bias, &terms, err);

    if (status == PTRON_OK)
        status = pt_bracket_terms(task->exact, free_bias, &terms, &found, err);
    if (status == PTRON_OK)
        keep_better(margin, &found);
    pt_terms_fini(&terms);
    pt_margin_fini(&found);
    return status;
}

static ptron_status polish_margin(const struct pt_margin_task *task, bool free_bias, double radius,
                                  const struct pt_start *start, struct pt_margin *margin, ptron_error *err)
{
    struct pt_polish p;
    struct pt_margin found = {0};
    enum pt_polish_end end;
    ptron_status status = pt_polish_init(&p, task->exact, free_bias, start->row, start->lambda, start->n, err);

    p.gap = wanted_gap(task, DEFAULT_GAP) / 16;
    if (status == PTRON_OK)
        status = pt_polish_run(&p, task->watch, &end, err);
    if (status == PTRON_OK && p.terms.n > 0 && end != PT_POLISH_CONTRADICTION) {
        /* enough bits for the rounding of the multipliers not to show in the bracket */
        const double ratio = radius / margin->upper * (double)(p.terms.n + 1);
        pt_terms_round(task->exact->rows, &p.terms, 64 + (unsigned)fmax(0, ceil(log2(ratio))), free_bias);
        status = pt_bracket_terms(task->exact, free_bias, &p.terms, &found, err);
        if (status == PTRON_OK)
            keep_better(margin, &found);
    }
    pt_margin_fini(&found);
    pt_polish_fini(&p);
    return status;
}

/* Balances the classes' sums, as a free bias needs; false when a class is missing. */
static bool balance(const struct pt_rows *rows, struct pt_start *start)
{
    double sum[2] = {0, 0};

    for (size_t k = 0; k < start->n; k++)
        sum[pt_rows_sign(rows, start->row[k]) > 0] += start->lambda[k];
    if (!(sum[0] > 0) || !(sum[1] > 0))
        return false;
    for (size_t k = 0; k < start->n; k++)
        start->lambda[k] /= sum[pt_rows_sign(rows, start->row[k]) > 0];
    return true;
}

/* One row of each class, the shortest, when the rows at hand are of one class only; n 0 when the set is. */
static ptron_status start_with_a_pair(const struct pt_margin_task *task, struct pt_start *start, ptron_error *err)
{
    const struct pt_rows *rows = task->exact->rows;
    size_t shortest[2] = {SIZE_MAX, SIZE_MAX};

    for (size_t k = 0; k < task->n_live; k++) {
        size_t *best = &shortest[pt_rows_sign(rows, task->live[k]) > 0];
        if (*best == SIZE_MAX || pt_rows_norm2(rows, task->live[k]) < pt_rows_norm2(rows, *best))
            *best = task->live[k];
    }
    if (shortest[0] == SIZE_MAX || shortest[1] == SIZE_MAX) {
        pt_start_fini(start);
        return PTRON_OK;
    }
    PT_TRY(pt_start_init(start, 2, err));
    for (int side = 0; side < 2; side++) {
        start->row[side] = shortest[side];
        start->lambda[side] = 1;
    }
    return PTRON_OK;
}

static ptron_status start_nearest(const struct pt_margin_task *task, struct pt_nearest *nearest,
                                  const struct pt_start *start, ptron_error *err)
{
    uint32_t *member = pt_array(start->n, sizeof *member);
    double sum = 0;
    double *lambda = pt_array(start->n, sizeof *lambda);
    ptron_status status = PTRON_OK;

    if (member == NULL || lambda == NULL)
        status = pt_fail_memory(err, start->n * sizeof *lambda, "the active rows");
    for (size_t k = 0; k < start->n; k++)
        sum += start->lambda[k];
    for (size_t k = 0; k < start->n && status == PTRON_OK; k++) {
        member[k] = (uint32_t)pt_rows_find(task->live, task->n_live, start->row[k]);
        lambda[k] = start->lambda[k] / sum;
    }
    if (status == PTRON_OK)
        status = pt_nearest_start(nearest, member, lambda, start->n, err);
    pt_release(member);
    pt_release(lambda);
    return status;
}

/* The nearest point from `start` on, every column times `column` (NULL: 1) and every row times `scale`; `active` gets
 * the rows it ends with. */
static ptron_status search_nearest(const struct pt_margin_task *task, bool free_bias, const double *column,
                                   double scale, const struct pt_start *start, struct pt_start *active,
                                   ptron_error *err)
{
    struct pt_nearest nearest;
    enum pt_nearest_end end;
    ptron_status status = pt_nearest_init(&nearest, task->exact->rows, task->live, task->n_live, free_bias, column,
                                          scale, err);

    nearest.gap = fmin(1e-10, wanted_gap(task, DEFAULT_GAP));
    if (status == PTRON_OK && start->n > 0)
        status = start_nearest(task, &nearest, start, err);
    if (status == PTRON_OK)
        status = pt_nearest_run(&nearest, task->watch, &end, err);
    if (status == PTRON_OK)
        status = pt_start_init(active, nearest.size, err);
    for (size_t k = 0; status == PTRON_OK && k < nearest.size; k++) {
        active->row[k] = task->live[nearest.member[k]];
        active->lambda[k] = nearest.lambda[k];
    }
    pt_nearest_fini(&nearest);
    return status;
}

/* Squares of tiny values vanish, so that all columns are raised by one power of two first. */
static ptron_status find_nearest(const struct pt_margin_task *task, bool free_bias, double radius,
                                 const struct pt_start *start, struct pt_start *active, ptron_error *err)
{
    const size_t width = (size_t)task->exact->rows->width + 1;
    double *column;
    ptron_status status;

    if (radius > TINY_RADIUS)
        return search_nearest(task, free_bias, NULL, 1 / radius, start, active, err);
    column = pt_array(width, sizeof *column);
    if (column == NULL)
        return pt_fail_memory(err, width * sizeof *column, "a scale");
    for (size_t j = 0; j < width; j++)
        column[j] = RAISE;
    status = search_nearest(task, free_bias, column, 1 / (RAISE * radius), start, active, err);
    pt_release(column);
    return status;
}

static ptron_status one_margin(const struct pt_margin_task *task, bool free_bias, double radius,
                               const struct pt_start *start, struct pt_start *active, struct pt_margin *margin,
                               ptron_error *err)
{
    task->watch->step = free_bias ? "distance" : "margin";
    PT_TRY(find_nearest(task, free_bias, radius, start, active, err));
    if (active->n == 0)
        return PTRON_OK;
    PT_TRY(bracket_floats(task, free_bias, active, margin, err));
    task->watch->lower = margin->lower;
    task->watch->upper = margin->upper;
    const double gap = margin->upper - margin->lower;
    const bool tight = margin->lower > 0 && gap <= wanted_gap(task, DEFAULT_GAP) * margin->upper;
    if (tight || active->n > MOST_EXACT_ROWS)
        return PTRON_OK;
    return polish_margin(task, free_bias, radius, active, margin, err);
}

static ptron_status by_active_set(const struct pt_margin_task *task, struct pt_proof *proof, struct pt_start *active,
                                  struct pt_start *other, ptron_error *err)
{
    const struct pt_rows *rows = task->exact->rows;

    PT_TRY(one_margin(task, false, proof->radius_upper, task->start, active, &proof->theorem, err));
    if (!rows->bias)
        return PTRON_OK;
    if (!balance(rows, active))
        PT_TRY(start_with_a_pair(task, active, err));
    if (active->n == 0)
        return PTRON_OK;
    return one_margin(task, true, proof->radius_upper, active, other, &proof->distance, err);
}

/* The best alpha as rows and multipliers. */
static ptron_status take_alpha(const struct pt_descent *descent, struct pt_start *active, ptron_error *err)
{
    size_t n = 0;

    for (size_t i = 0; i < descent->rows->view.n; i++)
        n += descent->best[i] > 0;
    PT_TRY(pt_start_init(active, n, err));
    n = 0;
    for (size_t i = 0; i < descent->rows->view.n; i++) {
        if (descent->best[i] > 0) {
            active->row[n] = i;
            active->lambda[n++] = descent->best[i];
        }
    }
    return PTRON_OK;
}

static ptron_status descend(const struct pt_margin_task *task, struct pt_descent *descent, struct pt_proof *proof,
                            struct pt_start *active, ptron_error *err)
{
    const struct pt_rows *rows = task->exact->rows;
    const double work = task->options->work > 0 ? task->options->work : DESCENT_WORK;
    const double gap = wanted_gap(task, DESCENT_GAP);

    task->watch->step = "margin";
    PT_TRY(pt_descent_run(descent, 1, gap, 0.7 * work, task->watch, err));
    PT_TRY(take_alpha(descent, active, err));
    if (active->n > 0)
        PT_TRY(bracket_floats(task, false, active, &proof->theorem, err));
    if (!rows->bias || !balance(rows, active))
        return PTRON_OK;
    PT_TRY(bracket_floats(task, true, active, &proof->distance, err));
    task->watch->step = "distance";
    PT_TRY(pt_descent_run(descent, FREE_CONSTANT, gap, 0.3 * work, task->watch, err));
    PT_TRY(take_alpha(descent, active, err));
    return balance(rows, active) ? bracket_floats(task, true, active, &proof->distance, err) : PTRON_OK;
}

static ptron_status by_descent(const struct pt_margin_task *task, struct pt_proof *proof, struct pt_start *active,
                               ptron_error *err)
{
    struct pt_descent descent;
    ptron_status status = pt_descent_init(&descent, task->exact->rows, err);

    if (status == PTRON_OK)
        status = descend(task, &descent, proof, active, err);
    pt_descent_fini(&descent);
    return status;
}

ptron_status pt_margin_run(const struct pt_margin_task *task, struct pt_proof *proof, ptron_error *err)
{
    const double m = task->exact->rows->width, n = (double)task->n_live;
    struct pt_start active = {0}, other = {0};
    ptron_status status = m * fmin(m, n) > task->most_values ? by_descent(task, proof, &active, err)
                                                             : by_active_set(task, proof, &active, &other, err);

    if (status == PTRON_OK && proof->distance.terms.n > 0 && proof->theorem.terms.n > 0)
        status = pt_bracket_direction(task->exact, &proof->theorem.terms, &proof->direction_lower, err);

    pt_start_fini(&active);
    pt_start_fini(&other);
    return status;
}
