/* Run records: what goes in comes out, as JSON too; and the recorder against the plainest sums. */
#include "support.h"

#include "base/alloc.h"
#include "record/record.h"
#include "report/page.h"
#include "report/polygon.h"
#include "report/svg.h"

static struct pt_run *filled(void)
{
    struct pt_run *run = NULL;
    struct pt_table *table;
    const char *texts[2] = {"<a> & \"b\"", "\\ \xd7\xa9\xd7\x9c"};

    assert_int_equal(pt_run_new(&run, NULL), PTRON_OK);
    pt_run_set_text(run, "stop", "separated");
    pt_run_set_number(run, "third", 1.0 / 3.0);
    pt_run_set_number(run, "none", NAN);
    pt_run_set_number(run, "endless", INFINITY);
    table = pt_run_add_table(run, "mixed", "a,b|c,d");
    pt_run_add_row(run, table, (const double[]){1.0, -0.1}, texts);
    pt_run_add_row(run, table, (const double[]){NAN, -INFINITY}, texts);
    pt_run_add_table(run, "empty", "a");
    table = pt_run_add_table(run, "names", "|name");
    pt_run_add_row(run, table, NULL, texts);
    return run;
}

static void json_of(const struct pt_run *run, struct pt_buffer *out)
{
    pt_buffer_init(out);
    pt_run_write(run, out);
    assert_false(out->failed);
}

static void a_record_read_back_is_the_same(void **state)
{
    struct pt_run *run = filled(), *again = NULL;
    struct pt_buffer first, second;

    (void)state;
    json_of(run, &first);
    assert_true(pt_run_is(first.bytes, first.length));
    assert_int_equal(pt_run_read(first.bytes, first.length, &again, NULL), PTRON_OK);
    json_of(again, &second);
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.bytes, second.bytes, first.length);
    assert_true(pt_run_number(again, "third") == 1.0 / 3.0);
    assert_true(isnan(pt_run_number(again, "none")) && isinf(pt_run_number(again, "endless")));
    assert_string_equal(pt_table_text(pt_run_table(again, "mixed"), 1, "c"), "<a> & \"b\"");
    assert_true(pt_table_number(pt_run_table(again, "mixed"), 1, "b") == -INFINITY);
    assert_null(pt_run_table(again, "empty"));
    pt_buffer_fini(&first);
    pt_buffer_fini(&second);
    pt_run_free(run);
    pt_run_free(again);
}

static void what_is_not_there_is_nothing(void **state)
{
    struct pt_run *run = filled();

    (void)state;
    assert_string_equal(pt_run_text(run, "other"), "");
    assert_true(isnan(pt_run_number(run, "other")));
    assert_null(pt_run_table(run, "other"));
    assert_true(isnan(pt_table_number(pt_run_table(run, "mixed"), 0, "c")));
    assert_true(isnan(pt_table_number(pt_run_table(run, "mixed"), 9, "a")));
    assert_string_equal(pt_table_text(pt_run_table(run, "mixed"), 0, "a"), "");
    pt_run_free(run);
}

static void texts_are_made_fit_to_show(void **state)
{
    struct pt_run *run = NULL;
    char longest[10001];

    (void)state;
    memset(longest, 'n', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(pt_run_new(&run, NULL), PTRON_OK);
    pt_run_set_name(run, "long", longest);
    pt_run_set_text(run, "bytes", "a\xff" "b\xed\xa0\x80" "c\x01\n\xc2\x85" "d");
    assert_int_equal(strlen(pt_run_text(run, "long")), PT_TEXT_SHOWN + 3);
    assert_string_equal(pt_run_text(run, "bytes"),
                        "a\xef\xbf\xbd" "b\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" "c   d");
    pt_run_free(run);
}

static void records_that_are_none_are_refused(void **state)
{
    static const char *const wrong[] = {
        "", "{", "[]", "{\"perceptron_run\": 2}",
        "{\"perceptron_run\": 1, \"tables\": {\"t\": {\"numbers\": [\"a\"], \"texts\": [], \"rows\": [[1, 2]]}}}",
        "{\"perceptron_run\": 1, \"tables\": {\"t\": {\"numbers\": [\"a,b\"], \"texts\": [], \"rows\": []}}}",
        "{\"perceptron_run\": 1, \"tables\": {\"t\": {\"numbers\": [], \"texts\": [\"a\"], \"rows\": [[1]]}}}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct pt_run *run = filled();
        struct pt_run *kept = run;
        ptron_error err = {0};
        assert_int_equal(pt_run_read(wrong[i], strlen(wrong[i]), &run, &err), PTRON_DATA);
        assert_null(run);
        assert_true(err.message[0] != '\0');
        pt_run_free(kept);
    }
}

static void every_allocation_of_a_record_may_fail(void **state)
{
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        struct pt_run *run = NULL;
        struct pt_table *table;
        const char *text = "text";
        ptron_status status;
        pt_test_fail_allocation(k);
        status = pt_run_new(&run, NULL);
        if (status == PTRON_OK) {
            pt_run_set_text(run, "stop", "x");
            table = pt_run_add_table(run, "t", "a|b");
            pt_run_add_row(run, table, &(double){1.0}, &text);
            status = pt_run_status(run, NULL);
        }
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        pt_run_free(run);
    }
}

