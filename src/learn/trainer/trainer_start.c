/* Where training starts, and which rows it leaves out. */
#include "base/alloc.h"
#include "base/file.h"
#include "base/plural.h"
#include "base/random.h"
#include "learn/trainer/trainer.h"
#include "sets/share.h"
#include "model/section.h"

#include <math.h>
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

/* Fills t->start, which is made. `path`: where the model is from, or NULL. */
static ptron_status take_weights(ptron_trainer *t, const ptron_model *model, const char *path, ptron_error *err)
{
    if (model->kind != PT_MODEL_LINEAR)
        return pt_fail_at(err, PTRON_MODEL, path, 0, 0, "only a linear model can be started from; this one's kind is "
                          "'%s'", pt_model_kind_name(model->kind));
    if (!same_classes(model, t->set))
        return pt_fail_at(err, PTRON_MODEL, path, 0, 0, "the model to start from has other classes than the data");
    if (model->n_features > t->start.features)
        return pt_fail_at(err, PTRON_MODEL, path, 0, 0, "the model to start from has %u feature%s, the data %u",
                          (unsigned)model->n_features, pt_plural(model->n_features), (unsigned)t->start.features);
    memcpy(t->start.w, model->weights, model->n_features * t->start.vectors * sizeof *t->start.w);
    for (size_t v = 0; v < t->start.vectors; v++)
        t->start.bias[v] = t->setup.bias_scale != 0.0 ? model->bias[v] / t->setup.bias_scale : 0.0;
    return PTRON_OK;
}

static ptron_status start_model(ptron_trainer *t, const char *path, ptron_error *err)
{
    struct pt_buffer bytes;
    ptron_model *model = NULL;
    ptron_status status;

    pt_buffer_init(&bytes);
    status = pt_file_read(path, &pt_model_file, &bytes, err);
    if (status == PTRON_OK)
        status = pt_model_load(bytes.bytes, bytes.length, path, &model, err);
    pt_buffer_fini(&bytes);
    if (status == PTRON_OK)
        status = take_weights(t, model, path, err);
    ptron_model_free(model);
    return status;
}

