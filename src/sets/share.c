/* One rank's part of the rows becomes the set of all. */
#include "sets/share.h"
#include "base/alloc.h"
#include "base/size.h"

#include <inttypes.h>
#include <string.h>

/* ---- who has what -------------------------------------------------------------------------------- */

static ptron_status count_rows(struct pt_runs *runs, ptron_ranks *ranks, uint64_t own, ptron_error *err)
{
    uint64_t *rows = pt_array(ranks->size, sizeof *rows);
    ptron_status status;

    runs->ranks = ranks;
    runs->from = pt_zeroed(ranks->size + 1, sizeof *runs->from);
    if (rows == NULL || runs->from == NULL) {
        pt_release(rows);
        return pt_fail_memory(err, ranks->size * sizeof *rows, "ranks");
    }
    rows[ranks->rank] = own;
    status = pt_ranks_gather_equal(ranks, rows, sizeof *rows, err);
    for (size_t r = 0; r < ranks->size; r++)
        runs->from[r + 1] = runs->from[r] + (status == PTRON_OK ? rows[r] : 0);
    pt_release(rows);
    if (status == PTRON_OK && runs->from[ranks->size] > UINT32_MAX - 2)
        return pt_fail(err, PTRON_DATA, "%" PRIu64 " rows, wanted at most %u in all", runs->from[ranks->size],
                       (unsigned)(UINT32_MAX - 2));
    return status;
}

/* An array of a row each, of which this rank has its part: that of all rows takes its place. */
static ptron_status widen(const struct pt_runs *runs, void **memory, size_t size, ptron_error *err)
{
    const size_t ranks = runs->ranks->size;
    size_t *from = pt_array(ranks + 1, sizeof *from);
    char *all = pt_array((size_t)runs->from[ranks] + 1, size);
    ptron_status status;

    if (from == NULL || all == NULL) {
        pt_release(from);
        pt_release(all);
        return pt_fail_memory(err, (size_t)runs->from[ranks] * size, "what every rank knows of rows");
    }
    for (size_t r = 0; r <= ranks; r++)
        from[r] = (size_t)runs->from[r] * size;
    if (pt_runs_to(runs) > pt_runs_from(runs))
        memcpy(all + pt_runs_from(runs) * size, *memory, (size_t)(pt_runs_to(runs) - pt_runs_from(runs)) * size);
    pt_release(*memory);
    *memory = all;
    status = pt_ranks_gather(runs->ranks, all, from, err);
    pt_release(from);
    return status;
}

/* Weights that some rank's rows have, all have. */
static ptron_status share_weights(ptron_dataset *set, ptron_error *err)
{
    uint64_t any = set->memory[PT_MEMORY_WEIGHT] != NULL;
    const uint64_t own = pt_runs_to(&set->runs) - pt_runs_from(&set->runs);

    PT_TRY(pt_ranks_most(set->runs.ranks, &any, err));
    if (any == 0)
        return PTRON_OK;
    if (set->memory[PT_MEMORY_WEIGHT] == NULL) {
        double *weights = pt_array((size_t)own, sizeof *weights);

        if (weights == NULL)
            return pt_fail_memory(err, (size_t)own * sizeof *weights, "weights of rows");
        for (uint64_t i = 0; i < own; i++)
            weights[i] = 1.0;
        set->memory[PT_MEMORY_WEIGHT] = weights;
    }
    return widen(&set->runs, &set->memory[PT_MEMORY_WEIGHT], sizeof(double), err);
}

/* Rows of others are empty here. */
static ptron_status widen_offsets(ptron_dataset *set, ptron_error *err)
{
    const uint64_t n = set->runs.from[set->runs.ranks->size], from = pt_runs_from(&set->runs);
    const uint64_t own = pt_runs_to(&set->runs) - from;
    const uint64_t *before = set->memory[PT_MEMORY_OFFSET];
    uint64_t *offset = pt_array((size_t)n + 1, sizeof *offset);

    if (offset == NULL)
        return pt_fail_memory(err, (size_t)n * sizeof *offset, "what every rank knows of rows");
    for (uint64_t i = 0; i <= n; i++)
        offset[i] = before == NULL || own == 0 || i < from ? 0 : before[pt_min((size_t)(i - from), (size_t)own)];
    pt_release(set->memory[PT_MEMORY_OFFSET]);
    set->memory[PT_MEMORY_OFFSET] = offset;
    return PTRON_OK;
}

/* ---- the set of all ------------------------------------------------------------------------------ */

