/* The bytes of the log, written and read.
 *
 *   perceptron-learn 1 <model, 32 digits> <check>\n
 *   batch <number> <bytes> <check of the bytes> <check of this line>\n   then the bytes: entries,
 *   rows <bytes>\n<body>\n     or     refused <number of a body>\n
 *
 * Checks are XXH3 of 64 bits in 16 hexadecimal digits, the model is XXH3 of 128 bits over its file's bytes. */
#include "serve/learn_log.h"
#include "diag.h"
#include "words/numbers.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { LINE_ROOM = 160 };

static uint64_t check_of(const void *bytes, size_t length)
{
    return XXH3_64bits(bytes, length);
}

/* ---- lines with a check at their end ------------------------------------------------------------- */

/* Ends a line with its check; its length. */
static size_t seal_line(char line[LINE_ROOM])
{
    const size_t length = strlen(line);

    snprintf(line + length, LINE_ROOM - length, "%016" PRIx64 "\n", check_of(line, length));
    return length + 17;
}

static bool is_sealed(const char *line, size_t length)
{
    char check[18];

    if (length < 18 || line[length - 1] != '\n')
        return false;
    snprintf(check, sizeof check, "%016" PRIx64, check_of(line, length - 17));
    return memcmp(line + length - 17, check, 16) == 0;
}

struct batch {
    uint64_t number, check;
    size_t   length;
};

static bool read_batch_line(const char *line, size_t length, struct batch *batch)
{
    char copy[LINE_ROOM];

    if (length >= sizeof copy || !is_sealed(line, length))
        return false;
    memcpy(copy, line, length);
    copy[length] = '\0';
    return sscanf(copy, "batch %" SCNu64 " %zu %" SCNx64, &batch->number, &batch->length, &batch->check) == 3;
}

static ptron_status model_line(const ptron_model *model, char line[LINE_ROOM], ptron_error *err)
{
    XXH128_hash_t hash;
    void *bytes = NULL;
    size_t length = 0;

    TRY(ptron_model_write(model, &bytes, &length, err));
    hash = XXH3_128bits(bytes, length);
    ptron_bytes_free(bytes);
    snprintf(line, LINE_ROOM, "perceptron-learn 1 %016" PRIx64 "%016" PRIx64 " ", (uint64_t)hash.high64,
             (uint64_t)hash.low64);
    seal_line(line);
    return PTRON_OK;
}

/* ---- writing ------------------------------------------------------------------------------------- */

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t n = write(fd, bytes, length);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

/* The name is safe, too. */
static bool sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(path, slash == path ? 1 : (size_t)(slash - path));
    const int fd = folder == NULL ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = fd >= 0 && fsync(fd) == 0;

    if (fd >= 0)
        close(fd);
    free(folder);
    return synced;
}

static ptron_status begin_log(struct learn_log *log, const char *line, ptron_error *err)
{
    const size_t length = strlen(line);

    if (ftruncate(log->fd, 0) != 0 || lseek(log->fd, 0, SEEK_SET) != 0 || !write_all(log->fd, line, length) ||
        fsync(log->fd) != 0 || !sync_folder(log->path))
        return diag_fail_file(err, log->path, "cannot write it");
    log->end = length;
    return PTRON_OK;
}

/* The batch as it stands in the file; NULL: no memory. */
static char *batch_bytes(const struct learn_log *log, struct log_entry *entries, size_t n, size_t *length)
{
    size_t room = LINE_ROOM, at = LINE_ROOM, begin;
    uint64_t number = log->bodies;
    char *bytes, line[LINE_ROOM];

    for (size_t i = 0; i < n; i++)
        room += entries[i].length + LINE_ROOM;
    bytes = malloc(room);
    for (size_t i = 0; bytes != NULL && i < n; i++) {
        struct log_entry *entry = &entries[i];

        if (entry->bytes == NULL) {
            at += (size_t)snprintf(bytes + at, LINE_ROOM, "refused %" PRIu64 "\n", entry->number);
            continue;
        }
        entry->number = ++number;
        at += (size_t)snprintf(bytes + at, LINE_ROOM, "rows %zu\n", entry->length);
        memcpy(bytes + at, entry->bytes, entry->length);
        at += entry->length;
        bytes[at++] = '\n';
    }
    if (bytes == NULL)
        return NULL;
    snprintf(line, sizeof line, "batch %" PRIu64 " %zu %016" PRIx64 " ", log->batches + 1, at - LINE_ROOM,
             check_of(bytes + LINE_ROOM, at - LINE_ROOM));
    begin = LINE_ROOM - seal_line(line);
    memcpy(bytes + begin, line, LINE_ROOM - begin);
    memmove(bytes, bytes + begin, at - begin);
    *length = at - begin;
    return bytes;
}

