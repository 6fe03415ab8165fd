/* The pages: everything here is printed from the tables of commands, options and algorithms. */
#include "cmd/commands.h"
#include "diag.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *group, *title;
} titles[] = {
    {"", "Options"},
    {"data", "How the data is read"},
    {"train", "How it learns"},
    {"tune", "How settings are tried"},
    {"use", "How the model is used"},
    {"gen", "What the rows are like"},
};

enum { LEFT = 34 };   /* columns before the explanation */

/* "-o, --output FILE", "--[no-]bias", "--scale none|standard", "--order given|each|FILE", and the explanation */
static void print_option(const struct option_view *view)
{
    const bool choices = view->choices[0] != '\0', file = strcmp(view->type, "file") == 0;
    char letter[8] = "", words[160];

    if (view->letter != '\0')
        snprintf(letter, sizeof letter, "-%c, ", view->letter);
    if (view->flag)
        snprintf(words, sizeof words, "%s--%s%s", letter, view->own == NULL ? "[no-]" : "", view->name);
    else
        snprintf(words, sizeof words, "%s--%s %s%s", letter, view->name, choices ? view->choices : view->metavar,
                 choices && file ? "|FILE" : "");
    if (strlen(words) + 3 > LEFT)
        printf("  %s\n%*s", words, LEFT, "");
    else
        printf("  %-*s", LEFT - 2, words);
    printf("%s", view->help);
    if (view->initial[0] != '\0')
        printf(" [%s]", view->initial);
    putchar('\n');
}

/* What training fixes for good; given again with a model these must say the same. */
static bool is_fixed(const char *name)
{
    static const char *const fixed[] = {
        "positive", "ignore",       "one-hot", "missing", "missing-indicator", "hash-bits", "index-base", "scale",
        "features", "delimiter",    "weight",  "text",    "ngrams",            "chars",     "counts",     "stop-words",
        "min-df",   "max-df",       "norm",    "cross",   "max-features",      "na",        "dates",      "date-order",
        "decimal",  "comment",
    };

    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (strcmp(fixed[i], name) == 0)
            return true;
    return false;
}

static void print_group(const struct command *command, const char *group, const char *title)
{
    struct option_view view;
    bool any = false;

    for (size_t i = 0; options_view(command, i, &view); i++) {
        if (view.name == NULL || strcmp(view.group, group) != 0 || (command->of_model && is_fixed(view.name)))
            continue;
        if (!any)
            printf("\n%s\n", title);
        any = true;
        print_option(&view);
    }
    if (group[0] == '\0')
        printf("%s  %-*s%s\n", any ? "" : "\nOptions\n", LEFT - 2, "-h, --help", "this page");
}

void help_command(const struct command *command)
{
    printf("usage: perceptron %s [options]%s%s\n\n%s", command->name, command->operands[0] != '\0' ? " " : "",
           command->operands, command->about);
    if (command->list != NULL)
        command->list();
    printf("\nFor example\n%s", command->examples);
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        print_group(command, titles[i].group, titles[i].title);
    printf("\nDefaults stand in [brackets]. '-' as a file is a pipe; '--' ends the options.\n"
           "Exit: 0 done, 2 a word was wrong, 3 the data or the model is malformed, 4 a file or memory failed.\n");
}

void help_algorithms(void)
{
    PTRON_SIZED(ptron_algorithm_info, info);

    for (size_t i = 0; ptron_algorithm_describe(i, &info); i++) {
        printf("%s%s\n  update     %s\n  guarantee  %s\n", i > 0 ? "\n" : "", info.name, info.update, info.guarantee);
        if (info.bounded != NULL)
            printf("  bound      %s: %s\n", info.bounded, info.bound);
        printf("  reference  %s\n", info.reference);
    }
}

void help_screen(void)
{
    printf("perceptron %s: learns to tell rows apart, and says why it stopped\n"
           "\n"
           "Six things to do first; paste them in the project's folder, or put your own file\n"
           "(CSV, JSON lines, LIBSVM, label<TAB>text, IDX images, .npy; also .gz, .zst, .xz or a pipe):\n"
           "\n"
           "  perceptron check examples/data/iris.csv\n"
           "      what is in the file, and what to know before training\n"
           "  perceptron train examples/data/iris.csv --positive setosa -o iris.model\n"
           "      learn from the rows; why it stopped, with numbers; keep the model\n"
           "  perceptron test iris.model examples/data/iris.csv\n"
           "      how often the model is wrong, and which labels it mixes up\n"
           "  perceptron predict iris.model examples/data/iris.csv --scores\n"
           "      one label per row, with the score behind it\n"
           "  perceptron show iris.model --top 5\n"
           "      which features speak for which label\n"
           "  perceptron certify examples/data/iris.csv --positive setosa\n"
           "      can a hyperplane separate them at all? a proof, either way\n"
           "\nCommands\n", ptron_version());
    for (size_t i = 0; commands[i] != NULL; i++)
        printf("  %-10s%s\n", commands[i]->name, commands[i]->summary);
    printf("\n'perceptron COMMAND --help' tells all about one; 'perceptron --version' which this is.\n");
}

const struct command *command_named(const char *name)
{
    const char *nearest = NULL;

    for (size_t i = 0; commands[i] != NULL; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
        nearest = ptron_nearer_word(name, nearest, commands[i]->name);
    }
    if (nearest != NULL)
        diag_usage(NULL, "unknown command '%s'; did you mean '%s'?", name, nearest);
    else
        diag_usage(NULL, "unknown command '%s'", name);
    return NULL;
}

/* ---- the command `help` -------------------------------------------------------------------------- */

static int run_help(const struct args *args)
{
    const struct command *command = NULL;

    if (args->n_files == 0) {
        help_screen();
        return EXIT_DONE;
    }
    command = command_named(args->files[0]);
    if (command == NULL)
        return EXIT_USAGE;
    help_command(command);
    return EXIT_DONE;
}

const struct command cmd_help = {
    .name = "help",
    .summary = "the page of a command, or this screen",
    .operands = "[COMMAND]",
    .files = {0, 1},
    .about = "Prints the page of a command; without one, the screen that shows where to begin.\n",
    .examples = "  perceptron help train\n",
    .run = run_help,
};
