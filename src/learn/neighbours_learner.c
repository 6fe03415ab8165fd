/* Nearest neighbours as a learner: one pass that keeps every row. */
#include "base/alloc.h"
#include "base/memory.h"
#include "base/size.h"
#include "learn/kernel/kernel.h"
#include "model/neighbours.h"

#include <math.h>

struct neighbours {
    struct pt_setup setup;
    struct pt_near near;
    bool whole;              /* all rows were seen: a second pass adds nothing */
};

static void near_destroy(void *self)
{
    pt_near_fini(&((struct neighbours *)self)->near);
}

static ptron_status near_create(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void *self,
                                ptron_error *err)
{
    const uint64_t k = pt_option_count(setup->options, "k");
    struct neighbours *l = self;

    (void)algorithm;
    if (setup->features <= PT_ROWSET_DENSE)
        PT_TRY(pt_memory_expect(setup->rows, setup->features * sizeof(double), "keeping all rows", err));
    l->setup = *setup;
    l->near = (struct pt_near){.k = (uint32_t)k, .classes = setup->classes};
    pt_rowset_init(&l->near.rows, setup->features);
    return PTRON_OK;
}

static ptron_status near_observe(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                                 ptron_error *err)
{
    struct neighbours *l = self;

    for (size_t i = from; i < batch->n && seen->request == PT_GO_ON; i++) {
        const struct pt_row row = pt_batch_row(batch, i);
        if (!l->whole) {
            PT_TRY(pt_near_add(&l->near, &row, err));
            seen->updates++;
        }
        seen->consumed++;
        if (!l->whole && l->near.rows.n == l->setup.max_updates)
            seen->request = PT_STOP;
        if (seen->step != NULL)
            *seen->step = (ptron_step){.size = seen->step->size, .epoch = seen->step->epoch, .row = seen->step->row,
                                       .sign = row.label == 1 ? 1 : -1, .step = 1.0, .label = row.label,
                                       .updates = l->near.rows.n, .mass = NAN, .keep = NAN, .threshold = NAN,
                                       .alpha = NAN};
    }
    return PTRON_OK;
}

static ptron_status near_end_epoch(void *self, ptron_stop *reason, ptron_error *err)
{
    struct neighbours *l = self;

    (void)err;
    l->whole = true;
    *reason = PTRON_STOP_IDLE;
    return PTRON_OK;
}

static ptron_status near_widen(void *self, uint32_t features, uint32_t classes, ptron_error *err)
{
    struct neighbours *l = self;

    l->near.classes = l->setup.classes = classes;
    l->setup.features = features;
    return pt_rowset_widen(&l->near.rows, features, err);
}

static ptron_status near_renumber(void *self, const uint32_t *to, uint32_t n, ptron_error *err)
{
    struct neighbours *l = self;

    (void)n, (void)err;
    for (size_t i = 0; i < l->near.rows.n; i++)
        l->near.label[i] = to[l->near.label[i]];
    return PTRON_OK;
}

static void fill_head(const struct neighbours *l, ptron_model *model)
{
    model->kind = PT_MODEL_NEAR;
    model->n_features = l->near.rows.width;
    model->n_vectors = l->near.classes == 2 ? 1 : l->near.classes;
}

static ptron_status near_snapshot(const void *self, ptron_model *model, ptron_error *err)
{
    const struct neighbours *l = self;

    fill_head(l, model);
    model->near = pt_zeroed(1, sizeof *model->near);
    if (model->near == NULL)
        return pt_fail_memory(err, sizeof *model->near, "a model");
    return pt_near_copy(model->near, &l->near, err);
}

static ptron_status near_last(void *self, ptron_model *view, ptron_error *err)
{
    struct neighbours *l = self;

    (void)err;
    *view = (ptron_model){.near = &l->near};
    fill_head(l, view);
    return PTRON_OK;
}

static void near_save_state(const void *self, struct pt_buffer *out)
{
    const struct neighbours *l = self;

    pt_buffer_u32(out, l->whole);
    pt_near_save(&l->near, out);
}

static ptron_status near_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct neighbours *l = self;
    const uint32_t width = l->near.rows.width, classes = l->near.classes;

    l->whole = pt_cursor_u32(in) != 0;
    pt_near_fini(&l->near);
    PT_TRY(pt_near_load(&l->near, in, err));
    return l->near.rows.width == width && l->near.classes == classes
               ? PTRON_OK
               : pt_fail(err, PTRON_MODEL, "the state does not fit the data");
}

static const struct pt_learner_ops near_ops = {
    .size = sizeof(struct neighbours),
    .create = near_create, .observe = near_observe, .end_epoch = near_end_epoch, .snapshot = near_snapshot,
    .last = near_last, .destroy = near_destroy,
    .state = {near_save_state, near_load_state},
    .stream = {near_widen, near_renumber, PT_LATE_ANY, false},
};

static const struct pt_algorithm algorithms[] = {
    {"neighbours", "every row is kept; the k nearest to a row vote", "none; a prediction costs as much as all rows",
     "Fix and Hodges 1951; Cover and Hart 1967", PT_MANY_CLASSES | PT_CAN_STREAM | PT_NO_MARGIN | PT_KEEPS_ROWS,
     PT_PROVED_NOTHING, &near_ops, PT_OWN("k")},
};
const struct pt_family pt_neighbours_family = PT_FAMILY(algorithms);
