/* Learning from rows that pass by: the weights of one pass in memory, late classes and features, saving in the
 * middle, and what a stream cannot do. */
#include "reading.h"

#include "base/random.h"
#include "model/model.h"
#include "weights.h"

/* ---- texts of a few megabytes, so that there are several blocks ----------------------------------- */

/* The first `late` rows have only the first label; indices grow as the rows go by. */
static void write_svm(struct pt_buffer *out, size_t rows, size_t late, const char *first, const char *second)
{
    pt_random random = pt_random_of(3, 1);

    for (size_t i = 0; i < rows; i++) {
        const bool positive = i >= late && pt_random_below(&random, 2) == 0;
        size_t index = 1;

        pt_buffer_text(out, positive ? second : first);
        for (size_t j = 0; j < 12; j++) {
            index += 1 + pt_random_below(&random, 20 + i / 100);
            pt_buffer_format(out, " %zu:%s0.%03u", index, pt_random_below(&random, 3) == 0 ? "-" : "",
                             (unsigned)pt_random_below(&random, 1000));
        }
        pt_buffer_byte(out, '\n');
    }
}

static void write_messages(struct pt_buffer *out, size_t rows)
{
    pt_random random = pt_random_of(4, 1);

    for (size_t i = 0; i < rows; i++) {
        pt_buffer_text(out, pt_random_below(&random, 2) == 0 ? "spam\t" : "ham\t");
        for (size_t j = 0; j < 12; j++)
            pt_buffer_format(out, "w%u ", (unsigned)pt_random_below(&random, 10 + i));
        pt_buffer_byte(out, '\n');
    }
}

static void write_table(struct pt_buffer *out, size_t rows)
{
    pt_random random = pt_random_of(5, 1);

    pt_buffer_text(out, "x,colour,y,class\n");
    for (size_t i = 0; i < rows; i++)
        pt_buffer_format(out, "%.4f,c%u,%d,%s\n", pt_random_unit(&random),
                         (unsigned)pt_random_below(&random, 2 + i / 1000), (int)pt_random_below(&random, 100) - 50,
                         pt_random_below(&random, 2) == 0 ? "no" : "yes");
}

/* Class k comes up first in row k * late. */
static void write_classes(struct pt_buffer *out, size_t rows, size_t late, const char *const *names, size_t n)
{
    pt_random random = pt_random_of(6, 1);

    for (size_t i = 0; i < rows; i++) {
        const size_t known = late == 0 ? n : 1 + i / late < n ? 1 + i / late : n;
        const uint64_t k = pt_random_below(&random, known);

        pt_buffer_format(out, "%s %u:1 %u:0.%03u %u:0.5\n", names[k], (unsigned)k + 1, (unsigned)(10 + i % 40),
                         (unsigned)pt_random_below(&random, 1000), (unsigned)(60 + pt_random_below(&random, 40)));
    }
}

/* ---- one pass, streamed and in memory -------------------------------------------------------------- */

static ptron_model *in_memory(const char *path, const char *option_text)
{
    ptron_options *options = options_of(option_text);
    ptron_dataset *set;
    ptron_trainer *trainer;
    ptron_model *model;
    ptron_error err;

    assert_int_equal(ptron_options_set(options, "order", "given", NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "epochs", "1", NULL), PTRON_OK);
    assert_int_equal(ptron_dataset_load(&path, 1, options, NULL, &set, &err), PTRON_OK);
    assert_int_equal(ptron_trainer_new(options, set, NULL, &trainer, &err), PTRON_OK);
    assert_int_equal(ptron_trainer_run(trainer, NULL, &err), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &model, &err), PTRON_OK);
    ptron_trainer_free(trainer);
    ptron_dataset_free(set);
    ptron_options_free(options);
    return model;
}

