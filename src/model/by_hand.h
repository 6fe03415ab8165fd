/* Models that nobody trained: their recipe and their record. */
#ifndef PT_MODEL_BY_HAND_H
#define PT_MODEL_BY_HAND_H

#include "model/model.h"

/* Algorithm, version and a record in which nothing is known but the shape; features, vectors and classes are set. */
ptron_status pt_by_hand_record(ptron_model *model, const char *algorithm, ptron_error *err);

/* As ptron_model_new_linear says. */
ptron_status pt_model_new_linear(const char *const *classes, size_t n_classes, size_t n_features,
                                 const double *weights, const double *biases, const char *const *feature_names,
                                 ptron_model **out, ptron_error *err);

#endif
