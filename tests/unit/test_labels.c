/* Label texts into classes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "recipe/labels.h"
#include "rows/row.h"

static void add_labels(struct pt_labels *labels, const char *list)
{
    pt_labels_init(labels);
    while (*list != '\0') {
        const size_t n = strcspn(list, " ");

        assert_int_not_equal(pt_dict_add(&labels->texts, list, n), PT_DICT_NONE);
        list += n + (list[n] == ' ');
    }
}

/* "a b c" in, class names out, joined by spaces. */
static void expect_classes(const char *list, const char *positive, const char *wanted)
{
    struct pt_labels labels;
    char names[256] = "";

    add_labels(&labels, list);
    assert_int_equal(pt_labels_assign_classes(&labels, positive, NULL), PTRON_OK);
    for (uint32_t c = 0; c < labels.classes.count; c++) {
        strcat(names, c > 0 ? " " : "");
        strcat(names, pt_dict_text(&labels.classes, c, NULL));
    }
    assert_string_equal(names, wanted);
    pt_labels_fini(&labels);
}

static uint32_t class_of(const struct pt_labels *labels, const char *text)
{
    return pt_labels_class(labels, text, strlen(text));
}

static void texts_are_sorted_numbers_by_value(void **state)
{
    (void)state;
    expect_classes("spam ham", NULL, "ham spam");
    expect_classes("10 9", NULL, "9 10");
    expect_classes("+1 -1", NULL, "-1 +1");
    expect_classes("b 10 a 9 B", NULL, "9 10 B a b");
    expect_classes("1e1 9.5 1e-3", NULL, "1e-3 9.5 1e1");
    expect_classes("ab a abc", NULL, "a ab abc");
    expect_classes("nan inf 3", NULL, "3 inf nan");
}

static void equal_numbers_are_one_class_named_by_the_first_spelling(void **state)
{
    struct pt_labels labels;

    (void)state;
    expect_classes("+1 -1 1 1.0 -1.0", NULL, "-1 +1");
    expect_classes("0 -0 1", NULL, "0 1");
    add_labels(&labels, "+1 -1 1");
    assert_int_equal(pt_labels_assign_classes(&labels, NULL, NULL), PTRON_OK);
    assert_int_equal(labels.class_of[0], 1);
    assert_int_equal(labels.class_of[1], 0);
    assert_int_equal(labels.class_of[2], 1);
    pt_labels_fini(&labels);
}

static void none_and_one_class_are_fine(void **state)
{
    (void)state;
    expect_classes("", NULL, "");
    expect_classes("only", NULL, "only");
    expect_classes("only", "only", "rest only");
}

static void positive_makes_one_label_class_1_and_the_others_class_0(void **state)
{
    struct pt_labels labels;

    (void)state;
    expect_classes("spam ham", "ham", "spam ham");
    expect_classes("a b c", "a", "rest a");
    expect_classes("a rest c", "a", "not a a");
    expect_classes("rest b c", "rest", "not rest rest");
    expect_classes("+1 -1 1", "-1.0", "+1 -1");
    expect_classes("1 2 3", "+2", "rest 2");
    add_labels(&labels, "a b c b2");
    assert_int_equal(pt_labels_assign_classes(&labels, "b", NULL), PTRON_OK);
    for (uint32_t id = 0; id < 4; id++)
        assert_int_equal(labels.class_of[id], id == 1);
    assert_int_equal(class_of(&labels, "b"), 1);
    assert_int_equal(class_of(&labels, "c"), 0);
    assert_int_equal(class_of(&labels, "new"), PT_UNKNOWN_LABEL);
    pt_labels_fini(&labels);
}