/* The block of all rows; of dense ones this rank's values stand as if those before them were there. */
static void lay_out(ptron_dataset *set)
{
    const uint64_t skipped = pt_runs_from(&set->runs) * set->block.width * pt_kind_bytes(set->block.kind);
    struct pt_block *b = &set->block;

    b->n_rows = (size_t)set->runs.from[set->runs.ranks->size];
    b->label = set->memory[PT_MEMORY_LABEL];
    b->norm2 = set->memory[PT_MEMORY_NORM2];
    b->weight = set->memory[PT_MEMORY_WEIGHT];
    b->place = set->memory[PT_MEMORY_PLACE];
    b->offset = b->dense ? NULL : set->memory[PT_MEMORY_OFFSET];
    b->index = b->dense ? NULL : set->memory[PT_MEMORY_INDEX];
    b->value = b->kind == PT_ONES ? NULL
               : b->dense         ? (const void *)((uintptr_t)set->memory[PT_MEMORY_VALUE] - (uintptr_t)skipped)
                                  : set->memory[PT_MEMORY_VALUE];
}

static ptron_status widen_all(ptron_dataset *set, ptron_error *err)
{
    PT_TRY(widen(&set->runs, &set->memory[PT_MEMORY_LABEL], sizeof(uint32_t), err));
    PT_TRY(widen(&set->runs, &set->memory[PT_MEMORY_NORM2], sizeof(double), err));
    PT_TRY(widen(&set->runs, &set->memory[PT_MEMORY_PLACE], sizeof(uint64_t), err));
    PT_TRY(share_weights(set, err));
    return set->block.dense ? PTRON_OK : widen_offsets(set, err);
}

ptron_status pt_dataset_share(ptron_dataset *set, ptron_ranks *ranks, ptron_error *err)
{
    PT_TRY(count_rows(&set->runs, ranks, set->block.n_rows, err));
    PT_TRY(pt_ranks_sum(ranks, &set->n_values, err));
    PT_TRY(widen_all(set, err));
    if (!set->block.dense && set->memory[PT_MEMORY_INDEX] == NULL &&   /* an index that is NULL would mean dense rows */
        (set->memory[PT_MEMORY_INDEX] = pt_alloc(sizeof(uint32_t))) == NULL)
        return pt_fail_memory(err, sizeof(uint32_t), "indices");
    lay_out(set);
    set->n_rows = set->tally.rows = set->block.n_rows;
    memset(set->class_rows, 0, pt_dataset_classes(set) * sizeof *set->class_rows);
    for (size_t i = 0; i < set->block.n_rows; i++) {
        if (set->block.norm2[i] > set->max_norm2)
            set->max_norm2 = set->block.norm2[i];
        if (set->block.label[i] < pt_dataset_classes(set))
            set->class_rows[set->block.label[i]]++;
    }
    return PTRON_OK;
}

ptron_status pt_dataset_share_whole(ptron_dataset *set, ptron_ranks *ranks, ptron_error *err)
{
    set->runs = (struct pt_runs){ranks, pt_array(ranks->size + 1, sizeof *set->runs.from), true, false};
    if (set->runs.from == NULL)
        return pt_fail_memory(err, ranks->size * sizeof *set->runs.from, "ranks");
    for (size_t r = 0; r <= ranks->size; r++)
        set->runs.from[r] = pt_share_from(set->n_rows, ranks->size, r);
    return PTRON_OK;
}

/* ---- moving -------------------------------------------------------------------------------------- */

enum { CHUNK_BYTES = 4 << 20 };   /* of rows that are under way at a time */

struct move {
    ptron_dataset *set;
    const uint32_t *to;        /* [n] index of each row of the source; NULL: the same */
    struct pt_runs runs;       /* as they will be */
    struct pt_buffer *out, *in;    /* [size] */
    uint64_t *offset;          /* [own rows + 1] of the values here, as they will be; sparse */
    char     *value;
    uint32_t *index;
    size_t    value_bytes;     /* of one */
};

static uint64_t goes_to(const struct move *m, uint64_t row)
{
    return m->to == NULL ? row : m->to[row];
}

static size_t length_of(const struct move *m, uint64_t row)
{
    const struct pt_block *b = &m->set->block;

    return b->dense ? b->width : (size_t)(b->offset[row + 1] - b->offset[row]);
}

