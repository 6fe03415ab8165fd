/* The only file that knows zlib, zstd and liblzma. All keep one rule: packed data that stops early is an
 * error, and so is anything behind its end. */
#include "read/unpack.h"
#include "base/alloc.h"
#include "base/size.h"

#include <limits.h>
#include <string.h>
#include <lzma.h>
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

struct pt_unpack {
    enum pt_packing packing;
    z_stream gzip;
    bool     gzip_open;
    ZSTD_DStream *zstd;
    size_t   wanted;     /* by zstd: bytes that it wants next, 0 between frames */
    lzma_stream xz;
    lzma_allocator xz_memory;
    bool     xz_open;
    bool     inside;     /* a member or frame has begun and not ended */
    bool     held;       /* the last step filled all of `to` */
    uint64_t finished;   /* members or frames */
};

enum { XZ_MEMORY_MOST = 1 << 30 };   /* the largest dictionary that xz makes itself takes 65 MB, one of --lzma2 more */

static ptron_status step_gzip(pt_unpack *unpack, struct pt_piece *piece, ptron_error *err);
static ptron_status step_zstd(pt_unpack *unpack, struct pt_piece *piece, ptron_error *err);
static ptron_status step_xz(pt_unpack *unpack, struct pt_piece *piece, ptron_error *err);

static const struct {
    const char *name;
    size_t length;
    unsigned char bytes[6];
    ptron_status (*step)(pt_unpack *unpack, struct pt_piece *piece, ptron_error *err);
} packings[] = {
    [PT_GZIP] = {"gzip", 2, {0x1f, 0x8b}, step_gzip},
    [PT_ZSTD] = {"zstd", 4, {0x28, 0xb5, 0x2f, 0xfd}, step_zstd},
    [PT_XZ] = {"xz", 6, {0xfd, '7', 'z', 'X', 'Z', 0x00}, step_xz},
};

enum pt_packing pt_packing_of(const unsigned char *bytes, size_t length, bool *enough)
{
    *enough = true;
    for (size_t i = PT_PLAIN + 1; i < sizeof packings / sizeof *packings; i++) {
        const size_t n = pt_min(length, packings[i].length);
        if (memcmp(bytes, packings[i].bytes, n) != 0)
            continue;
        if (n == packings[i].length)
            return (enum pt_packing)i;
        *enough = false;
    }
    return PT_PLAIN;
}

static voidpf alloc_for_zlib(voidpf opaque, uInt count, uInt size)
{
    (void)opaque;
    return pt_array(count, size);
}

static void free_for_zlib(voidpf opaque, voidpf memory)
{
    (void)opaque;
    pt_release(memory);
}

static void *alloc_for_xz(void *opaque, size_t count, size_t size)
{
    (void)opaque;
    return pt_array(count, size);
}

static void free_for_xz(void *opaque, void *memory)
{
    (void)opaque;
    pt_release(memory);
}

ptron_status pt_unpack_new(enum pt_packing packing, pt_unpack **out, ptron_error *err)
{
    pt_unpack *unpack = pt_zeroed(1, sizeof *unpack);

    *out = unpack;
    if (unpack != NULL) {
        unpack->packing = packing;
        unpack->gzip = (z_stream){.zalloc = alloc_for_zlib, .zfree = free_for_zlib};
        unpack->xz_memory = (lzma_allocator){alloc_for_xz, free_for_xz, NULL};
        unpack->xz = (lzma_stream){.allocator = &unpack->xz_memory};
        if (packing == PT_GZIP)
            unpack->gzip_open = inflateInit2(&unpack->gzip, 15 + 16) == Z_OK;
        else if (packing == PT_XZ)
            unpack->xz_open = lzma_stream_decoder(&unpack->xz, XZ_MEMORY_MOST, LZMA_CONCATENATED) == LZMA_OK;
        else
            unpack->zstd = ZSTD_createDStream();
        if (unpack->gzip_open || unpack->xz_open || unpack->zstd != NULL)
            return PTRON_OK;
    }
    pt_unpack_free(unpack);
    *out = NULL;
    return pt_fail_memory(err, sizeof *unpack, "unpacking");
}

void pt_unpack_free(pt_unpack *unpack)
{
    if (unpack == NULL)
        return;
    if (unpack->gzip_open)
        inflateEnd(&unpack->gzip);
    if (unpack->xz_open)
        lzma_end(&unpack->xz);
    ZSTD_freeDStream(unpack->zstd);
    pt_release(unpack);
}

bool pt_unpack_holds(const pt_unpack *unpack)
{
    return unpack->held && unpack->inside;
}

static void move_on(struct pt_piece *piece, size_t from, size_t to)
{
    piece->from += from;
    piece->n_from -= from;
    piece->to += to;
    piece->n_to -= to;
}

static ptron_status fail_gzip(const pt_unpack *unpack, int result, ptron_error *err)
{
    if (result == Z_MEM_ERROR)
        return pt_fail_memory(err, 0, "unpacking gzip");
    if (unpack->finished > 0 && unpack->gzip.total_out == 0)
        return pt_fail(err, PTRON_DATA, "bytes that are not gzip follow the gzip data");
    return pt_fail(err, PTRON_DATA, "malformed gzip data: %s",
                   unpack->gzip.msg == NULL ? "a preset dictionary is asked for" : unpack->gzip.msg);
}

