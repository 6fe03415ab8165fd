/* Fitting probabilities: of two classes Platt's sigmoid, or the best rising curve there is; of more, all at once
 * (calibrate_joint.c). */
#include "learn/trainer/trainer.h"
#include "base/alloc.h"
#include "base/elementary.h"
#include "score/score_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct point {
    double score, target;   /* target: 1 for rows of the vector's class, else 0 */
};

/* ---- sigmoid -------------------------------------------------------------------------------------
 * p = 1/(1 + exp(a s + b)), the log loss made least by Newton's method with a line search. Targets are drawn in
 * from 0 and 1 as if one more row of each kind had been seen (Platt 1999; Lin, Lin, Weng 2007). */

struct fit {
    const struct point *points;
    size_t n;
    double high, low;       /* what targets 1 and 0 become */
};

static double loss_at(const struct fit *f, double a, double b)
{
    double loss = 0.0;

    for (size_t i = 0; i < f->n; i++) {
        const double z = a * f->points[i].score + b, t = f->points[i].target > 0.5 ? f->high : f->low;
        loss += z >= 0.0 ? t * z + pt_log1p(pt_exp(-z)) : (t - 1.0) * z + pt_log1p(pt_exp(z));
    }
    return loss;
}

struct slope {              /* gradient and Hessian */
    double a, b, aa, ab, bb;
};

static struct slope slope_at(const struct fit *f, double a, double b)
{
    struct slope s = {.aa = 1e-12, .bb = 1e-12};

    for (size_t i = 0; i < f->n; i++) {
        const double x = f->points[i].score, z = a * x + b, e = pt_exp(-fabs(z));
        const double p = z >= 0.0 ? e / (1.0 + e) : 1.0 / (1.0 + e), d = p * (1.0 - p);
        const double off = (f->points[i].target > 0.5 ? f->high : f->low) - p;
        s.a += x * off;
        s.b += off;
        s.aa += x * x * d;
        s.ab += x * d;
        s.bb += d;
    }
    return s;
}

/* Halves the step until the loss falls enough; false: it no longer does. */
static bool search(const struct fit *f, const struct slope *s, double da, double db, double *a, double *b, double *loss)
{
    for (double step = 1.0; step >= 1e-10; step /= 2.0) {
        const double next = loss_at(f, *a + step * da, *b + step * db);
        if (next < *loss + 1e-4 * step * (s->a * da + s->b * db)) {
            *a += step * da;
            *b += step * db;
            *loss = next;
            return true;
        }
    }
    return false;
}

static void fit_sigmoid(const struct point *points, size_t n, struct pt_curve *curve)
{
    struct fit f = {.points = points, .n = n};
    double positive = 0.0, negative, loss;

    for (size_t i = 0; i < n; i++)
        positive += points[i].target;
    negative = (double)n - positive;
    f.high = (positive + 1.0) / (positive + 2.0);
    f.low = 1.0 / (negative + 2.0);
    curve->a = 0.0;
    curve->b = pt_log((negative + 1.0) / (positive + 1.0));
    loss = loss_at(&f, curve->a, curve->b);
    for (int i = 0; i < 100; i++) {
        const struct slope s = slope_at(&f, curve->a, curve->b);
        const double det = s.aa * s.bb - s.ab * s.ab;

        if (fabs(s.a) < 1e-9 && fabs(s.b) < 1e-9)
            break;
        if (!search(&f, &s, -(s.bb * s.a - s.ab * s.b) / det, -(s.aa * s.b - s.ab * s.a) / det, &curve->a, &curve->b,
                    &loss))
            break;
    }
}

/* ---- isotonic ------------------------------------------------------------------------------------
 * Neighbours that fall are pooled until none do: the rising curve with the least squares. */

static int by_score(const void *left, const void *right)
{
    const struct point *a = left, *b = right;

    return (a->score > b->score) - (a->score < b->score);
}

struct pool {
    double from, to, sum, weight;
};

/* pools: [n] scratch. Equal scores are one from the start. */
static size_t pool_points(const struct point *points, size_t n, struct pool *pools)
{
    size_t top = 0;

    for (size_t i = 0; i < n; i++) {
        if (top > 0 && pools[top - 1].to == points[i].score) {
            pools[top - 1].sum += points[i].target;
            pools[top - 1].weight += 1.0;
        } else {
            pools[top++] = (struct pool){points[i].score, points[i].score, points[i].target, 1.0};
        }
        if (i + 1 < n && points[i + 1].score == points[i].score)
            continue;
        while (top > 1 && pools[top - 2].sum * pools[top - 1].weight >= pools[top - 1].sum * pools[top - 2].weight) {
            pools[top - 2].to = pools[top - 1].to;
            pools[top - 2].sum += pools[top - 1].sum;
            pools[top - 2].weight += pools[top - 1].weight;
            top--;
        }
    }
    return top;
}

static ptron_status set_corners(const struct pool *pools, size_t n, struct pt_curve *curve, ptron_error *err)
{
    curve->score = pt_array(2 * n, sizeof *curve->score);
    curve->p = pt_array(2 * n, sizeof *curve->p);
    if (curve->score == NULL || curve->p == NULL)
        return pt_fail_memory(err, 4 * n * sizeof *curve->p, "a calibration");
    for (size_t i = 0; i < n; i++) {
        const double p = pools[i].sum / pools[i].weight;
        curve->score[curve->n] = pools[i].from;
        curve->p[curve->n++] = p;
        if (pools[i].to > pools[i].from) {
            curve->score[curve->n] = pools[i].to;
            curve->p[curve->n++] = p;
        }
    }
    return PTRON_OK;
}

