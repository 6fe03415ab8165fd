/* What the weights answered with do on the rows: errors, distances, the nearest rows by name, confusion, and which
 * features matter. */
#include "base/alloc.h"
#include "math/classes.h"
#include "record/record.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 40, TOP = 8, TOP_EACH = 3, IMAGE_SIDE = 64 };
enum { WHOLE = 40, MOST_CLASSES = 2000, TOP_CONFUSED = 20 };   /* labels up to which confusion is told whole, at all */

double pt_judged_margin(const struct pt_judged *v, uint64_t row)
{
    const uint32_t label = pt_judged_class(v, pt_dataset_row(v->set, row).label);

    if (label >= (v->vectors > 1 ? v->vectors : 2))
        return (double)NAN;
    return pt_margin_of(v->scores + row * v->vectors, v->vectors, label, NULL) / v->norm;
}

double pt_judged_distance(const struct pt_judged *v, uint64_t row)
{
    return v->length > 0.0 ? pt_judged_margin(v, row) * v->norm / v->length : (double)NAN;
}

size_t pt_judged_feature_name(const struct pt_judged *v, size_t feature, char *name, size_t room)
{
    return v->model != NULL ? ptron_model_feature_name(v->model, feature, name, room)
                            : ptron_dataset_feature_name(v->set, feature, name, room);
}

/* ---- distances ------------------------------------------------------------------------------------ */

/* A round number not less than x > 0: 1, 2 or 5 times a power of ten. */
static double round_up(double x)
{
    const double power = pow(10.0, floor(log10(x)));

    return x <= power ? power : x <= 2.0 * power ? 2.0 * power : x <= 5.0 * power ? 5.0 * power : 10.0 * power;
}

/* A histogram, 0 being an edge of a bin. */
static void record_margins(struct pt_judged *v)
{
    double counts[BINS + 2][2] = {{0}}, least = INFINITY, most = -INFINITY, width, first;
    size_t bins = 0;

    for (uint64_t i = 0; i < v->n_rows; i++) {
        const double distance = pt_judged_distance(v, pt_judged_row(v, i));
        if (isfinite(distance)) {
            least = fmin(least, distance);
            most = fmax(most, distance);
        }
    }
    width = most > least ? round_up((most - least) / (BINS - 2)) : 1.0;
    first = floor(least / width) * width;
    for (uint64_t i = 0; i < v->n_rows && isfinite(least); i++) {
        const uint64_t row = pt_judged_row(v, i);
        const double at = (pt_judged_distance(v, row) - first) / width;
        const size_t bin = at >= BINS + 1 ? BINS + 1 : at > 0.0 ? (size_t)at : 0;
        if (isnan(at))
            continue;
        counts[bin][pt_dataset_row(v->set, row).label == 1 || v->vectors > 1] += 1.0;
        bins = bin + 1 > bins ? bin + 1 : bins;
    }
    pt_record_begin_table(v->run->record, PT_TABLE_margins);
    for (size_t b = 0; b < bins; b++)
        PT_ADD_ROW(v->run->record, margins, .from = first + (double)b * width, .to = first + (double)(b + 1) * width,
                   .negative = counts[b][0], .positive = counts[b][1]);
}

/* The rows with the least margins, by insertion. */
void pt_judged_find_nearest(struct pt_judged *v)
{
    double margins[PT_RECORD_NEAREST];

    assert(v->scores != NULL && v->n_nearest == 0);
    for (uint64_t i = 0; i < v->n_rows; i++) {
        const uint64_t row = pt_judged_row(v, i);
        const double margin = pt_judged_margin(v, row);
        size_t at = v->n_nearest;
        if (isnan(margin) || (at == PT_RECORD_NEAREST && margin >= margins[at - 1]))
            continue;
        v->n_nearest += at < PT_RECORD_NEAREST;
        for (at = v->n_nearest - 1; at > 0 && margins[at - 1] > margin; at--) {
            margins[at] = margins[at - 1];
            v->nearest[at] = v->nearest[at - 1];
        }
        margins[at] = margin;
        v->nearest[at] = row;
    }
}

static const char *label_of(const struct pt_judged *v, uint32_t label)
{
    const char *name = ptron_model_class_name(v->model, label);

    return name == NULL ? "" : name;
}

