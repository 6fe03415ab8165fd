/* Rows on several ranks: three processes, joined by pipes instead of MPI. Rows may have numbers beyond 2^32 without
 * there being as many: a set is told that so many come before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "learn/trainer/order.h"
#include "sets/scatter.h"
#include "sets/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RANKS = 3, ROWS = 500 };   /* of each rank */

static const uint64_t far = (UINT64_C(1) << 33) + 12345;   /* rows before the first */

/* ---- three processes ------------------------------------------------------------------------------ */

static int pipes[RANKS][RANKS][2];   /* from, to */
static size_t own_rank;

static enum pt_delivery exchange(const struct pt_parcel *parcels, size_t n, enum pt_lane lane, double patience,
                                 int *peer)
{
    (void)lane, (void)patience, (void)peer;
    for (int out = 1; out >= 0; out--)
        for (size_t i = 0; i < n; i++) {
            char *bytes = parcels[i].bytes;

            for (size_t at = 0; parcels[i].out == (out == 1) && at < parcels[i].length;) {
                const size_t left = parcels[i].length - at;
                const ssize_t moved = out == 1 ? write(pipes[own_rank][parcels[i].peer][1], bytes + at, left)
                                               : read(pipes[parcels[i].peer][own_rank][0], bytes + at, left);
                if (moved <= 0)
                    _exit(90);
                at += (size_t)moved;
            }
        }
    return PT_DELIVERED;
}

static void no_alarm(void)
{
    _exit(91);   /* no rank fails here */
}

static void no_abort(int code)
{
    _exit(code);
}

static const struct pt_transport by_pipes = {.version = PT_TRANSPORT_VERSION, .exchange = exchange, .alarm = no_alarm,
                                             .abort = no_abort};

#define MUST(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "rank %zu, line %d: %s\n", own_rank, __LINE__, #condition); \
            _exit(1); \
        } \
    } while (0)

static void on_ranks(void (*body)(ptron_ranks *ranks))
{
    pid_t children[RANKS];
    int status;

    for (size_t i = 0; i < (size_t)RANKS * RANKS; i++)
        assert_int_equal(pipe(pipes[i / RANKS][i % RANKS]), 0);
    for (own_rank = 0; own_rank < RANKS; own_rank++) {
        children[own_rank] = fork();
        if (children[own_rank] == 0) {
            ptron_ranks ranks = {.transport = &by_pipes, .rank = own_rank, .size = RANKS, .patience = 60};
            alarm(60);
            body(&ranks);
            _exit(0);
        }
    }
    for (size_t r = 0; r < RANKS; r++) {
        assert_int_equal(waitpid(children[r], &status, 0), children[r]);
        assert_int_equal(status, 0);
    }
    for (size_t i = 0; i < (size_t)RANKS * RANKS; i++)
        for (size_t end = 0; end < 2; end++)
            close(pipes[i / RANKS][i % RANKS][end]);
}

/* Rows of one rank: row i has i % 3 + 1 values, the first of which is its number among all. */
static ptron_dataset *part_of(ptron_ranks *ranks, uint64_t before)
{
    struct pt_buffer text;
    ptron_dataset *set;

    pt_buffer_init(&text);
    for (size_t i = 0; i < ROWS; i++) {
        pt_buffer_format(&text, "%d 1:%zu", i % 2 == 0 ? 1 : -1, ranks->rank * ROWS + i + 1);
        for (size_t j = 0; j < i % 3; j++)
            pt_buffer_format(&text, " %zu:1", j + 2 + i % 5);
        pt_buffer_byte(&text, '\n');
    }
    MUST(ptron_dataset_read(text.bytes, text.length, "made", NULL, NULL, &set, NULL) == PTRON_OK);
    pt_buffer_fini(&text);
    MUST(pt_dataset_share(set, ranks, NULL) == PTRON_OK);
    MUST(set->n_rows == RANKS * ROWS && set->own.first == ranks->rank * ROWS && set->own.n == ROWS);
    set->own.first += before;
    return set;
}

/* ---- the scatter ---------------------------------------------------------------------------------- */

static void scatter_as_one(ptron_ranks *ranks)
{
    ptron_dataset *set = part_of(ranks, 0);
    uint32_t whole[RANKS * ROWS];
    uint64_t to[ROWS];
    bool left_out[ROWS], anywhere[RANKS * ROWS];
    size_t kept = 0;

    pt_scatter(whole, RANKS * ROWS);
    MUST(pt_dataset_scatter_shared(set, NULL, to, NULL) == PTRON_OK);
    for (size_t i = 0; i < ROWS; i++)
        MUST(whole[to[i]] == set->own.first + i);
    for (size_t i = 0; i < RANKS * ROWS; i++)
        anywhere[i] = i * 7 % 5 == 1;
    memcpy(left_out, anywhere + set->own.first, sizeof left_out);
    MUST(pt_dataset_scatter_shared(set, left_out, to, NULL) == PTRON_OK);
    for (size_t p = 0; p < RANKS * ROWS; p++) {
        if (whole[p] >= set->own.first && whole[p] < set->own.first + ROWS && !anywhere[whole[p]])
            MUST(to[whole[p] - set->own.first] == kept);
        kept += !anywhere[whole[p]];
    }
    ptron_dataset_free(set);
}

static void ranks_scatter_their_rows_as_one_process_does(void **state)
{
    (void)state;
    on_ranks(scatter_as_one);
}

