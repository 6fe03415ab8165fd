/* Sums over a fixed tree, wherever its leaves are. */
#include "base/alloc.h"
#include "base/size.h"
#include "ranks/ranks.h"

#include <assert.h>
#include <string.h>

static void fold_top(struct pt_tree *tree)
{
    double *left = tree->sum + (tree->depth - 2) * tree->width;
    const double *right = left + tree->width;

    for (size_t j = 0; j < tree->width; j++)
        left[j] += right[j];
    tree->depth--;
}

/* The node on top, and what it completes. */
static void add_node(struct pt_tree *tree, unsigned height, size_t number)
{
    assert(tree->depth < PT_TREE_NODES);
    tree->node[tree->depth].height = height;
    tree->node[tree->depth++].number = number;
    while (tree->depth > 1 && number % 2 == 1 && tree->node[tree->depth - 2].height == height) {
        fold_top(tree);
        height++;
        number /= 2;
        tree->node[tree->depth - 1].height = height;
        tree->node[tree->depth - 1].number = number;
    }
}

void pt_tree_add(struct pt_tree *tree, size_t term)
{
    add_node(tree, 0, term);
}

double *pt_tree_left(const struct pt_tree *tree, size_t term)
{
    const size_t top = tree->depth - 1;

    return tree->depth > 0 && term % 2 == 1 && tree->node[top].height == 0 ? tree->sum + top * tree->width : NULL;
}

void pt_tree_joined(struct pt_tree *tree, size_t term)
{
    tree->depth--;
    add_node(tree, 1, term / 2);
}

/* The largest whole node that begins at term `from` and ends by `to`. */
static unsigned node_at(size_t from, size_t to)
{
    unsigned height = 0;

    while (from % ((size_t)2 << height) == 0 && from + ((size_t)2 << height) <= to)
        height++;
    return height;
}

static ptron_status take_nodes(struct pt_tree *tree, ptron_ranks *ranks, size_t peer, size_t from, size_t to,
                               ptron_error *err)
{
    for (; from < to; from += (size_t)1 << node_at(from, to)) {
        const unsigned height = node_at(from, to);

        PT_TRY(pt_ranks_receive(ranks, peer, pt_tree_next(tree), tree->width * sizeof *tree->sum, err));
        add_node(tree, height, from >> height);
    }
    return PTRON_OK;
}

ptron_status pt_tree_total(struct pt_tree *tree, ptron_ranks *ranks, const size_t *from, ptron_error *err)
{
    const size_t rank = pt_ranks_rank(ranks), size = ranks == NULL ? 1 : ranks->size;

    for (size_t step = 1; step < size && rank % step == 0; step *= 2) {
        const size_t other = rank + step, end = pt_min(other + step, size);

        if (rank % (2 * step) == 0 && other < size) {
            PT_TRY(take_nodes(tree, ranks, other, from[other], from[end], err));
        } else if (rank % (2 * step) == step) {
            for (size_t i = 0; i < tree->depth; i++)
                PT_TRY(pt_ranks_send(ranks, rank - step, tree->sum + i * tree->width,
                                     tree->width * sizeof *tree->sum, err));
        }
    }
    while (rank == 0 && tree->depth > 1)
        fold_top(tree);
    return pt_ranks_broadcast(ranks, tree->sum, tree->width * sizeof *tree->sum, err);
}

/* ---- arrays -------------------------------------------------------------------------------------- */

enum { PIECE = 1 << 14 };

static ptron_status sum_pieces(ptron_ranks *ranks, const double *const *terms, const size_t *from, size_t length,
                               double *sum, double *to, ptron_error *err)
{
    const size_t rank = pt_ranks_rank(ranks);

    for (size_t at = 0; at < length; at += PIECE) {
        struct pt_tree tree = {.sum = sum, .width = pt_min(PIECE, length - at)};

        for (size_t i = from[rank]; i < from[rank + 1]; i++) {
            memcpy(pt_tree_next(&tree), terms[i] + at, tree.width * sizeof *sum);
            pt_tree_add(&tree, i);
        }
        PT_TRY(pt_tree_total(&tree, ranks, from, err));
        memcpy(to + at, sum, tree.width * sizeof *to);
    }
    return PTRON_OK;
}

ptron_status pt_tree_sum(ptron_ranks *ranks, const double *const *terms, size_t n, size_t length, double *to,
                         ptron_error *err)
{
    const size_t size = ranks == NULL ? 1 : ranks->size, width = pt_min(PIECE, length);
    size_t *from = pt_array(size + 1, sizeof *from);
    double *sum = pt_array(PT_TREE_NODES, width * sizeof *sum);
    ptron_status status = PTRON_OK;

    if (from == NULL || sum == NULL)
        status = pt_fail_memory(err, PT_TREE_NODES * width * sizeof *sum, "sums of shards");
    for (size_t r = 0; status == PTRON_OK && r <= size; r++)
        from[r] = (size_t)pt_share_from(n, size, r);
    if (status == PTRON_OK)
        status = sum_pieces(ranks, terms, from, length, sum, to, err);
    pt_release(from);
    pt_release(sum);
    return status;
}
