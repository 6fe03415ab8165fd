/* The loop of losses.h: no branch, so that compilers make vector code of it. e = e^-|product|: nothing overflows. */
#include "base/elementary.h"
#include "learn/logistic/losses.h"

void LOSSES(const double *product, const double *most, size_t n, double *restrict pull, double *restrict bend,
            double *restrict loss)
{
    for (size_t i = 0; i < n; i++) {
        const double m = product[i], e = pt_exp(-fabs(m)), whole = 1.0 + e, rest = pt_log1p_unit(e);

        pull[i] = most[i] * ((m > 0.0 ? e : 1.0) / whole);
        bend[i] = most[i] * e / (whole * whole);
        loss[i] = most[i] * (m > 0.0 ? rest : rest - m);
    }
}
