/* A model in the words of other programs: JSON, LIBLINEAR's text, C source. What a form cannot hold is
 * refused, never dropped in silence. */
#ifndef PT_MODEL_EXPORT_H
#define PT_MODEL_EXPORT_H

#include "model/model.h"

struct pt_export {
    const char *name;
    bool        structures;   /* it has words for kernels and networks, too */
    /* Refuses what the form cannot say. */
    ptron_status (*check)(const ptron_model *model, ptron_error *err);
    void         (*write)(const ptron_model *model, struct pt_buffer *out);
};

extern const struct pt_export pt_export_json, pt_export_liblinear, pt_export_c;

/* `to`: the name of a form. */
ptron_status pt_model_export(const ptron_model *model, const char *to, struct pt_buffer *out, ptron_error *err);

#endif
