/* perceptron: train, test, explain and prove with perceptrons.
 *
 * The whole public interface, in reading order: version, status, error, options, data, training, model, prediction;
 * then judging rows, algorithms and models (perceptron_judging.h), proofs (perceptron_proofs.h), runs with their
 * pages (perceptron_runs.h), tuning (perceptron_tuning.h) and many machines (perceptron_ranks.h), which this header
 * includes. Every handle is opaque; every struct that a caller may hold
 * carries its size (set it with PTRON_SIZED), so that it can grow without breaking programs.
 *
 * Conventions
 *   - A function that can fail returns ptron_status; 0 is success, always. Results go through pointers; on failure
 *     they are NULL and nothing is owed. `err` may be NULL. NULL where something is needed is PTRON_ARGUMENT; of a
 *     getter, its answer for what is not there: 0, NULL, false.
 *   - `_new`/`_load`/`_open` is undone by `_free`/`_close`, which accept NULL.
 *   - Handles may be freed in any order: what a handle needs of another (a trainer of its sets, a set of the model it
 *     was read with, an evaluation of its model, a certificate of its rows) stays in memory until both are freed.
 *     Options, paths and texts are copied. Arrays lent by ptron_dataset_borrow stay the caller's.
 *   - What a getter returns is borrowed: valid until its owner changes or is freed.
 *   - The library never prints, never exits, keeps no global state.
 *   - Threads: a const handle may be shared by any number of threads, in any functions at once; with a handle that is
 *     not const one thread works at a time, and nobody else reads it meanwhile. Results never depend on it.
 *   - Callbacks come from the thread that called the function, while it runs, and never two at once; only those of
 *     ptron_compare and ptron_tuning_run come from their own threads, one at a time. A callback may use const handles
 *     that the call it came from was given, not free them.
 *   - Text is UTF-8. Class 0 is the negative class, class 1 the positive one when there are two. */
#ifndef PERCEPTRON_H
#define PERCEPTRON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PTRON_API __attribute__((visibility("default")))
#else
#define PTRON_API
#endif

/* ---- version ------------------------------------------------------------------------------------- */

#define PTRON_VERSION_MAJOR 0
#define PTRON_VERSION_MINOR 1
#define PTRON_VERSION_PATCH 0

#define PTRON_VERSION_NUMBER (PTRON_VERSION_MAJOR * 1000000 + PTRON_VERSION_MINOR * 1000 + PTRON_VERSION_PATCH)

/* Of the library that runs, which may be newer than the header: "0.1.0", and 1000 for it. */
PTRON_API const char *ptron_version(void);
PTRON_API uint32_t    ptron_version_number(void);

/* ---- status and error ---------------------------------------------------------------------------- */

#define PTRON_STATUS_MAP(X)                                 \
    X(OK,       0, "success")                               \
    X(ARGUMENT, 1, "argument outside its documented range") \
    X(DATA,     2, "malformed data")                        \
    X(MODEL,    3, "malformed or incompatible model")       \
    X(IO,       4, "input or output failed")                \
    X(NOMEM,    5, "out of memory")                         \
    X(CANCELED, 6, "stopped by the caller")                 \
    X(INTERNAL, 7, "a defect in this library")

typedef enum ptron_status {
#define X(name, value, text) PTRON_##name = (value),
    PTRON_STATUS_MAP(X)
#undef X
} ptron_status;

PTRON_API const char *ptron_status_text(ptron_status code);

/* What an error is about more closely, for exceptions of bindings: numbers never change their meaning, new ones come at
 * the end; a message may be worded anew at any time. Most errors have none. */
#define PTRON_DETAIL_MAP(X)                                                              \
    X(NONE,               0, "nothing more is known")                                    \
    X(MEMORY,             1, "out of memory")                                            \
    X(CANCELED,           2, "a callback said to stop")                                  \
    X(STRUCT_SIZE,        3, "the size of a struct is not set")                          \
    X(OPTION_UNKNOWN,     4, "no option of that name")                                   \
    X(OPTION_VALUE,       5, "a value that the option does not take")                    \
    X(ALGORITHM_UNKNOWN,  6, "no algorithm of that name")                                \
    X(FILE_NOT_FOUND,     7, "no such file")                                             \
    X(FILE_DENIED,        8, "the file may not be read or written")                      \
    X(FILE_FULL,          9, "no space is left for the file")                            \
    X(CHECKSUM,          10, "a checksum does not match: the file is damaged")           \
    X(VERSION,           11, "made by a version that this library does not read")        \
    X(NOT_A_MODEL,       12, "the bytes are no model")                                   \
    X(NO_ROWS,           13, "there are no rows")                                        \
    X(BAD_NUMBER,        14, "not a number where one is needed")                         \
    X(NOT_FINITE,        15, "a value is infinite or not a number")                      \
    X(TOO_LARGE,         16, "values so large that arithmetic overflows")                \
    X(MISSING_VALUE,     17, "a value is missing")                                       \
    X(LABEL_MISSING,     18, "a row has no label")                                       \
    X(LABEL_UNKNOWN,     19, "a label that the model, or the rows, do not have")         \
    X(ONE_CLASS,         20, "all rows have the same label")                             \
    X(FEATURE_COUNT,     21, "rows of another number of features")                       \
    X(OTHER_FEATURES,    22, "rows whose features mean something else than the model's") \
    X(OTHER_ROWS,        23, "not the rows that were learned from")                      \
    X(OPTION_IDLE,       24, "an option that does nothing here")

