/* The steps of a run, for traces: each with the weights after it and both sides of the theorem's inequalities, and the
 * updates that lead back to the same weights. Pages take the same steps, thinned (record.c). */
#include "base/alloc.h"
#include "learn/trainer/trainer.h"
#include "record/record.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- keeping ---------------------------------------------------------------------------------------- */

void pt_steps_fini(ptron_run *run)
{
    for (size_t i = 0; i < run->n_kept; i++)
        pt_release(run->kept[i].weights);
    pt_release(run->kept);
    pt_release(run->star.weights);
    pt_release(run->star.times);
}

bool pt_frame_take(struct pt_frame *frame, const ptron_step *step, double squares, bool weights)
{
    double norm2 = 0.0;   /* the constant feature's share is added when its value is known */

    for (size_t j = 0; j < step->n_weights; j++)
        norm2 += step->weights[j] * step->weights[j];
    *frame = (struct pt_frame){.step = *step, .squares = squares, .norm2 = norm2};
    frame->step.weights = NULL;
    if (!weights || step->n_weights == 0)
        return true;
    frame->weights = pt_array(step->n_weights, sizeof *frame->weights);
    if (frame->weights != NULL)
        memcpy(frame->weights, step->weights, step->n_weights * sizeof *frame->weights);
    frame->step.weights = frame->weights;
    return frame->weights != NULL;
}

bool pt_steps_take(ptron_run *run, const ptron_step *step)
{
    struct pt_star *star = &run->star;
    void *kept = run->kept;

    if (star->weights == NULL && step->n_weights > 0) {
        star->weights = pt_array(step->n_weights, sizeof *star->weights);
        star->n_weights = star->weights == NULL ? 0 : step->n_weights;
    }
    if (star->n_weights < step->n_weights)
        return false;
    for (size_t j = 0; j < step->n_weights; j++)
        star->weights[j] = step->weights[j];
    star->bias = step->bias;
    if (run->n_kept == run->keep)
        return true;
    if (!pt_grow(&kept, &run->kept_room, run->n_kept + 1, sizeof *run->kept))
        return false;
    run->kept = kept;
    return pt_frame_take(&run->kept[run->n_kept++], step, run->squares, true);
}

/* ---- weights that come back ------------------------------------------------------------------------- */

/* The least power of ten that makes all values whole numbers; 0 where none does. A double is taken for the decimal with
 * so many digits behind the point that reads back to it. */
static double decimals_of(const ptron_dataset *set)
{
    double scale = 1.0;

    for (uint64_t i = 0; i < set->n_rows; i++) {
        const struct pt_row row = pt_dataset_row(set, i);
        for (size_t j = 0; j < row.n; j++) {
            const double value = pt_row_value(&row, j);
            while (rint(value * scale) / scale != value && scale < 1e16)
                scale *= 10.0;
            if (scale > 1e15 || !(fabs(value * scale) < 0x1p53))
                return 0.0;
        }
    }
    return scale;
}

/* Steps of one length are counted, not measured. */
static bool is_one_length(const ptron_run *run)
{
    for (size_t k = 1; k < run->n_uses; k++)
        if (run->uses[k].step != run->uses[0].step)
            return false;
    return true;
}

struct summing {                 /* of updates */
    const ptron_run *run;
    const ptron_dataset *set;
    double  scale;               /* 0: values as they are */
    bool    one_length;
    size_t  n;                   /* columns that must be zero */
    double *sum;                 /* [features + 1] the constant feature last */
};

static void add_use(const struct summing *s, const struct pt_use *use)
{
    const struct pt_row row = pt_dataset_row(s->set, use->row);
    const double length = s->one_length ? 1.0 : use->step, step = row.label == 1 ? length : -length;

    for (size_t j = 0; j < row.n; j++) {
        const double value = pt_row_value(&row, j);
        s->sum[row.index == NULL ? j : row.index[j]] += step * (s->scale > 0.0 ? rint(s->scale * value) : value);
    }
    s->sum[s->set->n_features] += step;
}

/* How many updates went before those that add up to zero, the last of them being `end`; SIZE_MAX: there are none back
 * to `least`. */
static size_t walk_back(const struct summing *s, size_t end, size_t least)
{
    memset(s->sum, 0, ((size_t)s->set->n_features + 1) * sizeof *s->sum);
    for (size_t k = end; k > least; k--) {
        size_t zeros = 0;
        add_use(s, &s->run->uses[k - 1]);
        while (zeros < s->n && s->sum[zeros] == 0.0)
            zeros++;
        if (zeros == s->n)
            return k - 1;
    }
    return SIZE_MAX;
}

