/* Votes: the log of updates, its bytes, and counting. */
#include "model/votes.h"
#include "base/alloc.h"
#include "model/rowset.h"

#include <math.h>
#include <string.h>

void pt_votes_fini(struct pt_votes *votes)
{
    pt_release(votes->changes);
    pt_release(votes->index);
    pt_release(votes->value);
    *votes = (struct pt_votes){0};
}

static ptron_status reserve_changes(struct pt_votes *v, size_t changes, size_t values, ptron_error *err)
{
    void *list = v->changes, *index = v->index, *value = v->value;
    bool fits = pt_grow(&list, &v->room, changes, sizeof *v->changes);

    v->changes = list;
    fits = fits && pt_grow(&index, &v->index_room, values, sizeof *v->index);
    v->index = index;
    fits = fits && pt_grow(&value, &v->value_room, values, sizeof *v->value);
    v->value = value;
    return fits ? PTRON_OK : pt_fail_memory(err, values * sizeof *v->value, "the updates to vote with");
}

ptron_status pt_votes_add(struct pt_votes *votes, const struct pt_row *row, uint32_t up, uint32_t down, double step,
                          ptron_error *err)
{
    PT_TRY(reserve_changes(votes, votes->n + 1, votes->n_values + row->n, err));
    for (size_t i = 0; i < row->n; i++) {
        const double x = pt_row_value(row, i);
        if (x == 0.0)
            continue;
        votes->index[votes->n_values] = row->index == NULL ? (uint32_t)i : row->index[i];
        votes->value[votes->n_values++] = x;
    }
    votes->changes[votes->n++] = (struct pt_change){step, up, down, votes->last, votes->n_values};
    votes->last = 1;
    return PTRON_OK;
}

void pt_votes_renumber(struct pt_votes *votes, const uint32_t *to)
{
    for (size_t i = 0; i < votes->n; i++) {
        votes->changes[i].up = to[votes->changes[i].up];
        votes->changes[i].down = to[votes->changes[i].down];
    }
}

ptron_status pt_votes_copy(struct pt_votes *to, const struct pt_votes *from, ptron_error *err)
{
    *to = (struct pt_votes){0};
    PT_TRY(reserve_changes(to, from->n + 1, from->n_values + 1, err));
    if (from->n > 0)
        memcpy(to->changes, from->changes, from->n * sizeof *to->changes);
    if (from->n_values > 0) {
        memcpy(to->index, from->index, from->n_values * sizeof *to->index);
        memcpy(to->value, from->value, from->n_values * sizeof *to->value);
    }
    to->n = from->n;
    to->n_values = from->n_values;
    to->last = from->last;
    return PTRON_OK;
}

/* ---- counting ------------------------------------------------------------------------------------ */

/* Adds the votes of weights whose scores are these. */
static void cast_votes(const double *scores, size_t vectors, uint64_t votes, double *tally)
{
    size_t best = 0;
    bool tie = false;

    if (vectors == 1) {
        tally[0] += (double)votes * ((scores[0] > 0.0) - (scores[0] < 0.0));
        return;
    }
    for (size_t v = 1; v < vectors; v++) {
        if (scores[v] > scores[best]) {
            best = v;
            tie = false;
        } else if (scores[v] == scores[best]) {
            tie = true;
        }
    }
    if (!tie)
        tally[best] += (double)votes;
}

enum { FEW = 64 };

/* Two labels and a dense row of few values: the same sums without a choice in the loop. */
static void count_signs(const struct pt_votes *votes, double constant, const struct pt_row *row, double *score)
{
    double x[FEW] = {0}, at = *score, all = (double)votes->last, tally = all * ((at > 0.0) - (at < 0.0));

    for (size_t j = 0; j < row->n; j++)
        x[j] = pt_row_value(row, j);
    for (size_t i = votes->n, end = votes->n_values; i-- > 0;) {
        const struct pt_change *c = &votes->changes[i];
        const size_t from = i == 0 ? 0 : (size_t)c[-1].end;
        double product = 0.0;

        for (size_t j = from; j < end && votes->index[j] < row->n; j++)
            product += votes->value[j] * x[votes->index[j]];
        product = c->step * (product + constant);
        at -= c->up == 1 ? product : -product;
        tally += (double)c->before * ((at > 0.0) - (at < 0.0));
        all += (double)c->before;
        end = from;
    }
    *score = all > 0.0 ? tally / all : 0.0;
}

