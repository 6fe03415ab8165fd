/* One cell of a CSV line: where it begins, where it ends, what is in it.
 *
 * A cell is the bytes between two delimiters, blanks around it not counted (spaces; tabs too unless they are
 * the delimiter; the '\r' of a line end). It is quoted when its first byte is a quote: then delimiters and line
 * ends inside are text, "" is one quote, and only blanks may follow the closing quote. A quote elsewhere in a
 * cell is a byte like any other. */
#ifndef PT_PARSE_CSV_CSV_CELL_H
#define PT_PARSE_CSV_CSV_CELL_H

#include "base/buffer.h"

#include <string.h>

struct pt_cell {
    const char *text;       /* inside the quotes when quoted */
    size_t      length;
    bool        quoted;
    bool        escaped;    /* "" still stands for " in text */
    const char *open;       /* the quote that is never closed, or NULL */
    const char *stray;      /* what follows the closing quote, or NULL */
    size_t      newlines;   /* line ends inside the quotes */
};

static inline bool pt_cell_blank(char c, char delimiter)
{
    return c == ' ' || c == '\r' || (c == '\t' && delimiter != '\t');
}

/* Not 0 when one of the eight bytes is c. */
static inline uint64_t pt_eight_have(uint64_t eight, char c)
{
    const uint64_t x = eight ^ (UINT64_C(0x0101010101010101) * (unsigned char)c);

    return (x - UINT64_C(0x0101010101010101)) & ~x & UINT64_C(0x8080808080808080);
}

/* The first a or b in [s, end), or end. */
static inline const char *pt_find_either(const char *s, const char *end, char a, char b)
{
    for (; end - s >= 8; s += 8) {
        uint64_t eight;

        memcpy(&eight, s, sizeof eight);
        if ((pt_eight_have(eight, a) | pt_eight_have(eight, b)) != 0)
            break;
    }
    while (s < end && *s != a && *s != b)
        s++;
    return s;
}

/* Reads the cell at *p and moves *p behind its delimiter or line end. True: another cell of the line follows
 * (perhaps an empty one at end); false: that was the last. */
bool pt_cell_read(const char **p, const char *end, char delimiter, struct pt_cell *cell);

/* The text with "" made ", which may need the buffer; false when memory is out. */
bool pt_cell_text(const struct pt_cell *cell, struct pt_buffer *buffer, const char **text, size_t *length);

/* Whether the text is that word of small letters, in any case. */
bool pt_same_word(const char *text, size_t length, const char *lower);

/* Empty, ?, NA, N/A, null, nan (any case). */
bool pt_cell_missing(const struct pt_cell *cell);

/* The whole cell is one number, finite or not. */
bool pt_cell_number(const struct pt_cell *cell, double *value);

/* True when the line at s, up to end, is empty or has nothing but blanks; *next is then behind it. */
bool pt_line_blank(const char *s, const char *end, char delimiter, const char **next);

/* Where lines may be cut while the delimiter is not known; see parser.h. */
size_t pt_csv_cut(const char *bytes, size_t length);

#endif
