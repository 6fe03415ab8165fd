/* Keepers: the last weights, their average, the best, or a vote of all. */
#include "learn/online/online.h"
#include "base/alloc.h"

static void ignore_stay(struct pt_online *o, uint64_t rows)
{
    (void)o, (void)rows;
}

static void ignore_end(struct pt_online *o)
{
    (void)o;
}

static void ignore_move(struct pt_online *o, const struct pt_row *row, uint32_t rival, double step)
{
    (void)o, (void)row, (void)rival, (void)step;
}

static void answer_last(const struct pt_online *o, struct pt_weights *out, double *mass)
{
    pt_weights_set(out, &o->base.w);
    if (o->base.scale != 1.0)
        pt_weights_scale(o->base.setup.ops, out, o->base.scale);
    *mass = o->base.mass * o->base.scale;
}

const struct pt_keeper pt_keep_last = {
    .moved = ignore_move, .stayed = ignore_stay, .end_epoch = ignore_end, .answer = answer_last,
};

/* ---- average -------------------------------------------------------------------------------------
 * The mean of the weights after each row, without touching every weight on every row (Daume 2006): an
 * update d made when `seen` rows have gone by is missing from those `seen` vectors, so
 *     mean = w - drift / rows,   drift = sum of seen * d.
 * tests/property holds this equal to the naive mean. */

static void average_moved(struct pt_online *o, const struct pt_row *row, uint32_t rival, double step)
{
    const double late = step * (double)o->kept.seen;

    if (late != 0.0 && !pt_online_moves_both(o))
        o->parts.space->add(o, &o->kept.weights, row, rival, late);
    o->kept.mass += late;
    o->kept.seen++;
}

static void average_stayed(struct pt_online *o, uint64_t rows)
{
    o->kept.seen += rows;
}

static void answer_average(const struct pt_online *o, struct pt_weights *out, double *mass)
{
    answer_last(o, out, mass);
    if (o->kept.seen == 0)
        return;
    pt_weights_blend(o->base.setup.ops, out, -1.0 / (double)o->kept.seen, &o->kept.weights);
    *mass -= o->kept.mass / (double)o->kept.seen;
}

const struct pt_keeper pt_keep_average = {
    .keeps = true, .moved = average_moved, .stayed = average_stayed, .end_epoch = ignore_end,
    .answer = answer_average,
};

/* ---- pocket -------------------------------------------------------------------------------------- */

static void pocket_look(struct pt_online *o)
{
    ptron_model view;
    bool better = false;

    if (o->kept.pocket.looked || o->status != PTRON_OK)
        return;
    pt_linear_view(&o->base.setup, &o->base.w, o->base.additive, &view);
    o->status = pt_pocket_look(&o->kept.pocket, &o->base.setup, &view, &better, &o->trouble);
    if (!better)
        return;
    pt_weights_set(&o->kept.weights, &o->base.w);
    o->kept.mass = o->base.mass;
}

static void pocket_moved(struct pt_online *o, const struct pt_row *row, uint32_t rival, double step)
{
    ignore_move(o, row, rival, step);
    pt_pocket_moved(&o->kept.pocket);
}

static void pocket_stayed(struct pt_online *o, uint64_t rows)
{
    for (; rows > 0; rows--)
        if (pt_pocket_stayed(&o->kept.pocket))
            pocket_look(o);
}

static void answer_pocket(const struct pt_online *o, struct pt_weights *out, double *mass)
{
    if (pt_pocket_is_empty(&o->kept.pocket)) {
        answer_last(o, out, mass);
        return;
    }
    pt_weights_set(out, &o->kept.weights);
    *mass = o->kept.mass;
}

const struct pt_keeper pt_keep_pocket = {
    .keeps = true, .looks = true, .moved = pocket_moved, .stayed = pocket_stayed, .end_epoch = pocket_look,
    .answer = answer_pocket,
};

/* ---- votes ---------------------------------------------------------------------------------------
 * Each w votes as often as there were rows after which it stood (Freund and Schapire 1999). Only updates are
 * kept; see model/votes.h. */

static void votes_moved(struct pt_online *o, const struct pt_row *row, uint32_t rival, double step)
{
    const uint32_t down = o->base.w.vectors == 1 ? row->label != 1 : rival;

    if (o->status == PTRON_OK)
        o->status = pt_votes_add(&o->kept.votes, row, row->label, down, step, &o->trouble);
}

static void votes_stayed(struct pt_online *o, uint64_t rows)
{
    o->kept.votes.last += rows;
}

static ptron_status attach_votes(const struct pt_online *o, ptron_model *model, ptron_error *err)
{
    model->kind = PT_MODEL_VOTES;
    model->votes = pt_zeroed(1, sizeof *model->votes);
    if (model->votes == NULL)
        return pt_fail_memory(err, sizeof *model->votes, "a model");
    return pt_votes_copy(model->votes, &o->kept.votes, err);
}

static void save_votes(const struct pt_online *o, struct pt_buffer *out)
{
    pt_votes_save(&o->kept.votes, out);
}

static ptron_status load_votes(struct pt_online *o, struct pt_cursor *in, ptron_error *err)
{
    pt_votes_fini(&o->kept.votes);
    return pt_votes_load(&o->kept.votes, o->base.setup.classes, o->base.setup.features, in, err);
}

const struct pt_keeper pt_keep_votes = {
    .moved = votes_moved, .stayed = votes_stayed, .end_epoch = ignore_end, .answer = answer_last,
    .attach = attach_votes, .save = save_votes, .load = load_votes,
};
