/* Scores, classes and evaluation against the plainest loops that give the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "allocations.h"
#include "toy_model.h"
#include "toy_set.h"

#include "judge/predict.h"
#include "judge/score.h"
#include "learn/trainer/trainer.h"

#define OWN   (struct pt_cut){0}
#define AT(x) (struct pt_cut){PT_CUT_SCORE, x}

enum { FEATURES = 5 };

struct data {
    double   *x;       /* [rows][FEATURES] small whole numbers: sums are exact, ties happen */
    uint32_t *label;
    size_t    rows;
};

static struct data random_data(size_t rows, uint32_t classes, uint64_t seed)
{
    struct data data = {calloc(rows * FEATURES + 1, sizeof(double)), calloc(rows + 1, sizeof(uint32_t)), rows};
    pt_random random = pt_random_of(seed, rows);

    for (size_t i = 0; i < rows * FEATURES; i++)
        data.x[i] = pt_random_below(&random, 2) == 0 ? 0.0 : (double)pt_random_below(&random, 7) - 3.0;
    for (size_t i = 0; i < rows; i++)
        data.label[i] = (uint32_t)pt_random_below(&random, classes);
    return data;
}

static void free_data(struct data *data)
{
    free(data->x);
    free(data->label);
}

static ptron_model *whole_model(uint32_t classes)
{
    ptron_model *model = toy_model(FEATURES, classes, 1);
    pt_random random = pt_random_of(3, classes);

    for (size_t i = 0; i < (size_t)model->n_vectors * FEATURES; i++)
        model->weights[i] = (double)pt_random_below(&random, 9) - 4.0;
    for (size_t v = 0; v < model->n_vectors; v++)
        model->bias[v] = (double)pt_random_below(&random, 3) - 1.0;
    return model;
}

static struct toy_set *set_for(const ptron_model *model, const struct data *data, bool dense)
{
    struct toy_set *toy =
        toy_set(data->x, data->label, data->rows, FEATURES, model->recipe.labels.classes.count, dense);

    toy->set.shared = &model->recipe;
    return toy;
}

static double plain_score(const ptron_model *model, const double *x, size_t v)
{
    double sum = 0.0;

    for (size_t j = 0; j < FEATURES; j++)
        sum += model->weights[j * model->n_vectors + v] * x[j];
    return sum + model->bias[v];
}

/* ---- scores and classes -------------------------------------------------------------------------- */

static void predictions_are_products_and_the_class_above_the_threshold(void **state)
{
    struct data data = random_data(10000, 2, 1);
    ptron_model *model = whole_model(2);

    (void)state;
    for (int dense = 0; dense < 2; dense++) {
        struct toy_set *toy = set_for(model, &data, dense != 0);
        double *scores = calloc(data.rows, sizeof *scores);
        uint32_t *classes = calloc(data.rows, sizeof *classes), *alone = calloc(data.rows, sizeof *alone);

        assert_int_equal(pt_predict(model, &toy->set, AT(2.0), scores, classes, NULL, NULL), PTRON_OK);
        assert_int_equal(pt_predict(model, &toy->set, AT(2.0), NULL, alone, NULL, NULL), PTRON_OK);
        for (size_t i = 0; i < data.rows; i++) {
            assert_true(scores[i] == plain_score(model, data.x + i * FEATURES, 0));
            assert_int_equal(classes[i], scores[i] > 2.0);
        }
        assert_memory_equal(classes, alone, data.rows * sizeof *classes);
        free(scores);
        free(classes);
        free(alone);
        toy_set_free(toy);
    }
    ptron_model_free(model);
    free_data(&data);
}

static void of_many_classes_the_first_of_the_best_wins(void **state)
{
    struct data data = random_data(5000, 4, 2);
    ptron_model *model = whole_model(4);
    struct toy_set *toy = set_for(model, &data, false);
    double *scores = calloc(4 * data.rows, sizeof *scores);
    uint32_t *classes = calloc(data.rows, sizeof *classes);
    size_t ties = 0;

    (void)state;
    assert_int_equal(pt_predict(model, &toy->set, OWN, scores, classes, NULL, NULL), PTRON_OK);
    for (size_t i = 0; i < data.rows; i++) {
        for (uint32_t c = 0; c < 4; c++) {
            const double own = scores[4 * i + classes[i]], other = scores[4 * i + c];

            assert_true(other == plain_score(model, data.x + i * FEATURES, c));
            assert_true(c < classes[i] ? other < own : other <= own);
            ties += c > classes[i] && other == own;
        }
    }
    assert_true(ties > 0);
    free(scores);
    free(classes);
    toy_set_free(toy);
    ptron_model_free(model);
    free_data(&data);
}

