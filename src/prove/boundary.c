/* Quasi-complete separation, face by face. */
#include "prove/boundary.h"
#include "base/alloc.h"
#include "base/random.h"
#include "prove/core.h"
#include "prove/integer_weights.h"
#include "prove/nearest.h"
#include "prove/product.h"

#include <math.h>
#include <string.h>

static const double MOST_CELLS = 2e7;   /* rows times features that are still looked at */
static const double IN_SPAN = 1e-8;
enum { MOST_LOCKED = 700 };

struct face {
    const struct pt_exact *exact;
    struct pt_watch *watch;
    struct pt_proof *proof;
    struct pt_core   core;
    double   *scale;        /* [core width] */
    uint32_t *open;         /* [n_open] core rows (numbers in core.rows) not in the span */
    size_t    n_open;
    size_t   *locked;       /* [n_locked] rows of the set that span */
    size_t    n_locked, room;
    double   *probe, *product;
    bool      separated;
    double   *w;            /* [core width] when separated */
    pt_random random;
};

static size_t core_row(const struct face *f, size_t k)
{
    return f->core.live == NULL ? k : f->core.live[k];
}

static ptron_status lock_row(struct face *f, size_t row, ptron_error *err)
{
    void *memory = f->locked;

    if (!pt_grow(&memory, &f->room, f->n_locked + 1, sizeof *f->locked))
        return pt_fail_memory(err, f->n_locked * sizeof *f->locked, "the rows on a boundary");
    f->locked = memory;
    f->locked[f->n_locked++] = row;
    return PTRON_OK;
}

static ptron_status face_init(struct face *f, ptron_error *err)
{
    const struct pt_rows *rows = f->exact->rows;

    PT_TRY(pt_core_init(&f->core, rows, NULL, rows->view.n, f->proof->peel.gone, err));
    f->scale = pt_array((size_t)f->core.rows.width + 1, sizeof *f->scale);
    f->probe = pt_zeroed((size_t)f->core.rows.width + 2, sizeof *f->probe);
    f->w = pt_zeroed((size_t)f->core.rows.width + 1, sizeof *f->w);
    f->open = pt_array(f->core.n, sizeof *f->open);
    f->product = pt_array(f->core.n, sizeof *f->product);
    if (f->scale == NULL || f->probe == NULL || f->w == NULL || f->open == NULL || f->product == NULL)
        return pt_fail_memory(err, f->core.n * 2 * sizeof(double), "the rows on a boundary");
    pt_rows_column_max(&f->core.rows, f->core.live, f->core.n, f->scale);
    for (uint32_t j = 0; j < f->core.rows.width; j++)
        f->scale[j] = f->scale[j] > 0 ? 1 / f->scale[j] : 1;
    for (size_t k = 0; k < f->core.n; k++)
        f->open[f->n_open++] = (uint32_t)core_row(f, k);
    for (size_t k = 0; k < f->proof->contradiction.n; k++)
        PT_TRY(lock_row(f, (size_t)f->proof->contradiction.row[k], err));
    return PTRON_OK;
}

/* Locks the rows; those that add nothing to the span leave the list. */
static ptron_status lock_all(struct face *f, struct pt_nearest *nearest, ptron_error *err)
{
    size_t kept = 0;

    for (size_t k = 0; k < f->n_locked; k++) {
        bool independent;
        PT_TRY(pt_nearest_lock(nearest, core_row(f, pt_rows_find(f->core.origin, f->core.n, f->locked[k])),
                               &independent, err));
        if (independent)
            f->locked[kept++] = f->locked[k];
    }
    f->n_locked = kept;
    return PTRON_OK;
}

/* Closes rows in the span: their product with a random vector orthogonal to it is 0, and nobody else's is. */
static void close_rows(struct face *f, struct pt_nearest *nearest)
{
    const struct pt_rows *rows = &f->core.rows;
    size_t kept = 0;

    for (uint32_t j = 0; j < rows->width; j++)
        f->probe[j] = pt_random_normal(&f->random);
    f->probe[rows->width] = 0;
    pt_qr_left(&nearest->qr, f->probe);
    for (uint32_t j = 0; j < rows->width; j++)
        f->probe[j] *= f->scale[j];
    pt_rows_products(rows, f->open, f->n_open, f->probe, f->product);
    for (size_t k = 0; k < f->n_open; k++) {
        const double length = nearest->row_scale[k] > 0 ? 1 / nearest->row_scale[k] : 0;
        if (fabs(f->product[k]) > IN_SPAN * length)
            f->open[kept++] = f->open[k];
    }
    f->n_open = kept;
}

