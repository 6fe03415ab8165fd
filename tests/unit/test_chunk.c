/* Chunks: narrowest exact kinds, norms, merging of dictionaries, dropping rows. */
#include "reading.h"

#include "parse/chunk.h"
#include "rows/values.h"

#include <math.h>

static void add_row(struct pt_chunk *chunk, const uint32_t *index, const double *value, size_t n)
{
    assert_true(pt_chunk_need_row(chunk));
    assert_true(pt_chunk_need_values(chunk, n));
    for (size_t j = 0; j < n; j++) {
        if (index != NULL)
            chunk->index[chunk->n_values] = index[j];
        chunk->value[chunk->n_values++] = value[j];
    }
    chunk->n_rows++;
    chunk->n_lines++;
}

static enum pt_kind sealed_kind(double x, bool dense, bool decimals)
{
    const double values[3] = {1, x, 1};
    const uint32_t index[3] = {0, 1, 2};
    struct pt_chunk chunk;
    struct pt_block block;
    struct pt_row row;

    pt_chunk_init(&chunk);
    add_row(&chunk, dense ? NULL : index, values, 3);
    assert_int_equal(pt_chunk_seal(&chunk, dense, 3, decimals, NULL), PTRON_OK);
    block = pt_chunk_block(&chunk, dense, 3);
    row = pt_block_row(&block, 0);
    assert_true(row.norm2 == (dense ? 2 + x * x : 1 + x * x + 1) || isnan(x));
    assert_true(isnan(x) ? isnan(pt_row_value(&row, 1)) : pt_row_value(&row, 1) == x);
    assert_int_equal(signbit(pt_row_value(&row, 1)) != 0, signbit(x) != 0);
    pt_chunk_fini(&chunk);
    return block.kind;
}

static enum pt_kind kind_of(double x, bool dense)
{
    return sealed_kind(x, dense, false);
}

static enum pt_kind kept_kind_of(double x, bool dense)
{
    return sealed_kind(x, dense, true);
}

static void the_kind_is_the_narrowest_that_is_exact(void **state)
{
    (void)state;
    assert_int_equal(kind_of(1, false), PT_ONES);
    assert_int_equal(kind_of(1, true), PT_U8);
    assert_int_equal(kind_of(0, true), PT_U8);
    assert_int_equal(kind_of(255, false), PT_U8);
    assert_int_equal(kind_of(256, false), PT_F32);
    assert_int_equal(kind_of(-1, false), PT_F32);
    assert_int_equal(kind_of(-0.0, true), PT_F32);
    assert_int_equal(kind_of(0.5, false), PT_F32);
    assert_int_equal(kind_of(16777216, false), PT_F32);
    assert_int_equal(kind_of(16777217, false), PT_F64);
    assert_int_equal(kind_of(0.1, false), PT_F64);
    assert_int_equal(kind_of(1e39, false), PT_F64);
    assert_int_equal(kind_of(1e-50, false), PT_F64);
    assert_int_equal(kind_of(NAN, true), PT_F64);
}

static void rows_that_stay_are_decimals_where_those_are_narrower_and_exact(void **state)
{
    (void)state;
    assert_int_equal(kept_kind_of(1, false), PT_ONES);
    assert_int_equal(kept_kind_of(255, true), PT_U8);
    assert_int_equal(kept_kind_of(-1, false), PT_D2);
    assert_int_equal(kept_kind_of(-0.0, true), PT_D2);
    assert_int_equal(kept_kind_of(0.1, false), PT_D2);
    assert_int_equal(kept_kind_of(-327.67, true), PT_D2);
    assert_int_equal(kept_kind_of(327.68, true), PT_D6);
    assert_int_equal(kept_kind_of(328, true), PT_F32);
    assert_int_equal(kept_kind_of(0.001, true), PT_D3);
    assert_int_equal(kept_kind_of(32.767, false), PT_D3);
    assert_int_equal(kept_kind_of(32.768, false), PT_D6);
    assert_int_equal(kept_kind_of(-3.2767, false), PT_D4);
    assert_int_equal(kept_kind_of(-3.2768, false), PT_D6);
    assert_int_equal(kept_kind_of(0.015625, false), PT_F32);
    assert_int_equal(kept_kind_of(-2147.483647, true), PT_D6);
    assert_int_equal(kept_kind_of(2147.483648, true), PT_F64);
    assert_int_equal(kept_kind_of(0.0000001, false), PT_F64);
    assert_int_equal(kept_kind_of(nextafter(0.1, 1.0), false), PT_F64);
    assert_int_equal(kept_kind_of(nextafter(0.001, 0.0), true), PT_F64);
    assert_int_equal(kept_kind_of(4.9e-324, false), PT_F64);
    assert_int_equal(kept_kind_of(-1e300, false), PT_F64);
    assert_int_equal(kept_kind_of(INFINITY, false), PT_F64);
    assert_int_equal(kept_kind_of(NAN, true), PT_F64);
}

