/* The area under the ROC curve by ranking. A score becomes a whole number that sorts as the score does;
 * sorting those by their bytes, in place, needs no memory and no comparisons, so it cannot fail. */
#include "base/alloc.h"
#include "base/size.h"
#include "judge/score.h"

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

double pt_scores_area(struct pt_scores *negative, struct pt_scores *positive, bool sorted)
{
    if (negative->n == 0 || positive->n == 0)
        return (double)NAN;
    if (!sorted) {
        sort_keys(negative->key, negative->n, TOP_BYTE);
        sort_keys(positive->key, positive->n, TOP_BYTE);
    }
    return (double)count_won(negative, positive) / (2.0 * (double)negative->n * (double)positive->n);
}
