/* The loops of mix_terms.h: no branch within, so that compilers make vector code of them. */
#include "learn/online/mix_terms.h"

static void move(double *restrict to, double share, const double *own, const double *w, size_t n, bool add)
{
    if (add)
        for (size_t j = 0; j < n; j++)
            to[j] += share * (own[j] - w[j]);
    else
        for (size_t j = 0; j < n; j++)
            to[j] = share * (own[j] - w[j]);
}

static void drift_of(double *restrict to, const double *drift, double rows, const double *mixed, const double *own,
                     size_t n, bool add)
{
    if (add)
        for (size_t j = 0; j < n; j++)
            to[j] += drift[j] + rows * (mixed[j] - own[j]);
    else
        for (size_t j = 0; j < n; j++)
            to[j] = drift[j] + rows * (mixed[j] - own[j]);
}

#define MIX_TERMS {move, drift_of}
