/* Scores by kept rows: tiles of products, made kernel values, times coefficients. */
#include "model/dual.h"
#include "base/alloc.h"
#include "base/size.h"
#include "model/model.h"
#include "model/section.h"

#include <math.h>
#include <string.h>

void pt_dual_fini(void *own)
{
    struct pt_dual *dual = own;

    pt_rowset_fini(&dual->rows);
    pt_release(dual->coef);
    dual->coef = NULL;
}

static ptron_status copy_dual(void *own, const void *other, ptron_error *err)
{
    const struct pt_dual *from = other;
    struct pt_dual *to = own;
    const size_t cells = from->rows.n * from->vectors;

    *to = *from;
    to->coef = NULL;
    PT_TRY(pt_rowset_copy(&to->rows, &from->rows, NULL, from->rows.n, err));
    to->coef = pt_array(cells, sizeof *to->coef);
    if (to->coef == NULL)
        return pt_fail_memory(err, cells * sizeof *to->coef, "coefficients");
    if (cells > 0)
        memcpy(to->coef, from->coef, cells * sizeof *to->coef);
    return PTRON_OK;
}

/* ---- scores -------------------------------------------------------------------------------------- */

size_t pt_dual_scratch(const struct pt_dual *dual)
{
    return pt_rowset_scratch(&dual->rows, PT_TILE_ROWS) + PT_TILE_ROWS * PT_TILE_KEPT;
}

void pt_dual_score_tile(const struct pt_dual *dual, const struct pt_blas *blas, const struct pt_row *rows, size_t n,
                        double *scratch, double *scores)
{
    const struct pt_rowset *kept = &dual->rows;
    double *tile = scratch + pt_rowset_scratch(kept, PT_TILE_ROWS);

    memset(scores, 0, n * dual->vectors * sizeof *scores);
    pt_rowset_pack(kept, rows, n, scratch);
    for (size_t from = 0; from < kept->n; from += PT_TILE_KEPT) {
        const size_t m = pt_min(PT_TILE_KEPT, kept->n - from);

        pt_rowset_products(kept, blas, rows, n, scratch, from, m, tile);
        for (size_t i = 0; i < n; i++)
            pt_kernel_apply(&dual->kernel, rows[i].norm2, kept->norm2 + from, m, tile + i * m);
        pt_blas_times(pt_rowset_blas(kept, blas), n, dual->vectors, m, tile,
                      dual->coef + from * dual->vectors, 1.0, scores);
    }
}

static ptron_status dual_score_rows(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores,
                                    ptron_error *err)
{
    const struct pt_dual *dual = model->dual;
    const struct pt_blas *blas;
    struct pt_row tile[PT_TILE_ROWS];
    double *scratch;

    PT_TRY(pt_blas_open(&blas, err));
    scratch = pt_array(pt_dual_scratch(dual), sizeof *scratch);
    if (scratch == NULL)
        return pt_fail_memory(err, pt_dual_scratch(dual) * sizeof *scratch, "scores");
    for (size_t at = 0; at < n; at += PT_TILE_ROWS) {
        const size_t m = pt_min(PT_TILE_ROWS, n - at);
        for (size_t i = 0; i < m; i++)
            tile[i] = pt_row_within(&rows[at + i], dual->rows.width);
        pt_dual_score_tile(dual, blas, tile, m, scratch, scores + at * dual->vectors);
    }
    pt_release(scratch);
    return PTRON_OK;
}

void pt_dual_score(const struct pt_dual *dual, const struct pt_row *row, double *scores)
{
    const struct pt_row known = pt_row_within(row, dual->rows.width);

    memset(scores, 0, dual->vectors * sizeof *scores);
    for (size_t i = 0; i < dual->rows.n; i++) {
        const struct pt_row kept = pt_rowset_row(&dual->rows, i);
        double value = pt_row_product(&kept, &known);
        pt_kernel_apply(&dual->kernel, known.norm2, &kept.norm2, 1, &value);
        for (size_t v = 0; v < dual->vectors; v++)
            scores[v] += dual->coef[i * dual->vectors + v] * value;
    }
}

