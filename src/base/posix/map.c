/* Mapping files with mmap. */
#include "base/map.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static ptron_status fail(ptron_error *err, const char *path, const char *what)
{
    char text[128];

    if (strerror_r(errno, text, sizeof text) != 0)
        text[0] = '\0';
    return pt_fail_at(err, PTRON_IO, path, 0, 0, "%s: %s", what, text);
}

static ptron_status map_file(struct pt_map *map, int fd, const char *path, ptron_error *err)
{
    struct stat facts;
    void *memory;

    if (fstat(fd, &facts) != 0)
        return fail(err, path, "cannot read");
    if (!S_ISREG(facts.st_mode))
        return pt_fail_at(err, PTRON_IO, path, 0, 0, "is not a regular file");
    if (facts.st_size == 0)
        return PTRON_OK;
    if ((uintmax_t)facts.st_size > SIZE_MAX)
        return pt_fail_at(err, PTRON_NOMEM, path, 0, 0, "is too large for the addresses of this machine");
    memory = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (memory == MAP_FAILED)
        return fail(err, path, "cannot map");
    map->bytes = memory;
    map->length = (size_t)facts.st_size;
    return PTRON_OK;
}

ptron_status pt_map_open(struct pt_map *map, const char *path, ptron_error *err)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    ptron_status status;

    *map = (struct pt_map){0};
    if (fd < 0)
        return fail(err, path, "cannot open");
    status = map_file(map, fd, path, err);
    close(fd);
    return status;
}

void pt_map_close(struct pt_map *map)
{
    void *memory;

    memcpy(&memory, &map->bytes, sizeof memory);   /* munmap wants what we promise not to write */
    if (memory != NULL)
        munmap(memory, map->length);
    *map = (struct pt_map){0};
}
