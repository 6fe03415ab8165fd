/* The recipe: copies, names, bytes and back, and bytes that lie. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "recipe/recipe.h"

static double *numbers(size_t n, double first)
{
    double *values = pt_array(n, sizeof *values);

    for (size_t i = 0; i < n; i++)
        values[i] = first + (double)i;
    return values;
}

static void add_labels(struct pt_recipe *recipe, const char *a, const char *b)
{
    pt_dict_add(&recipe->labels.texts, a, strlen(a));
    pt_dict_add(&recipe->labels.texts, b, strlen(b));
    assert_int_equal(pt_labels_assign_classes(&recipe->labels, NULL, NULL), PTRON_OK);
}

static void add_column(struct pt_recipe *recipe, const char *name, enum pt_role role, uint32_t feature)
{
    recipe->columns = pt_resize(recipe->columns, recipe->n_columns + 1, sizeof *recipe->columns);
    recipe->columns[recipe->n_columns++] = (struct pt_column){.name = pt_copy_text(name, strlen(name)), .role = role,
                                                                .feature = feature};
}

static void free_numbers(struct pt_recipe *recipe)
{
    pt_release(recipe->fill);
    pt_release(recipe->factor);
}

static void make_csv(struct pt_recipe *recipe)   /* sparse, with every kind of column */
{
    pt_recipe_init(recipe);
    recipe->format = PT_FORMAT_CSV;
    recipe->delimiter = ';';
    recipe->header = true;
    add_labels(recipe, "yes", "no");
    add_column(recipe, "a", PT_ROLE_NUMBER, 0);
    add_column(recipe, "w", PT_ROLE_WEIGHT, 0);
    add_column(recipe, "colour", PT_ROLE_CATEGORY, 0);
    add_column(recipe, "b", PT_ROLE_NUMBER, 1);
    add_column(recipe, "class", PT_ROLE_LABEL, 0);
    add_column(recipe, "id", PT_ROLE_IGNORED, 0);
    recipe->n_numbers = 2;
    pt_dict_add(&recipe->words, "colour=red", 10);
    pt_dict_add(&recipe->words, "colour=blue", 11);
    recipe->n_features = 4;
    recipe->missing = PT_MISSING_MEAN;
    recipe->fill = numbers(4, 0.5);
    recipe->scaling = PT_SCALE_MINMAX;
    recipe->factor = numbers(4, 1.25);
}

static void make_cells(struct pt_recipe *recipe)   /* with all that is said of how cells are written */
{
    make_csv(recipe);
    recipe->decimal = ',';
    recipe->comment = '#';
    recipe->skip_lines = 2;
    pt_dict_add(&recipe->na, "-999", 4);
    recipe->columns[0].cells = PT_CELLS_DATE_MDY;
    recipe->columns[0].missing = 2;
    recipe->columns[3].cells = PT_CELLS_FLAG;
    recipe->n_numbers = 3;
    recipe->n_features = 5;
    recipe->whole = true;
    free_numbers(recipe);
    recipe->fill = numbers(5, 0.5);
    recipe->factor = numbers(5, 1.25);
    recipe->shift = numbers(5, 0.75);
}

static void make_arff(struct pt_recipe *recipe)
{
    make_csv(recipe);
    recipe->format = PT_FORMAT_ARFF;
    recipe->delimiter = '\0';
    recipe->columns[2].role = PT_ROLE_TEXT;
    pt_dict_add(&recipe->declared, "class=yes", 9);
    pt_dict_add(&recipe->declared, "class=no", 8);
}

static void make_wording(struct pt_recipe *recipe)   /* with all that is said of texts, and a product of columns */
{
    make_cells(recipe);
    add_column(recipe, "body", PT_ROLE_TEXT, 0);
    recipe->scaling = PT_SCALE_TFIDF;
    recipe->wording.grams[PT_GRAM_WORDS] = (struct pt_grams_asked){2, 3};
    recipe->wording.grams[PT_GRAM_CHARS] = (struct pt_grams_asked){1, 4};
    recipe->wording.counting = PT_COUNT_LOG;
    recipe->wording.norm = PT_NORM_L1;
    pt_dict_add(&recipe->wording.stop, "the", 3);
    recipe->wording.crosses = pt_array(1, sizeof *recipe->wording.crosses);
    recipe->wording.crosses[0] = (struct pt_cross){0, 2};
    recipe->wording.n_crosses = 1;
}

