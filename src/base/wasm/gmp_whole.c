/* Whole numbers: memory, conversions, arithmetic. */
#include "base/alloc.h"
#include "base/wasm/gmp_limbs.h"

#include <gmp.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

static void make_room(mpz_t z, size_t n)
{
    if (n <= z->room)
        return;
    z->limbs = pt_resize(z->limbs, n + 2, sizeof *z->limbs);
    if (z->limbs == NULL)
        __builtin_trap();
    z->room = (uint32_t)n + 2;
}

/* Of the n limbs in z the number with this sign. */
static void finish(mpz_t z, size_t n, int sign)
{
    z->n = (uint32_t)pt_limbs_trim(z->limbs, n);
    z->sign = z->n == 0 ? 0 : sign;
}

void mpz_init(mpz_t z)
{
    memset(z, 0, sizeof(mpz_t));
}

void mpz_clear(mpz_t z)
{
    pt_release(z->limbs);
    mpz_init(z);
}

#define MANY(name, each)                                                                                  \
    void name(mpz_t first, ...)                                                                           \
    {                                                                                                     \
        va_list rest;                                                                                     \
                                                                                                          \
        va_start(rest, first);                                                                            \
        for (void *z = first; z != NULL; z = va_arg(rest, void *))                                        \
            each(z);                                                                                      \
        va_end(rest);                                                                                     \
    }

MANY(mpz_inits, mpz_init)
MANY(mpz_clears, mpz_clear)

void mpz_swap(mpz_t a, mpz_t b)
{
    mpz_t c;

    memcpy(c, a, sizeof c);
    memcpy(a, b, sizeof c);
    memcpy(b, c, sizeof c);
}

/* Numbers of at most two limbs, which most are, by the machine's own arithmetic. */
static bool is_small(const mpz_t a)
{
    return a->n <= 2;
}

static uint64_t small_of(const mpz_t a)
{
    return a->n == 0 ? 0 : a->n == 1 ? a->limbs[0] : (uint64_t)a->limbs[1] << 32 | a->limbs[0];
}

/* ---- from and to other things ---------------------------------------------------------------------- */

void mpz_set(mpz_t z, const mpz_t a)
{
    if (z == a)
        return;
    make_room(z, a->n);
    if (a->n > 0)
        memcpy(z->limbs, a->limbs, a->n * sizeof *a->limbs);
    z->n = a->n;
    z->sign = a->sign;
}

void mpz_set_ui(mpz_t z, uint64_t a)
{
    make_room(z, 2);
    z->limbs[0] = (uint32_t)a;
    z->limbs[1] = (uint32_t)(a >> 32);
    finish(z, 2, 1);
}

void mpz_set_si(mpz_t z, int64_t a)
{
    mpz_set_ui(z, a < 0 ? 0 - (uint64_t)a : (uint64_t)a);
    z->sign = a < 0 ? -z->sign : z->sign;
}

void mpz_init_set(mpz_t z, const mpz_t a)
{
    mpz_init(z);
    mpz_set(z, a);
}

void mpz_init_set_ui(mpz_t z, uint64_t a)
{
    mpz_init(z);
    mpz_set_ui(z, a);
}

void mpz_set_d(mpz_t z, double a)
{
    int exponent;
    const double fraction = frexp(fabs(a), &exponent);

    if (exponent <= 64) {
        mpz_set_ui(z, (uint64_t)fabs(a));
    } else {
        mpz_set_ui(z, (uint64_t)ldexp(fraction, 64));
        mpz_mul_2exp(z, z, (mp_bitcnt_t)exponent - 64);
    }
    z->sign = a < 0 ? -z->sign : z->sign;
}

int mpz_set_str(mpz_t z, const char *digits, int base)
{
    const int sign = *digits == '-' ? -1 : 1;

    digits += *digits == '-';
    mpz_set_ui(z, 0);
    if (*digits == '\0')
        return -1;
    for (; *digits != '\0'; digits++) {
        if (*digits < '0' || *digits - '0' >= base)
            return -1;
        mpz_mul_ui(z, z, (uint64_t)base);
        mpz_add_ui(z, z, (uint64_t)(*digits - '0'));
    }
    z->sign *= sign;
    return 0;
}

