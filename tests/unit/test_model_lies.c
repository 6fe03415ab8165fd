/* Model files that are whole and well-formed and yet lie: each lie is found and named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model_parts.h"

/* ---- right checksums, wrong contents ------------------------------------------------------------- */

static void sections_are_there_once_in_any_order_among_unknown_ones(void **state)
{
    static const char *const tags[] = {"META", "PARM", "RECI", "WGHT"};
    ptron_model *model = toy_model(4, 2, 1), *back;
    struct pt_buffer file, plain = save(model), again;
    struct parts parts;
    struct part swap;

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        char message[64];

        parts = split(model);
        drop_part(&parts, i);
        snprintf(message, sizeof message, "section %s is missing", tags[i]);
        assert_parts_refused(&parts, message);
        parts = split(model);
        add_part(&parts, tags[i], parts.part[i].bytes, parts.part[i].n);
        snprintf(message, sizeof message, "section %s appears twice", tags[i]);
        assert_parts_refused(&parts, message);
    }
    parts = split(model);
    swap = parts.part[0];
    parts.part[0] = parts.part[3];
    parts.part[3] = swap;
    add_part(&parts, "NEWS", "from the future", 15);
    add_part(&parts, "NEWS", "", 0);
    file = join(&parts, 1, 0);
    assert_int_equal(load_exactly(file.bytes, file.length, &back, NULL), PTRON_OK);
    again = save(back);
    assert_same_bytes(&plain, &again);
    ptron_model_free(back);
    pt_buffer_fini(&file);
    pt_buffer_fini(&again);
    pt_buffer_fini(&plain);
    free_parts(&parts);
    ptron_model_free(model);
}

/* Offsets within META of the toy model: "linear", "perceptron", "0.1.0", fingerprint, reason, then fields. */
enum { META_ALGORITHM = 10, META_REASON = 10 + 14 + 9 + 8, META_FEATURES = META_REASON + 4 + 8 };

static void lies_in_the_description_are_refused(void **state)
{
    ptron_model *model = toy_model(4, 2, 1);
    struct parts parts;

    (void)state;
    parts = split(model);
    set32(find(&parts, "META"), META_REASON, 99);
    assert_parts_refused(&parts, "stop reason 99 is outside 0..13");
    parts = split(model);
    set64(find(&parts, "META"), META_FEATURES, 5);
    assert_parts_refused(&parts, "section META speaks of features and classes: 5 and 2, the weights of 4 and 2");
    parts = split(model);
    set64(find(&parts, "META"), META_FEATURES + 8, 3);
    assert_parts_refused(&parts, "section META speaks of features and classes: 4 and 3");
    parts = split(model);
    memcpy(find(&parts, "META")->bytes + 4, "forest", 6);
    assert_parts_refused(&parts, "a model of kind 'forest', which this library does not know");
    parts = split(model);
    find(&parts, "META")->bytes[META_ALGORITHM + 6] = '\n';
    assert_parts_refused(&parts, "a name with a byte that names do not have");
    parts = split(model);
    memcpy(find(&parts, "META")->bytes + META_ALGORITHM + 6, "*/", 2);
    assert_parts_refused(&parts, "a name with a byte that names do not have");
    parts = split(model);
    find(&parts, "META")->bytes[META_ALGORITHM + 6] = '\0';
    assert_parts_refused(&parts, "a NUL byte within a text");
    parts = split(model);
    set32(find(&parts, "META"), META_ALGORITHM, UINT32_MAX);
    assert_parts_refused(&parts, "section META ends too early");
    parts = split(model);
    find(&parts, "META")->n--;
    assert_parts_refused(&parts, "section META ends too early");
    parts = split(model);
    find(&parts, "META")->n++;
    find(&parts, "META")->bytes[find(&parts, "META")->n - 1] = 0;
    assert_parts_refused(&parts, "section META has 1 byte too many");
    ptron_model_free(model);
}