static void make_dense(struct pt_recipe *recipe)
{
    pt_recipe_init(recipe);
    recipe->format = PT_FORMAT_CSV;
    recipe->delimiter = ',';
    recipe->dense = true;
    add_labels(recipe, "1", "0");
    add_column(recipe, "1", PT_ROLE_NUMBER, 0);
    add_column(recipe, "2", PT_ROLE_LABEL, 0);
    recipe->n_numbers = recipe->n_features = 1;
    recipe->scaling = PT_SCALE_STANDARD;
    recipe->shift = numbers(1, -3.0);
    recipe->factor = numbers(1, 2.0);
}

static void make_text(struct pt_recipe *recipe)
{
    pt_recipe_init(recipe);
    recipe->format = PT_FORMAT_TEXT;
    add_labels(recipe, "spam", "ham");
    pt_dict_add(&recipe->words, "free", 4);
    pt_dict_add(&recipe->words, "", 0);
    pt_dict_add(&recipe->words, "a\0b", 3);
    recipe->n_features = 3;
    recipe->scaling = PT_SCALE_BALL;
    recipe->ball = 12.5;
}

static void make_hashed(struct pt_recipe *recipe)
{
    pt_recipe_init(recipe);
    recipe->format = PT_FORMAT_TEXT;
    add_labels(recipe, "spam", "ham");
    recipe->hash_bits = 18;
    recipe->n_features = 1u << 18;
    recipe->scaling = PT_SCALE_UNIT;
}

static void make_svm(struct pt_recipe *recipe)   /* labels not settled */
{
    pt_recipe_init(recipe);
    recipe->format = PT_FORMAT_SVM;
    recipe->index_base = 1;
    recipe->n_features = 4000000000u;
    pt_dict_add(&recipe->labels.texts, "+1", 2);
}

static void make_pixels(struct pt_recipe *recipe)
{
    pt_recipe_init(recipe);
    recipe->format = PT_FORMAT_IDX;
    recipe->dense = true;
    recipe->n_features = 784;
    add_labels(recipe, "4", "9");
}

static void (*const makers[])(struct pt_recipe *) = {make_csv,  make_cells,  make_arff, make_wording, make_dense,
                                                     make_text, make_hashed, make_svm,  make_pixels};
enum { N_MAKERS = sizeof makers / sizeof *makers };

static void save(const struct pt_recipe *recipe, struct pt_buffer *out)
{
    pt_buffer_init(out);
    pt_recipe_save(recipe, out);
    assert_false(out->failed);
}

/* Loads from a copy that ends where the bytes do. */
static ptron_status load(struct pt_recipe *recipe, const char *bytes, size_t length, size_t *left, ptron_error *err)
{
    unsigned char *copy = malloc(length == 0 ? 1 : length);
    struct pt_cursor in = {copy, copy + length, false};
    ptron_status status;

    memcpy(copy, bytes, length);
    status = pt_recipe_load(recipe, &in, err);
    if (left != NULL)
        *left = pt_cursor_left(&in);
    free(copy);
    return status;
}

static void expect_same(const struct pt_recipe *recipe, const char *bytes, size_t length)
{
    struct pt_buffer out;

    save(recipe, &out);
    assert_int_equal(out.length, length);
    assert_memory_equal(out.bytes, bytes, length);
    pt_buffer_fini(&out);
}

static void saving_and_loading_gives_the_same_bytes(void **state)
{
    (void)state;
    for (size_t m = 0; m < N_MAKERS; m++) {
        struct pt_recipe recipe, back;
        struct pt_buffer out;
        size_t left;

        makers[m](&recipe);
        save(&recipe, &out);
        pt_buffer_add(&out, "more", 4);
        assert_int_equal(load(&back, out.bytes, out.length, &left, NULL), PTRON_OK);
        assert_int_equal(left, 4);
        expect_same(&back, out.bytes, out.length - 4);
        pt_recipe_fini(&back);
        pt_recipe_fini(&recipe);
        pt_buffer_fini(&out);
    }
}

