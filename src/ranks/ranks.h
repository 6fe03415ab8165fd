/* Ranks: the processes that share one run, each with its own memory. Whatever they do together is here: who am I, how
 * many, a value for all, what each has for all, bytes from everyone to everyone, sums along a fixed tree. All ranks
 * make the same calls in the same order; a rank that fails says so (ptron_ranks_fail), and the others' calls then fail
 * with its error. A handle that is NULL, or of one rank, is one process: every call is then done at once. */
#ifndef PT_RANKS_RANKS_H
#define PT_RANKS_RANKS_H

#include "base/buffer.h"
#include "ranks/transport.h"

struct ptron_ranks {
    const struct pt_transport *transport;
    size_t rank, size;
    double patience;        /* seconds without a word before the job ends */
    void (*on_lost)(const char *message);
    bool   failed;          /* what all end with is known: */
    ptron_error error;
};

static inline bool pt_ranks_shared(const ptron_ranks *ranks)
{
    return ranks != NULL && ranks->size > 1;
}
static inline size_t pt_ranks_rank(const ptron_ranks *ranks)
{
    return ranks == NULL ? 0 : ranks->rank;
}

/* Part `i` of n things cut into `parts`, in order. */
static inline uint64_t pt_share_from(uint64_t n, size_t parts, size_t i)
{
    return n / parts * i + n % parts * i / parts;
}

/* PTRON_ARGUMENT unless all ranks have found the same checksum of what is in a file. */
ptron_status pt_ranks_same_bytes(ptron_ranks *ranks, const char *path, uint64_t checksum, ptron_error *err);

/* n bytes from rank to rank; both know how many. */
ptron_status pt_ranks_send(ptron_ranks *ranks, size_t peer, const void *bytes, size_t n, ptron_error *err);
ptron_status pt_ranks_receive(ptron_ranks *ranks, size_t peer, void *bytes, size_t n, ptron_error *err);
/* n bytes of rank 0 to all. */
ptron_status pt_ranks_broadcast(ptron_ranks *ranks, void *bytes, size_t n, ptron_error *err);
ptron_status pt_ranks_broadcast_buffer(ptron_ranks *ranks, struct pt_buffer *buffer, ptron_error *err);
/* Everyone gets everyone's part: rank r has filled bytes from[r] .. from[r+1]-1 of the array; from: [size + 1]. */
ptron_status pt_ranks_gather(ptron_ranks *ranks, void *array, const size_t *from, ptron_error *err);
/* The same for a part of equal length of each rank: all [size][length], own part filled. */
ptron_status pt_ranks_gather_equal(ptron_ranks *ranks, void *all, size_t length, ptron_error *err);
/* Sum of a number of each rank; and the largest. */
ptron_status pt_ranks_sum(ptron_ranks *ranks, uint64_t *value, ptron_error *err);
ptron_status pt_ranks_most(ptron_ranks *ranks, uint64_t *value, ptron_error *err);
/* Buffers of all ranks come to rank 0: all [size] there, unused elsewhere. Whole lists of bytes, in the order of the
 * ranks. */
ptron_status pt_ranks_collect(ptron_ranks *ranks, const struct pt_buffer *own, struct pt_buffer *all, ptron_error *err);
/* Everyone has a buffer for everyone: out [size] -> in [size], which is filled; out is emptied. */
ptron_status pt_ranks_exchange(ptron_ranks *ranks, struct pt_buffer *out, struct pt_buffer *in, ptron_error *err);
/* From rank to rank in order: waits for what the rank before has passed on (rank 0: nothing), and passes it on; the
 * last one's goes to all. */
ptron_status pt_ranks_take_over(ptron_ranks *ranks, void *bytes, size_t n, ptron_error *err);
ptron_status pt_ranks_pass_on(ptron_ranks *ranks, void *bytes, size_t n, ptron_error *err);

/* ---- sums along the fixed tree (tree_sum.c) ----
 * Terms 0 .. n-1 are summed in a tree that depends on n alone: node k of height h is the sum of nodes 2k and 2k+1 below
 * it; what is left at the end is folded from the right. Rank r has terms from[r] .. from[r+1]-1, and only sums of whole
 * nodes travel: so the bits are the same for any number of ranks. */
enum { PT_TREE_NODES = 32 };   /* of a range of at most 4096 terms, and room for one more */

struct pt_tree {
    double *sum;               /* [PT_TREE_NODES][width] */
    size_t  width;
    size_t  depth;             /* nodes there are */
    struct { unsigned height; size_t number; } node[PT_TREE_NODES];
};

/* The place of the next term; then it is added. In the order of the terms. */
static inline double *pt_tree_next(struct pt_tree *tree)
{
    return tree->sum + tree->depth * tree->width;
}
void pt_tree_add(struct pt_tree *tree, size_t term);
/* Where a term may be added to the one before it at once, instead of being put beside it first; then it is joined.
 * NULL: it is put. */
double *pt_tree_left(const struct pt_tree *tree, size_t term);
void pt_tree_joined(struct pt_tree *tree, size_t term);
/* Own terms are in: the sum of all ranks' comes to sum[0 .. width-1] everywhere. */
ptron_status pt_tree_total(struct pt_tree *tree, ptron_ranks *ranks, const size_t *from, ptron_error *err);
/* The sum of n arrays, a part of them on each rank (pt_share_from), into `to` everywhere: terms[i] is of term i, which
 * is looked at only where it is. */
ptron_status pt_tree_sum(ptron_ranks *ranks, const double *const *terms, size_t n, size_t length, double *to,
                         ptron_error *err);

/* ---- rows of a set ---- */
struct pt_runs {
    ptron_ranks *ranks;
    bool      whole;           /* every rank can read every row: a mapped file */
    bool      moved;           /* rows are no longer where they were read */
};

/* The part that number i is in, where part r begins at from[r]; from: [parts + 1]. */
size_t pt_part_of(const uint64_t *from, size_t parts, uint64_t i);

#endif
