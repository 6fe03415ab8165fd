/* Files: those that the caller gave, by name, in memory; nothing can be written, mapped or laid aside. */
#include "base/file.h"
#include "base/scratch.h"
#include "base/wasm/machine.h"

#include <errno.h>
#include <string.h>

static struct pt_wasm_file files[PT_WASM_FILES];

bool pt_wasm_file_give(const char *name, const void *bytes, size_t length)
{
    for (size_t i = 0; i < PT_WASM_FILES; i++)
        if (files[i].name == NULL || strcmp(files[i].name, name) == 0) {
            files[i] = (struct pt_wasm_file){name, bytes, length};
            return true;
        }
    return false;
}

void pt_wasm_files_forget(void)
{
    memset(files, 0, sizeof files);
}

const struct pt_wasm_file *pt_wasm_file_find(const char *name)
{
    for (size_t i = 0; i < PT_WASM_FILES && files[i].name != NULL; i++)
        if (strcmp(files[i].name, name) == 0)
            return &files[i];
    return NULL;
}

static ptron_status fail(ptron_error *err, const char *path)
{
    return pt_detail(err, PTRON_DETAIL_FILE_NOT_FOUND,
                     pt_fail_at(err, PTRON_IO, path, 0, 0, "there are no files here but those that were handed in"));
}

ptron_status pt_file_read(const char *path, const struct pt_file_kind *kind, struct pt_buffer *buffer, ptron_error *err)
{
    const struct pt_wasm_file *file = pt_wasm_file_find(path);

    (void)kind;
    if (file == NULL)
        return fail(err, path);
    pt_buffer_add(buffer, file->bytes, file->length);
    return buffer->failed ? pt_fail_memory(err, file->length, "the file") : PTRON_OK;
}

ptron_status pt_file_write(const char *path, const void *bytes, size_t length, ptron_error *err)
{
    (void)bytes, (void)length;
    return fail(err, path);
}

ptron_status pt_map_open(struct pt_map *map, const char *path, uint64_t read_up_to, ptron_error *err)
{
    (void)read_up_to;
    *map = (struct pt_map){0};
    return fail(err, path);
}

bool pt_map_changed(const struct pt_map *map)
{
    (void)map;
    return false;
}

void pt_map_close(struct pt_map *map)
{
    *map = (struct pt_map){0};
}

ptron_status pt_scratch_open(struct pt_scratch *scratch, ptron_error *err)
{
    *scratch = (struct pt_scratch){0};
    return pt_fail(err, PTRON_NOMEM, "the rows are too many for memory, and there are no temporary files here");
}

void pt_scratch_close(struct pt_scratch *scratch)
{
    *scratch = (struct pt_scratch){0};
}

ptron_status pt_scratch_write(struct pt_scratch *scratch, uint64_t at, const void *bytes, size_t n, ptron_error *err)
{
    (void)at, (void)bytes, (void)n;
    return pt_scratch_open(scratch, err);
}

ptron_status pt_scratch_read(const struct pt_scratch *scratch, uint64_t at, void *bytes, size_t n, ptron_error *err)
{
    (void)scratch, (void)at, (void)bytes, (void)n;
    return fail(err, "a temporary file");
}

ptron_status pt_scratch_map(const struct pt_scratch *scratch, struct pt_map *map, ptron_error *err)
{
    (void)scratch;
    return pt_map_open(map, "a temporary file", 0, err);
}
