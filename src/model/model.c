/* Using a model: scores of a row and the class they mean. A model is never written after it was made, so
 * many threads may score with one. */
#include "model/model.h"
#include "base/alloc.h"
#include "math/classes.h"
#include "model/rowset.h"
#include "model/tuned.h"

#include <assert.h>
#include <math.h>

static void end_model(void *handle)
{
    ptron_model *model = handle;

    pt_recipe_fini(&model->recipe);
    for (size_t i = 0; i < model->n_parameters; i++) {
        pt_release(model->parameters[i].name);
        pt_release(model->parameters[i].value);
    }
    pt_release(model->parameters);
    if (model->own != NULL)
        pt_model_ops_of(model->kind)->fini(model->own);
    pt_release(model->own);
    if (model->votes != NULL)
        pt_votes_fini(model->votes);
    pt_release(model->votes);
    pt_calibration_free(model->calibration);
    pt_release(model->weights);
    pt_release(model->bias);
    pt_release(model->algorithm);
    pt_release(model->version);
    pt_tuned_fini(model);
    pt_release(model->state);
    pt_release(model);
}

void ptron_model_free(ptron_model *model)
{
    if (model != NULL)
        pt_refs_drop(&model->refs);
}

ptron_status pt_model_new(ptron_model **out, ptron_error *err)
{
    *out = pt_zeroed(1, sizeof **out);
    if (*out == NULL)
        return pt_fail_memory(err, sizeof **out, "a model");
    (*out)->refs = (struct pt_refs){.end = end_model, .handle = *out};
    pt_recipe_init(&(*out)->recipe);
    return PTRON_OK;
}

static ptron_status make_own(ptron_model *model, ptron_error *err)
{
    const size_t size = pt_model_ops_of(model->kind)->size;

    assert(size > 0 && model->own == NULL);
    model->own = pt_zeroed(1, size);
    return model->own == NULL ? pt_fail_memory(err, size, "a model") : PTRON_OK;
}

ptron_status pt_model_make_votes(ptron_model *model, ptron_error *err)
{
    model->votes = pt_zeroed(1, sizeof *model->votes);
    return model->votes == NULL ? pt_fail_memory(err, sizeof *model->votes, "a model") : PTRON_OK;
}

ptron_status pt_model_copy_own(const void *from, ptron_model *to, ptron_error *err)
{
    PT_TRY(make_own(to, err));
    return pt_model_ops_of(to->kind)->copy(to->own, from, err);
}

ptron_status pt_model_load_own(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    PT_TRY(make_own(model, err));
    PT_TRY(pt_model_ops_of(model->kind)->load(model->own, in, err));
    pt_model_ops_of(model->kind)->shape(model->own, model);
    return PTRON_OK;
}

/* ---- linear weights, also with votes ---------------------------------------------------------------- */

static void linear_score(const ptron_model *model, const struct pt_row *row, double *scores)
{
    struct pt_row known = *row;

    known.n = pt_row_known(row, model->n_features);
    if (model->n_vectors == 1)
        scores[0] = pt_vec_dot(pt_vec(), model->weights, &known);
    else
        pt_classes_dot(model->weights, model->n_vectors, &known, scores);
    for (size_t v = 0; v < model->n_vectors; v++)
        scores[v] += model->bias[v];
    if (model->votes != NULL)
        pt_votes_count(model->votes, model->n_vectors, model->has_bias ? model->bias_scale : 0.0, &known, scores);
}

/* The commonest case, without a decision per row. */
static void score_products(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores)
{
    const struct pt_vec_ops *ops = pt_vec();
    const double *w = model->weights;

    for (size_t i = 0; i < n; i++) {
        const struct pt_row *row = &rows[i];
        const size_t known = pt_row_known(row, model->n_features);

        scores[i] = (row->index == NULL ? ops->dot_dense[row->kind](w, row->value, known)
                                        : ops->dot_flow[row->kind](w, row->index, row->value, known)) +
                    model->bias[0];
    }
}

/* The same where the near caches do not hold the weights: those of the next row are asked for meanwhile. */
static void score_far_products(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores)
{
    const struct pt_vec_ops *ops = pt_vec();
    size_t known = n == 0 ? 0 : pt_row_known(&rows[0], model->n_features);

    for (size_t i = 0; i < n; i++) {
        const struct pt_row *row = &rows[i], *next = i + 1 < n ? row + 1 : row;
        const size_t n_next = i + 1 < n ? pt_row_known(next, model->n_features) : 0;

        scores[i] = ops->dot_ahead[row->kind](model->weights, row->index, row->value, known, next->index, n_next) +
                    model->bias[0];
        known = n_next;
    }
}

