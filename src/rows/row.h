/* Rows and blocks: the views every other room speaks. Plain structs, no functions with state.
 *
 *     bytes -> reader + recipe -> blocks of rows -> dataset
 *
 * A block is a run of rows with one value kind; a row is a view into it. Neither owns anything. The bias
 * is a constant feature that is never stored: rows do not have it; products, R and norms include it. */
#ifndef PT_ROWS_ROW_H
#define PT_ROWS_ROW_H

#include "base/fetch.h"
#include "perceptron.h"

#include <string.h>

/* Decimals as whole numbers: X(name, NAME, type, bytes, decimals, high, low). high + low is 10^-decimals; high has so
 * few bits that its product with m is exact, and the other product is so small that its rounding does not show: their
 * sum is the double nearest to m / 10^decimals, which is no nearer to the middle of two doubles than 1/(2 * 5^decimals)
 * of their distance. It takes a fraction of a division's time. */
#define PT_DECIMAL_KIND_MAP(X)                                                                \
    X(d2, D2, uint16_t, 2, 2, 0x1.47ae147ae0000p-7, 0x1.47ae147ae147bp-47)                    \
    X(d3, D3, uint16_t, 2, 3, 0x1.0624dd2f18000p-10, 0x1.4fdf3b645a1cbp-49)                   \
    X(d4, D4, uint16_t, 2, 4, 0x1.a36e2eb1c0000p-14, 0x1.0cb295e9e1b09p-52)                   \
    X(d6, D6, uint32_t, 4, 6, 0x1.0c6f780000000p-20, 0x1.05af6c69b5a64p-43)

/* How values are stored, never how they add up:
 *     X(name, NAME, type of a value, bytes of it, value i of an array x)
 * A new kind is a row here, which doubles it holds exactly and where it stands among the others (values.c), how the
 * vector files load eight of it, and a word for it in the command. Ones take no memory: there x is NULL. */
#define PT_STORED_KIND_MAP(X)                    \
    X(u8, U8, unsigned char, 1, (double)x[i])    \
    X(f32, F32, float, 4, (double)x[i])          \
    X(f64, F64, double, 8, x[i])                 \
    X(d2, D2, uint16_t, 2, pt_decimal_d2(x[i]))  \
    X(d3, D3, uint16_t, 2, pt_decimal_d3(x[i]))  \
    X(d4, D4, uint16_t, 2, pt_decimal_d4(x[i]))  \
    X(d6, D6, uint32_t, 4, pt_decimal_d6(x[i]))
#define PT_KIND_MAP(X)                           \
    X(ones, ONES, unsigned char, 0, 1.0)         \
    PT_STORED_KIND_MAP(X)

#define X(name, NAME, type, bytes, value) PT_##NAME = PTRON_##NAME,
enum pt_kind { PT_KIND_MAP(X) };
#undef X
#define X(name, NAME, type, bytes, value) +1
enum { PT_N_KINDS = PT_KIND_MAP(X) };
#undef X

/* The sign is the last bit, so that -0 stays what it is. */
static inline double pt_decimal(uint32_t code, double high, double low)
{
    double m = (double)(int32_t)(code >> 1);
    uint64_t bits;

    memcpy(&bits, &m, sizeof bits);
    bits |= (uint64_t)code << 63;
    memcpy(&m, &bits, sizeof m);
    return m * high + m * low;
}
#define X(name, NAME, type, bytes, decimals, high, low) \
    static inline double pt_decimal_##name(type code)   \
    {                                                   \
        return pt_decimal(code, high, low);             \
    }
PT_DECIMAL_KIND_MAP(X)
#undef X

#define PT_NO_LABEL      UINT32_MAX         /* an unlabelled row */
#define PT_UNKNOWN_LABEL (UINT32_MAX - 1)   /* a label that the recipe does not know */

struct pt_row {
    const uint32_t *index;   /* [n] strictly increasing; NULL: dense, 0..n-1 */
    const void     *value;   /* [n] of the kind; NULL for PT_ONES            */
    size_t          n;       /* stored values */
    enum pt_kind    kind;
    uint32_t        label;   /* class, PT_NO_LABEL or PT_UNKNOWN_LABEL */
    double          weight;  /* 1 unless the user gave one */
    double          norm2;   /* sum of squares of the values, without the constant feature */
};

struct pt_block {
    size_t          n_rows;
    enum pt_kind    kind;
    bool            dense;
    uint32_t        width;    /* dense: values per row */
    const uint64_t *offset;   /* [n_rows + 1] sparse; offset[0] need not be 0; NULL when dense */
    const uint32_t *index;    /* [offset[n_rows]]; NULL when dense */
    const void     *value;    /* dense: [n_rows][width]; sparse: [offset[n_rows]]; NULL for PT_ONES */
    const uint32_t *label;    /* [n_rows]; NULL: none has one */
    const double   *weight;   /* [n_rows]; NULL: all 1 */
    const double   *norm2;    /* [n_rows] */
    const uint64_t *place;    /* [n_rows] pt_place of each row; NULL: not known */
};

