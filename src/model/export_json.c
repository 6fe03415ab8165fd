/* A model as one JSON object: weights by name, with everything that turns a row's own values into scores.
 *
 *     x' = (x - shift) * factor;   score of a vector = sum of weight * x' + its bias
 *
 * With two classes there is one vector: the second class if and only if its score is above 0. Kernels and networks have
 * what they hold in the place of weights. */
#include "model/export.h"
#include "base/json.h"
#include "model/dual.h"
#include "model/net.h"

#include <math.h>
#include <string.h>

static void put_pair(struct pt_buffer *out, const char *key, const char *value)
{
    pt_buffer_format(out, "\"%s\": ", key);
    pt_json_text(out, value);
    pt_buffer_text(out, ",\n ");
}

static void put_numbers(struct pt_buffer *out, const double *values, size_t n)
{
    pt_buffer_byte(out, '[');
    for (size_t i = 0; i < n; i++) {
        pt_buffer_text(out, i > 0 ? ", " : "");
        pt_buffer_number(out, values[i]);
    }
    pt_buffer_byte(out, ']');
}

static void put_curve(const struct pt_calibration *calibration, size_t v, struct pt_buffer *out)
{
    const struct pt_curve *curve = &calibration->curves[v];

    if (calibration->kind == PT_SIGMOID) {
        put_numbers(out, (const double[]){curve->a, curve->b}, 2);
        return;
    }
    pt_buffer_byte(out, '[');
    put_numbers(out, curve->score, curve->n);
    pt_buffer_text(out, ", ");
    put_numbers(out, curve->p, curve->n);
    pt_buffer_byte(out, ']');
}

static size_t count_curves(const struct pt_calibration *c)
{
    return !c->joint || c->n_vectors == 1 ? c->n_vectors : c->kind == PT_ISOTONIC;
}

/* Many classes fitted together: probabilities are the softmax of -(a score + b), and "curves" has one curve for all of
 * them, or none. */
static void put_softmax(const struct pt_calibration *calibration, struct pt_buffer *out)
{
    pt_buffer_text(out, "\"softmax\": [");
    for (size_t v = 0; v < calibration->n_vectors; v++) {
        pt_buffer_text(out, v > 0 ? ", " : "");
        put_numbers(out, (const double[]){calibration->curves[v].a, calibration->curves[v].b}, 2);
    }
    pt_buffer_text(out, "],\n ");
}

/* sigmoid: [a, b] of 1/(1 + exp(a score + b)); isotonic: the corners, scores and probabilities. */
static void put_calibration(const struct pt_calibration *calibration, struct pt_buffer *out)
{
    if (calibration == NULL)
        return;
    put_pair(out, "calibration", pt_calibration_name(calibration));
    pt_buffer_text(out, "\"curves\": [");
    for (size_t v = 0; v < count_curves(calibration); v++) {
        pt_buffer_text(out, v > 0 ? ", " : "");
        put_curve(calibration, v, out);
    }
    pt_buffer_text(out, "],\n ");
    if (calibration->joint && calibration->n_vectors > 1)
        put_softmax(calibration, out);
    pt_buffer_format(out, "\"label_by\": \"%s\",\n ", calibration->joint ? "probability" : "score");
}

static void put_own(struct pt_buffer *out, const char *key, const double *values, uint32_t feature)
{
    if (values == NULL)
        return;
    pt_buffer_format(out, ", \"%s\": ", key);
    pt_buffer_number(out, values[feature]);
}

/* The name is "column=text", or "column:word"; of columns whose names it begins with, the longest. */
static void put_category(const struct pt_recipe *recipe, const char *name, struct pt_buffer *out)
{
    const char *column = "";
    bool word = false;

    for (size_t i = 0; i < recipe->n_columns; i++) {
        const char *own = recipe->columns[i].name;
        const bool text = recipe->columns[i].role == PT_ROLE_TEXT;

        if ((text || recipe->columns[i].role == PT_ROLE_CATEGORY) && strlen(own) >= strlen(column) &&
            strncmp(name, own, strlen(own)) == 0 && name[strlen(own)] == (text ? ':' : '=')) {
            column = own;
            word = text;
        }
    }
    pt_buffer_text(out, ", \"column\": ");
    pt_json_text(out, column);
    pt_buffer_text(out, word ? ", \"word\": " : ", \"category\": ");
    pt_json_text(out, name + strlen(column) + 1);
}

