/* Scores and classes for rows in a caller's arrays: no set, no threads. */
#ifndef PT_MODEL_PREDICT_ROWS_H
#define PT_MODEL_PREDICT_ROWS_H

#include "model/model.h"

/* scores [rows][n_vectors], classes [rows] and probabilities [rows][classes] may each be NULL; the model has a
 * calibration when probabilities are wanted. */
ptron_status pt_predict_rows(const ptron_model *model, const ptron_rows *rows, double threshold, double *scores,
                             uint32_t *classes, double *probabilities, ptron_error *err);

#endif
