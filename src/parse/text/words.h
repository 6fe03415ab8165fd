/* Words of a message.
 *
 * A word is a maximal run of Unicode letters, marks and numbers that does not begin with a mark, in case
 * folded and composed form (NFC): "Don't" is the words don and t. Each of the signs $ ! £ € is a word of its
 * own. Everything else parts words, and so do bytes that are not UTF-8: no message is refused. */
#ifndef PT_PARSE_TEXT_WORDS_H
#define PT_PARSE_TEXT_WORDS_H

#include "base/buffer.h"
#include "base/number.h"

struct pt_words {
    struct pt_buffer folded;   /* the message with words folded; ASCII signs as they were */
    uint32_t *codes;           /* [code_room] scratch for messages that are not ASCII */
    size_t   code_room;
    /* Words are found in 64 bytes at a time: bit i is byte i of the window. */
    const char *window, *end;  /* of folded */
    const char *open;          /* where the word at hand begins; NULL: between words */
    uint64_t inside;           /* bytes of words */
    uint64_t bounds;           /* where words begin, and where there are none any more; those not yet passed */
    bool     was_inside, was_sign;   /* the byte before the window */
};

void pt_words_init(struct pt_words *words);
void pt_words_fini(struct pt_words *words);

/* Begins a message; false when memory is out. */
bool pt_words_start(struct pt_words *words, const char *text, size_t length);

/* What a byte of the folded line is: it parts words, belongs to one, or is one. */
enum { PT_WORD_PART, PT_WORD_LETTER, PT_WORD_SIGN };
extern const unsigned char pt_word_kind[256];

/* Moves the window on; false when nothing is left. */
bool pt_words_look(struct pt_words *words);

/* The next word, a borrow until the next message; false at the end. */
static inline bool pt_words_next(struct pt_words *words, const char **word, size_t *length)
{
    do {
        while (words->bounds != 0) {
            const unsigned i = pt_trailing_zeros(words->bounds);
            const char *const at = words->window + i, *const begun = words->open;

            words->open = (words->inside >> i & 1) != 0 ? at : NULL;
            words->bounds &= words->bounds - 1;
            if (begun != NULL) {
                *word = begun;
                *length = (size_t)(at - begun);
                return true;
            }
        }
    } while (pt_words_look(words));
    *word = words->open;
    *length = words->open == NULL ? 0 : (size_t)(words->end - words->open);
    words->open = NULL;
    return *length > 0;
}

#endif
