/* Rows by windows of 64 bytes, with AVX2 and the bit instructions that every processor with AVX2 has had so far.
 *
 * Of every colon it is known what number ends before it, and a pair takes four bytes at least: so each four bytes have
 * one index or none, and those of a window, up to 16, move together with two shuffles. In the chunk they stand one
 * after the other, whatever rows they belong to; 16 have room as long as there is a window. A window is right when
 * every byte is a digit, a colon or an end or belongs to a label, every colon stands between digits, and every end
 * stands two bytes behind a colon; words of marks are shifted into the next window. With anything wrong in it, reading
 * goes back to the begin of the row under way. */
#include "parse/svm/svm_rows.h"
#include "parse/text64.h"

#if defined(__x86_64__)
enum {
    WINDOW = PT_STRETCH,
    BEHIND = 32,         /* bytes behind a window, into which a label may reach */
    MOST_ROWS = 24,      /* that end in a window: one takes three bytes at least */
};

struct bytes {           /* marks of a window; bit i speaks of byte i */
    uint64_t digits, colons, ends, lines, ones;
    __m256i  number;     /* before the colon in each four bytes; 0: there is none */
};

struct state {           /* between two windows */
    const char *row;                    /* begin of the row under way */
    __m256i  digit, worth, two;         /* of the last 32 bytes */
    __m128i  last;                      /* index, in its last place */
    uint64_t digits, colons, ends;      /* of the window before */
    uint64_t label;                     /* bytes of this window that belong to a label found before it */
    uint32_t label_number;              /* of the row under way */
    bool     begins;                    /* a line begins with the window */
    bool     first;                     /* the next pair is the first of its row */
    bool     others;                    /* the row under way may have values that are not 1 */
    size_t   from, n;                   /* first value of the row under way, first free value */
};

/* ---- what stands in a window --------------------------------------------------------------------- */

/* The bytes of `now` moved up by n, the last of `before` in front of them. */
#define MOVE_UP(before, now, n) _mm256_alignr_epi8(now, _mm256_permute2x128_si256(before, now, 0x21), 16 - (n))

/* The numbers before the colons of 32 bytes, in words of 16 bits for each two bytes. Digits are 0 to 9. */
static inline __m256i read_numbers(struct state *s, __m256i text, __m256i colon)
{
    const __m256i hundred = _mm256_set1_epi16(100 << 8 | 1);
    const __m256i digit = _mm256_cmpeq_epi8(_mm256_min_epu8(text, _mm256_set1_epi8(9)), text);
    const __m256i worth = _mm256_and_si256(text, digit);
    const __m256i tens = _mm256_mullo_epi16(MOVE_UP(s->worth, worth, 2), _mm256_set1_epi16(10));   /* below 256 */
    const __m256i low = _mm256_add_epi8(MOVE_UP(s->worth, worth, 1), tens);
    const __m256i two = _mm256_and_si256(low, MOVE_UP(s->digit, digit, 1));
    const __m256i high = _mm256_and_si256(MOVE_UP(s->two, two, 2), MOVE_UP(s->digit, digit, 2));
    const __m256i a = _mm256_and_si256(low, colon), b = _mm256_and_si256(high, colon);

    s->digit = digit;
    s->worth = worth;
    s->two = two;
    return _mm256_hadd_epi16(_mm256_maddubs_epi16(_mm256_unpacklo_epi8(a, b), hundred),
                             _mm256_maddubs_epi16(_mm256_unpackhi_epi8(a, b), hundred));
}

static inline uint64_t marks_of(__m256i a, __m256i b)
{
    return (uint64_t)(unsigned)_mm256_movemask_epi8(a) | (uint64_t)(unsigned)_mm256_movemask_epi8(b) << 32;
}

static inline uint64_t equal_to(__m256i a, __m256i b, char c)
{
    const __m256i wanted = _mm256_set1_epi8((char)(c ^ '0'));

    return marks_of(_mm256_cmpeq_epi8(a, wanted), _mm256_cmpeq_epi8(b, wanted));
}