static void features_beyond_the_models_are_left_out(void **state)
{
    static const uint32_t index[] = {1, 4, 5, 4000000000u};
    static const double value[] = {2.0, 3.0, 1e300, 1e300}, dense[] = {0, 2, 0, 0, 3, 1e300, 1e300};
    ptron_model *model = whole_model(2);
    struct pt_row row = {.index = index, .value = value, .n = 4, .kind = PT_F64};
    double score;

    (void)state;
    assert_int_equal(pt_model_score(model, &row, &score, NULL), PTRON_OK);
    assert_true(score == 2 * model->weights[1] + 3 * model->weights[4] + model->bias[0]);
    row = (struct pt_row){.value = dense, .n = 7, .kind = PT_F64};
    assert_int_equal(pt_model_score(model, &row, &score, NULL), PTRON_OK);
    assert_true(score == 2 * model->weights[1] + 3 * model->weights[4] + model->bias[0]);
    row.n = 2;
    assert_int_equal(pt_model_score(model, &row, &score, NULL), PTRON_OK);
    assert_true(score == 2 * model->weights[1] + model->bias[0]);
    row = (struct pt_row){.index = index + 2, .value = value, .n = 2, .kind = PT_F64};
    assert_int_equal(pt_model_score(model, &row, &score, NULL), PTRON_OK);
    assert_true(score == model->bias[0]);
    ptron_model_free(model);
}

/* ---- evaluation ---------------------------------------------------------------------------------- */

static ptron_evaluation *evaluate(const ptron_model *model, struct toy_set *toy, double threshold)
{
    ptron_evaluation *evaluation;

    assert_int_equal(pt_evaluation_new(model, AT(threshold), NULL, &evaluation, NULL), PTRON_OK);
    assert_int_equal(pt_evaluation_add(evaluation, &toy->set, NULL), PTRON_OK);
    return evaluation;
}

static ptron_evaluation_facts facts_of(ptron_evaluation *evaluation)
{
    PTRON_SIZED(ptron_evaluation_facts, facts);

    ptron_evaluation_describe(evaluation, &facts);
    return facts;
}

static double norm_of(const ptron_model *model)
{
    double sum = 0.0;

    for (size_t i = 0; i < (size_t)model->n_vectors * FEATURES; i++)
        sum += model->weights[i] * model->weights[i];
    for (size_t v = 0; v < model->n_vectors; v++)
        sum += model->bias[v] / model->bias_scale * (model->bias[v] / model->bias_scale);
    return sqrt(sum);
}

/* The share of pairs that are in order, by comparing all of them. */
static double quadratic_area(const double *score, const uint32_t *label, size_t n)
{
    double won = 0.0, pairs = 0.0;

    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            if (label[i] != 1 || label[j] != 0)
                continue;
            won += score[i] > score[j] ? 1.0 : score[i] == score[j] ? 0.5 : 0.0;
            pairs += 1.0;
        }
    }
    return won / pairs;
}

static void two_classes_are_counted_as_by_hand(void **state)
{
    struct data data = random_data(3000, 2, 5);
    ptron_model *model = whole_model(2);
    struct toy_set *toy;
    ptron_evaluation *evaluation;
    ptron_evaluation_facts facts;
    uint64_t confusion[2][2] = {{0}}, errors = 0, ties = 0;
    double loss = 0.0, least = (double)INFINITY, *score = calloc(data.rows, sizeof *score);

    (void)state;
    model->bias[0] = 2.0;
    model->bias_scale = 4.0;
    for (size_t i = 0; i < data.rows; i++) {
        const double s = score[i] = plain_score(model, data.x + i * FEATURES, 0);
        const double margin = data.label[i] == 1 ? s : -s;

        confusion[data.label[i]][s > 0.0]++;
        errors += margin <= 0.0;
        ties += margin == 0.0;
        loss += fmax(0.0, -margin);
        least = fmin(least, margin);
    }
    toy = set_for(model, &data, true);
    evaluation = evaluate(model, toy, 0.0);
    facts = facts_of(evaluation);
    assert_true(ties > 0);
    assert_int_equal(facts.rows, 3000);
    assert_int_equal(facts.errors, errors);
    assert_int_equal(facts.ties, ties);
    assert_int_equal(facts.unknown_labels, 0);
    assert_true(facts.error == (double)errors / 3000.0);
    assert_true(facts.perceptron_loss == loss);
    assert_true(fabs(facts.margin - least / norm_of(model)) <= 1e-15 * fabs(facts.margin));
    assert_true(facts.auc == quadratic_area(score, data.label, data.rows));
    for (size_t t = 0; t < 2; t++)
        for (size_t a = 0; a < 2; a++)
            assert_int_equal(ptron_evaluation_count(evaluation, t, a), confusion[t][a]);
    assert_int_equal(ptron_evaluation_count(evaluation, 2, 0), 0);
    ptron_evaluation_free(evaluation);
    toy_set_free(toy);
    free(score);
    ptron_model_free(model);
    free_data(&data);
}

