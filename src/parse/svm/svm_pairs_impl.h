/* The body of pt_svm_pairs, compiled once for every x86-64 (or any machine) and once for AVX2.
 *
 * Two ideas. Where tokens end and where their colons are is found for 64 bytes at once, so that reading one need
 * not wait for the end of the one before it. And eight characters are one word: its digits move to the upper end,
 * zeros come in front of them, and neighbours join to pairs, fours, eights; for both numbers of a pair at once.
 * The results are whole numbers, so all ways agree. */
#ifndef PT_PARSE_SVM_SVM_PAIRS_IMPL_H
#define PT_PARSE_SVM_SVM_PAIRS_IMPL_H

#include "base/number.h"
#include "parse/svm/svm_pairs.h"
#include "parse/text64.h"

#include <stdbool.h>
#include <string.h>

#define ZEROS UINT64_C(0x3030303030303030)

#define INDEX_END UINT64_C(10000000)   /* no index of seven digits reaches it */

#if defined(__GNUC__)
#define LIKELY(condition) __builtin_expect((condition), 1)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define LIKELY(condition) (condition)
#define ALWAYS_INLINE inline
#endif

/* What stands where in a window. */
struct marks {
    uint64_t ends;      /* spaces and line ends */
    uint64_t lines;     /* line ends */
    uint64_t colons;
};

struct two {
    uint32_t a, b;
};

static inline struct marks marks_at(const char *s)
{
    const struct pt_text64 window = pt_text64_at(s);
    const uint64_t lines = pt_text64_equal(&window, '\n');

    return (struct marks){pt_text64_equal(&window, ' ') | lines, lines, pt_text64_equal(&window, ':')};
}

#if defined(__SSE2__)
/* Numbers of two digits from digits, in words of 16 bits. */
static inline __m128i join_pairs(__m128i d)
{
#if defined(__SSSE3__)
    return _mm_maddubs_epi16(d, _mm_set1_epi16(1 << 8 | 10));
#else
    const __m128i sums = _mm_add_epi16(_mm_mullo_epi16(d, _mm_set1_epi16(10)), _mm_srli_epi16(d, 8));

    return _mm_and_si128(sums, _mm_set1_epi16(0xff));
#endif
}

static inline bool no_byte_set(__m128i bytes)
{
#if defined(__SSE4_1__)
    return _mm_testz_si128(bytes, bytes);
#else
    return _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128())) == 0xffff;
#endif
}

/* The worth of both words; false when there is a byte that is no digit. */
static inline bool read_two(uint64_t a, uint64_t b, struct two *read)
{
    const __m128i d = _mm_unpacklo_epi64(_mm_cvtsi64_si128((long long)a), _mm_cvtsi64_si128((long long)b));
    const __m128i fours = _mm_madd_epi16(join_pairs(d), _mm_set1_epi32(1 << 16 | 100));
    const __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(1 << 16 | 10000));
    const uint64_t both = (uint64_t)_mm_cvtsi128_si64(eights);

    *read = (struct two){(uint32_t)both, (uint32_t)(both >> 32)};
    return no_byte_set(_mm_subs_epu8(d, _mm_set1_epi8(9)));
}
#else
static inline bool read_two(uint64_t a, uint64_t b, struct two *read)
{
    *read = (struct two){(uint32_t)pt_window_value(a ^ ZEROS, 8), (uint32_t)pt_window_value(b ^ ZEROS, 8)};
    return (pt_window_breaks(a ^ ZEROS) | pt_window_breaks(b ^ ZEROS)) == 0;
}
#endif

/* No farther than this line. */
static ALWAYS_INLINE struct marks marks_of_line(const char *s)
{
    struct marks marks = marks_at(s);

    marks.ends &= marks.lines ^ (marks.lines - 1);
    return marks;
}

/* The two numbers of a pair before they are read: digits in the upper bytes of a word, zeros below. */
struct split {
    uint64_t index, value;
    double   ten;         /* what the value is divided by; below zero for a value that is */
};

