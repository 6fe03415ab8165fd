/* The kernel perceptron's learning. */
#include "learn/kernel/kernel.h"
#include "base/alloc.h"
#include "base/number.h"
#include "base/size.h"
#include "learn/trainer/order.h"
#include "learn/trainer/schedule.h"
#include "math/classes.h"

#include <math.h>
#include <string.h>

enum { LOOKED_AT = 1024 };   /* rows that gamma=auto is found from */

/* ---- creating ------------------------------------------------------------------------------------ */

static void kernel_destroy(void *self)
{
    struct pt_kernel_learner *l = self;

    pt_dual_fini(&l->w);
    pt_row_index_fini(&l->index);
    pt_recall_fini(&l->recall);
    pt_release(l->other);
    pt_release(l->age);
    pt_release(l->scores);
    pt_release(l->scratch);
    pt_release(l->x);
    pt_release(l->memo);
}

/* A number above 0, or auto. */
static ptron_status read_gamma(struct pt_kernel_learner *l, bool *unknown, ptron_error *err)
{
    const char *text = pt_option_text(l->setup.options, "gamma"), *at = text;
    const char *end = text + strlen(text);

    l->w.kernel.gamma = 1.0;
    *unknown = strcmp(text, "auto") == 0 && l->w.kernel.kind != PT_KERNEL_LINEAR;
    if (*unknown && l->setup.stream)
        return pt_fail(err, PTRON_ARGUMENT,
                       "gamma=auto looks at all rows before the first is learned from; in a stream "
                       "give it (--gamma)");
    if (strcmp(text, "auto") == 0)
        return PTRON_OK;
    if (!pt_parse_double(&at, end, &l->w.kernel.gamma) || at != end || !(l->w.kernel.gamma > 0.0) ||
        !(l->w.kernel.gamma <= 1e100))
        return pt_fail(err, PTRON_ARGUMENT, "gamma is '%.40s'; a number above 0, or auto, is wanted", text);
    return PTRON_OK;
}

/* 1 / (features times variance of all values, zeros included), from rows spread over the whole set: distances become
 * about 1. */
static void find_gamma(struct pt_kernel_learner *l)
{
    const uint64_t rows = l->setup.rows, n = rows < LOOKED_AT ? rows : LOOKED_AT;
    const double features = (double)pt_max(1, l->setup.features), cells = (double)n * features;
    double sum = 0.0, squares = 0.0, mean, variance, gamma;

    for (uint64_t i = 0; i < n; i++) {
        const struct pt_row row = pt_setup_row(&l->setup, i * (rows / n));
        for (size_t j = 0; j < row.n; j++)
            sum += pt_row_value(&row, j);
        squares += row.norm2;
    }
    mean = sum / cells;
    variance = squares / cells - mean * mean;
    gamma = 1.0 / (features * variance);
    l->w.kernel.gamma = variance > 0.0 && isfinite(gamma) && gamma > 0.0 ? gamma : 1.0;
}

static ptron_status read_options(struct pt_kernel_learner *l, ptron_error *err)
{
    const ptron_options *o = l->setup.options;
    const double s = l->setup.bias_scale;

    l->w.kernel = (struct pt_kernel){
        .kind = (enum pt_kernel_kind)pt_option_choice(o, "kernel"),
        .degree = (uint32_t)pt_option_count(o, "degree"),
        .coef0 = pt_option_real(o, "coef0"),
        .constant = s * s,
    };
    l->keeper = pt_option_flag(o, "average") ? PT_KERNEL_AVERAGE
                                             : (enum pt_kernel_keeper)pt_option_choice(o, "keeper");
    l->tau = ptron_options_given(o, "margin") ? pt_option_real(o, "margin") : 0.0;
    l->budget = pt_option_count(o, "budget");
    l->random_removal = pt_option_is(o, "removal", "random");
    l->random = pt_random_of(l->setup.seed, UINT64_C(0x6b65726e));
    if (l->keeper == PT_KERNEL_POCKET && l->setup.stream)
        return pt_fail(err, PTRON_ARGUMENT, "a pocket looks at all rows again and again; a stream cannot give them");
    if (l->keeper == PT_KERNEL_POCKET && l->budget > 0)
        return pt_fail(err, PTRON_ARGUMENT, "a pocket and a budget do not go together: its rows may be removed");
    return PTRON_OK;
}

