/* What of a text becomes features, and what their counts are worth; which columns are multiplied with each other.
 *
 *     words       n-grams of words: n words that follow one another, with a space between any two
 *     characters  n-grams of characters: of all words with a space between any two, before the first, behind the last
 *     stop words  are left out before anything is made of the others
 *     crosses     pairs of columns: the product of two numbers, of a number and a category's 1, or two categories' 1
 *
 * Fitted by the options, kept in the recipe. */
#ifndef PT_RECIPE_WORDING_H
#define PT_RECIPE_WORDING_H

#include "base/buffer.h"
#include "base/dict.h"
#include "base/param.h"

/* auto: counts as they are, but their logarithm for tfidf. */
#define PT_COUNTING_MAP(X) \
    X(COUNT_AUTO, "auto") X(COUNT_PLAIN, "plain") X(COUNT_BINARY, "binary") X(COUNT_LOG, "log")
enum pt_counting { PT_COUNTING_MAP(PT_CHOICE_NAME) };

/* What unit and tfidf divide a row by; auto: l2. */
#define PT_NORM_MAP(X) X(NORM_AUTO, "auto") X(NORM_NONE, "none") X(NORM_L1, "l1") X(NORM_L2, "l2")
enum pt_norm { PT_NORM_MAP(PT_CHOICE_NAME) };

struct pt_grams_asked {
    uint32_t least, most;          /* both 0: none */
};

enum pt_gram_kind { PT_GRAM_WORDS, PT_GRAM_CHARS, PT_N_GRAM_KINDS };
enum { PT_LONGEST_GRAM = 16 };

struct pt_cross {
    uint32_t first, second;        /* columns of the recipe, first < second */
};

struct pt_wording {
    struct pt_grams_asked grams[PT_N_GRAM_KINDS];
    enum pt_counting counting;
    enum pt_norm     norm;
    struct pt_dict   stop;
    struct pt_cross *crosses;      /* [n_crosses] */
    uint32_t         n_crosses;
};

void         pt_wording_init(struct pt_wording *wording);   /* single words, counted */
void         pt_wording_fini(struct pt_wording *wording);
ptron_status pt_wording_copy(struct pt_wording *to, const struct pt_wording *from, ptron_error *err);
bool         pt_wording_equals(const struct pt_wording *a, const struct pt_wording *b);
/* Whether it says more than that single words are counted. */
bool         pt_wording_is_more(const struct pt_wording *wording);

/* N-grams and counting by the options; stop words are the reader's to fill in, crosses the columns'. */
ptron_status pt_wording_fit(struct pt_wording *wording, const ptron_options *options, ptron_error *err);
/* The norm by its option, which goes with few ways to scale. */
ptron_status pt_wording_fit_norm(struct pt_wording *wording, const ptron_options *options, ptron_error *err);
/* The range that an option names, "2" or "1..3". */
ptron_status pt_wording_range(const ptron_options *options, const char *option, struct pt_grams_asked *range,
                              ptron_error *err);

/* Whether only single words are features: the quick way. */
static inline bool pt_wording_is_plain(const struct pt_wording *wording)
{
    return wording->grams[PT_GRAM_WORDS].least == 1 && wording->grams[PT_GRAM_WORDS].most == 1 &&
           wording->grams[PT_GRAM_CHARS].most == 0 && wording->stop.count == 0;
}

/* Counts of one row as the recipe wants them. */
void pt_wording_count(const struct pt_wording *wording, double *count, size_t n);

void         pt_wording_save(const struct pt_wording *wording, struct pt_buffer *out);
ptron_status pt_wording_load(struct pt_wording *wording, uint32_t n_columns, struct pt_cursor *in, ptron_error *err);

#endif