/* Bytes [from, to) of the window, when they have the shape of a common pair with its ':' at `colon`, which may as
 * well be somebody else's. Whether they are digits is not looked at. */
static ALWAYS_INLINE bool split_pair(const char *window, unsigned from, unsigned colon, unsigned to,
                                     struct split *split)
{
    static const double tens[2][8] = {{1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7},
                                      {-1.0, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7}};
    const bool negative = window[colon + 1] == '-';
    const char *const s = window + colon + negative;   /* one before the value's first digit */
    const unsigned width = colon - from;
    unsigned n = to - colon - negative - 1;             /* characters of the value */

    if (width - 1 > 6 || n - 1 > 8)
        return false;
    split->index = (pt_load_window(window + from) ^ ZEROS) << (64 - 8 * width);
    if (LIKELY(s[2] == '.')) {
        /* the first digit takes the place of the point behind it */
        n--;
        split->value = (pt_load_window(s + 2) ^ ZEROS ^ (uint64_t)'.' ^ (unsigned char)s[1]) << (64 - 8 * n);
        split->ten = tens[negative][n - 1];
        return true;
    }
    if (n > 8)
        return false;
    split->value = (pt_load_window(s + 1) ^ ZEROS) << (64 - 8 * n);
    split->ten = tens[negative][0];
    return true;
}

/* The pairs that end in a window which begins with one, one by one. Always inlined, so that base and bound are
 * constants where that is the common case. Returns the bytes taken. Mantissa and power of ten are exact doubles, so
 * that the one division rounds right. */
static ALWAYS_INLINE unsigned take_window(struct pt_pairs *pairs, const char *window, const struct marks *marks,
                                           uint32_t base, uint64_t bound)
{
    uint64_t ends = marks->ends, colons = marks->colons;
    unsigned from = 0;

    for (; ends != 0 && colons != 0; ends &= ends - 1, colons &= colons - 1) {
        const unsigned to = pt_trailing_zeros(ends);
        struct split split;
        struct two read;
        double value;

        if (!split_pair(window, from, pt_trailing_zeros(colons), to, &split) ||
            !read_two(split.index, split.value, &read) || read.a < pairs->next ||
            (bound < INDEX_END && read.a >= bound))
            break;
        value = (double)(int32_t)read.b / split.ten;
        pairs->next = (uint64_t)read.a + 1;
        pairs->index[pairs->n] = read.a - base;
        pairs->value[pairs->n] = value;
        pairs->n += read.b != 0;
        pairs->ones &= value == 1.0;
        pairs->norm2 += value * value;
        from = to + 1;
    }
    return from;
}

#if defined(__AVX2__) && defined(__BMI__)
static inline unsigned first_of(uint64_t marks)   /* 64: there is none */
{
    return (unsigned)_tzcnt_u64(marks);
}

static inline __m256i join_fours(__m256i digits)
{
    return _mm256_madd_epi16(_mm256_maddubs_epi16(digits, _mm256_set1_epi16(1 << 8 | 10)),
                             _mm256_set1_epi32(1 << 16 | 100));
}

/* Stores four pairs, 0 and 2 of them in `even`, unless there is a byte above its limit, an index that does not follow,
 * or a value of 0. */
