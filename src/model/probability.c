/* What scores mean: probabilities, and the label. */
#include "model/model.h"
#include "base/elementary.h"
#include "model/net.h"

#include <float.h>
#include <math.h>

/* A network that was trained towards probabilities has them of itself. */
bool pt_model_has_log_loss(const ptron_model *model)
{
    return model->kind == PT_MODEL_NET && model->net->output != PT_OUT_LINEAR;
}

bool pt_model_has_probabilities(const ptron_model *model)
{
    return model->calibration != NULL || pt_model_has_log_loss(model);
}

/* Two classes: the sigmoid of the score. More: softmax, or sigmoids divided by their sum. */
static void own_probabilities(const ptron_model *model, const double *scores, double *p)
{
    const bool softmax = model->net->output == PT_OUT_SOFTMAX;
    double most = -INFINITY, sum = 0.0;

    if (model->n_vectors == 1) {
        p[1] = pt_rising(scores[0]);
        p[0] = 1.0 - p[1];
        return;
    }
    for (uint32_t v = 0; v < model->n_vectors; v++)
        most = fmax(most, scores[v]);
    for (uint32_t v = 0; v < model->n_vectors; v++)
        sum += p[v] = softmax ? pt_exp(scores[v] - most) : pt_rising(scores[v]);
    for (uint32_t v = 0; v < model->n_vectors; v++)
        p[v] = sum > 0.0 ? p[v] / sum : 1.0 / (double)model->n_vectors;
}

double pt_model_log_loss(const ptron_model *model, const double *scores, uint32_t label)
{
    const bool softmax = model->net->output == PT_OUT_SOFTMAX;
    double most = -INFINITY, sum = 0.0, own = 0.0;

    if (model->n_vectors == 1)
        return -pt_log(fmax(pt_rising(label == 1 ? scores[0] : -scores[0]), DBL_MIN));
    for (uint32_t v = 0; v < model->n_vectors; v++)
        most = fmax(most, scores[v]);
    for (uint32_t v = 0; v < model->n_vectors; v++) {
        const double p = softmax ? pt_exp(scores[v] - most) : pt_rising(scores[v]);

        own = v == label ? p : own;
        sum += p;
    }
    return -pt_log(fmax(own / fmax(sum, DBL_MIN), DBL_MIN));
}

void pt_model_probabilities(const ptron_model *model, const double *scores, double *probabilities)
{
    if (model->calibration != NULL)
        pt_calibration_apply(model->calibration, scores, probabilities);
    else
        own_probabilities(model, scores, probabilities);
}

static double positive(const ptron_model *model, double score)
{
    double p[2];

    pt_model_probabilities(model, &score, p);
    return p[1];
}

/* Of equal ones the first class wins. A rising curve after the softmax changes no order. */
static uint32_t largest(const ptron_model *model, const double *scores)
{
    const struct pt_calibration *fitted = model->calibration, *c = fitted != NULL && fitted->joint ? fitted : NULL;
    uint32_t best = 0;
    double most = -INFINITY;

    for (uint32_t v = 0; v < model->n_vectors; v++) {
        const double value = c == NULL ? scores[v] : -(c->curves[v].a * scores[v] + c->curves[v].b);

        if (v == 0 || value > most) {
            best = v;
            most = value;
        }
    }
    return best;
}

struct pt_cut pt_model_cut(const ptron_model *model, struct pt_cut cut)
{
    if (cut.by != PT_CUT_OWN)
        return cut;
    if (model->has_threshold)
        return (struct pt_cut){PT_CUT_SCORE, model->threshold};
    return model->calibration != NULL && model->calibration->joint ? (struct pt_cut){PT_CUT_PROBABILITY, 0.5}
                                                                   : (struct pt_cut){PT_CUT_SCORE, 0.0};
}

uint32_t pt_model_class(const ptron_model *model, const double *scores, struct pt_cut cut)
{
    if (model->n_vectors > 1)
        return largest(model, scores);
    cut = pt_model_cut(model, cut);
    return cut.by == PT_CUT_PROBABILITY ? positive(model, scores[0]) > cut.at : scores[0] > cut.at;
}
