/* Sets over the caller's arrays. Everything is checked once, here; values, offsets and indices stay where they
 * are unless their shape, scaling, rounding or unknown features force a copy. Labels and norms are always our own. */
#include "base/alloc.h"
#include "base/param.h"
#include "base/plural.h"
#include "rows/arrays.h"
#include "rows/values.h"
#include "rows/view.h"
#include "sets/dataset.h"
#include "sets/dataset_parts.h"
#include "sets/store.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* ---- checks: a row is named by its 1-based number, as a line would be ------------------------------ */

static ptron_status check_rows(const ptron_rows *rows, const ptron_options *options, struct pt_arrays *arrays,
                               ptron_error *err)
{
    const char *item;
    size_t length;

    if (pt_option_item(options, "classes", 0, &item, &length))
        return pt_fail(err, PTRON_ARGUMENT, "classes cannot be chosen from rows in memory");
    if (rows->n_rows == 0)
        return pt_detail(err, PTRON_DETAIL_NO_ROWS, pt_fail(err, PTRON_DATA, "no rows"));
    PT_TRY(pt_arrays_open(arrays, rows, err));
    for (size_t i = 0; i < rows->n_rows; i++) {
        if (rows->labels != NULL && rows->labels[i] >= rows->n_classes)
            return pt_fail_at(err, PTRON_DATA, NULL, i + 1, 0, "label %" PRIu32 " is beyond the %zu class%s",
                              rows->labels[i], rows->n_classes, pt_one_many(rows->n_classes, "", "es"));
        if (rows->weights != NULL && !(rows->weights[i] > 0 && isfinite(rows->weights[i])))
            return pt_fail_at(err, PTRON_DATA, NULL, i + 1, 0, "the row's weight is not a finite number above 0");
    }
    for (size_t c = 0; rows->labels != NULL && c < rows->n_classes; c++)
        if (rows->class_names == NULL || rows->class_names[c] == NULL)
            return pt_fail(err, PTRON_ARGUMENT, "class %zu has no name", c);
    return PTRON_OK;
}

/* ---- the recipe ---------------------------------------------------------------------------------- */

static ptron_status name_features(struct pt_recipe *recipe, const ptron_rows *rows, ptron_error *err)
{
    for (size_t f = 0; rows->feature_names != NULL && f < rows->n_features; f++) {
        const char *name = rows->feature_names[f];
        const uint32_t id = name == NULL ? PT_DICT_NONE : pt_dict_add(&recipe->words, name, strlen(name));
        if (name == NULL || (id != PT_DICT_NONE && id != f))
            return pt_fail(err, PTRON_ARGUMENT, "feature %zu has no name of its own", f);
        if (id == PT_DICT_NONE)
            return pt_fail_memory(err, strlen(name), "feature names");
    }
    return PTRON_OK;
}

/* Rows of memory, or those that a file of the format asked for would have. */
static ptron_status choose_format(struct pt_recipe *recipe, const ptron_rows *rows, const char *word, ptron_error *err)
{
    const enum pt_format asked = pt_format_asked(word);

    recipe->format = asked == PT_N_FORMATS ? PT_FORMAT_MEMORY : asked;
    if (asked != PT_N_FORMATS && rows->weights != NULL)   /* what is said of such a model relies on it */
        return pt_fail(err, PTRON_ARGUMENT, "rows of a file have no weights but those in a column of it");
    switch (recipe->format) {
    case PT_FORMAT_MEMORY:
        return name_features(recipe, rows, err);
    case PT_FORMAT_CSV:
        if (rows->feature_names != NULL && recipe->dense && strcmp(word, "csv") == 0)
            return pt_recipe_name_columns(recipe, rows->feature_names, rows->n_features, err);
        return pt_fail(err, PTRON_ARGUMENT, "rows of a CSV file are dense, and their features have names");
    case PT_FORMAT_NPY:
        if (rows->feature_names == NULL && recipe->dense)
            return PTRON_OK;
        return pt_fail(err, PTRON_ARGUMENT, "rows of a .npy file are dense, and their features have no names");
    case PT_FORMAT_SVM:
        recipe->index_base = 1;
        if (rows->feature_names == NULL && !recipe->dense)
            return PTRON_OK;
        return pt_fail(err, PTRON_ARGUMENT, "rows of a libsvm file are sparse, and their features have no names");
    default:
        return pt_fail(err, PTRON_ARGUMENT, "rows in memory cannot be those of a file of format '%.20s'", word);
    }
}

