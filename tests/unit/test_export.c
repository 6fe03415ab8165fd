/* Exports: what a form cannot hold is refused, and every failed allocation is survived. tests/cli/export.sh compiles
 * and runs what comes out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "model/model.h"
#include "support.h"
#include "weights.h"

#include <stdio.h>

static const char *const forms[] = {"json", "liblinear", "c"};

static ptron_model *model_of(const char *rows, const char *scale)
{
    ptron_options *options = NULL;
    ptron_dataset *set = NULL;
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;

    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "scale", scale, NULL), PTRON_OK);
    assert_int_equal(ptron_dataset_read(rows, strlen(rows), "rows", options, NULL, &set, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(options, set, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &model, NULL), PTRON_OK);
    ptron_trainer_free(trainer);
    ptron_dataset_free(set);
    ptron_options_free(options);
    return model;
}

static void liblinear_text_has_the_positive_label_first_and_the_bias_last(void **state)
{
    ptron_model *model = model_of("+1 1:1\n-1 2:1\n", "none");
    const double *w = weights_of(model, 0);
    char wanted[256], *text = NULL;
    size_t length = 0;

    (void)state;
    assert_int_equal(ptron_model_export(model, "liblinear", (void **)&text, &length, NULL), PTRON_OK);
    snprintf(wanted, sizeof wanted, "solver_type L2R_L1LOSS_SVC_DUAL\nnr_class 2\nlabel 1 -1\nnr_feature 2\nbias 1\nw\n"
             "%g \n%g \n%g \n", w[0], w[1], ptron_model_bias(model, 0));
    assert_int_equal(length, strlen(wanted));
    assert_memory_equal(text, wanted, length);
    ptron_bytes_free(text);
    ptron_model_free(model);
}

static void rows_numbered_from_zero_are_not_liblinears(void **state)
{
    ptron_model *model = model_of("+1 0:1\n-1 1:1\n", "none");
    void *text = NULL;
    size_t length = 0;
    ptron_error err;

    (void)state;
    assert_int_equal(ptron_model_export(model, "liblinear", &text, &length, &err), PTRON_ARGUMENT);
    assert_string_equal(err.message, "the model's rows number features from 0; LIBLINEAR's from 1");
    assert_null(text);
    assert_int_equal(ptron_model_export(model, NULL, &text, &length, &err), PTRON_ARGUMENT);
    assert_int_equal(ptron_model_export(model, "pmml", &text, &length, &err), PTRON_ARGUMENT);
    ptron_model_free(model);
}

static void every_failed_allocation_is_survived(void **state)
{
    ptron_model *model = model_of("x,y,label\n1,2,1\n2,1,2\n5,5,3\n", "standard");

    (void)state;
    for (size_t form = 0; form < 3; form++)
        for (size_t k = 0;; k++) {
            void *text = NULL;
            size_t length = 0;

            pt_test_fail_allocation(k);
            const ptron_status status = ptron_model_export(model, forms[form], &text, &length, NULL);
            const bool failed = pt_test_allocation_failed();
            pt_test_fail_allocation(SIZE_MAX);
            assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
            assert_true(failed == (text == NULL));
            ptron_bytes_free(text);
            if (!failed)
                break;
        }
    ptron_model_free(model);
}

/* Models that were loaded have no such names, but models come into being in other ways too. */
static void names_cannot_end_the_comment_that_they_stand_in(void **state)
{
    ptron_model *model = model_of("+1 1:1\n-1 2:1\n", "none");
    char *text = NULL;
    size_t length = 0;

    (void)state;
    pt_release(model->algorithm);
    model->algorithm = pt_copy_text("*/int/**/pwned;/*", 17);
    assert_int_equal(ptron_model_export(model, "c", (void **)&text, &length, NULL), PTRON_OK);
    assert_true(strstr(text, "__int____pwned;__") != NULL);
    ptron_bytes_free(text);
    ptron_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(liblinear_text_has_the_positive_label_first_and_the_bias_last),
        cmocka_unit_test(rows_numbered_from_zero_are_not_liblinears),
        cmocka_unit_test(names_cannot_end_the_comment_that_they_stand_in),
        cmocka_unit_test(every_failed_allocation_is_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
