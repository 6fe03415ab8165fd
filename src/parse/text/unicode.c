/* Lookups by binary search in the tables, Hangul by arithmetic, normal form C as UAX #15 has it. */
#include "parse/text/unicode.h"
#include "parse/text/unicode_tables.h"

#include <stdbool.h>

/* Syllables are LV or LVT of these many parts. */
enum { S = 0xac00, L = 0x1100, V = 0x1161, T = 0x11a7, N_L = 19, N_V = 21, N_T = 28, N_S = N_L * N_V * N_T };

/* The entry of the last run that begins at or before the code point. The search has no branch to guess wrong. */
static uint32_t run_of(uint32_t code)
{
    size_t low = 0;

    for (size_t step = 2048; step > 0; step /= 2)
        low += low + step < pt_n_code_runs && pt_code_runs[low + step] >> 11 <= code ? step : 0;
    return pt_code_runs[low];
}

enum pt_code_kind pt_code_kind(uint32_t code)
{
    return (enum pt_code_kind)(run_of(code) & 3);
}

/* ---- folding ---- */

static size_t fold_syllable(uint32_t code, uint32_t *to)
{
    const uint32_t s = code - S;

    to[0] = L + s / (N_V * N_T);
    to[1] = V + s % (N_V * N_T) / N_T;
    to[2] = T + s % N_T;
    return to[2] == T ? 2 : 3;
}

static size_t fold_by(const struct pt_fold *fold, uint32_t code, uint32_t *to)
{
    const uint32_t away = code - fold->from, *targets = pt_fold_targets + fold->at;

    if (fold->step > 0 ? away % fold->step != 0 || away / fold->step >= fold->count : away >= fold->count) {
        to[0] = code;
        return 1;
    }
    for (size_t i = 0; i < fold->n; i++)
        to[i] = fold->step > 0 ? targets[0] + away : targets[away * fold->n + i];
    return fold->n;
}

size_t pt_code_fold(uint32_t code, uint32_t *to)
{
    size_t low = 0;

    if (code >= S && code - S < N_S)
        return fold_syllable(code, to);
    for (size_t step = 256; step > 0; step /= 2)
        low += low + step < pt_n_folds && pt_folds[low + step].from <= code ? step : 0;
    if (code >= pt_folds[low].from)
        return fold_by(&pt_folds[low], code, to);
    to[0] = code;
    return 1;
}

/* ---- composition ---- */

/* What the two compose to, 0 when nothing. */
static uint32_t compose_pair(uint32_t first, uint32_t second)
{
    const uint64_t wanted = (uint64_t)first << 21 | second;
    size_t low = 0, high = pt_n_code_pairs;

    if (first - L < N_L && second - V < N_V)
        return S + ((first - L) * N_V + (second - V)) * N_T;
    if (first - S < N_S && (first - S) % N_T == 0 && second - T - 1 < N_T - 1)
        return first + (second - T);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (pt_code_pairs[middle] >> 21 < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < pt_n_code_pairs && pt_code_pairs[low] >> 21 == wanted ? (uint32_t)(pt_code_pairs[low] & 0x1fffff) : 0;
}

/* While they are ordered and composed, codes have above bit 21 whether they may be the second of a pair, and above that
 * their combining class. */
enum { SECOND = 21, CLASS = 22 };

/* A stable sort of each run of marks by their class. */
static void order_marks(uint32_t *codes, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const uint32_t code = codes[i];
        size_t j = i;

        for (; code >> CLASS > 0 && j > 0 && codes[j - 1] >> CLASS > code >> CLASS; j--)
            codes[j] = codes[j - 1];
        codes[j] = code;
    }
}

size_t pt_codes_compose(uint32_t *codes, size_t n)
{
    size_t kept = 0, starter = SIZE_MAX;
    int last = -1;   /* class of what stands between the starter and here; -1: nothing */

    for (size_t i = 0; i < n; i++)
        codes[i] |= codes[i] < 0x300 ? 0 : (run_of(codes[i]) >> 2 & 0x1ff) << SECOND;
    order_marks(codes, n);
    for (size_t i = 0; i < n; i++) {
        const int class = (int)(codes[i] >> CLASS);
        const bool second = (codes[i] >> SECOND & 1) != 0 && starter != SIZE_MAX && last < class;
        const uint32_t code = codes[i] & ((1u << SECOND) - 1), whole = second ? compose_pair(codes[starter], code) : 0;

        if (whole != 0) {
            codes[starter] = whole;
            continue;
        }
        if (class == 0)
            starter = kept;
        last = class == 0 ? -1 : class;
        codes[kept++] = code;
    }
    return kept;
}

/* ---- UTF-8 ---- */

size_t pt_code_read(const char *text, size_t length, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *s = (const unsigned char *)text;
    const size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;

    if (n == 0 || n > length)
        return 0;
    *code = n == 1 ? s[0] : s[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (s[i] & 0x3f);
    }
    return *code < least[n] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000) ? 0 : n;
}

size_t pt_code_write(uint32_t code, char *to)
{
    const size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    for (size_t i = n; i-- > 1; code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(n == 1 ? code : code | (0xf00u >> n & 0xff));
    return n;
}
