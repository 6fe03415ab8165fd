/* What was proved of the run that is explained: by its own algorithm, start, rates and weights. */
#include "cmd/explain.h"
#include "words/numbers.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Steps of one length from zero, each a row that was a mistake; nothing averaged or weighed. */
static bool is_theorems_run(const ptron_model *model, const ptron_result *run)
{
    static const struct {
        const char *name, *value;
    } wanted[] = {{"start", "zero"}, {"schedule", "constant"}, {"average", "no"}, {"bias-scale", "1"},
                  {"shards", "1"}};
    PTRON_SIZED(ptron_algorithm_info, info);
    const char *name, *value;

    for (size_t i = 0; ptron_model_parameter(model, i, &name, &value); i++)
        for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
            if (strcmp(name, wanted[k].name) == 0 && strcmp(value, wanted[k].value) != 0)
                return false;
    return run->bounded != NULL && strcmp(run->bounded, "updates") == 0 &&
           strstr(run->bound_formula, "c_max") == NULL &&
           ptron_algorithm_find(run->algorithm, &info) && info.theorem;
}

/* Whether the model may have learned from these rows, or all but those held out: their number, and the longest. */
static bool is_of_these_rows(const struct explanation *e)
{
    const ptron_result *run = &e->run;
    const double radius = e->proof.radius_upper / (e->facts.classes > 2 ? sqrt(2.0) : 1.0);
    const bool all = run->rows == e->facts.rows;

    return (all || run->rows + run->holdout_rows == e->facts.rows) && run->radius <= radius * (1.0 + 1e-9) &&
           (!all || run->radius >= radius * (1.0 - 1e-9));
}

static ptron_status measure(struct explanation *e, ptron_error *err)
{
    PTRON_SIZED(ptron_evaluation_facts, facts);
    ptron_evaluation *evaluation = NULL;
    ptron_status status = ptron_evaluation_new(e->model, e->args->options, &evaluation, err);

    if (status == PTRON_OK)
        status = ptron_evaluation_add(evaluation, e->set, err);
    if (status == PTRON_OK) {
        ptron_evaluation_describe(evaluation, &facts);
        e->margin = facts.margin;
        e->distance = facts.distance;
    }
    ptron_evaluation_free(evaluation);
    return status;
}

/* The proof is about the numbers in the file, the run about the doubles nearest to them: no row moved by more than a
 * share of 2^-53 of its length, so neither did its product with w*. Twice that is off here. */
ptron_status explain_find_bound(struct explanation *e, ptron_error *err)
{
    const double least = e->proof.theorem_lower - e->proof.radius_upper * DBL_EPSILON;

    e->bound = e->margin = e->distance = NAN;
    if (e->model == NULL)
        return PTRON_OK;
    e->these_rows = is_of_these_rows(e);
    /* With weights that are all the same the bound is the theorem's, but no step is one row long, as in its lemmas. */
    e->theorem = e->these_rows && !e->facts.row_weights && is_theorems_run(e->model, &e->run);
    if (e->these_rows && least > 0.0)
        e->bound = ptron_model_bound(e->model, least);
    if (!isfinite(e->bound))
        e->bound = NAN;
    return measure(e, err);
}

void explain_tell_bound(FILE *out, const struct explanation *e)
{
    PTRON_SIZED(ptron_algorithm_info, info);
    const ptron_result *run = &e->run;
    const bool known = ptron_algorithm_find(run->algorithm, &info);

    if (e->theorem)
        return;
    if (known && isnan(run->radius)) {
        fputs("\nThe theorem above speaks of exact products. Those of values this small are lost in rounding, and no "
              "bound\nis known for this run.\n", out);
        return;
    }
    fputs("\nThe theorem above speaks of the perceptron with steps of one length, started at zero, on these rows; "
          "this\nmodel was ", out);
    if (!known) {
        fputs("not trained: its weights were given.\n", out);
    } else if (!e->these_rows) {
        fputs("trained on other rows, or with another bias.\n", out);
    } else if (isnan(e->bound)) {
        fprintf(out, "trained otherwise, and no bound is known for its run (%s).\n", info.name);
    } else {
        fprintf(out, "trained otherwise. What holds for its run (%s): %s at most\n    %s%s%s", info.name,
                run->bounded, run->bound_formula,
                strstr(run->bound_formula, " <= ") != NULL ? "; this k is <= " : " <= ", text_up(e->bound).s);
        if (!isnan(run->bounded_value))
            fprintf(out, "; it came to %s, %s %% of that", text_number(run->bounded_value).s,
                    text_number(100.0 * run->bounded_value / e->bound).s);
        fputs(".\n", out);
    }
}