/* How long the rows are that will be here: each sender says its own. */
static ptron_status exchange_lengths(struct move *m, ptron_error *err)
{
    const struct pt_runs *old = &m->set->runs;
    const uint64_t first = pt_runs_from(&m->runs), own = pt_runs_to(&m->runs) - first;

    for (uint64_t row = pt_runs_from(old); row < pt_runs_to(old); row++) {
        const uint64_t at = goes_to(m, row);
        struct pt_buffer *out = &m->out[pt_runs_owner(&m->runs, at)];

        pt_buffer_u32(out, (uint32_t)at);
        pt_buffer_u32(out, (uint32_t)length_of(m, row));
    }
    PT_TRY(pt_ranks_exchange(m->runs.ranks, m->out, m->in, err));
    m->offset = pt_zeroed((size_t)own + 1, sizeof *m->offset);
    if (m->offset == NULL)
        return pt_fail_memory(err, (size_t)own * sizeof *m->offset, "rows of shards");
    for (size_t r = 0; r < m->runs.ranks->size; r++) {
        struct pt_cursor in = {(const unsigned char *)m->in[r].bytes,
                               (const unsigned char *)m->in[r].bytes + m->in[r].length, false};

        while (pt_cursor_left(&in) > 0) {
            const uint32_t at = pt_cursor_u32(&in);
            m->offset[at - first + 1] = pt_cursor_u32(&in);
        }
    }
    for (uint64_t i = 0; i < own; i++)
        m->offset[i + 1] += m->offset[i];
    return PTRON_OK;
}

static ptron_status make_room(struct move *m, ptron_error *err)
{
    const uint64_t own = pt_runs_to(&m->runs) - pt_runs_from(&m->runs);
    const size_t values = (size_t)m->offset[own];

    m->index = m->set->block.dense ? NULL : pt_array(values + 1, sizeof *m->index);
    m->value = m->value_bytes == 0 ? NULL : pt_array(values + 1, m->value_bytes);
    if ((!m->set->block.dense && m->index == NULL) || (m->value_bytes > 0 && m->value == NULL))
        return pt_fail_memory(err, values * (sizeof *m->index + m->value_bytes), "rows of shards");
    return PTRON_OK;
}

static void pack_row(struct move *m, uint64_t row)
{
    const struct pt_row r = pt_block_row(&m->set->block, (size_t)row);
    const uint64_t at = goes_to(m, row);
    struct pt_buffer *out = &m->out[pt_runs_owner(&m->runs, at)];

    pt_buffer_u32(out, (uint32_t)at);
    if (!m->set->block.dense)
        pt_buffer_add(out, r.index, r.n * sizeof *r.index);
    if (m->value_bytes > 0)
        pt_buffer_add(out, r.value, r.n * m->value_bytes);
}

static void unpack_rows(struct move *m, const struct pt_buffer *from)
{
    struct pt_cursor in = {(const unsigned char *)from->bytes,
                           (const unsigned char *)from->bytes + from->length, false};

    while (pt_cursor_left(&in) > 0) {
        const uint64_t at = pt_cursor_u32(&in) - pt_runs_from(&m->runs);
        const size_t n = (size_t)(m->offset[at + 1] - m->offset[at]);

        if (n == 0)
            continue;
        if (m->index != NULL)
            memcpy(m->index + m->offset[at], pt_cursor_bytes(&in, n * sizeof *m->index), n * sizeof *m->index);
        if (m->value != NULL)
            memcpy(m->value + m->offset[at] * m->value_bytes, pt_cursor_bytes(&in, n * m->value_bytes),
                   n * m->value_bytes);
    }
}

/* Gives back what rows from `row` on took. */
static void shrink(struct move *m, uint64_t row)
{
    const struct pt_block *b = &m->set->block;
    const uint64_t n = b->dense ? (row - pt_runs_from(&m->set->runs)) * b->width : b->offset[row];

    if (!b->dense)
        pt_resize_at(&m->set->memory[PT_MEMORY_INDEX], (size_t)n + 1, sizeof(uint32_t));
    if (m->value_bytes > 0)
        pt_resize_at(&m->set->memory[PT_MEMORY_VALUE], (size_t)n + 1, m->value_bytes);
    lay_out(m->set);
}

/* From the last row to the first, so that what was sent can be given back. Everyone takes as many turns as who has
 * most to send. */
static ptron_status exchange_rows(struct move *m, ptron_error *err)
{
    const struct pt_runs *old = &m->set->runs;
    uint64_t row = pt_runs_to(old);
    uint64_t more = 1;

    while (more > 0) {
        size_t bytes = 0;

        while (row > pt_runs_from(old) && bytes < CHUNK_BYTES) {
            row--;
            bytes += length_of(m, row) * (m->value_bytes + sizeof(uint32_t)) + sizeof(uint32_t);
            pack_row(m, row);
        }
        PT_TRY(pt_ranks_exchange(m->runs.ranks, m->out, m->in, err));
        shrink(m, row);
        for (size_t r = 0; r < m->runs.ranks->size; r++)
            unpack_rows(m, &m->in[r]);
        more = row - pt_runs_from(old);
        PT_TRY(pt_ranks_most(m->runs.ranks, &more, err));
    }
    return PTRON_OK;
}

