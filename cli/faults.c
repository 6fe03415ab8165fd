/* Signals of files that changed. In the handler nothing is called but what POSIX allows there. */
#include "faults.h"
#include "diag.h"
#include "words/numbers.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 64 };

static struct watched {
    const char *path;
    struct stat was;
    char message[600];
} *files;   /* [n_files] until the program ends */
static size_t n_files;

enum { SIGNALS = 3 };
static const int signals[SIGNALS] = {SIGBUS, SIGSEGV, SIGABRT};
static struct sigaction before[SIGNALS];
static atomic_flag told = ATOMIC_FLAG_INIT;

static bool has_changed(const struct watched *file)
{
    struct stat now;

    return stat(file->path, &now) == 0 && now.st_dev == file->was.st_dev && now.st_ino == file->was.st_ino &&
           (now.st_size != file->was.st_size || now.st_mtim.tv_sec != file->was.st_mtim.tv_sec ||
            now.st_mtim.tv_nsec != file->was.st_mtim.tv_nsec);
}

/* Several threads may touch what is gone at once: one tells, the others wait for the end. Any other fault ends the
 * program as it always did. */
static void on_fault(int number)
{
    for (size_t i = 0; i < n_files; i++)
        if (has_changed(&files[i])) {
            while (atomic_flag_test_and_set(&told))
                pause();
            (void)!write(STDERR_FILENO, files[i].message, strlen(files[i].message));
            _exit(EXIT_MALFORMED);
        }
    for (size_t i = 0; i < SIGNALS; i++)
        if (signals[i] == number)
            sigaction(number, &before[i], NULL);
    raise(number);   /* comes when this handler has returned */
}

void faults_catch(const struct args *args)
{
    const struct sigaction action = {.sa_handler = on_fault};

    if (files != NULL)
        return;
    files = calloc(FILES, sizeof *files);
    for (size_t i = 0; files != NULL && i < args->n_files && n_files < FILES; i++) {
        struct watched *file = &files[n_files];

        file->path = args->files[i];
        if (stat(file->path, &file->was) != 0 || !S_ISREG(file->was.st_mode))
            continue;
        snprintf(file->message, sizeof file->message, "perceptron: %.500s: was changed or cut while it was in use\n",
                 text_path(file->path).s);
        n_files++;
    }
    for (size_t i = 0; n_files > 0 && i < SIGNALS; i++)
        sigaction(signals[i], &action, &before[i]);
}
