/* What our proofs and exact traces use of GMP, under GMP's names and with its meaning, where there is no GMP. Whole
 * numbers of any length as sign and 32-bit limbs, fractions of them; schoolbook arithmetic, for small sets. Memory that
 * is out ends the program, as GMP does. */
#ifndef PT_BASE_WASM_GMP_H
#define PT_BASE_WASM_GMP_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t mp_bitcnt_t;

typedef struct {
    int       sign;          /* -1, 0, 1 */
    uint32_t  n, room;       /* limbs, the last one not 0 */
    uint32_t *limbs;         /* lowest first */
} mpz_t[1];

typedef struct {
    mpz_t num, den;          /* den > 0 */
} mpq_t[1];

void   mpz_init(mpz_t z);
void   mpz_inits(mpz_t first, ...);    /* ended by NULL */
void   mpz_init_set(mpz_t z, const mpz_t a);
void   mpz_init_set_ui(mpz_t z, uint64_t a);
void   mpz_clear(mpz_t z);
void   mpz_clears(mpz_t first, ...);
void   mpz_swap(mpz_t a, mpz_t b);
void   mpz_set(mpz_t z, const mpz_t a);
void   mpz_set_ui(mpz_t z, uint64_t a);
void   mpz_set_si(mpz_t z, int64_t a);
void   mpz_set_d(mpz_t z, double a);   /* towards zero */
int    mpz_set_str(mpz_t z, const char *digits, int base);
char  *mpz_get_str(char *text, int base, const mpz_t a);
double mpz_get_d_2exp(long *exponent, const mpz_t a);   /* towards zero */
size_t mpz_sizeinbase(const mpz_t a, int base);         /* of 2 exact, of 10 perhaps one too many */
void   mpz_import(mpz_t z, size_t count, int order, size_t size, int endian, size_t nails, const void *words);
void  *mpz_export(void *words, size_t *count, int order, size_t size, int endian, size_t nails, const mpz_t a);

#define mpz_sgn(z) ((z)->sign)
int  mpz_cmp(const mpz_t a, const mpz_t b);
int  mpz_cmp_ui(const mpz_t a, uint64_t b);
int  mpz_cmp_si(const mpz_t a, int64_t b);
void mpz_neg(mpz_t z, const mpz_t a);
void mpz_abs(mpz_t z, const mpz_t a);
void mpz_add(mpz_t z, const mpz_t a, const mpz_t b);
void mpz_add_ui(mpz_t z, const mpz_t a, uint64_t b);
void mpz_sub(mpz_t z, const mpz_t a, const mpz_t b);
void mpz_mul(mpz_t z, const mpz_t a, const mpz_t b);
void mpz_mul_ui(mpz_t z, const mpz_t a, uint64_t b);
void mpz_mul_si(mpz_t z, const mpz_t a, int64_t b);
void mpz_mul_2exp(mpz_t z, const mpz_t a, mp_bitcnt_t bits);
void mpz_addmul(mpz_t z, const mpz_t a, const mpz_t b);
void mpz_addmul_ui(mpz_t z, const mpz_t a, uint64_t b);
void mpz_submul(mpz_t z, const mpz_t a, const mpz_t b);
void mpz_ui_pow_ui(mpz_t z, uint64_t base, uint64_t exponent);
void mpz_fdiv_q(mpz_t q, const mpz_t a, const mpz_t b);
void mpz_fdiv_r(mpz_t r, const mpz_t a, const mpz_t b);
void mpz_fdiv_q_2exp(mpz_t q, const mpz_t a, mp_bitcnt_t bits);
void mpz_divexact(mpz_t q, const mpz_t a, const mpz_t b);
void mpz_gcd(mpz_t z, const mpz_t a, const mpz_t b);
void mpz_sqrt(mpz_t z, const mpz_t a);
int  mpz_perfect_square_p(const mpz_t a);

#define mpq_numref(q) ((q)->num)
#define mpq_denref(q) ((q)->den)
#define mpq_sgn(q) mpz_sgn((q)->num)
void   mpq_init(mpq_t q);
void   mpq_inits(mpq_t first, ...);
void   mpq_clear(mpq_t q);
void   mpq_clears(mpq_t first, ...);
void   mpq_canonicalize(mpq_t q);
void   mpq_set(mpq_t q, const mpq_t a);
void   mpq_set_z(mpq_t q, const mpz_t a);
void   mpq_set_num(mpq_t q, const mpz_t a);
void   mpq_set_den(mpq_t q, const mpz_t a);
void   mpq_set_ui(mpq_t q, uint64_t num, uint64_t den);
void   mpq_set_d(mpq_t q, double a);
double mpq_get_d(const mpq_t a);                        /* towards zero */
char  *mpq_get_str(char *text, int base, const mpq_t a);
int    mpq_cmp(const mpq_t a, const mpq_t b);
void   mpq_neg(mpq_t q, const mpq_t a);
void   mpq_add(mpq_t q, const mpq_t a, const mpq_t b);
void   mpq_sub(mpq_t q, const mpq_t a, const mpq_t b);
void   mpq_mul(mpq_t q, const mpq_t a, const mpq_t b);
void   mpq_div(mpq_t q, const mpq_t a, const mpq_t b);

/* Ours have one kind of memory. */
#define mp_set_memory_functions(take, resize, give) ((void)(take), (void)(resize), (void)(give))

#endif