static void record_nearest(struct pt_judged *v)
{
    pt_record_begin_table(v->run->record, PT_TABLE_nearest);
    for (size_t i = 0; i < v->n_nearest; i++) {
        const uint64_t row = v->nearest[i];
        const uint32_t label = pt_dataset_row(v->set, row).label;
        const char *file;
        double line;
        pt_record_place(v->set, row, &file, &line);
        PT_ADD_ROW(v->run->record, nearest, .margin = pt_judged_distance(v, row), .row = (double)row + 1, .line = line,
                   .class = label, .file = file, .label = label_of(v, label), .answer = label_of(v, v->classes[row]));
    }
}

/* ---- confusion ------------------------------------------------------------------------------------ */

/* Too many labels for a whole table: who is taken for whom most often. The counts are used up. */
static void record_largest(struct pt_record *record, double *counts, size_t n)
{
    pt_record_begin_table(record, PT_TABLE_confusion);
    for (size_t c = 0; c < n; c++)
        counts[c * n + c] = 0.0;
    for (size_t k = 0; k < TOP_CONFUSED; k++) {
        size_t largest = 0;
        for (size_t i = 1; i < n * n; i++)
            largest = counts[i] > counts[largest] ? i : largest;
        if (counts[largest] == 0.0)
            return;
        PT_ADD_ROW(record, confusion, .truth = (double)(largest / n), .answer = (double)(largest % n),
                   .count = counts[largest]);
        counts[largest] = 0.0;
    }
}

static void record_confusion(struct pt_judged *v)
{
    const size_t n = pt_dataset_classes(v->set);
    double *counts;   /* [n][n] */

    if (n > MOST_CLASSES || n < 2)
        return;
    counts = pt_zeroed(n * n, sizeof *counts);
    for (uint64_t i = 0; counts != NULL && i < v->n_rows; i++) {
        const uint64_t row = pt_judged_row(v, i);
        const uint32_t label = pt_dataset_row(v->set, row).label;
        if (label < n && v->classes[row] < n)
            counts[label * n + v->classes[row]] += 1.0;
    }
    if (counts == NULL)
        v->run->record->failed = true;
    else if (n > WHOLE)
        record_largest(v->run->record, counts, n);
    else
        for (size_t i = 0; i < n * n; i++)
            PT_ADD_ROW(v->run->record, confusion, .truth = (double)(i / n), .answer = (double)(i % n),
                       .count = counts[i]);
    pt_release(counts);
}

/* ---- rows to test on ------------------------------------------------------------------------------ */

/* How many of them are wrong, as 'perceptron test' counts: a label that the model does not know is. */
static void record_test(struct pt_judged *v)
{
    double rows = 0.0, errors = 0.0, unknown = 0.0;

    for (uint64_t i = 0; i < v->n_rows; i++) {
        const uint32_t label = pt_dataset_row(v->set, pt_judged_row(v, i)).label;
        rows += label != PT_NO_LABEL;
        unknown += label == PT_UNKNOWN_LABEL;
        errors += label != PT_NO_LABEL && label != v->classes[pt_judged_row(v, i)];
    }
#define SET(name, value) pt_record_set_number(v->run->record, PT_NUMBER_test_##name, value)
    SET(rows, rows);
    SET(errors, errors);
    SET(error, rows > 0.0 ? errors / rows : (double)NAN);
    SET(unknown, unknown);
    SET(same, pt_dataset_fingerprint(v->set) == v->model->fingerprint);
    if (v->linear && v->n_nearest > 0) {
        SET(margin, pt_judged_margin(v, v->nearest[0]));
        SET(distance, pt_judged_distance(v, v->nearest[0]));
    }
#undef SET
}

/* ---- probabilities -------------------------------------------------------------------------------- */

enum { SHARES = 10 };

/* How often what was called likely came true: on rows held out where there are any. */
static ptron_status record_reliability(struct pt_judged *v, ptron_error *err)
{
    const bool trained = v->rows == NULL || v->n_rows == v->set->n_rows;
    /* of each tenth: rows, sum of probabilities, rows of the positive class */
    double rows[SHARES] = {0}, said[SHARES] = {0}, came[SHARES] = {0}, *probabilities;
    ptron_status status;

    if (!ptron_model_has_probabilities(v->model) || pt_dataset_classes(v->set) != 2)
        return PTRON_OK;
    probabilities = pt_array((size_t)v->set->n_rows * 2, sizeof *probabilities);
    status = probabilities == NULL ? pt_fail_memory(err, (size_t)v->set->n_rows * 16, "probabilities")
                                   : ptron_predict_probabilities(v->model, v->set, NULL, probabilities, err);
    for (uint64_t i = 0, next = 0; status == PTRON_OK && i < v->set->n_rows; i++) {
        const bool mine = v->rows == NULL || (next < v->n_rows && v->rows[next] == i);
        const double p = probabilities[2 * i + 1];
        const size_t bin = p >= 1.0 ? SHARES - 1 : p > 0.0 ? (size_t)(p * SHARES) : 0;
        next += v->rows != NULL && mine;
        if (mine != trained || pt_dataset_row(v->set, i).label > 1)
            continue;
        rows[bin] += 1.0;
        said[bin] += p;
        came[bin] += pt_dataset_row(v->set, i).label == 1;
    }
    pt_record_begin_table(v->run->record, PT_TABLE_reliability);
    for (size_t b = 0; b < SHARES; b++)
        if (rows[b] > 0.0)
            PT_ADD_ROW(v->run->record, reliability, .said = said[b] / rows[b], .came = came[b] / rows[b],
                       .rows = rows[b]);
    pt_record_set_number(v->run->record, PT_NUMBER_reliability_held_out, trained ? 0.0 : 1.0);
    pt_release(probabilities);
    return status;
}

