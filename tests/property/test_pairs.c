/* Weights in pairs: a run whose rows are looked at one by one has none, and its model has the same bytes. */
#include "support.h"

enum { ROWS = 8000, WIDTH = 60, FEATURES = 140000 };

struct sample {
    uint64_t offset[ROWS + 1];
    uint32_t index[ROWS * WIDTH], label[ROWS];
    double   f64[ROWS * WIDTH];
    float    f32[ROWS * WIDTH];
    unsigned char u8[ROWS * WIDTH];
};

static uint32_t draw(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

static struct sample *make_sample(void)
{
    struct sample *s = calloc(1, sizeof *s);
    uint64_t seed = 1;

    assert_non_null(s);
    for (size_t i = 0; i < ROWS; i++) {
        s->label[i] = draw(&seed) % 2;
        s->offset[i + 1] = (i + 1) * WIDTH;
        for (size_t k = i * WIDTH; k < (i + 1) * WIDTH; k++) {
            s->index[k] = (uint32_t)(k % WIDTH * (FEATURES / WIDTH)) + draw(&seed) % (FEATURES / WIDTH);
            s->u8[k] = (unsigned char)(1 + draw(&seed) % 200);
            s->f32[k] = (float)s->u8[k] / 64.0f;
            s->f64[k] = s->u8[k] / 100.0;
        }
    }
    return s;
}

static bool look(void *user, const ptron_step *step)
{
    (void)step;
    ++*(size_t *)user;
    return true;
}

/* Rows are looked at one by one, or not. The bytes are the caller's to free. */
static void learn(const ptron_dataset *set, const char *algorithm, bool looks, void **bytes, size_t *length)
{
    size_t looked = 0;
    const ptron_observer observer = {.size = sizeof observer, .user = &looked, .on_row = looks ? look : NULL};
    ptron_options *options;
    ptron_trainer *trainer;
    ptron_model *model;

    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "algorithm", algorithm, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "epochs", "3", NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(options, set, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(trainer, &observer, NULL), PTRON_OK);
    assert_int_equal(looked, looks ? 3 * ROWS : 0);
    assert_int_equal(ptron_trainer_snapshot(trainer, &model, NULL), PTRON_OK);
    assert_int_equal(ptron_model_write(model, bytes, length, NULL), PTRON_OK);
    ptron_model_free(model);
    ptron_trainer_free(trainer);
    ptron_options_free(options);
}

static void pairs_change_no_bit_of_any_model(void **state)
{
    static const char *const names[] = {"a", "b"}, *const algorithms[] = {"averaged", "arow"};
    struct sample *s = make_sample();
    const void *const values[PTRON_F64 + 1] = {[PTRON_U8] = s->u8, [PTRON_F32] = s->f32, [PTRON_F64] = s->f64};
    static const ptron_kind kinds[] = {PTRON_ONES, PTRON_U8, PTRON_F32, PTRON_F64};

    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const ptron_rows rows = {.size = sizeof rows, .n_rows = ROWS, .n_features = FEATURES, .kind = kinds[k],
                                 .values = values[kinds[k]], .offsets = s->offset, .indices = s->index,
                                 .labels = s->label, .n_classes = 2, .class_names = names};
        ptron_dataset *set;

        assert_int_equal(ptron_dataset_borrow(&rows, NULL, NULL, &set, NULL), PTRON_OK);
        for (size_t a = 0; a < 2; a++) {
            void *plain, *paired;
            size_t n_plain, n_paired;

            learn(set, algorithms[a], true, &plain, &n_plain);
            learn(set, algorithms[a], false, &paired, &n_paired);
            assert_int_equal(n_plain, n_paired);
            assert_memory_equal(plain, paired, n_plain);
            ptron_bytes_free(plain);
            ptron_bytes_free(paired);
        }
        ptron_dataset_free(set);
    }
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_change_no_bit_of_any_model)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