static ALWAYS_INLINE bool read_four(struct pt_pairs *pairs, __m256i even, __m256i odd, __m256i limit, __m256d ten,
                                    uint32_t base, uint64_t bound)
{
    const __m256i wrong = _mm256_or_si256(_mm256_subs_epu8(even, limit), _mm256_subs_epu8(odd, limit));
    const __m256i read = _mm256_madd_epi16(_mm256_packs_epi32(join_fours(even), join_fours(odd)),
                                           _mm256_set1_epi32(1 << 16 | 10000));
    const __m256i sorted = _mm256_permutevar8x32_epi32(read, _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7));
    const __m128i index = _mm256_castsi256_si128(sorted), mantissa = _mm256_extracti128_si256(sorted, 1);
    const __m128i before = _mm_alignr_epi8(index, _mm_set1_epi32((int)pairs->next - 1), 12);
    const __m128i good = _mm_and_si128(_mm_cmpgt_epi32(index, before), _mm_cmpgt_epi32(mantissa, _mm_setzero_si128()));
    const __m256d value = _mm256_div_pd(_mm256_cvtepi32_pd(mantissa), ten), square = _mm256_mul_pd(value, value);
    const uint32_t last = (uint32_t)_mm_extract_epi32(index, 3);

    if (!_mm256_testz_si256(wrong, wrong) || _mm_movemask_epi8(good) != 0xffff || (bound < INDEX_END && last >= bound))
        return false;
    _mm_storeu_si128((__m128i *)(void *)(pairs->index + pairs->n), _mm_sub_epi32(index, _mm_set1_epi32((int)base)));
    _mm256_storeu_pd(pairs->value + pairs->n, value);
    for (unsigned i = 0; i < 4; i++)
        pairs->norm2 += square[i];
    pairs->n += 4;
    pairs->ones = false;   /* as far as is known */
    pairs->next = (uint64_t)last + 1;
    return true;
}

/* Where the bytes of a pair such as 168:-0.649 stand, counted from its first one: eight places for the digits of the
 * index, one for the point, seven for the digits of the value, each filled from the end and with nothing in front. One
 * entry for values with a sign or not, with a point behind the first digit or not, and for each number of digits. */
#define NOTHING 0x80
#define INDEX_AT(w, i) ((i) + (w) < 8 ? NOTHING : ((i) + (w)) % 8)
#define VALUE_AT(s, p, w, m, i)                                                                                  \
    ((i) + (m) < 8 ? NOTHING : (w) + 1 + (s) + ((i) + (m)) % 8 + ((p) == 1 && (i) + (m) > 8))
#define PLACES(s, p, w, m)                                                                                       \
    {INDEX_AT(w, 0),          INDEX_AT(w, 1),          INDEX_AT(w, 2),          INDEX_AT(w, 3),                  \
     INDEX_AT(w, 4),          INDEX_AT(w, 5),          INDEX_AT(w, 6),          INDEX_AT(w, 7),                  \
     (w) + 2 + (s),           VALUE_AT(s, p, w, m, 1), VALUE_AT(s, p, w, m, 2), VALUE_AT(s, p, w, m, 3),         \
     VALUE_AT(s, p, w, m, 4), VALUE_AT(s, p, w, m, 5), VALUE_AT(s, p, w, m, 6), VALUE_AT(s, p, w, m, 7)}
#define OF_WIDTH(s, p, w)                                                                                        \
    {PLACES(s, p, w, 0), PLACES(s, p, w, 1), PLACES(s, p, w, 2), PLACES(s, p, w, 3),                             \
     PLACES(s, p, w, 4), PLACES(s, p, w, 5), PLACES(s, p, w, 6), PLACES(s, p, w, 7)}
#define OF_SHAPE(s, p)                                                                                           \
    {OF_WIDTH(s, p, 0), OF_WIDTH(s, p, 1), OF_WIDTH(s, p, 2), OF_WIDTH(s, p, 3),                                 \
     OF_WIDTH(s, p, 4), OF_WIDTH(s, p, 5), OF_WIDTH(s, p, 6), OF_WIDTH(s, p, 7)}

static const _Alignas(16) unsigned char places[4][8][8][16] = {OF_SHAPE(0, 0), OF_SHAPE(0, 1), OF_SHAPE(1, 0),
                                                               OF_SHAPE(1, 1)};
