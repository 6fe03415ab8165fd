/* Which rows are tested in which fold, and which are learned from. */
#include "base/alloc.h"
#include "base/plural.h"
#include "base/random.h"
#include "rows/parts.h"
#include "tune/tune.h"

/* Each label's share in every fold; the rows of a group together. */
static ptron_status deal_evenly(ptron_tuning *t, size_t repeat, ptron_error *err)
{
    double *shares = pt_array(t->folds, sizeof *shares);
    ptron_status status;

    if (shares == NULL)
        return pt_fail_memory(err, t->folds * sizeof *shares, "folds");
    for (size_t f = 0; f < t->folds; f++)
        shares[f] = 1.0 / (double)t->folds;
    status = pt_deal(&(struct pt_dealing){t->rows.label, t->rows.n_labels, t->rows.group, t->rows.n_groups, t->rows.n,
                                          shares, t->folds, pt_option_count(t->options, "seed") + repeat},
                     t->fold + repeat * t->rows.n, err);
    pt_release(shares);
    return status;
}

/* In time: the rows are cut into one part more than folds; each but the first is tested after learning from all before
 * it. */
static void deal_in_order(ptron_tuning *t)
{
    for (uint64_t i = 0; i < t->rows.n; i++) {
        const uint64_t part = i * (t->folds + 1) / t->rows.n;

        t->fold[i] = part == 0 ? UINT32_MAX : (uint32_t)(part - 1);
    }
}

/* A place in 0..1 for each row, evenly within its label: the rows below a share are that share of each label. */
static ptron_status place_rows(ptron_tuning *t, size_t repeat, ptron_error *err)
{
    const uint64_t n = t->rows.n;
    uint32_t *order = pt_array((size_t)n, sizeof *order);
    uint64_t *seen = pt_zeroed(t->rows.n_labels, sizeof *seen), *all = pt_zeroed(t->rows.n_labels, sizeof *all);
    pt_random random = pt_random_of(pt_option_count(t->options, "seed") + repeat, UINT64_C(0x706c616365));
    const bool good = order != NULL && seen != NULL && all != NULL;

    for (uint64_t i = 0; good && i < n; i++) {
        order[i] = (uint32_t)i;
        all[t->rows.label[i]]++;
    }
    if (good)
        pt_random_shuffle(&random, order, (size_t)n);
    for (uint64_t i = 0; good && i < n; i++) {
        const uint32_t label = t->rows.label[order[i]];

        t->place[repeat * n + order[i]] = ((double)seen[label]++ + 0.5) / (double)all[label];
    }
    pt_release(order);
    pt_release(seen);
    pt_release(all);
    return good ? PTRON_OK : pt_fail_memory(err, (size_t)n * sizeof *order, "folds");
}

static ptron_status check_folds(const ptron_tuning *t, ptron_error *err)
{
    const bool grouped = t->rows.group != NULL;
    const uint64_t units = grouped ? t->rows.n_groups : t->rows.n;

    if (t->rows.n >= UINT32_MAX)
        return pt_fail(err, PTRON_ARGUMENT, "too many rows for folds");
    if (units < t->folds + (pt_option_flag(t->options, "in-order") ? 1 : 0))
        return pt_fail(err, PTRON_DATA, "%llu %s%s cannot be dealt out into %zu fold%s", (unsigned long long)units,
                       grouped ? "group" : "row", pt_plural(units), t->folds, pt_plural(t->folds));
    if (pt_option_flag(t->options, "in-order") && (grouped || t->repeats > 1))
        return pt_fail(err, PTRON_ARGUMENT, "in-order deals the rows out in one way: it goes with neither group nor "
                       "repeats");
    if (pt_option_text(t->options, "group")[0] != '\0' && !grouped)
        return pt_fail(err, PTRON_ARGUMENT, "group is for tables (CSV)");
    return PTRON_OK;
}

/* Groups may leave a fold empty. */
static ptron_status check_filled(const ptron_tuning *t, ptron_error *err)
{
    for (size_t test = 0; test < pt_tune_tests(t); test++) {
        const uint32_t *fold = t->fold + test / t->folds * t->rows.n;
        uint64_t n = 0;

        for (uint64_t i = 0; i < t->rows.n; i++)
            n += fold[i] == test % t->folds;
        if (n == 0)
            return pt_fail(err, PTRON_DATA, "fold %zu would have no rows", test % t->folds + 1);
    }
    return PTRON_OK;
}

ptron_status pt_tune_deal(ptron_tuning *t, ptron_error *err)
{
    const size_t room = t->repeats * (size_t)t->rows.n;

    PT_TRY(check_folds(t, err));
    t->fold = pt_array(room, sizeof *t->fold);
    t->place = pt_array(room, sizeof *t->place);
    if (t->fold == NULL || t->place == NULL)
        return pt_fail_memory(err, room * (sizeof *t->fold + sizeof *t->place), "folds");
    for (size_t r = 0; r < t->repeats; r++) {
        PT_TRY(place_rows(t, r, err));
        if (pt_option_flag(t->options, "in-order"))
            deal_in_order(t);
        else
            PT_TRY(deal_evenly(t, r, err));
    }
    return check_filled(t, err);
}

void pt_tune_choose(const ptron_tuning *t, size_t test, double share, uint32_t *learn, uint64_t *n_learn,
                    uint32_t *tested, uint64_t *n_tested)
{
    const uint32_t *fold = t->fold + test / t->folds * t->rows.n, tests = (uint32_t)(test % t->folds);
    const double *place = t->place + test / t->folds * t->rows.n;
    const bool in_order = pt_option_flag(t->options, "in-order");

    *n_learn = *n_tested = 0;
    for (uint64_t i = 0; i < t->rows.n; i++) {
        const bool before = fold[i] == UINT32_MAX || (in_order && fold[i] < tests);

        if (fold[i] == tests)
            tested[(*n_tested)++] = (uint32_t)i;
        else if ((!in_order || before) && (share >= 1.0 || place[i] < share))
            learn[(*n_learn)++] = (uint32_t)i;
    }
}
