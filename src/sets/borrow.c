/* Sets over the caller's arrays. Everything is checked once, here; values, offsets and indices stay where they
 * are unless their shape, scaling, rounding or unknown features force a copy. Labels and norms are always our own. */
#include "base/alloc.h"
#include "base/param.h"
#include "rows/arrays.h"
#include "rows/values.h"
#include "sets/dataset.h"
#include "sets/dataset_parts.h"
#include "sets/store.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- checks: a row is named by its 1-based number, as a line would be ------------------------------ */

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

static ptron_status check(const ptron_rows *rows, const ptron_options *options, struct pt_arrays *arrays,
                          ptron_error *err)
{
    const char *item;
    size_t length;

    if (pt_option_item(options, "classes", 0, &item, &length))
        return pt_fail(err, PTRON_ARGUMENT, "classes cannot be chosen from rows in memory");
    if (rows->n_rows == 0)
        return pt_detail(err, PTRON_DETAIL_NO_ROWS, pt_fail(err, PTRON_DATA, "no rows"));
    PT_TRY(pt_arrays_open(arrays, rows, err));
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
    return pt_labels_assign_classes(&recipe->labels, positive[0] == '\0' ? NULL : positive, err);
}

/* Dense rows must have the recipe's features; of sparse ones those beyond are left out. */
static ptron_status hold_to_recipe(const struct pt_recipe *recipe, const ptron_rows *rows, ptron_error *err)
{
    if (rows->offsets == NULL && rows->n_features != recipe->n_features)
        return pt_detail(err, PTRON_DETAIL_FEATURE_COUNT,
                         pt_fail(err, PTRON_DATA, "rows have %zu features; the model has %" PRIu32, rows->n_features,
                                 recipe->n_features));
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

/* Dense rows with a stride, one behind the other. */
static ptron_status copy_values(ptron_dataset *set, const struct pt_arrays *a, struct pt_block *block, ptron_error *err)
{
    const size_t bytes = a->n_features * pt_kind_bytes(a->kind);
    char *values = set->memory[PT_MEMORY_VALUE] = pt_array(a->n_rows, bytes);

    if (values == NULL)
        return pt_fail_memory(err, a->n_rows * bytes, "rows");
    for (size_t i = 0; i < a->n_rows; i++)
        memcpy(values + i * bytes, a->value + (ptrdiff_t)i * a->stride, bytes);
    block->value = values;
    return PTRON_OK;
}

static ptron_status copy_offsets(ptron_dataset *set, const struct pt_arrays *a, struct pt_block *block,
                                 ptron_error *err)
{
    uint64_t *offset = set->memory[PT_MEMORY_OFFSET] = pt_array(a->n_rows + 1, sizeof *offset);

    if (offset == NULL)
        return pt_fail_memory(err, (a->n_rows + 1) * sizeof *offset, "offsets");
    for (size_t i = 0; i <= a->n_rows; i++)
        offset[i] = pt_arrays_offset(a, i);
    block->offset = offset;
    return PTRON_OK;
}

static ptron_status copy_indices(ptron_dataset *set, const struct pt_arrays *a, struct pt_block *block,
                                 ptron_error *err)
{
    const size_t end = (size_t)pt_arrays_offset(a, a->n_rows);
    uint32_t *index = set->memory[PT_MEMORY_INDEX] = pt_array(end, sizeof *index);

    if (index == NULL)
        return pt_fail_memory(err, end * sizeof *index, "indices");
    for (size_t i = 0; i < a->n_rows; i++)
        pt_arrays_indices(a, i, pt_arrays_length(a, i), index + pt_arrays_offset(a, i));
    block->index = index;
    return PTRON_OK;
}

/* The arrays where they are, or a copy of those whose shape no block has. */
static ptron_status make_block(ptron_dataset *set, const struct pt_arrays *a, struct pt_block *block, ptron_error *err)
{
    const bool dense = a->offset == NULL;

    block->n_rows = a->n_rows;
    block->kind = a->kind;
    block->dense = dense;
    block->width = dense ? (uint32_t)a->n_features : 0;
    block->offset = a->offset;
    block->index = pt_arrays_indices(a, 0, 0, NULL);   /* no values: not NULL, which would mean dense */
    block->value = a->value;
    if (dense)
        return (size_t)a->stride == a->n_features * pt_kind_bytes(a->kind) ? PTRON_OK : copy_values(set, a, block, err);
    if (!a->wide_offset)
        PT_TRY(copy_offsets(set, a, block, err));
    if (a->index != NULL && a->wide_index)
        return copy_indices(set, a, block, err);
    if (a->index != NULL)
        block->index = a->index;
    return PTRON_OK;
}

/* Norms and, since a finite one shows that all values are, their check. */
static ptron_status measure(const struct pt_arrays *a, const struct pt_block *block, double *norm2, ptron_error *err)
{
    for (size_t i = 0; i < block->n_rows; i++) {
        struct pt_row row;

        norm2[i] = 0.0;
        row = pt_block_row(block, i);
        PT_TRY(pt_arrays_check_indices(a, i, &row, err));
        norm2[i] = pt_values_norm2(row.value, row.kind, 0, row.n, block->dense);
        if (!isfinite(norm2[i]))
            PT_TRY(pt_arrays_check_values(i, &row, err));
    }
    return PTRON_OK;
}

/* Values of features that the recipe does not have. Indices increase, so they are the last of their row. */
static uint64_t count_unseen(const struct pt_block *block, size_t n_features, uint32_t known)
{
    uint64_t unseen = 0;

    for (size_t i = 0; !block->dense && n_features > known && i < block->n_rows; i++)
        for (uint64_t j = block->offset[i + 1]; j > block->offset[i] && block->index[j - 1] >= known; j--)
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
    PT_TRY(pt_dataset_narrow(set, store, options, err));
    PT_TRY(pt_dataset_map_features(set, store, options, err));
    pt_store_trim(store);
    pt_dataset_take(set, store);
    return PTRON_OK;
}

static ptron_status borrow(ptron_dataset *set, struct pt_store *store, const ptron_rows *rows,
                           const struct pt_arrays *arrays, const ptron_options *options, ptron_error *err)
{
    const bool fitting = set->shared == &set->recipe;
    const bool scaled = fitting ? !pt_option_is(options, "scale", "none") : set->shared->scaling != PT_SCALE_NONE;
    const bool lifted = fitting ? pt_option_text(options, "features")[0] != '\0'
                                : set->shared->feature_map.kind != PT_MAP_NONE;
    uint32_t *label = set->memory[PT_MEMORY_LABEL] = pt_array(rows->n_rows, sizeof *label);
    double *norm2 = set->memory[PT_MEMORY_NORM2] = pt_array(rows->n_rows, sizeof *norm2);
    struct pt_block block = {.label = label, .weight = rows->weights, .norm2 = norm2};
    void *own[PT_N_MEMORY];

    if (label == NULL || norm2 == NULL)
        return pt_fail_memory(err, rows->n_rows * sizeof *norm2, "labels and norms");
    PT_TRY(make_block(set, arrays, &block, err));
    PT_TRY(fitting ? fit_recipe(&set->recipe, rows, options, err) : hold_to_recipe(set->shared, rows, err));
    PT_TRY(number_labels(set, rows, label, err));
    PT_TRY(measure(arrays, &block, norm2, err));
    set->tally.unseen_features = count_unseen(&block, rows->n_features, set->shared->n_features);
    if (!scaled && !lifted && set->tally.unseen_features == 0 &&
        (rows->kind != PTRON_F64 || !pt_option_is(options, "values", "f32"))) {
        set->block = block;
        return pt_dataset_sum_up(set, err);
    }
    memcpy(own, set->memory, sizeof own);
    PT_TRY(copy(set, store, &block, options, err));
    for (size_t i = 0; i < PT_N_MEMORY; i++)
        pt_release(own[i]);
    return pt_dataset_sum_up(set, err);
}

ptron_status pt_dataset_borrow(const ptron_rows *rows, const ptron_options *options, const struct pt_recipe *recipe,
                               ptron_dataset **out, ptron_error *err)
{
    struct pt_store store = {0};
    struct pt_arrays arrays;
    ptron_status status;

    *out = NULL;
    PT_TRY(check(rows, options, &arrays, err));
    PT_TRY(pt_dataset_new(options, recipe, out, err));
    status = borrow(*out, &store, rows, &arrays, options, err);
    pt_store_fini(&store);
    if (status != PTRON_OK) {
        pt_dataset_free(*out);
        *out = NULL;
    }
    return status;
}
