/* Public functions that only check arguments and call inward: algorithms, resuming. */
#include "api/api.h"
#include "base/param.h"
#include "learn/trainer/trainer.h"
#include "read/sources.h"

#include <string.h>

size_t ptron_algorithm_count(void)
{
    size_t n = 0;

    while (pt_algorithm_at(n) != NULL)
        n++;
    return n;
}

static bool describe_algorithm(const struct pt_algorithm *a, ptron_algorithm_info *info)
{
    if (a == NULL || info == NULL)
        return false;
    const char *formula, *bounded = pt_statement_of(a, &formula);
    const ptron_algorithm_info full = {
        .size = sizeof full, .name = a->name, .update = a->update, .guarantee = a->guarantee, .reference = a->reference,
        .many_classes = a->can & PT_MANY_CLASSES, .one_vs_rest = a->can & PT_ONE_VS_REST,
        .streams = a->can & PT_CAN_STREAM, .mixes = a->can & PT_CAN_SHARD, .row_weights = a->can & PT_ROW_WEIGHTS,
        .bounds_margin = a->can & PT_HAS_BRACKET, .theorem = a->can & PT_THEOREM, .kernels = a->can & PT_TAKES_KERNEL,
        .risk = a->ops->numbers.risk_text, .objective = a->ops->numbers.objective_text,
        .restarts = a->can & PT_RESTARTS, .options = a->options, .bounded = bounded, .bound = formula,
        .adds_rows = a->can & PT_ADDS_ROWS, .margins = (a->can & PT_NO_MARGIN) == 0,
        .weights = (a->can & PT_KEEPS_ROWS) == 0, .gathers = a->ops->any_place,
        .thresholds = a->proved == PT_PROVED_DYNAMIC || (formula != NULL && strstr(formula, "tau") != NULL),
    };
    return pt_hand_over(&full, info, sizeof full, NULL) == PTRON_OK;
}

bool ptron_algorithm_describe(size_t i, ptron_algorithm_info *info)
{
    return describe_algorithm(pt_algorithm_at(i), info);
}

bool ptron_algorithm_find(const char *name, ptron_algorithm_info *info)
{
    return name != NULL && describe_algorithm(pt_algorithm_named(name), info);
}

bool ptron_algorithm_takes(const char *name, const char *option)
{
    const struct pt_algorithm *algorithm = name == NULL ? NULL : pt_algorithm_named(name);

    return algorithm != NULL && option != NULL && pt_algorithm_takes(algorithm, option);
}

/* ---- bytes --------------------------------------------------------------------------------------- */

ptron_status pt_give_bytes(struct pt_buffer *buffer, ptron_status made, void **bytes, size_t *length)
{
    if (made != PTRON_OK)
        pt_buffer_fini(buffer);
    *bytes = made == PTRON_OK ? buffer->bytes : NULL;
    *length = made == PTRON_OK ? buffer->length : 0;
    return made;
}

/* ---- resuming ------------------------------------------------------------------------------------ */

static bool is_budget(const char *name)
{
    static const char *const budgets[] = {"epochs", "max-updates", "patience"};

    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++)
        if (strcmp(budgets[i], name) == 0)
            return true;
    return false;
}

static ptron_status adopt_parameter(ptron_options *options, const struct pt_parameter *p, ptron_error *err)
{
    if (!ptron_options_given(options, p->name))
        return ptron_options_set(options, p->name, p->value, err);
    if (!is_budget(p->name) && strcmp(ptron_options_get(options, p->name), p->value) != 0)
        return pt_fail(err, PTRON_ARGUMENT, "%.40s is '%.40s', but the model was trained with '%.40s'", p->name,
                       ptron_options_get(options, p->name), p->value);
    return PTRON_OK;
}

/* What the caller set but the model did not must be the default, or a budget, or only the manner of running. */
static ptron_status refuse_others(const ptron_options *options, const ptron_model *model, ptron_error *err)
{
    const struct pt_param *param;
    const char *value;

    for (size_t i = 0; pt_options_setting(options, i, &param, &value); i++) {
        bool known = is_budget(param->name) || pt_param_is_manner(param->name) || strcmp(value, param->initial) == 0;
        for (size_t j = 0; j < model->n_parameters; j++)
            known |= strcmp(model->parameters[j].name, param->name) == 0;
        if (!known)
            return pt_fail(err, PTRON_ARGUMENT, "%s is '%.40s', but the model was trained with '%.40s'", param->name,
                           value, param->initial);
    }
    return PTRON_OK;
}

ptron_status ptron_options_adopt(ptron_options *options, const ptron_model *model, ptron_error *err)
{
    if (options == NULL || model == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "options and a model are needed");
    PT_TRY(refuse_others(options, model, err));
    for (size_t i = 0; i < model->n_parameters; i++)
        if (!pt_option_is_foreign(model->parameters[i].name, model->recipe.format))
            PT_TRY(adopt_parameter(options, &model->parameters[i], err));
    pt_options_drop_idle(options, true);   /* models of old record them */
    options->resumes = true;
    return PTRON_OK;
}
