/* The steps of a run, for traces: each with the weights after it and both sides of the theorem's inequalities, and the
 * updates that lead back to the same weights. Pages take the same steps, thinned (record.c). */
#include "base/alloc.h"
#include "learn/trainer/trainer.h"
#include "record/record.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* ---- keeping ---------------------------------------------------------------------------------------- */

void pt_steps_fini(ptron_run *run)
{
    for (size_t i = 0; i < run->n_kept; i++)
        pt_release(run->kept[i].weights);
    pt_release(run->kept);
    pt_release(run->star.weights);
    pt_release(run->star.start);
    pt_release(run->star.times);
}

bool pt_frame_take(struct pt_frame *frame, const ptron_step *step, long double squares, bool weights)
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
    star->theorem.mass = step->mass;
    if (run->n_kept == run->keep)
        return true;
    if (!pt_grow(&kept, &run->kept_room, run->n_kept + 1, sizeof *run->kept))
        return false;
    run->kept = kept;
    return pt_frame_take(&run->kept[run->n_kept++], step, run->lemmas.squares, true);
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

struct summing {                 /* of rows used */
    const ptron_run *run;
    const ptron_dataset *set;
    double  scale;
    size_t  n;                   /* columns that must be zero */
    double *sum;                 /* [features + 1] the constant feature last */
    bool    rounded;             /* beyond what doubles count */
};

static void add_use(struct summing *s, const struct pt_use *use)
{
    const struct pt_row row = pt_dataset_row(s->set, use->row);
    const double sign = row.label == 1 ? 1.0 : -1.0;

    for (size_t j = 0; j < row.n; j++) {
        double *sum = &s->sum[row.index == NULL ? j : row.index[j]];
        *sum += sign * rint(s->scale * pt_row_value(&row, j));
        s->rounded |= fabs(*sum) >= 0x1p53;
    }
    s->sum[s->set->n_features] += sign;
}

/* Whether use k is the last of those after which the weights were looked at. */
static bool is_in_weights(const ptron_run *run, size_t k)
{
    return k == 0 || run->uses[k - 1].after != 0;
}

/* How many uses went before those that add up to zero, the last of them being `end`; SIZE_MAX: there are none back
 * to `least`. */
static size_t walk_back(struct summing *s, size_t end, size_t least)
{
    memset(s->sum, 0, ((size_t)s->set->n_features + 1) * sizeof *s->sum);
    for (size_t k = end; k > least && !s->rounded; k--) {
        size_t zeros = 0;
        add_use(s, &s->run->uses[k - 1]);
        while (zeros < s->n && s->sum[zeros] == 0.0)
            zeros++;
        if (zeros == s->n && is_in_weights(s->run, k - 1) && !s->rounded)
            return k - 1;
    }
    return SIZE_MAX;
}

bool pt_steps_cycle(ptron_run *run, const ptron_dataset *set, bool bias, struct pt_turn *turn, uint64_t *times)
{
    const size_t most = 20000000 / ((size_t)set->n_features + 1);   /* uses to look back to */
    const size_t least = turn->from, last = turn->last < run->n_uses ? turn->last : run->n_uses;
    struct summing s = {.run = run, .set = set, .scale = decimals_of(set), .n = (size_t)set->n_features + bias};

    turn->from = SIZE_MAX;
    if (run->strange || run->lemmas.no_sum || run->lemmas.shrinks || s.scale == 0.0 || !is_one_length(run))
        return false;
    s.sum = pt_array((size_t)set->n_features + 1, sizeof *s.sum);
    run->record->failed |= s.sum == NULL;
    for (; s.sum != NULL && turn->to <= last; turn->to++) {
        if (is_in_weights(run, turn->to))
            turn->from = walk_back(&s, turn->to, turn->to > most + least ? turn->to - most : least);
        if (turn->from != SIZE_MAX)
            break;
    }
    for (size_t k = turn->from; turn->from != SIZE_MAX && k < turn->to; k++)
        times[run->uses[k].row]++;
    pt_release(s.sum);
    return turn->from != SIZE_MAX;
}

