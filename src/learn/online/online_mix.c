/* Mixing the weights of shards (McDonald, Hall, Mann 2010). All began the epoch as w; shard i came to w_i:
 *     w' = w + sum of share_i (w_i - w).
 * What did not move adds nothing, so that an epoch without updates leaves every bit as it was. Masses mix as the
 * weights do: w' is still a sum of rows, and norm(w')/mass' still bounds every margin.
 *
 * The average is over all rows of all shards. Before the epoch it was w - drift/N; shard i counted its m_i rows and
 * its drift_i from nothing; the mix is one more move, late by all rows of its shard (see keep.c):
 *     drift' = drift + N (w' - w) + sum of (drift_i + m_i (w' - w_i)),   N' = N + sum of m_i. */
#include "base/alloc.h"
#include "base/size.h"
#include "learn/online/mix_terms.h"
#include "learn/online/pairs.h"

#include <string.h>

enum { SLICE = 512, TASK_SLICES = 16, PIECE = 64 * SLICE };

struct digest {               /* what everyone must know of a shard */
    double   mass, kept_mass;
    uint64_t seen, updates;
};

struct mixing {
    struct pt_online *o;
    void *const *others;      /* [n] struct pt_online; NULL: another rank's */
    const double *share;      /* [n] */
    size_t n;
    size_t from, to;          /* those that are here */
    bool   level;             /* they begin anew from what is mixed */
    struct digest *digest;    /* [n] */
    size_t *ranks_from;       /* [ranks + 1] the first shard of each rank */
    double *sum;              /* [PT_TREE_NODES][PIECE] sums that go from rank to rank; NULL: one process */
    double *before;           /* [PIECE] */
    size_t length;            /* of the weights, or of the bias */
    bool   bias;
};

static struct pt_online *other(const struct mixing *m, size_t i)
{
    return m->others[i];
}

static double *array_of(const struct pt_weights *w, const struct mixing *m)
{
    return m->bias ? w->bias : w->w;
}

/* ---- terms --------------------------------------------------------------------------------------- */

struct slice {                /* the weights at hand */
    size_t at, width;
    const double *before;     /* [width] */
};

/* share_i (w_i - w) */
static void move_of(const struct mixing *m, size_t i, const struct slice *s, double *term, bool add)
{
    const double *own = array_of(&other(m, i)->base.w, m) + s->at;

    pt_mix_terms()->move(term, m->share[i], own, s->before, s->width, add);
}

/* drift_i + m_i (w' - w_i) */
static void drift_of(const struct mixing *m, size_t i, const struct slice *s, double *term, bool add)
{
    const struct pt_online *o = other(m, i);
    const double *own = array_of(&o->base.w, m) + s->at, *drift = array_of(&o->kept.weights, m) + s->at;
    const double *mixed = array_of(&m->o->base.w, m) + s->at;

    pt_mix_terms()->drift(term, drift, (double)o->kept.seen, mixed, own, s->width, add);
}

typedef void term_of(const struct mixing *m, size_t i, const struct slice *s, double *term, bool add);

static void sum_here(const struct mixing *m, const struct slice *s, term_of *term, struct pt_tree *tree)
{
    tree->width = s->width;
    tree->depth = 0;
    for (size_t i = m->from; i < m->to; i++) {
        double *left = pt_tree_left(tree, i);

        term(m, i, s, left == NULL ? pt_tree_next(tree) : left, left != NULL);
        (left == NULL ? pt_tree_add : pt_tree_joined)(tree, i);
    }
}

/* ---- what the sums do ---------------------------------------------------------------------------- */

static void take_moves(const struct mixing *m, const struct slice *s, const double *restrict sum)
{
    double *w = array_of(&m->o->base.w, m) + s->at;

    for (size_t j = 0; j < s->width; j++)
        w[j] = s->before[j] + sum[j];
}

static void take_drifts(const struct mixing *m, const struct slice *s, const double *restrict sum)
{
    const double *w = array_of(&m->o->base.w, m) + s->at, seen = (double)m->o->kept.seen;
    double *kept = array_of(&m->o->kept.weights, m) + s->at;

    for (size_t j = 0; j < s->width; j++)
        kept[j] += seen * (w[j] - s->before[j]) + sum[j];
}

/* While they are near: the shards' weights have just been read. */
static void level_shards(const struct mixing *m, const struct slice *s)
{
    const double *w = array_of(&m->o->base.w, m) + s->at;

    for (size_t i = m->from; m->level && i < m->to; i++) {
        memcpy(array_of(&other(m, i)->base.w, m) + s->at, w, s->width * sizeof *w);
        if (m->o->parts.keeper->keeps)
            memset(array_of(&other(m, i)->kept.weights, m) + s->at, 0, s->width * sizeof *w);
    }
}

