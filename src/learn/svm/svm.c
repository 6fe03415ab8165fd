/* The linear support vector machine: its epochs, its gap, its state, its names. */
#include "learn/svm/svm.h"
#include "base/alloc.h"
#include "base/random.h"
#include "base/size.h"

#include <math.h>

const struct pt_param pt_svm_params[] = {
    {"free-bias", PT_FLAG, "no", 0, 0, "", "",
     "svm, hard-margin, logistic: the bias counts in no norm and no penalty; margins are distances"},
};
const size_t pt_n_svm_params = sizeof pt_svm_params / sizeof *pt_svm_params;

struct svm_algorithm {
    struct pt_algorithm algorithm;
    bool hard;                 /* C is infinite */
};

/* Part of the numeric contract. What so many epochs did not finish is done with all alphas at once, where possible. */
enum { MOST_SWEEPS = 50, FEW_EPOCHS = 5, PATIENT_EPOCHS = 200, MOST_WORK = 1000000 };

static void svm_destroy(void *self)
{
    struct pt_svm *s = self;

    pt_linear_fini(&s->base);
    pt_release(s->alpha);
    pt_release(s->active);
}

/* ---- creating ------------------------------------------------------------------------------------ */

static ptron_status check_options(const struct pt_algorithm *algorithm, const struct pt_setup *s, ptron_error *err)
{
    if (s->rows > UINT32_MAX)
        return pt_fail(err, PTRON_DATA, "%s takes up to %lu rows", algorithm->name, (unsigned long)UINT32_MAX);
    if (s->stream)
        return pt_fail(err, PTRON_ARGUMENT, "%s comes back to its rows; a stream cannot give them", algorithm->name);
    return PTRON_OK;
}

static ptron_status svm_create(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void *self,
                               ptron_error *err)
{
    const double gap = pt_option_real(setup->options, "gap");
    struct pt_svm *s = self;

    PT_TRY(check_options(algorithm, setup, err));
    s->C = ((const struct svm_algorithm *)algorithm)->hard ? INFINITY : pt_option_real(setup->options, "C");
    s->free_bias = pt_option_flag(setup->options, "free-bias");
    s->target = gap > 0.0 ? gap : 1e-4;
    s->n = setup->rows;
    s->partner.up = s->partner.low = UINT64_MAX;
    PT_TRY(pt_linear_init(&s->base, setup, 1, err));
    s->alpha = pt_array((size_t)s->n, sizeof *s->alpha);
    s->active = pt_array((size_t)s->n, sizeof *s->active);
    if (s->alpha == NULL || s->active == NULL)
        return pt_fail_memory(err, (size_t)s->n * sizeof *s->alpha, "a number for each row");
    for (uint64_t i = 0; i < s->n; i++)
        s->alpha[i] = -1.0;
    return PTRON_OK;
}

/* ---- learning ------------------------------------------------------------------------------------ */

/* alpha moves to where the dual is highest along it: alpha - (y w.x - 1)/|x|^2, kept within 0..C. */
static bool coordinate(struct pt_svm *s, const struct pt_row *row, double *alpha, double product)
{
    const double scale = s->base.setup.bias_scale, norm2 = row->norm2 + scale * scale;
    const double wanted = norm2 > 0.0 ? *alpha + (1.0 - product) / norm2 : *alpha;
    const double next = fmin(fmax(wanted, 0.0), s->C * row->weight);
    const double step = (next - *alpha) * (row->label == 1 ? 1.0 : -1.0);

    if (step == 0.0)
        return false;
    *alpha = next;
    pt_linear_add(&s->base, &s->base.w, step, row);
    s->base.updates++;
    return true;
}