static const double least_square = 1e-280;   /* of smaller ones a double holds less than its digits, or nothing */

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

/* Whether every product is above zero by more than rounding could have made of it, in its sum and in the rows' own
 * decimals. */
static bool is_apart(const ptron_dataset *set, const double *w, double bias)
{
    for (uint64_t i = 0; i < set->n_rows; i++) {
        const struct pt_row row = pt_dataset_row(set, i);
        double size = fabs(bias);
        for (size_t j = 0; j < row.n; j++)
            size += fabs(w[row.index == NULL ? j : row.index[j]] * pt_row_value(&row, j));
        if (!(pt_steps_product(&row, w, bias) > ((double)row.n + 4.0) * DBL_EPSILON * size))
            return false;
    }
    return true;
}

/* The coefficient of the constant feature. */
static double coefficient_of(const struct pt_star *star, double bias)
{
    return star->constant > 0.0 ? bias / star->constant : 0.0;
}

/* w0, if it is not zero. */
static void copy_start(ptron_run *run, const struct pt_weights *start)
{
    struct pt_star *star = &run->star;

    if (start->w == NULL || star->weights == NULL || start->vectors != 1 || start->features < star->n_weights)
        return;
    star->start = pt_array(star->n_weights, sizeof *star->start);
    run->record->failed |= star->start == NULL;
    if (star->start == NULL)
        return;
    memcpy(star->start, start->w, star->n_weights * sizeof *star->start);
    star->start_coefficient = start->bias[0];
}

static double squared(double value)
{
    return value * value;
}

static void find_start(struct pt_star *star)
{
    star->theorem.start_norm2 = squared(star->start_coefficient);
    star->start_along = star->coefficient * star->start_coefficient;
    for (size_t j = 0; star->start != NULL && j < star->n_weights; j++) {
        star->theorem.start_norm2 += squared(star->start[j]);
        star->start_along += star->weights[j] * star->start[j];
    }
}

static void find_star(ptron_run *run)
{
    struct pt_star *star = &run->star;
    const struct pt_lemmas *l = &run->lemmas;
    ptron_theorem *t = &star->theorem;

    star->coefficient = coefficient_of(star, star->bias);
    find_start(star);
    for (size_t j = 0; j < star->n_weights; j++)
        t->norm2 += squared(star->weights[j]);
    t->norm2 += squared(star->coefficient);
    for (uint64_t i = 0; i < run->set->n_rows; i++) {   /* from the values: R itself is rounded once more */
        const struct pt_row row = pt_dataset_row(run->set, i);
        double norm2 = 0.0;
        for (size_t j = 0; j < row.n; j++)
            norm2 += squared(pt_row_value(&row, j));
        t->radius2 = fmax(t->radius2, norm2 + squared(star->constant));
    }
    t->gamma = star->weights == NULL ? (double)NAN
                                     : least_product(run->set, star->weights, star->coefficient * star->constant);
    t->applies = star->weights != NULL && t->gamma > least_square && t->norm2 > least_square &&
                 t->radius2 > least_square && isfinite(t->norm2 * t->radius2) && !l->no_sum &&
                 is_apart(run->set, star->weights, star->coefficient * star->constant);
    t->has_lemma2 = star->weights != NULL && !l->no_sum && !l->shrinks && !l->no_threshold;
    t->threshold = l->threshold;
    t->longest = l->longest;
    t->bound = NAN;
    if (t->applies && t->has_lemma2 && t->longest > 0.0)
        t->bound = (t->radius2 + 2.0 * t->threshold / t->longest) * t->norm2 / squared(t->gamma) +
                   2.0 * sqrt(t->start_norm2 * t->norm2) / (t->longest * t->gamma);
    if (!isfinite(t->bound))
        t->bound = NAN;
}

