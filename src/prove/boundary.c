/* Quasi-complete separation, face by face. */
#include "prove/boundary.h"
#include "base/alloc.h"
#include "base/size.h"
#include "prove/contradiction.h"
#include "prove/core.h"
#include "prove/forced.h"
#include "prove/integer_weights.h"
#include "prove/nearest.h"
#include "prove/product.h"
#include "prove/span.h"

#include <math.h>
#include <string.h>

static const double MOST_CELLS = 2e7;   /* rows times features that are still looked at */
static const double MOST_SCALE = 0x1p1000;
enum { MOST_LOCKED = 700 };

struct face {
    const struct pt_exact *exact;
    struct pt_watch *watch;
    struct pt_proof *proof;
    struct pt_core   core;
    double   *scale;        /* [core width] */
    uint32_t *open;         /* [n_open] rows of the core (numbers in core.rows) not in the span */
    size_t    n_open;
    struct pt_terms forced; /* a contradiction: all that were found, added up */
    struct pt_span  span;   /* of its rows */
    size_t   *basis;        /* [span.rank] rows of the set that span */
    unsigned char *on;      /* [rows] product 0 with the weights */
    bool      separated;    /* the open rows have positive products with w */
    double   *w;            /* [core width] */
    pt_random random;
};

/* A row of the core as one of the set, and back. */
static size_t set_row(const struct face *f, size_t row)
{
    return f->core.live == NULL ? f->core.origin[row] : row;
}

static size_t core_row(const struct face *f, uint64_t row)
{
    const size_t k = pt_rows_find(f->core.origin, f->core.n, (size_t)row);

    return f->core.live == NULL ? k : f->core.live[k];
}

/* The span grows by the rows of a contradiction, which are then forced; rows that it has now are open no longer. */
static void extend_span(struct face *f, const struct pt_terms *terms)
{
    size_t kept = 0;

    for (size_t k = 0; k < terms->n; k++)
        if (pt_span_add(&f->span, core_row(f, terms->row[k])))
            f->basis[f->span.rank - 1] = (size_t)terms->row[k];
    pt_span_look(&f->span, &f->random);
    for (size_t k = 0; k < f->n_open; k++)
        if (!pt_span_has(&f->span, f->open[k]))
            f->open[kept++] = f->open[k];
    f->n_open = kept;
}

static ptron_status face_init(struct face *f, ptron_error *err)
{
    const struct pt_rows *rows = f->exact->rows;

    PT_TRY(pt_core_init(&f->core, rows, NULL, rows->view.n, f->proof->peel.gone, err));
    const size_t width = f->core.rows.width, most = pt_min(pt_min(width, f->core.n), MOST_LOCKED + 1);
    f->scale = pt_array(width + 1, sizeof *f->scale);
    f->w = pt_zeroed(width + 1, sizeof *f->w);
    f->open = pt_array(f->core.n, sizeof *f->open);
    f->basis = pt_array(most, sizeof *f->basis);
    f->on = pt_zeroed(rows->view.n, 1);
    if (f->scale == NULL || f->w == NULL || f->open == NULL || f->basis == NULL || f->on == NULL)
        return pt_fail_memory(err, f->core.n * 2 * sizeof(double), "the rows on a boundary");
    pt_rows_column_max(&f->core.rows, f->core.live, f->core.n, f->scale);
    for (size_t j = 0; j < width; j++)
        f->scale[j] = f->scale[j] > 0 ? fmin(1 / f->scale[j], MOST_SCALE) : 1;
    for (size_t k = 0; k < f->core.n; k++)
        f->open[f->n_open++] = f->core.live == NULL ? (uint32_t)k : f->core.live[k];
    PT_TRY(pt_span_init(&f->span, f->exact, &f->core.rows, most, err));
    PT_TRY(pt_forced_add(&f->forced, &f->proof->contradiction, err));
    extend_span(f, &f->forced);
    return PTRON_OK;
}

/* ---- one face ------------------------------------------------------------------------------------ */

/* Whole-number weights: the floating ones made orthogonal to the span, then lifted over what peeling took; the zero
 * vector lifted when the open rows were not separated. */
static ptron_status make_weights(struct face *f, ptron_error *err)
{
    const struct pt_rows *rows = f->exact->rows;
    struct pt_integers *out = &f->proof->boundary_weights;
    double *w = pt_zeroed((size_t)rows->width + 1, sizeof *w);
    ptron_status status;

    if (w == NULL)
        return pt_fail_memory(err, rows->width * sizeof *w, "weights");
    if (f->separated)
        pt_core_weights(&f->core, rows, f->w, w);
    pt_integers_fini(out);
    status = pt_integers_init(out, (size_t)rows->width + 1, err);
    if (status == PTRON_OK && f->separated)
        status = pt_integer_weights_orthogonal(f->exact, f->basis, f->span.rank, w, out->at, err);
    if (status == PTRON_OK)
        status = pt_integer_weights_peel(f->exact, &f->proof->peel, out->at, err);
    pt_release(w);
    return status;
}

/* Marks the rows with product 0, and counts them; *good is false when a product is negative or all are 0. */
static ptron_status check_weights(struct face *f, bool *good, ptron_error *err)
{
    const size_t n = f->exact->rows->view.n;
    struct pt_integers *w = &f->proof->boundary_weights;
    struct pt_products products;
    mpz_t product;
    size_t zeros = 0;
    ptron_status status = pt_products_init(&products, f->exact, w->at, err);

    *good = true;
    mpz_init(product);
    for (size_t i = 0; i < n && *good && status == PTRON_OK; i++) {
        f->on[i] = 0;
        if (products.value[i] > pt_products_error(&products, i))
            continue;
        pt_exact_dot(f->exact, i, w->at, product);
        *good = mpz_sgn(product) >= 0;
        f->on[i] = mpz_sgn(product) == 0;
        zeros += f->on[i];
    }
    mpz_clear(product);
    pt_products_fini(&products);
    *good = *good && zeros < n;
    f->proof->on = zeros;
    return status;
}

