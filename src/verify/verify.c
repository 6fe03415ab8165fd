/* The checks of docs/certificate-format.md, in its order. Each gives false, with the reason, at the first
 * thing that does not hold; a certificate is accepted when none did.
 *
 * The invariant: `accepted` is set in one place, when the data is the data that the claim is about (row for row, by its
 * fingerprint), the radius was worked out again, and
 *   - not separable: rows with multipliers above 0, at least one, sum to zero; no margin is claimed;
 *   - separable: each row is taken by a peeling step of its own sign or has a product above 0 with one whole-number w,
 *     and every bound that is claimed follows from a w or from rows of a mass above 0 that were looked at here.
 * All of it over whole numbers and fractions; a bound that is not claimed is not looked at, and nothing rests on it. */
#include "verify/verify.h"
#include "base/alloc.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "rows/fingerprint.h"
#include "verify/verify_sum.h"

#include <stdio.h>
#include <string.h>

struct direction {            /* a w of the evidence and its products */
    mpz_t *w;                 /* NULL: not there */
    struct pt_scan scan;
    mpz_t  norm2;             /* with the bias, and without */
    mpz_t  norm2_free;
};

enum { BY_WEIGHTS, BY_THEOREM, BY_DISTANCE, N_DIRECTIONS };

struct check {
    const struct pt_claim *claim;
    const struct pt_view *rows;
    struct pt_sums sums;
    unsigned char *gone;      /* [rows] separable: by peeling; not separable: the rows on the boundary */
    size_t left;
    mpz_t radius2;
    struct direction by[N_DIRECTIONS];
    struct pt_verified *found;
    struct pt_reserve *reserve;
};

static bool refuse(struct check *c, const char *reason)
{
    snprintf(c->found->reason, PT_CLAIM_REASON, "%s", reason);
    return false;
}

static bool check_data(struct check *c)
{
    char fingerprint[PT_SHA256_TEXT + 1];

    if (c->claim->of_rows != c->rows->n)
        return refuse(c, "the data has another number of rows");
    if (c->claim->of_features != c->rows->features)
        return refuse(c, "the data has another number of features");
    pt_fingerprint(c->rows, c->claim->decimal, fingerprint);
    if (memcmp(fingerprint, c->claim->fingerprint, PT_SHA256_TEXT) != 0)
        return refuse(c, "the data is not what the certificate is about");
    return true;
}

/* factor bound^2 <= value (side 0) or >= value (side 1). */
static bool bound_holds(const struct pt_claim_range *range, int side, const mpz_t factor, const mpz_t value)
{
    mpq_t left, right;

    mpq_inits(left, right, NULL);
    mpq_mul(left, range->value[side], range->value[side]);
    mpq_set_z(right, factor);
    mpq_mul(left, left, right);
    mpq_set_z(right, value);
    const int order = mpq_cmp(left, right);
    mpq_clears(left, right, NULL);
    return side == 0 ? order <= 0 : order >= 0;
}

static bool check_radius(struct check *c)
{
    const struct pt_claim_range *range = &c->claim->range[PT_BOUND_RADIUS];

    pt_sums_radius2(&c->sums, c->radius2);
    if (!range->has[0] || !range->has[1] || !bound_holds(range, 0, c->sums.unit2, c->radius2) ||
        !bound_holds(range, 1, c->sums.unit2, c->radius2))
        return refuse(c, "the radius is wrong");
    return true;
}

/* k unit2 margin^2 against R^2: <= for the lower bound of k_max, >= for the upper. */
static bool check_k_max(struct check *c)
{
    const struct pt_claim_range *k_max = &c->claim->range[PT_BOUND_K_MAX];
    const struct pt_claim_range *margin = &c->claim->range[PT_BOUND_THEOREM];
    bool good = true;
    mpq_t left, right;

    mpq_inits(left, right, NULL);
    for (int side = 0; side < 2; side++) {
        if (!k_max->has[side])
            continue;
        mpq_mul(left, margin->value[1 - side], margin->value[1 - side]);
        mpq_mul(left, left, k_max->value[side]);
        mpq_set_z(right, c->sums.unit2);
        mpq_mul(left, left, right);
        mpq_set_z(right, c->radius2);
        good = good && margin->has[1 - side] && mpq_sgn(margin->value[1 - side]) > 0 &&
               (side == 0 ? mpq_cmp(left, right) <= 0 : mpq_cmp(left, right) >= 0);
    }
    mpq_clears(left, right, NULL);
    return good ? true : refuse(c, "k_max does not follow from the radius and the margin");
}

