/* The commands there are, and the pages that describe them. */
#ifndef CLI_CMD_COMMANDS_H
#define CLI_CMD_COMMANDS_H

#include "arguments.h"

extern const struct command cmd_certify, cmd_check, cmd_compare, cmd_demo, cmd_explain, cmd_export, cmd_gen, cmd_help,
    cmd_import, cmd_pack, cmd_predict, cmd_report, cmd_serve, cmd_show, cmd_split, cmd_test, cmd_trace, cmd_train,
    cmd_tune, cmd_verify;

extern const struct command *const commands[];   /* NULL ended, in the order the screen shows them */

/* NULL, with the line and the nearest name printed, when there is none. */
const struct command *command_named(const char *name);

/* Runs it with these words; what `perceptron COMMAND WORDS...` does. */
int command_run(const struct command *command, int n_words, char **words);

void help_command(const struct command *command);   /* perceptron COMMAND --help */
void help_screen(void);                             /* perceptron alone: the screen that teaches */
void help_algorithms(void);                         /* --algorithm list */

#endif
