/* FLINT behind a table of functions, and elimination modulo 2^61 - 1. */
#include "prove/integer_solve.h"
#include "base/alloc.h"
#include "prove/residue.h"

#include <dlfcn.h>
#include <flint/fmpz_mat.h>
#include <string.h>

#ifndef PT_FLINT_LIBRARY
#define PT_FLINT_LIBRARY "libflint.so"
#endif

#define FLINT_MAP(X) X(fmpz_mat_init) X(fmpz_mat_clear) X(fmpz_mat_solve_dixon_den) X(fmpz_set_mpz) X(fmpz_get_mpz) \
    X(flint_cleanup)

/* The functions by their own names, as pointers. */
struct flint {
#define X(name) __typeof__(&name) name;
    FLINT_MAP(X)
#undef X
};

/* The library stays once it was opened (RTLD_NODELETE), so that opening it again costs nothing. */
static bool open_flint(struct flint *flint)
{
    void *library = dlopen(PT_FLINT_LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    bool ready = library != NULL;
    void *symbol;

#define X(name)                                              \
    symbol = library == NULL ? NULL : dlsym(library, #name); \
    ready = ready && symbol != NULL;                         \
    memcpy(&flint->name, &symbol, sizeof symbol);
    FLINT_MAP(X)
#undef X
    if (library != NULL)
        dlclose(library);
    return ready;
}

ptron_status pt_integer_solve(size_t n, mpz_t *a, mpz_t *b, mpz_t *x, mpz_t denominator, bool *singular,
                             ptron_error *err)
{
    fmpz_mat_t left, right, answer, den;
    const slong size = (slong)n;
    struct flint flint;

    if (!open_flint(&flint))
        return pt_fail(err, PTRON_IO, "cannot open %s, which exact proofs need", PT_FLINT_LIBRARY);
    flint.fmpz_mat_init(left, size, size);
    flint.fmpz_mat_init(right, size, 1);
    flint.fmpz_mat_init(answer, size, 1);
    flint.fmpz_mat_init(den, 1, 1);
    for (slong i = 0; i < size; i++) {
        for (slong j = 0; j < size; j++)
            flint.fmpz_set_mpz(fmpz_mat_entry(left, i, j), a[i * size + j]);
        flint.fmpz_set_mpz(fmpz_mat_entry(right, i, 0), b[i]);
    }
    *singular = flint.fmpz_mat_solve_dixon_den(answer, fmpz_mat_entry(den, 0, 0), left, right) == 0;
    for (slong i = 0; i < size && !*singular; i++)
        flint.fmpz_get_mpz(x[i], fmpz_mat_entry(answer, i, 0));
    flint.fmpz_get_mpz(denominator, fmpz_mat_entry(den, 0, 0));
    for (slong i = 0; i < size && mpz_sgn(denominator) < 0; i++)
        mpz_neg(x[i], x[i]);
    mpz_abs(denominator, denominator);
    flint.fmpz_mat_clear(left);
    flint.fmpz_mat_clear(right);
    flint.fmpz_mat_clear(answer);
    flint.fmpz_mat_clear(den);
    flint.flint_cleanup();   /* what it keeps for this thread, which may end */
    return PTRON_OK;
}

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
