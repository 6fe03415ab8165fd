/* Reading a network, or linear weights, from JSON: every member is looked at before it is used, and errors name it. */
#include "api/net_json.h"
#include "base/alloc.h"
#include "base/json_load.h"
#include "base/plural.h"
#include "model/by_hand.h"
#include "model/net.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static ptron_status fail_data(ptron_error *err, const char *what)
{
    return pt_fail(err, PTRON_DATA, "%s", what);
}

static const char *text_at(const json_t *list, size_t i)   /* NULL: no text */
{
    const char *text = json_string_value(json_array_get(list, i));

    return text != NULL && text[0] != '\0' ? text : NULL;
}

/* ---- columns and classes ------------------------------------------------------------------------- */

/* A feature that is 1 where a column has a certain text: features of one column follow each other, and numbers come
 * before all of them. */
static ptron_status add_category(struct pt_recipe *recipe, const json_t *feature, struct pt_dict *names,
                                 ptron_error *err)
{
    const char *column = json_string_value(json_object_get(feature, "column"));
    const char *name = json_string_value(json_object_get(feature, "name"));
    const uint32_t before = recipe->words.count;

    if (column == NULL || name == NULL)
        return fail_data(err, "a category is wanted with \"name\" and \"column\" as texts");
    if (pt_dict_find(names, column, strlen(column)) == PT_DICT_NONE)
        PT_TRY(pt_recipe_add_column(recipe, names, column, PT_ROLE_CATEGORY, err));
    if (pt_dict_add(&recipe->words, name, strlen(name)) == PT_DICT_NONE)
        return pt_fail_memory(err, strlen(name), "categories");
    recipe->dense = false;
    return recipe->words.count == before ? fail_data(err, "two categories have the same name") : PTRON_OK;
}

