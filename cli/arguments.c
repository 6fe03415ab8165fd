/* From words to options and operands. Every refusal is one line that names the word. */
#include "arguments.h"
#include "diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the tables as one list ---------------------------------------------------------------------- */

static bool takes_group(const struct command *command, const char *group)
{
    for (size_t g = 0; g < sizeof command->groups / sizeof *command->groups && command->groups[g] != NULL; g++)
        if (strcmp(command->groups[g], group) == 0)
            return true;
    return false;
}

static size_t own_index(const struct command *command, const char *name)
{
    for (size_t i = 0; i < MOST_OWN_OPTIONS && command->options[i].name != NULL; i++)
        if (strcmp(command->options[i].name, name) == 0)
            return i;
    return SIZE_MAX;
}

static const char *initial_of(const struct command *command, const char *option, const char *initial)
{
    for (const struct own_initial *own = command->initials; own != NULL && own->option != NULL; own++)
        if (strcmp(own->option, option) == 0)
            return own->initial;
    return initial;
}

bool options_view(const struct command *command, size_t i, struct option_view *view)
{
    PTRON_SIZED(ptron_option_info, info);
    size_t n_own = 0;

    while (n_own < MOST_OWN_OPTIONS && command->options[n_own].name != NULL)
        n_own++;
    memset(view, 0, sizeof *view);
    if (i < n_own) {
        const struct option *own = &command->options[i];
        *view = (struct option_view){own->name, "", "", own->metavar, "", "", own->help, own->letter,
                                     own->metavar == NULL, own};
        return true;
    }
    if (!ptron_option_describe(i - n_own, &info))
        return false;
    if (takes_group(command, info.group) && own_index(command, info.name) == SIZE_MAX)
        *view = (struct option_view){info.name, info.group, info.type, info.metavar, info.choices,
                                     initial_of(command, info.name, info.initial),
                                     info.help, '\0', strcmp(info.type, "flag") == 0, NULL};
    return true;
}

static bool find_long(const struct command *command, const char *name, size_t length, struct option_view *view)
{
    for (size_t i = 0; options_view(command, i, view); i++)
        if (view->name != NULL && strlen(view->name) == length && memcmp(view->name, name, length) == 0)
            return true;
    return false;
}

/* ---- refusals ------------------------------------------------------------------------------------ */

static int unknown_option(const struct command *command, const char *word, size_t length)
{
    const bool negated = strncmp(word, "--no-", 5) == 0;
    const char *prefix = negated ? "--no-" : "--";
    const size_t skip = strlen(prefix);
    const char *nearest = NULL;
    struct option_view view;
    char name[64];

    snprintf(name, sizeof name, "%.*s", (int)(length - skip), word + skip);
    for (size_t i = 0; options_view(command, i, &view); i++)
        if (view.name != NULL && (!negated || (view.flag && view.own == NULL)))
            nearest = ptron_nearer_word(name, nearest, view.name);
    if (!negated)
        nearest = ptron_nearer_word(name, nearest, "help");
    if (nearest == NULL)
        return diag_usage(command->name, "%s: unknown option '%.*s'", command->name, (int)length, word);
    return diag_usage(command->name, "%s: unknown option '%.*s'; did you mean '%s%s'?", command->name, (int)length,
                      word, prefix, nearest);
}

static int unknown_algorithm(const char *name)
{
    PTRON_SIZED(ptron_algorithm_info, info);
    const char *nearest = NULL;

    for (size_t i = 0; ptron_algorithm_describe(i, &info); i++)
        nearest = ptron_nearer_word(name, nearest, info.name);
    if (nearest == NULL)
        return diag_usage("train", "unknown algorithm '%s'; '--algorithm list' prints them all", name);
    return diag_usage("train", "unknown algorithm '%s'; did you mean '%s'?", name, nearest);
}

static int wants_value(const struct args *args, const struct option_view *view)
{
    return diag_usage(args->command->name, "option '--%s' wants a value: --%s %s", view->name, view->name,
                      view->metavar != NULL && view->metavar[0] != '\0' ? view->metavar : "VALUE");
}

/* ---- parsing ------------------------------------------------------------------------------------- */

struct words {
    char **word;
    int    n, at;   /* at: the next one */
};

static int set_option(struct args *args, const struct option_view *view, const char *value)
{
    PTRON_SIZED(ptron_algorithm_info, info);
    ptron_error err = {0};

    if (view->own != NULL) {
        args->values[view->own - args->command->options] = value;
        if (args->command->many != NULL && strcmp(view->name, args->command->many) == 0)
            args->many[args->n_many++] = value;
        return EXIT_DONE;
    }
    if (strcmp(view->name, "algorithm") == 0 && strcmp(value, "list") == 0) {
        args->list_algorithms = true;
        return EXIT_DONE;
    }
    if (strcmp(view->name, "algorithm") == 0 && !ptron_algorithm_find(value, &info))
        return unknown_algorithm(value);
    if (ptron_options_set(args->options, view->name, value, &err) != PTRON_OK)
        return diag_error(args->command->name, &err);
    return EXIT_DONE;
}

/* A value is the next word, unless that is plainly another long option: negative numbers, '-' and labels
 * such as -1 are values. */
static const char *next_value(struct words *words)
{
    if (words->at >= words->n || strncmp(words->word[words->at], "--", 2) == 0)
        return NULL;
    return words->word[words->at++];
}