static void loaded_fields_are_those_saved(void **state)
{
    struct pt_recipe recipe, back;
    struct pt_buffer out;
    size_t length;

    (void)state;
    make_csv(&recipe);
    save(&recipe, &out);
    assert_int_equal(load(&back, out.bytes, out.length, NULL, NULL), PTRON_OK);
    assert_int_equal(back.format, PT_FORMAT_CSV);
    assert_false(back.dense);
    assert_true(back.header);
    assert_int_equal(back.delimiter, ';');
    assert_int_equal(back.n_columns, 6);
    assert_string_equal(back.columns[2].name, "colour");
    assert_int_equal(back.columns[2].role, PT_ROLE_CATEGORY);
    assert_int_equal(back.columns[3].feature, 1);
    assert_int_equal(back.n_numbers, 2);
    assert_int_equal(back.index_base, -1);
    assert_string_equal(pt_dict_text(&back.labels.classes, 1, NULL), "yes");
    assert_int_equal(pt_labels_class(&back.labels, "no", 2), 0);
    assert_true(back.fill[3] == 3.5 && back.factor[0] == 1.25 && back.shift == NULL);
    assert_int_equal(back.scaling, PT_SCALE_MINMAX);
    pt_buffer_fini(&out);
    pt_recipe_fini(&recipe);
    pt_recipe_fini(&back);
    make_arff(&recipe);
    save(&recipe, &out);
    assert_int_equal(load(&back, out.bytes, out.length, NULL, NULL), PTRON_OK);
    assert_int_equal(back.format, PT_FORMAT_ARFF);
    assert_int_equal(back.columns[2].role, PT_ROLE_TEXT);
    assert_int_equal(back.declared.count, 2);
    assert_string_equal(pt_dict_text(&back.declared, 1, NULL), "class=no");
    pt_buffer_fini(&out);
    pt_recipe_fini(&recipe);
    pt_recipe_fini(&back);

    make_text(&recipe);
    save(&recipe, &out);
    assert_int_equal(load(&back, out.bytes, out.length, NULL, NULL), PTRON_OK);
    assert_memory_equal(pt_dict_text(&back.words, 2, &length), "a\0b", 4);
    assert_int_equal(length, 3);
    assert_true(back.ball == 12.5);
    pt_buffer_fini(&out);
    pt_recipe_fini(&recipe);
    pt_recipe_fini(&back);
}

static void a_recipe_cut_anywhere_is_refused(void **state)
{
    (void)state;
    for (size_t m = 0; m < N_MAKERS; m++) {
        struct pt_recipe recipe, back;
        struct pt_buffer out;

        makers[m](&recipe);
        save(&recipe, &out);
        for (size_t n = 0; n < out.length; n++) {
            ptron_error err = {0};

            assert_int_equal(load(&back, out.bytes, n, NULL, &err), PTRON_MODEL);
            assert_memory_equal(err.message, "recipe: ", 8);
            assert_int_equal(back.n_columns, 0);
        }
        pt_recipe_fini(&recipe);
        pt_buffer_fini(&out);
    }
}

/* A flipped bit is refused, or what was loaded is exactly what the bytes say. */
static void a_flipped_bit_is_refused_or_believed_to_the_letter(void **state)
{
    size_t refused = 0, believed = 0;

    (void)state;
    for (size_t m = 0; m < N_MAKERS; m++) {
        struct pt_recipe recipe, back;
        struct pt_buffer out;

        makers[m](&recipe);
        save(&recipe, &out);
        for (size_t bit = 0; bit < 8 * out.length; bit++) {
            size_t left;
            ptron_status status;

            out.bytes[bit / 8] = (char)(out.bytes[bit / 8] ^ 1 << bit % 8);
            status = load(&back, out.bytes, out.length, &left, NULL);
            if (status == PTRON_OK)
                expect_same(&back, out.bytes, out.length - left);
            else
                assert_int_equal(status, PTRON_MODEL);
            refused += status != PTRON_OK;
            believed += status == PTRON_OK;
            pt_recipe_fini(&back);
            out.bytes[bit / 8] = (char)(out.bytes[bit / 8] ^ 1 << bit % 8);
        }
        pt_recipe_fini(&recipe);
        pt_buffer_fini(&out);
    }
    assert_true(refused > 0 && believed > 0);
}

