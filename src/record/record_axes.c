/* Which plane: features by name, the distance from the boundary, or the directions of widest spread, found by
 * power iteration on the rows drawn. */
#include "base/alloc.h"
#include "record/record_plane.h"

#include <math.h>
#include <string.h>

void pt_plane_fini(struct pt_plane *plane)
{
    pt_release(plane->axis[0]);
    pt_release(plane->axis[1]);
    pt_release(plane->mean);
    pt_release(plane->rows);
    memset(plane, 0, sizeof *plane);
}

static double dot_row(const struct pt_row *row, const double *w, size_t n)
{
    double sum = 0.0;

    for (size_t j = 0; j < row->n; j++) {
        const size_t at = row->index == NULL ? j : row->index[j];
        sum += at < n ? pt_row_value(row, j) * w[at] : 0.0;
    }
    return sum;
}

static void add_row(const struct pt_row *row, double step, double *w, size_t n)
{
    for (size_t j = 0; j < row->n; j++) {
        const size_t at = row->index == NULL ? j : row->index[j];
        if (at < n)
            w[at] += step * pt_row_value(row, j);
    }
}

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0.0;

    for (size_t j = 0; j < n; j++)
        sum += a[j] * b[j];
    return sum;
}

/* ---- rows ----------------------------------------------------------------------------------------- */

/* The rows of the contradiction, of which not more are drawn in any case. */
enum { CONTRADICTORS = 60 };

/* All rows, or evenly spaced ones, the nearest, and those of a contradiction. */
static ptron_status choose_rows(struct pt_plane *p, const struct pt_judged *v, ptron_error *err)
{
    const struct pt_table *sum = PT_TABLE(v->run->record, contradiction);
    const uint64_t wanted = v->n_rows < PT_RECORD_POINTS ? v->n_rows : PT_RECORD_POINTS;

    p->rows = pt_array((size_t)wanted + PT_RECORD_NEAREST + CONTRADICTORS, sizeof *p->rows);
    if (p->rows == NULL)
        return pt_fail_memory(err, (size_t)wanted * sizeof *p->rows, "the rows to draw");
    for (uint64_t i = 0; i < wanted; i++)
        p->rows[p->n_rows++] = pt_judged_row(v, i * v->n_rows / wanted);
    for (size_t i = 0; i < v->n_nearest && wanted < v->n_rows; i++)
        p->rows[p->n_rows++] = v->nearest[i];
    for (size_t i = 0; sum != NULL && sum->n_rows <= CONTRADICTORS && i < sum->n_rows; i++) {
        const uint64_t row = (uint64_t)pt_table_number(sum, i, PT_contradiction_row) - 1;
        bool drawn = false;
        for (size_t j = 0; j < p->n_rows; j++)
            drawn |= p->rows[j] == row;
        if (!drawn)
            p->rows[p->n_rows++] = row;
    }
    return PTRON_OK;
}

/* ---- directions ----------------------------------------------------------------------------------- */

/* Takes its part along `other` out of `axis` and makes it a unit vector; false when nothing is left. */
static bool make_unit(double *axis, const double *other, size_t n)
{
    const double along = other == NULL ? 0.0 : dot(axis, other, n);
    double norm;

    for (size_t j = 0; j < n; j++)
        axis[j] -= along * (other == NULL ? 0.0 : other[j]);
    norm = sqrt(dot(axis, axis, n));
    for (size_t j = 0; j < n && norm > 0.0; j++)
        axis[j] /= norm;
    return norm > 0.0;
}

/* The direction in which the rows drawn, less their mean, spread most, at right angles to `other`. */
static bool widest(const struct pt_plane *p, const struct pt_judged *v, const double *other, double *axis,
                   double *next)
{
    for (size_t i = 0; i < p->n_rows; i++) {
        const struct pt_row row = pt_dataset_row(v->set, p->rows[i]);
        add_row(&row, (double)(i % 7) - 3.0, axis, p->n);
    }
    for (int turn = 0; turn < 30; turn++) {
        double total = 0.0, middle;
        if (!make_unit(axis, other, p->n))
            return false;
        middle = dot(p->mean, axis, p->n);
        memset(next, 0, p->n * sizeof *next);
        for (size_t i = 0; i < p->n_rows; i++) {
            const struct pt_row row = pt_dataset_row(v->set, p->rows[i]);
            const double along = dot_row(&row, axis, p->n) - middle;
            add_row(&row, along, next, p->n);
            total += along;
        }
        for (size_t j = 0; j < p->n; j++)
            next[j] -= total * p->mean[j];
        if (dot(next, next, p->n) == 0.0)
            break;
        memcpy(axis, next, p->n * sizeof *axis);
    }
    return make_unit(axis, other, p->n);
}