/* bound^2 factor |w|^2 unit2 <= product^2, for a product above 0. */
static bool lower_holds(const struct check *c, const struct pt_claim_range *range, const mpz_t product,
                        const mpz_t norm2, unsigned long factor)
{
    mpz_t square, scaled;

    mpz_inits(square, scaled, NULL);
    mpz_mul(square, product, product);
    mpz_mul(scaled, norm2, c->sums.unit2);
    mpz_mul_ui(scaled, scaled, factor);
    const bool good = mpz_sgn(product) > 0 && bound_holds(range, 0, scaled, square);
    mpz_clears(square, scaled, NULL);
    return good;
}

static bool supports_lower(const struct check *c, const struct direction *d, const struct pt_claim_range *range)
{
    return d->w != NULL && d->scan.any && lower_holds(c, range, d->scan.least, d->norm2, 1);
}

/* The distance is half of what lies between the classes along w. */
static bool supports_distance(const struct check *c, const struct direction *d, const struct pt_claim_range *range)
{
    mpz_t between;

    if (d->w == NULL || !d->scan.has_side[0] || !d->scan.has_side[1])
        return false;
    mpz_init(between);
    mpz_add(between, d->scan.side[0], d->scan.side[1]);
    const bool good = lower_holds(c, range, between, d->norm2_free, 4);
    mpz_clear(between);
    return good;
}

/* |w|^2 <= upper^2 mass^2 unit2, the mass above 0: of no rows nothing follows. */
static bool supports_upper(const struct check *c, const struct direction *d, const struct pt_claim_list *list,
                           const struct pt_claim_range *range)
{
    mpz_t mass;

    if (d->w == NULL)
        return false;
    mpz_init(mass);
    for (size_t k = 0; k < list->n; k++)
        mpz_add(mass, mass, list->by[k]);
    mpz_mul(mass, mass, mass);
    mpz_mul(mass, mass, c->sums.unit2);
    const bool good = mpz_sgn(mass) > 0 && bound_holds(range, 1, mass, d->norm2);
    mpz_clear(mass);
    return good;
}

static bool check_theorem(struct check *c)
{
    const struct pt_claim_range *range = &c->claim->range[PT_BOUND_THEOREM];

    if (range->has[1] && !supports_upper(c, &c->by[BY_THEOREM], &c->claim->list[PT_CLAIM_THEOREM], range))
        return refuse(c, "the upper bound of the theorem's margin is too low");
    if (range->has[0] && !supports_lower(c, &c->by[BY_THEOREM], range) &&
        !supports_lower(c, &c->by[BY_WEIGHTS], range))
        return refuse(c, "the lower bound of the theorem's margin is too high");
    return true;
}

static bool sides_equal(const struct check *c, const struct pt_claim_list *list)
{
    mpz_t excess;

    mpz_init(excess);
    for (size_t k = 0; k < list->n; k++) {
        if (pt_view_sign(c->rows, list->id[k]) > 0)
            mpz_add(excess, excess, list->by[k]);
        else
            mpz_sub(excess, excess, list->by[k]);
    }
    const bool equal = mpz_sgn(excess) == 0;
    mpz_clear(excess);
    return equal;
}

static bool check_distance(struct check *c)
{
    const struct pt_claim_range *range = &c->claim->range[PT_BOUND_DISTANCE];
    const struct pt_claim_list *list = &c->claim->list[PT_CLAIM_DISTANCE];

    if (list->there && !sides_equal(c, list))
        return refuse(c, "the multipliers of the two classes differ in sum");
    if (range->has[1] && !supports_upper(c, &c->by[BY_DISTANCE], list, range))
        return refuse(c, "the upper bound of the distance is too low");
    for (int k = 0; k < N_DIRECTIONS && range->has[0]; k++)
        if (supports_distance(c, &c->by[k], range))
            return true;
    return range->has[0] ? refuse(c, "the lower bound of the distance is too high") : true;
}

static ptron_status prepare_directions(struct check *c, ptron_error *err)
{
    static const int section[N_DIRECTIONS] = {PT_CLAIM_WEIGHTS, PT_CLAIM_THEOREM, PT_CLAIM_DISTANCE};

    for (int k = 0; k < N_DIRECTIONS; k++) {
        const struct pt_claim_list *list = &c->claim->list[section[k]];
        struct direction *d = &c->by[k];

        if (!list->there)
            continue;
        PT_TRY((k == BY_WEIGHTS ? pt_sums_weights : pt_sums_of)(&c->sums, list, &d->w, err));
        pt_sums_scan(&c->sums, d->w, NULL, &d->scan);
        pt_sums_norm2(d->w, c->sums.width, d->norm2);
        pt_sums_norm2(d->w, c->rows->features, d->norm2_free);
    }
    return PTRON_OK;
}

