/* Words of a message.
 *
 * A word is a maximal run of Unicode letters, marks and numbers that does not begin with a mark, in case
 * folded and composed form (NFC): "Don't" is the words don and t. Each of the signs $ ! £ € is a word of its
 * own. Everything else parts words, and so do bytes that are not UTF-8: no message is refused. */
#ifndef PT_DATA_WORDS_H
#define PT_DATA_WORDS_H

#include "base/buffer.h"

struct pt_words {
    struct pt_buffer folded;   /* the message with words folded; ASCII signs as they were */
    struct pt_buffer clean;    /* scratch for messages that are not ASCII */
    int32_t *codes;            /* [code_room] scratch, too */
    size_t   code_room;
    const char *at, *end;      /* what is left of folded */
};

void pt_words_init(struct pt_words *words);
void pt_words_fini(struct pt_words *words);

/* Begins a message; false when memory is out. */
bool pt_words_start(struct pt_words *words, const char *text, size_t length);

/* What a byte of the folded line is: it parts words, belongs to one, or is one. */
enum { PT_WORD_PART, PT_WORD_LETTER, PT_WORD_SIGN };
extern const unsigned char pt_word_kind[256];

/* The next word, a borrow until the next message; false at the end. */
static inline bool pt_words_next(struct pt_words *words, const char **word, size_t *length)
{
    const char *s = words->at, *const end = words->end;

    while (s < end && pt_word_kind[(unsigned char)*s] == PT_WORD_PART)
        s++;
    *word = s;
    if (s < end && pt_word_kind[(unsigned char)*s] == PT_WORD_SIGN)
        s++;
    else
        while (s < end && pt_word_kind[(unsigned char)*s] == PT_WORD_LETTER)
            s++;
    words->at = s;
    *length = (size_t)(s - *word);
    return *length > 0;
}

#endif