static void lies_about_parameters_are_refused(void **state)
{
    ptron_model *model = toy_model(4, 2, 1);
    struct parts parts;

    (void)state;
    parts = split(model);
    set32(find(&parts, "PARM"), 0, UINT32_MAX);
    assert_parts_refused(&parts, "section PARM ends too early");
    parts = split(model);
    set32(find(&parts, "PARM"), 0, 1);
    assert_parts_refused(&parts, "section PARM has 18 bytes too many");
    parts = split(model);
    set32(find(&parts, "PARM"), 0, 3);
    assert_parts_refused(&parts, "section PARM ends too early");
    parts = split(model);
    set32(find(&parts, "PARM"), 4, 0);
    assert_parts_refused(&parts, "a name of 0 bytes");
    ptron_model_free(model);
}

/* Offsets within WGHT of two classes: vectors, features, flags, storage, scale, bias, weights or pairs. */
enum { W_VECTORS = 0, W_FEATURES = 4, W_FLAGS = 8, W_STORAGE = 12, W_SCALE = 16, W_BIAS = 24, W_WEIGHTS = 32 };

static void lies_about_weights_are_refused(void **state)
{
    static const struct {
        size_t at;
        uint32_t value;
        const char *message;
    } lies[] = {
        {W_VECTORS, 2, "2 weight vectors for 2 classes"},
        {W_VECTORS, UINT32_MAX, "4294967295 weight vectors for 2 classes"},
        {W_FEATURES, UINT32_MAX, "weights for 4294967295 features, but the rows have 4"},
        {W_FEATURES, 3, "weights for 3 features, but the rows have 4"},
        {W_FLAGS, 2, "flags 2, 0 or 1 is wanted"},
        {W_FLAGS, 0, "a bias in a model without one"},
        {W_STORAGE, 2, "weights stored in the unknown way 2"},
        {W_STORAGE, 1, "section WGHT ends too early"},
        {W_SCALE + 4, 0, "a bias with a scale of 0"},
        {W_SCALE + 4, 0x7ff00000, "a bias scale is not a finite number"},
        {W_BIAS + 4, 0x7ff80000, "a bias is not a finite number"},
        {W_WEIGHTS + 4, 0x7ff80000, "a weight is not a finite number"},
        {W_WEIGHTS + 28, 0xfff00000, "a weight is not a finite number"},
    };
    ptron_model *model = toy_model(4, 2, 1);

    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct parts parts = split(model);

        set32(find(&parts, "WGHT"), lies[i].at, lies[i].value);
        assert_parts_refused(&parts, lies[i].message);
    }
    for (size_t n = 0; n < W_WEIGHTS + 32; n++) {
        struct parts parts = split(model);

        find(&parts, "WGHT")->n = n;
        assert_parts_refused(&parts, "section WGHT ends too early");
    }
    ptron_model_free(model);
}

static void lies_in_pairs_are_refused(void **state)
{
    enum { COUNT = W_WEIGHTS, FIRST = COUNT + 8, SECOND = FIRST + 12 };
    ptron_model *model = toy_model(9, 2, 4);   /* weights 0, 4 and 8 */
    struct parts parts;

    (void)state;
    parts = split(model);
    set64(find(&parts, "WGHT"), COUNT, UINT64_MAX / 12 + 1);
    assert_parts_refused(&parts, "section WGHT ends too early");
    parts = split(model);
    set64(find(&parts, "WGHT"), COUNT, 2);
    assert_parts_refused(&parts, "section WGHT has 12 bytes too many");
    parts = split(model);
    set32(find(&parts, "WGHT"), SECOND, 0);
    assert_parts_refused(&parts, "weight 0 stands where 1..8 is wanted");
    parts = split(model);
    set32(find(&parts, "WGHT"), SECOND, 9);
    assert_parts_refused(&parts, "weight 9 stands where 1..8 is wanted");
    parts = split(model);
    set_real(find(&parts, "WGHT"), SECOND + 4, 0.0);
    assert_parts_refused(&parts, "weight 4 is stored though it is 0");
    parts = split(model);
    set_real(find(&parts, "WGHT"), SECOND + 4, (double)INFINITY);
    assert_parts_refused(&parts, "a weight is not a finite number");
    ptron_model_free(model);
}

