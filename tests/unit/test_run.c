/* Run records: what goes in comes out, as JSON too; and the recorder against the plainest sums. */
#include "support.h"

#include "base/alloc.h"
#include "record/record.h"
#include "report/chart.h"
#include "report/page.h"
#include "report/svg.h"

#include <stdio.h>

/* A text, numbers of all sorts, a table with both, one without rows, one of texts alone. */
static struct pt_record *filled(void)
{
    struct pt_record *record = NULL;

    assert_int_equal(pt_record_new(&record, NULL), PTRON_OK);
    pt_record_set_text(record, PT_TEXT_stop, "separated");
    pt_record_set_number(record, PT_NUMBER_radius, 1.0 / 3.0);
    pt_record_set_number(record, PT_NUMBER_holdout_error, NAN);
    pt_record_set_number(record, PT_NUMBER_k_max_upper, INFINITY);
    PT_ADD_ROW(record, weights, .weight = 1.0, .vector = -0.1, .feature = -0.0, .name = "<a> & \"b\"",
               .label = "\\ \xd7\xa9\xd7\x9c");
    PT_ADD_ROW(record, weights, .weight = NAN, .vector = -INFINITY, .name = "<a> & \"b\"", .label = "");
    pt_record_begin_table(record, PT_TABLE_layers);
    PT_ADD_ROW(record, inputs, .name = "x");
    return record;
}

static void json_of(const struct pt_record *record, struct pt_buffer *out)
{
    pt_buffer_init(out);
    pt_record_write(record, out);
    assert_false(out->failed);
}

/* Reads the JSON and writes it again. */
static void written_again(const struct pt_buffer *json, struct pt_buffer *out)
{
    struct pt_record *record = NULL;

    assert_int_equal(pt_record_read(json->bytes, json->length, &record, NULL), PTRON_OK);
    json_of(record, out);
    pt_record_free(record);
}

static void assert_reads_back(const struct pt_record *record)
{
    struct pt_buffer first, second;

    json_of(record, &first);
    assert_true(pt_record_is(first.bytes, first.length));
    written_again(&first, &second);
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.bytes, second.bytes, first.length);
    pt_buffer_fini(&first);
    pt_buffer_fini(&second);
}

static void a_record_read_back_is_the_same(void **state)
{
    struct pt_record *record = filled(), *again = NULL;
    struct pt_buffer json;

    (void)state;
    assert_reads_back(record);
    json_of(record, &json);
    assert_int_equal(pt_record_read(json.bytes, json.length, &again, NULL), PTRON_OK);
    assert_true(PT_NUMBER(again, radius) == 1.0 / 3.0);
    assert_true(isnan(PT_NUMBER(again, holdout_error)) && isinf(PT_NUMBER(again, k_max_upper)));
    assert_string_equal(pt_table_text(PT_TABLE(again, weights), 1, PT_weights_name), "<a> & \"b\"");
    assert_true(pt_table_number(PT_TABLE(again, weights), 1, PT_weights_vector) == -INFINITY);
    assert_null(PT_TABLE(again, layers));
    pt_buffer_fini(&json);
    pt_record_free(record);
    pt_record_free(again);
}

/* Once a text and a number of one name took each other's place. */
static void names_that_are_none_are_passed_over_and_texts_are_no_numbers(void **state)
{
    static const char json[] =
        "{\"perceptron_run\": 1, \"texts\": {\"near_y\": \"up\", \"strange\": \"x\", \"why\": \"so\"},"
        "\"numbers\": {\"near_y\": 2, \"why\": 3}, \"tables\": {\"strange\": {\"numbers\": [\"a\"], \"texts\": [],"
        "\"rows\": [[1]]}, \"layers\": {\"numbers\": [\"strange\", \"neurons\"], \"texts\": [], \"rows\": [[1, 2]]}}}";
    struct pt_record *record = NULL;

    (void)state;
    assert_int_equal(pt_record_read(json, strlen(json), &record, NULL), PTRON_OK);
    assert_true(PT_NUMBER(record, near_y) == 2.0);
    assert_string_equal(PT_TEXT(record, why), "so");
    assert_true(pt_table_number(PT_TABLE(record, layers), 0, PT_layers_neurons) == 2.0);
    assert_reads_back(record);
    pt_record_free(record);
}

