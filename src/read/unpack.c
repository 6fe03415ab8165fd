/* The only file that knows zlib and zstd. Both keep one rule: packed data that stops early is an
 * error, and so is anything behind its end. */
#include "read/unpack.h"
#include "base/alloc.h"
#include "base/size.h"

#include <limits.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>

struct pt_unpack {
    enum pt_packing packing;
    z_stream gzip;
    bool     gzip_open;
    ZSTD_DStream *zstd;
    bool     inside;     /* a member or frame has begun and not ended */
    bool     held;       /* the last step filled all of `to` */
    uint64_t finished;   /* members or frames */
};

static const struct {
    enum pt_packing packing;
    size_t length;
    unsigned char bytes[4];
} magics[] = {
    {PT_GZIP, 2, {0x1f, 0x8b}},
    {PT_ZSTD, 4, {0x28, 0xb5, 0x2f, 0xfd}},
};

enum pt_packing pt_packing_of(const unsigned char *bytes, size_t length, bool *enough)
{
    *enough = true;
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
        const size_t n = pt_min(length, magics[i].length);
        if (memcmp(bytes, magics[i].bytes, n) != 0)
            continue;
        if (n == magics[i].length)
            return magics[i].packing;
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

ptron_status pt_unpack_new(enum pt_packing packing, pt_unpack **out, ptron_error *err)
{
    pt_unpack *unpack = pt_zeroed(1, sizeof *unpack);

    *out = unpack;
    if (unpack != NULL) {
        unpack->packing = packing;
        unpack->gzip = (z_stream){.zalloc = alloc_for_zlib, .zfree = free_for_zlib};
        if (packing == PT_GZIP)
            unpack->gzip_open = inflateInit2(&unpack->gzip, 15 + 16) == Z_OK;
        else
            unpack->zstd = ZSTD_createDStream();
        if (unpack->gzip_open || unpack->zstd != NULL)
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

static ptron_status step_zstd(pt_unpack *unpack, struct pt_piece *piece, ptron_error *err)
{
    ZSTD_inBuffer in = {piece->from, piece->n_from, 0};
    ZSTD_outBuffer out = {piece->to, piece->n_to, 0};
    const size_t result = ZSTD_decompressStream(unpack->zstd, &out, &in);

    if (ZSTD_isError(result) && unpack->finished > 0 && !unpack->inside)
        return pt_fail(err, PTRON_DATA, "bytes that are not zstd follow the zstd data");
    if (ZSTD_isError(result))
        return pt_fail(err, PTRON_DATA, "malformed zstd data: %s", ZSTD_getErrorName(result));
    move_on(piece, in.pos, out.pos);
    unpack->inside = result != 0;
    unpack->finished += result == 0;
    return PTRON_OK;
}

ptron_status pt_unpack_step(pt_unpack *unpack, struct pt_piece *piece, bool *done, ptron_error *err)
{
    const size_t n_from = piece->n_from, n_to = piece->n_to;

    *done = !unpack->inside && n_from == 0 && piece->last;
    if (*done || (n_from == 0 && !unpack->inside))
        return PTRON_OK;
    PT_TRY(unpack->packing == PT_GZIP ? step_gzip(unpack, piece, err) : step_zstd(unpack, piece, err));
    unpack->held = piece->n_to == 0;
    if (piece->last && unpack->inside && piece->n_from == n_from && piece->n_to == n_to)
        return pt_fail(err, PTRON_DATA, "the %s data is cut short",
                       unpack->packing == PT_GZIP ? "gzip" : "zstd");
    return PTRON_OK;
}
