/* Rows with one column of other rows, scored and counted. */
#include "judge/importance.h"
#include "base/alloc.h"
#include "base/random.h"
#include "base/size.h"
#include "judge/predict.h"
#include "pack/pack_trust.h"
#include "rows/values.h"
#include "sets/dataset_parts.h"

#include <string.h>

/* ---- columns ----------------------------------------------------------------------------------------- */

struct group {                         /* the features that go together */
    const struct pt_column *column;    /* NULL: none has a name of its own */
    bool     hashed;                   /* all hashed features: nobody knows whose they are */
    uint32_t feature;                  /* a format without columns */
};

static bool has_words(const struct pt_column *column)
{
    return column->role == PT_ROLE_CATEGORY || column->role == PT_ROLE_TEXT;
}

/* The k-th group; false: there are fewer, and *k is less by those there are. */
static bool find_group(const struct pt_recipe *recipe, size_t *k, struct group *group)
{
    bool hashed = false;

    *group = (struct group){0};
    if (pt_recipe_shape(recipe) != PT_SHAPE_COLUMNS) {
        group->feature = (uint32_t)pt_min(*k, UINT32_MAX);
        *k = *k < recipe->n_features ? *k : *k - recipe->n_features;
        return group->feature < recipe->n_features;
    }
    for (size_t i = 0; i < recipe->n_columns; i++) {
        const struct pt_column *column = &recipe->columns[i];
        const bool own = column->role == PT_ROLE_NUMBER || (has_words(column) && recipe->hash_bits == 0);

        hashed |= has_words(column) && recipe->hash_bits > 0;
        if (own && (*k)-- == 0) {
            group->column = column;
            return true;
        }
    }
    group->hashed = hashed && (*k)-- == 0;
    return group->hashed;
}

size_t pt_importance_columns(const struct pt_recipe *recipe)
{
    size_t left = SIZE_MAX;
    struct group group;

    find_group(recipe, &left, &group);
    return SIZE_MAX - left;
}

size_t pt_importance_name(const struct pt_recipe *recipe, size_t k, char *name, size_t room)
{
    static const char hashed[] = "hashed categories";
    struct group group;
    const char *text;
    size_t length;

    if (!find_group(recipe, &k, &group))
        return 0;
    if (group.column == NULL && !group.hashed)
        return pt_recipe_feature_name(recipe, group.feature, name, room);
    text = group.hashed ? hashed : group.column->name;
    length = strlen(text);
    if (room > 0) {
        const size_t kept = pt_min(length, room - 1);
        memcpy(name, text, kept);
        name[kept] = '\0';
    }
    return length;
}

/* The column whose name a category ("name=value") or word ("name:word") begins with: the longest. */
static const struct pt_column *column_of(const struct pt_recipe *recipe, uint32_t word)
{
    const struct pt_column *best = NULL;
    size_t length, most = 0;
    const char *text = pt_dict_text(&recipe->words, word, &length);

    for (size_t i = 0; i < recipe->n_columns; i++) {
        const struct pt_column *column = &recipe->columns[i];
        const size_t n = strlen(column->name);

        if (has_words(column) && n < length && n >= most && memcmp(text, column->name, n) == 0 &&
            text[n] == (column->role == PT_ROLE_TEXT ? ':' : '=')) {
            best = column;
            most = n;
        }
    }
    return best;
}

static void mark_members(const struct pt_recipe *recipe, const struct group *group, bool *member)
{
    const struct pt_column *column = group->column;

    for (uint32_t f = 0; f < recipe->n_features; f++)
        member[f] = group->hashed              ? f >= recipe->n_numbers
                    : column == NULL           ? f == group->feature
                    : column->role == PT_ROLE_NUMBER ? f == column->feature || (f > 0 && f == column->missing)
                                               : f >= recipe->n_numbers &&
                                                     column_of(recipe, f - recipe->n_numbers) == column;
}

/* ---- rows -------------------------------------------------------------------------------------------- */

struct exchange {
    const ptron_model   *model;
    const ptron_dataset *set;
    const bool     *member;    /* [features]; NULL: nothing is exchanged */
    const uint32_t *donor;     /* [rows] whose values each row gets */
    uint64_t       *wrong;     /* [slices] */
    ptron_status   *status;    /* [slices] */
};

static uint32_t feature_at(const struct pt_row *row, size_t j)
{
    return row->index == NULL ? (uint32_t)j : row->index[j];
}

/* The row with the members of the donor, in order of features. */
static struct pt_row exchange_row(const struct exchange *x, const struct pt_row *row, const struct pt_row *donor,
                                  uint32_t *index, double *value)
{
    struct pt_row made = *row;
    size_t n = 0, i = 0, k = 0;

    while (i < row->n || k < donor->n) {
        if (i < row->n && x->member[feature_at(row, i)]) {
            i++;
        } else if (k < donor->n && !x->member[feature_at(donor, k)]) {
            k++;
        } else if (k == donor->n || (i < row->n && feature_at(row, i) < feature_at(donor, k))) {
            index[n] = feature_at(row, i);
            value[n++] = pt_row_value(row, i++);
        } else {
            index[n] = feature_at(donor, k);
            value[n++] = pt_row_value(donor, k++);
        }
    }
    made.index = row->index == NULL ? NULL : index;
    made.value = value;
    made.n = n;
    made.kind = PT_F64;
    made.norm2 = pt_values_norm2(value, PT_F64, 0, n, row->index == NULL);
    return made;
}

