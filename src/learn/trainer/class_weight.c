/* How much the rows of each class count. */
#include "learn/trainer/trainer.h"
#include "base/alloc.h"
#include "base/number.h"

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

ptron_status pt_class_weights(const ptron_options *options, const ptron_dataset *set, const uint32_t *rows, uint64_t n,
                              double **weights, ptron_error *err)
{
    const char *text = pt_option_text(options, "class-weight");
    const size_t classes = pt_dataset_classes(set);

    if (text[0] == '\0')
        return PTRON_OK;
    *weights = pt_zeroed(classes, sizeof **weights);
    if (*weights == NULL)
        return pt_fail_memory(err, classes * sizeof **weights, "class weights");
    if (strcmp(text, "balanced") == 0) {   /* n / (classes * n_c): each class weighs the same in all */
        for (uint64_t i = 0; i < n; i++)
            (*weights)[pt_dataset_row(set, rows == NULL ? i : rows[i]).label] += 1.0;
        for (size_t c = 0; c < classes; c++)
            (*weights)[c] = (*weights)[c] > 0.0 ? (double)n / ((double)classes * (*weights)[c]) : 1.0;
        return PTRON_OK;
    }
    for (size_t c = 0; c < classes; c++)
        (*weights)[c] = 1.0;
    while (*text != '\0') {
        const size_t length = strcspn(text, ",");
        PT_TRY(set_one(&set->shared->labels, text, length, *weights, err));
        text += length + (text[length] == ',');
    }
    return PTRON_OK;
}