static ptron_status kernel_create(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void *self,
                                  ptron_error *err)
{
    struct pt_kernel_learner *l = self;
    bool unknown_gamma;

    (void)algorithm;
    l->setup = *setup;
    PT_TRY(read_options(l, err));
    PT_TRY(read_gamma(l, &unknown_gamma, err));
    PT_TRY(pt_blas_open(&l->blas, err));
    l->w.vectors = l->setup.classes == 2 ? 1 : l->setup.classes;
    pt_rowset_init(&l->w.rows, l->setup.features);
    l->pocket.errors = UINT64_MAX;
    l->block = l->setup.rows > 0 && l->setup.rows < PT_ORDER_ROWS ? 1 : PT_KERNEL_ROWS;
    if (l->budget == 0)
        PT_TRY(pt_recall_init(&l->recall, l->setup.rows, l->w.vectors, err));
    l->scores = pt_zeroed(PT_KERNEL_ROWS, l->w.vectors * sizeof *l->scores);
    l->x = pt_zeroed(pt_max(1, l->setup.features), sizeof *l->x);
    l->memo = pt_zeroed(1, sizeof *l->memo);
    if (l->scores == NULL || l->x == NULL || l->memo == NULL)
        return pt_fail_memory(err, l->setup.features * sizeof *l->x, "a learner");
    PT_TRY(pt_kernel_reserve(l, 1, err));
    if (unknown_gamma)
        find_gamma(l);
    return PTRON_OK;
}

/* ---- a block of rows ------------------------------------------------------------------------------ */

struct block {
    struct pt_row rows[PT_KERNEL_ROWS];
    double   norm2[PT_KERNEL_ROWS];
    uint64_t number[PT_KERNEL_ROWS];
    double   values[PT_KERNEL_ROWS];
    size_t   n;
    size_t   at;     /* the row being learned from */
};

/* Adds steps times k(row, .) to the scores of the block: of its rows from `least` on, or of all where they are to be
 * recalled. Products here are plain ones: few rows are updated on. */
static void correct(struct pt_kernel_learner *l, struct block *b, size_t least, const struct pt_row *row,
                    const double *steps)
{
    const size_t from = l->recall.rows > 0 ? 0 : least, vectors = l->w.vectors;

    for (size_t j = 0; j < row->n; j++)
        l->x[row->index == NULL ? j : row->index[j]] = pt_row_value(row, j);
    for (size_t i = from; i < b->n; i++)
        b->values[i] = pt_vec_dot(l->setup.ops, l->x, &b->rows[i]);
    for (size_t j = 0; j < row->n; j++)
        l->x[row->index == NULL ? j : row->index[j]] = 0.0;
    if (from < b->n)
        pt_kernel_apply(&l->w.kernel, row->norm2, b->norm2 + from, b->n - from, b->values + from);
    for (size_t i = from; i < b->n; i++)
        for (size_t v = 0; v < vectors; v++)
            if (steps[v] != 0.0)
                l->scores[i * vectors + v] += steps[v] * b->values[i];
}

/* ---- the budget ----------------------------------------------------------------------------------- */

static size_t row_to_go(struct pt_kernel_learner *l)
{
    size_t oldest = 0;

    if (l->random_removal)
        return (size_t)pt_random_below(&l->random, l->w.rows.n);
    for (size_t i = 1; i < l->w.rows.n; i++)
        if (l->age[i] < l->age[oldest])
            oldest = i;
    return oldest;
}

