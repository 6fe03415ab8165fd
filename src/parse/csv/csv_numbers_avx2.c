/* Numbers four at a time, with AVX2 and the bit instructions that every processor with AVX2 has had so far. As in
 * svm_pairs_impl.h: the bytes of a cell go to their places by one shuffle, and where the next four stand is found
 * before these are read. */
#include "parse/csv/csv_numbers.h"

#if defined(__x86_64__) && !(defined(__AVX2__) && defined(__BMI__))
/* The compiler was not told of them. */
size_t pt_csv_fours(const char **p, const char *end, char delimiter, double *value, size_t most)
{
    (void)p, (void)end, (void)delimiter, (void)value, (void)most;
    return 0;
}
#elif defined(__x86_64__)

#include "parse/text64.h"

#include <stdbool.h>

enum { REACH = 2 * PT_STRETCH + 32, NO_POINT = 9 };

/* Where the digits of a cell stand, counted from the byte behind its sign: eight places filled from the end, nothing in
 * front, and without the point. One entry for each number of digits before the point, and of all of them. */
#define NOTHING 0x80
#define DIGIT(k, m, i) ((i) + (m) < 8 ? NOTHING : ((i) + (m)) % 8 + (((i) + (m)) % 8 >= (k)))
#define PLACES(k, m)                                                                                              \
    {DIGIT(k, m, 0), DIGIT(k, m, 1), DIGIT(k, m, 2), DIGIT(k, m, 3),                                              \
     DIGIT(k, m, 4), DIGIT(k, m, 5), DIGIT(k, m, 6), DIGIT(k, m, 7)}
#define WITH_POINT(k)                                                                                             \
    {PLACES(k, 1), PLACES(k, 2), PLACES(k, 3), PLACES(k, 4), PLACES(k, 5), PLACES(k, 6), PLACES(k, 7), PLACES(k, 8)}

static const unsigned char places[NO_POINT + 1][8][8] = {
    WITH_POINT(0), WITH_POINT(1), WITH_POINT(2), WITH_POINT(3), WITH_POINT(4),
    WITH_POINT(5), WITH_POINT(6), WITH_POINT(7), WITH_POINT(8), WITH_POINT(9)};

/* What stands where in a window. */
struct marks {
    uint64_t ends;       /* delimiters before the end of the line */
    uint64_t points;
};

/* A cell before it is read: its first digit or point in the window, digits before the point, digits less one, digits
 * behind the point. */
struct cell {
    unsigned start, before, last, decimals;
    bool     negative;
};

static inline struct marks marks_at(const char *s, char delimiter)
{
    const struct pt_text64 window = pt_text64_at(s);
    const uint64_t lines = pt_text64_equal(&window, '\n');

    return (struct marks){pt_text64_equal(&window, delimiter) & ((lines & -lines) - 1),
                          pt_text64_equal(&window, '.')};
}

/* The four cells that end first. Returns where the next one begins; 0: one has no digits, or more than eight. */
static inline unsigned find_four(const char *window, struct marks marks, struct cell cells[4])
{
    unsigned from = 0, all = 0;

#pragma GCC unroll 4
    for (unsigned i = 0; i < 4; i++, marks.ends &= marks.ends - 1) {
        const unsigned to = (unsigned)_tzcnt_u64(marks.ends);
        const bool negative = window[from] == '-';
        const unsigned start = from + negative, n = to - start, point = (unsigned)_tzcnt_u64(marks.points) - start;
        const bool pointed = point < n;

        cells[i] = (struct cell){.start = start, .before = pointed ? point : NO_POINT, .last = n - pointed - 1,
                                 .decimals = pointed ? n - point - 1 : 0, .negative = negative};
        all |= cells[i].last;
        marks.points = pointed ? marks.points & (marks.points - 1) : marks.points;
        from = to + 1;
    }
    return all < 8 ? from : 0;
}

static inline __m128i place(const char *window, const struct cell *cell)
{
    const __m128i text = _mm_loadu_si128((const __m128i *)(const void *)(window + cell->start));
    const __m128i where = _mm_loadl_epi64((const __m128i *)(const void *)places[cell->before][cell->last]);

    return _mm_shuffle_epi8(_mm_xor_si128(text, _mm_set1_epi8('0')), where);
}

static inline __m128i place_two(const char *window, const struct cell *a, const struct cell *b)
{
    return _mm_unpacklo_epi64(place(window, a), place(window, b));
}

static inline double ten_of(const struct cell *cell)
{
    static const double tens[2][9] = {{1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8},
                                      {-1.0, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7, -1e8}};

    return tens[cell->negative][cell->decimals];
}

/* Mantissas of at most eight digits and powers of ten are exact doubles, so that the one division rounds right. */
static inline bool read_four(__m256i digits, const struct cell cells[4], double *value)
{
    const __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(1 << 8 | 10));
    const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(1 << 16 | 100));
    const __m256i eights = _mm256_madd_epi16(_mm256_packs_epi32(fours, fours), _mm256_set1_epi32(1 << 16 | 10000));
    const __m128i mantissa = _mm256_castsi256_si128(_mm256_permute4x64_epi64(eights, 0x08));
    const __m256i wrong = _mm256_subs_epu8(digits, _mm256_set1_epi8(9));
    const __m256d ten = _mm256_setr_pd(ten_of(&cells[0]), ten_of(&cells[1]), ten_of(&cells[2]), ten_of(&cells[3]));

    if (!_mm256_testz_si256(wrong, wrong))
        return false;
    _mm256_storeu_pd(value, _mm256_div_pd(_mm256_cvtepi32_pd(mantissa), ten));
    return true;
}

size_t pt_csv_fours(const char **p, const char *end, char delimiter, double *value, size_t most)
{
    const char *s = *p;
    size_t n = 0;

    if (end - s < REACH)
        return 0;
    struct marks marks = marks_at(s, delimiter);

    while (n + 4 <= most && end - s >= REACH && __builtin_popcountll(marks.ends) >= 4) {
        struct cell cells[4];
        const unsigned taken = find_four(s, marks, cells);

        if (taken == 0)
            break;
        marks = marks_at(s + taken, delimiter);
        __asm__("" : "+r"(marks.ends), "+r"(marks.points));   /* here, not after what follows */
        if (!read_four(_mm256_inserti128_si256(_mm256_castsi128_si256(place_two(s, &cells[0], &cells[1])),
                                               place_two(s, &cells[2], &cells[3]), 1), cells, value + n))
            break;
        s += taken;
        n += 4;
    }
    *p = s;
    return n;
}
#endif
