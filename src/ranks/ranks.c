/* What ranks do together, made of parcels between two of them. Values go down and up a binary tree of ranks: rank r has
 * what ranks r .. r+step-1 had after the step. */
#include "ranks/ranks.h"
#include "base/alloc.h"
#include "base/printable.h"
#include "base/size.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { EXIT_LATE = 4 };

/* ---- failing ------------------------------------------------------------------------------------- */

struct report {
    ptron_error error;
    bool        own;     /* not one that was heard of */
};

/* A rank that is gone cannot be told anything: the whole job ends, here and now. */
static void give_up(const ptron_ranks *ranks, int peer)
{
    char message[200];

    snprintf(message, sizeof message, "rank %zu has not heard from rank %d for %g s: the network is cut, or a "
             "machine is gone", ranks->rank, peer, ranks->patience);
    if (ranks->on_lost != NULL)
        ranks->on_lost(message);
    ranks->transport->abort(EXIT_LATE);
}

static void send_all(const ptron_ranks *ranks, struct pt_parcel *parcels, size_t n, enum pt_lane lane)
{
    int peer = -1;

    if (ranks->transport->exchange(parcels, n, lane, ranks->patience, &peer) == PT_LATE)
        give_up(ranks, peer);
}

/* Everyone says how it is; rank 0 says what it is. */
static void settle(ptron_ranks *ranks, const ptron_error *own)
{
    struct report mine = {.own = own != NULL};
    struct report *all = ranks->rank == 0 ? pt_zeroed(ranks->size, sizeof *all) : &mine;
    struct pt_parcel *parcels = pt_zeroed(ranks->size, sizeof *parcels);

    if (all == NULL || parcels == NULL)
        ranks->transport->abort(EXIT_LATE);
    if (own != NULL)
        mine.error = *own;
    if (ranks->rank == 0) {
        all[0] = mine;
        for (size_t r = 1; r < ranks->size; r++)
            parcels[r - 1] = (struct pt_parcel){(int)r, false, &all[r], sizeof *all};
        send_all(ranks, parcels, ranks->size - 1, PT_LANE_REPORT);
        for (size_t r = 0; r < ranks->size && !mine.own; r++)
            mine = all[r];
        for (size_t r = 1; r < ranks->size; r++)
            parcels[r - 1] = (struct pt_parcel){(int)r, true, &mine, sizeof mine};
        send_all(ranks, parcels, ranks->size - 1, PT_LANE_VERDICT);
        pt_release(all);
    } else {
        parcels[0] = (struct pt_parcel){0, true, &mine, sizeof mine};
        send_all(ranks, parcels, 1, PT_LANE_REPORT);
        parcels[0].out = false;
        send_all(ranks, parcels, 1, PT_LANE_VERDICT);
    }
    pt_release(parcels);
    ranks->failed = true;
    ranks->error = mine.error;
}

void ptron_ranks_fail(ptron_ranks *ranks, ptron_error *err)
{
    if (!pt_ranks_shared(ranks) || err == NULL)
        return;
    if (!ranks->failed) {
        ranks->transport->alarm();
        settle(ranks, err);
    }
    *err = ranks->error;
}

static ptron_status deliver(ptron_ranks *ranks, const struct pt_parcel *parcels, size_t n, ptron_error *err)
{
    int peer = -1;

    if (!ranks->failed)
        switch (ranks->transport->exchange(parcels, n, PT_LANE_DATA, ranks->patience, &peer)) {
        case PT_DELIVERED:
            return PTRON_OK;
        case PT_ALARMED:
            settle(ranks, NULL);
            break;
        case PT_LATE:
            give_up(ranks, peer);
        }
    if (err != NULL)
        *err = ranks->error;
    return ranks->error.code;
}

ptron_status pt_ranks_send(ptron_ranks *ranks, size_t peer, const void *bytes, size_t n, ptron_error *err)
{
    struct pt_parcel parcel = {.peer = (int)peer, .out = true, .length = n};

    memcpy(&parcel.bytes, &bytes, sizeof bytes);
    return deliver(ranks, &parcel, 1, err);
}

ptron_status pt_ranks_receive(ptron_ranks *ranks, size_t peer, void *bytes, size_t n, ptron_error *err)
{
    return deliver(ranks, &(struct pt_parcel){(int)peer, false, bytes, n}, 1, err);
}

/* ---- values for all ------------------------------------------------------------------------------ */

