/* The kinds of made-up data. A row is drawn from its own generator, so that rows may be drawn in any order. */
#include "base/alloc.h"
#include "base/plural.h"
#include "base/size.h"
#include "gen/generate_shapes.h"

#include <math.h>
#include <stdlib.h>

static const char *const signs[] = {"-1", "+1"};
static const char *const sides[] = {"below", "above"};

/* ---- sparse --------------------------------------------------------------------------------------
 * Text-like: feature k comes up with a chance like 1/k (Zipf). The inverse of that law is (features + 1)^u for
 * u uniform in 0..1. Draw j of K takes u from the j-th of K equal slices, which leaves the law of each feature
 * as it is and gives the indices in order. Row lengths vary by half of the mean either way. */

enum { PILOT = 1001 };   /* rows whose median score parts the classes */

/* 2^x for x >= 0 by table and a straight line within 1/4096: the same bits everywhere, which exp2 is not. */
static double power_of_two(const struct pt_generation *g, double x)
{
    const uint64_t whole = (uint64_t)x;
    const double at = (x - (double)whole) * PT_POWERS;
    const size_t i = (size_t)at;
    const double fraction = g->power[i] + (at - (double)i) * (g->power[i + 1] - g->power[i]);

    return (double)(UINT64_C(1) << whole) * fraction;
}

/* The hidden weight of a feature, -1..1. */
static double hidden_weight(const struct pt_generation *g, uint32_t feature)
{
    pt_random random = {g->seed ^ (uint64_t)(feature + 1) * UINT64_C(0xd1342543de82ef95)};

    return (double)((int64_t)pt_random_next(&random) >> 11) * 0x1p-52;
}

static double sparse_score(const struct pt_generation *g, pt_random *random, struct pt_drawn *row)
{
    const uint32_t half = g->nonzeros / 2;
    double score = 0.0;
    uint32_t least = 0;

    row->n = g->nonzeros - half + (size_t)((uint64_t)(uint32_t)pt_random_next(random) * (2 * half + 1) >> 32);
    if (row->n > g->features)
        row->n = g->features;
    const double slice = g->span / (double)row->n;
    for (size_t j = 0; j < row->n; j++) {
        const uint64_t bits = pt_random_next(random);
        const double u = ((double)j + (double)(bits >> 32) * 0x1p-32) * slice;
        const uint32_t last = g->features - (uint32_t)(row->n - j);   /* leaves room for those to come */
        uint32_t feature = (uint32_t)power_of_two(g, u) - 1;

        feature = feature < least ? least : feature > last ? last : feature;
        least = feature + 1;
        row->index[j] = feature;
        row->units[j] = 1 + (int32_t)((bits & 0xffffffff) * (g->unit - 1) >> 32);
        score += hidden_weight(g, feature) * row->units[j];
    }
    return score;
}

static void draw_sparse(const struct pt_generation *g, pt_random *random, struct pt_drawn *row)
{
    const double score = sparse_score(g, random, row);   /* drawn before the noise */

    row->label = pt_noisy(g, random, score > g->threshold);
}