/* |w + s x|^2 = |w|^2 + 2 s f(x) + s^2 k(x, x), for each vector; never below 0 but for rounding. */
static void follow_norm(struct pt_kernel_learner *l, const struct pt_row *row, const double *steps,
                        const double *scores)
{
    const double self = pt_kernel_self(&l->w.kernel, row->norm2);

    for (size_t v = 0; v < l->w.vectors; v++)
        l->w.norm2 += 2.0 * steps[v] * scores[v] + steps[v] * steps[v] * self;
    l->w.norm2 = fmax(l->w.norm2, 0.0);
}

/* A removal takes its mass along. */
static ptron_status remove_row(struct pt_kernel_learner *l, struct block *b, ptron_error *err)
{
    const size_t slot = row_to_go(l), last = l->w.rows.n - 1, vectors = l->w.vectors;
    const struct pt_row row = pt_rowset_row(&l->w.rows, slot);
    double *coef = l->w.coef + slot * vectors, *other = l->other + slot * vectors;
    double *steps = pt_array(2 * vectors, sizeof *steps);

    if (steps == NULL)
        return pt_fail_memory(err, 2 * vectors * sizeof *steps, "a removal");
    for (size_t v = 0; v < vectors; v++)
        steps[v] = -coef[v];
    pt_dual_score(&l->w, &row, steps + vectors);
    follow_norm(l, &row, steps, steps + vectors);
    correct(l, b, b->at, &row, steps);
    l->mass -= fabs(coef[0]);
    l->other_mass -= fabs(other[0]);
    pt_release(steps);
    memmove(coef, l->w.coef + last * vectors, vectors * sizeof *coef);
    memmove(other, l->other + last * vectors, vectors * sizeof *other);
    l->age[slot] = l->age[last];
    pt_row_index_erase(&l->index, slot, last + 1);
    pt_rowset_erase(&l->w.rows, slot);
    return PTRON_OK;
}

/* The row's slot: where an equal row is kept already, or a new one. */
static ptron_status keep_row(struct pt_kernel_learner *l, struct block *b, size_t *slot, ptron_error *err)
{
    const struct pt_row *row = &b->rows[b->at];
    const uint64_t hash = pt_row_hash(row);
    const size_t vectors = l->w.vectors;

    *slot = pt_row_index_find(&l->index, &l->w.rows, row, hash);
    if (*slot != SIZE_MAX)
        return PTRON_OK;
    if (l->budget > 0 && l->w.rows.n >= l->budget)
        PT_TRY(remove_row(l, b, err));
    *slot = l->w.rows.n;
    PT_TRY(pt_kernel_reserve(l, *slot + 1, err));
    PT_TRY(pt_row_index_add(&l->index, *slot, hash, err));
    memset(l->w.coef + *slot * vectors, 0, vectors * sizeof *l->w.coef);
    memset(l->other + *slot * vectors, 0, vectors * sizeof *l->other);
    l->age[*slot] = l->updates;
    return pt_rowset_add(&l->w.rows, row, err);
}

/* ---- one row -------------------------------------------------------------------------------------- */

/* Steps of each vector; false: none moves. */
static bool find_steps(struct pt_kernel_learner *l, const struct pt_row *row, const double *scores, double *steps)
{
    const double length = pt_schedule_rate(l->setup.schedule, l->updates + 1) * row->weight;
    bool moves = false;

    for (size_t v = 0; v < l->w.vectors; v++) {
        const double y = row->label == (l->w.vectors == 1 ? 1 : v) ? 1.0 : -1.0;
        steps[v] = y * scores[v] <= l->tau ? y * length : 0.0;
        moves |= steps[v] != 0.0;
    }
    return moves;
}

