/* Whether rows and a model belong together. Rows read with the model's own recipe always do; rows read some
 * other way do only if the two recipes turn the same bytes into the same features. */
#ifndef PT_JUDGE_MATCH_H
#define PT_JUDGE_MATCH_H

#include "model/model.h"
#include "sets/dataset.h"

ptron_status pt_match_features(const ptron_model *model, const ptron_dataset *set, ptron_error *err);
ptron_status pt_match_classes(const ptron_model *model, const ptron_dataset *set, ptron_error *err);

#endif
