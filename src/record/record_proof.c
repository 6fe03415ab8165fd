/* The record of a proof: its numbers, the contradiction, and a plane to see the one or the other in. */
#include "base/alloc.h"
#include "record/record.h"

#include <math.h>
#include <string.h>

#define FACTS(N)                                                                                                     \
    N(rows, (double)f->rows) N(features, (double)f->features) N(classes, 2.0) N(radius, f->radius_upper)             \
    N(has_bias, f->bias) N(margin_lower, f->theorem_lower) N(margin_upper, f->theorem_upper)                         \
    N(k_max_lower, f->k_max_lower) N(k_max_upper, f->k_max_upper)                                                    \
    N(distance_lower, f->distance_lower) N(distance_upper, f->distance_upper)

static void record_facts(struct pt_record *record, const ptron_certificate_facts *f)
{
#define SET(name, value) pt_record_set_number(record, PT_NUMBER_##name, value);
    FACTS(SET)
    pt_record_set_text(record, PT_TEXT_verdict, ptron_verdict_text(f->verdict));
    pt_record_set_text(record, PT_TEXT_decided_by, f->method == NULL ? "" : f->method);
    pt_record_set_text(record, PT_TEXT_version, ptron_version());
    /* What a value is, and whether the boundary may leave the origin: what a reader must know to check the sum. */
    PT_ADD_ROW(record, parameters, .name = "positive", .value = f->positive);
    PT_ADD_ROW(record, parameters, .name = "values",
               .value = f->decimal ? "the decimals in the file" : "binary numbers");
    PT_ADD_ROW(record, parameters, .name = "bias", .value = f->bias ? "yes" : "no");
}

/* A whole number as text, over ten to the power of `digits`. */
static double share_of(const char *times, size_t digits)
{
    const size_t length = strlen(times);
    double value = 0.0;

    for (size_t i = 0; i < length && i < 17; i++)
        value = 10.0 * value + (times[i] - '0');
    return value * pow(10.0, (double)length - (double)(length < 17 ? length : 17) - (double)digits);
}

static void record_sum(struct pt_record *record, const ptron_certificate *certificate, const ptron_dataset *set)
{
    size_t digits = 0;
    const char *times;
    uint64_t row;

    pt_record_begin_table(record, PT_TABLE_contradiction);
    for (size_t i = 0; ptron_certificate_row(certificate, i, &row, &times); i++)
        digits = strlen(times) > digits ? strlen(times) : digits;
    for (size_t i = 0; ptron_certificate_row(certificate, i, &row, &times); i++)
        pt_record_contradictor(record, set, row, share_of(times, digits), times);
}

/* The positive label, and the other, or what all others are called. Returns the positive one's number. */
static size_t record_labels(struct pt_record *record, const ptron_dataset *set, const char *positive)
{
    const char *name, *other = "all others";
    size_t found = 0, n = 0;

    for (; (name = ptron_dataset_class_name(set, n)) != NULL; n++)
        if (strcmp(name, positive) == 0)
            found = n;
    if (n == 2)
        other = ptron_dataset_class_name(set, 1 - found);
    PT_ADD_ROW(record, classes, .rows = NAN, .name = other);
    PT_ADD_ROW(record, classes, .rows = NAN, .name = positive);
    return found;
}

static ptron_status record_boundary(struct pt_judged *v, bool separable, ptron_error *err)
{
    ptron_status status;

    v->linear = separable && v->weights != NULL;
    if (v->linear) {
        v->scores = pt_array((size_t)v->n_rows, sizeof *v->scores);
        if (v->scores == NULL)
            return pt_fail_memory(err, (size_t)v->n_rows * sizeof *v->scores, "the scores of all rows");
        v->length = sqrt(pt_vec()->norm2(v->weights, v->n_features));
        v->norm = hypot(v->length, v->bias);
        for (uint64_t i = 0; i < v->n_rows; i++) {
            const struct pt_row row = pt_dataset_row(v->set, i);
            const double product = pt_steps_product(&row, v->weights, v->bias);
            v->scores[i] = row.label == 1 ? product : -product;
        }
        pt_judged_find_nearest(v);
    }
    status = pt_record_plane(v, err);
    pt_release(v->scores);
    return status;
}

ptron_status ptron_run_of_certificate(const ptron_certificate *certificate, const ptron_dataset *set, const char *axes,
                                      ptron_run **out, ptron_error *err)
{
    ptron_certificate_facts facts = {.size = sizeof facts};
    struct pt_judged v = {.set = set, .axes = axes, .vectors = 1, .norm = 1.0, .length = 1.0};
    ptron_status status;

    if (out != NULL)
        *out = NULL;
    if (certificate == NULL || set == NULL || out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a certificate and its rows are wanted");
    ptron_certificate_describe(certificate, &facts);
    if (facts.classes > 0)
        return pt_fail(err, PTRON_ARGUMENT, "a page is about one label against the rest, not about all at once");
    PT_TRY(ptron_run_new(NULL, &v.run, err));
    record_facts(v.run->record, &facts);
    record_sum(v.run->record, certificate, set);
    v.positive = record_labels(v.run->record, set, facts.positive);
    v.n_rows = set->n_rows;
    v.n_features = (size_t)facts.features;
    v.weights = ptron_certificate_weights(certificate, &v.bias);
    status = pt_record_status(v.run->record, err);
    if (status == PTRON_OK)
        status = record_boundary(&v, facts.verdict == PTRON_VERDICT_SEPARABLE, err);
    if (status == PTRON_OK)
        status = pt_record_status(v.run->record, err);
    return pt_run_give(v.run, status, out);
}
