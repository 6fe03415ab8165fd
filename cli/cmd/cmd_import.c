/* perceptron import: weights or a network set by hand become a model. */
#include "cmd/commands.h"
#include "diag.h"

#include <stdio.h>

static int run_import(const struct args *args)
{
    const char *path = args_value(args, "output");
    ptron_model *model = NULL;
    ptron_error err = {0};
    ptron_status status;

    if (path == NULL)
        return diag_usage(args->command->name, "--output FILE is wanted");
    status = ptron_model_import(args->files[0], &model, &err);
    if (status == PTRON_OK)
        status = ptron_model_save(model, path, &err);
    ptron_model_free(model);
    return status == PTRON_OK ? EXIT_DONE : diag_error(args->command->name, &err);
}

const struct command cmd_import = {
    .name = "import",
    .summary = "make a model of weights, or of a network, set by hand",
    .operands = "WEIGHTS.json",
    .files = {1, 1},
    .about =
        "Reads weights and a bias from JSON: a linear model, which can be tested, explained, traced and started\n"
        "from. What 'export --to json' wrote of a linear model of CSV rows, or of a network, is read again. Layers of\n"
        "units are a network; with the activation 'sign' one of perceptrons, which no rule here could train.\n",
    .examples = "  echo '{\"features\": [\"x1\", \"x2\"], \"label\": \"class\", \"classes\": [\"above\", \"below\"], "
                "\"weights\": [-3, -4], \"bias\": 12}' > line.json\n"
                "  perceptron import line.json -o line.model\n"
                "  perceptron import examples/xor.json -o xor.model\n"
                "  perceptron test xor.model examples/data/xor.csv\n",
    .options = {
        {"output", 'o', "FILE", "where the model goes"},
    },
    .run = run_import,
};
