/* N-grams of a text: runs of its words, and of the characters of its words (recipe/wording.h says which).
 *
 * The words that are not stop words are written into one line with a space between any two, before the first and
 * behind the last: every n-gram is then a run of that line's bytes. */
#ifndef PT_PARSE_TEXT_GRAMS_H
#define PT_PARSE_TEXT_GRAMS_H

#include "parse/text/words.h"
#include "recipe/wording.h"

struct pt_marks {              /* where something begins in the line; one more behind the last */
    uint32_t *at;              /* [n + 1] */
    size_t    n, room;
};

struct pt_grams {
    struct pt_buffer line;
    struct pt_marks marks[PT_N_GRAM_KINDS];
};

void pt_grams_init(struct pt_grams *grams);
void pt_grams_fini(struct pt_grams *grams);
/* Makes the line of a text that was begun (pt_words_start); false when memory is out. */
bool pt_grams_start(struct pt_grams *grams, const struct pt_wording *how, struct pt_words *words);

/* An n-gram, a borrow until the next text; word: it is a single one. False ends it. */
typedef bool pt_gram_taker(void *context, enum pt_gram_kind kind, bool word, const char *text, size_t length);

/* All n-grams: words first, by where they begin, the shorter before the longer. False: the taker ended it. */
static inline bool pt_grams_each(const struct pt_grams *grams, const struct pt_wording *how, pt_gram_taker *take,
                                 void *context)
{
    for (int k = 0; k < PT_N_GRAM_KINDS; k++) {
        const struct pt_marks *marks = &grams->marks[k];
        const size_t least = how->grams[k].least, most = how->grams[k].most;
        const uint32_t behind = k == PT_GRAM_WORDS;   /* the space behind the last word is no part */

        for (size_t i = 0; most > 0 && i + least <= marks->n; i++)
            for (size_t n = least; n <= most && i + n <= marks->n; n++)
                if (!take(context, (enum pt_gram_kind)k, k == PT_GRAM_WORDS && n == 1, grams->line.bytes + marks->at[i],
                          marks->at[i + n] - marks->at[i] - behind))
                    return false;
    }
    return true;
}

#endif