/* Whether the weights have a positive product with every row that peeling left. */
static bool weights_do_the_rest(struct check *c)
{
    struct pt_scan scan;

    if (c->by[BY_WEIGHTS].w == NULL)
        return false;
    pt_scan_init(&scan);
    pt_sums_scan(&c->sums, c->by[BY_WEIGHTS].w, c->gone, &scan);
    const bool good = !scan.any || mpz_sgn(scan.least) > 0;
    pt_scan_fini(&scan);
    return good;
}

static ptron_status check_separable(struct check *c, bool *good, ptron_error *err)
{
    const struct pt_claim_list *list = c->claim->list;
    const struct direction *theorem = &c->by[BY_THEOREM];

    if (list[PT_CLAIM_CONTRADICTION].there || list[PT_CLAIM_BOUNDARY].there || list[PT_CLAIM_FORCED].there) {
        *good = refuse(c, "a separable set has no contradiction");
        return PTRON_OK;
    }
    PT_TRY(pt_verify_peel(&c->sums, &list[PT_CLAIM_PEEL], c->gone, &c->left, good, err));
    if (!*good) {
        refuse(c, "the peeling order does not hold");
        return PTRON_OK;
    }
    PT_TRY(prepare_directions(c, err));
    const bool all_positive = theorem->w != NULL && (!theorem->scan.any || mpz_sgn(theorem->scan.least) > 0);
    if (c->left > 0 && !all_positive && !weights_do_the_rest(c))
        *good = refuse(c, "a product is not positive");
    *good = *good && check_theorem(c) && check_distance(c) && check_k_max(c);
    return PTRON_OK;
}

static bool lines_hold(const struct check *c, const struct pt_claim_list *list)
{
    for (size_t k = 0; k < list->n; k++) {
        const uint64_t line = pt_view_line(c->rows, list->id[k]);

        if (list->line[k] != 0 && line != 0 && list->line[k] != line)
            return false;
    }
    return true;
}

static ptron_status check_contradiction(struct check *c, bool *good, ptron_error *err)
{
    const struct pt_claim_list *list = &c->claim->list[PT_CLAIM_CONTRADICTION];
    mpz_t *sum;

    *good = list->n > 0 ? true : refuse(c, "there is no contradiction");
    if (*good && !lines_hold(c, list))
        *good = refuse(c, "a row of the contradiction stands on another line");
    if (!*good)
        return PTRON_OK;
    PT_TRY(pt_sums_of(&c->sums, list, &sum, err));
    for (size_t j = 0; j < c->sums.width; j++)
        *good = *good && mpz_sgn(sum[j]) == 0;
    pt_sums_free(&c->sums, sum);
    if (!*good)
        refuse(c, "the rows do not sum to zero");
    return PTRON_OK;
}

static ptron_status check_boundary(struct check *c, bool *good, ptron_error *err)
{
    const struct pt_claim_list *list = &c->claim->list[PT_CLAIM_BOUNDARY];
    struct pt_scan scan;
    mpz_t *w;

    memset(c->gone, 1, (size_t)c->rows->n);
    if (!list->there)
        return PTRON_OK;
    PT_TRY(pt_sums_weights(&c->sums, list, &w, err));
    pt_scan_init(&scan);
    scan.on = c->gone;
    pt_sums_scan(&c->sums, w, NULL, &scan);
    if (!scan.any || mpz_sgn(scan.least) < 0)
        *good = refuse(c, "a row is on the wrong side of the boundary");
    else if (scan.zeros != list->on || scan.zeros >= c->rows->n)
        *good = refuse(c, "the rows on the boundary are miscounted");
    c->found->some_plane = *good;
    c->found->on = scan.zeros;
    c->found->forced = c->claim->list[PT_CLAIM_CONTRADICTION].n;   /* these are on it in any case */
    pt_scan_fini(&scan);
    pt_sums_free(&c->sums, w);
    return PTRON_OK;
}

/* Rows on the boundary (all rows where there is none) with positive multipliers that sum to zero lie on every
 * hyperplane that has no row on its wrong side. */
