/* The family's edges: memory that runs out, threads, weights, rates, probabilities. */
#include "support.h"

#include "base/alloc.h"
#include "learn/trainer/trainer.h"
#include "sets/dataset.h"

#include <stdio.h>
#include <unistd.h>

/* Three classes of whole numbers that do not quite keep apart. */
struct trio {
    double   x[90][3];
    uint32_t label[90];
    double   weight[90];
    ptron_dataset *set;
};

static void trio_borrow(struct trio *t, size_t classes, bool weighted)
{
    static const char *const names[] = {"a", "b", "c"};
    const ptron_rows rows = {
        .size = sizeof rows, .n_rows = 90, .n_features = 3, .kind = PTRON_F64, .values = t->x, .labels = t->label,
        .weights = weighted ? t->weight : NULL, .n_classes = classes, .class_names = names,
    };

    assert_int_equal(ptron_dataset_borrow(&rows, NULL, NULL, &t->set, NULL), PTRON_OK);
}

static struct trio *trio_new(size_t classes)
{
    static struct trio t;
    pt_random random = pt_random_of(11, classes);

    for (size_t i = 0; i < 90; i++) {
        t.label[i] = (uint32_t)(i % classes);
        t.weight[i] = 1.0 + (double)(i % 4);
        for (size_t j = 0; j < 3; j++)
            t.x[i][j] = floor(4.0 * pt_random_normal(&random)) + (j == t.label[i] ? 6.0 : 0.0);
    }
    trio_borrow(&t, classes, false);
    return &t;
}

static ptron_status try_all(const ptron_dataset *set, const ptron_options *options, ptron_model **model)
{
    ptron_trainer *t = NULL;
    ptron_status status = ptron_trainer_new(options, set, NULL, &t, NULL);

    *model = NULL;
    if (status == PTRON_OK)
        status = ptron_trainer_run(t, NULL, NULL);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(t, model, NULL);
    ptron_trainer_free(t);
    return status;
}

static void expect_survival(const ptron_dataset *set, ptron_options *options)
{
    bool failed = true;

    for (size_t k = 0; failed; k++) {
        ptron_model *model;
        ptron_status status;

        pt_test_fail_allocation(k);
        status = try_all(set, options, &model);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        assert_int_equal(model == NULL, failed);
        ptron_model_free(model);
    }
    ptron_options_free(options);
}

static void every_algorithm_survives_the_failure_of_every_allocation(void **state)
{
    PTRON_SIZED(ptron_algorithm_info, info);

    (void)state;
    for (size_t classes = 2; classes <= 3; classes++) {
        struct trio *t = trio_new(classes);

        for (size_t a = 0; ptron_algorithm_describe(a, &info); a++)
            expect_survival(t->set, OPTIONS("algorithm", info.name, "epochs", "2", "threads", "1", "holdout", "0.3",
                                            "patience", "1", "calibrate", a % 2 == 0 ? "sigmoid" : "isotonic",
                                            "class-weight", info.row_weights ? "balanced" : ""));
        ptron_dataset_free(t->set);
    }
}

static void threads_never_show_in_any_model(void **state)
{
    PTRON_SIZED(ptron_algorithm_info, info);

    (void)state;
    for (size_t classes = 2; classes <= 3; classes++) {
        struct trio *t = trio_new(classes);

        for (size_t a = 0; ptron_algorithm_describe(a, &info); a++) {
            ptron_options *one = OPTIONS("algorithm", info.name, "epochs", "4", "threads", "1");
            ptron_options *four = OPTIONS("algorithm", info.name, "epochs", "4", "threads", "4");
            ptron_model *x, *y;

            assert_int_equal(try_all(t->set, one, &x), PTRON_OK);
            assert_int_equal(try_all(t->set, four, &y), PTRON_OK);
            expect_same_bytes(x, y);
            ptron_model_free(x);
            ptron_model_free(y);
            ptron_options_free(one);
            ptron_options_free(four);
        }
        ptron_dataset_free(t->set);
    }
}

/* ---- weights and rates ---------------------------------------------------------------------------- */