static void a_page_has_no_text_of_another_name(void **state)
{
    ptron_run *run = NULL;
    ptron_error err = {0};

    (void)state;
    assert_int_equal(ptron_run_new(NULL, &run, &err), PTRON_OK);
    assert_int_equal(ptron_run_say(run, "wyh", "a typo", &err), PTRON_ARGUMENT);
    assert_string_equal(err.message, "a record has no text 'wyh'");
    assert_int_equal(ptron_run_say(run, "why", "no typo", &err), PTRON_OK);
    ptron_run_free(run);
}

static void what_is_not_there_is_nothing(void **state)
{
    struct pt_record *record = filled();

    (void)state;
    assert_string_equal(PT_TEXT(record, why), "");
    assert_true(isnan(PT_NUMBER(record, rows)));
    assert_null(PT_TABLE(record, points));
    assert_true(isnan(pt_table_number(PT_TABLE(record, weights), 9, PT_weights_weight)));
    assert_string_equal(pt_table_text(PT_TABLE(record, weights), 9, PT_weights_name), "");
    pt_record_free(record);
}

static void texts_are_made_fit_to_show(void **state)
{
    struct pt_record *record = NULL;
    char longest[10001];

    (void)state;
    memset(longest, 'n', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(pt_record_new(&record, NULL), PTRON_OK);
    pt_record_set_name(record, PT_TEXT_x_axis, longest);
    pt_record_set_text(record, PT_TEXT_data, "a\xff" "b\xed\xa0\x80" "c\x01\n\xc2\x85" "d");
    assert_int_equal(strlen(PT_TEXT(record, x_axis)), PT_TEXT_SHOWN + 3);
    assert_string_equal(PT_TEXT(record, data), "a\xef\xbf\xbd" "b\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" "c   d");
    pt_record_free(record);
}

static void records_that_are_none_are_refused(void **state)
{
    static const char *const wrong[] = {
        "", "{", "[]", "{\"perceptron_run\": 2}",
        "{\"perceptron_run\": 1, \"tables\": {\"t\": {\"numbers\": [\"a\"], \"texts\": [], \"rows\": [[1, 2]]}}}",
        "{\"perceptron_run\": 1, \"tables\": {\"t\": {\"numbers\": [\"a,b\"], \"texts\": [], \"rows\": []}}}",
        "{\"perceptron_run\": 1, \"tables\": {\"t\": {\"numbers\": [], \"texts\": [\"a\"], \"rows\": [[1]]}}}",
        "{\"perceptron_run\": 1, \"tables\": {\"inputs\": {\"numbers\": [], \"texts\": [\"name\"], \"rows\": [[1]]}}}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct pt_record *record = filled();
        struct pt_record *kept = record;
        ptron_error err = {0};
        assert_int_equal(pt_record_read(wrong[i], strlen(wrong[i]), &record, &err), PTRON_DATA);
        assert_null(record);
        assert_true(err.message[0] != '\0');
        pt_record_free(kept);
    }
}

static void every_allocation_of_a_record_may_fail(void **state)
{
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        struct pt_record *record = NULL;
        ptron_status status;
        pt_test_fail_allocation(k);
        status = pt_record_new(&record, NULL);
        if (status == PTRON_OK) {
            pt_record_set_text(record, PT_TEXT_stop, "x");
            PT_ADD_ROW(record, classes, .rows = 1.0, .name = "text");
            status = pt_record_status(record, NULL);
        }
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        pt_record_free(record);
    }
}

/* ---- the recorder ---------------------------------------------------------------------------------------- */

/* stops: it is finished after each of so many epochs too, before it goes on. */
static ptron_run *recorded_with(struct toy *toy, const char *algorithm, int stops, ptron_model **model)
{
    ptron_options *options = NULL;
    ptron_trainer *trainer = NULL;
    PTRON_SIZED(ptron_observer, observer);
    ptron_run *run = NULL;

    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "algorithm", algorithm, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(options, toy->set, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_run_new(toy->set, &run, NULL), PTRON_OK);
    assert_int_equal(ptron_run_watch(run, NULL, &observer, NULL), PTRON_OK);
    for (; stops >= 0; stops--) {
        assert_int_equal((stops > 0 ? ptron_trainer_step : ptron_trainer_run)(trainer, &observer, NULL), PTRON_OK);
        assert_int_equal(ptron_trainer_snapshot(trainer, model, NULL), PTRON_OK);
        assert_int_equal(ptron_run_finish(run, trainer, *model, NULL, NULL), PTRON_OK);
        if (stops > 0)
            ptron_model_free(*model);
    }
    ptron_trainer_free(trainer);
    ptron_options_free(options);
    return run;
}