static ptron_status move(struct pt_kernel_learner *l, struct block *b, const double *scores, const double *steps,
                         ptron_error *err)
{
    const struct pt_row *row = &b->rows[b->at];
    const size_t vectors = l->w.vectors;
    size_t slot;

    PT_TRY(keep_row(l, b, &slot, err));   /* a removal changes the scores */
    follow_norm(l, row, steps, scores);
    for (size_t v = 0; v < vectors; v++) {
        l->w.coef[slot * vectors + v] += steps[v];
        if (l->keeper == PT_KERNEL_AVERAGE)
            l->other[slot * vectors + v] += steps[v] * (double)l->seen;
        l->mass += fabs(steps[v]);
        if (l->keeper == PT_KERNEL_AVERAGE)
            l->other_mass += fabs(steps[v]) * (double)l->seen;
    }
    l->updates++;
    correct(l, b, b->at + 1, row, steps);
    return pt_recall_log(&l->recall, slot, steps, l->w.vectors, err);
}

static ptron_status judge_pocket(struct pt_kernel_learner *l, ptron_error *err)
{
    ptron_model view;
    bool better;

    PT_TRY(pt_kernel_last(l, &view, err));
    PT_TRY(pt_pocket_look(&l->pocket, &l->setup, &view, &better, err));
    if (!better)
        return PTRON_OK;
    memcpy(l->other, l->w.coef, l->w.rows.n * l->w.vectors * sizeof *l->other);
    l->other_mass = l->mass;
    l->other_norm2 = l->w.norm2;
    return PTRON_OK;
}

static ptron_status overflow(const struct pt_kernel_learner *l, ptron_error *err)
{
    return pt_fail(err, PTRON_DATA, "the kernel's values overflow; scale the data (--scale minmax)%s",
                   l->w.kernel.kind == PT_KERNEL_POLYNOMIAL ? " or lower the degree" : "");
}

/* What a kept row counts for in vector 0; 0: it is not kept. */
static double alpha_of(const struct pt_kernel_learner *l, const struct pt_row *row)
{
    const size_t slot = pt_row_index_find(&l->index, &l->w.rows, row, pt_row_hash(row));

    return slot == SIZE_MAX ? 0.0 : l->w.coef[slot * l->w.vectors] * (row->label == 1 ? 1.0 : -1.0);
}

static void describe(const struct pt_kernel_learner *l, const struct pt_row *row, double product, bool moved,
                     ptron_step *out)
{
    out->sign = row->label == 1 ? 1 : -1;
    out->product = product;
    out->step = moved ? pt_schedule_rate(l->setup.schedule, l->updates) * row->weight : 0.0;
    out->mistake = product <= 0.0;
    out->mass = NAN;   /* of rows in another space */
    out->alpha = l->w.vectors == 1 ? alpha_of(l, row) : (double)NAN;
    out->threshold = l->tau;
    out->updates = l->updates;
    out->vectors = l->w.vectors;
    out->label = row->label;
}

static ptron_status learn_row(struct pt_kernel_learner *l, struct block *b, double *steps, struct pt_observed *seen,
                              ptron_error *err)
{
    const struct pt_row *row = &b->rows[b->at];
    const double *scores = l->scores + b->at * l->w.vectors;
    const double product = pt_margin_of(scores, l->w.vectors, row->label, NULL);
    bool moves;

    for (size_t v = 0; v < l->w.vectors; v++)
        if (!isfinite(scores[v]))
            return overflow(l, err);
    seen->mistakes += product <= 0.0;
    moves = find_steps(l, row, scores, steps);
    if (moves) {
        PT_TRY(move(l, b, scores, steps, err));
        seen->updates++;
    }
    l->seen++;
    if (seen->step != NULL)
        describe(l, row, product, moves, seen->step);
    if (l->keeper != PT_KERNEL_POCKET)
        return PTRON_OK;
    if (!moves)
        return pt_pocket_stayed(&l->pocket) ? judge_pocket(l, err) : PTRON_OK;
    pt_pocket_moved(&l->pocket);
    return PTRON_OK;
}

/* ---- batches -------------------------------------------------------------------------------------- */