static ptron_status fit_recipe(struct pt_recipe *recipe, const ptron_rows *rows, const ptron_options *options,
                               ptron_error *err)
{
    recipe->dense = rows->offsets == NULL;
    recipe->n_features = (uint32_t)rows->n_features;
    recipe->index_base = -1;
    PT_TRY(choose_format(recipe, rows, pt_option_text(options, "format"), err));
    for (size_t c = 0; rows->labels != NULL && c < rows->n_classes; c++) {
        const char *name = rows->class_names[c];
        const uint32_t id = pt_dict_add(&recipe->labels.texts, name, strlen(name));
        if (id == PT_DICT_NONE)
            return pt_fail_memory(err, strlen(name), "class names");
        if (id != c)
            return pt_fail(err, PTRON_ARGUMENT, "two classes have the name '%s'", name);
    }
    return pt_labels_assign_classes(&recipe->labels, pt_option_text(options, "positive"), err);
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

/* Memory for an array of the set's own, which is freed with it. */
static ptron_status own_array(ptron_dataset *set, size_t which, size_t count, size_t size, const char *what,
                              ptron_error *err)
{
    set->memory[which] = pt_array(count, size);
    return set->memory[which] == NULL ? pt_fail_memory(err, count * size, what) : PTRON_OK;
}

/* The arrays where they are, or a copy of those whose shape no block has. */
static ptron_status make_block(ptron_dataset *set, const struct pt_arrays *a, struct pt_block *block, ptron_error *err)
{
    const bool dense = a->offset == NULL;
    const size_t bytes = a->n_features * pt_kind_bytes(a->kind);

    block->n_rows = a->n_rows;
    block->kind = a->kind;
    block->dense = dense;
    block->width = dense ? (uint32_t)a->n_features : 0;
    block->offset = a->offset;
    block->index = pt_arrays_indices(a, 0, 0, NULL);   /* no values: not NULL, which would mean dense */
    block->value = a->value;
    if (dense && (size_t)a->stride != bytes) {
        PT_TRY(own_array(set, PT_MEMORY_VALUE, a->n_rows, bytes, "rows", err));
        block->value = set->memory[PT_MEMORY_VALUE];
        for (size_t i = 0; i < a->n_rows; i++)
            memcpy((char *)set->memory[PT_MEMORY_VALUE] + i * bytes, a->value + (ptrdiff_t)i * a->stride, bytes);
    }
    if (!dense && !a->wide_offset) {
        PT_TRY(own_array(set, PT_MEMORY_OFFSET, a->n_rows + 1, sizeof *block->offset, "offsets", err));
        block->offset = set->memory[PT_MEMORY_OFFSET];
        for (size_t i = 0; i <= a->n_rows; i++)
            ((uint64_t *)set->memory[PT_MEMORY_OFFSET])[i] = pt_arrays_offset(a, i);
    }
    if (!dense && a->index != NULL && a->wide_index) {
        PT_TRY(own_array(set, PT_MEMORY_INDEX, (size_t)block->offset[a->n_rows], sizeof *block->index, "indices", err));
        block->index = set->memory[PT_MEMORY_INDEX];
        for (size_t i = 0; i < a->n_rows; i++)
            pt_arrays_indices(a, i, pt_arrays_length(a, i),
                              (uint32_t *)set->memory[PT_MEMORY_INDEX] + block->offset[i]);
    } else if (!dense && a->index != NULL) {
        block->index = a->index;
    }
    return PTRON_OK;
}

/* Norms and, since a finite one shows that all values are, their check: by all threads, which only find out whether
 * something is wrong. */
struct measuring {
    const struct pt_arrays *arrays;
    const struct pt_block  *block;
    double      *norm2;
    atomic_bool  wrong;
};

static void measure_slice(void *context, size_t slice)
{
    struct measuring *m = context;
    const struct pt_block *block = m->block;
    const size_t from = (size_t)pt_slice_from(slice), to = (size_t)pt_slice_to(block->n_rows, slice);
    bool right = true;

    for (size_t i = from; i < to; i++) {
        const uint64_t first = pt_block_first(block, i);
        const size_t n = (size_t)(pt_block_first(block, i + 1) - first);

        m->norm2[i] = pt_values_norm2(block->value, block->kind, (size_t)first, n, block->dense);
        right &= isfinite(m->norm2[i]) != 0;
        right &= block->dense || pt_indices_rise(block->index + first, n, m->arrays->n_features);
    }
    if (!right)
        atomic_store(&m->wrong, true);
}

static ptron_status measure_rows(const ptron_dataset *set, const struct pt_arrays *a, const struct pt_block *block,
                                 double *norm2, ptron_error *err)
{
    struct measuring m = {a, block, norm2, false};

    pt_pool_run(set->pool, pt_slices(block->n_rows), measure_slice, &m);
    for (size_t i = 0; atomic_load(&m.wrong) && i < block->n_rows; i++) {   /* or only too much for these ways */
        const struct pt_row row = pt_block_row(block, i);

        PT_TRY(pt_arrays_check_indices(a, i, &row, err));
        if (!isfinite(norm2[i]))
            PT_TRY(pt_arrays_check_values(i, &row, err));
    }
    return PTRON_OK;
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

static ptron_status copy_rows(ptron_dataset *set, struct pt_store *store, const struct pt_block *block,
                              const ptron_options *options, ptron_error *err)
{
    const bool fitting = set->shared == &set->recipe;

    PT_TRY(pt_store_add(store, block, err));
    if (set->tally.unseen_features > 0) {
        drop_unseen(store, set->shared->n_features);
        pt_store_measure(store, set->pool);
    }
    PT_TRY(fitting ? pt_dataset_fit_values(set, store, options, err) : pt_dataset_scale(set, store, err));
    return pt_dataset_take(set, store, options, err);
}

static ptron_status borrow_rows(ptron_dataset *set, struct pt_store *store, const ptron_rows *rows,
                                const struct pt_arrays *arrays, const ptron_options *options, ptron_error *err)
{
    const bool fitting = set->shared == &set->recipe;
    const bool scaled = fitting ? !pt_option_is(options, "scale", "none") : set->shared->scaling != PT_SCALE_NONE;
    const bool mapped = fitting ? pt_option_text(options, "features")[0] != '\0'
                                : set->shared->feature_map.kind != PT_MAP_NONE;
    const uint32_t known = fitting ? (uint32_t)rows->n_features : set->shared->n_features;
    struct pt_block block = {.weight = rows->weights};

    PT_TRY(own_array(set, PT_MEMORY_LABEL, rows->n_rows, sizeof *block.label, "labels and norms", err));
    PT_TRY(own_array(set, PT_MEMORY_NORM2, rows->n_rows, sizeof *block.norm2, "labels and norms", err));
    block.label = set->memory[PT_MEMORY_LABEL];
    block.norm2 = set->memory[PT_MEMORY_NORM2];
    PT_TRY(make_block(set, arrays, &block, err));
    if (fitting)
        PT_TRY(fit_recipe(&set->recipe, rows, options, err));
    else if (block.dense && rows->n_features != known)
        return pt_detail(err, PTRON_DETAIL_FEATURE_COUNT,
                         pt_fail(err, PTRON_DATA, "rows have %zu feature%s; the model has %" PRIu32, rows->n_features,
                                 pt_plural(rows->n_features), known));
    PT_TRY(number_labels(set, rows, set->memory[PT_MEMORY_LABEL], err));
    PT_TRY(measure_rows(set, arrays, &block, set->memory[PT_MEMORY_NORM2], err));
    /* Indices increase, so that those of features that the recipe does not have are the last of their row. */
    for (size_t i = 0; !block.dense && rows->n_features > known && i < block.n_rows; i++)
        for (uint64_t j = block.offset[i + 1]; j > block.offset[i] && block.index[j - 1] >= known; j--)
            set->tally.unseen_features++;
    if (!scaled && !mapped && set->tally.unseen_features == 0 &&
        (!pt_kind_is_double(block.kind) || !pt_option_is(options, "values", "f32"))) {
        set->block = block;
        return pt_dataset_sum_up(set, err);
    }
    return copy_rows(set, store, &block, options, err);
}

ptron_status pt_dataset_borrow(const ptron_rows *rows, const ptron_options *options, const struct pt_recipe *recipe,
                               ptron_dataset **out, ptron_error *err)
{
    struct pt_store store = {0};
    struct pt_arrays arrays;
    ptron_status status;

    *out = NULL;
    PT_TRY(check_rows(rows, options, &arrays, err));
    PT_TRY(pt_dataset_new(options, recipe, out, err));
    status = borrow_rows(*out, &store, rows, &arrays, options, err);
    pt_store_fini(&store);
    if (status != PTRON_OK) {
        pt_dataset_free(*out);
        *out = NULL;
    }
    return status;
}