/* Changes a good recipe and expects the message. */
static void expect_refused(void (*make)(struct pt_recipe *), void (*spoil)(struct pt_recipe *), const char *message)
{
    struct pt_recipe recipe, back;
    struct pt_buffer out;
    ptron_error err = {0};

    make(&recipe);
    spoil(&recipe);
    save(&recipe, &out);
    assert_int_equal(load(&back, out.bytes, out.length, NULL, &err), PTRON_MODEL);
    assert_string_equal(err.message, message);
    pt_recipe_fini(&recipe);
    pt_buffer_fini(&out);
}

static void spoil_class(struct pt_recipe *recipe) { recipe->labels.class_of[1] = 2; }
static void spoil_feature(struct pt_recipe *recipe) { recipe->columns[3].feature = 2; }
static void spoil_ignored(struct pt_recipe *recipe) { recipe->columns[5].feature = 1; }
static void spoil_numbers(struct pt_recipe *recipe) { recipe->n_numbers = 3; }
static void spoil_label(struct pt_recipe *recipe) { recipe->columns[5].role = PT_ROLE_LABEL; }
static void spoil_dense(struct pt_recipe *recipe) { recipe->dense = true; }
static void spoil_fill(struct pt_recipe *recipe) { recipe->fill[2] = NAN; }
static void spoil_factor(struct pt_recipe *recipe) { recipe->factor[1] = INFINITY; }
static void spoil_sign(struct pt_recipe *recipe) { recipe->factor[1] = 0.0; }
static void spoil_ball(struct pt_recipe *recipe) { recipe->ball = -1.0; }
static void spoil_missing(struct pt_recipe *recipe) { recipe->missing = PT_MISSING_ZERO; }
static void spoil_scaling(struct pt_recipe *recipe) { recipe->scaling = PT_SCALE_UNIT; }
static void spoil_delimiter(struct pt_recipe *recipe) { recipe->delimiter = 'x'; }
static void spoil_bits(struct pt_recipe *recipe) { recipe->hash_bits = 3; }
static void spoil_words(struct pt_recipe *recipe) { pt_dict_add(&recipe->words, "more", 4); }
static void spoil_grams(struct pt_recipe *recipe) { recipe->wording.grams[PT_GRAM_WORDS].least = 4; }
static void spoil_longest(struct pt_recipe *recipe) { recipe->wording.grams[PT_GRAM_CHARS].most = 17; }
static void spoil_cross(struct pt_recipe *recipe) { recipe->wording.crosses[0].second = 7; }
static void spoil_crossed(struct pt_recipe *recipe) { recipe->wording.crosses[0].second = 4; }
static void spoil_norm(struct pt_recipe *recipe) { recipe->wording.norm = PT_NORM_L1; }
static void spoil_counting(struct pt_recipe *recipe) { recipe->wording.counting = PT_COUNT_BINARY; }
static void spoil_declared(struct pt_recipe *recipe) { pt_dict_add(&recipe->declared, "a=b", 3); }
static void spoil_decimal(struct pt_recipe *recipe) { recipe->decimal = ';'; }
static void spoil_comment(struct pt_recipe *recipe) { recipe->comment = ';'; }
static void spoil_cells(struct pt_recipe *recipe) { recipe->columns[2].cells = PT_CELLS_FLAG; }
static void spoil_mark(struct pt_recipe *recipe) { recipe->columns[0].missing = 3; }
static void spoil_way(struct pt_recipe *recipe) { recipe->missing = PT_MISSING_SKIP; }
static void spoil_base(struct pt_recipe *recipe) { recipe->index_base = 0; }
static void spoil_format(struct pt_recipe *recipe) { recipe->format = PT_FORMAT_NPY; }

