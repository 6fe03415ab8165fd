/* Permutation importance, told. */
#include "cmd/show_importance.h"
#include "diag.h"
#include "words/numbers.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_COLUMNS = 1000 };

static int by_weight(const void *a, const void *b)   /* mean: the weight, for now */
{
    const struct column_worth *x = a, *y = b;

    if (x->mean != y->mean)
        return x->mean > y->mean ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

/* Which columns: all, or of very many those of the largest weights. */
static ptron_status choose(struct importance *im, const ptron_model *model, const double *weights, size_t features,
                           ptron_error *err)
{
    const size_t n = ptron_importance_columns(model);

    if (n > MOST_COLUMNS && (weights == NULL || features != n))
        return diag_fail(err, PTRON_ARGUMENT, "%s are too many to exchange one by one; up to %d can be",
                         text_counted(n, "column").s, MOST_COLUMNS);
    im->columns = calloc(n + 1, sizeof *im->columns);
    if (im->columns == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for %s", text_counted(n, "column").s);
    for (size_t i = 0; i < n; i++)
        im->columns[i] = (struct column_worth){.column = i, .mean = n > MOST_COLUMNS ? weights[i] : 0.0};
    qsort(im->columns, n, sizeof *im->columns, by_weight);
    im->n = n > MOST_COLUMNS ? MOST_COLUMNS : n;
    if (im->n < n)
        diag_note("of %s the %d with the largest weights are looked at", text_counted(n, "column").s, MOST_COLUMNS);
    return PTRON_OK;
}

static ptron_status measure(struct importance *im, const ptron_model *model, const ptron_dataset *rows,
                            struct column_worth *worth, ptron_error *err)
{
    const double n = (double)im->repeats;
    double sum = 0.0, squares = 0.0;

    worth->errors = calloc((size_t)im->repeats, sizeof *worth->errors);
    if (worth->errors == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for the repeats");
    TRY(ptron_importance(model, rows, worth->column, im->seed, worth->errors, (size_t)im->repeats, err));
    for (uint64_t r = 0; r < im->repeats; r++)
        sum += ((double)worth->errors[r] - (double)im->errors) / (double)im->rows;
    worth->mean = sum / n;
    for (uint64_t r = 0; r < im->repeats; r++) {
        const double away = ((double)worth->errors[r] - (double)im->errors) / (double)im->rows - worth->mean;
        squares += away * away;
    }
    worth->sd = sqrt(squares / n);
    return PTRON_OK;
}

static ptron_status measure_all(struct importance *im, const ptron_model *model, const double *weights, size_t features,
                                const ptron_dataset *rows, ptron_error *err)
{
    PTRON_SIZED(ptron_dataset_facts, facts);

    ptron_dataset_describe(rows, &facts);
    im->rows = facts.rows - facts.unlabelled_rows;
    if (im->rows == 0)
        return diag_fail(err, PTRON_DATA, "no labelled rows in %s: there is nothing to compare with", im->path);
    TRY(choose(im, model, weights, features, err));
    TRY(ptron_importance(model, rows, SIZE_MAX, im->seed, &im->errors, 1, err));
    for (size_t i = 0; i < im->n; i++)
        TRY(measure(im, model, rows, &im->columns[i], err));
    qsort(im->columns, im->n, sizeof *im->columns, by_weight);
    return PTRON_OK;
}

ptron_status importance_fill(struct importance *im, const ptron_model *model, const double *weights, size_t features,
                             ptron_error *err)
{
    ptron_dataset *rows = NULL;
    ptron_status status = ptron_dataset_load(&im->path, 1, NULL, model, &rows, err);

    if (status == PTRON_OK)
        status = measure_all(im, model, weights, features, rows, err);
    ptron_dataset_free(rows);
    return status;
}

static struct text points(double share)
{
    struct text text;

    snprintf(text.s, sizeof text.s, "%+.2f", 100.0 * share + 0.0);
    return text;
}

void importance_print(FILE *out, const struct importance *im, const ptron_model *model, uint64_t top)
{
    const double most = im->n == 0 ? 0.0 : im->columns[0].mean;
    enum { WIDTH = 20 };
    char name[200];

    fprintf(out, "\nPermutation importance: points of error more when a column's values are exchanged between rows\n"
            "  %s of %s, %s wrong as they are; mean and sd of %s, seed %s\n\n",
            text_some(im->rows, "row").s, text_path(im->path).s, text_percent((double)im->errors / (double)im->rows).s,
            text_some(im->repeats, "repeat").s, text_count(im->seed).s);
    for (size_t i = 0; i < im->n && (top == 0 || i < top); i++) {
        const struct column_worth *worth = &im->columns[i];
        char spread[32];

        snprintf(spread, sizeof spread, "%.2f", 100.0 * worth->sd);
        ptron_importance_name(model, worth->column, name, sizeof name);
        fprintf(out, "  %8s +- %-6s ", points(worth->mean).s, spread);
        for (int bar = 0; bar < WIDTH; bar++)
            fputc(most > 0.0 && bar < (int)lround(worth->mean / most * WIDTH) ? '#' : ' ', out);
        fprintf(out, "  %s\n", text_name(name).s);
    }
}

void importance_json(struct json *json, const struct importance *im, const ptron_model *model)
{
    char name[1024];

    json_put(json, OBJECT("importance"), COUNT("rows", im->rows), COUNT("errors", im->errors),
             REAL("error", (double)im->errors / (double)im->rows), COUNT("repeats", im->repeats),
             COUNT("seed", im->seed));
    json_array(json, "columns");
    for (size_t i = 0; i < im->n; i++) {
        const struct column_worth *worth = &im->columns[i];

        ptron_importance_name(model, worth->column, name, sizeof name);
        json_put(json, OBJECT(NULL), TEXT("name", name), REAL("mean", worth->mean), REAL("sd", worth->sd));
        json_array(json, "errors");
        for (uint64_t r = 0; r < im->repeats; r++)
            json_count(json, NULL, worth->errors[r]);
        json_end_array(json);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
}

void importance_free(struct importance *im)
{
    for (size_t i = 0; im->columns != NULL && i < im->n; i++)
        free(im->columns[i].errors);
    free(im->columns);
}
