/* Proofs through the public header: verdicts, rows and multipliers, sized structs, files, allocation failures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "allocations.h"
#include "perceptron.h"


#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char xor_text[] = "x1,x2,class\n0,0,+1\n1,1,+1\n0,1,-1\n1,0,-1\n";
static const char wide_text[] = "+1 1:3 2:1\n+1 1:3 2:-1\n-1 1:1 2:1\n-1 1:1 2:-1\n";
static const char tenths_text[] = "a,b,class\n0.1,0.3,p\n0.2,0.6,n\n0.3,0.9,p\n";

static ptron_options *options_with(const char *name, const char *value)
{
    ptron_options *options = NULL;

    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "threads", "1", NULL), PTRON_OK);
    if (name != NULL)
        assert_int_equal(ptron_options_set(options, name, value, NULL), PTRON_OK);
    return options;
}

static ptron_dataset *read_text(const char *text, const ptron_options *options)
{
    ptron_dataset *set = NULL;

    assert_int_equal(ptron_dataset_read(text, strlen(text), "rows", options, NULL, &set, NULL), PTRON_OK);
    return set;
}

static void a_contradiction_is_handed_out_row_by_row(void **state)
{
    ptron_options *options = options_with(NULL, NULL);
    ptron_dataset *set = read_text(xor_text, options);
    PTRON_SIZED(ptron_certificate_facts, facts);
    ptron_certificate *certificate = NULL;
    const char *multiplier;
    uint64_t row;
    (void)state;

    assert_int_equal(ptron_certify(set, 1, options, NULL, &certificate, NULL), PTRON_OK);
    ptron_certificate_describe(certificate, &facts);
    assert_int_equal(facts.verdict, PTRON_VERDICT_NOT_SEPARABLE);
    assert_string_equal(ptron_verdict_text(facts.verdict), "not separable");
    assert_true(facts.decimal && facts.bias);
    assert_int_equal(facts.n_rows, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_true(ptron_certificate_row(certificate, i, &row, &multiplier));
        assert_int_equal(row, i);
        assert_string_equal(multiplier, "1");
    }
    assert_false(ptron_certificate_row(certificate, 4, &row, &multiplier));
    assert_null(ptron_certificate_weights(certificate, NULL));
    ptron_certificate_free(certificate);
    ptron_dataset_free(set);
    ptron_options_free(options);
}

static void the_direction_has_the_margin_that_was_proved(void **state)
{
    static const double x[4][2] = {{3, 1}, {3, -1}, {1, 1}, {1, -1}};
    static const double y[4] = {1, 1, -1, -1};
    ptron_options *options = options_with(NULL, NULL);
    ptron_dataset *set = read_text(wide_text, options);
    PTRON_SIZED(ptron_certificate_facts, facts);
    ptron_certificate *certificate = NULL;
    const double *w;
    double bias, least = INFINITY;
    (void)state;

    assert_int_equal(ptron_certify(set, 1, options, NULL, &certificate, NULL), PTRON_OK);
    ptron_certificate_describe(certificate, &facts);
    assert_int_equal(facts.verdict, PTRON_VERDICT_SEPARABLE);
    assert_true(facts.theorem_lower <= 2 / sqrt(20) * (1 + 1e-14) && facts.theorem_upper >= 2 / sqrt(20) * (1 - 1e-14));
    assert_true(facts.distance_lower <= 1 && facts.distance_upper >= 1);
    w = ptron_certificate_weights(certificate, &bias);
    assert_non_null(w);
    assert_true(fabs(w[0] * w[0] + w[1] * w[1] + bias * bias - 1) < 1e-12);
    for (size_t i = 0; i < 4; i++)
        least = fmin(least, y[i] * (w[0] * x[i][0] + w[1] * x[i][1] + bias));
    assert_true(fabs(least - facts.theorem_lower) < 1e-12);
    ptron_certificate_free(certificate);
    ptron_dataset_free(set);
    ptron_options_free(options);
}

/* Four labels on a line, whose middle ones no hyperplane parts from the rest. */
static const char line_text[] = "x,c\n0,a\n1,b\n2,c\n3,d\n";

