/* Where bytes come from. One window of raw bytes (the caller's memory, or a buffer that is refilled from a
 * descriptor) stands behind everything; plain bytes of a file go straight to where they are wanted. */
#include "read/input.h"
#include "base/alloc.h"
#include "base/size.h"
#include "read/ahead.h"
#include "read/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RAW_ROOM = 256 * 1024, ASK_MILLISECONDS = 200 };

struct pt_input {
    char     *name;
    int       fd;               /* -1: memory */
    bool      live, opened;     /* opened: `fd` is ours to close, if there is one */
    bool      sniffed;          /* the packing is known */
    bool      raw_ended;        /* nothing is left behind the window */
    bool      ended;
    const unsigned char *at;    /* the window of raw bytes */
    size_t    left;
    unsigned char *raw;         /* [RAW_ROOM] */
    uint64_t  size, taken;
    ptron_watch watch;          /* asked while a pipe is waited for */
    pt_unpack *unpack;          /* NULL: plain */
    pt_pool   *pool;            /* to unpack ahead; NULL: nobody */
    pt_ahead  *ahead;           /* NULL: unpacked when it is asked for */
};

static ptron_status fail_os(ptron_error *err, const char *name, const char *what, int number)
{
    char text[128];

    if (strerror_r(number, text, sizeof text) != 0)
        text[0] = '\0';
    return pt_detail(err, pt_detail_of_errno(number), pt_fail_at(err, PTRON_IO, name, 0, 0, "%s: %s", what, text));
}

static ptron_status new_input(const char *name, pt_input **out, ptron_error *err)
{
    pt_input *input = *out = pt_zeroed(1, sizeof *input);

    if (input == NULL)
        return pt_fail_memory(err, sizeof *input, "an input");
    input->fd = -1;
    input->name = pt_copy_text(name, strlen(name));
    if (input->name != NULL)
        return PTRON_OK;
    pt_input_close(input);
    *out = NULL;
    return pt_fail_memory(err, strlen(name), "a file name");
}

static ptron_status open_descriptor(pt_input *input, const char *path, ptron_error *err)
{
    struct stat facts;

    input->raw = pt_alloc(RAW_ROOM);
    if (input->raw == NULL)
        return pt_fail_memory(err, RAW_ROOM, "reading");
    input->opened = strcmp(path, "-") != 0;
    do
        input->fd = input->opened ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    while (input->fd < 0 && errno == EINTR);
    if (input->fd < 0)
        return fail_os(err, path, "cannot open", errno);
    if (fstat(input->fd, &facts) != 0)
        return fail_os(err, input->name, "cannot read", errno);
    if (S_ISDIR(facts.st_mode))
        return pt_fail_at(err, PTRON_IO, input->name, 0, 0, "is a directory, not a file");
    input->live = !S_ISREG(facts.st_mode);
    input->size = input->live ? 0 : (uint64_t)facts.st_size;
    return PTRON_OK;
}

ptron_status pt_input_open(const char *path, pt_input **out, ptron_error *err)
{
    pt_input *input;
    ptron_status status;

    PT_TRY(new_input(strcmp(path, "-") == 0 ? "standard input" : path, out, err));
    input = *out;
    status = open_descriptor(input, path, err);
    if (status != PTRON_OK) {
        pt_input_close(input);
        *out = NULL;
    }
    return status;
}

ptron_status pt_input_memory(const void *bytes, size_t length, const char *name, pt_input **out,
                             ptron_error *err)
{
    PT_TRY(new_input(name, out, err));
    (*out)->at = bytes;
    (*out)->left = length;
    (*out)->size = length;
    (*out)->raw_ended = true;
    return PTRON_OK;
}

void pt_input_close(pt_input *input)
{
    if (input == NULL)
        return;
    pt_ahead_free(input->ahead);
    if (input->opened && input->fd >= 0)
        close(input->fd);
    pt_unpack_free(input->unpack);
    pt_release(input->raw);
    pt_release(input->name);
    pt_release(input);
}

void pt_input_watch(pt_input *input, const ptron_watch *watch)
{
    input->watch = *watch;
}

void pt_input_unpack_ahead(pt_input *input, pt_pool *pool)
{
    input->pool = pt_pool_threads(pool) > 1 && !input->live ? pool : NULL;
}