static void an_unknown_positive_is_refused_with_the_labels_there_are(void **state)
{
    struct pt_labels labels;
    ptron_error err;

    (void)state;
    add_labels(&labels, "c a b");
    assert_int_equal(pt_labels_assign_classes(&labels, "x", &err), PTRON_ARGUMENT);
    assert_string_equal(err.message, "no row is labelled 'x'; labels are a, b, c");
    assert_null(labels.class_of);
    assert_int_equal(labels.classes.count, 0);
    assert_int_equal(pt_labels_assign_classes(&labels, "a", &err), PTRON_OK);
    pt_labels_fini(&labels);

    add_labels(&labels, "10 9 8 7 6 5 4 3 2 1");
    assert_int_equal(pt_labels_assign_classes(&labels, "11", &err), PTRON_ARGUMENT);
    assert_string_equal(err.message, "no row is labelled '11'; labels are 1, 2, 3, 4, 5, 6, 7, 8, ...");
    pt_labels_fini(&labels);

    add_labels(&labels, "");
    assert_int_equal(pt_labels_assign_classes(&labels, "x", &err), PTRON_ARGUMENT);
    assert_string_equal(err.message, "no row is labelled 'x'");
    pt_labels_fini(&labels);
}

static void long_and_strange_labels_are_shown_short_and_printable(void **state)
{
    struct pt_labels labels;
    ptron_error err;

    (void)state;
    pt_labels_init(&labels);
    pt_dict_add(&labels.texts, "a\tb\x1b[1m\xff", 8);
    pt_dict_add(&labels.texts, "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz\xc3\xa9\xc3\xa9\xc3\xa9", 42);
    assert_int_equal(pt_labels_assign_classes(&labels, "x", &err), PTRON_ARGUMENT);
    assert_string_equal(err.message, "no row is labelled 'x'; labels are a?b?[1m?, "
                                     "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz\xc3\xa9...");
    pt_labels_fini(&labels);
}

static void classes_are_found_by_text_or_by_equal_number(void **state)
{
    struct pt_labels labels;

    (void)state;
    add_labels(&labels, "0 1 one");
    assert_int_equal(pt_labels_assign_classes(&labels, NULL, NULL), PTRON_OK);
    assert_int_equal(class_of(&labels, "1"), 1);
    assert_int_equal(class_of(&labels, "+1.000"), 1);
    assert_int_equal(class_of(&labels, "-0"), 0);
    assert_int_equal(class_of(&labels, "one"), 2);
    assert_int_equal(class_of(&labels, "One"), PT_UNKNOWN_LABEL);
    assert_int_equal(class_of(&labels, "2"), PT_UNKNOWN_LABEL);
    assert_int_equal(class_of(&labels, ""), PT_UNKNOWN_LABEL);
    pt_labels_fini(&labels);
}

static void settling_again_starts_anew(void **state)
{
    struct pt_labels labels;

    (void)state;
    add_labels(&labels, "a b c");
    assert_int_equal(pt_labels_assign_classes(&labels, "a", NULL), PTRON_OK);
    assert_int_equal(pt_labels_assign_classes(&labels, NULL, NULL), PTRON_OK);
    assert_int_equal(labels.classes.count, 3);
    assert_int_equal(class_of(&labels, "c"), 2);
    pt_labels_fini(&labels);
}

static void copying_and_settling_survive_every_allocation_failure(void **state)
{
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        struct pt_labels labels, copy;
        ptron_status status;

        add_labels(&labels, "rest b c d e");
        pt_test_fail_allocation(k);
        status = pt_labels_assign_classes(&labels, "b", NULL);
        if (status == PTRON_OK) {
            status = pt_labels_copy(&copy, &labels, NULL);
            if (status == PTRON_OK)
                assert_string_equal(pt_dict_text(&copy.classes, 0, NULL), "not b");
            pt_labels_fini(&copy);
        }
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        pt_labels_fini(&labels);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_sorted_numbers_by_value),
        cmocka_unit_test(equal_numbers_are_one_class_named_by_the_first_spelling),
        cmocka_unit_test(none_and_one_class_are_fine),
        cmocka_unit_test(positive_makes_one_label_class_1_and_the_others_class_0),
        cmocka_unit_test(an_unknown_positive_is_refused_with_the_labels_there_are),
        cmocka_unit_test(long_and_strange_labels_are_shown_short_and_printable),
        cmocka_unit_test(classes_are_found_by_text_or_by_equal_number),
        cmocka_unit_test(settling_again_starts_anew),
        cmocka_unit_test(copying_and_settling_survive_every_allocation_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
