/* The line that n-grams are runs of. */
#include "parse/text/grams.h"
#include "base/alloc.h"

#include <string.h>

void pt_grams_init(struct pt_grams *grams)
{
    *grams = (struct pt_grams){0};
    pt_buffer_init(&grams->line);
}

void pt_grams_fini(struct pt_grams *grams)
{
    pt_buffer_fini(&grams->line);
    for (size_t k = 0; k < PT_N_GRAM_KINDS; k++)
        pt_release(grams->marks[k].at);
    pt_grams_init(grams);
}

static bool need_marks(struct pt_marks *marks, size_t n)
{
    void *at = marks->at;

    if (!pt_grow(&at, &marks->room, n + 1, sizeof *marks->at))
        return false;
    marks->at = at;
    return true;
}

/* Where characters begin: at every byte that does not go on with one. */
static bool mark_characters(struct pt_grams *grams)
{
    struct pt_marks *marks = &grams->marks[PT_GRAM_CHARS];
    const size_t length = grams->line.length;

    marks->n = 0;
    if (grams->marks[PT_GRAM_WORDS].n == 0)
        return true;
    if (!need_marks(marks, length))
        return false;
    for (size_t i = 0; i < length; i++) {
        marks->at[marks->n] = (uint32_t)i;
        marks->n += ((unsigned char)grams->line.bytes[i] & 0xc0) != 0x80;
    }
    marks->at[marks->n] = (uint32_t)length;
    return true;
}

bool pt_grams_start(struct pt_grams *grams, const struct pt_wording *how, struct pt_words *words)
{
    const size_t most = (size_t)(words->end - words->folded.bytes);   /* one space more for each word of one byte */
    struct pt_marks *marks = &grams->marks[PT_GRAM_WORDS];
    void *line = grams->line.bytes;
    const char *word;
    char *to;
    size_t length;

    if (most > UINT32_MAX / 2 - 1 || !pt_grow(&line, &grams->line.room, 2 * most + 1, 1))
        return false;
    grams->line.bytes = to = line;
    *to++ = ' ';
    marks->n = 0;
    while (pt_words_next(words, &word, &length)) {
        if (how->stop.count > 0 && pt_dict_find(&how->stop, word, length) != PT_DICT_NONE)
            continue;
        if (marks->n + 1 >= marks->room && !need_marks(marks, 2 * marks->n + 64))
            return false;
        marks->at[marks->n++] = (uint32_t)(to - grams->line.bytes);
        memcpy(to, word, length);
        to[length] = ' ';
        to += length + 1;
    }
    grams->line.length = (size_t)(to - grams->line.bytes);
    if (marks->n > 0)
        marks->at[marks->n] = (uint32_t)grams->line.length;
    return how->grams[PT_GRAM_CHARS].most == 0 || mark_characters(grams);
}