/* Looks for a w orthogonal to the locked rows. *more: there is a contradiction instead, whose rows are locked now. */
static ptron_status search_face(struct face *f, struct pt_nearest *nearest, bool *more, ptron_error *err)
{
    enum pt_nearest_end end;

    nearest->stop_when_separated = true;
    PT_TRY(pt_nearest_run(nearest, f->watch, &end, err));
    *more = end == PT_NEAREST_ZERO && nearest->size > 0;
    for (size_t k = 0; k < nearest->size && *more; k++) {
        const size_t row = f->open[nearest->member[k]];
        PT_TRY(lock_row(f, f->core.live == NULL ? f->core.origin[row] : row, err));
    }
    f->separated = end == PT_NEAREST_SEPARATES || end == PT_NEAREST_OPTIMAL;
    for (uint32_t j = 0; j < f->core.rows.width; j++)
        f->w[j] = -nearest->w[j];
    return PTRON_OK;
}

static ptron_status one_face(struct face *f, bool *more, ptron_error *err)
{
    struct pt_nearest nearest;
    const size_t before = f->n_open;
    ptron_status status = pt_nearest_init(&nearest, &f->core.rows, f->open, f->n_open, false, f->scale, 0, err);

    *more = false;
    if (status == PTRON_OK)
        status = lock_all(f, &nearest, err);
    if (status == PTRON_OK) {
        close_rows(f, &nearest);
        *more = f->n_open < before && f->n_open > 0;
    }
    if (status == PTRON_OK && !*more && f->n_open > 0)
        status = search_face(f, &nearest, more, err);
    pt_nearest_fini(&nearest);
    return status;
}

/* Whole-number weights: the floating ones made orthogonal to the span, then lifted over what peeling took. */
static ptron_status make_weights(struct face *f, ptron_error *err)
{
    const struct pt_rows *rows = f->exact->rows;
    struct pt_proof *proof = f->proof;
    double *w = pt_zeroed((size_t)rows->width + 1, sizeof *w);
    ptron_status status;

    if (w == NULL)
        return pt_fail_memory(err, rows->width * sizeof *w, "weights");
    if (f->separated)
        pt_core_weights(&f->core, rows, f->w, w);
    status = pt_integers_init(&proof->boundary_weights, (size_t)rows->width + 1, err);
    if (status == PTRON_OK && f->separated)
        status = pt_integer_weights_orthogonal(f->exact, f->locked, f->n_locked, w, proof->boundary_weights.at, err);
    if (status == PTRON_OK)
        status = pt_integer_weights_peel(f->exact, &proof->peel, proof->boundary_weights.at, err);
    pt_release(w);
    return status;
}

/* Counts the rows with product 0; *good is false when one is negative or all are 0. */
static ptron_status count_forced(struct face *f, bool *good, ptron_error *err)
{
    struct pt_products products;
    mpz_t product;
    size_t zeros = 0;
    ptron_status status = pt_products_init(&products, f->exact, f->proof->boundary_weights.at, err);

    *good = true;
    mpz_init(product);
    for (size_t i = 0; i < f->exact->rows->view.n && *good && status == PTRON_OK; i++) {
        if (products.value[i] > pt_products_error(&products, i))
            continue;
        pt_exact_dot(f->exact, i, f->proof->boundary_weights.at, product);
        zeros += mpz_sgn(product) == 0;
        *good = mpz_sgn(product) >= 0;
    }
    mpz_clear(product);
    pt_products_fini(&products);
    *good = *good && zeros < f->exact->rows->view.n;
    f->proof->forced = zeros;
    return status;
}

static ptron_status find_boundary(struct face *f, ptron_error *err)
{
    bool more = true, good;

    PT_TRY(face_init(f, err));
    while (more && f->n_open > 0 && pt_watch_go_on(f->watch))
        PT_TRY(one_face(f, &more, err));
    if (f->n_open > 0 && !f->separated)
        return PTRON_OK;
    if (f->n_open == 0 && f->proof->peel.n == 0) {
        f->proof->boundary = PT_BOUNDARY_NONE;
        return PTRON_OK;
    }
    if (f->n_locked > MOST_LOCKED)
        return PTRON_OK;
    PT_TRY(make_weights(f, err));
    PT_TRY(count_forced(f, &good, err));
    if (good)
        f->proof->boundary = PT_BOUNDARY_EXISTS;
    return PTRON_OK;
}

ptron_status pt_boundary_find(const struct pt_exact *exact, struct pt_watch *watch, struct pt_proof *proof,
                              ptron_error *err)
{
    struct face f = {.exact = exact, .watch = watch, .proof = proof, .random = pt_random_of(7, 7)};
    ptron_status status = PTRON_OK;

    watch->step = "boundary";
    if (proof->peel.gone == NULL)
        status = pt_peel_run(exact->rows, &proof->peel, err);
    if (status == PTRON_OK && (double)proof->peel.left * exact->rows->width <= MOST_CELLS)
        status = find_boundary(&f, err);
    pt_core_fini(&f.core);
    pt_release(f.scale);
    pt_release(f.probe);
    pt_release(f.w);
    pt_release(f.open);
    pt_release(f.product);
    pt_release(f.locked);
    return status;
}
