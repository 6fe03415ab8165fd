/* One line per row: its sign, then " feature:mantissa e exponent" of each value that is not zero. */
#include "rows/fingerprint.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

enum { VALUE_ROOM = 48 };

static size_t write_exponent(char mark, int exponent, char *out)
{
    size_t n = 0;

    out[n++] = mark;
    if (exponent < 0)
        out[n++] = '-';
    return n + pt_format_u64((uint64_t)(exponent < 0 ? -(int64_t)exponent : exponent), out + n);
}

static size_t write_decimal(double value, char *out)
{
    char digits[PT_DIGITS_ROOM];
    bool negative;
    int exponent;
    const size_t count = pt_shortest_decimal(value, digits, &exponent, &negative);
    size_t n = 0;

    if (negative)
        out[n++] = '-';
    memcpy(out + n, digits, count);
    n += count;
    return n + write_exponent('e', exponent, out + n);
}

static size_t write_binary(double value, char *out)
{
    int exponent;
    uint64_t mantissa = (uint64_t)ldexp(frexp(fabs(value), &exponent), 53);
    const unsigned zeros = pt_trailing_zeros(mantissa);
    size_t n = 0;

    if (value < 0)
        out[n++] = '-';
    n += pt_format_u64(mantissa >> zeros, out + n);
    return n + write_exponent('p', exponent - 53 + (int)zeros, out + n);
}

static void add_row(struct pt_sha256 *hash, const struct pt_row *row, char sign, bool decimal)
{
    char text[64 * VALUE_ROOM];
    size_t n = 0;

    text[n++] = sign;
    for (size_t j = 0; j < row->n; j++) {
        const double value = pt_row_value(row, j);

        if (value == 0)
            continue;
        text[n++] = ' ';
        n += pt_format_u64((uint64_t)(row->index == NULL ? j : row->index[j]) + 1, text + n);
        text[n++] = ':';
        n += decimal ? write_decimal(value, text + n) : write_binary(value, text + n);
        if (n + VALUE_ROOM > sizeof text) {
            pt_sha256_add(hash, text, n);
            n = 0;
        }
    }
    text[n++] = '\n';
    pt_sha256_add(hash, text, n);
}

void pt_fingerprint(const struct pt_view *view, bool decimal, char text[PT_SHA256_TEXT + 1])
{
    struct pt_sha256 hash;

    pt_sha256_init(&hash);
    for (uint64_t i = 0; i < view->n; i++) {
        const struct pt_row row = pt_view_row(view, i);
        add_row(&hash, &row, row.label == 1 ? '+' : '-', decimal);
    }
    pt_sha256_text(&hash, text);
}
