/* What the kernel perceptron answers with, and what a resume needs. */
#include "base/alloc.h"
#include "base/size.h"
#include "learn/kernel/kernel.h"

#include <math.h>
#include <string.h>

/* ---- the coefficients to answer with ------------------------------------------------------------- */

/* Of what is summed for the last weights and for the others that the keeper has. */
static double of_answer(const struct pt_kernel_learner *l, double last, double other)
{
    if (l->keeper == PT_KERNEL_AVERAGE && l->seen > 0)
        return last - other / (double)l->seen;
    return l->keeper == PT_KERNEL_POCKET && !pt_pocket_is_empty(&l->pocket) ? other : last;
}

static double answered_coef(const struct pt_kernel_learner *l, size_t i)
{
    return of_answer(l, l->w.coef[i], l->other[i]);
}

static ptron_status copy_slots(const struct pt_kernel_learner *l, const size_t *slots, size_t n, struct pt_dual *dual,
                               ptron_error *err)
{
    const size_t vectors = l->w.vectors;

    PT_TRY(pt_rowset_copy(&dual->rows, &l->w.rows, slots, n, err));
    dual->coef = pt_array(n * vectors, sizeof *dual->coef);
    if (dual->coef == NULL)
        return pt_fail_memory(err, n * vectors * sizeof *dual->coef, "coefficients");
    for (size_t i = 0; i < n; i++)
        for (size_t v = 0; v < vectors; v++) {
            const double c = answered_coef(l, slots[i] * vectors + v);
            if (!isfinite(c))
                return pt_fail(err, PTRON_DATA, "a coefficient overflows; lower the rate");
            dual->coef[i * vectors + v] = c;
        }
    return PTRON_OK;
}

static ptron_status fill_dual(const struct pt_kernel_learner *l, struct pt_dual *dual, ptron_error *err)
{
    const size_t vectors = l->w.vectors;
    size_t n = 0, *slots = pt_array(l->w.rows.n, sizeof *slots);   /* those that have a coefficient */
    ptron_status status;

    *dual = (struct pt_dual){.kernel = l->w.kernel, .vectors = l->w.vectors, .norm2 = (double)NAN};
    pt_rowset_init(&dual->rows, l->w.rows.width);
    if (slots == NULL)
        return pt_fail_memory(err, l->w.rows.n * sizeof *slots, "a model");
    for (size_t i = 0; i < l->w.rows.n; i++) {
        bool used = false;
        for (size_t v = 0; v < vectors; v++)
            used |= answered_coef(l, i * vectors + v) != 0.0;
        if (used)
            slots[n++] = i;
    }
    status = copy_slots(l, slots, n, dual, err);
    pt_release(slots);
    return status;
}

/* ---- its norm ------------------------------------------------------------------------------------ */

struct norm {
    const struct pt_dual *dual;
    const struct pt_blas *blas;
    double *parts;    /* [tiles] */
    bool   *failed;   /* [tiles] */
};

/* alpha' K alpha, the rows of one tile: coefficients times scores. */
static void norm_tile(void *context, size_t tile)
{
    const struct norm *s = context;
    const struct pt_dual *d = s->dual;
    const size_t from = tile * PT_TILE_ROWS, n = pt_min(PT_TILE_ROWS, d->rows.n - from);
    double *scratch = pt_array(pt_dual_scratch(d) + PT_TILE_ROWS * d->vectors, sizeof *scratch), *scores;
    struct pt_row rows[PT_TILE_ROWS];

    s->parts[tile] = 0.0;
    s->failed[tile] = scratch == NULL;
    if (scratch == NULL)
        return;
    scores = scratch + pt_dual_scratch(d);
    for (size_t i = 0; i < n; i++)
        rows[i] = pt_rowset_row(&d->rows, from + i);
    pt_dual_score_tile(d, s->blas, rows, n, scratch, scores);
    for (size_t i = 0; i < n * d->vectors; i++)
        s->parts[tile] += d->coef[from * d->vectors + i] * scores[i];
    pt_release(scratch);
}