static ptron_status learn_row(struct pt_svm *s, const struct pt_row *row, uint64_t number, struct pt_observed *seen,
                              ptron_error *err)
{
    const double y = row->label == 1 ? 1.0 : -1.0, bias = s->base.w.bias[0] * s->base.setup.bias_scale;
    const double along = pt_vec_dot(s->base.setup.ops, s->base.w.w, row), product = y * (along + bias);
    double before;
    bool moved;

    if (!isfinite(product))
        return pt_linear_overflow(&s->base.setup, err);
    before = s->alpha[number] = fmax(s->alpha[number], 0.0);
    seen->mistakes += product <= 0.0;
    moved = s->free_bias ? pt_svm_pair(s, row, number, y * along)
                         : coordinate(s, row, &s->alpha[number], product);
    seen->updates += moved;
    if (seen->step == NULL)
        return PTRON_OK;
    seen->step->product = product;
    seen->step->step = s->alpha[number] - before;
    seen->step->mistake = product <= 0.0;
    PT_TRY(pt_linear_describe(&s->base, row, 0, seen->step, err));
    seen->step->mass = NAN;
    seen->step->alpha = s->alpha[number];
    return PTRON_OK;
}

static ptron_status svm_observe(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                                ptron_error *err)
{
    struct pt_svm *s = self;

    for (size_t i = from; i < batch->n && seen->request == PT_GO_ON; i++) {
        pt_batch_fetch(batch, i);
        const struct pt_row row = pt_batch_row(batch, i);
        const uint64_t before = s->base.updates;

        PT_TRY(learn_row(s, &row, pt_batch_source(batch, i), seen, err));
        seen->consumed++;
        if (s->base.updates != before && pt_linear_is_spent(&s->base))
            seen->request = PT_STOP;
    }
    return PTRON_OK;
}

/* ---- rows that matter ----------------------------------------------------------------------------
 * Most alphas stay at 0 or C. After each epoch the others are gone over again and again, in an order of their
 * own, which costs as much as two epochs at most and saves many. */

static bool sweep(struct pt_svm *s, size_t n)
{
    const struct pt_seen_rows rows = pt_setup_rows(&s->base.setup);
    bool moved = false;

    for (size_t i = 0; i < n; i++) {
        const uint64_t number = s->active[i];
        const struct pt_row row = pt_seen_row(&rows, number);
        const double y = row.label == 1 ? 1.0 : -1.0, along = pt_vec_dot(s->base.setup.ops, s->base.w.w, &row);

        moved |= s->free_bias ? pt_svm_pair(s, &row, number, y * along)
                              : coordinate(s, &row, &s->alpha[number],
                                           y * (along + s->base.w.bias[0] * s->base.setup.bias_scale));
    }
    return moved;
}

static size_t find_active(struct pt_svm *s)
{
    const struct pt_seen_rows rows = pt_setup_rows(&s->base.setup);
    size_t n = 0;

    for (uint64_t i = 0; i < s->n; i++)
        if (s->alpha[i] > 0.0 && s->alpha[i] < s->C * pt_seen_row(&rows, i).weight)
            s->active[n++] = (uint32_t)i;
    return n;
}

/* So many epochs come only where one alpha at a time comes to nothing. */
static ptron_status move_jointly(struct pt_svm *s, ptron_error *err)
{
    bool whole = s->epochs <= PATIENT_EPOCHS || s->free_bias;
    size_t work = 0;

    while (!whole) {
        const size_t n = find_active(s);

        work += n * pt_min(n, PT_SVM_STEPS);
        if (n < 2 || work > MOST_WORK)
            break;
        PT_TRY(pt_svm_joint(s, n, &whole, err));
    }
    return PTRON_OK;
}

static void go_over_active(struct pt_svm *s)
{
    pt_random random = pt_random_of(s->base.setup.seed, UINT64_C(0x73766d) + s->epochs);
    const size_t n = find_active(s);
    const size_t sweeps = n == 0 ? 0 : pt_min(MOST_SWEEPS, 2 * (size_t)s->n / n);
    for (size_t i = 0; i < sweeps; i++) {
        pt_random_shuffle(&random, s->active, n);
        if (!sweep(s, n))
            break;
    }
}

/* ---- the gap ------------------------------------------------------------------------------------- */

static double mass_of(const struct pt_svm *s)
{
    double mass = 0.0;

    for (uint64_t i = 0; i < s->n; i++)
        mass += fmax(s->alpha[i], 0.0);
    return mass;
}