static ptron_status linear_score_rows(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores,
                                      ptron_error *err)
{
    (void)err;
    if (model->n_vectors == 1 && model->votes == NULL && model->n_features >= PT_FAR_WEIGHTS && n > 0 &&
        rows[0].index != NULL)
        score_far_products(model, rows, n, scores);
    else if (model->n_vectors == 1 && model->votes == NULL)
        score_products(model, rows, n, scores);
    else
        for (size_t i = 0; i < n; i++)
            linear_score(model, &rows[i], scores + i * model->n_vectors);
    return PTRON_OK;
}

/* The bias as the weight of the constant feature. */
static double bias_weight(const ptron_model *model, size_t v)
{
    return model->has_bias ? model->bias[v] / model->bias_scale : 0.0;
}

/* Where squares were lost, each weight is divided by the largest first. */
static double norm_of(const ptron_model *model, size_t biases)
{
    const size_t n = (size_t)model->n_vectors * model->n_features;
    double sum = pt_vec()->norm2(model->weights, n), most = 0.0;

    for (size_t v = 0; v < biases; v++)
        sum += bias_weight(model, v) * bias_weight(model, v);
    if (sqrt(sum) > 1e-140 && isfinite(sum))
        return sqrt(sum);
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(model->weights[i]));
    for (size_t v = 0; v < biases; v++)
        most = fmax(most, fabs(bias_weight(model, v)));
    if (most == 0.0)
        return 0.0;
    sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += model->weights[i] / most * (model->weights[i] / most);
    for (size_t v = 0; v < biases; v++)
        sum += bias_weight(model, v) / most * (bias_weight(model, v) / most);
    return most * sqrt(sum);
}

static double linear_norm(const ptron_model *model)
{
    return norm_of(model, model->n_vectors);
}

/* ---- all kinds --------------------------------------------------------------------------------------- */

const struct pt_model_ops *pt_model_ops_of(enum pt_model_kind kind)
{
    static const struct pt_model_ops linear = {
        .name = "linear", .score = linear_score, .score_rows = linear_score_rows, .norm = linear_norm,
    }, votes = {
        .name = "votes", .score = linear_score, .score_rows = linear_score_rows, .norm = linear_norm,
    };
    static const struct pt_model_ops *const ops[PT_N_MODEL_KINDS] = {
        [PT_MODEL_LINEAR] = &linear, [PT_MODEL_VOTES] = &votes, [PT_MODEL_DUAL] = &pt_dual_ops,
        [PT_MODEL_NET] = &pt_net_ops, [PT_MODEL_NEAR] = &pt_near_ops,
    };

    return ops[kind];
}

const char *pt_model_kind_name(enum pt_model_kind kind)
{
    return pt_model_ops_of(kind)->name;
}

ptron_status pt_model_score(const ptron_model *model, const struct pt_row *row, double *scores, ptron_error *err)
{
    const struct pt_model_ops *ops = pt_model_ops_of(model->kind);

    if (ops->score == NULL)
        return ops->score_rows(model, row, 1, scores, err);
    ops->score(model, row, scores);
    return PTRON_OK;
}

ptron_status pt_score_overflow(const char *file, uint64_t line, ptron_error *err)
{
    return pt_detail(err, PTRON_DETAIL_TOO_LARGE,
                     pt_fail_at(err, PTRON_DATA, file, line, 0, "the model's score of this row overflows"));
}

ptron_status pt_model_score_rows(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores,
                                 ptron_error *err)
{
    return pt_model_ops_of(model->kind)->score_rows(model, rows, n, scores, err);
}

double pt_model_norm(const ptron_model *model)
{
    const struct pt_model_ops *ops = pt_model_ops_of(model->kind);

    return ops->norm == NULL ? (double)NAN : ops->norm(model);
}

double pt_model_length(const ptron_model *model)
{
    return model->kind == PT_MODEL_LINEAR && model->n_vectors == 1 && model->weights != NULL ? norm_of(model, 0)
                                                                                             : (double)NAN;
}
