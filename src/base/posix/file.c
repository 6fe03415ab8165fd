/* Whole files. A file is written under a temporary name beside its target, checked at every step, brought to the disk
 * and renamed: it appears whole or not at all, and an older file stays until the moment it is replaced. A run that is
 * killed leaves such a temporary file, .perceptron-PROCESS-NUMBER.tmp: the next one that writes there removes it.
 *
 * What is not a regular file (a device, a named pipe, standard output) has no older self to keep and is
 * written directly. Links are followed here, because rename would replace the link itself. */
#include "base/file.h"
#include "base/alloc.h"
#include "base/memory.h"
#include "base/size.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { PIECE = 1 << 16, LINKS_MOST = 40, NAMES_TRIED = 1000, YOUNG_SECONDS = 60 };

struct ptron_output {
    int   fd;
    char *name;     /* as the user gave it, for messages */
    char *target;   /* what the name stands for once links are followed */
    char *temp;     /* beside the target; NULL: written directly */
    char *folder;   /* of both, ending in "/." or being "." */
    bool  failed;   /* a write failed: closing keeps nothing */
};

static ptron_status fail_io(ptron_error *err, const char *path, const char *what, int code)
{
    char reason[128];

    if (strerror_r(code, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", code);
    if (pt_detail_of_errno(code) == PTRON_DETAIL_FILE_FULL)
        what = "there is no room for it";
    return pt_detail(err, pt_detail_of_errno(code), pt_fail_at(err, PTRON_IO, path, 0, 0, "%s: %s", what, reason));
}

static ptron_status fail_memory(ptron_error *err, const char *path, size_t bytes, const char *what)
{
    const ptron_status status = pt_fail_memory(err, bytes, what);

    pt_error_place(err, path, 0, 0);
    return status;
}

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* Opening a named pipe waits for its other end, and a signal may come before that. */
static int open_patiently(const char *path, int flags)
{
    int fd;

    do
        fd = open(path, flags | O_CLOEXEC | O_NOCTTY);
    while (fd < 0 && errno == EINTR);
    return fd;
}

/* ---- reading ------------------------------------------------------------------------------------- */

/* Whether a file of the kind may have these bytes from `at` on. */
static bool may_be(const struct pt_file_kind *kind, size_t at, const char *bytes, size_t n)
{
    if (kind == NULL)
        return true;
    if (kind->head != NULL)
        return at >= kind->head_length || memcmp(bytes, kind->head + at, pt_min(n, kind->head_length - at)) == 0;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)bytes[i] < ' ' && strchr("\t\n\v\f\r", bytes[i]) == NULL)
            return false;
    return memchr(bytes, '\0', n) == NULL;
}

static uint64_t most_of(const struct pt_file_kind *kind)
{
    const uint64_t half = pt_memory_installed() / 2;

    return kind == NULL || kind->most > half ? half : kind->most;
}

static ptron_status too_large(const struct pt_file_kind *kind, const char *name, ptron_error *err)
{
    return pt_fail_at(err, PTRON_DATA, name, 0, 0, "is larger than %.1f GB, too large for %s",
                      (double)most_of(kind) / 1e9, kind == NULL ? "memory" : kind->what);
}

static ptron_status read_all(int fd, const char *name, const struct pt_file_kind *kind, struct pt_buffer *buffer,
                             ptron_error *err)
{
    const uint64_t most = most_of(kind);
    char piece[PIECE];
    ssize_t got;

    while ((got = read(fd, piece, sizeof piece)) != 0) {
        const size_t at = buffer->length;

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail_io(err, name, "cannot read", errno);
        pt_buffer_add(buffer, piece, (size_t)got);
        if (buffer->failed)
            return fail_memory(err, name, at + (size_t)got, "the file");
        if (!may_be(kind, at, piece, (size_t)got))
            return PTRON_OK;
        if (buffer->length > most)
            return too_large(kind, name, err);
    }
    return PTRON_OK;
}

