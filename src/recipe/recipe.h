/* How bytes become a row: fixed in training, kept in the model, so that a model turns a raw line into a
 * score and `predict` never guesses again. A recipe is fitted once (`fitting` is then true while rows
 * come in) and does not change afterwards: many threads may read it. */
#ifndef PT_RECIPE_RECIPE_H
#define PT_RECIPE_RECIPE_H

#include "base/buffer.h"
#include "base/param.h"
#include "recipe/feature_map.h"
#include "recipe/format.h"
#include "recipe/labels.h"
#include "recipe/running.h"
#include "recipe/wording.h"
#include "rows/row.h"

extern const struct pt_param pt_data_params[];   /* the options that say how data is read */
extern const size_t          pt_n_data_params;

enum pt_role { PT_ROLE_NUMBER, PT_ROLE_CATEGORY, PT_ROLE_LABEL, PT_ROLE_WEIGHT, PT_ROLE_IGNORED, PT_ROLE_TEXT };

/* How the cells of a number column are written. Flags: true, yes and 1 are 1, false, no and 0 are 0. Dates: days since
 * 1970-01-01; a year that stands first is told by its four digits, else the day does, or the month. */
#define PT_CELLS_MAP(X) \
    X(CELLS_NUMBER, "number") X(CELLS_FLAG, "yes or no") X(CELLS_DATE, "date") X(CELLS_DATE_MDY, "date, month first")
enum pt_cells { PT_CELLS_MAP(PT_CHOICE_NAME) };

struct pt_column {           /* CSV: one column of the file, in the order of the training file */
    char        *name;       /* from the header, or "1", "2", ... */
    enum pt_role role;
    uint32_t     feature;    /* PT_ROLE_NUMBER: the feature it fills */
    enum pt_cells cells;     /* PT_ROLE_NUMBER */
    uint32_t     missing;    /* PT_ROLE_NUMBER: the feature that is 1 where its cell is missing; 0: there is none */
};

#define PT_MISSING_MAP(X) \
    X(MISSING_ERROR, "error") X(MISSING_ZERO, "zero") X(MISSING_MEAN, "mean") X(MISSING_SKIP, "skip")
enum pt_missing { PT_MISSING_MAP(PT_CHOICE_NAME) };

#define PT_SCALING_MAP(X) \
    X(SCALE_NONE, "none") X(SCALE_STANDARD, "standard") X(SCALE_MINMAX, "minmax") \
    X(SCALE_BALL, "ball") X(SCALE_UNIT, "unit") X(SCALE_TFIDF, "tfidf") \
    X(SCALE_AUTO, "auto")        /* asked for only: rows decide whether it is standard or none (spans.h) */
enum pt_scaling { PT_SCALING_MAP(PT_CHOICE_NAME) };

struct pt_spread {               /* the features that reach least and furthest, and how far; zeroed: none differ */
    double   least, most;
    uint32_t least_feature, most_feature;
};

struct pt_recipe {
    enum pt_format format;
    bool     dense;              /* rows are dense by format: CSV without categories, IDX, NPY */
    uint32_t n_features;         /* known when fitting is done; grows while fitting sparse rows */
    struct pt_labels labels;

    int      index_base;         /* SVM: 0 or 1; -1: not yet known, or not SVM */

    char     delimiter;          /* CSV: any byte that pt_csv_delimiter_named takes */
    char     decimal;            /* CSV: '.' or ',' before a number's decimals */
    char     comment;            /* CSV: lines that begin with it are skipped; NUL: none */
    uint32_t skip_lines;         /* CSV: lines before the first that counts */
    struct pt_dict na;           /* CSV: cells that are missing besides those that always are */
    bool     header;
    struct pt_column *columns;   /* CSV: [n_columns] */
    size_t   n_columns;
    uint32_t n_numbers;          /* CSV: features of numeric columns, in their order, then those that say where a cell
                                  * is missing; categories are features from here on */
    bool     whole;              /* CSV with categories: rows store every number, zeros too, so that it can be
                                  * centred */

