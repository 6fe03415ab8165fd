/* The public face of models in files and other forms; core/core_model.c has the rest. */
#include "api/api.h"
#include "api/net_json.h"
#include "base/alloc.h"
#include "base/file.h"
#include "learn/statement/statement.h"
#include "model/by_hand.h"
#include "model/export.h"
#include "model/model.h"
#include "model/section.h"

#include <math.h>

ptron_status ptron_model_load(const char *path, ptron_model **out, ptron_error *err)
{
    struct pt_buffer file;
    ptron_status status;

    if (out == NULL || path == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a path and a place for the model are wanted");
    *out = NULL;
    pt_buffer_init(&file);
    status = pt_file_read(path, &pt_model_file, &file, err);
    if (status == PTRON_OK)
        status = pt_model_load(file.bytes == NULL ? "" : file.bytes, file.length, path, out, err);
    pt_buffer_fini(&file);
    return status;
}

ptron_status ptron_model_training(const ptron_model *model, ptron_result *result, ptron_error *err)
{
    ptron_result full;

    if (model == NULL || result == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model and a place for its result are wanted");
    pt_statement_of_model(model, &full);
    return pt_hand_over(&full, result, sizeof full, err);
}

double ptron_model_bound(const ptron_model *model, double margin)
{
    return model == NULL ? (double)NAN : pt_statement_bound(model, margin);
}

ptron_status ptron_model_write(const ptron_model *model, void **bytes, size_t *length, ptron_error *err)
{
    struct pt_buffer file;

    if (model == NULL || bytes == NULL || length == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model and places for its bytes and their number are wanted");
    pt_buffer_init(&file);
    pt_model_save(model, &file);
    return pt_give_bytes(&file, pt_buffer_status(&file, err), bytes, length);
}

ptron_status ptron_model_export(const ptron_model *model, const char *to, void **bytes, size_t *length,
                                ptron_error *err)
{
    struct pt_buffer text;

    if (model == NULL || to == NULL || bytes == NULL || length == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model, a form and places for its text and length are wanted");
    pt_buffer_init(&text);
    return pt_give_bytes(&text, pt_model_export(model, to, &text, err), bytes, length);
}

ptron_status ptron_model_save(const ptron_model *model, const char *path, ptron_error *err)
{
    ptron_status status;
    size_t length = 0;
    void *bytes = NULL;

    if (path == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a path is wanted");
    PT_TRY(ptron_model_write(model, &bytes, &length, err));
    status = pt_file_write(path, bytes, length, err);
    pt_release(bytes);
    return status;
}

ptron_status ptron_model_import(const char *path, ptron_model **out, ptron_error *err)
{
    static const struct pt_file_kind by_hand = {.what = "weights set by hand", .most = UINT64_C(1) << 30};
    struct pt_buffer bytes;
    ptron_status status;

    if (path == NULL || out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a path and a place for the model are wanted");
    *out = NULL;
    pt_buffer_init(&bytes);
    status = pt_file_read(path, &by_hand, &bytes, err);
    if (status == PTRON_OK)
        status = pt_net_import(bytes.bytes, bytes.length, path, out, err);
    pt_buffer_fini(&bytes);
    return status;
}

ptron_status ptron_model_new_linear(const char *const *classes, size_t n_classes, size_t n_features,
                                    const double *weights, const double *biases, const char *const *feature_names,
                                    ptron_model **out, ptron_error *err)
{
    if (classes == NULL || weights == NULL || out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "classes, weights and a place for the model are wanted");
    return pt_model_new_linear(classes, n_classes, n_features, weights, biases, feature_names, out, err);
}
