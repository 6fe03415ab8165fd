/* The mistake-driven family composed: one loop, three axes, a table of names. */
#include "learn/online/online.h"
#include "learn/online/pairs.h"
#include "base/alloc.h"

#include <assert.h>
#include <float.h>
#include <math.h>

enum {
    RENEW = 1024,            /* updates between two exact norms; part of the numeric contract */
    PAIR_BYTES = 512,        /* of a dense row; two longer ones at once are slower to come from memory */
};

static void online_destroy(void *self)
{
    struct pt_online *o = self;

    pt_pairs_fini(o);
    pt_linear_fini(&o->base);
    pt_weights_fini(&o->variance);
    pt_weights_fini(&o->kept.weights);
    pt_votes_fini(&o->kept.votes);
}

/* ---- creating ------------------------------------------------------------------------------------ */

/* What makes no sense together is said, not ignored. */
static ptron_status check_parts(const struct pt_online_algorithm *a, const struct pt_setup *s, ptron_error *err)
{
    const struct pt_parts *p = &a->parts;
    const char *name = a->algorithm.name;

    if (p->keeper->looks && s->stream)
        return pt_fail(err, PTRON_ARGUMENT, "%s looks at all rows again and again; a stream cannot give them",
                       name);
    if (p->restarts && s->stream)
        return pt_fail(err, PTRON_ARGUMENT, "%s goes back to the first row; a stream cannot", name);
    if (p->keeper == &pt_keep_votes && s->classes > PT_VOTES_CLASSES)
        return pt_fail(err, PTRON_ARGUMENT, "%s takes up to %d classes, there are %u", name, PT_VOTES_CLASSES,
                       (unsigned)s->classes);
    return PTRON_OK;
}

static ptron_status online_create(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void *self,
                                  ptron_error *err)
{
    const struct pt_online_algorithm *own = (const void *)algorithm;   /* its first member */
    const ptron_options *options = setup->options;
    struct pt_online *o = self;
    struct pt_parts *parts = &o->parts;
    size_t vectors;

    PT_TRY(check_parts(own, setup, err));
    o->algorithm = algorithm;
    *parts = own->parts;
    if (setup->classes > 2 && setup->positive == NULL)
        parts->space = parts->space->many;
    if (pt_option_flag(options, "average"))
        parts->keeper = &pt_keep_average;
    for (size_t i = 0; algorithm->options[i] != NULL; i++) {
        assert(i < PT_RULE_PARAMS);
        o->param[i] = pt_option_real(options, algorithm->options[i]);
    }
    o->lenient = pt_option_is(options, "tie", "correct");
    vectors = pt_space_vectors(parts->space, setup->classes);
    PT_TRY(pt_linear_init(&o->base, setup, vectors, err));
    if (parts->keeper->keeps)
        PT_TRY(pt_weights_init_touched(&o->kept.weights, vectors, setup->features, setup->pool, err));
    if (parts->space->spread != NULL) {
        PT_TRY(pt_weights_init_touched(&o->variance, vectors, setup->features, setup->pool, err));
        pt_weights_fill(&o->variance, 1.0);
    }
    if (setup->start != NULL)
        o->w_norm2 = pt_weights_norm2(setup->ops, &o->base.w);
    o->kept.pocket.errors = UINT64_MAX;
    return PTRON_OK;
}

/* ---- learning ------------------------------------------------------------------------------------ */

/* The norm of w moves by the law of cosines: |k w + s y x|^2 = k^2 |w|^2 + 2 k s y w.x + s^2 |x|^2. Now and then it is
 * summed anew, so that rounding cannot pile up. */
static void renew_norm(struct pt_online *o)
{
    o->w_norm2 = o->base.scale * o->base.scale * pt_weights_norm2(o->base.setup.ops, &o->base.w);
}

static void follow_norm(struct pt_online *o, const struct pt_case *c, double keep, double step)
{
    if (!o->parts.rule->needs_norm)
        return;
    o->w_norm2 = keep * keep * o->w_norm2 + (2.0 * keep * step * c->product + step * step * c->norm2);
    if (o->base.updates % RENEW == 0 || !isfinite(o->w_norm2))   /* a square may overflow where the sum does not */
        renew_norm(o);
}

/* Where each weight stands beside its drift both move at once, so that a row is unpacked once and a line of the cache
 * met once: the keeper has nothing left to add. */
