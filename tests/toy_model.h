/* Small models made by hand, for tests of what uses a model. */
#ifndef TESTS_TOY_MODEL_H
#define TESTS_TOY_MODEL_H

#include "base/alloc.h"
#include "base/random.h"
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static inline void toy_labels(struct pt_labels *labels, uint32_t classes)
{
    char name[32];

    for (uint32_t c = 0; c < classes; c++) {
        snprintf(name, sizeof name, "class%05u", (unsigned)c);
        assert_int_equal(pt_dict_add(&labels->texts, name, strlen(name)), c);
    }
    assert_int_equal(pt_labels_assign_classes(labels, NULL, NULL), PTRON_OK);
}

static inline char *toy_text(const char *text)
{
    char *copy = pt_copy_text(text, strlen(text));

    assert_non_null(copy);
    return copy;
}

static inline void toy_training(ptron_model *model, uint32_t classes)
{
    model->training = (ptron_result){
        .size = sizeof model->training,
        .reason = PTRON_STOP_EPOCHS,
        .algorithm = model->algorithm,
        .rows = 150, .features = model->n_features, .classes = classes,
        .epochs = 10, .row = 0, .updates = 77, .mistakes = 78, .last_epoch_mistakes = 3, .seed = 42,
        .radius = 9.25, .margin_lower = -0.5, .margin_upper = 0.125, .k_max_lower = 5476.0,
        .k_max_upper = (double)INFINITY, .train_errors = 4, .train_error = 4.0 / 150.0, .progressive_error = 0.052,
        .holdout_error = (double)NAN, .step_norm = (double)NAN, .risk = (double)NAN, .seconds = (double)NAN,
    };
}

/* Libsvm rows; every `gap`-th weight is not zero. */
static inline ptron_model *toy_model(uint32_t features, uint32_t classes, uint32_t gap)
{
    ptron_model *model = NULL;
    pt_random random = pt_random_of(7, features);

    assert_int_equal(pt_model_new(&model, NULL), PTRON_OK);
    model->recipe.format = PT_FORMAT_SVM;
    model->recipe.index_base = 1;
    model->recipe.n_features = model->n_features = features;
    toy_labels(&model->recipe.labels, classes);
    model->n_vectors = classes == 2 ? 1 : classes;
    model->weights = pt_zeroed((size_t)model->n_vectors * features, sizeof *model->weights);
    model->bias = pt_zeroed(model->n_vectors, sizeof *model->bias);
    assert_true(model->weights != NULL && model->bias != NULL);
    for (size_t i = 0; i < (size_t)model->n_vectors * features; i += gap)
        model->weights[i] = pt_random_normal(&random);
    for (size_t v = 0; v < model->n_vectors; v++)
        model->bias[v] = pt_random_normal(&random);
    model->has_bias = true;
    model->bias_scale = 1.0;
    model->algorithm = toy_text("perceptron");
    model->version = toy_text("0.1.0");
    model->n_parameters = 2;
    model->parameters = pt_zeroed(2, sizeof *model->parameters);
    assert_non_null(model->parameters);
    model->parameters[0] = (struct pt_parameter){toy_text("epochs"), toy_text("10")};
    model->parameters[1] = (struct pt_parameter){toy_text("order"), toy_text("given")};
    model->fingerprint = UINT64_C(0x0123456789abcdef);
    toy_training(model, classes);
    return model;
}

#endif