/* File number and line (1-based; row number where there are no lines) in one word. */
static inline uint64_t pt_place(uint32_t file, uint64_t line)
{
    return (uint64_t)file << 44 | (line & ((UINT64_C(1) << 44) - 1));
}
static inline uint32_t pt_place_file(uint64_t place)
{
    return (uint32_t)(place >> 44);
}
static inline uint64_t pt_place_line(uint64_t place)
{
    return place & ((UINT64_C(1) << 44) - 1);
}

static inline size_t pt_kind_bytes(enum pt_kind kind)
{
#define X(name, NAME, type, bytes, value) bytes,
    static const unsigned char sizes[PT_N_KINDS] = {PT_KIND_MAP(X)};
#undef X

    return sizes[kind];
}

static inline bool pt_kind_is_decimal(enum pt_kind kind)
{
    return kind > PT_F64;
}

/* Whether it may hold values that 32 bits do not. */
static inline bool pt_kind_is_double(enum pt_kind kind)
{
    return kind >= PT_F64;
}

/* Number of the first value of row i; for i = n_rows, of the end. */
static inline uint64_t pt_block_first(const struct pt_block *block, size_t i)
{
    return block->dense ? (uint64_t)i * block->width : block->offset[i];
}

/* The rows of a block from `first` on. */
static inline struct pt_block pt_block_rest(struct pt_block block, size_t first)
{
    block.n_rows -= first;
    block.label += first;
    block.norm2 += first;
    if (block.weight != NULL)
        block.weight += first;
    if (block.place != NULL)
        block.place += first;
    if (!block.dense)
        block.offset += first;
    else if (block.value != NULL)
        block.value = (const char *)block.value + first * block.width * pt_kind_bytes(block.kind);
    return block;
}

static inline struct pt_row pt_block_row(const struct pt_block *block, size_t i)
{
    const uint64_t from = pt_block_first(block, i);
    const char *values = block->value;

    return (struct pt_row){
        .index = block->index == NULL ? NULL : block->index + from,   /* NULL: dense, or no values at all */
        .value = values == NULL ? NULL : values + from * pt_kind_bytes(block->kind),
        .n = block->dense ? block->width : (size_t)(block->offset[i + 1] - from),
        .kind = block->kind,
        .label = block->label == NULL ? PT_NO_LABEL : block->label[i],
        .weight = block->weight == NULL ? 1.0 : block->weight[i],
        .norm2 = block->norm2[i],
    };
}

static inline uint64_t pt_block_values(const struct pt_block *block)   /* stored values of all rows */
{
    return pt_block_first(block, block->n_rows) - pt_block_first(block, 0);
}

static inline uint64_t pt_block_bytes(const struct pt_block *block)   /* of memory */
{
    const size_t value = pt_kind_bytes(block->kind) + (block->dense ? 0 : sizeof *block->index);
    const size_t row = sizeof *block->norm2 + (block->dense ? 0 : sizeof *block->offset) +
                       (block->label == NULL ? 0 : sizeof *block->label) +
                       (block->weight == NULL ? 0 : sizeof *block->weight) +
                       (block->place == NULL ? 0 : sizeof *block->place);

    return pt_block_values(block) * value + (uint64_t)block->n_rows * row;
}

/* Value i of the row as a double. */
static inline double pt_row_value(const struct pt_row *row, size_t i)
{
#ifdef __clang_analyzer__   /* only ones have no values, which it does not know */
    if (row->value == NULL)
        return 1.0;
#endif
#define X(name, NAME, type, bytes, value_i) \
    case PT_##NAME: {                       \
        const type *x = row->value;         \
        (void)x;                            \
        return value_i;                     \
    }
    switch (row->kind) {
        PT_KIND_MAP(X)
    }
#undef X
#if defined(__GNUC__)
    __builtin_unreachable();   /* to ask for other kinds would cost a comparison for each value */
#else
    return 0.0;
#endif
}

/* Rows of one block in the order to visit them: what a learner is handed. */
struct pt_batch {
    const struct pt_block *block;
    const uint32_t        *order;   /* [n] rows of the block; NULL: first, first+1, ... */
    size_t                 first, n;
    uint64_t               base;    /* index of the block's first row within its set */
    const uint32_t        *source;  /* row of the source at each index of the set; NULL: in order */
    const double          *class_weight;   /* [classes] times the row's own weight; NULL: all 1 */
    const uint32_t        *positive;       /* one class against the rest: that class; NULL: labels as they are */
    size_t                 next, n_next;   /* rows of the block that the next batch visits, in any order; 0: unknown */
};

static inline size_t pt_batch_at(const struct pt_batch *batch, size_t i)
{
    return batch->order == NULL ? batch->first + i : batch->order[i];
}

/* The row's number in the order of the source. */
static inline uint64_t pt_batch_source(const struct pt_batch *batch, size_t i)
{
    const uint64_t index = batch->base + pt_batch_at(batch, i);

    return batch->source == NULL ? index : batch->source[index];
}

/* A row as a learner sees it: weighted by its class, and told apart from the rest when that is asked. */
static inline struct pt_row pt_row_seen(struct pt_row row, const double *class_weight, const uint32_t *positive)
{
    if (class_weight != NULL)
        row.weight *= class_weight[row.label];
    if (positive != NULL)
        row.label = row.label == *positive;
    return row;
}

