/* Reasons are exact: a linear score is a sum over the features of the row. */
#include "cmd/predict_more.h"
#include "diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- reasons ------------------------------------------------------------------------------------- */

static ptron_status check_linear(const ptron_model *model, const ptron_model_facts *facts, ptron_error *err)
{
    const char *name, *value;

    if (strcmp(facts->kind, "linear") != 0)
        return diag_fail(err, PTRON_ARGUMENT, "a score of kind %s is no sum over features: --explain is for linear "
                         "models", facts->kind);
    for (size_t i = 0; ptron_model_parameter(model, i, &name, &value); i++)
        if (strcmp(name, "features") == 0)
            return diag_fail(err, PTRON_ARGUMENT, "the model's features are made of others (--features %s): no part of "
                             "a score is one column's", value);
    return PTRON_OK;
}

ptron_status reasons_begin(struct reasons *r, const ptron_model *model, size_t most, const double *weights,
                           ptron_error *err)
{
    PTRON_SIZED(ptron_model_facts, facts);
    size_t n;

    *r = (struct reasons){.model = model, .most = most, .weights = weights};
    if (most == 0)
        return PTRON_OK;
    ptron_model_describe(model, &facts);
    TRY(check_linear(model, &facts, err));
    r->vectors = (size_t)facts.vectors;
    r->features = (size_t)facts.features;
    if (weights != NULL)
        return PTRON_OK;
    n = r->vectors * r->features;
    r->weights = r->own = malloc((n + 1) * sizeof *r->own);
    return r->own == NULL ? diag_fail(err, PTRON_NOMEM, "no memory for the weights")
                          : ptron_model_copy_weights(model, r->own, n, NULL, err);
}

static bool make_room(struct reasons *r, size_t n)
{
    void *list, *index, *value;

    if (n <= r->room)
        return true;
    list = realloc(r->list, n * sizeof *r->list);
    r->list = list == NULL ? r->list : list;
    index = realloc(r->index, n * sizeof *r->index);
    r->index = index == NULL ? r->index : index;
    value = realloc(r->value, n * sizeof *r->value);
    r->value = value == NULL ? r->value : value;
    if (list == NULL || index == NULL || value == NULL)
        return false;
    r->room = n;
    return true;
}

/* The loudest first; of equal ones in the order of the features. */
static int louder(const void *a, const void *b)
{
    const struct reason *x = a, *y = b;

    if (fabs(x->part) != fabs(y->part))
        return fabs(x->part) > fabs(y->part) ? -1 : 1;
    return x->feature < y->feature ? -1 : x->feature > y->feature;
}

static uint32_t rival_of(const double *scores, size_t n, uint32_t answer)
{
    uint32_t rival = answer == 0 ? 1 : 0;

    for (uint32_t c = 0; c < n; c++)
        if (c != answer && scores[c] > scores[rival])
            rival = c;
    return rival;
}

ptron_status reasons_find(struct reasons *r, const ptron_dataset *rows, uint64_t row, uint32_t answer,
                          const double *scores, ptron_error *err)
{
    const double *w = r->weights, *less = NULL;
    size_t n = 0;

    if (r->vectors > 1) {
        w = r->weights + answer * r->features;
        less = r->weights + rival_of(scores, r->vectors, answer) * r->features;
    }
    TRY(ptron_dataset_row(rows, row, NULL, NULL, 0, &n, err));
    if (!make_room(r, n + 1))
        return diag_fail(err, PTRON_NOMEM, "no memory for the reasons of a row");
    TRY(ptron_dataset_row(rows, row, r->index, r->value, n, &n, err));
    r->n = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t j = r->index[i];
        const double weight = j < r->features ? w[j] - (less == NULL ? 0.0 : less[j]) : 0.0;
        if (weight * r->value[i] != 0.0)
            r->list[r->n++] = (struct reason){j, r->value[i], weight * r->value[i]};
    }
    qsort(r->list, r->n, sizeof *r->list, louder);
    return PTRON_OK;
}

void reasons_json(struct json *json, const struct reasons *r)
{
    char name[1024];

    json_array(json, "because");
    for (size_t i = 0; i < r->n && i < r->most; i++) {
        ptron_model_feature_name(r->model, r->list[i].feature, name, sizeof name);
        json_put(json, OBJECT(NULL), TEXT("feature", name), REAL("value", r->list[i].value),
                 REAL("part", r->list[i].part), END);
    }
    json_end_array(json);
}

void reasons_end(struct reasons *r)
{
    free(r->own);
    free(r->list);
    free(r->index);
    free(r->value);
}

/* ---- columns kept -------------------------------------------------------------------------------- */

static ptron_status add_name(struct kept *k, const char *name, size_t length, ptron_error *err)
{
    void *more = realloc(k->names, (k->n + 1) * sizeof *k->names);

    if (more != NULL) {
        k->names = more;
        k->names[k->n] = strndup(name, length);
    }
    if (more == NULL || k->names[k->n] == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for the columns to keep");
    k->n++;
    return PTRON_OK;
}

ptron_status kept_begin(struct kept *k, ptron_stream *stream, const char *list, ptron_error *err)
{
    for (const char *at = list; at != NULL && *at != '\0';) {
        const bool quoted = *at == '"';
        const char *end = strchr(at + quoted, quoted ? '"' : ',');
        if (quoted && end == NULL)
            return diag_fail(err, PTRON_ARGUMENT, "keep is '%s': a quote is not closed", list);
        end = end == NULL ? at + strlen(at) : end;
        TRY(add_name(k, at + quoted, (size_t)(end - at) - quoted, err));
        at = end + quoted;
        if (*at != ',' && *at != '\0')
            return diag_fail(err, PTRON_ARGUMENT, "keep is '%s': a comma is wanted behind a quote", list);
        at += *at == ',';
    }
    return k->n == 0 ? PTRON_OK : ptron_stream_keep(stream, (const char *const *)k->names, k->n, err);
}

ptron_status kept_cell(struct kept *k, ptron_stream *stream, uint64_t row, size_t i, ptron_error *err)
{
    const char *text;
    size_t length;

    TRY(ptron_stream_kept(stream, row, i, &text, &length, err));
    if (length + 1 > k->room) {
        char *cell = realloc(k->cell, 2 * length + 1);
        if (cell == NULL)
            return diag_fail(err, PTRON_NOMEM, "no memory for a cell");
        k->cell = cell;
        k->room = 2 * length + 1;
    }
    memcpy(k->cell, text, length);
    k->cell[length] = '\0';
    return PTRON_OK;
}

void kept_end(struct kept *k)
{
    for (size_t i = 0; i < k->n; i++)
        free(k->names[i]);
    free(k->names);
    free(k->cell);
}

/* ---- the next best ------------------------------------------------------------------------------- */

void best_labels(const double *scores, size_t n_scores, size_t k, uint32_t *classes, double *numbers)
{
    const double two[] = {n_scores == 1 ? -scores[0] : 0.0, scores[0]};
    const double *of = n_scores == 1 ? two : scores;
    const size_t n = n_scores == 1 ? 2 : n_scores;
    size_t found = 0;

    for (uint32_t c = 0; c < n; c++) {
        size_t at = found < k ? found++ : k;
        while (at > 0 && of[c] > numbers[at - 1]) {
            if (at < k) {
                classes[at] = classes[at - 1];
                numbers[at] = numbers[at - 1];
            }
            at--;
        }
        if (at < k) {
            classes[at] = c;
            numbers[at] = of[c];
        }
    }
}