/* Nine decimal digits at a time, the last first; they are turned at the end. */
char *mpz_get_str(char *text, int base, const mpz_t a)
{
    size_t at = 0, n = a->n;
    mpz_t rest;

    (void)base;   /* 10, always */
    if (text == NULL && (text = pt_alloc(mpz_sizeinbase(a, 10) + 2)) == NULL)
        __builtin_trap();
    mpz_init_set(rest, a);
    while (n > 0) {
        uint32_t part = pt_limbs_divide_small(rest->limbs, n, 1000000000);
        n = pt_limbs_trim(rest->limbs, n);
        for (int i = 0; n > 0 ? i < 9 : part > 0; i++, part /= 10)
            text[at++] = (char)('0' + part % 10);
    }
    if (at == 0)
        text[at++] = '0';
    if (a->sign < 0)
        text[at++] = '-';
    text[at] = '\0';
    for (size_t i = 0; i < at / 2; i++) {
        const char c = text[i];
        text[i] = text[at - 1 - i];
        text[at - 1 - i] = c;
    }
    mpz_clear(rest);
    return text;
}

size_t mpz_sizeinbase(const mpz_t a, int base)
{
    const size_t bits = a->n == 0 ? 1 : 32 * (size_t)a->n - (size_t)__builtin_clz(a->limbs[a->n - 1]);

    return base == 2 ? bits : bits * 78914 / 262144 + 1;   /* log10(2), a little more */
}

double mpz_get_d_2exp(long *exponent, const mpz_t a)
{
    const size_t bits = mpz_sizeinbase(a, 2);
    uint64_t top = 0;

    *exponent = a->n == 0 ? 0 : (long)bits;
    for (size_t i = 0; i < 3 && i < a->n; i++) {   /* the highest 53 bits lie in three limbs */
        const int shift = 53 - (int)(bits % 32 == 0 ? 32 : bits % 32) - 32 * (int)i;
        const uint64_t limb = a->limbs[a->n - 1 - i];
        top |= shift >= 0 ? limb << shift : shift > -32 ? limb >> -shift : 0;
    }
    return a->sign * ldexp((double)top, -53);
}

/* Words of 8 bytes, lowest first: as our callers have them. */
void mpz_import(mpz_t z, size_t count, int order, size_t size, int endian, size_t nails, const void *words)
{
    (void)order, (void)endian, (void)nails;
    make_room(z, count * size / 4);
    memcpy(z->limbs, words, count * size);
    finish(z, count * size / 4, 1);
}

void *mpz_export(void *words, size_t *count, int order, size_t size, int endian, size_t nails, const mpz_t a)
{
    (void)count, (void)order, (void)endian, (void)nails;
    if (a->n % (size / 4) != 0)
        memset((char *)words + 4 * (size_t)a->n, 0, 4);
    if (a->n > 0)
        memcpy(words, a->limbs, 4 * (size_t)a->n);
    return words;
}

/* ---- comparing and adding ------------------------------------------------------------------------------ */

int mpz_cmp(const mpz_t a, const mpz_t b)
{
    if (a->sign != b->sign)
        return a->sign < b->sign ? -1 : 1;
    return a->sign * pt_limbs_compare(a->limbs, a->n, b->limbs, b->n);
}

int mpz_cmp_si(const mpz_t a, int64_t b)
{
    mpz_t other;
    int result;

    mpz_init(other);
    mpz_set_si(other, b);
    result = mpz_cmp(a, other);
    mpz_clear(other);
    return result;
}

int mpz_cmp_ui(const mpz_t a, uint64_t b)
{
    if (a->sign < 0 || !is_small(a))
        return a->sign < 0 ? -1 : 1;
    return small_of(a) < b ? -1 : small_of(a) > b;
}

void mpz_neg(mpz_t z, const mpz_t a)
{
    mpz_set(z, a);
    z->sign = -z->sign;
}

void mpz_abs(mpz_t z, const mpz_t a)
{
    mpz_set(z, a);
    z->sign = z->sign != 0;
}

