/* Edit distance with swaps of neighbours (optimal string alignment), on short words. */
#include "base/error.h"

#include <string.h>

enum { LONGEST = 40 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t distance(const char *a, const char *b)
{
    const size_t m = strlen(a), n = strlen(b);
    size_t d[LONGEST + 1][LONGEST + 1];

    if (m > LONGEST || n > LONGEST)
        return SIZE_MAX;
    for (size_t i = 0; i <= m; i++)
        d[i][0] = i;
    for (size_t j = 0; j <= n; j++)
        d[0][j] = j;
    for (size_t i = 1; i <= m; i++)
        for (size_t j = 1; j <= n; j++) {
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[m][n];
}

/* A word that was only begun ("algo") is near whatever it begins. */
static size_t nearness(const char *word, const char *candidate)
{
    const size_t length = strlen(word), d = distance(word, candidate);

    return length >= 3 && strncmp(word, candidate, length) == 0 ? least(d, 1) : d;
}

const char *ptron_nearer_word(const char *word, const char *nearest, const char *candidate)
{
    const size_t length = word == NULL ? 0 : strlen(word);
    const size_t limit = length < 3 ? 2 : length < 6 ? 3 : 4;   /* nearer than this is near */

    if (word == NULL || candidate == NULL)
        return nearest;
    return nearness(word, candidate) < (nearest == NULL ? limit : nearness(word, nearest)) ? candidate : nearest;
}
