/* Rows that are learned from while others are answered. One thread takes what has come, writes it to the log as one
 * batch, syncs, learns, publishes the model and lets the requests go on: in this order, so that what was acknowledged
 * is in the log, and the model is that of the log.
 *
 * The model is always that of MODEL and the log from its beginning. Rows that the trainer refuses (their products
 * overflow, say) are marked in the log and left out from then on; the trainer, whose state is in doubt then, is made
 * anew from the log. */
#include "cmd/stream_watch.h"
#include "diag.h"
#include "progress.h"
#include "serve/http_library.h"
#include "serve/learn_log.h"
#include "serve/learned_rows.h"
#include "serve/learning.h"
#include "words/numbers.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct learner {
    struct service  *service;
    struct learn_log log;
    const char      *output;
    struct snapshot *base;
    ptron_options   *options, *reading;   /* of the trainer; the same, but bad rows are skipped */
    ptron_trainer   *trainer;
    ptron_stream    *stream;       /* NULL: no rows have come */
    uint64_t        *refused;      /* [n_refused] bodies that are left out */
    size_t           n_refused;
    atomic_ullong    rows;
    bool             changed;      /* since the model was published */
    double           published_at, publish_took;
    pthread_t        thread;
    bool             started;
    pthread_mutex_t  lock;         /* of what follows */
    pthread_cond_t   came;
    struct request  *first, **last;
    bool             ends;
    char             failure[256]; /* nothing is learned any more; empty: all is well */
};

/* A snapshot of a large model takes long: it may take this share of the time. */
static const double publish_share = 0.05;

/* ---- one body ------------------------------------------------------------------------------------ */

static ptron_status read_body(struct learner *l, const struct log_entry *body, ptron_error *err)
{
    if (l->stream != NULL)
        return ptron_stream_read_on(l->stream, body->bytes, body->length, "request", err);
    TRY(ptron_stream_read(body->bytes, body->length, "request", l->reading, l->base->model, true, &l->stream, err));
    return ptron_stream_keep_blanks(l->stream, err);
}

static ptron_status feed(struct learner *l, const ptron_dataset *rows, FILE *out, uint64_t *errors, ptron_error *err)
{
    const uint64_t before = ptron_trainer_rows_seen(l->trainer) + ptron_trainer_rows_waiting(l->trainer);
    struct learned_rows learned = {0};
    const ptron_observer observer = {.size = sizeof observer, .user = &learned,
                                     .on_answer = out == NULL ? NULL : learned_rows_hear};
    ptron_status status = ptron_trainer_feed(l->trainer, rows, &observer, err);

    if (status == PTRON_OK && ptron_trainer_reason(l->trainer) != PTRON_STOP_RUNNING)
        status = diag_fail(err, PTRON_ARGUMENT, "the model's budget of updates or time is used up");
    if (status == PTRON_OK && out != NULL)
        learned_rows_write(&learned, out, l->stream, rows, before, errors);
    learned_rows_end(&learned);
    return status;
}

static void count_rows(struct learner *l)
{
    atomic_store(&l->rows, ptron_trainer_rows_seen(l->trainer) + ptron_trainer_rows_waiting(l->trainer));
}

/* Learns from a body; out: what is told of each row, or NULL. *broken: the trainer cannot go on. */
static ptron_status learn(struct learner *l, const struct log_entry *body, FILE *out, uint64_t *errors, bool *broken,
                          ptron_error *err)
{
    const ptron_dataset *rows = NULL;
    uint64_t before = 0;
    ptron_status status = read_body(l, body, err);

    while (status == PTRON_OK) {
        status = ptron_stream_next(l->stream, &rows, err);
        if (status != PTRON_OK || rows == NULL)
            break;
        status = feed(l, rows, out, errors, err);
        *broken |= status != PTRON_OK;
        before++;
    }
    if (status == PTRON_DATA && !*broken && before > 0)
        status = PTRON_OK;   /* no row of all so far was good */
    l->changed = true;
    count_rows(l);
    return status;
}

/* ---- from the log -------------------------------------------------------------------------------- */

