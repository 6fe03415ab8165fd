/* Writing packs: header page, arrays, recipe and file names, checksums. */
#include "base/alloc.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/meter.h"
#include "base/size.h"
#include "pack/pack_parts.h"
#include "pack/pack_trust.h"
#include "sets/scatter.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
    STEP = 8 << 20,                /* bytes of an array at a time */
    STAGE = 1 << 20                /* the same of rows that are gathered */
};

struct sink {                      /* the file so far, and the checksum of the chunk at hand */
    uint32_t  *source;             /* [rows] row at each index of the file; NULL: the set is laid out like it */
    char      *stage;              /* [STAGE] rows on their way into that order */
    size_t     staged;
    ptron_output *writer;          /* NULL: bytes are only summed up */
    uint64_t   at;
    size_t     in_chunk;
    XXH3_state_t state;
    struct pt_buffer checks;
    struct pt_meter meter;
    uint64_t   gone, whole;        /* bytes of the arrays, which go by twice */
};

static void end_chunk(struct sink *s)
{
    if (s->in_chunk == 0)
        return;
    pt_buffer_u64(&s->checks, XXH3_64bits_digest(&s->state));
    XXH3_64bits_reset(&s->state);
    s->in_chunk = 0;
}

static ptron_status put(struct sink *s, const void *bytes, size_t n, ptron_error *err)
{
    const char *from = bytes;

    while (n > 0) {
        const size_t piece = pt_min(n, PT_PACK_BLOCK - s->in_chunk);

        XXH3_64bits_update(&s->state, from, piece);
        if (s->writer != NULL)
            PT_TRY(ptron_output_add(s->writer, from, piece, err));
        s->at += piece;
        s->in_chunk += piece;
        from += piece;
        n -= piece;
        if (s->in_chunk == PT_PACK_BLOCK)
            end_chunk(s);
    }
    return PTRON_OK;
}

static ptron_status align(struct sink *s, ptron_error *err)
{
    static const char zeros[PT_PACK_PAGE];

    return put(s, zeros, (size_t)((PT_PACK_PAGE - s->at % PT_PACK_PAGE) % PT_PACK_PAGE), err);
}

static struct pt_pack_head head_of(const ptron_dataset *set, uint64_t recipe_bytes)
{
    const struct pt_block *block = &set->block;
    struct pt_pack_head h = {
        .version = pt_pack_version(block->kind), .order_mark = 0x01020304, .kind = block->kind, .dense = block->dense,
        .width = block->dense ? block->width : 0, .weighted = block->weight != NULL, .placed = block->place != NULL,
        .features = set->n_features, .n_rows = set->n_rows, .n_values = set->n_values, .recipe_bytes = recipe_bytes,
    };

    h.recipe = pt_pack_lay_out(&h, PT_PACK_PAGE);
    h.checks = h.recipe + recipe_bytes;
    h.length = h.checks + pt_pack_chunks(&h) * sizeof(uint64_t);
    return h;
}

/* Numbers of the header in the order of the document, its checksum last. */
static void write_head(const struct pt_pack_head *h, const struct pt_buffer *checks, struct pt_buffer *out)
{
    const uint32_t small[] = {h->version, h->order_mark, h->kind,   h->dense,
                              h->width,   h->weighted,    h->placed, h->features};
    XXH3_state_t state;

    pt_buffer_add(out, PT_PACK_MAGIC, 8);
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        pt_buffer_u32(out, small[i]);
    pt_buffer_u64(out, h->n_rows);
    pt_buffer_u64(out, h->n_values);
    for (size_t i = 0; i < PT_N_MEMORY; i++) {
        pt_buffer_u64(out, h->array[i]);
        pt_buffer_u64(out, h->bytes[i]);
    }
    pt_buffer_u64(out, h->recipe);
    pt_buffer_u64(out, h->recipe_bytes);
    pt_buffer_u64(out, h->checks);
    pt_buffer_u64(out, h->length);
    while (!out->failed && out->length < PT_PACK_HEADER - 8)
        pt_buffer_byte(out, '\0');
    XXH3_64bits_reset(&state);
    if (!out->failed && !checks->failed) {
        XXH3_64bits_update(&state, out->bytes, out->length);
        XXH3_64bits_update(&state, checks->bytes, checks->length);
    }
    pt_buffer_u64(out, XXH3_64bits_digest(&state));
    while (!out->failed && out->length < PT_PACK_PAGE)
        pt_buffer_byte(out, '\0');
}

