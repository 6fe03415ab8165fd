/* Making a trainer, and freeing it: the learner's setup, the rows it may see, and what it may ask for. */
#include "base/alloc.h"
#include "learn/trainer/trainer.h"
#include "pack/pack_trust.h"
#include "sets/share.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- what learners ask ---------------------------------------------------------------------------- */

struct pt_view pt_trainer_rows(const ptron_trainer *t)
{
    struct pt_view view = pt_dataset_view(t->set);

    view.rows = t->split.trained;
    view.n = t->split.n_trained;
    if (view.own != NULL && t->split.n_holdout > 0)
        view.own = &t->split.here_trained;
    view.class_weight = t->class_weight;
    return view;
}

ptron_status pt_setup_judge(const struct pt_setup *setup, const ptron_model *model, struct pt_census *census,
                            ptron_error *err)
{
    struct pt_view view = pt_trainer_rows(setup->trainer);

    if (setup->positive != NULL)
        view.positive = *setup->positive;
    return pt_census_take(model, &view, setup->pool, census, err);
}

struct pt_seen_rows pt_setup_rows(const struct pt_setup *setup)
{
    const ptron_trainer *t = setup->trainer;

    return (struct pt_seen_rows){&t->set->block, t->set->at, t->class_weight, setup->positive};
}

struct pt_row pt_setup_row(const struct pt_setup *setup, uint64_t number)
{
    const struct pt_seen_rows rows = pt_setup_rows(setup);

    return pt_seen_row(&rows, number);
}

uint64_t pt_setup_shard(const struct pt_setup *setup, size_t shard)
{
    return pt_order_shard(&setup->trainer->order, shard);
}

struct pt_row pt_setup_shard_row(const struct pt_setup *setup, uint64_t position)
{
    const ptron_trainer *t = setup->trainer;
    const struct pt_order *order = &t->order;
    const uint64_t index = order->base == NULL ? position - order->skip : order->base[position];

    return pt_row_seen(pt_dataset_row_at(t->set, index), t->class_weight, setup->positive);
}

struct pt_trainer_facts pt_trainer_facts(const ptron_trainer *t)
{
    return (struct pt_trainer_facts){t->set, t->split.trained, t->split.n_trained,
                                     t->start.w == NULL && t->shards == NULL};
}

/* ---- setting up ---------------------------------------------------------------------------------- */

static ptron_status at_row(const ptron_dataset *set, uint64_t row, ptron_status status, ptron_error *err)
{
    const uint64_t *places = set->block.place, place = places == NULL ? 0 : places[pt_dataset_index(set, row)];

    if (places != NULL && pt_place_file(place) < set->n_files)
        pt_error_place(err, set->files[pt_place_file(place)], pt_place_line(place), 0);
    else
        pt_error_place(err, NULL, places != NULL ? pt_place_line(place) : set->own.first + row + 1, 0);
    return status;
}

static ptron_status check_classes(const ptron_dataset *set, ptron_error *err)
{
    const struct pt_dict *classes = &set->shared->labels.classes;

    if (set->n_rows == 0)
        return pt_detail(err, PTRON_DETAIL_NO_ROWS, pt_fail(err, PTRON_DATA, "there are no rows to learn from"));
    if (classes->count == 0)
        return pt_detail(err, PTRON_DETAIL_LABEL_MISSING, pt_fail(err, PTRON_DATA, "the rows have no labels"));
    if (classes->count == 1)
        return pt_detail(err, PTRON_DETAIL_ONE_CLASS,
                         pt_fail(err, PTRON_DATA, "every row is labelled '%.60s'; two classes are needed",
                                 pt_dict_text(classes, 0, NULL)));
    for (uint32_t c = 0; c < classes->count; c++)
        if (set->class_rows[c] == 0)
            return pt_fail(err, PTRON_DATA, "no row is labelled '%.60s'", pt_dict_text(classes, c, NULL));
    return PTRON_OK;
}

