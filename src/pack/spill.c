/* A spill is one file of pieces of equal size. Each bucket fills a piece in memory and writes it behind all others when
 * it is full; where its pieces are, it remembers. A row is a head and then its features and values, each filled up to
 * eight bytes, so that they can be used where they are. */
#include "pack/spill.h"
#include "base/alloc.h"
#include "base/scratch.h"
#include "base/size.h"
#include "rows/values.h"
#include "sets/scatter.h"

#include <string.h>

enum { PIECE = 1 << 17 };

struct head {                     /* of a row in the file */
    uint64_t place;
    double   norm2, weight;
    uint32_t label, n, kind, zero;
};

struct bucket {
    uint64_t *pieces;             /* [n_pieces] where they are in the file */
    size_t    n_pieces, room;
    size_t    filled;             /* bytes of the piece in memory */
    uint64_t  n_rows, at;         /* at: bytes taken back in the order of the source */
    size_t    loaded;             /* the piece in memory when taking back; SIZE_MAX: none */
    char     *piece;              /* [PIECE] */
};

struct pt_spill {
    struct pt_scratch file;
    struct pt_spilled facts;
    struct pt_bucket_draw draw;   /* of the next row */
    uint64_t given;               /* rows taken back in the order of the source */
    struct bucket buckets[PT_BUCKETS];
    char  *row;                   /* the row given last, its features and its values */
    size_t row_room;
};

ptron_status pt_spill_open(pt_spill **out, ptron_error *err)
{
    pt_spill *s = *out = pt_zeroed(1, sizeof *s);
    ptron_status status = PTRON_OK;

    if (s == NULL)
        return pt_fail_memory(err, sizeof *s, "a temporary file");
    s->draw = pt_bucket_first();
    for (size_t b = 0; b < PT_BUCKETS && status == PTRON_OK; b++) {
        s->buckets[b].piece = pt_alloc(PIECE);
        if (s->buckets[b].piece == NULL)
            status = pt_fail_memory(err, PIECE, "a temporary file");
    }
    if (status == PTRON_OK)
        status = pt_scratch_open(&s->file, err);
    if (status != PTRON_OK) {
        pt_spill_close(s);
        *out = NULL;
    }
    return status;
}

void pt_spill_close(pt_spill *s)
{
    if (s == NULL)
        return;
    for (size_t b = 0; b < PT_BUCKETS; b++) {
        pt_release(s->buckets[b].pieces);
        pt_release(s->buckets[b].piece);
    }
    pt_release(s->row);
    pt_scratch_close(&s->file);
    pt_release(s);
}

const struct pt_spilled *pt_spill_facts(const pt_spill *s)
{
    return &s->facts;
}

/* ---- adding -------------------------------------------------------------------------------------- */

static ptron_status write_piece(pt_spill *s, struct bucket *b, ptron_error *err)
{
    void *pieces = b->pieces;

    if (!pt_grow(&pieces, &b->room, b->n_pieces + 1, sizeof *b->pieces))
        return pt_fail_memory(err, b->n_pieces * sizeof *b->pieces, "a temporary file");
    b->pieces = pieces;
    b->pieces[b->n_pieces++] = s->file.length;
    return pt_scratch_write(&s->file, s->file.length, b->piece, b->filled, err);
}

static ptron_status put_bytes(pt_spill *s, struct bucket *b, const void *bytes, size_t n, ptron_error *err)
{
    const char *from = bytes;

    while (n > 0) {
        const size_t part = pt_min(n, PIECE - b->filled);

        memcpy(b->piece + b->filled, from, part);
        b->filled += part;
        from += part;
        n -= part;
        if (b->filled < PIECE)
            continue;
        PT_TRY(write_piece(s, b, err));
        b->filled = 0;
    }
    return PTRON_OK;
}

