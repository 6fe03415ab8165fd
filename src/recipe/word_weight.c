/* Counting in how many rows a word is, and what follows from it. */
#include "recipe/word_weight.h"
#include "base/alloc.h"

struct count {
    uint64_t *rows_with;      /* [n_features] */
    uint64_t  rows;
    uint32_t  n_numbers;      /* features that are no words */
    uint32_t  below_zero;     /* a feature with a value below 0, or UINT32_MAX */
};

static void count_row(void *context, const struct pt_row *row)
{
    struct count *count = context;

    count->rows++;
    for (size_t j = 0; j < row->n; j++) {
        const double x = pt_row_value(row, j);

        if (row->index[j] < count->n_numbers)
            continue;
        count->rows_with[row->index[j]] += x > 0.0;
        if (x < 0.0 && count->below_zero == UINT32_MAX)
            count->below_zero = row->index[j];
    }
}

ptron_status pt_word_weights_fit(struct pt_recipe *recipe, const struct pt_walk *walk, ptron_error *err)
{
    struct count count = {.n_numbers = recipe->n_numbers, .below_zero = UINT32_MAX};
    const size_t bytes = recipe->n_features * sizeof *count.rows_with;
    char name[64];
    ptron_status status;

    count.rows_with = pt_zeroed(recipe->n_features, sizeof *count.rows_with);
    if (count.rows_with == NULL)
        return pt_fail_memory(err, (size_t)recipe->n_features * sizeof *count.rows_with, "scaling");
    const struct pt_relayed pieces[] = {{count.rows_with, bytes},
                                        {&count.rows, sizeof count.rows},
                                        {&count.below_zero, sizeof count.below_zero}};
    status = pt_walk_rows(walk, count_row, &count, pieces, sizeof pieces / sizeof *pieces, err);
    for (uint32_t f = recipe->n_numbers; f < recipe->n_features; f++)
        recipe->factor[f] = 1.0 + pt_log((1.0 + (double)count.rows) / (1.0 + (double)count.rows_with[f]));
    pt_release(count.rows_with);
    if (status != PTRON_OK || count.below_zero == UINT32_MAX)
        return status;
    pt_recipe_feature_name(recipe, count.below_zero, name, sizeof name);
    return pt_fail(err, PTRON_DATA, "scaling 'tfidf' weighs counts, and feature '%s' has values below 0", name);
}