ptron_status pt_file_read(const char *path, const struct pt_file_kind *kind, struct pt_buffer *buffer,
                          ptron_error *err)
{
    const bool standard = is_standard(path);
    const int fd = standard ? STDIN_FILENO : open_patiently(path, O_RDONLY);
    ptron_status status;

    if (fd < 0)
        return fail_io(err, path, "cannot open", errno);
    status = read_all(fd, standard ? "standard input" : path, kind, buffer, err);
    if (!standard)
        close(fd);
    return status;
}

ptron_status pt_file_checksum(const char *path, uint64_t *sum, ptron_error *err)
{
    const int fd = open_patiently(path, O_RDONLY | O_NONBLOCK);
    ptron_status status = PTRON_OK;
    XXH3_state_t state;
    struct stat facts;
    char piece[PIECE];
    ssize_t got;

    *sum = 0;
    if (fd < 0)
        return fail_io(err, path, "cannot open", errno);
    if (fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode)) {
        XXH3_64bits_reset(&state);
        while ((got = read(fd, piece, sizeof piece)) > 0 || (got < 0 && errno == EINTR))
            if (got > 0)
                XXH3_64bits_update(&state, piece, (size_t)got);
        if (got < 0)
            status = fail_io(err, path, "cannot read", errno);
        *sum = XXH3_64bits_digest(&state);
    }
    close(fd);
    return status;
}

/* ---- where to write ------------------------------------------------------------------------------ */

/* `tail` in the directory of `path`; owned. An absolute tail stands alone. */
static char *beside(const char *path, const char *tail)
{
    const char *slash = strrchr(path, '/');
    const size_t head = tail[0] == '/' || slash == NULL ? 0 : (size_t)(slash - path) + 1, rest = strlen(tail);
    char *joined = pt_alloc(head + rest + 1);

    if (joined != NULL) {
        memcpy(joined, path, head);
        memcpy(joined + head, tail, rest + 1);
    }
    return joined;
}

/* One link further, when *path is one; *path is owned. */
static ptron_status follow_link(char **path, bool *followed, const char *name, ptron_error *err)
{
    char link[PIECE];
    const ssize_t length = readlink(*path, link, sizeof link);
    char *next;

    *followed = length >= 0;
    if (!*followed)   /* EINVAL: not a link. ENOENT: a new file. What else is wrong shows when it is opened. */
        return PTRON_OK;
    if ((size_t)length == sizeof link)
        return fail_io(err, name, "cannot follow the link", ENAMETOOLONG);
    link[length] = '\0';
    next = beside(*path, link);
    if (next == NULL)
        return fail_memory(err, name, (size_t)length, "a file name");
    pt_release(*path);
    *path = next;
    return PTRON_OK;
}

/* Follows links to where the file is or, at the end of a dangling one, will be. */
static ptron_status find_target(ptron_output *writer, ptron_error *err)
{
    bool followed = true;

    writer->target = pt_copy_text(writer->name, strlen(writer->name));
    if (writer->target == NULL)
        return fail_memory(err, writer->name, strlen(writer->name), "a file name");
    for (size_t i = 0; followed; i++) {
        if (i == LINKS_MOST)
            return fail_io(err, writer->name, "cannot follow the link", ELOOP);
        PT_TRY(follow_link(&writer->target, &followed, writer->name, err));
    }
    return PTRON_OK;
}

/* Links made by the system for open files (/dev/stdout) may not spell a name that leads there. */
static bool target_is(const ptron_output *writer, const struct stat *facts)
{
    struct stat found;

    return stat(writer->target, &found) == 0 && found.st_dev == facts->st_dev && found.st_ino == facts->st_ino;
}

/* ---- what dead runs left -------------------------------------------------------------------------- */

static bool is_temp_name(const char *name)
{
    unsigned long process;
    unsigned number;
    int end = 0;

    return sscanf(name, ".perceptron-%20lu-%4u.tmp%n", &process, &number, &end) == 2 && end > 0 && name[end] == '\0';
}

