/* Curves from scores to probabilities: applied, and as bytes. */
#include "model/calibration.h"
#include "base/alloc.h"
#include "base/elementary.h"

#include <math.h>

static const char *const names[PT_N_CALIBRATIONS] = {PT_CALIBRATION_MAP(PT_CHOICE_TEXT)};

const char *pt_calibration_name(const struct pt_calibration *calibration)
{
    return calibration == NULL ? "none" : names[calibration->kind];
}

ptron_status pt_calibration_of_log_odds(uint32_t n_vectors, struct pt_calibration **out, ptron_error *err)
{
    PT_TRY(pt_calibration_new(PT_SIGMOID, n_vectors, out, err));
    for (uint32_t v = 0; v < n_vectors; v++)
        (*out)->curves[v].a = -1.0;
    return PTRON_OK;
}

void pt_calibration_free(struct pt_calibration *calibration)
{
    if (calibration == NULL)
        return;
    for (uint32_t v = 0; calibration->curves != NULL && v < calibration->n_vectors; v++) {
        pt_release(calibration->curves[v].score);
        pt_release(calibration->curves[v].p);
    }
    pt_release(calibration->curves);
    pt_release(calibration);
}

ptron_status pt_calibration_new(enum pt_calibration_kind kind, uint32_t n_vectors, struct pt_calibration **out,
                                ptron_error *err)
{
    struct pt_calibration *c = *out = pt_zeroed(1, sizeof *c);

    if (c != NULL) {
        c->kind = kind;
        c->n_vectors = n_vectors;
        c->curves = pt_zeroed(n_vectors, sizeof *c->curves);
        if (c->curves != NULL)
            return PTRON_OK;
    }
    pt_calibration_free(c);
    *out = NULL;
    return pt_fail_memory(err, n_vectors * sizeof *c->curves, "a calibration");
}

/* ---- applying ------------------------------------------------------------------------------------ */

/* 1/(1 + e^z) without overflow. */
static double falling(double z)
{
    return z >= 0.0 ? pt_exp(-z) / (1.0 + pt_exp(-z)) : 1.0 / (1.0 + pt_exp(z));
}

static double interpolate(const struct pt_curve *c, double score)
{
    size_t low = 0, high = c->n;

    while (low < high) {   /* the first corner at or above the score */
        const size_t middle = low + (high - low) / 2;
        if (c->score[middle] < score)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == c->n)
        return c->p[c->n - 1];
    if (low == 0 || c->score[low] == score)
        return c->p[low];
    return c->p[low - 1] + (c->p[low] - c->p[low - 1]) * ((score - c->score[low - 1]) /
                                                          (c->score[low] - c->score[low - 1]));
}

static double curve_at(const struct pt_calibration *c, uint32_t v, double score)
{
    const struct pt_curve *curve = &c->curves[v];

    return c->kind == PT_SIGMOID ? falling(curve->a * score + curve->b) : interpolate(curve, score);
}

double pt_rising(double z)
{
    return falling(-z);
}

void pt_calibration_softmax(const struct pt_calibration *c, const double *scores, double *probabilities)
{
    double most = -INFINITY, sum = 0.0;

    for (uint32_t v = 0; v < c->n_vectors; v++)
        most = fmax(most, probabilities[v] = -(c->curves[v].a * scores[v] + c->curves[v].b));
    for (uint32_t v = 0; v < c->n_vectors; v++)
        sum += probabilities[v] = pt_exp(probabilities[v] - most);
    for (uint32_t v = 0; v < c->n_vectors; v++)
        probabilities[v] /= sum;
}

static void apply_joint(const struct pt_calibration *c, const double *scores, double *probabilities)
{
    double sum = 0.0;

    pt_calibration_softmax(c, scores, probabilities);
    if (c->kind == PT_SIGMOID)
        return;
    for (uint32_t v = 0; v < c->n_vectors; v++)   /* a little of the softmax: no two that differ become equal, none 0 */
        sum += probabilities[v] = 0.99 * interpolate(&c->curves[0], probabilities[v]) + 0.01 * probabilities[v];
    for (uint32_t v = 0; v < c->n_vectors; v++)
        probabilities[v] /= sum;
}

