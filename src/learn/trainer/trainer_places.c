/* Rows that are on several ranks, before training: which are held out, and which rank carries whose shard. */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/random.h"
#include "learn/trainer/trainer.h"
#include "sets/share.h"

/* ---- rows to their shards ------------------------------------------------------------------------ */

struct placing {
    ptron_trainer *t;
    struct pt_places to;
    uint64_t *base_from, *held_from;   /* [ranks + 1] the first visit, and the first row held out, of each rank */
    uint64_t *position;                /* [rows here] in the order of the shards; of those held out among them */
    uint64_t *numbers;                 /* [rows here] of those trained on, among them in the order of the source */
    bool     *held;                    /* [rows here] NULL: none are */
    double    began;                   /* seconds on the clock */
};

/* Where each row goes, before those trained on are put in their order: among the others of its kind. */
static void number_rows(struct placing *p)
{
    const struct pt_split *split = &p->t->split;

    for (size_t i = 0; i < p->t->set->own.n && p->held == NULL; i++)
        p->position[i] = pt_own_position(&p->t->set->own, i);
    if (p->held == NULL)
        return;
    for (size_t i = 0; i < split->here_trained.n; i++) {
        const size_t at = pt_own_at(&split->here_trained, i);
        p->position[at] = p->numbers[at] = pt_own_position(&split->here_trained, i);
    }
    for (size_t i = 0; i < split->here_held.n; i++)
        p->held[pt_own_at(&split->here_held, i)] = true;
}

static void place_row(struct placing *p, size_t i, uint64_t held_position)
{
    const size_t ranks = p->t->setup.ranks->size;
    size_t rank;

    if (p->held == NULL || !p->held[i]) {
        rank = pt_part_of(p->base_from, ranks, p->position[i]);
        p->to.at[i] = (uint32_t)(p->position[i] - p->base_from[rank]);
    } else {
        rank = pt_part_of(p->held_from, ranks, held_position);
        p->to.at[i] = (uint32_t)(p->base_from[rank + 1] - p->base_from[rank] + held_position - p->held_from[rank]);
    }
    p->to.rank[i] = (uint32_t)rank;
}

static ptron_status find_places(struct placing *p, ptron_error *err)
{
    const ptron_trainer *t = p->t;
    const size_t ranks = t->setup.ranks->size, rank = t->setup.ranks->rank;
    uint64_t held = t->split.here_held.n > 0 ? pt_own_position(&t->split.here_held, 0) : 0;

    for (size_t r = 0; r <= ranks; r++) {
        p->base_from[r] = pt_order_shard(&t->order, pt_shards_of(t->setup.ranks, t->order.shards, r));
        p->held_from[r] = pt_share_from(t->split.n_holdout, ranks, r);
    }
    p->to.n = (size_t)(p->base_from[rank + 1] - p->base_from[rank] + p->held_from[rank + 1] - p->held_from[rank]);
    number_rows(p);
    if (t->order.mode != PT_ORDER_GIVEN)
        PT_TRY(pt_dataset_scatter_shared(t->set, p->held, p->position, err));
    for (size_t i = 0; i < t->set->own.n; i++) {
        place_row(p, i, held);
        held += p->held != NULL && p->held[i];
    }
    return PTRON_OK;
}

/* The rows have moved: those trained on stand first, in the order of the shards, those held out after them. */
static ptron_status note_split(struct placing *p, ptron_error *err)
{
    struct pt_split *split = &p->t->split;
    const struct pt_own *own = &p->t->set->own;
    const size_t rank = p->t->setup.ranks->rank, trained = (size_t)(p->base_from[rank + 1] - p->base_from[rank]);

    pt_own_fini(&split->here_trained);
    pt_own_fini(&split->here_held);
    split->here_trained.at = pt_array(own->n + 1, sizeof *own->at);
    split->here_held.at = pt_array(own->n - trained + 1, sizeof *own->at);
    if (split->here_trained.at == NULL || split->here_held.at == NULL)
        return pt_fail_memory(err, own->n * sizeof *own->at, "the hold-out rows");
    split->here_held.first = p->held_from[rank];
    for (size_t i = 0; i < own->n; i++) {
        if (own->at[i] >= trained) {
            split->here_held.at[split->here_held.n++] = own->at[i];
        } else {
            p->numbers[split->here_trained.n] = p->numbers[i];
            split->here_trained.at[split->here_trained.n++] = own->at[i];
        }
    }
    split->here_trained.position = p->numbers;
    p->numbers = NULL;
    return PTRON_OK;
}

static ptron_status move_rows(struct placing *p, ptron_error *err)
{
    /* The same rows by the same numbers: what a const set promises stays. */
    ptron_dataset *set = (ptron_dataset *)(uintptr_t)p->t->set;

    PT_TRY(find_places(p, err));
    pt_release(p->position);
    p->position = NULL;
    PT_TRY(pt_dataset_move(set, &p->to, &p->numbers, err));
    set->seconds.moving = pt_clock_seconds() - p->began;
    return p->held == NULL ? PTRON_OK : note_split(p, err);
}

static bool make_placing(struct placing *p)
{
    const size_t n = p->t->set->own.n + 1, ranks = p->t->setup.ranks->size + 1;
    const bool holds = p->t->split.n_holdout > 0;

    p->base_from = pt_array(ranks, sizeof *p->base_from);
    p->held_from = pt_array(ranks, sizeof *p->held_from);
    p->position = pt_zeroed(n, sizeof *p->position);
    p->to.rank = pt_array(n, sizeof *p->to.rank);
    p->to.at = pt_array(n, sizeof *p->to.at);
    p->numbers = holds ? pt_zeroed(n, sizeof *p->numbers) : NULL;
    p->held = holds ? pt_zeroed(n, sizeof *p->held) : NULL;
    return p->base_from != NULL && p->held_from != NULL && p->position != NULL && p->to.rank != NULL &&
           p->to.at != NULL && (!holds || (p->numbers != NULL && p->held != NULL));
}

ptron_status pt_trainer_place_rows(ptron_trainer *t, ptron_error *err)
{
    struct placing p = {.t = t, .began = pt_clock_seconds()};
    ptron_status status;

    if (t->setup.ranks == NULL || !pt_dataset_parted(t->set))
        return PTRON_OK;
    if (t->set->runs.moved)
        return pt_fail(err, PTRON_ARGUMENT, "the rows have moved to the shards of another trainer");
    status = make_placing(&p) ? move_rows(&p, err) : pt_fail_memory(err, t->set->own.n * 32, "the order of the rows");
    pt_release(p.base_from);
    pt_release(p.held_from);
    pt_release(p.position);
    pt_release(p.to.rank);
    pt_release(p.to.at);
    pt_release(p.numbers);
    pt_release(p.held);
    return status == PTRON_OK ? pt_order_share(&t->order, err) : status;
}
