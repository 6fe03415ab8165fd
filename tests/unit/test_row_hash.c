/* Rows found again by what is in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "rows/row_hash.h"

static const uint32_t some[] = {1, 3}, more[] = {0, 1, 3};
static const double dense[] = {0.0, 2.0, -0.0, 1.0}, sparse[] = {2.0, 1.0}, zeros[] = {0.0, 2.0, 1.0};
static const float narrow[] = {0.0F, 2.0F, 0.0F, 1.0F};
static const unsigned char bytes[] = {0, 2, 0, 1};

static const struct pt_row same[] = {
    {.value = dense, .n = 4, .kind = PT_F64},  {.value = narrow, .n = 4, .kind = PT_F32},
    {.value = bytes, .n = 4, .kind = PT_U8},   {.index = some, .value = sparse, .n = 2, .kind = PT_F64},
    {.index = more, .value = zeros, .n = 3, .kind = PT_F64},
};
enum { N_SAME = sizeof same / sizeof *same };

static void rows_are_equal_whatever_they_are_stored_as(void **state)
{
    const struct pt_row other = {.index = some, .n = 2, .kind = PT_ONES};
    const struct pt_row none = {.value = zeros, .n = 1, .kind = PT_F64};

    (void)state;
    for (size_t i = 0; i < N_SAME; i++) {
        assert_true(pt_row_hash(&same[i]) == pt_row_hash(&same[0]));
        assert_false(pt_row_equals(&same[i], &other) || pt_row_equals(&other, &same[i]));
        assert_false(pt_row_equals(&same[i], &none) || pt_row_is_zero(&same[i]));
        for (size_t j = 0; j < N_SAME; j++)
            assert_true(pt_row_equals(&same[i], &same[j]));
    }
    assert_true(pt_row_is_zero(&none));
}

static bool is_number(const void *context, size_t number)
{
    return number == *(const size_t *)context;
}

static void a_full_table_finds_every_number_under_its_hash(void **state)
{
    enum { N = 100 };
    struct pt_row_table table = {0};

    (void)state;
    assert_true(pt_row_table_find(&table, 7, is_number, &(size_t){0}) == SIZE_MAX);
    assert_true(pt_row_table_init(&table, N));
    for (size_t i = 0; i < N; i++)
        pt_row_table_put(&table, i % 3 == 0 ? UINT64_MAX : i, i);   /* a third of them collide, across the end */
    for (size_t i = 0; i < N; i++)
        assert_true(pt_row_table_find(&table, i % 3 == 0 ? UINT64_MAX : i, is_number, &i) == i);
    assert_true(pt_row_table_find(&table, UINT64_MAX, is_number, &(size_t){N}) == SIZE_MAX);
    pt_row_table_clear(&table);
    assert_true(pt_row_table_find(&table, 1, is_number, &(size_t){1}) == SIZE_MAX);
    pt_row_table_fini(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_equal_whatever_they_are_stored_as),
        cmocka_unit_test(a_full_table_finds_every_number_under_its_hash),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
