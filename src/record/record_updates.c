/* The way of the weights: norm, mass and bracket at the updates kept, and the two sides of the proof.
 *
 * With u = w/norm(w) for the weights answered with, u.w(k) is the sum over the updates of step times the
 * margin of the row used: no weights of the past are needed for it. That, and both lemmas, hold for the rules whose
 * theorem it is, and for no others. */
#include "base/alloc.h"
#include "base/number.h"
#include "record/record.h"

#include <math.h>
#include <string.h>

static const double least_square = 1e-280;   /* sums of smaller squares are lost */

/* Weights that are not 0, though their squares add up to nothing. */
static bool is_lost(const struct pt_frame *frame)
{
    bool any = frame->step.bias != 0.0;

    for (size_t j = 0; frame->weights != NULL && j < frame->step.n_weights; j++)
        any |= frame->weights[j] != 0.0;
    return frame->norm2 < least_square && (any || frame->weights == NULL);
}

/* The least margin of a row with the weights of a frame, as the theorem has it; NaN where that costs too much. */
static double lower_of(const struct pt_judged *v, const struct pt_frame *frame)
{
    double least = INFINITY;

    if (frame->weights == NULL || !(frame->norm2 > least_square) || v->set->n_values > 200000)
        return NAN;
    for (uint64_t i = 0; i < v->n_rows; i++) {
        const struct pt_row row = pt_dataset_row(v->set, pt_judged_row(v, i));
        least = fmin(least, pt_steps_product(&row, frame->weights, frame->step.bias));
    }
    return least / sqrt(frame->norm2);
}

/* Frames do not have the squared coefficient of the constant feature yet. */
static struct pt_frame with_bias(const struct pt_judged *v, const struct pt_frame *frame)
{
    const double coefficient = v->model->has_bias ? frame->step.bias / v->model->bias_scale : 0.0;
    struct pt_frame full = *frame;

    full.norm2 += coefficient * coefficient;
    return full;
}

/* u is the sum of the margins of so many rows as there were updates: what its rounding may leave of it, where the
 * weights themselves are what was left of large rows, says nothing of an angle. */
static bool is_drowned(const struct pt_judged *v, const struct pt_frame *frame, double norm)
{
    const double terms = (double)frame->step.updates + (double)v->n_features + 8.0;

    return norm > 0.0 && !(0x1p-53 * terms * frame->step.mass * PT_NUMBER(v->run->record, radius) < 1e-3 * norm);
}

/* bounds: the weights are a sum of rows, so that norm over mass bounds every margin. */
static void add_frame(struct pt_judged *v, const struct pt_frame *kept, const double *along, bool bounds)
{
    const struct pt_frame full = with_bias(v, kept), *frame = &full;
    const uint64_t k = frame->step.updates;
    const bool known = !is_lost(frame) && isfinite(frame->norm2), bounded = bounds && frame->step.mass > 0.0 && known;
    const double norm = k > 0 && !known ? (double)NAN : sqrt(frame->norm2);
    const double u = along == NULL || k > v->run->n_uses || is_drowned(v, &full, norm) ? NAN : along[k];

    PT_ADD_ROW(v->run->record, updates, .k = (double)k, .mass = frame->step.mass, .squares = (double)frame->squares,
               .norm = norm, .upper = bounded ? norm / frame->step.mass : (double)NAN,
               .lower = lower_of(v, frame), .along = u,
               .cosine = norm > 0.0 && !isnan(u) ? fmax(fmin(u / norm, 1.0), -1.0) : (double)NAN);
}

/* ---- the contradiction ------------------------------------------------------------------------------ */

void pt_record_place(const ptron_dataset *set, uint64_t row, const char **file, double *line)
{
    const char *slash;
    uint64_t number = 0;

    *file = "";
    ptron_dataset_row_place(set, row, file, &number);
    slash = strrchr(*file, '/');
    *file = slash == NULL ? *file : slash + 1;
    *line = (double)number;
}

void pt_record_contradictor(struct pt_record *record, const ptron_dataset *set, uint64_t row, double share,
                            const char *times)
{
    const uint32_t label = pt_dataset_row(set, row).label;
    const char *name = ptron_dataset_class_name(set, label);
    const char *file;
    double line;

    pt_record_place(set, row, &file, &line);
    PT_ADD_ROW(record, contradiction, .row = (double)row + 1, .line = line, .class = label, .share = share,
               .file = file, .label = name == NULL ? "" : name, .times = times);
}

static void record_contradiction(struct pt_judged *v)
{
    ptron_run *run = v->run;
    uint64_t *times = pt_zeroed((size_t)v->set->n_rows, sizeof *times);
    struct pt_turn turn = {.from = 0, .to = run->n_uses, .last = run->n_uses};
    const bool found = times != NULL && pt_steps_cycle(run, v->set, v->model->has_bias, &turn, times);

    for (uint64_t i = 0; found && i < v->set->n_rows; i++) {
        char text[PT_DOUBLE_ROOM + 1];
        if (times[i] == 0)
            continue;
        text[pt_format_double((double)times[i], text)] = '\0';
        pt_record_contradictor(run->record, v->set, i, (double)times[i], text);
    }
    run->record->failed |= times == NULL;
    pt_release(times);
}

void pt_record_updates(struct pt_judged *v)
{
    ptron_run *run = v->run;
    ptron_algorithm_info info = {.size = sizeof info};
    const bool known = ptron_algorithm_find(PT_TEXT(run->record, algorithm), &info);
    const bool theorem = known && info.theorem && v->linear && !run->strange;
    /* [n_uses + 1] u.w(k) for every k; NULL when it is not known */
    double *along = theorem ? pt_zeroed(run->n_uses + 1, sizeof *along) : NULL;

    run->record->failed |= theorem && along == NULL;
    for (size_t k = 0; along != NULL && k < run->n_uses; k++)
        along[k + 1] = along[k] + run->uses[k].step * pt_judged_margin(v, run->uses[k].row);
    if (run->n_frames > 0 && !run->strange) {
        for (size_t i = 0; i < run->n_frames; i++)
            add_frame(v, &run->frames[i], along, known && info.bounds_margin);
        if (run->last.weights != NULL && run->last.step.updates > run->frames[run->n_frames - 1].step.updates)
            add_frame(v, &run->last, along, known && info.bounds_margin);
        pt_record_set_number(run->record, PT_NUMBER_theorem, theorem);
        if (run->stride > 1)
            pt_record_set_number(run->record, PT_NUMBER_update_stride, (double)run->stride);
    }
    if (strcmp(PT_TEXT(run->record, stop), ptron_stop_text(PTRON_STOP_NOT_SEPARABLE)) == 0 && v->linear &&
        !run->strange)
        record_contradiction(v);
    pt_release(along);
}
