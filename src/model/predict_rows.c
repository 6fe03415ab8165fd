/* Prediction straight from a caller's arrays, a few rows at a time: seen as rows where they stand, scaled and mapped by
 * the model's recipe in scratch memory where it says so. The same steps and the same cuts as for a set that was
 * borrowed with the model, so the same bits. */
#include "model/model.h"
#include "base/alloc.h"
#include "base/plural.h"
#include "base/size.h"
#include "math/classes.h"
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

/* ---- scores --------------------------------------------------------------------------------------- */

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
    for (size_t i = 0; i < n; i++) {
        if (pt_scores_finite(scores + i * p->model->n_vectors, p->model->n_vectors))
            continue;
        if (!p->measured)
            PT_TRY(pt_arrays_check_values(from + i, &rows[i], err));
        return pt_score_overflow(NULL, from + i + 1, err);
    }
    return PTRON_OK;
}

/* ---- answers -------------------------------------------------------------------------------------- */

struct answers {                 /* each array may be NULL */
    struct pt_cut cut;
    double   *scores;            /* [rows][n_vectors] */
    uint32_t *classes;           /* [rows] */
    double   *probabilities;     /* [rows][classes] */
};

/* Of n rows, by their scores. */
static void answer(const ptron_model *model, const struct answers *to, size_t from, size_t n,
                   const double *scores)
{
    const size_t n_vectors = model->n_vectors, n_classes = n_vectors == 1 ? 2 : n_vectors;

    for (size_t i = 0; to->classes != NULL && i < n; i++)
        to->classes[from + i] = pt_model_class(model, scores + i * n_vectors, to->cut);
    for (size_t i = 0; to->probabilities != NULL && i < n; i++)
        pt_model_probabilities(model, scores + i * n_vectors, to->probabilities + (from + i) * n_classes);
}

static ptron_status predict(struct prediction *p, const struct answers *answers, ptron_error *err)
{
    const size_t n_vectors = p->model->n_vectors;

    for (size_t from = 0; from < p->arrays.n_rows; from += PT_SCORE_ROWS) {
        const size_t n = pt_min(PT_SCORE_ROWS, p->arrays.n_rows - from);
        double *scores = answers->scores != NULL ? answers->scores + from * n_vectors
                                                 : reserve(p, ROOM_SCORES, n, n_vectors * sizeof *scores);

        if (scores == NULL)
            return pt_fail_memory(err, n * n_vectors * sizeof *scores, "scores");
        PT_TRY(score_rows(p, from, n, scores, err));
        answer(p->model, answers, from, n, scores);
    }
    return PTRON_OK;
}

static ptron_status predict_any(const ptron_model *model, const ptron_rows *rows, const struct answers *answers,
                                ptron_error *err)
{
    struct prediction p;
    ptron_status status;

    PT_TRY(pt_arrays_open(&p.arrays, rows, err));
    p.model = model;
    p.recipe = &model->recipe;
    p.measured = model->kind != PT_MODEL_LINEAR || model->n_features < model->recipe.n_features ||
                 model->recipe.scaling != PT_SCALE_NONE || model->recipe.feature_map.kind != PT_MAP_NONE;
    if (rows->offsets == NULL && rows->n_features != p.recipe->n_features)
        return pt_fail(err, PTRON_DATA, "rows have %zu feature%s; the model has %" PRIu32, rows->n_features,
                       pt_plural(rows->n_features), p.recipe->n_features);
    for (int i = 0; i < N_ROOMS; i++) {
        p.rooms[i].memory = p.rooms[i].small;
        p.rooms[i].bytes = sizeof p.rooms[i].small;
    }
    status = predict(&p, answers, err);
    for (int i = 0; i < N_ROOMS; i++)
        if (p.rooms[i].memory != p.rooms[i].small)
            pt_release(p.rooms[i].memory);
    return status;
}

/* ---- the commonest case --------------------------------------------------------------------------- */

static bool stands_at(const void *array, size_t multiple)
{
    return ((uintptr_t)array & (multiple - 1)) == 0;
}

static inline uint64_t offset_of(const ptron_rows *rows, size_t i)
{
    return rows->offset_bytes == 4 ? (uint64_t)(int64_t)((const int32_t *)rows->offsets)[i]
                                   : ((const uint64_t *)rows->offsets)[i];
}