ptron_status pt_ranks_broadcast(ptron_ranks *ranks, void *bytes, size_t n, ptron_error *err)
{
    size_t step = 1;

    if (!pt_ranks_shared(ranks) || n == 0)
        return PTRON_OK;
    while (step < ranks->size)
        step *= 2;
    for (step /= 2; step > 0; step /= 2) {
        if (ranks->rank % (2 * step) == 0 && ranks->rank + step < ranks->size)
            PT_TRY(pt_ranks_send(ranks, ranks->rank + step, bytes, n, err));
        else if (ranks->rank % (2 * step) == step)
            PT_TRY(pt_ranks_receive(ranks, ranks->rank - step, bytes, n, err));
    }
    return PTRON_OK;
}

static ptron_status reserve(struct pt_buffer *buffer, size_t n, ptron_error *err)
{
    void *bytes = buffer->bytes;

    buffer->length = 0;
    if (!pt_grow(&bytes, &buffer->room, n, 1))
        return pt_fail_memory(err, n, "what another rank sends");
    buffer->bytes = bytes;
    buffer->length = n;
    return PTRON_OK;
}

ptron_status pt_ranks_broadcast_buffer(ptron_ranks *ranks, struct pt_buffer *buffer, ptron_error *err)
{
    uint64_t length = buffer->length;

    PT_TRY(pt_buffer_status(buffer, err));
    PT_TRY(pt_ranks_broadcast(ranks, &length, sizeof length, err));
    if (pt_ranks_rank(ranks) > 0)
        PT_TRY(reserve(buffer, (size_t)length, err));
    return pt_ranks_broadcast(ranks, buffer->bytes, buffer->length, err);
}

ptron_status pt_ranks_gather(ptron_ranks *ranks, void *array, const size_t *from, ptron_error *err)
{
    if (!pt_ranks_shared(ranks))
        return PTRON_OK;
    for (size_t step = 1; step < ranks->size && ranks->rank % step == 0; step *= 2) {
        const size_t other = ranks->rank + step, end = pt_min(other + step, ranks->size);

        if (ranks->rank % (2 * step) == 0 && other < ranks->size)
            PT_TRY(pt_ranks_receive(ranks, other, (char *)array + from[other], from[end] - from[other], err));
        else if (ranks->rank % (2 * step) == step)
            PT_TRY(pt_ranks_send(ranks, ranks->rank - step, (char *)array + from[ranks->rank],
                           from[pt_min(ranks->rank + step, ranks->size)] - from[ranks->rank], err));
    }
    return pt_ranks_broadcast(ranks, (char *)array + from[0], from[ranks->size] - from[0], err);
}

ptron_status pt_ranks_gather_equal(ptron_ranks *ranks, void *all, size_t length, ptron_error *err)
{
    size_t *from;
    ptron_status status;

    if (!pt_ranks_shared(ranks))
        return PTRON_OK;
    from = pt_array(ranks->size + 1, sizeof *from);
    if (from == NULL)
        return pt_fail_memory(err, ranks->size * sizeof *from, "ranks");
    for (size_t r = 0; r <= ranks->size; r++)
        from[r] = r * length;
    status = pt_ranks_gather(ranks, all, from, err);
    pt_release(from);
    return status;
}

static ptron_status fold(ptron_ranks *ranks, uint64_t *value, bool sums, ptron_error *err)
{
    uint64_t *all;
    ptron_status status;

    if (!pt_ranks_shared(ranks))
        return PTRON_OK;
    all = pt_array(ranks->size, sizeof *all);
    if (all == NULL)
        return pt_fail_memory(err, ranks->size * sizeof *all, "ranks");
    all[ranks->rank] = *value;
    status = pt_ranks_gather_equal(ranks, all, sizeof *all, err);
    *value = 0;
    for (size_t r = 0; status == PTRON_OK && r < ranks->size; r++)
        *value = sums ? *value + all[r] : all[r] > *value ? all[r] : *value;
    pt_release(all);
    return status;
}

ptron_status pt_ranks_sum(ptron_ranks *ranks, uint64_t *value, ptron_error *err)
{
    return fold(ranks, value, true, err);
}

ptron_status pt_ranks_most(ptron_ranks *ranks, uint64_t *value, ptron_error *err)
{
    return fold(ranks, value, false, err);
}

/* ---- bytes of any length ------------------------------------------------------------------------- */

ptron_status pt_ranks_collect(ptron_ranks *ranks, const struct pt_buffer *own, struct pt_buffer *all, ptron_error *err)
{
    uint64_t length = own->length;

    PT_TRY(pt_buffer_status(own, err));
    if (pt_ranks_rank(ranks) > 0) {
        PT_TRY(pt_ranks_send(ranks, 0, &length, sizeof length, err));
        return pt_ranks_send(ranks, 0, own->bytes, own->length, err);
    }
    pt_buffer_add(&all[0], own->bytes, own->length);
    for (size_t r = 1; r < ranks->size; r++) {
        PT_TRY(pt_ranks_receive(ranks, r, &length, sizeof length, err));
        PT_TRY(reserve(&all[r], (size_t)length, err));
        PT_TRY(pt_ranks_receive(ranks, r, all[r].bytes, all[r].length, err));
    }
    return pt_buffer_status(&all[0], err);
}

