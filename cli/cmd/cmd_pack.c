/* perceptron pack: rows read once, kept in a file that needs no parsing. */
#include "cmd/commands.h"
#include "diag.h"
#include "progress.h"
#include "output.h"
#include "words/facts.h"
#include "words/numbers.h"

#include <stdio.h>

static bool go_on(void *user, uint64_t done, uint64_t total)
{
    (void)user, (void)done, (void)total;
    return !interrupts_any();
}

static ptron_status pack(const struct args *args, const char *path, ptron_error *err)
{
    const ptron_watch watch = {.size = sizeof watch, .on_read = go_on, .on_rows = go_on};
    ptron_dataset *set = NULL;
    ptron_status status;
    PTRON_SIZED(ptron_dataset_facts, facts);

    TRY(output_possible(path, err));
    interrupts_catch();   /* so that Ctrl-C leaves no half file behind */
    ptron_options_watch(args->options, &watch, NULL);
    if (!ptron_options_given(args->options, "memory"))
        TRY(ptron_options_set(args->options, "memory", "256M", err));
    TRY(ptron_dataset_load(args->files, args->n_files, args->options, NULL, &set, err));
    status = ptron_dataset_pack(set, path, args->options, err);
    if (status == PTRON_OK && !args_flag(args, "quiet")) {
        ptron_dataset_describe(set, &facts);
        facts_note_skipped(&facts);
        printf("packed %s, %s, %s into %s\n", text_some(facts.rows, "row").s,
               text_some(facts.features, "feature").s, text_some(facts.nonzeros, "value").s, text_path(path).s);
    }
    ptron_dataset_free(set);
    return status;
}

static int run_pack(const struct args *args)
{
    const char *path = args_value(args, "output");
    ptron_error err = {0};

    if (path == NULL)
        return diag_usage(args->command->name, "pack wants a file to write: -o FILE");
    switch (pack(args, path, &err)) {
    case PTRON_OK: return EXIT_DONE;
    case PTRON_CANCELED: return interrupts_code();
    default: return diag_error(args->command->name, &err);
    }
}

const struct command cmd_pack = {
    .name = "pack",
    .summary = "read rows once, and keep them ready to use",
    .operands = "DATA...",
    .files = {1, SIZE_MAX},
    .about = "Reads DATA and writes its rows as a pack: a file that train, test, predict and check use at once,\n"
             "without parsing, and with the same results. Labels, columns and words go with it. What is chosen in\n"
             "training (--positive, --scale) is still chosen there. A pack that was damaged is refused.\n"
             "Rows that take more than --memory (here 256M) pass through temporary files in TMPDIR, in twice\n"
             "their size.\n",
    .examples = "  perceptron pack big.svm.gz -o big.pack\n"
                "  perceptron train big.pack --epochs 5 -o big.model\n",
    .options = {
        {"output", 'o', "FILE", "where to write the pack (required)"},
        {"quiet", 'q', NULL, "print nothing"},
    },
    .groups = {"data"},
    .run = run_pack,
};
