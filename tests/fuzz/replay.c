/* Runs a fuzz target once on every file of a folder: what fuzzing ever found stays found. Then on FUZZ_MUTATIONS (300)
 * inputs made of these files by chance, from FUZZ_SEED (1) on: bytes changed, cut, doubled, numbers put in, two files
 * spliced. That is much less clever than libFuzzer, and in a release build much faster. With FUZZ_KEEP=FILE each such
 * input is written there first, so that the one that breaks a promise is the one that is left. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 1024, MOST_BYTES = 1 << 14 };

static struct input {
    uint8_t *bytes;
    size_t   length;
} inputs[MOST_FILES];
static size_t n_inputs;

static uint8_t *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;

    *length = 0;
    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long end = ftell(file);

        rewind(file);
        bytes = malloc(end > 0 ? (size_t)end : 1);   /* no more: the sanitizer sees one byte too far */
        if (bytes != NULL)
            *length = fread(bytes, 1, end > 0 ? (size_t)end : 0, file);
    }
    fclose(file);
    return bytes;
}

static void replay(const char *folder)
{
    DIR *directory = opendir(folder);

    for (struct dirent *entry; directory != NULL && n_inputs < MOST_FILES && (entry = readdir(directory)) != NULL;) {
        char path[4096];
        struct input *in = &inputs[n_inputs];

        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        in->bytes = read_file(path, &in->length);
        if (in->bytes == NULL)
            continue;
        fprintf(stderr, "%s\n", path);   /* shown only when it fails: which one it was */
        LLVMFuzzerTestOneInput(in->bytes, in->length);
        n_inputs++;
    }
    if (directory != NULL)
        closedir(directory);
}

/* ---- inputs by chance ---------------------------------------------------------------------------- */

static uint64_t dice_state;

static size_t dice(size_t sides)   /* splitmix64 */
{
    uint64_t z = dice_state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (size_t)((z ^ z >> 31) % sides);
}

static void put_number(uint8_t *bytes, size_t length)
{
    static const uint64_t numbers[] = {0, 1, 2, 255, 256, 4096, 65535, 65536, 0x7fffffff, 0x80000000u, 0xffffffffu,
                                       0x7fffffffffffffffu, 0x8000000000000000u, 0xffffffffffffffffu,
                                       0x7ff0000000000000u, 0x7ff8000000000000u, 0x3ff0000000000000u, 1};
    const uint64_t number = numbers[dice(sizeof numbers / sizeof *numbers)];
    const size_t size = (size_t)1 << dice(4);

    if (length >= size)
        memcpy(bytes + dice(length - size + 1), &number, size);
}

/* Moves what is behind `at` by `more` bytes, as far as there is room. */
static size_t make_room(uint8_t *bytes, size_t length, size_t at, size_t more)
{
    if (length + more > MOST_BYTES)
        return length;
    memmove(bytes + at + more, bytes + at, length - at);
    return length + more;
}

static size_t change(uint8_t *bytes, size_t length)
{
    static const char often[] = "0123456789-+.,:;eE \t\n\r\"'{}[]%#x";
    const size_t at = length > 0 ? dice(length) : 0, n = dice(8) + 1, way = dice(7);
    const struct input *other = &inputs[dice(n_inputs)];

    if (way == 0 && length > 0)
        bytes[at] ^= (uint8_t)(1u << dice(8));
    if (way == 1 && length > 0)
        bytes[at] = (uint8_t)(dice(2) == 0 ? dice(256) : (size_t)often[dice(sizeof often - 1)]);
    if (way == 2)
        put_number(bytes, length);
    if (way == 3 && length - at >= n) {
        memmove(bytes + at, bytes + at + n, length - at - n);
        return length - n;
    }
    if (way == 4 && length + n <= MOST_BYTES) {
        length = make_room(bytes, length, at, n);
        for (size_t i = 0; i < n; i++)
            bytes[at + i] = (uint8_t)often[dice(sizeof often - 1)];
    }
    if (way == 5 && length - at >= 2 * n)   /* a piece of itself elsewhere */
        memmove(bytes + dice(length - n), bytes + at, n);
    if (way == 6 && other->length > 0) {   /* the end of another file */
        const size_t from = dice(other->length), most = MOST_BYTES - at;
        const size_t taken = other->length - from < most ? other->length - from : most;
        memcpy(bytes + at, other->bytes + from, taken);
        return at + taken;
    }
    return length;
}

static void keep(const char *path, const uint8_t *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");

    FUZZ_CHECK(file != NULL && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
}

static void mutate(uint64_t seed)
{
    static uint8_t bytes[MOST_BYTES];
    const struct input *in;
    size_t length;

    dice_state = seed;
    in = &inputs[dice(n_inputs)];
    length = in->length < MOST_BYTES ? in->length : MOST_BYTES;
    memcpy(bytes, in->bytes, length);
    for (size_t changes = dice(4) + 1; changes > 0; changes--)
        length = change(bytes, length);
    uint8_t *copy = malloc(length > 0 ? length : 1);   /* no more, as above */
    FUZZ_CHECK(copy != NULL);
    memcpy(copy, bytes, length);
    if (getenv("FUZZ_KEEP") != NULL)
        keep(getenv("FUZZ_KEEP"), copy, length);
    LLVMFuzzerTestOneInput(copy, length);
    free(copy);
}

static uint64_t number_of(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);

    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

int main(int argc, char **argv)
{
    const uint64_t n = number_of("FUZZ_MUTATIONS", 300), seed = number_of("FUZZ_SEED", 1);

    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    for (uint64_t i = 0; n_inputs > 0 && i < n; i++)
        mutate((seed << 40) + i);
    printf("%zu files, %llu inputs by chance\n", n_inputs, (unsigned long long)n);
    for (size_t i = 0; i < n_inputs; i++)
        free(inputs[i].bytes);
    return n_inputs == 0;   /* an empty corpus proves nothing */
}
