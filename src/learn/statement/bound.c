/* Bounds, each with its derivation. */
#include "learn/statement/traits.h"
#include "base/elementary.h"

#include <math.h>
#include <string.h>

/* ---- the bounds ------------------------------------------------------------------------------------ */

/* An update adds s a, where a is a row with its sign (many classes: at its own, less at its rival's), a.w <= tau and
 * |a|^2 <= p R^2. Let S be the sum of all s, each at most s_max, and u the best direction, a.u >= gamma. Then
 *     u.w >= u.w0 + gamma S,   |w|^2 <= |w0|^2 + (s_max p R^2 + 2 tau) S,
 * and with u.w <= |w|:  gamma S - |w0| <= sqrt(|w0|^2 + (s_max p R^2 + 2 tau) S), so
 *     S <= (s_max p R^2 + 2 tau)/gamma^2 + 2 |w0|/gamma.
 * A step is the rate times the row's weight: the sum of the rates is S/c_min at most, and at a constant rate that is so
 * many updates times the rate. Mixing shards keeps both sides: u.w is linear, and the squared norm of a mean is at most
 * the mean of squared norms; S is then that of the shards, each times its share.
 *
 * A batch adds s g, g the sum of c a over m <= b mistakes: |g| <= R M, M the sum of their weights, at most b c_max.
 * With S the sum of all s M, |w|^2 <= |w0|^2 + R^2 s_max b c_max S; S is at least c_min times mistakes times rate, and
 * at least c_min times the sum of the rates. */
static struct pt_bound_terms adding(const struct pt_run *run, const struct pt_traits *t, double rows)
{
    const struct pt_run_numbers *n = run->numbers;
    const bool weighs = (run->algorithm->can & PT_ROW_WEIGHTS) != 0 && n != NULL;
    const double c_min = weighs ? n->c_min : 1.0, c_max = weighs ? n->c_max : 1.0;
    const double unit = t->falling ? 1.0 : t->rate;   /* what the bounded number counts in */

    return (struct pt_bound_terms){
        .times = (t->many ? 2.0 : 1.0) * (c_max / c_min) * rows * (t->falling ? t->rate : 1.0),
        .more = 2.0 * t->tau / (unit * c_min),
        .linear = n == NULL ? 0.0 : 2.0 * n->start / (unit * c_min),
    };
}

/* With loss l >= 1 at a mistake and u of margin 1 (|u| = 1/gamma, no loss of its own), each update brings w
 * nearer to u:
 *     |w - u|^2 - |w' - u|^2 >= s (2 l - s |a|^2)                                   (Crammer and others 2006).
 * pa-1: s = min(C c, l/|a|^2), so that is s l at least, and at a mistake min(C c, 1/(p R^2)). pa-2: s = l/(|a|^2 +
 * 1/2Cc), so it is l^2/(|a|^2 + 1/2Cc) at least. In all it is no more than |u|^2, from zero. */
static struct pt_bound_terms aggressive(const struct pt_run *run, const struct pt_traits *t, double radius)
{
    const double c = pt_run_real(run, "C") * (run->numbers == NULL ? 1.0 : run->numbers->c_min);
    const double p = t->many ? 2.0 : 1.0;

    return run->algorithm->proved == PT_PROVED_SOFTENED
               ? (struct pt_bound_terms){.times = p, .more = 1.0 / (2.0 * c)}
               : (struct pt_bound_terms){.times = p, .more = fmax(0.0, 1.0 / c - p * radius * radius)};
}

struct pt_bound_terms pt_bound_terms_of(const struct pt_run *run, const struct pt_traits *t, double radius)
{
    const double batch = pt_run_real(run, "batch-size");

    switch (run->algorithm->proved) {
    case PT_PROVED_BATCH:
        return adding(run, t, run->numbers != NULL ? (double)run->numbers->batch
                              : batch > 0.0        ? fmin(batch, (double)run->model->training.rows)
                                                   : (double)run->model->training.rows);
    case PT_PROVED_CLIPPED:
    case PT_PROVED_SOFTENED:
        return aggressive(run, t, radius);
    case PT_PROVED_SHORTEST:   /* each mistake makes |w|^2 longer by 1/R^2, and no w is longer than u (Li and Long) */
        return (struct pt_bound_terms){.times = 1.0};
    case PT_PROVED_DYNAMIC:
        return (struct pt_bound_terms){.times = t->many ? 2.0 : 1.0, .fraction = pt_run_real(run, "fraction")};
    default:
        return adding(run, t, 1.0);
    }
}

