/* Arrays in memory: train on them, ask why training stopped, and predict rows that come later.
 *
 *     cc arrays.c $(pkg-config --cflags --libs perceptron) && ./a.out
 *
 * Twelve flowers: length and width of a petal, and which of two kinds they are. */
#include <perceptron.h>

#include <stdio.h>

enum { ROWS = 12, FEATURES = 2 };

static const double petals[ROWS][FEATURES] = {
    {1.4, 0.2}, {1.3, 0.2}, {1.5, 0.2}, {1.7, 0.4}, {1.6, 0.2}, {1.4, 0.3},
    {4.7, 1.4}, {4.5, 1.5}, {4.9, 1.5}, {4.0, 1.3}, {4.6, 1.5}, {3.3, 1.0},
};
static const uint32_t kinds[ROWS] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};   /* index into the names below */
static const char *const names[] = {"setosa", "versicolor"};
static const char *const columns[] = {"petal length", "petal width"};

/* The arrays stay where they are: the struct only says what they look like. */
static ptron_rows rows_of(const double (*values)[FEATURES], size_t n)
{
    PTRON_SIZED(ptron_rows, rows);

    rows.n_rows = n;
    rows.n_features = FEATURES;
    rows.kind = PTRON_F64;
    rows.values = values;
    rows.feature_names = columns;
    return rows;
}

static ptron_status train(ptron_model **model, ptron_error *err)
{
    ptron_rows rows = rows_of(petals, ROWS);
    PTRON_SIZED(ptron_result, result);
    ptron_options *options = NULL;
    ptron_dataset *set = NULL;
    ptron_trainer *trainer = NULL;
    ptron_status status;

    rows.labels = kinds;
    rows.n_classes = 2;
    rows.class_names = names;
    status = ptron_options_new(&options, err);
    if (status == PTRON_OK)
        status = ptron_options_set(options, "seed", "1", err);   /* the same seed, the same model */
    if (status == PTRON_OK)
        status = ptron_dataset_borrow(&rows, options, NULL, &set, err);
    if (status == PTRON_OK)
        status = ptron_trainer_new(options, set, NULL, &trainer, err);
    if (status == PTRON_OK)
        status = ptron_trainer_run(trainer, NULL, err);
    if (status == PTRON_OK)
        status = ptron_trainer_result(trainer, &result, err);
    if (status == PTRON_OK) {
        printf("stopped: %s, after %llu updates in %llu epochs; %llu of %d rows are wrong\n",
               ptron_stop_text(result.reason), (unsigned long long)result.updates, (unsigned long long)result.epochs,
               (unsigned long long)result.train_errors, ROWS);
        status = ptron_trainer_snapshot(trainer, model, err);
    }
    ptron_trainer_free(trainer);
    ptron_dataset_free(set);
    ptron_options_free(options);
    return status;
}

/* No set is needed to predict; one row at a time is quick, too. */
static ptron_status predict(const ptron_model *model, ptron_error *err)
{
    static const double later[][FEATURES] = {{1.5, 0.3}, {4.4, 1.2}, {2.0, 0.5}};
    const ptron_rows rows = rows_of(later, 3);
    uint32_t classes[3];
    const ptron_status status = ptron_predict_rows(model, &rows, 0.0, NULL, classes, NULL, err);

    for (int i = 0; status == PTRON_OK && i < 3; i++)
        printf("%.1f x %.1f: %s\n", later[i][0], later[i][1], ptron_model_class_name(model, classes[i]));
    return status;
}

int main(void)
{
    ptron_model *model = NULL;
    ptron_error err;
    double weights[FEATURES], bias;
    ptron_status status = train(&model, &err);

    if (status == PTRON_OK)
        status = ptron_model_copy_weights(model, weights, FEATURES, &bias, &err);
    if (status == PTRON_OK)
        printf("the boundary: %g length %+g width %+g = 0\n", weights[0], weights[1], bias);
    if (status == PTRON_OK)
        status = predict(model, &err);
    if (status != PTRON_OK)
        fprintf(stderr, "arrays: %s\n", err.message);
    ptron_model_free(model);
    return status == PTRON_OK ? 0 : 1;
}