/* A model of three features, a weight in the first, that says it has so many. */
static struct pt_buffer widened(uint32_t features)
{
    enum { RECIPE_FEATURES = 12 };
    ptron_model *model = toy_model(3, 2, 100);
    struct parts parts = split(model);
    struct pt_buffer file;

    set64(find(&parts, "META"), META_FEATURES, features);
    set32(find(&parts, "RECI"), RECIPE_FEATURES, features);
    set32(find(&parts, "WGHT"), W_FEATURES, features);
    file = join(&parts, 1, 0);
    free_parts(&parts);
    ptron_model_free(model);
    return file;
}

static void a_small_file_that_asks_for_memory_out_of_proportion_is_refused(void **state)
{
    struct pt_buffer most = widened(1 << 24), more = widened((1 << 24) + 1), file;
    ptron_model *model;

    (void)state;
    assert_refused(more.bytes, more.length, PTRON_MODEL, "out of proportion");
    assert_int_equal(load_exactly(most.bytes, most.length, &model, NULL), PTRON_OK);
    file = save(model);
    assert_same_bytes(&most, &file);
    ptron_model_free(model);
    pt_buffer_fini(&most);
    pt_buffer_fini(&more);
    pt_buffer_fini(&file);
}

static void a_small_file_that_asks_for_more_than_there_is_memory_is_refused(void **state)
{
    enum { CLASSES = 20000, RECIPE_FEATURES = 12 };
    ptron_model *model = toy_model(3, CLASSES, 100);
    struct parts parts = split(model);
    struct pt_buffer file;

    (void)state;
    set64(find(&parts, "META"), META_FEATURES, UINT32_MAX);
    set32(find(&parts, "RECI"), RECIPE_FEATURES, UINT32_MAX);
    set32(find(&parts, "WGHT"), W_FEATURES, UINT32_MAX);
    file = join(&parts, 1, 0);
    assert_refused(file.bytes, file.length, PTRON_NOMEM, "more than this machine's memory");
    pt_buffer_fini(&file);
    free_parts(&parts);
    ptron_model_free(model);
}

/* Every bit of every section flipped, with checksums made right again: an error, or a model that is sound
 * enough to be saved, loaded and saved to the same bytes. */
static void any_bit_flipped_under_right_checksums_is_handled(void **state)
{
    ptron_model *model = toy_model(9, 2, 4);
    size_t loaded = 0, refused = 0;

    (void)state;
    for (size_t p = 0; p < 4; p++) {
        struct parts parts = split(model);
        struct part *part = &parts.part[p];

        for (size_t bit = 0; bit < 8 * part->n; bit++) {
            ptron_model *other = NULL;
            struct pt_buffer file;
            ptron_error err = {0};
            ptron_status status;

            part->bytes[bit / 8] = (unsigned char)(part->bytes[bit / 8] ^ 1u << bit % 8);
            file = join(&parts, 1, 0);
            part->bytes[bit / 8] = (unsigned char)(part->bytes[bit / 8] ^ 1u << bit % 8);
            status = load_exactly(file.bytes, file.length, &other, &err);
            assert_true(status == PTRON_OK || status == PTRON_MODEL);
            assert_true((status == PTRON_OK) == (other != NULL));
            assert_true(status == PTRON_OK || err.message[0] != '\0');
            if (other != NULL)
                assert_comes_back(other);
            loaded += other != NULL;
            refused += other == NULL;
            ptron_model_free(other);
            pt_buffer_fini(&file);
        }
        free_parts(&parts);
    }
    assert_true(loaded > 100 && refused > 100);
    ptron_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_are_there_once_in_any_order_among_unknown_ones),
        cmocka_unit_test(lies_in_the_description_are_refused),
        cmocka_unit_test(lies_about_parameters_are_refused),
        cmocka_unit_test(lies_about_weights_are_refused),
        cmocka_unit_test(lies_in_pairs_are_refused),
        cmocka_unit_test(a_small_file_that_asks_for_memory_out_of_proportion_is_refused),
        cmocka_unit_test(a_small_file_that_asks_for_more_than_there_is_memory_is_refused),
        cmocka_unit_test(any_bit_flipped_under_right_checksums_is_handled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