/* Until a pipe has something, or the end. Signals end the waiting, so that who watches is asked at once. */
static ptron_status wait_for_raw(const pt_input *input, ptron_error *err)
{
    struct pollfd fd = {.fd = input->fd, .events = POLLIN};

    if (!input->live || input->watch.on_wait == NULL)
        return PTRON_OK;
    for (int r = poll(&fd, 1, 0); r == 0 || (r < 0 && errno == EINTR); r = poll(&fd, 1, ASK_MILLISECONDS))
        if (!input->watch.on_wait(input->watch.user, input->taken))
            return pt_fail(err, PTRON_CANCELED, "reading was stopped");
    return PTRON_OK;
}

/* One read(2) of up to n bytes; 0 only at the end. */
static ptron_status read_raw(pt_input *input, void *bytes, size_t n, size_t *got, ptron_error *err)
{
    ssize_t r;

    *got = 0;
    PT_TRY(wait_for_raw(input, err));
    do
        r = read(input->fd, bytes, pt_min(n, (size_t)1 << 30));
    while (r < 0 && errno == EINTR);
    if (r < 0)
        return fail_os(err, input->name, "cannot read", errno);
    *got = (size_t)r;
    input->raw_ended = r == 0;
    return PTRON_OK;
}

/* More raw bytes behind those in the window. */
static ptron_status refill(pt_input *input, ptron_error *err)
{
    size_t got;

    if (input->raw_ended)
        return PTRON_OK;
    if (input->left > 0)
        memmove(input->raw, input->at, input->left);
    PT_TRY(read_raw(input, input->raw + input->left, RAW_ROOM - input->left, &got, err));
    input->at = input->raw;
    input->left += got;
    return PTRON_OK;
}

/* Not at opening, so that opening a pipe never blocks; no more bytes than it takes to tell. */
static ptron_status sniff(pt_input *input, ptron_error *err)
{
    enum pt_packing packing = PT_PLAIN;
    bool enough = false;

    while (!enough) {
        if (input->left > 0)
            packing = pt_packing_of(input->at, input->left, &enough);
        if (input->raw_ended)
            enough = true;
        if (!enough)
            PT_TRY(refill(input, err));
    }
    if (packing != PT_PLAIN)
        PT_TRY(pt_unpack_new(packing, &input->unpack, err));
    input->sniffed = true;
    return PTRON_OK;
}

static ptron_status read_plain(pt_input *input, char *bytes, size_t n, bool prompt, size_t *got,
                               ptron_error *err)
{
    const size_t here = pt_min(n, input->left);

    if (here > 0) {
        memcpy(bytes, input->at, here);
        input->at += here;
        input->left -= here;
        input->taken += here;
        *got = here;
    }
    while (*got < n && !input->raw_ended && !(prompt && *got > 0)) {
        size_t more;
        PT_TRY(read_raw(input, bytes + *got, n - *got, &more, err));
        input->taken += more;
        *got += more;
    }
    return PTRON_OK;
}

static ptron_status read_packed(pt_input *input, char *bytes, size_t n, bool prompt, size_t *got,
                                ptron_error *err)
{
    while (*got < n && !input->ended) {
        struct pt_piece piece;
        ptron_status status;

        if (input->left == 0 && !pt_unpack_holds(input->unpack)) {
            if (prompt && *got > 0)
                return PTRON_OK;
            PT_TRY(refill(input, err));
        }
        piece = (struct pt_piece){input->at, input->left, input->raw_ended, bytes + *got, n - *got};
        status = pt_unpack_step(input->unpack, &piece, &input->ended, err);
        *got = n - piece.n_to;   /* what came before an error tells its line */
        if (status != PTRON_OK)
            return pt_error_place(err, input->name, 0, 0), status;
        input->taken += input->left - piece.n_from;
        input->at = piece.from;
        input->left = piece.n_from;
    }
    return PTRON_OK;
}

static ptron_status fill_ahead(void *context, char *bytes, size_t n, size_t *got, uint64_t *mark, ptron_error *err)
{
    pt_input *input = context;
    ptron_status status;

    *got = 0;
    status = read_packed(input, bytes, n, false, got, err);
    *mark = input->taken;
    return status;
}

ptron_status pt_input_read(pt_input *input, void *bytes, size_t n, bool prompt, size_t *got, ptron_error *err)
{
    *got = 0;
    if (!input->sniffed)
        PT_TRY(sniff(input, err));
    if (input->unpack == NULL)
        return read_plain(input, bytes, n, prompt, got, err);
    if (input->ahead == NULL && input->pool != NULL) {
        input->ahead = pt_ahead_new(input->pool, fill_ahead, input);
        input->pool = NULL;
    }
    if (input->ahead != NULL)
        return pt_ahead_read(input->ahead, bytes, n, got, err);
    return read_packed(input, bytes, n, prompt, got, err);
}

