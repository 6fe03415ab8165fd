/* The scatter, and moving rows into it, in the memory they have. Rows go to their buckets in the order of the source:
 * what a bucket has collected is written, a piece at a time, over rows that were moved already. Then the pieces are
 * put in order, and the rows of each bucket, through a scratch copy of it. */
#include "sets/scatter.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/random.h"
#include "base/size.h"

#include <string.h>

/* The seed is a constant: it must be the same for every run, because sets are laid out by it. */
static const uint64_t scatter_seed = UINT64_C(0x70657263657074);

enum {
    SMALL_BYTES = 1 << 20,                              /* sets that caches hold anyway */
    LEAST_PIECE = 1 << 12, MOST_PIECE = 1 << 15         /* bytes */
};

struct pt_bucket_draw pt_bucket_first(void)
{
    return (struct pt_bucket_draw){pt_random_of(scatter_seed, 0).state};
}

struct pt_bucket_draw pt_bucket_from(uint64_t row)
{
    pt_random random = {pt_bucket_first().state};

    pt_random_skip(&random, row);
    return (struct pt_bucket_draw){random.state};
}

size_t pt_bucket_next(struct pt_bucket_draw *draw)
{
    pt_random random = {draw->state};
    const size_t bucket = (size_t)(pt_random_next(&random) % PT_BUCKETS);

    draw->state = random.state;
    return bucket;
}

void pt_bucket_shuffle(size_t b, uint32_t *rows, size_t n)
{
    pt_random random = pt_random_of(scatter_seed, b + 1);

    pt_random_shuffle(&random, rows, n);
}

/* start[b] = rows in the buckets before b. */
static void count_buckets(size_t start[PT_BUCKETS + 1], size_t n)
{
    struct pt_bucket_draw draw = pt_bucket_first();

    memset(start, 0, (PT_BUCKETS + 1) * sizeof *start);
    for (size_t i = 0; i < n; i++)
        start[pt_bucket_next(&draw) + 1]++;
    for (size_t b = 0; b < PT_BUCKETS; b++)
        start[b + 1] += start[b];
}

void pt_scatter(uint32_t *rows, size_t n)
{
    size_t start[PT_BUCKETS + 1], next[PT_BUCKETS];
    struct pt_bucket_draw draw = pt_bucket_first();

    count_buckets(start, n);
    memcpy(next, start, sizeof next);
    for (size_t i = 0; i < n; i++)
        rows[next[pt_bucket_next(&draw)]++] = (uint32_t)i;
    for (size_t b = 0; b < PT_BUCKETS; b++)
        pt_bucket_shuffle(b, rows + start[b], start[b + 1] - start[b]);
}

/* ---- laying out ---------------------------------------------------------------------------------- */

struct lane {                        /* one array of values */
    char     *array;
    size_t    size;                  /* bytes of an item */
    size_t    n_pieces;              /* that were written, over rows that are elsewhere now */
    uint32_t *origin;                /* [room] first the bucket of each piece, then the piece for each index */
    size_t    begin[PT_BUCKETS + 1]; /* first piece of each bucket, once they are in order */
    char     *buffers;               /* [PT_BUCKETS] pieces being filled, and at last those that are not full */
    char     *aside;                 /* one piece, or a number for each */
};

struct move {
    const struct pt_block *block;
    size_t    n;
    uint32_t *source;                /* [n] row at each index */
    uint32_t *at;                    /* [n] index of each row */
    uint64_t *arrived;               /* [n] first value of each row when rows stand in their buckets unshuffled */
    uint64_t *offset;                /* [n + 1] first value at each index; sparse */
    size_t    start[PT_BUCKETS + 1]; /* first index of each bucket */
    size_t    piece;                 /* bytes */
    size_t    n_scratch, first;      /* buckets put in order at a time, and the first of them */
    char    **scratch;               /* [n_scratch] */
    struct lane lanes[2];
    size_t    n_lanes;
    const struct lane *lane;         /* at hand */
};

static size_t n_values(const struct move *m, size_t row)
{
    return (size_t)(pt_block_first(m->block, row + 1) - pt_block_first(m->block, row));
}

