/* The formats there are, one row each: a new text format is a row here and a folder src/parse/NAME. */
#ifndef PT_RECIPE_FORMAT_H
#define PT_RECIPE_FORMAT_H

#include <stdbool.h>

/* Where rows come from: lines of text, an array in a binary file, or the caller's memory. */
enum pt_origin { PT_FROM_TEXT, PT_FROM_ARRAY, PT_FROM_MEMORY };

/* What a row is made of: index:value pairs; named columns, numbers before categories; words; the values of an array; or
 * whatever the caller had. */
enum pt_shape { PT_SHAPE_PAIRS, PT_SHAPE_COLUMNS, PT_SHAPE_WORDS, PT_SHAPE_ARRAY, PT_SHAPE_ANY };

/* number: in files, for good. choices: words of --format. options: those of the data options that are about few formats
 * and mean something for this one. A text format's parser is pt_parser_<lower>. */
#define PT_WORD_OPTIONS   "hash-bits ngrams chars counts stop-words min-df max-df max-features"
#define PT_COLUMN_OPTIONS \
    "label ignore weight one-hot text cross missing missing-indicator na dates date-order " PT_WORD_OPTIONS
#define PT_FORMAT_MAP(X)                                                                                           \
    /* upper  lower  number name      origin  shape    choices      options */                                     \
    X(SVM,    svm,    0,    "libsvm", TEXT,   PAIRS,   "|libsvm",   "index-base")                                  \
    X(CSV,    csv,    1,    "csv",    TEXT,   COLUMNS, "|csv|tsv",                                                 \
      PT_COLUMN_OPTIONS " header delimiter decimal skip-lines comment")                                            \
    X(TEXT,   text,   2,    "text",   TEXT,   WORDS,   "|text",     PT_WORD_OPTIONS " header")                     \
    X(IDX,    idx,    3,    "idx",    ARRAY,  ARRAY,   "|idx",      "labels missing")                              \
    X(NPY,    npy,    4,    "npy",    ARRAY,  ARRAY,   "|npy",      "label labels missing")                        \
    X(MEMORY, memory, 5,    "memory", MEMORY, ANY,     "",          "")                                            \
    X(JSONL,  jsonl,  6,    "jsonl",  TEXT,   COLUMNS, "|jsonl",    PT_COLUMN_OPTIONS)                             \
    X(ARFF,   arff,   7,    "arff",   TEXT,   COLUMNS, "|arff",     PT_COLUMN_OPTIONS)

enum pt_format {
#define X(upper, lower, number, name, origin, shape, choices, options) PT_FORMAT_##upper = (number),
    PT_FORMAT_MAP(X)
#undef X
    PT_N_FORMATS
};

struct pt_format_facts {
    const char    *name;
    enum pt_origin origin;
    enum pt_shape  shape;
    const char    *choices;   /* "|csv|tsv" */
    const char    *options;   /* "label labels" */
};

extern const struct pt_format_facts pt_formats[PT_N_FORMATS];

/* The format that a word of --format asks for; PT_N_FORMATS: none ("auto"). */
enum pt_format pt_format_asked(const char *word);
/* Whether the word is in a list of words with spaces between them. */
bool pt_format_lists(const char *options, const char *word);

#endif
