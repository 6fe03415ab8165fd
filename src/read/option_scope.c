/* Whether the options given mean anything for the rows at hand. The formats say which options speak of them; what a
 * fitted recipe has chosen for good is listed here. */
#include "base/param.h"
#include "parse/csv/csv.h"
#include "read/sources.h"

#include <string.h>

bool pt_option_is_foreign(const char *option, enum pt_format format)
{
    if (pt_format_lists(pt_formats[format].options, option))
        return false;
    for (size_t i = 0; i < PT_N_FORMATS; i++)
        if (pt_format_lists(pt_formats[i].options, option))
            return true;
    return false;
}

static ptron_status fail_settled(const ptron_options *options, const char *option, ptron_error *err)
{
    return pt_fail(err, PTRON_ARGUMENT, "--%s was settled in training, and not as '%.60s'", option,
                   pt_option_text(options, option));
}

/* One that training did not have is ignored; "auto" says nothing of any column. */
static bool has_role(const struct pt_recipe *recipe, const char *name, size_t length, enum pt_role role)
{
    const size_t at = pt_csv_find_column(recipe, name, length);

    if (at < recipe->n_columns)
        return recipe->columns[at].role == role;
    return role == PT_ROLE_IGNORED || (role == PT_ROLE_CATEGORY && length == 4 && memcmp(name, "auto", 4) == 0);
}

/* Columns were given what they are for in training. */
static ptron_status check_roles(const ptron_options *options, const struct pt_recipe *recipe, ptron_error *err)
{
    static const char *const one[] = {"label", "weight"}, *const lists[] = {"ignore", "one-hot", "text"};
    static const enum pt_role of_one[] = {PT_ROLE_LABEL, PT_ROLE_WEIGHT},
                              of_list[] = {PT_ROLE_IGNORED, PT_ROLE_CATEGORY, PT_ROLE_TEXT};
    const char *item;
    size_t length;

    for (size_t r = 0; r < 2; r++) {
        item = pt_option_text(options, one[r]);
        if (*item != '\0' && !has_role(recipe, item, strlen(item), of_one[r]))
            return fail_settled(options, one[r], err);
    }
    for (size_t r = 0; r < 3; r++)
        for (size_t i = 0; pt_option_item(options, lists[r], i, &item, &length); i++)
            if (!has_role(recipe, item, length, of_list[r]))
                return fail_settled(options, lists[r], err);
    return PTRON_OK;
}

/* All cells that --na lists were listed in training. */
static bool are_missing(const ptron_options *options, const struct pt_recipe *recipe)
{
    const char *item;
    size_t length;

    for (size_t i = 0; pt_option_item(options, "na", i, &item, &length); i++)
        if (pt_dict_find(&recipe->na, item, length) == PT_DICT_NONE)
            return false;
    return true;
}

/* All columns listed are dates, or have their missing cells marked. */
static bool have_cells(const ptron_options *options, const char *list, const struct pt_recipe *recipe)
{
    const bool dates = strcmp(list, "dates") == 0;
    const char *item;
    size_t length;

    for (size_t i = 0; pt_option_item(options, list, i, &item, &length); i++) {
        const size_t at = pt_csv_find_column(recipe, item, length);

        if (at == recipe->n_columns ? length != 4 || memcmp(item, "auto", 4) != 0
            : dates                 ? recipe->columns[at].cells < PT_CELLS_DATE
                                    : recipe->columns[at].missing == 0)
            return false;
    }
    return true;
}

static bool same_range(const ptron_options *options, const char *option, const struct pt_grams_asked *settled)
{
    struct pt_grams_asked asked;
    ptron_error none;

    return ptron_options_given(options, option) && pt_wording_range(options, option, &asked, &none) == PTRON_OK &&
           asked.least == settled->least && asked.most == settled->most;
}

/* All columns listed are crossed. */
static bool same_crosses(const ptron_options *options, const struct pt_recipe *recipe)
{
    const char *item;
    size_t length;

    for (size_t i = 0; pt_option_item(options, "cross", i, &item, &length); i++) {
        const size_t at = pt_csv_find_column(recipe, item, length);
        bool crossed = false;

        for (uint32_t k = 0; k < recipe->wording.n_crosses; k++)
            crossed |= recipe->wording.crosses[k].first == at || recipe->wording.crosses[k].second == at;
        if (!crossed)
            return false;
    }
    return true;
}

static ptron_status check_choices(const ptron_options *options, const struct pt_recipe *recipe, ptron_error *err)
{
    const char *positive = pt_option_text(options, "positive"), *delimiter = pt_option_text(options, "delimiter");
    const char *map = pt_feature_map_name(recipe->feature_map.kind), *features = pt_option_text(options, "features");
    const struct {
        const char *name;
        bool same;
    } choices[] = {
        {"features", strncmp(features, map, strlen(map)) == 0 && features[strlen(map)] == ':'},
        {"scale", pt_option_choice(options, "scale") == (size_t)recipe->scaling ||
                  (pt_option_is(options, "scale", "auto") &&
                   (recipe->scaling == PT_SCALE_NONE || recipe->scaling == PT_SCALE_STANDARD))},
        {"missing", pt_option_choice(options, "missing") == (size_t)recipe->missing},
        {"ngrams", same_range(options, "ngrams", &recipe->wording.grams[PT_GRAM_WORDS])},
        {"chars", same_range(options, "chars", &recipe->wording.grams[PT_GRAM_CHARS])},
        {"counts", pt_option_choice(options, "counts") == (size_t)recipe->wording.counting},
        {"norm", pt_option_choice(options, "norm") == (size_t)recipe->wording.norm},
        {"cross", same_crosses(options, recipe)},
        {"hash-bits", pt_option_count(options, "hash-bits") == recipe->hash_bits},
        {"index-base", pt_option_is(options, "index-base", "auto") ||
                       pt_option_is(options, "index-base", "1") == (recipe->index_base == 1)},
        {"positive", *positive == '\0' || pt_labels_class(&recipe->labels, positive, strlen(positive)) == 1},
        {"delimiter", *delimiter == '\0' || pt_csv_delimiter_named(delimiter) == recipe->delimiter},
        {"decimal", pt_option_text(options, "decimal")[0] == recipe->decimal},
        {"comment", pt_option_text(options, "comment")[0] == recipe->comment},
        {"na", are_missing(options, recipe)},
        {"dates", have_cells(options, "dates", recipe)},
        {"missing-indicator", have_cells(options, "missing-indicator", recipe)},
    };

    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (ptron_options_given(options, choices[i].name) && !choices[i].same)
            return fail_settled(options, choices[i].name, err);
    return pt_recipe_shape(recipe) == PT_SHAPE_COLUMNS ? check_roles(options, recipe, err) : PTRON_OK;
}

ptron_status pt_option_scope_check(const ptron_options *options, const struct pt_recipe *recipe, bool fitted,
                                   ptron_error *err)
{
    const struct pt_param *param;
    const char *value;

    for (size_t i = 0; pt_options_setting(options, i, &param, &value); i++)
        if (pt_option_is_foreign(param->name, recipe->format))
            return pt_detail(err, PTRON_DETAIL_OPTION_IDLE,
                             pt_fail(err, PTRON_ARGUMENT, "--%s does nothing for %s rows", param->name,
                                     pt_formats[recipe->format].name));
    return fitted ? check_choices(options, recipe, err) : PTRON_OK;
}