/* ---- one process --------------------------------------------------------------------------------- */

static void mix_slice(const struct mixing *m, size_t at)
{
    double sum[PT_TREE_NODES][SLICE], before[SLICE];
    const struct slice s = {at, pt_min(SLICE, m->length - at), before};
    struct pt_tree tree = {.sum = sum[0]};

    memcpy(before, array_of(&m->o->base.w, m) + at, s.width * sizeof *before);
    sum_here(m, &s, move_of, &tree);
    pt_tree_total(&tree, NULL, NULL, NULL);
    take_moves(m, &s, tree.sum);
    if (m->o->parts.keeper->keeps) {
        sum_here(m, &s, drift_of, &tree);
        pt_tree_total(&tree, NULL, NULL, NULL);
        take_drifts(m, &s, tree.sum);
    }
    level_shards(m, &s);
}

static void mix_slices(void *context, size_t task)
{
    const struct mixing *m = context;
    const size_t to = pt_min(m->length, (task + 1) * TASK_SLICES * SLICE);

    for (size_t at = task * TASK_SLICES * SLICE; at < to; at += SLICE)
        mix_slice(m, at);
}

/* ---- ranks --------------------------------------------------------------------------------------- */

struct piece {
    const struct mixing *m;
    struct slice all;
    term_of *term;
    struct pt_tree *tree;     /* of the first slice: all have the same nodes */
};

static struct slice slice_of(const struct piece *p, size_t number)
{
    const size_t from = number * SLICE;

    return (struct slice){p->all.at + from, pt_min(SLICE, p->all.width - from), p->all.before + from};
}

/* The nodes of one slice, which then stand where those of the piece do. */
static void sum_slice(void *context, size_t number)
{
    struct piece *p = context;
    const struct slice s = slice_of(p, number);
    double sum[PT_TREE_NODES][SLICE];
    struct pt_tree tree = {.sum = sum[0]};

    sum_here(p->m, &s, p->term, &tree);
    for (size_t k = 0; k < tree.depth; k++)
        memcpy(p->m->sum + k * p->all.width + number * SLICE, tree.sum + k * s.width, s.width * sizeof *tree.sum);
    if (number == 0) {
        p->tree->depth = tree.depth;
        memcpy(p->tree->node, tree.node, sizeof tree.node);
    }
}

static void level_slice(void *context, size_t number)
{
    const struct piece *p = context;
    const struct slice s = slice_of(p, number);

    level_shards(p->m, &s);
}

/* The sum over all shards of all ranks, in m->sum. */
static ptron_status sum_piece(struct piece *p, term_of *term, ptron_error *err)
{
    struct pt_tree tree = {.sum = p->m->sum, .width = p->all.width};

    p->term = term;
    p->tree = &tree;
    pt_pool_run(p->m->o->base.setup.pool, (p->all.width + SLICE - 1) / SLICE, sum_slice, p);
    return pt_tree_total(&tree, p->m->o->base.setup.ranks, p->m->ranks_from, err);
}

static ptron_status mix_piece(const struct mixing *m, size_t at, ptron_error *err)
{
    struct piece p = {.m = m, .all = {at, pt_min(PIECE, m->length - at), m->before}};

    memcpy(m->before, array_of(&m->o->base.w, m) + at, p.all.width * sizeof *m->before);
    PT_TRY(sum_piece(&p, move_of, err));
    take_moves(m, &p.all, m->sum);
    if (m->o->parts.keeper->keeps) {
        PT_TRY(sum_piece(&p, drift_of, err));
        take_drifts(m, &p.all, m->sum);
    }
    pt_pool_run(m->o->base.setup.pool, m->level ? (p.all.width + SLICE - 1) / SLICE : 0, level_slice, &p);
    return PTRON_OK;
}

static ptron_status mix_array(struct mixing *m, size_t n, bool bias, ptron_error *err)
{
    m->bias = bias;
    m->length = n;
    if (m->sum == NULL)
        pt_pool_run(m->o->base.setup.pool, (n + TASK_SLICES * SLICE - 1) / (TASK_SLICES * SLICE), mix_slices, m);
    for (size_t at = 0; m->sum != NULL && at < n; at += PIECE)
        PT_TRY(mix_piece(m, at, err));
    return PTRON_OK;
}

/* ---- numbers ------------------------------------------------------------------------------------- */

static ptron_status exchange_digests(struct mixing *m, ptron_error *err)
{
    ptron_ranks *ranks = m->o->base.setup.ranks;
    const size_t size = ranks == NULL ? 1 : ranks->size;
    size_t *bytes = pt_array(size + 1, sizeof *bytes);
    ptron_status status;

    if (bytes == NULL)
        return pt_fail_memory(err, size * sizeof *bytes, "ranks");
    for (size_t i = m->from; i < m->to; i++) {
        const struct pt_online *o = other(m, i);
        m->digest[i] = (struct digest){o->base.mass, o->kept.mass, o->kept.seen, o->base.updates};
    }
    for (size_t r = 0; r <= size; r++)
        bytes[r] = m->ranks_from[r] * sizeof *m->digest;
    status = pt_ranks_gather(ranks, m->digest, bytes, err);
    pt_release(bytes);
    return status;
}