static void all_labels_at_once_have_a_direction_with_the_margin_that_was_proved(void **state)
{
    ptron_options *options = options_with(NULL, NULL);
    ptron_dataset *set = read_text(line_text, options);
    PTRON_SIZED(ptron_certificate_facts, facts);
    PTRON_SIZED(ptron_verification, v);
    ptron_certificate *certificate = NULL;
    double least = INFINITY, norm2 = 0;
    void *bytes = NULL;
    size_t length = 0;
    (void)state;

    assert_int_equal(ptron_certify_classes(set, options, NULL, &certificate, NULL), PTRON_OK);
    ptron_certificate_describe(certificate, &facts);
    assert_int_equal(facts.verdict, PTRON_VERDICT_SEPARABLE);
    assert_int_equal(facts.classes, 4);
    assert_int_equal(facts.rows, 4);
    assert_null(facts.positive);
    assert_null(ptron_certificate_weights(certificate, NULL));
    assert_null(ptron_certificate_class_weights(certificate, 4, NULL));
    assert_int_equal(ptron_certificate_rival(certificate, 0), -1);
    for (size_t own = 0; own < 4; own++)
        for (size_t rival = 0; rival < 4; rival++) {
            double b[2];
            const double *w = ptron_certificate_class_weights(certificate, own, &b[0]);
            const double *other = ptron_certificate_class_weights(certificate, rival, &b[1]);
            if (own == rival)
                norm2 += w[0] * w[0] + b[0] * b[0];
            else
                least = fmin(least, (w[0] - other[0]) * (double)own + b[0] - b[1]);
        }
    assert_true(fabs(norm2 - 1) < 1e-12);
    assert_true(fabs(least - facts.theorem_lower) < 1e-12);
    assert_int_equal(ptron_certificate_write(certificate, &bytes, &length, NULL), PTRON_OK);
    assert_int_equal(ptron_verify(bytes, length, set, &v, NULL), PTRON_OK);
    assert_true(v.accepted && v.classes == 4 && v.positive[0] == '\0');
    ptron_bytes_free(bytes);
    ptron_certificate_free(certificate);
    ptron_dataset_free(set);
    ptron_options_free(options);
}

static void every_allocation_for_all_labels_at_once_may_fail(void **state)
{
    ptron_options *options = options_with(NULL, NULL);
    ptron_dataset *set = read_text(line_text, options);
    bool failed = true;
    (void)state;

    for (size_t k = 0; failed; k++) {
        PTRON_SIZED(ptron_verification, v);
        ptron_certificate *certificate = NULL;
        void *bytes = NULL;
        size_t length = 0;

        pt_test_fail_allocation(k);
        ptron_status status = ptron_certify_classes(set, options, NULL, &certificate, NULL);
        if (status == PTRON_OK)
            status = ptron_certificate_write(certificate, &bytes, &length, NULL);
        if (status == PTRON_OK)
            status = ptron_verify(bytes, length, set, &v, NULL);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        assert_true(v.accepted == !failed);
        ptron_bytes_free(bytes);
        ptron_certificate_free(certificate);
    }
    ptron_dataset_free(set);
    ptron_options_free(options);
}

static ptron_verdict verdict_of(const ptron_dataset *set, const ptron_options *options)
{
    PTRON_SIZED(ptron_certificate_facts, facts);
    ptron_certificate *certificate = NULL;

    assert_int_equal(ptron_certify(set, 1, options, NULL, &certificate, NULL), PTRON_OK);
    ptron_certificate_describe(certificate, &facts);
    ptron_certificate_free(certificate);
    return facts.verdict;
}

static void text_is_decimals_and_memory_is_doubles(void **state)
{
    static const double values[] = {0.1, 0.3, 0.2, 0.6, 0.3, 0.9};
    static const uint32_t labels[] = {1, 0, 1};
    static const char *const names[] = {"n", "p"};
    const ptron_rows rows = {.size = sizeof rows, .n_rows = 3, .n_features = 2, .kind = PTRON_F64, .values = values,
                             .labels = labels, .n_classes = 2, .class_names = names};
    ptron_options *options = options_with("margins", "no");
    ptron_dataset *text = read_text(tenths_text, options), *memory = NULL;
    (void)state;

    assert_int_equal(ptron_dataset_borrow(&rows, options, NULL, &memory, NULL), PTRON_OK);
    assert_int_equal(verdict_of(text, options), PTRON_VERDICT_NOT_SEPARABLE);
    assert_int_equal(verdict_of(memory, options), PTRON_VERDICT_SEPARABLE);
    ptron_dataset_free(memory);
    ptron_dataset_free(text);
    ptron_options_free(options);
}

static bool stop_at_once(void *user, const ptron_certify_progress *progress)
{
    assert_non_null(progress->step);
    ++*(int *)user;
    return false;
}

static void an_observer_may_stop_the_search_and_gets_the_bracket_so_far(void **state)
{
    ptron_options *options = options_with(NULL, NULL);
    ptron_dataset *set = read_text(xor_text, options);
    int calls = 0;
    const ptron_certify_observer observer = {.size = sizeof observer, .user = &calls, .on_step = stop_at_once};
    PTRON_SIZED(ptron_certificate_facts, facts);
    ptron_certificate *certificate = NULL;
    ptron_error err = {0};
    size_t length;
    void *bytes;
    (void)state;

    assert_int_equal(ptron_certify(set, 1, options, &observer, &certificate, NULL), PTRON_OK);
    ptron_certificate_describe(certificate, &facts);
    assert_true(calls > 0);
    assert_int_equal(facts.verdict, PTRON_VERDICT_UNDECIDED);
    assert_string_equal(facts.why, "stopped");
    assert_true(facts.theorem_upper >= 0 && isfinite(facts.theorem_upper));
    assert_int_equal(ptron_certificate_write(certificate, &bytes, &length, &err), PTRON_ARGUMENT);
    assert_null(bytes);
    ptron_certificate_free(certificate);
    ptron_dataset_free(set);
    ptron_options_free(options);
}