static void add_step(struct pt_online *o, const struct pt_row *row, uint32_t rival, double scaled, double step,
                     const struct pt_case *c)
{
    struct pt_weights *w = &o->base.w, *drift = &o->kept.weights;
    const double sign = row->label == 1 ? 1.0 : -1.0, late = step * (double)o->kept.seen;
    const double a = sign * scaled, b = sign * late;

    if (o->parts.space->move != NULL) {
        o->parts.space->move(o, row, rival, scaled, late, c);
        return;
    }
    if (!drift->paired) {
        o->parts.space->add(o, w, row, rival, scaled);
        return;
    }
    o->base.setup.ops->paired[row->kind].add_both(w->w, a, b, row->index, row->value, row->n);
    w->bias[0] += a * o->base.setup.bias_scale;
    drift->bias[0] += b * o->base.setup.bias_scale;
}

static void move(struct pt_online *o, const struct pt_row *row, uint32_t rival, double keep, double step,
                 const struct pt_case *c)
{
    double scaled;

    if (keep != 1.0)
        pt_linear_shrink(&o->base, keep);
    scaled = step / o->base.scale;
    if (step > 0.0)
        add_step(o, row, rival, scaled, step, c);
    o->base.mass += scaled;
    o->base.updates++;
    follow_norm(o, c, keep, step);
    o->parts.keeper->moved(o, row, rival, step);
}

static bool is_mistake(const struct pt_online *o, double product)
{
    return product < 0.0 || (product == 0.0 && !o->lenient);
}

static ptron_status describe(struct pt_online *o, const struct pt_case *c, const struct pt_row *row, uint32_t rival,
                             double keep, double step, ptron_step *out, ptron_error *err)
{
    const bool along_rows = o->parts.space->spread == NULL;

    out->product = c->product;
    out->step = step;
    out->mistake = is_mistake(o, c->product);
    PT_TRY(pt_linear_describe(&o->base, row, rival, out, err));
    out->keep = along_rows ? keep : (double)NAN;
    out->mass = along_rows ? out->mass : (double)NAN;
    out->threshold = o->parts.rule->threshold == NULL ? (double)NAN : o->parts.rule->threshold(c);
    return PTRON_OK;
}

/* One row with its product, scale left out. */
static ptron_status learn_row(struct pt_online *o, const struct pt_row *row, double product, uint32_t rival,
                              struct pt_observed *seen, ptron_error *err)
{
    const struct pt_space *space = o->parts.space;
    const struct pt_rule *rule = o->parts.rule;
    const double s = o->base.setup.bias_scale;
    struct pt_case c = {
        .product = product * o->base.scale,
        .norm2 = space->pairs * (row->norm2 + s * s),
        .weight = row->weight,
        .w_norm2 = o->w_norm2,
        .mass = o->base.mass,
        .updates = o->base.updates,
        .sign = row->label == 1 ? 1 : -1,
        .lenient = o->lenient,
        .param = o->param,
    };
    double step, keep;

    if (!isfinite(c.product))
        return pt_linear_overflow(&o->base.setup, err);
    if (space->spread != NULL && c.product < rule->threshold(&c))   /* else there is no step, however long */
        c.norm2 = space->spread(o, row, rival);
    step = rule->step(&c);
    keep = rule->keep == NULL ? 1.0 : rule->keep(&c);
    seen->mistakes += is_mistake(o, c.product);
    if (step > 0.0 || keep != 1.0) {
        if (!rule->own_length)
            step *= pt_schedule_rate(o->base.setup.schedule, o->base.updates + 1) * row->weight;
        move(o, row, rival, keep, step, &c);
        seen->updates++;
    } else {
        o->parts.keeper->stayed(o, 1);
    }
    return seen->step == NULL ? PTRON_OK : describe(o, &c, row, rival, keep, step, seen->step, err);
}

static ptron_status pass_trouble(const struct pt_online *o, ptron_error *err)
{
    if (o->status != PTRON_OK && err != NULL)
        *err = o->trouble;
    return o->status;
}

static bool is_right(double product)
{
    return product > 0.0 && product <= DBL_MAX;
}

static double sign_of(bool up)
{
    static const double sign[] = {-1.0, 1.0};   /* a branch on labels would be guessed wrong half of the time */

    return sign[up];
}

/* Short dense rows that stand in sequence: their products, one by one, would not fill the processor. */
static bool go_in_pairs(const struct pt_block *block, const uint32_t *order)
{
    const size_t bytes = block->width * pt_kind_bytes(block->kind);

    return block->dense && order == NULL && bytes > 0 && bytes <= PAIR_BYTES;
}