static void recipes_that_contradict_themselves_are_refused(void **state)
{
    (void)state;
    expect_refused(make_wording, spoil_grams, "recipe: its n-grams are of 4 to 3");
    expect_refused(make_wording, spoil_longest, "recipe: its n-grams are of 1 to 17");
    expect_refused(make_wording, spoil_cross, "recipe: it crosses columns 0 and 7 of 7");
    expect_refused(make_wording, spoil_crossed,
                   "recipe: it crosses a column that is neither a number nor a category");
    expect_refused(make_dense, spoil_norm, "recipe: it has a norm that nobody asked for");
    expect_refused(make_dense, spoil_counting, "recipe: it counts words, but has no texts");
    expect_refused(make_csv, spoil_class, "recipe: a label's class is not there");
    expect_refused(make_csv, spoil_feature, "recipe: column 4 fills feature 2, wanted 1");
    expect_refused(make_csv, spoil_ignored, "recipe: column 6 fills feature 1, wanted 0");
    expect_refused(make_csv, spoil_numbers, "recipe: its numeric columns do not add up");
    expect_refused(make_csv, spoil_label, "recipe: it has two columns of labels or of weights");
    expect_refused(make_csv, spoil_dense, "recipe: dense and categories do not go together");
    expect_refused(make_csv, spoil_fill, "recipe: its fill of feature 2 is not finite");
    expect_refused(make_csv, spoil_factor, "recipe: its factor of feature 1 is not finite");
    expect_refused(make_csv, spoil_sign, "recipe: the factor of feature 1 is not above 0");
    expect_refused(make_text, spoil_ball, "recipe: the ball's radius is not above 0");
    expect_refused(make_csv, spoil_missing, "recipe: it has means that nobody asked for");
    expect_refused(make_csv, spoil_scaling, "recipe: its scaling lacks or has too many numbers");
    expect_refused(make_csv, spoil_delimiter, "recipe: the delimiter cannot be one");
    expect_refused(make_svm, spoil_bits, "recipe: only words and categories have hash bits");
    expect_refused(make_text, spoil_bits, "recipe: it has both words and hash bits");
    expect_refused(make_csv, spoil_words, "recipe: its features do not add up");
    expect_refused(make_text, spoil_words, "recipe: it has more names than features");
    expect_refused(make_pixels, spoil_words, "recipe: it has more names than features");
    expect_refused(make_cells, spoil_decimal, "recipe: the decimal mark is neither a point nor a comma");
    expect_refused(make_cells, spoil_comment, "recipe: the comment mark cannot be one");
    expect_refused(make_cells, spoil_cells, "recipe: column 3 is no number and has a number's cells");
    expect_refused(make_cells, spoil_mark, "recipe: column 1 has second feature 3, wanted 2");
    expect_refused(make_cells, spoil_way, "recipe: it marks missing cells, but no row may have one");
    expect_refused(make_csv, spoil_declared, "recipe: only arff declares values");
    expect_refused(make_text, spoil_base, "recipe: only index:value pairs have an index base");
    expect_refused(make_text, spoil_format, "recipe: its format does not give such rows");
}

static void hostile_counts_allocate_nothing(void **state)
{
    struct pt_recipe recipe, back;
    struct pt_buffer out;
    ptron_error err = {0};

    (void)state;
    make_svm(&recipe);
    save(&recipe, &out);
    memset(out.bytes + 16, 0xff, 4);   /* the number of labels */
    assert_int_equal(load(&back, out.bytes, out.length, NULL, &err), PTRON_MODEL);
    assert_string_equal(err.message, "recipe: it ends before its labels");
    pt_recipe_fini(&recipe);
    pt_buffer_fini(&out);
}

static void texts_that_come_twice_are_refused(void **state)
{
    struct pt_recipe recipe, back;
    struct pt_buffer out;
    ptron_error err = {0};

    (void)state;
    make_pixels(&recipe);
    save(&recipe, &out);
    out.bytes[29] = '4';   /* the second label */
    assert_int_equal(load(&back, out.bytes, out.length, NULL, &err), PTRON_MODEL);
    assert_string_equal(err.message, "recipe: one of its labels is there twice");
    pt_recipe_fini(&recipe);
    pt_buffer_fini(&out);
}

static void another_version_is_refused(void **state)
{
    struct pt_recipe recipe, back;
    struct pt_buffer out;
    ptron_error err = {0};

    (void)state;
    make_text(&recipe);
    save(&recipe, &out);
    out.bytes[0] = 5;
    assert_int_equal(load(&back, out.bytes, out.length, NULL, &err), PTRON_MODEL);
    assert_string_equal(err.message, "recipe: version 5, wanted at most 4");
    pt_recipe_fini(&recipe);
    pt_buffer_fini(&out);
}

static void copies_are_equal_and_their_own(void **state)
{
    (void)state;
    for (size_t m = 0; m < N_MAKERS; m++) {
        struct pt_recipe recipe, copy;
        struct pt_buffer out;

        makers[m](&recipe);
        save(&recipe, &out);
        assert_int_equal(pt_recipe_copy(&copy, &recipe, NULL), PTRON_OK);
        pt_recipe_fini(&recipe);
        expect_same(&copy, out.bytes, out.length);
        pt_recipe_fini(&copy);
        pt_buffer_fini(&out);
    }
}

