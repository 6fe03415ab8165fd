/* Any bytes that begin like gzip, zstd or xz; and any rows packed by zlib and libzstd themselves, in one piece or two,
 * which must be read as the rows are without packing. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

enum { ROOM = 1 << 17 };

static uint8_t room[ROOM];

static size_t gzip(const uint8_t *bytes, size_t length, uint8_t *out, size_t space)
{
    z_stream z = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)length, .next_out = out,
                  .avail_out = (uInt)space};

    FUZZ_CHECK(deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    FUZZ_CHECK(deflate(&z, Z_FINISH) == Z_STREAM_END);
    FUZZ_CHECK(deflateEnd(&z) == Z_OK);
    return (size_t)z.total_out;
}

static size_t zstd(const uint8_t *bytes, size_t length, uint8_t *out, size_t space)
{
    const size_t n = ZSTD_compress(out, space, bytes, length, 1);

    FUZZ_CHECK(!ZSTD_isError(n));
    return n;
}

/* The model of the rows as bytes; NULL: they are refused, with a code. */
static void *model_of(const uint8_t *bytes, size_t length, size_t *n, ptron_status *status)
{
    static const char *const none[] = {NULL};
    ptron_options *options = fuzz_options(none, "error");
    ptron_dataset *set = NULL;
    ptron_error err = {0};
    void *written = NULL;

    *n = 0;
    *status = ptron_dataset_read(bytes, length, "fuzz", options, NULL, &set, &err);
    fuzz_check_answer(*status, &err, set);
    ptron_model *model = fuzz_learn(options, set);
    if (model != NULL)
        FUZZ_CHECK(ptron_model_write(model, &written, n, NULL) == PTRON_OK);
    ptron_model_free(model);
    ptron_dataset_free(set);
    ptron_options_free(options);
    return written;
}

static bool is_packed(const uint8_t *bytes, size_t length)
{
    static const char *const begins[] = {"\x1f\x8b", "\x28\xb5\x2f\xfd", "\xfd\x37zXZ"};

    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (length >= strlen(begins[i]) && memcmp(bytes, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

static void compare(const uint8_t *bytes, size_t length, size_t cut)
{
    size_t n, m, used;
    ptron_status plain, packed;
    void *first = model_of(bytes, length, &n, &plain);

    for (int kind = 0; kind < 2; kind++) {
        size_t (*const pack)(const uint8_t *, size_t, uint8_t *, size_t) = kind == 0 ? gzip : zstd;

        used = pack(bytes, cut, room, ROOM);
        used += pack(bytes + cut, length - cut, room + used, ROOM - used);
        void *second = model_of(room, used, &m, &packed);
        FUZZ_CHECK(plain == packed);
        FUZZ_CHECK(n == m && (n == 0 || memcmp(first, second, n) == 0));
        ptron_bytes_free(second);
    }
    ptron_bytes_free(first);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    size_t n;
    ptron_status status;

    if (is_packed(bytes, length))
        ptron_bytes_free(model_of(bytes, length, &n, &status));
    else if (length > 1 && length < ROOM / 4 && !is_packed(bytes + 1, length - 1))
        compare(bytes + 1, length - 1, bytes[0] % length);
    return 0;
}
