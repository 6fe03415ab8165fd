/* Public functions about made-up data. */
#include "api/api.h"
#include "gen/generate.h"

size_t ptron_generator_count(void)
{
    return pt_n_generators;
}

bool ptron_generator_describe(size_t i, ptron_generator_info *info)
{
    if (i >= pt_n_generators || info == NULL)
        return false;
    const ptron_generator_info full = {.size = sizeof full, .name = pt_generators[i].name,
                                       .help = pt_generators[i].help};
    return pt_hand_over(&full, info, sizeof full, NULL) == PTRON_OK;
}

ptron_status ptron_generate(const char *kind, const ptron_options *options, ptron_sink *sink, void *user,
                            ptron_error *err)
{
    return sink == NULL || kind == NULL ? pt_fail(err, PTRON_ARGUMENT, "rows need a kind and a place to go")
                        : pt_generate(kind, pt_options_given(options), sink, user, err);
}