/* Arrays are bytes; whoever watches is told rows. */
static ptron_status tell_rows(struct sink *s, size_t piece, ptron_error *err)
{
    uint64_t rows;

    s->gone += piece;
    rows = (uint64_t)((double)s->gone / (double)s->whole * (double)s->meter.total);
    return pt_meter_add(&s->meter, rows - s->meter.done, err);
}

/* An array, in steps. What is mapped from a file goes out of memory behind them: it can be had again. */
static ptron_status put_array(struct sink *s, const ptron_dataset *set, const void *bytes, size_t n, ptron_error *err)
{
    const char *from = bytes;

    while (n > 0) {
        const size_t piece = pt_min(n, STEP);
        void *behind;

        PT_TRY(put(s, from, piece, err));
        memcpy(&behind, &from, sizeof behind);
        if (set->map.bytes != NULL)
            pt_memory_give_back(behind, piece);
        PT_TRY(tell_rows(s, piece, err));
        from += piece;
        n -= piece;
    }
    return align(s, err);
}

static ptron_status flush(struct sink *s, ptron_error *err)
{
    const size_t n = s->staged;

    s->staged = 0;
    PT_TRY(put(s, s->stage, n, err));
    return tell_rows(s, n, err);
}

static ptron_status put_item(struct sink *s, const void *bytes, size_t n, ptron_error *err)
{
    if (n > STAGE - s->staged)
        PT_TRY(flush(s, err));
    if (n > STAGE) {
        PT_TRY(put(s, bytes, n, err));
        return tell_rows(s, n, err);
    }
    if (n > 0)
        memcpy(s->stage + s->staged, bytes, n);
    s->staged += n;
    return PTRON_OK;
}

/* Array `which`, its rows gathered in the order of the scatter: the set itself stays as it is. */
static ptron_status put_gathered(struct sink *s, const struct pt_block *block, size_t which, const void *array,
                                 ptron_error *err)
{
    static const size_t sizes[PT_N_MEMORY] = {8, 4, 8, 8, 8, 4, 0};
    const size_t size = which == PT_MEMORY_VALUE ? pt_kind_bytes(block->kind) : sizes[which];
    const char *from = array;
    uint64_t begin = 0;

    for (size_t p = 0; p < block->n_rows; p++) {
        const size_t row = s->source[p], first = (size_t)pt_block_first(block, row);
        const size_t n = (size_t)pt_block_first(block, row + 1) - first;

        if (which == PT_MEMORY_OFFSET)
            PT_TRY(put_item(s, &begin, size, err));
        else if (which == PT_MEMORY_INDEX || which == PT_MEMORY_VALUE)
            PT_TRY(put_item(s, from + first * size, n * size, err));
        else
            PT_TRY(put_item(s, from + row * size, size, err));
        begin += n;
    }
    if (which == PT_MEMORY_OFFSET)
        PT_TRY(put_item(s, &begin, size, err));
    PT_TRY(flush(s, err));
    return align(s, err);
}

static ptron_status put_body(struct sink *s, const ptron_dataset *set, const struct pt_pack_head *h,
                             const struct pt_buffer *recipe, ptron_error *err)
{
    const struct pt_block *block = &set->block;
    const void *const arrays[PT_N_MEMORY] = {block->offset, block->label, block->norm2, block->weight,
                                             block->place,  block->index, block->value};

    for (size_t i = 0; i < PT_N_MEMORY; i++)
        if (h->bytes[i] > 0 && s->source != NULL)
            PT_TRY(put_gathered(s, block, i, arrays[i], err));
        else
            PT_TRY(put_array(s, set, arrays[i], (size_t)h->bytes[i], err));
    return put(s, recipe->bytes, recipe->length, err);
}

/* The head holds the checksums, which are known only when the body has gone by, so it goes by twice: first into
 * nothing. The recipe is followed by the file names that places speak of. */
static ptron_status write_all(struct sink *s, const ptron_dataset *set, ptron_output *writer, struct pt_buffer *recipe,
                              struct pt_buffer *head, ptron_error *err)
{
    struct pt_pack_head h;