static const double ten_of[4][8] = {{1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
                                    {1.0, 1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6},
                                    {-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0},
                                    {-1.0, -1.0, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6}};

/* A pair before it is read: its first byte in the window, its digits, and 1 for a point plus 2 for a sign. */
struct shape {
    unsigned from, width, digits, kind;
};

/* The four pairs that end first. Returns where the next one begins; 0: a pair does not have the common shape. */
static ALWAYS_INLINE unsigned find_four(const char *window, struct marks marks, bool pointed, struct shape shape[4])
{
    unsigned from = 0, all = 0;

#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++, marks.ends &= marks.ends - 1, marks.colons &= marks.colons - 1) {
        const unsigned to = first_of(marks.ends), colon = first_of(marks.colons), width = colon - from;
        const unsigned sign = !pointed && window[colon + 1] == '-';
        const unsigned point = pointed || window[colon + sign + 2] == '.';
        const unsigned digits = to - colon - 1 - sign - point;

        shape[i] = (struct shape){from, width, digits, 2 * sign + point};
        all |= width | digits | (pointed ? 0 : (width + digits + sign + point) & 16);   /* they reach beyond 16 bytes */
        from = to + 1;
    }
    return all < 8 ? from : 0;
}

/* The worth of up to four digits at s, zeros in front of them; 10000 when there is a byte that is no digit. */
static ALWAYS_INLINE uint32_t read_short(const char *s, unsigned width)
{
    uint32_t d;

    memcpy(&d, s, sizeof d);
    d = (d ^ (uint32_t)ZEROS) << (32 - 8 * width);
    if (((d + 0x76767676) | d) & 0x80808080)
        return 10000;
    d = (10 * d + (d >> 8)) & 0x00ff00ff;
    return (100 * d + (d >> 16)) & 0xffff;
}

/* Pairs such as 83:1 of the line, as long as they come: each end is two bytes behind a colon, which is seen of all
 * pairs of a window at once. Returns the byte behind the last one. */
static ALWAYS_INLINE const char *take_short(struct pt_pairs *pairs, const char *p, const char *end, uint32_t base,
                                            uint64_t bound)
{
    while (end - p >= PT_PAIRS_REACH) {
        const struct marks marks = marks_of_line(p);
        const uint64_t odd = marks.ends ^ (marks.colons << 2);
        uint64_t ends = marks.ends & ((odd & (0 - odd)) - 1);   /* before the first that is not so */
        unsigned from = 0;

        for (; ends != 0; ends &= ends - 1) {
            const unsigned to = first_of(ends), width = to - 2 - from, digit = (unsigned char)p[to - 1] - (unsigned)'0';
            const uint32_t index = width - 1 > 3 ? 10000 : read_short(p + from, width);

            if (index == 10000 || digit > 9 || index < pairs->next || (bound < INDEX_END && index >= bound))
                return p + from;
            pairs->next = (uint64_t)index + 1;
            pairs->index[pairs->n] = index - base;
            pairs->value[pairs->n] = (double)digit;
            pairs->n += digit != 0;
            pairs->ones &= digit == 1;
            pairs->norm2 += (double)(digit * digit);
            from = to + 1;
        }
        p += from;
        if (from == 0 || p[-1] == '\n')
            break;
    }
    return p;
}

/* The bytes of a pair in their places, digits as numbers. */
static ALWAYS_INLINE __m128i place(const char *window, const struct shape *shape)
{
    const __m128i text = _mm_loadu_si128((const __m128i *)(const void *)(window + shape->from));
    const void *entry = places[shape->kind][shape->width][shape->digits];
    const __m128i where = _mm_load_si128((const __m128i *)entry);

    return _mm_shuffle_epi8(_mm_xor_si128(text, _mm_set1_epi8('0')), where);
}

static ALWAYS_INLINE __m256i place_two(const char *window, const struct shape *a, const struct shape *b)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(place(window, a)), place(window, b), 1);
}

static ALWAYS_INLINE __m256d tens_of(const struct shape shape[4])
{
    return _mm256_setr_pd(ten_of[shape[0].kind][shape[0].digits], ten_of[shape[1].kind][shape[1].digits],
                          ten_of[shape[2].kind][shape[2].digits], ten_of[shape[3].kind][shape[3].digits]);
}

