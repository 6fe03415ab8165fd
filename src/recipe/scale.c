/* Fitting and applying what scale.h describes. */
#include "recipe/scale.h"
#include "base/alloc.h"
#include "recipe/spans.h"
#include "recipe/word_weight.h"

#include <math.h>

struct fit {                  /* what a pass over the rows adds up */
    double   *sum;            /* [n_features] of values, or of squares around the mean */
    double   *mean;           /* [n_features] */
    double   *least, *most;   /* [n_features] */
    uint64_t *stored;         /* [n_features] values that are there; in sparse rows the others are 0 */
    uint64_t *missing;        /* [n_features] */
    uint64_t  rows;
};

static uint32_t feature_at(const struct pt_row *row, size_t j)
{
    return row->index == NULL ? (uint32_t)j : row->index[j];
}

/* ---- passes ---- */

static void measure_row(void *context, const struct pt_row *row)   /* NaN: a missing cell */
{
    struct fit *fit = context;

    fit->rows++;
    for (size_t j = 0; j < row->n; j++) {
        const uint32_t feature = feature_at(row, j);
        const double x = pt_row_value(row, j);

        if (isnan(x)) {
            fit->missing[feature]++;
            continue;
        }
        fit->sum[feature] += x;
        fit->least[feature] = x < fit->least[feature] ? x : fit->least[feature];
        fit->most[feature] = x > fit->most[feature] ? x : fit->most[feature];
        fit->stored[feature]++;
    }
}

static void square_row(void *context, const struct pt_row *row)
{
    struct fit *fit = context;

    for (size_t j = 0; j < row->n; j++) {
        const uint32_t feature = feature_at(row, j);
        const double away = pt_row_value(row, j) - fit->mean[feature];

        fit->sum[feature] += away * away;
    }
}

/* Squares of values outside about 1e-135..1e150 leave the range of doubles. */
static bool is_safe(double norm2)
{
    return norm2 >= 0x1p-900 && norm2 <= 0x1p1000;
}

static double largest(const struct pt_row *row)
{
    double most = 0.0;

    for (size_t j = 0; j < row->n; j++)
        most = fmax(most, fabs(pt_row_value(row, j)));
    return most;
}

static void widen_ball(void *context, const struct pt_row *row)
{
    double *ball = context, sum = 0.0;   /* largest norm so far */
    const double most = is_safe(row->norm2) ? 0.0 : largest(row);

    for (size_t j = 0; most > 0.0 && j < row->n; j++) {
        const double x = pt_row_value(row, j) / most;
        sum += x * x;
    }
    *ball = fmax(*ball, is_safe(row->norm2) ? sqrt(row->norm2) : most * sqrt(sum));
}

void pt_blocks_each(void *context, void (*visit)(void *, const struct pt_row *), void *with)
{
    const struct pt_blocks *b = context;

    for (size_t k = 0; k < b->n; k++)
        for (size_t i = 0; i < b->blocks[k].n_rows; i++) {
            const struct pt_row row = pt_block_row(&b->blocks[k], i);
            visit(with, &row);
        }
}

ptron_status pt_walk_rows(const struct pt_walk *walk, void (*visit)(void *, const struct pt_row *), void *with,
                          const struct pt_relayed *pieces, size_t n, ptron_error *err)
{
    if (walk->relay != NULL)
        PT_TRY(walk->relay(walk->with, false, pieces, n, err));
    walk->each(walk->context, visit, with);
    return walk->relay == NULL ? PTRON_OK : walk->relay(walk->with, true, pieces, n, err);
}

/* ---- memory ---- */

static void free_fit(struct fit *fit)
{
    pt_release(fit->sum);
    pt_release(fit->mean);
    pt_release(fit->least);
    pt_release(fit->most);
    pt_release(fit->stored);
    pt_release(fit->missing);
}

static ptron_status make_fit(struct fit *fit, size_t n, ptron_error *err)
{
    *fit = (struct fit){
        .sum = pt_zeroed(n, sizeof *fit->sum),
        .mean = pt_zeroed(n, sizeof *fit->mean),
        .least = pt_zeroed(n, sizeof *fit->least),
        .most = pt_zeroed(n, sizeof *fit->most),
        .stored = pt_zeroed(n, sizeof *fit->stored),
        .missing = pt_zeroed(n, sizeof *fit->missing),
    };
    if (fit->sum == NULL || fit->mean == NULL || fit->least == NULL || fit->most == NULL || fit->stored == NULL ||
        fit->missing == NULL) {
        free_fit(fit);
        return pt_fail_memory(err, 6 * n * sizeof *fit->sum, "scaling");
    }
    for (size_t f = 0; f < n; f++) {
        fit->least[f] = INFINITY;
        fit->most[f] = -INFINITY;
    }
    return PTRON_OK;
}