void pt_calibration_apply(const struct pt_calibration *calibration, const double *scores, double *probabilities)
{
    const uint32_t n = calibration->n_vectors;
    double sum = 0.0;

    if (n == 1) {
        probabilities[1] = curve_at(calibration, 0, scores[0]);
        probabilities[0] = 1.0 - probabilities[1];
        return;
    }
    if (calibration->joint) {
        apply_joint(calibration, scores, probabilities);
        return;
    }
    for (uint32_t v = 0; v < n; v++)
        sum += probabilities[v] = curve_at(calibration, v, scores[v]);
    for (uint32_t v = 0; v < n; v++)
        probabilities[v] = sum > 0.0 ? probabilities[v] / sum : 1.0 / (double)n;
}

/* ---- bytes --------------------------------------------------------------------------------------- */

void pt_calibration_save(const struct pt_calibration *calibration, struct pt_buffer *out)
{
    pt_buffer_u32(out, (uint32_t)calibration->kind + (calibration->joint ? PT_N_CALIBRATIONS : 0));
    for (uint32_t v = 0; v < calibration->n_vectors; v++) {
        const struct pt_curve *c = &calibration->curves[v];
        pt_buffer_f64(out, c->a);
        pt_buffer_f64(out, c->b);
        pt_buffer_u64(out, c->n);
        for (size_t i = 0; i < c->n; i++) {
            pt_buffer_f64(out, c->score[i]);
            pt_buffer_f64(out, c->p[i]);
        }
    }
}

static ptron_status fail_calibration(ptron_error *err)
{
    return pt_fail(err, PTRON_MODEL, "the calibration is cut short or makes no sense");
}

static ptron_status load_curve(bool cornered, struct pt_curve *c, struct pt_cursor *in, ptron_error *err)
{
    uint64_t n;

    c->a = pt_cursor_f64(in);
    c->b = pt_cursor_f64(in);
    n = pt_cursor_u64(in);
    if (in->failed || !isfinite(c->a) || !isfinite(c->b) || n > pt_cursor_left(in) / 16 ||
        cornered != (n > 0))
        return fail_calibration(err);
    c->n = (size_t)n;
    c->score = pt_array(c->n, sizeof *c->score);
    c->p = pt_array(c->n, sizeof *c->p);
    if (c->score == NULL || c->p == NULL)
        return pt_fail_memory(err, 2 * c->n * sizeof *c->p, "a calibration");
    for (size_t i = 0; i < c->n; i++) {
        c->score[i] = pt_cursor_f64(in);
        c->p[i] = pt_cursor_f64(in);
        if (!isfinite(c->score[i]) || !(c->p[i] >= 0.0 && c->p[i] <= 1.0) ||
            (i > 0 && (c->score[i] < c->score[i - 1] || c->p[i] < c->p[i - 1])))
            return fail_calibration(err);
    }
    return in->failed ? fail_calibration(err) : PTRON_OK;
}

ptron_status pt_calibration_load(uint32_t n_vectors, struct pt_cursor *in, struct pt_calibration **out,
                                 ptron_error *err)
{
    const uint32_t kind = pt_cursor_u32(in);

    *out = NULL;
    if (in->failed || kind >= 2 * PT_N_CALIBRATIONS || n_vectors > pt_cursor_left(in) / 24)
        return fail_calibration(err);
    PT_TRY(pt_calibration_new((enum pt_calibration_kind)(kind % PT_N_CALIBRATIONS), n_vectors, out, err));
    (*out)->joint = kind >= PT_N_CALIBRATIONS;
    for (uint32_t v = 0; v < n_vectors; v++)
        PT_TRY(load_curve((*out)->kind == PT_ISOTONIC && (v == 0 || !(*out)->joint), &(*out)->curves[v], in,
                          err));   /* *out is the caller's, also half done */
    return PTRON_OK;
}
