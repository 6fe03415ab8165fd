/* What goes to stderr, and the exit codes. One line per complaint: perceptron: file:line:column: message. */
#ifndef CLI_DIAG_H
#define CLI_DIAG_H

#include "perceptron.h"

#if defined(__GNUC__)
#define CLI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CLI_PRINTF(text, first)
#endif

enum exit_code {
    EXIT_DONE = 0,
    EXIT_NO = 1,            /* the question was answered no */
    EXIT_USAGE = 2,
    EXIT_MALFORMED = 3,     /* data or model */
    EXIT_SYSTEM = 4,        /* files, memory */
    EXIT_UNDECIDED = 6,
    EXIT_DEFECT = 70,
    EXIT_SIGNAL = 128,      /* plus its number: stopped by a signal, and nothing was kept; Ctrl-C is 130 */
};

/* Prints a failed call's error and returns the exit code for it. A bad argument is answered with where to
 * read on, so `command` is named; NULL: the program itself. */
int diag_error(const char *command, const ptron_error *err);
/* The error that is printed is what this makes of the one found: of ranks, the one that all end with. */
void diag_settle_by(ptron_error (*how)(const ptron_error *found));
/* One line: the message and `try 'perceptron COMMAND --help'`. Returns EXIT_USAGE. */
int diag_usage(const char *command, const char *format, ...) CLI_PRINTF(2, 3);
/* perceptron: note: ... */
void diag_note(const char *format, ...) CLI_PRINTF(1, 2);
/* Fills *err as the library does, for what the command finds out itself. Returns `code`. */
ptron_status diag_fail(ptron_error *err, ptron_status code, const char *format, ...) CLI_PRINTF(3, 4);
/* The same for a file and errno. */
ptron_status diag_fail_file(ptron_error *err, const char *path, const char *what);
#ifdef __clang_analyzer__   /* which cannot see from one file that a failure is never PTRON_OK */
#define diag_fail(err, code, ...) (diag_fail(err, code, __VA_ARGS__), code)
#define diag_fail_file(...) (diag_fail_file(__VA_ARGS__), PTRON_IO)
#endif
/* Returns from the function that uses it when the call failed. */
#define TRY(call)                             \
    do {                                      \
        const ptron_status tried_ = (call);   \
        if (tried_ != PTRON_OK)               \
            return tried_;                    \
    } while (0)
/* Flushes stdout; when that or an earlier write failed and nothing else did, says so: EXIT_SYSTEM. */
int diag_finish(int code);

#endif