/* ---- bytes --------------------------------------------------------------------------------------- */

void pt_dual_save(const void *own, struct pt_buffer *out)
{
    const struct pt_dual *dual = own;

    pt_buffer_u32(out, dual->kernel.kind);
    pt_buffer_u32(out, dual->kernel.degree);
    pt_buffer_f64(out, dual->kernel.gamma);
    pt_buffer_f64(out, dual->kernel.coef0);
    pt_buffer_f64(out, dual->kernel.constant);
    pt_buffer_u32(out, dual->vectors);
    pt_save_real(out, dual->norm2);
    pt_rowset_save(&dual->rows, out);
    for (size_t i = 0; i < dual->rows.n * dual->vectors; i++)
        pt_buffer_f64(out, dual->coef[i]);
}

static bool is_kernel(const struct pt_kernel *k, uint32_t kind)
{
    return kind < PT_N_KERNELS && k->degree >= 1 && isfinite(k->gamma) && k->gamma > 0.0 && isfinite(k->coef0) &&
           isfinite(k->constant) && k->constant >= 0.0;
}

ptron_status pt_dual_load(void *own, struct pt_cursor *in, ptron_error *err)
{
    const uint32_t kind = pt_cursor_u32(in);
    struct pt_dual *dual = own;
    bool finite = true;
    size_t cells;

    *dual = (struct pt_dual){.kernel = {.kind = (enum pt_kernel_kind)kind, .degree = pt_cursor_u32(in)}};
    dual->kernel.gamma = pt_cursor_f64(in);
    dual->kernel.coef0 = pt_cursor_f64(in);
    dual->kernel.constant = pt_cursor_f64(in);
    dual->vectors = pt_cursor_u32(in);
    dual->norm2 = pt_cursor_f64(in);
    if (in->failed || !is_kernel(&dual->kernel, kind) || isinf(dual->norm2) || dual->norm2 < 0.0)
        return pt_fail(err, PTRON_MODEL, "the kernel is cut short or makes no sense");
    PT_TRY(pt_rowset_load(&dual->rows, in, err));
    if (!pt_mul(dual->rows.n, dual->vectors, &cells) || cells > pt_cursor_left(in) / 8)
        return pt_fail(err, PTRON_MODEL, "the coefficients are cut short");
    dual->coef = pt_array(cells, sizeof *dual->coef);
    if (dual->coef == NULL)
        return pt_fail_memory(err, cells * sizeof *dual->coef, "coefficients");
    for (size_t i = 0; i < cells; i++)
        finite &= isfinite(dual->coef[i] = pt_cursor_f64(in)) != 0;
    return finite && !in->failed ? PTRON_OK : pt_fail(err, PTRON_MODEL, "a coefficient is not finite");
}

/* ---- as a kind of model -------------------------------------------------------------------------- */

static void dual_score(const ptron_model *model, const struct pt_row *row, double *scores)
{
    pt_dual_score(model->dual, row, scores);
}

static double dual_norm(const ptron_model *model)
{
    return sqrt(model->dual->norm2);
}

static void dual_shape(const void *own, ptron_model *model)
{
    const struct pt_dual *dual = own;

    model->n_features = dual->rows.width;
    model->n_vectors = dual->vectors;
    model->has_bias = dual->kernel.constant > 0.0;
    model->bias_scale = sqrt(dual->kernel.constant);
}

const struct pt_model_ops pt_dual_ops = {
    .name = "kernel", .tag = "DUAL", .size = sizeof(struct pt_dual), .score = dual_score,
    .score_rows = dual_score_rows, .norm = dual_norm, .shape = dual_shape, .fini = pt_dual_fini, .copy = copy_dual,
    .save = pt_dual_save, .load = pt_dual_load,
};
