/* Items of binary arrays. Bytes are put together by hand where the file's order is not the machine's. */
#include "read/array/array.h"
#include "base/number.h"
#include "parse/text/unicode.h"

#include <math.h>
#include <string.h>

static const struct {
    enum pt_format format;
    bool (*is)(const char *bytes, size_t length);
    ptron_status (*head)(const char *bytes, size_t length, struct pt_array_head *head, ptron_error *err);
} kinds[] = {
    {PT_FORMAT_NPY, pt_array_is_npy, pt_npy_head},
    {PT_FORMAT_IDX, pt_array_is_idx, pt_idx_head},
};

enum pt_format pt_array_format(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].is(bytes, length))
            return kinds[i].format;
    return PT_N_FORMATS;
}

ptron_status pt_array_head(const char *bytes, size_t length, struct pt_array_head *head, ptron_error *err)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].is(bytes, length))
            return kinds[i].head(bytes, length, head, err);
    return pt_fail(err, PTRON_DATA, "is neither IDX nor .npy");
}

static uint64_t load_bits(const unsigned char *bytes, size_t n, bool big_endian)
{
    uint64_t bits = 0;

    for (size_t i = 0; i < n; i++)
        bits |= (uint64_t)bytes[i] << 8 * (big_endian ? n - 1 - i : i);
    return bits;
}

static double float_of(uint64_t bits, size_t n)
{
    const uint32_t half = (uint32_t)bits;
    double wide;
    float narrow;

    memcpy(&wide, &bits, sizeof wide);
    memcpy(&narrow, &half, sizeof narrow);
    return n == 4 ? (double)narrow : wide;
}

/* The sign bit is the top one of n bytes. */
static int64_t signed_of(uint64_t bits, size_t n)
{
    const uint64_t top = UINT64_C(1) << (8 * n - 1);

    return (bits & top) == 0 ? (int64_t)bits : -(int64_t)((~bits & (top - 1))) - 1;
}

static double value_at(const struct pt_array_head *head, const unsigned char *bytes)
{
    const uint64_t bits = load_bits(bytes, head->item, head->big_endian);

    switch (head->kind) {
    case 'b':
        return bits != 0 ? 1.0 : 0.0;
    case 'i':
        return (double)signed_of(bits, head->item);
    case 'f':
        return float_of(bits, head->item);
    default:
        return (double)bits;
    }
}

void pt_array_values(const struct pt_array_head *head, const char *bytes, size_t n, double *values)
{
    const unsigned char *at = (const unsigned char *)bytes;

    if (head->kind == 'u' && head->item == 1) {
        for (size_t i = 0; i < n; i++)
            values[i] = at[i];
        return;
    }
    for (size_t i = 0; i < n; i++, at += head->item)
        values[i] = value_at(head, at);
}

size_t pt_array_rounded(const struct pt_array_head *head, const char *bytes, size_t n, const double *values)
{
    const double held = 9007199254740992.0;   /* 2^53: below it every whole number is a double */

    if (head->item < 8 || (head->kind != 'i' && head->kind != 'u'))
        return n;
    for (size_t i = 0; i < n; i++) {
        const uint64_t bits = load_bits((const unsigned char *)bytes + i * head->item, head->item, head->big_endian);
        const int64_t whole = signed_of(bits, head->item);
        const uint64_t size = head->kind == 'i' && whole < 0 ? 0 - (uint64_t)whole : bits;

        if (values[i] < held && values[i] > -held)
            continue;
        if (fabs(values[i]) >= 18446744073709551616.0 || (uint64_t)fabs(values[i]) != size)
            return i;
    }
    return n;
}

static void add_number(const struct pt_array_head *head, const unsigned char *at, struct pt_buffer *text)
{
    const uint64_t bits = load_bits(at, head->item, head->big_endian);
    const int64_t whole = head->kind == 'i' ? signed_of(bits, head->item) : 0;

    if (head->kind == 'f') {
        pt_buffer_number(text, float_of(bits, head->item));
        return;
    }
    if (whole < 0)
        pt_buffer_byte(text, '-');
    pt_buffer_u64_text(text, head->kind == 'b' ? bits != 0
                             : head->kind == 'u' ? bits
                             : whole < 0 ? -(uint64_t)whole : (uint64_t)whole);
}

/* UTF-32 becomes UTF-8, U+FFFD where it is no code point; bytes stay as they are. */
static void add_characters(const struct pt_array_head *head, const unsigned char *at, struct pt_buffer *text)
{
    const size_t unit = head->kind == 'U' ? 4 : 1;
    size_t n = head->item / unit;

    while (n > 0 && load_bits(at + (n - 1) * unit, unit, false) == 0)
        n--;
    for (size_t i = 0; i < n; i++) {
        const uint32_t c = (uint32_t)load_bits(at + i * unit, unit, head->big_endian);
        const bool is_code = c <= 0x10ffff && (c < 0xd800 || c >= 0xe000);
        char bytes[4];

        if (unit == 1)
            pt_buffer_byte(text, (char)c);
        else
            pt_buffer_add(text, bytes, pt_code_write(is_code ? c : 0xfffd, bytes));
    }
}

void pt_array_label(const struct pt_array_head *head, const char *bytes, size_t i, struct pt_buffer *text)
{
    const unsigned char *at = (const unsigned char *)bytes + i * head->item;

    if (head->kind == 'S' || head->kind == 'U')
        add_characters(head, at, text);
    else
        add_number(head, at, text);
}