/* As first_wrong. Where the first row of a pair is wrong, the product of the second was for nothing. */
static size_t first_wrong_of_pairs(const struct pt_online *o, const struct pt_batch *batch, size_t i, double *product)
{
    const struct pt_block *block = batch->block;
    const struct pt_vec_ops *ops = o->base.setup.ops;
    const size_t bytes = block->width * pt_kind_bytes(block->kind);
    const uint32_t up = batch->positive == NULL ? 1 : *batch->positive, *label = block->label + batch->first;
    const char *x = (const char *)block->value + batch->first * bytes;
    const double bias = o->base.w.bias[0] * o->base.setup.bias_scale;
    double both[2];

    for (; i + 1 < batch->n; i += 2) {
        ops->dot_pair[block->kind](o->base.w.w, x + i * bytes, x + (i + 1) * bytes, block->width, both);
        for (size_t k = 0; k < 2; k++) {
            *product = sign_of(label[i + k] == up) * (bias + both[k]);
            if (!is_right(*product))
                return i + k;
        }
    }
    if (i < batch->n) {
        *product = sign_of(label[i] == up) *
                   (bias + ops->dot_dense[block->kind](o->base.w.w, x + i * bytes, block->width));
        i += is_right(*product);
    }
    return i;
}

/* The first row from i on that is not plainly right, and its product; or the end. For two classes and a rule that moves
 * on mistakes alone: the products are those of the space, without what only a mistake needs. */
static size_t first_wrong(const struct pt_online *o, const struct pt_batch *batch, size_t i, double *product)
{
    const struct pt_block *block = batch->block;
    const struct pt_vec_ops *ops = o->base.setup.ops;
    const size_t size = pt_kind_bytes(block->kind);
    const char *const values = block->value;
    const double bias = o->base.w.bias[0] * o->base.setup.bias_scale;
    const uint32_t up = batch->positive == NULL ? 1 : *batch->positive;
    const bool far = pt_weights_far(&o->base.w);
    double (*const dot)(const double *, const uint32_t *, const void *, size_t, const uint32_t *, size_t) =
        o->base.w.paired ? ops->paired[block->kind].dot : ops->dot_ahead[block->kind];

    for (; i < batch->n; i++) {
        const size_t at = pt_batch_at(batch, i);
        const uint64_t from = block->dense ? (uint64_t)at * block->width : block->offset[at];
        const void *x = values == NULL ? NULL : values + from * size;
        double score = bias;

        pt_batch_fetch(batch, i);
        if (block->dense) {
            score += ops->dot_dense[block->kind](o->base.w.w, x, block->width);
        } else {
            const size_t n = (size_t)(block->offset[at + 1] - from);
            size_t n_next = 0;
            const uint32_t *next = far ? pt_batch_ahead(batch, i, &n_next) : NULL;

            score += dot(o->base.w.w, block->index + from, x, n, next, n_next);
        }
        *product = sign_of(block->label[at] == up) * score;
        if (!is_right(*product))
            break;
    }
    return i;
}

/* Rows that need nothing go by quickly. */
static ptron_status online_observe(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                                   ptron_error *err)
{
    struct pt_online *o = self;
    const bool quick = o->parts.rule->only_mistakes && seen->step == NULL && o->parts.space == &pt_space_binary;
    const bool pairs = go_in_pairs(batch->block, batch->order);

    pt_pairs_ready(o, batch, seen->step != NULL);
    for (size_t i = from; i < batch->n && seen->request == PT_GO_ON; i++) {
        const uint64_t before = o->base.updates;
        uint32_t rival = 0;
        double product = 0.0;

        if (quick) {
            const size_t wrong = pairs ? first_wrong_of_pairs(o, batch, i, &product)
                                       : first_wrong(o, batch, i, &product);

            o->parts.keeper->stayed(o, wrong - i);
            seen->consumed += wrong - i;
            i = wrong;
        } else {
            pt_batch_fetch(batch, i);
            if (pt_weights_far(&o->base.w))
                pt_batch_fetch_weights(batch, i, o->base.w.w, o->base.w.paired ? 2 : o->base.w.vectors);
        }
        if (i == batch->n)
            break;
        const struct pt_row row = pt_batch_row(batch, i);

        if (!quick)
            product = o->parts.space->margin(o, &row, &rival);
        PT_TRY(learn_row(o, &row, product, rival, seen, err));
        seen->consumed++;
        if (o->base.updates == before)
            continue;
        if (o->base.updates == o->base.setup.max_updates)
            seen->request = o->parts.restarts ? PT_RESTART_AND_STOP : PT_STOP;
        else if (o->parts.restarts)
            seen->request = PT_RESTART_EPOCH;
    }
    return pass_trouble(o, err);
}