ptron_status ptron_trainer_start(ptron_trainer *trainer, const ptron_model *model, ptron_error *err)
{
    ptron_trainer *t = trainer;
    struct pt_weights before;
    void *learner = NULL;
    ptron_status status;

    if (t == NULL || model == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a trainer and a model are needed");
    PT_TRY(pt_trainer_is_whole(t, err));
    if (t->set == NULL || t->order.n == 0)
        return pt_fail(err, PTRON_ARGUMENT, "a stream starts from zero, or goes on from a model");
    if (t->counts.seen > 0 || !pt_algorithm_takes(t->algorithm, "start"))
        return pt_fail(err, PTRON_ARGUMENT, t->counts.seen > 0 ? "training has begun already"
                                                               : "%s starts from nothing", t->algorithm->name);
    before = t->start;
    t->start = (struct pt_weights){0};
    status = pt_weights_init(&t->start, t->setup.classes == 2 ? 1 : t->setup.classes, t->setup.features, err);
    if (status == PTRON_OK)
        status = take_weights(t, model, NULL, err);
    t->setup.start = &t->start;
    if (status == PTRON_OK)
        status = pt_learner_new(t->ops, t->algorithm, &t->setup, &learner, err);
    if (status == PTRON_OK) {
        pt_learner_free(t->ops, t->learner);
        t->learner = learner;
        pt_weights_fini(&before);
    } else {
        pt_weights_fini(&t->start);
        t->start = before;
        t->setup.start = before.w == NULL ? NULL : &t->start;
    }
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

struct stratum {               /* the rows of a class: as many are held out as its share says */
    uint64_t left, wanted;     /* rows not looked at yet, and how many of them will be held out */
    double   rest;             /* what was lost when the share was made a whole number */
};

/* Every class gives the whole part of its share; the rows still lacking to the share of all come from the classes that
 * lost most. */
static void share_out(struct stratum *strata, size_t n, uint64_t rows, double share)
{
    uint64_t lacking = (uint64_t)llround(share * (double)rows);

    for (size_t c = 0; c < n; c++) {
        const double exact = share * (double)strata[c].left;
        strata[c].wanted = (uint64_t)floor(exact);
        strata[c].rest = exact - floor(exact);
        lacking -= lacking < strata[c].wanted ? lacking : strata[c].wanted;
    }
    for (; lacking > 0; lacking--) {
        size_t most = 0;
        for (size_t c = 1; c < n; c++)
            if (strata[c].rest > strata[most].rest)
                most = c;
        strata[most].wanted += strata[most].wanted < strata[most].left;
        strata[most].rest = -1.0;
    }
}

/* Selection sampling: each row is held out with the share that its class still lacks. */
static void draw_rows(const struct pt_view *view, pt_random random, struct stratum *strata, struct pt_own *held,
                      struct pt_own *trained)
{
    for (uint64_t i = 0; i < pt_view_here(view); i++) {
        struct stratum *own = &strata[pt_view_row_here(view, i).label];
        if (pt_random_unit(&random) * (double)own->left-- < (double)own->wanted) {
            own->wanted--;
            held->at[held->n++] = (uint32_t)i;
        } else {
            trained->at[trained->n++] = (uint32_t)i;
        }
    }
}

static ptron_status count_strata(const struct pt_view *view, struct stratum *strata, size_t classes, ptron_error *err)
{
    for (uint64_t i = 0; i < pt_view_here(view); i++)
        strata[pt_view_row_here(view, i).label].left++;
    for (size_t c = 0; c < classes; c++)
        PT_TRY(pt_view_sum(view, &strata[c].left, 1, err));
    return PTRON_OK;
}

/* Rows that are on several ranks are drawn by one after the other, which goes on from what the classes still lack; the
 * last stratum is no class: `left` are those trained on so far, `wanted` those held out. */
static ptron_status hold_out(ptron_trainer *t, double share, struct stratum *strata, ptron_error *err)
{
    const struct pt_view view = pt_dataset_view(t->set);
    const size_t classes = t->setup.classes, bytes = (classes + 1) * sizeof *strata;
    ptron_ranks *ranks = view.own == NULL ? NULL : view.runs->ranks;
    pt_random random = pt_random_of(t->setup.seed, UINT64_C(0x686f6c64));
    struct pt_split *split = &t->split;
    struct stratum *drawn = &strata[classes];

    PT_TRY(count_strata(&view, strata, classes, err));
    share_out(strata, classes, view.n, share);
    PT_TRY(pt_ranks_take_over(ranks, strata, bytes, err));
    pt_random_skip(&random, t->set->own.first);
    split->here_trained.first = drawn->left;
    split->here_held.first = drawn->wanted;
    draw_rows(&view, random, strata, &split->here_held, &split->here_trained);
    drawn->left += split->here_trained.n;
    drawn->wanted += split->here_held.n;
    PT_TRY(pt_ranks_pass_on(ranks, strata, bytes, err));
    split->n_trained = drawn->left;
    split->n_holdout = drawn->wanted;
    if (split->n_holdout == 0 || split->n_trained == 0)
        return pt_fail(err, PTRON_ARGUMENT,
                       "holding out a share of %g of the rows leaves %zu to test on and %zu to train on", share,
                       (size_t)split->n_holdout, (size_t)split->n_trained);
    return PTRON_OK;
}

ptron_status pt_trainer_split(ptron_trainer *t, double share, ptron_error *err)
{
    const size_t n = t->set->block.n_rows;
    struct pt_split *split = &t->split;
    struct stratum *strata;
    ptron_status status;

    if (n > UINT32_MAX - 2)
        return pt_fail(err, PTRON_DATA, "too many rows to hold some out");
    split->here_held.at = pt_array(n + 1, sizeof *split->here_held.at);
    split->here_trained.at = pt_array(n + 1, sizeof *split->here_trained.at);
    strata = pt_zeroed((size_t)t->setup.classes + 1, sizeof *strata);
    if (split->here_held.at == NULL || split->here_trained.at == NULL || strata == NULL)
        status = pt_fail_memory(err, n * sizeof *split->holdout, "the hold-out rows");
    else
        status = hold_out(t, share, strata, err);
    pt_release(strata);
    if (!pt_dataset_parted(t->set)) {   /* all are here */
        split->holdout = split->here_held.at;
        split->trained = split->here_trained.at;
        split->here_held = split->here_trained = (struct pt_own){0};
    }
    return status;
}

struct pt_view pt_trainer_holdout_rows(const ptron_trainer *t)
{
    struct pt_view view = pt_dataset_view(t->validation != NULL ? t->validation : t->set);

    if (t->validation == NULL) {
        view.rows = t->split.holdout;
        view.n = t->split.n_holdout;
        if (view.own != NULL)
            view.own = &t->split.here_held;
    }
    return view;
}

ptron_status pt_trainer_holdout(ptron_trainer *t, const ptron_model *model, struct pt_census *census,
                                ptron_error *err)
{
    const struct pt_view held = pt_trainer_holdout_rows(t);

    return pt_census_take(model, &held, t->pool, census, err);
}
