/* Every public function, with NULL for each pointer it needs in turn: PTRON_ARGUMENT with a sentence, or of a getter
 * its answer for what is not there; never a crash. tests/tools/null-arguments.sh looks that no function is left out. */
#include "reading.h"

#include <math.h>

static const char rows_text[] = "+1 1:2 2:1\n-1 1:-1 2:-2\n+1 1:1 2:3\n-1 1:-2 2:-1\n+1 1:3 2:2\n-1 1:-3 2:-1\n";

static struct {
    ptron_options *options, *two_folds;
    ptron_dataset *set;
    ptron_trainer *trainer, *fed;
    ptron_model *model;
    ptron_evaluation *evaluation;
    ptron_operating_point point;
    ptron_stream *stream;
    ptron_survey *survey;
    ptron_certificate *certificate;
    ptron_run *run;
    ptron_tuning *tuning;
    ptron_result result;
    ptron_observer observer;
    ptron_rows rows;
    void *bytes;
    size_t length;
    char *path;
    const char *paths[1];
} b;

/* Where calls would put what they give, had they all they need. */
static struct {
    ptron_options *options;
    ptron_output *output;
    ptron_line_reader *reader;
    ptron_dataset *set;
    ptron_stream *stream;
    ptron_survey *survey;
    ptron_trainer *trainer;
    ptron_model *model;
    ptron_evaluation *evaluation;
    ptron_certificate *certificate;
    ptron_run *run;
    ptron_tuning *tuning;
    const ptron_dataset *rows;
    const char *text, *other;
    uint64_t line;
    size_t length;
    void *bytes;
    double real;
    ptron_checkup checkup;
    ptron_verification verification;
    ptron_theorem theorem;
    ptron_result *results[1];
} out;

static int at;             /* which argument is NULL */
static ptron_error *e;     /* an error is asked for, or not */

#define ARG(position, value) (at == (position) ? NULL : (value))

static void expect_refusal(const char *function, ptron_status status, const ptron_error *err)
{
    if (status != PTRON_ARGUMENT)
        fail_msg("%s, argument %d NULL: %s", function, at, ptron_status_text(status));
    if (e != NULL && (err->code != PTRON_ARGUMENT || err->message[0] == '\0'))
        fail_msg("%s, argument %d NULL: the error says nothing", function, at);
}