/* Up to PT_SCORE_ROWS rows from `first` on. */
static ptron_status count_rows(const struct exchange *x, uint64_t first, size_t n, uint64_t *wrong)
{
    const struct pt_block *block = &x->set->block;
    struct pt_row rows[PT_SCORE_ROWS];
    size_t room = 1, at = 0;
    double *scores = pt_array(n * x->model->n_vectors, sizeof *scores), *value;
    uint32_t *index;
    ptron_status status = PTRON_NOMEM;

    for (size_t i = 0; x->member != NULL && i < n; i++)
        room += pt_block_row(block, (size_t)first + i).n + pt_block_row(block, x->donor[first + i]).n;
    value = pt_array(room, sizeof *value);
    index = pt_array(room, sizeof *index);
    if (scores != NULL && value != NULL && index != NULL) {
        for (size_t i = 0; i < n; i++) {
            const struct pt_row row = pt_block_row(block, (size_t)first + i);
            const struct pt_row donor = x->member == NULL ? row : pt_block_row(block, x->donor[first + i]);

            rows[i] = x->member == NULL ? row : exchange_row(x, &row, &donor, index + at, value + at);
            at += x->member == NULL ? 0 : rows[i].n;
        }
        status = pt_model_score_rows(x->model, rows, n, scores, NULL);
    }
    for (size_t i = 0; status == PTRON_OK && i < n; i++)
        *wrong += rows[i].label != PT_NO_LABEL &&
                  pt_model_class(x->model, scores + i * x->model->n_vectors, (struct pt_cut){0}) != rows[i].label;
    pt_release(scores);
    pt_release(value);
    pt_release(index);
    return status;
}

static void count_slice(void *context, size_t slice)
{
    const struct exchange *x = context;
    const uint64_t to = pt_slice_to(x->set->n_rows, slice);
    uint64_t wrong = 0;

    x->status[slice] = PTRON_OK;
    for (uint64_t first = pt_slice_from(slice); first < to && x->status[slice] == PTRON_OK; first += PT_SCORE_ROWS)
        x->status[slice] = count_rows(x, first, pt_min(PT_SCORE_ROWS, (size_t)(to - first)), &wrong);
    x->wrong[slice] = wrong;
}

static ptron_status count_all(const struct exchange *x, uint64_t *errors, ptron_error *err)
{
    const size_t slices = pt_slices(x->set->n_rows);

    pt_pool_run(x->set->pool, slices, count_slice, (void *)(uintptr_t)x);
    *errors = 0;
    for (size_t i = 0; i < slices; i++) {
        if (x->status[i] != PTRON_OK)
            return pt_fail(err, x->status[i], "no memory to score the rows");
        *errors += x->wrong[i];
    }
    return PTRON_OK;
}

/* ---- the whole ------------------------------------------------------------------------------------------ */

static ptron_status check(const ptron_model *model, const ptron_dataset *set, ptron_error *err)
{
    const struct pt_recipe *recipe = &model->recipe;

    PT_TRY(pt_match_features(model, set, err));
    PT_TRY(pt_match_classes(model, set, err));
    if (recipe->feature_map.kind != PT_MAP_NONE || recipe->wording.n_crosses > 0)
        return pt_fail(err, PTRON_ARGUMENT, "the model makes its features of others: no column can be exchanged alone");
    if (recipe->scaling == PT_SCALE_UNIT || recipe->scaling == PT_SCALE_TFIDF)
        return pt_fail(err, PTRON_ARGUMENT, "the model scales each row by its own length (%s): no column can be "
                       "exchanged alone", pt_scaling_name(recipe->scaling));
    if (set->n_rows > UINT32_MAX)
        return pt_fail(err, PTRON_ARGUMENT, "columns are exchanged in sets of up to 2^32 rows");
    return pt_dataset_trust_all(set, set->pool, err);
}

static ptron_status repeat_all(struct exchange *x, uint32_t *donor, size_t column, uint64_t seed, uint64_t *errors,
                               size_t repeats, ptron_error *err)
{
    for (size_t r = 0; r < repeats; r++) {
        pt_random random = pt_random_of(seed, (uint64_t)column << 24 | r);

        for (uint32_t i = 0; x->member != NULL && i < x->set->n_rows; i++)
            donor[i] = i;
        if (x->member != NULL)
            pt_random_shuffle(&random, donor, (size_t)x->set->n_rows);
        PT_TRY(count_all(x, &errors[r], err));
    }
    return PTRON_OK;
}

ptron_status pt_importance(const ptron_model *model, const ptron_dataset *set, size_t column, uint64_t seed,
                           uint64_t *errors, size_t repeats, ptron_error *err)
{
    const size_t slices = pt_slices(set->n_rows), features = pt_max(model->recipe.n_features, set->n_features);
    const bool exchanges = column != SIZE_MAX;
    bool *member = exchanges ? pt_zeroed(features, sizeof *member) : NULL;
    uint32_t *donor = pt_array((size_t)set->n_rows, sizeof *donor);
    struct exchange x = {model, set, member, donor, pt_array(slices, sizeof *x.wrong),
                         pt_array(slices, sizeof *x.status)};
    size_t k = column;
    struct group group;
    ptron_status status = check(model, set, err);

    if (status == PTRON_OK && (donor == NULL || x.wrong == NULL || x.status == NULL || (exchanges && member == NULL)))
        status = pt_fail_memory(err, (size_t)set->n_rows * sizeof *donor, "exchanging a column");
    if (status == PTRON_OK && exchanges && !find_group(&model->recipe, &k, &group))
        status = pt_fail(err, PTRON_ARGUMENT, "columns are numbered below %zu", pt_importance_columns(&model->recipe));
    if (status == PTRON_OK && exchanges)
        mark_members(&model->recipe, &group, member);
    if (status == PTRON_OK)
        status = repeat_all(&x, donor, column, seed, errors, repeats, err);
    pt_release(x.wrong);
    pt_release(x.status);
    pt_release(member);
    pt_release(donor);
    return status;
}
