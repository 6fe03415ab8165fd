/* The command: a table, and the way from words to a row of it. */
#include "cmd/commands.h"
#include "diag.h"
#include "launched.h"
#include "faults.h"
#include "own_files.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const struct command *const commands[] = {
    &cmd_check, &cmd_train, &cmd_test, &cmd_predict, &cmd_show, &cmd_trace, &cmd_certify, &cmd_verify, &cmd_explain,
    &cmd_report, &cmd_tune, &cmd_compare, &cmd_export, &cmd_import, &cmd_split, &cmd_pack, &cmd_serve, &cmd_gen,
    &cmd_demo, &cmd_help, NULL,
};

int command_run(const struct command *command, int n_words, char **words)
{
    struct args args;
    int code = args_parse(&args, command, n_words, words);

    if (code == EXIT_DONE && args.help)
        help_command(command);
    else if (code == EXIT_DONE && args.list_algorithms)
        help_algorithms();
    else if (code == EXIT_DONE && (code = args_check_files(&args)) == EXIT_DONE &&
             (code = own_files_check(&args)) == EXIT_DONE && (code = ranks_join(&args)) == EXIT_DONE) {
        faults_catch(&args);
        code = command->run(&args);
    }
    args_free(&args);
    return code;
}

static int dispatch(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "help";
    const struct command *command;

    if (strcmp(word, "--version") == 0) {
        printf("perceptron %s\n", ptron_version());
        return EXIT_DONE;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        word = "help";
    command = command_named(word);
    return command == NULL ? EXIT_USAGE : command_run(command, argc > 2 ? argc - 2 : 0, argv + 2);
}

/* The C library would keep the larger pieces for itself the larger those were that it got back. So large ones come from
 * the system, which moves them without a copy as they grow, and go back to it. */
static void give_memory_back(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
#endif
}

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN);   /* a file that may not grow is an error like any other */
    signal(SIGPIPE, SIG_DFL);   /* a reader that has had enough ends us quietly */
    give_memory_back();
    int code = ranks_begin(argc, argv);
    code = ranks_end(code == EXIT_DONE ? diag_finish(dispatch(argc, argv)) : code);
#ifndef __SANITIZE_ADDRESS__   /* which looks for leaks at the end */
    if (code == EXIT_SYSTEM)   /* what libraries do at the end may need memory, and change the code for want of it */
        _exit(code);
#endif
    return code;
}
