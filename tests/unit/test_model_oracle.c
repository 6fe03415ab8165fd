/* Model files as a reader sees them that was written from docs/model-format.md alone, in another language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "toy_model.h"
#include "weights.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

/* %a spells a bit pattern; Python reads it back to the same one. */
static void say_real(FILE *out, const char *name, double value)
{
    if (isnan(value))
        fprintf(out, "%s\tnan\n", name);
    else
        fprintf(out, "%s\t%a\n", name, value);
}

static void say_count(FILE *out, const char *name, uint64_t value)
{
    fprintf(out, "%s\t%" PRIu64 "\n", name, value);
}

static void say_training(FILE *out, const ptron_result *r)
{
    say_count(out, "rows", r->rows);
    say_count(out, "features", r->features);
    say_count(out, "classes", r->classes);
    say_count(out, "epochs", r->epochs);
    say_count(out, "row", r->row);
    say_count(out, "updates", r->updates);
    say_count(out, "mistakes", r->mistakes);
    say_count(out, "last_epoch_mistakes", r->last_epoch_mistakes);
    say_count(out, "seed", r->seed);
    say_real(out, "radius", r->radius);
    say_real(out, "margin_lower", r->margin_lower);
    say_real(out, "margin_upper", r->margin_upper);
    say_real(out, "k_max_lower", r->k_max_lower);
    say_real(out, "k_max_upper", r->k_max_upper);
    say_count(out, "train_errors", r->train_errors);
    say_real(out, "train_error", r->train_error);
    say_real(out, "progressive_error", r->progressive_error);
    say_real(out, "holdout_error", r->holdout_error);
    say_count(out, "holdout_rows", r->holdout_rows);
    say_count(out, "best_epoch", r->best_epoch);
    say_real(out, "step_norm", r->step_norm);
    say_real(out, "risk", r->risk);
    say_real(out, "objective", r->objective);
    say_real(out, "gap", r->gap);
    say_real(out, "mixed_updates", r->mixed_updates);
    say_count(out, "earlier_rows", r->earlier_rows);
}

static void say_weights(FILE *out, const ptron_model *model)
{
    fprintf(out, "has_bias\t%d\n", model->has_bias);
    say_real(out, "bias_scale", model->bias_scale);
    for (size_t v = 0; v < model->n_vectors; v++) {
        say_real(out, "bias", ptron_model_bias(model, v));
        for (size_t j = 0; j < model->n_features; j++)
            say_real(out, "weight", weights_of(model, v)[j * model->n_vectors]);
    }
    fprintf(out, "state\t%d\n", model->state != NULL);
}

static void say_model(FILE *out, const ptron_model *model)
{
    const char *name, *value;
    PTRON_SIZED(ptron_model_facts, facts);
    const ptron_result training = model->training;   /* as it stands in the file */

    ptron_model_describe(model, &facts);
    fprintf(out, "algorithm\t%s\nversion\t%s\n", training.algorithm, facts.version);
    say_count(out, "fingerprint", model->fingerprint);
    fprintf(out, "reason\t%s\n", ptron_stop_text(training.reason));
    say_training(out, &training);
    for (size_t i = 0; ptron_model_parameter(model, i, &name, &value); i++)
        fprintf(out, "parameter %s\t%s\n", name, value);
    for (size_t c = 0; ptron_model_class_name(model, c) != NULL; c++)
        fprintf(out, "class\t%s\n", ptron_model_class_name(model, c));
    say_weights(out, model);
}

/* Rows, scores and classes: "x,x,...", TAB, "score,...", TAB, class. */
static void say_scores(FILE *out, const ptron_model *model)
{
    pt_random random = pt_random_of(17, model->n_features);
    double *x = calloc(model->n_features, sizeof *x), *raw = calloc(model->n_features, sizeof *raw);
    double *scores = calloc(model->n_vectors, sizeof *scores);

    fprintf(out, "rows\n");
    for (int i = 0; i < 10; i++) {
        struct pt_row row = {.value = x, .n = model->n_features, .kind = PT_F64};

        for (size_t j = 0; j < model->n_features; j++) {
            x[j] = raw[j] = pt_random_normal(&random);
            row.norm2 += x[j] * x[j];
        }
        if (model->recipe.factor != NULL)
            for (size_t j = 0; j < model->n_features; j++)
                x[j] = (x[j] - model->recipe.shift[j]) * model->recipe.factor[j];
        assert_int_equal(pt_model_score(model, &row, scores, NULL), PTRON_OK);
        for (size_t j = 0; j < model->n_features; j++)
            fprintf(out, "%s%a", j == 0 ? "" : ",", raw[j]);
        for (size_t v = 0; v < model->n_vectors; v++)
            fprintf(out, "%s%a", v == 0 ? "\t" : ",", scores[v]);
        fprintf(out, "\t%s\n", ptron_model_class_name(model, pt_model_class(model, scores, (struct pt_cut){0})));
    }
    free(x);
    free(raw);
    free(scores);
}