static ptron_status fit_isotonic(struct point *points, size_t n, struct pt_curve *curve, ptron_error *err)
{
    struct pool *pools = pt_array(n, sizeof *pools);
    ptron_status status;

    if (pools == NULL)
        return pt_fail_memory(err, n * sizeof *pools, "a calibration");
    qsort(points, n, sizeof *points, by_score);
    status = set_corners(pools, pool_points(points, n, pools), curve, err);
    pt_release(pools);
    return status;
}

/* ---- all vectors --------------------------------------------------------------------------------- */

struct scored {
    const ptron_model *model;
    double *scores;   /* [rows][vectors] */
    uint32_t *labels; /* [rows] */
};

static void keep_scores(void *context, uint64_t first, const struct pt_row *rows, size_t n, double *scores)
{
    const struct scored *s = context;
    const size_t vectors = s->model->n_vectors;

    for (size_t i = 0; i < n; i++)
        s->labels[first + i] = rows[i].label;
    memcpy(s->scores + first * vectors, scores, n * vectors * sizeof *scores);
}

/* The labelled rows, their scores moved to the front. */
static size_t gather(size_t vectors, uint64_t rows, double *scores, uint32_t *labels)
{
    size_t n = 0;

    for (uint64_t i = 0; i < rows; i++) {
        if (labels[i] >= PT_UNKNOWN_LABEL)
            continue;
        memmove(scores + n * vectors, scores + i * vectors, vectors * sizeof *scores);
        labels[n++] = labels[i];
    }
    return n;
}

/* Isotonic: a curve over the probabilities of all classes together, after the softmax. */
static ptron_status fit_many(const double *scores, const uint32_t *labels, size_t n, struct pt_calibration *c,
                             ptron_error *err)
{
    const size_t vectors = c->n_vectors;
    struct point *points;
    double *p;
    ptron_status status;

    PT_TRY(pt_calibrate_joint(scores, labels, n, c, err));
    if (c->kind == PT_SIGMOID)
        return PTRON_OK;
    points = pt_array(n * vectors, sizeof *points);
    p = pt_array(vectors, sizeof *p);
    for (size_t i = 0; points != NULL && p != NULL && i < n; i++) {
        pt_calibration_softmax(c, scores + i * vectors, p);
        for (size_t v = 0; v < vectors; v++)
            points[i * vectors + v] = (struct point){p[v], labels[i] == v ? 1.0 : 0.0};
    }
    status = points == NULL || p == NULL ? pt_fail_memory(err, n * vectors * sizeof *points, "a calibration")
                                         : fit_isotonic(points, n * vectors, &c->curves[0], err);
    pt_release(points);
    pt_release(p);
    return status;
}

static ptron_status fit_two(const double *scores, const uint32_t *labels, size_t n, struct pt_calibration *c,
                            ptron_error *err)
{
    struct point *points = pt_array(n, sizeof *points);
    ptron_status status = PTRON_OK;

    if (points == NULL)
        return pt_fail_memory(err, n * sizeof *points, "a calibration");
    for (size_t i = 0; i < n; i++)
        points[i] = (struct point){scores[i], labels[i] == 1 ? 1.0 : 0.0};
    if (c->kind == PT_SIGMOID)
        fit_sigmoid(points, n, &c->curves[0]);
    else
        status = fit_isotonic(points, n, &c->curves[0], err);
    pt_release(points);
    return status;
}

static ptron_status fit_all(uint64_t rows, double *scores, uint32_t *labels, struct pt_calibration *c, ptron_error *err)
{
    const size_t n = gather(c->n_vectors, rows, scores, labels);

    if (n == 0)
        return pt_fail(err, PTRON_DATA, "no labelled row was held out to fit probabilities to");
    c->joint = true;
    PT_TRY((c->n_vectors == 1 ? fit_two : fit_many)(scores, labels, n, c, err));
    for (uint32_t v = 0; v < c->n_vectors; v++)
        if (!isfinite(c->curves[v].a) || !isfinite(c->curves[v].b))
            return pt_fail(err, PTRON_DATA, "the scores are too large to fit probabilities to; scale the data");
    return PTRON_OK;
}

ptron_status pt_calibrate(const ptron_model *model, const struct pt_view *view, enum pt_calibration_kind kind,
                          pt_pool *pool, struct pt_calibration **out, ptron_error *err)
{
    uint32_t *labels = pt_array((size_t)view->n, sizeof *labels);
    double *scores = pt_array((size_t)view->n, model->n_vectors * sizeof *scores);
    ptron_status status = PTRON_OK;

    *out = NULL;
    if (labels == NULL || scores == NULL)
        status = pt_fail_memory(err, (size_t)view->n * sizeof *scores, "a calibration");
    if (status == PTRON_OK)
        status = pt_calibration_new(kind, model->n_vectors, out, err);
    if (status == PTRON_OK)
        status = pt_score_rows(&(struct pt_scoring){model, view, pool, keep_scores, NULL,
                                                    &(struct scored){model, scores, labels}, NULL}, err);
    if (status == PTRON_OK)
        status = fit_all(view->n, scores, labels, *out, err);
    pt_release(labels);
    pt_release(scores);
    if (status != PTRON_OK) {
        pt_calibration_free(*out);
        *out = NULL;
    }
    return status;
}