/* All rows of a block that stands as it was read; false: some are not right, or there is another view of them. */
static bool are_right(const struct pt_view *view, const ptron_dataset *set, uint32_t classes, double *max_norm2)
{
    const uint32_t *label = set->block.label;
    const double *norm2 = set->block.norm2;
    const size_t n = (size_t)view->n;
    double most = *max_norm2;
    bool right = true;

    if (view->own != NULL || view->rows != NULL || set->at != NULL || label == NULL)
        return false;
    for (size_t i = 0; i < n; i++) {
        right &= (label[i] < classes) & (norm2[i] <= DBL_MAX);
        most = norm2[i] > most ? norm2[i] : most;
    }
    *max_norm2 = right ? most : *max_norm2;
    return right;
}

/* Rows are looked at once before training, so that no inner loop has to. */
ptron_status pt_trainer_check_rows(ptron_trainer *t, ptron_error *err)
{
    const struct pt_view view = pt_trainer_rows(t);

    if (are_right(&view, t->set, t->setup.classes, &t->max_norm2))
        return pt_view_largest(&view, &t->max_norm2, err);
    for (uint64_t i = 0; i < pt_view_here(&view); i++) {
        const uint64_t at = view.own != NULL ? pt_own_at(view.own, i) : view.rows == NULL ? i : view.rows[i];
        const struct pt_row row = pt_dataset_row(t->set, at);

        if (row.label >= t->setup.classes)
            return at_row(t->set, at, pt_detail(err, PTRON_DETAIL_LABEL_MISSING,
                                                pt_fail(err, PTRON_DATA, "row has no label")), err);
        if (!isfinite(row.norm2))
            return at_row(t->set, at, pt_detail(err, PTRON_DETAIL_TOO_LARGE,
                                                pt_fail(err, PTRON_DATA, "values are so large that their squares "
                                                        "overflow; scale them (--scale minmax)")), err);
        if (row.norm2 > t->max_norm2)
            t->max_norm2 = row.norm2;
    }
    return pt_view_largest(&view, &t->max_norm2, err);
}

ptron_status pt_trainer_weigh(ptron_trainer *t, const ptron_dataset *set, ptron_error *err)
{
    const struct pt_view view = pt_trainer_rows(t);

    if (set->block.weight == NULL && t->class_weight == NULL) {
        t->c_min = fmin(t->c_min, 1.0);
        t->c_max = fmax(t->c_max, 1.0);
        return PTRON_OK;
    }
    for (uint64_t i = 0; i < pt_view_here(&view); i++) {
        const struct pt_row row = pt_view_row_here(&view, i);

        t->c_min = fmin(t->c_min, row.weight);
        t->c_max = fmax(t->c_max, row.weight);
    }
    PT_TRY(pt_view_least(&view, &t->c_min, err));
    return pt_view_largest(&view, &t->c_max, err);
}

static ptron_status make_order(ptron_trainer *t, ptron_error *err)
{
    static const char *const modes[] = {"given", "once", "each"};
    const bool as_given = (t->algorithm->can & PT_RESTARTS) != 0 && !ptron_options_given(t->options, "order");
    const char *order = as_given ? "given" : pt_option_text(t->options, "order");
    struct pt_view view = pt_trainer_rows(t);
    uint32_t *listed = NULL;
    size_t n;
    ptron_status status;

    for (size_t mode = 0; mode < 3; mode++)
        if (strcmp(order, modes[mode]) == 0)
            return pt_order_init(&t->order, (enum pt_order_mode)mode, t->setup.seed, &view, err);
    if (t->split.n_holdout > 0)
        return pt_fail(err, PTRON_ARGUMENT, "a file of row numbers and --holdout do not go together");
    if (view.own != NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a file of row numbers may name a row in several shards; ranks "
                                            "cannot share it");
    PT_TRY(pt_order_read(order, (size_t)t->set->n_rows, &listed, &n, err));
    view.rows = listed;
    view.n = n;
    status = pt_order_init(&t->order, PT_ORDER_FILE, t->setup.seed, &view, err);
    pt_release(listed);
    return status;
}