static double norm2_of(const struct pt_svm *s)
{
    const struct pt_weights *w = &s->base.w;

    return s->free_bias ? s->base.setup.ops->norm2(w->w, w->features) : pt_weights_norm2(s->base.setup.ops, w);
}

/* 1/2 (mass/norm)^2; the square of the mass alone may be beyond doubles. */
static double dual_of_hard_margin(double norm2, double mass)
{
    const double upper = sqrt(norm2) / mass;

    return !(norm2 > 0.0) || !(mass > 0.0)         ? 0.0
           : mass > 1e-150 && mass < 1e150         ? 0.5 * mass * mass / norm2
                                                   : 0.5 / upper / upper;
}

/* Primal of weights of that squared norm, and relative gap to the dual of the present alphas. Hard margin: w is scaled
 * until every product is at least 1, alpha until the dual is highest; both are infinite while a row is on the wrong
 * side. */
static void weigh(const struct pt_svm *s, double answer2, const struct pt_census *census, double *objective,
                  double *gap)
{
    const double norm2 = norm2_of(s), mass = mass_of(s);
    double primal, dual;

    if (isinf(s->C)) {
        primal = census->least > 0.0 ? 0.5 * answer2 / (census->least * census->least) : INFINITY;
        dual = dual_of_hard_margin(norm2, mass);
    } else {
        primal = 0.5 * answer2 + s->C * census->hinge;
        dual = mass - 0.5 * norm2;
    }
    *objective = primal;
    *gap = primal > 0.0 && isfinite(primal) ? fmax(0.0, (primal - dual) / primal) : INFINITY;
}

/* The gap costs a pass over the rows: it is looked at less often as epochs go by, until all free rows move at once. */
static ptron_status check_gap(struct pt_svm *s, ptron_stop *reason, ptron_error *err)
{
    struct pt_census census;
    ptron_model view;
    double objective, gap;

    if (s->epochs < s->next_check && s->epochs <= PATIENT_EPOCHS)
        return PTRON_OK;
    s->next_check = s->epochs + 1 + s->epochs / 10;
    pt_linear_view(&s->base.setup, &s->base.w, s->base.additive, &view);
    PT_TRY(pt_setup_judge(&s->base.setup, &view, &census, err));
    weigh(s, norm2_of(s), &census, &objective, &gap);
    if (*reason == PTRON_STOP_RUNNING && gap <= s->target)
        *reason = isinf(s->C) ? PTRON_STOP_MARGIN : PTRON_STOP_GAP;
    return PTRON_OK;
}

static bool alphas_finite(const struct pt_svm *s)
{
    for (uint64_t i = 0; i < s->n; i++)
        if (!isfinite(s->alpha[i]))
            return false;
    return true;
}

static ptron_status svm_end_epoch(void *self, ptron_stop *reason, ptron_error *err)
{
    struct pt_svm *s = self;

    s->epochs++;
    go_over_active(s);
    if (s->epochs == FEW_EPOCHS && pt_svm_suits_interior(s))
        PT_TRY(pt_svm_interior(s, mass_of(s) - 0.5 * norm2_of(s), err));
    PT_TRY(move_jointly(s, err));
    if (s->free_bias)
        pt_svm_set_bias(s);
    if (!pt_weights_finite(&s->base.w, s->base.setup.pool) || !alphas_finite(s))
        return pt_linear_overflow(&s->base.setup, err);
    PT_TRY(check_gap(s, reason, err));
    if (*reason == PTRON_STOP_RUNNING && pt_linear_is_spent(&s->base))   /* rows gone over again count, too */
        *reason = PTRON_STOP_UPDATES;
    return PTRON_OK;
}

/* ---- answering ----------------------------------------------------------------------------------- */

static ptron_status svm_bracket(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                                ptron_error *err)
{
    const struct pt_svm *s = self;

    (void)err;
    *last = *answered = (struct pt_bracket){norm2_of(s), mass_of(s), s->free_bias};
    return PTRON_OK;
}