typedef enum ptron_detail {
#define X(name, value, text) PTRON_DETAIL_##name = (value),
    PTRON_DETAIL_MAP(X)
#undef X
} ptron_detail;

PTRON_API const char *ptron_detail_text(ptron_detail detail);

/* The one struct that a caller holds without a size: from the first release on it does not change within a major
 * version. */
typedef struct ptron_error {
    ptron_status code;
    char         file[96];     /* as the user named it, its tail if longer; empty when not about a file */
    uint64_t     line;         /* 1-based line (or row) of the input; 0 when not about a line */
    uint64_t     column;       /* 1-based byte within that line; 0 for the whole line */
    char         message[240]; /* one clause, lower case, no full stop, always ended */
    ptron_detail detail;
} ptron_error;

/* A struct that grows: PTRON_SIZED(ptron_result, result); declares and prepares it. What goes in counts as far as its
 * size says, the rest as zero; what comes out is filled as far as its size allows, which is then set to what was
 * filled. A size that was not set is PTRON_ARGUMENT; a function that returns nothing fills nothing. Such a struct is
 * never part of another, nor of an array by value. */
#ifdef __cplusplus
#define PTRON_SIZED(type, name) type name = type(); name.size = sizeof(type)
#else
#define PTRON_SIZED(type, name) type name = {.size = sizeof(type)}
#endif

/* Writes the shortest decimal that reads back to the same double, whatever the locale: 0.1, -3, 1e-7, 1.5e20, nan,
 * inf; ended, cut to `room` (PTRON_NUMBER_ROOM is always enough). Returns its full length. */
#define PTRON_NUMBER_ROOM 33
PTRON_API size_t ptron_format_number(double value, char *text, size_t room);

/* The text as a JSON string with its quotes, bytes that are not UTF-8 as U+FFFD: ended, cut to `room`. Its full
 * length. */
PTRON_API size_t ptron_format_json(const char *text, char *json, size_t room);
/* Of `nearest` (may be NULL) and `candidate`, what a user who typed `word` may have meant: for "did you mean ...?" go
 * through all that is known. NULL: neither is near. */
PTRON_API const char *ptron_nearer_word(const char *word, const char *nearest, const char *candidate);

/* A file that appears whole or not at all: written beside its place, synced, and renamed when it is closed with `keep`.
 * "-" is standard output; what is not a regular file (a device, a named pipe) is written directly. */
typedef struct ptron_output ptron_output;
PTRON_API ptron_status ptron_output_open(const char *path, ptron_output **out, ptron_error *err);
PTRON_API ptron_status ptron_output_add(ptron_output *output, const void *bytes, size_t length, ptron_error *err);
PTRON_API int          ptron_output_descriptor(const ptron_output *output);   /* to write through; not to be closed */
PTRON_API ptron_status ptron_output_close(ptron_output *output, bool keep, ptron_error *err);   /* frees in any case */

/* ---- options: by name, typed, declared once ------------------------------------------------------ */

typedef struct ptron_options ptron_options;

PTRON_API ptron_status ptron_options_new(ptron_options **out, ptron_error *err);
PTRON_API void         ptron_options_free(ptron_options *options);
/* Checks name, type and range; an unknown name is answered with the nearest known one. */
PTRON_API ptron_status ptron_options_set(ptron_options *options, const char *name, const char *value,
                                         ptron_error *err);
/* As if it had never been set. */
PTRON_API void ptron_options_unset(ptron_options *options, const char *name);
/* The text as set, or the default; NULL when there is no such option. */
PTRON_API const char *ptron_options_get(const ptron_options *options, const char *name);
/* The same as what it is; NULL options: the defaults. A name or a type that is wrong gives NaN, UINT64_MAX, false. */
PTRON_API double   ptron_options_real(const ptron_options *options, const char *name);    /* "real" */
PTRON_API uint64_t ptron_options_count(const ptron_options *options, const char *name);   /* "count", "seed" */
PTRON_API bool     ptron_options_flag(const ptron_options *options, const char *name);    /* "flag" */
/* Whether its text is this word: for a choice. */
PTRON_API bool ptron_options_is(const ptron_options *options, const char *name, const char *word);
/* Whether the caller set it. */
PTRON_API bool ptron_options_given(const ptron_options *options, const char *name);
/* What was set, over again, without the watch; NULL options: nothing was. */
PTRON_API ptron_status ptron_options_copy(const ptron_options *options, ptron_options **out, ptron_error *err);

/* Takes over what the model was trained with, where the caller set nothing: for a resume. Another value than the
 * model's is refused, except for budgets (epochs, max-updates, patience). Rows read with these options and the model
 * are then rows to learn from: one without a label is bad, or missing, as it was when the model was trained. */
typedef struct ptron_model ptron_model;
PTRON_API ptron_status ptron_options_adopt(ptron_options *options, const ptron_model *model, ptron_error *err);

