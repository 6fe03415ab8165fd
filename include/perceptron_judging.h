/* Judging: what there is to know of rows before training, parting them for a test, algorithms side by side, and how a
 * model does on rows.
 * Part of perceptron.h, which includes it; the conventions stand there. */
#include "perceptron.h"

#ifndef PERCEPTRON_JUDGING_H
#define PERCEPTRON_JUDGING_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- rows, before training ----------------------------------------------------------------------- */

/* The columns of a table (CSV) as they stand in its files, before anything is made of them: what options would suit.
 * Reads the first 32 megabytes. Of the options, those that say how cells are parted and written are used. A survey of
 * any other format has no columns. */
typedef struct ptron_survey ptron_survey;

typedef struct ptron_survey_facts {
    size_t   size;
    uint64_t rows;                  /* that were looked at */
    uint64_t columns;
    uint64_t label;                 /* the column that would be the label where nobody says; `columns`: none */
    char     delimiter;
    bool     header;
    bool     all;                   /* every row was looked at */
} ptron_survey_facts;

typedef struct ptron_survey_column {
    size_t      size;
    const char *name;
    uint64_t    missing, present;   /* cells that are missing where numbers are wanted, a dash among them; all others */
    uint64_t    empty;              /* cells without a text */
    uint64_t    numbers, flags, dates;   /* of those present: numbers; yes, no, true, false; dates */
    uint64_t    commas;             /* numbers if a comma stood before decimals */
    uint64_t    values;             /* different texts, that dash among them, counted up to 1000 */
    uint64_t    words;              /* parted by blanks, in all cells together */
    bool        whole;              /* every number is a whole one */
    bool        counts;             /* and one more than the one before */
    bool        pair;               /* two values, of which one is known to be the positive: yes and no, + and - */
    bool        month_first;        /* dates say so */
    bool        order_open;         /* no date tells whether the day or the month stands first */
    const char *first, *second;     /* different texts; NULL: there are not as many */
    const char *strays;             /* texts among numbers, parted by commas, for the option na; "" */
} ptron_survey_column;

PTRON_API ptron_status ptron_survey_read(const char *const *paths, size_t n_paths, const ptron_options *options,
                                         ptron_survey **out, ptron_error *err);
PTRON_API void ptron_survey_describe(const ptron_survey *survey, ptron_survey_facts *facts);
/* False: there is no such column. */
PTRON_API bool ptron_survey_get(const ptron_survey *survey, size_t column, ptron_survey_column *facts);
PTRON_API void ptron_survey_free(ptron_survey *survey);

/* Deals n rows out into parts: part [n] says which. shares [n_parts] sum to 1; labels [n] and groups [n] are numbers
 * below n_labels and n_groups. Every part has its share of each label to within a row; which rows those are the seed
 * says. With groups (NULL: none) the rows of a group go into one part, and shares are met as nearly as whole groups
 * allow. */
PTRON_API ptron_status ptron_split(const uint32_t *labels, uint32_t n_labels, const uint32_t *groups,
                                   uint32_t n_groups, uint64_t n, const double *shares, size_t n_parts, uint64_t seed,
                                   uint32_t *part, ptron_error *err);

/* What a user should know before training. */
typedef struct ptron_checkup {
    size_t   size;
    uint64_t duplicates;            /* rows equal to an earlier row with the same label */
    uint64_t contradictions;        /* distinct vectors that carry more than one label */
    uint64_t contradiction_rows[2]; /* an example: two rows (0-based) */
    uint64_t empty_rows;            /* rows without a nonzero value */
    uint64_t constant_features;     /* the same value, not 0, in every row */
    uint64_t constant_example;      /* the first of them */
    uint64_t unused_features;       /* zero in every row */
    double   smallest_norm, mean_norm, largest_norm;   /* without the constant feature */
    uint64_t largest_norm_row;
    double   smallest_scale, largest_scale;   /* over features: largest |value|, zeros left out */
    uint64_t smallest_scale_feature, largest_scale_feature;
    bool     sorted_by_class;       /* the rows of each class stand together */
    uint64_t training_bytes;        /* rows, weights and averages that training will need */
    double   least_reach, greatest_reach;   /* features differ so much in reach that scaling is advised, and scale=auto
                                             * would be standard: how far two of them reach; 0: they do not */
    uint64_t least_reach_feature, greatest_reach_feature;
} ptron_checkup;

/* Of the options only the watch is used, here as by ptron_dataset_pack and ptron_predict_probabilities; NULL: none. */
PTRON_API ptron_status ptron_dataset_check(const ptron_dataset *set, const ptron_options *options,
                                           ptron_checkup *checkup, ptron_error *err);

/* ---- algorithms, side by side -------------------------------------------------------------------- */

/* Trains once for each of the options, all on the same set, in that many threads at once (0: one per core). results [n]
 * point to structs with their size set. The observer may be NULL; it is called from the threads of the runs, but never
 * by two at once. The results are those of n trainings one after the other. */
PTRON_API ptron_status ptron_compare(const ptron_options *const *runs, size_t n, const ptron_dataset *set,
                                     const ptron_dataset *validation, size_t threads,
                                     const ptron_observer *observer, ptron_result *const *results,
                                     ptron_error *err);

