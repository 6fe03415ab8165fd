/* What a parser makes of a segment of whole lines: growable arrays that become a block. Reused for the next segment.
 *
 * A parser is a pure function of (recipe, bytes): it shares nothing, so that many threads may parse at
 * once. While a recipe is being fitted, labels and words are numbered by dictionaries of the chunk's own;
 * pt_chunk_merge then renumbers them, in the order of the source, into the recipe's. */
#ifndef PT_PARSE_CHUNK_H
#define PT_PARSE_CHUNK_H

#include "base/printable.h"
#include "parse/text/grams.h"
#include "recipe/recipe.h"

struct pt_blank {                    /* a line without a row: empty, a comment, a bad row or one left out */
    uint64_t row;                    /* it stands before this row of the chunk */
    uint64_t line;                   /* n_lines when it began; the reader makes it a pt_place */
    size_t   why;                    /* 1 + where in the chunk's `reasons` it says what is wrong; 0: nothing is */
    size_t   at;                     /* byte within the chunk of what is wrong */
};

struct pt_chunk {
    /* rows */
    size_t    n_rows, row_room;
    uint64_t *offset;                /* [row_room + 1]; sparse */
    uint32_t *label;                 /* [row_room] */
    double   *weight;                /* [row_room]; meaningful when has_weights */
    double   *norm2;                 /* [row_room] filled by a parser (has_norms) or by pt_chunk_seal */
    uint64_t *place;                 /* [row_room] n_lines when the row began; the reader makes it a pt_place */
    bool      has_weights, has_labels;
    struct pt_blank *blank;          /* [n_blank] lines without a row, when asked for */
    size_t    n_blank, blank_room;
    struct pt_buffer reasons;        /* of bad rows among them, each ended by NUL */
    bool      has_norms;             /* the values are those that norm2 was made of; who changes them clears it */
    bool      has_ones;              /* sparse: no value is known but ones, likewise */
    /* values */
    size_t    n_values, value_room;
    uint32_t *index;                 /* [value_room]; sparse only */
    double   *value;                 /* [value_room] as parsed */
    void     *narrow;                /* [value_room] of `kind` after sealing, unless that is F64 */
    enum pt_kind kind;
    uint32_t  top_feature;           /* 1 + largest feature index seen */
    uint32_t  least_index;           /* SVM: 0 when an index 0 was seen, 1 when only others, UINT32_MAX: none */
    /* dictionaries of this chunk's own, while fitting */
    struct pt_dict labels, words;
    /* what happened */
    size_t    n_lines;               /* line ends consumed */
    uint64_t  bad_rows, missing_rows, dropped_rows, missing_cells, unlabelled_rows;
    uint64_t  rounded_cells;         /* numbers whose digits no double holds: pt_decimal_is_kept */
    size_t    rounded_at;            /* byte within the chunk of the first */
    uint64_t  unseen_labels, unseen_words, unseen_categories, unseen_features, unseen_keys;
    struct pt_printable first_key;   /* that was not known */
    bool      failed;                /* the error below stops reading */
    size_t    bad_at;                /* byte within the chunk of the first bad place */
    ptron_error error;               /* of the first bad row; the place is filled in by the reader */
    ptron_detail about;              /* what the next bad row is about */
    /* scratch that a parser may use between calls */
    struct pt_buffer scratch;
    struct { uint32_t id; double value; } *pairs;   /* [pair_room] */
    size_t    pair_room;
    struct pt_buffer text;
    uint32_t *numbers;               /* [number_room] */
    size_t    number_room;
    struct pt_dict names;            /* of columns, for parsers that find them by name ... */
    const struct pt_column *names_of;   /* ... of these; NULL: not listed yet */
    struct pt_buffer path;
    struct pt_words splitter;        /* of texts in columns */
    struct pt_grams grams;
    size_t   *word_at;               /* [word_room] where the word was last counted, among the values ... */
    size_t    word_room, n_placed;   /* ... of the first n_placed words */
    size_t   *entry_at;              /* [entry_room] crossed columns: 1 + where the category's entry is in scratch */
    size_t    entry_room;
};

struct pt_parse {                    /* what a parser is told */
    const struct pt_recipe *recipe;
    bool  fitting;                   /* number labels and words by the chunk's own dictionaries */
    bool  labels_optional;           /* predict: rows without labels are welcome */
    bool  skip_bad;                  /* on-bad=skip */
    bool  keep_blanks;               /* note the lines that have no row */
    bool  digits;                    /* count the numbers that no double holds: takes time where digits are many */
    const uint32_t *columns;         /* CSV: [n_columns] recipe column of each file column; NULL: the same */
    size_t n_columns;                /* CSV: columns of the file at hand */
    uint32_t most_features;          /* SVM, fitting: weights for more would not fit in memory; 0: no limit */
};