/* Regular, not held by anybody, and not of the last minute, in which somebody may be about to take his lock. */
static bool is_dead(int folder, const char *name)
{
    const int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat facts;
    bool dead;

    if (fd < 0)
        return false;
    dead = fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_mtime < time(NULL) - YOUNG_SECONDS &&
           flock(fd, LOCK_EX | LOCK_NB) == 0;
    close(fd);
    return dead;
}

/* Where the folder cannot be read nothing is removed, and nothing else goes wrong. */
static void remove_dead(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;

    while (folder != NULL && (entry = readdir(folder)) != NULL)
        if (is_temp_name(entry->d_name) && is_dead(dirfd(folder), entry->d_name))
            unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder != NULL)
        closedir(folder);
}

/* ---- opening ------------------------------------------------------------------------------------- */

static ptron_status open_directly(ptron_output *writer, ptron_error *err)
{
    writer->fd = open_patiently(writer->name, O_WRONLY);
    return writer->fd < 0 ? fail_io(err, writer->name, "cannot open for writing", errno) : PTRON_OK;
}

/* A name that nobody has: process and number tell writers apart, O_EXCL decides. The name does not grow with
 * the target's, which may be as long as names can be. Whoever writes holds a lock, which ends with the process: so it
 * shows which files were left by runs that are dead. */
