/* Messages into words. Lines of plain ASCII are folded by one branch-free loop and never reach utf8proc; others
 * go through decomposition, case folding and composition. Both leave a line in which a byte of 0x80 and more
 * always belongs to a word. */
#include "data/words.h"
#include "base/alloc.h"

#include <string.h>
#include <utf8proc.h>

enum { PART, LETTER, SIGN };   /* what a byte of the folded line is; unnamed bytes part words */

/* Digits, letters after folding, every byte of a folded character beyond ASCII. */
static const unsigned char kind_of[256] = {
    ['!'] = SIGN,   ['$'] = SIGN,
    ['0'] = LETTER, ['1'] = LETTER, ['2'] = LETTER, ['3'] = LETTER, ['4'] = LETTER, ['5'] = LETTER,
    ['6'] = LETTER, ['7'] = LETTER, ['8'] = LETTER, ['9'] = LETTER,
    ['a'] = LETTER, ['b'] = LETTER, ['c'] = LETTER, ['d'] = LETTER, ['e'] = LETTER, ['f'] = LETTER,
    ['g'] = LETTER, ['h'] = LETTER, ['i'] = LETTER, ['j'] = LETTER, ['k'] = LETTER, ['l'] = LETTER,
    ['m'] = LETTER, ['n'] = LETTER, ['o'] = LETTER, ['p'] = LETTER, ['q'] = LETTER, ['r'] = LETTER,
    ['s'] = LETTER, ['t'] = LETTER, ['u'] = LETTER, ['v'] = LETTER, ['w'] = LETTER, ['x'] = LETTER,
    ['y'] = LETTER, ['z'] = LETTER,
#define EIGHT(n) [n] = LETTER, [n + 1] = LETTER, [n + 2] = LETTER, [n + 3] = LETTER, [n + 4] = LETTER, \
                 [n + 5] = LETTER, [n + 6] = LETTER, [n + 7] = LETTER
    EIGHT(0x80), EIGHT(0x88), EIGHT(0x90), EIGHT(0x98), EIGHT(0xa0), EIGHT(0xa8), EIGHT(0xb0), EIGHT(0xb8),
    EIGHT(0xc0), EIGHT(0xc8), EIGHT(0xd0), EIGHT(0xd8), EIGHT(0xe0), EIGHT(0xe8), EIGHT(0xf0), EIGHT(0xf8),
#undef EIGHT
};

void pt_words_init(struct pt_words *words)
{
    *words = (struct pt_words){0};
    pt_buffer_init(&words->folded);
    pt_buffer_init(&words->clean);
}

void pt_words_fini(struct pt_words *words)
{
    pt_buffer_fini(&words->folded);
    pt_buffer_fini(&words->clean);
    pt_release(words->codes);
    words->codes = NULL;
}

/* Room for n bytes, whatever was there; not NULL for none. */
static char *reserve(struct pt_buffer *buffer, size_t n)
{
    void *bytes = buffer->bytes;

    if (!pt_grow(&bytes, &buffer->room, n + 1, 1))
        return NULL;
    buffer->bytes = bytes;
    buffer->length = 0;
    return bytes;
}

/* Copies with ASCII capitals made small; true when every byte was ASCII. */
static bool fold_ascii(char *to, const char *from, size_t n)
{
    unsigned char high = 0;

    for (size_t i = 0; i < n; i++) {
        const unsigned char c = (unsigned char)from[i];

        high |= c;
        to[i] = (char)(c + (unsigned char)((unsigned char)(c - 'A') < 26 ? 32 : 0));
    }
    return high < 0x80;
}

/* ---- beyond ASCII ---- */

/* The text with every byte that is not part of a character made a space. */
static bool clean_text(struct pt_buffer *clean, const char *text, size_t length)
{
    char *to = reserve(clean, length);

    if (to == NULL)
        return false;
    for (size_t at = 0; at < length;) {
        utf8proc_int32_t code;
        const utf8proc_ssize_t n =
            utf8proc_iterate((const utf8proc_uint8_t *)text + at, (utf8proc_ssize_t)(length - at), &code);

        if (n <= 0)
            to[at++] = ' ';
        else
            for (utf8proc_ssize_t i = 0; i < n; i++, at++)
                to[at] = text[at];
    }
    clean->length = length;
    return true;
}

/* Case folded, composed code points of the clean text; their number, or -1 when memory is out. */
static utf8proc_ssize_t fold_codes(struct pt_words *words)
{
    const utf8proc_option_t options = (utf8proc_option_t)(UTF8PROC_CASEFOLD | UTF8PROC_COMPOSE | UTF8PROC_STABLE);
    const utf8proc_uint8_t *bytes = (const utf8proc_uint8_t *)words->clean.bytes;
    const utf8proc_ssize_t length = (utf8proc_ssize_t)words->clean.length;
    utf8proc_ssize_t n = utf8proc_decompose(bytes, length, words->codes, (utf8proc_ssize_t)words->code_room, options);

    if (n > (utf8proc_ssize_t)words->code_room) {
        void *codes = words->codes;

        if (!pt_grow(&codes, &words->code_room, (size_t)n, sizeof *words->codes))
            return -1;
        words->codes = codes;
        n = utf8proc_decompose(bytes, length, words->codes, n, options);
    }
    return n < 0 ? -1 : utf8proc_normalize_utf32(words->codes, n, options);
}

/* Appends the code point as the folded line has it: words as they are, signs between spaces. */
static size_t put_code(char *to, utf8proc_int32_t code, bool in_word)
{
    const utf8proc_category_t category = utf8proc_category(code);
    const bool is_mark = category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
    const bool is_letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
    size_t n = 0;

    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    if (is_letter && (in_word || !is_mark))
        return (size_t)utf8proc_encode_char(code, (utf8proc_uint8_t *)to);
    to[n++] = ' ';
    if (code == 0xa3 || code == 0x20ac) {
        n += (size_t)utf8proc_encode_char(code, (utf8proc_uint8_t *)to + n);
        to[n++] = ' ';
    }
    return n;
}

static bool fold_unicode(struct pt_words *words, const char *text, size_t length)
{
    const utf8proc_ssize_t n = clean_text(&words->clean, text, length) ? fold_codes(words) : -1;
    char *to = n < 0 ? NULL : reserve(&words->folded, (size_t)n * 5);   /* three bytes and two spaces, or four */
    size_t at = 0;

    if (to == NULL)
        return false;
    for (utf8proc_ssize_t i = 0; i < n; i++)
        at += put_code(to + at, words->codes[i], at > 0 && kind_of[(unsigned char)to[at - 1]] == LETTER);
    words->folded.length = at;
    return true;
}

bool pt_words_start(struct pt_words *words, const char *text, size_t length)
{
    char *to = reserve(&words->folded, length);

    if (to == NULL)
        return false;
    words->folded.length = length;
    if (!fold_ascii(to, text, length) && !fold_unicode(words, text, length))
        return false;
    words->at = words->folded.bytes;
    words->end = words->at + words->folded.length;
    return true;
}

bool pt_words_next(struct pt_words *words, const char **word, size_t *length)
{
    const char *s = words->at, *end = words->end;

    while (s < end && kind_of[(unsigned char)*s] == PART)
        s++;
    words->at = *word = s;
    if (s == end)
        return false;
    if (kind_of[(unsigned char)*s] == SIGN)
        s++;
    else
        while (s < end && kind_of[(unsigned char)*s] == LETTER)
            s++;
    *length = (size_t)(s - *word);
    words->at = s;
    return true;
}
