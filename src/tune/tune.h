/* Settings tried on folds. Rows are kept as text (or as a set, where they never were text), so that every fold is read
 * as a file of its own: nothing that is fitted to rows can know of those it is tested on.
 *
 * A run is one setting, one size of training set, one fold; a cell is the sets of all runs that read alike in one
 * fold. */
#ifndef PT_TUNE_TUNE_H
#define PT_TUNE_TUNE_H

#include "base/param.h"
#include "learn/trainer/trainer.h"
#include "read/reader.h"
#include "sets/dataset.h"

extern const struct pt_param pt_tune_params[];
extern const size_t          pt_n_tune_params;

/* ---- rows (tune_rows.c, tune_text.c, tune_arrays.c) ---- */

struct pt_tune_file {            /* of the source */
    char  *name;
    char  *header;               /* [header_length] what stands above its rows */
    size_t header_length;
};

struct pt_tune_text {
    struct pt_tune_file *files;  /* [n_files] */
    size_t    n_files;
    uint64_t  skipped;           /* lines that every file has before its header, left out of it */
    char     *bytes;             /* the lines of all rows, each ended */
    size_t    length, room;
    uint64_t *start;             /* [rows + 1] in bytes */
    uint32_t *file;              /* [rows] */
};

struct pt_tune_rows {
    uint64_t  n, features, room;
    uint32_t *label, *group;     /* [n] numbers; group NULL: none */
    uint32_t  n_labels, n_groups;
    struct pt_tune_text text;    /* n_files 0: it is a set */
    const ptron_dataset *set;    /* or NULL */
    struct pt_refs *set_refs;
    char    **paths;             /* [n_paths] that the set is of; NULL: memory */
    size_t    n_paths;
};

/* Some of the rows as a set. Arrays are those behind a set that borrows them. */
struct pt_tune_part {
    ptron_dataset *set;
    void *arrays[5];
};
void pt_tune_part_fini(struct pt_tune_part *part);
void pt_tune_rows_fini(struct pt_tune_rows *rows);
enum { PT_TUNE_DIGEST = 65 };
void pt_tune_rows_digest(const struct pt_tune_rows *rows, char text[PT_TUNE_DIGEST]);   /* of what they hold */

/* Reads text; *is_text false: it is none, and nothing was done. Options: how rows are read, whatever is made of
 * them. */
ptron_status pt_tune_text_read(struct pt_tune_rows *rows, const struct pt_source *sources, size_t n,
                               const ptron_options *options, bool *is_text, ptron_error *err);
/* The rows of a set, which is kept. */
ptron_status pt_tune_rows_of(struct pt_tune_rows *rows, const ptron_dataset *set, ptron_error *err);
/* Rows [n] as a set; recipe NULL: one is fitted. */
ptron_status pt_tune_part(const struct pt_tune_rows *rows, const uint32_t *which, uint64_t n,
                          const ptron_options *options, const struct pt_recipe *recipe, struct pt_tune_part *part,
                          ptron_error *err);
ptron_status pt_tune_part_text(const struct pt_tune_rows *rows, const uint32_t *which, uint64_t n,
                               const ptron_options *options, const struct pt_recipe *recipe, ptron_dataset **out,
                               ptron_error *err);
ptron_status pt_tune_part_arrays(const struct pt_tune_rows *rows, const uint32_t *which, uint64_t n,
                                 const ptron_options *options, const struct pt_recipe *recipe,
                                 struct pt_tune_part *part, ptron_error *err);
/* What files say about themselves when they are read whole, told to those who read parts of them: format, columns. */
ptron_status pt_tune_pin(const ptron_dataset *whole, ptron_options *options, ptron_error *err);

/* ---- settings (tune_settings.c) ---- */

struct pt_tune_setting {
    ptron_options *options;      /* to learn from all rows: without what does nothing */
    ptron_options *trial;        /* in a fold: keeps no state, reads as the whole was read */
    uint64_t given;              /* number among those given */
    char    *key;                /* all that was set */
    char    *name;               /* what tells it from the others */
    size_t   reading;            /* the first setting that reads alike */
    size_t   further;            /* whose runs go on from where this one's end: the next more epochs; n: none's */
    bool     begins;             /* its runs go on from no other's */
    size_t   left;               /* size of the training set after which it was left behind; the last: never */
};

