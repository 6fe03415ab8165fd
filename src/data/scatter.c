/* The scatter, and moving rows into it. Rows go to their buckets in the order of the source, which lets the memory
 * behind them be given back at once; then each bucket is put in order through a scratch copy of itself. */
#include "data/scatter.h"
#include "base/alloc.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/size.h"

#include <string.h>

/* The seed is a constant: it must be the same for every run, because sets are laid out by it. */
static const uint64_t scatter_seed = UINT64_C(0x70657263657074);

enum {
    SMALL_BYTES = 1 << 20,          /* sets that caches hold anyway */
    GIVE_BACK_BYTES = 4 << 20       /* memory behind the rows moved is given back in such steps */
};

struct pt_bucket_draw pt_bucket_first(void)
{
    return (struct pt_bucket_draw){pt_random_of(scatter_seed, 0).state};
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

struct move {
    const struct pt_block *block;
    size_t    n;
    uint32_t *source;                /* [n] row at each place */
    uint32_t *at;                    /* [n] place of each row */
    uint64_t *arrived;               /* [n] first value of each row when rows stand in their buckets unshuffled */
    uint64_t *offset;                /* [n + 1] first value of each place; sparse */
    size_t    start[PT_BUCKETS + 1]; /* first place of each bucket */
    size_t    n_scratch, first;      /* buckets put in order at a time, and the first of them */
    char    **scratch;               /* [n_scratch] */
    struct lane {                    /* one array of values */
        char  *from, *to;
        size_t size;                 /* bytes of an item */
    } lanes[2];
    size_t    n_lanes;
};

static uint64_t first_value(const struct move *m, size_t row)
{
    return m->block->dense ? (uint64_t)row * m->block->width : m->block->offset[row];
}

static size_t n_values(const struct move *m, size_t row)
{
    return m->block->dense ? m->block->width : (size_t)(m->block->offset[row + 1] - m->block->offset[row]);
}

static uint64_t first_placed(const struct move *m, size_t place)
{
    return m->block->dense ? (uint64_t)place * m->block->width : m->offset[place];
}

static void plan(struct move *m)
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
        next[b] = first_placed(m, m->start[b]);
    for (size_t i = 0; i < m->n; i++) {
        const size_t b = pt_bucket_next(&draw);
        m->arrived[i] = next[b];
        next[b] += n_values(m, i);
    }
}

/* All rows of one array to their buckets. */
static void fill_buckets(void *context, size_t i)
{
    const struct move *m = context;
    const struct lane *lane = &m->lanes[i];
    size_t given_back = 0;

    for (size_t row = 0; row < m->n; row++) {
        const size_t from = (size_t)first_value(m, row) * lane->size, bytes = n_values(m, row) * lane->size;

        memcpy(lane->to + m->arrived[row] * lane->size, lane->from + from, bytes);
        if (from + bytes - given_back >= GIVE_BACK_BYTES) {
            pt_memory_give_back(lane->from + given_back, from + bytes - given_back);
            given_back = from + bytes;
        }
    }
}

/* One bucket of every array into its order. */
static void order_bucket(void *context, size_t task)
{
    const struct move *m = context;
    const size_t b = m->first + task, start = m->start[b], end = m->start[b + 1];
    const uint64_t first = first_placed(m, start), n = first_placed(m, end) - first;

    for (size_t l = 0; l < m->n_lanes; l++) {
        const struct lane *lane = &m->lanes[l];

        memcpy(m->scratch[task], lane->to + first * lane->size, (size_t)n * lane->size);
        for (size_t p = start; p < end; p++) {
            const uint32_t row = m->source[p];
            memcpy(lane->to + first_placed(m, p) * lane->size,
                   m->scratch[task] + (m->arrived[row] - first) * lane->size, n_values(m, row) * lane->size);
        }
    }
}

