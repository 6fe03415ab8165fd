/* Prediction straight from a caller's arrays, a few rows at a time: seen as rows where they stand, scaled and mapped by
 * the model's recipe in scratch memory where it says so. The same steps and the same cuts as for a set that was
 * borrowed with the model, so the same bits. */
#include "model/model.h"
#include "base/alloc.h"
#include "base/size.h"
#include "model/rowset.h"
#include "rows/arrays.h"
#include "rows/values.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

/* Memory for a call: its own few doubles as long as they are enough, so that one row costs no allocation. */
enum { SMALL = 256 };
enum { ROOM_INDEX, ROOM_VALUE, ROOM_MADE, ROOM_SCORES, N_ROOMS };

struct room {
    void  *memory;
    size_t bytes;
    double small[SMALL];   /* not cleared: that would cost more than a row */
};

struct prediction {
    const ptron_model *model;
    const struct pt_recipe *recipe;
    struct pt_arrays arrays;
    bool measured;         /* norms are needed, or scores do not show that a value is not finite: linear ones do */
    double threshold;
    struct room rooms[N_ROOMS];
};

/* Room for that many, NULL without memory; what was in it is lost. */
static void *reserve(struct prediction *p, int which, size_t count, size_t size)
{
    struct room *room = &p->rooms[which];
    size_t bytes;
    void *memory;

    if (!pt_mul(count, size, &bytes))
        return NULL;
    if (bytes <= room->bytes)
        return room->memory;
    memory = pt_array(count, size);
    if (memory == NULL)
        return NULL;
    if (room->memory != room->small)
        pt_release(room->memory);
    room->memory = memory;
    room->bytes = bytes;
    return memory;
}

/* ---- rows as they stand --------------------------------------------------------------------------- */

static size_t count_values(const struct pt_arrays *a, size_t from, size_t n)
{
    return a->offset == NULL ? n * a->n_features : (size_t)(pt_arrays_offset(a, from + n) - pt_arrays_offset(a, from));
}

/* Features beyond the recipe's are left out, but their values must be finite, too. */
static ptron_status leave_out(uint32_t known, size_t i, struct pt_row *row, ptron_error *err)
{
    if (row->index == NULL || row->n == 0 || row->index[row->n - 1] < known)
        return PTRON_OK;
    PT_TRY(pt_arrays_check_values(i, row, err));
    row->n = pt_row_known(row, known);
    return PTRON_OK;
}

static ptron_status measure(size_t i, struct pt_row *row, ptron_error *err)
{
    row->norm2 = pt_values_norm2(row->value, row->kind, 0, row->n, row->index == NULL);
    return isfinite(row->norm2) ? PTRON_OK : pt_arrays_check_values(i, row, err);
}

static ptron_status see_rows(struct prediction *p, size_t from, size_t n, struct pt_row *rows, ptron_error *err)
{
    const struct pt_arrays *a = &p->arrays;
    const size_t wide = a->wide_index ? count_values(a, from, n) : 0;
    uint32_t *narrow = reserve(p, ROOM_INDEX, wide, sizeof *narrow);

    if (narrow == NULL)
        return pt_fail_memory(err, wide * sizeof *narrow, "indices");
    for (size_t i = 0; i < n; i++) {
        const size_t length = pt_arrays_length(a, from + i);

        pt_arrays_row(a, from + i, length, pt_arrays_indices(a, from + i, length, narrow), &rows[i]);
        narrow += a->wide_index ? length : 0;
        PT_TRY(pt_arrays_check_indices(a, from + i, &rows[i], err));
        PT_TRY(leave_out(p->recipe->n_features, from + i, &rows[i], err));
        if (p->measured)
            PT_TRY(measure(from + i, &rows[i], err));
    }
    return PTRON_OK;
}

/* ---- rows as the recipe wants them ---------------------------------------------------------------- */

static ptron_status scale_rows(struct prediction *p, size_t from, size_t n, struct pt_row *rows, ptron_error *err)
{
    const size_t values = count_values(&p->arrays, from, n);
    double *value = reserve(p, ROOM_VALUE, values, sizeof *value);

    if (value == NULL)
        return pt_fail_memory(err, values * sizeof *value, "scaled rows");
    for (size_t i = 0; i < n; i++) {
        struct pt_row *row = &rows[i];

        pt_values_load(row->value, row->kind, 0, row->n, value);
        pt_recipe_scale_row(p->recipe, row->index, value, row->n, row->norm2);
        row->value = value;
        row->kind = PT_F64;
        if (measure(from + i, row, NULL) != PTRON_OK)
            return pt_fail_at(err, PTRON_DATA, NULL, from + i + 1, 0, "scaling makes a value too large");
        value += row->n;
    }
    return PTRON_OK;
}

