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

/* All of a file into memory of our own. */
static ptron_status read_file(struct pt_map *map, int fd, const char *path, ptron_error *err)
{
    char *memory = mmap(NULL, map->length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t done = 0;
    ssize_t got = 1;

    if (memory == MAP_FAILED)
        return pt_fail_memory(err, map->length, "a pack");
    map->bytes = (const unsigned char *)memory;
    while (done < map->length && got > 0) {
        got = read(fd, memory + done, map->length - done);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got > 0)
            done += (size_t)got;
    }
    if (got < 0)
        return fail(err, path, "cannot read");
    return done == map->length ? PTRON_OK : pt_fail_at(err, PTRON_DATA, path, 0, 0, "was cut while it was read");
}

static ptron_status map_file(struct pt_map *map, int fd, const char *path, ptron_error *err)
{
    void *memory = mmap(NULL, map->length, PROT_READ, MAP_PRIVATE, fd, 0);

    if (memory == MAP_FAILED)
        return fail(err, path, "cannot map");
    map->bytes = memory;
    map->watched = 1 + fd;
    return PTRON_OK;
}

static ptron_status take_file(struct pt_map *map, int fd, const char *path, uint64_t read_up_to, ptron_error *err)
{
    struct stat facts;

    if (fstat(fd, &facts) != 0)
        return fail(err, path, "cannot read");
    if (!S_ISREG(facts.st_mode))
        return pt_fail_at(err, PTRON_IO, path, 0, 0, "is not a regular file");
    if (facts.st_size == 0)
        return PTRON_OK;
    if ((uintmax_t)facts.st_size > SIZE_MAX)
        return pt_fail_at(err, PTRON_NOMEM, path, 0, 0, "is too large for the addresses of this machine");
    map->length = (size_t)facts.st_size;
    map->seconds = (int64_t)facts.st_mtim.tv_sec;
    map->nanoseconds = (int64_t)facts.st_mtim.tv_nsec;
    return map->length <= read_up_to ? read_file(map, fd, path, err) : map_file(map, fd, path, err);
}

ptron_status pt_map_open(struct pt_map *map, const char *path, uint64_t read_up_to, ptron_error *err)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    ptron_status status;

    *map = (struct pt_map){0};
    if (fd < 0)
        return fail(err, path, "cannot open");
    status = take_file(map, fd, path, read_up_to, err);
    if (map->watched == 0)
        close(fd);
    if (status != PTRON_OK)
        pt_map_close(map);
    return status;
}

bool pt_map_changed(const struct pt_map *map)
{
    struct stat facts;

    return map->watched > 0 && (fstat(map->watched - 1, &facts) != 0 || (uintmax_t)facts.st_size != map->length ||
                                facts.st_mtim.tv_sec != map->seconds || facts.st_mtim.tv_nsec != map->nanoseconds);
}

void pt_map_close(struct pt_map *map)
{
    void *memory;

    memcpy(&memory, &map->bytes, sizeof memory);   /* munmap wants what we promise not to write */
    if (memory != NULL)
        munmap(memory, map->length);
    if (map->watched > 0)
        close(map->watched - 1);
    *map = (struct pt_map){0};
}
