/* Rows that never were text, as a set: a part of them is a set that borrows copies of their values. */
#include "base/alloc.h"
#include "read/load.h"
#include "tune/tune.h"

#include <string.h>

void pt_tune_part_fini(struct pt_tune_part *part)
{
    pt_dataset_free(part->set);
    for (size_t i = 0; i < sizeof part->arrays / sizeof *part->arrays; i++)
        pt_release(part->arrays[i]);
    *part = (struct pt_tune_part){0};
}

void pt_tune_rows_fini(struct pt_tune_rows *rows)
{
    struct pt_tune_text *text = &rows->text;

    for (size_t i = 0; text->files != NULL && i < text->n_files; i++) {
        pt_release(text->files[i].name);
        pt_release(text->files[i].header);
    }
    pt_release(text->files);
    pt_release(text->bytes);
    pt_release(text->start);
    pt_release(text->file);
    for (size_t i = 0; rows->paths != NULL && i < rows->n_paths; i++)
        pt_release(rows->paths[i]);
    pt_release(rows->paths);
    pt_release(rows->label);
    pt_release(rows->group);
    pt_refs_drop(rows->set_refs);
    *rows = (struct pt_tune_rows){0};
}

ptron_status pt_tune_rows_of(struct pt_tune_rows *rows, const ptron_dataset *set, ptron_error *err)
{
    if (set->shared->scaling != PT_SCALE_NONE || set->shared->feature_map.kind != PT_MAP_NONE)
        return pt_fail(err, PTRON_ARGUMENT, "the rows are scaled, or features were made of others: tuning fits these "
                       "to each fold, and wants rows as they are");
    rows->n = set->n_rows;
    rows->n_labels = (uint32_t)pt_dataset_classes(set);
    rows->label = pt_array((size_t)rows->n, sizeof *rows->label);
    if (rows->label == NULL)
        return pt_fail_memory(err, (size_t)rows->n * sizeof *rows->label, "the labels");
    for (uint64_t i = 0; i < rows->n; i++) {
        const struct pt_row row = pt_dataset_row(set, i);

        if (row.label >= rows->n_labels)
            return pt_detail(err, PTRON_DETAIL_LABEL_MISSING,
                             pt_fail_at(err, PTRON_DATA, NULL, i + 1, 0, "the row has no label to be tested by"));
        rows->label[i] = row.label;
    }
    rows->set = set;
    rows->set_refs = pt_refs_take(&set->refs);
    return PTRON_OK;
}

enum { OFFSETS, INDICES, VALUES, LABELS, WEIGHTS };

static ptron_status make_arrays(const ptron_dataset *set, const uint32_t *which, uint64_t n, struct pt_tune_part *part,
                                ptron_error *err)
{
    const struct pt_block *block = &set->block;
    const size_t bytes = pt_kind_bytes(block->kind);
    uint64_t values = 0;

    for (uint64_t i = 0; i < n; i++)
        values += pt_dataset_row(set, which[i]).n;
    part->arrays[OFFSETS] = pt_array((size_t)n + 1, sizeof(uint64_t));
    part->arrays[INDICES] = pt_array(block->dense ? 0 : (size_t)values, sizeof(uint32_t));
    part->arrays[VALUES] = pt_array((size_t)values, bytes);
    part->arrays[LABELS] = pt_array((size_t)n, sizeof(uint32_t));
    part->arrays[WEIGHTS] = pt_array(block->weight == NULL ? 0 : (size_t)n, sizeof(double));
    for (size_t i = 0; i < sizeof part->arrays / sizeof *part->arrays; i++)
        if (part->arrays[i] == NULL)
            return pt_fail_memory(err, (size_t)values * (bytes + sizeof(uint32_t)), "a fold");
    return PTRON_OK;
}