static bool expect_steps(void *user, const ptron_step *step)
{
    const struct trio *t = user;

    if (step->step > 0.0)
        assert_true(step->step == t->weight[step->row] * (step->label == 1 ? 0.5 : 3.0));
    return true;
}

static void row_and_class_weights_multiply_the_step(void **state)
{
    struct trio *t = trio_new(2);
    const ptron_observer observer = {.size = sizeof observer, .user = t, .on_row = expect_steps};
    ptron_trainer *trainer;

    (void)state;
    ptron_dataset_free(t->set);
    trio_borrow(t, 2, true);
    trainer = trainer_of(OPTIONS("class-weight", "a=3,b=0.5", "epochs", "3"), t->set);
    assert_int_equal(ptron_trainer_run(trainer, &observer, NULL), PTRON_OK);
    assert_true(result_of(trainer).updates > 5);
    ptron_trainer_free(trainer);
    ptron_dataset_free(t->set);
}

static bool expect_rates(void *user, const ptron_step *step)
{
    double wanted;

    if (step->step == 0.0)
        return true;
    switch (*(const int *)user) {
    case 0:
        wanted = 2.0 / (double)step->updates;
        break;
    case 1:
        wanted = 2.0 / sqrt((double)step->updates);
        break;
    case 2:
        wanted = 2.0 / pow((double)step->updates, 0.75);   /* ours may be off by a last bit */
        assert_true(fabs(step->step - wanted) <= 0x1p-51 * wanted);
        return true;
    default:
        wanted = step->updates == 1 ? 8.0 : step->updates == 2 ? 4.0 : 1.0;
    }
    assert_true(step->step == wanted);
    return true;
}

static void rates_fall_as_their_schedule_says(void **state)
{
    struct trio *t = trio_new(2);
    char path[] = "/tmp/test_family.XXXXXX";
    const int file = mkstemp(path);
    const char *const schedules[] = {"inverse", "root", "power", path};

    (void)state;
    assert_true(file >= 0 && write(file, "4\n2\n 0.5 \n", 10) == 10 && close(file) == 0);
    for (int i = 0; i < 4; i++) {
        const ptron_observer observer = {.size = sizeof observer, .user = &i, .on_row = expect_rates};
        ptron_trainer *trainer =
            trainer_of(OPTIONS("schedule", schedules[i], "rate", "2", "power", i == 2 ? "0.75" : "0.5", "epochs", "3"),
                       t->set);

        assert_int_equal(ptron_trainer_run(trainer, &observer, NULL), PTRON_OK);
        assert_true(result_of(trainer).updates > 5);
        ptron_trainer_free(trainer);
    }
    unlink(path);
    ptron_dataset_free(t->set);
}

/* ---- probabilities -------------------------------------------------------------------------------- */

/* At the sigmoid's best a and b the gradient of the log loss is zero. */
static void the_sigmoid_is_the_best_there_is(void **state)
{
    struct trio *t = trio_new(2);
    ptron_options *options = OPTIONS("algorithm", "averaged", "epochs", "5");
    const struct pt_view rows = pt_dataset_view(t->set);
    struct pt_calibration *c;
    ptron_model *m;
    double off = 0.0, along = 0.0, scores[90];

    (void)state;
    assert_int_equal(try_all(t->set, options, &m), PTRON_OK);
    assert_int_equal(pt_calibrate(m, &rows, PT_SIGMOID, NULL, &c, NULL), PTRON_OK);
    assert_int_equal(ptron_predict(m, t->set, NULL, scores, NULL, NULL), PTRON_OK);
    for (size_t i = 0; i < 90; i++) {
        const double target = t->label[i] == 1 ? 46.0 / 47.0 : 1.0 / 47.0;   /* 45 rows of each */
        double p[2];
        pt_calibration_apply(c, &scores[i], p);
        off += p[1] - target;
        along += (p[1] - target) * scores[i];
    }
    assert_true(fabs(off) < 1e-6 && fabs(along) < 1e-6 && c->curves[0].a < 0.0);
    pt_calibration_free(c);
    ptron_model_free(m);
    ptron_options_free(options);
    ptron_dataset_free(t->set);
}

