/* There is no FLINT: all systems are eliminated. */
#include "prove/integer_solve.h"

ptron_status pt_integer_solve(size_t n, mpz_t *a, mpz_t *b, mpz_t *x, mpz_t denominator, bool *singular,
                             ptron_error *err)
{
    return pt_integer_eliminate(n, a, b, x, denominator, singular, err);
}
