/* Tuning: settings tried on folds of the rows, ranked, and the one chosen learned again from all of them.
 * Part of perceptron.h, which includes it; the conventions stand there. */
#include "perceptron.h"

#ifndef PERCEPTRON_TUNING_H
#define PERCEPTRON_TUNING_H

#ifdef __cplusplus
extern "C" {
#endif

/* The rows are read once and dealt out into folds; each setting learns from all folds but one and is tested on that
 * one, for each of them. Whatever is fitted to rows (words, categories, means, scaling, features made) is fitted to
 * those learned from alone. The options of the group "tune" say how: folds, repeats, group, in-order, score, pick,
 * halving, curve; "seed" deals the folds out, "threads" is how many runs go side by side, and changes no number. */
typedef struct ptron_tuning ptron_tuning;

/* settings [n]: each as complete as for ptron_trainer_new and ptron_dataset_load. Those that come to the same, when
 * what does nothing in them is left out, are tried once. Options, settings and paths are copied. */
PTRON_API ptron_status ptron_tuning_open(const char *const *paths, size_t n_paths, const ptron_options *options,
                                         const ptron_options *const *settings, size_t n, ptron_tuning **out,
                                         ptron_error *err);
/* The same for the rows of a set that was not scaled and has no features made of others; it stays in memory until both
 * are freed. Settings may then vary "scale", "features", "values" and how it learns. */
PTRON_API ptron_status ptron_tuning_of_set(const ptron_dataset *set, const ptron_options *options,
                                           const ptron_options *const *settings, size_t n, ptron_tuning **out,
                                           ptron_error *err);
PTRON_API void ptron_tuning_free(ptron_tuning *tuning);

/* Called often, from the threads of the runs, one at a time; false: stop with PTRON_CANCELED. The runs that were done
 * stay done, and ptron_tuning_run goes on with the others. */
typedef struct ptron_tuning_watch {
    size_t size;
    void  *user;
    bool (*on_run)(void *user, uint64_t done, uint64_t runs);
} ptron_tuning_watch;

/* Every run that is not done yet; the watch may be NULL. */
PTRON_API ptron_status ptron_tuning_run(ptron_tuning *tuning, const ptron_tuning_watch *watch, ptron_error *err);

typedef struct ptron_tuning_facts {
    size_t      size;
    uint64_t    rows, features, classes;   /* features: of all rows, as the first setting reads them */
    uint64_t    settings;          /* different ones */
    uint64_t    folds;             /* tests of each: folds times repeats */
    uint64_t    runs, done;        /* runs in all, as far as is known, and those done */
    uint64_t    sizes;             /* of training sets: 1, more with halving or a curve */
    const char *score;             /* what is ranked by: "error", ... */
    bool        more_is_better;
    uint64_t    best, simplest, chosen;   /* ranks; UINT64_MAX: not known yet */
} ptron_tuning_facts;

PTRON_API void ptron_tuning_describe(const ptron_tuning *tuning, ptron_tuning_facts *facts);

/* A setting and how it did. */
typedef struct ptron_tuned {
    size_t      size;
    const char *name;              /* what tells it from the others: "algorithm=svm C=10" */
    uint64_t    setting;           /* its number among those given */
    uint64_t    folds;             /* tests that were done */
    double      mean, spread;      /* of its scores, and their standard deviation */
    double      standard_error;    /* of the mean: spread / sqrt(folds) */
    double      difference, difference_error;   /* fold by fold, its scores less those of the best: the mean, and that
                                                 * mean's standard error; NaN: not on the same rows */
    double      train;             /* mean error on the rows learned from */
    double      seconds;           /* of learning and testing, all folds together; NaN: told by a model */
    double      share;             /* of the rows to learn from; below 1: it was left behind by halving */
    bool        best, simplest, chosen;   /* simplest: of those within one standard error of the best */
} ptron_tuned;

/* By rank, from 0, the best first; false: there are not so many. */
PTRON_API bool ptron_tuning_get(const ptron_tuning *tuning, uint64_t rank, ptron_tuned *tuned);
/* The score of the setting of that rank in test i; NaN: it was not done. */
PTRON_API double ptron_tuning_score(const ptron_tuning *tuning, uint64_t rank, uint64_t i);
/* The fold, from 0, that row i of the source is tested in, in that repetition; UINT64_MAX: in none. */
PTRON_API uint64_t ptron_tuning_fold(const ptron_tuning *tuning, uint64_t repeat, uint64_t row);

/* Of the option "curve": how the setting of that rank does when it learns from fewer rows. False: no such point. */
typedef struct ptron_curve_point {
    size_t size;
    double rows;                   /* learned from, on average */
    double test, test_error;       /* mean score on rows not learned from, and its standard error */
    double train;                  /* mean error on the rows learned from */
} ptron_curve_point;
PTRON_API bool ptron_tuning_curve(const ptron_tuning *tuning, uint64_t rank, uint64_t i, ptron_curve_point *point);

/* What was tried, as text, to be kept in a file; and back, before ptron_tuning_run, into a tuning of the same rows and
 * folds: PTRON_DATA when they are others. Settings may be added or left out in between. */
PTRON_API ptron_status ptron_tuning_write(const ptron_tuning *tuning, void **bytes, size_t *length, ptron_error *err);
PTRON_API ptron_status ptron_tuning_restore(ptron_tuning *tuning, const void *bytes, size_t length, ptron_error *err);

/* The chosen setting's options, borrowed; and learned from all rows, with the table in the model. The observer may be
 * NULL; the result, too. NULL options: it is not known yet which. */
PTRON_API const ptron_options *ptron_tuning_chosen(const ptron_tuning *tuning);
PTRON_API ptron_status ptron_tuning_finish(const ptron_tuning *tuning, const ptron_observer *observer,
                                           ptron_result *result, ptron_model **out, ptron_error *err);

/* The table, and the curve of the chosen setting, for the page of a run of its model. */
PTRON_API ptron_status ptron_run_tuning(ptron_run *run, const ptron_tuning *tuning, ptron_error *err);

/* The table in a model, by rank; false: it was not tuned, or there are not so many. What was ranked by; NULL:
 * nothing. */
PTRON_API bool        ptron_model_tuned(const ptron_model *model, uint64_t rank, ptron_tuned *tuned);
PTRON_API const char *ptron_model_tuned_by(const ptron_model *model);

#ifdef __cplusplus
}
#endif

#endif
