/* Numbers and sizes as people read them, and doubles as programs read them. Each function returns a small
 * struct by value, so that it can stand in a printf call: printf("%s rows", text_count(n).s). */
#ifndef CLI_WORDS_NUMBERS_H
#define CLI_WORDS_NUMBERS_H

#include "base/plural.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct text {
    char s[48];
};

struct text text_count(uint64_t n);         /* 32,561 */
struct text text_number(double value);      /* four digits: 0.01234; "unknown" for NaN, "infinite" */
struct text text_exact(double value);       /* shortest of 15 to 17 digits that reads back to the same double */
struct text text_down(double value);        /* ten digits, never more than the value; and never less */
struct text text_up(double value);
struct text text_at_least(double value);    /* the same with four digits: what is shown is at most the value */
struct text text_at_most(double value);
struct text text_percent(double share);     /* 15.02 % */
struct text text_bytes(uint64_t bytes);     /* 1.5 MB */
struct text text_seconds(double seconds);   /* 0.12 s, 3 min 20 s */
struct text text_about(double seconds);     /* rounded: 12 s, 3 min, 2 h; at least 1 s */

/* A name from outside as it can stand in a line: characters that would do something to a terminal become \n, \t, \r or
 * \xNN, and in such a name a backslash becomes two; the end of a long one becomes "...". Every label, feature, column
 * and file name is printed through these. */
struct shown {
    char s[416];
};
struct shown text_name(const char *name);
/* The same for a file's name, whole. */
enum { PATH_SHOWN = 4096 };
struct shown_path {
    char s[4 * PATH_SHOWN + 1];
};
struct shown_path text_path(const char *path);
/* The same of any length into `out`, which may need four bytes for each of the name's and one more; its length. */
size_t text_escape(const char *name, char *out);

/* "no update", "1 update", "2 updates", and the verb for as many: "was", "was", "were". */
struct text text_some(uint64_t n, const char *noun);
const char *text_was(uint64_t n);
/* "0 rows", "1 row", "2 rows", for lists of figures. */
struct text text_counted(uint64_t n, const char *noun);

/* Words in lines of at most so many columns. */
void text_paragraph(FILE *out, const char *text, size_t columns);

#endif
