/* Probabilities of many classes at once: p = softmax(t s + b), with one t for all scores and a b for each class.
 *
 * The log loss is made least in turns, each of which lets it fall: b moves by the log of what a class should sum to
 * over what it does (iterative scaling), t by Newton's step, halved until the loss falls. As with two classes, targets
 * are drawn in from 0 and 1: of a class with n rows to (n + 1)/(n + 2), the rest shared by the others. */
#include "base/alloc.h"
#include "base/elementary.h"
#include "learn/trainer/trainer.h"

#include <math.h>
#include <string.h>

enum { MOST_TURNS = 200, HALVINGS = 40 };

struct joint {
    const double   *scores;     /* [n][k] */
    const uint32_t *label;      /* [n] */
    size_t n, k;
    double t, *b;               /* [k] */
    double *own, *other;        /* [k] target of a row of the class: its own, and each other class's */
    double *p, *wanted, *sum;   /* [k] scratch */
};

struct slope {
    double loss, along, curve;   /* of t */
};

/* Probabilities of a row into p; the log of their sum. */
static double softmax(const struct joint *j, const double *s, double t)
{
    double most = -INFINITY, sum = 0.0;

    for (size_t v = 0; v < j->k; v++)
        most = fmax(most, j->p[v] = t * s[v] + j->b[v]);
    for (size_t v = 0; v < j->k; v++)
        sum += j->p[v] = pt_exp(j->p[v] - most);
    for (size_t v = 0; v < j->k; v++)
        j->p[v] /= sum;
    return most + pt_log(sum);
}

/* Also fills sum: what each class's probabilities come to. */
static struct slope look(const struct joint *j, double t)
{
    struct slope slope = {0};

    memset(j->sum, 0, j->k * sizeof *j->sum);
    for (size_t i = 0; i < j->n; i++) {
        const double *s = j->scores + i * j->k, whole = softmax(j, s, t);
        const uint32_t c = j->label[i];
        double mean = 0.0, square = 0.0;

        for (size_t v = 0; v < j->k; v++) {
            const double target = v == c ? j->own[c] : j->other[c];

            slope.loss -= target * (t * s[v] + j->b[v] - whole);
            slope.along += (target - j->p[v]) * s[v];
            mean += j->p[v] * s[v];
            square += j->p[v] * s[v] * s[v];
            j->sum[v] += j->p[v];
        }
        slope.curve += square - mean * mean;
    }
    return slope;
}

static void set_targets(struct joint *j)
{
    for (size_t i = 0; i < j->n; i++)
        j->own[j->label[i]] += 1.0;   /* a count, for now */
    memset(j->wanted, 0, j->k * sizeof *j->wanted);
    for (size_t c = 0; c < j->k; c++) {
        const double rows = j->own[c];

        j->own[c] = (rows + 1.0) / (rows + 2.0);
        j->other[c] = 1.0 / ((rows + 2.0) * (double)(j->k - 1));
        for (size_t v = 0; v < j->k; v++)
            j->wanted[v] += rows * (v == c ? j->own[c] : j->other[c]);
    }
}

/* One over the scores' spread, so that neither hugs 0 nor 1. */
static double first_t(const struct joint *j)
{
    double mean = 0.0, square = 0.0;

    for (size_t i = 0; i < j->n * j->k; i++)
        mean += j->scores[i];
    mean /= (double)(j->n * j->k);
    for (size_t i = 0; i < j->n * j->k; i++)
        square += (j->scores[i] - mean) * (j->scores[i] - mean);
    return square > 0.0 ? 1.0 / sqrt(square / (double)(j->n * j->k)) : 0.0;
}

static void fit(struct joint *j)
{
    set_targets(j);
    j->t = first_t(j);
    for (int turn = 0; turn < MOST_TURNS; turn++) {
        struct slope at;
        double moved = 0.0, step = 1.0;

        (void)look(j, j->t);
        for (size_t v = 0; v < j->k; v++) {
            const double by = pt_log(j->wanted[v] / fmax(j->sum[v], 1e-300));

            j->b[v] += by;
            moved = fmax(moved, fabs(by));
        }
        at = look(j, j->t);
        if (at.curve > 0.0 && j->t > 0.0) {
            const double newton = fmax(at.along / at.curve, -0.9 * j->t);   /* a larger score stays more probable */

            for (int h = 0; h < HALVINGS && !(look(j, j->t + step * newton).loss <= at.loss); h++)
                step /= 2.0;
            j->t += step * newton;
            moved = fmax(moved, fabs(step * newton) / j->t);
        }
        if (moved < 1e-9)
            return;
    }
}

ptron_status pt_calibrate_joint(const double *scores, const uint32_t *label, size_t n, struct pt_calibration *c,
                                ptron_error *err)
{
    const size_t k = c->n_vectors;
    double *room = pt_zeroed(6 * k, sizeof *room);
    struct joint j = {scores, label, n, k, 0.0, room, room + k, room + 2 * k, room + 3 * k, room + 4 * k, room + 5 * k};

    if (room == NULL)
        return pt_fail_memory(err, 6 * k * sizeof *room, "a calibration");
    fit(&j);
    for (size_t v = 0; v < k; v++) {
        c->curves[v].a = -j.t;
        c->curves[v].b = -j.b[v];
    }
    pt_release(room);
    return PTRON_OK;
}
