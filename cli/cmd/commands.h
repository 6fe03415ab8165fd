/* The commands there are, and the pages that describe them. */
#ifndef CLI_CMD_COMMANDS_H
#define CLI_CMD_COMMANDS_H

#include "arguments.h"

extern const struct command cmd_certify;
extern const struct command cmd_check;
extern const struct command cmd_compare;
extern const struct command cmd_demo;
extern const struct command cmd_explain;
extern const struct command cmd_export;
extern const struct command cmd_gen;
extern const struct command cmd_help;
extern const struct command cmd_import;
extern const struct command cmd_pack;
extern const struct command cmd_predict;
extern const struct command cmd_report;
extern const struct command cmd_show;
extern const struct command cmd_test;
extern const struct command cmd_trace;
extern const struct command cmd_train;
extern const struct command cmd_verify;

extern const struct command *const commands[];   /* NULL ended, in the order the screen shows them */

/* NULL, with the line and the nearest name printed, when there is none. */
const struct command *command_named(const char *name);

/* Runs it with these words; what `perceptron COMMAND WORDS...` does. */
int command_run(const struct command *command, int n_words, char **words);

void help_command(const struct command *command);   /* perceptron COMMAND --help */
void help_screen(void);                             /* perceptron alone: the screen that teaches */
void help_algorithms(void);                         /* --algorithm list */

#endif