static ptron_status work_out_norm(const struct pt_kernel_learner *l, const struct pt_dual *dual, double *norm2,
                                  ptron_error *err)
{
    const size_t tiles = (dual->rows.n + PT_TILE_ROWS - 1) / PT_TILE_ROWS;
    struct norm s = {dual, l->blas, pt_array(tiles, sizeof *s.parts), pt_array(tiles, sizeof *s.failed)};
    bool failed = s.parts == NULL || s.failed == NULL;

    if (!failed)
        pt_pool_run(l->setup.pool, tiles, norm_tile, &s);
    *norm2 = 0.0;
    for (size_t i = 0; !failed && i < tiles; i++) {
        failed = s.failed[i];
        *norm2 += s.parts[i];
    }
    pt_release(s.parts);
    pt_release(s.failed);
    return failed ? pt_fail_memory(err, tiles * sizeof *s.parts, "the norm of the weights") : PTRON_OK;
}

/* Two classes only; more have no one norm that means a margin. */
static ptron_status answered_norm2(const struct pt_kernel_learner *l, const struct pt_dual *dual, double *norm2,
                                   ptron_error *err)
{
    *norm2 = (double)NAN;
    if (l->w.vectors > 1)
        return PTRON_OK;
    *norm2 = l->keeper == PT_KERNEL_POCKET && !pt_pocket_is_empty(&l->pocket) ? l->other_norm2 : l->w.norm2;
    if (l->keeper == PT_KERNEL_AVERAGE && l->seen > 0) {
        if (!l->memo->known || l->memo->updates != l->updates || l->memo->seen != l->seen) {
            PT_TRY(work_out_norm(l, dual, &l->memo->norm2, err));
            l->memo->known = true;
            l->memo->updates = l->updates;
            l->memo->seen = l->seen;
        }
        *norm2 = l->memo->norm2;
    }
    *norm2 = fmax(*norm2, 0.0);
    return PTRON_OK;
}

/* ---- answering ----------------------------------------------------------------------------------- */

static void fill_head(const struct pt_kernel_learner *l, ptron_model *model)
{
    model->kind = PT_MODEL_DUAL;
    model->n_features = l->w.rows.width;
    model->n_vectors = l->w.vectors;
    model->has_bias = l->setup.bias_scale != 0.0;
    model->bias_scale = l->setup.bias_scale;
}

ptron_status pt_kernel_snapshot(const void *self, ptron_model *model, ptron_error *err)
{
    const struct pt_kernel_learner *l = self;

    fill_head(l, model);
    model->dual = pt_zeroed(1, sizeof *model->dual);
    if (model->dual == NULL)
        return pt_fail_memory(err, sizeof *model->dual, "a model");
    PT_TRY(fill_dual(l, model->dual, err));
    PT_TRY(answered_norm2(l, model->dual, &model->dual->norm2, err));
    if (isinf(model->dual->norm2) || isinf(l->w.norm2))   /* the answer's, and the state's: neither would load */
        return pt_fail(err, PTRON_DATA, "the norm of the weights overflows; lower the rate");
    return PTRON_OK;
}

ptron_status pt_kernel_last(void *self, ptron_model *view, ptron_error *err)
{
    struct pt_kernel_learner *l = self;

    (void)err;
    *view = (ptron_model){.dual = &l->w};
    fill_head(l, view);
    return PTRON_OK;
}