static ptron_status online_end_epoch(void *self, ptron_stop *reason, ptron_error *err)
{
    struct pt_online *o = self;

    (void)reason;
    pt_pairs_part(o);
    o->parts.keeper->end_epoch(o);
    PT_TRY(pass_trouble(o, err));
    pt_linear_fold(&o->base);
    if (o->parts.rule->promises)   /* large values that cancel leave little of a norm that was only followed */
        renew_norm(o);
    return pt_weights_finite(&o->base.w, o->base.setup.pool) ? PTRON_OK : pt_linear_overflow(&o->base.setup, err);
}

/* ---- answering ----------------------------------------------------------------------------------- */

static ptron_status online_last(void *self, ptron_model *view, ptron_error *err)
{
    pt_pairs_part(self);
    return pt_linear_last(self, view, err);
}

static ptron_status online_snapshot(const void *self, ptron_model *model, ptron_error *err)
{
    const struct pt_online *o = pt_online_parted(self);
    struct pt_weights answer;
    double mass;

    PT_TRY(pt_weights_init_touched(&answer, o->base.w.vectors, o->base.w.features, o->base.setup.pool, err));
    o->parts.keeper->answer(o, &answer, &mass);
    PT_TRY(pt_linear_give(&o->base.setup, &answer, model, err));
    return o->parts.keeper->attach == NULL ? PTRON_OK : o->parts.keeper->attach(o, model, err);
}

static ptron_status online_bracket(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                                   ptron_error *err)
{
    const struct pt_online *o = pt_online_parted(self);
    struct pt_weights answer;
    double mass = 0.0;

    *last = *answered = (struct pt_bracket){0};
    if ((o->algorithm->can & PT_HAS_BRACKET) == 0)
        return PTRON_OK;
    PT_TRY(pt_linear_bracket(self, last, answered, err));
    if (!o->parts.keeper->keeps)
        return PTRON_OK;
    PT_TRY(pt_weights_init_touched(&answer, o->base.w.vectors, o->base.w.features, o->base.setup.pool, err));
    o->parts.keeper->answer(o, &answer, &mass);
    *answered = pt_linear_bracket_of(&o->base, &answer, mass);
    pt_weights_fini(&answer);
    return PTRON_OK;
}

/* ---- names --------------------------------------------------------------------------------------- */

static const struct pt_learner_ops online_ops = {
    .size = sizeof(struct pt_online),
    .create = online_create, .observe = online_observe, .end_epoch = online_end_epoch, .snapshot = online_snapshot,
    .last = online_last, .destroy = online_destroy, .any_place = true,
    .state = {pt_online_save_state, pt_online_load_state},
    .numbers = {.bracket = online_bracket, .made = pt_linear_made},
    .stream = {pt_online_widen, pt_online_renumber, PT_LATE_SECOND, false},
    .shards = {pt_online_mix, pt_online_follow},
};

enum {
    ANY = PT_MANY_CLASSES | PT_ROW_WEIGHTS | PT_TAKES_BIAS,
    COMMON = ANY | PT_ONE_VS_REST | PT_CAN_STREAM,
    MIXES = PT_CAN_MIX | PT_CAN_SHARD,
    BOUNDED = PT_HAS_BRACKET | PT_TAKES_GAP,
    SUMS = PT_ADDS_ROWS | BOUNDED,
    STEPS = PT_TAKES_RATE | PT_TAKES_TIE,                          /* of a length that is asked for, at y w.x <= tau */
    OPEN = STEPS | PT_TAKES_START | PT_TAKES_AVERAGE,
    FITTED = COMMON | PT_TAKES_START | PT_TAKES_AVERAGE,          /* steps as long as the row's loss says */
};

