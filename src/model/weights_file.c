/* Weights as bytes: all of them, or, when fewer than half are stored at all, pairs of index and value, so that
 * a text model with a large vocabulary stays small. "Zero" means the bits of +0: -0 is kept as it is. */
#include "model/model.h"
#include "base/alloc.h"
#include "base/memory.h"
#include "base/plural.h"
#include "base/size.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum storage { ALL, PAIRS };
enum { PAIR_BYTES = 4 + 8, HAS_BIAS = 1 };
/* Pairs may stand for so many weights in any case, and for so many each: what is written obeys it, so that few bytes
 * of a file that nobody need trust never ask for much memory. */
enum { PAIRS_FREE = 1 << 24, PAIRS_EACH = 1000 };

static bool is_in_proportion(size_t weights, size_t pairs)
{
    return weights <= PAIRS_FREE || weights / PAIRS_EACH <= pairs;
}

static bool is_stored(double weight)
{
    uint64_t bits;

    memcpy(&bits, &weight, sizeof bits);
    return bits != 0;
}

/* ---- saving -------------------------------------------------------------------------------------- */

/* stored[v]: the weights of vector v that pairs hold. Returns the sum. */
static size_t count_stored(const ptron_model *model, size_t *stored)
{
    const double *weight = model->weights;
    size_t all = 0;

    for (size_t j = 0; j < model->n_features; j++)
        for (size_t v = 0; v < model->n_vectors; v++)
            stored[v] += is_stored(*weight++);
    for (size_t v = 0; v < model->n_vectors; v++)
        all += stored[v];
    return all;
}

static char *put_pair(char *to, uint32_t index, double weight)
{
    uint64_t bits;

    memcpy(&bits, &weight, sizeof bits);
    pt_put_u32(to, index);
    pt_put_u64(to + 4, bits);
    return to + PAIR_BYTES;
}

/* The file goes vector by vector, memory feature by feature: it is gone through once, and written to where the pairs of
 * each vector stand. */
static void save_pairs(struct pt_buffer *out, const ptron_model *model, const size_t *stored, size_t all, char **next)
{
    const size_t vectors = model->n_vectors;
    const double *weight = model->weights;
    char *to = pt_buffer_extend(out, 8 * vectors + all * PAIR_BYTES);

    if (to == NULL)
        return;
    for (size_t v = 0; v < vectors; v++) {
        pt_put_u64(to, stored[v]);
        next[v] = to + 8;
        to += 8 + stored[v] * PAIR_BYTES;
    }
    for (uint32_t j = 0; j < model->n_features; j++)
        for (size_t v = 0; v < vectors; v++, weight++)
            if (is_stored(*weight))
                next[v] = put_pair(next[v], j, *weight);
}

static void save_all(struct pt_buffer *out, const ptron_model *model)
{
    const size_t vectors = model->n_vectors;

    if (vectors == 1) {
        pt_buffer_f64s(out, model->weights, model->n_features);
        return;
    }
    for (size_t v = 0; v < vectors; v++)
        for (size_t j = 0; j < model->n_features; j++)
            pt_buffer_f64(out, model->weights[j * vectors + v]);
}

void pt_model_save_weights(const ptron_model *model, struct pt_buffer *out)
{
    const size_t n = (size_t)model->n_vectors * model->n_features;
    size_t *stored = pt_zeroed(model->n_vectors, sizeof *stored);
    char **next = pt_zeroed(model->n_vectors, sizeof *next);
    enum storage storage = ALL;
    size_t all;

    if (stored == NULL || next == NULL) {
        out->failed = true;
        pt_release(stored);
        pt_release(next);
        return;
    }
    all = count_stored(model, stored);
    if (all < n - n / 2 && is_in_proportion(n, all))
        storage = PAIRS;
    pt_buffer_u32(out, model->n_vectors);
    pt_buffer_u32(out, model->n_features);
    pt_buffer_u32(out, model->has_bias ? HAS_BIAS : 0);
    pt_buffer_u32(out, storage);
    pt_buffer_f64(out, model->bias_scale);
    pt_buffer_f64s(out, model->bias, model->n_vectors);
    if (storage == PAIRS)
        save_pairs(out, model, stored, all, next);
    else
        save_all(out, model);
    pt_release(stored);
    pt_release(next);
}

/* ---- loading ------------------------------------------------------------------------------------- */

static ptron_status fail_short(ptron_error *err)
{
    return pt_fail(err, PTRON_MODEL, "section WGHT ends too early");
}

static ptron_status load_finite(struct pt_cursor *in, const char *what, double *value, ptron_error *err)
{
    *value = pt_cursor_f64(in);
    return isfinite(*value) ? PTRON_OK : pt_fail(err, PTRON_MODEL, "a %s is not a finite number", what);
}

ptron_status pt_model_check_shape(const ptron_model *model, ptron_error *err)
{
    const uint32_t classes = model->recipe.labels.classes.count;

    if (classes < 2)
        return pt_fail(err, PTRON_MODEL, "the model has %" PRIu32 " class%s, at least 2 are wanted", classes,
                       pt_one_many(classes, "", "es"));
    if (model->n_vectors != (classes == 2 ? 1 : classes))
        return pt_fail(err, PTRON_MODEL, "%" PRIu32 " weight vector%s for %" PRIu32 " classes", model->n_vectors,
                       pt_plural(model->n_vectors), classes);
    if (model->n_features != pt_recipe_width(&model->recipe))
        return pt_fail(err, PTRON_MODEL, "weights for %" PRIu32 " feature%s, but the rows have %" PRIu32,
                       model->n_features, pt_plural(model->n_features), pt_recipe_width(&model->recipe));
    if (model->training.features != model->n_features || model->training.classes != classes)
        return pt_fail(err, PTRON_MODEL, "section META speaks of features and classes: %" PRIu64 " and %" PRIu64
                       ", the weights of %" PRIu32 " and %" PRIu32, model->training.features,
                       model->training.classes, model->n_features, classes);
    return PTRON_OK;
}

