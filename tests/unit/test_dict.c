/* Dictionaries: copies, and many texts at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "base/dict.h"

#include <stdio.h>
#include <string.h>

/* Texts of 0 to 40 bytes: some are in both dictionaries, the longest are known by their hash. */
static size_t text_of(uint32_t i, char *text)
{
    return (size_t)snprintf(text, 64, "%.*s%u", (int)(i % 37), "a long text whose hash stands in its slot", i / 2);
}

static void fill(struct pt_dict *dict, uint32_t first, uint32_t step, uint32_t n)
{
    char text[64];

    pt_dict_init(dict);
    for (uint32_t i = 0; i < n; i++) {
        const size_t length = text_of(first + i * step, text);

        assert_int_not_equal(pt_dict_add(dict, text, length), PT_DICT_NONE);
    }
}

static void expect_same(const struct pt_dict *a, const struct pt_dict *b)
{
    assert_int_equal(a->count, b->count);
    for (uint32_t id = 0; id < a->count; id++) {
        size_t n, m;
        const char *text = pt_dict_text(a, id, &n), *other = pt_dict_text(b, id, &m);

        assert_int_equal(n, m);
        assert_memory_equal(text, other, n + 1);
        assert_int_equal(pt_dict_find(b, text, n), id);
    }
}

static void a_copy_knows_every_text_and_grows_by_itself(void **state)
{
    static const uint32_t sizes[] = {0, 1, 16, 17, 5000};

    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        struct pt_dict from, to;

        fill(&from, 0, 1, sizes[k]);
        assert_int_equal(pt_dict_copy(&to, &from, NULL), PTRON_OK);
        expect_same(&from, &to);
        assert_int_equal(pt_dict_add(&to, "one more", 8), from.count);
        assert_int_equal(pt_dict_find(&from, "one more", 8), PT_DICT_NONE);
        pt_dict_fini(&from);
        pt_dict_fini(&to);
    }
}

static void texts_added_at_once_have_the_numbers_of_one_by_one(void **state)
{
    static const uint32_t sizes[] = {0, 1, 31, 32, 33, 3000};

    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        struct pt_dict more, at_once, alone;
        uint32_t number[3000];

        fill(&more, 7, 3, sizes[k]);
        fill(&at_once, 0, 1, 100);
        fill(&alone, 0, 1, 100);
        assert_true(pt_dict_add_all(&at_once, &more, number));
        for (uint32_t id = 0; id < more.count; id++) {
            size_t length;
            const char *text = pt_dict_text(&more, id, &length);

            assert_int_equal(pt_dict_add(&alone, text, length), number[id]);
        }
        expect_same(&alone, &at_once);
        pt_dict_fini(&more);
        pt_dict_fini(&at_once);
        pt_dict_fini(&alone);
    }
}

static void a_copy_without_memory_is_empty_and_says_so(void **state)
{
    struct pt_dict from, to;
    ptron_error err = {0};

    (void)state;
    fill(&from, 0, 1, 100);
    for (size_t k = 0; k < 3; k++) {
        pt_test_fail_allocation(k);
        assert_int_equal(pt_dict_copy(&to, &from, &err), PTRON_NOMEM);
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(to.count, 0);
        assert_null(to.bytes);
    }
    pt_dict_fini(&from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_knows_every_text_and_grows_by_itself),
        cmocka_unit_test(texts_added_at_once_have_the_numbers_of_one_by_one),
        cmocka_unit_test(a_copy_without_memory_is_empty_and_says_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