static void what_is_saved_is_accepted_of_these_rows_only(void **state)
{
    ptron_options *options = options_with(NULL, NULL);
    ptron_dataset *set = read_text(wide_text, options), *other = read_text(xor_text, options);
    PTRON_SIZED(ptron_verification, v);
    ptron_certificate *certificate = NULL;
    char path[] = "/tmp/certificate-XXXXXX";
    const int fd = mkstemp(path);
    (void)state;

    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(ptron_certify(set, 1, options, NULL, &certificate, NULL), PTRON_OK);
    assert_int_equal(ptron_certificate_save(certificate, path, NULL), PTRON_OK);
    assert_int_equal(ptron_verify_file(path, set, &v, NULL), PTRON_OK);
    assert_true(v.accepted);
    assert_int_equal(v.verdict, PTRON_VERDICT_SEPARABLE);
    assert_string_equal(v.positive, "+1");
    assert_string_equal(v.reason, "");
    assert_int_equal(ptron_verify_file(path, other, &v, NULL), PTRON_OK);
    assert_false(v.accepted);
    assert_true(strlen(v.reason) > 0);
    assert_int_equal(ptron_verify("nonsense", 8, set, &v, NULL), PTRON_OK);
    assert_false(v.accepted);
    assert_int_equal(v.verdict, PTRON_VERDICT_UNDECIDED);
    unlink(path);
    assert_int_equal(ptron_verify_file(path, set, &v, NULL), PTRON_IO);
    ptron_certificate_free(certificate);
    ptron_dataset_free(other);
    ptron_dataset_free(set);
    ptron_options_free(options);
}

static void an_older_and_shorter_struct_is_filled_as_far_as_it_goes(void **state)
{
    ptron_options *options = options_with(NULL, NULL);
    ptron_dataset *set = read_text(xor_text, options);
    ptron_certificate_facts facts;
    ptron_certificate *certificate = NULL;
    (void)state;

    memset(&facts, 0x55, sizeof facts);
    facts.size = offsetof(ptron_certificate_facts, rows);
    const ptron_certificate_facts before = facts;
    assert_int_equal(ptron_certify(set, 1, options, NULL, &certificate, NULL), PTRON_OK);
    ptron_certificate_describe(certificate, &facts);
    assert_int_equal(facts.verdict, PTRON_VERDICT_NOT_SEPARABLE);
    assert_int_equal(facts.rows, before.rows);
    assert_true(memcmp(&facts.seconds, &before.seconds, sizeof facts.seconds) == 0);
    ptron_certificate_free(certificate);
    ptron_dataset_free(set);
    ptron_options_free(options);
}

static void classes_that_do_not_exist_are_refused(void **state)
{
    ptron_options *options = options_with(NULL, NULL);
    ptron_dataset *set = read_text(xor_text, options);
    ptron_certificate *certificate = NULL;
    (void)state;

    assert_int_equal(ptron_certify(set, 2, options, NULL, &certificate, NULL), PTRON_ARGUMENT);
    assert_null(certificate);
    assert_int_equal(ptron_certify(NULL, 0, options, NULL, &certificate, NULL), PTRON_ARGUMENT);
    ptron_certificate_free(NULL);
    ptron_dataset_free(set);
    ptron_options_free(options);
}

/* Rows 0, 5 and 1, 5 of class 0, rows 0, 0 and 1, 0 of class 1, and `n_classes` names. */
static ptron_dataset *borrowed(size_t n_classes)
{
    static const double x[] = {0, 5, 1, 5, 0, 0, 1, 0};
    static const uint32_t labels[] = {0, 0, 1, 1};
    static const char *const names[] = {"a", "b", "c"};
    PTRON_SIZED(ptron_rows, rows);
    ptron_dataset *set = NULL;

    rows.n_rows = 4;
    rows.n_features = 2;
    rows.kind = PTRON_F64;
    rows.values = x;
    rows.labels = labels;
    rows.n_classes = n_classes;
    rows.class_names = names;
    assert_int_equal(ptron_dataset_borrow(&rows, NULL, NULL, &set, NULL), PTRON_OK);
    return set;
}