/* How far something is that is done with these options; each may be NULL. Returning false stops it with
 * PTRON_CANCELED. on_read, where rows are read: bytes taken of the sources, packed ones as they are; of a pipe the
 * total is not known, 0. on_wait, while a pipe has nothing to give: at once, after each signal, and a few times a
 * second, with the bytes taken of it. on_rows, where rows are predicted, evaluated, checked or packed: rows done, of as
 * many as there are to do (more than the set has where they are gone through several times). What was stopped has
 * written no file; arrays hold some of the answers, an evaluation counts some of the rows. */
typedef struct ptron_watch {
    size_t size;
    void  *user;
    bool (*on_read)(void *user, uint64_t taken, uint64_t total);
    bool (*on_rows)(void *user, uint64_t done, uint64_t total);
    bool (*on_wait)(void *user, uint64_t taken);
} ptron_watch;

/* Copied; NULL: nobody watches. */
PTRON_API ptron_status ptron_options_watch(ptron_options *options, const ptron_watch *watch, ptron_error *err);

typedef struct ptron_option_info {
    size_t      size;
    const char *name;
    const char *group;     /* "data", "train", "tune", "use", "prove", "gen" */
    const char *type;      /* "real", "count", "choice", "flag", "text", "file", "list", "seed" */
    const char *initial;   /* default as text; "" when there is none */
    const char *choices;   /* "a|b|c" for a choice, else "" */
    const char *metavar;   /* how help names the value: N, FILE, ... */
    const char *help;      /* one line */
} ptron_option_info;

PTRON_API size_t ptron_option_count(void);
PTRON_API bool   ptron_option_describe(size_t i, ptron_option_info *info);   /* false: no such i */

/* ---- algorithms ---------------------------------------------------------------------------------- */

typedef struct ptron_algorithm_info {
    size_t      size;
    const char *name;
    const char *update;      /* the rule as a formula */
    const char *guarantee;   /* what is promised and tested */
    const char *reference;   /* where it comes from */
    bool        many_classes;   /* learns many classes at once */
    bool        one_vs_rest;    /* learns one class against the rest, for each class */
    bool        streams;        /* learns from rows that come once: ptron_trainer_feed */
    bool        mixes;          /* learns in shards, which are mixed or add up */
    bool        row_weights;    /* weights of rows and classes count */
    bool        bounds_margin;  /* its results have a margin_upper */
    bool        theorem;        /* from zero, at a constant rate, Novikoff's bound holds for its updates, and it answers
                                   with their sum */
    bool        kernels;        /* takes a kernel: the option "kernel" */
    const char *const *options; /* ended by NULL: of the options that are about few algorithms, those about this one */
    const char *risk;           /* what its results' risk is, in words; NULL: they have none */
    bool        adds_rows;      /* every update adds rows times rate and row weight, nothing else */
    /* As in ptron_result, for two classes, from zero, at a constant rate, without weights; NULL: nothing is proved. */
    const char *bounded, *bound;
    bool        margins;        /* what it answers with has a margin: linear weights, kernels in their space */
    bool        weights;        /* it has weights that move; false: it keeps the rows themselves */
    bool        thresholds;     /* it moves at products above 0, too: |w|^2 may grow by more than step^2 R^2 */
    bool        restarts;       /* goes back to the first row after each update: "order" is then given, "max-updates"
                                   100000 and "epochs" without a limit, unless they are set */
    const char *objective;      /* what it makes least, in words: its results' objective; NULL: there is none */
    bool        gathers;        /* with threads, shuffled sparse rows are brought together as they are learned from:
                                   they need no layout=shuffled */
} ptron_algorithm_info;

PTRON_API size_t ptron_algorithm_count(void);
PTRON_API bool   ptron_algorithm_describe(size_t i, ptron_algorithm_info *info);            /* false: no such i */
PTRON_API bool   ptron_algorithm_find(const char *name, ptron_algorithm_info *info);        /* false: no such name */
/* Whether an option of the group "train" can do something with this algorithm, beside the right others; false for
 * unknown names. */
PTRON_API bool   ptron_algorithm_takes(const char *name, const char *option);

/* ---- data ---------------------------------------------------------------------------------------- */

typedef struct ptron_dataset ptron_dataset;

/* How values are stored: the narrowest that holds every value exactly. Never changes a result. Decimals are whole
 * numbers m below 2^15 (2, 3 or 4 decimals) or 2^31 (6), as 2 |m| + (1 where there is a minus) in 16 or 32 bits; the
 * value is the double nearest to m / 10^decimals. */
typedef enum ptron_kind {
    PTRON_ONES, PTRON_U8, PTRON_F32, PTRON_F64, PTRON_D2, PTRON_D3, PTRON_D4, PTRON_D6
} ptron_kind;

/* Reads files ("-": standard input; .gz and .zst are unpacked) as one source. With a model its recipe is
 * used: columns by name, its words, its scaling; labels may then be missing. Without one a recipe is
 * fitted. NULL options: the defaults. With the option layout=shuffled the rows are laid out in memory as shuffled
 * epochs will visit them, which makes those several times faster and epochs in the given order slower; no result and
 * no row number changes. */
PTRON_API ptron_status ptron_dataset_load(const char *const *paths, size_t n_paths,
                                          const ptron_options *options, const ptron_model *model,
                                          ptron_dataset **out, ptron_error *err);