static void a_threshold_moves_the_errors_but_not_the_margin(void **state)
{
    struct data data = random_data(3000, 2, 6);
    ptron_model *model = whole_model(2);
    struct toy_set *toy = set_for(model, &data, true);
    ptron_evaluation *plain = evaluate(model, toy, 0.0), *moved = evaluate(model, toy, 2.0);
    const ptron_evaluation_facts a = facts_of(plain), b = facts_of(moved);
    uint64_t errors = 0, ties = 0;

    (void)state;
    for (size_t i = 0; i < data.rows; i++) {
        const double s = plain_score(model, data.x + i * FEATURES, 0);

        errors += s == 2.0 || (s > 2.0) != (data.label[i] == 1);
        ties += s == 2.0;
    }
    assert_int_equal(b.errors, errors);
    assert_int_equal(b.ties, ties);
    assert_true(a.margin == b.margin && a.perceptron_loss == b.perceptron_loss && a.auc == b.auc);
    ptron_evaluation_free(plain);
    ptron_evaluation_free(moved);
    toy_set_free(toy);
    ptron_model_free(model);
    free_data(&data);
}

static void many_classes_are_counted_as_by_hand(void **state)
{
    struct data data = random_data(3000, 3, 7);
    ptron_model *model = whole_model(3);
    struct toy_set *toy = set_for(model, &data, false);
    ptron_evaluation *evaluation = evaluate(model, toy, 0.0);
    const ptron_evaluation_facts facts = facts_of(evaluation);
    uint64_t errors = 0, ties = 0, right = 0;
    double loss = 0.0, least = (double)INFINITY;

    (void)state;
    for (size_t i = 0; i < data.rows; i++) {
        double margin = (double)INFINITY;

        for (uint32_t c = 0; c < 3; c++)
            if (c != data.label[i])
                margin = fmin(margin, plain_score(model, data.x + i * FEATURES, data.label[i]) -
                                          plain_score(model, data.x + i * FEATURES, c));
        errors += margin <= 0.0;
        ties += margin == 0.0;
        loss += fmax(0.0, -margin);
        least = fmin(least, margin);
    }
    for (size_t c = 0; c < 3; c++)
        right += ptron_evaluation_count(evaluation, c, c);
    assert_int_equal(facts.errors, errors);
    assert_int_equal(facts.ties, ties);
    assert_true(ties > 0 && right >= 3000 - errors && right <= 3000 - errors + ties);
    assert_true(facts.perceptron_loss == loss);
    assert_true(fabs(facts.margin - least / norm_of(model)) <= 1e-15 * fabs(facts.margin));
    assert_true(isnan(facts.auc));
    ptron_evaluation_free(evaluation);
    toy_set_free(toy);
    ptron_model_free(model);
    free_data(&data);
}

static void unlabelled_rows_are_not_counted_and_unknown_labels_are_errors(void **state)
{
    struct data data = random_data(100, 2, 8);
    ptron_model *model = whole_model(2);
    struct toy_set *toy;
    ptron_evaluation *evaluation;
    ptron_evaluation_facts facts;

    (void)state;
    for (size_t i = 0; i < 100; i++)
        data.label[i] = i < 10 ? PT_NO_LABEL : i < 30 ? PT_UNKNOWN_LABEL
                                               : plain_score(model, data.x + i * FEATURES, 0) > 0.0;
    toy = set_for(model, &data, true);
    evaluation = evaluate(model, toy, 0.0);
    facts = facts_of(evaluation);
    assert_int_equal(facts.rows, 90);
    assert_int_equal(facts.unknown_labels, 20);
    assert_int_equal(facts.errors, 20 + facts.ties);
    assert_true(facts.auc == 1.0 && facts.perceptron_loss == 0.0);
    ptron_evaluation_free(evaluation);
    toy_set_free(toy);
    ptron_model_free(model);
    free_data(&data);
}

