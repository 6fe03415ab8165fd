/* Without groups: every label gives each part the whole rows of its share; the rows left over go where most is lacking,
 * first for the part as a whole, then for the label. Which rows those are the seed says.
 * With groups, largest first and equal ones as the seed says, each goes to the part that lacks its labels most. */
#include "rows/parts.h"
#include "base/alloc.h"
#include "base/random.h"
#include "base/size.h"

#include <math.h>
#include <stdlib.h>

struct table {
    double   *lacks;       /* [n_labels][n_parts] rows still wanted; may be part of one, or below 0 */
    uint64_t *room;        /* [n_labels][n_parts] without groups: rows still to be dealt */
    uint64_t *rows;        /* [n_labels] */
    uint64_t *total;       /* [n_parts] of all labels, dealt so far */
};

static void count_labels(const struct pt_dealing *d, struct table *t)
{
    for (uint64_t i = 0; i < d->n; i++)
        t->rows[d->labels[i]]++;
    for (uint32_t l = 0; l < d->n_labels; l++)
        for (size_t p = 0; p < d->n_parts; p++)
            t->lacks[l * d->n_parts + p] = d->shares[p] * (double)t->rows[l];
}

/* ---- row by row ---------------------------------------------------------------------------------- */

/* The part that lacks most of the label's rows, among those that lack most in all. */
static size_t neediest(const struct pt_dealing *d, const struct table *t, uint32_t label)
{
    size_t best = SIZE_MAX;
    double most = 0.0, own = 0.0;

    for (size_t p = 0; p < d->n_parts; p++) {
        const double lack = t->lacks[label * d->n_parts + p];
        const double all = d->shares[p] * (double)d->n - (double)t->total[p];

        if (!(lack > 0.0))
            continue;   /* it has its rows, rounded up */
        if (best == SIZE_MAX || all > most + 1e-9 || (all > most - 1e-9 && lack > own)) {
            best = p;
            most = all;
            own = lack;
        }
    }
    return best == SIZE_MAX ? d->n_parts - 1 : best;
}

static void share_out(const struct pt_dealing *d, struct table *t)
{
    for (uint32_t l = 0; l < d->n_labels; l++)
        for (size_t p = 0; p < d->n_parts; p++) {
            const size_t at = l * d->n_parts + p;
            const double whole = floor(t->lacks[at] + 1e-9);

            t->room[at] = (uint64_t)whole;
            t->lacks[at] = fmax(t->lacks[at] - whole, 0.0);
            t->total[p] += (uint64_t)whole;
        }
    for (uint32_t l = 0; l < d->n_labels; l++) {
        uint64_t dealt = 0;

        for (size_t p = 0; p < d->n_parts; p++)
            dealt += t->room[l * d->n_parts + p];
        for (; dealt < t->rows[l]; dealt++) {
            const size_t p = neediest(d, t, l);

            t->room[l * d->n_parts + p]++;
            t->lacks[l * d->n_parts + p] = 0.0;
            t->total[p]++;
        }
    }
}

/* Selection sampling: a row goes to each part with the chance of the label's rows still to be dealt there. */
static void deal_rows(const struct pt_dealing *d, struct table *t, uint32_t *part)
{
    pt_random random = pt_random_of(d->seed, UINT64_C(0x7061727473));

    share_out(d, t);
    for (uint64_t i = 0; i < d->n; i++) {
        uint64_t *room = t->room + d->labels[i] * d->n_parts;
        const uint64_t left = t->rows[d->labels[i]]--;
        uint64_t at = pt_random_below(&random, left);
        size_t p = 0;

        for (; at >= room[p]; p++)   /* what is left is the sum of the rooms */
            at -= room[p];
        room[p]--;
        part[i] = (uint32_t)p;
    }
}

/* ---- group by group ------------------------------------------------------------------------------ */

struct group {
    uint64_t size, first;      /* rows, and where its labels begin in a list of rows by group */
    uint64_t key;              /* by which equal ones are ordered */
    uint32_t number;
};

static int by_size(const void *a, const void *b)
{
    const struct group *x = a, *y = b;

    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static size_t part_for(const struct pt_dealing *d, const struct table *t, const struct group *g, const uint64_t *rows)
{
    size_t best = 0;
    double most = -INFINITY;

    for (size_t p = 0; p < d->n_parts; p++) {
        double lacks = 0.0;

        for (uint64_t i = 0; i < g->size; i++)
            lacks += t->lacks[d->labels[rows[g->first + i]] * d->n_parts + p];
        if (lacks > most) {
            most = lacks;
            best = p;
        }
    }
    return best;
}

static void deal_groups(const struct pt_dealing *d, struct table *t, struct group *groups, uint64_t *rows,
                        uint32_t *part)
{
    pt_random random = pt_random_of(d->seed, UINT64_C(0x67726f757073));
    uint64_t first = 0;

    for (uint64_t i = 0; i < d->n; i++)
        groups[d->groups[i]].size++;
    for (uint32_t g = 0; g < d->n_groups; g++) {
        groups[g].first = first;
        first += groups[g].size;
        groups[g].size = 0;
        groups[g].number = g;
        groups[g].key = pt_random_next(&random);
    }
    for (uint64_t i = 0; i < d->n; i++) {
        struct group *g = &groups[d->groups[i]];
        rows[g->first + g->size++] = i;
    }
    qsort(groups, d->n_groups, sizeof *groups, by_size);
    for (uint32_t g = 0; g < d->n_groups; g++) {
        const size_t p = part_for(d, t, &groups[g], rows);

        for (uint64_t i = 0; i < groups[g].size; i++) {
            const uint64_t row = rows[groups[g].first + i];
            t->lacks[d->labels[row] * d->n_parts + p] -= 1.0;
            part[row] = (uint32_t)p;
        }
    }
}

/* ---- both ---------------------------------------------------------------------------------------- */

ptron_status pt_deal(const struct pt_dealing *d, uint32_t *part, ptron_error *err)
{
    const bool grouped = d->groups != NULL;
    size_t cells = 0;
    struct table t = {0};
    struct group *groups = grouped ? pt_zeroed(d->n_groups, sizeof *groups) : NULL;
    uint64_t *rows = grouped ? pt_array((size_t)d->n, sizeof *rows) : NULL;
    const bool sized = pt_mul(d->n_labels, d->n_parts, &cells);
    bool whole;

    t.lacks = sized ? pt_zeroed(cells, sizeof *t.lacks) : NULL;
    t.room = sized ? pt_zeroed(cells, sizeof *t.room) : NULL;
    t.rows = pt_zeroed(d->n_labels, sizeof *t.rows);
    t.total = pt_zeroed(d->n_parts, sizeof *t.total);
    whole = t.lacks != NULL && t.room != NULL && t.rows != NULL && t.total != NULL &&
            (!grouped || (groups != NULL && rows != NULL));
    if (whole) {
        count_labels(d, &t);
        if (grouped)
            deal_groups(d, &t, groups, rows, part);
        else
            deal_rows(d, &t, part);
    }
    pt_release(t.lacks);
    pt_release(t.room);
    pt_release(t.rows);
    pt_release(t.total);
    pt_release(groups);
    pt_release(rows);
    return whole ? PTRON_OK : pt_fail_memory(err, cells * sizeof *t.lacks, "the parts of the rows");
}