static ptron_status fill_setup(ptron_trainer *t, ptron_error *err)
{
    const ptron_options *o = t->options;

    t->setup = (struct pt_setup){
        .ops = pt_vec(),
        .options = o,
        .schedule = &t->schedule,
        .seed = pt_option_count(o, "seed"),
        .bias_scale = pt_option_flag(o, "bias") ? pt_option_real(o, "bias-scale") : 0.0,
        .stream = t->set == NULL,
        .ranks = pt_ranks_shared(o->ranks) ? o->ranks : NULL,
        .trainer = t,
    };
    t->algorithm = pt_algorithm_named(pt_option_text(o, "algorithm"));
    if (t->algorithm == NULL)
        return pt_detail(err, PTRON_DETAIL_ALGORITHM_UNKNOWN,
                         pt_fail(err, PTRON_ARGUMENT, "no algorithm '%.40s'; --algorithm list prints them all",
                                 pt_option_text(o, "algorithm")));
    t->ops = t->algorithm->ops;
    PT_TRY(pt_options_check_use(o, t->validation != NULL, err));
    t->setup.max_updates = (t->algorithm->can & PT_RESTARTS) != 0 && !ptron_options_given(o, "max-updates")
                               ? PT_RESTARTS_UPDATES
                               : pt_option_count(o, "max-updates");
    PT_TRY(pt_schedule_init(&t->schedule, o, err));
    PT_TRY(pt_pool_new((size_t)pt_option_count(o, "threads"), &t->pool, err));
    t->setup.pool = t->pool;
    return PTRON_OK;
}

static bool wants_rest(const ptron_trainer *t)
{
    const struct pt_run run = {.algorithm = t->algorithm, .options = t->options};

    return pt_run_wants_rest(&run);
}

ptron_status pt_trainer_check_rest(const ptron_trainer *t, ptron_error *err)
{
    if (t->setup.classes <= 2 || !wants_rest(t) || (t->algorithm->can & PT_ONE_VS_REST) != 0)
        return PTRON_OK;
    return pt_fail(err, PTRON_ARGUMENT, "%s does not work one class against the rest; it learns many classes "
                   "directly (--multiclass direct)", t->algorithm->name);
}

/* More than two labels: at once where the algorithm can, else one-vs-rest. In a stream a third class may come; where
 * it can be learned one-vs-rest, all is prepared for it. */
static ptron_status choose_ops(ptron_trainer *t, ptron_error *err)
{
    const unsigned can = t->algorithm->can;
    const bool prepared = t->setup.stream && pt_option_text(t->options, "positive")[0] == '\0' &&
                          (can & PT_ONE_VS_REST) != 0;

    if (t->setup.stream && (can & PT_CAN_STREAM) == 0)
        return PTRON_OK;   /* it says itself why it cannot */
    if (t->setup.classes > 2 && pt_option_is(t->options, "multiclass", "direct") &&
        ((can & PT_MANY_CLASSES) == 0 || (can & PT_OWN_REST) != 0))
        return pt_fail(err, PTRON_ARGUMENT, "%s learns %u classes one against the rest only", t->algorithm->name,
                       (unsigned)t->setup.classes);
    if (!wants_rest(t) || (t->setup.classes <= 2 && !prepared))
        return pt_trainer_choose_shards(t, err);
    PT_TRY(pt_trainer_check_rest(t, err));
    if (pt_option_count(t->options, "shards") > 1)
        return pt_fail(err, PTRON_ARGUMENT, "shards learn all classes at once, not one against the rest");
    t->ops = &pt_one_vs_rest_ops;
    return PTRON_OK;
}

