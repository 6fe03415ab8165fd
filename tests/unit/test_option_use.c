/* Every option of training with every algorithm: refused, or it changes something. */
#include "support.h"

#include "sets/dataset.h"

enum { N = 60, N_SETS = 4 };

struct rows {
    double   x[N][3];
    uint32_t label[N];
    ptron_dataset *set;
};

/* Rows that keep apart, that do not, that are short (so that steps are cut), and of three labels. */
static void make_rows(struct rows *r, size_t which)
{
    static const char *const names[] = {"a", "b", "c"};
    static const double apart[N_SETS] = {20.0, 3.0, 6.0, 6.0};
    const size_t classes = which == 3 ? 3 : 2;
    pt_random random = pt_random_of(5, which);

    for (size_t i = 0; i < N; i++) {
        r->label[i] = (uint32_t)(i % classes);
        for (size_t j = 0; j < 3; j++)
            r->x[i][j] = (floor(4.0 * pt_random_normal(&random)) + (j == r->label[i] ? apart[which] : 0.0)) /
                         (which == 2 ? 16.0 : 1.0);
    }
    const ptron_rows rows = {.size = sizeof rows, .n_rows = N, .n_features = 3, .kind = PTRON_F64, .values = r->x,
                             .labels = r->label, .n_classes = classes, .class_names = names};
    assert_int_equal(ptron_dataset_borrow(&rows, NULL, NULL, &r->set, NULL), PTRON_OK);
}

/* A value of each option that is not its default, and what must stand beside it for it to count. */
struct tried {
    const char *option, *value, *beside, *beside_value;
    bool of_trainer;     /* how rows are gone through, whatever is learned: nobody refuses it */
};

static const struct tried tries[] = {
    {.option = "algorithm", .of_trainer = true}, {.option = "epochs", .of_trainer = true},
    {.option = "max-updates", .of_trainer = true}, {.option = "time", .of_trainer = true},
    {.option = "order", .of_trainer = true}, {.option = "seed", .of_trainer = true},
    {.option = "holdout", .of_trainer = true}, {.option = "state", .of_trainer = true},
    {.option = "multiclass", .of_trainer = true}, {.option = "calibrate", .of_trainer = true},
    {.option = "patience", .of_trainer = true}, {.option = "threshold-for", .of_trainer = true},
    {"start", "ones", NULL, NULL, false}, {"rate", "0.37", NULL, NULL, false},
    {"schedule", "inverse", NULL, NULL, false}, {"power", "0.9", "schedule", "power", false},
    {"average", "yes", NULL, NULL, false}, {"tie", "correct", NULL, NULL, false},
    {"class-weight", "a=3", NULL, NULL, false}, {"shards", "3", NULL, NULL, false},
    {"mix", "mistakes", "shards", "3", false}, {"gap", "0.99", NULL, NULL, false}, {"bias", "no", NULL, NULL, false},
    {"bias-scale", "10", NULL, NULL, false}, {"margin", "30", NULL, NULL, false},
    {"margin-positive", "30", NULL, NULL, false}, {"margin-negative", "30", NULL, NULL, false},
    {"fraction", "0.9", NULL, NULL, false}, {"C", "0.001", NULL, NULL, false}, {"lambda", "0.1", NULL, NULL, false},
    {"r", "20", NULL, NULL, false}, {"batch-size", "7", NULL, NULL, false}, {"eps", "1e9", NULL, NULL, false},
    {"free-bias", "yes", NULL, NULL, false}, {"penalty", "l1", NULL, NULL, false},
    {"kernel", "linear", NULL, NULL, false},
    {"degree", "2", "kernel", "polynomial", false}, {"gamma", "0.01", NULL, NULL, false},
    {"coef0", "9", "kernel", "polynomial", false}, {"keeper", "average", NULL, NULL, false},
    {"budget", "3", NULL, NULL, false}, {"removal", "random", "budget", "3", false}, {"k", "5", NULL, NULL, false},
    {"hidden", "3", NULL, NULL, false}, {"activation", "tanh", NULL, NULL, false},
    {"output", "sigmoid", NULL, NULL, false}, {"loss", "squared", NULL, NULL, false},
    {"optimizer", "sgd", NULL, NULL, false}, {"momentum", "0.1", "optimizer", "momentum", false},
    {"init", "glorot", NULL, NULL, false}, {"l2", "0.5", NULL, NULL, false}, {"precision", "single", NULL, NULL, false},
};

