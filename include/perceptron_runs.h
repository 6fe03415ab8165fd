/* Runs: a record of how training went, as pages, pictures and plots.
 * Part of perceptron.h, which includes it; the conventions stand there. */
#include "perceptron.h"

#ifndef PERCEPTRON_RUNS_H
#define PERCEPTRON_RUNS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers, names and tables, made from what the observer and the model say: no clock, no folder, so that the
 * same run gives the same bytes. */
typedef struct ptron_run ptron_run;

PTRON_API ptron_status ptron_run_new(const ptron_dataset *set, ptron_run **out, ptron_error *err);
/* Fills *observer so that it records and then asks `inner` (may be NULL; copied). Both must outlive training. */
PTRON_API ptron_status ptron_run_watch(ptron_run *run, const ptron_observer *inner, ptron_observer *observer,
                                       ptron_error *err);
/* What came out: margins, errors, weights, and pictures' data. `axes`: "A,B", two features to draw, or NULL. Training
 * may go on after it, and the run be finished anew: what was made, said and told before goes, the pages are of now. */
PTRON_API ptron_status ptron_run_finish(ptron_run *run, ptron_trainer *trainer, const ptron_model *model,
                                        const char *axes, ptron_error *err);
/* The steps of a run, one after another. ptron_run_keep before ptron_run_watch: the first `steps` rows looked at are
 * kept, each with the weights after it; no pictures are made of such a run. */
PTRON_API void ptron_run_keep(ptron_run *run, uint64_t steps);

typedef struct ptron_theorem {     /* the convergence theorem, of w*, the weights that the run ended with */
    size_t   size;
    bool     applies;              /* w* has every row on its own side, and all weights are sums of rows: lemma 1 */
    double   gamma, norm2;         /* the least y(w*.x + b*) of all rows; |w*|^2 */
    double   radius2;              /* R^2 */
    double   bound;                /* (R^2 + 2 threshold/longest) |w*|^2/gamma^2 + 2 |w0| |w*|/(longest gamma): the
                                    * steps add up to no more times the longest of them; NaN: a lemma is missing */
    uint64_t cycle_from, cycle_to; /* of the steps kept, from 1 on: after these the weights are the same; 0: at first */
    const uint64_t *times;         /* [rows] how often each row was used between them; NULL: there are none */
    bool     has_lemma2;           /* every update added rows whose product was not above the threshold */
    double   threshold, longest;   /* the largest that a row met; the longest step, of a batch the sum of its rows' */
    double   start_norm2;          /* |w0|^2 of the weights begun with */
    double   mass;                 /* sum of all steps; NaN: the weights are no sum of rows */
} ptron_theorem;

typedef struct ptron_sides {       /* of the inequalities after a step; NaN where they do not hold */
    size_t size;
    double lower, upper;           /* min y(w.x + b) / |w| <= gamma* <= |w - w0| / mass */
    double along, along_least;     /* lemma 1: w*.w >= w*.w0 + gamma mass */
    double norm2, norm2_most;      /* lemma 2: |w|^2 <= |w0|^2 + R^2 (sum of squared steps) + 2 threshold mass */
} ptron_sides;

/* When training is over. */
PTRON_API ptron_status ptron_run_theorem(ptron_run *run, const ptron_trainer *trainer, ptron_theorem *theorem,
                                         ptron_error *err);
/* Step i of those kept, and after ptron_run_theorem its sides (may be NULL); false: there are not so many. Its weights
 * are borrowed from the run. */
PTRON_API bool ptron_run_step(const ptron_run *run, size_t i, ptron_step *step, ptron_sides *sides);

/* A record of a model alone, with rows to judge it on or NULL. */
PTRON_API ptron_status ptron_run_of_model(const ptron_model *model, const ptron_dataset *set, const char *axes,
                                          ptron_run **out, ptron_error *err);
/* A record of a proof, and one of many results, each with the name of its way; results of a way stand together. */
PTRON_API ptron_status ptron_run_of_certificate(const ptron_certificate *certificate, const ptron_dataset *set,
                                                const char *axes, ptron_run **out, ptron_error *err);
PTRON_API ptron_status ptron_run_of_results(const ptron_result *const *results, const char *const *ways, size_t n,
                                            ptron_run **out, ptron_error *err);
/* A sentence for the page: "command", "why", "data", or the first "sentence" itself. */
PTRON_API ptron_status ptron_run_say(ptron_run *run, const char *name, const char *text, ptron_error *err);
/* An option that was given, for the page's table of them; one that stands there already stays as it is. */
PTRON_API ptron_status ptron_run_tell(ptron_run *run, const char *option, const char *value, ptron_error *err);

/* As JSON and back. */
PTRON_API ptron_status ptron_run_write(const ptron_run *run, void **bytes, size_t *length, ptron_error *err);
PTRON_API ptron_status ptron_run_read(const void *bytes, size_t length, ptron_run **out, ptron_error *err);
PTRON_API bool         ptron_run_is(const void *bytes, size_t length);   /* whether these bytes begin a record */
/* One self-contained page; one picture of it by number as an SVG file (*name borrowed for good; *bytes NULL when
 * there is no such number); a plot of `columns` characters for a terminal. Free the bytes with ptron_bytes_free. */
PTRON_API ptron_status ptron_run_page(const ptron_run *run, void **bytes, size_t *length, ptron_error *err);
PTRON_API ptron_status ptron_run_picture(const ptron_run *run, size_t i, const char **name, void **bytes,
                                         size_t *length, ptron_error *err);
/* The picture of that name alone, quicker than going through the numbers; *bytes NULL when there is none. */
PTRON_API ptron_status ptron_run_picture_named(const ptron_run *run, const char *name, void **bytes, size_t *length,
                                               ptron_error *err);
PTRON_API ptron_status ptron_run_plot(const ptron_run *run, size_t columns, bool plain, void **bytes,
                                      size_t *length, ptron_error *err);
PTRON_API void ptron_run_free(ptron_run *run);

#ifdef __cplusplus
}
#endif

#endif