#define NAMED(name, can, proved, update, guarantee, reference, options) \
    {name, update, guarantee, reference, can, PT_PROVED_##proved, &online_ops, options}
#define PARTS(rule, space, keeper, ...) {&pt_rule_##rule, &pt_space_##space, &pt_keep_##keeper, __VA_ARGS__}

static const struct pt_online_algorithm algorithms[] = {
    {NAMED("perceptron", COMMON | OPEN | SUMS | MIXES | PT_THEOREM, ADDING, "y w.x <= 0: w += eta y x",
           "at most (R/gamma*)^2 updates from zero, in any order", "Rosenblatt 1958; Novikoff 1962", PT_NO_OWN),
     PARTS(mistake, binary, last, false)},
    {NAMED("averaged", COMMON | STEPS | PT_TAKES_START | SUMS | MIXES | PT_OWN_ANSWER | PT_AVERAGES, ADDING,
           "the perceptron's; answers with the mean of all w",
           "the perceptron's bound on updates", "Freund and Schapire 1999; Collins 2002", PT_NO_OWN),
     PARTS(mistake, binary, average, false)},
    {NAMED("voted", ANY | STEPS | PT_TAKES_START | PT_CAN_STREAM | PT_ADDS_ROWS | PT_NO_MARGIN | PT_OWN_ANSWER,
           ADDING,
           "the perceptron's; every w votes as often as rows left it alone",
           "one pass: expected error bounded by mistakes", "Freund and Schapire 1999", PT_NO_OWN),
     PARTS(mistake, binary, votes, false)},
    {NAMED("pocket", ANY | STEPS | PT_TAKES_START | PT_ONE_VS_REST | SUMS | PT_OWN_ANSWER, ADDING,
           "the perceptron's; answers with the w of fewest training errors it looked at",
           "never worse than any w it looked at", "Gallant 1990", PT_NO_OWN),
     PARTS(mistake, binary, pocket, false)},
    {NAMED("first-mistake", ANY | OPEN | PT_ADDS_ROWS | PT_HAS_BRACKET | PT_THEOREM | PT_RESTARTS, ADDING,
           "the perceptron's; back to the first row after each update, K of them at most (--max-updates K)",
           "at most (R/gamma*)^2 updates from zero", "Rosenblatt 1958; Novikoff 1962", PT_NO_OWN),
     PARTS(mistake, binary, last, true)},
    {NAMED("margin", COMMON | OPEN | SUMS | MIXES, ADDING, "y w.x <= tau: w += eta y x",
           "at rate 1 from zero it stops with margin >= tau gamma*/(R^2+2 tau)",
           "Krauth and Mezard 1987; Li and others 2002", PT_OWN("margin")),
     PARTS(margin, binary, last, false)},
    {NAMED("uneven", COMMON | OPEN | SUMS | MIXES, ADDING, "y w.x <= tau of its class: w += eta y x",
           "the margin's, with the larger tau", "Li and others 2002",
           PT_OWN("margin-positive", "margin-negative")),
     PARTS(uneven, binary, last, false)},
    {NAMED("pdm", COMMON | STEPS | PT_TAKES_AVERAGE | SUMS | MIXES, DYNAMIC,
           "y w.x <= (1-eps) norm(w)^2/mass: w += eta y x",
           "stops only with margin >= (1-eps) gamma* (fraction = 1-eps)", "Panagiotakopoulos and Tsampouka 2011",
           PT_OWN("fraction")),
     PARTS(dynamic, binary, last, false)},
    {NAMED("pa-1", FITTED | BOUNDED | MIXES, CLIPPED, "w += min(C, loss/norm(x)^2) y x, loss = 1 - y w.x",
           "an unclipped update lands on y w.x = 1", "Crammer and others 2006", PT_OWN("C")),
     PARTS(pa1, binary, last, false)},
    {NAMED("pa-2", FITTED | BOUNDED | MIXES, SOFTENED, "w += loss/(norm(x)^2 + 1/2C) y x, loss = 1 - y w.x",
           "the loss of the row falls at every update", "Crammer and others 2006", PT_OWN("C")),
     PARTS(pa2, binary, last, false)},
    {NAMED("arow", FITTED, NOTHING, "w += loss/(x'Sx + r) y Sx, S_jj shrinks where x_j is not 0",
           "none is worked out here", "Crammer, Kulesza, Dredze 2009", PT_OWN("r")),
     PARTS(confidence, confident, last, false)},
    {NAMED("romma", PT_ONE_VS_REST | PT_CAN_STREAM | BOUNDED | PT_TAKES_TIE | PT_TAKES_BIAS, SHORTEST,
           "y w.x <= 0: w becomes the shortest u with y u.x >= 1, u.w >= norm(w)^2",
           "at most (R/gamma*)^2 mistakes, in any order", "Li and Long 2002", PT_NO_OWN),
     PARTS(romma, binary, last, false)},
    {NAMED("pegasos", PT_ONE_VS_REST | PT_CAN_STREAM | PT_ROW_WEIGHTS | PT_TAKES_BIAS, NOTHING,
           "row t: w = (1-1/t) w, and + y x/(lambda t) if y w.x < 1",
           "loss per row at most any u's + 2 R^2 (1+ln t)/(lambda t)", "Shalev-Shwartz and others 2011",
           PT_OWN("lambda")),
     PARTS(pegasos, binary, last, false)},
};
const struct pt_family pt_online_family = PT_FAMILY(algorithms);
