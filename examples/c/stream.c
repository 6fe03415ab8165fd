/* Rows that come one by one: predict each before learning from it, and keep a model at any time.
 *
 *     cc stream.c $(pkg-config --cflags --libs perceptron) && ./a.out
 *
 * A sensor reports two numbers; what makes them dangerous (the first above the second) is not told. */
#include <perceptron.h>

#include <stdio.h>

enum { ROWS = 400, FEATURES = 2 };

static const char *const names[] = {"calm", "danger"};   /* sorted, so that the numbers of the classes are these */

struct sensor {
    uint32_t state;
    double   value[FEATURES];
    uint32_t label;
};

/* Numbers from -1 to 1 that are the same everywhere. */
static double draw(struct sensor *sensor)
{
    sensor->state = sensor->state * 1664525u + 1013904223u;
    return (double)(sensor->state >> 8) / 8388608.0 - 1.0;
}

static void read_sensor(struct sensor *sensor)
{
    sensor->value[0] = draw(sensor);
    sensor->value[1] = draw(sensor);
    sensor->label = sensor->value[0] > sensor->value[1];
}

static ptron_rows row_of(const struct sensor *sensor)
{
    PTRON_SIZED(ptron_rows, row);

    row.n_rows = 1;
    row.n_features = FEATURES;
    row.kind = PTRON_F64;
    row.values = sensor->value;
    row.labels = &sensor->label;
    row.n_classes = 2;
    row.class_names = names;
    return row;
}

/* What the trainer has learned so far; the trainer lives on. */
static ptron_status ask(ptron_trainer *trainer, const ptron_rows *row, uint32_t *answer, ptron_error *err)
{
    ptron_model *model = NULL;
    ptron_status status = ptron_trainer_snapshot(trainer, &model, err);

    if (status == PTRON_OK)
        status = ptron_predict_rows(model, row, 0.0, NULL, answer, NULL, err);
    ptron_model_free(model);
    return status;
}

/* A set of one row; the one before it goes when the trainer has this one. */
static ptron_status learn(ptron_trainer *trainer, const ptron_rows *row, ptron_dataset **last, ptron_error *err)
{
    ptron_dataset *set = NULL;
    ptron_status status = ptron_dataset_borrow(row, NULL, NULL, &set, err);

    if (status == PTRON_OK)
        status = ptron_trainer_feed(trainer, set, NULL, err);
    if (status == PTRON_OK) {
        ptron_dataset_free(*last);
        *last = set;
    }
    return status;
}

static ptron_status watch(ptron_trainer *trainer, ptron_dataset **last, ptron_error *err)
{
    struct sensor sensor = {.state = 7};
    unsigned wrong = 0;
    ptron_status status = PTRON_OK;

    for (unsigned i = 0; i < ROWS && status == PTRON_OK; i++) {
        ptron_rows row;
        uint32_t answer = 0;

        read_sensor(&sensor);
        row = row_of(&sensor);
        if (i > 0)
            status = ask(trainer, &row, &answer, err);
        wrong += answer != sensor.label;
        if (status == PTRON_OK)
            status = learn(trainer, &row, last, err);
        if ((i + 1) % 100 == 0) {
            printf("rows %u to %u: %u answers were wrong\n", i - 98, i + 1, wrong);
            wrong = 0;
        }
    }
    return status;
}

int main(void)
{
    PTRON_SIZED(ptron_result, result);
    ptron_trainer *trainer = NULL;
    ptron_dataset *last = NULL;
    ptron_error err;
    ptron_status status = ptron_trainer_new(NULL, NULL, NULL, &trainer, &err);   /* no set: rows will be fed */

    if (status == PTRON_OK)
        status = watch(trainer, &last, &err);
    if (status == PTRON_OK)
        status = ptron_trainer_feed(trainer, NULL, NULL, &err);   /* the end: all that came was one epoch */
    if (status == PTRON_OK)
        status = ptron_trainer_result(trainer, &result, &err);
    if (status == PTRON_OK)
        printf("stopped: %s; %.1f%% of %llu rows were wrong before they were learned\n",
               ptron_stop_text(result.reason), 100.0 * result.progressive_error, (unsigned long long)result.rows);
    else
        fprintf(stderr, "stream: %s\n", err.message);
    ptron_trainer_free(trainer);
    ptron_dataset_free(last);
    return status == PTRON_OK ? 0 : 1;
}