/* The first weights that are those of an earlier step again, among the steps kept. */
static void find_cycle(ptron_run *run)
{
    struct pt_star *star = &run->star;
    struct pt_turn turn = {.from = 0, .to = 1};

    star->times = pt_zeroed((size_t)run->set->n_rows, sizeof *star->times);
    run->record->failed |= star->times == NULL;
    for (size_t k = 1; k <= run->n_uses; k++)
        if (run->uses[k - 1].after != 0 && run->uses[k - 1].after <= run->n_kept)
            turn.last = k;
    if (star->times == NULL || !pt_steps_cycle(run, run->set, star->constant > 0.0, &turn, star->times))
        return;
    star->theorem.cycle_from = turn.from == 0 ? 0 : run->uses[turn.from - 1].after;
    star->theorem.cycle_to = run->uses[turn.to - 1].after;
    star->theorem.times = star->times;
}

ptron_status pt_steps_theorem(ptron_run *run, const ptron_trainer *trainer, ptron_theorem *theorem, ptron_error *err)
{
    if (run->star.times == NULL) {
        run->star.constant = trainer->setup.bias_scale;
        copy_start(run, &trainer->start);
        run->star.exact = strcmp(pt_option_text(trainer->options, "start"), "ones") == 0 &&
                          pt_cycle_is_exact(run->set, pt_option_real(trainer->options, "rate"), run->star.constant,
                                            trainer->counts.updates);
        find_star(run);
        find_cycle(run);
    }
    *theorem = run->star.theorem;
    return pt_record_status(run->record, err);
}

/* Whether the way from the start may be no more than what rounding made of it: every update rounds, by a share of what
 * the weights are then. Whole numbers have sums that are exact. */
static bool is_rounding(const struct pt_star *star, const ptron_step *step, double way)
{
    const double start = sqrt(star->theorem.start_norm2), steps = step->mass * sqrt(star->theorem.radius2);

    return star->start != NULL && !star->exact && way < (double)step->updates * DBL_EPSILON * (start + steps);
}

void pt_steps_sides(const ptron_run *run, size_t i, ptron_sides *sides)
{
    const struct pt_frame *frame = &run->kept[i];
    const struct pt_star *star = &run->star;
    const ptron_theorem *t = &star->theorem;
    const double coefficient = coefficient_of(star, frame->step.bias), mass = frame->step.mass;
    double norm2 = squared(coefficient), along = 0.0, way2 = squared(coefficient - star->start_coefficient);
    bool moved = way2 != 0.0, any = norm2 != 0.0;

    assert(i < run->n_kept);
    *sides = (ptron_sides){sizeof *sides, NAN, NAN, NAN, NAN, NAN, NAN};
    if (frame->weights == NULL)
        return;
    for (size_t j = 0; j < frame->step.n_weights; j++) {
        norm2 += squared(frame->weights[j]);
        const double way = frame->weights[j] - (star->start == NULL ? 0.0 : star->start[j]);
        moved |= way != 0.0;
        any |= frame->weights[j] != 0.0;
        way2 += squared(way);
        along += star->weights[j] * frame->weights[j];
    }
    if ((moved && way2 < least_square) || (any && norm2 < least_square) || !isfinite(way2 + norm2 + t->norm2))
        return;   /* squares of values this small, or large, are lost, and products with them */
    if (norm2 > 0.0)
        sides->lower = least_product(run->set, frame->weights, coefficient * star->constant) / sqrt(norm2);
    if (mass > 0.0 && !is_rounding(star, &frame->step, sqrt(way2)))
        sides->upper = sqrt(way2) / mass;
    if (t->applies) {
        sides->along = along + star->coefficient * coefficient;
        sides->along_least = star->start_along + t->gamma * mass;
    }
    if (t->has_lemma2) {
        sides->norm2 = norm2;
        sides->norm2_most = t->start_norm2 + (double)(frame->squares * t->radius2) + 2.0 * t->threshold * mass;
    }
}