/* The same from bytes in memory; `name` stands for the file in messages. */
PTRON_API ptron_status ptron_dataset_read(const void *bytes, size_t length, const char *name,
                                          const ptron_options *options, const ptron_model *model,
                                          ptron_dataset **out, ptron_error *err);

/* The same for rows that belong with an already loaded set, read by its recipe: validation rows. */
PTRON_API ptron_status ptron_dataset_load_like(const char *const *paths, size_t n_paths,
                                               const ptron_options *options, const ptron_dataset *like,
                                               ptron_dataset **out, ptron_error *err);

/* Rows in the caller's arrays, never written. Wrong shapes, offsets and indices are PTRON_ARGUMENT, a value that is not
 * finite is PTRON_DATA; the error's line is then the row, counted from 1. */
typedef struct ptron_rows {
    size_t          size;
    size_t          n_rows, n_features;
    ptron_kind      kind;          /* of `values` */
    const void     *values;        /* dense: [n_rows][n_features]; sparse: [offsets[n_rows]]; NULL for ones */
    const void     *offsets;       /* [n_rows + 1] whole numbers that do not decrease; NULL: dense */
    const void     *indices;       /* [offsets[n_rows]] whole numbers, increasing within a row: what SciPy has after
                                      sum_duplicates(). NULL: dense */
    const uint32_t *labels;        /* [n_rows], index into class_names; NULL: no labels */
    const double   *weights;       /* [n_rows], > 0; NULL: all 1 */
    size_t          n_classes;
    const char *const *class_names;     /* [n_classes], in any order */
    const char *const *feature_names;   /* [n_features] or NULL */
    size_t          offset_bytes, index_bytes;   /* 4 or 8, of whole numbers with or without a sign, as an array's item
                                      size says; 0: 8 for offsets, 4 for indices. None may be negative */
    size_t          n_values;      /* sparse: the length of values and indices, so that offsets beyond it are refused;
                                      0: not told, and offsets[n_rows] is believed */
    ptrdiff_t       row_stride;    /* dense: bytes from one row to the next, which may be negative; 0: a row's own */
    ptrdiff_t       value_stride;  /* dense: bytes from one value of a row to the next; 0, or the size of a value: an
                                      array in Fortran order must be copied by the caller */
} ptron_rows;

/* Rows that stay where they are until the set and every trainer and certificate made from it are freed. Labels and
 * norms are copied; so are offsets of 4 bytes, indices of 8, rows with a stride, and the values where the recipe
 * scales them, makes features of them or does not know all of them; class and feature names always. With the option
 * format=npy (dense, without names), libsvm (sparse, without names) or csv (dense, with names) the rows stand for those
 * of such a file: a model learned from them has the bytes of one learned from the file, and reads such files. (CSV: the
 * numbers, then a column "label"; libsvm: features counted from 1. A file's labels are in the order they come in, and
 * its rows have no weights.) */
PTRON_API ptron_status ptron_dataset_borrow(const ptron_rows *rows, const ptron_options *options,
                                            const ptron_model *model, ptron_dataset **out, ptron_error *err);
PTRON_API void ptron_dataset_free(ptron_dataset *set);
/* Writes a set that was loaded (not scaled, no positive label chosen) as a pack: a file that is mapped and used
 * without parsing wherever a file of rows is read. */
PTRON_API ptron_status ptron_dataset_pack(const ptron_dataset *set, const char *path, const ptron_options *options,
                                          ptron_error *err);

typedef struct ptron_dataset_facts {
    size_t      size;
    uint64_t    rows;
    uint64_t    features;
    uint64_t    classes;
    uint64_t    nonzeros;            /* stored values */
    uint64_t    bytes;               /* memory the rows take */
    bool        dense;
    ptron_kind  kind;
    const char *format;              /* "libsvm", "csv", "text", "idx", "npy", "memory", "jsonl", "arff", "pack" */
    int         index_base;          /* libsvm: 0 or 1; -1 elsewhere */
    double      radius;              /* largest norm of a row, the constant feature included when there is one */
    uint64_t    bad_rows;            /* skipped by on-bad=skip */
    uint64_t    missing_rows;        /* skipped by missing=skip */
    uint64_t    dropped_rows;        /* labels outside classes=... */
    uint64_t    missing_cells;       /* filled by missing=zero|mean */
    uint64_t    unlabelled_rows;
    uint64_t    unseen_labels;       /* rows whose label the model does not know */
    uint64_t    unseen_words;        /* words, categories, features that the model does not know */
    uint64_t    unseen_categories;
    uint64_t    unseen_features;
    const ptron_error *first_bad;    /* the first row skipped, or NULL */
    const char *scaling;             /* "none", "standard", ... */
    bool        scaled_only;         /* sparse rows were scaled but not centred */
    const char *label_column;        /* CSV: the column the labels come from; NULL elsewhere */
    uint64_t    spilled;             /* bytes of the temporary file that holds the rows for want of memory, or 0 */
    bool        named_columns;       /* features are the columns of a table, or "column=value" */
    uint64_t    unseen_keys;         /* values under keys or in columns that the first rows, or the model, have not */
    const char *first_unseen_key;    /* or NULL */
    bool        whole_numbers;       /* sparse rows store every number, zeros too, and of categories those there are */
    uint64_t    header_lines;        /* lines at the beginning of files that name columns and are no rows */
    double      least_reach, greatest_reach;   /* scale=auto scaled because two features reach so far; 0: it did not */
    uint64_t    least_reach_feature, greatest_reach_feature;
    bool        row_weights;         /* rows have weights of their own, were they all 1; of a stream: they may */
    double      reading_seconds;     /* from opening the sources until rows, and what is fitted to them, are there */
    double      moving_seconds;      /* of laying rows out as they will be visited, or taking them to their ranks, which
                                        the trainer does; 0: they stay where they were read. On this rank's clock */
} ptron_dataset_facts;