static void assert_read_alike(ptron_model *model)   /* frees it */
{
    char room[] = "/tmp/test_model_oracle.XXXXXX", path[64], expected[64], command[256];
    ptron_error err = {0};
    FILE *out;

    assert_non_null(mkdtemp(room));
    snprintf(path, sizeof path, "%s/model", room);
    snprintf(expected, sizeof expected, "%s/expected", room);
    if (ptron_model_save(model, path, &err) != PTRON_OK)
        fail_msg("%s: %s", err.file, err.message);
    out = fopen(expected, "w");
    assert_non_null(out);
    say_model(out, model);
    say_scores(out, model);
    assert_int_equal(fclose(out), 0);
    snprintf(command, sizeof command, "PYTHONDONTWRITEBYTECODE=1 python3 tests/oracle/compare_model.py %s %s", path,
             expected);
    assert_int_equal(system(command), 0);
    unlink(path);
    unlink(expected);
    rmdir(room);
    ptron_model_free(model);
}

static void two_classes_read_alike(void **state)
{
    (void)state;
    assert_read_alike(toy_model(7, 2, 1));
}

static void many_classes_read_alike(void **state)
{
    ptron_model *model = toy_model(5, 4, 1);

    (void)state;
    model->state = toy_text("state");
    model->state_length = 5;
    assert_read_alike(model);
}

static void pairs_read_alike(void **state)
{
    (void)state;
    assert_read_alike(toy_model(300, 3, 7));
}

static void odd_numbers_read_alike(void **state)
{
    ptron_model *model = toy_model(3, 2, 1);

    (void)state;
    model->weights[0] = -0.0;
    model->weights[1] = 4.9406564584124654e-324;
    model->training.train_errors = UINT64_MAX;
    model->training.reason = PTRON_STOP_IDLE;
    assert_read_alike(model);
}

/* Dense rows from a table with scaling: most of the recipe's fields are in use. */
static void a_scaled_table_reads_alike(void **state)
{
    static const char *const names[] = {"length", "wi\"dth", "größe", "species"};
    ptron_model *model = toy_model(3, 2, 1);
    struct pt_recipe *recipe = &model->recipe;

    (void)state;
    recipe->format = PT_FORMAT_CSV;
    recipe->index_base = -1;
    recipe->dense = recipe->header = true;
    recipe->delimiter = ';';
    recipe->n_numbers = 3;
    recipe->n_columns = 4;
    recipe->columns = pt_zeroed(4, sizeof *recipe->columns);
    for (uint32_t i = 0; i < 4; i++)
        recipe->columns[i] = (struct pt_column){.name = toy_text(names[i]),
                                                .role = i < 3 ? PT_ROLE_NUMBER : PT_ROLE_LABEL,
                                                .feature = i < 3 ? i : 0};
    recipe->missing = PT_MISSING_MEAN;
    recipe->scaling = PT_SCALE_STANDARD;
    recipe->fill = pt_zeroed(3, sizeof(double));
    recipe->shift = pt_zeroed(3, sizeof(double));
    recipe->factor = pt_zeroed(3, sizeof(double));
    for (size_t j = 0; j < 3; j++) {
        recipe->fill[j] = recipe->shift[j] = 0.1 * (double)j;
        recipe->factor[j] = 1.0 / (1.0 + (double)j);
    }
    assert_read_alike(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_classes_read_alike),   cmocka_unit_test(many_classes_read_alike),
        cmocka_unit_test(pairs_read_alike),         cmocka_unit_test(odd_numbers_read_alike),
        cmocka_unit_test(a_scaled_table_reads_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
