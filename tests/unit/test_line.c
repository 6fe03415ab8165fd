/* One raw line at a time: the same row, the same bits as a file read whole; what is wrong is told by column. */
#include "support.h"
#include "base/alloc.h"

#include <stdio.h>

static const struct {
    const char *rows;      /* with labels; CSV: a header first */
    const char *options;   /* "name value name value ..." */
    bool        header;
} cases[] = {
    {"a,b,class\n1,2.5,x\n-3,0,y\n4,1e2,x\n0.25,7,y\n", "", true},
    {"a,b,class\n1,2.5,x\n-3,0,y\n4,1e2,x\n0.25,7,y\n", "scale standard", true},
    {"a,b,class\n1,2.5,x\n-3,?,y\n4,1e2,z\n,7,y\n", "missing mean scale minmax", true},
    {"a,b,class\n1,2.5,x\n-3,?,y\n4,1e2,z\n,7,y\n", "missing zero scale ball", true},
    {"a,kind,class\n1,red,x\n2,\"bl,\"\"ue\",y\n0,red,x\n5,green,y\n", "one-hot kind scale unit", true},
    {"class;a;skip;b\nx;1;9;2\ny;-1;9;3\nx;2;0;1\n", "ignore skip label class", true},
    {"a,b,class\n1,2.5,x\n-3,0,y\n4,1,x\n0.25,7,y\n", "features fourier:8 gamma 0.5", true},
    {"1 1:0.5 3:2\n0 2:-1\n1 4:1e-3 7:3 # end\n0 1:1 2:1 3:1\n", "", false},
    {"1 0:0.5 3:2\n0 2:-1\n1 4:1e-3 7:3\n0 1:1 2:1 3:1\n", "scale unit", false},
    {"{\"a\": 1, \"k\": \"r\\u00e9d\", \"class\": \"x\"}\n{\"class\": \"y\", \"a\": -3, \"k\": \"blue\"}\n"
     "{\"a\": null, \"class\": \"x\"}\n", "missing mean scale standard", false},
    {"ham\tSee you, \xc3\x89lan\nspam\tcheap pills $\nham\tnoon you\nspam\tPILLS now !\n", "", false},
    {"ham\tSee \xc3\x89lan\nspam\tcheap pills $\nham\tnoon you\nspam\tPILLS now\n", "hash-bits 6 scale unit", false},
};
enum { N_CASES = sizeof cases / sizeof *cases };

static ptron_options *options_in(const char *words)
{
    ptron_options *options;
    char copy[128], *save = copy, *name, *value;

    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    snprintf(copy, sizeof copy, "%s", words);
    while ((name = strtok_r(save, " ", &save)) != NULL && (value = strtok_r(NULL, " ", &save)) != NULL)
        assert_int_equal(ptron_options_set(options, name, value, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "epochs", "3", NULL), PTRON_OK);
    return options;
}

