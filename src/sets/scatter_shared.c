/* The scatter S of rows that are on several ranks. Every rank draws the buckets of its own rows; the rows of a bucket
 * then stand, before it is shuffled, in the order of the ranks. So one rank can shuffle a bucket, knowing nothing but
 * how many rows each has in it, and tell each where its own have come to. Numbers within a bucket have 32 bits, those
 * of rows 64; what a rank needs is in proportion to its own rows, and to one bucket. */
#include "base/alloc.h"
#include "base/size.h"
#include "sets/scatter.h"
#include "sets/share.h"

#include <inttypes.h>
#include <string.h>

struct counts {                     /* rows of one rank in each bucket */
    uint64_t rows[PT_BUCKETS], kept[PT_BUCKETS];
};

struct scatter {
    ptron_ranks *ranks;
    struct counts *counts;          /* [ranks] */
    uint32_t *rows;                 /* [rows here] by bucket, in order */
    size_t    begin[PT_BUCKETS + 1];   /* of each bucket in them */
    uint64_t  start[PT_BUCKETS];    /* rows kept in the buckets before */
    const bool *left_out;           /* [rows here] or NULL */
    uint64_t *to;
    struct pt_buffer *out, *in;     /* [ranks] */
};

/* ---- buckets ------------------------------------------------------------------------------------- */

static void sort_by_bucket(struct scatter *s, const struct pt_own *own)
{
    struct counts *mine = &s->counts[s->ranks->rank];
    struct pt_bucket_draw draw = pt_bucket_from(own->first);
    size_t next[PT_BUCKETS];

    for (size_t i = 0; i < own->n; i++) {
        const size_t b = pt_bucket_next(&draw);
        mine->rows[b]++;
        mine->kept[b] += s->left_out == NULL || !s->left_out[i];
    }
    s->begin[0] = 0;
    for (size_t b = 0; b < PT_BUCKETS; b++) {
        next[b] = s->begin[b];
        s->begin[b + 1] = s->begin[b] + (size_t)mine->rows[b];
    }
    draw = pt_bucket_from(own->first);
    for (size_t i = 0; i < own->n; i++)
        s->rows[next[pt_bucket_next(&draw)]++] = (uint32_t)i;
}

/* Where the buckets begin; each must be small enough for its numbers. */
static ptron_status count_all(struct scatter *s, ptron_error *err)
{
    uint64_t kept = 0;

    PT_TRY(pt_ranks_gather_equal(s->ranks, s->counts, sizeof *s->counts, err));
    for (size_t b = 0; b < PT_BUCKETS; b++) {
        uint64_t rows = 0;

        s->start[b] = kept;
        for (size_t r = 0; r < s->ranks->size; r++) {
            rows += s->counts[r].rows[b];
            kept += s->counts[r].kept[b];
        }
        if (rows > UINT32_MAX - 2)
            return pt_fail(err, PTRON_DATA, "too many rows to shuffle: %" PRIu64 " of them in one of %d buckets", rows,
                           (int)PT_BUCKETS);
    }
    return PTRON_OK;
}

/* ---- shuffling ----------------------------------------------------------------------------------- */

/* Everyone tells whose bucket it is which of its rows are left out. */
static ptron_status tell_left_out(struct scatter *s, size_t first, ptron_error *err)
{
    for (size_t r = 0; r < s->ranks->size && first + r < PT_BUCKETS; r++)
        for (size_t k = s->begin[first + r]; s->left_out != NULL && k < s->begin[first + r + 1]; k++)
            pt_buffer_byte(&s->out[r], (char)s->left_out[s->rows[k]]);
    return s->left_out == NULL ? PTRON_OK : pt_ranks_exchange(s->ranks, s->out, s->in, err);
}

