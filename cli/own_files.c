/* Which words of a command are files it reads and files it writes; no command writes over what it reads, nor two
 * outputs into one file. Files are the same by device and inode, whatever their names and links. */
#include "own_files.h"
#include "diag.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum role {
    READS,
    READS_LIST,   /* several, separated by commas */
    GOES_ON,      /* read, and the output may take its place: a model that is learned further */
    WRITES,
};

static const struct {
    const char *option;
    enum role   role;
} roles[] = {
    {"validation", READS}, {"importance", READS}, {"labels", READS}, {"order", READS}, {"schedule", READS},
    {"orders", READS_LIST}, {"starts", READS_LIST}, {"resume", GOES_ON}, {"start", GOES_ON},
    {"output", WRITES}, {"checkpoint", WRITES}, {"fold-rows", WRITES}, {"report", WRITES}, {"record", WRITES},
    {"predictions", WRITES},
};

/* Their operands are names, not files. */
static const char *const of_names[] = {"gen", "demo", "help"};

struct file {
    const char *what;       /* the option; NULL: an operand, or all else that goes to standard output */
    char        path[PATH_MAX];
    enum role   role;
    bool        standard;   /* input or output */
    bool        exists;
    bool        can_be_lost;          /* a file, or the place of one to be; no pipe, no terminal, not /dev/null */
    struct stat at;                   /* the file; where there is none yet, the folder it would be in */
    char        name[NAME_MAX + 1];   /* of a file that is not there yet */
};

struct check {
    const struct args *args;
    struct file outputs[sizeof roles / sizeof *roles + 1];
    size_t n_outputs;
    int    code;
};

/* ---- which file a word names -------------------------------------------------------------------------- */

/* The target of a link, so that two names of a file that is not there yet can be told to be one. */
static bool follow(char *path)
{
    char target[PATH_MAX], joined[2 * PATH_MAX];
    const char *slash = strrchr(path, '/');
    const ssize_t length = readlink(path, target, sizeof target - 1);

    if (length <= 0)
        return false;
    target[length] = '\0';
    snprintf(joined, sizeof joined, "%.*s%s", target[0] == '/' || slash == NULL ? 0 : (int)(slash - path + 1), path,
             target);
    if (strlen(joined) >= PATH_MAX)
        return false;
    snprintf(path, PATH_MAX, "%s", joined);
    return true;
}

static bool find_place(struct file *file)
{
    char path[PATH_MAX];
    char *slash;

    snprintf(path, sizeof path, "%s", file->path);
    for (int links = 0; links < 16 && follow(path); links++)
        continue;
    slash = strrchr(path, '/');
    snprintf(file->name, sizeof file->name, "%.*s", NAME_MAX, slash == NULL ? path : slash + 1);
    if (slash != NULL)
        slash[slash == path] = '\0';
    return stat(slash == NULL ? "." : path, &file->at) == 0;
}

/* False: the name is too long to be one. */
static bool find_file(struct file *file, const char *path, size_t length)
{
    if (length >= sizeof file->path)
        return false;
    memcpy(file->path, path, length);
    file->path[length] = '\0';
    file->standard = strcmp(file->path, "-") == 0;
    if (file->standard)
        file->exists = fstat(file->role == WRITES ? STDOUT_FILENO : STDIN_FILENO, &file->at) == 0;
    else
        file->exists = stat(file->path, &file->at) == 0;
    file->can_be_lost = file->exists ? S_ISREG(file->at.st_mode) : !file->standard && find_place(file);
    return true;
}

static bool same_file(const struct file *a, const struct file *b)
{
    if (a->standard && b->standard && a->role == b->role)
        return a->what != NULL && b->what != NULL;
    return a->can_be_lost && b->can_be_lost && a->exists == b->exists && a->at.st_dev == b->at.st_dev &&
           a->at.st_ino == b->at.st_ino && (a->exists || strcmp(a->name, b->name) == 0);
}

/* ---- refusing ------------------------------------------------------------------------------------------- */

static void describe(const struct file *file, char *text, size_t room)
{
    const char *name = !file->standard ? file->path : file->role == WRITES ? "standard output" : "standard input";

    if (file->what == NULL)
        snprintf(text, room, "%s", name);
    else
        snprintf(text, room, "--%s %s", file->what, name);
}

static void compare(struct check *check, const struct file *output, const struct file *other)
{
    char first[PATH_MAX + 64], second[PATH_MAX + 64];
    const bool goes_on = other->role == GOES_ON && output->what != NULL && strcmp(output->what, "output") == 0;

    if (check->code != EXIT_DONE || goes_on || !same_file(output, other))
        return;
    describe(output, first, sizeof first);
    describe(other, second, sizeof second);
    check->code = other->role == WRITES
                      ? diag_usage(check->args->command->name,
                                   "%s and %s are the same file: one would overwrite the other", first, second)
                      : diag_usage(check->args->command->name,
                                   "%s would overwrite %s, which is read: name another file", first, second);
}

static void check_file(struct check *check, const char *what, enum role role, const char *path, size_t length)
{
    struct file file = {.what = what, .role = role};

    if (!find_file(&file, path, length))
        return;
    for (size_t i = 0; i < check->n_outputs; i++)
        compare(check, &check->outputs[i], &file);
    if (role == WRITES)
        check->outputs[check->n_outputs++] = file;
}

static void check_list(struct check *check, const char *what, const char *list)
{
    for (size_t length; *list != '\0'; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        check_file(check, what, READS, list, length);
    }
}

/* Words such as 'zero' are no files. */
static bool is_keyword(const char *choices, const char *value)
{
    const size_t length = strlen(value);

    for (; *choices != '\0'; choices += strcspn(choices, "|"), choices += *choices == '|')
        if (strcspn(choices, "|") == length && memcmp(choices, value, length) == 0)
            return true;
    return false;
}

/* ---- all files of a command ---------------------------------------------------------------------------- */

static void check_options(struct check *check, bool outputs)
{
    struct option_view view;

    for (size_t i = 0; options_view(check->args->command, i, &view); i++)
        for (size_t r = 0; view.name != NULL && r < sizeof roles / sizeof *roles; r++) {
            const char *value;

            if ((roles[r].role == WRITES) != outputs || strcmp(roles[r].option, view.name) != 0)
                continue;
            value = view.own != NULL ? args_value(check->args, view.name)
                                     : ptron_options_get(check->args->options, view.name);
            if (value == NULL || value[0] == '\0' || is_keyword(view.choices, value))
                continue;
            if (roles[r].role == READS_LIST)
                check_list(check, view.name, value);
            else
                check_file(check, view.name, roles[r].role, value, strlen(value));
        }
}

int own_files_check(const struct args *args)
{
    struct check check = {.args = args, .code = EXIT_DONE};
    bool names = false;

    for (size_t i = 0; i < sizeof of_names / sizeof *of_names; i++)
        names |= strcmp(args->command->name, of_names[i]) == 0;
    check_options(&check, true);
    check_file(&check, NULL, WRITES, "-", 1);
    for (size_t i = 0; i < args->n_files && !names; i++)
        check_file(&check, NULL, READS, args->files[i], strlen(args->files[i]));
    check_options(&check, false);
    return check.code;
}
