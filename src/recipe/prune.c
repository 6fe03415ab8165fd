/* Counting in how many rows a feature is, and keeping those that are in enough and not too many. */
#include "recipe/prune.h"
#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

const char *pt_prune_asked(const ptron_options *options)
{
    if (pt_option_real(options, "min-df") > 0.0)
        return "min-df";
    if (pt_option_real(options, "max-df") != 1.0)
        return "max-df";
    return pt_option_count(options, "max-features") > 0 ? "max-features" : NULL;
}

void pt_pruning_fini(struct pt_pruning *pruning)
{
    pt_release(pruning->number);
    *pruning = (struct pt_pruning){0};
}

struct census {
    uint32_t *rows_with;      /* [n_features] */
    uint64_t  rows;
};

static void count_row(void *context, const struct pt_row *row)
{
    struct census *census = context;

    census->rows++;
    for (size_t j = 0; j < row->n; j++)
        census->rows_with[row->index[j]]++;
}

/* From the largest to the smallest. */
static int compare_counts(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return x < y ? 1 : x > y ? -1 : 0;
}

/* Marks features outside the bounds by a count of 0. */
static void apply_bounds(const struct pt_recipe *recipe, const ptron_options *options, struct census *census)
{
    const double least = pt_option_real(options, "min-df"), most = pt_option_real(options, "max-df");
    const double from = least < 1.0 ? least * (double)census->rows : least;
    const double to = most <= 1.0 ? most * (double)census->rows : most;

    for (uint32_t f = recipe->n_numbers; f < recipe->n_features; f++)
        if ((double)census->rows_with[f] < from || (double)census->rows_with[f] > to)
            census->rows_with[f] = 0;
}

/* Marks those behind the first `most` in the same way. */
static ptron_status apply_most(const struct pt_recipe *recipe, size_t most, struct census *census, ptron_error *err)
{
    const uint32_t first = recipe->n_numbers;
    const size_t n = recipe->n_features - first;
    uint32_t *sorted, least;
    size_t ties = 0;

    if (most == 0 || most >= n)
        return PTRON_OK;
    sorted = pt_array(n, sizeof *sorted);
    if (sorted == NULL)
        return pt_fail_memory(err, n * sizeof *sorted, "counts of rows");
    memcpy(sorted, census->rows_with + first, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_counts);
    least = sorted[most - 1];
    while (ties < most && sorted[most - 1 - ties] == least)
        ties++;
    pt_release(sorted);
    for (uint32_t f = first; f < recipe->n_features; f++) {
        const bool tie = census->rows_with[f] == least;

        if (census->rows_with[f] < least || (tie && ties == 0))
            census->rows_with[f] = 0;
        else
            ties -= tie;
    }
    return PTRON_OK;
}

/* Gives those that stay their numbers; words are the names of the features behind the numbers. */
static ptron_status renumber(struct pt_recipe *recipe, const struct census *census, struct pt_pruning *out,
                             ptron_error *err)
{
    struct pt_dict words;
    uint32_t next = recipe->n_numbers;

    pt_dict_init(&words);
    for (uint32_t f = 0; f < recipe->n_features; f++) {
        const bool kept = f < recipe->n_numbers || census->rows_with[f] > 0;
        size_t length;
        const char *text = f < recipe->n_numbers ? NULL : pt_dict_text(&recipe->words, f - recipe->n_numbers, &length);

        out->number[f] = f < recipe->n_numbers ? f : kept ? next++ : PT_DICT_NONE;
        out->n_values += kept ? census->rows_with[f] : 0;
        if (kept && text != NULL && pt_dict_add(&words, text, length) == PT_DICT_NONE) {
            pt_dict_fini(&words);
            return pt_fail_memory(err, length, "words");
        }
        if (kept && recipe->fill != NULL)
            recipe->fill[out->number[f]] = recipe->fill[f];
    }
    pt_dict_fini(&recipe->words);
    recipe->words = words;
    recipe->n_features = next;
    return PTRON_OK;
}

static ptron_status check_kind(const struct pt_recipe *recipe, const ptron_options *options, ptron_error *err)
{
    const enum pt_shape shape = pt_recipe_shape(recipe);

    if (recipe->hash_bits > 0)
        return pt_fail(err, PTRON_ARGUMENT, "--%s leaves out words by name, and hashed ones (--hash-bits) have none",
                       pt_prune_asked(options));
    if (recipe->dense || (shape != PT_SHAPE_WORDS && shape != PT_SHAPE_COLUMNS))
        return pt_detail(err, PTRON_DETAIL_OPTION_IDLE,
                         pt_fail(err, PTRON_ARGUMENT, "--%s does nothing: these rows have neither words nor categories",
                                 pt_prune_asked(options)));
    return PTRON_OK;
}

ptron_status pt_prune_fit(struct pt_recipe *recipe, const ptron_options *options, const struct pt_walk *walk,
                          struct pt_pruning *out, ptron_error *err)
{
    struct census census = {0};
    ptron_status status;

    *out = (struct pt_pruning){0};
    if (pt_prune_asked(options) == NULL)
        return PTRON_OK;
    PT_TRY(check_kind(recipe, options, err));
    census.rows_with = pt_zeroed(recipe->n_features, sizeof *census.rows_with);
    out->number = pt_array(recipe->n_features, sizeof *out->number);
    status = census.rows_with == NULL || out->number == NULL
                 ? pt_fail_memory(err, 2 * (size_t)recipe->n_features * sizeof *out->number, "counts of rows")
                 : PTRON_OK;
    if (status == PTRON_OK) {
        const struct pt_relayed pieces[] = {{census.rows_with, recipe->n_features * sizeof *census.rows_with},
                                            {&census.rows, sizeof census.rows}};

        status = pt_walk_rows(walk, count_row, &census, pieces, sizeof pieces / sizeof *pieces, err);
    }
    if (status == PTRON_OK) {
        apply_bounds(recipe, options, &census);
        status = apply_most(recipe, (size_t)pt_option_count(options, "max-features"), &census, err);
    }
    if (status == PTRON_OK)
        status = renumber(recipe, &census, out, err);
    if (status == PTRON_OK && recipe->n_features == 0)
        status = pt_fail(err, PTRON_DATA, "no word is left: --min-df, --max-df and --max-features leave out all");
    pt_release(census.rows_with);
    if (status != PTRON_OK)
        pt_pruning_fini(out);
    return status;
}

size_t pt_prune_row(const struct pt_pruning *pruning, uint32_t *index, void *value, size_t size, size_t n)
{
    char *bytes = value;
    size_t kept = 0;

    for (size_t j = 0; j < n; j++) {
        const uint32_t number = pruning->number[index[j]];

        if (number == PT_DICT_NONE)
            continue;
        index[kept] = number;
        if (kept < j && size > 0)
            memcpy(bytes + kept * size, bytes + j * size, size);
        kept++;
    }
    return kept;
}
