/* perceptron demo: stories that print the commands they run, so that a reader can repeat them. */
#include "cmd/commands.h"
#include "cmd/demo.h"
#include "diag.h"
#include "output.h"
#include "words/numbers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct demo *demo_named(const char *name)
{
    const char *nearest = NULL;

    for (size_t i = 0; demos[i].name != NULL; i++) {
        if (strcmp(demos[i].name, name) == 0)
            return &demos[i];
        nearest = ptron_nearer_word(name, nearest, demos[i].name);
    }
    if (nearest != NULL)
        diag_usage("demo", "unknown story '%s'; did you mean '%s'?", name, nearest);
    else
        diag_usage("demo", "unknown story '%s'; 'perceptron demo' lists them", name);
    return NULL;
}

static ptron_status write_file(const struct demo_file *file, ptron_error *err)
{
    struct output output;
    ptron_status status;

    TRY(output_open(&output, file->name, err));
    if (file->text != NULL)
        fputs(file->text, output.file);
    else
        file->make(output.file);
    status = output_commit(&output, err);
    output_discard(&output);
    return status;
}

/* Makes the folder, goes there and writes the story's files. */
static ptron_status prepare_folder(const struct demo *demo, const char *folder, ptron_error *err)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return diag_fail_file(err, folder, "cannot make the folder");
    if (chdir(folder) != 0)
        return diag_fail_file(err, folder, "cannot go there");
    for (size_t i = 0; i < DEMO_FILES && demo->files[i].name != NULL; i++)
        TRY(write_file(&demo->files[i], err));
    return PTRON_OK;
}

/* A command of ours, as if it had been typed. */
static int run_command_line(const char *line)
{
    enum { MOST_WORDS = 32 };
    char *copy = strdup(line), *words[MOST_WORDS], *rest = NULL;
    int n = 0, code = EXIT_SYSTEM;

    printf("$ perceptron %s\n", line);
    fflush(stdout);
    for (char *word = copy == NULL ? NULL : strtok_r(copy, " ", &rest); word != NULL && n < MOST_WORDS;
         word = strtok_r(NULL, " ", &rest))
        words[n++] = word;
    if (n > 0)
        code = command_run(command_named(words[0]), n - 1, words + 1);
    free(copy);
    putchar('\n');
    return code;
}

static void print_pages(const struct demo *demo, const char *folder)
{
    printf("The pages are in %s:", folder);
    for (size_t i = 0; i < DEMO_STEPS; i++) {
        const char *at = demo->steps[i].run == NULL ? NULL : strstr(demo->steps[i].run, "--report ");
        if (at != NULL)
            printf(" %.*s", (int)strcspn(at + 9, " "), at + 9);
    }
    printf(". To repeat a command: cd %s\n", folder);
}

static int run_demo(const struct args *args)
{
    const struct demo *demo = args->n_files == 0 ? NULL : demo_named(args->files[0]);
    const char *folder = args_value(args, "output");
    char usual[64];
    ptron_error err = {0};
    int code = EXIT_DONE;

    if (args->n_files == 0) {
        puts("Stories to run: perceptron demo NAME\n");
        for (size_t i = 0; demos[i].name != NULL; i++)
            printf("  %-18s%s\n", demos[i].name, demos[i].summary);
        puts("\nEach prints the commands it runs and leaves its data and pages in demo-NAME.");
        return EXIT_DONE;
    }
    if (demo == NULL)
        return EXIT_USAGE;
    snprintf(usual, sizeof usual, "demo-%s", demo->name);
    folder = folder == NULL ? usual : folder;
    if (prepare_folder(demo, folder, &err) != PTRON_OK)
        return diag_error("demo", &err);
    for (size_t i = 0; code == EXIT_DONE && i < DEMO_STEPS; i++) {
        if (demo->steps[i].say != NULL) {
            text_paragraph(stdout, demo->steps[i].say, 100);
            putchar('\n');
        }
        if (demo->steps[i].run != NULL)
            code = run_command_line(demo->steps[i].run);
    }
    if (code == EXIT_DONE)
        print_pages(demo, folder);
    return code;
}

const struct command cmd_demo = {
    .name = "demo",
    .summary = "small stories on data that comes along",
    .operands = "[NAME]",
    .files = {0, 1},
    .about = "Without a name, lists the stories; with one, runs it: prints each command before running it, and leaves\n"
             "data and pages in a folder, so that everything can be repeated and looked at.\n",
    .examples = "  perceptron demo\n"
                "  perceptron demo xor\n"
                "  perceptron demo 85-points -o points\n",
    .options = {
        {"output", 'o', "FOLDER", "where data and pages go; demo-NAME when not given"},
    },
    .run = run_demo,
};
