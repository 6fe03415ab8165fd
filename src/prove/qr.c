/* Thin QR with columns that join and leave. */
#include "prove/qr.h"
#include "base/elementary.h"
#include "base/alloc.h"
#include "base/size.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void pt_qr_init(struct pt_qr *qr, const struct pt_vec_ops *ops, size_t m)
{
    *qr = (struct pt_qr){.ops = ops, .m = m};
}

void pt_qr_fini(struct pt_qr *qr)
{
    for (size_t k = 0; k < qr->room; k++) {
        pt_release(qr->q[k]);
        pt_release(qr->r[k]);
    }
    pt_release(qr->q);
    pt_release(qr->r);
    pt_release(qr->coefficient);
    *qr = (struct pt_qr){0};
}

void pt_qr_clear(struct pt_qr *qr)
{
    qr->n = 0;
}

static ptron_status grow_qr(struct pt_qr *qr, ptron_error *err)
{
    const size_t old = qr->room, room = old == 0 ? 32 : 2 * old;

    if (!pt_resize_at(&qr->q, room, sizeof *qr->q) || !pt_resize_at(&qr->r, room, sizeof *qr->r) ||
        !pt_resize_at(&qr->coefficient, room, sizeof *qr->coefficient))
        return pt_fail_memory(err, qr->m * room * sizeof(double), "a QR factorisation");
    memset(qr->q + old, 0, (room - old) * sizeof *qr->q);
    memset(qr->r + old, 0, (room - old) * sizeof *qr->r);
    qr->room = room;
    return PTRON_OK;
}

static ptron_status need_column(struct pt_qr *qr, ptron_error *err)
{
    if (qr->n == qr->room)
        PT_TRY(grow_qr(qr, err));
    if (qr->q[qr->n] == NULL)
        qr->q[qr->n] = pt_array(qr->m, sizeof(double));
    /* A column of R may be left from when room was smaller. */
    if (qr->q[qr->n] == NULL || !pt_resize_at(&qr->r[qr->n], qr->room, sizeof(double)))
        return pt_fail_memory(err, qr->m * sizeof(double), "a QR factorisation");
    return PTRON_OK;
}

/* v -= Q Q'v; the coefficients Q'v are added to `sum`. */
static void project_out(struct pt_qr *qr, double *v, double *sum)
{
    for (size_t k = 0; k < qr->n; k++)
        qr->coefficient[k] = qr->ops->dot_dense[PT_F64](v, qr->q[k], qr->m);
    for (size_t k = 0; k < qr->n; k++) {
        qr->ops->blend(v, -qr->coefficient[k], qr->q[k], qr->m);
        sum[k] += qr->coefficient[k];
    }
}

ptron_status pt_qr_add(struct pt_qr *qr, const double *column, double tiny, bool *independent, ptron_error *err)
{
    PT_TRY(need_column(qr, err));

    double *v = qr->q[qr->n], *r = qr->r[qr->n];
    const double whole = sqrt(qr->ops->norm2(column, qr->m));
    memcpy(v, column, qr->m * sizeof *v);
    memset(r, 0, (qr->n + 1) * sizeof *r);
    project_out(qr, v, r);
    project_out(qr, v, r);
    const double left = sqrt(qr->ops->norm2(v, qr->m));
    *independent = left > tiny * whole;
    if (!*independent)
        return PTRON_OK;
    qr->ops->scale(v, 1 / left, qr->m);
    r[qr->n++] = left;
    return PTRON_OK;
}

double pt_qr_left(struct pt_qr *qr, double *vector)
{
    const double whole = sqrt(qr->ops->norm2(vector, qr->m));

    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < qr->n; k++)
            qr->ops->blend(vector, -qr->ops->dot_dense[PT_F64](vector, qr->q[k], qr->m), qr->q[k], qr->m);
    return whole > 0 ? sqrt(qr->ops->norm2(vector, qr->m)) / whole : 0;
}

static void rotate_vectors(double c, double s, double *x, double *y, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const double t = c * x[i] + s * y[i];

        y[i] = c * y[i] - s * x[i];
        x[i] = t;
    }
}

/* Rows k and k+1 of R turn so that entry (k+1, k) becomes 0; columns k and k+1 of Q turn along. */
static void rotate_pair(struct pt_qr *qr, size_t k)
{
    const double a = qr->r[k][k], b = qr->r[k][k + 1];
    const double h = pt_hypot(a, b), c = a / h, s = b / h;

    for (size_t j = k; j < qr->n; j++) {
        double *r = qr->r[j];
        const double t = c * r[k] + s * r[k + 1];

        r[k + 1] = c * r[k + 1] - s * r[k];
        r[k] = t;
    }
    rotate_vectors(c, s, qr->q[k], qr->q[k + 1], qr->m);
}

void pt_qr_drop(struct pt_qr *qr, size_t k)
{
    double *dropped = qr->r[k];

    assert(k < qr->n);
    memmove(&qr->r[k], &qr->r[k + 1], (qr->n - k - 1) * sizeof *qr->r);
    qr->n--;
    qr->r[qr->n] = dropped;
    for (size_t j = k; j < qr->n; j++)
        rotate_pair(qr, j);
}

void pt_qr_last_unit(struct pt_qr *qr, double *residual, double *z)
{
    memset(residual, 0, qr->m * sizeof *residual);
    residual[qr->m - 1] = 1;
    memset(z, 0, qr->n * sizeof *z);
    if (qr->n == 0)
        return;
    project_out(qr, residual, z);
    project_out(qr, residual, z);
    for (size_t k = qr->n; k-- > 0;) {
        z[k] /= qr->r[k][k];
        for (size_t j = 0; j < k; j++)
            z[j] -= z[k] * qr->r[k][j];
    }
}