static ptron_status set_up_trainer(ptron_trainer *t, ptron_error *err)
{
    ptron_status status;

    PT_TRY(fill_setup(t, err));
    PT_TRY(pt_trainer_check_ranks(t, err));
    if (t->set == NULL)
        return pt_trainer_check_stream(t, err);   /* the learner is made by the first feed */
    status = check_classes(t->set, err);
    if (status == PTRON_DATA && t->set->n_files == 1)   /* an error about the whole set names its file */
        pt_error_place(err, t->set->files[0], 0, 0);
    PT_TRY(status);
    t->setup.features = t->set->n_features;
    t->setup.classes = (uint32_t)pt_dataset_classes(t->set);
    t->setup.rows = t->set->n_rows;
    PT_TRY(choose_ops(t, err));
    PT_TRY(pt_trainer_check_use(t, err));
    t->split.n_trained = t->set->n_rows;
    if (t->validation == NULL && pt_option_real(t->options, "holdout") > 0.0)
        PT_TRY(pt_trainer_split(t, pt_option_real(t->options, "holdout"), err));
    if (t->split.n_holdout == 0 && t->validation == NULL && !pt_option_is(t->options, "calibrate", "none"))
        return pt_fail(err, PTRON_ARGUMENT,
                       "probabilities are fitted on rows not learned from: hold some out (--holdout)");
    if (pt_option_text(t->options, "threshold-for")[0] != '\0') {
        const struct pt_view held = pt_trainer_holdout_rows(t);

        PT_TRY(pt_check_threshold(&held, pt_option_text(t->options, "threshold-for"), err));
    }
    PT_TRY(pt_trainer_check_rows(t, err));
    if ((t->algorithm->can & PT_ANY_ROW) != 0)
        PT_TRY(pt_dataset_trust_all(t->set, t->pool, err));
    const struct pt_view trained = pt_trainer_rows(t);
    PT_TRY(pt_class_weights(t->options, t->set, &trained, &t->class_weight, err));
    PT_TRY(pt_trainer_weigh(t, t->set, err));
    PT_TRY(make_order(t, err));
    PT_TRY(pt_trainer_make_shards(t, err));
    PT_TRY(pt_trainer_place_rows(t, err));
    PT_TRY(pt_trainer_start(t, err));
    t->setup.start = t->start.w == NULL ? NULL : &t->start;
    return pt_learner_new(t->ops, t->algorithm, &t->setup, &t->learner, err);
}

ptron_status pt_trainer_create(ptron_trainer *t, ptron_error *err)
{
    if (pt_option_text(t->options, "class-weight")[0] != '\0')
        return pt_fail(err, PTRON_ARGUMENT, "class weights are worked out from all rows; a stream cannot give them");
    PT_TRY(choose_ops(t, err));
    return pt_learner_new(t->ops, t->algorithm, &t->setup, &t->learner, err);
}

ptron_status pt_trainer_new(const ptron_options *options, const ptron_dataset *set,
                            const ptron_dataset *validation, ptron_trainer **out, ptron_error *err)
{
    ptron_trainer *t = *out = NULL;
    ptron_status status;

    t = pt_zeroed(1, sizeof *t);
    if (t == NULL)
        return pt_fail_memory(err, sizeof *t, "a trainer");
    t->set = set;
    t->validation = validation;
    t->set_refs = set == NULL ? NULL : pt_refs_take(&set->refs);
    t->validation_refs = validation == NULL ? NULL : pt_refs_take(&validation->refs);
    t->counts.best = UINT64_MAX;
    t->upper = NAN;
    t->c_min = INFINITY;
    pt_dict_init(&t->passing.classes);
    status = pt_options_copy(options, &t->options, err);
    if (status == PTRON_OK)
        status = set_up_trainer(t, err);
    if (status != PTRON_OK) {
        ptron_trainer_free(t);
        return status;
    }
    *out = t;
    return PTRON_OK;
}

void ptron_trainer_free(ptron_trainer *trainer)
{
    if (trainer == NULL)
        return;
    if (trainer->ops != NULL)
        pt_learner_free(trainer->ops, trainer->learner);
    ptron_model_free(trainer->best);
    pt_trainer_forget_answer(trainer);
    pt_cycle_fini(&trainer->cycle);
    pt_weights_fini(&trainer->start);
    pt_schedule_fini(&trainer->schedule);
    pt_release(trainer->class_weight);
    pt_order_fini(&trainer->order);
    pt_gather_fini(&trainer->gather);
    pt_release(trainer->shards);
    pt_passing_fini(&trainer->passing);
    pt_judging_fini(&trainer->judging);
    pt_release(trainer->split.holdout);
    pt_release(trainer->split.trained);
    pt_own_fini(&trainer->split.here_trained);
    pt_own_fini(&trainer->split.here_held);
    pt_pool_free(trainer->pool);
    ptron_options_free(trainer->options);
    pt_refs_drop(trainer->set_refs);
    pt_refs_drop(trainer->validation_refs);
    pt_release(trainer);
}