/* An array of all rows, put in their new order. */
static ptron_status reorder(const struct move *m, void **memory, size_t size, ptron_error *err)
{
    const size_t n = m->set->block.n_rows;
    char *moved;

    if (m->to == NULL || *memory == NULL)
        return PTRON_OK;
    moved = pt_array(n + 1, size);
    if (moved == NULL)
        return pt_fail_memory(err, n * size, "what every rank knows of rows");
    for (size_t i = 0; i < n; i++)
        memcpy(moved + m->to[i] * size, (const char *)*memory + i * size, size);
    pt_release(*memory);
    *memory = moved;
    return PTRON_OK;
}

static ptron_status note_order(struct move *m, ptron_error *err)
{
    const size_t n = m->set->block.n_rows;

    if (m->to == NULL)
        return PTRON_OK;
    m->set->source = pt_array(n + 1, sizeof *m->set->source);
    if (m->set->source == NULL)
        return pt_fail_memory(err, n * sizeof *m->set->source, "the order of the rows");
    for (size_t i = 0; i < n; i++)
        m->set->source[m->to[i]] = (uint32_t)i;
    return PTRON_OK;
}

/* The rows are here: the set is made of them. */
static ptron_status settle(struct move *m, ptron_error *err)
{
    ptron_dataset *set = m->set;
    const uint64_t *offset = m->offset;
    const uint64_t from = pt_runs_from(&m->runs), own = pt_runs_to(&m->runs) - from;
    uint64_t *all = set->memory[PT_MEMORY_OFFSET];

    PT_TRY(reorder(m, &set->memory[PT_MEMORY_LABEL], sizeof(uint32_t), err));
    PT_TRY(reorder(m, &set->memory[PT_MEMORY_NORM2], sizeof(double), err));
    PT_TRY(reorder(m, &set->memory[PT_MEMORY_WEIGHT], sizeof(double), err));
    PT_TRY(reorder(m, &set->memory[PT_MEMORY_PLACE], sizeof(uint64_t), err));
    PT_TRY(note_order(m, err));
    for (uint64_t i = 0; !set->block.dense && i <= set->block.n_rows; i++)
        all[i] = i < from ? 0 : offset[pt_min((size_t)(i - from), (size_t)own)];
    pt_release(set->memory[PT_MEMORY_INDEX]);
    pt_release(set->memory[PT_MEMORY_VALUE]);
    set->memory[PT_MEMORY_INDEX] = m->index;
    set->memory[PT_MEMORY_VALUE] = m->value;
    m->index = NULL;
    m->value = NULL;
    pt_release(set->runs.from);
    set->runs = m->runs;
    m->runs.from = NULL;
    lay_out(set);
    return PTRON_OK;
}

static ptron_status move_rows(struct move *m, ptron_error *err)
{
    const size_t ranks = m->runs.ranks->size;

    m->out = pt_zeroed(ranks, sizeof *m->out);
    m->in = pt_zeroed(ranks, sizeof *m->in);
    if (m->out == NULL || m->in == NULL)
        return pt_fail_memory(err, 2 * ranks * sizeof *m->out, "ranks");
    PT_TRY(exchange_lengths(m, err));
    PT_TRY(make_room(m, err));
    PT_TRY(exchange_rows(m, err));
    return settle(m, err);
}

ptron_status pt_dataset_move(ptron_dataset *set, uint32_t *to, uint64_t *from, ptron_error *err)
{
    struct move m = {.set = set, .to = to, .runs = {set->runs.ranks, from, false, true},
                     .value_bytes = pt_kind_bytes(set->block.kind)};
    const ptron_status status = move_rows(&m, err);

    for (size_t r = 0; r < set->runs.ranks->size; r++) {
        if (m.out != NULL)
            pt_buffer_fini(&m.out[r]);
        if (m.in != NULL)
            pt_buffer_fini(&m.in[r]);
    }
    pt_release(m.out);
    pt_release(m.in);
    pt_release(m.offset);
    pt_release(m.index);
    pt_release(m.value);
    pt_release(m.runs.from);
    if (status == PTRON_OK)
        set->at = to;
    else
        pt_release(to);
    return status;
}
