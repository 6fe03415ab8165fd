/* The public face of options, and every parameter table there is, in the order help shows them. */
#include "api/api.h"
#include "base/param.h"
#include "gen/generate.h"
#include "learn/kernel/kernel.h"
#include "learn/learner.h"
#include "learn/logistic/logistic.h"
#include "learn/online/rule.h"
#include "learn/svm/svm.h"
#include "recipe/recipe.h"
#include "tune/tune.h"

#include <math.h>

static const struct pt_param use_params[] = {
    {"threshold", PT_TEXT, "", 0, 0, "", "X|p=P",
     "two classes: the positive one when the score is above X, or its probability above P"},
};

static const size_t n_use_params = sizeof use_params / sizeof *use_params;

/* Proofs take bias, time and gap as well, which training has; digits is for the reading of rows. */
static const struct pt_param prove_params[] = {
    {"digits", PT_FLAG, "no", 0, 0, "", "", "when reading rows: look for numbers that no double holds as they stand"},
    {"effort", PT_REAL, "0", 0, 1e18, "", "N",
     "multiplications at most for the verdict, of some of the rows where all are too many; 0: no limit"},
    {"margins", PT_FLAG, "yes", 0, 0, "", "", "beyond the verdict: bracket the best margin, or look for a boundary"},
};

static const size_t n_prove_params = sizeof prove_params / sizeof *prove_params;

static const struct pt_param_table tables[] = {
    {"data", pt_data_params, &pt_n_data_params},
    {"train", pt_train_params, &pt_n_train_params},
    {"train", pt_rule_params, &pt_n_rule_params},
    {"train", pt_batch_params, &pt_n_batch_params},
    {"train", pt_svm_params, &pt_n_svm_params},
    {"train", pt_logistic_params, &pt_n_logistic_params},
    {"train", pt_kernel_params, &pt_n_kernel_params},
    {"train", pt_mlp_params, &pt_n_mlp_params},
    {"tune", pt_tune_params, &pt_n_tune_params},
    {"use", use_params, &n_use_params},
    {"prove", prove_params, &n_prove_params},
    {"gen", pt_generate_params, &pt_n_generate_params},
};
enum { N_TABLES = sizeof tables / sizeof *tables };

static const ptron_options none_set = {.tables = tables, .n_tables = N_TABLES};

const ptron_options *pt_options_given(const ptron_options *options)
{
    return options == NULL ? &none_set : options;
}

ptron_status ptron_options_new(ptron_options **out, ptron_error *err)
{
    if (out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a place for the options is needed");
    return pt_options_new(tables, N_TABLES, out, err);
}

const char *ptron_options_get(const ptron_options *options, const char *name)
{
    const ptron_options *given = pt_options_given(options);

    return name == NULL || pt_option_find(given, name) == NULL ? NULL : pt_option_text(given, name);
}

ptron_status ptron_options_copy(const ptron_options *options, ptron_options **out, ptron_error *err)
{
    if (out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a place for the options is needed");
    return pt_options_copy(pt_options_given(options), out, err);
}

static bool has_type(const ptron_options *options, const char *name, enum pt_param_type type)
{
    const struct pt_param *param = name == NULL ? NULL : pt_option_find(options, name);

    return param != NULL && (param->type == type || (type == PT_COUNT && param->type == PT_SEED));
}

double ptron_options_real(const ptron_options *options, const char *name)
{
    const ptron_options *given = pt_options_given(options);

    return has_type(given, name, PT_REAL) ? pt_option_real(given, name) : (double)NAN;
}

uint64_t ptron_options_count(const ptron_options *options, const char *name)
{
    const ptron_options *given = pt_options_given(options);

    return has_type(given, name, PT_COUNT) ? pt_option_count(given, name) : UINT64_MAX;
}

bool ptron_options_flag(const ptron_options *options, const char *name)
{
    const ptron_options *given = pt_options_given(options);

    return has_type(given, name, PT_FLAG) && pt_option_flag(given, name);
}

bool ptron_options_is(const ptron_options *options, const char *name, const char *word)
{
    const char *text = ptron_options_get(options, name);

    return text != NULL && word != NULL && strcmp(text, word) == 0;
}

size_t ptron_option_count(void)
{
    size_t n = 0;

    for (size_t t = 0; t < N_TABLES; t++)
        n += *tables[t].n;
    return n;
}

bool ptron_option_describe(size_t i, ptron_option_info *info)
{
    for (size_t t = 0; info != NULL && t < N_TABLES; i -= *tables[t++].n) {
        if (i >= *tables[t].n)
            continue;
        const struct pt_param *p = &tables[t].params[i];
        const ptron_option_info full = {
            sizeof full, p->name, tables[t].group, pt_param_type_name(p->type), p->initial,
            p->choices != NULL ? p->choices : "", p->metavar, p->help,
        };
        return pt_hand_over(&full, info, sizeof full, NULL) == PTRON_OK;
    }
    return false;
}
