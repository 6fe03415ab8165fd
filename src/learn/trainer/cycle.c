/* A state of the weights that comes back. */
#include "learn/trainer/trainer.h"

#include <math.h>
#include <string.h>

void pt_cycle_fini(struct pt_cycle *cycle)
{
    pt_weights_fini(&cycle->saved);
}

bool pt_weights_are(const struct pt_weights *saved, const ptron_model *last)
{
    return saved->features == last->n_features && saved->vectors == last->n_vectors &&
           memcmp(saved->bias, last->bias, saved->vectors * sizeof *saved->bias) == 0 &&
           memcmp(saved->w, last->weights, saved->vectors * saved->features * sizeof *saved->w) == 0;
}

ptron_status pt_weights_keep(struct pt_weights *saved, const ptron_model *last, ptron_error *err)
{
    if (saved->w == NULL)
        PT_TRY(pt_weights_init(saved, last->n_vectors, last->n_features, err));
    memcpy(saved->bias, last->bias, last->n_vectors * sizeof *last->bias);
    memcpy(saved->w, last->weights, (size_t)last->n_vectors * last->n_features * sizeof *last->weights);
    return PTRON_OK;
}

ptron_status pt_cycle_look(struct pt_cycle *cycle, const ptron_model *last, uint64_t epoch, uint64_t updates,
                           bool *back, ptron_error *err)
{
    *back = false;
    if ((uint64_t)last->n_vectors * last->n_features > PT_CYCLE_WEIGHTS)
        return PTRON_OK;
    *back = cycle->saved.w != NULL && updates > cycle->updates && pt_weights_are(&cycle->saved, last);
    if ((epoch & (epoch - 1)) != 0)
        return PTRON_OK;
    PT_TRY(pt_weights_keep(&cycle->saved, last, err));
    cycle->at = epoch;
    cycle->updates = updates;
    return PTRON_OK;
}

void pt_cycle_save(const struct pt_cycle *cycle, struct pt_buffer *out)
{
    pt_buffer_u32(out, cycle->saved.w != NULL);
    if (cycle->saved.w == NULL)
        return;
    pt_buffer_u64(out, cycle->at);
    pt_buffer_u64(out, cycle->updates);
    pt_weights_save(&cycle->saved, out);
}

ptron_status pt_cycle_load(struct pt_cycle *cycle, const ptron_model *shape, struct pt_cursor *in, ptron_error *err)
{
    if (pt_cursor_u32(in) == 0)
        return PTRON_OK;
    cycle->at = pt_cursor_u64(in);
    cycle->updates = pt_cursor_u64(in);
    pt_weights_fini(&cycle->saved);
    PT_TRY(pt_weights_init(&cycle->saved, shape->n_vectors, shape->n_features, err));
    return pt_weights_load(&cycle->saved, in, err);
}

static bool is_whole(double value)
{
    return value == floor(value);
}

bool pt_cycle_is_exact(const ptron_dataset *set, double rate, double bias_scale, uint64_t updates)
{
    double largest = fabs(bias_scale);

    if (!is_whole(rate) || !is_whole(bias_scale))
        return false;
    for (uint64_t i = 0; i < set->block.n_rows; i++) {
        const struct pt_row row = pt_dataset_row_at(set, i);
        if (!is_whole(row.weight))
            return false;
        for (size_t j = 0; j < row.n; j++) {
            const double value = pt_row_value(&row, j) * row.weight;
            if (!is_whole(value))
                return false;
            largest = fmax(largest, fabs(value));
        }
    }
    return largest * rate * (double)updates < 0x1p53;
}
