/* FLINT behind a table of functions. */
#include "prove/integer_solve.h"
#include "base/alloc.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "par/lock.h"

#include <dlfcn.h>
#include <flint/fmpz_mat.h>
#include <stdatomic.h>
#include <string.h>

#ifndef PT_FLINT_LIBRARY
#define PT_FLINT_LIBRARY "libflint.so"
#endif

#define FLINT_MAP(X) X(fmpz_mat_init) X(fmpz_mat_clear) X(fmpz_mat_solve_dixon_den) X(fmpz_set_mpz) X(fmpz_get_mpz) \
    X(flint_cleanup) X(__flint_get_memory_functions) X(__flint_set_memory_functions)

/* The functions by their own names, as pointers. */
struct flint {
    bool ours;   /* nobody else had opened it before us */
#define X(name) __typeof__(&name) name;
    FLINT_MAP(X)
#undef X
};

/* The library stays once it was opened (RTLD_NODELETE), so that opening it again costs nothing. */
static bool open_flint(struct flint *flint)
{
    enum { NOT_YET, OURS, OF_OTHERS };
    static atomic_int whose = NOT_YET;
    void *const there = dlopen(PT_FLINT_LIBRARY, RTLD_NOW | RTLD_NOLOAD);
    int not_yet = NOT_YET;
    atomic_compare_exchange_strong(&whose, &not_yet, there == NULL ? OURS : OF_OTHERS);
    flint->ours = atomic_load(&whose) == OURS;
    if (there != NULL)
        dlclose(there);
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

/* FLINT's functions for memory are one set for the program. Ours, which know a way on when memory is out, are there
 * while somebody solves, and only where nobody but us has opened it. */
static pt_lock hook_lock = PT_LOCK_INIT;
static size_t n_solving;
static struct {
    void *(*alloc)(size_t), *(*zeroed)(size_t, size_t), *(*resize)(void *, size_t);
    void (*release)(void *);
} before;

static void hook(const struct flint *flint)
{
    pt_lock_take(&hook_lock);
    if (flint->ours && n_solving++ == 0) {
        flint->__flint_get_memory_functions(&before.alloc, &before.zeroed, &before.resize, &before.release);
        flint->__flint_set_memory_functions(pt_reserve_alloc, pt_reserve_zeroed, pt_reserve_resize,
                                            pt_reserve_release);
    }
    pt_lock_give(&hook_lock);
}

static void unhook(const struct flint *flint)
{
    flint->flint_cleanup();   /* what it keeps for this thread, which may end */
    pt_lock_take(&hook_lock);
    if (flint->ours && --n_solving == 0)
        flint->__flint_set_memory_functions(before.alloc, before.zeroed, before.resize, before.release);
    pt_lock_give(&hook_lock);
}

/* At the first use of what a library keeps for a thread, the C library takes memory for it, and ends the process where
 * there is none. So it is used for the first time when memory was seen to be there. */
static bool has_room(const struct flint *flint)
{
    void *room = pt_alloc(1 << 16);

    pt_release(room);
    if (room != NULL)
        flint->flint_cleanup();
    return room != NULL;
}

static uint64_t longest_bits(size_t n, mpz_t *a)
{
    size_t longest = 0;

    for (size_t i = 0; i < n * n; i++)
        if (mpz_sizeinbase(a[i], 2) > longest)
            longest = mpz_sizeinbase(a[i], 2);
    return longest;
}

/* What the solution of so many equations may take: the matrix, its inverse modulo a prime, and numbers that have as
 * many digits as a determinant. */
static uint64_t bytes_for(size_t n, uint64_t longest)
{
    longest = longest < 64 ? 64 : longest;
    return (uint64_t)n * n * (64 + longest / 4) + (uint64_t)n * n * (longest + 64) / 2;
}

static void solve(const struct flint *flint, size_t n, mpz_t *a, mpz_t *b, mpz_t *x, mpz_t denominator, bool *singular)
{
    fmpz_mat_t left, right, answer, den;
    const slong size = (slong)n;

    flint->fmpz_mat_init(left, size, size);
    flint->fmpz_mat_init(right, size, 1);
    flint->fmpz_mat_init(answer, size, 1);
    flint->fmpz_mat_init(den, 1, 1);
    for (slong i = 0; i < size; i++) {
        for (slong j = 0; j < size; j++)
            flint->fmpz_set_mpz(fmpz_mat_entry(left, i, j), a[i * size + j]);
        flint->fmpz_set_mpz(fmpz_mat_entry(right, i, 0), b[i]);
    }
    *singular = pt_reserve_used() ||
                flint->fmpz_mat_solve_dixon_den(answer, fmpz_mat_entry(den, 0, 0), left, right) == 0;
    for (slong i = 0; i < size && !*singular; i++)
        flint->fmpz_get_mpz(x[i], fmpz_mat_entry(answer, i, 0));
    flint->fmpz_get_mpz(denominator, fmpz_mat_entry(den, 0, 0));
    for (slong i = 0; i < size && mpz_sgn(denominator) < 0; i++)
        mpz_neg(x[i], x[i]);
    mpz_abs(denominator, denominator);
    flint->fmpz_mat_clear(left);
    flint->fmpz_mat_clear(right);
    flint->fmpz_mat_clear(answer);
    flint->fmpz_mat_clear(den);
}

/* Eliminated in less time than FLINT takes to open. */
static bool is_small(size_t n, uint64_t longest)
{
    enum { MOST_EQUATIONS = 24, MOST_BITS = 32 };

    return n <= MOST_EQUATIONS && longest <= MOST_BITS;
}

ptron_status pt_integer_solve(size_t n, mpz_t *a, mpz_t *b, mpz_t *x, mpz_t denominator, bool *singular,
                             ptron_error *err)
{
    static const char what[] = "the equations of a proof";
    const uint64_t longest = longest_bits(n, a), bytes = bytes_for(n, longest);
    const bool small = is_small(n, longest);
    struct pt_reserve *reserve;
    struct flint flint;
    ptron_status status = PTRON_OK;

    *singular = true;
    if (!small && !open_flint(&flint))
        return pt_fail(err, PTRON_IO, "cannot open %s, which exact proofs need", PT_FLINT_LIBRARY);
    PT_TRY(pt_memory_expect(1, bytes, what, err));
    if (!small && !has_room(&flint))
        return pt_fail_memory(err, 1 << 16, what);
    PT_TRY(pt_reserve_open((size_t)bytes + (1 << 20), what, &reserve, err));
    if (small) {
        status = pt_integer_eliminate(n, a, b, x, denominator, singular, err);
    } else {
        hook(&flint);
        solve(&flint, n, a, b, x, denominator, singular);
        unhook(&flint);
    }
    if (status == PTRON_OK)
        status = pt_reserve_left(what, err);
    pt_reserve_close(reserve);
    return status;
}