/* `needed`: the positions that must not be NULL. */
#define REFUSES(function, needed, ...)                                       \
    for (const char *digit = (needed); *digit != '\0'; digit++)              \
        for (int told = 0; told < 2; told++) {                               \
            ptron_error err = {0};                                           \
                                                                             \
            at = *digit - '0';                                               \
            e = told ? &err : NULL;                                          \
            expect_refusal(#function, function(__VA_ARGS__), &err);          \
        }
#define GIVES(answer, function, positions, ...)                              \
    for (const char *digit = (positions); *digit != '\0'; digit++) {         \
        at = *digit - '0';                                                   \
        if (function(__VA_ARGS__) != (answer))                               \
            fail_msg("%s, argument %d NULL: another answer", #function, at); \
    }
#define SURVIVES(function, positions, ...)                                   \
    for (const char *digit = (positions); *digit != '\0'; digit++) {         \
        at = *digit - '0';                                                   \
        (void)function(__VA_ARGS__);                                         \
    }

static bool sink(void *user, const char *bytes, size_t length)
{
    (void)user, (void)bytes, (void)length;
    return true;
}

static int prepare(void **state)
{
    static const double values[] = {1.0, 2.0};
    static const char *const classes[] = {"a", "b"};

    (void)state;
    b.path = file_of(".svm", rows_text, strlen(rows_text));
    b.paths[0] = b.path;
    b.options = options_of("epochs=2");
    b.result.size = sizeof b.result;
    b.observer.size = sizeof b.observer;
    b.rows = (ptron_rows){.size = sizeof b.rows, .n_rows = 1, .n_features = 2, .kind = PTRON_F64, .values = values,
                          .n_classes = 2, .class_names = classes};
    out.checkup.size = sizeof out.checkup;
    out.verification.size = sizeof out.verification;
    out.theorem.size = sizeof out.theorem;
    out.results[0] = &b.result;
    assert_int_equal(ptron_dataset_load(b.paths, 1, NULL, NULL, &b.set, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(NULL, b.set, NULL, &b.trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(NULL, NULL, NULL, &b.fed, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(b.trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(b.trainer, &b.model, NULL), PTRON_OK);
    assert_int_equal(ptron_evaluation_new(b.model, NULL, &b.evaluation, NULL), PTRON_OK);
    assert_int_equal(ptron_stream_open(b.paths, 1, NULL, NULL, &b.stream, NULL), PTRON_OK);
    assert_int_equal(ptron_survey_read(b.paths, 1, NULL, &b.survey, NULL), PTRON_OK);
    assert_int_equal(ptron_certify(b.set, 1, NULL, NULL, &b.certificate, NULL), PTRON_OK);
    assert_int_equal(ptron_run_new(b.set, &b.run, NULL), PTRON_OK);
    b.two_folds = options_of("folds=2");
    assert_int_equal(ptron_tuning_of_set(b.set, b.two_folds, (const ptron_options *const[]){NULL}, 1, &b.tuning, NULL),
                     PTRON_OK);
    assert_int_equal(ptron_tuning_run(b.tuning, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_model_write(b.model, &b.bytes, &b.length, NULL), PTRON_OK);
    return 0;
}

static int tidy(void **state)
{
    (void)state;
    ptron_bytes_free(b.bytes);
    ptron_tuning_free(b.tuning);
    ptron_options_free(b.two_folds);
    ptron_run_free(b.run);
    ptron_certificate_free(b.certificate);
    ptron_survey_free(b.survey);
    ptron_stream_close(b.stream);
    ptron_evaluation_free(b.evaluation);
    ptron_model_free(b.model);
    ptron_trainer_free(b.fed);
    ptron_trainer_free(b.trainer);
    ptron_dataset_free(b.set);
    ptron_options_free(b.options);
    drop_file(b.path);
    return 0;
}

static void what_frees_takes_null(void **state)
{
    (void)state;
    ptron_options_free(NULL);
    ptron_options_unset(NULL, "epochs");
    ptron_options_unset(b.options, NULL);
    ptron_dataset_free(NULL);
    ptron_stream_close(NULL);
    ptron_trainer_free(NULL);
    ptron_model_free(NULL);
    ptron_bytes_free(NULL);
    ptron_evaluation_free(NULL);
    ptron_certificate_free(NULL);
    ptron_run_free(NULL);
    ptron_output_close(NULL, true, NULL);
    ptron_run_keep(NULL, 1);
    ptron_line_reader_free(NULL);
    ptron_survey_free(NULL);
}

static void what_takes_no_pointer_answers(void **state)
{
    (void)state;
    assert_non_null(ptron_version());
    assert_int_equal(ptron_version_number(), PTRON_VERSION_NUMBER);
    assert_non_null(ptron_status_text(PTRON_OK));
    assert_non_null(ptron_detail_text(PTRON_DETAIL_NONE));
    assert_non_null(ptron_stop_text(PTRON_STOP_END));
    assert_non_null(ptron_verdict_text(PTRON_VERDICT_SEPARABLE));
    assert_true(ptron_option_count() > 0 && ptron_algorithm_count() > 0 && ptron_generator_count() > 0);
}

static void options_and_files_refuse_null(void **state)
{
    (void)state;
    REFUSES(ptron_options_new, "0", ARG(0, &out.options), e)
    REFUSES(ptron_options_set, "012", ARG(0, b.options), ARG(1, "epochs"), ARG(2, "3"), e)
    REFUSES(ptron_options_copy, "1", b.options, ARG(1, &out.options), e)
    REFUSES(ptron_options_adopt, "01", ARG(0, b.options), ARG(1, b.model), e)
    REFUSES(ptron_options_watch, "0", ARG(0, b.options), NULL, e)
    REFUSES(ptron_output_open, "01", ARG(0, b.path), ARG(1, &out.output), e)
    REFUSES(ptron_output_add, "0", ARG(0, out.output), "x", 1, e)
    GIVES(-1, ptron_output_descriptor, "0", ARG(0, out.output))
    GIVES(NULL, ptron_options_get, "1", b.options, ARG(1, "epochs"))
    GIVES(UINT64_MAX, ptron_options_count, "1", b.options, ARG(1, "epochs"))
    GIVES(false, ptron_options_flag, "1", b.options, ARG(1, "bias"))
    GIVES(false, ptron_options_is, "12", b.options, ARG(1, "order"), ARG(2, "each"))
    GIVES(false, ptron_options_given, "01", ARG(0, b.options), ARG(1, "epochs"))
    GIVES(false, ptron_option_describe, "1", 0, ARG(1, (ptron_option_info *)NULL))
    GIVES(false, ptron_algorithm_describe, "1", 0, ARG(1, (ptron_algorithm_info *)NULL))
    GIVES(false, ptron_algorithm_takes, "01", ARG(0, "pocket"), ARG(1, "rate"))
    GIVES(false, ptron_algorithm_find, "01", ARG(0, "pocket"), ARG(1, (ptron_algorithm_info *)NULL))
    GIVES(false, ptron_generator_describe, "1", 0, ARG(1, (ptron_generator_info *)NULL))
    SURVIVES(ptron_options_real, "01", ARG(0, b.options), ARG(1, "rate"))
    SURVIVES(ptron_nearer_word, "012", ARG(0, "a"), ARG(1, "b"), ARG(2, "c"))
    SURVIVES(ptron_format_number, "1", 0.5, ARG(1, (char *)NULL), 5)
    SURVIVES(ptron_format_json, "01", ARG(0, "x"), ARG(1, (char *)NULL), 5)
}

static void data_refuses_null(void **state)
{
    char name[8];

    (void)state;
    REFUSES(ptron_dataset_load, "04", ARG(0, b.paths), 1, NULL, NULL, ARG(4, &out.set), e)
    REFUSES(ptron_dataset_load, "0", (const char *const[]){ARG(0, b.path)}, 1, NULL, NULL, &out.set, e)
    REFUSES(ptron_dataset_load_like, "034", ARG(0, b.paths), 1, NULL, ARG(3, b.set), ARG(4, &out.set), e)
    REFUSES(ptron_dataset_read, "05", ARG(0, rows_text), 5, NULL, NULL, NULL, ARG(5, &out.set), e)
    REFUSES(ptron_dataset_borrow, "03", ARG(0, &b.rows), NULL, NULL, ARG(3, &out.set), e)
    REFUSES(ptron_dataset_pack, "01", ARG(0, b.set), ARG(1, b.path), NULL, e)
    REFUSES(ptron_dataset_check, "02", ARG(0, b.set), NULL, ARG(2, &out.checkup), e)
    REFUSES(ptron_stream_open, "04", ARG(0, b.paths), 1, NULL, NULL, ARG(4, &out.stream), e)
    REFUSES(ptron_stream_continue, "034", ARG(0, b.paths), 1, NULL, ARG(3, b.model), ARG(4, &out.stream), e)
    REFUSES(ptron_stream_expect, "01", ARG(0, b.stream), ARG(1, b.paths), 1, e)
    REFUSES(ptron_stream_hurry, "0", ARG(0, b.stream), e)
    GIVES(false, ptron_stream_again, "0", ARG(0, b.stream))
    GIVES(false, ptron_stream_rewind, "0", ARG(0, b.stream))
    REFUSES(ptron_survey_read, "03", ARG(0, b.paths), 1, NULL, ARG(3, &out.survey), e)
    SURVIVES(ptron_survey_describe, "01", ARG(0, b.survey), ARG(1, (ptron_survey_facts *)NULL))
    GIVES(false, ptron_survey_get, "02", ARG(0, b.survey), 0, ARG(2, (ptron_survey_column *)NULL))
    REFUSES(ptron_stream_next, "01", ARG(0, b.stream), ARG(1, &out.rows), e)
    REFUSES(ptron_generate, "02", ARG(0, "xor"), NULL, ARG(2, sink), NULL, e)
    SURVIVES(ptron_dataset_describe, "01", ARG(0, b.set), ARG(1, (ptron_dataset_facts *)NULL))
    SURVIVES(ptron_stream_describe, "01", ARG(0, b.stream), ARG(1, (ptron_dataset_facts *)NULL))
    GIVES(false, ptron_dataset_values, "01", ARG(0, b.set), ARG(1, name), sizeof name, NULL)
    GIVES(NULL, ptron_dataset_class_name, "0", ARG(0, b.set), 0)
    GIVES(0, ptron_dataset_class_rows, "0", ARG(0, b.set), 0)
    GIVES(false, ptron_dataset_row_place, "023", ARG(0, b.set), 0, ARG(2, &out.text), ARG(3, &out.line))
    GIVES(-1, ptron_dataset_row_class, "0", ARG(0, b.set), 0)
    REFUSES(ptron_dataset_row, "05", ARG(0, b.set), 0, NULL, NULL, 0, ARG(5, &out.length), e)
    GIVES(PTRON_OK, ptron_dataset_row, "23", b.set, 0, NULL, NULL, 2, &out.length, NULL)
    assert_int_equal(out.length, 2);
    GIVES(0, ptron_dataset_feature_name, "0", ARG(0, b.set), 0, name, sizeof name)
    GIVES(1, ptron_dataset_feature_name, "2", b.set, 0, ARG(2, name), sizeof name)
    assert_int_equal(ptron_dataset_feature_name(b.set, (size_t)1 << 32, name, sizeof name), 0);
    assert_string_equal(name, "");
}

static void training_refuses_null(void **state)
{
    const ptron_options *const runs[] = {NULL};

    (void)state;
    REFUSES(ptron_trainer_new, "3", NULL, b.set, NULL, ARG(3, &out.trainer), e)
    REFUSES(ptron_trainer_start, "01", ARG(0, b.trainer), ARG(1, b.model), e)
    REFUSES(ptron_trainer_resume, "01", ARG(0, b.trainer), ARG(1, b.model), e)
    REFUSES(ptron_trainer_run, "0", ARG(0, b.trainer), NULL, e)
    REFUSES(ptron_trainer_step, "0", ARG(0, b.trainer), NULL, e)
    REFUSES(ptron_trainer_feed, "0", ARG(0, b.fed), b.set, NULL, e)
    REFUSES(ptron_trainer_judge, "0", ARG(0, b.fed), b.set, e)
    REFUSES(ptron_trainer_stop, "0", ARG(0, b.fed), e)
    REFUSES(ptron_trainer_result, "01", ARG(0, b.trainer), ARG(1, &b.result), e)
    REFUSES(ptron_trainer_snapshot, "01", ARG(0, b.trainer), ARG(1, &out.model), e)
    REFUSES(ptron_compare, "026", ARG(0, runs), 1, ARG(2, b.set), NULL, 1, NULL, ARG(6, out.results), e)
    REFUSES(ptron_compare, "6", runs, 1, b.set, NULL, 1, NULL, (ptron_result *const[]){ARG(6, &b.result)}, e)
    GIVES(false, ptron_trainer_can_follow, "01", ARG(0, b.fed), ARG(1, b.set))
    GIVES(0, ptron_trainer_held_out, "0", ARG(0, b.trainer))
    GIVES(UINT64_MAX, ptron_trainer_held_out_row, "0", ARG(0, b.trainer), 0)
    REFUSES(ptron_trainer_evaluate, "01", ARG(0, b.trainer), ARG(1, b.evaluation), e)
    GIVES(PTRON_STOP_RUNNING, ptron_trainer_reason, "0", ARG(0, b.trainer))
    GIVES(0, ptron_trainer_rows_seen, "0", ARG(0, b.trainer))
    GIVES(0, ptron_trainer_rows_waiting, "0", ARG(0, b.trainer))
}

static void models_refuse_null(void **state)
{
    static const char *const classes[] = {"a", "b"};
    double scores[6] = {0.0};
    char name[8];

    (void)state;
    REFUSES(ptron_model_load, "01", ARG(0, b.path), ARG(1, &out.model), e)
    REFUSES(ptron_model_read, "02", ARG(0, b.bytes), b.length, ARG(2, &out.model), e)
    REFUSES(ptron_model_import, "01", ARG(0, b.path), ARG(1, &out.model), e)
    REFUSES(ptron_model_save, "01", ARG(0, b.model), ARG(1, b.path), e)
    REFUSES(ptron_model_write, "012", ARG(0, b.model), ARG(1, &out.bytes), ARG(2, &out.length), e)
    REFUSES(ptron_model_export, "0123", ARG(0, b.model), ARG(1, "json"), ARG(2, &out.bytes), ARG(3, &out.length), e)
    assert_true(isnan(ptron_model_bound(NULL, 1.0)));
    REFUSES(ptron_model_training, "01", ARG(0, b.model), ARG(1, &b.result), e)
    REFUSES(ptron_model_copy_weights, "0", ARG(0, b.model), NULL, 0, NULL, e)
    REFUSES(ptron_predict, "01", ARG(0, b.model), ARG(1, b.set), NULL, scores, NULL, e)
    REFUSES(ptron_predict_rows, "01", ARG(0, b.model), ARG(1, &b.rows), 0.0, scores, NULL, NULL, e)
    REFUSES(ptron_model_new_linear, "036", ARG(0, classes), 2, 2, ARG(3, scores), NULL, NULL, ARG(6, &out.model), e)
    REFUSES(ptron_predict_probabilities, "013", ARG(0, b.model), ARG(1, b.set), NULL, ARG(3, scores), e)
    REFUSES(ptron_line_reader_new, "01", ARG(0, b.model), ARG(1, &out.reader), e)
    REFUSES(ptron_predict_line, "0", ARG(0, out.reader), "x", 1, scores, NULL, e)
    REFUSES(ptron_model_probabilities, "012", ARG(0, b.model), ARG(1, scores), ARG(2, scores), e)
    SURVIVES(ptron_model_describe, "01", ARG(0, b.model), ARG(1, (ptron_model_facts *)NULL))
    GIVES(NULL, ptron_model_class_name, "0", ARG(0, b.model), 0)
    GIVES(false, ptron_model_parameter, "023", ARG(0, b.model), 0, ARG(2, &out.text), ARG(3, &out.other))
    GIVES(0, ptron_model_structure, "01", ARG(0, b.model), ARG(1, name), sizeof name)
    GIVES(0.0, ptron_model_bias, "0", ARG(0, b.model), 0)
    GIVES(0, ptron_model_feature_name, "0", ARG(0, b.model), 0, name, sizeof name)
    GIVES(1, ptron_model_feature_name, "2", b.model, 0, ARG(2, name), sizeof name)
    GIVES(false, ptron_model_uses, "0", ARG(0, b.model), 0)
    GIVES(0, ptron_model_scores, "0", ARG(0, b.model))
    GIVES(false, ptron_model_has_probabilities, "0", ARG(0, b.model))
}

static void evaluations_and_proofs_refuse_null(void **state)
{
    static const uint32_t labels[2];
    static const double shares[] = {0.5, 0.5};
    uint32_t part[2];

    (void)state;
    REFUSES(ptron_evaluation_new, "02", ARG(0, b.model), NULL, ARG(2, &out.evaluation), e)
    REFUSES(ptron_evaluation_add, "01", ARG(0, b.evaluation), ARG(1, b.set), e)
    SURVIVES(ptron_evaluation_describe, "01", ARG(0, b.evaluation), ARG(1, (ptron_evaluation_facts *)NULL))
    GIVES(0, ptron_evaluation_count, "0", ARG(0, b.evaluation), 0, 0)
    REFUSES(ptron_stream_row_text, "023", ARG(0, b.stream), 0, ARG(2, &out.text), ARG(3, &out.length), e)
    REFUSES(ptron_stream_header, "012", ARG(0, b.stream), ARG(1, &out.text), ARG(2, &out.length), e)
    REFUSES(ptron_stream_keep, "01", ARG(0, b.stream), ARG(1, (const char *const[]){"x"}), 1, e)
    REFUSES(ptron_stream_kept, "034", ARG(0, b.stream), 0, 0, ARG(3, &out.text), ARG(4, &out.length), e)
    REFUSES(ptron_stream_keep_blanks, "0", ARG(0, b.stream), e)
    REFUSES(ptron_stream_read, "0246", ARG(0, "1,2"), 3, ARG(2, "x"), NULL, ARG(4, b.model), false,
            ARG(6, &out.stream), e)
    REFUSES(ptron_stream_read_on, "013", ARG(0, b.stream), ARG(1, "1,2"), 3, ARG(3, "x"), e)
    GIVES(NULL, ptron_stream_blank_reason, "02", ARG(0, b.stream), 0, ARG(2, &out.line))
    GIVES(0, ptron_stream_blanks, "0", ARG(0, b.stream))
    GIVES(false, ptron_stream_blank, "0234", ARG(0, b.stream), 0, ARG(2, &out.line), ARG(3, &out.text),
          ARG(4, &out.line))
    REFUSES(ptron_split, "058", ARG(0, labels), 1, NULL, 0, 2, ARG(5, shares), 2, 1, ARG(8, part), e)
    GIVES(0, ptron_evaluation_within, "0", ARG(0, b.evaluation), 1)
    GIVES(0, ptron_evaluation_curve, "0", ARG(0, b.evaluation), NULL, NULL, NULL, 0)
    REFUSES(ptron_evaluation_operate, "012", ARG(0, b.evaluation), ARG(1, "f1"), ARG(2, &b.point), e)
    REFUSES(ptron_certify_classes, "03", ARG(0, b.set), NULL, NULL, ARG(3, &out.certificate), e)
    REFUSES(ptron_certify, "04", ARG(0, b.set), 1, NULL, NULL, ARG(4, &out.certificate), e)
    REFUSES(ptron_certify_classes, "03", ARG(0, b.set), NULL, NULL, ARG(3, &out.certificate), e)
    GIVES(-1, ptron_certificate_rival, "0", ARG(0, b.certificate), 0)
    GIVES(NULL, ptron_certificate_class_weights, "0", ARG(0, b.certificate), 0, &out.real)
    SURVIVES(ptron_certificate_class_weights, "2", b.certificate, 0, ARG(2, &out.real))
    SURVIVES(ptron_certificate_describe, "01", ARG(0, b.certificate), ARG(1, (ptron_certificate_facts *)NULL))
    GIVES(false, ptron_certificate_row, "023", ARG(0, b.certificate), 0, ARG(2, &out.line), ARG(3, &out.text))
    GIVES(-1, ptron_certificate_rival, "0", ARG(0, b.certificate), 0)
    GIVES(NULL, ptron_certificate_class_weights, "0", ARG(0, b.certificate), 0, &out.real)
    SURVIVES(ptron_certificate_class_weights, "2", b.certificate, 0, ARG(2, &out.real))
    GIVES(NULL, ptron_certificate_weights, "0", ARG(0, b.certificate), &out.real)
    SURVIVES(ptron_certificate_weights, "1", b.certificate, ARG(1, &out.real))
    REFUSES(ptron_certificate_write, "012", ARG(0, b.certificate), ARG(1, &out.bytes), ARG(2, &out.length), e)
    REFUSES(ptron_certificate_save, "01", ARG(0, b.certificate), ARG(1, b.path), e)
    REFUSES(ptron_verify, "023", ARG(0, b.bytes), 9, ARG(2, b.set), ARG(3, &out.verification), e)
    REFUSES(ptron_verify_file, "012", ARG(0, b.path), ARG(1, b.set), ARG(2, &out.verification), e)
}

static void importance_refuses_null(void **state)
{
    uint64_t errors;

    (void)state;
    REFUSES(ptron_importance, "014", ARG(0, b.model), ARG(1, b.set), 0, 1, ARG(4, &errors), 1, e)
    GIVES(0, ptron_importance_columns, "0", ARG(0, b.model))
    GIVES(0, ptron_importance_name, "02", ARG(0, b.model), 0, ARG(2, (char *)NULL), 5)
}

static void runs_refuse_null(void **state)
{
    (void)state;
    REFUSES(ptron_run_new, "1", b.set, ARG(1, &out.run), e)
    REFUSES(ptron_run_watch, "02", ARG(0, b.run), NULL, ARG(2, &b.observer), e)
    REFUSES(ptron_run_theorem, "012", ARG(0, b.run), ARG(1, b.trainer), ARG(2, &out.theorem), e)
    GIVES(false, ptron_run_step, "02", ARG(0, b.run), 0, ARG(2, (ptron_step *)NULL), NULL)
    REFUSES(ptron_run_finish, "012", ARG(0, b.run), ARG(1, b.trainer), ARG(2, b.model), NULL, e)
    REFUSES(ptron_run_of_model, "03", ARG(0, b.model), NULL, NULL, ARG(3, &out.run), e)
    REFUSES(ptron_run_of_certificate, "013", ARG(0, b.certificate), ARG(1, b.set), NULL, ARG(3, &out.run), e)
    REFUSES(ptron_run_of_results, "013", ARG(0, (const ptron_result *const *)out.results), ARG(1, b.paths), 1,
            ARG(3, &out.run), e)
    REFUSES(ptron_run_say, "012", ARG(0, b.run), ARG(1, "why"), ARG(2, "so"), e)
    REFUSES(ptron_run_tell, "012", ARG(0, b.run), ARG(1, "epochs"), ARG(2, "4"), e)
    REFUSES(ptron_run_write, "012", ARG(0, b.run), ARG(1, &out.bytes), ARG(2, &out.length), e)
    REFUSES(ptron_run_read, "02", ARG(0, b.bytes), b.length, ARG(2, &out.run), e)
    GIVES(false, ptron_run_is, "0", ARG(0, b.bytes), b.length)
    REFUSES(ptron_run_page, "012", ARG(0, b.run), ARG(1, &out.bytes), ARG(2, &out.length), e)
    REFUSES(ptron_run_picture, "0234", ARG(0, b.run), 0, ARG(2, &out.text), ARG(3, &out.bytes), ARG(4, &out.length), e)
    REFUSES(ptron_run_picture_named, "0123", ARG(0, b.run), ARG(1, "plane"), ARG(2, &out.bytes), ARG(3, &out.length), e)
    REFUSES(ptron_run_plot, "034", ARG(0, b.run), 60, true, ARG(3, &out.bytes), ARG(4, &out.length), e)
}

static void tuning_refuses_null(void **state)
{
    const ptron_options *const settings[] = {NULL};
    ptron_tuned tuned = {.size = sizeof tuned};
    ptron_curve_point point = {.size = sizeof point};

    (void)state;
    REFUSES(ptron_tuning_open, "035", ARG(0, b.paths), 1, b.two_folds, ARG(3, settings), 1, ARG(5, &out.tuning), e)
    REFUSES(ptron_tuning_of_set, "024", ARG(0, b.set), b.two_folds, ARG(2, settings), 1, ARG(4, &out.tuning), e)
    REFUSES(ptron_tuning_run, "0", ARG(0, b.tuning), NULL, e)
    REFUSES(ptron_tuning_write, "012", ARG(0, b.tuning), ARG(1, &out.bytes), ARG(2, &out.length), e)
    REFUSES(ptron_tuning_restore, "01", ARG(0, b.tuning), ARG(1, b.bytes), b.length, e)
    REFUSES(ptron_tuning_finish, "03", ARG(0, b.tuning), NULL, NULL, ARG(3, &out.model), e)
    REFUSES(ptron_run_tuning, "01", ARG(0, b.run), ARG(1, b.tuning), e)
    SURVIVES(ptron_tuning_describe, "01", ARG(0, b.tuning), ARG(1, (ptron_tuning_facts *)NULL))
    SURVIVES(ptron_tuning_free, "0", ARG(0, out.tuning))
    GIVES(false, ptron_tuning_get, "02", ARG(0, b.tuning), 0, ARG(2, &tuned))
    GIVES(UINT64_MAX, ptron_tuning_fold, "0", ARG(0, b.tuning), 0, 0)
    GIVES(false, ptron_tuning_curve, "03", ARG(0, b.tuning), 0, 0, ARG(3, &point))
    GIVES(NULL, ptron_tuning_chosen, "0", ARG(0, b.tuning))
    GIVES(false, ptron_model_tuned, "02", ARG(0, b.model), 0, ARG(2, &tuned))
    GIVES(NULL, ptron_model_tuned_by, "0", ARG(0, b.model))
    assert_true(isnan(ptron_tuning_score(NULL, 0, 0)));
}

static void ranks_of_one_process_refuse_null(void **state)
{
    ptron_error none = {0};
    uint64_t value = 1;
    bool yes = true;
    char byte = 0;
    size_t n;

    (void)state;
    REFUSES(ptron_ranks_open, "0", ARG(0, (ptron_ranks **)&out), e)
    REFUSES(ptron_ranks_patience, "0", ARG(0, (ptron_ranks *)NULL), 1.0, NULL, e)
    REFUSES(ptron_ranks_same, "12", NULL, ARG(1, "options"), ARG(2, "a=b"), e)
    REFUSES(ptron_ranks_same_file, "1", NULL, ARG(1, "model"), e)
    REFUSES(ptron_ranks_agree, "1", NULL, ARG(1, &yes), e)
    REFUSES(ptron_ranks_sum, "1", NULL, ARG(1, &value), 1, e)
    REFUSES(ptron_ranks_give, "1", NULL, ARG(1, &byte), 1, e)
    REFUSES(ptron_ranks_take, "24", NULL, 1, ARG(2, &byte), 1, ARG(4, &n), e)
    REFUSES(ptron_options_share, "0", ARG(0, b.options), NULL, e)
    GIVES(1, ptron_ranks_size, "0", ARG(0, (ptron_ranks *)NULL))
    GIVES(0, ptron_ranks_rank, "0", ARG(0, (ptron_ranks *)NULL))
    GIVES(PTRON_OK, ptron_ranks_finish, "0", ARG(0, (ptron_ranks *)NULL), NULL)
    GIVES(1, ptron_ranks_launched, "0", ARG(0, &n))
    SURVIVES(ptron_ranks_fail, "01", NULL, ARG(1, &none))
    SURVIVES(ptron_ranks_close, "0", ARG(0, (ptron_ranks *)NULL))
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_frees_takes_null),
        cmocka_unit_test(what_takes_no_pointer_answers),
        cmocka_unit_test(options_and_files_refuse_null),
        cmocka_unit_test(data_refuses_null),
        cmocka_unit_test(training_refuses_null),
        cmocka_unit_test(models_refuse_null),
        cmocka_unit_test(evaluations_and_proofs_refuse_null),
        cmocka_unit_test(importance_refuses_null),
        cmocka_unit_test(runs_refuse_null),
        cmocka_unit_test(tuning_refuses_null),
        cmocka_unit_test(ranks_of_one_process_refuse_null),
    };

    return cmocka_run_group_tests(tests, prepare, tidy);
}
