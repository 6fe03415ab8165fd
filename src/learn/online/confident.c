/* Spaces that learn how sure each weight is: AROW, diagonal (Crammer, Kulesza, Dredze 2009). Beside each weight stands
 * a variance, 1 at first. An update goes along Sx instead of x, and shrinks the variances of the features it used:
 *     w += step y S x,   S_jj -= S_jj^2 x_j^2 / (x'Sx + r).
 * What a row needs of a feature is met once, for both classes and for all arrays: they are far apart in memory. */
#include "learn/online/online.h"

/* The arrays that an update moves, at one class's weights of the first feature; drift: NULL when there is none. */
struct moved {
    double *w, *s, *drift;
    double step, late;   /* signed */
};

/* One feature of the row. Each number gets what it would get if the arrays were gone through one after the other. */
static inline void move_at(const struct moved *m, size_t at, double x, double beta)
{
    const double along = m->s[at] * x;

    m->w[at] += m->step * along;
    if (m->drift != NULL)
        m->drift[at] += m->late * along;
    m->s[at] -= beta * along * along;
}

/* What comes next for the row is the drift, most often: it is asked for while the variances are summed. */
static inline double spread_at(const struct moved *m, size_t at, double x)
{
    if (m->drift != NULL)
        PT_FETCH(m->drift + at);
    return m->s[at] * x * x;
}

#define KIND(name, NAME, type, bytes, value_i)                                                              \
    static void move_##name(const struct moved *m, size_t n_moved, size_t vectors, const struct pt_row *row, \
                            double beta)                                                                    \
    {                                                                                                       \
        const type *x = row->value;                                                                         \
                                                                                                            \
        (void)x;                                                                                            \
        for (size_t i = 0; i < row->n; i++) {                                                               \
            const size_t at = (row->index == NULL ? i : row->index[i]) * vectors;                           \
                                                                                                            \
            move_at(&m[0], at, value_i, beta);                                                              \
            if (n_moved > 1)                                                                                \
                move_at(&m[1], at, value_i, beta);                                                          \
        }                                                                                                   \
    }                                                                                                       \
    static void spread_##name(const struct moved *m, size_t n_moved, size_t vectors, const struct pt_row *row, \
                              double *sum)                                                                  \
    {                                                                                                       \
        const type *x = row->value;                                                                         \
        double own = 0.0, rivals = 0.0;                                                                     \
                                                                                                            \
        (void)x;                                                                                            \
        for (size_t i = 0; i < row->n; i++) {                                                               \
            const size_t at = (row->index == NULL ? i : row->index[i]) * vectors;                           \
                                                                                                            \
            own += spread_at(&m[0], at, value_i);                                                           \
            if (n_moved > 1)                                                                                \
                rivals += spread_at(&m[1], at, value_i);                                                    \
        }                                                                                                   \
        sum[0] = own;                                                                                       \
        sum[1] = rivals;                                                                                    \
    }
PT_KIND_MAP(KIND)

#define X(name, NAME, type, bytes, value) [PT_##NAME] = {move_##name, spread_##name},
static const struct {
    void (*move)(const struct moved *m, size_t n_moved, size_t vectors, const struct pt_row *row, double beta);
    void (*spread)(const struct moved *m, size_t n_moved, size_t vectors, const struct pt_row *row, double *sum);
} of[PT_N_KINDS] = {PT_KIND_MAP(X)};
#undef X

/* These spaces answer with the last weights or with their average: no other keeper has weights here. */
static double *drift_of(const struct pt_online *o, size_t v)
{
    return o->kept.weights.w == NULL ? NULL : o->kept.weights.w + v;
}

static struct moved asked_of(const struct pt_online *o, size_t v)
{
    return (struct moved){.s = o->variance.w + v, .drift = drift_of(o, v)};
}

static struct moved moved_of(const struct pt_online *o, size_t v, double step, double late)
{
    return (struct moved){o->base.w.w + v, o->variance.w + v, late == 0.0 ? NULL : drift_of(o, v), step, late};
}

/* ---- the constant feature ------------------------------------------------------------------------ */

static double bias_spread(const struct pt_online *o, size_t v)
{
    return o->variance.bias[v] * o->base.setup.bias_scale * o->base.setup.bias_scale;
}

static void move_bias(struct pt_online *o, size_t v, double step, double late, double beta)
{
    const double along = o->variance.bias[v] * o->base.setup.bias_scale;

    o->base.w.bias[v] += step * along;
    if (late != 0.0 && o->kept.weights.bias != NULL)
        o->kept.weights.bias[v] += late * along;
    o->variance.bias[v] -= beta * along * along;
}

/* ---- two classes --------------------------------------------------------------------------------- */

static double shrinkage(const struct pt_online *o, const struct pt_case *c)
{
    return 1.0 / (c->norm2 + o->param[0] / c->weight);
}

static double confident_spread(const struct pt_online *o, const struct pt_row *row, uint32_t rival)
{
    const struct moved m = asked_of(o, 0);
    double sum[2];

    (void)rival;
    if (o->variance.paired)
        sum[0] = o->base.setup.ops->paired[row->kind].spread(o->base.w.w, row->index, row->value, row->n);
    else
        of[row->kind].spread(&m, 1, 1, row, sum);
    return sum[0] + bias_spread(o, 0);
}

static void confident_move(struct pt_online *o, const struct pt_row *row, uint32_t rival, double step, double late,
                           const struct pt_case *c)
{
    const double sign = row->label == 1 ? 1.0 : -1.0, beta = shrinkage(o, c);
    const struct moved m = moved_of(o, 0, sign * step, sign * late);

    (void)rival;
    if (o->variance.paired) {
        const struct pt_paired_ops *ops = &o->base.setup.ops->paired[row->kind];

        ops->add_along(o->base.w.w, m.step, row->index, row->value, row->n);
        ops->shrink(o->base.w.w, beta, row->index, row->value, row->n);
    } else {
        of[row->kind].move(&m, 1, 1, row, beta);
    }
    move_bias(o, 0, m.step, m.late, beta);
}

const struct pt_space pt_space_confident = {
    .one_vector = true, .margin = pt_space_binary_margin, .pairs = 1.0, .many = &pt_space_confident_classes,
    .spread = confident_spread, .move = confident_move,
};

/* ---- many classes -------------------------------------------------------------------------------- */

static double confident_class_spread(const struct pt_online *o, const struct pt_row *row, uint32_t rival)
{
    const struct moved m[] = {asked_of(o, row->label), asked_of(o, rival)};
    double sum[2];

    of[row->kind].spread(m, 2, o->variance.vectors, row, sum);
    return (sum[0] + bias_spread(o, row->label)) + (sum[1] + bias_spread(o, rival));
}

static void confident_class_move(struct pt_online *o, const struct pt_row *row, uint32_t rival, double step,
                                 double late, const struct pt_case *c)
{
    const struct moved m[] = {moved_of(o, row->label, step, late), moved_of(o, rival, -step, -late)};
    const double beta = shrinkage(o, c);

    of[row->kind].move(m, 2, o->variance.vectors, row, beta);
    move_bias(o, row->label, step, late, beta);
    move_bias(o, rival, -step, -late, beta);
}

const struct pt_space pt_space_confident_classes = {
    .margin = pt_space_class_margin, .pairs = 2.0, .many = &pt_space_confident_classes,
    .spread = confident_class_spread, .move = confident_class_move,
};
