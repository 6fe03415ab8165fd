/* Two and three dimensions: points, boundary, margin, the way of the boundary, the cone of solutions, losses
 * over w, scores on a grid. Scores and weights are the engine's; here they are only cut by a plane. */
#include "record/record_plane.h"
#include "base/alloc.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { LOSS_POINTS = 180 };

static void set_number(const struct pt_judged *v, enum pt_number name, double value)
{
    pt_record_set_number(v->run->record, name, value);
}

/* ---- points --------------------------------------------------------------------------------------- */

static void name_axis(const struct pt_judged *v, const struct pt_plane *p, size_t i, enum pt_text entry)
{
    static const char *const along[][2] = {
        [PT_PLANE_DISTANCE] = {"distance from the boundary", "widest spread along the boundary"},
        [PT_PLANE_SPREAD] = {"direction of widest spread", "second direction"},
    };
    char name[512];

    if (p->mode == PT_PLANE_FEATURES)
        pt_judged_feature_name(v, p->feature[i], name, sizeof name);
    pt_record_set_name(v->run->record, entry, p->mode == PT_PLANE_FEATURES ? name : along[p->mode][i]);
}

/* The points, and what is shown of the plane: a little air around them. */
static void record_points(const struct pt_judged *v, struct pt_plane *p)
{
    double dx, dy;

    p->x0 = p->y0 = INFINITY;
    p->x1 = p->y1 = -INFINITY;
    for (size_t i = 0; i < p->n_rows; i++) {
        const struct pt_row row = pt_dataset_row(v->set, p->rows[i]);
        double at[2];
        pt_plane_point(p, &row, at);
        PT_ADD_ROW(v->run->record, points, .x = at[0], .y = at[1], .class = pt_judged_class(v, row.label),
                   .margin = v->scores == NULL ? (double)NAN : pt_judged_distance(v, p->rows[i]),
                   .row = (double)p->rows[i] + 1);
        p->x0 = fmin(p->x0, at[0]);
        p->x1 = fmax(p->x1, at[0]);
        p->y0 = fmin(p->y0, at[1]);
        p->y1 = fmax(p->y1, at[1]);
    }
    name_axis(v, p, 0, PT_TEXT_x_axis);
    name_axis(v, p, 1, PT_TEXT_y_axis);
    if (p->n_rows < v->n_rows)
        set_number(v, PT_NUMBER_points_of, (double)v->n_rows);
    dx = p->x1 > p->x0 ? p->x1 - p->x0 : 1.0;
    dy = p->y1 > p->y0 ? p->y1 - p->y0 : 1.0;
    p->x0 -= 0.12 * dx;
    p->x1 += 0.12 * dx;
    p->y0 -= 0.12 * dy;
    p->y1 += 0.12 * dy;
    set_number(v, PT_NUMBER_plane_x0, p->x0);
    set_number(v, PT_NUMBER_plane_x1, p->x1);
    set_number(v, PT_NUMBER_plane_y0, p->y0);
    set_number(v, PT_NUMBER_plane_y1, p->y1);
    set_number(v, PT_NUMBER_plane_mode, (double)p->mode);
}

/* ---- a straight boundary ------------------------------------------------------------------------------ */

static void record_line(const struct pt_judged *v, const struct pt_plane *p)
{
    double line[3], at[2], norm, least;
    struct pt_row row;

    pt_plane_line(p, v->weights, v->bias, line);
    set_number(v, PT_NUMBER_line_x, line[0]);
    set_number(v, PT_NUMBER_line_y, line[1]);
    set_number(v, PT_NUMBER_line_b, line[2]);
    norm = hypot(line[0], line[1]);
    if (p->mode == PT_PLANE_FEATURES && p->n > 2)
        return;   /* only a cut: distances in it are not distances */
    if (!(norm > 0.0) || v->n_nearest == 0)
        return;
    least = pt_judged_margin(v, v->nearest[0]) * v->norm / norm;
    if (!(least > 0.0))
        return;
    row = pt_dataset_row(v->set, v->nearest[0]);
    pt_plane_point(p, &row, at);
    set_number(v, PT_NUMBER_plane_margin, least);
    set_number(v, PT_NUMBER_near_x, at[0]);
    set_number(v, PT_NUMBER_near_y, at[1]);
    least = pt_judged_class(v, row.label) == 1 ? least : -least;
    set_number(v, PT_NUMBER_foot_x, at[0] - least * line[0] / norm);
    set_number(v, PT_NUMBER_foot_y, at[1] - least * line[1] / norm);
}

static void add_way(const struct pt_judged *v, const struct pt_plane *p, const struct pt_frame *frame)
{
    double line[3];

    if (frame->weights == NULL)
        return;
    pt_plane_line(p, frame->weights, frame->step.bias, line);
    PT_ADD_ROW(v->run->record, way, .k = (double)frame->step.updates, .x = line[0], .y = line[1], .b = line[2],
               .row = (double)frame->step.row + 1);
}