static uint64_t first_moved(const struct move *m, size_t index)
{
    return m->block->dense ? (uint64_t)index * m->block->width : m->offset[index];
}

static void plan_moves(struct move *m)
{
    struct pt_bucket_draw draw = pt_bucket_first();
    uint64_t next[PT_BUCKETS], at = 0;

    pt_scatter(m->source, m->n);
    count_buckets(m->start, m->n);
    for (size_t p = 0; p < m->n; p++) {
        m->at[m->source[p]] = (uint32_t)p;
        if (m->offset != NULL)
            m->offset[p] = at;
        at += n_values(m, m->source[p]);
    }
    if (m->offset != NULL)
        m->offset[m->n] = at;
    for (size_t b = 0; b < PT_BUCKETS; b++)
        next[b] = first_moved(m, m->start[b]);
    for (size_t i = 0; i < m->n; i++) {
        const size_t b = pt_bucket_next(&draw);
        m->arrived[i] = next[b];
        next[b] += n_values(m, i);
    }
}

/* All rows of one array to their buckets. A piece is full when as many bytes have been read: it overwrites no
 * others. */
static void fill_buckets(const struct move *m, struct lane *lane)
{
    struct pt_bucket_draw draw = pt_bucket_first();
    size_t filled[PT_BUCKETS] = {0};

    for (size_t row = 0; row < m->n; row++) {
        const size_t b = pt_bucket_next(&draw);
        const char *from = lane->array + (size_t)pt_block_first(m->block, row) * lane->size;

        for (size_t left = n_values(m, row) * lane->size; left > 0;) {
            const size_t bytes = pt_min(left, m->piece - filled[b]);

            memcpy(lane->buffers + b * m->piece + filled[b], from, bytes);
            from += bytes;
            left -= bytes;
            filled[b] += bytes;
            if (filled[b] < m->piece)
                continue;
            memcpy(lane->array + lane->n_pieces * m->piece, lane->buffers + b * m->piece, m->piece);
            lane->origin[lane->n_pieces++] = (uint32_t)b;
            filled[b] = 0;
        }
    }
}

/* From the bucket of each piece to the piece that belongs at each index; `scratch` has room for all. */
static void find_origins(struct lane *lane, uint32_t *scratch)
{
    size_t next[PT_BUCKETS];

    memset(lane->begin, 0, sizeof lane->begin);
    for (size_t k = 0; k < lane->n_pieces; k++)
        lane->begin[lane->origin[k] + 1]++;
    for (size_t b = 0; b < PT_BUCKETS; b++)
        lane->begin[b + 1] += lane->begin[b];
    memcpy(next, lane->begin, sizeof next);
    for (size_t k = 0; k < lane->n_pieces; k++)
        scratch[next[lane->origin[k]]++] = (uint32_t)k;
    memcpy(lane->origin, scratch, lane->n_pieces * sizeof *scratch);
}

/* Along each cycle of the permutation: the first piece is put aside, each hole takes the piece that belongs there, and
 * the last hole takes the first piece. */
static void order_pieces(const struct move *m, struct lane *lane)
{
    const size_t piece = m->piece;
    uint32_t *origin = lane->origin;

    for (size_t k = 0; k < lane->n_pieces; k++) {
        size_t hole = k;

        if (origin[k] == k)
            continue;
        memcpy(lane->aside, lane->array + k * piece, piece);
        while (origin[hole] != k) {
            const size_t next = origin[hole];

            memcpy(lane->array + hole * piece, lane->array + next * piece, piece);
            origin[hole] = (uint32_t)hole;
            hole = next;
        }
        memcpy(lane->array + hole * piece, lane->aside, piece);
        origin[hole] = (uint32_t)hole;
    }
}

static void collect_lane(void *context, size_t i)
{
    struct move *m = context;
    struct lane *lane = &m->lanes[i];

    fill_buckets(m, lane);
    find_origins(lane, (uint32_t *)(void *)lane->aside);
    order_pieces(m, lane);
}

