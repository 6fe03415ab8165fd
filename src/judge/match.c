/* Compares recipes part by part. Only a caller who mixes sets and models by hand can fail here. */
#include "judge/predict.h"

#include <string.h>

static bool same_dict(const struct pt_dict *a, const struct pt_dict *b)
{
    return a->count == b->count && a->length == b->length &&
           (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

static bool same_numbers(const double *a, const double *b, size_t n)
{
    if (a == NULL || b == NULL)
        return a == b;
    return memcmp(a, b, n * sizeof *a) == 0;
}

static bool same_columns(const struct pt_recipe *a, const struct pt_recipe *b)
{
    if (a->n_columns != b->n_columns)
        return false;
    for (size_t i = 0; i < a->n_columns; i++)
        if (a->columns[i].role != b->columns[i].role || a->columns[i].feature != b->columns[i].feature ||
            a->columns[i].cells != b->columns[i].cells || a->columns[i].missing != b->columns[i].missing ||
            strcmp(a->columns[i].name, b->columns[i].name) != 0)
            return false;
    return true;
}

static bool same_scaling(const struct pt_recipe *a, const struct pt_recipe *b)
{
    if (!pt_feature_map_equals(&a->feature_map, &b->feature_map))
        return false;
    if (a->scaling == PT_SCALE_NONE || a->scaling != b->scaling)
        return a->scaling == b->scaling;
    return a->n_features == b->n_features && a->ball == b->ball &&
           same_numbers(a->shift, b->shift, a->n_features) && same_numbers(a->factor, b->factor, a->n_features);
}

ptron_status pt_match_features(const ptron_model *model, const ptron_dataset *set, ptron_error *err)
{
    const struct pt_recipe *a = &model->recipe, *b = set->shared;

    if (a == b)
        return PTRON_OK;
    if (a->format != b->format || a->index_base != b->index_base || a->hash_bits != b->hash_bits ||
        a->whole != b->whole || !pt_wording_equals(&a->wording, &b->wording) ||
        a->n_numbers != b->n_numbers || !same_dict(&a->words, &b->words) || !same_columns(a, b))
        return pt_detail(err, PTRON_DETAIL_OTHER_FEATURES,
                         pt_fail(err, PTRON_ARGUMENT, "the rows have other features than the model's; "
                                                      "load them with it"));
    if (!same_scaling(a, b))
        return pt_detail(err, PTRON_DETAIL_OTHER_FEATURES,
                         pt_fail(err, PTRON_ARGUMENT, "the rows are scaled otherwise than the model's; "
                                                      "load them with it"));
    return PTRON_OK;
}

ptron_status pt_match_classes(const ptron_model *model, const ptron_dataset *set, ptron_error *err)
{
    if (&model->recipe == set->shared || same_dict(&model->recipe.labels.classes, &set->shared->labels.classes))
        return PTRON_OK;
    return pt_detail(err, PTRON_DETAIL_LABEL_UNKNOWN,
                     pt_fail(err, PTRON_ARGUMENT, "the rows have other classes than the model's; load them with it"));
}
