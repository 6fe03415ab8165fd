/* Messages into words. Lines of plain ASCII are folded by one branch-free loop; others go through case folding,
 * decomposition and composition. Both leave a line in which a byte of 0x80 and more
 * always belongs to a word. */
#include "parse/text/words.h"
#include "base/alloc.h"
#include "parse/text/unicode.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { WINDOW = 64 };

/* Digits, letters after folding, every byte of a folded character beyond ASCII. */
const unsigned char pt_word_kind[256] = {
#define FOUR(n) [n] = PT_WORD_LETTER, [n + 1] = PT_WORD_LETTER, [n + 2] = PT_WORD_LETTER, [n + 3] = PT_WORD_LETTER
#define MANY(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12), FOUR(n + 16), FOUR(n + 20), FOUR(n + 24), FOUR(n + 28)
    ['!'] = PT_WORD_SIGN, ['$'] = PT_WORD_SIGN,
    FOUR('0'), FOUR('4'), ['8'] = PT_WORD_LETTER, ['9'] = PT_WORD_LETTER,
    FOUR('a'), FOUR('e'), FOUR('i'), FOUR('m'), FOUR('q'), FOUR('u'), ['y'] = PT_WORD_LETTER, ['z'] = PT_WORD_LETTER,
    MANY(0x80), MANY(0xa0), MANY(0xc0), MANY(0xe0),
#undef FOUR
#undef MANY
};

void pt_words_init(struct pt_words *words)
{
    *words = (struct pt_words){0};
    pt_buffer_init(&words->folded);
}

void pt_words_fini(struct pt_words *words)
{
    pt_buffer_fini(&words->folded);
    pt_release(words->codes);
    words->codes = NULL;
}

/* Room for n bytes more behind what is folded. */
static char *extend(struct pt_buffer *folded, size_t n)
{
    void *bytes = folded->bytes;

    if (!pt_grow(&bytes, &folded->room, folded->length + n, 1))
        return NULL;
    folded->bytes = bytes;
    return folded->bytes + folded->length;
}

/* Eight bytes with ASCII capitals made small: adding reaches the eighth bit from 'A' on, and from behind 'Z' on. */
static uint64_t fold_eight(uint64_t eight)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), low = eight & (ones * 0x7f);
    const uint64_t capital = (low + ones * (0x80 - 'A')) & ~(low + ones * (0x80 - 'Z' - 1)) & ~eight & (ones * 0x80);

    return eight + (capital >> 2);
}

/* Copies with ASCII capitals made small; true when every byte was ASCII. */
static bool fold_ascii(char *to, const char *from, size_t n)
{
    uint64_t high = 0, eight;
    size_t i = 0;

    for (; i + 8 <= n; i += 8) {
        memcpy(&eight, from + i, 8);
        high |= eight;
        eight = fold_eight(eight);
        memcpy(to + i, &eight, 8);
    }
    for (; i < n; i++) {
        high |= (unsigned char)from[i];
        to[i] = (char)fold_eight((unsigned char)from[i]);
    }
    return (high & UINT64_C(0x8080808080808080)) == 0;
}

/* ---- beyond ASCII ---- */

/* Case folded, composed code points of the text, a space for each byte that is no part of a character; their number, or
 * SIZE_MAX when memory is out. */
static size_t fold_codes(struct pt_words *words, const char *text, size_t length)
{
    void *codes = words->codes;
    size_t n = 0;

    if (length > SIZE_MAX / 2 || !pt_grow(&codes, &words->code_room, length * 2, sizeof *words->codes))
        return SIZE_MAX;   /* no character folds to more than two code points for each of its bytes */
    words->codes = codes;
    for (size_t at = 0; at < length;) {
        uint32_t code;
        const size_t bytes = pt_code_read(text + at, length - at, &code);

        n += pt_code_fold(bytes == 0 ? ' ' : code, words->codes + n);
        at += bytes == 0 ? 1 : bytes;
    }
    return pt_codes_compose(words->codes, n);
}

/* Appends the code point as the folded line has it: words as they are, signs between spaces. */
static size_t put_code(char *to, uint32_t code, bool in_word)
{
    const enum pt_code_kind kind = pt_code_kind(code);
    size_t n = 0;

    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    if (kind == PT_CODE_LETTER || (kind == PT_CODE_MARK && in_word))
        return pt_code_write(code, to);
    to[n++] = ' ';
    if (code == 0xa3 || code == 0x20ac) {
        n += pt_code_write(code, to + n);
        to[n++] = ' ';
    }
    return n;
}

