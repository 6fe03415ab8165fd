/* Insertion for short rows, one counting pass per byte that differs for long ones. */
#include "rows/sort.h"
#include "base/alloc.h"

#include <string.h>

enum { SHORT_ROW = 40, DIGITS = 256 };

static void insert_ids(uint32_t *ids, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const uint32_t id = ids[i];
        size_t j = i;

        for (; j > 0 && ids[j - 1] > id; j--)
            ids[j] = ids[j - 1];
        ids[j] = id;
    }
}

/* A stable pass over one byte; false when all ids agree in it and nothing was moved. */
static bool scatter(const uint32_t *from, uint32_t *to, size_t n, unsigned shift)
{
    size_t start[DIGITS] = {0}, sum = 0;

    for (size_t i = 0; i < n; i++)
        start[from[i] >> shift & (DIGITS - 1)]++;
    if (start[from[0] >> shift & (DIGITS - 1)] == n)
        return false;
    for (size_t digit = 0; digit < DIGITS; digit++) {
        const size_t count = start[digit];

        start[digit] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        to[start[from[i] >> shift & (DIGITS - 1)]++] = from[i];
    return true;
}

bool pt_sort_ids(uint32_t *ids, size_t n, struct pt_buffer *scratch)
{
    void *spare = scratch->bytes;
    uint32_t *from = ids, *to;

    if (n <= SHORT_ROW) {
        insert_ids(ids, n);
        return true;
    }
    if (n > SIZE_MAX / sizeof *ids || !pt_grow(&spare, &scratch->room, n * sizeof *ids, 1))
        return false;
    scratch->bytes = spare;
    to = spare;
    for (unsigned shift = 0; shift < 32; shift += 8)
        if (scatter(from, to, n, shift)) {
            uint32_t *other = from;

            from = to;
            to = other;
        }
    if (from != ids)
        memcpy(ids, from, n * sizeof *ids);
    return true;
}

size_t pt_count_ids(uint32_t *ids, size_t n, double *count)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; kept++) {
        const uint32_t id = ids[i];
        size_t same = i;

        while (same < n && ids[same] == id)
            same++;
        ids[kept] = id;
        count[kept] = (double)(same - i);
        i = same;
    }
    return kept;
}
