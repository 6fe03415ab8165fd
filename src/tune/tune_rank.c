/* Means, spreads and paired differences; who is best, and the simplest that is as good. */
#include "tune/tune.h"

#include <math.h>
#include <stdlib.h>

struct sums {
    size_t n;
    double mean, spread;   /* spread: the sample's standard deviation; NaN of one */
};

/* Of what `of` gives for each test; NaN: left out. */
static struct sums sum_up(const ptron_tuning *t, size_t share, size_t setting,
                          double (*of)(const ptron_tuning *t, size_t share, size_t setting, size_t test))
{
    struct sums s = {0, 0.0, 0.0};

    for (size_t i = 0; i < pt_tune_tests(t); i++) {
        const double x = of(t, share, setting, i);
        if (!isnan(x)) {
            s.n++;
            s.mean += x;
        }
    }
    s.mean = s.n == 0 ? (double)NAN : s.mean / (double)s.n;
    for (size_t i = 0; i < pt_tune_tests(t); i++) {
        const double x = of(t, share, setting, i);
        s.spread += isnan(x) ? 0.0 : (x - s.mean) * (x - s.mean);
    }
    s.spread = s.n < 2 ? (double)NAN : sqrt(s.spread / (double)(s.n - 1));
    return s;
}

static double score_of(const ptron_tuning *t, size_t share, size_t setting, size_t test)
{
    const struct pt_tune_run *run = pt_tune_run_at(t, share, setting, test);

    return run->done ? run->score : (double)NAN;
}

static double train_of(const ptron_tuning *t, size_t share, size_t setting, size_t test)
{
    const struct pt_tune_run *run = pt_tune_run_at(t, share, setting, test);

    return run->done ? run->train : (double)NAN;
}

static double less_best(const ptron_tuning *t, size_t share, size_t setting, size_t test)
{
    return score_of(t, share, setting, test) - score_of(t, share, t->best, test);
}

/* The largest size that a setting was tried at. */
static size_t size_of(const ptron_tuning *t, size_t setting)
{
    return t->halves ? t->settings[setting].left : t->n_shares - 1;
}

void pt_tune_tell(const ptron_tuning *t, size_t setting, size_t share, ptron_tuned *tuned)
{
    const struct sums score = sum_up(t, share, setting, score_of), less = sum_up(t, share, setting, less_best);
    const bool paired = !t->halves || t->settings[t->best].left == share;

    *tuned = (ptron_tuned){
        .size = sizeof *tuned, .name = t->settings[setting].name, .setting = t->settings[setting].given,
        .folds = score.n, .mean = score.mean, .spread = score.spread,
        .standard_error = score.spread / sqrt((double)score.n),
        .difference = paired ? less.mean : (double)NAN,
        .difference_error = paired ? less.spread / sqrt((double)less.n) : (double)NAN,
        .train = sum_up(t, share, setting, train_of).mean, .share = t->shares[share],
        .best = t->ranked && setting == t->best, .simplest = t->ranked && setting == t->simplest,
        .chosen = t->ranked && setting == t->chosen,
    };
    for (size_t s = 0; s <= share; s++)
        for (size_t i = 0; i < pt_tune_tests(t); i++)
            tuned->seconds += pt_tune_run_at(t, s, setting, i)->seconds;
}

/* ---- order --------------------------------------------------------------------------------------- */

/* Larger sizes before smaller, then the better mean, then the simpler; those without a score last. */
static bool goes_before(const ptron_tuning *t, size_t a, size_t b, size_t size_a, size_t size_b)
{
    const double sign = t->score->more ? -1.0 : 1.0;
    const double x = sign * sum_up(t, size_a, a, score_of).mean, y = sign * sum_up(t, size_b, b, score_of).mean;

    if (size_a != size_b)
        return size_a > size_b;
    if (isnan(x) || isnan(y) || x == y)
        return isnan(x) == isnan(y) ? pt_tune_simpler(&t->settings[a], &t->settings[b]) : isnan(y);
    return x < y;
}

/* Insertion: a few hundred settings at most, in an order that every machine finds. */
static void sort_ranks(ptron_tuning *t, size_t n, size_t share)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0; j--) {
            const size_t a = t->rank[j - 1], b = t->rank[j];
            const size_t size_a = share < t->n_shares ? share : size_of(t, a);
            const size_t size_b = share < t->n_shares ? share : size_of(t, b);

            if (!goes_before(t, b, a, size_b, size_a))
                break;
            t->rank[j - 1] = b;
            t->rank[j] = a;
        }
}

/* The simplest whose mean is within one standard error of the best's. */
static size_t find_simplest(const ptron_tuning *t)
{
    const size_t last = t->n_shares - 1;
    const struct sums best = sum_up(t, last, t->best, score_of);
    const double error = best.n < 2 ? 0.0 : best.spread / sqrt((double)best.n);
    size_t found = t->best;

    for (size_t i = 0; i < t->n; i++) {
        const size_t s = t->rank[i];
        const double away = fabs(sum_up(t, last, s, score_of).mean - best.mean);

        if (size_of(t, s) == last && away <= error && pt_tune_simpler(&t->settings[s], &t->settings[found]))
            found = s;
    }
    return found;
}

static bool is_all_done(const ptron_tuning *t)
{
    for (size_t s = 0; s < t->n; s++)
        for (size_t i = 0; i < pt_tune_tests(t); i++)
            if (!pt_tune_run_at(t, size_of(t, s), s, i)->done)
                return false;
    return true;
}

void pt_tune_rank(ptron_tuning *t)
{
    for (size_t i = 0; i < t->n; i++)
        t->rank[i] = i;
    sort_ranks(t, t->n, t->n_shares);
    t->best = t->rank[0];
    t->ranked = is_all_done(t);
    t->simplest = find_simplest(t);
    t->chosen = pt_option_is(t->options, "pick", "best") ? t->best : t->simplest;
}

void pt_tune_thin(ptron_tuning *t, size_t share)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        if (t->settings[i].left > share)
            t->rank[n++] = i;
    sort_ranks(t, n, share);
    for (size_t i = pt_tune_survivors(n); i < n; i++)
        t->settings[t->rank[i]].left = share;
}
