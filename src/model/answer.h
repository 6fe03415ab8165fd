/* The answering part of a model alone (kind and representation, no recipe, no record): copied and kept while
 * training goes on, for the best epoch of a hold-out. */
#ifndef PT_MODEL_ANSWER_H
#define PT_MODEL_ANSWER_H

#include "model/model.h"

ptron_status pt_model_copy_answer(const ptron_model *from, ptron_model *to, ptron_error *err);
void         pt_model_save_answer(const ptron_model *model, struct pt_buffer *out);
ptron_status pt_model_load_answer(ptron_model *model, struct pt_cursor *in, ptron_error *err);

#endif