static double power_of_ten(int n)
{
    double power = 1.0;

    while (n-- > 0)
        power *= 10.0;
    return power;
}

static void expect_quotient(enum pt_kind kind, uint32_t m, int decimals)
{
    const double signs[] = {1.0, -1.0};

    for (size_t k = 0; k < 2; k++) {
        const double wanted = signs[k] * ((double)m / power_of_ten(decimals));
        uint32_t code = 0;
        double back;

        pt_values_store(&code, kind, 0, 1, &wanted);
        pt_values_load(&code, kind, 0, 1, &back);
        assert_memory_equal(&back, &wanted, sizeof back);
    }
}

static void decimals_have_the_bits_of_the_quotient(void **state)
{
    static const int decimals[PT_N_KINDS] = {[PT_D2] = 2, [PT_D3] = 3, [PT_D4] = 4, [PT_D6] = 6};
    uint32_t m = 0;

    (void)state;
    for (int kind = PT_D2; kind <= PT_D4; kind++)
        for (m = 0; m < 1u << 15; m++)
            expect_quotient((enum pt_kind)kind, m, decimals[kind]);
    for (m = 0; m < 100000; m++)
        expect_quotient(PT_D6, m, 6);
    for (; m < (1u << 31) - 5003; m += 4999)
        expect_quotient(PT_D6, m, 6);
    expect_quotient(PT_D6, (1u << 31) - 1, 6);
}

static void what_two_kinds_hold_their_join_holds(void **state)
{
    static const double held[PT_N_KINDS][2] = {
        [PT_ONES] = {1, 1},        [PT_U8] = {0, 255},        [PT_F32] = {-0.0, 0.015625}, [PT_F64] = {1e-300, 0.7},
        [PT_D2] = {-0.01, 327.67}, [PT_D3] = {0.001, 32.767}, [PT_D4] = {-3.2767, 0.0001}, [PT_D6] = {2147.483647, 0},
    };

    (void)state;
    for (int a = 0; a < PT_N_KINDS; a++)
        for (int b = 0; b < PT_N_KINDS; b++) {
            const enum pt_kind join = pt_kind_join((enum pt_kind)a, (enum pt_kind)b);
            const double all[] = {held[a][0], held[a][1], held[b][0], held[b][1]};
            double codes[4], back[4];

            assert_int_equal(join, pt_kind_join((enum pt_kind)b, (enum pt_kind)a));
            assert_int_equal(join, pt_kind_join(join, (enum pt_kind)a));
            pt_values_store(codes, join, 0, 4, all);
            pt_values_load(codes, join, 0, 4, back);
            assert_memory_equal(all, back, sizeof all);
        }
}

static void one_late_value_decides_the_kind(void **state)
{
    double *values = calloc(5000, sizeof *values);
    const double late[] = {1, 200, 0.25, 0.1};
    const enum pt_kind kept[] = {PT_ONES, PT_U8, PT_D2, PT_D2};

    (void)state;
    for (size_t i = 0; i < 5000; i++)
        values[i] = 1;
    for (size_t k = 0; k < 4; k++)
        for (size_t at = 4990; at < 5000; at++) {
            values[at] = late[k];
            assert_int_equal(pt_values_kind(values, 5000, PT_ONES, false), k);
            assert_int_equal(pt_values_kind(values, 5000, PT_ONES, true), kept[k]);
            values[at] = 1;
        }
    free(values);
}

static void every_kind_gives_the_same_norm(void **state)
{
    enum { N = 1003 };
    double values[N];
    float narrow[N];

    (void)state;
    for (size_t i = 0; i < N; i++) {
        narrow[i] = (float)((double)(i * 7919 % 1000) / 997.0);
        values[i] = (double)narrow[i];
    }
    for (size_t n = 0; n <= N; n += 17)
        for (int dense = 0; dense < 2; dense++)
            assert_true(pt_values_norm2(values, PT_F64, 0, n, dense) == pt_values_norm2(narrow, PT_F32, 0, n, dense));
}