PTRON_API void        ptron_dataset_describe(const ptron_dataset *set, ptron_dataset_facts *facts);
PTRON_API const char *ptron_dataset_class_name(const ptron_dataset *set, size_t c);   /* NULL: no such class */
PTRON_API uint64_t    ptron_dataset_class_rows(const ptron_dataset *set, size_t c);
/* Where row i (0-based, in the order of the source) stands: file and line. False when it is not known. */
PTRON_API bool ptron_dataset_row_place(const ptron_dataset *set, uint64_t row, const char **file,
                                       uint64_t *line);
/* Class of row i; -1: no label, or one the model does not know. */
PTRON_API int64_t ptron_dataset_row_class(const ptron_dataset *set, uint64_t row);
/* The stored values of row i, as the learner sees them: at most `room` pairs of feature (increasing) and value, of
 * which each array may be NULL; *n: how many there are. Values that are not stored are 0. Fails where a pack is
 * damaged. */
PTRON_API ptron_status ptron_dataset_row(const ptron_dataset *set, uint64_t row, uint32_t *features, double *values,
                                         size_t room, size_t *n, ptron_error *err);
/* The feature's name (a column, a word, an index) into `name`, ended, cut to `room`; its full length. */
PTRON_API size_t ptron_dataset_feature_name(const ptron_dataset *set, size_t feature, char *name, size_t room);

/* ---- made-up data -------------------------------------------------------------------------------- */

/* Takes text; false: no more is wanted. */
typedef bool ptron_sink(void *user, const char *bytes, size_t length);

typedef struct ptron_generator_info {
    size_t      size;
    const char *name, *help;
} ptron_generator_info;

PTRON_API size_t ptron_generator_count(void);
PTRON_API bool   ptron_generator_describe(size_t i, ptron_generator_info *info);   /* false: no such i */
/* Writes rows of that kind (options of the group "gen"; margin, seed, format, threads) through the sink, in order. The
 * same bytes for the same options, whatever the threads. */
PTRON_API ptron_status ptron_generate(const char *kind, const ptron_options *options, ptron_sink *sink, void *user,
                                      ptron_error *err);

/* ---- training ------------------------------------------------------------------------------------ */

#define PTRON_STOP_MAP(X) \
    X(RUNNING,       0, "running") \
    X(SEPARATED,     1, "separated") \
    X(NOT_SEPARABLE, 2, "not separable") \
    X(MARGIN,        3, "margin reached") \
    X(STEP,          4, "step below eps") \
    X(RISK,          5, "risk change below eps") \
    X(EPOCHS,        6, "epochs") \
    X(UPDATES,       7, "updates") \
    X(TIME,          8, "time") \
    X(HOLDOUT,       9, "hold-out") \
    X(ASKED,        10, "asked") \
    X(END,          11, "end of stream") \
    X(IDLE,         12, "nothing moves") \
    X(GAP,          13, "duality gap closed")

typedef enum ptron_stop {
#define X(name, value, text) PTRON_STOP_##name = (value),
    PTRON_STOP_MAP(X)
#undef X
} ptron_stop;

PTRON_API const char *ptron_stop_text(ptron_stop reason);

typedef struct ptron_progress {
    size_t   size;
    uint64_t epoch, epochs;              /* 1-based; 0 epochs: no limit */
    uint64_t row, rows;                  /* within this epoch */
    uint64_t mistakes;                   /* in this epoch so far */
    uint64_t updates;                    /* since the start */
    double   seconds;
    double   margin_lower, margin_upper; /* NaN: not known */
    double   holdout_error;              /* NaN: none */
    double   risk;                       /* as in ptron_result, of the last weights; NaN: none, in mid-epoch, or not
                                            asked for (ptron_observer.wants_risk) */
} ptron_progress;

/* One row as the learner saw it, for traces. Borrowed for the call. */
typedef struct ptron_step {
    size_t   size;
    uint64_t epoch, row;          /* 1-based epoch; 0-based row of the source */
    int      sign;                /* -1 or +1 */
    double   product;             /* sign * (w.x + b) before the step */
    double   step;                /* the row was added so many times; 0: it was not */
    bool     mistake;
    size_t   n_weights;
    const double *weights;        /* after the step */
    double   bias;
    double   mass;                /* the weights, less those begun with, are a sum of so many rows; NaN: no sum */
    uint64_t updates;
    size_t   vectors;             /* 1 when there are two classes; else weights [n_weights / vectors][vectors] */
    uint32_t label, rival;        /* class of the row; with many classes the best other one, that moves too */
    double   rival_bias;          /* with many classes `bias` is the label's */
    double   keep;                /* weights became keep * weights + step * sign * x; NaN: they move otherwise */
    double   threshold;           /* rows up to this product are learned from; NaN: no number of its own decides */
    double   alpha;               /* dual learners: the weights are the sum of alpha * sign * x over the rows kept; the
                                   * row's, after the step; NaN elsewhere */
    bool     gathers;             /* batch rules: `step` counts when the batch ends */
    bool     ends_batch;          /* it ends with this row */
} ptron_step;

