/* Exact sums over rows for the checker: each value times base^scale is a whole number. Written for clearness:
 * no floating point, no filter, every row looked at. */
#ifndef PT_VERIFY_VERIFY_SUM_H
#define PT_VERIFY_VERIFY_SUM_H

#include "verify/verify.h"

struct pt_sums {
    const struct pt_view *rows;
    bool     decimal, bias;
    size_t   width;       /* features, then the bias */
    int      scale;
    mpz_t    unit;        /* base^scale */
    mpz_t    unit2;       /* its square */
};

ptron_status pt_sums_init(struct pt_sums *sums, const struct pt_view *rows, bool decimal, bool bias,
                          ptron_error *err);
void         pt_sums_fini(struct pt_sums *sums);

/* w [width], all initialised here: the sum of multiplier times row, in units of 1/unit. */
ptron_status pt_sums_of(const struct pt_sums *sums, const struct pt_claim_list *list, mpz_t **w, ptron_error *err);
/* The same with one multiplier more, for every row that has on [rows] set and is not in the list. */
ptron_status pt_sums_of_all(const struct pt_sums *sums, const struct pt_claim_list *list, const unsigned char *on,
                            const mpz_t common, mpz_t **w, ptron_error *err);
/* The list's own whole numbers as w [width]. */
ptron_status pt_sums_weights(const struct pt_sums *sums, const struct pt_claim_list *list, mpz_t **w,
                             ptron_error *err);
void pt_sums_free(const struct pt_sums *sums, mpz_t *w);   /* NULL is fine */

struct pt_scan {            /* products of the rows with one w, times unit */
    mpz_t    least;         /* over the rows not skipped; valid when `any` */
    mpz_t    side[2];       /* least of y x.w, without the bias, over all rows of sign -1, +1 */
    bool     any, has_side[2];
    uint64_t zeros;         /* rows with product 0, skipped ones too */
    unsigned char *on;      /* [rows] these rows are marked here; NULL: nowhere. Not owned */
};

void pt_scan_init(struct pt_scan *scan);
void pt_scan_fini(struct pt_scan *scan);
void pt_sums_scan(const struct pt_sums *sums, mpz_t *w, const unsigned char *skip, struct pt_scan *scan);

void pt_sums_norm2(mpz_t *w, size_t n, mpz_t out);
void pt_sums_radius2(const struct pt_sums *sums, mpz_t out);   /* times unit^2 */

/* Goes through a peeling order (verify_peel.c). Sets gone [rows] for every row that the order takes, *left to how many
 * it does not. *good is false when a feature has both signs among the rows that are left, or none. */
ptron_status pt_verify_peel(const struct pt_sums *sums, const struct pt_claim_list *order, unsigned char *gone,
                            size_t *left, bool *good, ptron_error *err);

#endif