/* Sums, counts and ranges; what sparse rows do not store is 0. */
static ptron_status measure(struct fit *fit, size_t n, const struct pt_walk *walk, ptron_error *err)
{
    const size_t bytes = n * sizeof *fit->sum;
    const struct pt_relayed pieces[] = {{fit->sum, bytes},    {fit->least, bytes},   {fit->most, bytes},
                                      {fit->stored, bytes}, {fit->missing, bytes}, {&fit->rows, sizeof fit->rows}};

    PT_TRY(pt_walk_rows(walk, measure_row, fit, pieces, sizeof pieces / sizeof *pieces, err));
    for (size_t f = 0; f < n; f++) {
        if (fit->stored[f] < fit->rows || fit->rows == 0) {
            fit->least[f] = fmin(fit->least[f], 0.0);
            fit->most[f] = fmax(fit->most[f], 0.0);
        }
        fit->mean[f] = fit->rows == fit->missing[f] ? 0.0 : fit->sum[f] / (double)(fit->rows - fit->missing[f]);
    }
    return PTRON_OK;
}

static void forget(struct pt_recipe *recipe)
{
    pt_release(recipe->shift);
    pt_release(recipe->factor);
    recipe->shift = recipe->factor = NULL;
    recipe->ball = 1.0;
    recipe->scaling = PT_SCALE_NONE;
}

/* ---- fitting ---- */

ptron_status pt_fail_large_feature(const struct pt_recipe *recipe, uint32_t feature, ptron_error *err)
{
    char name[64];

    pt_recipe_feature_name(recipe, feature, name, sizeof name);
    return pt_fail(err, PTRON_DATA, "values of feature '%s' are too large to be scaled", name);
}

bool pt_is_scaled(const struct pt_recipe *recipe, uint32_t feature)
{
    return !recipe->whole || feature < recipe->n_numbers;
}

/* x' = (x - shift) / width; a width of 0 (or one so small that 1 / width overflows) leaves the size alone. */
static ptron_status set_factor(struct pt_recipe *recipe, uint32_t feature, double shift, double width,
                               ptron_error *err)
{
    const double factor = width > 0.0 ? 1.0 / width : 1.0;

    if (!pt_is_scaled(recipe, feature)) {
        recipe->factor[feature] = 1.0;
        recipe->shift[feature] = 0.0;
        return PTRON_OK;
    }
    if (!isfinite(shift) || !isfinite(width))
        return pt_fail_large_feature(recipe, feature, err);
    recipe->factor[feature] = isfinite(factor) ? factor : 1.0;
    if (recipe->shift != NULL)
        recipe->shift[feature] = shift;
    return PTRON_OK;
}

/* A feature that never changes is told by its range: rounding gives it a mean and an sd of about 1e-17. */
static ptron_status fit_standard(struct pt_recipe *recipe, struct fit *fit, const struct pt_walk *walk,
                                 ptron_error *err)
{
    for (uint32_t f = 0; f < recipe->n_features; f++)   /* the zeros that are not stored come first */
        fit->sum[f] = (double)(fit->rows - fit->stored[f]) * (fit->mean[f] * fit->mean[f]);
    PT_TRY(pt_walk_rows(walk, square_row, fit, &(struct pt_relayed){fit->sum, recipe->n_features * sizeof *fit->sum}, 1,
                        err));
    for (uint32_t f = 0; f < recipe->n_features; f++) {
        const bool constant = fit->least[f] == fit->most[f];

        PT_TRY(set_factor(recipe, f, constant ? fit->least[f] : fit->mean[f],
                          constant ? 0.0 : sqrt(fit->sum[f] / (double)fit->rows), err));
    }
    return PTRON_OK;
}

