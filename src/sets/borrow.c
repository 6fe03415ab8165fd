/* Sets over the caller's arrays. Everything is checked once, here; values, offsets and indices stay where they
 * are unless scaling, rounding or unknown features force a copy. Labels and norms are always our own. */
#include "base/alloc.h"
#include "base/param.h"
#include "base/size.h"
#include "recipe/scale.h"
#include "rows/values.h"
#include "sets/dataset.h"
#include "sets/dataset_parts.h"
#include "sets/store.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- checks: a row is named by its 1-based number, as a line would be ------------------------------ */

static ptron_status check_sizes(const ptron_rows *rows, ptron_error *err)
{
    size_t values;

    if (rows->n_rows == 0)
        return pt_fail(err, PTRON_DATA, "no rows");
    if (rows->n_features >= UINT32_MAX - 1)
        return pt_fail(err, PTRON_ARGUMENT, "%zu features; at most %" PRIu32 " are possible", rows->n_features,
                       UINT32_MAX - 2);
    if ((unsigned)rows->kind >= PT_N_KINDS)
        return pt_fail(err, PTRON_ARGUMENT, "value kind %d is not known", (int)rows->kind);
    if (rows->offsets == NULL && rows->indices != NULL)
        return pt_fail(err, PTRON_ARGUMENT, "indices without offsets");
    if (rows->offsets == NULL && (rows->n_features == 0 || !pt_mul(rows->n_rows, rows->n_features, &values) ||
                                  !pt_mul(values, sizeof(double), &values)))
        return pt_fail(err, PTRON_ARGUMENT, "%zu rows of %zu features are not possible", rows->n_rows,
                       rows->n_features);
    if (rows->offsets == NULL && rows->kind == PTRON_ONES)
        return pt_fail(err, PTRON_ARGUMENT, "dense rows need values");
    return PTRON_OK;
}

static ptron_status check_indices(const ptron_rows *rows, size_t row, ptron_error *err)
{
    const uint64_t from = rows->offsets[row], end = rows->offsets[row + 1];

    for (uint64_t j = from; j < end; j++) {
        if (rows->indices[j] >= rows->n_features)
            return pt_fail_at(err, PTRON_DATA, NULL, row + 1, 0, "feature %" PRIu32 " is beyond the %zu features",
                              rows->indices[j], rows->n_features);
        if (j > from && rows->indices[j] <= rows->indices[j - 1])
            return pt_fail_at(err, PTRON_DATA, NULL, row + 1, 0, "feature %" PRIu32 " does not follow %" PRIu32
                              "; indices must increase", rows->indices[j], rows->indices[j - 1]);
    }
    return PTRON_OK;
}

static ptron_status check_offsets(const ptron_rows *rows, ptron_error *err)
{
    for (size_t i = 0; rows->offsets != NULL && i < rows->n_rows; i++) {
        if (rows->offsets[i + 1] < rows->offsets[i] || rows->offsets[i + 1] > SIZE_MAX / sizeof(double))
            return pt_fail_at(err, PTRON_DATA, NULL, i + 1, 0, "the offsets do not increase");
        if (rows->offsets[i + 1] > rows->offsets[i] && rows->indices == NULL)
            return pt_fail(err, PTRON_ARGUMENT, "offsets without indices");
        PT_TRY(check_indices(rows, i, err));
    }
    return PTRON_OK;
}

static void bounds(const ptron_rows *rows, size_t row, size_t *from, size_t *n)
{
    *from = rows->offsets == NULL ? row * rows->n_features : (size_t)rows->offsets[row];
    *n = rows->offsets == NULL ? rows->n_features : (size_t)rows->offsets[row + 1] - *from;
}

