/* A model file taken apart into its sections and put together again, checksums and all, so that tests can tell lies
 * that only the reader's own care finds out. */
#ifndef TESTS_MODEL_PARTS_H
#define TESTS_MODEL_PARTS_H

#include "toy_model.h"

#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { HEAD = 12, PARTS_MOST = 16 };

struct part {
    char           tag[4];
    unsigned char *bytes;
    size_t         n;
};

struct parts {
    struct part part[PARTS_MOST];   /* without END */
    size_t      n;
};

static inline uint64_t little(const unsigned char *at, size_t n)
{
    uint64_t value = 0;

    for (size_t i = 0; i < n; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static inline struct pt_buffer save(const ptron_model *model)
{
    struct pt_buffer file;

    pt_buffer_init(&file);
    pt_model_save(model, &file);
    assert_false(file.failed);
    return file;
}

static inline void add_part(struct parts *parts, const char *tag, const void *bytes, size_t n)
{
    struct part *part = &parts->part[parts->n++];

    assert_true(parts->n <= PARTS_MOST);
    memcpy(part->tag, tag, 4);
    part->n = n;
    part->bytes = malloc(n + 1);
    if (n > 0)
        memcpy(part->bytes, bytes, n);
}

static inline struct parts split(const ptron_model *model)
{
    struct pt_buffer file = save(model);
    struct parts parts = {.n = 0};

    for (size_t at = HEAD; memcmp(file.bytes + at, "END ", 4) != 0;) {
        const size_t n = (size_t)little((unsigned char *)file.bytes + at + 4, 8);
        add_part(&parts, file.bytes + at, file.bytes + at + 12, n);
        at += 12 + n + 8;
    }
    pt_buffer_fini(&file);
    return parts;
}

static inline void free_parts(struct parts *parts)
{
    for (size_t i = 0; i < parts->n; i++)
        free(parts->part[i].bytes);
    parts->n = 0;
}

static inline void drop_part(struct parts *parts, size_t i)
{
    free(parts->part[i].bytes);
    memmove(&parts->part[i], &parts->part[i + 1], (parts->n - i - 1) * sizeof *parts->part);
    parts->n--;
}

static inline void put_section(struct pt_buffer *out, const char *tag, const void *bytes, size_t n)
{
    const size_t from = out->length;

    pt_buffer_add(out, tag, 4);
    pt_buffer_u64(out, n);
    pt_buffer_add(out, bytes, n);
    pt_buffer_u64(out, XXH64(out->bytes + from, out->length - from, 0));
}

static inline struct pt_buffer join(const struct parts *parts, uint32_t version, uint64_t wrong)
{
    static const char magic[8] = {'\x89', 'P', 'T', 'R', 'O', 'N', '\r', '\n'};
    unsigned char end[8];
    struct pt_buffer out;
    uint64_t sum;

    pt_buffer_init(&out);
    pt_buffer_add(&out, magic, 8);
    pt_buffer_u32(&out, version);
    for (size_t i = 0; i < parts->n; i++)
        put_section(&out, parts->part[i].tag, parts->part[i].bytes, parts->part[i].n);
    sum = XXH64(out.bytes, out.length, 0) ^ wrong;
    for (size_t i = 0; i < 8; i++)
        end[i] = (unsigned char)(sum >> (8 * i));
    put_section(&out, "END ", end, 8);
    return out;
}

static inline struct part *find(struct parts *parts, const char *tag)
{
    for (size_t i = 0; i < parts->n; i++)
        if (memcmp(parts->part[i].tag, tag, 4) == 0)
            return &parts->part[i];
    fail_msg("no section %s", tag);
    return NULL;
}

static inline void set32(struct part *part, size_t at, uint32_t value)
{
    assert_true(at + 4 <= part->n);
    for (size_t i = 0; i < 4; i++)
        part->bytes[at + i] = (unsigned char)(value >> (8 * i));
}

static inline void set64(struct part *part, size_t at, uint64_t value)
{
    set32(part, at, (uint32_t)value);
    set32(part, at + 4, (uint32_t)(value >> 32));
}

static inline void set_real(struct part *part, size_t at, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    set64(part, at, bits);
}

/* ---- asserting ----------------------------------------------------------------------------------- */

/* From memory of exactly that length, so that the address sanitizer sees a read beyond it. */
static inline ptron_status load_exactly(const void *bytes, size_t length, ptron_model **model, ptron_error *err)
{
    void *copy = malloc(length == 0 ? 1 : length);
    ptron_status status;

    if (length > 0)
        memcpy(copy, bytes, length);
    status = pt_model_load(copy, length, "toy.model", model, err);
    free(copy);
    return status;
}

static inline void assert_refused(const void *bytes, size_t length, ptron_status wanted, const char *message)
{
    ptron_model *model = (ptron_model *)(uintptr_t)1;
    ptron_error err = {0};
    const ptron_status status = load_exactly(bytes, length, &model, &err);

    assert_null(model);
    if (status != wanted || strstr(err.message, message) == NULL)
        fail_msg("status %d, '%s' where '%s' was wanted", (int)status, err.message, message);
    assert_int_equal(err.code, status);
    assert_string_equal(err.file, "toy.model");
}

static inline void assert_parts_refused(struct parts *parts, const char *message)
{
    struct pt_buffer file = join(parts, 1, 0);

    assert_refused(file.bytes, file.length, PTRON_MODEL, message);
    pt_buffer_fini(&file);
    free_parts(parts);
}

static inline void assert_same_bytes(const struct pt_buffer *a, const struct pt_buffer *b)
{
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->bytes, b->bytes, a->length);
}

static inline void assert_comes_back(const ptron_model *model)
{
    struct pt_buffer file = save(model), again;
    ptron_model *back = NULL;
    ptron_error err = {0};

    if (load_exactly(file.bytes, file.length, &back, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    again = save(back);
    assert_same_bytes(&file, &again);
    assert_int_equal(back->n_features, model->n_features);
    assert_memory_equal(back->weights, model->weights,
                        (size_t)model->n_vectors * model->n_features * sizeof *model->weights);
    ptron_model_free(back);
    pt_buffer_fini(&again);
    pt_buffer_fini(&file);
}

#endif
