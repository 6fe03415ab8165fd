/* Mixing the weights of shards (McDonald, Hall, Mann 2010). All began the epoch as w; shard i came to w_i:
 *     w' = w + sum of share_i (w_i - w).
 * What did not move adds nothing, so that an epoch without updates leaves every bit as it was. Masses mix as the
 * weights do: w' is still a sum of rows, and norm(w')/mass' still bounds every margin.
 *
 * The average is over all rows of all shards. Before the epoch it was w - drift/N; shard i counted its m_i rows and
 * its drift_i from nothing; the mix is one more move, late by all rows of its shard (see keep.c):
 *     drift' = drift + N (w' - w) + sum of (drift_i + m_i (w' - w_i)),   N' = N + sum of m_i. */
#include "base/size.h"
#include "learn/online/online.h"

#include <string.h>

enum { SLICE = 256, TASK = 64 * SLICE, LEVELS = 13 };   /* 2^(LEVELS - 1) shards at most */

struct mixing {
    struct pt_online *o;
    void *const *others;      /* [n] struct pt_online */
    const double *share;      /* [n] */
    size_t n;
};

/* Terms are summed in a tree that depends on their number alone: those of equal height meet. */
struct cascade {
    double sum[LEVELS][SLICE];
    size_t depth, width;
};

static void fold(struct cascade *c)
{
    c->depth--;
    for (size_t j = 0; j < c->width; j++)
        c->sum[c->depth - 1][j] += c->sum[c->depth][j];
}

/* The term on top is number i. */
static void fold_equals(struct cascade *c, size_t i)
{
    c->depth++;
    for (size_t pairs = i + 1; pairs % 2 == 0; pairs /= 2)
        fold(c);
}

static const double *total(struct cascade *c)
{
    while (c->depth > 1)
        fold(c);
    return c->sum[0];
}

static const struct pt_online *other(const struct mixing *m, size_t i)
{
    return m->others[i];
}

/* The sum of share_i (w_i - w). */
static const double *moves(const struct mixing *m, const double *w, size_t offset, bool bias, struct cascade *c)
{
    c->depth = 0;
    for (size_t i = 0; i < m->n; i++) {
        const double *own = (bias ? other(m, i)->base.w.bias : other(m, i)->base.w.w) + offset;
        for (size_t j = 0; j < c->width; j++)
            c->sum[c->depth][j] = m->share[i] * (own[j] - w[j]);
        fold_equals(c, i);
    }
    return total(c);
}

/* The sum of drift_i + m_i (w' - w_i). */
static const double *drifts(const struct mixing *m, const double *mixed, size_t offset, bool bias, struct cascade *c)
{
    c->depth = 0;
    for (size_t i = 0; i < m->n; i++) {
        const struct pt_online *o = other(m, i);
        const double *own = (bias ? o->base.w.bias : o->base.w.w) + offset;
        const double *drift = (bias ? o->kept.weights.bias : o->kept.weights.w) + offset;
        const double rows = (double)o->kept.seen;
        for (size_t j = 0; j < c->width; j++)
            c->sum[c->depth][j] = drift[j] + rows * (mixed[j] - own[j]);
        fold_equals(c, i);
    }
    return total(c);
}

static void mix_slice(const struct mixing *m, size_t offset, size_t width, bool bias)
{
    double *w = (bias ? m->o->base.w.bias : m->o->base.w.w) + offset;
    const double *sum;
    struct cascade c = {.depth = 0, .width = width};
    double before[SLICE];

    memcpy(before, w, width * sizeof *w);
    sum = moves(m, before, offset, bias, &c);
    for (size_t j = 0; j < width; j++)
        w[j] = before[j] + sum[j];
    if (!m->o->parts.keeper->keeps)
        return;
    sum = drifts(m, w, offset, bias, &c);
    w = (bias ? m->o->kept.weights.bias : m->o->kept.weights.w) + offset;
    for (size_t j = 0; j < width; j++) {
        const double now = (bias ? m->o->base.w.bias : m->o->base.w.w)[offset + j];
        w[j] += (double)m->o->kept.seen * (now - before[j]) + sum[j];
    }
}

static void mix_task(void *context, size_t task)
{
    const struct mixing *m = context;
    const size_t n = m->o->base.w.vectors * m->o->base.w.features, to = pt_min(n, (task + 1) * TASK);

    for (size_t at = task * TASK; at < to; at += SLICE)
        mix_slice(m, at, pt_min(SLICE, to - at), false);
}

/* The masses go the way of the weights. */
static void mix_mass(const struct mixing *m)
{
    struct pt_online *o = m->o;
    struct cascade c = {.depth = 0, .width = 1};
    const double before = o->base.mass;

    for (size_t i = 0; i < m->n; i++) {
        c.sum[c.depth][0] = m->share[i] * (other(m, i)->base.mass - before);
        fold_equals(&c, i);
    }
    o->base.mass = before + total(&c)[0];
    c.depth = 0;
    for (size_t i = 0; i < m->n; i++) {
        const struct pt_online *own = other(m, i);
        c.sum[c.depth][0] = own->kept.mass + (double)own->kept.seen * (o->base.mass - own->base.mass);
        fold_equals(&c, i);
    }
    o->kept.mass += (double)o->kept.seen * (o->base.mass - before) + total(&c)[0];
}

void pt_online_mix(void *self, void *const *others, const double *share, size_t n)
{
    struct pt_online *o = self;
    struct mixing m = {o, others, share, n};
    const size_t weights = o->base.w.vectors * o->base.w.features;

    pt_pool_run(o->base.setup.pool, (weights + TASK - 1) / TASK, mix_task, &m);
    for (size_t at = 0; at < o->base.w.vectors; at += SLICE)
        mix_slice(&m, at, pt_min(SLICE, o->base.w.vectors - at), true);
    mix_mass(&m);
    for (size_t i = 0; i < n; i++) {   /* rates go on from the shard that made the most updates */
        o->kept.seen += other(&m, i)->kept.seen;
        o->base.updates = other(&m, i)->base.updates > o->base.updates ? other(&m, i)->base.updates : o->base.updates;
    }
    if (o->parts.rule->needs_norm)
        o->w_norm2 = pt_weights_norm2(o->base.setup.ops, &o->base.w);
}

void pt_online_follow(void *self, const void *mixed)
{
    struct pt_online *o = self;
    const struct pt_online *from = mixed;

    pt_weights_set(&o->base.w, &from->base.w);
    o->w_norm2 = from->w_norm2;
    o->base.mass = from->base.mass;
    o->base.updates = from->base.updates;
    o->kept.mass = 0.0;
    o->kept.seen = 0;
    if (o->parts.keeper->keeps)
        pt_weights_fill(&o->kept.weights, 0.0);
}