/* Row by row, in the order of `which`. */
static void fill_arrays(const ptron_dataset *set, const uint32_t *which, uint64_t n, struct pt_tune_part *part)
{
    const struct pt_block *block = &set->block;
    const size_t bytes = pt_kind_bytes(block->kind);
    uint64_t *offset = part->arrays[OFFSETS];

    offset[0] = 0;
    for (uint64_t i = 0; i < n; i++) {
        const struct pt_row row = pt_dataset_row(set, which[i]);

        offset[i + 1] = offset[i] + row.n;
        if (row.index != NULL && row.n > 0)
            memcpy((uint32_t *)part->arrays[INDICES] + offset[i], row.index, row.n * sizeof *row.index);
        if (bytes > 0 && row.n > 0)
            memcpy((char *)part->arrays[VALUES] + offset[i] * bytes, row.value, row.n * bytes);
        ((uint32_t *)part->arrays[LABELS])[i] = row.label;
        if (block->weight != NULL)
            ((double *)part->arrays[WEIGHTS])[i] = row.weight;
    }
}

/* Only what is done to values: all else was done when the set was read. */
static ptron_status options_of(const ptron_dataset *set, const ptron_options *given, ptron_options **out,
                               ptron_error *err)
{
    static const char *const kept[] = {"scale", "features", "values", "threads", "gamma", "seed"};

    PT_TRY(pt_options_copy(given, out, err));
    while ((*out)->n > 0)
        ptron_options_unset(*out, (*out)->settings[0].param->name);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (ptron_options_given(given, kept[i]))
            PT_TRY(ptron_options_set(*out, kept[i], pt_option_text(given, kept[i]), err));
    if (pt_dataset_classes(set) == 2)
        return ptron_options_set(*out, "positive", ptron_dataset_class_name(set, 1), err);
    return PTRON_OK;
}

static ptron_status borrow(const ptron_dataset *set, uint64_t n, const ptron_options *options,
                           const struct pt_recipe *recipe, struct pt_tune_part *part, ptron_error *err)
{
    const size_t n_classes = pt_dataset_classes(set);
    const struct pt_block *block = &set->block;
    const char **names = pt_zeroed(n_classes, sizeof *names);
    ptron_rows rows = {
        .size = sizeof rows, .n_rows = (size_t)n, .n_features = (size_t)set->n_features,
        .kind = (ptron_kind)block->kind, .values = block->kind == PT_ONES ? NULL : part->arrays[VALUES],
        .offsets = block->dense ? NULL : part->arrays[OFFSETS], .indices = block->dense ? NULL : part->arrays[INDICES],
        .labels = part->arrays[LABELS], .weights = block->weight == NULL ? NULL : part->arrays[WEIGHTS],
        .n_classes = n_classes, .class_names = names,
    };
    ptron_status status;

    if (names == NULL)
        return pt_fail_memory(err, n_classes * sizeof *names, "the labels");
    for (size_t c = 0; c < n_classes; c++)
        names[c] = ptron_dataset_class_name(set, c);
    status = pt_dataset_borrow(&rows, options, recipe, &part->set, err);
    pt_release(names);
    return status;
}

ptron_status pt_tune_part_arrays(const struct pt_tune_rows *rows, const uint32_t *which, uint64_t n,
                                 const ptron_options *options, const struct pt_recipe *recipe,
                                 struct pt_tune_part *part, ptron_error *err)
{
    ptron_options *own = NULL;
    ptron_status status = make_arrays(rows->set, which, n, part, err);

    if (status == PTRON_OK) {
        fill_arrays(rows->set, which, n, part);
        status = options_of(rows->set, options, &own, err);
    }
    if (status == PTRON_OK)
        status = borrow(rows->set, n, own, recipe, part, err);
    ptron_options_free(own);
    return status;
}

ptron_status pt_tune_part(const struct pt_tune_rows *rows, const uint32_t *which, uint64_t n,
                          const ptron_options *options, const struct pt_recipe *recipe, struct pt_tune_part *part,
                          ptron_error *err)
{
    return rows->set == NULL ? pt_tune_part_text(rows, which, n, options, recipe, &part->set, err)
                             : pt_tune_part_arrays(rows, which, n, options, recipe, part, err);
}