static void gather(const struct pt_kernel_learner *l, const struct pt_batch *batch, size_t from, struct block *b)
{
    b->n = pt_min(l->block, batch->n - from);
    for (size_t i = 0; i < b->n; i++) {
        const struct pt_row row = pt_batch_row(batch, from + i);
        b->rows[i] = pt_row_within(&row, l->w.rows.width);
        b->norm2[i] = b->rows[i].norm2;
        b->number[i] = pt_batch_source(batch, from + i);   /* not its place in memory: a resume may find another */
    }
}

/* The scores of the block are those of the present weights. */
static void remember(struct pt_kernel_learner *l, const struct block *b)
{
    const size_t vectors = l->w.vectors;

    for (size_t i = 0; l->recall.rows > 0 && i < b->n; i++) {
        memcpy(l->recall.scores + (size_t)b->number[i] * vectors, l->scores + i * vectors,
               vectors * sizeof *l->scores);
        l->recall.seen_at[b->number[i]] = l->recall.first + l->recall.n;
    }
}

static ptron_status learn_block(struct pt_kernel_learner *l, struct block *b, double *steps, struct pt_observed *seen,
                                ptron_error *err)
{
    PT_TRY(pt_kernel_score(l, b->rows, b->number, b->n, l->scores, err));
    for (b->at = 0; b->at < b->n; b->at++) {
        const uint64_t before = l->updates;
        PT_TRY(learn_row(l, b, steps, seen, err));
        seen->consumed++;
        if (l->updates != before && l->updates == l->setup.max_updates) {
            seen->request = PT_STOP;
            break;
        }
    }
    remember(l, b);
    return PTRON_OK;
}

/* The next epoch mixes the rows of a batch anew: all are brought to the same moment, so that blocks of any of
 * them can be recalled. */
static ptron_status bring_up_to_date(struct pt_kernel_learner *l, const struct pt_batch *batch, size_t from,
                                     struct block *b, ptron_error *err)
{
    for (; l->recall.rows > 0 && l->block > 1 && from < batch->n; from += l->block) {
        gather(l, batch, from, b);
        if (l->recall.seen_at[b->number[0]] == l->recall.first + l->recall.n)
            continue;
        PT_TRY(pt_kernel_score(l, b->rows, b->number, b->n, l->scores, err));
        remember(l, b);
    }
    return PTRON_OK;
}

static ptron_status learn_batch(struct pt_kernel_learner *l, const struct pt_batch *batch, size_t from,
                                struct block *b, double *steps, struct pt_observed *seen, ptron_error *err)
{
    for (size_t at = from; at < batch->n && seen->request == PT_GO_ON; at += l->block) {
        gather(l, batch, at, b);
        PT_TRY(learn_block(l, b, steps, seen, err));
    }
    return bring_up_to_date(l, batch, from, b, err);
}

static ptron_status kernel_observe(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                                   ptron_error *err)
{
    const uint64_t first = batch->base + pt_batch_at(batch, from);
    struct pt_kernel_learner *l = self;
    struct block *b;
    double *steps;
    ptron_status status;

    /* In a stream the rows are known batch by batch: when the first of an epoch is a short one there are no others, and
     * each batch brings rows to recall. */
    if (l->setup.rows == 0 && first == 0)
        l->block = batch->n < PT_ORDER_ROWS ? 1 : PT_KERNEL_ROWS;
    if (l->setup.rows == 0 && l->budget == 0 && first > l->recall.rows)   /* a state that nobody honest has saved */
        return pt_fail(err, PTRON_MODEL, "the state has passed more rows than it recalls");
    if (l->setup.rows == 0 && l->budget == 0)
        PT_TRY(pt_recall_reach(&l->recall, first + (batch->n - from), l->w.vectors, err));
    b = pt_alloc(sizeof *b);
    steps = pt_array(l->w.vectors, sizeof *steps);
    status = b == NULL || steps == NULL ? pt_fail_memory(err, sizeof *b, "a block of rows")
                                        : learn_batch(l, batch, from, b, steps, seen, err);
    pt_release(b);
    pt_release(steps);
    return status;
}