/* ---- weights -------------------------------------------------------------------------------------- */

struct ranked {
    double   weight;
    uint32_t feature;
};

static int by_weight(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return x->feature < y->feature ? -1 : x->feature > y->feature;
}

static void add_weight(struct pt_judged *v, size_t vector, const struct ranked *ranked)
{
    const uint32_t label = v->vectors == 1 ? ranked->weight > 0.0 : (uint32_t)vector;
    char name[512];

    ptron_model_feature_name(v->model, ranked->feature, name, sizeof name);
    PT_ADD_ROW(v->run->record, weights, .weight = ranked->weight, .vector = (double)vector,
               .feature = ranked->feature, .name = name, .label = label_of(v, label));
}

/* Largest first; with one vector also the most negative ones. */
static void record_vector(struct pt_judged *v, size_t vector, struct ranked *list)
{
    const double *weights = v->model->weights + vector;
    const size_t stride = v->vectors, top = v->vectors == 1 ? TOP : TOP_EACH;
    size_t n = 0;

    for (uint32_t j = 0; j < v->model->n_features; j++)
        if (weights[j * stride] != 0.0 && ptron_model_uses(v->model, j))
            list[n++] = (struct ranked){weights[j * stride], j};
    qsort(list, n, sizeof *list, by_weight);
    for (size_t i = 0; i < n && i < top && list[i].weight > 0.0; i++)
        add_weight(v, vector, &list[i]);
    for (size_t i = n > top ? n - top : 0; i < n && v->vectors == 1; i++)
        if (list[i].weight < 0.0)
            add_weight(v, vector, &list[i]);
}

static void record_weights(struct pt_judged *v)
{
    struct ranked *list = pt_array((size_t)v->model->n_features + 1, sizeof *list);

    pt_record_begin_table(v->run->record, PT_TABLE_weights);
    for (size_t vector = 0; list != NULL && vector < v->vectors && vector < WHOLE; vector++)
        record_vector(v, vector, list);
    v->run->record->failed |= list == NULL;
    pt_release(list);
}

/* Rows that are square images: the weights as one, each cell the mean of the pixels in it. */
static void record_image(struct pt_judged *v)
{
    const size_t side = (size_t)(sqrt((double)v->model->n_features) + 0.5);
    const size_t cells = side < IMAGE_SIDE ? side : IMAGE_SIDE, stride = v->vectors;

    if (v->model->recipe.format != PT_FORMAT_IDX || side * side != v->model->n_features || side < 4)
        return;
    pt_record_set_number(v->run->record, PT_NUMBER_image_side, (double)cells);
    for (size_t vector = 0; vector < v->vectors && vector < WHOLE; vector++) {
        const double *weights = v->model->weights + vector;
        for (size_t cell = 0; cell < cells * cells; cell++) {
            const size_t y = (cell / cells) * side / cells, x = (cell % cells) * side / cells;
            PT_ADD_ROW(v->run->record, image, .vector = (double)vector,
                       .weight = weights[(y * side + x) * stride]);
        }
    }
}

ptron_status pt_record_answer(struct pt_judged *v, ptron_error *err)
{
    ptron_status status = PTRON_OK;

    if (v->set != NULL) {
        pt_judged_find_nearest(v);
        record_margins(v);
        record_nearest(v);
        record_confusion(v);
        if (v->test)
            record_test(v);
        status = record_reliability(v, err);
        pt_record_curves(v);
    }
    if (v->model->weights != NULL) {
        record_weights(v);
        record_image(v);
    }
    return status;
}
