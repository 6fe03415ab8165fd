/* Ranking. A score becomes a whole number that sorts as the score does;
 * sorting those by their bytes, in place, needs no memory and no comparisons, so it cannot fail. */
#include "base/alloc.h"
#include "base/size.h"
#include "base/number.h"
#include "score/ranking.h"

#include <math.h>
#include <string.h>

enum { TOP_BYTE = 7, SMALL = 32 };

/* Negative numbers have their bits inverted, others their sign: the order of doubles is then that of the keys.
 * -0 counts as 0; no number at all sorts first. */
static uint64_t key_of(double score)
{
    const double value = score == 0.0 ? 0.0 : score;
    uint64_t bits;

    if (isnan(value))
        return 0;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63;
}

static double score_of(uint64_t key)
{
    const uint64_t bits = key >> 63 != 0 ? key & ~(UINT64_C(1) << 63) : ~key;
    double score;

    if (key == 0)
        return (double)NAN;
    memcpy(&score, &bits, sizeof score);
    return score;
}

bool pt_scores_reserve(struct pt_scores *scores, size_t more)
{
    void *keys = scores->key;
    size_t wanted;

    if (!pt_add(scores->n, more, &wanted) || !pt_grow(&keys, &scores->room, wanted, sizeof *scores->key))
        return false;
    scores->key = keys;
    return true;
}

void pt_scores_add(struct pt_scores *scores, double score)
{
    scores->key[scores->n++] = key_of(score);
}

void pt_scores_fini(struct pt_scores *scores)
{
    pt_release(scores->key);
    *scores = (struct pt_scores){0};
}

static void sort_few(uint64_t *key, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const uint64_t moved = key[i];
        size_t j = i;

        for (; j > 0 && key[j - 1] > moved; j--)
            key[j] = key[j - 1];
        key[j] = moved;
    }
}

static size_t byte_of(uint64_t key, unsigned byte)
{
    return (size_t)(key >> (8 * byte)) & 0xff;
}

/* American flag sort (McIlroy, Bostic, McIlroy 1993): each key goes straight to its byte's share. */
static void sort_keys(uint64_t *key, size_t n, unsigned byte)
{
    size_t end[256], next[256];   /* where the keys of each byte value end, and where the next one goes */

    if (n <= SMALL) {
        sort_few(key, n);
        return;
    }
    memset(end, 0, sizeof end);
    for (size_t i = 0; i < n; i++)
        end[byte_of(key[i], byte)]++;
    for (size_t b = 1; b < 256; b++)
        end[b] += end[b - 1];
    for (size_t b = 0; b < 256; b++)
        next[b] = b == 0 ? 0 : end[b - 1];
    for (size_t b = 0; b < 256; b++) {
        while (next[b] < end[b]) {
            const uint64_t moved = key[next[b]];
            const size_t home = byte_of(moved, byte);

            key[next[b]] = key[next[home]];
            key[next[home]++] = moved;
        }
    }
    for (size_t b = 0; byte > 0 && b < 256; b++)
        sort_keys(key + (b == 0 ? 0 : end[b - 1]), end[b] - (b == 0 ? 0 : end[b - 1]), byte - 1);
}

/* Twice the number of pairs won: whole numbers, exact up to 6e9 rows. */
static uint64_t count_won(const struct pt_scores *negative, const struct pt_scores *positive)
{
    size_t below = 0, up_to = 0;   /* negatives below the positive at hand, and those not above it */
    uint64_t won = 0;

    for (size_t i = 0; i < positive->n; i++) {
        while (below < negative->n && negative->key[below] < positive->key[i])
            below++;
        while (up_to < negative->n && negative->key[up_to] <= positive->key[i])
            up_to++;
        won += below + up_to;
    }
    return won;
}

void pt_scores_sort(struct pt_scores *scores)
{
    sort_keys(scores->key, scores->n, TOP_BYTE);
}

double pt_scores_area(const struct pt_scores *negative, const struct pt_scores *positive)
{
    if (negative->n == 0 || positive->n == 0)
        return (double)NAN;
    return (double)count_won(negative, positive) / (2.0 * (double)negative->n * (double)positive->n);
}

