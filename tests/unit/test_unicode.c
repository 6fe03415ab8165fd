/* What words know of Unicode is what utf8proc knows of it, where that is of the same version. */
#include "support.h"
#include "parse/text/unicode.h"

#include <utf8proc.h>

static const utf8proc_option_t options = (utf8proc_option_t)(UTF8PROC_CASEFOLD | UTF8PROC_COMPOSE | UTF8PROC_STABLE);

static bool same_version(void)
{
    return strcmp(utf8proc_unicode_version(), "15.0.0") == 0;
}

static bool is_surrogate(uint32_t code)
{
    return code >= 0xd800 && code < 0xe000;
}

static void every_code_point_folds_as_utf8proc_folds_it(void **state)
{
    (void)state;
    if (!same_version())
        skip();
    for (uint32_t code = 0; code < 0x110000; code++) {
        utf8proc_int32_t wanted[16];
        uint32_t got[PT_FOLD_MOST];
        int boundary = 0;
        size_t n;

        if (is_surrogate(code))
            continue;
        n = pt_code_fold(code, got);
        assert_int_equal(n, utf8proc_decompose_char((utf8proc_int32_t)code, wanted, 16, options, &boundary));
        assert_memory_equal(got, wanted, n * sizeof *got);
    }
}

static void every_code_point_is_of_the_kind_utf8proc_has(void **state)
{
    (void)state;
    if (!same_version())
        skip();
    for (uint32_t code = 0; code < 0x110000; code++) {
        const char category = is_surrogate(code) ? 'C' : utf8proc_category_string((utf8proc_int32_t)code)[0];
        const enum pt_code_kind wanted = category == 'L' || category == 'N' ? PT_CODE_LETTER
                                         : category == 'M'                  ? PT_CODE_MARK
                                                                            : PT_CODE_OTHER;

        assert_int_equal(pt_code_kind(code), wanted);
    }
}

/* Folds and composes n code points both ways. */
static void expect_same(const uint32_t *codes, size_t n)
{
    utf8proc_int32_t wanted[64];
    uint32_t got[64];
    size_t left = 0;
    utf8proc_ssize_t length = 0;
    char text[64];

    for (size_t i = 0; i < n; i++) {
        left += pt_code_fold(codes[i], got + left);
        length += (utf8proc_ssize_t)pt_code_write(codes[i], text + length);
    }
    left = pt_codes_compose(got, left);
    length = utf8proc_decompose((const utf8proc_uint8_t *)text, length, wanted, 64, options);
    length = utf8proc_normalize_utf32(wanted, length, options);
    assert_int_equal(left, length);
    assert_memory_equal(got, wanted, left * sizeof *got);
}

static void all_code_points_compose_with_all_that_follow_others(void **state)
{
    uint32_t first[2048], second[128];
    size_t n_first = 0, n_second = 0;

    (void)state;
    if (!same_version())
        skip();
    for (uint32_t code = 0; code < 0x110000; code++) {   /* what compositions are made of */
        utf8proc_int32_t parts[16];
        int boundary = 0;
        size_t n, i = 0, j = 0;

        if (is_surrogate(code) || (code >= 0xac00 && code < 0xd7a4 && code % 28 > 2))
            continue;
        n = (size_t)utf8proc_decompose_char((utf8proc_int32_t)code, parts, 16,
                                            (utf8proc_option_t)(UTF8PROC_DECOMPOSE | UTF8PROC_STABLE), &boundary);
        if (n < 2)
            continue;
        expect_same(&code, 1);
        while (i < n_first && first[i] != (uint32_t)parts[0])
            i++;
        while (j < n_second && second[j] != (uint32_t)parts[n - 1])
            j++;
        first[i] = (uint32_t)parts[0];
        second[j] = (uint32_t)parts[n - 1];
        n_first += i == n_first;
        n_second += j == n_second;
    }
    assert_in_range(n_second, 30, 128);
    for (size_t i = 0; i < n_first; i++)
        for (size_t j = 0; j < n_second; j++)
            for (size_t k = 0; k < n_second; k++)
                expect_same((uint32_t[]){first[i], second[j], second[k]}, k == 0 ? 2 : 3);
}

static void random_texts_fold_as_utf8proc_folds_them(void **state)
{
    pt_random random = pt_random_of(15, 1);

    (void)state;
    if (!same_version())
        skip();
    for (size_t round = 0; round < 200000; round++) {
        uint32_t codes[8];

        for (size_t i = 0; i < 8; i++) {
            static const uint32_t limit[] = {0x80, 0x250, 0x370, 0x2000, 0xd800, 0x370, 0x1200, 0x3100};
            const uint32_t most = limit[pt_random_below(&random, 8)];

            codes[i] = most == 0x370 ? 0x300 + (uint32_t)pt_random_below(&random, 0x70)
                                     : (uint32_t)pt_random_below(&random, most);
        }
        expect_same(codes, 8);
    }
}

static void only_well_formed_utf8_is_a_character(void **state)
{
    pt_random random = pt_random_of(15, 2);

    (void)state;
    for (size_t round = 0; round < 2000000; round++) {
        const uint32_t high = round % 4 == 0 ? 0x80808080u : 0;
        const uint32_t bits = (uint32_t)pt_random_below(&random, UINT64_C(1) << 32) | high;
        const size_t length = 1 + round % 4;
        utf8proc_uint8_t bytes[4];
        utf8proc_int32_t wanted;
        uint32_t code;
        char text[4], back[4];
        utf8proc_ssize_t n;

        memcpy(bytes, &bits, 4);
        memcpy(text, &bits, 4);
        n = utf8proc_iterate(bytes, (utf8proc_ssize_t)length, &wanted);
        assert_int_equal(pt_code_read(text, length, &code), n < 0 ? 0 : n);
        if (n <= 0)
            continue;
        assert_int_equal(code, wanted);
        assert_int_equal(pt_code_write(code, back), n);
        assert_memory_equal(back, text, (size_t)n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point_folds_as_utf8proc_folds_it),
        cmocka_unit_test(every_code_point_is_of_the_kind_utf8proc_has),
        cmocka_unit_test(all_code_points_compose_with_all_that_follow_others),
        cmocka_unit_test(random_texts_fold_as_utf8proc_folds_them),
        cmocka_unit_test(only_well_formed_utf8_is_a_character),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