/* A bucket: its pieces, and what is left of it. */
static void load_bucket(void *context, size_t task)
{
    const struct move *m = context;
    const struct lane *lane = m->lane;
    const size_t b = m->first + task, whole = (lane->begin[b + 1] - lane->begin[b]) * m->piece;
    const uint64_t n = first_moved(m, m->start[b + 1]) - first_moved(m, m->start[b]);

    memcpy(m->scratch[task], lane->array + lane->begin[b] * m->piece, whole);
    memcpy(m->scratch[task] + whole, lane->buffers + b * m->piece, (size_t)n * lane->size - whole);
}

/* Its rows in their order, to where they belong: that is not before its pieces. */
static void store_bucket(void *context, size_t task)
{
    const struct move *m = context;
    const size_t b = m->first + task, size = m->lane->size;
    const uint64_t first = first_moved(m, m->start[b]);

    for (size_t p = m->start[b]; p < m->start[b + 1]; p++) {
        const uint32_t row = m->source[p];
        memcpy(m->lane->array + first_moved(m, p) * size, m->scratch[task] + (m->arrived[row] - first) * size,
               n_values(m, row) * size);
    }
}

/* The small arrays, 4 or 8 bytes a row. */
static void permute(const struct move *m, void *array, size_t size, void *scratch)
{
    if (array == NULL)
        return;
    memcpy(scratch, array, m->n * size);
    for (size_t p = 0; p < m->n; p++)
        memcpy((char *)array + p * size, (const char *)scratch + m->source[p] * size, size);
}

/* Each has room for the largest bucket. */
static bool make_scratch(struct move *m, size_t threads)
{
    const size_t size = pt_max(sizeof(uint32_t), pt_kind_bytes(m->block->kind));
    size_t most = 1;

    for (size_t b = 0; b < PT_BUCKETS; b++)
        most = pt_max(most, (size_t)(first_moved(m, m->start[b + 1]) - first_moved(m, m->start[b])));
    m->n_scratch = pt_min(threads, 8);
    m->scratch = pt_zeroed(m->n_scratch, sizeof *m->scratch);
    for (size_t i = 0; m->scratch != NULL && i < m->n_scratch; i++)
        if ((m->scratch[i] = pt_alloc(most * size)) == NULL)
            return false;
    return m->scratch != NULL;
}

static bool make_lane(struct move *m, void *array, size_t size, uint64_t values)
{
    struct lane *lane = &m->lanes[m->n_lanes];
    const size_t pieces = (size_t)values * size / m->piece + 1;

    if (array == NULL || size == 0)
        return true;
    m->n_lanes++;
    *lane = (struct lane){.array = array, .size = size, .origin = pt_array(pieces, sizeof *lane->origin),
                          .buffers = pt_array(PT_BUCKETS, m->piece),
                          .aside = pt_alloc(pt_max(m->piece, pieces * sizeof *lane->origin))};
    return lane->origin != NULL && lane->buffers != NULL && lane->aside != NULL;
}

/* So small that each bucket has some pieces, and that the buffers are small beside the rows. */
static size_t piece_of(const struct pt_block *block, uint64_t values)
{
    const uint64_t bytes = values * pt_max(pt_kind_bytes(block->kind), sizeof *block->index);
    size_t piece = LEAST_PIECE;

    while (piece < MOST_PIECE && 2 * (uint64_t)piece * PT_BUCKETS <= bytes / 8)
        piece *= 2;
    return piece;
}

static bool is_small(const struct pt_block *block, uint64_t values)
{
    return values * (pt_kind_bytes(block->kind) + (block->dense ? 0 : sizeof *block->index)) <= SMALL_BYTES;
}

uint64_t pt_scatter_bytes(const struct pt_block *block)
{
    const uint64_t values = pt_block_values(block), lanes = (block->kind != PT_ONES) + (uint64_t)!block->dense;
    const uint64_t rows = block->n_rows * (sizeof(uint64_t) + (block->dense ? 0 : sizeof *block->offset));

    return is_small(block, values) ? 0 : rows + lanes * PT_BUCKETS * piece_of(block, values);
}