/* ---- the curve ----------------------------------------------------------------------------------- */

/* How many of the keys are at least this one, beyond the first `n` from the top that are known to be. */
static size_t at_least(const struct pt_scores *scores, size_t n, uint64_t key)
{
    while (n < scores->n && scores->key[scores->n - 1 - n] >= key)
        n++;
    return n;
}

/* The highest key below the first `n` from the top; 0, which is no number's, at the end. */
static uint64_t next_key(const struct pt_scores *scores, size_t n)
{
    return n < scores->n ? scores->key[scores->n - 1 - n] : 0;
}

bool pt_scores_down(const struct pt_scores *negative, const struct pt_scores *positive, struct pt_rank *at)
{
    const uint64_t of_positive = next_key(positive, at->right), of_negative = next_key(negative, at->wrong);
    const uint64_t key = of_positive > of_negative ? of_positive : of_negative;

    if (at->right == positive->n && at->wrong == negative->n)
        return false;
    *at = (struct pt_rank){score_of(key), at_least(positive, at->right, key), at_least(negative, at->wrong, key)};
    return true;
}

static double precision_at(const struct pt_rank *at)
{
    return (double)at->right / ((double)at->right + (double)at->wrong);
}

double pt_scores_precision(const struct pt_scores *negative, const struct pt_scores *positive)
{
    struct pt_rank at = {0};
    double sum = 0.0;
    size_t before = 0;

    if (positive->n == 0)
        return (double)NAN;
    for (; pt_scores_down(negative, positive, &at); before = at.right)
        sum += (double)(at.right - before) * precision_at(&at);
    return sum / (double)positive->n;
}

/* ---- a wanted point ------------------------------------------------------------------------------ */

ptron_status pt_wish_read(const char *text, struct pt_wish *wish, ptron_error *err)
{
    static const char *const names[] = {"precision=", "recall="};
    const char *end = text + strlen(text);

    *wish = (struct pt_wish){PT_WISH_F1, 0.0};
    if (strcmp(text, "f1") == 0)
        return PTRON_OK;
    for (size_t i = 0; i < 2; i++) {
        const size_t length = strlen(names[i]);
        const char *at = text + length;

        wish->of = i == 0 ? PT_WISH_PRECISION : PT_WISH_RECALL;
        if (strncmp(text, names[i], length) == 0 && pt_parse_double(&at, end, &wish->least) && at == end &&
            wish->least > 0.0 && wish->least <= 1.0)
            return PTRON_OK;
    }
    return pt_detail(err, PTRON_DETAIL_OPTION_VALUE,
                     pt_fail(err, PTRON_ARGUMENT, "threshold-for is '%.40s', wanted precision=P or recall=R, above 0 "
                             "and at most 1, or f1", text));
}

/* Higher is better; below 0: not as wanted. */
static double worth(struct pt_wish wish, const struct pt_rank *at, size_t positives)
{
    const double recall = (double)at->right / (double)positives, precision = precision_at(at);

    if (wish.of == PT_WISH_F1)
        return 2.0 * (double)at->right / ((double)at->right + (double)at->wrong + (double)positives);
    if (wish.of == PT_WISH_PRECISION)
        return precision >= wish.least ? recall : precision - 2.0;
    return recall >= wish.least ? precision : -2.0;
}

bool pt_scores_operate(const struct pt_scores *negative, const struct pt_scores *positive, struct pt_wish wish,
                       struct pt_rank *best, double *threshold, bool *reached)
{
    struct pt_rank at = {0}, below;
    double most = -INFINITY;

    if (negative->n == 0 || positive->n == 0)
        return false;
    while (pt_scores_down(negative, positive, &at)) {
        const double value = worth(wish, &at, positive->n);

        if (value > most) {
            most = value;
            *best = at;
        }
    }
    *reached = most >= 0.0;
    below = *best;
    *threshold = pt_scores_down(negative, positive, &below) && !isnan(below.score)
                     ? best->score / 2.0 + below.score / 2.0
                     : best->score - fmax(1.0, fabs(best->score));
    if (!(*threshold < best->score))   /* neighbours among the doubles */
        *threshold = below.score;
    return isfinite(*threshold);
}
