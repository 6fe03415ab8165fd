/* Rows go from the ranks that have read them to those that carry their shards. First each says how long its rows are,
 * in the order of the source; then they come, some megabytes at a time, and what was sent is given back. */
#include "base/alloc.h"
#include "base/size.h"
#include "sets/share.h"

#include <string.h>

enum { CHUNK_BYTES = 4 << 20, PARTS = 8 };   /* CHUNK_BYTES: of rows that are under way at a time */

struct move {
    ptron_dataset *set;
    struct pt_places *to;
    struct pt_buffer *out, *in;       /* [ranks] */
    size_t   kept, kept_values;       /* rows that were gone through and stay for now, and their values */
    void    *memory[PT_N_MEMORY];     /* the arrays of the rows that come; offsets also of dense ones */
    size_t   value_bytes;             /* of one */
    struct pt_own own;                /* who they are */
    uint64_t *numbers;                /* [to->n] the caller's; NULL: none */
};

static bool numbered(uint64_t *const *numbers)
{
    return numbers != NULL && *numbers != NULL;
}

static size_t length_of(const struct move *m, size_t row)
{
    const struct pt_block *b = &m->set->block;

    return b->dense ? b->width : (size_t)(b->offset[row + 1] - b->offset[row]);
}

/* ---- lengths ------------------------------------------------------------------------------------- */

static bool make_lists(struct move *m, bool with_numbers)
{
    const size_t n = m->to->n;

    m->memory[PT_MEMORY_OFFSET] = pt_zeroed(n + 1, sizeof(uint64_t));
    m->own.at = pt_array(n + 1, sizeof *m->own.at);
    m->own.position = pt_array(n + 1, sizeof *m->own.position);
    m->numbers = with_numbers ? pt_array(n + 1, sizeof *m->numbers) : NULL;
    return m->memory[PT_MEMORY_OFFSET] != NULL && m->own.at != NULL && m->own.position != NULL &&
           (!with_numbers || m->numbers != NULL);
}

static void hear_lengths(struct move *m, const struct pt_buffer *from)
{
    struct pt_cursor in = {(const unsigned char *)from->bytes,
                           (const unsigned char *)from->bytes + from->length, false};
    uint64_t *offset = m->memory[PT_MEMORY_OFFSET];

    while (pt_cursor_left(&in) > 0 && m->own.n < m->to->n) {
        const uint32_t at = pt_cursor_u32(&in);

        offset[at + 1] = pt_cursor_u32(&in);
        m->own.at[m->own.n] = at;
        m->own.position[m->own.n] = pt_cursor_u64(&in);
        if (m->numbers != NULL)
            m->numbers[m->own.n] = pt_cursor_u64(&in);
        m->own.n++;
    }
}

/* Senders in order, and the rows of each in order: so they come in the order of the source. */
static ptron_status exchange_lengths(struct move *m, const uint64_t *numbers, ptron_error *err)
{
    ptron_ranks *ranks = m->set->runs.ranks;
    uint64_t *offset;

    for (size_t row = 0; row < m->set->block.n_rows; row++) {
        struct pt_buffer *out = &m->out[m->to->rank[row]];

        pt_buffer_u32(out, m->to->at[row]);
        pt_buffer_u32(out, (uint32_t)length_of(m, row));
        pt_buffer_u64(out, pt_own_position(&m->set->own, row));
        if (numbers != NULL)
            pt_buffer_u64(out, numbers[row]);
    }
    PT_TRY(pt_ranks_exchange(ranks, m->out, m->in, err));
    if (!make_lists(m, numbers != NULL))
        return pt_fail_memory(err, m->to->n * sizeof *offset, "rows of shards");
    for (size_t r = 0; r < ranks->size; r++) {
        hear_lengths(m, &m->in[r]);
        pt_buffer_fini(&m->in[r]);
        pt_buffer_fini(&m->out[r]);
    }
    offset = m->memory[PT_MEMORY_OFFSET];
    for (size_t i = 0; i < m->to->n; i++)
        offset[i + 1] += offset[i];
    return PTRON_OK;
}

/* ---- rows ---------------------------------------------------------------------------------------- */

/* What every row has, whatever its length. */
struct fact {
    size_t memory, size;
};
static const struct fact facts[] = {{PT_MEMORY_LABEL, sizeof(uint32_t)}, {PT_MEMORY_NORM2, sizeof(double)},
                                    {PT_MEMORY_WEIGHT, sizeof(double)}, {PT_MEMORY_PLACE, sizeof(uint64_t)}};
enum { N_FACTS = sizeof facts / sizeof *facts };

