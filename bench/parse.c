/* The layers below training, one by one, on a text file: what cat does, what reading and parsing does, what keeping the
 * rows does.
 *
 *     bench_parse FILE THREADS REPEATS
 *
 * Prints one JSON object: bytes, and the best wall seconds of each layer, taken in turns. */
#include "api/api.h"
#include "base/clock.h"
#include "par/pool.h"
#include "read/reader.h"
#include "sets/scatter.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void fail_if(ptron_status status, const ptron_error *err)
{
    if (status == PTRON_OK)
        return;
    fprintf(stderr, "bench_parse: %s\n", err->message);
    exit(4);
}

/* Every byte through a buffer, nothing looked at. */
static double read_only(const char *path, uint64_t *bytes)
{
    static char buffer[1 << 20];
    const double start = pt_clock_seconds();
    const int fd = open(path, O_RDONLY);
    ssize_t n;

    *bytes = 0;
    while ((n = read(fd, buffer, sizeof buffer)) > 0)
        *bytes += (uint64_t)n;
    close(fd);
    return pt_clock_seconds() - start;
}

/* Blocks of rows come and go. */
static double parse_only(const char *path, size_t threads)
{
    const struct pt_source source = {.path = path};
    const double start = pt_clock_seconds();
    struct pt_block block;
    pt_reader *reader;
    pt_pool *pool;
    ptron_error err;

    fail_if(pt_pool_new(threads, &pool, &err), &err);
    fail_if(pt_reader_open(&source, 1, pt_options_given(NULL), NULL, false, pool, &reader, &err), &err);
    do
        fail_if(pt_reader_next(reader, &block, &err), &err);
    while (block.n_rows > 0);
    pt_reader_close(reader);
    pt_pool_free(pool);
    return pt_clock_seconds() - start;
}

/* The rows stay; `laid_out` gets the time of moving them into the order of shuffled epochs. */
static double keep(const char *path, const char *threads, double *laid_out)
{
    double start = pt_clock_seconds(), seconds;
    ptron_options *options;
    ptron_dataset *set;
    ptron_error err;

    fail_if(ptron_options_new(&options, &err), &err);
    fail_if(ptron_options_set(options, "threads", threads, &err), &err);
    fail_if(ptron_dataset_load(&path, 1, options, NULL, &set, &err), &err);
    seconds = pt_clock_seconds() - start;
    start = pt_clock_seconds();
    pt_dataset_scatter_all(set);
    *laid_out = pt_clock_seconds() - start;
    ptron_dataset_free(set);
    ptron_options_free(options);
    return seconds;
}

static void least(double *best, double seconds)
{
    if (seconds < *best)
        *best = seconds;
}

int main(int argc, char **argv)
{
    double cat = 1e9, parse = 1e9, load = 1e9, scatter = 1e9, moved;
    uint64_t bytes = 0;

    if (argc != 4) {
        fprintf(stderr, "bench_parse FILE THREADS REPEATS\n");
        return 2;
    }
    for (int i = 0; i < atoi(argv[3]); i++) {
        least(&cat, read_only(argv[1], &bytes));
        least(&parse, parse_only(argv[1], (size_t)atoi(argv[2])));
        least(&load, keep(argv[1], argv[2], &moved));
        least(&scatter, moved);
    }
    printf("{\"bytes\": %llu, \"cat\": %.6f, \"parse\": %.6f, \"keep\": %.6f, \"scatter\": %.6f}\n",
           (unsigned long long)bytes, cat, parse, load, scatter);
    return 0;
}