/* Gamma(1+s) = Gamma(z) / ((1+s) ... (8+s)), z = 9+s, by Stirling's series: its next term is 1/(1188 z^9), below 1e-11.
 */
static double gamma_of(double s)
{
    const double z = 9.0 + s, r = 1.0 / z, r2 = r * r;
    const double rest = r * (1.0 / 12 - r2 * (1.0 / 360 - r2 * (1.0 / 1260 - r2 / 1680)));
    double product = 1.0;

    for (int i = 1; i <= 8; i++)
        product *= i + s;
    return pt_exp((z - 0.5) * pt_log(z) - z + 0.91893853320467274178 + rest) / product;   /* ln(2 pi)/2 */
}

/* The dynamic margin moves at a.w <= f |w|^2/k after k updates, in units of the rate. So |w|^2, in units of p R^2, is
 * at most b(k) with b(1) = 1, b(k+1) = (1 + 2f/k) b(k) + 1, whose solution is, with c = 2f,
 *     b(k) = (k - Gamma(k+c)/(Gamma(k) Gamma(c))) / (1-c),
 * which grows with c. For c < 1 it is at most k/(1-c); for c = 1+s, 0 < s <= 1, by Gamma(k+s) <= k^s Gamma(k) at most
 *     ((k+s) k^s / Gamma(1+s) - k) / s.
 * And |w| >= gamma k: k^2 gamma^2 <= p R^2 b(k), which ends at some k, since b(k)/k^2 falls.
 * `ratio2`: p (R/gamma)^2. */
static double grown(double k, double s)
{
    return ((k + s) * pt_power(k, s) / gamma_of(s) - k) / s * (1.0 + 1e-9);
}

static double dynamic_bound(double fraction, double ratio2)
{
    const double s = fmin(1.0, fmax(2.0 * fraction - 1.0, 1e-3));
    const double plain = fraction < 0.5 ? ratio2 / (1.0 - 2.0 * fraction) : INFINITY;
    double low = 1.0, high = 2.0;

    if (!(ratio2 >= 1.0) || fraction < 0.25)
        return fmax(1.0, plain);
    while (high < 1e300 && ratio2 * grown(high, s) >= high * high)
        high *= 2.0;
    low = high / 2.0;
    for (int i = 0; i < 100 && high < 1e300; i++) {
        const double k = 0.5 * (low + high);
        if (ratio2 * grown(k, s) >= k * k)
            low = k;
        else
            high = k;
    }
    return fmin(plain, high < 1e300 ? high : INFINITY);
}

double pt_bound_at(const struct pt_bound_terms *t, double radius, double margin)
{
    const double ratio = sqrt(t->times) * radius / margin;

    if (isnan(margin))
        return NAN;
    if (!(margin > 0.0))
        return INFINITY;
    return t->fraction > 0.0 ? dynamic_bound(t->fraction, ratio * ratio)
                             : ratio * ratio + t->more / margin / margin + t->linear / margin;
}

/* The greatest k of the dynamic margin, step by step, or a million, which it is not below. */
static double dynamic_least(double fraction, double ratio2)
{
    enum { MOST = 1000000 };
    double b = 1.0, k = 1.0;

    for (; k < MOST && k * k <= ratio2 * b * (1.0 - 1e-9); k++)
        b = (1.0 + 2.0 * fraction / k) * b + 1.0;
    return k - 1.0;
}

double pt_bound_least(const struct pt_bound_terms *t, double radius, double margin)
{
    const double ratio = sqrt(t->times) * radius / margin;

    return t->fraction > 0.0 && margin > 0.0 ? dynamic_least(t->fraction, ratio * ratio)
                                             : pt_bound_at(t, radius, margin);
}

void pt_statement_measure(const struct pt_run *run, ptron_result *r)
{
    const struct pt_traits traits = pt_traits_of(run);
    struct pt_bound_terms terms;

    r->k_max_lower = r->k_max_upper = NAN;
    if (!pt_traits_prove(run, &traits))
        return;
    terms = pt_bound_terms_of(run, &traits, r->radius);
    r->k_max_lower = pt_bound_at(&terms, r->radius, r->margin_upper);
    r->k_max_upper = pt_bound_at(&terms, r->radius, r->margin_lower);
}

/* ---- in words -------------------------------------------------------------------------------------- */