static ptron_status make_axes(struct pt_plane *p, const struct pt_judged *v, bool *good, ptron_error *err)
{
    double *next = pt_zeroed(p->n, sizeof *next);

    p->axis[0] = pt_zeroed(p->n, sizeof **p->axis);
    p->axis[1] = pt_zeroed(p->n, sizeof **p->axis);
    if (next == NULL || p->axis[0] == NULL || p->axis[1] == NULL) {
        pt_release(next);
        return pt_fail_memory(err, p->n * sizeof *next, "directions");
    }
    if (p->mode == PT_PLANE_DISTANCE) {
        const double *w = v->weights;
        memcpy(p->axis[0], w, p->n * sizeof *w);
        *good = make_unit(p->axis[0], NULL, p->n);
        p->shift[0] = *good ? v->bias / sqrt(dot(w, w, p->n)) : 0.0;
    } else {
        *good = widest(p, v, NULL, p->axis[0], next);
        p->shift[0] = -dot(p->axis[0], p->mean, p->n);
    }
    *good = *good && widest(p, v, p->axis[0], p->axis[1], next);
    p->shift[1] = *good ? -dot(p->axis[1], p->mean, p->n) : 0.0;
    pt_release(next);
    return PTRON_OK;
}

/* ---- choosing ------------------------------------------------------------------------------------- */

/* The feature of this name, or n. */
static size_t feature_named(const struct pt_judged *v, const char *name, size_t length)
{
    char found[512];
    size_t j = 0;

    for (; j < v->n_features; j++)
        if (pt_judged_feature_name(v, j, found, sizeof found) == length &&
            length < sizeof found && memcmp(found, name, length) == 0)
            break;
    return j;
}

static ptron_status read_axes(struct pt_plane *p, const struct pt_judged *v, ptron_error *err)
{
    const char *comma = strchr(v->axes, ',');
    const char *names[2] = {v->axes, comma == NULL ? "" : comma + 1};

    if (comma == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "axes are '%.60s', wanted two features: A,B", v->axes);
    for (size_t i = 0; i < 2; i++) {
        const size_t length = i == 0 ? (size_t)(comma - v->axes) : strlen(names[1]);
        p->feature[i] = feature_named(v, names[i], length);
        if (p->feature[i] == v->n_features)
            return pt_fail(err, PTRON_ARGUMENT, "axes: there is no feature '%.*s'", (int)(length < 60 ? length : 60),
                           names[i]);
    }
    return PTRON_OK;
}

ptron_status pt_plane_init(struct pt_plane *p, const struct pt_judged *v, ptron_error *err)
{
    bool good = true;

    memset(p, 0, sizeof *p);
    p->n = v->n_features;
    if (p->n < 2 || p->n > PT_PLANE_MOST || v->n_rows == 0)
        return PTRON_OK;
    p->mode = PT_PLANE_FEATURES;
    p->feature[1] = 1;
    if (v->axes != NULL)
        PT_TRY(read_axes(p, v, err));
    else if (p->n > 2)
        p->mode = v->linear ? PT_PLANE_DISTANCE : PT_PLANE_SPREAD;
    p->mean = pt_zeroed(p->n, sizeof *p->mean);
    if (p->mean == NULL)
        return pt_fail_memory(err, p->n * sizeof *p->mean, "means");
    PT_TRY(choose_rows(p, v, err));
    for (size_t i = 0; i < p->n_rows; i++) {
        const struct pt_row row = pt_dataset_row(v->set, p->rows[i]);
        add_row(&row, 1.0 / (double)p->n_rows, p->mean, p->n);
    }
    if (p->mode != PT_PLANE_FEATURES)
        PT_TRY(make_axes(p, v, &good, err));
    if (!good)
        p->n_rows = 0;   /* all rows are one point: nothing to draw */
    return PTRON_OK;
}

/* ---- between rows and points ------------------------------------------------------------------------ */

void pt_plane_point(const struct pt_plane *p, const struct pt_row *row, double out[2])
{
    for (size_t i = 0; i < 2; i++) {
        out[i] = p->shift[i];
        if (p->mode != PT_PLANE_FEATURES)
            out[i] += dot_row(row, p->axis[i], p->n);
        for (size_t j = 0; p->mode == PT_PLANE_FEATURES && j < row->n; j++)
            if ((row->index == NULL ? j : row->index[j]) == p->feature[i])
                out[i] += pt_row_value(row, j);
    }
}

void pt_plane_line(const struct pt_plane *p, const double *w, double b, double line[3])
{
    line[2] = b + dot(w, p->mean, p->n);
    for (size_t i = 0; i < 2; i++) {
        const bool raw = p->mode == PT_PLANE_FEATURES;
        const double at = raw ? p->mean[p->feature[i]] : dot(p->axis[i], p->mean, p->n) + p->shift[i];
        line[i] = raw ? w[p->feature[i]] : dot(w, p->axis[i], p->n);
        line[2] -= line[i] * at;
    }
}

void pt_plane_lift(const struct pt_plane *p, double px, double py, double *x)
{
    const double at[2] = {px, py};

    memcpy(x, p->mean, p->n * sizeof *x);
    for (size_t i = 0; i < 2; i++) {
        if (p->mode == PT_PLANE_FEATURES) {
            x[p->feature[i]] = at[i];
            continue;
        }
        const double step = at[i] - (dot(p->axis[i], p->mean, p->n) + p->shift[i]);
        for (size_t j = 0; j < p->n; j++)
            x[j] += step * p->axis[i][j];
    }
}
