/* How a model does on labelled rows, in words and as JSON: what `test` says of the rows given and `train` of those held
 * out. */
#ifndef CLI_WORDS_JUDGEMENT_H
#define CLI_WORDS_JUDGEMENT_H

#include "json_stream.h"
#include "perceptron.h"

struct judgement {
    const ptron_model *model;
    ptron_evaluation  *evaluation;
    ptron_evaluation_facts facts;
    size_t      n_classes;
    uint64_t    unlabelled;         /* rows that were not counted */
    uint64_t    top;                /* also the rows whose label is among so many answers; 0: not told */
    const char *wanted;             /* a threshold for this; NULL: none */
    ptron_operating_point point;    /* that */
    bool        curves;             /* as JSON: every point of the curves */
    bool        bias, kernel;
};

/* Of a model, whose evaluation has all its rows; `unlabelled`, `curves`, `wanted` and `top` are the caller's (top 0:
 * five where labels are many). */
ptron_status judgement_fill(struct judgement *judgement, const ptron_model *model, ptron_evaluation *evaluation,
                            ptron_error *err);
void judgement_print(FILE *out, const struct judgement *judgement);
/* Into an open object. */
ptron_status judgement_json(struct json *json, const struct judgement *judgement, ptron_error *err);

#endif
