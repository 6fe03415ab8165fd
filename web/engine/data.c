/* Rows and models. */
#include "engine.h"
#include "words/facts.h"

int EXPORT(rows_read)(const void *bytes, size_t length, const char *name, const ptron_options *options,
                      const ptron_model *model)
{
    ptron_dataset *set = NULL;
    const ptron_status status = ptron_dataset_read(bytes, length, name, options, model, &set, &engine_error);

    return answer_handle(set, status);
}

/* `names`: the class names, then those of the features if `named`, each ended. The values stay the caller's. */
int EXPORT(rows_borrow)(const double *values, const uint32_t *labels, size_t n_rows, size_t n_features,
                        size_t n_classes, const char *names, int named, const ptron_options *options,
                        const ptron_model *model)
{
    PTRON_SIZED(ptron_rows, rows);
    const size_t n = n_classes + (named ? n_features : 0);
    const char **list = malloc((n + 1) * sizeof *list);
    ptron_dataset *set = NULL;
    ptron_status status;

    if (list == NULL)
        return answer_close(NULL, PTRON_OK);
    for (size_t i = 0; i < n; i++, names += strlen(names) + 1)
        list[i] = names;
    rows.n_rows = n_rows;
    rows.n_features = n_features;
    rows.kind = PTRON_F64;
    rows.values = values;
    rows.labels = labels;
    rows.n_classes = n_classes;
    rows.class_names = list;
    rows.feature_names = named ? list + n_classes : NULL;
    status = ptron_dataset_borrow(&rows, options, model, &set, &engine_error);
    free(list);
    return answer_handle(set, status);
}

int EXPORT(rows_facts)(const ptron_dataset *set)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    char name[200];
    FILE *out = answer_open();
    struct json json;

    if (out == NULL)
        return answer_close(out, PTRON_OK);
    ptron_dataset_describe(set, &facts);
    json = json_begin(out);
    facts_json(&json, set, &facts);
    json_real(&json, "radius", facts.radius);
    json_array(&json, "names");
    for (size_t i = 0; i < facts.features && i < 100; i++) {
        ptron_dataset_feature_name(set, i, name, sizeof name);
        json_text(&json, NULL, name);
    }
    json_end_array(&json);
    json_finish(&json);
    return answer_close(out, PTRON_OK);
}

/* Rows [from, to) as numbers: class (-1: none), then every feature. Bytes of doubles. */
int EXPORT(rows_values)(const ptron_dataset *set, uint32_t from, uint32_t to)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    ptron_status status = PTRON_OK;

    ptron_dataset_describe(set, &facts);
    to = to > facts.rows ? (uint32_t)facts.rows : to;
    const size_t width = (size_t)facts.features + 1, n = to > from ? to - from : 0;
    double *values = calloc(n * width + 1, sizeof *values), *row = malloc(width * sizeof *row);
    uint32_t *features = malloc(width * sizeof *features);

    for (size_t i = 0; values != NULL && row != NULL && features != NULL && status == PTRON_OK && i < n; i++) {
        size_t stored = 0;
        status = ptron_dataset_row(set, from + i, features, row, width - 1, &stored, &engine_error);
        values[i * width] = (double)ptron_dataset_row_class(set, from + i);
        for (size_t j = 0; j < stored; j++)
            values[i * width + 1 + features[j]] = row[j];
    }
    free(row);
    free(features);
    return answer_bytes(values, n * width * sizeof *values, status);
}

void EXPORT(rows_free)(ptron_dataset *set) { ptron_dataset_free(set); }

static bool write_on(void *user, const char *bytes, size_t length)
{
    return fwrite(bytes, 1, length, user) == length;
}

int EXPORT(generate)(const char *kind, const ptron_options *options)
{
    FILE *out = answer_open();

    return answer_close(out, out == NULL ? PTRON_OK : ptron_generate(kind, options, write_on, out, &engine_error));
}

/* ---- models ---------------------------------------------------------------------------------------- */

int EXPORT(model_read)(const void *bytes, size_t length)
{
    ptron_model *model = NULL;
    const ptron_status status = ptron_model_read(bytes, length, &model, &engine_error);

    return answer_handle(model, status);
}

int EXPORT(model_write)(const ptron_model *model)
{
    void *bytes = NULL;
    size_t length = 0;
    const ptron_status status = ptron_model_write(model, &bytes, &length, &engine_error);

    return answer_bytes(bytes, length, status);
}

int EXPORT(model_facts)(const ptron_model *model)
{
    PTRON_SIZED(ptron_model_facts, facts);
    char text[200];
    FILE *out = answer_open();
    struct json json;

    if (out == NULL)
        return answer_close(out, PTRON_OK);
    ptron_model_describe(model, &facts);
    ptron_model_structure(model, text, sizeof text);
    json = json_begin(out);
    json_put(&json, TEXT("kind", facts.kind), TEXT("structure", text), COUNT("features", facts.features),
             COUNT("scores", ptron_model_scores(model)), FLAG("probabilities", ptron_model_has_probabilities(model)));
    json_array(&json, "classes");
    for (size_t c = 0; c < facts.classes; c++)
        json_text(&json, NULL, ptron_model_class_name(model, c));
    json_end_array(&json);
    json_finish(&json);
    return answer_close(out, PTRON_OK);
}

/* Scores [rows][scores], behind them the classes [rows]: doubles. */
int EXPORT(model_predict)(const ptron_model *model, const ptron_dataset *set, const ptron_options *options)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    const size_t scores = ptron_model_scores(model);
    ptron_status status = PTRON_NOMEM;

    ptron_dataset_describe(set, &facts);
    const size_t n = (size_t)facts.rows;
    double *values = calloc(n * (scores + 1) + 1, sizeof *values);
    uint32_t *classes = malloc((n + 1) * sizeof *classes);
    if (values != NULL && classes != NULL)
        status = ptron_predict(model, set, options, values, classes, &engine_error);
    for (size_t i = 0; status == PTRON_OK && i < n; i++)
        values[n * scores + i] = classes[i];
    free(classes);
    return answer_bytes(values, n * (scores + 1) * sizeof *values, status);
}

void EXPORT(model_free)(ptron_model *model) { ptron_model_free(model); }