static ptron_status make_room(struct move *m, ptron_error *err)
{
    const uint64_t *offset = m->memory[PT_MEMORY_OFFSET];
    const size_t values = (size_t)offset[m->to->n];
    bool good = true;

    for (size_t i = 0; i < N_FACTS; i++)
        if (m->set->memory[facts[i].memory] != NULL)
            good &= (m->memory[facts[i].memory] = pt_array(m->to->n + 1, facts[i].size)) != NULL;
    if (!m->set->block.dense)
        good &= (m->memory[PT_MEMORY_INDEX] = pt_array(values + 1, sizeof(uint32_t))) != NULL;
    if (m->value_bytes > 0)
        good &= (m->memory[PT_MEMORY_VALUE] = pt_array(values + 1, m->value_bytes)) != NULL;
    return good ? PTRON_OK : pt_fail_memory(err, values * (sizeof(uint32_t) + m->value_bytes), "rows of shards");
}

/* A row that is still here: where its values begin, and how many there are. */
struct standing {
    size_t row, begin, n;
};

static size_t pack_row(struct move *m, struct standing r)
{
    struct pt_buffer *out = &m->out[m->to->rank[r.row]];
    const size_t before = out->length;

    pt_buffer_u32(out, m->to->at[r.row]);
    for (size_t i = 0; i < N_FACTS; i++)
        if (m->set->memory[facts[i].memory] != NULL)
            pt_buffer_add(out, (const char *)m->set->memory[facts[i].memory] + r.row * facts[i].size, facts[i].size);
    if (!m->set->block.dense)
        pt_buffer_add(out, (const uint32_t *)m->set->memory[PT_MEMORY_INDEX] + r.begin, r.n * sizeof(uint32_t));
    if (m->value_bytes > 0)
        pt_buffer_add(out, (const char *)m->set->memory[PT_MEMORY_VALUE] + r.begin * m->value_bytes,
                      r.n * m->value_bytes);
    return out->length - before;
}

static void close_up(void *memory, size_t from, size_t to, size_t n, size_t size)
{
    if (memory != NULL && from != to && n > 0)
        memmove((char *)memory + to * size, (const char *)memory + from * size, n * size);
}

/* It stays for now, behind those that stay before it. */
static void keep_row(struct move *m, struct standing r)
{
    const size_t to = m->kept++;
    uint64_t *offset = m->set->memory[PT_MEMORY_OFFSET];

    for (size_t i = 0; i < N_FACTS; i++)
        close_up(m->set->memory[facts[i].memory], r.row, to, 1, facts[i].size);
    m->to->rank[to] = m->to->rank[r.row];
    m->to->at[to] = m->to->at[r.row];
    if (!m->set->block.dense) {
        close_up(m->set->memory[PT_MEMORY_INDEX], r.begin, m->kept_values, r.n, sizeof(uint32_t));
        offset[to + 1] = m->kept_values + r.n;
    }
    if (m->value_bytes > 0)
        close_up(m->set->memory[PT_MEMORY_VALUE], r.begin, m->kept_values, r.n, m->value_bytes);
    m->kept_values += r.n;
}

static void unpack(struct pt_cursor *in, void *memory, size_t at, size_t n, size_t size)
{
    if (memory != NULL && n > 0)
        memcpy((char *)memory + at * size, pt_cursor_bytes(in, n * size), n * size);
}

static void unpack_rows(struct move *m, const struct pt_buffer *from)
{
    struct pt_cursor in = {(const unsigned char *)from->bytes,
                           (const unsigned char *)from->bytes + from->length, false};
    const uint64_t *offset = m->memory[PT_MEMORY_OFFSET];

    while (pt_cursor_left(&in) > 0) {
        const size_t at = pt_cursor_u32(&in), n = (size_t)(offset[at + 1] - offset[at]);

        for (size_t i = 0; i < N_FACTS; i++)
            unpack(&in, m->memory[facts[i].memory], at, 1, facts[i].size);
        unpack(&in, m->memory[PT_MEMORY_INDEX], (size_t)offset[at], n, sizeof(uint32_t));
        unpack(&in, m->memory[PT_MEMORY_VALUE], (size_t)offset[at], n, m->value_bytes);
    }
}

static void lay_out(ptron_dataset *set)
{
    struct pt_block *b = &set->block;

    b->label = set->memory[PT_MEMORY_LABEL];
    b->norm2 = set->memory[PT_MEMORY_NORM2];
    b->weight = set->memory[PT_MEMORY_WEIGHT];
    b->place = set->memory[PT_MEMORY_PLACE];
    b->offset = b->dense ? NULL : set->memory[PT_MEMORY_OFFSET];
    b->index = b->dense ? NULL : set->memory[PT_MEMORY_INDEX];
    b->value = b->kind == PT_ONES ? NULL : set->memory[PT_MEMORY_VALUE];
}