static ptron_model *model_of(const char *rows, const char *words, ptron_dataset **set)
{
    ptron_options *options = options_in(words);
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;
    ptron_error err;

    if (ptron_dataset_read(rows, strlen(rows), "rows", options, NULL, set, &err) != PTRON_OK ||
        ptron_trainer_new(options, *set, NULL, &trainer, &err) != PTRON_OK ||
        ptron_trainer_run(trainer, NULL, &err) != PTRON_OK || ptron_trainer_snapshot(trainer, &model, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    ptron_trainer_free(trainer);
    ptron_options_free(options);
    return model;
}

/* Lines stand alone, with nothing behind them that may be read. */
static ptron_status predict(ptron_line_reader *reader, const char *line, size_t length, double *scores,
                            uint32_t *answer, ptron_error *err)
{
    char *copy = malloc(length == 0 ? 1 : length);
    ptron_status status;

    assert_non_null(copy);
    memcpy(copy, line, length);
    status = ptron_predict_line(reader, copy, length, scores, answer, err);
    free(copy);
    return status;
}

static void lines_score_as_the_rows_of_a_file(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_CASES; i++) {
        ptron_dataset *set;
        ptron_model *model = model_of(cases[i].rows, cases[i].options, &set);
        const size_t n = ptron_model_scores(model);
        ptron_line_reader *reader;
        double wanted[32], got[4];
        uint32_t classes[8], answer;
        const char *at = cases[i].rows;
        size_t row = 0;

        assert_int_equal(ptron_predict(model, set, NULL, wanted, classes, NULL), PTRON_OK);
        assert_int_equal(ptron_line_reader_new(model, &reader, NULL), PTRON_OK);
        for (at += cases[i].header ? strcspn(at, "\n") + 1 : 0; *at != '\0'; at += strcspn(at, "\n") + 1, row++) {
            assert_int_equal(predict(reader, at, strcspn(at, "\n"), got, &answer, NULL), PTRON_OK);
            assert_memory_equal(got, wanted + row * n, n * sizeof *got);
            assert_int_equal(answer, classes[row]);
            assert_int_equal(predict(reader, at, strcspn(at, "\n") + 1, NULL, &answer, NULL), PTRON_OK);
            assert_int_equal(answer, classes[row]);
        }
        assert_in_range(row, 3, 4);
        ptron_line_reader_free(reader);
        ptron_model_free(model);
        ptron_dataset_free(set);
    }
}

static void a_label_may_be_left_out(void **state)
{
    static const struct { size_t rows; const char *with, *without; } lines[] = {
        {0, "4,1e2,x", "4,1e2"}, {5, "x;2;0;1", "2;0;1"}, {7, "1 1:0.5 3:2", "1:0.5 3:2"},
        {10, "ham\tsee noon", "see noon"},
        {9, "{\"a\": 2, \"k\": \"blue\", \"class\": \"x\"}", "{\"k\": \"blue\", \"a\": 2}"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        ptron_dataset *set;
        ptron_model *model = model_of(cases[lines[i].rows].rows, cases[lines[i].rows].options, &set);
        ptron_line_reader *reader;
        double with, without;

        assert_int_equal(ptron_line_reader_new(model, &reader, NULL), PTRON_OK);
        assert_int_equal(predict(reader, lines[i].with, strlen(lines[i].with), &with, NULL, NULL), PTRON_OK);
        assert_int_equal(predict(reader, lines[i].without, strlen(lines[i].without), &without, NULL, NULL), PTRON_OK);
        assert_true(with == without);
        ptron_line_reader_free(reader);
        ptron_model_free(model);
        ptron_dataset_free(set);
    }
}

static void what_is_wrong_is_told_by_column_and_the_next_line_is_read(void **state)
{
    static const struct { size_t rows; const char *line; uint64_t column; const char *message; } bad[] = {
        {0, "1,abc,x", 3, "'abc' is not a number"},
        {0, "1,2,x,4", 7, "row has 4 cells, wanted 3"},
        {0, "1,,x", 3, "cell is missing (empty); the model knows whole rows only: train it with --missing zero, mean "
                       "or skip"},
        {0, "", 0, "the line is blank"},
        {0, "1,2,x\n3,4,y", 0, "more than one line"},
        {7, "1 1:0.5 x", 9, NULL},
        {7, "1 3:1 2:1", 7, NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ptron_dataset *set;
        ptron_model *model = model_of(cases[bad[i].rows].rows, cases[bad[i].rows].options, &set);
        const char *good = bad[i].rows == 0 ? "1,2,x" : "1 1:1";
        ptron_line_reader *reader;
        ptron_error err = {0};

        assert_int_equal(ptron_line_reader_new(model, &reader, NULL), PTRON_OK);
        assert_int_equal(predict(reader, bad[i].line, strlen(bad[i].line), NULL, NULL, &err), PTRON_DATA);
        assert_int_equal(err.code, PTRON_DATA);
        assert_int_equal(err.line, 1);
        assert_int_equal(err.column, bad[i].column);
        if (bad[i].message != NULL)
            assert_string_equal(err.message, bad[i].message);
        assert_int_equal(predict(reader, bad[i].line, strlen(bad[i].line), NULL, NULL, NULL), PTRON_DATA);
        assert_int_equal(predict(reader, good, strlen(good), NULL, NULL, &err), PTRON_OK);
        ptron_line_reader_free(reader);
        ptron_model_free(model);
        ptron_dataset_free(set);
    }
}

static void models_of_arrays_have_no_lines(void **state)
{
    struct toy toy = toy_separable(20, 2, 0.1, 1, false);
    ptron_trainer *trainer;
    ptron_line_reader *reader;
    ptron_model *model;
    ptron_error err;
    double chances[2];

    (void)state;
    assert_int_equal(ptron_trainer_new(NULL, toy.set, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &model, NULL), PTRON_OK);
    assert_int_equal(ptron_line_reader_new(model, &reader, &err), PTRON_ARGUMENT);
    assert_null(reader);
    assert_string_equal(err.message, "the model was trained on memory rows, which are no lines of text");
    assert_int_equal(ptron_model_probabilities(model, chances, chances, &err), PTRON_ARGUMENT);
    assert_int_equal(ptron_line_reader_new(NULL, &reader, &err), PTRON_ARGUMENT);
    assert_int_equal(ptron_predict_line(NULL, "1", 1, NULL, NULL, &err), PTRON_ARGUMENT);
    ptron_line_reader_free(NULL);
    ptron_model_free(model);
    ptron_trainer_free(trainer);
    toy_free(&toy);
}

static void no_memory_is_survived_and_said(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_CASES; i++) {
        ptron_dataset *set;
        ptron_model *model = model_of(cases[i].rows, cases[i].options, &set);
        const char *line = cases[i].rows + (cases[i].header ? strcspn(cases[i].rows, "\n") + 1 : 0);
        bool failed = true;

        for (size_t k = 0; failed; k++) {
            ptron_line_reader *reader = NULL;
            ptron_error err;
            ptron_status status;

            assert_in_range(k, 0, 200);
            pt_test_fail_allocation(k);
            status = ptron_line_reader_new(model, &reader, &err);
            if (status == PTRON_OK)
                status = ptron_predict_line(reader, line, strcspn(line, "\n"), NULL, NULL, &err);
            failed = pt_test_allocation_failed();
            pt_test_fail_allocation(SIZE_MAX);
            assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
            if (failed)
                assert_int_equal(err.code, PTRON_NOMEM);
            ptron_line_reader_free(reader);
        }
        ptron_model_free(model);
        ptron_dataset_free(set);
    }
}

static void the_second_line_takes_no_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_CASES; i++) {
        ptron_dataset *set;
        ptron_model *model = model_of(cases[i].rows, cases[i].options, &set);
        const char *line = cases[i].rows + (cases[i].header ? strcspn(cases[i].rows, "\n") + 1 : 0);
        ptron_line_reader *reader;

        if (strstr(cases[i].options, "features") == NULL) {
            assert_int_equal(ptron_line_reader_new(model, &reader, NULL), PTRON_OK);
            assert_int_equal(ptron_predict_line(reader, line, strcspn(line, "\n"), NULL, NULL, NULL), PTRON_OK);
            pt_test_fail_allocation(0);
            assert_int_equal(ptron_predict_line(reader, line, strcspn(line, "\n"), NULL, NULL, NULL), PTRON_OK);
            pt_test_fail_allocation(SIZE_MAX);
            ptron_line_reader_free(reader);
        }
        ptron_model_free(model);
        ptron_dataset_free(set);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_score_as_the_rows_of_a_file),
        cmocka_unit_test(a_label_may_be_left_out),
        cmocka_unit_test(what_is_wrong_is_told_by_column_and_the_next_line_is_read),
        cmocka_unit_test(models_of_arrays_have_no_lines),
        cmocka_unit_test(no_memory_is_survived_and_said),
        cmocka_unit_test(the_second_line_takes_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