static inline struct pt_row pt_batch_row(const struct pt_batch *batch, size_t i)
{
    return pt_row_seen(pt_block_row(batch->block, pt_batch_at(batch, i)), batch->class_weight, batch->positive);
}

PT_FETCHER void pt_fetch_bytes(const void *bytes, size_t from, size_t n)
{
    const char *at = (const char *)bytes + from;

    for (size_t i = 0; i < n; i += 64)
        PT_FETCH(at + i);
    PT_FETCH(at + n - 1);
}

/* Sparse rows come into the second cache: the first is for the weights. Of a dense one only its front is asked for: the
 * processor sees where that leads, and is quicker without being told. */
PT_FETCHER void pt_fetch_near(const void *bytes, size_t from, size_t n)
{
    const char *at = (const char *)bytes + from;

    for (size_t i = 0; i < n; i += 64)
        PT_FETCH_NEAR(at + i);
    PT_FETCH_NEAR(at + n - 1);
}

PT_FETCHER void pt_block_fetch(const struct pt_block *block, size_t row)
{
    enum { FRONT = 3 * 64 };
    const size_t size = pt_kind_bytes(block->kind), bytes = block->width * size;

    if (block->dense) {
        if (bytes > 0)
            pt_fetch_bytes(block->value, row * bytes, bytes < FRONT ? bytes : FRONT);
        return;
    }
    const uint64_t from = block->offset[row];
    const size_t n = (size_t)(block->offset[row + 1] - from);

    if (n > 0 && size > 0)
        pt_fetch_near(block->value, (size_t)from * size, n * size);
    if (n > 0)
        pt_fetch_near(block->index, (size_t)from * sizeof *block->index, n * sizeof *block->index);
}

/* What is known of a row beside its values, which would be waited for one after the other. */
PT_FETCHER void pt_block_fetch_facts(const struct pt_block *block, size_t row)
{
    if (!block->dense)
        PT_FETCH(block->offset + row);
    PT_FETCH(block->label + row);
    PT_FETCH(block->norm2 + row);
    if (block->weight != NULL)
        PT_FETCH(block->weight + row);
}

/* Rows that come soon, when they are not visited in sequence: call it before using row i of the batch. The rows of the
 * next batch stand together and are fetched in sequence, which memory does best; those a few rows ahead are fetched
 * again, nearer, and where they are is fetched before that. Without it a shuffled epoch waits for every row. Dense rows
 * that stand anywhere come whole and early into the second cache, which waits for more lines at once than the first;
 * not very long ones, whose lines the processor sees coming, nor those of a block that is in the caches anyway. */
PT_FETCHER void pt_batch_fetch(const struct pt_batch *batch, size_t i)
{
    enum { ROWS_AHEAD = 4, FACTS_AHEAD = 12, FAR_AHEAD = 16, LONG_BYTES = 4096, NEAR_BYTES = 1 << 20 };
    const struct pt_block *block = batch->block;
    const size_t bytes = block->dense ? block->width * pt_kind_bytes(block->kind) : 0;

    if (i < batch->n_next) {
        pt_block_fetch(block, batch->next + i);
        PT_FETCH(block->norm2 + batch->next + i);
    } else if (batch->order != NULL && i + FACTS_AHEAD < batch->n) {
        pt_block_fetch_facts(block, batch->order[i + FACTS_AHEAD]);
    }
    if (batch->order == NULL)
        return;
    if (bytes == 0 || bytes > LONG_BYTES || block->n_rows * bytes <= NEAR_BYTES || batch->n_next > 0) {
        if (i + ROWS_AHEAD < batch->n)
            pt_block_fetch(block, batch->order[i + ROWS_AHEAD]);
        return;
    }
    if (i + FAR_AHEAD < batch->n)
        pt_fetch_near(block->value, batch->order[i + FAR_AHEAD] * bytes, bytes);
    if (i + 1 < batch->n)
        pt_fetch_bytes(block->value, batch->order[i + 1] * bytes, bytes);
}

/* The features of the row after row i of the batch, a sparse one; none after the last. */
static inline const uint32_t *pt_batch_ahead(const struct pt_batch *batch, size_t i, size_t *n)
{
    const struct pt_block *block = batch->block;
    const size_t at = i + 1 < batch->n ? pt_batch_at(batch, i + 1) : 0;
    const uint64_t from = block->offset[at];

    *n = i + 1 < batch->n ? (size_t)(block->offset[at + 1] - from) : 0;
    return block->index + from;
}

/* The weights that the row after row i will meet: `vectors` of them for each feature. It pays when they do not fit in
 * the caches next to the processor; sparse rows only. */
PT_FETCHER void pt_batch_fetch_weights(const struct pt_batch *batch, size_t i, const double *w, size_t vectors)
{
    size_t n = 0;
    const uint32_t *index = batch->block->dense ? NULL : pt_batch_ahead(batch, i, &n);

    for (size_t k = 0; k < n; k++)
        PT_FETCH(w + index[k] * vectors);
}

#endif
