/* A model as one JSON object: weights by name, with everything that turns a row's own values into scores.
 *
 *     x' = (x - shift) * factor;   score of a vector = sum of weight * x' + its bias
 *
 * With two classes there is one vector: the second class if and only if its score is above 0. */
#include "model/export.h"
#include "base/json.h"

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

/* sigmoid: [a, b] of 1/(1 + exp(a score + b)); isotonic: the corners, scores and probabilities. */
static void put_calibration(const struct pt_calibration *calibration, struct pt_buffer *out)
{
    if (calibration == NULL)
        return;
    put_pair(out, "calibration", pt_calibration_name(calibration));
    pt_buffer_text(out, "\"curves\": [");
    for (size_t v = 0; v < calibration->n_vectors; v++) {
        pt_buffer_text(out, v > 0 ? ", " : "");
        put_curve(calibration, v, out);
    }
    pt_buffer_text(out, "],\n ");
}

static void put_own(struct pt_buffer *out, const char *key, const double *values, uint32_t feature)
{
    if (values == NULL)
        return;
    pt_buffer_format(out, ", \"%s\": ", key);
    pt_buffer_number(out, values[feature]);
}

static void put_feature(const ptron_model *model, uint32_t feature, struct pt_buffer *out)
{
    const struct pt_recipe *recipe = &model->recipe;
    char name[1024];

    pt_recipe_feature_name(recipe, feature, name, sizeof name);
    pt_buffer_text(out, "{\"name\": ");
    pt_json_text(out, name);
    pt_buffer_text(out, ", \"weights\": ");
    put_numbers(out, model->weights + (size_t)feature * model->n_vectors, model->n_vectors);
    put_own(out, "shift", recipe->shift, feature);
    put_own(out, "factor", recipe->factor, feature);
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

static void write(const ptron_model *model, struct pt_buffer *out)
{
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
    pt_buffer_text(out, "],\n \"bias\": ");
    put_numbers(out, model->bias, model->n_vectors);
    pt_buffer_text(out, ",\n ");
    put_pair(out, "scaling", pt_scaling_name(model->recipe.scaling));
    if (model->recipe.scaling == PT_SCALE_BALL) {
        pt_buffer_text(out, "\"divide_by\": ");
        pt_buffer_number(out, model->recipe.ball);
        pt_buffer_text(out, ",\n ");
    }
    put_calibration(model->calibration, out);
    put_features(model, out);
}

const struct pt_export pt_export_json = {.name = "json", .write = write};