static inline struct bytes look_at(struct state *s, const char *window)
{
    const struct pt_text64 text = pt_text64_at(window);
    const __m256i zero = _mm256_set1_epi8('0'), colon = _mm256_set1_epi8(':' ^ '0');
    const __m256i a = _mm256_xor_si256(text.part[0], zero), b = _mm256_xor_si256(text.part[1], zero);
    const __m256i a_colon = _mm256_cmpeq_epi8(a, colon), b_colon = _mm256_cmpeq_epi8(b, colon);
    const __m256i front = read_numbers(s, a, a_colon), a_digit = s->digit;
    const __m256i back = read_numbers(s, b, b_colon);
    struct bytes m = {.colons = marks_of(a_colon, b_colon), .lines = equal_to(a, b, '\n'), .ones = equal_to(a, b, '1')};

    m.ends = equal_to(a, b, ' ') | m.lines;
    m.digits = marks_of(a_digit, s->digit);
    m.number = _mm256_permute4x64_epi64(_mm256_hadd_epi16(front, back), 0xd8);
    return m;
}

/* Moves marks up by n, those of the window before in front. */
#define CARRY(before, now, n) ((now) << (n) | (before) >> (64 - (n)))

static inline bool is_right(const struct state *s, const struct bytes *m, uint64_t label)
{
    const uint64_t one = CARRY(s->digits, m->digits, 1), four = CARRY(s->digits, m->digits, 4);
    const uint64_t two = m->digits & one, two_before = s->digits & s->digits << 1;
    const uint64_t five = two & CARRY(two_before, two, 2) & four;
    const uint64_t five_before = two_before & two_before << 2 & s->digits << 4;
    const uint64_t ended = CARRY(s->colons, m->colons, 2) | (m->lines & CARRY(s->ends, m->ends, 1));
    const uint64_t odd = ~(m->digits | m->colons | m->ends | label) | (m->ends & ~ended) |
                         (CARRY(s->colons, m->colons, 2) & ~m->ends) | (CARRY(s->colons, m->colons, 1) & ~m->digits) |
                         (m->colons & (~one | CARRY(five_before, five, 1)));

    return odd == 0;
}

/* ---- lines --------------------------------------------------------------------------------------- */

struct lines {           /* that end in a window */
    uint32_t next_label[MOST_ROWS];   /* of the row behind each; not of one that begins behind the window */
    uint32_t pairs[MOST_ROWS];        /* of the window before the end of each */
    size_t   n;
    uint64_t label;                   /* bytes of labels */
    uint64_t over;                    /* those of the next window */
    uint64_t firsts;                  /* bit i: pair i is the first of its row; i may be one behind the last pair */
};

static inline bool find_label(const struct pt_short_labels *labels, const char *window, unsigned at,
                              struct lines *lines, uint32_t *number)
{
    unsigned length = 0;
    const uint64_t text = pt_short_label(window + at, &length), bytes = (UINT64_C(2) << length) - 1;
    const size_t slot = pt_label_slot(text);

    *number = labels->number[slot];
    lines->label |= bytes << at;
    lines->over |= bytes >> 1 >> (63 - at);
    return text != 0 && labels->text[slot] == text;
}

/* False: a label is not known. */
static inline bool find_lines(struct state *s, const struct pt_short_labels *labels, const char *window,
                              const struct bytes *m, struct lines *lines)
{
    lines->n = 0;
    lines->label = s->label;
    lines->over = 0;
    lines->firsts = s->first;
    if (s->begins && !find_label(labels, window, 0, lines, &s->label_number))
        return false;
    for (uint64_t left = m->lines; left != 0; left &= left - 1) {
        const unsigned at = (unsigned)_tzcnt_u64(left);
        const unsigned pairs = (unsigned)_mm_popcnt_u64(m->colons & (left ^ (left - 1)));

        if (lines->n == MOST_ROWS ||
            (at < 63 && !find_label(labels, window, at + 1, lines, &lines->next_label[lines->n])))
            return false;
        lines->firsts |= UINT64_C(1) << pairs % 64;
        lines->pairs[lines->n++] = pairs;
    }
    return true;
}

