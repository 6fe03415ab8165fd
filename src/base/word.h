/* Words of ASCII letters, whatever their case. */
#ifndef PT_BASE_WORD_H
#define PT_BASE_WORD_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the text is that word of small letters, in any case. */
static inline bool pt_same_word(const char *text, size_t length, const char *lower)
{
    size_t i = 0;

    for (; i < length && lower[i] != '\0'; i++)
        if ((text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] + 32) : text[i]) != lower[i])
            return false;
    return i == length && lower[i] == '\0';
}

#endif