/* Gives back what the rows that were sent took. */
static void shrink(struct move *m)
{
    m->set->block.n_rows = m->kept;
    if (!m->set->block.dense)
        pt_resize_at(&m->set->memory[PT_MEMORY_INDEX], m->kept_values + 1, sizeof(uint32_t));
    if (m->value_bytes > 0)
        pt_resize_at(&m->set->memory[PT_MEMORY_VALUE], m->kept_values + 1, m->value_bytes);
    lay_out(m->set);
}

/* The rows that go to indices first .. end-1 of their ranks. Everyone takes as many turns as who has most to send. */
static ptron_status exchange_some(struct move *m, size_t first, size_t end, ptron_error *err)
{
    ptron_ranks *ranks = m->set->runs.ranks;
    const struct pt_block *b = &m->set->block;
    const uint64_t *offset = b->offset;
    struct standing r = {0};
    uint64_t more = 1;

    m->kept = m->kept_values = 0;
    while (more > 0) {
        for (size_t bytes = 0; r.row < b->n_rows && bytes < CHUNK_BYTES; r.row++, r.begin += r.n) {
            r.n = b->dense ? b->width : (size_t)offset[r.row + 1] - r.begin;
            if (m->to->at[r.row] >= first && m->to->at[r.row] < end)
                bytes += pack_row(m, r);
            else
                keep_row(m, r);
        }
        PT_TRY(pt_ranks_exchange(ranks, m->out, m->in, err));
        for (size_t i = 0; i < ranks->size; i++)
            unpack_rows(m, &m->in[i]);
        more = b->n_rows - r.row;
        PT_TRY(pt_ranks_most(ranks, &more, err));
    }
    shrink(m);
    return PTRON_OK;
}

/* In some parts, by where they go: as one part comes, as much can be given back. */
static ptron_status exchange_rows(struct move *m, ptron_error *err)
{
    uint64_t most = m->to->n;
    size_t part;

    PT_TRY(pt_ranks_most(m->set->runs.ranks, &most, err));
    part = (size_t)most / PARTS + 1;
    for (size_t first = 0; first < most; first += part)
        PT_TRY(exchange_some(m, first, first + part, err));
    return PTRON_OK;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

/* The rows are here: the set is made of them. */
static void settle(struct move *m, uint64_t **numbers)
{
    ptron_dataset *set = m->set;

    for (size_t i = 0; i < PT_N_MEMORY; i++) {
        pt_release(set->memory[i]);
        set->memory[i] = m->memory[i];
        m->memory[i] = NULL;
    }
    pt_own_fini(&set->own);
    set->own = m->own;
    m->own = (struct pt_own){0};
    set->block.n_rows = m->to->n;
    set->runs.moved = true;
    if (numbers != NULL) {
        pt_release(*numbers);
        *numbers = m->numbers;
        m->numbers = NULL;
    }
    lay_out(set);
}

static ptron_status move_rows(struct move *m, uint64_t **numbers, ptron_error *err)
{
    const size_t ranks = m->set->runs.ranks->size;

    m->out = pt_zeroed(ranks, sizeof *m->out);
    m->in = pt_zeroed(ranks, sizeof *m->in);
    if (m->out == NULL || m->in == NULL)
        return pt_fail_memory(err, 2 * ranks * sizeof *m->out, "ranks");
    PT_TRY(exchange_lengths(m, numbered(numbers) ? *numbers : NULL, err));
    PT_TRY(make_room(m, err));
    PT_TRY(exchange_rows(m, err));
    settle(m, numbers);
    return PTRON_OK;
}

ptron_status pt_dataset_move(ptron_dataset *set, struct pt_places *to, uint64_t **numbers, ptron_error *err)
{
    struct move m = {.set = set, .to = to, .value_bytes = pt_kind_bytes(set->block.kind)};
    const ptron_status status = move_rows(&m, numbers, err);

    for (size_t r = 0; r < set->runs.ranks->size; r++) {
        if (m.out != NULL)
            pt_buffer_fini(&m.out[r]);
        if (m.in != NULL)
            pt_buffer_fini(&m.in[r]);
    }
    for (size_t i = 0; i < PT_N_MEMORY; i++)
        pt_release(m.memory[i]);
    pt_release(m.out);
    pt_release(m.in);
    pt_release(m.numbers);
    pt_own_fini(&m.own);
    return status;
}
