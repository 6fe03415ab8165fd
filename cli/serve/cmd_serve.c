/* perceptron serve: models answer other programs over HTTP, and one may learn meanwhile. */
#include "cmd/commands.h"
#include "diag.h"

#ifdef PERCEPTRON_SERVES

#include "progress.h"
#include "serve/learning.h"
#include "words/numbers.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TICK = 100 * 1000 * 1000 };   /* nanoseconds between two looks at files and connections */

static bool read_count(const struct args *args, const char *name, uint64_t initial, uint64_t most, uint64_t *value)
{
    if (!args_count(args, name, initial, value))
        return false;
    if (*value >= 1 && *value <= most)
        return true;
    diag_usage("serve", "--%s is %s: 1 to %s is wanted", name, text_count(*value).s, text_count(most).s);
    return false;
}

static bool read_settings(const struct args *args, struct settings *settings)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t bytes, rows, connections, workers, seconds;

    if (!read_count(args, "max-body", 1 << 20, 1 << 28, &bytes) ||
        !read_count(args, "max-rows", 10000, 1000000, &rows) ||
        !read_count(args, "connections", 256, 10000, &connections) ||
        !read_count(args, "workers", cores > 0 && cores < 64 ? (uint64_t)cores : 4, 256, &workers) ||
        !read_count(args, "timeout", 30, 3600, &seconds))
        return false;
    *settings = (struct settings){.body_bytes = (size_t)bytes, .rows = (size_t)rows,
                                  .connections = (unsigned)(connections < workers ? workers : connections),
                                  .threads = (unsigned)workers, .seconds = (unsigned)seconds};
    return true;
}

static bool check_words(const struct args *args)
{
    const char *learn = args_value(args, "learn");

    if (learn == NULL && (args_value(args, "output") != NULL || args_flag(args, "replay")))
        return diag_usage("serve", "--output and --replay are for a model that learns: --learn FILE") == EXIT_DONE;
    if (args_flag(args, "replay") && args_value(args, "output") == NULL)
        return diag_usage("serve", "--replay writes the model of the log: -o FILE says where") == EXIT_DONE;
    return true;
}

/* ---- signals ------------------------------------------------------------------------------------- */