static ptron_status open_temp(ptron_output *writer, mode_t mode, ptron_error *err)
{
    char tail[64];
    int code = EEXIST;

    writer->folder = beside(writer->target, ".");
    if (writer->folder == NULL)
        return fail_memory(err, writer->name, strlen(writer->target), "a file name");
    remove_dead(writer->folder);
    for (unsigned i = 0; code == EEXIST && i < NAMES_TRIED; i++) {
        snprintf(tail, sizeof tail, ".perceptron-%ld-%u.tmp", (long)getpid(), i);
        writer->temp = beside(writer->target, tail);
        if (writer->temp == NULL)
            return fail_memory(err, writer->name, strlen(writer->target), "a file name");
        writer->fd = open(writer->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (writer->fd >= 0) {
            (void)!flock(writer->fd, LOCK_EX | LOCK_NB);
            return PTRON_OK;
        }
        code = errno;
        pt_release(writer->temp);
        writer->temp = NULL;
    }
    return fail_io(err, writer->name, "cannot make a file in its directory", code);
}

/* An older file that may not be written is not replaced, and a new one is as private as it was. */
static ptron_status open_path(ptron_output *writer, ptron_error *err)
{
    struct stat facts;
    const bool exists = stat(writer->name, &facts) == 0;

    if (writer->name[0] == '\0')
        return fail_io(err, writer->name, "cannot write to a file without a name", ENOENT);
    if (exists && !S_ISREG(facts.st_mode))
        return open_directly(writer, err);
    PT_TRY(find_target(writer, err));
    if (!exists)
        return open_temp(writer, 0666, err);
    if (!target_is(writer, &facts))
        return open_directly(writer, err);
    if (access(writer->target, W_OK) != 0)
        return fail_io(err, writer->name, "cannot replace", errno);
    PT_TRY(open_temp(writer, 0600, err));
    if (fchmod(writer->fd, facts.st_mode & 0777) != 0)
        return fail_io(err, writer->name, "cannot set permissions", errno);
    return PTRON_OK;
}

ptron_status ptron_output_open(const char *path, ptron_output **out, ptron_error *err)
{
    ptron_output *writer;
    const char *name;
    ptron_status status;

    if (out == NULL || path == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a path and a place for the output are needed");
    writer = *out = pt_zeroed(1, sizeof *writer);
    name = is_standard(path) ? "standard output" : path;
    if (writer == NULL)
        return fail_memory(err, name, sizeof *writer, "a writer");
    writer->fd = -1;
    writer->name = pt_copy_text(name, strlen(name));
    if (writer->name == NULL)
        status = fail_memory(err, name, strlen(name), "a file name");
    else if (!is_standard(path))
        status = open_path(writer, err);
    else   /* a copy, so that closing it tells late errors and the caller's stream stays open */
        status = (writer->fd = dup(STDOUT_FILENO)) < 0 ? fail_io(err, name, "cannot open", errno) : PTRON_OK;
    if (status != PTRON_OK) {
        ptron_output_close(writer, false, NULL);
        *out = NULL;
    }
    return status;
}

/* ---- writing and closing ------------------------------------------------------------------------- */

ptron_status ptron_output_add(ptron_output *writer, const void *bytes, size_t length, ptron_error *err)
{
    const char *at = bytes;

    if (writer == NULL || (bytes == NULL && length > 0))
        return pt_fail(err, PTRON_ARGUMENT, "an output and bytes are needed");
    while (length > 0) {
        const ssize_t done = write(writer->fd, at, pt_min(length, (size_t)1 << 30));
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            writer->failed = true;
            return fail_io(err, writer->name, "cannot write", done == 0 ? EIO : errno);
        }
        at += done;
        length -= (size_t)done;
    }
    return PTRON_OK;
}

/* Space that was promised but is not there shows here at the latest, while the older file is still whole. */
static ptron_status finish_file(ptron_output *writer, ptron_error *err)
{
    const bool synced = writer->temp == NULL || fsync(writer->fd) == 0 || errno == EINVAL || errno == ENOSYS;
    const int code = errno, fd = writer->fd;

    writer->fd = -1;
    if (close(fd) != 0 && errno != EINTR)
        return fail_io(err, writer->name, "cannot write", errno);
    return synced ? PTRON_OK : fail_io(err, writer->name, "cannot write", code);
}

/* The name, too, is to be there when the machine goes down now. Systems that know no such thing are let be. */
static ptron_status sync_folder(const ptron_output *writer, ptron_error *err)
{
    const int fd = open(writer->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int code = fd >= 0 && fsync(fd) != 0 ? errno : 0;

    if (fd >= 0)
        close(fd);
    return code == EIO ? fail_io(err, writer->name, "is there, but its folder cannot be written", code) : PTRON_OK;
}

static ptron_status keep_file(ptron_output *writer, ptron_error *err)
{
    if (writer->failed)
        return pt_fail_at(err, PTRON_IO, writer->name, 0, 0, "not kept: an earlier write failed");
    PT_TRY(finish_file(writer, err));
    if (writer->temp == NULL)
        return PTRON_OK;
    if (rename(writer->temp, writer->target) != 0)
        return fail_io(err, writer->name, "cannot rename the finished file", errno);
    pt_release(writer->temp);
    writer->temp = NULL;
    return sync_folder(writer, err);
}

int ptron_output_descriptor(const ptron_output *writer)
{
    return writer == NULL ? -1 : writer->fd;
}

ptron_status ptron_output_close(ptron_output *writer, bool keep, ptron_error *err)
{
    ptron_status status = PTRON_OK;

    if (writer == NULL)
        return PTRON_OK;
    if (keep)
        status = keep_file(writer, err);
    if (writer->fd >= 0)
        close(writer->fd);
    if (writer->temp != NULL)
        unlink(writer->temp);
    pt_release(writer->temp);
    pt_release(writer->folder);
    pt_release(writer->target);
    pt_release(writer->name);
    pt_release(writer);
    return status;
}

ptron_status pt_file_write(const char *path, const void *bytes, size_t length, ptron_error *err)
{
    ptron_output *writer;
    ptron_status status, closed;

    PT_TRY(ptron_output_open(path, &writer, err));
    status = ptron_output_add(writer, bytes, length, err);
    closed = ptron_output_close(writer, status == PTRON_OK, status == PTRON_OK ? err : NULL);
    return status == PTRON_OK ? closed : status;
}
