/* Prediction from arrays: ptron_predict_rows against a plain C loop over the same arrays, in one process.
 *
 *     bench_predict_rows [ROWS [REPEATS]]
 *
 * Prints one JSON object per line: shape, how many rows a call has, nanoseconds per row of the plain loop, of
 * ptron_predict_rows and of ptron_dataset_borrow with ptron_predict, and their ratios to the loop: medians of the
 * repeats, taken in turns, in CPU time. The plain loop is one sum per row and class, as one would write it by hand,
 * in a function that is not inlined and called as often as ptron_predict_rows: once for all rows, or for each row. */
#include "perceptron.h"
#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STORED = 50, CLASSES = 10 };

struct rows {
    size_t    n, width;
    size_t    vectors;       /* 1: two classes */
    double   *value;
    uint64_t *offset;        /* NULL: dense */
    uint32_t *index;
    double   *weights, *bias;
    double   *scores, *plain;
    ptron_model *model;
};

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void stop(const char *why)
{
    fprintf(stderr, "bench_predict_rows: %s\n", why);
    exit(4);
}

static void *need(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);

    if (memory == NULL)
        stop("no memory");
    return memory;
}

static struct rows make_rows(size_t n, size_t width, bool dense, size_t vectors)
{
    const size_t stored = dense ? width : STORED;
    struct rows r = {n, width, vectors, need(n * stored, sizeof(double)), NULL, NULL, need(width * vectors, 8),
                     need(vectors, 8), need(n * vectors, 8), need(n * vectors, 8), NULL};
    pt_random random = pt_random_of(3, width);
    char names[CLASSES][2];
    const char *classes[CLASSES];
    ptron_error err;

    for (size_t i = 0; i < n * stored; i++)
        r.value[i] = pt_random_normal(&random);
    if (!dense) {
        r.offset = need(n + 1, sizeof *r.offset);
        r.index = need(n * stored, sizeof *r.index);
        for (size_t i = 0; i < n; i++) {
            r.offset[i + 1] = (i + 1) * stored;
            for (size_t j = 0; j < stored; j++)
                r.index[i * stored + j] =
                    (uint32_t)(j * (width / stored) + pt_random_below(&random, (uint32_t)(width / stored)));
        }
    }
    for (size_t j = 0; j < width * vectors; j++)
        r.weights[j] = pt_random_normal(&random);
    for (size_t c = 0; c < CLASSES; c++) {
        names[c][0] = (char)('a' + c);
        names[c][1] = '\0';
        classes[c] = names[c];
    }
    if (ptron_model_new_linear(classes, vectors == 1 ? 2 : vectors, width, r.weights, r.bias, NULL, &r.model, &err) !=
        PTRON_OK)
        stop(err.message);
    return r;
}

static void free_rows(struct rows *r)
{
    ptron_model_free(r->model);
    free(r->value);
    free(r->offset);
    free(r->index);
    free(r->weights);
    free(r->bias);
    free(r->scores);
    free(r->plain);
}

__attribute__((noinline)) static void plain(const struct rows *r, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        for (size_t v = 0; v < r->vectors; v++) {
            const double *w = r->weights + v * r->width;
            double sum = 0.0;

            if (r->offset == NULL)
                for (size_t j = 0; j < r->width; j++)
                    sum += w[j] * r->value[i * r->width + j];
            else
                for (size_t j = r->offset[i]; j < r->offset[i + 1]; j++)
                    sum += w[r->index[j]] * r->value[j];
            r->plain[i * r->vectors + v] = sum + r->bias[v];
        }
}

static ptron_rows view(const struct rows *r, size_t n)
{
    return (ptron_rows){.size = sizeof(ptron_rows), .n_rows = n, .n_features = r->width, .kind = PTRON_F64,
                        .values = r->value, .offsets = r->offset, .indices = r->index};
}

/* n is a multiple of at_once. */
static void ours(const struct rows *r, size_t at_once)
{
    ptron_rows rows = view(r, at_once);

    for (size_t i = 0; i < r->n; i += at_once) {
        if (r->offset == NULL)
            rows.values = r->value + i * r->width;
        else
            rows.offsets = r->offset + i;
        if (ptron_predict_rows(r->model, &rows, 0.0, r->scores + i * r->vectors, NULL, NULL, NULL) != PTRON_OK)
            stop("no prediction");
    }
}

static void borrowed(const struct rows *r)
{
    const ptron_rows rows = view(r, r->n);
    ptron_options *options;
    ptron_dataset *set = NULL;

    if (ptron_options_new(&options, NULL) != PTRON_OK || ptron_options_set(options, "threads", "1", NULL) != PTRON_OK ||
        ptron_dataset_borrow(&rows, options, r->model, &set, NULL) != PTRON_OK ||
        ptron_predict(r->model, set, NULL, r->scores, NULL, NULL) != PTRON_OK)
        stop("no prediction");
    ptron_dataset_free(set);
    ptron_options_free(options);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static void measure(struct rows *r, const char *name, size_t at_once, size_t repeats)
{
    double *took = need(3 * repeats, sizeof *took), far = 0.0, each[3];

    for (size_t i = 0; i < repeats; i++) {
        double t[4];

        t[0] = seconds();
        for (size_t from = 0; from < r->n; from += at_once)
            plain(r, from, from + at_once);
        t[1] = seconds();
        ours(r, at_once);
        t[2] = seconds();
        borrowed(r);
        t[3] = seconds();
        for (size_t k = 0; k < 3; k++)
            took[k * repeats + i] = (t[k + 1] - t[k]) / (double)r->n * 1e9;
    }
    for (size_t i = 0; i < r->n * r->vectors; i++)
        far = fmax(far, fabs(r->scores[i] - r->plain[i]));
    if (!(far < 1e-9))
        stop("the answers differ");
    for (size_t k = 0; k < 3; k++) {
        qsort(took + k * repeats, repeats, sizeof *took, compare);
        each[k] = took[k * repeats + repeats / 2];
    }
    printf("{\"shape\": \"%s\", \"rows_per_call\": %zu, \"plain_ns\": %.1f, \"rows_ns\": %.1f, \"rows_ratio\": %.2f, "
           "\"borrow_ns\": %.1f, \"borrow_ratio\": %.2f}\n", name, at_once, each[0], each[1], each[1] / each[0],
           each[2], each[2] / each[0]);
    free(took);
}

int main(int argc, char **argv)
{
    const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000, repeats = argc > 2 ? strtoul(argv[2], NULL, 10) : 9;
    static const struct {
        const char *name;
        size_t width;
        bool dense;
        size_t vectors;
    } shapes[] = {
        {"dense, 100 features", 100, true, 1},
        {"dense, 10 features", 10, true, 1},
        {"dense, 100 features, 10 classes", 100, true, 10},
        {"sparse, 50 of 10000 features", 10000, false, 1},
    };

    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        struct rows rows = make_rows(n, shapes[s].width, shapes[s].dense, shapes[s].vectors);

        measure(&rows, shapes[s].name, n, repeats);
        measure(&rows, shapes[s].name, 1, repeats);
        free_rows(&rows);
    }
    return 0;
}
