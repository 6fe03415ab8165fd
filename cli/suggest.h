/* The nearest known word to one that is not known. */
#ifndef CLI_SUGGEST_H
#define CLI_SUGGEST_H

#include <stddef.h>

struct suggestion {
    const char *word;       /* what was typed */
    const char *nearest;    /* NULL: nothing is near */
    size_t      distance;   /* letters to change, add, drop or swap */
};

void suggest_start(struct suggestion *suggestion, const char *word);
void suggest_offer(struct suggestion *suggestion, const char *candidate);

#endif
