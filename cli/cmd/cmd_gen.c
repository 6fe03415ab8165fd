/* perceptron gen: made-up rows with known properties, for experiments and measurements. */
#include "cmd/commands.h"
#include "diag.h"
#include "output.h"
#include "progress.h"

#include <errno.h>
#include <string.h>

static bool write_chunk(void *user, const char *bytes, size_t length)
{
    const struct output *output = user;

    return !interrupts_any() && fwrite(bytes, 1, length, output->file) == length;
}

static ptron_status generate(const struct args *args, struct output *output, ptron_error *err)
{
    static const char *const names[] = {"margin", "format", "seed", "threads", NULL};
    const char *path = args_value(args, "output");
    ptron_status status = args_hand_on(args, names, err);

    if (status == PTRON_OK)
        status = output_open(output, path, err);
    if (status != PTRON_OK)
        return status;
    if (output->to != NULL)
        interrupts_catch();   /* so that Ctrl-C leaves no half file behind */
    status = ptron_generate(args->files[0], args->options, write_chunk, output, err);
    if (status == PTRON_CANCELED && !interrupts_any())
        return diag_fail_file(err, path == NULL ? "-" : path, "cannot write it");
    return status == PTRON_OK ? output_commit(output, err) : status;
}

static int run_gen(const struct args *args)
{
    struct output output = {0};
    ptron_error err = {0};
    const ptron_status status = generate(args, &output, &err);

    output_discard(&output);
    if (status == PTRON_CANCELED)
        return interrupts_code();
    return status == PTRON_OK ? EXIT_DONE : diag_error(args->command->name, &err);
}

static void list_kinds(void)
{
    PTRON_SIZED(ptron_generator_info, info);

    for (size_t i = 0; ptron_generator_describe(i, &info); i++)
        printf("  %-13s%s\n", info.name, info.help);
    puts("All but the first two have 2 features when no other number is asked for.\n"
         "Values have at most three decimals; sparse ones as many as --decimals says.");
}

const struct command cmd_gen = {
    .name = "gen",
    .summary = "make up rows with known properties",
    .operands = "KIND",
    .files = {1, 1},
    .about = "Writes made-up rows, the same ones for the same options and seed. KIND is one of\n",
    .list = list_kinds,
    .examples = "  perceptron gen dense --rows 1000 --dimensions 10 --margin 0.2 -o easy.csv\n"
                "  perceptron gen blobs --centres 5 --rows 500 --spread 0.1 -o clouds.csv\n"
                "  perceptron gen sparse --rows 1000000 --dimensions 1048576 --nonzeros 76 -o large.svm\n"
                "  perceptron gen sparse --rows 5000 --noise 0.1 | perceptron train - --algorithm averaged\n",
    .options = {
        {"output", 'o', "FILE", "write the rows here instead of standard output"},
        {"margin", 0, "M", "dense, biased: least distance of a row from the hyperplane; 0.1 when not given"},
        {"format", 0, "csv|libsvm", "how the rows are written; sparse rows: libsvm, others: csv"},
        {"seed", 0, "N", "seed of every random choice; 1 when not given"},
        {"threads", 0, "N", "threads to work with; one per core when not given"},
    },
    .groups = {"gen"},
    .run = run_gen,
};