static void record_way(const struct pt_judged *v, const struct pt_plane *p)
{
    const ptron_run *run = v->run;

    if (run->n_frames == 0 || run->strange)
        return;
    pt_record_begin_table(run->record, PT_TABLE_way);
    for (size_t i = 0; i < run->n_frames; i++)
        add_way(v, p, &run->frames[i]);
    if (run->last.step.updates > run->frames[run->n_frames - 1].step.updates)
        add_way(v, p, &run->last);
}

/* ---- weight space --------------------------------------------------------------------------------------- */

/* Directions of weights, seen from the final ones: w = unit + p0 e0 + p1 e1, so that every row is a half-plane
 * c + n.p > 0 and the solutions are a convex region. Without a bias the weights are the plane itself. */
struct view {
    double unit[3], e[2][3];
};

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void make_view(const double w[3], struct view *view)
{
    const double norm = sqrt(dot3(w, w));
    const double up[3] = {0.0, 0.0, 1.0}, side[3] = {1.0, 0.0, 0.0};
    double length;

    for (size_t i = 0; i < 3; i++)
        view->unit[i] = w[i] / norm;
    cross(fabs(view->unit[2]) < 0.9 ? up : side, view->unit, view->e[0]);
    length = sqrt(dot3(view->e[0], view->e[0]));
    for (size_t i = 0; i < 3; i++)
        view->e[0][i] /= length;
    cross(view->unit, view->e[0], view->e[1]);
}

static void add_direction(const struct pt_judged *v, const struct view *view, const struct pt_frame *frame)
{
    double w[3] = {0.0, 0.0, 0.0}, ahead;

    if (frame->weights == NULL)
        return;
    memcpy(w, frame->weights, 2 * sizeof *w);
    if (!v->model->has_bias) {
        PT_ADD_ROW(v->run->record, directions, .k = (double)frame->step.updates, .x = w[0], .y = w[1]);
        return;
    }
    w[2] = frame->step.bias / v->model->bias_scale;
    ahead = dot3(w, view->unit);
    if (ahead > 0.0)
        PT_ADD_ROW(v->run->record, directions, .k = (double)frame->step.updates, .x = dot3(w, view->e[0]) / ahead,
                   .y = dot3(w, view->e[1]) / ahead);
}

static void record_cone(const struct pt_judged *v, const struct pt_plane *p)
{
    const double w[3] = {v->weights[0], v->weights[1], v->model->has_bias ? v->bias / v->model->bias_scale : 0.0};
    const ptron_run *run = v->run;
    struct view view;

    assert(p->n == 2 && v->linear);
    if (!(dot3(w, w) > 0.0))
        return;
    make_view(w, &view);
    pt_record_begin_table(run->record, PT_TABLE_directions);
    for (size_t i = 0; i < p->n_rows; i++) {
        const struct pt_row row = pt_dataset_row(v->set, p->rows[i]);
        const double sign = row.label == 1 ? 1.0 : -1.0;
        double a[3] = {0.0, 0.0, sign * v->model->bias_scale};
        for (size_t j = 0; j < row.n; j++)
            a[row.index == NULL ? j : row.index[j]] = sign * pt_row_value(&row, j);
        if (v->model->has_bias)
            PT_ADD_ROW(run->record, cone, .x = dot3(a, view.e[0]), .y = dot3(a, view.e[1]), .c = dot3(a, view.unit));
        else
            PT_ADD_ROW(run->record, cone, .x = a[0], .y = a[1], .c = 0.0);
    }
    for (size_t i = 0; i < run->n_frames && !run->strange; i++)
        add_direction(v, &view, &run->frames[i]);
    if (!run->strange && run->last.weights != NULL)
        add_direction(v, &view, &run->last);
    set_number(v, PT_NUMBER_cone_flat, v->model->has_bias ? 0.0 : 1.0);
    if (!v->model->has_bias) {
        set_number(v, PT_NUMBER_cone_w_x, w[0]);
        set_number(v, PT_NUMBER_cone_w_y, w[1]);
    }
}

/* ---- losses --------------------------------------------------------------------------------------------- */

