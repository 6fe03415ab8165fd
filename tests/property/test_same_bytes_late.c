/* The same for classes that come late; and no allocation that fails does harm. */
#include "same_bytes.h"

/* ---- classes that come late ---------------------------------------------------------------------------- */

static void expect_late(const char *path, const char *algorithm, const char *way, const char *refusal)
{
    char options[200];

    snprintf(options, sizeof options, "algorithm=%s %s", algorithm, way);
    if (!takes_too_long(path, algorithm) && !check(path, options, refusal))
        fail_msg("%s is refused in memory", options);
}

/* Two classes, the second of which comes late and sorts first: all that was learned is transposed round. */
static void the_sign_may_turn(void **state)
{
    struct pt_buffer text;
    char *path, way[120];
    const char *more;
    PTRON_SIZED(ptron_algorithm_info, info);

    (void)state;
    pt_buffer_init(&text);
    write_wide(&text, 2000, transposed, 2, 1200);
    path = file_of("", text.bytes, text.length);
    for (size_t a = 0; next_streaming(&a, &info, &more); a++) {
        const char *name = info.name;

        expect_late(path, name, more, strcmp(name, "uneven") == 0 ? "each has its own margin"
                                      : strcmp(name, "mlp") == 0  ? "cannot renumber them"
                                                                  : NULL);
        snprintf(way, sizeof way, "%s classes=a,b", more);
        expect_late(path, name, way, NULL);
        snprintf(way, sizeof way, "%s positive=b", more);
        expect_late(path, name, way, NULL);
    }
    drop_file(path);
    pt_buffer_fini(&text);
}

/* A third one: against the rest each is as if it had been there from the start; named or expected, too. */
static void a_third_class_may_come_late(void **state)
{
    struct pt_buffer text;
    char *path, way[120];
    const char *more;
    PTRON_SIZED(ptron_algorithm_info, info);

    (void)state;
    pt_buffer_init(&text);
    write_wide(&text, 2900, names, 3, 1200);
    path = file_of("", text.bytes, text.length);
    for (size_t a = 0; next_streaming(&a, &info, &more); a++) {
        const char *name = info.name;

        snprintf(way, sizeof way, "%s classes=a,b,c", more);
        expect_late(path, name, way, NULL);
        expecting = true;
        expect_late(path, name, more, NULL);
        expecting = false;
        snprintf(way, sizeof way, "%s multiclass=one-vs-rest", more);
        if (strcmp(name, "voted") != 0 && strcmp(name, "mlp") != 0 && strcmp(name, "neighbours") != 0)
            expect_late(path, name, way, strcmp(name, "kernel") == 0 ? "name all classes" : NULL);
    }
    expect_late(path, "neighbours", "k=3", NULL);
    expect_late(path, "mlp", "hidden=5", "name all classes");
    drop_file(path);
    pt_buffer_fini(&text);
}

/* ---- memory that is not there -------------------------------------------------------------------------- */

enum { PIECE = 12, PIECES = 3, FEATURES = 4 };

/* Piece p has the first p + 1 classes, or all; -1: all rows with all classes. */
static ptron_dataset *piece_of(const double *x, int p, bool late)
{
    static const char *const sorted[] = {"a", "b", "c"};
    const size_t known = p >= 0 && late ? (size_t)p + 1 : 3, rows = p >= 0 ? PIECE : PIECES * PIECE;
    uint32_t label[PIECES * PIECE];
    ptron_rows borrowed = {.size = sizeof borrowed, .n_rows = rows, .n_features = FEATURES, .kind = PTRON_F64,
                           .values = x + (p > 0 ? p * PIECE * FEATURES : 0), .labels = label, .n_classes = known,
                           .class_names = known == 3 ? sorted : names};
    ptron_dataset *set;

    for (size_t i = 0; i < rows; i++) {
        const size_t piece = p >= 0 ? (size_t)p : i / PIECE, most = late ? piece + 1 : 3, k = i % PIECE % most;
        label[i] = known == 3 ? (uint32_t)(names[k][0] - 'a') : (uint32_t)k;
    }
    assert_int_equal(ptron_dataset_borrow(&borrowed, NULL, NULL, &set, NULL), PTRON_OK);
    return set;
}

static ptron_status feed_pieces(ptron_dataset *const *pieces, const ptron_dataset *whole, const ptron_options *options)
{
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;
    ptron_status status = ptron_trainer_new(options, NULL, NULL, &trainer, NULL);

    for (int p = 0; status == PTRON_OK && p <= PIECES; p++)
        status = ptron_trainer_feed(trainer, p < PIECES ? pieces[p] : NULL, NULL, NULL);
    if (status == PTRON_OK)
        status = ptron_trainer_judge(trainer, whole, NULL);
    if (status == PTRON_OK)
        status = ptron_trainer_judge(trainer, NULL, NULL);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(trainer, &model, NULL);
    ptron_model_free(model);
    ptron_trainer_free(trainer);
    return status;
}

static void fail_everywhere(const char *option_text, bool late)
{
    ptron_options *options = options_for(option_text, 1);
    ptron_dataset *pieces[PIECES], *whole;
    pt_random random = pt_random_of(14, 1);
    double x[PIECES * PIECE * FEATURES];
    ptron_status status = PTRON_NOMEM;
    size_t k = 0;

    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        x[i] = pt_random_normal(&random);
    for (int p = 0; p < PIECES; p++)
        pieces[p] = piece_of(x, p, late);
    whole = piece_of(x, -1, late);
    for (; status == PTRON_NOMEM; k++) {
        pt_test_fail_allocation(k);
        status = feed_pieces(pieces, whole, options);
        pt_test_fail_allocation(SIZE_MAX);
    }
    if (status != PTRON_OK || k < 10)
        fail_msg("%s: %s after %zu allocations", option_text, ptron_status_text(status), k);
    for (int p = 0; p < PIECES; p++)
        ptron_dataset_free(pieces[p]);
    ptron_dataset_free(whole);
    ptron_options_free(options);
}

static void no_allocation_that_fails_does_harm(void **state)
{
    const char *more;
    PTRON_SIZED(ptron_algorithm_info, info);

    (void)state;
    for (size_t a = 0; next_streaming(&a, &info, &more); a++) {
        const char *name = info.name;
        const bool known = strcmp(name, "kernel") == 0 || strcmp(name, "mlp") == 0 || strcmp(name, "uneven") == 0;
        char options[120];

        snprintf(options, sizeof options, "threads=1 algorithm=%s %s", name, more);
        fail_everywhere(options, !known);
    }
    fail_everywhere("threads=1 algorithm=averaged multiclass=one-vs-rest", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sign_may_turn),
        cmocka_unit_test(a_third_class_may_come_late),
        cmocka_unit_test(no_allocation_that_fails_does_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
