/* What the tests of readers share: options from text, files, packed bytes, and rows written out as text. */
#ifndef PT_TESTS_READING_H
#define PT_TESTS_READING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "read/load.h"
#include "sets/dataset.h"

/* "scale=unit threads=2" */
static inline ptron_options *options_of(const char *text)
{
    ptron_options *options;
    char *copy = strdup(text), *next = NULL;

    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    for (char *word = strtok_r(copy, " ", &next); word != NULL; word = strtok_r(NULL, " ", &next)) {
        char *value = strchr(word, '=');
        ptron_error err;
        *value++ = '\0';
        if (ptron_options_set(options, word, value, &err) != PTRON_OK)
            fail_msg("option %s: %s", word, err.message);
    }
    free(copy);
    return options;
}

static inline struct pt_source memory_source(const char *name, const void *bytes, size_t length)
{
    return (struct pt_source){.path = name, .bytes = bytes, .length = length};
}

static inline struct pt_source text_source(const char *name, const char *text)
{
    return memory_source(name, text, strlen(text));
}

/* A file of its own in the temporary folder; unlink and free. */
static inline char *file_of(const char *ending, const void *bytes, size_t length)
{
    const char *folder = getenv("TMPDIR");
    char *path = malloc(4096);
    FILE *file;
    int fd;

    snprintf(path, 4096, "%s/perceptron-XXXXXX%s", folder == NULL ? "/tmp" : folder, ending);
    fd = mkstemps(path, (int)strlen(ending));
    assert_true(fd >= 0);
    file = fdopen(fd, "wb");
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    return path;
}

static inline void drop_file(char *path)
{
    unlink(path);
    free(path);
}

struct packed {
    char  *bytes;
    size_t length;
};

static inline struct packed gzip_of(const void *bytes, size_t length)
{
    struct packed packed = {malloc(length + length / 100 + 1000), length + length / 100 + 1000};
    z_stream z = {0};

    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (z_const Bytef *)(uintptr_t)bytes;
    z.avail_in = (uInt)length;
    z.next_out = (Bytef *)packed.bytes;
    z.avail_out = (uInt)packed.length;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    packed.length -= z.avail_out;
    deflateEnd(&z);
    return packed;
}

static inline struct packed zstd_of(const void *bytes, size_t length)
{
    struct packed packed = {malloc(ZSTD_compressBound(length)), ZSTD_compressBound(length)};

    packed.length = ZSTD_compress(packed.bytes, packed.length, bytes, length, 3);
    assert_false(ZSTD_isError(packed.length));
    return packed;
}

static inline struct packed xz_of(const void *bytes, size_t length)
{
    struct packed packed = {malloc(lzma_stream_buffer_bound(length)), 0};

    assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, NULL, bytes, length, (uint8_t *)packed.bytes,
                                             &packed.length, lzma_stream_buffer_bound(length)), LZMA_OK);
    return packed;
}

/* "label index:value ... @file.line" for each row; labels as class names (settled) or numbers. */
static inline void write_row(struct pt_buffer *out, const struct pt_row *row, const struct pt_recipe *recipe,
                             uint64_t place)
{
    const struct pt_labels *labels = &recipe->labels;

    if (row->label == PT_NO_LABEL)
        pt_buffer_text(out, "none");
    else if (row->label == PT_UNKNOWN_LABEL)
        pt_buffer_text(out, "unknown");
    else
        pt_buffer_text(out,
                       pt_dict_text(labels->class_of == NULL ? &labels->texts : &labels->classes, row->label, NULL));
    for (size_t j = 0; j < row->n; j++) {
        pt_buffer_format(out, " %lu:", row->index == NULL ? (unsigned long)j : (unsigned long)row->index[j]);
        pt_buffer_number(out, pt_row_value(row, j));
    }
    if (row->weight != 1.0) {
        pt_buffer_text(out, " weight ");
        pt_buffer_number(out, row->weight);
    }
    pt_buffer_format(out, " @%lu.%lu\n", (unsigned long)pt_place_file(place), (unsigned long)pt_place_line(place));
}

static inline void write_block(struct pt_buffer *out, const struct pt_block *block, const struct pt_recipe *recipe)
{
    for (size_t i = 0; i < block->n_rows; i++) {
        const struct pt_row row = pt_block_row(block, i);
        write_row(out, &row, recipe, block->place == NULL ? 0 : block->place[i]);
    }
}

/* Loads and writes out; an error becomes "file:line:column: message". Free the text. */
static inline char *loaded_runs(const struct pt_source *sources, size_t n, const char *option_text,
                                const struct pt_recipe *recipe, size_t segment_bytes)
{
    ptron_options *options = options_of(option_text);
    ptron_dataset *set;
    struct pt_buffer out;
    ptron_error err;
    char *text;

    pt_buffer_init(&out);
    if (pt_dataset_load_segments(sources, n, options, recipe, segment_bytes, &set, &err) == PTRON_OK)
        write_block(&out, &set->block, set->shared);
    else
        pt_buffer_format(&out, "%s:%lu:%lu: %s", err.file, (unsigned long)err.line, (unsigned long)err.column,
                         err.message);
    pt_buffer_byte(&out, '\0');
    assert_false(out.failed);
    text = strdup(out.bytes);
    pt_buffer_fini(&out);
    pt_dataset_free(set);
    ptron_options_free(options);
    return text;
}

static inline char *loaded(const char *text, const char *option_text)
{
    const struct pt_source source = text_source("f", text);

    return loaded_runs(&source, 1, option_text, NULL, 1 << 20);
}

static inline void expect_loaded(const char *text, const char *option_text, const char *wanted)
{
    char *got = loaded(text, option_text);

    assert_string_equal(got, wanted);
    free(got);
}

#endif