ptron_status log_add(struct learn_log *log, struct log_entry *entries, size_t n, ptron_error *err)
{
    size_t length = 0;
    char *bytes;
    bool written;

    if (log->broken)
        return diag_fail(err, PTRON_IO, "an earlier write to the log failed");
    bytes = batch_bytes(log, entries, n, &length);
    if (bytes == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for a batch of rows");
    written = write_all(log->fd, bytes, length) && fdatasync(log->fd) == 0;
    free(bytes);
    if (!written) {
        const int why = errno;

        log->broken = ftruncate(log->fd, (off_t)log->end) != 0 || lseek(log->fd, (off_t)log->end, SEEK_SET) < 0 ||
                      fdatasync(log->fd) != 0;
        errno = why;
        return diag_fail_file(err, log->path, "cannot write it");
    }
    log->end += length;
    log->batches++;
    for (size_t i = 0; i < n; i++)
        log->bodies += entries[i].bytes != NULL;
    return PTRON_OK;
}

/* ---- reading ------------------------------------------------------------------------------------- */

struct log_reader {
    struct learn_log *log;
    FILE    *file;
    char    *bytes;       /* [room] of the batch at hand */
    size_t   room;
    uint64_t at, size;    /* where the batch begins; of the file */
    uint64_t batches, bodies;
};

enum found { FOUND_BATCH, FOUND_END, FOUND_TORN, FOUND_DAMAGE, FOUND_NO_MEMORY };

static enum found next_batch(struct log_reader *r, struct batch *batch)
{
    char line[LINE_ROOM];
    size_t length;

    r->at = (uint64_t)ftello(r->file);
    if (r->at >= r->size)   /* what somebody else appends meanwhile is no part of it */
        return FOUND_END;
    if (fgets(line, sizeof line, r->file) == NULL)
        return FOUND_DAMAGE;
    length = (size_t)ftello(r->file) - r->at;
    if (length == 0 || line[length - 1] != '\n')
        return memchr(line, '\0', length) == NULL && feof(r->file) ? FOUND_TORN : FOUND_DAMAGE;
    if (!read_batch_line(line, length, batch) || batch->number != r->batches + 1)
        return FOUND_DAMAGE;
    if (length > r->size - r->at || batch->length > r->size - r->at - length)
        return FOUND_TORN;
    if (batch->length + 1 > r->room) {
        free(r->bytes);
        r->room = batch->length + 1;
        if ((r->bytes = malloc(r->room)) == NULL)
            return FOUND_NO_MEMORY;
    }
    if (fread(r->bytes, 1, batch->length, r->file) != batch->length ||
        check_of(r->bytes, batch->length) != batch->check)
        return FOUND_DAMAGE;
    r->bytes[batch->length] = '\0';
    return FOUND_BATCH;
}

/* Pages of the last write may not have come to the disk: they read as zeros, which no batch has, and nothing
 * follows. */
static bool is_lost_tail(struct log_reader *r)
{
    bool zeros = false, whole = false;
    char line[LINE_ROOM];
    size_t length = 0;
    struct batch batch;
    int c;

    fseeko(r->file, (off_t)r->at, SEEK_SET);
    while (!whole && (c = getc_unlocked(r->file)) != EOF) {
        zeros |= c == '\0';
        if (c == '\0')
            length = 0;
        else if (length < sizeof line)
            line[length++] = (char)c;
        if (c != '\n')
            continue;
        whole = zeros && read_batch_line(line, length, &batch) && batch.number > r->batches + 1;
        length = 0;
    }
    return zeros && !whole;
}

static ptron_status fail_damaged(const struct log_reader *r, ptron_error *err)
{
    const ptron_status status = diag_fail(
        err, PTRON_DATA, "batch %s, at byte %s, is damaged: rows that were acknowledged are lost in it; the %s "
        "before it %s whole", text_count(r->batches + 1).s, text_count(r->at).s,
        text_counted(r->at, "byte").s, pt_one_many(r->at, "is", "are"));

    if (err != NULL)
        snprintf(err->file, sizeof err->file, "%.90s", r->log->path);
    return status;
}

/* The line an entry begins with, which is short: the rest of the batch is not looked at for it. */
static bool read_entry_line(const char *line, size_t length, struct log_entry *entry, bool *rows)
{
    char copy[LINE_ROOM];

    if (length >= sizeof copy)
        return false;
    memcpy(copy, line, length);
    copy[length] = '\0';
    *rows = strncmp(copy, "rows ", 5) == 0;
    return *rows ? sscanf(copy, "rows %zu", &entry->length) == 1
                 : sscanf(copy, "refused %" SCNu64, &entry->number) == 1;
}

/* Entries of a batch whose check is right; a visitor may be NULL. */
static ptron_status visit_batch(struct log_reader *r, const struct batch *batch, log_visit *visit, void *user,
                                ptron_error *err)
{
    for (size_t at = 0; at < batch->length;) {
        const char *line = r->bytes + at, *end = memchr(line, '\n', batch->length - at);
        struct log_entry entry = {0};
        bool rows = false;

        if (end == NULL || !read_entry_line(line, (size_t)(end - line), &entry, &rows))
            return fail_damaged(r, err);
        at = (size_t)(end - r->bytes) + 1;
        if (rows) {
            if (entry.length >= batch->length - at + 1 || r->bytes[at + entry.length] != '\n')
                return fail_damaged(r, err);
            entry.bytes = r->bytes + at;
            entry.number = ++r->bodies;
            at += entry.length + 1;
        }
        if (visit != NULL)
            TRY(visit(user, &entry, err));
    }
    return PTRON_OK;
}

static ptron_status read_batches(struct log_reader *r, log_visit *visit, void *user, ptron_error *err)
{
    struct batch batch;
    enum found found;

    while ((found = next_batch(r, &batch)) == FOUND_BATCH) {
        TRY(visit_batch(r, &batch, visit, user, err));
        r->batches++;
    }
    if (found == FOUND_NO_MEMORY)
        return diag_fail(err, PTRON_NOMEM, "no memory for a batch of the log");
    return found == FOUND_DAMAGE && !is_lost_tail(r) ? fail_damaged(r, err) : PTRON_OK;
}

static ptron_status open_reader(struct log_reader *r, struct learn_log *log, ptron_error *err)
{
    char line[LINE_ROOM];
    struct stat info;

    *r = (struct log_reader){.log = log, .file = fopen(log->path, "re")};
    if (r->file == NULL || fstat(fileno(r->file), &info) != 0 || fgets(line, sizeof line, r->file) == NULL)
        return diag_fail_file(err, log->path, "cannot read it");
    r->size = (uint64_t)info.st_size;
    return PTRON_OK;
}

static void close_reader(struct log_reader *r)
{
    if (r->file != NULL)
        fclose(r->file);
    free(r->bytes);
}

ptron_status log_read(struct learn_log *log, log_visit *visit, void *user, ptron_error *err)
{
    struct log_reader r;
    ptron_status status = open_reader(&r, log, err);

    if (status == PTRON_OK)
        status = read_batches(&r, visit, user, err);
    close_reader(&r);
    return status;
}

/* ---- opening ------------------------------------------------------------------------------------- */

/* Its first line; what was begun and never came further is begun again. */
static ptron_status check_model(struct learn_log *log, const char *wanted, bool *fresh, ptron_error *err)
{
    char line[LINE_ROOM] = "";
    const size_t length = strlen(wanted);
    const ssize_t n = pread(log->fd, line, length, 0);

    if (n < 0)
        return diag_fail_file(err, log->path, "cannot read it");
    *fresh = (size_t)n < length && memcmp(line, wanted, (size_t)n) == 0;
    if (*fresh || memcmp(line, wanted, length) == 0)
        return PTRON_OK;
    if (strncmp(line, "perceptron-learn 1 ", 19) == 0 && is_sealed(line, (size_t)n))
        return diag_fail(err, PTRON_DATA, "%s was begun with another model: its rows are learned from by the one it "
                         "was begun with", text_path(log->path).s);
    return diag_fail(err, PTRON_DATA, "%s is no log of rows to learn from, or its first line is damaged",
                     text_path(log->path).s);
}

static ptron_status check_batches(struct learn_log *log, ptron_error *err)
{
    struct log_reader r;
    ptron_status status = open_reader(&r, log, err);

    if (status == PTRON_OK)
        status = read_batches(&r, NULL, NULL, err);
    log->end = r.at;
    log->torn = r.size - r.at;
    log->batches = r.batches;
    log->bodies = r.bodies;
    close_reader(&r);
    if (status != PTRON_OK)
        return status;
    if (log->torn > 0 && (ftruncate(log->fd, (off_t)log->end) != 0 || fsync(log->fd) != 0))
        return diag_fail_file(err, log->path, "cannot cut its torn end off");
    return lseek(log->fd, (off_t)log->end, SEEK_SET) < 0 ? diag_fail_file(err, log->path, "cannot write it") : PTRON_OK;
}

ptron_status log_open(struct learn_log *log, const char *path, const ptron_model *model, ptron_error *err)
{
    char line[LINE_ROOM];
    bool fresh = false;

    *log = (struct learn_log){.path = path, .fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666)};
    if (log->fd < 0)
        return diag_fail_file(err, path, "cannot write it");
    if (flock(log->fd, LOCK_EX | LOCK_NB) != 0)
        return diag_fail(err, PTRON_IO, "%s is in use by another process", text_path(path).s);
    TRY(model_line(model, line, err));
    TRY(check_model(log, line, &fresh, err));
    return fresh ? begin_log(log, line, err) : check_batches(log, err);
}

void log_close(struct learn_log *log)
{
    if (log->fd >= 0)
        close(log->fd);
    log->fd = -1;
}
