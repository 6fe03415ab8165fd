/* Whole numbers modulo 2^61 - 1, and elimination there. */
#include "prove/integer_solve.h"
#include "prove/residue.h"

uint64_t pt_integer_residue(const mpz_t value)
{
    const uint64_t prime = PT_RESIDUE_PRIME;
    mpz_t p, r;
    uint64_t residue = 0;

    mpz_inits(p, r, NULL);
    mpz_import(p, 1, -1, sizeof prime, 0, 0, &prime);
    mpz_fdiv_r(r, value, p);
    mpz_export(&residue, NULL, -1, sizeof residue, 0, 0, r);
    mpz_clears(p, r, NULL);
    return residue;
}

size_t pt_integer_pivots(uint64_t *a, size_t rows, size_t columns, size_t *pivot)
{
    size_t rank = 0;

    for (size_t k = 0; k < rows; k++) {
        uint64_t *row = a + k * columns;
        size_t at = 0;

        for (size_t i = 0; i < k; i++)
            if (pivot[i] != SIZE_MAX && row[pivot[i]] != 0)
                pt_residue_subtract(row, a + i * columns, row[pivot[i]], pivot[i], columns);
        while (at < columns && row[at] == 0)
            at++;
        pivot[k] = at < columns ? at : SIZE_MAX;
        if (at == columns)
            continue;
        const uint64_t factor = pt_residue_inverse(row[at]);
        for (size_t j = at; j < columns; j++)
            row[j] = pt_residue_product(row[j], factor);
        rank++;
    }
    return rank;
}