/* ---- what a column is worth ------------------------------------------------------------------------- */

/* Permutation importance: the values of one column are exchanged between the rows, all else stays, and the rows that
 * are then answered wrongly are counted, errors [repeats]. A column of a table goes with all its categories or words;
 * rows of other formats have features. Which row gets whose value depends on seed, column and repeat alone. column
 * SIZE_MAX: the errors of the rows as they are. The rows were read with the model. PTRON_ARGUMENT where features
 * depend on each other: scaling "unit" and "tfidf", made features. */
PTRON_API size_t       ptron_importance_columns(const ptron_model *model);
PTRON_API size_t       ptron_importance_name(const ptron_model *model, size_t column, char *name, size_t room);
PTRON_API ptron_status ptron_importance(const ptron_model *model, const ptron_dataset *rows, size_t column,
                                        uint64_t seed, uint64_t *errors, size_t repeats, ptron_error *err);

/* ---- evaluation ---------------------------------------------------------------------------------- */

typedef struct ptron_evaluation ptron_evaluation;

typedef struct ptron_evaluation_facts {
    size_t   size;
    uint64_t rows;             /* labelled rows; unlabelled ones are not counted */
    uint64_t errors;           /* a product of exactly 0 is one; so is a label that the model does not know */
    uint64_t unknown_labels;   /* of these errors */
    uint64_t ties;             /* of these errors: on the boundary */
    double   error;            /* errors / rows; NaN without rows */
    double   auc;              /* area under the ROC curve, two classes; NaN otherwise */
    double   perceptron_loss;  /* sum over the rows of max(0, -y(w.x+b)); NaN without rows, and of votes */
    double   margin;           /* theorem margin: least y(w.x+b)/norm(w,b), or in a kernel's space; NaN: none */
    double   log_loss;         /* mean of -ln p(own class), p at least 1e-15; NaN: the model has no probabilities */
    double   brier;            /* mean of (p - y)^2, with many classes summed over them; NaN likewise */
    double   distance;         /* least y(w.x+b)/norm(w): of the nearest row from the boundary; NaN: none */
    double   functional_margin;   /* least y(w.x+b); NaN: none */
    /* Of the rows whose label the model knows, over the classes that have rows or answers; NaN: there are none. */
    double   macro_f1, weighted_f1;   /* the mean of the classes' F1, each counted once, and as often as it has rows */
    double   balanced_accuracy;   /* the mean of the classes' recall */
    double   average_precision;   /* two classes: the area under precision against recall, in steps; NaN otherwise */
} ptron_evaluation_facts;

/* The options' watch is that of every ptron_evaluation_add. */
PTRON_API ptron_status ptron_evaluation_new(const ptron_model *model, const ptron_options *options,
                                            ptron_evaluation **out, ptron_error *err);
PTRON_API ptron_status ptron_evaluation_add(ptron_evaluation *evaluation, const ptron_dataset *rows,
                                            ptron_error *err);
/* The rows kept out of training (options "holdout" and "seed"; or those for validation): how many there are, and which,
 * 0-based in the order of the source. UINT64_MAX: no such i. */
PTRON_API uint64_t ptron_trainer_held_out(const ptron_trainer *trainer);
PTRON_API uint64_t ptron_trainer_held_out_row(const ptron_trainer *trainer, uint64_t i);
/* How a model of this trainer does on them: added to an evaluation of that model. */
PTRON_API ptron_status ptron_trainer_evaluate(const ptron_trainer *trainer, ptron_evaluation *evaluation,
                                              ptron_error *err);
PTRON_API void ptron_evaluation_describe(ptron_evaluation *evaluation, ptron_evaluation_facts *facts);
/* Rows of class `truth` that were given class `answer`. */
PTRON_API uint64_t ptron_evaluation_count(const ptron_evaluation *evaluation, size_t truth, size_t answer);
/* Of more than two classes: rows whose own class is among the k that score highest, of equal scores the first. */
PTRON_API uint64_t ptron_evaluation_within(const ptron_evaluation *evaluation, size_t k);
/* Of two classes, the points of the ROC curve and of precision against recall: the distinct scores, highest first, and
 * how many rows of class 1 (right) and of class 0 (wrong) score at least as high. Fills `room` of them; each array may
 * be NULL. Returns how many there are. */
PTRON_API size_t ptron_evaluation_curve(ptron_evaluation *evaluation, double *scores, uint64_t *right,
                                        uint64_t *wrong, size_t room);

typedef struct ptron_operating_point {
    size_t size;
    double threshold;             /* rows that score above it are given class 1 */
    double precision, recall, f1; /* of class 1, on the rows it was found from */
    bool   reached;               /* false: no threshold gives what was wanted; this has the highest precision */
} ptron_operating_point;

/* The threshold for what is wanted: "precision=0.9" (the highest recall there is with it), "recall=0.9" (the highest
 * precision) or "f1" (the highest). It lies halfway between two scores. */
PTRON_API ptron_status ptron_evaluation_operate(ptron_evaluation *evaluation, const char *wanted,
                                                ptron_operating_point *point, ptron_error *err);
PTRON_API void ptron_evaluation_free(ptron_evaluation *evaluation);

#ifdef __cplusplus
}
#endif

#endif
