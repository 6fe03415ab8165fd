/* One epoch from memory: the library's trainer against a bare C loop over the same arrays, in one process.
 *
 *     bench_epoch [ROWS [REPEATS [PART-OF-A-NAME]]]
 *
 * Prints one JSON object per line: shape, value kind, learner, order, nanoseconds per stored value of the bare loop and
 * of the library, and their ratio: medians of the repeats, or of as many as take half a second, taken in turns, in CPU
 * time, because other programs may be running. The bare loop is what one would write by hand for that learner, kind and
 * order, and nothing else. PART "bytes" is the same dense rows as bytes and as floats. */
#include "perceptron.h"
#include "base/random.h"
#include "sets/scatter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

struct rows {
    size_t    n, width;      /* width: dense columns, or features of sparse rows */
    bool      dense;
    ptron_kind kind;
    uint64_t *offset;        /* sparse */
    uint32_t *index;
    void     *value;
    uint32_t *label;
    uint32_t *visit;         /* a shuffled order */
    uint64_t  n_values;
};

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *need(size_t bytes)
{
    void *memory = aligned_alloc(1 << 21, (bytes + (1 << 21)) & ~(size_t)((1 << 21) - 1));

    if (memory == NULL) {
        fprintf(stderr, "bench_epoch: no memory\n");
        exit(4);
    }
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

/* ---- rows ---------------------------------------------------------------------------------------- */

static void put(const struct rows *r, uint64_t i, pt_random *random)
{
    const uint64_t draw = pt_random_next(random);

    switch (r->kind) {
    case PTRON_U8:
        ((unsigned char *)r->value)[i] = (unsigned char)(draw >> 56);
        break;
    case PTRON_F32:
        ((float *)r->value)[i] = (float)(draw >> 60) * 0.25f - 2.0f;
        break;
    case PTRON_F64:
        ((double *)r->value)[i] = (double)(draw >> 40) * 0x1p-23 - 1.0;
        break;
    default:
        break;
    }
}

static const size_t bytes_of[] = {0, 1, 4, 8};

static void fill_sparse(struct rows *r, size_t nonzeros, pt_random *random)
{
    r->offset = need((r->n + 1) * sizeof *r->offset);
    r->index = need(r->n * nonzeros * sizeof *r->index);
    for (size_t i = 0; i <= r->n; i++)
        r->offset[i] = i * nonzeros;
    for (size_t i = 0; i < r->n; i++) {
        uint64_t least = 0;
        for (size_t j = 0; j < nonzeros; j++) {   /* log-uniform by slices: Zipf */
            const double u = ((double)j + pt_random_unit(random)) / (double)nonzeros * 20.0;
            const unsigned whole = (unsigned)u;
            uint64_t f = (uint64_t)((double)(1u << whole) * (1.0 + (u - whole))) - 1;
            f = f < least ? least : f;
            least = f + 1;
            r->index[i * nonzeros + j] = (uint32_t)f;
        }
    }
}

static double value_of(const struct rows *r, uint64_t i)
{
    switch (r->kind) {
    case PTRON_U8:
        return ((const unsigned char *)r->value)[i] - 127.5;   /* so that the classes are of one size */
    case PTRON_F32:
        return (double)((const float *)r->value)[i] + 0.125;
    case PTRON_F64:
        return ((const double *)r->value)[i];
    default:
        break;
    }
    return 1.0;
}

/* Labels from a hidden direction, some turned over. */
static void fill_labels(struct rows *r, double noise, pt_random *random)
{
    r->label = need(r->n * sizeof *r->label);
    for (size_t i = 0; i < r->n; i++) {
        const uint64_t from = r->dense ? i * r->width : r->offset[i];
        const uint64_t end = r->dense ? from + r->width : r->offset[i + 1];
        double side = 0.0;

        for (uint64_t k = from; k < end; k++) {
            const uint32_t feature = r->dense ? (uint32_t)(k - from) : r->index[k];
            side += (feature * UINT32_C(2654435761) >> 31 == 0 ? 1.0 : -1.0) * value_of(r, k);
        }
        r->label[i] = (uint32_t)((side > 0.0) != (pt_random_unit(random) < noise));
    }
}

/* Blocks of 1024 in a shuffled order, rows shuffled within: what a shuffled epoch is. */
static void shuffle_blocks(struct rows *r, pt_random *random)
{
    const size_t blocks = (r->n + 1023) / 1024;
    uint32_t *sequence = need(blocks * sizeof *sequence), *to = r->visit = need(r->n * sizeof *r->visit);

    for (size_t b = 0; b < blocks; b++)
        sequence[b] = (uint32_t)b;
    pt_random_shuffle(random, sequence, blocks);
    for (size_t b = 0; b < blocks; b++) {
        const size_t from = (size_t)sequence[b] * 1024, n = r->n - from < 1024 ? r->n - from : 1024;
        for (size_t i = 0; i < n; i++)
            to[i] = (uint32_t)(from + i);
        pt_random_shuffle(random, to, n);
        to += n;
    }
    free(sequence);
}

static struct rows make_rows(size_t n, size_t width, size_t nonzeros, bool dense, ptron_kind kind, double noise)
{
    struct rows r = {.n = n, .width = width, .dense = dense, .kind = kind,
                     .n_values = (uint64_t)n * (dense ? width : nonzeros)};
    pt_random random = pt_random_of(3, 1);

    r.value = need(r.n_values * bytes_of[kind]);
    if (!dense)
        fill_sparse(&r, nonzeros, &random);
    for (uint64_t i = 0; i < r.n_values; i++)
        put(&r, i, &random);
    fill_labels(&r, noise, &random);
    shuffle_blocks(&r, &random);
    return r;
}

/* ---- bare loops ---------------------------------------------------------------------------------- */

struct bare {
    double  *w, *drift;   /* [width] */
    double   bias, bias_drift;
    uint64_t seen, updates;
};

#define SPARSE_LOOP(name, type, X)                                                                    \
    static void sparse_##name(const struct rows *r, struct bare *b, const uint32_t *visit, bool mean) \
    {                                                                                                 \
        for (size_t k = 0; k < r->n; k++, b->seen++) {                                                \
            const size_t i = visit == NULL ? k : visit[k];                                            \
            const uint32_t *index = r->index + r->offset[i];                                          \
            const type *x = (const type *)r->value + (r->value == NULL ? 0 : r->offset[i]);           \
            const size_t n = (size_t)(r->offset[i + 1] - r->offset[i]);                               \
            const double y = r->label[i] == 1 ? 1.0 : -1.0;                                           \
            double sum = 0.0;                                                                         \
                                                                                                      \
            (void)x;                                                                                  \
            for (size_t j = 0; j < n; j++)                                                            \
                sum += b->w[index[j]] * (X);                                                          \
            if (y * (sum + b->bias) > 0.0)                                                            \
                continue;                                                                             \
            b->updates++;                                                                             \
            b->bias += y;                                                                             \
            for (size_t j = 0; j < n; j++)                                                            \
                b->w[index[j]] += y * (X);                                                            \
            if (mean) {                                                                               \
                const double late = y * (double)b->seen;                                              \
                b->bias_drift += late;                                                                \
                for (size_t j = 0; j < n; j++)                                                        \
                    b->drift[index[j]] += late * (X);                                                 \
            }                                                                                         \
        }                                                                                             \
    }

typedef unsigned char u8;
SPARSE_LOOP(ones, u8, 1.0)
SPARSE_LOOP(u8, u8, (double)x[j])
SPARSE_LOOP(f32, float, (double)x[j])
SPARSE_LOOP(f64, double, x[j])

/* Eight lanes, so that the compiler may use the widest registers it was told of. */
#define DENSE_LOOP(name, type)                                                                       \
    static void dense_##name(const struct rows *r, struct bare *b, const uint32_t *visit, bool mean) \
    {                                                                                                \
        const size_t d = r->width;                                                                   \
                                                                                                     \
        for (size_t k = 0; k < r->n; k++, b->seen++) {                                               \
            const size_t i = visit == NULL ? k : visit[k];                                           \
            const type *x = (const type *)r->value + i * d;                                          \
            const double y = r->label[i] == 1 ? 1.0 : -1.0;                                          \
            double lane[8] = {0}, sum = 0.0;                                                         \
            size_t j = 0;                                                                            \
                                                                                                     \
            for (; j + 8 <= d; j += 8)                                                               \
                for (size_t l = 0; l < 8; l++)                                                       \
                    lane[l] += b->w[j + l] * (double)x[j + l];                                       \
            for (; j < d; j++)                                                                       \
                sum += b->w[j] * (double)x[j];                                                       \
            for (size_t l = 0; l < 8; l++)                                                           \
                sum += lane[l];                                                                      \
            if (y * (sum + b->bias) > 0.0)                                                           \
                continue;                                                                            \
            b->updates++;                                                                            \
            b->bias += y;                                                                            \
            for (j = 0; j < d; j++)                                                                  \
                b->w[j] += y * (double)x[j];                                                         \
            if (mean) {                                                                              \
                const double late = y * (double)b->seen;                                             \
                b->bias_drift += late;                                                               \
                for (j = 0; j < d; j++)                                                              \
                    b->drift[j] += late * (double)x[j];                                              \
            }                                                                                        \
        }                                                                                            \
    }

DENSE_LOOP(u8, u8)
DENSE_LOOP(f32, float)
DENSE_LOOP(f64, double)

typedef void loop(const struct rows *r, struct bare *b, const uint32_t *visit, bool mean);

static loop *const loops[2][4] = {{sparse_ones, sparse_u8, sparse_f32, sparse_f64},
                                  {NULL, dense_u8, dense_f32, dense_f64}};

/* ---- the library --------------------------------------------------------------------------------- */

static void fail_if(ptron_status status, const ptron_error *err)
{
    if (status == PTRON_OK)
        return;
    fprintf(stderr, "bench_epoch: %s\n", err->message);
    exit(4);
}

static ptron_dataset *borrow(const struct rows *r)
{
    static const char *const names[] = {"-1", "+1"};
    const ptron_rows rows = {.size = sizeof rows, .n_rows = r->n, .n_features = r->width, .kind = r->kind,
                             .values = r->kind == PTRON_ONES ? NULL : r->value, .offsets = r->offset,
                             .indices = r->index, .labels = r->label, .n_classes = 2, .class_names = names};
    ptron_dataset *set;
    ptron_error err;

    fail_if(ptron_dataset_borrow(&rows, NULL, NULL, &set, &err), &err);
    return set;
}

/* The set takes the arrays over and lays them out for shuffled epochs; the rows speak of the new ones. */
static void lay_out(struct rows *r, ptron_dataset *set)
{
    set->memory[PT_MEMORY_OFFSET] = r->offset;
    set->memory[PT_MEMORY_INDEX] = r->index;
    set->memory[PT_MEMORY_VALUE] = r->kind == PTRON_ONES ? NULL : r->value;
    if (r->kind == PTRON_ONES)
        free(r->value);
    pt_dataset_scatter_all(set);
    r->offset = set->memory[PT_MEMORY_OFFSET];
    r->index = set->memory[PT_MEMORY_INDEX];
    r->value = set->memory[PT_MEMORY_VALUE];
    memcpy(r->label, set->memory[PT_MEMORY_LABEL], r->n * sizeof *r->label);
}

static ptron_trainer *trainer_of(const ptron_dataset *set, bool mean, bool shuffled)
{
    ptron_options *options;
    ptron_trainer *trainer;
    ptron_error err;

    fail_if(ptron_options_new(&options, &err), &err);
    fail_if(ptron_options_set(options, "algorithm", mean ? "averaged" : "perceptron", &err), &err);
    fail_if(ptron_options_set(options, "order", shuffled ? "each" : "given", &err), &err);
    fail_if(ptron_options_set(options, "epochs", "0", &err), &err);
    fail_if(ptron_options_set(options, "threads", "1", &err), &err);
    fail_if(ptron_trainer_new(options, set, NULL, &trainer, &err), &err);
    ptron_options_free(options);
    return trainer;
}

/* ---- comparing ----------------------------------------------------------------------------------- */

static const char *const kinds[] = {"ones", "u8", "f32", "f64"};

/* What is short is repeated for as long, always from zero: a slow moment of the machine must not be all that is seen,
 * and after many epochs there would be nothing left to learn. */
static const double LEAST_SECONDS = 0.5;

enum { MOST_TIMES = 4096 };

struct times {
    double time[MOST_TIMES];
    double total;
    int    n;
};

static bool wants_more(const struct times *times, int repeats)
{
    return times->n + repeats <= MOST_TIMES && times->total < LEAST_SECONDS;
}

static void add_time(struct times *times, double time)
{
    times->time[times->n++] = time;
    times->total += time;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(struct times *times)
{
    qsort(times->time, (size_t)times->n, sizeof *times->time, by_size);
    return times->time[times->n / 2];
}

/* An epoch by hand and one of ours in turns, from zero; the first of each warms up. */
static void take_turns(const struct rows *r, const ptron_dataset *set, bool mean, bool shuffled, int repeats,
                       struct bare *b, struct times *by_hand, struct times *by_us)
{
    ptron_trainer *trainer = trainer_of(set, mean, shuffled);
    ptron_error err;

    memset(b->w, 0, r->width * sizeof *b->w);
    memset(b->drift, 0, r->width * sizeof *b->drift);
    for (int i = 0; i <= repeats; i++) {
        const double start = seconds();
        loops[r->dense][r->kind](r, b, shuffled ? r->visit : NULL, mean);
        const double middle = seconds();
        fail_if(ptron_trainer_step(trainer, NULL, &err), &err);
        const double end = seconds();
        if (i > 0) {
            add_time(by_hand, middle - start);
            add_time(by_us, end - middle);
        }
    }
    ptron_trainer_free(trainer);
}

static void compare(const struct rows *r, const ptron_dataset *set, bool mean, bool shuffled, int repeats)
{
    struct bare b = {.w = need(r->width * sizeof *b.w), .drift = need(r->width * sizeof *b.drift)};
    struct times by_hand = {.n = 0}, by_us = {.n = 0};

    while (wants_more(&by_us, repeats))
        take_turns(r, set, mean, shuffled, repeats, &b, &by_hand, &by_us);
    const double bare = median(&by_hand), ours = median(&by_us);
    printf(
        "{\"rows\": %zu, \"shape\": \"%s\", \"width\": %zu, \"kind\": \"%s\", \"learner\": \"%s\", \"order\": \"%s\", "
        "\"bare_ns\": %.3f, \"ours_ns\": %.3f, \"ratio\": %.3f, \"mistakes\": %.3f}\n",
        r->n, r->dense ? "dense" : "sparse", r->width, kinds[r->kind], mean ? "averaged" : "perceptron",
        shuffled ? "shuffled" : "given", 1e9 * bare / (double)r->n_values, 1e9 * ours / (double)r->n_values,
        ours / bare, (double)b.updates / (double)b.seen);
    fflush(stdout);
    free(b.w);
    free(b.drift);
}

static const char *only = "";   /* part of "dense-100-u8" */

static void measure(size_t n, size_t width, size_t nonzeros, bool dense, ptron_kind kind, int repeats)
{
    char name[64];

    snprintf(name, sizeof name, "%s-%zu-%s", dense ? "dense" : "sparse", width, kinds[kind]);
    if (strstr(name, only) == NULL)
        return;
    struct rows r = make_rows(n, width, nonzeros, dense, kind, 0.05);
    ptron_dataset *set = borrow(&r);

    for (int shuffled = 0; shuffled < 2; shuffled++) {
        if (shuffled == 1)
            lay_out(&r, set);
        for (int mean = 0; mean < 2; mean++)
            compare(&r, set, mean == 1, shuffled == 1, repeats);
    }
    ptron_dataset_free(set);
    free(r.label);
    free(r.visit);
}

/* ---- bytes against floats ------------------------------------------------------------------------ */

static double time_epoch(ptron_trainer *trainer)
{
    const double start = seconds();
    ptron_error err;

    fail_if(ptron_trainer_step(trainer, NULL, &err), &err);
    return seconds() - start;
}

static void take_both(ptron_dataset *const sets[2], int repeats, struct times times[2])
{
    ptron_trainer *trainers[2] = {trainer_of(sets[0], false, false), trainer_of(sets[1], false, false)};

    for (int i = 0; i <= repeats; i++)
        for (int k = 0; k < 2; k++) {
            const double time = time_epoch(trainers[k]);
            if (i > 0)
                add_time(&times[k], time);
        }
    ptron_trainer_free(trainers[0]);
    ptron_trainer_free(trainers[1]);
}

/* The same dense rows as bytes and as floats, in turns. A boundary parts nearly all of them: mistakes cost both the
 * same. */
static void bytes_against_floats(size_t n, size_t width, int repeats)
{
    struct rows bytes = make_rows(n, width, 0, true, PTRON_U8, 0.001), floats = bytes;
    struct times times[2] = {{.n = 0}, {.n = 0}};
    ptron_dataset *sets[2];

    floats.kind = PTRON_F32;
    floats.value = need(bytes.n_values * sizeof(float));
    for (uint64_t i = 0; i < bytes.n_values; i++)
        ((float *)floats.value)[i] = ((const unsigned char *)bytes.value)[i];
    sets[0] = borrow(&bytes);
    sets[1] = borrow(&floats);
    while (wants_more(&times[0], repeats))
        take_both(sets, repeats, times);
    const double of_bytes = median(&times[0]), of_floats = median(&times[1]);
    printf("{\"rows\": %zu, \"width\": %zu, \"bytes_ns\": %.3f, \"floats_ns\": %.3f, \"ratio\": %.3f}\n", n, width,
           1e9 * of_bytes / (double)bytes.n_values, 1e9 * of_floats / (double)bytes.n_values, of_floats / of_bytes);
    ptron_dataset_free(sets[0]);
    ptron_dataset_free(sets[1]);
    free(bytes.value);
    free(floats.value);
    free(bytes.label);
    free(bytes.visit);
}

int main(int argc, char **argv)
{
    const size_t n = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : 200000;
    const int asked = argc > 2 ? atoi(argv[2]) : 3, repeats = asked < 1 ? 1 : asked > MOST_TIMES ? MOST_TIMES : asked;
    static const size_t widths[] = {100, 784};

    only = argc > 3 ? argv[3] : "";

    for (int kind = PTRON_ONES; kind <= PTRON_F64; kind++)
        measure(n, (size_t)1 << 20, 76, false, (ptron_kind)kind, repeats);
    for (size_t w = 0; w < 2; w++)
        for (int kind = PTRON_U8; kind <= PTRON_F64; kind++)
            measure(n * 100 / widths[w], widths[w], 0, true, (ptron_kind)kind, repeats);
    for (size_t w = 0; w < 2 && strstr("bytes", only) != NULL; w++)
        bytes_against_floats(n * 100 / widths[w], widths[w], repeats);
    return 0;
}