static ptron_run *recorded(struct toy *toy, const char *algorithm, ptron_model **model)
{
    return recorded_with(toy, algorithm, 0, model);
}

static void a_run_that_was_finished_and_went_on_is_as_if_finished_once(void **state)
{
    static const char *const algorithms[] = {"perceptron", "averaged", "voted", "kernel", "svm", "batch"};

    (void)state;
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
        struct toy toy = toy_separable(60, 2, 0.02, i + 1, false);
        struct pt_buffer once, often;

        for (int stops = 0; stops <= 2; stops += 2) {
            ptron_model *model = NULL;
            ptron_run *run = recorded_with(&toy, algorithms[i], stops, &model);

            json_of(run->record, stops == 0 ? &once : &often);
            ptron_run_free(run);
            ptron_model_free(model);
        }
        assert_int_equal(once.length, often.length);
        assert_memory_equal(once.bytes, often.bytes, once.length);
        pt_buffer_fini(&once);
        pt_buffer_fini(&often);
        toy_free(&toy);
    }
}

static void both_sides_of_the_proof_hold_at_every_update_kept(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct toy toy = toy_separable(300, 4, 0.02, seed, false);
        ptron_model *model = NULL;
        ptron_run *run = recorded(&toy, "perceptron", &model);
        const struct pt_table *updates = PT_TABLE(run->record, updates);
        const double gamma = PT_NUMBER(run->record, margin_lower), radius = PT_NUMBER(run->record, radius);

        assert_reads_back(run->record);
        assert_true(gamma > 0.0);
        for (size_t i = 0; i < updates->n_rows; i++) {
            const double k = pt_table_number(updates, i, PT_updates_k);
            const double norm = pt_table_number(updates, i, PT_updates_norm);
            const double along = pt_table_number(updates, i, PT_updates_along);
            assert_true(along >= gamma * k - 1e-9 * along);
            assert_true(norm <= radius * sqrt(k) * (1.0 + 1e-9));
            assert_true(along <= norm * (1.0 + 1e-9));
            assert_true(pt_table_number(updates, i, PT_updates_upper) >= gamma * (1.0 - 1e-9));
            assert_true(pt_table_number(updates, i, PT_updates_lower) <= pt_table_number(updates, i, PT_updates_upper));
        }
        /* The last weights are those answered with: the whole length lies along them. */
        assert_true(fabs(pt_table_number(updates, updates->n_rows - 1, PT_updates_cosine) - 1.0) < 1e-9);
        ptron_run_free(run);
        ptron_model_free(model);
        toy_free(&toy);
    }
}

static double total(const struct pt_table *table, enum pt_record_column column)
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
    const struct pt_table *margins = PT_TABLE(run->record, margins);

    (void)state;
    assert_true(total(margins, PT_margins_negative) + total(margins, PT_margins_positive) == 500.0);
    assert_true(total(PT_TABLE(run->record, confusion), PT_confusion_count) == 500.0);
    for (size_t i = 1; i < PT_TABLE(run->record, nearest)->n_rows; i++)
        assert_true(pt_table_number(PT_TABLE(run->record, nearest), i - 1, PT_nearest_margin) <=
                    pt_table_number(PT_TABLE(run->record, nearest), i, PT_nearest_margin));
    assert_true(fabs(pt_table_number(PT_TABLE(run->record, nearest), 0, PT_nearest_margin) -
                     PT_NUMBER(run->record, distance)) < 1e-9);   /* which is rounded outwards */
    assert_true(PT_NUMBER(run->record, distance) > PT_NUMBER(run->record, margin_lower));   /* without the bias */
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
    pt_record_set_text(run->record, PT_TEXT_bounded, "<script>x()</script>");   /* as a record from elsewhere may say */
    pt_record_set_text(run->record, PT_TEXT_bound_formula, "<script>x()</script>");
    pt_record_set_text(run->record, PT_TEXT_loss, "<script>x()</script>");
    assert_int_equal(ptron_run_tell(run, "<script>x()</script>", "<script>x()</script>", NULL), PTRON_OK);
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