/* Every place is taken once, and in the order of the buckets that the rows' numbers draw. */
static void scatter_far_rows(ptron_ranks *ranks)
{
    ptron_dataset *set = part_of(ranks, far);
    struct { uint64_t to; uint64_t bucket; } all[RANKS * ROWS], at[RANKS * ROWS];
    size_t from[RANKS + 1];
    uint64_t to[ROWS];

    MUST(pt_dataset_scatter_shared(set, NULL, to, NULL) == PTRON_OK);
    for (size_t i = 0; i < ROWS; i++) {
        struct pt_bucket_draw draw = pt_bucket_from(set->own.first + i);
        all[ranks->rank * ROWS + i].to = to[i];
        all[ranks->rank * ROWS + i].bucket = pt_bucket_next(&draw);
    }
    for (size_t r = 0; r <= RANKS; r++)
        from[r] = r * ROWS * sizeof *all;
    MUST(pt_ranks_gather(ranks, all, from, NULL) == PTRON_OK);
    memset(at, 0, sizeof at);
    for (size_t i = 0; i < RANKS * ROWS; i++) {
        MUST(all[i].to < RANKS * ROWS && at[all[i].to].to == 0);
        at[all[i].to].to = 1;
        at[all[i].to].bucket = all[i].bucket;
    }
    for (size_t i = 1; i < RANKS * ROWS; i++)
        MUST(at[i - 1].bucket <= at[i].bucket);
    ptron_dataset_free(set);
}

static void rows_numbered_beyond_2_to_the_32_are_scattered_over_all_places(void **state)
{
    struct pt_bucket_draw step = pt_bucket_first();

    (void)state;
    for (uint64_t row = 0; row < 1000; row++)
        assert_int_equal(pt_bucket_from(row).state, step.state), pt_bucket_next(&step);
    step = pt_bucket_from(far);
    pt_bucket_next(&step);
    assert_int_equal(step.state, pt_bucket_from(far + 1).state);
    on_ranks(scatter_far_rows);
}

/* ---- moving --------------------------------------------------------------------------------------- */

/* Row g of all goes to rank g % 3, to index g / 3 there, counted from the last. */
static void move_far_rows(ptron_ranks *ranks)
{
    ptron_dataset *set = part_of(ranks, far);
    uint32_t rank[ROWS], at[ROWS];
    struct pt_places to = {rank, at, ROWS};
    uint64_t *numbers = pt_array(ROWS, sizeof *numbers), sum = 0, n = 1;

    MUST(numbers != NULL);
    for (size_t i = 0; i < ROWS; i++) {
        const size_t g = ranks->rank * ROWS + i;
        rank[i] = (uint32_t)(g % RANKS);
        at[i] = (uint32_t)(ROWS - 1 - g / RANKS);
        numbers[i] = 1000 * far + g;
    }
    MUST(pt_dataset_move(set, &to, &numbers, NULL) == PTRON_OK);
    MUST(set->own.n == ROWS && set->block.n_rows == ROWS && set->runs.moved);
    for (size_t k = 0; k < ROWS; k++) {
        const uint64_t number = pt_own_position(&set->own, k), g = number - far;
        const struct pt_row row = pt_dataset_row_at(set, pt_own_at(&set->own, k));

        MUST(g == k * RANKS + ranks->rank && pt_own_at(&set->own, k) == ROWS - 1 - k);
        MUST(numbers[k] == 1000 * far + g);
        MUST(row.n == 1 + g % ROWS % 3 && pt_row_value(&row, 0) == (double)(g + 1));
        MUST(row.label == (g % ROWS % 2 == 0) &&
             pt_place_line(set->block.place[pt_own_at(&set->own, k)]) == g % ROWS + 1);
        sum += number;
    }
    MUST(pt_ranks_sum(ranks, &sum, NULL) == PTRON_OK && pt_ranks_sum(ranks, &n, NULL) == PTRON_OK && n == RANKS);
    MUST(sum == RANKS * ROWS * far + RANKS * ROWS * (RANKS * ROWS - 1) / 2);
    pt_release(numbers);
    ptron_dataset_free(set);
}

static void rows_move_with_numbers_beyond_2_to_the_32(void **state)
{
    (void)state;
    on_ranks(move_far_rows);
}

/* ---- shards --------------------------------------------------------------------------------------- */

static void shards_of_10_to_the_11_rows_have_whole_borders(void **state)
{
    const struct pt_order order = {.n = (size_t)UINT64_C(100000000007), .shards = 4096};
    uint64_t from[4097];

    (void)state;
    for (size_t s = 0; s <= 4096; s++) {
        from[s] = pt_order_shard(&order, s);
        assert_int_equal(from[s], (uint64_t)((long double)100000000007 * (long double)s / 4096));
    }
    for (size_t s = 0; s < 4096; s++) {
        assert_int_equal(pt_part_of(from, 4096, from[s]), s);
        assert_int_equal(pt_part_of(from, 4096, from[s + 1] - 1), s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_scatter_their_rows_as_one_process_does),
        cmocka_unit_test(rows_numbered_beyond_2_to_the_32_are_scattered_over_all_places),
        cmocka_unit_test(rows_move_with_numbers_beyond_2_to_the_32),
        cmocka_unit_test(shards_of_10_to_the_11_rows_have_whole_borders),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
