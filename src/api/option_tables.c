/* Every parameter table there is, in the order help shows them. */
#include "base/param.h"
#include "gen/generate.h"
#include "learn/batch.h"
#include "learn/kernel/kernel.h"
#include "learn/mlp.h"
#include "learn/online/rule.h"
#include "learn/svm/svm.h"
#include "learn/trainer/train_params.h"
#include "recipe/data_params.h"

static const struct pt_param use_params[] = {
    {"threshold", PT_REAL, "0", -1e308, 1e308, "", "X", "two classes: the positive one when the score is above this"},
};

static const size_t n_use_params = sizeof use_params / sizeof *use_params;

/* Proofs take bias, time and gap as well, which training has. */
static const struct pt_param prove_params[] = {
    {"margins", PT_FLAG, "yes", 0, 0, "", "", "beyond the verdict: bracket the best margin, or look for a boundary"},
};

static const size_t n_prove_params = sizeof prove_params / sizeof *prove_params;

static const struct pt_param_table data_table = {"data", pt_data_params, &pt_n_data_params};
static const struct pt_param_table train_table = {"train", pt_train_params, &pt_n_train_params};
static const struct pt_param_table rule_table = {"train", pt_rule_params, &pt_n_rule_params};
static const struct pt_param_table batch_table = {"train", pt_batch_params, &pt_n_batch_params};
static const struct pt_param_table svm_table = {"train", pt_svm_params, &pt_n_svm_params};
static const struct pt_param_table kernel_table = {"train", pt_kernel_params, &pt_n_kernel_params};
static const struct pt_param_table mlp_table = {"train", pt_mlp_params, &pt_n_mlp_params};
static const struct pt_param_table use_table = {"use", use_params, &n_use_params};
static const struct pt_param_table prove_table = {"prove", prove_params, &n_prove_params};
static const struct pt_param_table generate_table = {"gen", pt_generate_params, &pt_n_generate_params};

const struct pt_param_table *const pt_param_tables[] = {
    &data_table,
    &train_table,
    &rule_table,
    &batch_table,
    &svm_table,
    &kernel_table,
    &mlp_table,
    &use_table,
    &prove_table,
    &generate_table,
};
const size_t pt_n_param_tables = sizeof pt_param_tables / sizeof *pt_param_tables;
