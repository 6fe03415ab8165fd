/* The table of formats. */
#include "recipe/format.h"

#include <string.h>

const struct pt_format_facts pt_formats[PT_N_FORMATS] = {
#define X(upper, lower, number, name, origin, shape, choices, options) \
    [number] = {name, PT_FROM_##origin, PT_SHAPE_##shape, choices, options},
    PT_FORMAT_MAP(X)
#undef X
};

/* Whether the word stands in the text between separators or at its ends. */
static bool has_word(const char *text, char separator, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = strstr(text, word); at != NULL && length > 0; at = strstr(at + 1, word))
        if ((at == text || at[-1] == separator) && (at[length] == separator || at[length] == '\0'))
            return true;
    return false;
}

enum pt_format pt_format_asked(const char *word)
{
    size_t format = 0;

    while (format < PT_N_FORMATS && !has_word(pt_formats[format].choices, '|', word))
        format++;
    return (enum pt_format)format;
}

bool pt_format_lists(const char *options, const char *word)
{
    return has_word(options, ' ', word);
}