static void a_label_that_no_row_has_proves_nothing(void **state)
{
    ptron_dataset *two = borrowed(2), *three = borrowed(3);
    PTRON_SIZED(ptron_verification, v);
    ptron_certificate *certificate = NULL;
    ptron_error err;
    void *bytes = NULL;
    size_t length = 0;
    (void)state;

    assert_int_equal(ptron_certify(three, 2, NULL, NULL, &certificate, &err), PTRON_DATA);
    assert_string_equal(err.message, "no row is labelled 'c'");
    assert_int_equal(ptron_certify_classes(three, NULL, NULL, &certificate, &err), PTRON_DATA);
    assert_int_equal(ptron_certify(two, 1, NULL, NULL, &certificate, NULL), PTRON_OK);
    assert_int_equal(ptron_certificate_write(certificate, &bytes, &length, NULL), PTRON_OK);
    assert_int_equal(ptron_verify(bytes, length, three, &v, NULL), PTRON_OK);
    assert_true(v.accepted);
    assert_int_equal(v.positive_class, 1);
    ((char *)bytes)[0] = 'P';   /* not read at all: the class of the answer before does not stay */
    assert_int_equal(ptron_verify(bytes, length, three, &v, NULL), PTRON_OK);
    assert_false(v.accepted);
    assert_true(v.positive_class == SIZE_MAX);
    ptron_bytes_free(bytes);
    ptron_certificate_free(certificate);
    ptron_dataset_free(three);
    ptron_dataset_free(two);
}

static const char none_has_c[] =
    "perceptron certificate 1\nvalues binary\nbias yes\npositive c\nrows 4\nfeatures 2\n"
    "fingerprint 7a30c91c9f84876aae61e7d80b2b1d82858258d7105c3cced476a295b1a52626\nverdict separable\n"
    "radius 5.19615242270663 5.196152422706633\ntheorem none none\ndistance none none\nk_max none none\n"
    "peel 1\nbias -\n"
    "end 38089719aba2b69fe387daeeb1dc351abee2b468cb5ccbf071f72bdfcde08ac1\n";

static void a_certificate_about_a_label_that_no_row_has_is_refused(void **state)
{
    ptron_dataset *three = borrowed(3);
    PTRON_SIZED(ptron_verification, v);
    (void)state;

    assert_int_equal(ptron_verify(none_has_c, sizeof none_has_c - 1, three, &v, NULL), PTRON_OK);
    assert_false(v.accepted);
    assert_string_equal(v.reason, "no row has the label that it is about");
    ptron_dataset_free(three);
}

/* Certifies, writes and checks while allocation k fails; true when it did not come to that. */
static bool survives(const ptron_dataset *set, const ptron_options *options, size_t k)
{
    PTRON_SIZED(ptron_verification, v);
    ptron_certificate *certificate = NULL;
    void *bytes = NULL;
    size_t length = 0;
    ptron_status status;
    bool failed;

    pt_test_fail_allocation(k);
    status = ptron_certify(set, 1, options, NULL, &certificate, NULL);
    if (status == PTRON_OK)
        status = ptron_certificate_write(certificate, &bytes, &length, NULL);
    if (status == PTRON_OK)
        status = ptron_verify(bytes, length, set, &v, NULL);
    failed = pt_test_allocation_failed();
    pt_test_fail_allocation(SIZE_MAX);
    assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
    if (!failed)
        assert_true(v.accepted);
    ptron_bytes_free(bytes);
    ptron_certificate_free(certificate);
    return !failed;
}

static void every_allocation_may_fail(void **state)
{
    static const char *const texts[] = {xor_text, wide_text};
    ptron_options *options = options_with(NULL, NULL);
    (void)state;

    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        ptron_dataset *set = read_text(texts[t], options);
        size_t k = 0;

        while (!survives(set, options, k))
            k++;
        assert_true(k > 10);
        ptron_dataset_free(set);
    }
    ptron_options_free(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contradiction_is_handed_out_row_by_row),
        cmocka_unit_test(the_direction_has_the_margin_that_was_proved),
        cmocka_unit_test(all_labels_at_once_have_a_direction_with_the_margin_that_was_proved),
        failing_allocations(every_allocation_for_all_labels_at_once_may_fail),
        cmocka_unit_test(text_is_decimals_and_memory_is_doubles),
        cmocka_unit_test(an_observer_may_stop_the_search_and_gets_the_bracket_so_far),
        cmocka_unit_test(what_is_saved_is_accepted_of_these_rows_only),
        cmocka_unit_test(an_older_and_shorter_struct_is_filled_as_far_as_it_goes),
        cmocka_unit_test(classes_that_do_not_exist_are_refused),
        cmocka_unit_test(a_label_that_no_row_has_proves_nothing),
        cmocka_unit_test(a_certificate_about_a_label_that_no_row_has_is_refused),
        failing_allocations(every_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