/* Fours of pairs of the line, as long as they come. `pointed`: only those with a point and no sign, which are most; the
 * point need not be looked at then, because nothing else may stand in its place. Where the next four stand is found
 * before these are read, so that it need not wait for them. Returns the byte behind the last one. */
static ALWAYS_INLINE const char *take_fours(struct pt_pairs *pairs, const char *p, const char *end, bool pointed,
                                            uint32_t base, uint64_t bound)
{
    const long long nine = 0x0909090909090909, low = 0xff, point = '.' ^ '0';
    const __m256i points = pointed ? _mm256_setr_epi64x(0, point, 0, point) : _mm256_setr_epi64x(0, low, 0, low);
    const __m256i limit = _mm256_setr_epi64x(nine, nine & ~low, nine, nine & ~low);
    struct marks marks = marks_of_line(p);

    while (end - p >= PT_STRETCH + PT_PAIRS_REACH && __builtin_popcountll(marks.ends) >= 4 && pairs->next < INDEX_END) {
        struct shape shape[4];
        const unsigned taken = find_four(p, marks, pointed, shape);
        __m256i even, odd;

        if (taken == 0)
            break;
        marks = marks_of_line(p + taken);
        __asm__("" : "+r"(marks.ends), "+r"(marks.colons));   /* here, not after what follows */
        even = place_two(p, &shape[0], &shape[2]);
        odd = place_two(p, &shape[1], &shape[3]);
        even = pointed ? _mm256_xor_si256(even, points) : _mm256_andnot_si256(points, even);
        odd = pointed ? _mm256_xor_si256(odd, points) : _mm256_andnot_si256(points, odd);
        if (!read_four(pairs, even, odd, limit, tens_of(shape), base, bound))
            break;
        p += taken;
        if (p[-1] == '\n')
            break;
    }
    return p;
}
#endif

/* Pairs in fours, as many as come; *p moves on. Whether the line has ended. */
static ALWAYS_INLINE bool take_many(struct pt_pairs *pairs, const char **p, const char *end, uint32_t base,
                                    uint64_t bound)
{
#if defined(__AVX2__) && defined(__BMI__)
    const char *const start = *p;
    const char behind = start[first_of(marks_at(start).colons) + 2];

    if (behind == '.')
        *p = take_fours(pairs, *p, end, true, base, bound);
    else if (behind == ' ' || behind == '\n')
        *p = take_short(pairs, *p, end, base, bound);
    if (**p != '\n' && (*p == start || (*p)[-1] != '\n'))
        *p = take_fours(pairs, *p, end, false, base, bound);
    return *p > start && (*p)[-1] == '\n';
#else
    (void)pairs, (void)p, (void)end, (void)base, (void)bound;
    return false;
#endif
}

static ALWAYS_INLINE const char *take_pairs(struct pt_pairs *all, const char *p, const char *end, uint32_t base,
                                            uint64_t bound)
{
    struct pt_pairs pairs = *all;
    const uint64_t least = pairs.next == 0 ? 1 : pairs.next;
    bool ended = false;

    pairs.next = least;
    while (!ended && end - p >= PT_PAIRS_REACH) {
        ended = take_many(&pairs, &p, end, base, bound);
        if (!ended && *p == '\n')
            break;
        if (!ended && end - p >= PT_PAIRS_REACH) {
            const struct marks marks = marks_of_line(p);
            const unsigned taken = take_window(&pairs, p, &marks, base, bound);

            if (taken == 0)
                break;
            p += taken;
            ended = p[-1] == '\n';
        }
    }
    if (pairs.next == least)
        pairs.next = all->next;
    *all = pairs;
    return p - ended;
}

static inline const char *take_any_pairs(struct pt_pairs *pairs, const char *p, const char *end)
{
    if (pairs->base == 1 && pairs->bound >= INDEX_END)
        return take_pairs(pairs, p, end, 1, INDEX_END);
    return take_pairs(pairs, p, end, (uint32_t)pairs->base, pairs->bound);
}

#endif
