/* A model as LIBLINEAR's text. Feature j is index j + 1; the bias is one more feature of value 1, added last, as here:
 * for sparse rows the sums are the same bits. LIBLINEAR knows three things less: labels are whole numbers, what is
 * missing is 0, and rows are taken as they are, so scaling by feature is multiplied into the weights (equal but for
 * rounding) and scaling by row is refused. */
#include "model/export.h"
#include "base/number.h"

#include <string.h>

/* A label as LIBLINEAR reads one: a whole number that fits an int. */
static bool whole(const char *text, long *value)
{
    const bool negative = text[0] == '-';
    const char *at = text + (negative || text[0] == '+'), *end = at + strlen(at);
    uint64_t size;

    if (!pt_parse_u64(&at, end, &size) || at != end || size > 2147483647)
        return false;
    *value = negative ? -(long)size : (long)size;
    return true;
}

static ptron_status check(const ptron_model *model, ptron_error *err)
{
    const struct pt_recipe *recipe = &model->recipe;
    long value;

    for (uint32_t c = 0; c < recipe->labels.classes.count; c++) {
        const char *name = pt_dict_text(&recipe->labels.classes, c, NULL);
        if (!whole(name, &value))
            return pt_fail(err, PTRON_ARGUMENT, "the label '%.60s' is not a whole number; LIBLINEAR knows no others",
                           name);
    }
    if (recipe->scaling == PT_SCALE_UNIT || recipe->scaling == PT_SCALE_TFIDF)
        return pt_fail(err, PTRON_ARGUMENT, "the model brings each row to norm 1; LIBLINEAR takes rows as they are");
    if (recipe->missing == PT_MISSING_MEAN)
        return pt_fail(err, PTRON_ARGUMENT, "the model fills missing cells with their column's mean; LIBLINEAR takes "
                       "what is missing for 0");
    if (recipe->index_base == 0)
        return pt_fail(err, PTRON_ARGUMENT, "the model's rows number features from 0; LIBLINEAR's from 1");
    return PTRON_OK;
}

/* What the row's own value is multiplied by in the end. */
static double folded(const ptron_model *model, uint32_t j, uint32_t v)
{
    const struct pt_recipe *recipe = &model->recipe;
    const double w = model->weights[(size_t)j * model->n_vectors + v];

    return recipe->factor != NULL ? w * recipe->factor[j] : recipe->scaling == PT_SCALE_BALL ? w / recipe->ball : w;
}

static double folded_bias(const ptron_model *model, uint32_t v)
{
    double bias = model->bias[v];

    for (uint32_t j = 0; model->recipe.shift != NULL && j < model->n_features; j++)
        bias -= folded(model, j, v) * model->recipe.shift[j];
    return bias;
}

/* Two classes: LIBLINEAR's first label is the one of positive scores. */
static void put_labels(const ptron_model *model, struct pt_buffer *out)
{
    const uint32_t n = model->recipe.labels.classes.count;
    long value = 0;

    pt_buffer_text(out, "label");
    for (uint32_t c = 0; c < n; c++) {
        whole(pt_dict_text(&model->recipe.labels.classes, model->n_vectors == 1 ? n - 1 - c : c, NULL), &value);
        pt_buffer_format(out, " %ld", value);
    }
}

static void write(const ptron_model *model, struct pt_buffer *out)
{
    pt_buffer_format(out, "solver_type L2R_L1LOSS_SVC_DUAL\nnr_class %u\n",
                     (unsigned)model->recipe.labels.classes.count);
    put_labels(model, out);
    pt_buffer_format(out, "\nnr_feature %u\nbias 1\nw\n", (unsigned)model->n_features);
    for (uint32_t j = 0; j <= model->n_features; j++) {
        for (uint32_t v = 0; v < model->n_vectors; v++) {
            pt_buffer_number(out, j < model->n_features ? folded(model, j, v) : folded_bias(model, v));
            pt_buffer_byte(out, ' ');
        }
        pt_buffer_byte(out, '\n');
    }
}

const struct pt_export pt_export_liblinear = {.name = "liblinear", .check = check, .write = write};