/* A page of a record, as text; free it. */
static char *page_of(const struct pt_record *record)
{
    struct pt_buffer page;

    pt_buffer_init(&page);
    pt_page_write(record, &page);
    pt_buffer_byte(&page, '\0');
    assert_false(page.failed);
    return page.bytes;
}

static size_t occurrences(const char *text, const char *part)
{
    size_t n = 0;

    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        n++;
    return n;
}

/* Bars were one unit narrower than their bins, and so of negative width where these were thin. */
static void bars_of_a_histogram_have_a_width_wherever_the_rows_are(void **state)
{
    static const double from[] = {0.0, 3.0, 1000.0, -2000.0, 1e9, 1e-9};

    (void)state;
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        struct pt_record *record = NULL;
        char *page;
        assert_int_equal(pt_record_new(&record, NULL), PTRON_OK);
        PT_ADD_ROW(record, classes, .name = "a");
        PT_ADD_ROW(record, classes, .name = "b");
        for (double b = 0.0; b < 40.0; b += 1.0)
            PT_ADD_ROW(record, margins, .from = from[i] + 0.01 * b, .to = from[i] + 0.01 * (b + 1.0), .negative = 1.0,
                       .positive = 2.0);
        page = page_of(record);
        assert_int_equal(occurrences(page, "<rect class=\"b0\""), 40);
        assert_null(strstr(page, "width=\"-"));
        assert_null(strstr(page, " width=\"0\""));
        pt_release(page);
        pt_record_free(record);
    }
}

/* Marks of two labels are told apart by colour or shape: what is drawn for them, but for the place. */
static void six_and_thirty_labels_have_marks_that_differ(void **state)
{
    char marks[PT_MARKS][400];

    (void)state;
    for (size_t i = 0; i < PT_MARKS; i++) {
        struct pt_buffer out;
        struct pt_svg svg = {.out = &out};
        pt_buffer_init(&out);
        pt_svg_mark(&svg, i, 50.0, 50.0, 5.0);
        pt_buffer_byte(&out, '\0');
        assert_true(out.length < sizeof marks[i]);
        memcpy(marks[i], out.bytes, out.length);
        pt_buffer_fini(&out);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(marks[i], marks[j]);
    }
}

static void a_legend_names_every_label(void **state)
{
    static const size_t counts[] = {2, 3, 7, 10, 26};

    (void)state;
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        struct pt_record *record = NULL;
        char name[64], *page;
        assert_int_equal(pt_record_new(&record, NULL), PTRON_OK);
        pt_record_set_number(record, PT_NUMBER_classes, (double)counts[k]);
        for (size_t c = 0; c < counts[k]; c++) {
            snprintf(name, sizeof name, "a longer name %zu.", c);
            PT_ADD_ROW(record, classes, .name = name);
            PT_ADD_ROW(record, points, .x = (double)c, .y = (double)(c % 4), .class = (double)c, .row = (double)c);
            for (size_t a = 0; a < counts[k]; a++)
                PT_ADD_ROW(record, confusion, .truth = (double)c, .answer = (double)a, .count = c == a ? 3.0 : 0.0);
        }
        page = page_of(record);
        for (size_t c = 0; c < counts[k]; c++) {
            snprintf(name, sizeof name, "\xe2\x81\xa8" "a longer name %zu.\xe2\x81\xa9", c);
            assert_int_equal(occurrences(page, name), 1);
        }
        assert_non_null(strstr(page, "id=\"confusion\""));
        assert_int_equal(occurrences(page, "scope=\"col\""), counts[k]);
        pt_release(page);
        pt_record_free(record);
    }
}