/* The column that fills the feature, or whose missing cells it marks. */
static const struct pt_column *column_of(const struct pt_recipe *recipe, uint32_t feature)
{
    for (size_t i = 0; i < recipe->n_columns; i++) {
        const struct pt_column *column = &recipe->columns[i];

        if (column->role == PT_ROLE_NUMBER &&
            (column->feature == feature || (feature > 0 && column->missing == feature)))
            return column;
    }
    return NULL;
}

/* A number that is written otherwise than as one, or that says where another is missing. */
static bool put_cells(const struct pt_recipe *recipe, uint32_t feature, struct pt_buffer *out)
{
    static const char *const cells[] = {PT_CELLS_MAP(PT_CHOICE_TEXT)};
    const struct pt_column *column = column_of(recipe, feature);
    const bool marks = column != NULL && column->feature != feature;

    if (marks) {
        pt_buffer_text(out, ", \"missing_of\": ");
        pt_json_text(out, column->name);
    } else if (column != NULL && column->cells != PT_CELLS_NUMBER) {
        pt_buffer_text(out, ", \"cells\": ");
        pt_json_text(out, cells[column->cells]);
    }
    return marks;
}

static void put_feature(const ptron_model *model, uint32_t feature, struct pt_buffer *out)
{
    const struct pt_recipe *recipe = &model->recipe;
    const bool category = pt_recipe_shape(recipe) == PT_SHAPE_COLUMNS && feature >= recipe->n_numbers;
    bool marks = false;
    char name[1024];

    pt_recipe_feature_name(recipe, feature, name, sizeof name);
    pt_buffer_text(out, "{\"name\": ");
    pt_json_text(out, name);
    if (category)
        put_category(recipe, name, out);
    else
        marks = put_cells(recipe, feature, out);
    if (model->weights != NULL) {
        pt_buffer_text(out, ", \"weights\": ");
        put_numbers(out, model->weights + (size_t)feature * model->n_vectors, model->n_vectors);
    }
    put_own(out, "shift", recipe->shift, feature);
    put_own(out, "factor", recipe->factor, feature);
    if (!category && !marks)   /* a cell without a text is of no category */
        put_own(out, "missing", recipe->fill, feature);
    pt_buffer_byte(out, '}');
}

/* Features that no row ever had are left out: their weights are 0. */
static void put_features(const ptron_model *model, struct pt_buffer *out)
{
    bool any = false;

    pt_buffer_text(out, "\"features\": [");
    for (uint32_t j = 0; j < model->n_features; j++) {
        if (!pt_recipe_has_feature(&model->recipe, j))
            continue;
        pt_buffer_text(out, any ? ",\n  " : "\n  ");
        any = true;
        put_feature(model, j, out);
    }
    pt_buffer_text(out, "]}\n");
}

/* Scores: sum over the rows of alpha times k(row, x). Values are as scaled, absent ones 0. */
static void put_dual(const struct pt_dual *dual, struct pt_buffer *out)
{
    const struct pt_kernel *k = &dual->kernel;

    pt_buffer_text(out, "\"kernel\": {\"name\": ");
    pt_json_text(out, pt_kernel_name(k->kind));
    pt_buffer_format(out, ", \"degree\": %u, \"gamma\": ", (unsigned)k->degree);
    pt_buffer_number(out, k->gamma);
    pt_buffer_text(out, ", \"coef0\": ");
    pt_buffer_number(out, k->coef0);
    pt_buffer_text(out, ", \"constant\": ");
    pt_buffer_number(out, k->constant);
    pt_buffer_text(out, "},\n \"rows\": [");
    for (size_t i = 0; i < dual->rows.n; i++) {
        const struct pt_row row = pt_rowset_row(&dual->rows, i);

        pt_buffer_text(out, i > 0 ? ",\n  {\"alpha\": " : "\n  {\"alpha\": ");
        put_numbers(out, dual->coef + i * dual->vectors, dual->vectors);
        if (row.index != NULL) {
            pt_buffer_text(out, ", \"features\": [");
            for (size_t j = 0; j < row.n; j++)
                pt_buffer_format(out, "%s%u", j > 0 ? ", " : "", (unsigned)row.index[j]);
            pt_buffer_byte(out, ']');
        }
        pt_buffer_text(out, ", \"values\": ");
        put_numbers(out, row.value, row.n);
        pt_buffer_byte(out, '}');
    }
    pt_buffer_text(out, "],\n ");
}

static void put_unit(const struct pt_net *net, uint32_t layer, uint32_t unit, struct pt_buffer *out)
{
    const size_t at = pt_net_offset(net, layer);

    pt_buffer_byte(out, '[');
    for (uint32_t j = 0; j < net->size[layer]; j++) {
        pt_buffer_text(out, j > 0 ? ", " : "");
        pt_buffer_number(out, pt_net_weight(net, at + (size_t)j * net->size[layer + 1] + unit));
    }
    pt_buffer_byte(out, ']');
}