/* All memory first: from then on nothing can fail. */
static bool prepare_move(struct move *m, const ptron_dataset *set)
{
    const struct pt_block *block = m->block;
    const size_t size = pt_kind_bytes(block->kind);

    m->piece = piece_of(block, set->n_values);
    m->source = pt_array(m->n, sizeof *m->source);
    m->at = pt_array(m->n, sizeof *m->at);
    m->arrived = pt_array(m->n, sizeof *m->arrived);
    if (!block->dense)
        m->offset = pt_array(m->n + 1, sizeof *m->offset);
    if (m->source == NULL || m->at == NULL || m->arrived == NULL || (!block->dense && m->offset == NULL))
        return false;
    plan_moves(m);
    return make_scratch(m, pt_pool_threads(set->pool)) &&
           make_lane(m, set->memory[PT_MEMORY_INDEX], sizeof *block->index, set->n_values) &&
           make_lane(m, set->memory[PT_MEMORY_VALUE], size, set->n_values);
}

static void move_rows(struct move *m, ptron_dataset *set)
{
    pt_pool_run(set->pool, m->n_lanes, collect_lane, m);
    for (size_t l = 0; l < m->n_lanes; l++) {
        m->lane = &m->lanes[l];
        for (m->first = PT_BUCKETS; m->first > 0;) {   /* from the last: rows overwrite pieces behind theirs */
            const size_t n = pt_min(m->n_scratch, m->first);

            m->first -= n;
            pt_pool_run(set->pool, n, load_bucket, m);
            pt_pool_run(set->pool, n, store_bucket, m);
        }
    }
    permute(m, set->memory[PT_MEMORY_LABEL], sizeof(uint32_t), m->arrived);
    permute(m, set->memory[PT_MEMORY_NORM2], sizeof(double), m->arrived);
    permute(m, set->memory[PT_MEMORY_WEIGHT], sizeof(double), m->arrived);
    permute(m, set->memory[PT_MEMORY_PLACE], sizeof(uint64_t), m->arrived);
}

static void free_scratch(struct move *m)
{
    for (size_t l = 0; l < m->n_lanes; l++) {
        pt_release(m->lanes[l].origin);
        pt_release(m->lanes[l].buffers);
        pt_release(m->lanes[l].aside);
    }
    for (size_t i = 0; m->scratch != NULL && i < m->n_scratch; i++)
        pt_release(m->scratch[i]);
    pt_release(m->scratch);
    pt_release(m->arrived);
}

static bool is_owned(const ptron_dataset *set)
{
    const struct pt_block *block = &set->block;

    return set->at == NULL && block->label == set->memory[PT_MEMORY_LABEL] &&
           block->norm2 == set->memory[PT_MEMORY_NORM2] && block->index == set->memory[PT_MEMORY_INDEX] &&
           block->value == set->memory[PT_MEMORY_VALUE] && (block->dense || block->offset[0] == 0);
}

void pt_dataset_scatter_all(ptron_dataset *set)
{
    struct move m = {.block = &set->block, .n = (size_t)set->n_rows};

    if (!is_owned(set) || set->n_rows > UINT32_MAX - 2 || set->n_rows == 0)
        return;
    if (prepare_move(&m, set)) {
        move_rows(&m, set);
        if (m.offset != NULL) {
            pt_release(set->memory[PT_MEMORY_OFFSET]);
            set->block.offset = set->memory[PT_MEMORY_OFFSET] = m.offset;
        }
        set->at = m.at;
        set->source = m.source;
    } else {
        pt_release(m.source);
        pt_release(m.at);
        pt_release(m.offset);
    }
    free_scratch(&m);
}

void pt_dataset_scatter(ptron_dataset *set)
{
    const double began = pt_clock_seconds();

    if (is_small(&set->block, set->n_values))
        return;
    pt_dataset_scatter_all(set);
    set->seconds.moving = pt_clock_seconds() - began;
}

ptron_status pt_dataset_note_scatter(ptron_dataset *set, size_t n, ptron_error *err)
{
    set->source = pt_array(n, sizeof *set->source);
    set->at = pt_array(n, sizeof *set->at);
    if (set->source == NULL || set->at == NULL)
        return pt_fail_memory(err, n * 2 * sizeof *set->at, "the order of the rows");
    pt_scatter(set->source, n);
    for (size_t p = 0; p < n; p++)
        set->at[set->source[p]] = (uint32_t)p;
    return PTRON_OK;
}