/* a + (sign) |b| */
static void add_signed(mpz_t z, const mpz_t a, const mpz_t b, int sign)
{
    const size_t n = a->n, m = b->n, most = n > m ? n : m;
    const int own = a->sign;
    int compared;

    if (sign == 0) {
        mpz_set(z, a);
        return;
    }
    make_room(z, most + 1);   /* z may be a or b, whose limbs have moved along */
    if (own == 0 || own == sign) {
        pt_limbs_add(z->limbs, n >= m ? a->limbs : b->limbs, most, n >= m ? b->limbs : a->limbs, n >= m ? m : n);
        finish(z, most + 1, sign);
        return;
    }
    compared = pt_limbs_compare(a->limbs, n, b->limbs, m);
    if (compared >= 0)
        pt_limbs_subtract(z->limbs, a->limbs, n, b->limbs, m);
    else
        pt_limbs_subtract(z->limbs, b->limbs, m, a->limbs, n);
    finish(z, compared >= 0 ? n : m, compared >= 0 ? own : sign);
}

void mpz_add(mpz_t z, const mpz_t a, const mpz_t b)
{
    add_signed(z, a, b, b->sign);
}

void mpz_sub(mpz_t z, const mpz_t a, const mpz_t b)
{
    add_signed(z, a, b, -b->sign);
}

/* ---- products, powers, roots --------------------------------------------------------------------------- */

void mpz_mul(mpz_t z, const mpz_t a, const mpz_t b)
{
    const size_t n = a->n, m = b->n;
    const int sign = a->sign * b->sign;
    mpz_t product;

    if (n <= 1 && m <= 1) {
        mpz_set_ui(z, small_of(a) * small_of(b));
        z->sign = sign;
        return;
    }
    mpz_init(product);
    make_room(product, n + m + 1);
    pt_limbs_multiply(product->limbs, a->limbs, n, b->limbs, m);
    finish(product, n + m, a->sign * b->sign);
    mpz_swap(z, product);
    mpz_clear(product);
}

/* z = what `work` makes of a and the small number. */
#define WITH_SMALL(name, type, set, work)             \
    void name(mpz_t z, const mpz_t a, type b)         \
    {                                                 \
        mpz_t small;                                  \
                                                      \
        mpz_init(small);                              \
        set(small, b);                                \
        work(z, a, small);                            \
        mpz_clear(small);                             \
    }

WITH_SMALL(mpz_add_ui, uint64_t, mpz_set_ui, mpz_add)
WITH_SMALL(mpz_mul_ui, uint64_t, mpz_set_ui, mpz_mul)
WITH_SMALL(mpz_mul_si, int64_t, mpz_set_si, mpz_mul)
WITH_SMALL(mpz_addmul_ui, uint64_t, mpz_set_ui, mpz_addmul)

static void add_product(mpz_t z, const mpz_t a, const mpz_t b, int sign)
{
    mpz_t product;

    mpz_init(product);
    mpz_mul(product, a, b);
    add_signed(z, z, product, sign * product->sign);
    mpz_clear(product);
}

void mpz_addmul(mpz_t z, const mpz_t a, const mpz_t b)
{
    add_product(z, a, b, 1);
}

void mpz_submul(mpz_t z, const mpz_t a, const mpz_t b)
{
    add_product(z, a, b, -1);
}

void mpz_ui_pow_ui(mpz_t z, uint64_t base, uint64_t exponent)
{
    mpz_t power;

    mpz_init_set_ui(power, base);
    mpz_set_ui(z, 1);
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1)
            mpz_mul(z, z, power);
        if (exponent > 1)
            mpz_mul(power, power, power);
    }
    mpz_clear(power);
}

void mpz_mul_2exp(mpz_t z, const mpz_t a, mp_bitcnt_t bits)
{
    const size_t n = a->n, whole = (size_t)(bits / 32);
    const int sign = a->sign;

    make_room(z, n + whole + 1);
    pt_limbs_shift_left(z->limbs, a->limbs, n, bits);
    finish(z, n + whole + 1, sign);
}

/* Newton's steps from above. */
void mpz_sqrt(mpz_t z, const mpz_t a)
{
    mpz_t root, next;

    mpz_init(next);
    mpz_init_set_ui(root, 1);
    mpz_mul_2exp(root, root, (mpz_sizeinbase(a, 2) + 1) / 2);
    for (bool on = a->sign > 0; on;) {
        mpz_fdiv_q(next, a, root);
        mpz_add(next, next, root);
        mpz_fdiv_q_2exp(next, next, 1);
        on = mpz_cmp(next, root) < 0;
        if (on)
            mpz_swap(root, next);
    }
    if (a->sign <= 0)
        mpz_set_ui(root, 0);
    mpz_swap(z, root);
    mpz_clears(root, next, NULL);
}