/* The curves of the proof are the perceptron's: a rule that moves on more rows breaks |w| <= R sqrt(k). */
static void curves_of_the_proof_are_drawn_for_runs_they_hold_for(void **state)
{
    static const struct {
        const char *algorithm;
        bool holds;
    } rules[] = {{"perceptron", true}, {"first-mistake", true}, {"margin", false}, {"pdm", false}, {"pa-1", false},
                 {"pegasos", false}, {"arow", false}, {"hard-margin", false}};

    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct toy toy = toy_separable(60, 2, 0.05, 3, false);
        ptron_model *model = NULL;
        ptron_run *run = recorded(&toy, rules[i].algorithm, &model);
        char *page = page_of(run->record);
        assert_true((strstr(page, "id=\"figure-proof\"") != NULL) == rules[i].holds);
        assert_true((strstr(page, "id=\"figure-angle\"") != NULL) == rules[i].holds);
        pt_release(page);
        ptron_run_free(run);
        ptron_model_free(model);
        toy_free(&toy);
    }
}

/* Every row within the ball, and the least of them along u the theorem margin over R. */
static void the_unit_ball_holds_every_row(void **state)
{
    struct toy toy = toy_separable(80, 3, 0.05, 5, false);
    ptron_model *model = NULL;
    ptron_run *run = recorded(&toy, "perceptron", &model);
    const struct pt_table *ball = PT_TABLE(run->record, ball);
    double least = INFINITY, most = 0.0;

    (void)state;
    assert_non_null(ball);
    assert_int_equal(ball->n_rows, 80);
    for (size_t i = 0; i < ball->n_rows; i++) {
        least = fmin(least, pt_table_number(ball, i, PT_ball_x));
        most = fmax(most, hypot(pt_table_number(ball, i, PT_ball_x), pt_table_number(ball, i, PT_ball_y)));
    }
    assert_true(fabs(most - 1.0) < 1e-12);
    assert_true(fabs(least - PT_NUMBER(run->record, margin_lower) / PT_NUMBER(run->record, radius)) < 1e-9);
    assert_true(least == PT_NUMBER(run->record, ball_margin));
    ptron_run_free(run);
    ptron_model_free(model);
    toy_free(&toy);
}

static void a_half_plane_cuts_a_square_in_two(void **state)
{
    struct pt_polygon box;

    (void)state;
    pt_polygon_box(&box, 0.0, 0.0, 1.0, 1.0);
    pt_polygon_cut(&box, (const double[]){1.0, 0.0, -0.5});   /* x >= 1/2 */
    assert_int_equal(box.n, 4);
    for (size_t i = 0; i < box.n; i++)
        assert_true(box.x[i] >= 0.5 && box.x[i] <= 1.0);
    pt_polygon_cut(&box, (const double[]){-1.0, 0.0, 0.0});   /* x <= 0: nothing is left */
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
    pt_buffer_text(&out, PT_AS_COUNT(1234567.0));
    pt_buffer_byte(&out, '\0');
    assert_string_equal(out.bytes, "1 10.5 0 120 1,234,567");
    pt_buffer_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_read_back_is_the_same),
        cmocka_unit_test(names_that_are_none_are_passed_over_and_texts_are_no_numbers),
        cmocka_unit_test(a_page_has_no_text_of_another_name),
        cmocka_unit_test(what_is_not_there_is_nothing),
        cmocka_unit_test(texts_are_made_fit_to_show),
        cmocka_unit_test(records_that_are_none_are_refused),
        cmocka_unit_test(every_allocation_of_a_record_may_fail),
        cmocka_unit_test(a_run_that_was_finished_and_went_on_is_as_if_finished_once),
        cmocka_unit_test(both_sides_of_the_proof_hold_at_every_update_kept),
        cmocka_unit_test(histogram_and_confusion_count_every_row),
        cmocka_unit_test(a_page_says_the_same_twice_and_escapes_names),
        cmocka_unit_test(every_picture_has_a_title_and_words),
        cmocka_unit_test(bars_of_a_histogram_have_a_width_wherever_the_rows_are),
        cmocka_unit_test(six_and_thirty_labels_have_marks_that_differ),
        cmocka_unit_test(a_legend_names_every_label),
        cmocka_unit_test(curves_of_the_proof_are_drawn_for_runs_they_hold_for),
        cmocka_unit_test(the_unit_ball_holds_every_row),
        cmocka_unit_test(a_half_plane_cuts_a_square_in_two),
        cmocka_unit_test(numbers_are_short),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
