/* Keepers: the last weights, their average, or the best. */
#include "learn/online.h"

static void ignore_stay(struct pt_online *o)
{
    (void)o;
}

static void ignore_move(struct pt_online *o, const struct pt_row *row, uint32_t rival, double step)
{
    (void)o, (void)row, (void)rival, (void)step;
}

static void answer_last(const struct pt_online *o, struct pt_weights *out, double *mass)
{
    pt_weights_set(out, &o->w);
    *mass = o->mass;
}

const struct pt_keeper pt_keep_last = {false, ignore_move, ignore_stay, ignore_stay, answer_last};

/* ---- average -------------------------------------------------------------------------------------
 * The mean of the weights after each row, without touching every weight on every row (Daume 2006): an
 * update d made when `seen` rows have gone by is missing from those `seen` vectors, so
 *     mean = w - drift / rows,   drift = sum of seen * d.
 * tests/property holds this equal to the naive mean. */

static void average_moved(struct pt_online *o, const struct pt_row *row, uint32_t rival, double step)
{
    const double late = step * (double)o->kept.seen;

    if (late != 0.0)
        o->parts.space->add(o, &o->kept.weights, row, rival, late);
    o->kept.mass += late;
    o->kept.seen++;
}

static void average_stayed(struct pt_online *o)
{
    o->kept.seen++;
}

static void answer_average(const struct pt_online *o, struct pt_weights *out, double *mass)
{
    answer_last(o, out, mass);
    if (o->kept.seen == 0)
        return;
    pt_weights_blend(o->setup.ops, out, -1.0 / (double)o->kept.seen, &o->kept.weights);
    *mass -= o->kept.mass / (double)o->kept.seen;
}

const struct pt_keeper pt_keep_average = {true, average_moved, average_stayed, ignore_stay, answer_average};

/* ---- pocket --------------------------------------------------------------------------------------
 * Gallant's pocket with ratchet (1990): the weights are judged on all rows when their run of correct rows
 * exceeds the pocket's, and at the end of an epoch; they replace the pocket only if errors strictly fall. */

static void pocket_look(struct pt_online *o)
{
    struct pt_census census = {0};
    ptron_model view;

    if (o->kept.looked)
        return;
    o->kept.looked = true;
    pt_online_view(&o->setup, &o->w, o->additive, &view);
    o->setup.judge(o->setup.trainer, &view, &census);
    if (census.errors >= o->kept.errors)
        return;
    pt_weights_set(&o->kept.weights, &o->w);
    o->kept.errors = census.errors;
    o->kept.mass = o->mass;
    o->kept.best_run = o->kept.run;
}

static void pocket_moved(struct pt_online *o, const struct pt_row *row, uint32_t rival, double step)
{
    ignore_move(o, row, rival, step);
    o->kept.run = 0;
    o->kept.looked = false;
}

static void pocket_stayed(struct pt_online *o)
{
    if (++o->kept.run > o->kept.best_run)
        pocket_look(o);
}

static void answer_pocket(const struct pt_online *o, struct pt_weights *out, double *mass)
{
    if (o->kept.errors == UINT64_MAX) {
        answer_last(o, out, mass);
        return;
    }
    pt_weights_set(out, &o->kept.weights);
    *mass = o->kept.mass;
}

const struct pt_keeper pt_keep_pocket = {true, pocket_moved, pocket_stayed, pocket_look, answer_pocket};
