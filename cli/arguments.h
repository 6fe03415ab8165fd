/* Commands and their options, as tables. A command's own options stand beside it; the library's options
 * come from the library, by group, so that nothing is declared twice. Parsing, --help, suggestions and
 * shell completion all read these tables.
 *
 *   --name value   --name=value   --flag   --no-flag   -o value   -ovalue   --   -
 */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include "perceptron.h"

struct args;

enum { MOST_OWN_OPTIONS = 24 };

struct option {
    const char *name;
    char        letter;     /* 0: none */
    const char *metavar;    /* NULL: a flag */
    const char *help;       /* one line */
};

struct own_initial {                     /* what help says of a library's option in place of the library's default */
    const char *option, *initial;
};

struct command {
    const char *name;
    const char *summary;                 /* one line, for the list of commands */
    const char *operands;                /* "MODEL DATA..." */
    size_t      files[2];                /* operands wanted: least and most */
    const char *about;                   /* what it does, lines ended */
    void      (*list)(void);             /* prints more of it, from the library's tables; NULL: nothing */
    const char *examples;                /* lines to paste, ended, indented */
    struct option options[MOST_OWN_OPTIONS];   /* its own; fewer are ended by one without a name */
    const char *groups[3];               /* of the library's options it takes; fewer are ended by NULL */
    const struct own_initial *initials;  /* where it is the command that chooses; ended by one without an option */
    const char *many;                    /* one of its own that may be given several times, or NULL */
    bool        shared;                  /* ranks can share the work; others refuse to run under a launcher */
    bool        of_model;                /* a model has fixed how rows are read: help leaves those options out */
    int       (*run)(const struct args *args);
};

struct args {
    const struct command *command;
    const char    *values[MOST_OWN_OPTIONS]; /* by the command's own options: text given, "" for flags, or NULL */
    const char   **many;                     /* [n_many] what its option `many` was given, in order; owned */
    size_t         n_many;
    ptron_options *options;                  /* the library's, owned */
    const char   **files;                    /* [n_files] operands; the array is owned */
    size_t         n_files;
    bool           help;                     /* --help was met: nothing after it was looked at */
    bool           list_algorithms;          /* --algorithm list */
};

/* One option, whoever declared it. */
struct option_view {
    const char *name, *group, *type, *metavar, *choices, *initial, *help;
    char        letter;
    bool        flag;
    const struct option *own;   /* NULL: the library's */
};

/* The options of a command by number, its own first. False past the last; name is NULL for a number that
 * this command does not take. */
bool options_view(const struct command *command, size_t i, struct option_view *view);

/* Fills *args from the words after the command's name; EXIT_DONE or, with the line printed, another code.
 * args_free in any case. Operands are counted by args_check_files. */
int  args_parse(struct args *args, const struct command *command, int n_words, char **words);
int  args_check_files(const struct args *args);
void args_free(struct args *args);

/* The text given for one of the command's own options, or NULL; whether it was given. */
const char *args_value(const struct args *args, const char *name);
bool        args_flag(const struct args *args, const char *name);
/* Sets options of the library that the command has among its own, under the same names (NULL ended), where given. */
ptron_status args_hand_on(const struct args *args, const char *const *names, ptron_error *err);
/* A whole number given for an own option, `initial` without it. False, with the line printed: none. */
bool args_count(const struct args *args, const char *name, uint64_t initial, uint64_t *value);

/* The command's files as rows to learn from, with this layout where the user does not say (NULL: one epoch, for which
 * none pays); and those of its option --validation, or NULL, as given. */
ptron_status args_load_rows(const struct args *args, const char *layout, const ptron_model *model,
                            ptron_dataset **set, ptron_dataset **validation, ptron_error *err);

#endif
