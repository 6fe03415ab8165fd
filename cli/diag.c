/* Errors, notes and exit codes: printed once, here. */
#include "diag.h"
#include "words/numbers.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#undef diag_fail   /* here the functions themselves are wanted, also by the analyser */
#undef diag_fail_file

static const int exit_codes[] = {
    [PTRON_OK] = EXIT_DONE,         [PTRON_ARGUMENT] = EXIT_USAGE,  [PTRON_DATA] = EXIT_MALFORMED,
    [PTRON_MODEL] = EXIT_MALFORMED, [PTRON_IO] = EXIT_SYSTEM,       [PTRON_NOMEM] = EXIT_SYSTEM,
    [PTRON_CANCELED] = EXIT_DONE,   [PTRON_INTERNAL] = EXIT_DEFECT,
};

/* Messages quote what was found: nothing in them may do anything to the terminal. */
static void put_shown(const char *text)
{
    fputs(text_path(text).s, stderr);
}

/* The message, and where to read on. */
static void print_usage(const char *command, const char *message)
{
    const size_t length = strlen(message);
    const bool question = length > 0 && message[length - 1] == '?';

    put_shown(message);
    fprintf(stderr, "%s try 'perceptron %s%s--help'\n", question ? "" : ";", command != NULL ? command : "",
            command != NULL ? " " : "");
}

static ptron_error (*settle)(const ptron_error *found);   /* NULL: there is nobody to agree with */

void diag_settle_by(ptron_error (*how)(const ptron_error *found))
{
    settle = how;
}

int diag_error(const char *command, const ptron_error *found)
{
    const ptron_error agreed = settle == NULL ? *found : settle(found), *err = &agreed;
    const size_t known = sizeof exit_codes / sizeof *exit_codes;
    const int code = (size_t)err->code < known ? exit_codes[err->code] : EXIT_DEFECT;

    fputs("perceptron: ", stderr);
    if (err->file[0] != '\0') {
        put_shown(err->file);
        fputc(':', stderr);
        if (err->line > 0)
            fprintf(stderr, "%" PRIu64 ":", err->line);
        if (err->line > 0 && err->column > 0)
            fprintf(stderr, "%" PRIu64 ":", err->column);
        fputc(' ', stderr);
    }
    if (code == EXIT_USAGE)
        print_usage(command, err->message);
    else
        put_shown(err->message);
    if (code != EXIT_USAGE)
        fprintf(stderr, "%s\n", code == EXIT_DEFECT ? " (a defect in perceptron itself: please report it)" : "");
    return code;
}

int diag_usage(const char *command, const char *format, ...)
{
    char message[600];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    fputs("perceptron: ", stderr);
    print_usage(command, message);
    return EXIT_USAGE;
}

void diag_note(const char *format, ...)
{
    char message[2000];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    fputs("perceptron: note: ", stderr);
    put_shown(message);
    fputc('\n', stderr);
}

ptron_status diag_fail(ptron_error *err, ptron_status code, const char *format, ...)
{
    va_list args;

    memset(err, 0, sizeof *err);
    err->code = code;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    return code;
}

ptron_status diag_fail_file(ptron_error *err, const char *path, const char *what)
{
    const char *why = strerror(errno);
    const size_t length = strlen(path), room = sizeof err->file - 1;

    diag_fail(err, PTRON_IO, "%s: %s", what, why);
    snprintf(err->file, sizeof err->file, "%s", length > room ? path + (length - room) : path);
    return PTRON_IO;
}

int diag_finish(int code)
{
    errno = 0;
    if ((fflush(stdout) == 0 && !ferror(stdout)) || code != EXIT_DONE)
        return code;
    fprintf(stderr, "perceptron: cannot write to standard output%s%s\n", errno != 0 ? ": " : "",
            errno != 0 ? strerror(errno) : "");
    return EXIT_SYSTEM;
}
