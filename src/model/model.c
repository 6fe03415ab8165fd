/* Using a model: scores of a row and the class they mean. A model is never written after it was made, so
 * many threads may score with one. */
#include "model/model.h"
#include "base/alloc.h"
#include "base/size.h"
#include "math/classes.h"
#include "model/kinds.h"

#include <math.h>

const char *pt_model_kind_name(enum pt_model_kind kind)
{
    static const char *const names[PT_N_MODEL_KINDS] = {
        [PT_MODEL_LINEAR] = "linear", [PT_MODEL_VOTES] = "votes", [PT_MODEL_DUAL] = "kernel",
        [PT_MODEL_NET] = "network", [PT_MODEL_NEAR] = "neighbours",
    };

    return names[kind];
}

static void free_parameters(struct pt_parameter *parameters, size_t n)
{
    for (size_t i = 0; parameters != NULL && i < n; i++) {
        pt_release(parameters[i].name);
        pt_release(parameters[i].value);
    }
    pt_release(parameters);
}

static void end_model(void *handle)
{
    ptron_model *model = handle;

    pt_recipe_fini(&model->recipe);
    free_parameters(model->parameters, model->n_parameters);
    if (pt_kind_ops_of(model->kind) != NULL)
        pt_kind_ops_of(model->kind)->release(model);
    if (model->votes != NULL)
        pt_votes_fini(model->votes);
    pt_release(model->votes);
    pt_calibration_free(model->calibration);
    pt_release(model->weights);
    pt_release(model->bias);
    pt_release(model->algorithm);
    pt_release(model->version);
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

/* How many of the increasing indices are below `limit`. */
static size_t count_below(const uint32_t *index, size_t n, uint32_t limit)
{
    size_t low = 0, high = n;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (index[middle] < limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t known_values(const struct pt_row *row, uint32_t n_features)
{
    if (row->index == NULL)
        return pt_min(row->n, n_features);
    if (row->n == 0 || row->index[row->n - 1] < n_features)
        return row->n;
    return count_below(row->index, row->n, n_features);
}

void pt_model_score(const ptron_model *model, const struct pt_row *row, double *scores)
{
    const struct pt_kind_ops *kind = pt_kind_ops_of(model->kind);
    struct pt_row known = *row;

    if (kind != NULL) {
        kind->score(model, row, scores);
        return;
    }
    known.n = known_values(row, model->n_features);
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

    for (size_t i = 0; i < n; i++) {
        const struct pt_row *row = &rows[i];
        const size_t known = known_values(row, model->n_features);

        scores[i] = (row->index == NULL ? ops->dot_dense[row->kind](model->weights, row->value, known)
                                        : ops->dot_sparse[row->kind](model->weights, row->index, row->value, known)) +
                    model->bias[0];
    }
}

ptron_status pt_model_score_rows(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores,
                                 ptron_error *err)
{
    const struct pt_kind_ops *kind = pt_kind_ops_of(model->kind);

    if (kind != NULL)
        return kind->score_rows(model, rows, n, scores, err);
    if (model->n_vectors == 1 && model->votes == NULL)
        score_products(model, rows, n, scores);
    else
        for (size_t i = 0; i < n; i++)
            pt_model_score(model, &rows[i], scores + i * model->n_vectors);
    return PTRON_OK;
}

/* Of equal scores the first class wins. */
uint32_t pt_model_class(const ptron_model *model, const double *scores, double threshold)
{
    uint32_t best = 0;

    if (model->n_vectors == 1)
        return scores[0] > threshold;
    for (uint32_t c = 1; c < model->n_vectors; c++)
        if (scores[c] > scores[best])
            best = c;
    return best;
}

/* ---- the norm ------------------------------------------------------------------------------------- */

/* The bias as the weight of the constant feature. */
static double bias_weight(const ptron_model *model, size_t v)
{
    return model->has_bias ? model->bias[v] / model->bias_scale : 0.0;
}

static double plain_norm(const ptron_model *model)
{
    const struct pt_vec_ops *ops = pt_vec();
    double sum = ops->norm2(model->weights, (size_t)model->n_vectors * model->n_features);

    for (size_t v = 0; v < model->n_vectors; v++)
        sum += bias_weight(model, v) * bias_weight(model, v);
    return sqrt(sum);
}

static double largest_weight(const ptron_model *model)
{
    const size_t n = (size_t)model->n_vectors * model->n_features;
    double most = 0.0;

    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(model->weights[i]));
    for (size_t v = 0; v < model->n_vectors; v++)
        most = fmax(most, fabs(bias_weight(model, v)));
    return most;
}

/* Each weight is divided by the largest first, so that no square is lost. */
static double careful_norm(const ptron_model *model)
{
    const size_t n = (size_t)model->n_vectors * model->n_features;
    const double most = largest_weight(model);
    double sum = 0.0;

    if (most == 0.0)
        return 0.0;
    for (size_t i = 0; i < n; i++)
        sum += model->weights[i] / most * (model->weights[i] / most);
    for (size_t v = 0; v < model->n_vectors; v++)
        sum += bias_weight(model, v) / most * (bias_weight(model, v) / most);
    return most * sqrt(sum);
}

static double linear_norm(const ptron_model *model)
{
    const double norm = plain_norm(model);

    return norm > 1e-140 && isfinite(norm) ? norm : careful_norm(model);
}

double pt_model_norm(const ptron_model *model)
{
    const struct pt_kind_ops *kind = pt_kind_ops_of(model->kind);

    if (kind == NULL)
        return linear_norm(model);
    return kind->norm == NULL ? (double)NAN : kind->norm(model);
}
