/* One cell of a CSV line: where it begins, where it ends, what is in it.
 *
 * A cell is the bytes between two delimiters, blanks around it not counted (spaces; tabs too unless they are
 * the delimiter; the '\r' of a line end). Where spaces are the delimiter, a run of them is one, and those at either end
 * of a line are none. A cell is quoted when its first byte is a quote: then delimiters and line
 * ends inside are text, "" is one quote, and only blanks may follow the closing quote. A quote elsewhere in a
 * cell is a byte like any other. */
#ifndef PT_PARSE_CSV_CSV_CELL_H
#define PT_PARSE_CSV_CSV_CELL_H

#include "base/buffer.h"
#include "recipe/recipe.h"

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
    return (c == ' ' || c == '\t' || c == '\r') && c != delimiter;
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

/* Empty, ?, NA, N/A, null, nan (any case), or one that the recipe has: by its text, or by value where both are
 * numbers. Where numbers are wanted, a dash, a point, #N/A and none are missing too. */
bool pt_cell_missing(const struct pt_cell *cell, const struct pt_recipe *recipe);
bool pt_cell_missing_number(const struct pt_cell *cell, const struct pt_recipe *recipe);

/* The whole cell is one number, finite or not, whose decimals follow that mark. */
bool pt_cell_number(const struct pt_cell *cell, char decimal, double *value);
/* The cell with a point before its decimals, in `room` where it has another mark; false: too long for a number. */
enum { PT_NUMBER_ROOM = 128 };
bool pt_cell_digits(const struct pt_cell *cell, char decimal, char room[PT_NUMBER_ROOM], const char **text,
                    const char **end);
/* 120,50 as much of the world writes it. */
bool pt_cell_has_comma(const struct pt_cell *cell);
/* true or yes: 1; false or no: 0 (any case). */
bool pt_cell_flag(const struct pt_cell *cell, double *value);

/* A date as days since 1970-01-01, with the part of a day that a time of day is: 2024-03-01, 2024/3/1, 1.3.2024,
 * 1/3/2024 (3/1/2024 where months come first), each also with 14:30, 14:30:00.5, Z or +01:00 behind a T or a blank. */
struct pt_date {
    double   days;
    unsigned first, second;   /* of a date whose year stands last; 0: its year stands first */
    bool     dots;            /* parted by points: then the day comes first, always */
};
bool pt_cell_date(const struct pt_cell *cell, bool month_first, struct pt_date *date);

/* True when the line at s, up to end, is empty or has nothing but blanks, or begins with that comment mark (NUL: there
 * is none); *next is then behind it. */
bool pt_line_skipped(const char *s, const char *end, char delimiter, char comment, const char **next);

/* Where lines may be cut, also while the delimiter is not known; see parser.h. */
size_t pt_csv_cut(const struct pt_recipe *recipe, const char *bytes, size_t length);

#endif
