/* What a model can be made of beside linear weights, as one table: each kind has a section of its own in the file
 * and scores rows in blocks. Linear weights and votes stand in the model itself. */
#ifndef PT_MODEL_KINDS_H
#define PT_MODEL_KINDS_H

#include "model/model.h"

struct pt_kind_ops {
    const char *tag;    /* of the section, four characters */
    void         (*score)(const ptron_model *model, const struct pt_row *row, double *scores);
    ptron_status (*score_rows)(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores,
                               ptron_error *err);
    double       (*norm)(const ptron_model *model);   /* NULL: it has none */
    void         (*release)(ptron_model *model);      /* any half-built one */
    ptron_status (*copy)(const ptron_model *from, ptron_model *to, ptron_error *err);
    void         (*save)(const ptron_model *model, struct pt_buffer *out);
    /* Sets n_features and n_vectors too; that they agree with the rest is checked by who calls. */
    ptron_status (*load)(ptron_model *model, struct pt_cursor *in, ptron_error *err);
};

/* NULL for linear weights and votes. */
const struct pt_kind_ops *pt_kind_ops_of(enum pt_model_kind kind);

#endif