/* What the last weights said of a row before they learned from it. Borrowed for the call. */
typedef struct ptron_answer {
    size_t   size;
    uint64_t row;                 /* rows learned from before it, since the start, those before a resume too */
    uint32_t label, answer;       /* class of the row, and the one that was answered */
    double   score;               /* two classes: w.x + b, which speaks for class 1; more: that of the answer */
} ptron_answer;

/* Each may be NULL. Returning false stops training; the model so far is kept. */
typedef struct ptron_observer {
    size_t size;
    void  *user;
    bool (*on_block)(void *user, const ptron_progress *progress);   /* often, in mid-epoch */
    bool (*on_epoch)(void *user, const ptron_progress *progress);
    bool (*on_row)(void *user, const ptron_step *step);             /* not with shards: they go side by side */
    bool wants_risk;              /* on_epoch is told the risk, which may take one more pass over the rows each epoch */
    bool (*on_answer)(void *user, const ptron_answer *answer);      /* before each row; nor with shards */
} ptron_observer;

typedef struct ptron_result {
    size_t      size;
    ptron_stop  reason;              /* speaks of the last weights */
    const char *algorithm;
    uint64_t    rows, features, classes;
    uint64_t    epochs;              /* whole epochs done */
    uint64_t    row;                 /* rows done of an unfinished epoch */
    uint64_t    updates, mistakes;   /* since the start */
    uint64_t    last_epoch_mistakes;
    uint64_t    seed;
    double      radius;              /* R */
    double      margin_lower;        /* theorem margin of the weights returned, least y(w.x+b)/norm(w,b); NaN: none */
    double      margin_upper;        /* no weights have more; NaN: not known */
    double      k_max_lower, k_max_upper;   /* the bound lies between: of the best margin, see `bounded` */
    uint64_t    train_errors;        /* of the weights returned; UINT64_MAX: not known (stream; votes
                                        too many to judge by where a stop was asked for) */
    double      train_error;         /* NaN: not known */
    double      progressive_error;   /* mistakes before learning / rows seen */
    double      holdout_error;       /* of the weights returned; NaN: none */
    uint64_t    holdout_rows, best_epoch;
    double      step_norm;           /* batch rule: length of the last epoch's longest step; NaN elsewhere */
    double      risk;                /* what risk_is says; NaN: it has none, or it is not known */
    double      seconds;
    double      objective, gap;      /* svm: the primal, and how far the dual is from it; of many classes, each against
                                        the rest, the sum. NaN elsewhere */
    double      mixed_updates;       /* with shards: updates, each times its shard's share; NaN elsewhere */
    double      distance;            /* least y(w.x+b)/norm(w): of the nearest row from the boundary of the weights
                                        returned; NaN: none (kernels, networks, many classes) */
    double      distance_upper;      /* no boundary has more; NaN: not known */
    double      functional_margin;   /* least y(w.x+b) of the weights returned, as long as they are; NaN: none */
    /* What was proved of this run: which of its numbers is bounded ("updates", "mistakes", "sum of steps", "mixed
     * updates") and by what, k_max being the bound's value for margin_upper and for margin_lower (infinite where that
     * is not above 0). NULL: no bound is known. In the formula tau is the greatest threshold, c_min and c_max are the
     * least and greatest weight of a row, |w0| is the length of the start, b rows are in a batch. */
    const char *bounded, *bound_formula;
    double      bounded_value;       /* what this run came to */
    uint64_t    earlier_rows;        /* of `rows`: those of streams that ended before the last one began, where its
                                        rows are others, or may be as it goes on; 0: the epochs are over the same */
    const char *risk_is;             /* what `risk` is of this run, in words; NULL: the algorithm has none */
} ptron_result;

typedef struct ptron_trainer ptron_trainer;

/* `validation` may be NULL; load it with ptron_dataset_load_like. `set` may be NULL when rows come through _feed. */
PTRON_API ptron_status ptron_trainer_new(const ptron_options *options, const ptron_dataset *set,
                                         const ptron_dataset *validation, ptron_trainer **out,
                                         ptron_error *err);
/* Goes on where the model's training ended; before the first step. The data must be the same. */
PTRON_API ptron_status ptron_trainer_resume(ptron_trainer *trainer, const ptron_model *model, ptron_error *err);
/* Begins with the weights of this linear model instead of what the option "start" says; before the first step, and not
 * for streams. The classes must be the same, the features no fewer. */
PTRON_API ptron_status ptron_trainer_start(ptron_trainer *trainer, const ptron_model *model, ptron_error *err);
/* To a stop reason. */
PTRON_API ptron_status ptron_trainer_run(ptron_trainer *trainer, const ptron_observer *observer, ptron_error *err);
/* One epoch, or what is left of it. */
PTRON_API ptron_status ptron_trainer_step(ptron_trainer *trainer, const ptron_observer *observer, ptron_error *err);
/* Learns from these rows once, in their order: streams, partial fitting. More features and classes may come. The set
 * and the arrays behind it may go as soon as it returns. A snapshot takes words and labels from the last rows fed, so a
 * stream must not read on between feed and snapshot; it may be closed. NULL rows: the stream has ended, which makes
 * what was fed since the start, or since the last end, one epoch. */
