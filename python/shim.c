/* The binding's own C: see shim.h. */
#include "perceptron.h"
#include "shim.h"

#include "cmd/commands.h"
#include "cmd/explain_more.h"
#include "words/proof.h"
#include "words/training.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- callbacks ----------------------------------------------------------------------------------- */

/* Written by cffi: they take the interpreter's lock and call Python. */
static bool python_on_block(void *self, const ptron_progress *progress);
static bool python_on_epoch(void *self, const ptron_progress *progress);
static bool python_on_rows(void *self, uint64_t done, uint64_t total);
static bool python_on_step(void *self, const ptron_certify_progress *progress);

static bool is_time(shim_watcher *watcher)
{
    struct timespec now;
    double seconds;

    clock_gettime(CLOCK_MONOTONIC, &now);
    seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    if (watcher->last == 0.0)   /* what is over soon wakes nobody */
        watcher->last = seconds;
    if (seconds - watcher->last < watcher->every)
        return false;
    watcher->last = seconds;
    return true;
}

bool shim_on_block(void *user, const ptron_progress *progress)
{
    shim_watcher *watcher = user;

    return !is_time(watcher) || python_on_block(watcher->self, progress);
}

bool shim_on_epoch(void *user, const ptron_progress *progress)
{
    return python_on_epoch(((shim_watcher *)user)->self, progress);
}

bool shim_on_rows(void *user, uint64_t done, uint64_t total)
{
    shim_watcher *watcher = user;

    return !is_time(watcher) || python_on_rows(watcher->self, done, total);
}

bool shim_on_step(void *user, const ptron_certify_progress *progress)
{
    shim_watcher *watcher = user;

    return !is_time(watcher) || python_on_step(watcher->self, progress);
}

/* ---- sentences ----------------------------------------------------------------------------------- */

struct sentence {
    char  *bytes;
    size_t length;
    FILE  *out;
};

static bool sentence_begin(struct sentence *sentence)
{
    sentence->bytes = NULL;
    sentence->out = open_memstream(&sentence->bytes, &sentence->length);
    return sentence->out != NULL;
}

/* NULL: out of memory. */
static char *sentence_end(struct sentence *sentence)
{
    const bool written = ferror(sentence->out) == 0;

    if (fclose(sentence->out) == 0 && written)
        return sentence->bytes;
    free(sentence->bytes);
    return NULL;
}

char *shim_why(const ptron_result *result)
{
    struct sentence sentence;

    if (!sentence_begin(&sentence))
        return NULL;
    run_print_stop(sentence.out, result);
    return sentence_end(&sentence);
}

char *shim_verdict(const ptron_dataset *set, const ptron_certificate *certificate)
{
    PTRON_SIZED(ptron_certificate_facts, facts);
    struct sentence sentence;

    if (!sentence_begin(&sentence))
        return NULL;
    ptron_certificate_describe(certificate, &facts);
    if (facts.classes > 2)
        proof_print_verdict_of_all(sentence.out, &facts);
    else
        proof_print_verdict(sentence.out, set, &facts);
    return sentence_end(&sentence);
}

ptron_status shim_explain(ptron_dataset *set, ptron_certificate *certificate, const ptron_options *options,
                          char **text, ptron_error *err)
{
    struct args args = {.command = &cmd_explain, .n_files = 1};
    struct explanation e = {.args = &args, .facts = {.size = sizeof e.facts}, .proof = {.size = sizeof e.proof},
                            .run = {.size = sizeof e.run}, .set = set, .certificate = certificate};
    struct explanation_more more = {0};
    struct sentence sentence;
    ptron_status status = ptron_options_copy(options, &args.options, err);

    *text = NULL;
    for (size_t i = 0; i < MOST_OWN_OPTIONS && cmd_explain.options[i].name != NULL; i++)
        if (strcmp(cmd_explain.options[i].name, "quiet") == 0)
            args.values[i] = "";
    ptron_dataset_describe(set, &e.facts);
    ptron_certificate_describe(certificate, &e.proof);
    if (status == PTRON_OK)
        status = explain_work_out(&e, &more, err);
    if (status == PTRON_OK && sentence_begin(&sentence)) {
        explain_print(sentence.out, &e, &more);
        *text = sentence_end(&sentence);
    }
    explain_more_free(&more);
    ptron_model_free(e.model);
    ptron_options_free(args.options);
    return status == PTRON_OK && *text == NULL ? PTRON_NOMEM : status;
}

void shim_free(char *text)
{
    free(text);
}