static int word_at(const json_t *root, const char *key, const char *const *words, int n)
{
    const char *text = json_string_value(json_object_get(root, key));

    for (int i = 0; text != NULL && i < n; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    return json_object_get(root, key) == NULL ? 0 : -1;
}

/* A feature that is 1 where the cell of a number is missing: behind all numbers, in their order. */
static ptron_status add_missing(struct pt_recipe *recipe, const json_t *feature, const struct pt_dict *names,
                                ptron_error *err)
{
    const char *name = json_string_value(json_object_get(feature, "missing_of"));
    const uint32_t id = name == NULL ? PT_DICT_NONE : pt_dict_find(names, name, strlen(name));

    if (id == PT_DICT_NONE || recipe->columns[id].role != PT_ROLE_NUMBER || recipe->columns[id].missing > 0)
        return fail_data(err, "\"missing_of\" must name a feature that is a number, each once");
    recipe->columns[id].missing = recipe->n_numbers++;
    return PTRON_OK;
}

static ptron_status add_number(struct pt_recipe *recipe, const json_t *feature, struct pt_dict *names,
                               ptron_error *err)
{
    static const char *const cells[] = {PT_CELLS_MAP(PT_CHOICE_TEXT)};
    const char *name = json_string_value(json_is_object(feature) ? json_object_get(feature, "name") : feature);
    const int written = word_at(feature, "cells", cells, (int)(sizeof cells / sizeof *cells));

    if (written < 0)
        return fail_data(err, "\"cells\" of a feature is a word that is not known");
    if (recipe->n_numbers != recipe->n_columns)
        return fail_data(err, "features that are numbers come before those that say where they are missing");
    PT_TRY(pt_recipe_add_column(recipe, names, name != NULL && name[0] != '\0' ? name : NULL, PT_ROLE_NUMBER, err));
    recipe->columns[recipe->n_columns - 1].cells = (enum pt_cells)written;
    return PTRON_OK;
}

/* A feature is its name, or an object with more about it (docs/export.md). */
static ptron_status add_feature(struct pt_recipe *recipe, const json_t *feature, struct pt_dict *names,
                                ptron_error *err)
{
    if (json_object_get(feature, "category") != NULL)
        return add_category(recipe, feature, names, err);
    if (recipe->words.count > 0)
        return fail_data(err, "features that are numbers come before categories");
    return json_object_get(feature, "missing_of") != NULL ? add_missing(recipe, feature, names, err)
                                                          : add_number(recipe, feature, names, err);
}

/* A mark of one sign, or what stands for none. */
static bool read_mark(const json_t *root, const char *key, char none, char *mark)
{
    const char *text = json_string_value(json_object_get(root, key));

    *mark = text == NULL ? none : text[0];
    return json_object_get(root, key) == NULL || (text != NULL && text[0] != '\0' && text[1] == '\0');
}

/* How cells are parted and written. */
static ptron_status read_marks(struct pt_recipe *recipe, const json_t *root, ptron_error *err)
{
    const json_t *texts = json_object_get(root, "missing_texts");

    if (!read_mark(root, "delimiter", ',', &recipe->delimiter) || !read_mark(root, "decimal", '.', &recipe->decimal) ||
        !read_mark(root, "comment", '\0', &recipe->comment) || !pt_delimiter_is(recipe->delimiter) ||
        (recipe->decimal != '.' && (recipe->decimal != ',' || recipe->delimiter == ',')) ||
        (recipe->comment != '\0' && !pt_comment_is(recipe->comment, recipe->delimiter)))
        return fail_data(err, "\"delimiter\", \"decimal\" and \"comment\" are one sign each, and different ones");
    for (size_t i = 0; i < json_array_size(texts); i++) {
        const char *text = text_at(texts, i);

        if (text == NULL)
            return fail_data(err, "\"missing_texts\" must be a list of texts");
        if (pt_dict_add(&recipe->na, text, strlen(text)) == PT_DICT_NONE)
            return pt_fail_memory(err, strlen(text), "missing cells");
    }
    return PTRON_OK;
}

static ptron_status add_columns(struct pt_recipe *recipe, const json_t *root, struct pt_dict *names, ptron_error *err)
{
    for (size_t i = 0; i < recipe->n_features; i++)
        PT_TRY(add_feature(recipe, json_array_get(json_object_get(root, "features"), i), names, err));
    return pt_recipe_add_column(recipe, names, json_string_value(json_object_get(root, "label")), PT_ROLE_LABEL, err);
}

static ptron_status read_columns(struct pt_recipe *recipe, const json_t *root, ptron_error *err)
{
    struct pt_dict names;
    ptron_status status;
    const json_t *features = json_object_get(root, "features");
    const size_t n = json_array_size(features);
    const char *format = json_string_value(json_object_get(root, "format"));

    if (format != NULL && strcmp(format, "csv") != 0)
        return fail_data(err, "only models of CSV rows can be imported");
    if (json_object_get(root, "calibration") != NULL || json_object_get(root, "kernel") != NULL)
        return fail_data(err, "kernels and probabilities cannot be imported");
    if (n == 0 || n > 1000000)
        return fail_data(err, "\"features\" must be a list of names");
    recipe->format = PT_FORMAT_CSV;
    recipe->dense = recipe->header = true;
    PT_TRY(read_marks(recipe, root, err));
    recipe->columns = pt_zeroed(n + 1, sizeof *recipe->columns);
    if (recipe->columns == NULL)
        return pt_fail_memory(err, n * sizeof *recipe->columns, "columns");
    recipe->n_features = (uint32_t)n;
    pt_dict_init(&names);
    status = add_columns(recipe, root, &names, err);
    pt_dict_fini(&names);
    return status;
}

static ptron_status read_classes(struct pt_recipe *recipe, const json_t *root, ptron_error *err)
{
    const json_t *classes = json_object_get(root, "classes");
    const size_t n = json_array_size(classes);

    if (n < 2)
        return fail_data(err, "\"classes\" must be a list of two labels or more");
    for (size_t i = 0; i < n; i++) {
        const char *text = text_at(classes, i);
        if (text == NULL)
            return fail_data(err, "a class is wanted as text");
        if (pt_dict_add(&recipe->labels.texts, text, strlen(text)) == PT_DICT_NONE)
            return pt_fail_memory(err, strlen(text), "labels");
    }
    PT_TRY(pt_labels_assign_classes(&recipe->labels, n == 2 ? text_at(classes, 1) : NULL, err));
    for (size_t i = 0; i < n; i++)
        if (pt_labels_class(&recipe->labels, text_at(classes, i), strlen(text_at(classes, i))) != i)
            return fail_data(err, "\"classes\" must be different, and more than two in sorted order");
    return PTRON_OK;
}

/* ---- layers -------------------------------------------------------------------------------------- */

static ptron_status read_activation(struct pt_net *net, const json_t *root, ptron_error *err)
{
    const json_t *given = json_object_get(root, "activation");
    const char *name = given == NULL ? "linear" : json_string_value(given);   /* one layer needs none */

    for (int a = 0; name != NULL && a < PT_N_ACTIVATIONS; a++)
        if (strcmp(name, pt_activation_name((enum pt_activation)a)) == 0) {
            net->activation = (enum pt_activation)a;
            return PTRON_OK;
        }
    return fail_data(err, "\"activation\" must be sign, relu, tanh, sigmoid or linear");
}

/* Without a word the scores are scores: nobody fitted them to be probabilities. */
static ptron_status read_output(struct pt_net *net, const json_t *root, ptron_error *err)
{
    static const char *const outputs[] = {PT_OUTPUT_MAP(PT_CHOICE_TEXT)};
    const char *name = json_string_value(json_object_get(root, "output"));

    net->output = PT_OUT_LINEAR;
    for (int i = 0; name != NULL && i < PT_N_OUTPUTS; i++)
        if (strcmp(name, outputs[i]) == 0)
            net->output = (enum pt_output)i;
    return name == NULL || strcmp(name, outputs[net->output]) == 0
               ? PTRON_OK
               : fail_data(err, "\"output\" must be softmax, sigmoid or linear");
}

static ptron_status read_sizes(struct pt_net *net, const json_t *layers, uint32_t features, uint32_t classes,
                               ptron_error *err)
{
    const size_t n = json_array_size(layers);

    if (n < 1 || n > PT_NET_LAYERS)
        return pt_fail(err, PTRON_DATA, "\"layers\" must be a list of 1 to %d layers", PT_NET_LAYERS);
    net->n_layers = (uint32_t)n;
    net->size[0] = features;
    for (size_t l = 0; l < n; l++) {
        const size_t units = json_array_size(json_object_get(json_array_get(layers, l), "bias"));
        if (units < 1 || units > 1000000)
            return pt_fail(err, PTRON_DATA, "layer %zu: \"bias\" must be a list of a number for each unit", l + 1);
        net->size[l + 1] = (uint32_t)units;
    }
    if (net->size[n] != (classes == 2 ? 1 : classes))
        return pt_fail(err, PTRON_DATA, "the last layer has %u unit%s for %u classes: two classes want one unit, more "
                       "want one each", (unsigned)net->size[n], pt_plural(net->size[n]), (unsigned)classes);
    return pt_net_count(net) ? PTRON_OK : fail_data(err, "the network is too large");
}

static ptron_status set_number(struct pt_net *net, size_t at, const json_t *value, size_t layer, ptron_error *err)
{
    const double number = json_number_value(value);

    if (!json_is_number(value) || !isfinite(number))
        return pt_fail(err, PTRON_DATA, "layer %zu: a weight or bias is no number", layer + 1);
    pt_net_set(net, at, number);
    return PTRON_OK;
}

static ptron_status read_layer(struct pt_net *net, const json_t *layer, uint32_t l, ptron_error *err)
{
    const json_t *weights = json_object_get(layer, "weights"), *bias = json_object_get(layer, "bias");
    const size_t in = net->size[l], out = net->size[l + 1], at = pt_net_offset(net, l);

    if (json_array_size(weights) != out)
        return pt_fail(err, PTRON_DATA, "layer %u has %zu %s and weights for %zu unit%s", (unsigned)l + 1, out,
                       pt_one_many(out, "bias", "biases"), json_array_size(weights),
                       pt_plural(json_array_size(weights)));
    for (size_t v = 0; v < out; v++) {
        const json_t *unit = json_array_get(weights, v);
        if (json_array_size(unit) != in)
            return pt_fail(err, PTRON_DATA, "layer %u, unit %zu: %zu weight%s for %zu input%s", (unsigned)l + 1, v + 1,
                           json_array_size(unit), pt_plural(json_array_size(unit)), in, pt_plural(in));
        for (size_t j = 0; j < in; j++)
            PT_TRY(set_number(net, at + j * out + v, json_array_get(unit, j), l, err));
        PT_TRY(set_number(net, at + in * out + v, json_array_get(bias, v), l, err));
    }
    return PTRON_OK;
}

static ptron_status read_net(ptron_model *model, const json_t *root, const json_t *layers, ptron_error *err)
{
    struct pt_net *net = model->net = pt_zeroed(1, sizeof *net);

    if (net == NULL)
        return pt_fail_memory(err, sizeof *net, "a network");
    PT_TRY(read_activation(net, root, err));
    PT_TRY(read_output(net, root, err));
    PT_TRY(read_sizes(net, layers, model->recipe.n_features, model->recipe.labels.classes.count, err));
    net->w = pt_zeroed(net->n_weights, sizeof(double));
    if (net->w == NULL)
        return pt_fail_memory(err, net->n_weights * sizeof(double), "a network");
    for (uint32_t l = 0; l < net->n_layers; l++)
        PT_TRY(read_layer(net, json_array_get(layers, l), l, err));
    return PTRON_OK;
}

/* ---- linear weights ------------------------------------------------------------------------------ */

/* As many lists as there are vectors: those of the features, turned, or "weights" as it stands; a list of numbers is
 * one vector. */
static json_t *weights_of(const json_t *root, size_t vectors)
{
    json_t *given = json_object_get(root, "weights"), *features = json_object_get(root, "features");
    json_t *all = json_pack("[]");

    if (json_is_number(json_array_get(given, 0)))
        json_array_append(all, given);
    else if (given != NULL)
        json_array_extend(all, given);
    for (size_t v = 0; given == NULL && v < vectors; v++) {
        json_t *vector = json_pack("[]");

        for (size_t j = 0; j < json_array_size(features); j++) {
            json_t *weight = json_array_get(json_object_get(json_array_get(features, j), "weights"), v);
            json_array_append_new(vector, weight == NULL ? json_null() : json_incref(weight));
        }
        json_array_append_new(all, vector);
    }
    return all;
}

/* Weights and a bias are a network of one layer, whose sums are the scores. Owned by the caller. */
static json_t *one_layer(const json_t *root, size_t vectors)
{
    json_t *bias = json_object_get(root, "bias");
    json_t *layer = json_pack("{}"), *layers = json_pack("[]"), *biases = json_pack("[]");

    json_object_set_new(layer, "weights", weights_of(root, vectors));
    for (size_t v = 0; v < vectors; v++) {
        json_t *one = json_is_array(bias) ? json_array_get(bias, v) : bias;
        json_array_append_new(biases, bias == NULL ? json_integer(0) : one == NULL ? json_null() : json_incref(one));
    }
    json_object_set_new(layer, "bias", biases);
    json_array_append_new(layers, layer);
    return layers;
}

/* A network of one layer answers with the sums of its weights, whatever its activation: it is a linear model. */
static ptron_status make_linear(ptron_model *model, ptron_error *err)
{
    struct pt_net *net = model->net;
    const size_t vectors = net->size[1], n = vectors * net->size[0];

    model->net = NULL;
    model->kind = PT_MODEL_LINEAR;
    model->weights = pt_array(n, sizeof *model->weights);
    model->bias = pt_array(vectors, sizeof *model->bias);
    for (size_t i = 0; model->weights != NULL && i < n; i++)
        model->weights[i] = pt_net_weight(net, i);
    for (size_t v = 0; model->bias != NULL && v < vectors; v++)
        model->bias[v] = pt_net_weight(net, n + v);
    pt_net_fini(net);
    pt_release(net);
    return model->weights == NULL || model->bias == NULL ? pt_fail_memory(err, n * sizeof *model->weights, "weights")
                                                         : PTRON_OK;
}

/* ---- how values are read -------------------------------------------------------------------------- */

/* A number of every feature, or of none (*to is NULL). */
static ptron_status read_numbers(const json_t *features, const char *key, double **to, size_t n, ptron_error *err)
{
    if (json_object_get(json_array_get(features, 0), key) == NULL)
        return PTRON_OK;
    *to = pt_array(n, sizeof **to);
    if (*to == NULL)
        return pt_fail_memory(err, n * sizeof **to, key);
    for (size_t j = 0; j < n; j++) {
        const json_t *value = json_object_get(json_array_get(features, j), key);

        (*to)[j] = json_number_value(value);
        if ((value != NULL && !json_is_number(value)) || !isfinite((*to)[j]))
            return pt_fail(err, PTRON_DATA, "\"%s\" of feature %zu is no number", key, j + 1);
    }
    return PTRON_OK;
}

static uint32_t roles_of(const struct pt_recipe *recipe, enum pt_role role)
{
    uint32_t n = 0;

    for (size_t i = 0; i < recipe->n_columns; i++)
        n += recipe->columns[i].role == role;
    return n;
}

static ptron_status read_scaling(struct pt_recipe *recipe, const json_t *root, ptron_error *err)
{
    static const char *const scalings[] = {PT_SCALING_MAP(PT_CHOICE_TEXT)};
    static const char *const ways[] = {PT_MISSING_MAP(PT_CHOICE_TEXT)};
    const json_t *features = json_object_get(root, "features");
    const int scaling = word_at(root, "scaling", scalings, (int)(sizeof scalings / sizeof *scalings));
    const int missing = word_at(root, "missing_cells", ways, (int)(sizeof ways / sizeof *ways));

    if (scaling < 0 || missing < 0)
        return fail_data(err, "\"scaling\" or \"missing_cells\" is a word that is not known");
    recipe->scaling = (enum pt_scaling)scaling;
    recipe->missing = (enum pt_missing)missing;
    PT_TRY(read_numbers(features, "factor", &recipe->factor, recipe->n_features, err));
    PT_TRY(read_numbers(features, "shift", &recipe->shift, recipe->n_features, err));
    PT_TRY(read_numbers(features, "missing", &recipe->fill, recipe->n_features, err));
    if (scaling == PT_SCALE_BALL)
        recipe->ball = json_number_value(json_object_get(root, "divide_by"));
    if (!(recipe->ball > 0.0) ||
        (scaling == PT_SCALE_STANDARD || scaling == PT_SCALE_MINMAX || scaling == PT_SCALE_TFIDF) !=
            (recipe->factor != NULL) ||
        (scaling == PT_SCALE_TFIDF && (recipe->dense || recipe->n_numbers > 0 || recipe->shift != NULL)) ||
        (recipe->shift == NULL && recipe->factor != NULL && recipe->dense) ||
        (recipe->shift != NULL && recipe->factor == NULL))
        return fail_data(err, "\"scaling\", \"divide_by\" and the features' \"factor\" and \"shift\" do not agree");
    if (recipe->n_numbers > roles_of(recipe, PT_ROLE_NUMBER) && missing != PT_MISSING_MEAN &&
        missing != PT_MISSING_ZERO)
        return fail_data(err, "\"missing_of\" is about cells that \"missing_cells\" does not allow");
    recipe->whole = !recipe->dense && recipe->shift != NULL;
    return PTRON_OK;
}

/* ---- the model ----------------------------------------------------------------------------------- */

static ptron_status read_all(ptron_model *model, const json_t *root, ptron_error *err)
{
    json_t *given = json_object_get(root, "layers");
    json_t *layers;
    ptron_status status;

    if (!json_is_object(root))
        return fail_data(err, "a JSON object is wanted");
    PT_TRY(read_columns(&model->recipe, root, err));
    PT_TRY(read_classes(&model->recipe, root, err));
    PT_TRY(read_scaling(&model->recipe, root, err));
    model->n_features = model->recipe.n_features;
    model->n_vectors = model->recipe.labels.classes.count == 2 ? 1 : model->recipe.labels.classes.count;
    model->has_bias = true;
    model->bias_scale = 1.0;
    layers = given != NULL ? json_incref(given) : one_layer(root, model->n_vectors);
    status = read_net(model, root, layers, err);
    json_decref(layers);
    PT_TRY(status);
    if (model->net->n_layers > 1)
        return pt_by_hand_record(model, "mlp", err);
    PT_TRY(make_linear(model, err));
    return pt_by_hand_record(model, "none", err);
}

ptron_status pt_net_import(const void *bytes, size_t length, const char *name, ptron_model **out, ptron_error *err)
{
    ptron_model *model = *out = NULL;
    json_error_t place;
    bool no_memory;
    json_t *root = pt_json_load(bytes, length, JSON_REJECT_DUPLICATES, &place, &no_memory);
    ptron_status status;

    if (no_memory)
        return pt_fail_memory(err, length, "weights set by hand");
    if (root == NULL)
        return pt_fail_at(err, PTRON_DATA, name, place.line > 0 ? (uint64_t)place.line : 0,
                          place.column > 0 ? (uint64_t)place.column : 0, "not JSON: %.150s", place.text);
    status = pt_model_new(&model, err);
    if (status == PTRON_OK) {
        model->kind = PT_MODEL_NET;
        errno = 0;
        status = read_all(model, root, err);
        if (status == PTRON_DATA && errno == ENOMEM)   /* jansson could not make what was then missed */
            status = pt_fail_memory(err, length, "weights set by hand");
    }
    json_decref(root);
    if (status != PTRON_OK) {
        pt_error_place(err, name, 0, 0);
        ptron_model_free(model);
        return status;
    }
    *out = model;
    return PTRON_OK;
}