static bool is_simple_sparse(const ptron_rows *rows)
{
    const uint64_t most = rows->n_values != 0 ? rows->n_values : SIZE_MAX / sizeof(double);
    const size_t bytes = rows->offset_bytes == 4 ? 4 : 8;
    uint64_t before;

    if ((rows->offset_bytes != 4 && (rows->offset_bytes & ~(size_t)8) != 0) ||
        (rows->index_bytes & ~(size_t)4) != 0 || rows->indices == NULL || !stands_at(rows->offsets, bytes) ||
        !stands_at(rows->indices, sizeof(uint32_t)) || offset_of(rows, 0) > most)
        return false;
    before = offset_of(rows, 0);
    for (size_t i = 1; i <= rows->n_rows; i++) {
        const uint64_t end = offset_of(rows, i);

        if (end < before || end > most)
            return false;
        before = end;
    }
    return true;
}

/* Doubles one after the other, for a model that does nothing but multiply them by its weights. False as well when
 * something is wrong, or unusual: the long way tells. */
static bool is_simple(const ptron_model *model, const ptron_rows *rows)
{
    const struct pt_recipe *recipe = &model->recipe;
    size_t bytes;

    if (model->kind != PT_MODEL_LINEAR || model->n_vectors != 1 || model->n_features < recipe->n_features ||
        recipe->scaling != PT_SCALE_NONE || recipe->feature_map.kind != PT_MAP_NONE || rows->kind != PTRON_F64 ||
        rows->values == NULL || !stands_at(rows->values, sizeof(double)) || rows->row_stride != 0)
        return false;
    if (rows->offsets != NULL)
        return rows->n_features <= recipe->n_features && is_simple_sparse(rows);
    return rows->indices == NULL && rows->n_features == recipe->n_features && rows->n_features > 0 &&
           rows->value_stride == 0 && pt_mul(rows->n_rows, rows->n_features * sizeof(double), &bytes) &&
           bytes <= PTRDIFF_MAX;
}

enum { PAIR_BYTES = 384 };   /* of a row: two longer ones side by side come from memory three times as slowly */

static void multiply_dense(const ptron_model *model, const ptron_rows *rows, size_t from, size_t n, double *scores)
{
    const struct pt_vec_ops *ops = pt_vec();
    const size_t width = rows->n_features;
    const double *w = model->weights, *x = (const double *)rows->values + from * width, bias = model->bias[0];
    const size_t paired = width * sizeof *x <= PAIR_BYTES ? n / 2 * 2 : 0;
    size_t i = 0;

    for (; i < paired; i += 2, x += 2 * width) {
        ops->dot_pair[PT_F64](w, x, x + width, width, scores + i);
        scores[i] += bias;
        scores[i + 1] += bias;
    }
    for (; i < n; i++, x += width)
        scores[i] = ops->dot_dense[PT_F64](w, x, width) + bias;
}

/* A row's indices are looked at right before its product, while they are near. */
static bool multiply_sparse(const ptron_model *model, const ptron_rows *rows, size_t from, size_t n, double *scores)
{
    const struct pt_vec_ops *ops = pt_vec();
    const double *w = model->weights, bias = model->bias[0];

    for (size_t i = 0; i < n; i++) {
        const uint64_t first = offset_of(rows, from + i);
        const size_t values = (size_t)(offset_of(rows, from + i + 1) - first);
        const uint32_t *index = (const uint32_t *)rows->indices + first;

        if (!pt_indices_rise(index, values, rows->n_features))
            return false;
        scores[i] = ops->dot_flow[PT_F64](w, index, (const double *)rows->values + first, values) + bias;
    }
    return true;
}

/* No row is described first, which would take longer than the product of a short one. False: the long way, please. */
static bool predict_simple(const ptron_model *model, const ptron_rows *rows, const struct answers *answers)
{
    double few[PT_SCORE_ROWS];

    for (size_t from = 0; from < rows->n_rows; from += PT_SCORE_ROWS) {
        const size_t n = pt_min(PT_SCORE_ROWS, rows->n_rows - from);
        double *scores = answers->scores != NULL ? answers->scores + from : few;

        if (rows->offsets == NULL)
            multiply_dense(model, rows, from, n, scores);
        else if (!multiply_sparse(model, rows, from, n, scores))
            return false;
        if (!pt_scores_finite(scores, n))
            return false;
        if (answers->classes != NULL || answers->probabilities != NULL)
            answer(model, answers, from, n, scores);
    }
    return true;
}

ptron_status pt_predict_rows(const ptron_model *model, const ptron_rows *rows, struct pt_cut cut, double *scores,
                             uint32_t *classes, double *probabilities, ptron_error *err)
{
    const struct answers answers = {cut, scores, classes, probabilities};

    if (is_simple(model, rows) && predict_simple(model, rows, &answers))
        return PTRON_OK;
    return predict_any(model, rows, &answers, err);
}