/* ---- offsets in a plain file --------------------------------------------------------------------- */

bool pt_input_place(const pt_input *input, uint64_t *at)
{
    const bool has = input->opened && !input->live && input->sniffed && input->unpack == NULL;

    *at = has ? input->taken : 0;   /* what is unpacked ahead is counted by another thread */
    return has;
}

/* Up to n bytes at an offset, fewer only at the end; false: an error, told in errno. */
static bool read_at(int fd, uint64_t at, char *bytes, size_t n, size_t *got)
{
    ssize_t r = 1;

    for (*got = 0; *got < n && r != 0; *got += (size_t)r) {
        do
            r = pread(fd, bytes + *got, n - *got, (off_t)(at + *got));
        while (r < 0 && errno == EINTR);
        if (r < 0)
            return false;
    }
    return true;
}

bool pt_input_peek(const pt_input *input, uint64_t at, void *bytes, size_t n)
{
    size_t got;

    return read_at(input->fd, at, bytes, n, &got) && got == n;
}

bool pt_input_go(pt_input *input, uint64_t at)
{
    if (lseek(input->fd, (off_t)at, SEEK_SET) < 0)
        return false;
    input->left = 0;
    input->raw_ended = false;
    input->taken = at;
    return true;
}

bool pt_input_lend(const pt_input *input, uint64_t at, size_t length, struct pt_extent *out)
{
    const int fd = fcntl(input->fd, F_DUPFD_CLOEXEC, 0);

    *out = (struct pt_extent){.open = fd >= 0, .fd = fd, .at = at, .length = length};
    return out->open;
}

ptron_status pt_extent_read(struct pt_extent *extent, void *bytes, ptron_error *err)
{
    size_t got;
    const bool read = read_at(extent->fd, extent->at, bytes, extent->length, &got);
    const int number = errno;

    pt_extent_close(extent);
    if (!read)
        return fail_os(err, NULL, "cannot read", number);
    return got == extent->length ? PTRON_OK : pt_fail(err, PTRON_IO, "became shorter while it was read");
}

void pt_extent_close(struct pt_extent *extent)
{
    if (extent->open)
        close(extent->fd);
    extent->open = false;
}

/* ---- what an input knows ------------------------------------------------------------------------- */

const char *pt_input_name(const pt_input *input)
{
    return input->name;
}

bool pt_input_is_live(const pt_input *input)
{
    return input->live;
}

bool pt_input_is_ready(const pt_input *input)
{
    return pt_input_is_ready_within(input, 0);
}

bool pt_input_is_ready_within(const pt_input *input, int milliseconds)
{
    struct pollfd fd = {.fd = input->fd, .events = POLLIN};

    if (!input->live || input->left > 0 || input->raw_ended ||
        (input->unpack != NULL && pt_unpack_holds(input->unpack)))
        return true;
    return poll(&fd, 1, milliseconds) > 0;
}

uint64_t pt_input_size(const pt_input *input)
{
    return input->size;
}

uint64_t pt_input_size_of(const char *path)
{
    struct stat facts;
    const int status = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &facts) : stat(path, &facts);

    return status == 0 && S_ISREG(facts.st_mode) ? (uint64_t)facts.st_size : 0;
}

/* Nothing, packed, takes no more, a long file name included; what is larger is not opened to see. */
enum { MOST_OF_NOTHING = 1024 };

bool pt_input_is_empty(const char *path)
{
    struct stat facts;
    char byte;
    size_t got = 1;
    pt_input *input;

    if (strcmp(path, "-") == 0 || stat(path, &facts) != 0 || !S_ISREG(facts.st_mode) ||
        facts.st_size > MOST_OF_NOTHING || pt_input_open(path, &input, NULL) != PTRON_OK)
        return false;
    if (pt_input_read(input, &byte, 1, false, &got, NULL) != PTRON_OK)
        got = 1;   /* damaged: told when it is read */
    pt_input_close(input);
    return got == 0;
}

uint64_t pt_input_taken(const pt_input *input)
{
    return input->ahead != NULL ? pt_ahead_mark(input->ahead) : input->taken;
}
