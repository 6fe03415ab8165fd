/* A model as C source that needs no header and no library, and whose scores are ours to the last bit: dense rows in
 * eight lanes folded in the fixed order (math/vec.h), sparse rows in index order, the bias last. Scaling by
 * feature and into the ball is in it. The caller makes numbers of text: words and categories are features by name. */
#include "model/export.h"

#include <math.h>
#include <string.h>

static ptron_status check(const ptron_model *model, ptron_error *err)
{
    if (model->recipe.scaling == PT_SCALE_UNIT || model->recipe.scaling == PT_SCALE_TFIDF)
        return pt_fail(err, PTRON_ARGUMENT, "the model brings each row to norm 1, which needs a square root; C source "
                                            "without a library has none");
    return PTRON_OK;
}

/* ---- values -------------------------------------------------------------------------------------- */

/* A literal of type double: 1 would be an int. */
static void put_double(struct pt_buffer *out, double value)
{
    const size_t from = out->length;

    pt_buffer_number(out, value);
    for (size_t i = from; i < out->length; i++)
        if (out->bytes[i] == '.' || out->bytes[i] == 'e')
            return;
    pt_buffer_text(out, ".0");
}

static void put_text(struct pt_buffer *out, const char *text)
{
    pt_buffer_byte(out, '"');
    for (const unsigned char *s = (const unsigned char *)text; *s != '\0'; s++)
        if (*s < 0x20 || *s > 0x7e || *s == '"' || *s == '\\' || *s == '?')
            pt_buffer_format(out, "\\%03o", *s);
        else
            pt_buffer_byte(out, (char)*s);
    pt_buffer_byte(out, '"');
}

static void put_doubles(struct pt_buffer *out, const char *name, const double *values, size_t n)
{
    pt_buffer_format(out, "static const double %s[%zu] = {", name, n > 0 ? n : 1);
    for (size_t i = 0; i < n; i++) {
        pt_buffer_text(out, i % 6 == 0 ? "\n    " : " ");
        put_double(out, values[i]);
        pt_buffer_byte(out, ',');
    }
    pt_buffer_text(out, n > 0 ? "\n};\n" : "0.0};\n");
}

static void put_names(const ptron_model *model, struct pt_buffer *out)
{
    char name[1024];

    pt_buffer_text(out, "const char *const perceptron_classes[PERCEPTRON_CLASSES] = {\n");
    for (uint32_t c = 0; c < model->recipe.labels.classes.count; c++) {
        pt_buffer_text(out, "    ");
        put_text(out, pt_dict_text(&model->recipe.labels.classes, c, NULL));
        pt_buffer_text(out, ",\n");
    }
    pt_buffer_text(out, "};\n\nconst char *const perceptron_features[PERCEPTRON_FEATURES] = {\n");
    for (uint32_t j = 0; j < model->n_features; j++) {
        pt_recipe_feature_name(&model->recipe, j, name, sizeof name);
        pt_buffer_text(out, "    ");
        put_text(out, name);
        pt_buffer_text(out, ",\n");
    }
    pt_buffer_text(out, "};\n\n");
}

/* ---- functions ----------------------------------------------------------------------------------- */

/* How a value is scaled, as an expression of x (a value) and j (its feature). */
static void put_value(const struct pt_recipe *recipe, struct pt_buffer *out, const char *x, const char *j)
{
    if (recipe->scaling == PT_SCALE_BALL) {
        pt_buffer_format(out, "%s / ", x);
        put_double(out, recipe->ball);
    } else if (recipe->factor != NULL && recipe->shift != NULL) {
        pt_buffer_format(out, "(%s - shift[%s]) * factor[%s]", x, j, j);
    } else if (recipe->factor != NULL) {
        pt_buffer_format(out, "%s * factor[%s]", x, j);
    } else {
        pt_buffer_text(out, x);
    }
}

static void put_dense(const ptron_model *model, struct pt_buffer *out)
{
    pt_buffer_text(out, "void perceptron_scores(const double *x, double *scores)\n"
                        "{\n"
                        "    for (unsigned long v = 0; v < PERCEPTRON_SCORES; v++) {\n"
                        "        double lane[8] = {0};\n"
                        "\n"
                        "        for (unsigned long j = 0; j < PERCEPTRON_FEATURES; j++)\n"
                        "            lane[j % 8] += weights[j * PERCEPTRON_SCORES + v] * (");
    put_value(&model->recipe, out, "x[j]", "j");
    pt_buffer_text(out, ");\n"
                        "        scores[v] = (((lane[0] + lane[4]) + (lane[2] + lane[6])) +\n"
                        "                     ((lane[1] + lane[5]) + (lane[3] + lane[7]))) + bias[v];\n"
                        "    }\n"
                        "}\n");
}

static void put_sparse(const ptron_model *model, struct pt_buffer *out)
{
    pt_buffer_text(out, "void perceptron_scores(const unsigned *index, const double *value, unsigned long n, "
                        "double *scores)\n"
                        "{\n"
                        "    for (unsigned long v = 0; v < PERCEPTRON_SCORES; v++) {\n"
                        "        double sum = 0.0;\n"
                        "\n"
                        "        for (unsigned long i = 0; i < n; i++)\n"
                        "            if (index[i] < PERCEPTRON_FEATURES)\n"
                        "                sum += weights[(unsigned long)index[i] * PERCEPTRON_SCORES + v] * (");
    put_value(&model->recipe, out, "value[i]", "index[i]");
    pt_buffer_text(out, ");\n"
                        "        scores[v] = sum + bias[v];\n"
                        "    }\n"
                        "}\n");
}