static ptron_status fit_minmax(struct pt_recipe *recipe, const struct fit *fit, ptron_error *err)
{
    for (uint32_t f = 0; f < recipe->n_features; f++) {
        const double least = fit->least[f], most = fit->most[f];

        PT_TRY(set_factor(recipe, f, least, recipe->shift != NULL ? most - least : fmax(-least, most), err));
    }
    return PTRON_OK;
}

static ptron_status fit_features(struct pt_recipe *recipe, enum pt_scaling scaling, const struct pt_walk *walk,
                                 ptron_error *err)
{
    const size_t n = recipe->n_features;
    const bool centred = recipe->dense || recipe->whole;
    struct fit fit;
    ptron_status status;

    recipe->factor = pt_array(n, sizeof *recipe->factor);
    recipe->shift = centred ? pt_array(n, sizeof *recipe->shift) : NULL;
    if (recipe->factor == NULL || (centred && recipe->shift == NULL))
        return pt_fail_memory(err, 2 * n * sizeof *recipe->factor, "scaling");
    PT_TRY(make_fit(&fit, n, err));
    status = measure(&fit, n, walk, err);
    if (status == PTRON_OK)
        status = scaling != PT_SCALE_MINMAX ? fit_standard(recipe, &fit, walk, err) : fit_minmax(recipe, &fit, err);
    free_fit(&fit);
    return status;
}

/* Numbers beside the words are scaled as standard does. */
static ptron_status fit_words(struct pt_recipe *recipe, const struct pt_walk *walk, ptron_error *err)
{
    if (recipe->dense)
        return pt_fail(err, PTRON_ARGUMENT, "scaling 'tfidf' weighs words, and these rows have columns of numbers");
    if (recipe->n_numbers > 0)
        PT_TRY(fit_features(recipe, PT_SCALE_STANDARD, walk, err));
    else
        recipe->factor = pt_array(recipe->n_features, sizeof *recipe->factor);
    if (recipe->factor == NULL)
        return pt_fail_memory(err, (size_t)recipe->n_features * sizeof *recipe->factor, "scaling");
    return pt_word_weights_fit(recipe, walk, err);
}

ptron_status pt_scale_fit_walk(struct pt_recipe *recipe, enum pt_scaling scaling, const struct pt_walk *walk,
                               ptron_error *err)
{
    double ball = 0.0;
    ptron_status status = PTRON_OK;

    forget(recipe);
    if (scaling == PT_SCALE_AUTO)
        PT_TRY(pt_scale_choose(recipe, walk, &scaling, err));
    if (scaling == PT_SCALE_STANDARD || scaling == PT_SCALE_MINMAX)
        status = fit_features(recipe, scaling, walk, err);
    else if (scaling == PT_SCALE_TFIDF)
        status = fit_words(recipe, walk, err);
    else if (scaling == PT_SCALE_BALL)
        status = pt_walk_rows(walk, widen_ball, &ball, &(struct pt_relayed){&ball, sizeof ball}, 1, err);
    if (status == PTRON_OK && !isfinite(ball))
        status = pt_fail(err, PTRON_DATA, "the largest row's norm is too large to be scaled");
    if (status != PTRON_OK) {
        forget(recipe);
        return status;
    }
    recipe->scaling = scaling;
    recipe->ball = ball > 0.0 ? ball : 1.0;
    return PTRON_OK;
}

ptron_status pt_scale_fit(struct pt_recipe *recipe, enum pt_scaling scaling, const struct pt_block *blocks,
                          size_t n_blocks, ptron_error *err)
{
    struct pt_blocks all = {blocks, n_blocks};

    return pt_scale_fit_walk(recipe, scaling, &(struct pt_walk){.each = pt_blocks_each, .context = &all}, err);
}

ptron_status pt_fill_fit_walk(struct pt_recipe *recipe, const struct pt_walk *walk, ptron_error *err)
{
    struct fit fit;
    ptron_status status;

    pt_release(recipe->fill);
    recipe->fill = NULL;
    PT_TRY(make_fit(&fit, recipe->n_features, err));
    status = measure(&fit, recipe->n_features, walk, err);
    for (uint32_t f = 0; status == PTRON_OK && f < recipe->n_features; f++)
        if (!isfinite(fit.mean[f]))
            status = pt_fail_large_feature(recipe, f, err);
    if (status == PTRON_OK) {
        recipe->fill = fit.mean;
        fit.mean = NULL;
    }
    free_fit(&fit);
    return status;
}

