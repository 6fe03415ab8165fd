/* From whole-number weights to a unit vector of doubles: a common power of two is taken out first, so that
 * nothing overflows and only what is negligible beside the largest weight underflows. */
#include "prove/certify.h"
#include "prove/product.h"

#include <math.h>

static void normalise(mpz_t *at, uint32_t n, double *w)
{
    double norm2 = 0;
    long shift;

    pt_integers_near(at, n, w, &shift);
    for (uint32_t j = 0; j < n; j++)
        norm2 += w[j] * w[j];
    for (uint32_t j = 0; j < n; j++)
        w[j] /= sqrt(norm2);
}

static ptron_status from_terms(const struct pt_rows *rows, const struct pt_terms *terms, bool decimal, double *w,
                               ptron_error *err)
{
    struct pt_exact exact = {0};
    struct pt_integers sum = {0};
    ptron_status status = pt_exact_init(&exact, rows, decimal, err);

    if (status == PTRON_OK)
        status = pt_integers_init(&sum, rows->width, err);
    if (status == PTRON_OK) {
        pt_exact_sum(&exact, terms, sum.at);
        normalise(sum.at, rows->width, w);
    }
    pt_integers_fini(&sum);
    pt_exact_fini(&exact);
    return status;
}

ptron_status pt_direction(const struct pt_rows *rows, const struct pt_proof *proof, bool decimal, double *w,
                          bool *known, ptron_error *err)
{
    const bool by_weights = proof->weights_margin > 0 && !(proof->theorem.lower >= proof->weights_margin);

    *known = by_weights || proof->theorem.lower > 0;
    if (by_weights)
        normalise(proof->weights.at, rows->width, w);
    return by_weights || !*known ? PTRON_OK : from_terms(rows, &proof->theorem.terms, decimal, w, err);
}