static size_t sparse_room(const struct pt_generation *g)
{
    return pt_min((size_t)g->nonzeros + g->nonzeros / 2, g->features);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static ptron_status find_threshold(struct pt_generation *g, ptron_error *err)
{
    struct pt_drawn row = {.index = pt_array(sparse_room(g), sizeof *row.index),
                           .units = pt_array(sparse_room(g), sizeof *row.units)};
    double *scores = pt_array(PILOT, sizeof *scores);
    const bool fits = row.index != NULL && row.units != NULL && scores != NULL;

    for (size_t i = 0; fits && i < PILOT; i++) {
        pt_random random = pt_random_of(g->seed, UINT64_MAX - i);
        scores[i] = sparse_score(g, &random, &row);
    }
    if (fits) {
        qsort(scores, PILOT, sizeof *scores, by_size);
        g->threshold = scores[PILOT / 2];
    }
    pt_release(row.index);
    pt_release(row.units);
    pt_release(scores);
    return fits ? PTRON_OK : pt_fail_memory(err, sparse_room(g) * 8, "a row");
}

/* Roots and products are rounded the same way everywhere. */
static void fill_powers(double *power)
{
    double root[12], r = 2.0;

    for (size_t bit = 12; bit-- > 0;)
        root[bit] = r = sqrt(r);   /* root[bit] = 2^(2^bit / 4096) */
    for (size_t i = 0; i < PT_POWERS; i++) {
        power[i] = 1.0;
        for (size_t bit = 12; bit-- > 0;)
            if ((i >> bit & 1) != 0)
                power[i] *= root[bit];
    }
    power[PT_POWERS] = 2.0;
}

/* The x with 2^x = n, by halving: where the table says n, so that the last feature is reached. */
static double span_of(const struct pt_generation *g, double n)
{
    double low = 0.0, high = 33.0;

    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        if (power_of_two(g, middle) < n)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static ptron_status prepare_sparse(struct pt_generation *g, ptron_error *err)
{
    if (g->nonzeros > g->features)
        return pt_fail(err, PTRON_ARGUMENT, "nonzeros is %u, and a row has %u feature%s", (unsigned)g->nonzeros,
                       (unsigned)g->features, pt_plural(g->features));
    g->power = pt_array(PT_POWERS + 1, sizeof *g->power);
    if (g->power == NULL)
        return pt_fail_memory(err, (PT_POWERS + 1) * sizeof *g->power, "powers of two");
    fill_powers(g->power);
    g->span = span_of(g, (double)g->features + 1.0);
    return find_threshold(g, err);
}

/* ---- dense ---------------------------------------------------------------------------------------
 * Values uniform in -1..1; the label is the side of a hidden hyperplane through the origin, and a row that lies
 * closer to it than the margin is pushed away along its normal. */

static ptron_status prepare_dense(struct pt_generation *g, ptron_error *err)
{
    pt_random random = pt_random_of(g->seed, UINT64_MAX);
    double norm2 = 0.0, sum = 0.0;

    g->hidden = pt_array(g->features, sizeof *g->hidden);
    if (g->hidden == NULL)
        return pt_fail_memory(err, g->features * sizeof *g->hidden, "a hidden hyperplane");
    for (size_t j = 0; j < g->features; j++) {
        g->hidden[j] = 2.0 * pt_random_unit(&random) - 1.0;
        norm2 += g->hidden[j] * g->hidden[j];
    }
    for (size_t j = 0; j < g->features; j++) {
        g->hidden[j] /= sqrt(norm2);
        sum += fabs(g->hidden[j]);
    }
    g->slack = 0.5 * sum * (1.0 + 0x1p-20);
    return PTRON_OK;
}

static void draw_dense(const struct pt_generation *g, pt_random *random, struct pt_drawn *row)
{
    const double wanted = 1000.0 * g->margin;
    double product = 0.0;

    row->n = g->features;
    for (size_t j = 0; j < row->n; j++) {
        row->units[j] = (int32_t)((uint64_t)(uint32_t)(pt_random_next(random) >> 32) * 2001 >> 32) - 1000;
        product += g->hidden[j] * row->units[j];
    }
    if (fabs(product) < wanted) {
        const double push = (product < 0.0 ? -1.0 : 1.0) * (wanted + g->slack) - product;
        for (size_t j = 0; j < row->n; j++)
            row->units[j] = pt_nearest_milli(row->units[j] + push * g->hidden[j]);
    }
    row->label = pt_noisy(g, random, product >= 0.0);
}

#define SHAPE(name_, help_, labels_, features_, prepare_, draw_, options_, ...)                                \
    {.name = name_, .help = help_, .labels = labels_, .features = features_, .prepare = pt_prepare_##prepare_, \
     .draw = pt_draw_##draw_, .options = options_, __VA_ARGS__}

const struct pt_generator pt_generators[] = {
    {.name = "sparse", .help = "text-like rows: feature k in about 1/k of them (Zipf), labels from a hidden hyperplane",
     .sparse = true, .options = "seed rows dimensions nonzeros decimals noise", .labels = signs,
     .prepare = prepare_sparse, .room = sparse_room, .draw = draw_sparse},
    {.name = "dense", .help = "rows in a cube, separated by a hidden hyperplane with the margin asked for",
     .options = "seed rows dimensions noise margin", .labels = signs, .prepare = prepare_dense, .draw = draw_dense},
    SHAPE("biased", "rows that only a hyperplane with a bias separates, with the margin asked for", signs, 2, biased,
          biased, "seed rows dimensions noise margin", .rows = 0),
    SHAPE("blobs", "clouds around --centres points, one class each", NULL, 2, blobs, blobs,
          "seed rows dimensions noise spread centres", .spread = 0.2),
    SHAPE("xor", "exclusive or: four corners, opposite ones alike; with --spread, clouds around them", signs, 2, plane,
          xor, "seed rows dimensions noise spread", .rows = 4),
    SHAPE("circles", "a circle within a circle", signs, 2, plane, circles, "seed rows dimensions noise spread",
          .spread = 0.05),
    SHAPE("moons", "two half circles that reach into each other", signs, 2, plane, moons,
          "seed rows dimensions noise spread", .spread = 0.1),
    SHAPE("eighty-five", "85 points on both sides of a line, the same ones always", sides, 2, plane, eighty_five,
          "rows dimensions", .rows = 85, .fixed = true),
    SHAPE("worked", "four points that look separable and are not, the same ones always", signs, 2, plane, worked,
          "rows dimensions", .rows = 4, .fixed = true),
};
const size_t pt_n_generators = sizeof pt_generators / sizeof *pt_generators;
