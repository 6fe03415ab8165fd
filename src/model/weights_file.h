/* The WGHT section of a model file: weights, biases and their sizes. */
#ifndef PT_MODEL_WEIGHTS_FILE_H
#define PT_MODEL_WEIGHTS_FILE_H

#include "model/model.h"

void pt_model_save_weights(const ptron_model *model, struct pt_buffer *out);
/* After META and RECI: the shape must agree with both before anything is allocated for it. */
/* Also for kinds that bring a section of their own. */
ptron_status pt_model_check_shape(const ptron_model *model, ptron_error *err);
ptron_status pt_model_load_weights(ptron_model *model, struct pt_cursor *in, ptron_error *err);

#endif
