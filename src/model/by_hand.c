/* Weights that were set by hand, as a model. */
#include "model/by_hand.h"
#include "base/alloc.h"
#include "base/plural.h"
#include "base/size.h"

#include <math.h>
#include <string.h>

/* ---- what networks set by hand have, too ----------------------------------------------------------- */

ptron_status pt_by_hand_record(ptron_model *model, const char *algorithm, ptron_error *err)
{
    const double unknown = (double)NAN;

    model->algorithm = pt_copy_text(algorithm, strlen(algorithm));
    model->version = pt_copy_text(ptron_version(), strlen(ptron_version()));
    if (model->algorithm == NULL || model->version == NULL)
        return pt_fail_memory(err, 64, "a model");
    model->training = (ptron_result){
        .size = sizeof model->training, .algorithm = model->algorithm, .features = model->n_features,
        .classes = model->recipe.labels.classes.count, .radius = unknown, .margin_lower = unknown,
        .margin_upper = unknown, .k_max_lower = unknown, .k_max_upper = unknown, .train_errors = UINT64_MAX,
        .train_error = unknown, .progressive_error = unknown, .holdout_error = unknown, .step_norm = unknown,
        .risk = unknown, .seconds = unknown, .objective = unknown, .gap = unknown,
        .mixed_updates = unknown,
    };
    return PTRON_OK;
}

/* ---- linear models --------------------------------------------------------------------------------- */

/* Of two classes the second is the positive one; more are sorted, as always. */
static ptron_status set_classes(struct pt_labels *labels, const char *const *classes, size_t n, ptron_error *err)
{
    for (size_t c = 0; c < n; c++) {
        if (classes[c] == NULL || classes[c][0] == '\0')
            return pt_fail(err, PTRON_ARGUMENT, "class %zu has no name", c);
        if (pt_dict_add(&labels->texts, classes[c], strlen(classes[c])) == PT_DICT_NONE)
            return pt_fail_memory(err, strlen(classes[c]), "class names");
    }
    PT_TRY(pt_labels_assign_classes(labels, n == 2 ? classes[1] : NULL, err));
    if (labels->texts.count != n || labels->classes.count != n || labels->class_of[0] == labels->class_of[1])
        return pt_fail(err, PTRON_ARGUMENT, "two classes have the same name");
    return PTRON_OK;
}

/* Rows of files: named features are the columns of CSV, with the label in a column of that name; numbered ones are
 * libsvm's, counted from 1. */
static ptron_status set_features(struct pt_recipe *recipe, const char *const *names, size_t n, ptron_error *err)
{
    recipe->n_features = (uint32_t)n;
    recipe->format = PT_FORMAT_SVM;
    recipe->index_base = names == NULL ? 1 : -1;
    return names == NULL ? PTRON_OK : pt_recipe_name_columns(recipe, names, n, err);
}

static ptron_status set_weights(ptron_model *model, const char *const *classes, const double *weights,
                                const double *biases, ptron_error *err)
{
    const size_t vectors = model->n_vectors, features = model->n_features;
    bool finite = true;

    model->weights = pt_array(vectors * features, sizeof *model->weights);
    model->bias = pt_zeroed(vectors, sizeof *model->bias);
    if (model->weights == NULL || model->bias == NULL)
        return pt_fail_memory(err, vectors * features * sizeof *model->weights, "weights");
    for (size_t v = 0; v < vectors; v++) {
        const size_t to = vectors == 1 ? 0 : pt_labels_class(&model->recipe.labels, classes[v], strlen(classes[v]));

        for (size_t j = 0; j < features; j++) {
            model->weights[j * vectors + to] = weights[v * features + j];
            finite &= isfinite(weights[v * features + j]) != 0;
        }
        model->bias[to] = biases == NULL ? 0.0 : biases[v];
        finite &= isfinite(model->bias[to]) != 0;
    }
    return finite ? PTRON_OK : pt_fail(err, PTRON_ARGUMENT, "a weight or bias is not a finite number");
}

static ptron_status fill(ptron_model *model, const char *const *classes, size_t n_classes, const double *weights,
                         const double *biases, const char *const *feature_names, ptron_error *err)
{
    PT_TRY(set_classes(&model->recipe.labels, classes, n_classes, err));
    PT_TRY(set_features(&model->recipe, feature_names, model->n_features, err));
    PT_TRY(set_weights(model, classes, weights, biases, err));
    return pt_by_hand_record(model, "none", err);
}

ptron_status pt_model_new_linear(const char *const *classes, size_t n_classes, size_t n_features,
                                 const double *weights, const double *biases, const char *const *feature_names,
                                 ptron_model **out, ptron_error *err)
{
    const size_t vectors = n_classes == 2 ? 1 : n_classes;
    ptron_status status;
    ptron_model *model;
    size_t bytes;

    *out = NULL;
    if (n_classes < 2 || n_features == 0 || n_features >= UINT32_MAX - 1 || n_classes >= UINT32_MAX - 1 ||
        !pt_mul(vectors, n_features, &bytes) || !pt_mul(bytes, sizeof *weights, &bytes))
        return pt_fail(err, PTRON_ARGUMENT, "a linear model of %zu class%s and %zu feature%s is not possible",
                       n_classes, pt_one_many(n_classes, "", "es"), n_features, pt_plural(n_features));
    PT_TRY(pt_model_new(&model, err));
    model->kind = PT_MODEL_LINEAR;
    model->n_vectors = (uint32_t)vectors;
    model->n_features = (uint32_t)n_features;
    model->has_bias = biases != NULL;
    model->bias_scale = biases != NULL ? 1.0 : 0.0;
    status = fill(model, classes, n_classes, weights, biases, feature_names, err);
    if (status != PTRON_OK) {
        ptron_model_free(model);
        return status;
    }
    *out = model;
    return PTRON_OK;
}
