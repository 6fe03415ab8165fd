/* perceptron export: a model in the words of other programs. */
#include "cmd/commands.h"
#include "diag.h"
#include "output.h"

static ptron_status write_text(const char *path, const void *bytes, size_t length, ptron_error *err)
{
    struct output output = {0};
    ptron_status status = output_open(&output, path, err);

    if (status == PTRON_OK && fwrite(bytes, 1, length, output.file) != length)
        status = diag_fail_file(err, path == NULL ? "-" : path, "cannot write it");
    if (status == PTRON_OK)
        status = output_commit(&output, err);
    output_discard(&output);
    return status;
}

static int run_export(const struct args *args)
{
    const char *to = args_value(args, "to");
    ptron_model *model = NULL;
    void *bytes = NULL;
    size_t length = 0;
    ptron_error err = {0};
    ptron_status status;

    if (to == NULL)
        return diag_usage("export", "export wants a form: --to json, --to liblinear or --to c");
    status = ptron_model_load(args->files[0], &model, &err);
    if (status == PTRON_OK)
        status = ptron_model_export(model, to, &bytes, &length, &err);
    if (status == PTRON_OK)
        status = write_text(args_value(args, "output"), bytes, length, &err);
    ptron_bytes_free(bytes);
    ptron_model_free(model);
    return status == PTRON_OK ? EXIT_DONE : diag_error(args->command->name, &err);
}

const struct command cmd_export = {
    .name = "export",
    .summary = "a model as JSON, LIBLINEAR text or C source",
    .operands = "MODEL",
    .files = {1, 1},
    .about = "Writes a model in the words of other programs; liblinear and c take linear ones only:\n"
             "  json       labels, bias, scaling, and the weights by name; or a kernel's rows, a network's layers\n"
             "  liblinear  the text that liblinear-predict loads; labels must be whole numbers, and what is missing 0\n"
             "  c          source that needs no header and no library; its scores are equal to the last bit\n"
             "Scaling by feature is in all of them; scaling each row (unit) is in json alone, the others refuse it.\n"
             "Words and categories are features by name: the other program makes numbers of text.\n",
    .examples = "  perceptron export iris.model --to json | jq .features\n"
                "  perceptron export a9a.model --to liblinear -o a9a.liblinear\n"
                "  perceptron export iris.model --to c -o iris.c\n",
    .options = {
        {"to", 0, "json|liblinear|c", "the form to write"},
        {"output", 'o', "FILE", "write it here instead of standard output"},
    },
    .run = run_export,
};