/* Line and column, from 1, of byte `at` of the text. */
void pt_text_place(const char *bytes, size_t at, uint64_t *line, uint64_t *column);

void pt_chunk_init(struct pt_chunk *chunk);
void pt_chunk_fini(struct pt_chunk *chunk);
void pt_chunk_reset(struct pt_chunk *chunk);                     /* empty, memory kept */

/* Room for one more row / n more values; false when memory is out. The row begins with what is then the
 * first free value (offset), the line at hand (place), no label and weight 1. */
bool pt_chunk_grow_rows(struct pt_chunk *chunk, size_t wanted);
static inline bool pt_chunk_need_row(struct pt_chunk *chunk)
{
    const size_t row = chunk->n_rows;

    if (row >= chunk->row_room && !pt_chunk_grow_rows(chunk, row + 1))
        return false;
    chunk->offset[row] = chunk->n_values;
    chunk->place[row] = chunk->n_lines;
    chunk->label[row] = PT_NO_LABEL;
    chunk->weight[row] = 1.0;
    return true;
}
bool pt_chunk_need_values(struct pt_chunk *chunk, size_t n);

/* Gives the row being built a label; false when memory is out. */
bool pt_chunk_label(struct pt_chunk *chunk, const struct pt_parse *parse, const char *text, size_t length);

/* A number at that byte was rounded when it was read. */
static inline void pt_chunk_rounded(struct pt_chunk *chunk, size_t at)
{
    if (chunk->rounded_cells++ == 0)
        chunk->rounded_at = at;
}

/* A value stands under a key that the recipe does not have. */
static inline void pt_chunk_unseen_key(struct pt_chunk *chunk, const char *key, size_t length)
{
    if (chunk->unseen_keys++ == 0)
        chunk->first_key = pt_printable(key, length);
}

/* Drops the row being built: everything since pt_chunk_need_row. */
void pt_chunk_drop_row(struct pt_chunk *chunk);
/* The line at hand has no row. Without memory the chunk fails. */
void pt_chunk_blank(struct pt_chunk *chunk, const struct pt_parse *parse);
/* The same for one that might have had: why it has none, and which byte of the chunk that is about; SIZE_MAX: the whole
 * row. */
void pt_chunk_left_out(struct pt_chunk *chunk, const struct pt_parse *parse, size_t at, const char *reason);

/* The row being built is bad at that byte of the chunk: dropped, counted, described if it is the first.
 * True when the parser may go on with the next line. */
bool pt_chunk_bad_row(struct pt_chunk *chunk, const struct pt_parse *parse, size_t at, const char *format, ...)
    PT_PRINTF(4, 5);
/* Memory ran out: the chunk has failed. Returns false. */
bool pt_chunk_no_memory(struct pt_chunk *chunk);

/* Keeps the rows whose keep[row] is true; before sealing. width: 0 when sparse. */
void pt_chunk_keep(struct pt_chunk *chunk, const bool *keep, uint32_t width);
/* Keeps the rows without a label and those whose label is one of `wanted` (by text, or by value where both are
 * numbers), counts the others as dropped; false when memory is out. */
bool pt_chunk_keep_classes(struct pt_chunk *chunk, const struct pt_parse *parse, const struct pt_dict *wanted,
                           uint32_t width);

/* Merges the chunk's dictionaries into the recipe's (fitting), renumbers labels and words, sorts the
 * indices of renumbered rows, raises recipe->n_features. In the order of the source, one at a time. */
ptron_status pt_chunk_merge(struct pt_chunk *chunk, struct pt_recipe *recipe, ptron_error *err);

/* With a fitted recipe, before sealing: missing cells get their value, rows are scaled. */
void pt_chunk_finish(struct pt_chunk *chunk, const struct pt_recipe *recipe, bool dense, uint32_t width);

/* Finds the narrowest exact kind, narrows, computes norms. After this pt_chunk_block is valid. decimals: such kinds
 * too, which pays for rows that stay. */
ptron_status pt_chunk_seal(struct pt_chunk *chunk, bool dense, uint32_t width, bool decimals, ptron_error *err);
struct pt_block pt_chunk_block(const struct pt_chunk *chunk, bool dense, uint32_t width);

/* Memory that the rows at hand, and what a parser used for them, were written to. */
uint64_t pt_chunk_bytes(const struct pt_chunk *chunk, bool dense);

#endif