    pt_recipe_save(set->shared, recipe);
    pt_buffer_u64(recipe, set->n_files);
    for (size_t i = 0; i < set->n_files; i++)
        pt_buffer_string(recipe, set->files[i]);
    PT_TRY(pt_buffer_status(recipe, err));
    h = head_of(set, recipe->length);
    s->at = PT_PACK_PAGE;
    for (size_t i = 0; i < PT_N_MEMORY; i++)
        s->whole += 2 * h.bytes[i];
    XXH3_64bits_reset(&s->state);
    PT_TRY(put_body(s, set, &h, recipe, err));
    end_chunk(s);
    PT_TRY(pt_buffer_status(&s->checks, err));
    s->writer = writer;
    s->at = PT_PACK_PAGE;
    write_head(&h, &s->checks, head);
    PT_TRY(pt_buffer_status(head, err));
    PT_TRY(ptron_output_add(writer, head->bytes, head->length, err));
    PT_TRY(put_body(s, set, &h, recipe, err));
    return ptron_output_add(writer, s->checks.bytes, (size_t)(h.length - h.checks), err);
}

/* What is chosen in training must not be chosen already. */
static ptron_status check_choices(const ptron_dataset *set, ptron_error *err)
{
    const struct pt_labels *chosen = &set->shared->labels;
    struct pt_labels plain;
    ptron_status status;

    if (set->shared->scaling != PT_SCALE_NONE)
        return pt_fail(err, PTRON_ARGUMENT, "a pack holds rows as they are; scale them when training");
    if (set->shared->feature_map.kind != PT_MAP_NONE)
        return pt_fail(err, PTRON_ARGUMENT, "a pack holds rows as they are; make features when training");
    if (chosen->class_of == NULL || set->block.label == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "rows without labels cannot be packed");
    PT_TRY(pt_labels_copy(&plain, chosen, err));
    status = pt_labels_assign_classes(&plain, NULL, err);
    if (status == PTRON_OK &&
        (plain.classes.count != chosen->classes.count ||
         memcmp(plain.class_of, chosen->class_of, plain.texts.count * sizeof *plain.class_of) != 0))
        status = pt_fail(err, PTRON_ARGUMENT, "a pack holds all labels; choose the positive one when training");
    pt_labels_fini(&plain);
    return status;
}

/* Packs are laid out by the scatter; a set that is not is written in that order. */
static ptron_status find_order(struct sink *s, const ptron_dataset *set, ptron_error *err)
{
    const size_t n = (size_t)set->n_rows;

    if (set->at != NULL || n == 0)
        return PTRON_OK;
    if (n > UINT32_MAX - 2)
        return pt_fail(err, PTRON_DATA, "%zu rows, wanted at most %u", n, (unsigned)(UINT32_MAX - 2));
    s->source = pt_array(n, sizeof *s->source);
    s->stage = pt_alloc(STAGE);
    if (s->source == NULL || s->stage == NULL)
        return pt_fail_memory(err, n * sizeof *s->source, "the order of the rows");
    pt_scatter(s->source, n);
    return PTRON_OK;
}

ptron_status pt_pack_write(const ptron_dataset *set, const char *path, const ptron_watch *watch, ptron_error *err)
{
    struct pt_buffer recipe, head;
    struct sink s = {.meter = pt_meter_of(watch, 2 * set->n_rows)};
    ptron_output *writer;
    ptron_status status, closed;

    PT_TRY(check_choices(set, err));
    pt_buffer_init(&recipe);
    pt_buffer_init(&head);
    pt_buffer_init(&s.checks);
    status = find_order(&s, set, err);
    if (status == PTRON_OK)
        status = ptron_output_open(path, &writer, err);
    if (status == PTRON_OK) {
        status = write_all(&s, set, writer, &recipe, &head, err);
        if (status == PTRON_OK)
            status = pt_trust_unchanged(set->trust, err);
        closed = ptron_output_close(writer, status == PTRON_OK, status == PTRON_OK ? err : NULL);
        status = status == PTRON_OK ? closed : status;
    }
    pt_buffer_fini(&recipe);
    pt_buffer_fini(&head);
    pt_buffer_fini(&s.checks);
    pt_release(s.source);
    pt_release(s.stage);
    return status;
}