int mpz_perfect_square_p(const mpz_t a)
{
    mpz_t root;
    int whole;

    if (a->sign < 0)
        return 0;
    mpz_init(root);
    mpz_sqrt(root, a);
    mpz_mul(root, root, root);
    whole = mpz_cmp(root, a) == 0;
    mpz_clear(root);
    return whole;
}

/* ---- quotients ------------------------------------------------------------------------------------------- */

/* |a| = q |b| + r, r < |b|; the signs are the caller's. */
static void divide(mpz_t q, mpz_t r, const mpz_t a, const mpz_t b)
{
    const size_t n = a->n, m = b->n;
    uint64_t shift;
    mpz_t divisor;

    if (pt_limbs_compare(a->limbs, n, b->limbs, m) < 0) {
        mpz_abs(r, a);
        return;
    }
    if (is_small(a)) {
        const uint64_t x = small_of(a), y = small_of(b);
        mpz_set_ui(q, x / y);
        mpz_set_ui(r, x % y);
        return;
    }
    shift = (uint64_t)__builtin_clz(b->limbs[m - 1]);
    mpz_init(divisor);
    mpz_mul_2exp(divisor, b, shift);
    make_room(q, n - m + 1);
    make_room(r, n + 2);
    pt_limbs_shift_left(r->limbs, a->limbs, n, shift);
    r->limbs[n + 1] = 0;
    pt_limbs_divide(q->limbs, r->limbs, n, divisor->limbs, m);
    finish(q, n - m + 1, 1);
    finish(r, m, 1);
    pt_limbs_shift_right(r->limbs, r->limbs, r->n, shift);
    finish(r, r->n, 1);
    mpz_clear(divisor);
}

/* a = q b + r, r of b's sign; either may be NULL. */
static void divide_down(mpz_t *q, mpz_t *r, const mpz_t a, const mpz_t b)
{
    const int sign = a->sign * b->sign;
    mpz_t quotient, rest;

    mpz_inits(quotient, rest, NULL);
    divide(quotient, rest, a, b);
    quotient->sign *= sign;
    if (rest->sign != 0)
        rest->sign = a->sign;
    if (rest->sign * b->sign < 0) {
        mpz_t one;

        mpz_init_set_ui(one, 1);
        mpz_sub(quotient, quotient, one);
        mpz_add(rest, rest, b);
        mpz_clear(one);
    }
    if (q != NULL)
        mpz_swap(*q, quotient);
    if (r != NULL)
        mpz_swap(*r, rest);
    mpz_clears(quotient, rest, NULL);
}

void mpz_fdiv_q(mpz_t q, const mpz_t a, const mpz_t b)
{
    divide_down((mpz_t *)q, NULL, a, b);
}

void mpz_fdiv_r(mpz_t r, const mpz_t a, const mpz_t b)
{
    divide_down(NULL, (mpz_t *)r, a, b);
}

void mpz_divexact(mpz_t q, const mpz_t a, const mpz_t b)
{
    divide_down((mpz_t *)q, NULL, a, b);
}

void mpz_fdiv_q_2exp(mpz_t q, const mpz_t a, mp_bitcnt_t bits)
{
    mpz_t power;

    mpz_init_set_ui(power, 1);
    mpz_mul_2exp(power, power, bits);
    divide_down((mpz_t *)q, NULL, a, power);
    mpz_clear(power);
}

static uint64_t gcd_small(uint64_t x, uint64_t y)
{
    while (y != 0) {
        const uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

void mpz_gcd(mpz_t z, const mpz_t a, const mpz_t b)
{
    mpz_t x, y, r;

    if (is_small(a) && is_small(b)) {
        mpz_set_ui(z, gcd_small(small_of(a), small_of(b)));
        return;
    }
    mpz_inits(x, y, r, NULL);
    mpz_abs(x, a);
    mpz_abs(y, b);
    while (y->sign != 0 && !(is_small(x) && is_small(y))) {
        divide_down(NULL, &r, x, y);
        mpz_swap(x, y);
        mpz_swap(y, r);
    }
    if (y->sign != 0)
        mpz_set_ui(x, gcd_small(small_of(x), small_of(y)));
    mpz_swap(z, x);
    mpz_clears(x, y, r, NULL);
}
