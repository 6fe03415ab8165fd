/* Two tables: which formats an option speaks of, and which choices a fitted recipe has made for good. */
#include "read/option_scope.h"
#include "base/param.h"

#include <string.h>

#define IN(format) (1u << PT_FORMAT_##format)

static const struct {
    const char *name;
    unsigned    formats;
} scopes[] = {
    {"label", IN(CSV) | IN(NPY)}, {"labels", IN(IDX) | IN(NPY)},  {"ignore", IN(CSV)},    {"weight", IN(CSV)},
    {"one-hot", IN(CSV)},         {"header", IN(CSV) | IN(TEXT)}, {"delimiter", IN(CSV)}, {"hash-bits", IN(TEXT)},
    {"index-base", IN(SVM)},
};

static bool same_scale(const ptron_options *o, const struct pt_recipe *recipe)
{
    return pt_option_choice(o, "scale") == (size_t)recipe->scaling;
}

static bool same_missing(const ptron_options *o, const struct pt_recipe *recipe)
{
    return pt_option_choice(o, "missing") == (size_t)recipe->missing;
}

static bool same_hash(const ptron_options *o, const struct pt_recipe *recipe)
{
    return pt_option_count(o, "hash-bits") == recipe->hash_bits;
}

static bool same_base(const ptron_options *o, const struct pt_recipe *recipe)
{
    return pt_option_is(o, "index-base", "auto") || pt_option_is(o, "index-base", "1") == (recipe->index_base == 1);
}

static bool same_positive(const ptron_options *o, const struct pt_recipe *recipe)
{
    const char *label = pt_option_text(o, "positive");

    return label[0] == '\0' || pt_labels_class(&recipe->labels, label, strlen(label)) == 1;
}

static bool same_delimiter(const ptron_options *o, const struct pt_recipe *recipe)
{
    const char *given = pt_option_text(o, "delimiter");
    const char wanted = recipe->delimiter;

    return given[0] == '\0' || (given[0] == wanted && given[1] == '\0') ||
           (wanted == ',' && strcmp(given, "comma") == 0) || (wanted == ';' && strcmp(given, "semicolon") == 0) ||
           (wanted == '\t' && (strcmp(given, "tab") == 0 || strcmp(given, "\\t") == 0));
}

static const struct {
    const char *name;
    bool (*same)(const ptron_options *options, const struct pt_recipe *recipe);
} choices[] = {
    {"scale", same_scale},     {"missing", same_missing},   {"hash-bits", same_hash},
    {"index-base", same_base}, {"positive", same_positive}, {"delimiter", same_delimiter},
};

ptron_status pt_options_apply(const ptron_options *options, const struct pt_recipe *recipe, bool fitted,
                              ptron_error *err)
{
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
        if (ptron_options_given(options, scopes[i].name) && (scopes[i].formats >> recipe->format & 1) == 0)
            return pt_fail(err, PTRON_ARGUMENT, "%s means nothing for %s rows", scopes[i].name,
                           pt_format_name(recipe->format));
    for (size_t i = 0; fitted && i < sizeof choices / sizeof *choices; i++)
        if (ptron_options_given(options, choices[i].name) && !choices[i].same(options, recipe))
            return pt_fail(err, PTRON_ARGUMENT, "%s was settled in training, and '%.60s' it is not", choices[i].name,
                           pt_option_text(options, choices[i].name));
    return PTRON_OK;
}
