/* Linear weights: memory, sums, and their bytes in a model's state. */
#include "learn/linear/weights.h"
#include "base/alloc.h"
#include "base/memory.h"
#include "base/size.h"
#include "par/pool.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

enum { LARGE_BYTES = 2 << 20 };

static size_t size_of(const struct pt_weights *weights)
{
    return weights->vectors * weights->features;
}

ptron_status pt_weights_init(struct pt_weights *weights, size_t vectors, uint32_t features, ptron_error *err)
{
    size_t n;

    *weights = (struct pt_weights){.vectors = vectors, .features = features};
    if (pt_mul(vectors, features, &n)) {
        weights->w = pt_zeroed(n, sizeof *weights->w);
        if (weights->w != NULL && n > LARGE_BYTES / sizeof *weights->w)
            pt_memory_large_pages(weights->w, n * sizeof *weights->w);   /* sparse rows touch weights all over */
        weights->bias = pt_zeroed(vectors, sizeof *weights->bias);
        if (weights->w != NULL && weights->bias != NULL)
            return PTRON_OK;
    }
    pt_weights_fini(weights);
    return pt_fail(err, PTRON_NOMEM, "no memory for %zu x %u weights", vectors, (unsigned)features);
}

ptron_status pt_weights_init_touched(struct pt_weights *weights, size_t vectors, uint32_t features, pt_pool *pool,
                                     ptron_error *err)
{
    PT_TRY(pt_weights_init(weights, vectors, features, err));
    if (size_of(weights) > LARGE_BYTES / sizeof *weights->w)
        pt_touch(weights->w, size_of(weights) * sizeof *weights->w, pool);
    return PTRON_OK;
}

void pt_weights_fini(struct pt_weights *weights)
{
    pt_release(weights->w);
    pt_release(weights->bias);
    *weights = (struct pt_weights){0};
}

ptron_status pt_weights_copy(struct pt_weights *to, const struct pt_weights *from, ptron_error *err)
{
    PT_TRY(pt_weights_init(to, from->vectors, from->features, err));
    pt_weights_set(to, from);
    return PTRON_OK;
}

void pt_weights_set(struct pt_weights *to, const struct pt_weights *from)
{
    assert(to->vectors == from->vectors && to->features == from->features);
    memcpy(to->w, from->w, size_of(from) * sizeof *to->w);
    memcpy(to->bias, from->bias, from->vectors * sizeof *to->bias);
}

void pt_weights_fill(struct pt_weights *weights, double value)
{
    for (size_t i = 0; i < size_of(weights); i++)
        weights->w[i] = value;
    for (size_t v = 0; v < weights->vectors; v++)
        weights->bias[v] = value;
}

/* Where it is, which for large arrays moves pages instead of bytes: a stream widens often. */
static ptron_status lengthen(struct pt_weights *weights, uint32_t features, ptron_error *err)
{
    const size_t vectors = weights->vectors, before = size_of(weights);
    double *w = features > SIZE_MAX / vectors ? NULL : pt_resize(weights->w, vectors * features, sizeof *w);

    if (w == NULL)
        return pt_fail(err, PTRON_NOMEM, "no memory for %zu x %u weights", vectors, (unsigned)features);
    memset(w + before, 0, (vectors * features - before) * sizeof *w);
    weights->w = w;
    weights->features = features;
    return PTRON_OK;
}

ptron_status pt_weights_widen(struct pt_weights *weights, size_t vectors, uint32_t features, ptron_error *err)
{
    struct pt_weights wide;

    if (vectors <= weights->vectors && features <= weights->features)
        return PTRON_OK;
    if (vectors <= weights->vectors)
        return lengthen(weights, features, err);
    PT_TRY(pt_weights_init(&wide, pt_max(vectors, weights->vectors),
                           (uint32_t)pt_max(features, weights->features), err));
    for (size_t j = 0; j < weights->features; j++)
        memcpy(wide.w + j * wide.vectors, weights->w + j * weights->vectors, weights->vectors * sizeof *wide.w);
    memcpy(wide.bias, weights->bias, weights->vectors * sizeof *wide.bias);
    pt_weights_fini(weights);
    *weights = wide;
    return PTRON_OK;
}

void pt_weights_blend(const struct pt_vec_ops *ops, struct pt_weights *to, double a,
                      const struct pt_weights *from)
{
    assert(to->vectors == from->vectors && to->features == from->features);
    ops->blend(to->w, a, from->w, size_of(from));
    ops->blend(to->bias, a, from->bias, from->vectors);
}

void pt_weights_scale(const struct pt_vec_ops *ops, struct pt_weights *weights, double a)
{
    ops->scale(weights->w, a, size_of(weights));
    ops->scale(weights->bias, a, weights->vectors);
}