PTRON_API ptron_status ptron_trainer_feed(ptron_trainer *trainer, const ptron_dataset *rows,
                                          const ptron_observer *observer, ptron_error *err);
/* Whether these rows, fed next, would be learned from as if all their classes and features had been known from the
 * start. False: one comes too late for that; feeding them may be refused, or give other weights than
 * ptron_stream_expect would have. */
PTRON_API bool ptron_trainer_can_follow(const ptron_trainer *trainer, const ptron_dataset *rows);
/* No more rows will be fed for now, in mid-stream: the reason is then PTRON_STOP_ASKED, and a resume goes on behind the
 * rows fed. */
PTRON_API ptron_status ptron_trainer_stop(ptron_trainer *trainer, ptron_error *err);
/* After a stream has ended, when its rows can be had again: they come once more, in the same order, read by the model
 * that the trainer gives, not to be learned from but to judge the weights; NULL rows: these were all. Then result and
 * model are those of one epoch in memory. PTRON_DATA, and nothing changes, when they are not the same rows. */
PTRON_API ptron_status ptron_trainer_judge(ptron_trainer *trainer, const ptron_dataset *rows, ptron_error *err);
/* Rows learned from since the start, as often as they came, those before a resume too. */
PTRON_API uint64_t ptron_trainer_rows_seen(const ptron_trainer *trainer);
/* Rows that came after those and wait until their batch is whole; the model keeps them for a resume. Its `row` counts
 * them: they need not come again. */
PTRON_API uint64_t ptron_trainer_rows_waiting(const ptron_trainer *trainer);
/* Why it stopped; PTRON_STOP_RUNNING: it did not, more rows may be fed. */
PTRON_API ptron_stop ptron_trainer_reason(const ptron_trainer *trainer);
PTRON_API ptron_status ptron_trainer_result(ptron_trainer *trainer, ptron_result *result, ptron_error *err);
/* The model so far; the trainer lives on. */
PTRON_API ptron_status ptron_trainer_snapshot(ptron_trainer *trainer, ptron_model **out, ptron_error *err);
PTRON_API void         ptron_trainer_free(ptron_trainer *trainer);

/* ---- models: immutable --------------------------------------------------------------------------- */

PTRON_API ptron_status ptron_model_load(const char *path, ptron_model **out, ptron_error *err);
PTRON_API ptron_status ptron_model_read(const void *bytes, size_t length, ptron_model **out, ptron_error *err);
/* Weights, or a network, set by hand, from JSON: docs/export.md and docs/curved.md say what they look like. A network
 * of one layer is a linear model. */
PTRON_API ptron_status ptron_model_import(const char *path, ptron_model **out, ptron_error *err);
/* A linear model of the caller's weights [vectors][features] and what is added to each product, biases [vectors] (NULL:
 * no bias), all copied. Two classes have one vector, which speaks for the second of them; more have one each. The
 * library numbers more than two classes in sorted order. Features with names are the columns of CSV files, whose label
 * is in a column "label"; without (NULL) they are libsvm's, counted from 1. Its record tells of no training: algorithm
 * "none". */
PTRON_API ptron_status ptron_model_new_linear(const char *const *classes, size_t n_classes, size_t n_features,
                                              const double *weights, const double *biases,
                                              const char *const *feature_names, ptron_model **out, ptron_error *err);
PTRON_API ptron_status ptron_model_save(const ptron_model *model, const char *path, ptron_error *err);
PTRON_API ptron_status ptron_model_write(const ptron_model *model, void **bytes, size_t *length,
                                         ptron_error *err);
/* A linear model for other programs, as text (free it with ptron_bytes_free): "json"; "liblinear", which
 * liblinear-predict loads; "c", source that needs no header and no library and gives the same scores. What a form
 * cannot hold is PTRON_ARGUMENT. */
PTRON_API ptron_status ptron_model_export(const ptron_model *model, const char *to, void **bytes, size_t *length,
                                          ptron_error *err);
PTRON_API void ptron_bytes_free(void *bytes);
PTRON_API void ptron_model_free(ptron_model *model);

typedef struct ptron_model_facts {
    size_t      size;
    const char *kind;            /* "linear", ... */
    const char *version;         /* of the library that made it */
    const char *format;          /* of the rows it was trained on */
    const char *scaling;
    int         index_base;
    uint64_t    features, classes;
    uint64_t    vectors;         /* weight vectors: 1 for two classes */
    bool        has_bias, has_state, dense;
    double      threshold;       /* two classes: the score above which class 1 is answered, fitted in training (option
                                    "threshold-for"); NaN: none was */
    uint64_t    running_rows;    /* of a stream, scaled as it came: the scaling is that of so many rows; 0: fitted
                                    to all rows at once, or there is none */
} ptron_model_facts;

