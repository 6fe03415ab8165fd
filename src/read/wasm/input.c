/* Bytes from memory alone, for machines without files: those of a caller, or of a file that he gave by name. Packed
 * ones are refused: whoever has them can unpack them. */
#include "read/input.h"
#include "base/alloc.h"
#include "base/size.h"
#include "base/wasm/machine.h"

#include <string.h>

struct pt_input {
    char  *name;
    const unsigned char *bytes;
    size_t length, at;
};

static const struct {
    const char *name;
    size_t length;
    unsigned char bytes[6];
} packings[] = {
    {"gzip", 2, {0x1f, 0x8b}},
    {"zstd", 4, {0x28, 0xb5, 0x2f, 0xfd}},
    {"xz", 6, {0xfd, '7', 'z', 'X', 'Z', 0x00}},
};

ptron_status pt_input_memory(const void *bytes, size_t length, const char *name, pt_input **out, ptron_error *err)
{
    pt_input *input = *out = pt_zeroed(1, sizeof *input);

    if (input == NULL || (input->name = pt_copy_text(name, strlen(name))) == NULL) {
        pt_release(input);
        *out = NULL;
        return pt_fail_memory(err, sizeof *input, "an input");
    }
    input->bytes = bytes;
    input->length = length;
    return PTRON_OK;
}

ptron_status pt_input_open(const char *path, pt_input **out, ptron_error *err)
{
    const struct pt_wasm_file *file = pt_wasm_file_find(path);

    *out = NULL;
    if (file == NULL)
        return pt_fail_at(err, PTRON_IO, path, 0, 0, "there are no files here but those that were handed in");
    return pt_input_memory(file->bytes, file->length, path, out, err);
}

void pt_input_close(pt_input *input)
{
    if (input == NULL)
        return;
    pt_release(input->name);
    pt_release(input);
}

static ptron_status refuse_packed(const pt_input *input, ptron_error *err)
{
    for (size_t i = 0; i < sizeof packings / sizeof *packings; i++)
        if (input->length >= packings[i].length && memcmp(input->bytes, packings[i].bytes, packings[i].length) == 0)
            return pt_fail_at(err, PTRON_DATA, input->name, 0, 0, "is packed by %s, which is not unpacked here: unpack "
                              "it first", packings[i].name);
    return PTRON_OK;
}

ptron_status pt_input_read(pt_input *input, void *bytes, size_t n, bool prompt, size_t *got, ptron_error *err)
{
    (void)prompt;
    *got = 0;
    if (input->at == 0)
        PT_TRY(refuse_packed(input, err));
    *got = pt_min(n, input->length - input->at);
    if (*got > 0)
        memcpy(bytes, input->bytes + input->at, *got);
    input->at += *got;
    return PTRON_OK;
}

void pt_input_watch(pt_input *input, const ptron_watch *watch)
{
    (void)input, (void)watch;
}

/* No descriptor, no offsets that others could read at later. */
bool pt_input_place(const pt_input *input, uint64_t *at)
{
    *at = input->at;
    return false;
}

bool pt_input_peek(const pt_input *input, uint64_t at, void *bytes, size_t n)
{
    (void)input, (void)at, (void)bytes, (void)n;
    return false;
}

bool pt_input_go(pt_input *input, uint64_t at)
{
    (void)input, (void)at;
    return false;
}

bool pt_input_lend(const pt_input *input, uint64_t at, size_t length, struct pt_extent *out)
{
    (void)input, (void)at, (void)length;
    *out = (struct pt_extent){0};
    return false;
}

ptron_status pt_extent_read(struct pt_extent *extent, void *bytes, ptron_error *err)
{
    (void)extent, (void)bytes;
    return pt_fail(err, PTRON_IO, "there are no files here");
}

void pt_extent_close(struct pt_extent *extent)
{
    extent->open = false;
}

void pt_input_unpack_ahead(pt_input *input, pt_pool *pool)
{
    (void)input, (void)pool;
}

const char *pt_input_name(const pt_input *input)
{
    return input->name;
}

bool pt_input_is_live(const pt_input *input)
{
    (void)input;
    return false;
}

bool pt_input_is_ready(const pt_input *input)
{
    (void)input;
    return true;
}

bool pt_input_is_ready_within(const pt_input *input, int milliseconds)
{
    (void)input, (void)milliseconds;
    return true;
}

uint64_t pt_input_size(const pt_input *input)
{
    return input->length;
}

uint64_t pt_input_size_of(const char *path)
{
    const struct pt_wasm_file *file = pt_wasm_file_find(path);

    return file == NULL ? 0 : file->length;
}

bool pt_input_is_empty(const char *path)
{
    const struct pt_wasm_file *file = pt_wasm_file_find(path);

    return file != NULL && file->length == 0;
}

uint64_t pt_input_taken(const pt_input *input)
{
    return input->at;
}