static ptron_status check_values(const ptron_rows *rows, ptron_error *err)
{
    for (size_t i = 0; i < rows->n_rows; i++) {
        size_t from, n;

        bounds(rows, i, &from, &n);
        if (n > 0 && rows->kind != PTRON_ONES && rows->values == NULL)
            return pt_fail(err, PTRON_ARGUMENT, "values are missing");
        for (size_t j = 0; j < n && rows->kind >= PTRON_F32; j++) {
            double x;
            pt_values_load(rows->values, (enum pt_kind)rows->kind, from + j, 1, &x);
            if (!isfinite(x))
                return pt_fail_at(err, PTRON_DATA, NULL, i + 1, j + 1, "value %s is not a finite number",
                                  isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
        }
    }
    return PTRON_OK;
}

static ptron_status check_rows(const ptron_rows *rows, ptron_error *err)
{
    for (size_t i = 0; i < rows->n_rows; i++) {
        if (rows->labels != NULL && rows->labels[i] >= rows->n_classes)
            return pt_fail_at(err, PTRON_DATA, NULL, i + 1, 0, "label %" PRIu32 " is beyond the %zu classes",
                              rows->labels[i], rows->n_classes);
        if (rows->weights != NULL && !(rows->weights[i] > 0 && isfinite(rows->weights[i])))
            return pt_fail_at(err, PTRON_DATA, NULL, i + 1, 0, "the row's weight is not a finite number above 0");
    }
    for (size_t c = 0; rows->labels != NULL && c < rows->n_classes; c++)
        if (rows->class_names == NULL || rows->class_names[c] == NULL)
            return pt_fail(err, PTRON_ARGUMENT, "class %zu has no name", c);
    return PTRON_OK;
}

static ptron_status check(const ptron_rows *rows, const ptron_options *options, ptron_error *err)
{
    const char *item;
    size_t length;

    if (pt_option_item(options, "classes", 0, &item, &length))
        return pt_fail(err, PTRON_ARGUMENT, "classes cannot be chosen from rows in memory");
    PT_TRY(check_sizes(rows, err));
    PT_TRY(check_offsets(rows, err));
    PT_TRY(check_values(rows, err));
    return check_rows(rows, err);
}

/* ---- the recipe ---------------------------------------------------------------------------------- */

static ptron_status fit_recipe(struct pt_recipe *recipe, const ptron_rows *rows, const ptron_options *options,
                               ptron_error *err)
{
    const char *positive = pt_option_text(options, "positive");

    recipe->format = PT_FORMAT_MEMORY;
    recipe->dense = rows->offsets == NULL;
    recipe->n_features = (uint32_t)rows->n_features;
    recipe->index_base = -1;
    for (size_t f = 0; rows->feature_names != NULL && f < rows->n_features; f++) {
        const char *name = rows->feature_names[f];
        const uint32_t id = name == NULL ? PT_DICT_NONE : pt_dict_add(&recipe->words, name, strlen(name));
        if (name == NULL || (id != PT_DICT_NONE && id != f))
            return pt_fail(err, PTRON_ARGUMENT, "feature %zu has no name of its own", f);
        if (id == PT_DICT_NONE)
            return pt_fail_memory(err, strlen(name), "feature names");
    }
    for (size_t c = 0; rows->labels != NULL && c < rows->n_classes; c++) {
        const char *name = rows->class_names[c];
        const uint32_t id = pt_dict_add(&recipe->labels.texts, name, strlen(name));
        if (id == PT_DICT_NONE)
            return pt_fail_memory(err, strlen(name), "class names");
        if (id != c)
            return pt_fail(err, PTRON_ARGUMENT, "two classes have the name '%s'", name);
    }
    return pt_labels_settle(&recipe->labels, positive[0] == '\0' ? NULL : positive, err);
}

/* Dense rows must have the recipe's features; of sparse ones those beyond are left out. */
static ptron_status hold_to_recipe(const struct pt_recipe *recipe, const ptron_rows *rows, ptron_error *err)
{
    if (rows->offsets == NULL && rows->n_features != recipe->n_features)
        return pt_fail(err, PTRON_DATA, "rows have %zu features; the model has %" PRIu32, rows->n_features,
                       recipe->n_features);
    return PTRON_OK;
}

/* The class of each of the caller's label numbers. */
static ptron_status number_labels(ptron_dataset *set, const ptron_rows *rows, uint32_t *label, ptron_error *err)
{
    uint32_t *class_of = pt_array(rows->n_classes, sizeof *class_of);

    if (class_of == NULL)
        return pt_fail_memory(err, rows->n_classes * sizeof *class_of, "labels");
    for (size_t c = 0; rows->labels != NULL && c < rows->n_classes; c++)
        class_of[c] = pt_labels_class(&set->shared->labels, rows->class_names[c], strlen(rows->class_names[c]));
    for (size_t i = 0; i < rows->n_rows; i++) {
        label[i] = rows->labels == NULL ? PT_NO_LABEL : class_of[rows->labels[i]];
        set->tally.unseen_labels += label[i] == PT_UNKNOWN_LABEL;
        set->tally.unlabelled_rows += label[i] == PT_NO_LABEL;
    }
    pt_release(class_of);
    return PTRON_OK;
}

/* ---- borrowing and copying ----------------------------------------------------------------------- */

static struct pt_block block_of(const ptron_rows *rows, const uint32_t *label, const double *norm2)
{
    static const uint32_t none[1];   /* sparse rows without any value: an index that is NULL would mean dense */

    return (struct pt_block){
        .n_rows = rows->n_rows,
        .kind = (enum pt_kind)rows->kind,
        .dense = rows->offsets == NULL,
        .width = rows->offsets == NULL ? (uint32_t)rows->n_features : 0,
        .offset = rows->offsets,
        .index = rows->offsets != NULL && rows->indices == NULL ? none : rows->indices,
        .value = rows->kind == PTRON_ONES ? NULL : rows->values,
        .label = label,
        .weight = rows->weights,
        .norm2 = norm2,
    };
}

static void measure(const ptron_rows *rows, double *norm2)
{
    for (size_t i = 0; i < rows->n_rows; i++) {
        size_t from, n;
        bounds(rows, i, &from, &n);
        norm2[i] = pt_values_norm2(rows->values, (enum pt_kind)rows->kind, from, n, rows->offsets == NULL);
    }
}

/* Values of features that the recipe does not have. Indices increase, so they are the last of their row. */
static uint64_t count_unseen(const ptron_rows *rows, uint32_t known)
{
    uint64_t unseen = 0;

    for (size_t i = 0; rows->offsets != NULL && rows->n_features > known && i < rows->n_rows; i++)
        for (uint64_t j = rows->offsets[i + 1]; j > rows->offsets[i] && rows->indices[j - 1] >= known; j--)
            unseen++;
    return unseen;
}

static void drop_unseen(struct pt_store *store, uint32_t known)
{
    const size_t bytes = pt_kind_bytes(store->kind);
    uint64_t to = 0, from = 0;

    for (size_t i = 0; i < store->n_rows; i++) {
        const uint64_t end = store->offset[i + 1];

        for (; from < end; from++) {
            if (store->index[from] >= known)
                continue;
            store->index[to] = store->index[from];
            if (store->value != NULL)
                memmove((char *)store->value + to * bytes, (char *)store->value + from * bytes, bytes);
            to++;
        }
        store->offset[i + 1] = to;
    }
    store->n_values = (size_t)to;
}

static ptron_status copy(ptron_dataset *set, struct pt_store *store, const struct pt_block *block,
                         const ptron_options *options, ptron_error *err)
{
    const bool fitting = set->shared == &set->recipe;

    PT_TRY(pt_store_add(store, block, err));
    if (set->tally.unseen_features > 0) {
        drop_unseen(store, set->shared->n_features);
        pt_store_measure(store, set->pool);
    }
    PT_TRY(fitting ? pt_dataset_fit_values(set, store, options, err) : pt_dataset_scale(set, store, err));
    PT_TRY(pt_dataset_settle_kind(set, store, options, err));
    PT_TRY(pt_dataset_lift(set, store, options, err));
    pt_store_trim(store);
    pt_dataset_take(set, store);
    return PTRON_OK;
}

static ptron_status borrow(ptron_dataset *set, struct pt_store *store, const ptron_rows *rows,
                           const ptron_options *options, ptron_error *err)
{
    const bool fitting = set->shared == &set->recipe;
    const bool scaled = fitting ? !pt_option_is(options, "scale", "none") : set->shared->scaling != PT_SCALE_NONE;
    const bool lifted = fitting ? pt_option_text(options, "features")[0] != '\0'
                                : set->shared->lift.kind != PT_LIFT_NONE;
    uint32_t *label = set->memory[PT_MEMORY_LABEL] = pt_array(rows->n_rows, sizeof *label);
    double *norm2 = set->memory[PT_MEMORY_NORM2] = pt_array(rows->n_rows, sizeof *norm2);
    struct pt_block block = block_of(rows, label, norm2);

    if (label == NULL || norm2 == NULL)
        return pt_fail_memory(err, rows->n_rows * sizeof *norm2, "labels and norms");
    PT_TRY(fitting ? fit_recipe(&set->recipe, rows, options, err) : hold_to_recipe(set->shared, rows, err));
    PT_TRY(number_labels(set, rows, label, err));
    measure(rows, norm2);
    set->tally.unseen_features = count_unseen(rows, set->shared->n_features);
    if (!scaled && !lifted && set->tally.unseen_features == 0 &&
        (rows->kind != PTRON_F64 || !pt_option_is(options, "values", "f32"))) {
        set->block = block;
        return pt_dataset_sum_up(set, err);
    }
    PT_TRY(copy(set, store, &block, options, err));
    pt_release(label);
    pt_release(norm2);
    return pt_dataset_sum_up(set, err);
}

ptron_status pt_dataset_borrow(const ptron_rows *rows, const ptron_options *options, const struct pt_recipe *recipe,
                               ptron_dataset **out, ptron_error *err)
{
    struct pt_store store = {0};
    ptron_status status;

    *out = NULL;
    PT_TRY(check(rows, options, err));
    PT_TRY(pt_dataset_new(options, recipe, out, err));
    status = borrow(*out, &store, rows, options, err);
    pt_store_fini(&store);
    if (status != PTRON_OK) {
        pt_dataset_free(*out);
        *out = NULL;
    }
    return status;
}