void pt_votes_count(const struct pt_votes *votes, size_t vectors, double bias_scale, const struct pt_row *row,
                    double *scores)
{
    double tally[PT_VOTES_CLASSES] = {0}, all = (double)votes->last;

    if (vectors == 1 && row->index == NULL && row->n <= FEW) {
        count_signs(votes, bias_scale * bias_scale, row, scores);
        return;
    }
    cast_votes(scores, vectors, votes->last, tally);
    for (size_t i = votes->n; i-- > 0;) {
        const struct pt_change *c = &votes->changes[i];
        const size_t from = i == 0 ? 0 : (size_t)votes->changes[i - 1].end;
        const struct pt_row change = {.index = votes->index + from, .value = votes->value + from,
                                      .n = (size_t)c->end - from, .kind = PT_F64};
        const double step = c->step * (pt_row_product(&change, row) + bias_scale * bias_scale);

        if (vectors == 1) {
            scores[0] -= c->up == 1 ? step : -step;
        } else {
            scores[c->up] -= step;
            scores[c->down] += step;
        }
        cast_votes(scores, vectors, c->before, tally);
        all += (double)c->before;
    }
    for (size_t v = 0; v < vectors; v++)
        scores[v] = all > 0.0 ? tally[v] / all : 0.0;
}

/* ---- bytes --------------------------------------------------------------------------------------- */

void pt_votes_save(const struct pt_votes *votes, struct pt_buffer *out)
{
    pt_buffer_u64(out, votes->n);
    pt_buffer_u64(out, votes->n_values);
    pt_buffer_u64(out, votes->last);
    for (size_t i = 0; i < votes->n; i++) {
        const struct pt_change *c = &votes->changes[i];
        pt_buffer_f64(out, c->step);
        pt_buffer_u32(out, c->up);
        pt_buffer_u32(out, c->down);
        pt_buffer_u64(out, c->before);
        pt_buffer_u64(out, c->end);
    }
    for (size_t i = 0; i < votes->n_values; i++) {
        pt_buffer_u32(out, votes->index[i]);
        pt_buffer_f64(out, votes->value[i]);
    }
}

static ptron_status fail_votes(ptron_error *err)
{
    return pt_fail(err, PTRON_MODEL, "the updates to vote with are cut short or make no sense");
}

static bool load_change(struct pt_change *c, uint32_t classes, uint64_t least_end, struct pt_cursor *in)
{
    c->step = pt_cursor_f64(in);
    c->up = pt_cursor_u32(in);
    c->down = pt_cursor_u32(in);
    c->before = pt_cursor_u64(in);
    c->end = pt_cursor_u64(in);
    return isfinite(c->step) && c->step > 0.0 && c->up < classes && c->down < classes && c->up != c->down &&
           c->end >= least_end;
}

/* Features increase within a change. */
static bool load_values(struct pt_votes *v, uint32_t features, struct pt_cursor *in)
{
    size_t change = 0, from = 0;

    for (size_t i = 0; i < v->n_values; i++) {
        while (change < v->n && i >= v->changes[change].end)
            from = (size_t)v->changes[change++].end;
        v->index[i] = pt_cursor_u32(in);
        v->value[i] = pt_cursor_f64(in);
        if (v->index[i] >= features || (i > from && v->index[i] <= v->index[i - 1]) || !isfinite(v->value[i]))
            return false;
    }
    return true;
}

ptron_status pt_votes_load(struct pt_votes *votes, uint32_t classes, uint32_t features, struct pt_cursor *in,
                           ptron_error *err)
{
    const uint64_t n = pt_cursor_u64(in), n_values = pt_cursor_u64(in);

    *votes = (struct pt_votes){.last = pt_cursor_u64(in)};
    if (in->failed || n > pt_cursor_left(in) / 32 || n_values > pt_cursor_left(in) / 12 ||
        classes > PT_VOTES_CLASSES)
        return fail_votes(err);
    PT_TRY(reserve_changes(votes, (size_t)n + 1, (size_t)n_values + 1, err));
    for (; votes->n < n; votes->n++)
        if (!load_change(&votes->changes[votes->n], classes, votes->n == 0 ? 0 : votes->changes[votes->n - 1].end,
                         in))
            return fail_votes(err);
    if (n_values != (n == 0 ? 0 : votes->changes[n - 1].end))
        return fail_votes(err);
    votes->n_values = (size_t)n_values;
    return load_values(votes, features, in) && !in->failed ? PTRON_OK : fail_votes(err);
}