static ptron_status load_bias(ptron_model *model, uint32_t flags, struct pt_cursor *in, ptron_error *err)
{
    if (flags > HAS_BIAS)
        return pt_fail(err, PTRON_MODEL, "section WGHT has flags %" PRIu32 ", 0 or 1 is wanted", flags);
    model->has_bias = flags == HAS_BIAS;
    PT_TRY(load_finite(in, "bias scale", &model->bias_scale, err));
    if (in->failed || model->n_vectors > pt_cursor_left(in) / 8)
        return fail_short(err);
    if (model->has_bias && model->bias_scale == 0.0)
        return pt_fail(err, PTRON_MODEL, "a bias with a scale of 0");
    model->bias = pt_array(model->n_vectors, sizeof *model->bias);
    if (model->bias == NULL)
        return pt_fail_memory(err, model->n_vectors * sizeof *model->bias, "the model's biases");
    for (size_t v = 0; v < model->n_vectors; v++) {
        PT_TRY(load_finite(in, "bias", &model->bias[v], err));
        if (!model->has_bias && is_stored(model->bias[v]))
            return pt_fail(err, PTRON_MODEL, "a bias in a model without one");
    }
    return PTRON_OK;
}

static ptron_status load_all(ptron_model *model, size_t n, struct pt_cursor *in, ptron_error *err)
{
    if (n > pt_cursor_left(in) / 8)
        return fail_short(err);
    model->weights = pt_array(n, sizeof *model->weights);
    if (model->weights == NULL)
        return pt_fail_memory(err, n * sizeof *model->weights, "the model's weights");
    for (size_t v = 0; v < model->n_vectors; v++)
        for (size_t j = 0; j < model->n_features; j++)
            PT_TRY(load_finite(in, "weight", &model->weights[j * model->n_vectors + v], err));
    return PTRON_OK;
}

static ptron_status load_pairs(struct pt_cursor *in, const ptron_model *model, size_t v, ptron_error *err)
{
    const uint64_t n = pt_cursor_u64(in);
    uint64_t least = 0;

    if (in->failed || n > pt_cursor_left(in) / PAIR_BYTES)
        return fail_short(err);
    for (uint64_t i = 0; i < n; i++) {
        const uint32_t index = pt_cursor_u32(in);
        double *weight = model->weights + (size_t)index * model->n_vectors + v;

        if (index < least || index >= model->n_features)
            return pt_fail(err, PTRON_MODEL, "weight %" PRIu32 " stands where %" PRIu64 "..%" PRIu32 " is wanted",
                           index, least, model->n_features - 1);
        PT_TRY(load_finite(in, "weight", weight, err));
        if (!is_stored(*weight))
            return pt_fail(err, PTRON_MODEL, "weight %" PRIu32 " is stored though it is 0", index);
        least = (uint64_t)index + 1;
    }
    return PTRON_OK;
}

static ptron_status load_sparse(ptron_model *model, size_t n, struct pt_cursor *in, ptron_error *err)
{
    if (n > pt_memory_installed() / sizeof *model->weights)
        return pt_fail(err, PTRON_NOMEM, "%zu weights of 8 bytes are more than this machine's memory", n);
    if (!is_in_proportion(n, pt_cursor_left(in) / PAIR_BYTES))
        return pt_fail(err, PTRON_MODEL, "%zu weight%s, of which section WGHT has room for %zu: out of proportion", n,
                       pt_plural(n), pt_cursor_left(in) / PAIR_BYTES);
    model->weights = pt_zeroed(n, sizeof *model->weights);
    if (model->weights == NULL)
        return pt_fail_memory(err, n * sizeof *model->weights, "the model's weights");
    for (size_t v = 0; v < model->n_vectors; v++)
        PT_TRY(load_pairs(in, model, v, err));
    return PTRON_OK;
}

ptron_status pt_model_load_weights(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    const uint32_t n_vectors = pt_cursor_u32(in), n_features = pt_cursor_u32(in);
    const uint32_t flags = pt_cursor_u32(in), storage = pt_cursor_u32(in);
    size_t n;

    if (in->failed)
        return fail_short(err);
    model->n_vectors = n_vectors;
    model->n_features = n_features;
    PT_TRY(pt_model_check_shape(model, err));
    PT_TRY(load_bias(model, flags, in, err));
    if (!pt_mul(n_vectors, n_features, &n) || n > SIZE_MAX / 8)
        return pt_fail(err, PTRON_NOMEM, "%" PRIu32 " x %" PRIu32 " weights are more than memory can hold",
                       n_vectors, n_features);
    if (storage > PAIRS)
        return pt_fail(err, PTRON_MODEL, "weights stored in the unknown way %" PRIu32, storage);
    return storage == ALL ? load_all(model, n, in, err) : load_sparse(model, n, in, err);
}