/* The masses go the way of the weights. */
static void mix_mass(const struct mixing *m)
{
    struct pt_online *o = m->o;
    double sum[PT_TREE_NODES];
    struct pt_tree tree = {.sum = sum, .width = 1};
    const double before = o->base.mass;

    for (size_t i = 0; i < m->n; i++) {
        *pt_tree_next(&tree) = m->share[i] * (m->digest[i].mass - before);
        pt_tree_add(&tree, i);
    }
    pt_tree_total(&tree, NULL, NULL, NULL);
    o->base.mass = before + sum[0];
    tree.depth = 0;
    for (size_t i = 0; i < m->n; i++) {
        *pt_tree_next(&tree) = m->digest[i].kept_mass +
                               (double)m->digest[i].seen * (o->base.mass - m->digest[i].mass);
        pt_tree_add(&tree, i);
    }
    pt_tree_total(&tree, NULL, NULL, NULL);
    o->kept.mass += (double)o->kept.seen * (o->base.mass - before) + sum[0];
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static ptron_status mix(struct mixing *m, ptron_error *err)
{
    struct pt_online *o = m->o;

    PT_TRY(exchange_digests(m, err));
    PT_TRY(mix_array(m, o->base.w.vectors * o->base.w.features, false, err));
    PT_TRY(mix_array(m, o->base.w.vectors, true, err));
    mix_mass(m);
    for (size_t i = 0; i < m->n; i++) {   /* rates go on from the shard that made the most updates */
        o->kept.seen += m->digest[i].seen;
        o->base.updates = m->digest[i].updates > o->base.updates ? m->digest[i].updates : o->base.updates;
    }
    if (o->parts.rule->needs_norm)
        o->w_norm2 = pt_weights_norm2(o->base.setup.ops, &o->base.w);
    return PTRON_OK;
}

static ptron_status set_up(struct mixing *m, ptron_error *err)
{
    const ptron_ranks *ranks = m->o->base.setup.ranks;
    const size_t size = ranks == NULL ? 1 : ranks->size;
    const size_t width = pt_min(PIECE, pt_max(m->o->base.w.vectors * m->o->base.w.features, m->o->base.w.vectors));

    m->digest = pt_zeroed(m->n, sizeof *m->digest);
    m->ranks_from = pt_array(size + 1, sizeof *m->ranks_from);
    m->sum = size > 1 ? pt_array(PT_TREE_NODES, width * sizeof *m->sum) : NULL;
    m->before = size > 1 ? pt_array(width, sizeof *m->before) : NULL;
    if (m->digest == NULL || m->ranks_from == NULL || (size > 1 && (m->sum == NULL || m->before == NULL)))
        return pt_fail_memory(err, PT_TREE_NODES * width * sizeof *m->sum, "sums of shards");
    for (size_t r = 0; r <= size; r++)
        m->ranks_from[r] = (size_t)pt_share_from(m->n, size, r);
    m->from = m->ranks_from[pt_ranks_rank(ranks)];
    m->to = m->ranks_from[pt_ranks_rank(ranks) + 1];
    return PTRON_OK;
}

ptron_status pt_online_mix(void *self, void *const *others, const double *share, size_t n, bool *level,
                           ptron_error *err)
{
    struct mixing m = {.o = self, .others = others, .share = share, .n = n, .level = level != NULL};
    ptron_status status = set_up(&m, err);

    pt_pairs_part(self);
    for (size_t i = 0; i < n; i++)
        if (others[i] != NULL)
            pt_pairs_part(others[i]);
    if (status == PTRON_OK)
        status = mix(&m, err);
    if (level != NULL)
        *level = status == PTRON_OK;
    pt_release(m.digest);
    pt_release(m.ranks_from);
    pt_release(m.sum);
    pt_release(m.before);
    return status;
}

void pt_online_follow(void *self, const void *mixed, bool level)
{
    struct pt_online *o = self;
    const struct pt_online *from = pt_online_parted(mixed);

    o->w_norm2 = from->w_norm2;
    o->base.mass = from->base.mass;
    o->base.updates = from->base.updates;
    o->kept.mass = 0.0;
    o->kept.seen = 0;
    if (level)
        return;
    pt_pairs_part(o);
    pt_weights_set(&o->base.w, &from->base.w);
    if (o->parts.keeper->keeps)
        pt_weights_fill(&o->kept.weights, 0.0);
}
