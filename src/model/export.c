/* The forms there are, and the way to one of them. */
#include "model/export.h"

#include <string.h>

static const struct pt_export *const forms[] = {&pt_export_json, &pt_export_liblinear, &pt_export_c};

ptron_status pt_model_export(const ptron_model *model, const char *to, struct pt_buffer *out, ptron_error *err)
{
    const struct pt_export *form = NULL;

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i]->name, to) == 0)
            form = forms[i];
    if (form == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model can be exported to json, liblinear or c, not to '%.40s'", to);
    if (model->kind != PT_MODEL_LINEAR &&
        !(form->structures && (model->kind == PT_MODEL_DUAL || model->kind == PT_MODEL_NET)))
        return pt_fail(err, PTRON_ARGUMENT, "a model of kind '%s' cannot be exported to %s",
                       pt_model_kind_name(model->kind), to);
    if (model->recipe.feature_map.kind != PT_MAP_NONE)
        return pt_fail(err, PTRON_ARGUMENT, "the model's features are made of others (--features); other programs have "
                                            "no word for them");
    if (model->recipe.format == PT_FORMAT_CSV && model->recipe.hash_bits > 0)
        return pt_fail(err, PTRON_ARGUMENT, "the model's categories are hashed (--hash-bits); other programs could not "
                                            "tell which is which");
    if (pt_wording_is_more(&model->recipe.wording))
        return pt_fail(err, PTRON_ARGUMENT, "the model's features are n-grams, crossed columns or counts of its own "
                       "(--ngrams, --chars, --stop-words, --counts, --norm, --cross); other programs have no word for "
                       "them");
    if (model->recipe.scaling == PT_SCALE_TFIDF && model->recipe.n_numbers > 0)
        return pt_fail(err, PTRON_ARGUMENT, "the model weighs words beside columns of numbers (--scale tfidf); other "
                       "programs have no word for it");
    if (!form->structures && model->calibration != NULL && model->calibration->joint)
        return pt_fail(err, PTRON_ARGUMENT, "the model's labels follow its probabilities (--calibrate), and %s has "
                                            "scores alone; export it to json", to);
    if (!form->structures && model->has_threshold)
        return pt_fail(err, PTRON_ARGUMENT, "the model's labels follow its threshold (--threshold-for), and %s has "
                                            "none; export it to json", to);
    if (form->check != NULL)
        PT_TRY(form->check(model, err));
    form->write(model, out);
    return pt_buffer_status(out, err);
}