bool pt_steps_cycle(ptron_run *run, const ptron_dataset *set, bool bias, struct pt_turn *turn, uint64_t *times)
{
    const size_t most = 20000000 / ((size_t)set->n_features + 1);   /* updates to look back to */
    const size_t least = turn->from, last = turn->last < run->n_uses ? turn->last : run->n_uses;
    struct summing s = {.run = run, .set = set, .scale = decimals_of(set), .one_length = is_one_length(run),
                        .n = (size_t)set->n_features + bias};

    s.sum = pt_array((size_t)set->n_features + 1, sizeof *s.sum);
    run->record->failed |= s.sum == NULL;
    turn->from = SIZE_MAX;
    for (; s.sum != NULL && turn->to <= last; turn->to++) {
        turn->from = walk_back(&s, turn->to, turn->to > most + least ? turn->to - most : least);
        if (turn->from != SIZE_MAX)
            break;
    }
    for (size_t k = turn->from; turn->from != SIZE_MAX && k < turn->to; k++)
        times[run->uses[k].row]++;
    pt_release(s.sum);
    return turn->from != SIZE_MAX;
}

/* ---- the theorem ------------------------------------------------------------------------------------ */

double pt_steps_product(const struct pt_row *row, const double *w, double bias)
{
    double sum = bias;

    for (size_t j = 0; j < row->n; j++)
        sum += w[row->index == NULL ? j : row->index[j]] * pt_row_value(row, j);
    return row->label == 1 ? sum : -sum;
}

static double least_product(const ptron_dataset *set, const double *w, double bias)
{
    double least = INFINITY;

    for (uint64_t i = 0; i < set->n_rows; i++) {
        const struct pt_row row = pt_dataset_row(set, i);
        least = fmin(least, pt_steps_product(&row, w, bias));
    }
    return least;
}

/* The coefficient of the constant feature. */
static double coefficient_of(const struct pt_star *star, double bias)
{
    return star->constant > 0.0 ? bias / star->constant : 0.0;
}

static void find_star(ptron_run *run)
{
    struct pt_star *star = &run->star;
    ptron_theorem *t = &star->theorem;

    star->coefficient = coefficient_of(star, star->bias);
    for (size_t j = 0; j < star->n_weights; j++)
        t->norm2 += star->weights[j] * star->weights[j];
    t->norm2 += star->coefficient * star->coefficient;
    for (uint64_t i = 0; i < run->set->n_rows; i++) {   /* from the values: R itself is rounded once more */
        const struct pt_row row = pt_dataset_row(run->set, i);
        double norm2 = 0.0;
        for (size_t j = 0; j < row.n; j++)
            norm2 += pt_row_value(&row, j) * pt_row_value(&row, j);
        t->radius2 = fmax(t->radius2, norm2 + star->constant * star->constant);
    }
    t->gamma = star->weights == NULL ? (double)NAN
                                     : least_product(run->set, star->weights, star->coefficient * star->constant);
    t->bound = t->radius2 * t->norm2 / (t->gamma * t->gamma);
    t->applies = star->from_zero && t->gamma > 0.0;
}

/* The first weights that are those of an earlier step again, among the steps kept. */
static void find_cycle(ptron_run *run)
{
    struct pt_star *star = &run->star;
    const uint64_t updates = run->n_kept == 0 ? 0 : run->kept[run->n_kept - 1].step.updates;
    struct pt_turn turn = {.from = 1, .to = 2, .last = (size_t)updates};

    star->times = pt_zeroed((size_t)run->set->n_rows, sizeof *star->times);
    run->record->failed |= star->times == NULL;
    if (star->times == NULL || run->strange ||
        !pt_steps_cycle(run, run->set, star->constant > 0.0, &turn, star->times))
        return;
    star->theorem.cycle_from = turn.from;
    star->theorem.cycle_to = turn.to;
    star->theorem.times = star->times;
}

ptron_status pt_steps_theorem(ptron_run *run, const ptron_trainer *trainer, ptron_theorem *theorem, ptron_error *err)
{
    if (run->star.times == NULL) {
        run->star.constant = trainer->setup.bias_scale;
        run->star.from_zero = trainer->start.w == NULL;
        find_star(run);
        find_cycle(run);
    }
    *theorem = run->star.theorem;
    return pt_record_status(run->record, err);
}

void pt_steps_sides(const ptron_run *run, size_t i, ptron_sides *sides)
{
    const struct pt_frame *frame = &run->kept[i];
    const struct pt_star *star = &run->star;
    const double coefficient = coefficient_of(star, frame->step.bias), mass = frame->step.mass;
    double norm2 = coefficient * coefficient, along = 0.0;

    assert(i < run->n_kept);
    *sides = (ptron_sides){sizeof *sides, NAN, NAN, NAN, NAN, NAN, NAN};
    for (size_t j = 0; j < frame->step.n_weights; j++) {
        norm2 += frame->weights[j] * frame->weights[j];
        along += star->weights[j] * frame->weights[j];
    }
    if (norm2 > 0.0 && frame->weights != NULL)
        sides->lower = least_product(run->set, frame->weights, coefficient * star->constant) / sqrt(norm2);
    if (norm2 > 0.0 && mass > 0.0 && star->from_zero)
        sides->upper = sqrt(norm2) / mass;
    if (star->theorem.applies) {
        sides->along = along + star->coefficient * coefficient;
        sides->along_least = star->theorem.gamma * mass;
    }
    if (star->from_zero) {
        sides->norm2 = norm2;
        sides->norm2_most = frame->squares * star->theorem.radius2;
    }
}
