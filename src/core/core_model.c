/* A model from bytes in memory, and everything it says of itself. */
#include "base/sized.h"
#include "model/model.h"

#include <math.h>

ptron_status ptron_model_read(const void *bytes, size_t length, ptron_model **out, ptron_error *err)
{
    if (out == NULL || (bytes == NULL && length > 0))
        return pt_fail(err, PTRON_ARGUMENT, "bytes and a place for the model are wanted");
    return pt_model_load(bytes == NULL ? "" : bytes, length, NULL, out, err);
}

void ptron_model_describe(const ptron_model *model, ptron_model_facts *facts)
{
    if (model == NULL || facts == NULL)
        return;
    const ptron_model_facts full = {
        .size = sizeof full,
        .kind = pt_model_kind_name(model->kind),
        .version = model->version,
        .format = pt_formats[model->recipe.format].name,
        .scaling = pt_scaling_name(model->recipe.scaling),
        .index_base = model->recipe.index_base,
        .features = model->n_features,
        .classes = model->recipe.labels.classes.count,
        .vectors = model->n_vectors,
        .has_bias = model->has_bias,
        .has_state = model->state != NULL,
        .running_rows = model->recipe.running.rows,
        .dense = model->recipe.dense,
        .threshold = model->has_threshold ? model->threshold : (double)NAN,
    };

    pt_hand_over(&full, facts, sizeof full, NULL);
}

const char *ptron_model_class_name(const ptron_model *model, size_t c)
{
    const struct pt_dict *classes = model == NULL ? NULL : &model->recipe.labels.classes;

    return classes != NULL && c < classes->count ? pt_dict_text(classes, (uint32_t)c, NULL) : NULL;
}

bool ptron_model_parameter(const ptron_model *model, size_t i, const char **name, const char **value)
{
    if (model == NULL || name == NULL || value == NULL || i >= model->n_parameters)
        return false;
    *name = model->parameters[i].name;
    *value = model->parameters[i].value;
    return true;
}

ptron_status ptron_model_copy_weights(const ptron_model *model, double *weights, size_t room, double *biases,
                                      ptron_error *err)
{
    const size_t vectors = model == NULL ? 0 : model->n_vectors, features = model == NULL ? 0 : model->n_features;

    if (model == NULL || model->weights == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model with weights is wanted: linear, or votes");
    if (weights != NULL && room < vectors * features)
        return pt_fail(err, PTRON_ARGUMENT, "%zu x %zu weights do not fit in a room of %zu", vectors, features, room);
    for (size_t v = 0; weights != NULL && v < vectors; v++)
        for (size_t j = 0; j < features; j++)
            weights[v * features + j] = model->weights[j * vectors + v];
    for (size_t v = 0; biases != NULL && v < vectors; v++)
        biases[v] = model->bias[v];
    return PTRON_OK;
}

size_t ptron_model_structure(const ptron_model *model, char *text, size_t room)
{
    struct pt_buffer line;
    size_t length;

    if (model == NULL)
        return 0;
    pt_buffer_init(&line);
    pt_model_structure(model, &line);
    length = pt_hand_text(line.bytes, line.failed ? 0 : line.length, text, room);
    pt_buffer_fini(&line);
    return length;
}

double ptron_model_bias(const ptron_model *model, size_t vector)
{
    return model != NULL && model->bias != NULL && vector < model->n_vectors ? model->bias[vector] : 0.0;
}

size_t ptron_model_feature_name(const ptron_model *model, size_t feature, char *name, size_t room)
{
    room = name == NULL ? 0 : room;
    if (model != NULL && feature < model->n_features)
        return pt_recipe_feature_name(&model->recipe, (uint32_t)feature, name, room);
    if (room > 0)
        name[0] = '\0';
    return 0;
}

bool ptron_model_uses(const ptron_model *model, size_t feature)
{
    return model != NULL && feature < model->n_features && pt_recipe_has_feature(&model->recipe, (uint32_t)feature);
}

bool ptron_model_has_probabilities(const ptron_model *model)
{
    return model != NULL && pt_model_has_probabilities(model);
}

size_t ptron_model_scores(const ptron_model *model)
{
    return model == NULL ? 0 : model->n_vectors;
}