static ptron_status exchange(ptron_ranks *ranks, struct pt_buffer *out, struct pt_buffer *in,
                             struct pt_parcel *parcels, uint64_t *lengths, ptron_error *err)
{
    uint64_t *coming = lengths + ranks->size;
    size_t n = 0;

    for (size_t r = 0; r < ranks->size; r++) {
        PT_TRY(pt_buffer_status(&out[r], err));
        lengths[r] = out[r].length;
        parcels[n++] = (struct pt_parcel){(int)r, true, &lengths[r], r == ranks->rank ? 0 : sizeof *lengths};
        parcels[n++] = (struct pt_parcel){(int)r, false, &coming[r], r == ranks->rank ? 0 : sizeof *lengths};
    }
    PT_TRY(deliver(ranks, parcels, n, err));
    n = 0;
    for (size_t r = 0; r < ranks->size; r++) {
        if (r == ranks->rank)
            continue;
        PT_TRY(reserve(&in[r], (size_t)coming[r], err));
        parcels[n++] = (struct pt_parcel){(int)r, true, out[r].bytes, out[r].length};
        parcels[n++] = (struct pt_parcel){(int)r, false, in[r].bytes, in[r].length};
    }
    PT_TRY(deliver(ranks, parcels, n, err));
    for (size_t r = 0; r < ranks->size; r++) {
        if (r == ranks->rank) {
            const struct pt_buffer own = out[r];
            out[r] = in[r];
            in[r] = own;
        }
        out[r].length = 0;
    }
    return PTRON_OK;
}

ptron_status pt_ranks_exchange(ptron_ranks *ranks, struct pt_buffer *out, struct pt_buffer *in, ptron_error *err)
{
    struct pt_parcel *parcels = pt_zeroed(2 * ranks->size, sizeof *parcels);
    uint64_t *lengths = pt_zeroed(2 * ranks->size, sizeof *lengths);
    const ptron_status status = parcels == NULL || lengths == NULL
                                    ? pt_fail_memory(err, 2 * ranks->size * sizeof *parcels, "ranks")
                                    : exchange(ranks, out, in, parcels, lengths, err);

    pt_release(parcels);
    pt_release(lengths);
    return status;
}

ptron_status pt_ranks_take_over(ptron_ranks *ranks, void *bytes, size_t n, ptron_error *err)
{
    return pt_ranks_rank(ranks) == 0 ? PTRON_OK : pt_ranks_receive(ranks, ranks->rank - 1, bytes, n, err);
}

ptron_status pt_ranks_pass_on(ptron_ranks *ranks, void *bytes, size_t n, ptron_error *err)
{
    if (!pt_ranks_shared(ranks))
        return PTRON_OK;
    if (ranks->rank + 1 < ranks->size)
        PT_TRY(pt_ranks_send(ranks, ranks->rank + 1, bytes, n, err));
    else
        PT_TRY(pt_ranks_send(ranks, 0, bytes, n, err));
    if (ranks->rank == 0)
        PT_TRY(pt_ranks_receive(ranks, ranks->size - 1, bytes, n, err));
    return pt_ranks_broadcast(ranks, bytes, n, err);
}

/* ---- what a program asks ------------------------------------------------------------------------- */

size_t ptron_ranks_size(const ptron_ranks *ranks)
{
    return ranks == NULL ? 1 : ranks->size;
}

size_t ptron_ranks_rank(const ptron_ranks *ranks)
{
    return pt_ranks_rank(ranks);
}

/* The line that byte `at` is in, up to a TAB: what stands behind that is compared, but tells a reader nothing. */
static struct pt_printable line_at(const struct pt_buffer *text, size_t at)
{
    size_t from = at, to;

    while (from > 0 && text->bytes[from - 1] != '\n')
        from--;
    for (to = from; to < text->length && text->bytes[to] != '\n' && text->bytes[to] != '\t';)
        to++;
    return pt_printable(text->bytes + from, to - from);
}

static ptron_status tell_difference(size_t rank, const char *what, const struct pt_buffer *own,
                                    const struct pt_buffer *first, ptron_error *err)
{
    struct pt_printable here, there;
    char lines[120] = "";
    size_t at = 0;

    while (at < own->length && at < first->length && own->bytes[at] == first->bytes[at])
        at++;
    here = line_at(own, at);
    there = line_at(first, at);
    if (strcmp(here.text, there.text) != 0)
        snprintf(lines, sizeof lines, ": '%s', not '%s'", here.text, there.text);
    else if (here.text[0] != '\0')
        snprintf(lines, sizeof lines, ": '%s'", here.text);
    return pt_fail(err, PTRON_ARGUMENT, "rank %zu has %.140s than rank 0%s; every rank must be started with the same",
                   rank, what, lines);
}