/* On from a model, or from nothing; `last`: the stream ends with this file. Snapshots are taken all the time. */
static ptron_model *streamed(const char *path, const char *option_text, const ptron_model *from, bool last)
{
    ptron_options *options = options_of(option_text);
    const ptron_dataset *rows;
    ptron_stream *stream;
    ptron_trainer *trainer;
    ptron_model *model = NULL;
    ptron_error err = {0};

    assert_int_equal(ptron_options_set(options, "order", "given", NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "epochs", "1", NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(options, NULL, NULL, &trainer, &err), PTRON_OK);
    if (from == NULL) {
        assert_int_equal(ptron_stream_open(&path, 1, options, NULL, &stream, &err), PTRON_OK);
    } else {
        assert_int_equal(ptron_trainer_resume(trainer, from, &err), PTRON_OK);
        assert_int_equal(ptron_stream_continue(&path, 1, options, from, &stream, &err), PTRON_OK);
    }
    for (;;) {
        if (ptron_stream_next(stream, &rows, &err) != PTRON_OK)
            fail_msg("%s", err.message);
        if (rows == NULL)
            break;
        if (ptron_trainer_feed(trainer, rows, NULL, &err) != PTRON_OK)
            fail_msg("%s", err.message);
        ptron_model_free(model);
        ptron_trainer_snapshot(trainer, &model, &err);   /* fails while there is only one class */
    }
    if (last)
        assert_int_equal(ptron_trainer_feed(trainer, NULL, NULL, &err), PTRON_OK);
    ptron_model_free(model);
    if (ptron_trainer_snapshot(trainer, &model, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    ptron_trainer_free(trainer);
    ptron_stream_close(stream);
    ptron_options_free(options);
    return model;
}

static void expect_same_answer(const ptron_model *a, const ptron_model *b)
{
    struct pt_buffer left, right;

    assert_int_equal(a->n_features, b->n_features);
    assert_int_equal(a->n_vectors, b->n_vectors);
    assert_memory_equal(a->weights, b->weights, a->n_vectors * a->n_features * sizeof *a->weights);
    assert_memory_equal(a->bias, b->bias, a->n_vectors * sizeof *a->bias);
    assert_int_equal(a->training.updates, b->training.updates);
    assert_true(a->training.radius == b->training.radius);
    assert_memory_equal(&a->training.margin_upper, &b->training.margin_upper, sizeof(double));   /* or no number */
    pt_buffer_init(&left);
    pt_buffer_init(&right);
    pt_recipe_save(&a->recipe, &left);
    pt_recipe_save(&b->recipe, &right);
    assert_int_equal(left.length, right.length);
    assert_memory_equal(left.bytes, right.bytes, left.length);
    pt_buffer_fini(&left);
    pt_buffer_fini(&right);
}

/* The counts, and what the learner knows; not the trainer's memory of earlier epochs that stands in between. */
static void expect_same_state(const ptron_model *memory, const ptron_model *stream)
{
    const size_t counts = 10 * 8 + 8 + 4, learner = stream->state_length - counts - 4;

    assert_true(memory->state_length >= stream->state_length);
    assert_memory_equal(memory->state, stream->state, counts);
    assert_memory_equal((const char *)memory->state + memory->state_length - learner,
                        (const char *)stream->state + counts + 4, learner);
}

static void expect_same_pass_by(const struct pt_buffer *text, const char *algorithm, const char *options)
{
    char *path = file_of("", text->bytes, text->length), all[200];
    ptron_model *memory, *stream;

    snprintf(all, sizeof all, "algorithm=%s %s", algorithm, options);
    memory = in_memory(path, all);
    stream = streamed(path, all, NULL, true);
    expect_same_answer(memory, stream);
    expect_same_state(memory, stream);
    assert_int_equal(stream->training.reason, PTRON_STOP_END);
    assert_true(stream->training.train_errors == UINT64_MAX);
    assert_true(stream->training.margin_lower != stream->training.margin_lower);
    assert_memory_equal(&stream->training.progressive_error, &memory->training.progressive_error, sizeof(double));
    ptron_model_free(memory);
    ptron_model_free(stream);
    drop_file(path);
}

static void expect_same_pass(const struct pt_buffer *text, const char *options)
{
    expect_same_pass_by(text, "perceptron", options);
    expect_same_pass_by(text, "averaged", options);
}

static void a_streamed_pass_is_a_pass_in_memory(void **state)
{
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_svm(&text, 30000, 0, "-1", "+1");
    expect_same_pass(&text, "");
    expect_same_pass(&text, "threads=3 scale=unit bias=no");
    expect_same_pass(&text, "positive=-1");
    text.length = 0;
    write_messages(&text, 30000);
    expect_same_pass(&text, "");
    expect_same_pass(&text, "hash-bits=10 threads=1");
    text.length = 0;
    write_table(&text, 100000);
    expect_same_pass(&text, "one-hot=colour");
    expect_same_pass(&text, "ignore=colour");
    pt_buffer_fini(&text);
}

static const char *const many_names[] = {"m", "z", "a", "q", "b"};

static void many_classes_are_learned_as_in_memory(void **state)
{
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_classes(&text, 60000, 0, many_names, 5);
    expect_same_pass(&text, "");
    expect_same_pass(&text, "multiclass=one-vs-rest threads=2");
    expect_same_pass(&text, "positive=q");
    pt_buffer_fini(&text);
}

/* Numbers of classes change on the way; what is learned of each class must not get lost. */
static void a_third_class_may_come_late(void **state)
{
    struct pt_buffer text;
    ptron_model *model;
    size_t stride;
    char *path;

    (void)state;
    pt_buffer_init(&text);
    write_classes(&text, 150000, 30000, many_names, 5);
    path = file_of("", text.bytes, text.length);
    model = streamed(path, "algorithm=averaged", NULL, true);
    assert_int_equal(model->n_vectors, 5);
    stride = model->n_vectors;
    for (size_t c = 0; c < 5; c++) {
        const char *name = ptron_model_class_name(model, c);
        size_t k = 0, best = 0;

        while (strcmp(many_names[k], name) != 0)
            k++;
        for (size_t v = 0; v < 5; v++)   /* feature k is on in the rows of class k alone */
            if (weights_of(model, v)[k * stride] > weights_of(model, best)[k * stride])
                best = v;
        assert_int_equal(best, c);
    }
    ptron_model_free(model);
    drop_file(path);
    pt_buffer_fini(&text);
}

/* Others must be told more, or learn from many rows together: see tests/property/test_same_bytes.c. */
static bool learns_row_by_row(const ptron_algorithm_info *info)
{
    for (size_t i = 0; info->options[i] != NULL; i++)
        if (strcmp(info->options[i], "batch-size") == 0 || strcmp(info->options[i], "k") == 0)
            return false;
    return !info->kernels;
}

static void every_algorithm_that_streams_does_so(void **state)
{
    PTRON_SIZED(ptron_algorithm_info, info);
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_svm(&text, 12000, 0, "-1", "+1");
    for (size_t a = 0; ptron_algorithm_describe(a, &info); a++)
        if (info.streams && learns_row_by_row(&info))
            expect_same_pass_by(&text, info.name, "");
    pt_buffer_fini(&text);
}

static void a_class_that_comes_late_may_turn_the_sign(void **state)
{
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_svm(&text, 40000, 30000, "b", "a");
    expect_same_pass(&text, "");
    expect_same_pass(&text, "positive=a");
    expect_same_pass(&text, "positive=b threads=2");
    text.length = 0;
    write_svm(&text, 40000, 30000, "a", "b");
    expect_same_pass(&text, "");
    pt_buffer_fini(&text);
}

/* ---- saved in the middle --------------------------------------------------------------------------- */

static ptron_model *saved_and_loaded(ptron_model *model)
{
    ptron_model *loaded_model;
    void *bytes;
    size_t length;

    assert_int_equal(ptron_model_write(model, &bytes, &length, NULL), PTRON_OK);
    assert_int_equal(ptron_model_read(bytes, length, &loaded_model, NULL), PTRON_OK);
    ptron_bytes_free(bytes);
    ptron_model_free(model);
    return loaded_model;
}

static void expect_same_bytes(const ptron_model *a, const ptron_model *b)
{
    void *left, *right;
    size_t left_length, right_length;

    assert_int_equal(ptron_model_write(a, &left, &left_length, NULL), PTRON_OK);
    assert_int_equal(ptron_model_write(b, &right, &right_length, NULL), PTRON_OK);
    assert_int_equal(left_length, right_length);
    assert_memory_equal(left, right, left_length);
    ptron_bytes_free(left);
    ptron_bytes_free(right);
}

static void expect_to_go_on(const struct pt_buffer *text, const char *options, const char *more)
{
    size_t cut = text->length / 3;
    char *whole, *first, *second, all[200];
    ptron_model *straight, *half, *resumed;

    while (text->bytes[cut - 1] != '\n')
        cut++;
    whole = file_of("", text->bytes, text->length);
    first = file_of("", text->bytes, cut);
    second = file_of("", text->bytes + cut, text->length - cut);
    straight = streamed(whole, options, NULL, true);
    half = saved_and_loaded(streamed(first, options, NULL, false));
    assert_int_equal(half->training.reason, PTRON_STOP_RUNNING);
    snprintf(all, sizeof all, "%s %s", options, more);
    resumed = streamed(second, all, half, true);
    expect_same_answer(straight, resumed);
    assert_int_equal(straight->state_length, resumed->state_length);
    assert_memory_equal(straight->state, resumed->state, straight->state_length);
    if (more[0] == '\0')
        expect_same_bytes(straight, resumed);
    ptron_model_free(straight);
    ptron_model_free(half);
    ptron_model_free(resumed);
    drop_file(whole);
    drop_file(first);
    drop_file(second);
}

static void a_stream_goes_on_from_a_saved_model_as_if_nothing_had_happened(void **state)
{
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_svm(&text, 20000, 0, "b", "a");
    expect_to_go_on(&text, "algorithm=perceptron", "");
    expect_to_go_on(&text, "algorithm=averaged scale=unit", "");
    expect_to_go_on(&text, "algorithm=averaged scale=standard", "");
    text.length = 0;
    write_messages(&text, 20000);
    expect_to_go_on(&text, "algorithm=averaged", "");
    text.length = 0;
    write_table(&text, 60000);
    expect_to_go_on(&text, "algorithm=averaged one-hot=colour", "header=no");
    pt_buffer_fini(&text);
}

enum { MOST_BLOCKS = 40 };

/* The rows of each block of a stream, from nothing or on from a model. */
static size_t rows_of_blocks(const char *path, const ptron_model *from, uint64_t *rows)
{
    const ptron_dataset *block;
    ptron_stream *stream;
    size_t n = 0;

    assert_int_equal(from == NULL ? ptron_stream_open(&path, 1, NULL, NULL, &stream, NULL)
                                  : ptron_stream_continue(&path, 1, NULL, from, &stream, NULL), PTRON_OK);
    for (;;) {
        assert_int_equal(ptron_stream_next(stream, &block, NULL), PTRON_OK);
        if (block == NULL)
            break;
        assert_true(n < MOST_BLOCKS);
        rows[n++] = block->n_rows;
    }
    ptron_stream_close(stream);
    return n;
}

/* A class that comes late is a rival from the block on in which it comes: so blocks must not depend on where a stream
 * was stopped and went on. */
static void blocks_are_the_same_where_a_stream_goes_on(void **state)
{
    uint64_t whole[MOST_BLOCKS], rest[MOST_BLOCKS], seen = 0;
    struct pt_buffer text;
    size_t n, cut = 0;
    char *path;

    (void)state;
    pt_buffer_init(&text);
    write_svm(&text, 16000, 0, "b", "a");
    path = file_of("", text.bytes, text.length);
    n = rows_of_blocks(path, NULL, whole);
    assert_true(n >= 4);
    drop_file(path);
    for (size_t k = 0; k + 1 < n; k++) {
        ptron_model *half;

        for (seen += whole[k]; seen > 0; cut++)
            seen -= text.bytes[cut] == '\n';
        path = file_of("", text.bytes, cut);
        half = streamed(path, "algorithm=perceptron", NULL, false);
        drop_file(path);
        path = file_of("", text.bytes + cut, text.length - cut);
        assert_int_equal(rows_of_blocks(path, half, rest), n - k - 1);
        assert_memory_equal(rest, whole + k + 1, (n - k - 1) * sizeof *rest);
        ptron_model_free(half);
        drop_file(path);
    }
    pt_buffer_fini(&text);
}

/* ---- what a stream cannot do ------------------------------------------------------------------------ */

static void expect_refused(const char *text, const char *option_text, const char *wanted)
{
    ptron_options *options = options_of(option_text);
    char *path = file_of("", text, strlen(text));
    const char *const paths[] = {path};
    const ptron_dataset *rows = NULL;
    ptron_stream *stream = NULL;
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;
    ptron_error err = {0};
    ptron_status status = ptron_trainer_new(options, NULL, NULL, &trainer, &err);

    if (status == PTRON_OK)
        status = ptron_stream_open(paths, 1, options, NULL, &stream, &err);
    if (status == PTRON_OK)
        status = ptron_stream_next(stream, &rows, &err);
    if (status == PTRON_OK)
        status = ptron_trainer_feed(trainer, rows, NULL, &err);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(trainer, &model, &err);
    assert_int_not_equal(status, PTRON_OK);
    if (strstr(err.message, wanted) == NULL)
        fail_msg("'%s', wanted '%s'", err.message, wanted);
    ptron_trainer_free(trainer);
    ptron_stream_close(stream);
    drop_file(path);
    ptron_options_free(options);
}

static void what_needs_a_second_look_is_refused(void **state)
{
    static const char two[] = "a 1:1\nb 2:1\n";

    (void)state;
    expect_refused(two, "algorithm=pocket", "a stream cannot give them");
    expect_refused(two, "scale=minmax", "scaling 'minmax' looks at all rows");
    expect_refused(two, "scale=ball", "scaling 'ball' looks at all rows");
    expect_refused(two, "features=poly:2", "features are made of others when all rows are known");
    expect_refused(two, "missing=mean", "missing cells cannot be filled with means in a stream");
    expect_refused(two, "calibrate=sigmoid", "a stream cannot hold rows out");
    expect_refused(two, "algorithm=svm", "stream");
    expect_refused(two, "algorithm=first-mistake", "stream");
    expect_refused(two, "holdout=0.5", "a stream cannot hold rows out");
    expect_refused(two, "start=ones", "a stream starts from zero");
    expect_refused("a 1:1\na 2:1\n", "", "every row is labelled 'a'; two classes are needed");
    expect_refused(two, "positive=c", "no row is labelled 'c'; labels are");
    expect_refused("a 1:1\nb 2:1\n1:1\n", "", "expected a label");
}

static void no_allocation_that_fails_does_harm(void **state)
{
    struct pt_buffer text;
    char *path;

    (void)state;
    pt_buffer_init(&text);
    write_svm(&text, 50, 20, "b", "a");
    path = file_of("", text.bytes, text.length);
    for (size_t k = 0;; k++) {
        const char *const paths[] = {path};
        ptron_options *options = options_of("threads=1 algorithm=averaged");
        const ptron_dataset *rows = NULL;
        ptron_stream *stream = NULL;
        ptron_trainer *trainer = NULL;
        ptron_model *model = NULL;
        ptron_status status;

        pt_test_fail_allocation(k);
        status = ptron_trainer_new(options, NULL, NULL, &trainer, NULL);
        if (status == PTRON_OK)
            status = ptron_stream_open(paths, 1, options, NULL, &stream, NULL);
        if (status == PTRON_OK)
            status = ptron_stream_next(stream, &rows, NULL);
        if (status == PTRON_OK)
            status = ptron_trainer_feed(trainer, rows, NULL, NULL);
        if (status == PTRON_OK)
            status = ptron_trainer_snapshot(trainer, &model, NULL);
        pt_test_fail_allocation(SIZE_MAX);
        ptron_model_free(model);
        ptron_trainer_free(trainer);
        ptron_stream_close(stream);
        ptron_options_free(options);
        if (status == PTRON_OK)
            break;
        assert_int_equal(status, PTRON_NOMEM);
    }
    drop_file(path);
    pt_buffer_fini(&text);
}

/* ---- bytes in memory ------------------------------------------------------------------------------- */

static uint64_t rows_of_next(ptron_stream *stream)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    const ptron_dataset *rows = NULL;

    assert_int_equal(ptron_stream_next(stream, &rows, NULL), PTRON_OK);
    if (rows != NULL)
        ptron_dataset_describe(rows, &facts);
    return rows == NULL ? 0 : facts.rows;
}

static void bytes_follow_each_other_as_files_do_and_bad_rows_say_why(void **state)
{
    static const char table[] = "a,b,class\n1,2,x\n2,1,y\n", first[] = "b,a\n1,2\nz,1\n\n4,4\n", second[] = "5,6\n";
    ptron_dataset *set = NULL;
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;
    ptron_options *options = NULL;
    ptron_stream *stream = NULL;
    uint64_t row, line, column = 0;
    const char *file;

    (void)state;
    assert_int_equal(ptron_dataset_read(table, sizeof table - 1, "table", NULL, NULL, &set, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(NULL, set, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &model, NULL), PTRON_OK);
    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "on-bad", "skip", NULL), PTRON_OK);
    assert_int_equal(ptron_stream_read(first, sizeof first - 1, "first", options, model, false, &stream, NULL),
                     PTRON_OK);
    assert_int_equal(ptron_stream_keep_blanks(stream, NULL), PTRON_OK);
    assert_int_equal(rows_of_next(stream), 2);
    assert_int_equal(ptron_stream_blanks(stream), 2);
    assert_true(ptron_stream_blank(stream, 0, &row, &file, &line));
    assert_int_equal(line, 3);
    assert_non_null(strstr(ptron_stream_blank_reason(stream, 0, &column), "'z'"));
    assert_int_equal(column, 1);
    assert_null(ptron_stream_blank_reason(stream, 1, &column));   /* an empty line */
    assert_int_equal(rows_of_next(stream), 0);
    assert_int_equal(ptron_stream_read_on(stream, "q,r\n1,2\n", 8, "bad", NULL), PTRON_DATA);
    assert_int_equal(ptron_stream_read_on(stream, second, sizeof second - 1, "second", NULL), PTRON_OK);
    assert_int_equal(rows_of_next(stream), 1);
    assert_int_equal(ptron_stream_blanks(stream), 0);
    assert_int_equal(rows_of_next(stream), 0);
    ptron_stream_close(stream);
    ptron_options_free(options);
    ptron_model_free(model);
    ptron_trainer_free(trainer);
    ptron_dataset_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_streamed_pass_is_a_pass_in_memory),
        cmocka_unit_test(every_algorithm_that_streams_does_so),
        cmocka_unit_test(many_classes_are_learned_as_in_memory),
        cmocka_unit_test(a_third_class_may_come_late),
        cmocka_unit_test(a_class_that_comes_late_may_turn_the_sign),
        cmocka_unit_test(a_stream_goes_on_from_a_saved_model_as_if_nothing_had_happened),
        cmocka_unit_test(blocks_are_the_same_where_a_stream_goes_on),
        cmocka_unit_test(what_needs_a_second_look_is_refused),
        cmocka_unit_test(no_allocation_that_fails_does_harm),
        cmocka_unit_test(bytes_follow_each_other_as_files_do_and_bad_rows_say_why),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