#define FROM(first, start)      {first, first " + 2|w0|/" start}
#define WEIGHED(plain, weighed) {FROM(plain, "(rate gamma*)"), FROM(weighed, "(rate c_min gamma*)")}
#define FALLING(plain, weighed) {FROM(plain, "gamma*"), FROM(weighed, "(c_min gamma*)")}

/* [rates differ][tau > 0][many classes][weights][start] */
static const char *const adding_formulas[2][2][2][2][2] = {
    {{WEIGHED("(R/gamma*)^2", "(c_max/c_min) (R/gamma*)^2"),
      WEIGHED("2 (R/gamma*)^2", "2 (c_max/c_min) (R/gamma*)^2")},
     {WEIGHED("(R^2 + 2 tau/rate)/gamma*^2", "(c_max R^2 + 2 tau/rate)/(c_min gamma*^2)"),
      WEIGHED("(2 R^2 + 2 tau/rate)/gamma*^2", "(2 c_max R^2 + 2 tau/rate)/(c_min gamma*^2)")}},
    {{FALLING("rate_max (R/gamma*)^2", "rate_max (c_max/c_min) (R/gamma*)^2"),
      FALLING("2 rate_max (R/gamma*)^2", "2 rate_max (c_max/c_min) (R/gamma*)^2")},
     {FALLING("(rate_max R^2 + 2 tau)/gamma*^2", "(rate_max c_max R^2 + 2 tau)/(c_min gamma*^2)"),
      FALLING("(2 rate_max R^2 + 2 tau)/gamma*^2", "(2 rate_max c_max R^2 + 2 tau)/(c_min gamma*^2)")}},
};
/* [rates differ][weights][start]; batch: its rows */
static const char *const batch_formulas[2][2][2] = {
    WEIGHED("batch (R/gamma*)^2", "batch (c_max/c_min) (R/gamma*)^2"),
    FALLING("batch rate_max (R/gamma*)^2", "batch rate_max (c_max/c_min) (R/gamma*)^2"),
};
/* [many classes][weights] */
static const char *const clipped_formulas[2][2] = {
    {"max(R^2, 1/C)/gamma*^2", "max(R^2, 1/(C c_min))/gamma*^2"},
    {"max(2 R^2, 1/C)/gamma*^2", "max(2 R^2, 1/(C c_min))/gamma*^2"}};
static const char *const softened_formulas[2][2] = {
    {"(R^2 + 1/(2C))/gamma*^2", "(R^2 + 1/(2C c_min))/gamma*^2"},
    {"(2 R^2 + 1/(2C))/gamma*^2", "(2 R^2 + 1/(2C c_min))/gamma*^2"}};
static const char dynamic_formula[] = "greatest k with k^2 (gamma*/R)^2 <= b(k), b(1) = 1, "
                                      "b(k+1) = (1 + 2 fraction/k) b(k) + 1";

const char *pt_bound_formula(enum pt_proved proved, const struct pt_traits *t)
{
    switch (proved) {
    case PT_PROVED_NOTHING:
        return NULL;
    case PT_PROVED_BATCH:
        return batch_formulas[t->falling][t->weighted][t->started];
    case PT_PROVED_DYNAMIC:
        return dynamic_formula;
    case PT_PROVED_CLIPPED:
        return clipped_formulas[t->many][t->weighted];
    case PT_PROVED_SOFTENED:
        return softened_formulas[t->many][t->weighted];
    case PT_PROVED_SHORTEST:
        return adding_formulas[0][0][0][0][0];
    default:
        return adding_formulas[t->falling][t->tau > 0.0][t->many][t->weighted][t->started];
    }
}

const char *pt_bounded_by(enum pt_proved proved, const struct pt_traits *t)
{
    const bool mistakes = proved == PT_PROVED_BATCH || proved == PT_PROVED_CLIPPED || proved == PT_PROVED_SOFTENED ||
                          proved == PT_PROVED_SHORTEST;

    return proved == PT_PROVED_NOTHING                        ? NULL
           : t->shards                                        ? "mixed updates"
           : t->falling && proved < PT_PROVED_DYNAMIC         ? "sum of steps"
           : mistakes                                         ? "mistakes"
                                                              : "updates";
}

const char *pt_statement_of(const struct pt_algorithm *a, const char **formula)
{
    struct pt_traits plain = {.tau = 0.0};

    for (const char *const *o = a->options; a->proved == PT_PROVED_ADDING && *o != NULL; o++)
        if (strncmp(*o, "margin", 6) == 0)
            plain.tau = 1.0;
    *formula = pt_bound_formula(a->proved, &plain);
    return pt_bounded_by(a->proved, &plain);
}