/* Held back from all threads, and waited for by this one. */
static void hold_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGHUP);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGINT);
    pthread_sigmask(SIG_BLOCK, set, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static void wait_for_end(struct service *service, struct http *http, const sigset_t *set)
{
    const struct timespec tick = {.tv_nsec = TICK};
    int which = 0;

    while (which != SIGTERM && which != SIGINT) {
        which = sigtimedwait(set, NULL, &tick);
        models_refresh(service, which == SIGHUP);
        http_reap(http);
    }
}

/* ---- the command --------------------------------------------------------------------------------- */

static ptron_status set_options(struct service *service, ptron_error *err)
{
    TRY(ptron_options_copy(service->args->options, &service->options, err));
    TRY(ptron_options_set(service->options, "on-bad", "skip", err));
    return ptron_options_set(service->options, "threads", "1", err);
}

static ptron_status open_service(struct service *service, ptron_error *err)
{
    const struct args *args = service->args;

    TRY(set_options(service, err));
    service->metrics = metrics_new();
    if (service->metrics == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for counters");
    TRY(models_open(service, err));
    if (args_value(args, "learn") == NULL)
        return PTRON_OK;
    return learner_open(service, args_value(args, "learn"), args_value(args, "output"), err);
}

static void tell_place(const struct service *service, const struct listener *listener)
{
    for (size_t i = 0; i < service->n_models && !args_flag(service->args, "quiet"); i++)
        printf("%-12s %s\n", service->models[i].name, text_path(service->models[i].path).s);
    if (!listener->loopback && !args_flag(service->args, "quiet"))
        diag_note("other machines can reach this: there is neither a password nor encryption here; "
                  "put a proxy in front");
    printf("listening at %s\n", listener->place);
    fflush(stdout);
}

static ptron_status serve(struct service *service, ptron_error *err)
{
    const char *word = args_value(service->args, "listen");
    struct listener listener;
    struct http *http = NULL;
    sigset_t set;
    ptron_status status;

    hold_signals(&set);
    TRY(listener_open(&listener, word == NULL ? "127.0.0.1:8080" : word, err));
    service->settings.loopback = listener.loopback && listener.unix_path == NULL;
    status = http_open(service, &listener, &http, err);
    if (status == PTRON_OK && service->learner != NULL)
        status = learner_start(service->learner, err);
    if (status == PTRON_OK) {
        tell_place(service, &listener);
        wait_for_end(service, http, &set);
        http_drain(http, &listener);
    }
    learner_stop(service->learner);   /* before the connections that it has suspended are closed */
    http_close(http);
    listener_close(&listener);
    return status;
}

static void close_service(struct service *service)
{
    learner_close(service->learner);
    models_close(service);
    metrics_free(service->metrics);
    ptron_options_free(service->options);
}

static int run_serve(const struct args *args)
{
    struct service service = {.args = args};
    ptron_error err = {0};
    ptron_status status;
    int code = EXIT_DONE;

    if (!read_settings(args, &service.settings) || !check_words(args))
        return EXIT_USAGE;
    status = open_service(&service, &err);
    if (status == PTRON_OK && !args_flag(args, "replay"))
        status = serve(&service, &err);
    if (status == PTRON_OK && service.learner != NULL)
        status = learner_save(service.learner, &err);
    if (status != PTRON_OK)
        code = diag_error(args->command->name, &err);
    close_service(&service);
    return code;
}

#else

#include <stdio.h>

static int run_serve(const struct args *args)
{
    (void)args;
    fputs("perceptron: this build has no service: libmicrohttpd was not found when it was made\n", stderr);
    return EXIT_SYSTEM;
}

#endif

const struct command cmd_serve = {
    .name = "serve",
    .summary = "answer other programs over HTTP, and learn meanwhile",
    .operands = "MODEL [NAME=MODEL...]",
    .files = {1, SIZE_MAX},
    .about = "POST rows to /predict, as they stand in the files the model was trained on (CSV, JSON lines, "
             "LIBSVM, text);\n"
             "each gets its answer or an error, in order, as 'predict' gives it. /models/NAME/predict asks a model "
             "by its\n"
             "name: NAME=MODEL, or the file's own name without its ending; /predict asks the first. GET /health,\n"
             "/metrics (Prometheus), /models, /openapi.json, and / for a page to try a row by hand.\n"
             "A file that is replaced is loaded anew, at once or by SIGHUP, and no request is lost; one that "
             "cannot be\n"
             "loaded changes nothing. SIGTERM and Ctrl-C finish what is under way and end with 0.\n"
             "With --learn, rows with labels that are posted to /learn are in FILE, synced and checked by sums, "
             "before they\n"
             "are answered, and the first model learns from them in that order; it must be one that streams can go on\n"
             "from (train --stream). Whatever happens, a start with the same MODEL and FILE gives the same model.\n",
    .examples = "  perceptron serve iris.model\n"
                "  curl --data-binary @new.csv 'http://127.0.0.1:8080/predict?explain=3'\n"
                "  perceptron serve spam.model news=topics.model --listen unix:/run/perceptron.sock\n"
                "  perceptron serve clicks.model --learn clicks.log -o learned.model\n",
    .options = {
        {"listen", 'l', "ADDRESS:PORT|unix:PATH",
         "where requests come in; port 0: any that is free, and told (127.0.0.1:8080)"},
        {"learn", 0, "FILE", "take rows at /learn, keep them in this log and learn from them"},
        {"output", 'o', "FILE", "with --learn: write the learned model here at the end"},
        {"replay", 0, NULL, "with --learn and -o: learn from the log, write the model, and do not serve"},
        {"reference", 0, "[NAME=]FILE",
         "training rows, whose scores /metrics compares answers with; may be given for each model"},
        {"max-body", 0, "BYTES", "the longest body of a request (1048576)"},
        {"max-rows", 0, "N", "the most rows of a request (10000)"},
        {"connections", 0, "N", "the most connections at once; more wait (256)"},
        {"timeout", 0, "SECONDS", "for the head of a request, for the rest of it, and for the end of all (30)"},
        {"workers", 0, "N", "threads that answer; one per core when not given"},
        {"quiet", 'q', NULL, "no notes"},
    },
    .many = "reference",
    .groups = {"use"},
    .of_model = true,
    .run = run_serve,
};