static void expect_name(const struct pt_recipe *recipe, uint32_t feature, const char *wanted)
{
    char name[64], cut[4];

    assert_int_equal(pt_recipe_feature_name(recipe, feature, name, sizeof name), strlen(wanted));
    assert_string_equal(name, wanted);
    assert_int_equal(pt_recipe_feature_name(recipe, feature, cut, sizeof cut), strlen(wanted));
    assert_memory_equal(cut, wanted, strlen(wanted) < 3 ? strlen(wanted) + 1 : 3);
    assert_int_equal(pt_recipe_feature_name(recipe, feature, NULL, 0), strlen(wanted));
}

static void features_have_names(void **state)
{
    struct pt_recipe recipe;

    (void)state;
    make_csv(&recipe);
    expect_name(&recipe, 1, "b");
    expect_name(&recipe, 3, "colour=blue");
    assert_true(pt_recipe_has_feature(&recipe, 3));
    assert_false(pt_recipe_has_feature(&recipe, 4));
    expect_name(&recipe, 4, "4");
    pt_recipe_fini(&recipe);

    make_text(&recipe);
    expect_name(&recipe, 0, "free");
    assert_false(pt_recipe_has_feature(&recipe, 3));
    pt_recipe_fini(&recipe);

    make_hashed(&recipe);
    expect_name(&recipe, 77, "77");
    assert_true(pt_recipe_has_feature(&recipe, 262143));
    assert_false(pt_recipe_has_feature(&recipe, 262144));
    pt_recipe_fini(&recipe);

    make_svm(&recipe);
    expect_name(&recipe, 0, "1");
    expect_name(&recipe, 3999999999u, "4000000000");
    recipe.index_base = 0;
    expect_name(&recipe, 0, "0");
    pt_recipe_fini(&recipe);

    make_pixels(&recipe);
    expect_name(&recipe, 783, "783");
    pt_recipe_fini(&recipe);
}

static void formats_and_scalings_have_names(void **state)
{
    (void)state;
    for (int format = 0; format < PT_N_FORMATS; format++) {
        const char *name = pt_formats[(enum pt_format)format].name;

        assert_int_equal(pt_format_asked(name), format == PT_FORMAT_MEMORY ? PT_N_FORMATS : format);
    }
    assert_string_equal(pt_formats[PT_FORMAT_SVM].name, "libsvm");
    assert_int_equal(pt_format_asked("cs"), PT_N_FORMATS);
    assert_int_equal(pt_format_asked("csvx"), PT_N_FORMATS);
    assert_string_equal(pt_scaling_name(PT_SCALE_MINMAX), "minmax");
}

static void copying_and_loading_survive_every_allocation_failure(void **state)
{
    struct pt_recipe recipe;
    struct pt_buffer out;
    bool failed = true;

    (void)state;
    make_csv(&recipe);
    save(&recipe, &out);
    for (size_t k = 0; failed; k++) {
        struct pt_recipe copy, back;
        struct pt_cursor in = {(const unsigned char *)out.bytes, (const unsigned char *)out.bytes + out.length, false};
        ptron_status status;

        pt_test_fail_allocation(k);
        status = pt_recipe_copy(&copy, &recipe, NULL);
        if (status == PTRON_OK) {
            status = pt_recipe_load(&back, &in, NULL);
            pt_recipe_fini(&back);
        }
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        pt_recipe_fini(&copy);
    }
    pt_recipe_fini(&recipe);
    pt_buffer_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saving_and_loading_gives_the_same_bytes),
        cmocka_unit_test(loaded_fields_are_those_saved),
        cmocka_unit_test(a_recipe_cut_anywhere_is_refused),
        cmocka_unit_test(a_flipped_bit_is_refused_or_believed_to_the_letter),
        cmocka_unit_test(recipes_that_contradict_themselves_are_refused),
        cmocka_unit_test(hostile_counts_allocate_nothing),
        cmocka_unit_test(texts_that_come_twice_are_refused),
        cmocka_unit_test(another_version_is_refused),
        cmocka_unit_test(copies_are_equal_and_their_own),
        cmocka_unit_test(features_have_names),
        cmocka_unit_test(formats_and_scalings_have_names),
        cmocka_unit_test(copying_and_loading_survive_every_allocation_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