static ptron_status step_gzip(pt_unpack *unpack, struct pt_piece *piece, ptron_error *err)
{
    z_stream *gzip = &unpack->gzip;
    const uInt n_from = (uInt)pt_min(piece->n_from, UINT_MAX), n_to = (uInt)pt_min(piece->n_to, UINT_MAX);
    int result;

    unpack->inside = true;
    gzip->next_in = piece->from;
    gzip->avail_in = n_from;
    gzip->next_out = (Bytef *)piece->to;
    gzip->avail_out = n_to;
    result = inflate(gzip, Z_NO_FLUSH);
    move_on(piece, n_from - gzip->avail_in, n_to - gzip->avail_out);
    if (result == Z_STREAM_END) {
        unpack->inside = false;
        unpack->finished++;
        result = inflateReset(gzip);
    }
    return result == Z_OK || result == Z_BUF_ERROR ? PTRON_OK : fail_gzip(unpack, result, err);
}

/* Unpacks from the next n bytes. */
static ptron_status take_zstd(pt_unpack *unpack, struct pt_piece *piece, size_t n, ptron_error *err)
{
    ZSTD_inBuffer in = {piece->from, n, 0};
    ZSTD_outBuffer out = {piece->to, piece->n_to, 0};
    const size_t result = ZSTD_decompressStream(unpack->zstd, &out, &in);

    if (ZSTD_isError(result) && ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
        return pt_fail_memory(err, 0, "unpacking zstd");
    if (ZSTD_getErrorCode(result) == ZSTD_error_prefix_unknown && unpack->finished > 0)
        return pt_fail(err, PTRON_DATA, "bytes that are not zstd follow the zstd data");
    if (ZSTD_isError(result))
        return pt_fail(err, PTRON_DATA, "malformed zstd data: %s", ZSTD_getErrorName(result));
    move_on(piece, in.pos, out.pos);
    unpack->wanted = result;
    unpack->inside = result != 0;
    unpack->finished += result == 0;
    return PTRON_OK;
}

/* A call that fails does not say what it unpacked before, so each gets one block at most, and what is still held comes
 * out first: however much there is to take from and to put into, the same text comes before the fault. */
static ptron_status step_zstd(pt_unpack *unpack, struct pt_piece *piece, ptron_error *err)
{
    const size_t block_header = 3;   /* the decoder asks for a block and the header of the next */
    const size_t frame_header = 5;   /* no more than the shortest */
    const size_t room = piece->n_to;
    size_t n = unpack->wanted > block_header ? unpack->wanted - block_header : unpack->wanted;

    if (unpack->held && unpack->inside)
        PT_TRY(take_zstd(unpack, piece, 0, err));
    if (piece->n_to < room)
        return PTRON_OK;
    if (!unpack->inside)
        n = frame_header;
    return take_zstd(unpack, piece, pt_min(piece->n_from, n), err);
}

/* The decoder does not tell a stream that is corrupt from bytes behind it that are none. */
static ptron_status fail_xz(lzma_ret result, ptron_error *err)
{
    if (result == LZMA_MEM_ERROR)
        return pt_fail_memory(err, 0, "unpacking xz");
    if (result == LZMA_MEMLIMIT_ERROR)
        return pt_fail(err, PTRON_DATA, "the xz data needs a dictionary of more than %d bytes", XZ_MEMORY_MOST);
    return pt_fail(err, PTRON_DATA, "malformed xz data: %s",
                   result == LZMA_OPTIONS_ERROR ? "an option is not known"
                                                : "it is corrupt, or bytes that are not xz follow it");
}

/* Streams in a row, and zeros that pad them, are the decoder's affair: it ends when told that nothing follows. */
static ptron_status step_xz(pt_unpack *unpack, struct pt_piece *piece, ptron_error *err)
{
    lzma_stream *xz = &unpack->xz;
    lzma_ret result;

    unpack->inside = true;
    xz->next_in = piece->from;
    xz->avail_in = piece->n_from;
    xz->next_out = (uint8_t *)piece->to;
    xz->avail_out = piece->n_to;
    result = lzma_code(xz, piece->last ? LZMA_FINISH : LZMA_RUN);
    move_on(piece, piece->n_from - xz->avail_in, piece->n_to - xz->avail_out);
    unpack->inside = result != LZMA_STREAM_END;
    return result == LZMA_OK || result == LZMA_STREAM_END || result == LZMA_BUF_ERROR ? PTRON_OK
                                                                                      : fail_xz(result, err);
}

ptron_status pt_unpack_step(pt_unpack *unpack, struct pt_piece *piece, bool *done, ptron_error *err)
{
    const size_t n_from = piece->n_from, n_to = piece->n_to;

    *done = !unpack->inside && n_from == 0 && piece->last;
    if (*done || (n_from == 0 && !unpack->inside))
        return PTRON_OK;
    PT_TRY(packings[unpack->packing].step(unpack, piece, err));
    unpack->held = piece->n_to == 0;
    if (piece->last && unpack->inside && piece->n_from == n_from && piece->n_to == n_to)
        return pt_fail(err, PTRON_DATA, "the %s data is cut short", packings[unpack->packing].name);
    return PTRON_OK;
}
