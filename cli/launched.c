/* One command, many ranks. */
#include "launched.h"
#include "diag.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Which ranks there are is a fact about the process, like its standard output. */
static struct {
    ptron_ranks *all;   /* NULL: one */
    int  loud;          /* the standard error that this process was given; 0: in use */
    bool failed;
} own;

ptron_ranks *ranks_all(void)
{
    return own.all;
}

bool ranks_many(void)
{
    return ptron_ranks_size(own.all) > 1;
}

bool ranks_first(void)
{
    return ptron_ranks_rank(own.all) == 0;
}

/* What rank 0 says is enough. */
static void be_quiet(void)
{
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

    own.loud = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (nowhere < 0)
        return;
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
}

static void on_lost(const char *message)
{
    const int to = own.loud > 0 ? own.loud : STDERR_FILENO;

    dprintf(to, "perceptron: %s; --resume goes on from a checkpoint (--network-patience says how long to wait)\n",
            message);
}

/* The words, one a line. */
static char *join_words(int argc, char **argv)
{
    size_t length = 1;
    char *text;

    for (int i = 1; i < argc; i++)
        length += strlen(argv[i]) + 1;
    text = calloc(length, 1);
    for (int i = 1; text != NULL && i < argc; i++) {
        strcat(text, argv[i]);
        strcat(text, "\n");
    }
    return text;
}

static ptron_status meet(int argc, char **argv, ptron_error *err)
{
    char *words;
    ptron_status status;

    TRY(ptron_ranks_open(&own.all, err));
    TRY(ptron_ranks_patience(own.all, 600.0, on_lost, err));
    TRY(ptron_ranks_same(own.all, "another version of perceptron", ptron_version(), err));
    words = join_words(argc, argv);
    status = words == NULL ? diag_fail(err, PTRON_NOMEM, "no memory for the words of the command")
                           : ptron_ranks_same(own.all, "other words on its command line", words, err);
    free(words);
    return status;
}

int ranks_begin(int argc, char **argv)
{
    ptron_error err = {0};
    size_t rank;

    if (ptron_ranks_launched(&rank) == 1)
        return EXIT_DONE;
    signal(SIGPIPE, SIG_IGN);   /* MPI writes to the launcher, which may be quicker to end */
    if (rank > 0)
        be_quiet();
    diag_settle_by(ranks_error);
    return meet(argc, argv, &err) == PTRON_OK ? EXIT_DONE : diag_error(NULL, &err);
}

int ranks_join(const struct args *args)
{
    const char *patience = args_value(args, "network-patience");
    const char *model = args->command->of_model ? args->files[0] : args_value(args, "resume");
    char *end = NULL;
    const double seconds = patience == NULL ? 600.0 : strtod(patience, &end);
    ptron_error err = {0};

    if (patience != NULL && (end == patience || *end != '\0' || !(seconds > 0.0)))
        return diag_usage(args->command->name, "network-patience is '%s', wanted seconds above 0", patience);
    if (own.all == NULL)
        return EXIT_DONE;
    if (!args->command->shared)
        return diag_usage(args->command->name, "'%s' is the work of one process; run it without a launcher (train, "
                          "test and predict can be shared by ranks)", args->command->name);
    if (ptron_ranks_patience(own.all, seconds, on_lost, &err) != PTRON_OK ||
        (model != NULL && ptron_ranks_same_file(own.all, model, &err) != PTRON_OK) ||
        ptron_options_share(args->options, own.all, &err) != PTRON_OK)
        return diag_error(args->command->name, &err);
    return EXIT_DONE;
}

static ptron_status give_all(FILE *from, char *piece, size_t room, ptron_error *err)
{
    size_t n;

    rewind(from);
    do {
        n = fread(piece, 1, room, from);
        if (ferror(from))
            return diag_fail(err, PTRON_IO, "cannot read what this rank has written: %s", strerror(errno));
        TRY(ptron_ranks_give(own.all, piece, n, err));
    } while (n > 0);
    return PTRON_OK;
}

static ptron_status take_all(FILE *to, size_t rank, char *piece, size_t room, ptron_error *err)
{
    size_t n;

    do {
        TRY(ptron_ranks_take(own.all, rank, piece, room, &n, err));
        fwrite(piece, 1, n, to);   /* the flush tells whether it went well */
    } while (n > 0);
    return PTRON_OK;
}

ptron_status ranks_join_output(FILE *out, ptron_error *err)
{
    enum { PIECE = 1 << 20 };
    char *piece = malloc(PIECE);
    ptron_status status = PTRON_OK;

    if (piece == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for the lines of other ranks");
    if (!ranks_first())
        status = give_all(out, piece, PIECE, err);
    for (size_t r = 1; ranks_first() && status == PTRON_OK && r < ptron_ranks_size(own.all); r++)
        status = take_all(out, r, piece, PIECE, err);
    free(piece);
    return status;
}

ptron_error ranks_error(const ptron_error *found)
{
    ptron_error err = *found;

    ptron_ranks_fail(own.all, &err);
    own.failed = own.all != NULL;
    return err;
}

int ranks_end(int code)
{
    ptron_error err = {0};

    if (own.all == NULL)
        return code;
    if (code == EXIT_DONE && ptron_ranks_finish(own.all, &err) != PTRON_OK)
        code = diag_error(NULL, &err);
    if (code != EXIT_DONE && !own.failed) {   /* it was told already, on every rank alike */
        diag_fail(&err, PTRON_ARGUMENT, "rank %zu ended with exit code %d", ptron_ranks_rank(own.all), code);
        ranks_error(&err);
    }
    fflush(stderr);
    ptron_ranks_close(own.all);
    own.all = NULL;
    return code;
}