static void conversion_in_place_keeps_every_value(void **state)
{
    enum { N = 1000 };
    double values[N];

    (void)state;
    for (size_t i = 0; i < N; i++)
        values[i] = (double)(i % 256);
    pt_values_convert(values, N, PT_F64, PT_U8);
    pt_values_convert(values, N, PT_U8, PT_F32);
    pt_values_convert(values, N, PT_F32, PT_D2);
    pt_values_convert(values, N, PT_D2, PT_D6);
    pt_values_convert(values, N, PT_D6, PT_F64);
    for (size_t i = 0; i < N; i++)
        assert_true(values[i] == (double)(i % 256));
}

static void dropped_rows_leave_nothing(void **state)
{
    const double values[2] = {1, 2};
    const uint32_t index[2] = {3, 4};
    const struct pt_parse parse = {.skip_bad = true};
    struct pt_chunk chunk;

    (void)state;
    pt_chunk_init(&chunk);
    add_row(&chunk, index, values, 2);
    assert_true(pt_chunk_need_row(&chunk));
    assert_true(pt_chunk_need_values(&chunk, 9));
    chunk.n_values += 9;
    assert_true(pt_chunk_bad_row(&chunk, &parse, 17, "wrong in %d ways", 3));
    assert_int_equal(chunk.n_values, 2);
    assert_int_equal(chunk.n_rows, 1);
    assert_int_equal(chunk.bad_rows, 1);
    assert_int_equal(chunk.bad_at, 17);
    assert_string_equal(chunk.error.message, "wrong in 3 ways");
    assert_true(pt_chunk_bad_row(&chunk, &parse, 99, "again"));
    assert_int_equal(chunk.bad_at, 17);
    assert_int_equal(chunk.bad_rows, 2);
    pt_chunk_fini(&chunk);
}

static void keeping_rows_moves_them_together(void **state)
{
    const double values[4] = {1, 2, 3, 4};
    const uint32_t index[4] = {1, 2, 3, 4};
    const bool keep[4] = {false, true, false, true};

    (void)state;
    for (uint32_t width = 0; width <= 4; width += 4) {
        struct pt_chunk chunk;
        struct pt_block block;

        pt_chunk_init(&chunk);
        for (uint32_t i = 0; i < 4; i++) {
            add_row(&chunk, width > 0 ? NULL : index, values, width > 0 ? 4 : i + 1);
            chunk.label[i] = i;
            chunk.value[chunk.n_values - 1] += i * 10;
        }
        chunk.has_labels = true;
        pt_chunk_keep(&chunk, keep, width);
        assert_int_equal(pt_chunk_seal(&chunk, width > 0, width, false, NULL), PTRON_OK);
        block = pt_chunk_block(&chunk, width > 0, width);
        assert_int_equal(block.n_rows, 2);
        for (size_t i = 0; i < 2; i++) {
            const struct pt_row row = pt_block_row(&block, i);
            const size_t was = 2 * i + 1, n = width > 0 ? 4 : was + 1;
            assert_int_equal(row.label, was);
            assert_int_equal(row.n, n);
            assert_true(pt_row_value(&row, n - 1) == (double)n + (double)was * 10);
            assert_int_equal(block.place[i], was);
        }
        pt_chunk_fini(&chunk);
    }
}

static void add_words(struct pt_chunk *chunk, const char *label, const char *words)
{
    const double ones[32] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint32_t index[32];
    char *copy = strdup(words), *next = NULL;
    size_t n = 0;

    for (char *word = strtok_r(copy, " ", &next); word != NULL; word = strtok_r(NULL, " ", &next))
        index[n++] = 2 + pt_dict_add(&chunk->words, word, strlen(word));
    add_row(chunk, index, ones, n);
    chunk->label[chunk->n_rows - 1] = pt_dict_add(&chunk->labels, label, strlen(label));
    chunk->has_labels = true;
    free(copy);
}

