/* One line on a terminal that is drawn over itself: parts of it are left out, whole, where the terminal is narrow. */
#ifndef CLI_STATUS_LINE_H
#define CLI_STATUS_LINE_H

#include "diag.h"

enum { LINE_ROOM = 400, LINE_PARTS = 12 };

struct line {                 /* zeroed: empty */
    char     text[LINE_ROOM];
    size_t   n;               /* parts */
    struct {
        size_t   end;         /* of the part in the text */
        unsigned rank;        /* the higher ones go first */
    } parts[LINE_PARTS];
};

/* A part with what parts it from the one before (", "). */
void line_add(struct line *line, unsigned rank, const char *format, ...) CLI_PRINTF(3, 4);
/* Whether lines can be drawn at all: standard error is a terminal that can. */
bool line_possible(void);
/* Draws it in the place of the one before, as many parts as fit. */
void line_draw(const struct line *line);
void line_clear(void);

#endif