static size_t largest_bucket(const struct move *m)
{
    uint64_t most = 1;

    for (size_t b = 0; b < PT_BUCKETS; b++) {
        const uint64_t n = first_placed(m, m->start[b + 1]) - first_placed(m, m->start[b]);
        most = n > most ? n : most;
    }
    return (size_t)most * (m->block->kind == PT_F64 ? 8 : 4);
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

static bool make_scratch(struct move *m, size_t threads)
{
    const size_t bytes = largest_bucket(m);

    m->n_scratch = pt_min(threads, 8);
    m->scratch = pt_zeroed(m->n_scratch, sizeof *m->scratch);
    for (size_t i = 0; m->scratch != NULL && i < m->n_scratch; i++)
        if ((m->scratch[i] = pt_alloc(bytes)) == NULL)
            return false;
    return m->scratch != NULL;
}

/* In small pages: 256 buckets that begin to fill would at once touch nearly every large one, beside the rows not yet
 * moved, and twice the memory is what costs time here. */
static bool make_lane(struct move *m, void *from, size_t size, uint64_t values)
{
    struct lane *lane = &m->lanes[m->n_lanes];

    if (from == NULL || size == 0)
        return true;
    *lane = (struct lane){from, pt_array((size_t)values, size), size};
    m->n_lanes += lane->to != NULL;
    return lane->to != NULL;
}

/* All memory first: from then on nothing can fail. */
static bool prepare(struct move *m, const ptron_dataset *set)
{
    const struct pt_block *block = m->block;

    m->source = pt_array(m->n, sizeof *m->source);
    m->at = pt_array(m->n, sizeof *m->at);
    m->arrived = pt_array(m->n, sizeof *m->arrived);
    if (!block->dense)
        m->offset = pt_array(m->n + 1, sizeof *m->offset);
    if (m->source == NULL || m->at == NULL || m->arrived == NULL || (!block->dense && m->offset == NULL))
        return false;
    plan(m);
    return make_scratch(m, pt_pool_threads(set->pool)) &&
           make_lane(m, set->memory[PT_MEMORY_INDEX], sizeof *block->index, set->n_values) &&
           make_lane(m, set->memory[PT_MEMORY_VALUE], pt_kind_bytes(block->kind), set->n_values);
}

static void move_rows(struct move *m, ptron_dataset *set)
{
    pt_pool_run(set->pool, m->n_lanes, fill_buckets, m);
    for (m->first = 0; m->first < PT_BUCKETS; m->first += m->n_scratch)
        pt_pool_run(set->pool, pt_min(m->n_scratch, PT_BUCKETS - m->first), order_bucket, m);
    permute(m, set->memory[PT_MEMORY_LABEL], sizeof(uint32_t), m->arrived);
    permute(m, set->memory[PT_MEMORY_NORM2], sizeof(double), m->arrived);
    permute(m, set->memory[PT_MEMORY_WEIGHT], sizeof(double), m->arrived);
    permute(m, set->memory[PT_MEMORY_PLACE], sizeof(uint64_t), m->arrived);
}

static void *exchange(ptron_dataset *set, size_t which, void *array)
{
    pt_release(set->memory[which]);
    return set->memory[which] = array;
}

/* The block now speaks of the new arrays. */
static void take(struct move *m, ptron_dataset *set)
{
    struct pt_block *block = &set->blocks[0];

    for (size_t l = 0; l < m->n_lanes; l++) {
        if (m->lanes[l].from == set->memory[PT_MEMORY_INDEX])
            block->index = exchange(set, PT_MEMORY_INDEX, m->lanes[l].to);
        else
            block->value = exchange(set, PT_MEMORY_VALUE, m->lanes[l].to);
    }
    if (m->offset != NULL)
        block->offset = exchange(set, PT_MEMORY_OFFSET, m->offset);
    set->at = m->at;
    set->source = m->source;
}

static void give_up(struct move *m)
{
    for (size_t l = 0; l < m->n_lanes; l++)
        pt_release(m->lanes[l].to);
    pt_release(m->source);
    pt_release(m->at);
    pt_release(m->offset);
}

static bool is_owned(const ptron_dataset *set)
{
    const struct pt_block *block = &set->blocks[0];

    return set->n_blocks == 1 && set->at == NULL && block->label == set->memory[PT_MEMORY_LABEL] &&
           block->norm2 == set->memory[PT_MEMORY_NORM2] && block->index == set->memory[PT_MEMORY_INDEX] &&
           block->value == set->memory[PT_MEMORY_VALUE] && (block->dense || block->offset[0] == 0);
}

void pt_dataset_scatter_all(ptron_dataset *set)
{
    struct move m = {.block = &set->blocks[0], .n = (size_t)set->n_rows};

    if (!is_owned(set) || set->n_rows > UINT32_MAX - 2 || set->n_rows == 0)
        return;
    if (prepare(&m, set)) {
        move_rows(&m, set);
        take(&m, set);
    } else {
        give_up(&m);
    }
    for (size_t i = 0; m.scratch != NULL && i < m.n_scratch; i++)
        pt_release(m.scratch[i]);
    pt_release(m.scratch);
    pt_release(m.arrived);
}

void pt_dataset_scatter(ptron_dataset *set)
{
    const size_t size = pt_kind_bytes(set->kind) + (set->shared->dense ? 0 : sizeof(uint32_t));

    if (set->n_values * size > SMALL_BYTES)
        pt_dataset_scatter_all(set);
}

ptron_status pt_dataset_placed(ptron_dataset *set, size_t n, ptron_error *err)
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