/* ---- the recorder ---------------------------------------------------------------------------------------- */

static ptron_run *recorded(struct toy *toy, const char *algorithm, ptron_model **model)
{
    ptron_options *options = NULL;
    ptron_trainer *trainer = NULL;
    ptron_observer observer;
    ptron_run *run = NULL;

    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "algorithm", algorithm, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(options, toy->set, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_run_new(toy->set, &run, NULL), PTRON_OK);
    ptron_run_watch(run, NULL, &observer);
    assert_int_equal(ptron_trainer_run(trainer, &observer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, model, NULL), PTRON_OK);
    assert_int_equal(ptron_run_finish(run, trainer, *model, NULL, NULL), PTRON_OK);
    ptron_trainer_free(trainer);
    ptron_options_free(options);
    return run;
}

static void both_sides_of_the_proof_hold_at_every_update_kept(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct toy toy = toy_separable(300, 4, 0.02, seed, false);
        ptron_model *model = NULL;
        ptron_run *run = recorded(&toy, "perceptron", &model);
        const struct pt_table *updates = pt_run_table(run->record, "updates");
        const double gamma = pt_run_number(run->record, "margin_lower"), radius = pt_run_number(run->record, "radius");

        assert_true(gamma > 0.0);
        for (size_t i = 0; i < updates->n_rows; i++) {
            const double k = pt_table_number(updates, i, "k"), norm = pt_table_number(updates, i, "norm");
            const double along = pt_table_number(updates, i, "along");
            assert_true(along >= gamma * k - 1e-9 * along);
            assert_true(norm <= radius * sqrt(k) * (1.0 + 1e-9));
            assert_true(along <= norm * (1.0 + 1e-9));
            assert_true(pt_table_number(updates, i, "upper") >= gamma * (1.0 - 1e-9));
            assert_true(pt_table_number(updates, i, "lower") <= pt_table_number(updates, i, "upper"));
        }
        /* The last weights are those answered with: the whole length lies along them. */
        assert_true(fabs(pt_table_number(updates, updates->n_rows - 1, "cosine") - 1.0) < 1e-9);
        ptron_run_free(run);
        ptron_model_free(model);
        toy_free(&toy);
    }
}

static double total(const struct pt_table *table, const char *column)
{
    double sum = 0.0;

    for (size_t i = 0; i < table->n_rows; i++)
        sum += pt_table_number(table, i, column);
    return sum;
}

static void histogram_and_confusion_count_every_row(void **state)
{
    struct toy toy = toy_separable(500, 3, 0.01, 7, false);
    ptron_model *model = NULL;
    ptron_run *run = recorded(&toy, "averaged", &model);
    const struct pt_table *margins = pt_run_table(run->record, "margins");

    (void)state;
    assert_true(total(margins, "negative") + total(margins, "positive") == 500.0);
    assert_true(total(pt_run_table(run->record, "confusion"), "count") == 500.0);
    for (size_t i = 1; i < pt_run_table(run->record, "nearest")->n_rows; i++)
        assert_true(pt_table_number(pt_run_table(run->record, "nearest"), i - 1, "margin") <=
                    pt_table_number(pt_run_table(run->record, "nearest"), i, "margin"));
    assert_true(pt_table_number(pt_run_table(run->record, "nearest"), 0, "margin") ==
                pt_run_number(run->record, "margin_lower"));
    ptron_run_free(run);
    ptron_model_free(model);
    toy_free(&toy);
}