    /* TEXT: the vocabulary. CSV: "column=value" of each category, "column:word" of each word. Feature = n_numbers + id.
     * Also feature names given with rows in memory. */
    struct pt_dict words;
    struct pt_dict declared;     /* ARFF: "column=value" of the values that nominal columns list, in their order */
    struct pt_wording wording;   /* what of texts is a feature, and which columns are multiplied */
    unsigned hash_bits;          /* > 0: words (TEXT), categories (CSV) are hashed into 2^bits features, none is kept */

    enum pt_missing missing;
    double  *fill;               /* [n_features] what a missing cell becomes; NULL: 0 */

    enum pt_scaling scaling;     /* x' = (x - shift) * factor; for the ball and unit see scale.c */
    double  *shift;              /* [n_features] or NULL: no centring (always so for sparse rows that are not whole) */
    double  *factor;             /* [n_features] or NULL */
    double   ball;               /* PT_SCALE_BALL: every row is divided by this */
    struct pt_running running;   /* PT_SCALE_STANDARD of rows that passed by: what shift and factor come from; no part
                                  * of the recipe's bytes. Zeroed: they were fitted to all rows at once */

    struct pt_spread spread;     /* why auto became standard; no part of the recipe's bytes. Zeroed: it did not */

    struct pt_feature_map feature_map;         /* the last step: features made of the others */
};

/* Whether a byte may part cells, or begin a comment between cells so parted: none that a number, a word or a quote may
 * hold. */
bool pt_delimiter_is(char c);
bool pt_comment_is(char c, char delimiter);

/* What rows of this recipe are made of. */
static inline enum pt_shape pt_recipe_shape(const struct pt_recipe *recipe)
{
    return pt_formats[recipe->format].shape;
}

/* Features that rows have in the end. */
static inline uint32_t pt_recipe_width(const struct pt_recipe *recipe)
{
    return recipe->feature_map.kind == PT_MAP_NONE ? recipe->n_features : recipe->feature_map.out;
}

/* Whether rows may have weights of their own: by a column, an attribute of ARFF, an array. */
bool pt_recipe_may_weigh(const struct pt_recipe *recipe);

void pt_recipe_init(struct pt_recipe *recipe);
void pt_recipe_drop_scale(struct pt_recipe *recipe);   /* shift and factor; which scaling it is stays */
void pt_recipe_fini(struct pt_recipe *recipe);
ptron_status pt_recipe_copy(struct pt_recipe *to, const struct pt_recipe *from, ptron_error *err);

const char *pt_scaling_name(enum pt_scaling scaling);

/* The feature's name, ended and cut to `room`; returns the full length. */
size_t pt_recipe_feature_name(const struct pt_recipe *recipe, uint32_t feature, char *name, size_t room);
/* False for features nobody can name: hashed slots keep their number, so they are true. */
bool pt_recipe_has_feature(const struct pt_recipe *recipe, uint32_t feature);

/* Another CSV column (name_columns.c); recipe->columns has room for it. `names`: those of the columns so far. And all
 * that a CSV file has whose numbers have these names, with the label behind them in a column "label", unless a number
 * is. */
ptron_status pt_recipe_add_column(struct pt_recipe *recipe, struct pt_dict *names, const char *name, enum pt_role role,
                                  ptron_error *err);
ptron_status pt_recipe_name_columns(struct pt_recipe *recipe, const char *const *names, size_t n, ptron_error *err);

/* Features are counted by the largest index, and each takes memory in whatever is learned: an error when rows have next
 * to none of so many. values: all that they have. */
ptron_status pt_recipe_check_width(const struct pt_recipe *recipe, uint64_t values, ptron_error *err);

/* The recipe as bytes, and back with every field checked: nothing in the bytes is trusted. */
void         pt_recipe_save(const struct pt_recipe *recipe, struct pt_buffer *out);
ptron_status pt_recipe_load(struct pt_recipe *recipe, struct pt_cursor *in, ptron_error *err);

/* Scales the values of one row in place (value: F64). norm2 is that of the row before scaling. */
void pt_recipe_scale_row(const struct pt_recipe *recipe, const uint32_t *index, double *value, size_t n,
                         double norm2);

#endif
