/* Shards: as many learners of one kind as the rows have parts, which learn side by side from the mixed weights and are
 * mixed when the epoch ends. In mid-epoch whoever asks for weights is shown a mix of the shards as they stand, made
 * aside: the shards themselves go on as if nobody had looked. How many shards there are is part of what is computed;
 * how many threads carry them never shows. */
#include "learn/trainer/trainer.h"
#include "base/alloc.h"
#include "learn/linear/linear.h"

#include <math.h>

struct shard {
    uint64_t row;                 /* rows of this epoch so far */
    uint64_t updates;             /* in this epoch */
};

struct shards {
    struct pt_setup setup;
    const struct pt_algorithm *algorithm;   /* of each shard */
    const struct pt_learner_ops *inner;     /* its functions */
    size_t  n, from, to;          /* all; those that this rank carries */
    void   *mixed;                /* as of the end of the last epoch */
    bool    level;                /* the learners have its weights since then */
    void  **learners;             /* [n] NULL: another rank's */
    struct shard *each;           /* [n] */
    double *share;                /* [n] */
    double  spent;                /* sum of share times updates, over all epochs that have ended */
    void  **look;                 /* [1] the mix in mid-epoch; a NULL there: nobody has looked yet */
};

static void shards_destroy(void *self)
{
    struct shards *s = self;

    for (size_t i = 0; s->learners != NULL && i < s->n; i++)
        pt_learner_free(s->inner, s->learners[i]);
    pt_learner_free(s->inner, s->mixed);
    pt_learner_free(s->inner, s->look == NULL ? NULL : *s->look);
    pt_release(s->look);
    pt_release(s->learners);
    pt_release(s->each);
    pt_release(s->share);
}

static ptron_status shards_create(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void *self,
                                  ptron_error *err)
{
    struct shards *s = self;
    struct pt_setup each = *setup;

    s->setup = *setup;
    s->setup.start = each.start = NULL;
    each.pool = NULL;   /* they are tasks of it themselves */
    s->algorithm = algorithm;
    s->inner = algorithm->ops;
    s->n = (size_t)pt_option_count(setup->options, "shards");
    s->from = pt_shards_of(setup->ranks, s->n, pt_ranks_rank(setup->ranks));
    s->to = pt_shards_of(setup->ranks, s->n, pt_ranks_rank(setup->ranks) + 1);
    s->learners = pt_zeroed(s->n, sizeof *s->learners);
    s->each = pt_zeroed(s->n, sizeof *s->each);
    s->share = pt_zeroed(s->n, sizeof *s->share);
    s->look = pt_zeroed(1, sizeof *s->look);
    if (s->learners == NULL || s->each == NULL || s->share == NULL || s->look == NULL)
        return pt_fail_memory(err, s->n * sizeof *s->each, "shards");
    PT_TRY(pt_learner_new(s->inner, algorithm, setup, &s->mixed, err));
    for (size_t i = s->from; i < s->to; i++)
        PT_TRY(pt_learner_new(s->inner, algorithm, &each, &s->learners[i], err));
    return PTRON_OK;
}

size_t pt_shards_of(const ptron_ranks *ranks, size_t n, size_t rank)
{
    return (size_t)pt_share_from(n, ranks == NULL ? 1 : ranks->size, rank);
}

/* ---- learning ------------------------------------------------------------------------------------ */

static void follow_one(void *context, size_t i)
{
    struct shards *s = context;

    if (s->learners[i] != NULL)
        s->inner->shards.follow(s->learners[i], s->mixed, s->level);
    s->each[i] = (struct shard){0};
}

void pt_shards_begin(void *self)
{
    struct shards *s = self;

    pt_pool_run(s->setup.pool, s->n, follow_one, s);
    s->level = false;
}

ptron_status pt_shards_observe(void *self, size_t shard, const struct pt_batch *batch, struct pt_observed *seen,
                               ptron_error *err)
{
    struct shards *s = self;
    const ptron_status status = s->inner->observe(s->learners[shard], batch, 0, seen, err);

    s->each[shard].row += seen->consumed;
    s->each[shard].updates += seen->updates;
    return status;
}

uint64_t pt_shards_row(const void *self, size_t shard)
{
    const struct shards *s = self;

    return s->each[shard].row;
}

void pt_shards_note(void *self, size_t shard, const struct pt_observed *seen)
{
    struct shards *s = self;

    s->each[shard].row += seen->consumed;
    s->each[shard].updates += seen->updates;
}

/* ---- mixing -------------------------------------------------------------------------------------- */

/* Even, or as each has moved. Returns the sum of share times updates. */
static double share_out(const struct shards *s)
{
    double spent = 0.0;
    uint64_t all = 0;
    bool even;

    for (size_t i = 0; i < s->n; i++)
        all += s->each[i].updates;
    even = all == 0 || pt_option_is(s->setup.options, "mix", "even");
    for (size_t i = 0; i < s->n; i++) {
        s->share[i] = even ? 1.0 / (double)s->n : (double)s->each[i].updates / (double)all;
        spent += s->share[i] * (double)s->each[i].updates;
    }
    return spent;
}

