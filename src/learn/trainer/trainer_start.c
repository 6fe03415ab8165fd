/* Where training starts, and which rows it leaves out. */
#include "base/alloc.h"
#include "base/file.h"
#include "base/random.h"
#include "learn/trainer/trainer.h"

#include <string.h>

/* ---- start weights ------------------------------------------------------------------------------- */

/* Uniform in -1..1; without `random`, 1. */
static double draw(pt_random *random)
{
    return random == NULL ? 1.0 : 2.0 * pt_random_unit(random) - 1.0;
}

/* The same names in the same order: a vector means the same in both. */
static bool same_classes(const ptron_model *model, const ptron_dataset *set)
{
    const struct pt_dict *own = &model->recipe.labels.classes, *other = &set->shared->labels.classes;

    for (uint32_t c = 0; own->count == other->count && c < own->count; c++)
        if (strcmp(pt_dict_text(own, c, NULL), pt_dict_text(other, c, NULL)) != 0)
            return false;
    return own->count == other->count;
}

static ptron_status start_model(ptron_trainer *t, const char *path, ptron_error *err)
{
    struct pt_buffer bytes;
    ptron_model *model = NULL;
    ptron_status status;

    pt_buffer_init(&bytes);
    status = pt_file_read(path, &bytes, err);
    if (status == PTRON_OK)
        status = pt_model_load(bytes.bytes, bytes.length, path, &model, err);
    pt_buffer_fini(&bytes);
    if (status == PTRON_OK && model->kind != PT_MODEL_LINEAR)
        status = pt_fail_at(err, PTRON_MODEL, path, 0, 0, "only a linear model can be started from; this one's kind is "
                            "'%s'", pt_model_kind_name(model->kind));
    else if (status == PTRON_OK && !same_classes(model, t->set))
        status = pt_fail_at(err, PTRON_MODEL, path, 0, 0, "the model to start from has other classes than the data");
    else if (status == PTRON_OK && model->n_features > t->start.features)
        status = pt_fail_at(err, PTRON_MODEL, path, 0, 0, "the model to start from has %u features, the data %u",
                            (unsigned)model->n_features, (unsigned)t->start.features);
    if (status == PTRON_OK) {
        memcpy(t->start.w, model->weights, model->n_features * t->start.vectors * sizeof *t->start.w);
        for (size_t v = 0; v < t->start.vectors; v++)
            t->start.bias[v] = t->setup.bias_scale != 0.0 ? model->bias[v] / t->setup.bias_scale : 0.0;
    }
    ptron_model_free(model);
    return status;
}

ptron_status pt_trainer_start(ptron_trainer *t, ptron_error *err)
{
    const char *start = pt_option_text(t->options, "start");
    pt_random seeded = pt_random_of(t->setup.seed, UINT64_C(0x7374617274));
    pt_random *random = strcmp(start, "random") == 0 ? &seeded : NULL;

    if (strcmp(start, "zero") == 0)
        return PTRON_OK;
    PT_TRY(pt_weights_init(&t->start, t->setup.classes == 2 ? 1 : t->setup.classes, t->setup.features, err));
    if (random == NULL && strcmp(start, "ones") != 0)
        return start_model(t, start, err);
    for (size_t i = 0; i < t->start.vectors * t->start.features; i++)
        t->start.w[i] = draw(random);
    for (size_t v = 0; v < t->start.vectors; v++)
        t->start.bias[v] = t->setup.bias_scale != 0.0 ? draw(random) : 0.0;
    return PTRON_OK;
}

/* ---- hold-out ------------------------------------------------------------------------------------- */

ptron_status pt_trainer_split(ptron_trainer *t, double share, ptron_error *err)
{
    const uint64_t n = t->set->n_rows;
    pt_random random = pt_random_of(t->setup.seed, UINT64_C(0x686f6c64));
    size_t held = 0, trained = 0;

    if (n > UINT32_MAX - 2)
        return pt_fail(err, PTRON_DATA, "too many rows to hold some out");
    t->split.holdout = pt_array((size_t)n, sizeof *t->split.holdout);
    t->split.trained = pt_array((size_t)n, sizeof *t->split.trained);
    if (t->split.holdout == NULL || t->split.trained == NULL)
        return pt_fail_memory(err, (size_t)n * sizeof *t->split.holdout, "the hold-out rows");
    for (uint32_t i = 0; i < (uint32_t)n; i++)
        if (pt_random_unit(&random) < share)
            t->split.holdout[held++] = i;
        else
            t->split.trained[trained++] = i;
    t->split.n_holdout = held;
    t->split.n_trained = trained;
    if (held == 0 || trained == 0)
        return pt_fail(err, PTRON_ARGUMENT, "holding out a share of %g leaves %zu rows to test on and %zu to train on",
                       share, held, trained);
    return PTRON_OK;
}

struct pt_view pt_trainer_holdout_rows(const ptron_trainer *t)
{
    struct pt_view view = pt_dataset_view(t->validation != NULL ? t->validation : t->set);

    if (t->validation == NULL) {
        view.rows = t->split.holdout;
        view.n = t->split.n_holdout;
    }
    return view;
}

ptron_status pt_trainer_holdout(ptron_trainer *t, const ptron_model *model, struct pt_census *census,
                                ptron_error *err)
{
    const struct pt_view held = pt_trainer_holdout_rows(t);

    return pt_census_take(model, &held, t->pool, census, err);
}