static void the_isotonic_curve_rises_and_keeps_every_mean(void **state)
{
    struct trio *t = trio_new(2);
    ptron_options *options = OPTIONS("epochs", "2");
    const struct pt_view rows = pt_dataset_view(t->set);
    struct pt_calibration *c;
    ptron_model *m;
    double off = 0.0, scores[90];

    (void)state;
    assert_int_equal(try_all(t->set, options, &m), PTRON_OK);
    assert_int_equal(pt_calibrate(m, &rows, PT_ISOTONIC, NULL, &c, NULL), PTRON_OK);
    assert_int_equal(ptron_predict(m, t->set, NULL, scores, NULL, NULL), PTRON_OK);
    for (size_t i = 0; i < 90; i++) {
        double p[2];
        pt_calibration_apply(c, &scores[i], p);
        off += p[1] - (t->label[i] == 1 ? 1.0 : 0.0);
    }
    for (size_t i = 1; i < c->curves[0].n; i++)
        assert_true(c->curves[0].p[i] >= c->curves[0].p[i - 1] && c->curves[0].score[i] > c->curves[0].score[i - 1]);
    assert_true(c->curves[0].n >= 2 && fabs(off) < 1e-9);
    pt_calibration_free(c);
    ptron_model_free(m);
    ptron_options_free(options);
    ptron_dataset_free(t->set);
}

/* ---- the file ------------------------------------------------------------------------------------- */

static void votes_and_probabilities_survive_the_file(void **state)
{
    (void)state;
    for (size_t classes = 2; classes <= 3; classes++) {
        struct trio *t = trio_new(classes);
        ptron_options *options =
            OPTIONS("algorithm", "voted", "epochs", "3", "holdout", "0.3", "calibrate", "isotonic", "patience", "2");
        double *a = calloc(90 * 3, sizeof *a), *b = calloc(90 * 3, sizeof *b);
        ptron_model *m, *back;
        void *bytes;
        size_t length;

        assert_int_equal(try_all(t->set, options, &m), PTRON_OK);
        assert_int_equal(ptron_model_write(m, &bytes, &length, NULL), PTRON_OK);
        assert_int_equal(ptron_model_read(bytes, length, &back, NULL), PTRON_OK);
        expect_same_bytes(m, back);
        assert_int_equal(ptron_predict_probabilities(m, t->set, NULL, a, NULL), PTRON_OK);
        assert_int_equal(ptron_predict_probabilities(back, t->set, NULL, b, NULL), PTRON_OK);
        assert_memory_equal(a, b, 90 * classes * sizeof *a);
        ptron_model_free(back);
        for (size_t cut = 0; cut < length; cut += 97)
            assert_int_equal(ptron_model_read(bytes, cut, &back, NULL), PTRON_MODEL);
        free(a);
        free(b);
        ptron_bytes_free(bytes);
        ptron_model_free(m);
        ptron_options_free(options);
        ptron_dataset_free(t->set);
    }
}

static void an_algorithm_says_what_it_can_do_and_its_trainer_agrees(void **state)
{
    PTRON_SIZED(ptron_algorithm_info, info);
    PTRON_SIZED(ptron_algorithm_info, same);
    struct toy toy = toy_separable(20, 2, 0.1, 1, false);

    (void)state;
    for (size_t i = 0; ptron_algorithm_describe(i, &info); i++) {
        ptron_options *options = OPTIONS("algorithm", info.name);
        ptron_trainer *trainer = NULL;
        ptron_status status = ptron_trainer_new(options, NULL, NULL, &trainer, NULL);

        if (status == PTRON_OK)
            status = ptron_trainer_feed(trainer, toy.set, NULL, NULL);
        assert_true(info.streams || status == PTRON_ARGUMENT);   /* some want a size of batches, or gamma, for it */
        assert_true(ptron_algorithm_find(info.name, &same) && same.name == info.name && same.theorem == info.theorem);
        ptron_trainer_free(trainer);
        ptron_options_free(options);
    }
    assert_true(ptron_algorithm_find("perceptron", &info) && info.theorem && info.mixes && info.many_classes &&
                info.bounds_margin && info.row_weights && !info.kernels);
    assert_true(ptron_algorithm_find("kernel", &info) && info.kernels && !info.mixes && !info.theorem);
    assert_true(ptron_algorithm_find("averaged", &info) && !info.theorem);
    assert_false(ptron_algorithm_find("no such", &info) || ptron_algorithm_find(NULL, &info));
    toy_free(&toy);
}