static void without_rows_nothing_is_known(void **state)
{
    ptron_model *model = whole_model(2);
    ptron_evaluation *evaluation;
    ptron_evaluation_facts facts;

    (void)state;
    assert_int_equal(pt_evaluation_new(model, OWN, NULL, &evaluation, NULL), PTRON_OK);
    facts = facts_of(evaluation);
    assert_int_equal(facts.rows, 0);
    assert_true(isnan(facts.error) && isnan(facts.auc) && isnan(facts.margin) && isnan(facts.perceptron_loss));
    ptron_evaluation_free(evaluation);
    ptron_model_free(model);
}

static void huge_and_tiny_weights_have_a_norm(void **state)
{
    static const double scale[] = {1e300, 1e-300};
    struct data data = random_data(50, 2, 9);
    ptron_model *model = whole_model(2);
    const double norm = norm_of(model);

    (void)state;
    model->bias_scale = 1.0;
    for (size_t s = 0; s < 2; s++) {
        ptron_model *scaled = whole_model(2);
        struct toy_set *toy = set_for(scaled, &data, true), *plain = set_for(model, &data, true);
        ptron_evaluation *a, *b;

        for (size_t j = 0; j < FEATURES; j++)
            scaled->weights[j] *= scale[s];
        scaled->bias[0] *= scale[s];
        a = evaluate(model, plain, 0.0);
        b = evaluate(scaled, toy, 0.0);
        assert_true(norm > 0.0);
        assert_true(fabs(facts_of(a).margin - facts_of(b).margin) < 1e-12);
        ptron_evaluation_free(a);
        ptron_evaluation_free(b);
        toy_set_free(plain);
        toy_set_free(toy);
        ptron_model_free(scaled);
    }
    ptron_model_free(model);
    free_data(&data);
}

/* ---- what must not show -------------------------------------------------------------------------- */

static void assert_same_facts(const ptron_evaluation_facts *a, const ptron_evaluation_facts *b)
{
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->errors, b->errors);
    assert_int_equal(a->ties, b->ties);
    assert_memory_equal(&a->error, &b->error, sizeof a->error);
    assert_memory_equal(&a->auc, &b->auc, sizeof a->auc);
    assert_memory_equal(&a->perceptron_loss, &b->perceptron_loss, sizeof a->perceptron_loss);
    assert_memory_equal(&a->margin, &b->margin, sizeof a->margin);
}

static void scatter_values(struct data *data, ptron_model *model)   /* sums that depend on their order */
{
    pt_random random = pt_random_of(11, 0);

    for (size_t i = 0; i < data->rows * FEATURES; i++)
        data->x[i] = pt_random_normal(&random);
    for (size_t i = 0; i < (size_t)model->n_vectors * FEATURES; i++)
        model->weights[i] = pt_random_normal(&random);
}

static void the_number_of_threads_does_not_show(void **state)
{
    static const size_t threads[] = {1, 2, 3, 8};

    (void)state;
    for (uint32_t classes = 2; classes <= 3; classes++) {
        struct data data = random_data(300000, classes, 10);
        ptron_model *model = whole_model(classes);
        ptron_evaluation_facts first = {0};
        uint32_t *answers[2];

        scatter_values(&data, model);
        answers[0] = calloc(data.rows, sizeof **answers);
        answers[1] = calloc(data.rows, sizeof **answers);
        for (size_t t = 0; t < 4; t++) {
            struct toy_set *toy = set_for(model, &data, true);
            ptron_evaluation *evaluation;
            ptron_evaluation_facts facts;
            pt_pool *pool;

            assert_int_equal(pt_pool_new(threads[t], &pool, NULL), PTRON_OK);
            toy->set.pool = pool;
            evaluation = evaluate(model, toy, 0.0);
            facts = facts_of(evaluation);
            assert_int_equal(pt_predict(model, &toy->set, OWN, NULL, answers[t > 0], NULL, NULL), PTRON_OK);
            if (t == 0)
                first = facts;
            assert_same_facts(&first, &facts);
            assert_memory_equal(answers[0], answers[t > 0], data.rows * sizeof **answers);
            ptron_evaluation_free(evaluation);
            pt_pool_free(pool);
            toy_set_free(toy);
        }
        free(answers[0]);
        free(answers[1]);
        ptron_model_free(model);
        free_data(&data);
    }
}