static void merging_renumbers_words_and_labels_and_sorts_rows(void **state)
{
    struct pt_recipe recipe;
    struct pt_chunk chunk;

    (void)state;
    pt_recipe_init(&recipe);
    recipe.n_numbers = 2;
    pt_chunk_init(&chunk);
    add_words(&chunk, "ham", "a b c");
    assert_int_equal(pt_chunk_merge(&chunk, &recipe, NULL), PTRON_OK);
    pt_chunk_reset(&chunk);
    pt_dict_add(&chunk.labels, "nobody", 6);
    add_words(&chunk, "spam", "d c e a b");
    add_words(&chunk, "ham", "e");
    assert_int_equal(pt_chunk_merge(&chunk, &recipe, NULL), PTRON_OK);
    assert_int_equal(recipe.n_features, 7);
    assert_int_equal(recipe.labels.texts.count, 2);
    assert_int_equal(chunk.label[0], 1);
    assert_int_equal(chunk.label[1], 0);
    for (uint32_t j = 0; j < 5; j++) {
        const double wanted[5] = {4, 5, 2, 1, 3};
        assert_int_equal(chunk.index[j], 2 + j);
        assert_true(chunk.value[j] == wanted[j]);
    }
    assert_int_equal(chunk.index[5], 6);
    pt_chunk_fini(&chunk);
    pt_recipe_fini(&recipe);
}

static void long_rows_sort_too(void **state)
{
    enum { N = 1000 };
    struct pt_recipe recipe;
    struct pt_chunk chunk;
    char word[16];

    (void)state;
    pt_recipe_init(&recipe);
    pt_chunk_init(&chunk);
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t shuffled = i * 7919 % N;
        pt_dict_add(&recipe.words, word, (size_t)snprintf(word, sizeof word, "w%u", shuffled));
    }
    assert_true(pt_chunk_need_row(&chunk) && pt_chunk_need_values(&chunk, N));
    for (uint32_t i = 0; i < N; i++) {
        chunk.index[i] = pt_dict_add(&chunk.words, word, (size_t)snprintf(word, sizeof word, "w%u", i));
        chunk.value[i] = i;
    }
    chunk.n_values = N;
    chunk.n_rows = 1;
    assert_int_equal(pt_chunk_merge(&chunk, &recipe, NULL), PTRON_OK);
    for (uint32_t i = 0; i < N; i++) {
        assert_int_equal(chunk.index[i], i);
        assert_true(chunk.value[i] == (double)(i * 7919 % N));
    }
    pt_chunk_fini(&chunk);
    pt_recipe_fini(&recipe);
}

static void a_chunk_survives_every_allocation_failure(void **state)
{
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        struct pt_recipe recipe;
        struct pt_chunk chunk;
        bool done;

        pt_recipe_init(&recipe);
        pt_chunk_init(&chunk);
        pt_test_fail_allocation(k);
        done = pt_chunk_need_row(&chunk) && pt_chunk_need_values(&chunk, 2);
        if (done) {
            chunk.index[0] = pt_dict_add(&chunk.words, "b", 1);
            chunk.index[1] = pt_dict_add(&chunk.words, "a", 1);
            chunk.value[0] = chunk.value[1] = 0.5;
            chunk.n_values = 2;
            chunk.n_rows = 1;
            done = chunk.index[1] != PT_DICT_NONE && pt_chunk_merge(&chunk, &recipe, NULL) == PTRON_OK &&
                   pt_chunk_seal(&chunk, false, 0, false, NULL) == PTRON_OK;
        }
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_true(done == !failed);
        pt_chunk_fini(&chunk);
        pt_recipe_fini(&recipe);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kind_is_the_narrowest_that_is_exact),
        cmocka_unit_test(rows_that_stay_are_decimals_where_those_are_narrower_and_exact),
        cmocka_unit_test(decimals_have_the_bits_of_the_quotient),
        cmocka_unit_test(what_two_kinds_hold_their_join_holds),
        cmocka_unit_test(one_late_value_decides_the_kind),
        cmocka_unit_test(every_kind_gives_the_same_norm),
        cmocka_unit_test(conversion_in_place_keeps_every_value),
        cmocka_unit_test(dropped_rows_leave_nothing),
        cmocka_unit_test(keeping_rows_moves_them_together),
        cmocka_unit_test(merging_renumbers_words_and_labels_and_sorts_rows),
        cmocka_unit_test(long_rows_sort_too),
        cmocka_unit_test(a_chunk_survives_every_allocation_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
