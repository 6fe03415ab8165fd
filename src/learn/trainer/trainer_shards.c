/* Training in shards: rounds, in which every shard learns from its next rows, with threads to carry them. Rounds are
 * so many rows, not so much time, so that they end at the same rows whatever the machine. */
#include "base/alloc.h"
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
        return pt_fail(err, PTRON_ARGUMENT, "%zu shards of %zu rows: wanted at most one for each row", n, t->order.n);
    t->shards = pt_zeroed(n, sizeof *t->shards);
    if (t->shards == NULL)
        return pt_fail_memory(err, n * sizeof *t->shards, "shards");
    t->order.shards = n;
    for (size_t s = 0; s < n; s++) {
        t->shards[s].from = pt_order_shard(&t->order, s);
        t->shards[s].to = pt_order_shard(&t->order, s + 1);
    }
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

static void run_shard(void *context, size_t number)
{
    ptron_trainer *t = context;
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

/* The first shard's trouble is told, whichever met one first. */
ptron_status pt_trainer_round(ptron_trainer *t, struct pt_observed *seen, ptron_error *err)
{
    if (t->counts.row == 0)
        pt_shards_begin(t->learner);
    pt_pool_run(t->pool, t->order.shards, run_shard, t);
    for (size_t s = 0; s < t->order.shards; s++)
        add_seen(seen, &t->shards[s].seen);
    for (size_t s = 0; s < t->order.shards; s++) {
        if (t->shards[s].status != PTRON_OK && err != NULL)
            *err = t->shards[s].err;
        PT_TRY(t->shards[s].status);
    }
    return PTRON_OK;
}