static ptron_status shards_end_epoch(void *self, ptron_stop *reason, ptron_error *err)
{
    struct shards *s = self;

    s->spent += share_out(s);
    PT_TRY(s->inner->shards.mix(s->mixed, s->learners, s->share, s->n, &s->level, err));
    for (size_t i = 0; i < s->n; i++)
        s->each[i] = (struct shard){0};
    return s->inner->end_epoch(s->mixed, reason, err);
}

/* Everything a learner is, into another. */
static ptron_status copy_learner(const struct shards *s, const void *from, void *to, ptron_error *err)
{
    struct pt_buffer bytes;
    struct pt_cursor in = {0};
    ptron_status status;

    pt_buffer_init(&bytes);
    s->inner->state.save(from, &bytes);
    in.at = (const unsigned char *)bytes.bytes;
    in.end = in.at + bytes.length;
    status = bytes.failed ? pt_fail_memory(err, bytes.length, "mixed weights") : s->inner->state.load(to, &in, err);
    pt_buffer_fini(&bytes);
    return status;
}

static bool in_mid_epoch(const struct shards *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->each[i].row > 0)
            return true;
    return false;
}

/* The learner to answer with now; borrowed. */
static ptron_status mix_now(const struct shards *s, void **learner, ptron_error *err)
{
    *learner = s->mixed;
    if (!in_mid_epoch(s))
        return PTRON_OK;
    if (*s->look == NULL)
        PT_TRY(pt_learner_new(s->inner, s->algorithm, &s->setup, s->look, err));
    PT_TRY(copy_learner(s, s->mixed, *s->look, err));
    share_out(s);
    PT_TRY(s->inner->shards.mix(*s->look, s->learners, s->share, s->n, NULL, err));
    *learner = *s->look;
    return PTRON_OK;
}

/* ---- answering ----------------------------------------------------------------------------------- */

static ptron_status shards_snapshot(const void *self, ptron_model *model, ptron_error *err)
{
    const struct shards *s = self;
    void *now;

    PT_TRY(mix_now(s, &now, err));
    return s->inner->snapshot(now, model, err);
}

static ptron_status shards_last(void *self, ptron_model *view, ptron_error *err)
{
    const struct shards *s = self;
    void *now;

    PT_TRY(mix_now(s, &now, err));
    return s->inner->last(now, view, err);
}

static ptron_status shards_bracket(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                                   ptron_error *err)
{
    const struct shards *s = self;
    void *now;

    PT_TRY(mix_now(s, &now, err));
    return s->inner->numbers.bracket(now, last, answered, err);
}

static ptron_status shards_report(const void *self, const struct pt_answer *answer, ptron_result *result,
                                  ptron_error *err)
{
    const struct shards *s = self;

    if ((s->algorithm->can & PT_CAN_MIX) == 0)
        return s->inner->numbers.report(s->mixed, answer, result, err);
    result->mixed_updates = s->spent + share_out(s);
    return PTRON_OK;
}

/* Where shards add up to one step, only that counts. */
static uint64_t shards_updates(const void *self)
{
    const struct shards *s = self;

    return (s->algorithm->can & PT_CAN_MIX) == 0 ? s->inner->numbers.updates(s->mixed) : UINT64_MAX;
}

/* ---- state --------------------------------------------------------------------------------------- */

static void shards_save_state(const void *self, struct pt_buffer *out)
{
    const struct shards *s = self;
    const bool mid = in_mid_epoch(s);

    pt_buffer_u64(out, s->n);
    pt_buffer_f64(out, s->spent);
    s->inner->state.save(s->mixed, out);
    pt_buffer_u32(out, mid);
    for (size_t i = 0; mid && i < s->n; i++) {
        pt_buffer_u64(out, s->each[i].row);
        pt_buffer_u64(out, s->each[i].updates);
        s->inner->state.save(s->learners[i], out);
    }
}

static ptron_status shards_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct shards *s = self;

    if (pt_cursor_u64(in) != s->n)
        return pt_fail(err, PTRON_MODEL, "the state has another number of shards");
    s->level = false;
    s->spent = pt_cursor_f64(in);
    if (!isfinite(s->spent))
        return pt_fail(err, PTRON_MODEL, "the state is not finite");
    PT_TRY(s->inner->state.load(s->mixed, in, err));
    if (pt_cursor_u32(in) == 0)
        return PTRON_OK;
    if (*s->look == NULL && s->to - s->from < s->n)   /* what others carry is read over */
        PT_TRY(pt_learner_new(s->inner, s->algorithm, &s->setup, s->look, err));
    for (size_t i = 0; i < s->n; i++) {
        s->each[i].row = pt_cursor_u64(in);
        s->each[i].updates = pt_cursor_u64(in);
        PT_TRY(s->inner->state.load(s->learners[i] == NULL ? *s->look : s->learners[i], in, err));
    }
    return PTRON_OK;
}

const struct pt_learner_ops pt_shards_ops = {
    .size = sizeof(struct shards),
    .create = shards_create, .end_epoch = shards_end_epoch, .snapshot = shards_snapshot, .last = shards_last,
    .destroy = shards_destroy,
    .state = {shards_save_state, shards_load_state},
    .numbers = {.bracket = shards_bracket, .report = shards_report, .updates = shards_updates},
};