/* Scratch for all rows would be 40 slices x 256 rows x 100 classes x 8 bytes: 8 MB. */
static void scoring_takes_memory_for_threads_and_not_for_rows(void **state)
{
    enum { CLASSES = 100, ROWS = 40 * PT_SLICE_ROWS, LIMIT = 1 << 20 };
    struct data data = random_data(ROWS, CLASSES, 12);
    ptron_model *model = whole_model(CLASSES);
    struct toy_set *toy = set_for(model, &data, true);
    const struct pt_view view = pt_dataset_view(&toy->set);
    uint32_t *classes = calloc(ROWS, sizeof *classes);
    struct pt_census census;

    (void)state;
    pt_test_limit_allocation(LIMIT);
    assert_int_equal(pt_predict(model, &toy->set, OWN, NULL, classes, NULL, NULL), PTRON_OK);
    assert_int_equal(pt_census_take(model, &view, NULL, &census, NULL), PTRON_OK);
    pt_test_limit_allocation(SIZE_MAX);
    assert_int_equal(census.rows, ROWS);
    free(classes);
    toy_set_free(toy);
    ptron_model_free(model);
    free_data(&data);
}

static void several_sets_count_as_one(void **state)
{
    struct data data = random_data(10000, 2, 12), head = data, tail = data;
    ptron_model *model = whole_model(2);
    struct toy_set *whole, *first, *second;
    ptron_evaluation *a, *b;
    ptron_evaluation_facts one, two;

    (void)state;
    scatter_values(&data, model);
    head.rows = 3333;
    tail.x += 3333 * FEATURES;
    tail.label += 3333;
    tail.rows = 10000 - 3333;
    whole = set_for(model, &data, true);
    first = set_for(model, &head, true);
    second = set_for(model, &tail, true);
    a = evaluate(model, whole, 0.0);
    b = evaluate(model, first, 0.0);
    (void)facts_of(b);   /* asking in between changes nothing */
    assert_int_equal(pt_evaluation_add(b, &second->set, NULL), PTRON_OK);
    one = facts_of(a);
    two = facts_of(b);
    assert_same_facts(&one, &two);
    ptron_evaluation_free(a);
    ptron_evaluation_free(b);
    toy_set_free(whole);
    toy_set_free(first);
    toy_set_free(second);
    ptron_model_free(model);
    free_data(&data);
}

/* ---- the area under the curve -------------------------------------------------------------------- */

static double ranked_area(const double *score, const uint32_t *label, size_t n)
{
    struct pt_scores by_class[2] = {{0}};
    double area;

    for (size_t i = 0; i < n; i++) {
        assert_true(pt_scores_reserve(&by_class[label[i]], 1));
        pt_scores_add(&by_class[label[i]], score[i]);
    }
    pt_scores_sort(&by_class[0]);
    pt_scores_sort(&by_class[1]);
    area = pt_scores_area(&by_class[0], &by_class[1]);
    pt_scores_fini(&by_class[0]);
    pt_scores_fini(&by_class[1]);
    return area;
}

static void the_area_equals_its_quadratic_definition(void **state)
{
    enum { MOST = 1500 };
    static double score[MOST];
    static uint32_t label[MOST];

    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        pt_random random = pt_random_of(13, seed);
        const size_t n = 2 + (size_t)pt_random_below(&random, MOST - 1);
        const uint64_t levels = 1 + pt_random_below(&random, seed % 2 == 0 ? 10 : 1000000);

        for (size_t i = 0; i < n; i++) {
            score[i] = ((double)pt_random_below(&random, levels) - (double)(levels / 2)) * 0.37;
            if (seed % 5 == 0)
                score[i] *= exp(pt_random_normal(&random) * 200.0);
            label[i] = i < 2 ? (uint32_t)i : (uint32_t)pt_random_below(&random, 2);
        }
        assert_true(ranked_area(score, label, n) == quadratic_area(score, label, n));
    }
}