ptron_status pt_kernel_bracket(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                               ptron_error *err)
{
    const struct pt_kernel_learner *l = self;
    struct pt_dual dual;
    ptron_status status;

    *last = *answered = (struct pt_bracket){0};
    if (l->w.vectors > 1)
        return PTRON_OK;
    *last = *answered = (struct pt_bracket){.norm2 = fmax(l->w.norm2, 0.0), .mass = l->mass};
    if (l->keeper == PT_KERNEL_LAST)
        return PTRON_OK;
    status = fill_dual(l, &dual, err);
    if (status == PTRON_OK)
        status = answered_norm2(l, &dual, &answered->norm2, err);
    answered->mass = of_answer(l, l->mass, l->other_mass);
    pt_dual_fini(&dual);
    return status;
}

/* R is that of the kernel's space. */
ptron_status pt_kernel_report(const void *self, const struct pt_answer *answer, ptron_result *result, ptron_error *err)
{
    const struct pt_kernel_learner *l = self;
    const double s = l->setup.bias_scale;

    (void)answer, (void)err;
    result->radius = sqrt(pt_kernel_self(&l->w.kernel, fmax(0.0, result->radius * result->radius - s * s)));
    return PTRON_OK;
}

/* ---- state --------------------------------------------------------------------------------------- */

void pt_kernel_save_state(const void *self, struct pt_buffer *out)
{
    const struct pt_kernel_learner *l = self;

    pt_dual_save(&l->w, out);
    for (size_t i = 0; i < l->w.rows.n * l->w.vectors; i++)
        pt_buffer_f64(out, l->other[i]);
    for (size_t i = 0; i < l->w.rows.n; i++)
        pt_buffer_u64(out, l->age[i]);
    pt_buffer_f64(out, l->mass);
    pt_buffer_f64(out, l->other_mass);
    pt_buffer_f64(out, l->other_norm2);
    pt_buffer_u64(out, l->seen);
    pt_buffer_u64(out, l->updates);
    pt_pocket_save(&l->pocket, out);
    pt_buffer_u64(out, l->random.state);
    pt_recall_save(&l->recall, l->w.vectors, out);
}

static ptron_status does_not_fit(ptron_error *err)
{
    return pt_fail(err, PTRON_MODEL, "the state is cut short or does not fit the data");
}

static ptron_status load_weights(struct pt_kernel_learner *l, struct pt_cursor *in, ptron_error *err)
{
    const uint32_t vectors = l->w.vectors, width = l->w.rows.width;

    pt_dual_fini(&l->w);
    PT_TRY(pt_dual_load(&l->w, in, err));
    if (l->w.vectors != vectors || l->w.rows.width != width)
        return does_not_fit(err);
    l->coef_room = 0;
    PT_TRY(pt_kernel_reserve(l, pt_max(1, l->w.rows.n), err));
    for (size_t i = 0; i < l->w.rows.n; i++) {
        const struct pt_row row = pt_rowset_row(&l->w.rows, i);
        PT_TRY(pt_row_index_add(&l->index, i, pt_row_hash(&row), err));
    }
    return PTRON_OK;
}

ptron_status pt_kernel_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct pt_kernel_learner *l = self;
    bool finite = true;

    PT_TRY(load_weights(l, in, err));
    for (size_t i = 0; i < l->w.rows.n * l->w.vectors; i++)
        finite &= isfinite(l->other[i] = pt_cursor_f64(in)) != 0;
    for (size_t i = 0; i < l->w.rows.n; i++)
        l->age[i] = pt_cursor_u64(in);
    l->mass = pt_cursor_f64(in);
    l->other_mass = pt_cursor_f64(in);
    l->other_norm2 = pt_cursor_f64(in);
    l->seen = pt_cursor_u64(in);
    l->updates = pt_cursor_u64(in);
    pt_pocket_load(&l->pocket, in);
    l->random.state = pt_cursor_u64(in);
    if (in->failed || !finite || !isfinite(l->mass) || !isfinite(l->other_mass) || !isfinite(l->other_norm2))
        return does_not_fit(err);
    return pt_recall_load(&l->recall, l->setup.rows == 0 && l->budget == 0, l->w.vectors, l->w.rows.n, in, err);
}