static void a_page_says_the_same_twice_and_escapes_names(void **state)
{
    struct toy toy = toy_separable(60, 2, 0.05, 3, false);
    ptron_model *model = NULL;
    ptron_run *run = recorded(&toy, "perceptron", &model);
    struct pt_buffer first, second;

    (void)state;
    assert_int_equal(ptron_run_say(run, "data", "</title><script>x()</script>", NULL), PTRON_OK);
    pt_buffer_init(&first);
    pt_buffer_init(&second);
    pt_page_write(run->record, &first);
    pt_page_write(run->record, &second);
    pt_buffer_byte(&first, '\0');
    assert_memory_equal(first.bytes, second.bytes, second.length);
    assert_null(strstr(first.bytes, "<script>x()"));
    assert_non_null(strstr(first.bytes, "&lt;script&gt;x()"));
    pt_buffer_fini(&first);
    pt_buffer_fini(&second);
    ptron_run_free(run);
    ptron_model_free(model);
    toy_free(&toy);
}

static void every_picture_has_a_title_and_words(void **state)
{
    struct toy toy = toy_separable(60, 2, 0.05, 3, false);
    ptron_model *model = NULL;
    ptron_run *run = recorded(&toy, "perceptron", &model);
    size_t n = 0;

    (void)state;
    for (;; n++) {
        struct pt_buffer out;
        const char *name;
        pt_buffer_init(&out);
        name = pt_page_picture(run->record, n, &out);
        if (name == NULL) {
            pt_buffer_fini(&out);
            break;
        }
        pt_buffer_byte(&out, '\0');
        assert_int_equal(strncmp(out.bytes, "<svg xmlns", 10), 0);
        assert_non_null(strstr(out.bytes, "<title id="));
        assert_non_null(strstr(out.bytes, "<desc id="));
        assert_null(strstr(out.bytes, "nan"));
        assert_null(strstr(out.bytes, "inf"));
        pt_buffer_fini(&out);
    }
    assert_true(n >= 8);
    ptron_run_free(run);
    ptron_model_free(model);
    toy_free(&toy);
}

static void a_half_plane_cuts_a_square_in_two(void **state)
{
    struct pt_polygon box;

    (void)state;
    pt_polygon_box(&box, 0.0, 0.0, 1.0, 1.0);
    pt_polygon_cut(&box, 1.0, 0.0, -0.5);   /* x >= 1/2 */
    assert_int_equal(box.n, 4);
    for (size_t i = 0; i < box.n; i++)
        assert_true(box.x[i] >= 0.5 && box.x[i] <= 1.0);
    pt_polygon_cut(&box, -1.0, 0.0, 0.0);   /* x <= 0: nothing is left */
    assert_int_equal(box.n, 0);
}

static void numbers_are_short(void **state)
{
    struct pt_buffer out;

    (void)state;
    pt_buffer_init(&out);
    pt_svg_number(&out, 1.0);
    pt_buffer_byte(&out, ' ');
    pt_svg_number(&out, 10.50);
    pt_buffer_byte(&out, ' ');
    pt_svg_number(&out, -0.001);
    pt_buffer_byte(&out, ' ');
    pt_svg_number(&out, 120.0);
    pt_buffer_byte(&out, ' ');
    pt_put_count(&out, 1234567.0);
    pt_buffer_byte(&out, '\0');
    assert_string_equal(out.bytes, "1 10.5 0 120 1,234,567");
    pt_buffer_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_read_back_is_the_same),
        cmocka_unit_test(what_is_not_there_is_nothing),
        cmocka_unit_test(texts_are_made_fit_to_show),
        cmocka_unit_test(records_that_are_none_are_refused),
        cmocka_unit_test(every_allocation_of_a_record_may_fail),
        cmocka_unit_test(both_sides_of_the_proof_hold_at_every_update_kept),
        cmocka_unit_test(histogram_and_confusion_count_every_row),
        cmocka_unit_test(a_page_says_the_same_twice_and_escapes_names),
        cmocka_unit_test(every_picture_has_a_title_and_words),
        cmocka_unit_test(a_half_plane_cuts_a_square_in_two),
        cmocka_unit_test(numbers_are_short),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
