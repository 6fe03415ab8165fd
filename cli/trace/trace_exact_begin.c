/* What an exact trace begins with: decimals of rows, rates and start, or why there can be none. */
#include "diag.h"
#include "trace/trace_exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void trace_exact_end(struct trace *t)
{
    struct trace_exact *e = t->exact;

    if (e == NULL)
        return;
    exact_array_free(e->values, e->rows * e->n);
    exact_array_free(e->w, e->n);
    exact_array_free(e->batch, e->n);
    exact_array_free(e->start, e->n);
    exact_array_free(e->star, e->n);
    exact_array_free(e->scalars, SCALARS);
    exact_array_free(e->table, e->n_table);
    free(e);
}

/* One rate a line. What is wrong with the file the trainer says. */
static ptron_status read_table(struct trace_exact *e, const char *path, ptron_error *err)
{
    FILE *file = fopen(path, "r");
    char line[512];
    size_t room = 0;

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const double rate = strtod(line, NULL);
        if (!(rate > 0.0) || !isfinite(rate))
            continue;
        if (e->n_table == room) {
            mpq_t *table = realloc(e->table, (room = 2 * room + 16) * sizeof *table);
            if (table == NULL) {
                fclose(file);
                return trace_no_memory(err);
            }
            e->table = table;
        }
        mpq_init(e->table[e->n_table]);
        exact_decimal(e->table[e->n_table++], rate);
    }
    if (file != NULL)
        fclose(file);
    return PTRON_OK;
}

static ptron_status begin_schedule(struct trace *t, ptron_error *err)
{
    const char *schedule = ptron_options_get(t->args->options, "schedule");

    if (strcmp(schedule, "root") == 0 || strcmp(schedule, "power") == 0)
        return diag_fail(err, PTRON_ARGUMENT, "--exact is for rates that are fractions; those of --schedule %s are "
                         "roots", schedule);
    t->exact->falls = strcmp(schedule, "inverse") == 0;
    if (t->exact->falls || strcmp(schedule, "constant") == 0)
        return PTRON_OK;
    return read_table(t->exact, schedule, err);
}

/* The weights of a model as decimals, its bias as the coefficient of the constant feature. */
static ptron_status begin_at_model(struct trace *t, const char *path, ptron_error *err)
{
    struct trace_exact *e = t->exact;
    PTRON_SIZED(ptron_model_facts, facts);
    ptron_model *model = NULL;
    double *weights, bias = 0.0;
    ptron_status status;

    TRY(ptron_model_load(path, &model, err));
    ptron_model_describe(model, &facts);
    weights = calloc((size_t)(facts.features * facts.vectors) + 1, sizeof *weights);
    status = weights == NULL || facts.vectors != 1 || facts.features > t->n
                 ? PTRON_OK   /* which the trainer refuses */
                 : ptron_model_copy_weights(model, weights, (size_t)facts.features, &bias, err);
    for (size_t j = 0; weights != NULL && status == PTRON_OK && j < facts.features && j < t->n; j++)
        exact_decimal(e->start[j], weights[j]);
    if (t->constant > 0.0) {
        exact_decimal(e->start[t->n], bias);
        exact_decimal(e->scalars[E_A], t->constant);
        mpq_div(e->start[t->n], e->start[t->n], e->scalars[E_A]);
    }
    ptron_model_free(model);
    free(weights);
    return weights == NULL ? trace_no_memory(err) : status;
}

static ptron_status begin_weights(struct trace *t, ptron_error *err)
{
    struct trace_exact *e = t->exact;
    const char *start = ptron_options_get(t->args->options, "start");

    if (strcmp(start, "random") == 0)
        return diag_fail(err, PTRON_ARGUMENT, "--exact is for short decimals; those of --start random have up to 17 "
                         "digits");
    if (strcmp(start, "ones") == 0)
        for (size_t j = 0; j < e->n; j++)
            mpq_set_ui(e->start[j], j < t->n || t->constant > 0.0, 1);
    else if (strcmp(start, "zero") != 0)
        TRY(begin_at_model(t, start, err));
    exact_array_set(e->w, e->start, e->n);
    trace_exact_dot(e, e->scalars[E_START2], e->start, e->start);
    return PTRON_OK;
}

static bool begin_rows(struct trace *t)
{
    struct trace_exact *e = t->exact;
    bool decimal;

    if (ptron_dataset_values(t->set, t->numbers_are, sizeof t->numbers_are, &decimal))
        t->numbers_are[0] = '\0';   /* nothing to tell: those in the file */
    e->n = t->n + 1;
    e->rows = (size_t)t->facts.rows;
    e->scalars = exact_array(SCALARS);
    e->values = exact_array(e->rows * e->n);
    e->w = exact_array(e->n);
    e->batch = exact_array(e->n);
    e->start = exact_array(e->n);
    e->star = exact_array(e->n);
    if (e->scalars == NULL || e->values == NULL || e->w == NULL || e->batch == NULL || e->start == NULL ||
        e->star == NULL)
        return false;
    for (size_t i = 0; i < e->rows * e->n; i++)
        if (decimal || i % e->n == t->n)   /* the constant feature is an option, and these are decimals */
            exact_decimal(e->values[i], t->values[i]);
        else
            mpq_set_d(e->values[i], t->values[i]);
    for (uint64_t i = 0; i < e->rows; i++) {
        trace_exact_dot(e, e->scalars[E_A], trace_exact_row(e, i), trace_exact_row(e, i));
        if (mpq_cmp(e->scalars[E_A], e->scalars[E_RADIUS2]) > 0)
            mpq_set(e->scalars[E_RADIUS2], e->scalars[E_A]);
    }
    return true;
}

static ptron_status check_options(const struct trace *t, ptron_error *err)
{
    const ptron_options *o = t->args->options;
    const char *name = ptron_options_get(o, "algorithm");
    const bool by_option = t->facts.row_weights && ptron_options_given(o, "weight");
    PTRON_SIZED(ptron_algorithm_info, info);

    if (strcmp(t->facts.scaling, "none") != 0)
        return diag_fail(err, PTRON_ARGUMENT, "--exact is about the values as they stand; leave out --scale");
    if (ptron_algorithm_find(name, &info) && !info.adds_rows)
        return diag_fail(err, PTRON_ARGUMENT, "--exact is for rules that add whole rows times the rate, which '%s' "
                         "does not", name);
    if (by_option || *ptron_options_get(o, "class-weight") != '\0')
        return diag_fail(err, PTRON_ARGUMENT, "--exact is for rows that all count the same; leave out --%s",
                         by_option ? "weight" : "class-weight");
    if (t->facts.row_weights)
        return diag_fail(err, PTRON_ARGUMENT, "--exact is for rows that all count the same; those of %s have weights",
                         t->args->files[0]);
    return PTRON_OK;
}

ptron_status trace_exact_begin(struct trace *t, ptron_error *err)
{
    TRY(check_options(t, err));
    exact_begin();
    t->exact = calloc(1, sizeof *t->exact);
    if (t->exact == NULL || !begin_rows(t))
        return trace_no_memory(err);
    t->exact->lenient = ptron_options_is(t->args->options, "tie", "correct");
    exact_decimal(t->exact->scalars[E_RATE], ptron_options_real(t->args->options, "rate"));
    TRY(begin_schedule(t, err));
    return begin_weights(t, err);
}
