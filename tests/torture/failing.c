/* Preloaded into the command, it makes one call fail, or ends the process there:
 *   FAIL_AT=K           the K-th allocation (from 0) of the whole process gives nothing: those of every library, maps
 *                       and threads too
 *   FAIL_FROM=K         that one and all after it
 *   FULL_AT=K           the K-th change of a file finds no space: writes, their flushing, renames, new files
 *   KILL_AT=K           the process is gone, by SIGKILL, before its K-th change of a file
 *   COUNT_TO=FILE       writes there how many of both there were: "allocations changes" */
#undef _FILE_OFFSET_BITS   /* both names of each call are defined here */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long allocations, changes;
static long fail_at = -1, fail_from = -1, full_at = -1, kill_at = -1;
static bool on;
static char early[1 << 14];   /* for dlsym, which may allocate before it has found malloc */
static size_t early_used;

static long number(const char *name)
{
    const char *text = getenv(name);

    return text == NULL ? -1 : atol(text);
}

static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

#define REAL(name, type)                                          \
    static type real;                                             \
    if (real == NULL) {                                           \
        void *found = next(name);                                 \
        memcpy(&real, &found, sizeof real);                       \
    }

__attribute__((constructor)) static void begin(void)
{
    fail_at = number("FAIL_AT");
    fail_from = number("FAIL_FROM");
    full_at = number("FULL_AT");
    kill_at = number("KILL_AT");
    on = true;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("COUNT_TO");
    char text[64];

    if (!on || path == NULL)
        return;
    on = false;
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const int n = snprintf(text, sizeof text, "%ld %ld\n", atomic_load(&allocations), atomic_load(&changes));
    if (fd < 0 || write(fd, text, (size_t)n) != n)
        _exit(99);
    close(fd);
}

static bool fails(void)
{
    if (!on)
        return false;
    const long k = atomic_fetch_add(&allocations, 1);
    if (k != fail_at && (fail_from < 0 || k < fail_from))
        return false;
    errno = ENOMEM;
    return true;
}

static bool is_full(void)
{
    if (!on)
        return false;
    const long k = atomic_fetch_add(&changes, 1);
    if (k == kill_at)
        kill(getpid(), SIGKILL);
    if (k != full_at)
        return false;
    errno = ENOSPC;
    return true;
}

/* ---- memory -------------------------------------------------------------------------------------- */

static void *early_memory(size_t n)
{
    void *memory = early + early_used;

    n = (n + 15) / 16 * 16;
    if (n > sizeof early - early_used)
        abort();
    early_used += n;
    return memory;
}

static bool is_early(const void *memory)
{
    return (uintptr_t)memory >= (uintptr_t)early && (uintptr_t)memory < (uintptr_t)early + sizeof early;
}

static __thread bool looking;   /* for malloc, by dlsym */

void *malloc(size_t n)
{
    typedef void *(*function)(size_t);
    if (looking)
        return early_memory(n);
    looking = true;
    REAL("malloc", function)
    looking = false;
    return fails() ? NULL : real(n);
}

void *calloc(size_t n, size_t size)
{
    typedef void *(*function)(size_t, size_t);
    if (looking)
        return early_memory(n * size);
    looking = true;
    REAL("calloc", function)
    looking = false;
    return fails() ? NULL : real(n, size);
}

void *realloc(void *memory, size_t n)
{
    typedef void *(*function)(void *, size_t);
    REAL("realloc", function)
    return fails() ? NULL : real(memory, n);
}

void free(void *memory)
{
    typedef void (*function)(void *);
    if (looking || is_early(memory))
        return;
    looking = true;
    REAL("free", function)
    looking = false;
    real(memory);
}

int posix_memalign(void **memory, size_t alignment, size_t n)
{
    typedef int (*function)(void **, size_t, size_t);
    REAL("posix_memalign", function)
    return fails() ? ENOMEM : real(memory, alignment, n);
}

void *aligned_alloc(size_t alignment, size_t n)
{
    typedef void *(*function)(size_t, size_t);
    REAL("aligned_alloc", function)
    return fails() ? NULL : real(alignment, n);
}

void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset)
{
    typedef void *(*function)(void *, size_t, int, int, int, off_t);
    REAL("mmap", function)
    return (flags & MAP_ANONYMOUS) != 0 && fails() ? MAP_FAILED : real(at, length, protection, flags, fd, offset);
}

void *mmap64(void *at, size_t length, int protection, int flags, int fd, off_t offset)
{
    return mmap(at, length, protection, flags, fd, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*work)(void *), void *with)
{
    typedef int (*function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    REAL("pthread_create", function)
    return fails() ? EAGAIN : real(thread, how, work, with);
}

/* ---- files --------------------------------------------------------------------------------------- */

/* Standard output and error are not files to keep. */
ssize_t write(int fd, const void *bytes, size_t n)
{
    typedef ssize_t (*function)(int, const void *, size_t);
    REAL("write", function)
    return fd > 2 && is_full() ? -1 : real(fd, bytes, n);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
    typedef ssize_t (*function)(int, const void *, size_t, off_t);
    REAL("pwrite", function)
    return is_full() ? -1 : real(fd, bytes, n, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off_t at)
{
    return pwrite(fd, bytes, n, at);
}

int fsync(int fd)
{
    typedef int (*function)(int);
    REAL("fsync", function)
    return is_full() ? -1 : real(fd);
}

int ftruncate(int fd, off_t length)
{
    typedef int (*function)(int, off_t);
    REAL("ftruncate", function)
    return is_full() ? -1 : real(fd, length);
}

int ftruncate64(int fd, off_t length)
{
    return ftruncate(fd, length);
}

int rename(const char *from, const char *to)
{
    typedef int (*function)(const char *, const char *);
    REAL("rename", function)
    return is_full() ? -1 : real(from, to);
}

static int open_really(const char *path, int flags, mode_t mode)
{
    typedef int (*function)(const char *, int, ...);
    REAL("open", function)
    return (flags & O_CREAT) != 0 && is_full() ? -1 : real(path, flags, mode);
}

static mode_t mode_of(int flags, va_list more)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? (mode_t)va_arg(more, unsigned) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    const mode_t mode = mode_of(flags, more);
    va_end(more);
    return open_really(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    const mode_t mode = mode_of(flags, more);
    va_end(more);
    return open_really(path, flags, mode);
}