/* Appends a window that is not ASCII. */
static bool fold_window(struct pt_words *words, const char *text, size_t length)
{
    struct pt_buffer *folded = &words->folded;
    const size_t n = fold_codes(words, text, length);

    if (n == SIZE_MAX || extend(folded, n * 5) == NULL)   /* three bytes and two spaces, or four */
        return false;
    for (size_t i = 0; i < n; i++) {
        char *to = folded->bytes + folded->length;
        const bool in_word = folded->length > 0 && pt_word_kind[(unsigned char)to[-1]] == PT_WORD_LETTER;

        folded->length += put_code(to, words->codes[i], in_word);
    }
    return true;
}

/* Where the window of ASCII (or not) that begins at `at` ends. */
static size_t window_end(const char *text, size_t at, size_t length, bool ascii)
{
    while (at < length && ((unsigned char)text[at] < 0x80) == ascii)
        at++;
    return at;
}

/* ASCII goes the quick way but for the last byte before a window that is not: an accent may follow. */
static bool fold_unicode(struct pt_words *words, const char *text, size_t length)
{
    words->folded.length = 0;
    for (size_t at = 0; at < length;) {
        const size_t end = window_end(text, at, length, true);
        const size_t plain = end < length && end > at ? end - 1 : end;
        const size_t other = window_end(text, end, length, false);
        char *to = extend(&words->folded, plain - at + 1);

        if (to == NULL)
            return false;
        fold_ascii(to, text + at, plain - at);
        words->folded.length += plain - at;
        if (other > plain && !fold_window(words, text + plain, other - plain))
            return false;
        at = other;
    }
    return true;
}

/* ---- words of the folded line ---- */

struct masks {
    uint64_t letters, signs;
};

#if defined(__SSE2__)
static __m128i within(__m128i bytes, char from, char width)
{
    const __m128i x = _mm_sub_epi8(bytes, _mm_set1_epi8(from));

    return _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(width)), x);
}

/* As pt_word_kind has it. */
static struct masks masks_of(const char *s)
{
    struct masks m = {0, 0};

    for (unsigned i = 0; i < WINDOW; i += 16) {
        const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(s + i));
        const __m128i letters = _mm_or_si128(_mm_or_si128(within(bytes, 'a', 25), within(bytes, '0', 9)), bytes);
        const __m128i signs = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('!')),
                                           _mm_cmpeq_epi8(bytes, _mm_set1_epi8('$')));

        m.letters |= (uint64_t)(unsigned)_mm_movemask_epi8(letters) << i;   /* the eighth bit: beyond ASCII */
        m.signs |= (uint64_t)(unsigned)_mm_movemask_epi8(signs) << i;
    }
    return m;
}
#else
static struct masks masks_of(const char *s)
{
    struct masks m = {0, 0};

    for (unsigned i = 0; i < WINDOW; i++) {
        m.letters |= (uint64_t)(pt_word_kind[(unsigned char)s[i]] == PT_WORD_LETTER) << i;
        m.signs |= (uint64_t)(pt_word_kind[(unsigned char)s[i]] == PT_WORD_SIGN) << i;
    }
    return m;
}
#endif

bool pt_words_look(struct pt_words *words)
{
    struct masks m;
    uint64_t after;   /* bytes whose neighbour before them is in a word */

    if (words->end - words->window <= WINDOW)
        return false;
    words->window += WINDOW;
    m = masks_of(words->window);
    words->inside = m.letters | m.signs;
    after = words->inside << 1 | words->was_inside;
    words->bounds = (words->inside ^ after) | (words->inside & (m.signs | m.signs << 1 | words->was_sign));
    words->was_inside = words->inside >> 63 != 0;
    words->was_sign = m.signs >> 63 != 0;
    return true;
}

bool pt_words_start(struct pt_words *words, const char *text, size_t length)
{
    char *to;

    words->folded.length = 0;
    to = extend(&words->folded, length + 1);
    if (to == NULL)
        return false;
    words->folded.length = length;
    if (!fold_ascii(to, text, length) && !fold_unicode(words, text, length))
        return false;
    to = extend(&words->folded, WINDOW);   /* a whole window may be read behind the last byte */
    if (to == NULL)
        return false;
    memset(to, ' ', WINDOW);
    words->window = words->folded.bytes - WINDOW;
    words->end = words->folded.bytes + words->folded.length;
    words->open = NULL;
    words->bounds = 0;
    words->was_inside = words->was_sign = false;
    return true;
}
