/* Feeding: what a trainer needs of rows it has taken when the call returns, so that they may change or go. */
#include "support.h"

enum { ROWS = 300, FEATURES = 3 };

struct piece {
    double   *x;
    uint32_t *label;
    ptron_dataset *set;
};

static struct piece piece_of(const struct toy *toy, size_t from, size_t n)
{
    static const char *const names[] = {"-1", "+1"};
    struct piece p = {malloc(n * FEATURES * sizeof *p.x), malloc(n * sizeof *p.label), NULL};
    const ptron_rows rows = {.size = sizeof rows, .n_rows = n, .n_features = FEATURES, .kind = PTRON_F64,
                             .values = p.x, .labels = p.label, .n_classes = 2, .class_names = names};

    assert_true(p.x != NULL && p.label != NULL);
    memcpy(p.x, toy->x + from * FEATURES, n * FEATURES * sizeof *p.x);
    memcpy(p.label, toy->label + from, n * sizeof *p.label);
    assert_int_equal(ptron_dataset_borrow(&rows, NULL, NULL, &p.set, NULL), PTRON_OK);
    return p;
}

/* Nobody may look again: under the sanitizers a look is an error, elsewhere it finds other numbers. */
static void spoil(struct piece *p, size_t n)
{
    for (size_t i = 0; i < n * FEATURES; i++)
        p->x[i] = 1e6;
    for (size_t i = 0; i < n; i++)
        p->label[i] = 1 - p->label[i];
    ptron_dataset_free(p->set);
    free(p->x);
    free(p->label);
}

static ptron_model *fed(const struct toy *toy, const char *algorithm, size_t at_once, bool soon)
{
    ptron_trainer *t = trainer_of(OPTIONS("algorithm", algorithm, "seed", "3"), NULL);
    struct piece pieces[ROWS];
    ptron_model *model;
    size_t n = 0;

    for (size_t from = 0; from < ROWS; from += at_once, n++) {
        const size_t rows = ROWS - from < at_once ? ROWS - from : at_once;

        pieces[n] = piece_of(toy, from, rows);
        assert_int_equal(ptron_trainer_feed(t, pieces[n].set, NULL, NULL), PTRON_OK);
        if (soon)
            spoil(&pieces[n], rows);
        ptron_model_free(snapshot_of(t));
    }
    assert_int_equal(ptron_trainer_feed(t, NULL, NULL, NULL), PTRON_OK);
    assert_int_equal(result_of(t).rows, ROWS);
    model = snapshot_of(t);
    ptron_trainer_free(t);
    for (size_t i = 0; !soon && i < n; i++)
        spoil(&pieces[i], i + 1 < n || ROWS % at_once == 0 ? at_once : ROWS % at_once);
    return model;
}

static void rows_may_go_as_soon_as_they_were_fed(void **state)
{
    static const char *const algorithms[] = {"perceptron", "averaged", "pa-1", "arow", "mlp"};
    static const size_t at_once[] = {1, 7, 100};
    struct toy toy = toy_separable(ROWS, FEATURES, 0.05, 4, false);

    (void)state;
    for (size_t a = 0; a < sizeof algorithms / sizeof *algorithms; a++)
        for (size_t n = 0; n < sizeof at_once / sizeof *at_once; n++) {
            ptron_model *kept = fed(&toy, algorithms[a], at_once[n], false);
            ptron_model *gone = fed(&toy, algorithms[a], at_once[n], true);

            expect_same_bytes(kept, gone);
            ptron_model_free(kept);
            ptron_model_free(gone);
        }
    toy_free(&toy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_may_go_as_soon_as_they_were_fed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