/* With a hold-out the weights answered with may be earlier ones; alphas bound the best objective all the same. */
static ptron_status svm_report(const void *self, const struct pt_answer *answer, ptron_result *result, ptron_error *err)
{
    const struct pt_svm *s = self;
    const double scale = s->base.setup.bias_scale;
    double bias;

    (void)err;
    result->updates = s->base.updates;
    if (answer == NULL)
        return PTRON_OK;
    bias = s->free_bias || scale == 0.0 ? 0.0 : answer->model->bias[0] / scale;
    weigh(s, s->base.setup.ops->norm2(answer->model->weights, answer->model->n_features) + bias * bias,
          &answer->census, &result->objective, &result->gap);
    return PTRON_OK;
}

/* ---- state --------------------------------------------------------------------------------------- */

static void svm_save_state(const void *self, struct pt_buffer *out)
{
    const struct pt_svm *s = self;

    pt_weights_save(&s->base.w, out);
    pt_buffer_u64(out, s->base.updates);
    pt_buffer_u64(out, s->epochs);
    pt_buffer_u64(out, s->next_check);
    pt_buffer_u64(out, s->partner.up);
    pt_buffer_u64(out, s->partner.low);
    pt_buffer_u64(out, s->n);
    for (uint64_t i = 0; i < s->n; i++)
        pt_buffer_f64(out, s->alpha[i]);
}

static ptron_status svm_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct pt_svm *s = self;
    bool right;

    PT_TRY(pt_weights_load(&s->base.w, in, err));
    s->base.updates = pt_cursor_u64(in);
    s->epochs = pt_cursor_u64(in);
    s->next_check = pt_cursor_u64(in);
    s->partner.up = pt_cursor_u64(in);
    s->partner.low = pt_cursor_u64(in);
    right = pt_cursor_u64(in) == s->n && s->n <= pt_cursor_left(in) / 8 &&
            (s->partner.up < s->n || s->partner.up == UINT64_MAX) &&
            (s->partner.low < s->n || s->partner.low == UINT64_MAX);
    for (uint64_t i = 0; right && i < s->n; i++)
        right = isfinite(s->alpha[i] = pt_cursor_f64(in)) != 0;
    return right && !in->failed ? PTRON_OK : pt_fail(err, PTRON_MODEL, "the state is cut short or makes no sense");
}

/* ---- names --------------------------------------------------------------------------------------- */

#define OPS(objective)                                                                                          \
    {                                                                                                            \
        .size = sizeof(struct pt_svm), .create = svm_create, .observe = svm_observe, .end_epoch = svm_end_epoch, \
        .snapshot = pt_linear_snapshot, .last = pt_linear_last, .destroy = svm_destroy,                          \
        .state = {svm_save_state, svm_load_state},                                                               \
        .numbers = {.bracket = svm_bracket, .report = svm_report, .objective_text = (objective),                 \
                    .made = pt_linear_made},                                                                     \
    }

static const struct pt_learner_ops svm_ops =
    OPS("half the squared norm, plus C times what rows lack to a product of 1");
static const struct pt_learner_ops hard_ops =
    OPS("half the squared norm of the weights, scaled to a least product of 1");

enum { CAN = PT_ONE_VS_REST | PT_ANY_ROW | PT_HAS_BRACKET | PT_OWN_GAP | PT_TAKES_GAP | PT_TAKES_BIAS };
#define REFERENCE "Cortes and Vapnik 1995; Hsieh and others 2008; Platt 1999"

static const struct svm_algorithm algorithms[] = {
    {{"svm", "one alpha in 0..C at a time to the dual's best, w = sum of alpha y x",
      "the duality gap says how far from the best objective it is", REFERENCE, CAN | PT_ROW_WEIGHTS, PT_PROVED_NOTHING,
      &svm_ops,
      PT_OWN("C", "free-bias")}, .hard = false},
    {{"hard-margin",
      "one alpha >= 0 at a time to the dual's best, w = sum of alpha y x: every row on its side, the largest margin",
      "lower and upper bound of the largest margin meet", REFERENCE, CAN | PT_GAP_OF_MARGIN, PT_PROVED_NOTHING,
      &hard_ops,
      PT_OWN("free-bias")}, .hard = true},
};
const struct pt_family pt_svm_family = PT_FAMILY(algorithms);
