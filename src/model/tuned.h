/* The table of a tuning, in the model that was chosen by it: settings by rank, and how they did. */
#ifndef PT_MODEL_TUNED_H
#define PT_MODEL_TUNED_H

#include "model/model.h"

void         pt_tuned_fini(ptron_model *model);
void         pt_tuned_save(const ptron_model *model, struct pt_buffer *out);
/* On failure what was read so far stays in the model, which frees it. */
ptron_status pt_tuned_load(ptron_model *model, struct pt_cursor *in, ptron_error *err);

#endif
