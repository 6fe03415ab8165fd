/* What a model is made of, in a line of words. */
#ifndef PT_MODEL_STRUCTURE_H
#define PT_MODEL_STRUCTURE_H

#include "model/model.h"

/* Nothing for linear weights and votes on plain features. */
void pt_model_structure(const ptron_model *model, struct pt_buffer *out);

#endif
