/* perceptron import: a network whose weights were set by hand becomes a model. */
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
    .summary = "make a model of a network whose weights were set by hand",
    .operands = "NETWORK.json",
    .files = {1, 1},
    .about =
        "Reads layers of units, their weights and biases from JSON. With the activation 'sign' it is a network of\n"
        "perceptrons, which no rule here could train: it can be tested, shown and used.\n",
    .examples = "  perceptron import examples/xor.json -o xor.model\n"
                "  perceptron test xor.model examples/data/xor.csv\n",
    .options = {
        {"output", 'o', "FILE", "where the model goes"},
    },
    .run = run_import,
};
