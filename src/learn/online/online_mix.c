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
#include "learn/online/pairs.h"

#include <string.h>

enum { SLICE = 256, PIECE = 128 * SLICE };

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
    struct digest *digest;    /* [n] */
    size_t *ranks_from;       /* [ranks + 1] the first shard of each rank */
    double *sum;              /* [PT_TREE_NODES][PIECE] sums that go from rank to rank; NULL: one process */
    double *before;           /* [PIECE] */
    size_t offset, width;     /* the piece at hand */
    bool   bias;
};

static const struct pt_online *other(const struct mixing *m, size_t i)
{
    return m->others[i];
}

static double *array_of(const struct pt_weights *w, const struct mixing *m)
{
    return (m->bias ? w->bias : w->w) + m->offset;
}

/* ---- terms --------------------------------------------------------------------------------------- */

/* share_i (w_i - w) */
static void move_of(const struct mixing *m, size_t i, size_t at, size_t width, double *term)
{
    const double *own = array_of(&other(m, i)->base.w, m) + at, *w = m->before + at, share = m->share[i];

    for (size_t j = 0; j < width; j++)
        term[j] = share * (own[j] - w[j]);
}

/* drift_i + m_i (w' - w_i) */
static void drift_of(const struct mixing *m, size_t i, size_t at, size_t width, double *term)
{
    const struct pt_online *o = other(m, i);
    const double *own = array_of(&o->base.w, m) + at, *drift = array_of(&o->kept.weights, m) + at;
    const double *mixed = array_of(&m->o->base.w, m) + at, rows = (double)o->kept.seen;

    for (size_t j = 0; j < width; j++)
        term[j] = drift[j] + rows * (mixed[j] - own[j]);
}

/* ---- a piece of the weights ---------------------------------------------------------------------- */

typedef void term_of(const struct mixing *m, size_t i, size_t at, size_t width, double *term);

struct piece {
    const struct mixing *m;
    term_of *term;
    struct pt_tree *tree;     /* of the first slice: all have the same nodes */
};

/* The nodes of one slice, which then stand where those of the piece do. */
static void sum_slice(void *context, size_t slice)
{
    struct piece *p = context;
    const struct mixing *m = p->m;
    const size_t at = slice * SLICE, width = pt_min(SLICE, m->width - at);
    double sum[PT_TREE_NODES][SLICE];
    struct pt_tree tree = {.sum = sum[0], .width = width};

    for (size_t i = m->from; i < m->to; i++) {
        p->term(m, i, at, width, pt_tree_next(&tree));
        pt_tree_add(&tree, i);
    }
    for (size_t k = 0; k < tree.depth; k++)
        memcpy(m->sum + k * m->width + at, tree.sum + k * width, width * sizeof *m->sum);
    if (slice == 0) {
        p->tree->depth = tree.depth;
        memcpy(p->tree->node, tree.node, sizeof tree.node);
    }
}

/* The sum over all shards of all ranks, in m->sum. */
static ptron_status sum_piece(const struct mixing *m, term_of *term, ptron_error *err)
{
    struct pt_tree tree = {.sum = m->sum, .width = m->width};
    struct piece piece = {m, term, &tree};

    pt_pool_run(m->o->base.setup.pool, (m->width + SLICE - 1) / SLICE, sum_slice, &piece);
    return pt_tree_total(&tree, m->o->base.setup.ranks, m->ranks_from, err);
}

static ptron_status mix_piece(struct mixing *m, ptron_error *err)
{
    double *w = array_of(&m->o->base.w, m), *kept;

    memcpy(m->before, w, m->width * sizeof *w);
    PT_TRY(sum_piece(m, move_of, err));
    for (size_t j = 0; j < m->width; j++)
        w[j] = m->before[j] + m->sum[j];
    if (!m->o->parts.keeper->keeps)
        return PTRON_OK;
    PT_TRY(sum_piece(m, drift_of, err));
    kept = array_of(&m->o->kept.weights, m);
    for (size_t j = 0; j < m->width; j++)
        kept[j] += (double)m->o->kept.seen * (w[j] - m->before[j]) + m->sum[j];
    return PTRON_OK;
}

static ptron_status mix_array(struct mixing *m, size_t n, bool bias, ptron_error *err)
{
    m->bias = bias;
    for (m->offset = 0; m->offset < n; m->offset += m->width) {
        m->width = pt_min(PIECE, n - m->offset);
        PT_TRY(mix_piece(m, err));
    }
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
    m->sum = pt_array(PT_TREE_NODES, width * sizeof *m->sum);
    m->before = pt_array(width, sizeof *m->before);
    if (m->digest == NULL || m->ranks_from == NULL || m->sum == NULL || m->before == NULL)
        return pt_fail_memory(err, PT_TREE_NODES * width * sizeof *m->sum, "sums of shards");
    for (size_t r = 0; r <= size; r++)
        m->ranks_from[r] = (size_t)pt_share_from(m->n, size, r);
    m->from = m->ranks_from[pt_ranks_rank(ranks)];
    m->to = m->ranks_from[pt_ranks_rank(ranks) + 1];
    return PTRON_OK;
}

ptron_status pt_online_mix(void *self, void *const *others, const double *share, size_t n, ptron_error *err)
{
    struct mixing m = {.o = self, .others = others, .share = share, .n = n};
    ptron_status status = set_up(&m, err);

    pt_pairs_part(self);
    for (size_t i = 0; i < n; i++)
        if (others[i] != NULL)
            pt_pairs_part(others[i]);
    if (status == PTRON_OK)
        status = mix(&m, err);
    pt_release(m.digest);
    pt_release(m.ranks_from);
    pt_release(m.sum);
    pt_release(m.before);
    return status;
}

void pt_online_follow(void *self, const void *mixed)
{
    struct pt_online *o = self;
    const struct pt_online *from = pt_online_parted(mixed);

    pt_pairs_part(o);
    pt_weights_set(&o->base.w, &from->base.w);
    o->w_norm2 = from->w_norm2;
    o->base.mass = from->base.mass;
    o->base.updates = from->base.updates;
    o->kept.mass = 0.0;
    o->kept.seen = 0;
    if (o->parts.keeper->keeps)
        pt_weights_fill(&o->kept.weights, 0.0);
}