ptron_status pt_weights_renumber(struct pt_weights *weights, const uint32_t *to, ptron_error *err)
{
    struct pt_weights renumbered;

    if (weights->w == NULL)
        return PTRON_OK;
    PT_TRY(pt_weights_init(&renumbered, weights->vectors, weights->features, err));
    for (size_t v = 0; v < weights->vectors; v++) {
        renumbered.bias[to[v]] = weights->bias[v];
        for (size_t j = 0; j < weights->features; j++)
            renumbered.w[j * weights->vectors + to[v]] = weights->w[j * weights->vectors + v];
    }
    pt_weights_fini(weights);
    *weights = renumbered;
    return PTRON_OK;
}

void pt_weights_negate(struct pt_weights *weights)
{
    for (size_t i = 0; i < size_of(weights); i++)
        weights->w[i] = 0.0 - weights->w[i];
    for (size_t v = 0; v < weights->vectors; v++)
        weights->bias[v] = 0.0 - weights->bias[v];
}

double pt_weights_norm2(const struct pt_vec_ops *ops, const struct pt_weights *weights)
{
    return ops->norm2(weights->w, size_of(weights)) + ops->norm2(weights->bias, weights->vectors);
}

static double most_of(const double *values, size_t n)
{
    double most = 0.0;

    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(values[i]));
    return most;
}

static double norm2_over(const double *values, size_t n, double unit)
{
    double sum = 0.0;

    for (size_t i = 0; i < n; i++)
        sum += values[i] / unit * (values[i] / unit);
    return sum;
}

double pt_weights_norm(const struct pt_vec_ops *ops, const struct pt_weights *weights)
{
    const double norm2 = pt_weights_norm2(ops, weights);
    double most;

    if (norm2 > 1e-280 && isfinite(norm2))
        return sqrt(norm2);
    most = fmax(most_of(weights->w, size_of(weights)), most_of(weights->bias, weights->vectors));
    if (most == 0.0)
        return 0.0;
    return most * sqrt(norm2_over(weights->w, size_of(weights), most) +
                       norm2_over(weights->bias, weights->vectors, most));
}

double pt_weights_distance2(const struct pt_weights *a, const struct pt_weights *b)
{
    double sum = 0.0;

    for (size_t i = 0; i < size_of(a); i++)
        sum += (a->w[i] - b->w[i]) * (a->w[i] - b->w[i]);
    for (size_t v = 0; v < a->vectors; v++)
        sum += (a->bias[v] - b->bias[v]) * (a->bias[v] - b->bias[v]);
    return sum;
}

/* A finite number times 0 is 0, any other is no number, and what that is added to is none: sums without a branch. */
static bool are_finite(const double *values, size_t n)
{
    enum { LANES = 8 };
    double sum[LANES] = {0};
    size_t i = 0;

    for (; i + LANES <= n; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            sum[k] += values[i + k] * 0.0;
    for (; i < n; i++)
        sum[0] += values[i] * 0.0;
    for (size_t k = 1; k < LANES; k++)
        sum[0] += sum[k];
    return sum[0] == 0.0;
}

enum { CHECKED_AT_ONCE = 1 << 17 };   /* weights to a task */

struct checking {
    const struct pt_weights *weights;
    atomic_bool wild;
};

static void check_part(void *context, size_t i)
{
    struct checking *c = context;
    const size_t from = i * CHECKED_AT_ONCE, n = pt_min(CHECKED_AT_ONCE, size_of(c->weights) - from);

    if (!are_finite(c->weights->w + from, n))
        atomic_store_explicit(&c->wild, true, memory_order_relaxed);
}

bool pt_weights_finite(const struct pt_weights *weights, pt_pool *pool)
{
    struct checking c = {.weights = weights};

    if (!are_finite(weights->bias, weights->vectors))
        return false;
    pt_pool_run(pool, (size_of(weights) + CHECKED_AT_ONCE - 1) / CHECKED_AT_ONCE, check_part, &c);
    return !atomic_load_explicit(&c.wild, memory_order_relaxed);
}

void pt_weights_save(const struct pt_weights *weights, struct pt_buffer *out)
{
    pt_buffer_u64(out, weights->vectors);
    pt_buffer_u32(out, weights->features);
    pt_buffer_f64s(out, weights->bias, weights->vectors);
    pt_buffer_f64s(out, weights->w, size_of(weights));
}

ptron_status pt_weights_load(struct pt_weights *weights, struct pt_cursor *in, ptron_error *err)
{
    const uint64_t vectors = pt_cursor_u64(in);
    const uint32_t features = pt_cursor_u32(in);

    if (in->failed || vectors != weights->vectors || features != weights->features)
        return pt_fail(err, PTRON_MODEL, "the state holds %llu x %u weights, wanted %zu x %u",
                       (unsigned long long)vectors, (unsigned)features, weights->vectors,
                       (unsigned)weights->features);
    pt_cursor_f64s(in, weights->bias, weights->vectors);
    pt_cursor_f64s(in, weights->w, size_of(weights));
    if (in->failed || !pt_weights_finite(weights, NULL))
        return pt_fail(err, PTRON_MODEL, "the state's weights are cut short or not finite");
    return PTRON_OK;
}
