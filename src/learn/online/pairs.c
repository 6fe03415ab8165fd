/* Joining and parting two arrays of weights. */
#include "learn/online/pairs.h"
#include "base/alloc.h"
#include "base/memory.h"

enum {
    MOST_WEIGHTS = 1 << 22,   /* the memory of pairs comes on top: 64 MB at most */
    WORTH = 2,                /* values for each feature since it was parted, from which on joining costs little */
};

/* What stands beside each weight; NULL: nothing, or more than one thing. */
static struct pt_weights *beside(struct pt_online *o)
{
    if (o->parts.space == &pt_space_binary && o->parts.keeper == &pt_keep_average)
        return &o->kept.weights;
    return o->parts.space == &pt_space_confident && o->parts.keeper == &pt_keep_last ? &o->variance : NULL;
}

static bool serves(struct pt_online *o, const struct pt_batch *batch)
{
    const struct pt_weights *w = &o->base.w;

    if (batch->block->dense || batch->block->n_rows == 0 || w->vectors != 1 || !pt_weights_far(w) ||
        w->features > MOST_WEIGHTS || o->base.setup.positive != NULL || beside(o) == NULL)
        return false;
    o->pairs.values += pt_block_values(batch->block) / batch->block->n_rows * batch->n;
    return o->pairs.values > (uint64_t)WORTH * w->features;
}

static void join(struct pt_online *o)
{
    struct pt_weights *w = &o->base.w, *other = beside(o);
    const size_t n = w->features;
    double *pairs = o->pairs.at;

    if (pairs == NULL && (pairs = pt_array(2 * n, sizeof *pairs)) != NULL)
        pt_memory_large_pages(pairs, 2 * n * sizeof *pairs);
    if (pairs == NULL)
        return;
    for (size_t j = 0; j < n; j++) {
        pairs[2 * j] = w->w[j];
        pairs[2 * j + 1] = other->w[j];
    }
    o->pairs.at = pairs;
    o->pairs.own[0] = w->w;
    o->pairs.own[1] = other->w;
    w->w = pairs;
    other->w = pairs + 1;
    w->paired = other->paired = true;
}

void pt_pairs_part(struct pt_online *o)
{
    struct pt_weights *w = &o->base.w, *other = beside(o);

    o->pairs.values = 0;
    if (!w->paired)
        return;
    for (size_t j = 0; j < w->features; j++) {
        o->pairs.own[0][j] = w->w[2 * j];
        o->pairs.own[1][j] = w->w[2 * j + 1];
    }
    w->w = o->pairs.own[0];
    other->w = o->pairs.own[1];
    w->paired = other->paired = false;
}

void pt_pairs_ready(struct pt_online *o, const struct pt_batch *batch, bool described)
{
    const bool serving = !described && serves(o, batch);

    if (o->base.w.paired && (described || batch->block->dense))
        pt_pairs_part(o);
    else if (serving && !o->base.w.paired)
        join(o);
}

/* What has parted needs no pairs: they are as many as the weights were. */
void pt_pairs_fini(struct pt_online *o)
{
    pt_pairs_part(o);
    pt_release(o->pairs.at);
    o->pairs.at = NULL;
}

const struct pt_online *pt_online_parted(const void *self)
{
    struct pt_online *o = (struct pt_online *)(uintptr_t)self;

    if (o->base.w.paired)   /* else nothing is written: several may look at once */
        pt_pairs_part(o);
    return o;
}
