/* Rules: pure functions, each with its formula, and the parameters they take. */
#include "learn/online/rule.h"

#include <math.h>

const struct pt_param pt_rule_params[] = {
    {"margin", PT_REAL, "1", 0, 1e300, "", "TAU", "margin: products up to this are mistakes"},
    {"margin-positive", PT_REAL, "1", 0, 1e300, "", "TAU", "uneven: the same for rows of the positive class"},
    {"margin-negative", PT_REAL, "0", 0, 1e300, "", "TAU", "uneven: and for those of the negative class"},
    {"fraction", PT_REAL, "0.5", 1e-9, 0.999999999, "", "SHARE", "pdm: the share of the best margin to reach"},
    {"C", PT_REAL, "1", 1e-300, 1e300, "", "C", "pa-1, pa-2, svm, logistic: how much a row may weigh"},
    {"lambda", PT_REAL, "0.0001", 1e-300, 1e300, "", "LAMBDA", "pegasos: how much the length of the weights counts"},
    {"r", PT_REAL, "1", 1e-300, 1e300, "", "R", "arow: how slowly confidence grows"},
};
const size_t pt_n_rule_params = sizeof pt_rule_params / sizeof *pt_rule_params;

/* A product of exactly 0 is a mistake unless told otherwise: from w = 0 nothing would ever move. */
static double unit_step(const struct pt_case *c, double threshold)
{
    return c->product < threshold || (c->product == threshold && !c->lenient) ? 1.0 : 0.0;
}

static double zero(const struct pt_case *c)
{
    (void)c;
    return 0.0;
}

static double one(const struct pt_case *c)
{
    (void)c;
    return 1.0;
}

static double tau(const struct pt_case *c)
{
    return c->param[0];
}

static double tau_of_class(const struct pt_case *c)
{
    return c->param[c->sign > 0 ? 0 : 1];
}

/* y w.x <= 0: w += y x (Rosenblatt 1958). */
static double step_mistake(const struct pt_case *c)
{
    return unit_step(c, 0.0);
}

/* y w.x <= tau: w += y x (Krauth and Mezard 1987; bounds as in Li and others 2002). */
static double step_margin(const struct pt_case *c)
{
    return unit_step(c, tau(c));
}

/* The same with a tau for each class (Li and others 2002). */
static double step_uneven(const struct pt_case *c)
{
    return unit_step(c, tau_of_class(c));
}

/* y w.x <= (1-eps) |w|^2 / mass: w += y x (Panagiotakopoulos and Tsampouka 2011). No u of margin gamma has
 * u.w < gamma mass, so |w|/mass bounds gamma* from above; where nothing is left to do, the margin is at
 * least (1-eps) |w|/mass >= (1-eps) gamma*. */
static double step_dynamic(const struct pt_case *c)
{
    return unit_step(c, c->mass > 0.0 ? c->param[0] * c->w_norm2 / c->mass : 0.0);
}

/* loss = max(0, 1 - y w.x); step min(C, loss/|x|^2) (Crammer and others 2006). */
static double step_pa1(const struct pt_case *c)
{
    const double loss = 1.0 - c->product;

    return loss <= 0.0 || c->norm2 <= 0.0 ? 0.0 : fmin(c->param[0] * c->weight, loss / c->norm2);
}

/* The same with step loss/(|x|^2 + 1/2C). */
static double step_pa2(const struct pt_case *c)
{
    const double loss = 1.0 - c->product;

    return loss <= 0.0 ? 0.0 : loss / (c->norm2 + 1.0 / (2.0 * c->param[0] * c->weight));
}

/* norm2 is here x'Sx: step loss/(x'Sx + r) along Sx (Crammer, Kulesza, Dredze 2009). */
static double step_confidence(const struct pt_case *c)
{
    const double loss = 1.0 - c->product;

    return loss <= 0.0 ? 0.0 : loss / (c->norm2 + c->param[0] / c->weight);
}

/* The slope of lambda/2 |w|^2 + max(0, 1 - y w.x) with a rate of 1/(lambda t) at row t:
 *     w = (1 - 1/t) w + [y w.x < 1] y x/(lambda t)
 * (Shalev-Shwartz and others 2011, without the projection, which they make optional). Every row is an update. */
static double step_pegasos(const struct pt_case *c)
{
    return c->product < 1.0 ? c->weight / (c->param[0] * (double)(c->updates + 1)) : 0.0;
}

static double keep_pegasos(const struct pt_case *c)
{
    return c->updates == 0 ? 1.0 : 1.0 - 1.0 / (double)(c->updates + 1);   /* w is 0 at the first */
}

/* At a mistake the shortest u with y u.x >= 1 and u.w >= |w|^2 (Li and Long 2002): with p = y w.x <= 0 it is
 *     u = ((|x|^2 |w|^2 - p) w + |w|^2 (1 - p) y x) / (|x|^2 |w|^2 - p^2).
 * Where rows are separable by gamma, |w| stays below 1/gamma. Weights longer than that of any gamma above 1e-8 |x|, and
 * rows that leave no u at all, say that they are not: then w begins anew as the shortest with y w.x >= 1. */
static bool romma_begins(const struct pt_case *c)
{
    const double most = c->norm2 * c->w_norm2;

    return !(most > 0.0 && most < 1e16 && most > c->product * c->product);
}

static double step_romma(const struct pt_case *c)
{
    if (unit_step(c, 0.0) == 0.0 || c->norm2 <= 0.0)
        return 0.0;
    return romma_begins(c) ? 1.0 / c->norm2
                           : c->w_norm2 * (1.0 - c->product) / (c->norm2 * c->w_norm2 - c->product * c->product);
}

static double keep_romma(const struct pt_case *c)
{
    if (unit_step(c, 0.0) == 0.0 || c->norm2 <= 0.0)
        return 1.0;
    return romma_begins(c) ? 0.0
                           : (c->norm2 * c->w_norm2 - c->product) / (c->norm2 * c->w_norm2 - c->product * c->product);
}

const struct pt_rule pt_rule_mistake = {.step = step_mistake, .threshold = zero, .only_mistakes = true};
const struct pt_rule pt_rule_margin = {.step = step_margin, .threshold = tau};
const struct pt_rule pt_rule_uneven = {.step = step_uneven, .threshold = tau_of_class};
const struct pt_rule pt_rule_dynamic = {.step = step_dynamic, .needs_norm = true, .promises = true};
const struct pt_rule pt_rule_pa1 = {.step = step_pa1, .threshold = one, .own_length = true};
const struct pt_rule pt_rule_pa2 = {.step = step_pa2, .threshold = one, .own_length = true};
const struct pt_rule pt_rule_confidence = {.step = step_confidence, .threshold = one, .own_length = true};
const struct pt_rule pt_rule_pegasos = {
    .step = step_pegasos, .keep = keep_pegasos, .threshold = one, .own_length = true,
};
const struct pt_rule pt_rule_romma = {
    .step = step_romma, .keep = keep_romma, .threshold = zero, .own_length = true, .needs_norm = true,
    .only_mistakes = true,
};