/* Both losses while (w1, w2) turns once around, its length and the bias as they are. */
static void record_losses(const struct pt_judged *v)
{
    const double *w = v->weights, b = v->bias;
    const double norm = hypot(w[0], w[1]), angle = atan2(w[1], w[0]);

    if (!(norm > 0.0) || v->n_rows > 100000)
        return;
    for (int k = 0; k <= LOSS_POINTS; k++) {
        const double turn = 360.0 * k / LOSS_POINTS - 180.0, at = angle + turn * 3.14159265358979323846 / 180.0;
        double errors = 0.0, loss = 0.0;
        for (uint64_t i = 0; i < v->n_rows; i++) {
            const struct pt_row row = pt_dataset_row(v->set, pt_judged_row(v, i));
            double x[2] = {0.0, 0.0}, product;
            for (size_t j = 0; j < row.n; j++)
                x[row.index == NULL ? j : row.index[j]] = pt_row_value(&row, j);
            product = norm * (cos(at) * x[0] + sin(at) * x[1]) + b;
            product = row.label == 1 ? product : -product;
            errors += product <= 0.0;
            loss += product < 0.0 ? -product : 0.0;
        }
        PT_ADD_ROW(v->run->record, losses, .angle = turn, .step = errors / (double)v->n_rows,
                   .perceptron = loss);
    }
}

/* ---- scores on a grid ------------------------------------------------------------------------------------- */

/* One score as it is; of several the lead of the answer's over the next, below 0 for the first of two labels. */
static double strength(const double *scores, size_t n, uint32_t answer)
{
    double best = -INFINITY;

    for (size_t c = 0; c < n; c++)
        if (c != answer)
            best = fmax(best, scores[c]);
    return n == 1 ? scores[0] : n == 2 && answer == 0 ? best - scores[answer] : scores[answer] - best;
}

/* The rows of the grid are already as the learner sees rows: no recipe is needed. */
static ptron_status record_grid(const struct pt_judged *v, const struct pt_plane *p, ptron_error *err)
{
    double *x = pt_array(p->n, sizeof *x), *scores = pt_array(v->vectors, sizeof *scores);
    const size_t side = v->run->grid;
    ptron_status status = x != NULL && scores != NULL ? PTRON_OK
                                                      : pt_fail_memory(err, p->n * sizeof *x, "a grid of scores");

    for (size_t i = 0; status == PTRON_OK && i < side * side; i++) {
        struct pt_row row = {.value = x, .n = p->n, .kind = PT_F64, .label = PT_NO_LABEL, .weight = 1.0};
        uint32_t answer;
        pt_plane_lift(p, p->x0 + (p->x1 - p->x0) * (double)(i % side) / (double)(side - 1),
                      p->y0 + (p->y1 - p->y0) * (double)(i / side) / (double)(side - 1), x);
        for (size_t j = 0; j < row.n; j++)
            row.norm2 += x[j] * x[j];
        status = pt_model_score(v->model, &row, scores, err);
        if (status != PTRON_OK)
            break;
        answer = pt_model_class(v->model, scores, (struct pt_cut){0});
        PT_ADD_ROW(v->run->record, grid, .score = strength(scores, v->vectors, answer), .class = answer);
    }
    set_number(v, PT_NUMBER_grid_side, (double)side);
    pt_release(x);
    pt_release(scores);
    return status;
}

/* ---- three features ----------------------------------------------------------------------------------------- */

static void record_space(const struct pt_judged *v, const struct pt_plane *p)
{
    static const enum pt_number axes[] = {PT_NUMBER_space_x, PT_NUMBER_space_y, PT_NUMBER_space_z};
    static const enum pt_text names[] = {PT_TEXT_space_name_x, PT_TEXT_space_name_y, PT_TEXT_space_name_z};
    char name[512];

    for (size_t i = 0; i < p->n_rows; i++) {
        const struct pt_row row = pt_dataset_row(v->set, p->rows[i]);
        double x[3] = {0.0, 0.0, 0.0};
        for (size_t j = 0; j < row.n; j++)
            x[row.index == NULL ? j : row.index[j]] = pt_row_value(&row, j);
        PT_ADD_ROW(v->run->record, space, .x = x[0], .y = x[1], .z = x[2], .class = pt_judged_class(v, row.label));
    }
    for (size_t j = 0; j < 3; j++) {
        set_number(v, axes[j], v->weights[j]);
        pt_judged_feature_name(v, j, name, sizeof name);
        pt_record_set_name(v->run->record, names[j], name);
    }
    set_number(v, PT_NUMBER_space_b, v->bias);
}

ptron_status pt_record_plane(struct pt_judged *v, ptron_error *err)
{
    struct pt_plane p;
    ptron_status status = pt_plane_init(&p, v, err);
    const bool shown = status == PTRON_OK && p.n_rows > 0;

    if (shown)
        record_points(v, &p);
    if (shown && v->linear) {
        record_line(v, &p);
        record_way(v, &p);
        if (p.n == 2 && v->model != NULL) {
            record_cone(v, &p);
            record_losses(v);
        }
        if (p.n == 3)
            record_space(v, &p);
    } else if (shown && v->model != NULL && p.n <= 2000) {
        status = record_grid(v, &p, err);
    }
    if (shown && status == PTRON_OK)
        status = pt_record_spaces(v, &p, err);
    pt_plane_fini(&p);
    return status;
}