static int parse_long(struct args *args, const char *word, struct words *words)
{
    const size_t length = strcspn(word, "=");
    const char *value = word[length] == '=' ? word + length + 1 : NULL;
    struct option_view view;

    if (length == 6 && memcmp(word, "--help", 6) == 0) {
        args->help = true;
        return EXIT_DONE;
    }
    if (!find_long(args->command, word + 2, length - 2, &view)) {
        if (length <= 5 || memcmp(word, "--no-", 5) != 0 || value != NULL ||
            !find_long(args->command, word + 5, length - 5, &view) || !view.flag || view.own != NULL)
            return unknown_option(args->command, word, length);
        return set_option(args, &view, "no");
    }
    if (view.flag && view.own != NULL && value != NULL)
        return diag_usage(args->command->name, "option '--%s' takes no value, found '%s'", view.name, value);
    if (value == NULL)
        value = view.flag ? "yes" : next_value(words);
    return value != NULL ? set_option(args, &view, value) : wants_value(args, &view);
}

static int parse_short(struct args *args, const char *word, struct words *words)
{
    struct option_view view;
    int code = EXIT_DONE;

    for (const char *letter = word + 1; *letter != '\0' && code == EXIT_DONE; letter++) {
        const char *value = "yes";
        if (*letter == 'h') {
            args->help = true;
            return EXIT_DONE;
        }
        size_t own = 0;
        while (options_view(args->command, own, &view) && view.own != NULL && view.letter != *letter)
            own++;
        if (view.own == NULL)
            return diag_usage(args->command->name, "%s: unknown option '%s'", args->command->name, word);
        if (!view.flag)
            value = letter[1] != '\0' ? letter + 1 : next_value(words);
        if (value == NULL)
            return wants_value(args, &view);
        code = set_option(args, &view, value);
        if (!view.flag)
            break;
    }
    return code;
}

int args_parse(struct args *args, const struct command *command, int n_words, char **words)
{
    struct words list = {words, n_words, 0};
    ptron_error err = {0};
    bool only_files = false;
    int code = EXIT_DONE;

    memset(args, 0, sizeof *args);
    args->command = command;
    args->files = calloc((size_t)n_words + 1, sizeof *args->files);
    args->many = calloc((size_t)n_words + 1, sizeof *args->many);
    if (args->files == NULL || args->many == NULL)
        diag_fail(&err, PTRON_NOMEM, "no memory for the command line");
    if (args->files == NULL || args->many == NULL || ptron_options_new(&args->options, &err) != PTRON_OK)
        return diag_error(command->name, &err);
    while (list.at < list.n && !args->help && code == EXIT_DONE) {
        const char *word = list.word[list.at++];
        if (!only_files && strcmp(word, "--") == 0)
            only_files = true;
        else if (!only_files && strncmp(word, "--", 2) == 0)
            code = parse_long(args, word, &list);
        else if (!only_files && word[0] == '-' && word[1] != '\0')
            code = parse_short(args, word, &list);
        else
            args->files[args->n_files++] = word;
    }
    return code;
}

int args_check_files(const struct args *args)
{
    const struct command *command = args->command;

    if (args->n_files > command->files[1])
        return diag_usage(command->name, "%s: one word too many: '%s'", command->name, args->files[command->files[1]]);
    if (args->n_files < command->files[0])
        return diag_usage(command->name, "%s wants %s, found %s", command->name, command->operands,
                          args->n_files == 0 ? "nothing" : "only one file");
    return EXIT_DONE;
}

void args_free(struct args *args)
{
    ptron_options_free(args->options);
    free(args->files);
    free(args->many);
}

/* ---- asking -------------------------------------------------------------------------------------- */

const char *args_value(const struct args *args, const char *name)
{
    const size_t i = own_index(args->command, name);

    return i == SIZE_MAX ? NULL : args->values[i];
}

bool args_flag(const struct args *args, const char *name)
{
    return args_value(args, name) != NULL;
}

ptron_status args_hand_on(const struct args *args, const char *const *names, ptron_error *err)
{
    for (; *names != NULL; names++)
        if (args_value(args, *names) != NULL)
            TRY(ptron_options_set(args->options, *names, args_value(args, *names), err));
    return PTRON_OK;
}

bool args_count(const struct args *args, const char *name, uint64_t initial, uint64_t *value)
{
    const char *text = args_value(args, name), *at = text;

    *value = text == NULL ? initial : 0;
    if (text == NULL)
        return true;
    for (; *at >= '0' && *at <= '9' && *value < UINT64_MAX / 10; at++)
        *value = *value * 10 + (uint64_t)(*at - '0');
    if (at != text && *at == '\0')
        return true;
    diag_usage(args->command->name, "%s is '%s', wanted a whole number", name, text);
    return false;
}

/* ---- rows ---------------------------------------------------------------------------------------- */

ptron_status args_load_rows(const struct args *args, const char *layout, const ptron_model *model,
                            ptron_dataset **set, ptron_dataset **validation, ptron_error *err)
{
    const char *held = args_value(args, "validation");
    const bool choose = layout != NULL && !ptron_options_given(args->options, "layout");
    ptron_status status;

    if (choose)
        TRY(ptron_options_set(args->options, "layout", layout, err));
    status = ptron_dataset_load(args->files, args->n_files, args->options, model, set, err);
    if (choose)   /* it is no part of what was asked for, which pages repeat */
        ptron_options_unset(args->options, "layout");
    if (status != PTRON_OK)
        return status;
    return held == NULL ? PTRON_OK : ptron_dataset_load_like(&held, 1, args->options, *set, validation, err);
}
