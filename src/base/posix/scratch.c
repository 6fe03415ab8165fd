/* Temporary files: unlinked as soon as they are there, with no signal in between that could end the program. */
#include "base/scratch.h"
#include "base/size.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, NAMES_TRIED = 1000 };

static ptron_status fail(const struct pt_scratch *s, const char *what, int code, ptron_error *err)
{
    char reason[128];

    if (strerror_r(code, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", code);
    return pt_fail(err, PTRON_IO, "cannot %s a temporary file in %.100s (set TMPDIR to choose another place): %s", what,
                   s->folder, reason);
}

static int open_unlinked(const char *folder)
{
    char path[PATH_ROOM];
    int fd = -1;

    errno = EEXIST;
    for (unsigned i = 0; fd < 0 && errno == EEXIST && i < NAMES_TRIED; i++) {
        const int n = snprintf(path, sizeof path, "%s/.perceptron-%ld-%u.tmp", folder, (long)getpid(), i);
        if (n < 0 || (size_t)n >= sizeof path) {
            errno = ENAMETOOLONG;
            return -1;
        }
        fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    }
    if (fd >= 0)
        unlink(path);
    return fd;
}

static int open_in(const char *folder)
{
    sigset_t all, before;
    int fd, code;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    fd = open_unlinked(folder);
    code = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = code;
    return fd;
}

ptron_status pt_scratch_open(struct pt_scratch *s, ptron_error *err)
{
    const char *asked = getenv("TMPDIR");
    const char *const folders[] = {"/var/tmp", "/tmp"};

    *s = (struct pt_scratch){.fd = -1};
    if (asked != NULL && asked[0] != '\0') {
        s->folder = asked;
        s->fd = open_in(asked);
    } else {
        for (size_t i = 0; s->fd < 0 && i < sizeof folders / sizeof *folders; i++) {
            s->folder = folders[i];
            s->fd = open_in(folders[i]);
        }
    }
    if (s->fd < 0) {
        const ptron_status status = fail(s, "make", errno, err);
        *s = (struct pt_scratch){0};
        return status;
    }
    return PTRON_OK;
}

void pt_scratch_close(struct pt_scratch *s)
{
    if (s->folder != NULL)
        close(s->fd);
    *s = (struct pt_scratch){0};
}

ptron_status pt_scratch_write(struct pt_scratch *s, uint64_t at, const void *bytes, size_t n, ptron_error *err)
{
    const char *from = bytes;

    while (n > 0) {
        const ssize_t done = pwrite(s->fd, from, pt_min(n, (size_t)1 << 30), (off_t)at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return fail(s, "write", done == 0 ? EIO : errno, err);
        from += done;
        at += (uint64_t)done;
        n -= (size_t)done;
        s->length = at > s->length ? at : s->length;
    }
    return PTRON_OK;
}

ptron_status pt_scratch_read(const struct pt_scratch *s, uint64_t at, void *bytes, size_t n, ptron_error *err)
{
    char *to = bytes;

    while (n > 0) {
        const ssize_t done = pread(s->fd, to, pt_min(n, (size_t)1 << 30), (off_t)at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return fail(s, "read", done == 0 ? EIO : errno, err);
        to += done;
        at += (uint64_t)done;
        n -= (size_t)done;
    }
    return PTRON_OK;
}

ptron_status pt_scratch_map(const struct pt_scratch *s, struct pt_map *map, ptron_error *err)
{
    void *memory;

    *map = (struct pt_map){0};
    if (s->length == 0)
        return PTRON_OK;
    if (s->length > SIZE_MAX)
        return pt_fail(err, PTRON_NOMEM, "the rows are too large for the addresses of this machine");
    memory = mmap(NULL, (size_t)s->length, PROT_READ, MAP_SHARED, s->fd, 0);
    if (memory == MAP_FAILED)
        return fail(s, "map", errno, err);
    *map = (struct pt_map){.bytes = memory, .length = (size_t)s->length};
    return PTRON_OK;
}