struct outcome {
    ptron_status status;
    ptron_detail detail;
    double   scores[N * 3];
    uint64_t epochs, updates;
    ptron_stop reason;
};

static void run(const struct rows *rows, const ptron_options *options, struct outcome *out)
{
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;
    ptron_error err = {0};
    PTRON_SIZED(ptron_result, result);

    memset(out, 0, sizeof *out);
    out->status = ptron_trainer_new(options, rows->set, NULL, &trainer, &err);
    out->detail = err.detail;
    if (out->status != PTRON_OK)
        return;
    assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_result(trainer, &result, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &model, NULL), PTRON_OK);
    assert_int_equal(ptron_predict(model, rows->set, NULL, out->scores, NULL, NULL), PTRON_OK);
    out->epochs = result.epochs;
    out->updates = result.updates;
    out->reason = result.reason;
    ptron_model_free(model);
    ptron_trainer_free(trainer);
}

static bool same(const struct outcome *a, const struct outcome *b)
{
    return memcmp(a->scores, b->scores, sizeof a->scores) == 0 && a->epochs == b->epochs && a->updates == b->updates &&
           a->reason == b->reason;
}

/* Batches in shards are the sums of all rows: work is shared, nothing else. */
static bool adds_up(const char *algorithm, const char *option)
{
    return strcmp(option, "shards") == 0 && (strcmp(algorithm, "batch") == 0 ||
                                             strcmp(algorithm, "gradient-descent") == 0);
}

/* Whether the option, set beside others, is refused; false: it changed something on one of the sets. */
static bool is_refused(const struct rows *sets, const char *algorithm, const struct tried *t)
{
    struct outcome plain, other;
    bool refused = false, matters = false;

    for (size_t s = 0; s < N_SETS; s++) {
        ptron_options *options = OPTIONS("algorithm", algorithm, "epochs", "6", "threads", "1");

        if (t->beside != NULL)
            assert_int_equal(ptron_options_set(options, t->beside, t->beside_value, NULL), PTRON_OK);
        run(&sets[s], options, &plain);
        assert_int_equal(ptron_options_set(options, t->option, t->value, NULL), PTRON_OK);
        run(&sets[s], options, &other);
        ptron_options_free(options);
        if (other.status == PTRON_OK)
            matters |= plain.status != PTRON_OK || !same(&plain, &other);
        else
            refused |= other.detail == PTRON_DETAIL_OPTION_IDLE;
    }
    if (!refused && !matters && !adds_up(algorithm, t->option))
        fail_msg("--%s is taken by %s and changes nothing", t->option, algorithm);
    return refused && !matters;
}

static const struct tried *try_of(const char *option)
{
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        if (strcmp(tries[i].option, option) == 0)
            return &tries[i];
    return NULL;
}

static void an_option_is_refused_or_it_changes_something(void **state)
{
    PTRON_SIZED(ptron_algorithm_info, algorithm);
    PTRON_SIZED(ptron_option_info, option);
    static struct rows sets[N_SETS];

    (void)state;
    for (size_t s = 0; s < N_SETS; s++)
        make_rows(&sets[s], s);
    for (size_t o = 0; ptron_option_describe(o, &option); o++) {
        const struct tried *t = try_of(option.name);
        size_t takers = 0;

        if (strcmp(option.group, "train") != 0)
            continue;
        if (t == NULL)
            fail_msg("nobody tries --%s", option.name);
        for (size_t a = 0; !t->of_trainer && ptron_algorithm_describe(a, &algorithm); a++)
            takers += !is_refused(sets, algorithm.name, t);
        if (!t->of_trainer && takers == 0)
            fail_msg("no algorithm takes --%s", option.name);
    }
    for (size_t s = 0; s < N_SETS; s++)
        ptron_dataset_free(sets[s].set);
}

