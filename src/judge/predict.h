/* Scores and classes for the rows of a set. */
#ifndef PT_JUDGE_PREDICT_H
#define PT_JUDGE_PREDICT_H

#include "model/model.h"
#include "sets/dataset.h"

/* Whether rows and a model belong together. Rows read with the model's own recipe always do; rows read some
 * other way do only if the two recipes turn the same bytes into the same features. */
ptron_status pt_match_features(const ptron_model *model, const ptron_dataset *set, ptron_error *err);
ptron_status pt_match_classes(const ptron_model *model, const ptron_dataset *set, ptron_error *err);

/* scores [rows][model->n_vectors] and classes [rows] may each be NULL. The watch is told how many rows are done. */
ptron_status pt_predict(const ptron_model *model, const ptron_dataset *set, struct pt_cut cut, double *scores,
                        uint32_t *classes, const ptron_watch *watch, ptron_error *err);

/* probabilities [rows][classes]; the model has them. */
ptron_status pt_predict_probabilities(const ptron_model *model, const ptron_dataset *set, double *probabilities,
                                      const ptron_watch *watch, ptron_error *err);

/* pt_score_overflow, with the place of the row of that number. */
ptron_status pt_fail_wild(const ptron_dataset *set, uint64_t row, ptron_error *err);

#endif