/* As ptron_model_import takes them. */
static void put_net(const struct pt_net *net, struct pt_buffer *out)
{
    static const char *const outputs[] = {PT_OUTPUT_MAP(PT_CHOICE_TEXT)};

    put_pair(out, "activation", pt_activation_name(net->activation));
    put_pair(out, "output", outputs[net->output]);
    pt_buffer_text(out, "\"layers\": [");
    for (uint32_t l = 0; l < net->n_layers; l++) {
        const size_t bias = pt_net_offset(net, l) + (size_t)net->size[l] * net->size[l + 1];

        pt_buffer_text(out, l > 0 ? ",\n  {\"weights\": [" : "\n  {\"weights\": [");
        for (uint32_t v = 0; v < net->size[l + 1]; v++) {
            pt_buffer_text(out, v > 0 ? ", " : "");
            put_unit(net, l, v, out);
        }
        pt_buffer_text(out, "], \"bias\": [");
        for (uint32_t v = 0; v < net->size[l + 1]; v++) {
            pt_buffer_text(out, v > 0 ? ", " : "");
            pt_buffer_number(out, pt_net_weight(net, bias + v));
        }
        pt_buffer_text(out, "]}");
    }
    pt_buffer_text(out, "],\n ");
}

static void put_label(const struct pt_recipe *recipe, struct pt_buffer *out)
{
    for (size_t i = 0; i < recipe->n_columns; i++)
        if (recipe->columns[i].role == PT_ROLE_LABEL)
            put_pair(out, "label", recipe->columns[i].name);
}

/* How a file's cells are parted and written, where it is not the usual way. */
static void put_marks(const struct pt_recipe *recipe, struct pt_buffer *out)
{
    if (recipe->delimiter != ',' && recipe->delimiter != '\0')
        put_pair(out, "delimiter", (const char[]){recipe->delimiter, '\0'});
    if (recipe->comment != '\0')
        put_pair(out, "comment", (const char[]){recipe->comment, '\0'});
    if (recipe->decimal != '.')
        put_pair(out, "decimal", (const char[]){recipe->decimal, '\0'});
    if (recipe->na.count == 0)
        return;
    pt_buffer_text(out, "\"missing_texts\": [");
    for (uint32_t i = 0; i < recipe->na.count; i++) {
        pt_buffer_text(out, i > 0 ? ", " : "");
        pt_json_text(out, pt_dict_text(&recipe->na, i, NULL));
    }
    pt_buffer_text(out, "],\n ");
}

static void write(const ptron_model *model, struct pt_buffer *out)
{
    static const char *const missing[] = {PT_MISSING_MAP(PT_CHOICE_TEXT)};
    const struct pt_dict *classes = &model->recipe.labels.classes;

    pt_buffer_byte(out, '{');
    put_pair(out, "perceptron", model->version);
    put_pair(out, "kind", pt_model_kind_name(model->kind));
    put_pair(out, "algorithm", model->algorithm);
    put_pair(out, "format", pt_formats[model->recipe.format].name);
    pt_buffer_text(out, "\"classes\": [");
    for (uint32_t c = 0; c < classes->count; c++) {
        pt_buffer_text(out, c > 0 ? ", " : "");
        pt_json_text(out, pt_dict_text(classes, c, NULL));
    }
    pt_buffer_text(out, "],\n ");
    put_label(&model->recipe, out);
    if (model->bias != NULL) {
        pt_buffer_text(out, "\"bias\": ");
        put_numbers(out, model->bias, model->n_vectors);
        pt_buffer_text(out, ",\n ");
    }
    if (model->kind == PT_MODEL_DUAL)
        put_dual(model->dual, out);
    if (model->kind == PT_MODEL_NET)
        put_net(model->net, out);
    put_marks(&model->recipe, out);
    put_pair(out, "missing_cells", missing[model->recipe.missing]);
    put_pair(out, "scaling", pt_scaling_name(model->recipe.scaling));
    if (model->recipe.scaling == PT_SCALE_BALL) {
        pt_buffer_text(out, "\"divide_by\": ");
        pt_buffer_number(out, model->recipe.ball);
        pt_buffer_text(out, ",\n ");
    }
    put_calibration(model->calibration, out);
    if (model->has_threshold) {
        pt_buffer_text(out, "\"threshold\": ");
        pt_buffer_number(out, model->threshold);
        pt_buffer_text(out, ",\n ");
    }
    put_features(model, out);
}

const struct pt_export pt_export_json = {.name = "json", .structures = true, .write = write};
