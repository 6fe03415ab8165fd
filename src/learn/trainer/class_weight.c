/* How much the rows of each class count. */
#include "learn/trainer/trainer.h"
#include "base/alloc.h"
#include "base/number.h"
#include "sets/share.h"

#include <math.h>
#include <string.h>

static ptron_status set_one(const struct pt_labels *labels, const char *item, size_t length, double *weights,
                            ptron_error *err)
{
    const char *end = item + length, *at = end;
    uint32_t class;
    double weight;

    while (at > item && at[-1] != '=')
        at--;
    if (at == item)
        return pt_fail(err, PTRON_ARGUMENT, "class-weight has '%.*s', LABEL=WEIGHT is wanted", (int)length, item);
    class = pt_labels_class(labels, item, (size_t)(at - 1 - item));
    if (class >= labels->classes.count)
        return pt_fail(err, PTRON_ARGUMENT, "class-weight names '%.*s', which no row is labelled",
                       (int)(at - 1 - item), item);
    if (!pt_parse_double(&at, end, &weight) || at != end || !(weight > 0.0) || !isfinite(weight))
        return pt_fail(err, PTRON_ARGUMENT, "class-weight has '%.*s', a positive weight is wanted", (int)length, item);
    weights[class] = weight;
    return PTRON_OK;
}

/* n / (classes * n_c): each class weighs the same in all. */
static ptron_status balance(const struct pt_view *view, size_t classes, double *weights, ptron_error *err)
{
    uint64_t *counts = pt_zeroed(classes, sizeof *counts);
    ptron_status status;

    if (counts == NULL)
        return pt_fail_memory(err, classes * sizeof *counts, "class weights");
    for (uint64_t i = 0; i < pt_view_here(view); i++)
        counts[pt_view_row_here(view, i).label]++;
    status = pt_view_sum(view, counts, classes, err);
    for (size_t c = 0; c < classes && status == PTRON_OK; c++)
        weights[c] = counts[c] > 0 ? (double)view->n / ((double)classes * (double)counts[c]) : 1.0;
    pt_release(counts);
    return status;
}

ptron_status pt_class_weights(const ptron_options *options, const ptron_dataset *set, const struct pt_view *view,
                              double **weights, ptron_error *err)
{
    const char *text = pt_option_text(options, "class-weight");
    const size_t classes = pt_dataset_classes(set);

    if (text[0] == '\0')
        return PTRON_OK;
    *weights = pt_zeroed(classes, sizeof **weights);
    if (*weights == NULL)
        return pt_fail_memory(err, classes * sizeof **weights, "class weights");
    if (strcmp(text, "balanced") == 0)
        return balance(view, classes, *weights, err);
    for (size_t c = 0; c < classes; c++)
        (*weights)[c] = 1.0;
    while (*text != '\0') {
        const size_t length = strcspn(text, ",");
        PT_TRY(set_one(&set->shared->labels, text, length, *weights, err));
        text += length + (text[length] == ',');
    }
    return PTRON_OK;
}