/* ---- pairs --------------------------------------------------------------------------------------- */

/* Entry m has the places of the bits set in m, a byte for each. */
#define PLACE(m, i, above) ((above) << 8 * ((m) >> (i) & 1) | (i) * ((m) >> (i) & 1))
#define PLACES(m)                                                                                               \
    PLACE(m, 0, PLACE(m, 1, PLACE(m, 2, PLACE(m, 3, PLACE(m, 4, PLACE(m, 5, PLACE(m, 6, PLACE(m, 7, UINT64_C(0)))))))))
#define PLACES4(m)  PLACES(m), PLACES(m + 1), PLACES(m + 2), PLACES(m + 3)
#define PLACES16(m) PLACES4(m), PLACES4(m + 4), PLACES4(m + 8), PLACES4(m + 12)
#define PLACES64(m) PLACES16(m), PLACES16(m + 16), PLACES16(m + 32), PLACES16(m + 48)

static const uint64_t places[256] = {PLACES64(0), PLACES64(64), PLACES64(128), PLACES64(192)};

/* Those of eight words whose bits are set come first. */
static inline __m128i move_together(__m128i words, unsigned set)
{
    const __m128i place = _mm_cvtsi64_si128((long long)places[set]), twice = _mm_unpacklo_epi8(place, place);

    return _mm_shuffle_epi8(words, _mm_add_epi8(_mm_add_epi8(twice, twice), _mm_set1_epi16(1 << 8)));
}

/* Word n - 1, in all places; `none` when n is 0. */
static inline __m128i last_of(__m128i words, size_t n, __m128i none)
{
    return n == 0 ? none : _mm_shuffle_epi8(words, _mm_set1_epi16((short)(0x0202 * (n - 1) + 0x0100)));
}

static inline void store_eight(uint32_t *index, __m128i words, uint32_t base)
{
    _mm256_storeu_si256((__m256i *)(void *)index,
                        _mm256_sub_epi32(_mm256_cvtepu16_epi32(words), _mm256_set1_epi32((int)base)));
}

/* The n indices of a window, up to 16. False: one does not follow, is 0 or not below the bound. */
static inline bool store_indices(struct state *s, __m256i number, size_t n, uint64_t firsts, uint32_t base,
                                 uint64_t bound, uint32_t *index)
{
    const __m256i most = _mm256_set1_epi16((short)(bound > INT16_MAX ? INT16_MAX : (int)bound - 1));
    const __m256i there = _mm256_cmpgt_epi16(number, _mm256_setzero_si256()), beyond = _mm256_cmpgt_epi16(number, most);
    const unsigned set = (unsigned)_mm_movemask_epi8(
        _mm_packs_epi16(_mm256_castsi256_si128(there), _mm256_extracti128_si256(there, 1)));
    const __m128i a = move_together(_mm256_castsi256_si128(number), set & 255);
    const __m128i b = move_together(_mm256_extracti128_si256(number, 1), set >> 8);
    const size_t n_a = (size_t)_mm_popcnt_u64(set & 255), n_b = (size_t)_mm_popcnt_u64(set >> 8);
    const __m128i last_a = last_of(a, n_a, s->last);
    const unsigned follows = (unsigned)_mm_movemask_epi8(
        _mm_packs_epi16(_mm_cmpgt_epi16(a, _mm_alignr_epi8(a, s->last, 14)),
                        _mm_cmpgt_epi16(b, _mm_alignr_epi8(b, last_a, 14))));
    const uint64_t right = (follows & ((1u << n_a) - 1)) | (uint64_t)(follows >> 8) << n_a | firsts;

    store_eight(index, a, base);
    store_eight(index + n_a, b, base);
    s->last = last_of(b, n_b, last_a);
    return n_a + n_b == n && (~right & ((UINT64_C(1) << n) - 1)) == 0 && _mm256_testz_si256(beyond, beyond);
}