static void extremes_rank_where_they_belong(void **state)
{
    static const double score[] = {-(double)INFINITY, -1.0, -0.0, 0.0, 4.9e-324, 1.0, (double)INFINITY};
    static const uint32_t up[] = {0, 0, 0, 1, 1, 1, 1}, down[] = {1, 1, 1, 0, 0, 0, 0}, one[] = {1, 1, 1, 1, 1, 1, 1};

    (void)state;
    assert_true(ranked_area(score, up, 7) == 11.5 / 12.0);
    assert_true(ranked_area(score, down, 7) == 0.5 / 12.0);
    assert_true(isnan(ranked_area(score, one, 7)));
    assert_true(isnan(ranked_area(score, one, 0)));
}

/* ---- refusals and memory ------------------------------------------------------------------------- */

static void rows_of_other_classes_or_features_are_refused(void **state)
{
    struct data data = random_data(10, 2, 14);
    ptron_model *model = whole_model(2), *other = whole_model(3);
    struct toy_set *toy = set_for(model, &data, false);
    ptron_evaluation *evaluation;
    uint32_t classes[10];
    ptron_error err;

    (void)state;
    assert_int_equal(pt_evaluation_new(model, OWN, NULL, &evaluation, NULL), PTRON_OK);
    toy->set.shared = &other->recipe;
    assert_int_equal(pt_evaluation_add(evaluation, &toy->set, &err), PTRON_ARGUMENT);
    assert_non_null(strstr(err.message, "other classes"));
    other->recipe.index_base = 0;
    assert_int_equal(pt_predict(model, &toy->set, OWN, NULL, classes, NULL, &err), PTRON_ARGUMENT);
    assert_non_null(strstr(err.message, "other features"));
    ptron_model_free(other);
    other = whole_model(2);   /* read another time, but in the same way */
    toy->set.shared = &other->recipe;
    assert_int_equal(pt_evaluation_add(evaluation, &toy->set, &err), PTRON_OK);
    ptron_evaluation_free(evaluation);
    toy_set_free(toy);
    ptron_model_free(model);
    ptron_model_free(other);
    free_data(&data);
}

static void every_allocation_may_fail(void **state)
{
    struct data data = random_data(5000, 2, 15);
    ptron_model *model = whole_model(2);
    struct toy_set *toy = set_for(model, &data, true);
    uint32_t *classes = calloc(data.rows, sizeof *classes);
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        ptron_evaluation *evaluation = NULL;
        ptron_status status;

        pt_test_fail_allocation(k);
        status = ptron_evaluation_new(model, NULL, &evaluation, NULL);
        assert_true((status == PTRON_OK) == (evaluation != NULL));
        if (status == PTRON_OK)
            status = ptron_evaluation_add(evaluation, &toy->set, NULL);
        if (status == PTRON_OK)
            status = ptron_predict(model, &toy->set, NULL, NULL, classes, NULL);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        assert_true(evaluation == NULL || facts_of(evaluation).rows == 0 ||
                    facts_of(evaluation).rows == data.rows);
        ptron_evaluation_free(evaluation);
    }
    free(classes);
    toy_set_free(toy);
    ptron_model_free(model);
    free_data(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predictions_are_products_and_the_class_above_the_threshold),
        cmocka_unit_test(of_many_classes_the_first_of_the_best_wins),
        cmocka_unit_test(features_beyond_the_models_are_left_out),
        cmocka_unit_test(two_classes_are_counted_as_by_hand),
        cmocka_unit_test(a_threshold_moves_the_errors_but_not_the_margin),
        cmocka_unit_test(many_classes_are_counted_as_by_hand),
        cmocka_unit_test(unlabelled_rows_are_not_counted_and_unknown_labels_are_errors),
        cmocka_unit_test(without_rows_nothing_is_known),
        cmocka_unit_test(huge_and_tiny_weights_have_a_norm),
        cmocka_unit_test(the_number_of_threads_does_not_show),
        cmocka_unit_test(scoring_takes_memory_for_threads_and_not_for_rows),
        cmocka_unit_test(several_sets_count_as_one),
        cmocka_unit_test(the_area_equals_its_quadratic_definition),
        cmocka_unit_test(extremes_rank_where_they_belong),
        cmocka_unit_test(rows_of_other_classes_or_features_are_refused),
        failing_allocations(every_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
