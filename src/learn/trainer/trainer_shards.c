/* Training in shards: rounds, in which every shard learns from its next rows, with threads to carry them. Rounds are
 * so many rows, not so much time, so that they end at the same rows whatever the machine. */
#include "base/alloc.h"
#include "base/plural.h"
#include "base/size.h"
#include "learn/trainer/trainer.h"
#include "pack/pack_trust.h"

enum { ROUND_ROWS = 4 * PT_ORDER_ROWS };   /* of each shard; between rounds training may be stopped */

/* ---- setting up ---------------------------------------------------------------------------------- */

ptron_status pt_trainer_choose_shards(ptron_trainer *t, ptron_error *err)
{
    if (pt_option_count(t->options, "shards") == 1)
        return PTRON_OK;
    if (t->setup.max_updates > 0)
        return pt_fail(err, PTRON_ARGUMENT, "shards make updates side by side and cannot stop at one of them; "
                                            "give --epochs or --time instead of --max-updates");
    t->ops = &pt_shards_ops;
    return PTRON_OK;
}

ptron_status pt_trainer_make_shards(ptron_trainer *t, ptron_error *err)
{
    const size_t n = (size_t)pt_option_count(t->options, "shards");

    if (n == 1)
        return PTRON_OK;
    if (n > t->order.n)
        return pt_fail(err, PTRON_ARGUMENT, "%zu shards of %zu row%s: wanted at most one for each row", n, t->order.n,
                       pt_plural(t->order.n));
    t->shards = pt_zeroed(n, sizeof *t->shards);
    if (t->shards == NULL)
        return pt_fail_memory(err, n * sizeof *t->shards, "shards");
    t->order.shards = n;
    t->order.first = pt_shards_of(t->setup.ranks, n, pt_ranks_rank(t->setup.ranks));
    t->order.last = pt_shards_of(t->setup.ranks, n, pt_ranks_rank(t->setup.ranks) + 1);
    for (size_t s = 0; s < n; s++) {
        t->shards[s].from = pt_order_shard(&t->order, s);
        t->shards[s].to = pt_order_shard(&t->order, s + 1);
    }
    return PTRON_OK;
}

/* ---- ranks --------------------------------------------------------------------------------------- */

ptron_status pt_trainer_check_ranks(const ptron_trainer *t, ptron_error *err)
{
    if (t->setup.ranks == NULL)
        return PTRON_OK;
    if (t->set == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a stream is learned from in its order, by one process; ranks "
                                            "cannot share it");
    if ((t->algorithm->can & PT_CAN_SHARD) == 0)
        return pt_fail(err, PTRON_ARGUMENT, "%s does not learn in shards, and ranks share nothing else; run it as one "
                       "process, or take perceptron, averaged, margin, uneven, pdm, pa-1, pa-2, batch, "
                       "gradient-descent or logistic", t->algorithm->name);
    if (pt_option_count(t->options, "shards") == 1)
        return pt_fail(err, PTRON_ARGUMENT, "what %zu ranks share are shards: give --shards, best a multiple of %zu",
                       t->setup.ranks->size, t->setup.ranks->size);
    return PTRON_OK;
}

bool pt_trainer_shards_fit(const ptron_trainer *t)
{
    uint64_t rows = 0;

    if (t->shards == NULL)
        return true;
    for (size_t s = 0; s < t->order.shards; s++) {
        const uint64_t row = pt_shards_row(t->learner, s);
        if (row > t->shards[s].to - t->shards[s].from)
            return false;
        rows += row;
    }
    return rows == t->counts.row;
}

/* ---- rounds -------------------------------------------------------------------------------------- */

static void add_seen(struct pt_observed *to, const struct pt_observed *seen)
{
    to->consumed += seen->consumed;
    to->mistakes += seen->mistakes;
    to->updates += seen->updates;
}

static void run_shard(void *context, size_t task)
{
    ptron_trainer *t = context;
    const size_t number = t->order.first + task;
    struct pt_shard *shard = &t->shards[number];
    uint64_t at = shard->from + pt_shards_row(t->learner, number);
    const uint64_t end = at + pt_min(ROUND_ROWS, (size_t)(shard->to - at));

    shard->seen = (struct pt_observed){0};
    shard->status = PTRON_OK;
    while (at < end && shard->status == PTRON_OK) {
        struct pt_observed seen = {0};

        shard->batch = pt_trainer_batch(t, &t->set->block, at, end);
        shard->status = pt_trust_batch(t->set->trust, &shard->batch, &shard->err);
        if (shard->status != PTRON_OK)
            return;
        shard->status = pt_shards_observe(t->learner, number, &shard->batch, &seen, &shard->err);
        if (shard->status == PTRON_DATA)
            pt_trainer_name_row(t, &shard->batch, seen.consumed, shard->status, &shard->err);
        add_seen(&shard->seen, &seen);
        at += seen.consumed;
    }
}

/* How the round went for the shards that other ranks carry. */
static ptron_status hear_of_others(ptron_trainer *t, ptron_error *err)
{
    const size_t n = t->order.shards, ranks = t->setup.ranks == NULL ? 1 : t->setup.ranks->size;
    uint64_t (*seen)[3] = NULL;
    size_t *from = NULL;
    ptron_status status;

    if (ranks == 1)
        return PTRON_OK;
    seen = pt_array(n, sizeof *seen);
    from = pt_array(ranks + 1, sizeof *from);
    status = seen == NULL || from == NULL ? pt_fail_memory(err, n * sizeof *seen, "shards") : PTRON_OK;
    for (size_t r = 0; status == PTRON_OK && r <= ranks; r++)
        from[r] = pt_shards_of(t->setup.ranks, n, r) * sizeof *seen;
    for (size_t s = t->order.first; status == PTRON_OK && s < t->order.last; s++) {
        seen[s][0] = t->shards[s].seen.consumed;
        seen[s][1] = t->shards[s].seen.mistakes;
        seen[s][2] = t->shards[s].seen.updates;
    }
    if (status == PTRON_OK)
        status = pt_ranks_gather(t->setup.ranks, seen, from, err);
    for (size_t s = 0; status == PTRON_OK && s < n; s++) {
        if (s >= t->order.first && s < t->order.last)
            continue;
        t->shards[s].seen = (struct pt_observed){.consumed = (size_t)seen[s][0], .mistakes = seen[s][1],
                                                 .updates = seen[s][2]};
        pt_shards_note(t->learner, s, &t->shards[s].seen);
    }
    pt_release(seen);
    pt_release(from);
    return status;
}

/* The first shard's trouble is told, whichever met one first. */
ptron_status pt_trainer_round(ptron_trainer *t, struct pt_observed *seen, ptron_error *err)
{
    if (t->counts.row == 0)
        pt_shards_begin(t->learner);
    pt_pool_run(t->pool, t->order.last - t->order.first, run_shard, t);
    for (size_t s = t->order.first; s < t->order.last; s++) {
        if (t->shards[s].status != PTRON_OK && err != NULL)
            *err = t->shards[s].err;
        PT_TRY(t->shards[s].status);
    }
    PT_TRY(hear_of_others(t, err));
    for (size_t s = 0; s < t->order.shards; s++)
        add_seen(seen, &t->shards[s].seen);
    return PTRON_OK;
}