/* Whether the floating weights, made whole, have every open row off the hyperplane and on its side. */
static ptron_status try_weights(struct face *f, const struct pt_nearest *nearest, ptron_error *err)
{
    bool good;

    for (uint32_t j = 0; j < f->core.rows.width; j++)
        f->w[j] = -nearest->w[j];
    f->separated = true;
    PT_TRY(make_weights(f, err));
    PT_TRY(check_weights(f, &good, err));
    f->separated = good && f->proof->on + f->n_open == f->core.n;
    return PTRON_OK;
}

/* A contradiction beside the span: *more, and its rows are forced now. */
static ptron_status try_contradiction(struct face *f, const struct pt_nearest *nearest, bool *more, ptron_error *err)
{
    const size_t rank = f->span.rank, n = rank + nearest->size;
    size_t *row = pt_array(n, sizeof *row);
    double *lambda = pt_zeroed(n, sizeof *lambda);
    struct pt_terms found = {0};
    ptron_status status = PTRON_OK;

    if (row == NULL || lambda == NULL)
        status = pt_fail_memory(err, n * 2 * sizeof *lambda, "a contradiction");
    for (size_t k = 0; k < n && status == PTRON_OK; k++) {
        row[k] = k < rank ? f->basis[k] : set_row(f, f->open[nearest->member[k - rank]]);
        lambda[k] = k < rank ? 0 : nearest->lambda[k - rank] * nearest->row_scale[nearest->member[k - rank]];
    }
    if (status == PTRON_OK)
        status = pt_contradiction_beside(f->exact, row, lambda, n, rank, &found, more, err);
    if (status == PTRON_OK && *more)
        status = pt_forced_add(&f->forced, &found, err);
    if (status == PTRON_OK && *more)
        extend_span(f, &found);
    pt_terms_fini(&found);
    pt_release(row);
    pt_release(lambda);
    return status;
}

static ptron_status search_face(struct face *f, struct pt_nearest *nearest, bool *more, ptron_error *err)
{
    enum pt_nearest_end end;
    bool independent;

    for (size_t k = 0; k < f->span.rank; k++)
        PT_TRY(pt_nearest_lock(nearest, core_row(f, f->basis[k]), &independent, err));
    nearest->stop_when_separated = true;
    PT_TRY(pt_nearest_run(nearest, f->watch, &end, err));
    if (end != PT_NEAREST_ZERO)
        PT_TRY(try_weights(f, nearest, err));
    return f->separated || nearest->size == 0 ? PTRON_OK : try_contradiction(f, nearest, more, err);
}

static ptron_status one_face(struct face *f, bool *more, ptron_error *err)
{
    struct pt_nearest nearest;
    ptron_status status = pt_nearest_init(&nearest, &f->core.rows, f->open, f->n_open, false, f->scale, 0, err);

    *more = false;
    if (status == PTRON_OK)
        status = search_face(f, &nearest, more, err);
    pt_nearest_fini(&nearest);
    return status;
}

/* ---- what follows -------------------------------------------------------------------------------- */

/* That the rows with f->on set are forced: all of them, or those of the contradictions found. */
static ptron_status prove_forced(struct face *f, bool *all, ptron_error *err)
{
    struct pt_proof *proof = f->proof;
    size_t *column = f->span.pivot;
    const struct pt_forced forced = {.exact = f->exact, .on = f->on, .some = &f->forced, .basis = f->basis,
                                     .column = column, .n_basis = f->span.rank};

    for (size_t k = 0; k < f->span.rank; k++)   /* columns of the set; the span is done with */
        if (column[k] >= f->core.rows.view.features)
            column[k] = f->exact->rows->view.features;
        else if (f->core.feature != NULL)
            column[k] = f->core.feature[column[k]];
    PT_TRY(pt_integers_init(&proof->forced_common, 1, err));
    PT_TRY(pt_forced_prove(&forced, &proof->forced_rows, proof->forced_common.at[0], all, err));
    proof->forced = *all ? proof->on : f->forced.n;
    if (*all)
        return PTRON_OK;
    mpz_set_ui(proof->forced_common.at[0], 0);
    proof->forced_rows = f->forced;
    f->forced = (struct pt_terms){0};
    return PTRON_OK;
}

static void mark_all(struct face *f)
{
    memset(f->on, 1, f->exact->rows->view.n);
    f->proof->on = f->exact->rows->view.n;
}

static ptron_status find_boundary(struct face *f, ptron_error *err)
{
    struct pt_proof *proof = f->proof;
    bool more = true, good, all;

    PT_TRY(face_init(f, err));
    while (more && f->n_open > 0 && f->span.rank <= MOST_LOCKED && pt_watch_go_on(f->watch))
        PT_TRY(one_face(f, &more, err));
    good = f->separated;
    if (!good && proof->peel.n > 0) {
        PT_TRY(make_weights(f, err));
        PT_TRY(check_weights(f, &good, err));
    }
    if (good)
        proof->boundary = PT_BOUNDARY_EXISTS;
    else if (f->n_open > 0)
        return PTRON_OK;
    else
        mark_all(f);
    PT_TRY(prove_forced(f, &all, err));
    if (all && !good)
        proof->boundary = PT_BOUNDARY_NONE;
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
    pt_span_fini(&f.span);
    pt_terms_fini(&f.forced);
    pt_release(f.scale);
    pt_release(f.w);
    pt_release(f.open);
    pt_release(f.basis);
    pt_release(f.on);
    return status;
}