PTRON_API void        ptron_model_describe(const ptron_model *model, ptron_model_facts *facts);
/* How its training ended; seconds is NaN: a model holds no clock. */
PTRON_API ptron_status ptron_model_training(const ptron_model *model, ptron_result *result, ptron_error *err);
/* The bound of that training (ptron_result: bounded) for this theorem margin, at most the best one, as ptron_certify
 * proves them. NaN: none is known. */
PTRON_API double ptron_model_bound(const ptron_model *model, double margin);
PTRON_API const char *ptron_model_class_name(const ptron_model *model, size_t c);   /* NULL: no such class */
/* The parameters it was trained with, by number; false when there is no such i. */
PTRON_API bool ptron_model_parameter(const ptron_model *model, size_t i, const char **name, const char **value);
/* Copies the weights as [vectors][features] and what is added to each product as [vectors]; each may be NULL. `room`:
 * doubles in `weights`. Of a vote, the last weights it was cast by. PTRON_ARGUMENT where there are none (kernels,
 * networks, neighbours), whatever is asked for, or where the room is too small. */
PTRON_API ptron_status ptron_model_copy_weights(const ptron_model *model, double *weights, size_t room, double *biases,
                                                ptron_error *err);
/* What it is made of beside plain weights, as one line ("rbf kernel, gamma 0.5, 312 rows kept"; "2-4-1, tanh, double
 * precision"): into `text`, ended, cut to `room`; its full length, 0 when there is nothing to say. */
PTRON_API size_t        ptron_model_structure(const ptron_model *model, char *text, size_t room);
PTRON_API double        ptron_model_bias(const ptron_model *model, size_t vector);
PTRON_API size_t ptron_model_feature_name(const ptron_model *model, size_t feature, char *name, size_t room);
PTRON_API bool   ptron_model_uses(const ptron_model *model, size_t feature);   /* false: never seen, nameless */

/* ---- prediction ---------------------------------------------------------------------------------- */

/* Scores per row: 1 when there are two classes (positive: class 1), else one per class. */
PTRON_API size_t ptron_model_scores(const ptron_model *model);
/* scores [rows][ptron_model_scores] and classes [rows] may each be NULL. With two classes the class is 1
 * if and only if the score is above the threshold (option "threshold": a score, or "p=0.8"). Without one it is 1
 * if and only if the score is above the model's own threshold (option "threshold-for" of training), without that the
 * most probable class where probabilities were fitted, else 1 if and only if the score is above 0. */
PTRON_API ptron_status ptron_predict(const ptron_model *model, const ptron_dataset *rows,
                                     const ptron_options *options, double *scores, uint32_t *classes,
                                     ptron_error *err);

/* The same for arrays, without a set: scores [rows][ptron_model_scores], classes [rows] and probabilities
 * [rows][classes] may each be NULL. The model's scaling and feature map are applied; labels and weights of the rows
 * are not looked at. The answers have the same bits as those of ptron_predict, and a score that overflows is the same
 * error, at the row's number from 1. Works in the calling thread; to use several, call it from each with rows of its
 * own (in multiples of 256, which keeps the bits of networks and kernels). Nothing is allocated for a few short rows.
 * A threshold of NaN is none: the class is then as above; else a score. */
PTRON_API ptron_status ptron_predict_rows(const ptron_model *model, const ptron_rows *rows, double threshold,
                                          double *scores, uint32_t *classes, double *probabilities,
                                          ptron_error *err);

/* Whether it has probabilities: fitted in training (option "calibrate"), or a network's own (sigmoid, softmax). */
PTRON_API bool ptron_model_has_probabilities(const ptron_model *model);
/* probabilities [rows][classes], each row's sum 1. */
PTRON_API ptron_status ptron_predict_probabilities(const ptron_model *model, const ptron_dataset *rows,
                                                   const ptron_options *options, double *probabilities,
                                                   ptron_error *err);

/* One raw line at a time, for pages, devices and services that have no files: the line (no '\n' needed) is what stands
 * in a file that the model was trained on, and its recipe makes the row. CSV cells stand in the order of training, with
 * or without the label's; a label is not looked at. A reader borrows the model and keeps its memory from line to line:
 * one for each thread. PTRON_ARGUMENT: the model was trained on arrays. */
typedef struct ptron_line_reader ptron_line_reader;

PTRON_API ptron_status ptron_line_reader_new(const ptron_model *model, ptron_line_reader **out, ptron_error *err);
/* The same scores as ptron_predict's: scores [ptron_model_scores] and *class_number may each be NULL. A line that is
 * wrong is PTRON_DATA with line 1 and the column in err; the reader goes on with the next. The class is
 * that of ptron_predict without a threshold. */
PTRON_API ptron_status ptron_predict_line(ptron_line_reader *reader, const char *line, size_t length, double *scores,
                                          uint32_t *class_number, ptron_error *err);
PTRON_API void ptron_line_reader_free(ptron_line_reader *reader);
/* Probabilities [classes] of one row from its scores; PTRON_ARGUMENT when the model has none. */
PTRON_API ptron_status ptron_model_probabilities(const ptron_model *model, const double *scores, double *probabilities,
                                                 ptron_error *err);

#ifdef __cplusplus
}
#endif

#include "perceptron_streams.h"
#include "perceptron_judging.h"
#include "perceptron_proofs.h"
#include "perceptron_runs.h"
#include "perceptron_tuning.h"
#include "perceptron_ranks.h"

#endif