/* Whether rows may have missing numbers, and be answered. */
static bool has_missing(const struct pt_recipe *recipe)
{
    return recipe->missing == PT_MISSING_MEAN || recipe->missing == PT_MISSING_ZERO;
}

static void put_missing(const ptron_model *model, struct pt_buffer *out)
{
    pt_buffer_text(out, "const double perceptron_missing[PERCEPTRON_FEATURES] = {");
    for (uint32_t j = 0; j < model->n_features; j++) {
        pt_buffer_text(out, j % 6 == 0 ? "\n    " : " ");
        put_double(out, model->recipe.fill == NULL ? 0.0 : model->recipe.fill[j]);
        pt_buffer_byte(out, ',');
    }
    pt_buffer_text(out, "\n};\n");
}

/* Names of ours within a comment, which nothing in them may end. */
static void put_word(struct pt_buffer *out, const char *word)
{
    for (; *word != '\0'; word++)
        pt_buffer_byte(out, *word > ' ' && *word <= '~' && strchr("*/\\?", *word) == NULL ? *word : '_');
}

/* What the caller makes of cells that are not plain numbers. */
static void put_cells(const struct pt_recipe *recipe, struct pt_buffer *out)
{
    bool flags = false, dates = false, marks = false;

    for (size_t i = 0; i < recipe->n_columns; i++) {
        flags |= recipe->columns[i].cells == PT_CELLS_FLAG;
        dates |= recipe->columns[i].cells >= PT_CELLS_DATE;
        marks |= recipe->columns[i].missing > 0;
    }
    if (flags)
        pt_buffer_text(out, " * Of yes and no, true and false make 1 and 0.\n");
    if (dates)
        pt_buffer_text(out, " * Of a date make the days since 1970-01-01, with the part of a day that the time is.\n");
    if (marks)
        pt_buffer_text(out, " * A feature 'NAME=missing' is 1 where NAME is missing, else 0.\n");
}

static void put_head(const ptron_model *model, struct pt_buffer *out)
{
    pt_buffer_text(out, "/* A linear model, written by perceptron ");
    put_word(out, model->version);
    pt_buffer_text(out, " (");
    put_word(out, model->algorithm);
    pt_buffer_text(out, "). Needs no header and no library.\n *\n");
    pt_buffer_text(out, model->recipe.dense
        ? " * perceptron_scores: x [PERCEPTRON_FEATURES], the values as they stand in the data, in the order of\n"
          " * perceptron_features; scores [PERCEPTRON_SCORES].\n"
        : " * perceptron_scores: n values and which features they belong to, counted from 0, increasing (their names:\n"
          " * perceptron_features); all other values are 0; scores [PERCEPTRON_SCORES].\n");
    if (model->recipe.whole)
        pt_buffer_format(out, " * Numbers come first, %u in all: give each, a zero too; of categories those "
                         "that are there.\n", (unsigned)model->recipe.n_numbers);
    put_cells(&model->recipe, out);
    if (has_missing(&model->recipe))
        pt_buffer_text(out, " * perceptron_missing: the value to give for a number that is missing.\n");
    pt_buffer_text(out, " * perceptron_class: which of perceptron_classes the scores mean. */\n\n"
                        "#if defined(__clang__)\n#pragma STDC FP_CONTRACT OFF\n"
                        "#elif defined(__GNUC__)\n#pragma GCC optimize(\"fp-contract=off\")\n#endif\n\n");
    pt_buffer_format(out, "enum { PERCEPTRON_FEATURES = %u, PERCEPTRON_CLASSES = %u, PERCEPTRON_SCORES = %u };\n\n",
                     (unsigned)model->n_features, (unsigned)model->recipe.labels.classes.count,
                     (unsigned)model->n_vectors);
    pt_buffer_text(out, "extern const char *const perceptron_classes[PERCEPTRON_CLASSES];\n"
                        "extern const char *const perceptron_features[PERCEPTRON_FEATURES];\n");
    if (has_missing(&model->recipe))
        pt_buffer_text(out, "extern const double perceptron_missing[PERCEPTRON_FEATURES];\n");
    pt_buffer_text(out, model->recipe.dense
        ? "void perceptron_scores(const double *x, double *scores);\n"
        : "void perceptron_scores(const unsigned *index, const double *value, unsigned long n, double *scores);\n");
    pt_buffer_text(out, "unsigned perceptron_class(const double *scores);\n\n");
}

static void write(const ptron_model *model, struct pt_buffer *out)
{
    const struct pt_recipe *recipe = &model->recipe;

    put_head(model, out);
    put_names(model, out);
    put_doubles(out, "weights", model->weights, (size_t)model->n_features * model->n_vectors);
    put_doubles(out, "bias", model->bias, model->n_vectors);
    if (recipe->shift != NULL)
        put_doubles(out, "shift", recipe->shift, model->n_features);
    if (recipe->factor != NULL)
        put_doubles(out, "factor", recipe->factor, model->n_features);
    if (has_missing(recipe))
        put_missing(model, out);
    pt_buffer_byte(out, '\n');
    (recipe->dense ? put_dense : put_sparse)(model, out);
    pt_buffer_text(out, "\n"
                        "unsigned perceptron_class(const double *scores)\n"
                        "{\n"
                        "    unsigned best = 0;\n"
                        "\n"
                        "    if (PERCEPTRON_SCORES == 1)\n"
                        "        return scores[0] > 0.0;\n"
                        "    for (unsigned v = 1; v < PERCEPTRON_SCORES; v++)\n"
                        "        if (scores[v] > scores[best])\n"
                        "            best = v;\n"
                        "    return best;\n"
                        "}\n");
}

const struct pt_export pt_export_c = {.name = "c", .check = check, .write = write};