struct pt_tune_run {
    bool     done;
    double   score, train, seconds;
    uint64_t rows;               /* learned from */
};

enum { PT_TUNE_SIZES = 12 };

struct ptron_tuning {
    ptron_options *options;      /* owned copy */
    struct pt_tune_rows rows;
    const struct pt_score *score;
    struct pt_tune_setting *settings;   /* [n] */
    size_t    n;
    size_t    folds, repeats;    /* tests: folds * repeats */
    uint32_t *fold;              /* [repeats][rows] UINT32_MAX: tested in none */
    double   *place;             /* [repeats][rows] 0..1: those below a share are learned from at that size */
    double    shares[PT_TUNE_SIZES];   /* ascending, the last is 1 */
    size_t    n_shares;
    bool      halves;            /* fewer settings from size to size; else all: a curve */
    struct pt_tune_run *runs;    /* [n_shares][n][tests] */
    size_t   *rank;              /* [n] settings, the best first */
    bool      ranked;            /* all that is wanted was done */
    size_t    best, simplest, chosen;   /* settings */
};

static inline size_t pt_tune_tests(const ptron_tuning *t)
{
    return t->folds * t->repeats;
}

static inline struct pt_tune_run *pt_tune_run_at(const ptron_tuning *t, size_t share, size_t setting, size_t test)
{
    return &t->runs[(share * t->n + setting) * pt_tune_tests(t) + test];
}

ptron_status pt_tune_settings_make(ptron_tuning *tuning, const ptron_options *const *given, size_t n, ptron_error *err);
void         pt_tune_settings_fini(ptron_tuning *tuning);
/* Whether a is simpler than b; of equals the first given. */
bool pt_tune_simpler(const struct pt_tune_setting *a, const struct pt_tune_setting *b);

/* ---- folds (tune_folds.c) ---- */

ptron_status pt_tune_deal(ptron_tuning *tuning, ptron_error *err);
/* Rows to learn from, and those to test on, in order: [rows.n] each. */
void pt_tune_choose(const ptron_tuning *tuning, size_t test, double share, uint32_t *learn, uint64_t *n_learn,
                    uint32_t *tested, uint64_t *n_tested);

/* ---- runs (tune_run.c) ---- */

struct pt_score {
    const char *name;
    bool        more;            /* is better */
    double    (*of)(const ptron_evaluation_facts *facts);
};
const struct pt_score *pt_score_named(const char *name);

ptron_status pt_tune_run_all(ptron_tuning *tuning, const ptron_tuning_watch *watch, ptron_error *err);
/* Runs in all, of halving as many as will be; and those done. */
void pt_tune_count(const ptron_tuning *tuning, uint64_t *runs, uint64_t *done);
/* Settings that go on after `share` with halving. */
size_t pt_tune_survivors(size_t n);

/* ---- ranks (tune_rank.c) ---- */

/* Ranks the settings by the largest size each was tried at, as far as they were. */
void pt_tune_rank(ptron_tuning *tuning);
void pt_tune_tell(const ptron_tuning *tuning, size_t setting, size_t share, ptron_tuned *tuned);
/* Leaves behind those that are not among the best at this size. */
void pt_tune_thin(ptron_tuning *tuning, size_t share);

/* ---- the whole ---- */

ptron_status pt_tuning_new(const char *const *paths, size_t n_paths, const ptron_dataset *set,
                           const ptron_options *options, const ptron_options *const *settings, size_t n,
                           ptron_tuning **out, ptron_error *err);
void         pt_tuning_free(ptron_tuning *tuning);
ptron_status pt_tuning_finish(const ptron_tuning *tuning, const ptron_observer *observer, ptron_result *result,
                              ptron_model **out, ptron_error *err);
void         pt_tuning_write(const ptron_tuning *tuning, struct pt_buffer *out);
ptron_status pt_tuning_restore(ptron_tuning *tuning, const char *bytes, size_t length, ptron_error *err);

#endif