ptron_status pt_fill_fit(struct pt_recipe *recipe, const struct pt_block *blocks, size_t n_blocks, ptron_error *err)
{
    struct pt_blocks all = {blocks, n_blocks};

    return pt_fill_fit_walk(recipe, &(struct pt_walk){.each = pt_blocks_each, .context = &all}, err);
}

/* ---- applying ---- */

void pt_fill_row(const struct pt_recipe *recipe, const uint32_t *index, double *value, size_t n)
{
    for (size_t j = 0; j < n; j++)
        if (isnan(value[j]))
            value[j] = pt_fill_of(recipe, index == NULL ? (uint32_t)j : index[j]);
}

static void scale_features(const struct pt_recipe *recipe, const uint32_t *index, double *value, size_t n)
{
    const double *factor = recipe->factor, *shift = recipe->shift;

    if (index != NULL && shift != NULL)
        for (size_t j = 0; j < n; j++)
            value[j] = (value[j] - shift[index[j]]) * factor[index[j]];
    else if (index != NULL)
        for (size_t j = 0; j < n; j++)
            value[j] *= factor[index[j]];
    else if (shift != NULL)
        for (size_t j = 0; j < n; j++)
            value[j] = (value[j] - shift[j]) * factor[j];
    else
        for (size_t j = 0; j < n; j++)
            value[j] *= factor[j];
}

/* Where squares leave the range, the row is first brought to a largest value of 1. */
static void scale_norm(double *value, size_t n, double norm2)
{
    const struct pt_row row = {.value = value, .n = n, .kind = PT_F64, .norm2 = norm2};
    const double most = is_safe(norm2) ? 1.0 : largest(&row);
    double norm = sqrt(norm2);

    if (most == 0.0)
        return;
    if (!is_safe(norm2)) {
        double sum = 0.0;

        for (size_t j = 0; j < n; j++) {
            value[j] /= most;
            sum += value[j] * value[j];
        }
        norm = sqrt(sum);
    }
    for (size_t j = 0; j < n; j++)
        value[j] /= norm;
}

/* By the sum of sizes; one that leaves the range is found after a division by the largest. */
static void scale_sum(double *value, size_t n)
{
    const double most = largest(&(struct pt_row){.value = value, .n = n, .kind = PT_F64});
    double sum = 0.0;

    for (size_t j = 0; most > 0.0 && j < n; j++)
        sum += fabs(value[j]) / most;
    for (size_t j = 0; most > 0.0 && j < n; j++)
        value[j] = value[j] / most / sum;
}

static void divide_row(enum pt_norm norm, double *value, size_t n, double norm2)
{
    if (norm == PT_NORM_L1)
        scale_sum(value, n);
    else if (norm != PT_NORM_NONE)
        scale_norm(value, n, norm2);
}

static void weigh_words(const struct pt_recipe *recipe, const uint32_t *index, double *value, size_t n)
{
    const bool counted = recipe->wording.counting != PT_COUNT_AUTO;   /* as they are to be */
    double norm2 = 0.0;
    size_t first = 0;

    for (; recipe->n_numbers > 0 && first < n && index[first] < recipe->n_numbers; first++)
        value[first] = (value[first] - recipe->shift[index[first]]) * recipe->factor[index[first]];
    for (size_t j = first; j < n; j++) {
        value[j] = (counted ? value[j] : pt_count_weight(value[j])) * recipe->factor[index == NULL ? j : index[j]];
        norm2 += value[j] * value[j];
    }
    divide_row(recipe->wording.norm, value + first, n - first, norm2);
}

void pt_recipe_scale_row(const struct pt_recipe *recipe, const uint32_t *index, double *value, size_t n,
                         double norm2)
{
    switch (recipe->scaling) {
    case PT_SCALE_NONE:
    case PT_SCALE_AUTO:   /* asked for, never kept */
        break;
    case PT_SCALE_STANDARD:
    case PT_SCALE_MINMAX:
        scale_features(recipe, index, value, n);
        break;
    case PT_SCALE_BALL:
        for (size_t j = 0; j < n; j++)
            value[j] /= recipe->ball;
        break;
    case PT_SCALE_UNIT:
        divide_row(recipe->wording.norm, value, n, norm2);
        break;
    case PT_SCALE_TFIDF:
        weigh_words(recipe, index, value, n);
        break;
    }
}