/* The n values of a window, up to 16; false when one is 0. */
static inline bool store_values(const char *window, uint64_t colons, size_t n, bool others, double *value)
{
    bool zeros = false;

    for (size_t k = 0; k < 16 && !others; k += 4)
        _mm256_storeu_pd(value + k, _mm256_set1_pd(1.0));
    for (size_t k = 0; k < n && others; k++, colons &= colons - 1) {
        const int digit = window[_tzcnt_u64(colons) + 1] - '0';

        value[k] = (double)digit;
        zeros |= digit == 0;
    }
    return !zeros;
}

/* ---- rows ---------------------------------------------------------------------------------------- */

static double norm2_of(const double *value, size_t n, bool others)
{
    double sum = 0.0;

    for (size_t i = 0; i < n && others; i++)
        sum += value[i] * value[i];
    return others ? sum : (double)n;
}

/* The row under way has values up to `to`. */
static inline void end_row(struct state *s, struct pt_chunk *chunk, size_t to, bool others)
{
    const size_t row = chunk->n_rows++, n = to - s->from;

    chunk->offset[row] = s->from;
    chunk->place[row] = chunk->n_lines++;
    chunk->label[row] = s->label_number;
    chunk->weight[row] = 1.0;
    chunk->norm2[row] = norm2_of(chunk->value + s->from, n, others);
    if (n > 0 && chunk->index[to - 1] >= chunk->top_feature)
        chunk->top_feature = chunk->index[to - 1] + 1;
    if (n > 0 && chunk->least_index > 0)
        chunk->least_index = 1;
    s->from = chunk->n_values = to;
}

/* One window; false: something in it is not common, and nothing was taken of it. */
static inline bool take_window(struct state *s, struct pt_chunk *chunk, const struct pt_short_labels *labels,
                               uint64_t base, uint64_t bound, const char *window)
{
    struct bytes m = look_at(s, window);
    const size_t n = (size_t)_mm_popcnt_u64(m.colons);
    struct lines lines;
    bool others;

    if (!find_lines(s, labels, window, &m, &lines))
        return false;
    m.ends &= ~lines.label;
    if (!is_right(s, &m, lines.label))
        return false;
    others = (m.colons << 1 & ~m.ones) != 0 || (m.colons >> 63 != 0 && window[WINDOW] != '1');
    if (!store_indices(s, m.number, n, lines.firsts, (uint32_t)base, bound, chunk->index + s->n) ||
        !store_values(window, m.colons, n, others, chunk->value + s->n))
        return false;
    chunk->has_ones &= !others;
    for (size_t i = 0; i < lines.n; i++) {
        end_row(s, chunk, s->n + lines.pairs[i], others || s->others);
        s->label_number = lines.next_label[i];
    }
    if (lines.n > 0)
        s->row = window + WINDOW - __builtin_clzll(m.lines);
    s->others = others || (s->others && lines.n == 0);
    s->n += n;
    s->first = lines.firsts >> n != 0;
    s->begins = m.lines >> 63 != 0;
    s->label = lines.over;
    s->digits = m.digits;
    s->colons = m.colons;
    s->ends = m.ends;
    return true;
}

const char *pt_take_rows_avx2(struct pt_chunk *chunk, const struct pt_short_labels *labels, uint64_t base,
                              uint64_t bound, const char *p, const char *end)
{
    struct state s = {.row = p, .begins = true, .first = true, .from = chunk->n_values, .n = chunk->n_values};

    while (end - p >= WINDOW + BEHIND) {
        const size_t wanted = chunk->n_rows + MOST_ROWS;

        if (wanted > chunk->row_room && !pt_chunk_grow_rows(chunk, wanted))
            break;   /* to be refused by who takes them one by one */
        if (!take_window(&s, chunk, labels, base, bound, p))
            break;
        p += WINDOW;
    }
    return s.row;
}
#endif