static size_t padded(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

static ptron_status put_padded(pt_spill *s, struct bucket *b, const void *bytes, size_t n, ptron_error *err)
{
    static const char zeros[8];

    PT_TRY(put_bytes(s, b, bytes, n, err));
    return put_bytes(s, b, zeros, padded(n) - n, err);
}

static ptron_status put_row(pt_spill *s, const struct pt_row *row, uint64_t place, ptron_error *err)
{
    struct bucket *b = &s->buckets[pt_bucket_next(&s->draw)];
    const struct head head = {place, row->norm2, row->weight, row->label, (uint32_t)row->n, row->kind, 0};

    PT_TRY(put_bytes(s, b, &head, sizeof head, err));
    if (row->index != NULL)
        PT_TRY(put_padded(s, b, row->index, row->n * sizeof *row->index, err));
    if (row->value != NULL)
        PT_TRY(put_padded(s, b, row->value, row->n * pt_kind_bytes(row->kind), err));
    b->n_rows++;
    s->facts.n_rows++;
    s->facts.n_values += row->n;
    return PTRON_OK;
}

ptron_status pt_spill_add(pt_spill *s, const struct pt_block *block, ptron_error *err)
{
    struct pt_spilled *f = &s->facts;

    if (f->n_rows == 0) {
        f->kind = block->kind;
        f->dense = block->dense;
        f->width = block->width;
        f->has_places = block->place != NULL;
    }
    f->kind = pt_kind_join(f->kind, block->kind);
    f->weighted |= block->weight != NULL;
    for (size_t i = 0; i < block->n_rows; i++) {
        const struct pt_row row = pt_block_row(block, i);
        PT_TRY(put_row(s, &row, block->place == NULL ? 0 : block->place[i], err));
    }
    return PTRON_OK;
}

ptron_status pt_spill_end(pt_spill *s, ptron_error *err)
{
    for (size_t b = 0; b < PT_BUCKETS; b++)
        if (s->buckets[b].filled > 0)
            PT_TRY(write_piece(s, &s->buckets[b], err));
    pt_spill_rewind(s);
    return PTRON_OK;
}

/* ---- taking back --------------------------------------------------------------------------------- */

static size_t piece_bytes(const struct bucket *b, size_t i)
{
    return i + 1 == b->n_pieces && b->filled > 0 ? b->filled : PIECE;
}

static size_t index_bytes(const pt_spill *s, const struct head *head)
{
    return s->facts.dense ? 0 : padded(head->n * sizeof(uint32_t));
}

static size_t value_bytes(const struct head *head)
{
    return padded(head->n * pt_kind_bytes((enum pt_kind)head->kind));
}

static struct pt_row row_of(const pt_spill *s, const struct head *head, const char *bytes)
{
    return (struct pt_row){
        .index = s->facts.dense ? NULL : (const void *)bytes,
        .value = head->kind == PT_ONES ? NULL : bytes + index_bytes(s, head),
        .n = head->n, .kind = (enum pt_kind)head->kind, .label = head->label, .weight = head->weight,
        .norm2 = head->norm2,
    };
}

/* The row whose bytes begin here; returns how many there are. */
static size_t row_at(const pt_spill *s, const char *bytes, struct pt_row *row, uint64_t *place)
{
    struct head head;

    memcpy(&head, bytes, sizeof head);
    *place = head.place;
    *row = row_of(s, &head, bytes + sizeof head);
    return sizeof head + index_bytes(s, &head) + value_bytes(&head);
}

static ptron_status add_row(const pt_spill *s, const char *bytes, struct pt_store *store, ptron_error *err)
{
    const struct pt_spilled *f = &s->facts;
    struct pt_row row;
    uint64_t place;
    struct pt_block one;
    uint64_t offset[2] = {0, 0};

    row_at(s, bytes, &row, &place);
    offset[1] = row.n;
    one = (struct pt_block){
        .n_rows = 1, .kind = row.kind, .dense = f->dense, .width = f->width, .offset = f->dense ? NULL : offset,
        .index = row.index, .value = row.value, .label = &row.label, .weight = f->weighted ? &row.weight : NULL,
        .norm2 = &row.norm2, .place = f->has_places ? &place : NULL,
    };
    return pt_store_add(store, &one, err);
}

struct loaded {                   /* a bucket in memory */
    char     *bytes;
    uint64_t *start;              /* [n_rows] where each row begins */
    uint32_t *order;              /* [n_rows] */
};

static ptron_status load_bucket(const pt_spill *s, const struct bucket *b, struct loaded *l, ptron_error *err)
{
    const uint64_t bytes = (uint64_t)(b->n_pieces - (b->filled > 0)) * PIECE + b->filled;   /* filled: of the last */
    uint64_t at = 0;

    l->bytes = bytes > SIZE_MAX ? NULL : pt_alloc((size_t)bytes);
    l->start = pt_array((size_t)b->n_rows, sizeof *l->start);
    l->order = pt_array((size_t)b->n_rows, sizeof *l->order);
    if (l->bytes == NULL || l->start == NULL || l->order == NULL)
        return pt_fail_memory(err, (size_t)bytes, "a part of the rows");
    for (size_t i = 0; i < b->n_pieces; i++)
        PT_TRY(pt_scratch_read(&s->file, b->pieces[i], l->bytes + i * PIECE, piece_bytes(b, i), err));
    for (uint32_t i = 0; i < b->n_rows; i++) {
        struct pt_row row;
        uint64_t place;

        l->start[i] = at;
        l->order[i] = i;
        at += row_at(s, l->bytes + at, &row, &place);
    }
    return PTRON_OK;
}

ptron_status pt_spill_bucket(pt_spill *s, size_t bucket, struct pt_store *store, ptron_error *err)
{
    const struct bucket *b = &s->buckets[bucket];
    struct loaded l = {0};
    ptron_status status;

    if (b->n_rows == 0)
        return PTRON_OK;
    status = load_bucket(s, b, &l, err);
    if (status == PTRON_OK)
        pt_bucket_shuffle(bucket, l.order, (size_t)b->n_rows);
    for (size_t i = 0; status == PTRON_OK && i < b->n_rows; i++)
        status = add_row(s, l.bytes + l.start[l.order[i]], store, err);
    if (status == PTRON_OK)
        status = pt_store_widen(store, s->facts.kind, err);
    pt_release(l.bytes);
    pt_release(l.start);
    pt_release(l.order);
    return status;
}

/* ---- in the order of the source ------------------------------------------------------------------ */

void pt_spill_rewind(pt_spill *s)
{
    s->draw = pt_bucket_first();
    s->given = 0;
    for (size_t b = 0; b < PT_BUCKETS; b++) {
        s->buckets[b].at = 0;
        s->buckets[b].loaded = SIZE_MAX;
    }
}

static ptron_status take_bytes(pt_spill *s, struct bucket *b, void *bytes, size_t n, ptron_error *err)
{
    char *to = bytes;

    while (n > 0) {
        const size_t i = (size_t)(b->at / PIECE), within = (size_t)(b->at % PIECE), part = pt_min(n, PIECE - within);

        if (i != b->loaded) {
            b->loaded = SIZE_MAX;
            PT_TRY(pt_scratch_read(&s->file, b->pieces[i], b->piece, piece_bytes(b, i), err));
            b->loaded = i;
        }
        memcpy(to, b->piece + within, part);
        b->at += part;
        to += part;
        n -= part;
    }
    return PTRON_OK;
}

static ptron_status take_row(pt_spill *s, struct bucket *b, struct pt_row *row, ptron_error *err)
{
    void *memory = s->row;
    struct head head;
    size_t bytes;

    PT_TRY(take_bytes(s, b, &head, sizeof head, err));
    bytes = index_bytes(s, &head) + value_bytes(&head);
    if (!pt_grow(&memory, &s->row_room, pt_max(1, bytes), 1))
        return pt_fail_memory(err, bytes, "a row");
    s->row = memory;
    PT_TRY(take_bytes(s, b, s->row, bytes, err));
    *row = row_of(s, &head, s->row);
    return PTRON_OK;
}

bool pt_spill_next(pt_spill *s, struct pt_row *row, ptron_status *status, ptron_error *err)
{
    *status = PTRON_OK;
    if (s->given == s->facts.n_rows)
        return false;
    s->given++;
    *status = take_row(s, &s->buckets[pt_bucket_next(&s->draw)], row, err);
    return *status == PTRON_OK;
}
