/* Whether the options given mean anything for the rows at hand. The formats say which options speak of them; what a
 * fitted recipe has chosen for good is listed here. */
#include "base/param.h"
#include "parse/csv/csv.h"
#include "read/sources.h"

#include <string.h>

/* Whether some format takes the option, but not this one. */
static bool is_foreign(const char *option, enum pt_format format)
{
    if (pt_format_lists(pt_formats[format].options, option))
        return false;
    for (size_t i = 0; i < PT_N_FORMATS; i++)
        if (pt_format_lists(pt_formats[i].options, option))
            return true;
    return false;
}

static ptron_status check_choices(const ptron_options *options, const struct pt_recipe *recipe, ptron_error *err)
{
    const char *positive = pt_option_text(options, "positive"), *delimiter = pt_option_text(options, "delimiter");
    const struct {
        const char *name;
        bool same;
    } choices[] = {
        {"scale", pt_option_choice(options, "scale") == (size_t)recipe->scaling},
        {"missing", pt_option_choice(options, "missing") == (size_t)recipe->missing},
        {"hash-bits", pt_option_count(options, "hash-bits") == recipe->hash_bits},
        {"index-base", pt_option_is(options, "index-base", "auto") ||
                       pt_option_is(options, "index-base", "1") == (recipe->index_base == 1)},
        {"positive", *positive == '\0' || pt_labels_class(&recipe->labels, positive, strlen(positive)) == 1},
        {"delimiter", *delimiter == '\0' || pt_csv_delimiter_named(delimiter) == recipe->delimiter},
    };

    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (ptron_options_given(options, choices[i].name) && !choices[i].same)
            return pt_fail(err, PTRON_ARGUMENT, "%s was settled in training, and '%.60s' it is not", choices[i].name,
                           pt_option_text(options, choices[i].name));
    return PTRON_OK;
}

ptron_status pt_option_scope_check(const ptron_options *options, const struct pt_recipe *recipe, bool fitted,
                                   ptron_error *err)
{
    const struct pt_param *param;
    const char *value;

    for (size_t i = 0; pt_options_setting(options, i, &param, &value); i++)
        if (is_foreign(param->name, recipe->format))
            return pt_fail(err, PTRON_ARGUMENT, "%s means nothing for %s rows", param->name,
                           pt_formats[recipe->format].name);
    return fitted ? check_choices(options, recipe, err) : PTRON_OK;
}