static ptron_status kernel_end_epoch(void *self, ptron_stop *reason, ptron_error *err)
{
    struct pt_kernel_learner *l = self;

    (void)reason;
    pt_recall_forget_old(&l->recall);
    if (!isfinite(l->w.norm2))
        return overflow(l, err);
    return l->keeper == PT_KERNEL_POCKET && !l->pocket.looked ? judge_pocket(l, err) : PTRON_OK;
}

static ptron_status kernel_widen(void *self, uint32_t features, uint32_t classes, ptron_error *err)
{
    struct pt_kernel_learner *l = self;
    double *x;

    if (classes != l->setup.classes)
        return pt_fail(err, PTRON_DATA,
                       "a class came late, and what kernel has not kept it cannot learn from: name all "
                       "classes (--classes)");
    PT_TRY(pt_rowset_widen(&l->w.rows, features, err));
    x = pt_resize(l->x, features, sizeof *x);
    if (x == NULL)
        return pt_fail_memory(err, features * sizeof *x, "a learner");
    l->x = x;
    for (size_t j = l->setup.features; j < features; j++)
        l->x[j] = 0.0;
    l->setup.features = features;
    l->recall.gathered_room = 0;   /* as wide as the rows were */
    return PTRON_OK;
}

static void negate(double *values, size_t n)   /* zeros stay +0 */
{
    for (size_t i = 0; i < n; i++)
        values[i] = 0.0 - values[i];
}

/* Two classes that change places turn the weights round. */
static ptron_status kernel_renumber(void *self, const uint32_t *to, uint32_t n, ptron_error *err)
{
    struct pt_kernel_learner *l = self;

    (void)n, (void)err;
    if (l->w.vectors > 1 || to[0] == 0)
        return PTRON_OK;   /* more than two are all known from the start */
    negate(l->w.coef, l->w.rows.n);
    negate(l->other, l->w.rows.n);
    negate(l->recall.scores, (size_t)l->recall.rows);
    for (size_t i = 0; i < l->recall.n; i++)
        l->recall.log[i].step = -l->recall.log[i].step;
    return PTRON_OK;
}

static const struct pt_learner_ops kernel_ops = {
    .size = sizeof(struct pt_kernel_learner),
    .create = kernel_create, .observe = kernel_observe, .end_epoch = kernel_end_epoch, .snapshot = pt_kernel_snapshot,
    .last = pt_kernel_last, .destroy = kernel_destroy,
    .state = {pt_kernel_save_state, pt_kernel_load_state},
    .numbers = {.bracket = pt_kernel_bracket, .report = pt_kernel_report},
    .stream = {kernel_widen, kernel_renumber, PT_LATE_SECOND, true},
};

static const struct pt_algorithm algorithms[] = {
    {"kernel", "y f(x) <= 0: the row is kept, f += eta y k(x, .)",
     "with the linear kernel the perceptron, mistake for mistake; at most (R/gamma*)^2 updates in its space",
     "Aizerman et al. 1964; Freund and Schapire 1999",
     PT_MANY_CLASSES | PT_ONE_VS_REST | PT_OWN_REST | PT_CAN_STREAM | PT_WHOLE_BATCHES | PT_ROW_WEIGHTS | PT_ANY_ROW |
         PT_HAS_BRACKET | PT_TAKES_KERNEL | PT_TAKES_RATE | PT_TAKES_AVERAGE | PT_TAKES_BIAS | PT_TAKES_GAP,
     PT_PROVED_KERNEL, &kernel_ops,
     PT_OWN("kernel", "degree", "gamma", "coef0", "keeper", "budget", "removal", "margin")},
};
const struct pt_family pt_kernel_family = PT_FAMILY(algorithms);