static ptron_detail detail_of(const struct rows *rows, ptron_options *options)
{
    struct outcome outcome;

    run(rows, options, &outcome);
    ptron_options_free(options);
    assert_int_equal(outcome.status, outcome.detail == PTRON_DETAIL_NONE ? PTRON_OK : PTRON_ARGUMENT);
    return outcome.detail;
}

static void what_counts_only_beside_another_option_is_refused_without_it(void **state)
{
    static struct rows two, three;

    (void)state;
    make_rows(&two, 1);
    make_rows(&three, 3);
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        const char *algorithm = tries[i].beside == NULL                           ? NULL
                                : strcmp(tries[i].beside, "optimizer") == 0       ? "mlp"
                                : strcmp(tries[i].beside, "kernel") == 0 ||
                                      strcmp(tries[i].beside, "budget") == 0      ? "kernel"
                                                                                  : "perceptron";
        if (algorithm != NULL)
            assert_int_equal(detail_of(&two, OPTIONS("algorithm", algorithm, tries[i].option, tries[i].value)),
                             PTRON_DETAIL_OPTION_IDLE);
    }
    assert_int_equal(detail_of(&two, OPTIONS("patience", "3")), PTRON_DETAIL_OPTION_IDLE);
    assert_int_equal(detail_of(&two, OPTIONS("patience", "3", "holdout", "0.3")), PTRON_DETAIL_NONE);
    assert_int_equal(detail_of(&two, OPTIONS("multiclass", "one-vs-rest")), PTRON_DETAIL_OPTION_IDLE);
    assert_int_equal(detail_of(&three, OPTIONS("multiclass", "one-vs-rest")), PTRON_DETAIL_NONE);
    assert_int_equal(detail_of(&three, OPTIONS("multiclass", "one-vs-rest", "gap", "0.1")), PTRON_DETAIL_OPTION_IDLE);
    assert_int_equal(detail_of(&two, OPTIONS("bias", "no", "bias-scale", "3")), PTRON_DETAIL_OPTION_IDLE);
    assert_int_equal(detail_of(&two, OPTIONS("algorithm", "neighbours", "weight", "w")), PTRON_DETAIL_OPTION_IDLE);
    assert_int_equal(detail_of(&two, OPTIONS("features", "fourier:3", "gamma", "0.1")), PTRON_DETAIL_NONE);
    ptron_dataset_free(two.set);
    ptron_dataset_free(three.set);
}

static void a_comparison_takes_what_one_of_its_ways_takes(void **state)
{
    static struct rows two;
    ptron_options *runs[] = {OPTIONS("algorithm", "perceptron", "margin", "3"),
                             OPTIONS("algorithm", "margin", "margin", "3")};
    PTRON_SIZED(ptron_result, first);
    PTRON_SIZED(ptron_result, second);
    ptron_result *results[] = {&first, &second};
    ptron_error err = {0};

    (void)state;
    make_rows(&two, 1);
    assert_int_equal(ptron_compare((const ptron_options *const *)runs, 2, two.set, NULL, 1, NULL, results, &err),
                     PTRON_OK);
    assert_int_equal(ptron_compare((const ptron_options *const *)runs, 1, two.set, NULL, 1, NULL, results, &err),
                     PTRON_ARGUMENT);
    assert_int_equal(err.detail, PTRON_DETAIL_OPTION_IDLE);
    ptron_options_free(runs[0]);
    ptron_options_free(runs[1]);
    ptron_dataset_free(two.set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_option_is_refused_or_it_changes_something),
        cmocka_unit_test(what_counts_only_beside_another_option_is_refused_without_it),
        cmocka_unit_test(a_comparison_takes_what_one_of_its_ways_takes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