/* place[q]: where row q of the bucket comes to among those kept. */
static void place_bucket(const struct scatter *s, size_t b, uint32_t *rows, uint32_t *place, char *left_out,
                         size_t n)
{
    size_t at = 0;
    uint32_t kept = 0;

    for (size_t r = 0; s->left_out != NULL && r < s->ranks->size; at += s->in[r++].length)
        if (s->in[r].length > 0)
            memcpy(left_out + at, s->in[r].bytes, s->in[r].length);
    for (size_t i = 0; i < n; i++)
        rows[i] = (uint32_t)i;
    pt_bucket_shuffle(b, rows, n);
    for (size_t i = 0; i < n; i++) {
        place[rows[i]] = kept;
        kept += left_out[rows[i]] == 0;
    }
}

/* The bucket that is this rank's, and what the others are told of it. */
static ptron_status shuffle_own(struct scatter *s, size_t b, ptron_error *err)
{
    size_t n = 0, at = 0;
    uint32_t *rows, *place;
    char *left_out;
    bool good;

    for (size_t r = 0; r < s->ranks->size; r++)
        n += (size_t)s->counts[r].rows[b];
    rows = pt_array(n + 1, sizeof *rows);
    place = pt_array(n + 1, sizeof *place);
    left_out = pt_zeroed(n + 1, 1);
    good = rows != NULL && place != NULL && left_out != NULL;
    if (good)
        place_bucket(s, b, rows, place, left_out, n);
    for (size_t r = 0; good && r < s->ranks->size; at += (size_t)s->counts[r++].rows[b])
        pt_buffer_add(&s->out[r], place + at, (size_t)s->counts[r].rows[b] * sizeof *place);
    pt_release(rows);
    pt_release(place);
    pt_release(left_out);
    return good ? PTRON_OK : pt_fail_memory(err, n * 2 * sizeof *rows, "the order of the rows");
}

static void hear_places(struct scatter *s, size_t b, const struct pt_buffer *from)
{
    for (size_t k = s->begin[b]; k < s->begin[b + 1]; k++) {
        uint32_t place;

        memcpy(&place, from->bytes + (k - s->begin[b]) * sizeof place, sizeof place);
        s->to[s->rows[k]] = s->start[b] + place;
    }
}

/* In turns, a bucket for each rank. */
static ptron_status shuffle_all(struct scatter *s, ptron_error *err)
{
    const size_t ranks = s->ranks->size;

    for (size_t first = 0; first < PT_BUCKETS; first += ranks) {
        PT_TRY(tell_left_out(s, first, err));
        if (first + s->ranks->rank < PT_BUCKETS)
            PT_TRY(shuffle_own(s, first + s->ranks->rank, err));
        PT_TRY(pt_ranks_exchange(s->ranks, s->out, s->in, err));
        for (size_t r = 0; r < ranks && first + r < PT_BUCKETS; r++)
            hear_places(s, first + r, &s->in[r]);
    }
    return PTRON_OK;
}

ptron_status pt_dataset_scatter_shared(const ptron_dataset *set, const bool *left_out, uint64_t *to, ptron_error *err)
{
    ptron_ranks *ranks = set->runs.ranks;
    struct scatter s = {.ranks = ranks, .left_out = left_out, .to = to};
    ptron_status status;

    s.counts = pt_zeroed(ranks->size, sizeof *s.counts);
    s.rows = pt_array(set->own.n + 1, sizeof *s.rows);
    s.out = pt_zeroed(ranks->size, sizeof *s.out);
    s.in = pt_zeroed(ranks->size, sizeof *s.in);
    if (s.counts == NULL || s.rows == NULL || s.out == NULL || s.in == NULL) {
        status = pt_fail_memory(err, set->own.n * sizeof *s.rows, "the order of the rows");
    } else {
        sort_by_bucket(&s, &set->own);
        status = count_all(&s, err);
        if (status == PTRON_OK)
            status = shuffle_all(&s, err);
        for (size_t r = 0; r < ranks->size; r++) {
            pt_buffer_fini(&s.out[r]);
            pt_buffer_fini(&s.in[r]);
        }
    }
    pt_release(s.counts);
    pt_release(s.rows);
    pt_release(s.out);
    pt_release(s.in);
    return status;
}