static ptron_status map_rows(struct prediction *p, size_t n, struct pt_row *rows, ptron_error *err)
{
    const struct pt_feature_map *lift = &p->recipe->feature_map;
    const bool dense = p->arrays.offset == NULL;
    const struct pt_blas *blas;
    float *made = reserve(p, ROOM_MADE, n, lift->out * sizeof *made);

    PT_TRY(pt_blas_open(&blas, err));
    for (size_t i = 0; made != NULL && i < n; i += PT_MAP_ROWS)
        if (!pt_feature_map_rows(lift, blas, rows + i, pt_min(PT_MAP_ROWS, n - i), dense, made + i * lift->out))
            made = NULL;
    if (made == NULL)
        return pt_fail_memory(err, n * lift->out * sizeof *made, "the rows with the features made");
    for (size_t i = 0; i < n; i++) {
        rows[i] = (struct pt_row){.value = made + i * lift->out, .n = lift->out, .kind = PT_F32,
                                  .label = PT_NO_LABEL, .weight = 1.0};
        rows[i].norm2 = pt_values_norm2(rows[i].value, PT_F32, 0, lift->out, true);
    }
    return PTRON_OK;
}

/* ---- answers -------------------------------------------------------------------------------------- */

/* `n` rows at most PT_SCORE_ROWS; scores [n][n_vectors]. No finite product has a value in it that is not finite: the
 * first score tells it. */
static ptron_status score_rows(struct prediction *p, size_t from, size_t n, double *scores, ptron_error *err)
{
    struct pt_row rows[PT_SCORE_ROWS];

    assert(n <= PT_SCORE_ROWS);
    PT_TRY(see_rows(p, from, n, rows, err));
    if (p->recipe->scaling != PT_SCALE_NONE)
        PT_TRY(scale_rows(p, from, n, rows, err));
    if (p->recipe->feature_map.kind != PT_MAP_NONE)
        PT_TRY(map_rows(p, n, rows, err));
    PT_TRY(pt_model_score_rows(p->model, rows, n, scores, err));
    for (size_t i = 0; !p->measured && i < n; i++)
        if (!isfinite(scores[i * p->model->n_vectors]))
            PT_TRY(pt_arrays_check_values(from + i, &rows[i], err));
    return PTRON_OK;
}

static ptron_status predict(struct prediction *p, double *scores, uint32_t *classes, double *probabilities,
                            ptron_error *err)
{
    const size_t n_vectors = p->model->n_vectors, n_classes = n_vectors == 1 ? 2 : n_vectors;

    for (size_t from = 0; from < p->arrays.n_rows; from += PT_SCORE_ROWS) {
        const size_t n = pt_min(PT_SCORE_ROWS, p->arrays.n_rows - from);
        double *to = scores != NULL ? scores + from * n_vectors
                                    : reserve(p, ROOM_SCORES, n, n_vectors * sizeof *to);

        if (to == NULL)
            return pt_fail_memory(err, n * n_vectors * sizeof *to, "scores");
        PT_TRY(score_rows(p, from, n, to, err));
        for (size_t i = 0; classes != NULL && i < n; i++)
            classes[from + i] = pt_model_class(p->model, to + i * n_vectors, p->threshold);
        for (size_t i = 0; probabilities != NULL && i < n; i++)
            pt_calibration_apply(p->model->calibration, to + i * n_vectors, probabilities + (from + i) * n_classes);
    }
    return PTRON_OK;
}

ptron_status pt_predict_rows(const ptron_model *model, const ptron_rows *rows, double threshold, double *scores,
                             uint32_t *classes, double *probabilities, ptron_error *err)
{
    struct prediction p;
    ptron_status status;

    PT_TRY(pt_arrays_open(&p.arrays, rows, err));
    p.model = model;
    p.recipe = &model->recipe;
    p.measured = model->kind != PT_MODEL_LINEAR || model->n_features < model->recipe.n_features ||
                 model->recipe.scaling != PT_SCALE_NONE || model->recipe.feature_map.kind != PT_MAP_NONE;
    p.threshold = threshold;
    if (rows->offsets == NULL && rows->n_features != p.recipe->n_features)
        return pt_fail(err, PTRON_DATA, "rows have %zu features; the model has %" PRIu32, rows->n_features,
                       p.recipe->n_features);
    for (int i = 0; i < N_ROOMS; i++) {
        p.rooms[i].memory = p.rooms[i].small;
        p.rooms[i].bytes = sizeof p.rooms[i].small;
    }
    status = predict(&p, scores, classes, probabilities, err);
    for (int i = 0; i < N_ROOMS; i++)
        if (p.rooms[i].memory != p.rooms[i].small)
            pt_release(p.rooms[i].memory);
    return status;
}