static ptron_status check_forced(struct check *c, bool *good, ptron_error *err)
{
    const struct pt_claim_list *list = &c->claim->list[PT_CLAIM_FORCED];
    const bool all = mpz_sgn(c->claim->common) > 0 || list->n == c->rows->n;
    mpz_t *sum;

    if (!list->there)
        return PTRON_OK;
    for (size_t k = 0; k < list->n; k++)
        if (!c->gone[list->id[k]])
            *good = refuse(c, "a row that is forced is not on the boundary");
    if (!c->found->some_plane && !all)
        *good = refuse(c, "not all rows are forced, and there is no boundary");
    if (!*good)
        return PTRON_OK;
    PT_TRY(pt_sums_of_all(&c->sums, list, c->gone, c->claim->common, &sum, err));
    for (size_t j = 0; j < c->sums.width; j++)
        *good = *good && mpz_sgn(sum[j]) == 0;
    pt_sums_free(&c->sums, sum);
    if (!*good)
        refuse(c, "the rows that are forced do not sum to zero");
    c->found->no_plane = !c->found->some_plane;
    c->found->forced = mpz_sgn(c->claim->common) > 0 ? c->found->on : list->n;
    return PTRON_OK;
}

static ptron_status check_not_separable(struct check *c, bool *good, ptron_error *err)
{
    for (int k = PT_BOUND_THEOREM; k < PT_N_BOUNDS; k++)
        *good = *good && !c->claim->range[k].has[0] && !c->claim->range[k].has[1];
    for (int k = PT_CLAIM_PEEL; k <= PT_CLAIM_DISTANCE; k++)
        *good = *good && !c->claim->list[k].there;
    if (!*good) {
        refuse(c, "a set that is not separable has no margin");
        return PTRON_OK;
    }
    PT_TRY(check_contradiction(c, good, err));
    if (*good)
        PT_TRY(check_boundary(c, good, err));
    return *good ? check_forced(c, good, err) : PTRON_OK;
}

/* Every weight may become as long as a multiplier times a value, and there are as many as features, in each direction.
 * What that comes to is refused before the work starts when the machine has not as much. */
static ptron_status keep_reserve(struct check *c, ptron_error *err)
{
    size_t longest = mpz_sizeinbase(c->claim->common, 2);
    uint64_t each, width = c->sums.width + 16;   /* and some that are not weights */

    for (int k = 0; k < PT_N_CLAIM_SECTIONS; k++)
        for (size_t i = 0; i < c->claim->list[k].n; i++)
            if (mpz_sizeinbase(c->claim->list[k].by[i], 2) > longest)
                longest = mpz_sizeinbase(c->claim->list[k].by[i], 2);
    each = (longest + mpz_sizeinbase(c->sums.unit, 2) + 2048) / 8 * (N_DIRECTIONS + 1);
    PT_TRY(pt_memory_expect(width, each, "the exact numbers of this certificate", err));
    return pt_reserve_open((size_t)(width * each + longest * 8), "exact numbers", &c->reserve, err);
}

static ptron_status check_all(struct check *c, bool *good, ptron_error *err)
{
    *good = check_data(c);
    if (!*good)
        return PTRON_OK;
    PT_TRY(pt_sums_init(&c->sums, c->rows, c->claim->decimal, c->claim->of_bias, err));
    PT_TRY(keep_reserve(c, err));
    *good = check_radius(c);
    if (!*good)
        return PTRON_OK;
    return c->claim->separable ? check_separable(c, good, err) : check_not_separable(c, good, err);
}

ptron_status pt_verify(const struct pt_claim *claim, const struct pt_view *rows, struct pt_verified *verified,
                       ptron_error *err)
{
    struct check c = {.claim = claim, .rows = rows, .found = verified};
    ptron_status status;

    *verified = (struct pt_verified){0};
    c.gone = pt_zeroed((size_t)rows->n, 1);
    if (c.gone == NULL)
        return pt_fail_memory(err, (size_t)rows->n, "a certificate's rows");
    mpz_init(c.radius2);
    for (int k = 0; k < N_DIRECTIONS; k++) {
        pt_scan_init(&c.by[k].scan);
        mpz_inits(c.by[k].norm2, c.by[k].norm2_free, NULL);
    }
    status = check_all(&c, &verified->accepted, err);
    for (int k = 0; k < N_DIRECTIONS; k++) {
        pt_sums_free(&c.sums, c.by[k].w);
        pt_scan_fini(&c.by[k].scan);
        mpz_clears(c.by[k].norm2, c.by[k].norm2_free, NULL);
    }
    mpz_clear(c.radius2);
    pt_sums_fini(&c.sums);
    pt_release(c.gone);
    if (status == PTRON_OK)
        status = pt_reserve_left("a certificate's numbers", err);
    pt_reserve_close(c.reserve);
    if (status != PTRON_OK || !verified->accepted)
        verified->accepted = verified->some_plane = verified->no_plane = false;
    return status;
}
