/* What `explain` knows when it starts to write: the rows, what was proved of them, and a run of the perceptron. */
#ifndef CLI_CMD_EXPLAIN_H
#define CLI_CMD_EXPLAIN_H

#include "arguments.h"
#include "json_stream.h"

struct explanation {
    const struct args *args;
    ptron_model       *model;          /* the user's, or the one just trained; NULL: none was needed */
    bool               own_run;        /* trained here, from zero */
    bool               these_rows;     /* the model was trained on them, as far as can be told */
    bool               theorem;        /* the theorem's bound speaks of this run */
    double             bound;          /* what was proved of this run, for the margin proved; NaN: nothing */
    ptron_dataset     *set;
    ptron_dataset_facts facts;
    ptron_certificate *certificate;
    ptron_certificate_facts proof;
    ptron_result       run;
    double margin, distance;           /* of the model's weights on these rows; NaN: none */
    /* With w* the unit vector behind the margin's lower bound and w the weights, in units of the rate: */
    bool   has_star;
    double product;                    /* w*.w */
    double norm2;                      /* |w|^2 */
};

/* What was proved of the run (explain_run.c): fills these_rows, theorem, bound, margin and distance;
 * says it where it is not the theorem. */
ptron_status explain_find_bound(struct explanation *e, ptron_error *err);
void explain_tell_bound(FILE *out, const struct explanation *e);

/* Fills product and norm2 (explain_measure.c). */
ptron_status explain_measure(struct explanation *e, ptron_error *err);
/* A model whose score of a row is its product with w, of n coordinates: a bias is one of them. */
ptron_status explain_scorer(const double *w, size_t n, ptron_model **out, ptron_error *err);

double explain_most_updates(const ptron_certificate_facts *proof);
void explain_theorem(FILE *out, const struct explanation *e);         /* separable */
void explain_contradiction(FILE *out, const struct explanation *e);   /* not separable */

/* The same of three labels or more (explain_classes.c). */
void explain_classes(FILE *out, const struct explanation *e);

struct explanation_more;
/* The whole of it (cmd_explain.c), when there are rows, options and a proof: trains where no model is there, and works
 * out what is said; then says it. */
ptron_status explain_work_out(struct explanation *e, struct explanation_more *more, ptron_error *err);
void explain_print(FILE *out, const struct explanation *e, const struct explanation_more *more);
void explain_json(FILE *out, const struct explanation *e, const struct explanation_more *more);

#endif
