/* Text from a file inside a message: one line, printable, short. */
#ifndef PT_BASE_PRINTABLE_H
#define PT_BASE_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>

struct pt_printable {
    char text[48];
};

/* At most 40 bytes of the text, cut between characters and then ended with "..."; control bytes and bytes
 * that are not UTF-8 become '?'. Use as pt_printable(cell, length).text in the arguments of a message. */
struct pt_printable pt_printable(const char *text, size_t length);

/* A word of a command as a shell takes it, quoted where it must be: for options that a message proposes. list: one item
 * of a list, in quotes of its own where it holds a comma. Cut names, with "...", are no use but to look at. */
struct pt_word {
    char text[120];
};
struct pt_word pt_word(const char *text, bool list);

/* "a, b, c" of n names, cut after eight with "...", into out[room], room >= 64. */
typedef const char *pt_printable_name(const void *context, size_t i, size_t *length);
void pt_printable_list(char *out, size_t room, pt_printable_name *name, const void *context, size_t n);

#endif