static bool lists(const char *const *options, const char *name)
{
    while (*options != NULL && strcmp(*options, name) != 0)
        options++;
    return *options != NULL;
}

/* What the algorithm answers for the rows it learned from; false: it was refused. */
static bool answers(const struct trio *trio, const char *algorithm, const char *name, const char *value, double *scores)
{
    ptron_options *options = OPTIONS("algorithm", algorithm, "epochs", "3");
    ptron_model *model = NULL;
    ptron_status status = name == NULL ? PTRON_OK : ptron_options_set(options, name, value, NULL);

    if (status == PTRON_OK)
        status = try_all(trio->set, options, &model);
    if (status == PTRON_OK)
        status = ptron_predict(model, trio->set, NULL, scores, NULL, NULL);
    ptron_model_free(model);
    ptron_options_free(options);
    return status == PTRON_OK;
}

static void an_option_that_an_algorithm_does_not_list_changes_nothing(void **state)
{
    static const char *const own[][2] = {
        {"margin", "30"}, {"margin-positive", "30"}, {"margin-negative", "30"}, {"fraction", "0.9"}, {"C", "0.001"},
        {"lambda", "0.1"}, {"r", "20"}, {"batch-size", "7"}, {"eps", "1000"}, {"free-bias", "yes"}, {"penalty", "l1"},
        {"kernel", "linear"}, {"degree", "2"}, {"gamma", "0.01"}, {"coef0", "9"}, {"keeper", "average"},
        {"budget", "3"}, {"removal", "random"}, {"k", "5"}, {"hidden", "3"}, {"activation", "tanh"},
        {"output", "sigmoid"}, {"loss", "squared"}, {"optimizer", "sgd"}, {"momentum", "0.1"}, {"init", "glorot"},
        {"l2", "0.5"}, {"precision", "single"},
    };
    /* These matter beside another option only. */
    static const char *const beside[] = {"degree", "coef0", "momentum", "removal", "output", NULL};
    const struct trio *trio = trio_new(2);
    double plain[90], other[90];
    bool matters[sizeof own / sizeof *own] = {false};
    PTRON_SIZED(ptron_algorithm_info, info);

    (void)state;
    for (size_t i = 0; ptron_algorithm_describe(i, &info); i++) {
        for (size_t k = 0; info.options[k] != NULL; k++) {
            size_t known = 0;
            while (known < sizeof own / sizeof *own && strcmp(own[known][0], info.options[k]) != 0)
                known++;
            assert_true(known < sizeof own / sizeof *own);
        }
        assert_true(answers(trio, info.name, NULL, NULL, plain));
        for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
            const bool same = !answers(trio, info.name, own[k][0], own[k][1], other) ||
                              memcmp(plain, other, sizeof plain) == 0;
            if (!same && !lists(info.options, own[k][0]))
                fail_msg("%s changes with --%s", info.name, own[k][0]);
            matters[k] = matters[k] || !same;
        }
    }
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        if (!matters[k] && !lists(beside, own[k][0]))
            fail_msg("--%s changes nothing", own[k][0]);
    ptron_dataset_free(trio->set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_algorithm_survives_the_failure_of_every_allocation),
        cmocka_unit_test(an_algorithm_says_what_it_can_do_and_its_trainer_agrees),
        cmocka_unit_test(an_option_that_an_algorithm_does_not_list_changes_nothing),
        cmocka_unit_test(threads_never_show_in_any_model),
        cmocka_unit_test(row_and_class_weights_multiply_the_step),
        cmocka_unit_test(rates_fall_as_their_schedule_says),
        cmocka_unit_test(the_sigmoid_is_the_best_there_is),
        cmocka_unit_test(the_isotonic_curve_rises_and_keeps_every_mean),
        cmocka_unit_test(votes_and_probabilities_survive_the_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