static ptron_status compare_texts(const ptron_ranks *ranks, const char *what, const struct pt_buffer *all,
                                  ptron_error *err)
{
    for (size_t r = 1; r < ranks->size; r++)
        if (all[r].length != all[0].length || memcmp(all[r].bytes, all[0].bytes, all[0].length) != 0)
            return tell_difference(r, what, &all[r], &all[0], err);
    return PTRON_OK;
}

ptron_status ptron_ranks_same(ptron_ranks *ranks, const char *what, const char *text, ptron_error *err)
{
    struct pt_buffer own, *all = NULL;
    ptron_status status;

    if (what == NULL || text == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "what is compared, and its text, are needed");
    if (!pt_ranks_shared(ranks))
        return PTRON_OK;
    pt_buffer_init(&own);
    pt_buffer_text(&own, text);
    all = pt_zeroed(ranks->size, sizeof *all);
    status = all == NULL ? pt_fail_memory(err, ranks->size, "ranks") : pt_ranks_collect(ranks, &own, all, err);
    if (status == PTRON_OK && ranks->rank == 0)
        status = compare_texts(ranks, what, all, err);
    for (size_t r = 0; all != NULL && r < ranks->size; r++)
        pt_buffer_fini(&all[r]);
    pt_release(all);
    pt_buffer_fini(&own);
    if (status != PTRON_OK)
        return status;
    return ptron_ranks_finish(ranks, err);   /* nobody goes on before rank 0 has compared */
}

ptron_status pt_ranks_same_bytes(ptron_ranks *ranks, const char *path, uint64_t checksum, ptron_error *err)
{
    char what[140], text[24];

    snprintf(what, sizeof what, "other bytes in %s", path);
    snprintf(text, sizeof text, "\t%" PRIx64, checksum);
    return ptron_ranks_same(ranks, what, text, err);
}

ptron_status ptron_ranks_agree(ptron_ranks *ranks, bool *value, ptron_error *err)
{
    if (value == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a value is needed");
    return pt_ranks_broadcast(ranks, value, sizeof *value, err);
}

ptron_status ptron_ranks_finish(ptron_ranks *ranks, ptron_error *err)
{
    uint64_t nothing = 0;

    return pt_ranks_sum(ranks, &nothing, err);
}

ptron_status ptron_ranks_sum(ptron_ranks *ranks, uint64_t *values, size_t n, ptron_error *err)
{
    if (values == NULL && n > 0)
        return pt_fail(err, PTRON_ARGUMENT, "values are needed");
    for (size_t i = 0; i < n; i++)
        PT_TRY(pt_ranks_sum(ranks, &values[i], err));
    return PTRON_OK;
}

ptron_status ptron_ranks_give(ptron_ranks *ranks, const void *bytes, size_t n, ptron_error *err)
{
    const uint64_t length = n;

    if (bytes == NULL && n > 0)
        return pt_fail(err, PTRON_ARGUMENT, "bytes are needed");
    if (ptron_ranks_rank(ranks) == 0)
        return pt_fail(err, PTRON_ARGUMENT, "rank 0 has nobody to give to");
    PT_TRY(pt_ranks_send(ranks, 0, &length, sizeof length, err));
    return pt_ranks_send(ranks, 0, bytes, n, err);
}

ptron_status ptron_ranks_take(ptron_ranks *ranks, size_t from, void *bytes, size_t room, size_t *n, ptron_error *err)
{
    uint64_t length = 0;

    if (n == NULL || (bytes == NULL && room > 0))
        return pt_fail(err, PTRON_ARGUMENT, "a place for bytes and for their number is needed");
    if (ptron_ranks_rank(ranks) != 0 || from == 0 || from >= ptron_ranks_size(ranks))
        return pt_fail(err, PTRON_ARGUMENT, "rank 0 takes, and from another rank");
    PT_TRY(pt_ranks_receive(ranks, from, &length, sizeof length, err));
    if (length > room)
        return pt_fail(err, PTRON_ARGUMENT, "rank %zu gives more than there is room for", from);
    *n = (size_t)length;
    return pt_ranks_receive(ranks, from, bytes, *n, err);
}

size_t pt_part_of(const uint64_t *from, size_t parts, uint64_t i)
{
    size_t low = 0, high = parts;

    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (from[middle] <= i)
            low = middle;
        else
            high = middle;
    }
    return low;
}