static bool is_refused(const struct learner *l, uint64_t number)
{
    for (size_t i = 0; i < l->n_refused; i++)
        if (l->refused[i] == number)
            return true;
    return false;
}

static ptron_status note_refused(struct learner *l, uint64_t number, ptron_error *err)
{
    uint64_t *more = realloc(l->refused, (l->n_refused + 1) * sizeof *more);

    if (more == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for the numbers of refused rows");
    l->refused = more;
    l->refused[l->n_refused++] = number;
    return PTRON_OK;
}

static ptron_status refuse(struct learner *l, uint64_t number, ptron_error *err)
{
    struct log_entry mark = {.number = number};

    TRY(note_refused(l, number, err));
    return log_add(&l->log, &mark, 1, err);
}

static ptron_status visit_refused(void *user, const struct log_entry *entry, ptron_error *err)
{
    return entry->bytes == NULL ? note_refused(user, entry->number, err) : PTRON_OK;
}

struct replay {
    struct learner *learner;
    uint64_t end, broke;      /* bodies from `end` on wait; the one that broke it, or 0 */
};

static ptron_status visit_body(void *user, const struct log_entry *entry, ptron_error *err)
{
    struct replay *replay = user;
    struct learner *l = replay->learner;
    uint64_t errors = 0;
    bool broken = false;
    ptron_status status;

    if (entry->bytes == NULL || entry->number >= replay->end || is_refused(l, entry->number))
        return PTRON_OK;
    status = learn(l, entry, NULL, &errors, &broken, err);
    if (broken)
        replay->broke = entry->number;
    return broken || status == PTRON_NOMEM ? status : PTRON_OK;   /* a body of no rows is one again */
}

static ptron_status begin_trainer(struct learner *l, ptron_error *err)
{
    ptron_stream_close(l->stream);
    ptron_trainer_free(l->trainer);
    l->stream = NULL;
    l->trainer = NULL;
    TRY(ptron_trainer_new(l->options, NULL, NULL, &l->trainer, err));
    TRY(ptron_trainer_resume(l->trainer, l->base->model, err));
    count_rows(l);
    return PTRON_OK;
}

/* The trainer of MODEL and all bodies of the log before number `end`. */
static ptron_status replay_log(struct learner *l, uint64_t end, ptron_error *err)
{
    for (;;) {
        struct replay replay = {l, end, 0};
        ptron_status status = begin_trainer(l, err);

        if (status == PTRON_OK)
            status = log_read(&l->log, visit_body, &replay, err);
        if (status == PTRON_OK || replay.broke == 0)
            return status;
        diag_note("rows %s of %s are left out: %s", text_count(replay.broke).s, text_path(l->log.path).s, err->message);
        TRY(refuse(l, replay.broke, err));
    }
}

/* ---- the thread ---------------------------------------------------------------------------------- */

static void fail_for_good(struct learner *l, const ptron_error *err)
{
    pthread_mutex_lock(&l->lock);
    snprintf(l->failure, sizeof l->failure, "%.240s", err->message);
    pthread_mutex_unlock(&l->lock);
    diag_note("nothing is learned any more: %s", err->message);
}

static void learn_request(struct learner *l, struct request *request, const struct log_entry *body)
{
    ptron_error err = {0}, why;
    uint64_t errors = 0;
    char *bytes = NULL;
    size_t length = 0;
    bool broken = false;
    FILE *out = open_memstream(&bytes, &length);
    ptron_status status = learn(l, body, out, &errors, &broken, &err);

    if (out == NULL || fclose(out) != 0) {
        free(bytes);
        reply_error(&request->reply, 503, "the rows are kept; no memory for the reply");
        return;
    }
    if (status == PTRON_OK) {
        request->reply = (struct reply){.status = 200, .type = "application/jsonl", .bytes = bytes, .length = length,
                                        .errors = errors};
        return;
    }
    free(bytes);
    reply_failure(&request->reply, &err);
    if (broken && (refuse(l, body->number, &why) != PTRON_OK || replay_log(l, body->number, &why) != PTRON_OK))
        fail_for_good(l, &why);
}

static void publish(struct learner *l)
{
    const double began = clock_now();
    struct snapshot *snapshot;
    ptron_model *model = NULL;

    if (!l->changed || l->stream == NULL || began - l->published_at < l->publish_took / publish_share ||
        ptron_trainer_snapshot(l->trainer, &model, NULL) != PTRON_OK)
        return;
    snapshot = snapshot_new(model);
    if (snapshot == NULL)
        return;
    snapshot_publish(l->service->models, snapshot);
    l->changed = false;
    l->published_at = clock_now();
    l->publish_took = l->published_at - began;
}

static size_t count_requests(const struct request *list)
{
    size_t n = 0;

    for (; list != NULL; list = list->next)
        n++;
    return n;
}

static void refuse_all(struct request *list, const char *why)
{
    for (struct request *r = list; r != NULL; r = r->next)
        reply_error(&r->reply, 503, "%s", why);
}

static void learn_batch(struct learner *l, struct request *list)
{
    const size_t n = count_requests(list);
    struct log_entry *entries = calloc(n, sizeof *entries);
    ptron_error err = {0};
    size_t i = 0;

    if (entries == NULL || l->failure[0] != '\0') {
        refuse_all(list, entries == NULL ? "no memory for the rows" : l->failure);
        free(entries);
        return;
    }
    for (struct request *r = list; r != NULL; r = r->next)
        entries[i++] = (struct log_entry){.bytes = r->body, .length = r->length};
    if (log_add(&l->log, entries, n, &err) != PTRON_OK) {
        refuse_all(list, err.message);
        if (l->log.broken)
            fail_for_good(l, &err);
    } else {
        i = 0;
        for (struct request *r = list; r != NULL; r = r->next)
            learn_request(l, r, &entries[i++]);
    }
    free(entries);
    publish(l);
}

/* The next requests, all that have come; NULL: it is time to publish, or to end. */
static struct request *next_requests(struct learner *l, bool *ends)
{
    struct request *list;
    struct timespec until;

    pthread_mutex_lock(&l->lock);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    while (l->first == NULL && !l->ends)
        if (!l->changed)
            pthread_cond_wait(&l->came, &l->lock);
        else if (pthread_cond_timedwait(&l->came, &l->lock, &until) != 0)
            break;
    list = l->first;
    l->first = NULL;
    l->last = &l->first;
    *ends = l->ends && list == NULL;
    pthread_mutex_unlock(&l->lock);
    return list;
}

static void *run(void *user)
{
    struct learner *l = user;
    bool ends = false;

    while (!ends) {
        struct request *list = next_requests(l, &ends), *next;

        if (list == NULL)
            publish(l);
        else
            learn_batch(l, list);
        for (; list != NULL; list = next) {
            next = list->next;
            mhd.MHD_resume_connection(list->connection);   /* it may be gone when this returns */
        }
    }
    return NULL;
}

/* ---- requests ------------------------------------------------------------------------------------ */

bool learner_takes(struct learner *l, struct reply *reply)
{
    pthread_mutex_lock(&l->lock);
    if (l->failure[0] != '\0')
        reply_error(reply, 503, "nothing is learned any more: %s", l->failure);
    pthread_mutex_unlock(&l->lock);
    return reply->status == 0;
}

bool learner_check(const struct request *request, const ptron_model *model, struct reply *reply)
{
    const ptron_dataset *rows = NULL;
    ptron_stream *stream = NULL;
    ptron_error err = {0};
    PTRON_SIZED(ptron_dataset_facts, facts);
    ptron_status status = ptron_stream_read(request->body, request->length, "request", request->service->options, model,
                                            false, &stream, &err);

    do {
        if (status == PTRON_OK)
            status = ptron_stream_next(stream, &rows, &err);
    } while (status == PTRON_OK && rows != NULL);
    if (stream != NULL)
        ptron_stream_describe(stream, &facts);
    if (status != PTRON_OK)
        reply_failure(reply, stream != NULL && facts.first_bad != NULL ? facts.first_bad : &err);
    ptron_stream_close(stream);
    return reply->status == 0;
}

void learner_add(struct learner *l, struct request *request)
{
    pthread_mutex_lock(&l->lock);
    request->next = NULL;
    *l->last = request;
    l->last = &request->next;
    pthread_cond_signal(&l->came);
    pthread_mutex_unlock(&l->lock);
}

uint64_t learner_rows(const struct learner *l)
{
    return atomic_load(&l->rows);
}

/* ---- beginning and end --------------------------------------------------------------------------- */

static ptron_status set_options(struct learner *l, ptron_error *err)
{
    TRY(ptron_options_new(&l->options, err));
    TRY(ptron_options_adopt(l->options, l->base->model, err));
    TRY(ptron_options_set(l->options, "threads", "1", err));
    TRY(stream_options_fix(l->options, l->base->model, err));
    TRY(ptron_options_copy(l->options, &l->reading, err));
    return ptron_options_set(l->reading, "on-bad", "skip", err);
}

static void tell_log(const struct learner *l)
{
    if (l->log.torn > 0)
        diag_note("%s: %s of a batch that was never acknowledged %s cut off its end", text_path(l->log.path).s,
                  text_counted(l->log.torn, "byte").s, pt_one_many(l->log.torn, "is", "are"));
    if (!args_flag(l->service->args, "quiet") && l->log.bodies > 0)
        diag_note("%s: learned from %s of it", text_path(l->log.path).s, text_some(l->log.bodies, "request").s);
}

static ptron_status open_learner(struct learner *l, const char *path, ptron_error *err)
{
    TRY(set_options(l, err));
    TRY(begin_trainer(l, err));
    TRY(log_open(&l->log, path, l->base->model, err));
    TRY(log_read(&l->log, visit_refused, l, err));
    TRY(replay_log(l, UINT64_MAX, err));
    tell_log(l);
    publish(l);
    return PTRON_OK;
}

ptron_status learner_open(struct service *service, const char *path, const char *output, ptron_error *err)
{
    struct learner *l = service->learner = calloc(1, sizeof *l);

    if (l == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory to learn with");
    l->service = service;
    l->output = output;
    l->log.fd = -1;
    l->last = &l->first;
    service->models[0].learns = true;
    l->base = snapshot_take(&service->models[0]);
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->came, NULL);
    return open_learner(l, path, err);
}

ptron_status learner_start(struct learner *l, ptron_error *err)
{
    l->started = pthread_create(&l->thread, NULL, run, l) == 0;
    return l->started ? PTRON_OK : diag_fail(err, PTRON_IO, "no thread to learn with");
}

void learner_stop(struct learner *l)
{
    if (l == NULL || !l->started)
        return;
    pthread_mutex_lock(&l->lock);
    l->ends = true;
    pthread_cond_signal(&l->came);
    pthread_mutex_unlock(&l->lock);
    pthread_join(l->thread, NULL);
    l->started = false;
}

/* The stream has ended: the model is that of `train --stream --once --resume MODEL` on the good rows of the bodies. */
ptron_status learner_save(struct learner *l, ptron_error *err)
{
    ptron_model *model = NULL;
    ptron_status status;

    if (l->output == NULL)
        return PTRON_OK;
    if (l->failure[0] != '\0')
        return diag_fail(err, PTRON_IO, "%s was not written: %s", text_path(l->output).s, l->failure);
    if (l->stream == NULL)
        return ptron_model_save(l->base->model, l->output, err);
    TRY(ptron_trainer_feed(l->trainer, NULL, NULL, err));
    TRY(ptron_trainer_snapshot(l->trainer, &model, err));
    status = ptron_model_save(model, l->output, err);
    ptron_model_free(model);
    return status;
}

void learner_close(struct learner *l)
{
    if (l == NULL)
        return;
    learner_stop(l);
    ptron_stream_close(l->stream);
    ptron_trainer_free(l->trainer);
    ptron_options_free(l->options);
    ptron_options_free(l->reading);
    log_close(&l->log);
    snapshot_drop(l->base);
    pthread_mutex_destroy(&l->lock);
    pthread_cond_destroy(&l->came);
    free(l->refused);
    free(l);
}
