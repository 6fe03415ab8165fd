/* A request's rows, answered by the code of `predict`. Errors of single rows stand in their place among the answers. */
#include "cmd/answers.h"
#include "diag.h"
#include "serve/serve.h"

#include <stdlib.h>
#include <string.h>

struct asked {
    struct wishes wishes;
    struct snapshot *snapshot;
    ptron_options *own;              /* where the request has options of its own */
    const ptron_options *options;
    ptron_stream *stream;
    struct answers answers;
    FILE  *out;
    char  *bytes;                    /* [length] what was written to it */
    size_t length;
};

/* Options of the library that a request sets. */
static ptron_status set_options(struct asked *a, const struct service *service, ptron_error *err)
{
    const struct {
        const char *name, *value;
    } own[] = {{"threshold", a->wishes.threshold}, {"header", a->wishes.header}, {"format", a->wishes.format}};

    a->options = service->options;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (own[i].value == NULL)
            continue;
        if (a->own == NULL)
            TRY(ptron_options_copy(service->options, &a->own, err));
        a->options = a->own;
        TRY(ptron_options_set(a->own, own[i].name, own[i].value, err));
    }
    return PTRON_OK;
}

static ptron_status open_answers(struct asked *a, const struct request *request, ptron_error *err)
{
    const struct wishes *w = &a->wishes;
    const bool lines = w->form == FORM_TEXT || w->form == FORM_CSV;
    const struct answers_with with = {
        .scores = w->scores || !lines, .chances = w->chances, .json = !lines, .errors = true,
        .error_column = w->form == FORM_CSV, .top = w->top, .reasons = w->reasons, .keep = w->keep,
    };

    TRY(answers_begin(&a->answers, a->snapshot->model, &with, w->reasons > 0 ? snapshot_weights(a->snapshot) : NULL,
                      err));
    a->answers.needs_scores = true;   /* for the drift */
    TRY(ptron_stream_read(request->body, request->length, "request", a->options, a->snapshot->model, false, &a->stream,
                          err));
    a->out = open_memstream(&a->bytes, &a->length);
    if (a->out == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for the answers");
    TRY(answers_open(&a->answers, a->stream, a->out, err));
    if (w->form == FORM_CSV || (lines && w->names))
        answers_names(&a->answers);
    return PTRON_OK;
}

static void count_rows(struct served *served, const struct answers *answers, uint64_t rows)
{
    atomic_fetch_add(&served->rows, rows);
    pthread_mutex_lock(&served->lock);
    drift_add(&served->drift, answers->scores, answers->classes, (size_t)rows, answers->n_scores);
    pthread_mutex_unlock(&served->lock);
}

static ptron_status answer_rows(struct asked *a, struct served *served, ptron_error *err)
{
    const ptron_dataset *rows = NULL;
    uint64_t answered = 0;
    ptron_status status;

    for (;;) {
        status = ptron_stream_next(a->stream, &rows, err);
        if (status != PTRON_OK || rows == NULL)
            break;
        TRY(answers_add(&a->answers, rows, a->options, err));
        answered += a->answers.rows;
        count_rows(served, &a->answers, a->answers.rows);
    }
    if (status == PTRON_DATA && answered == 0 && a->answers.bad > 0)
        status = PTRON_OK;   /* no row was good, and each was told why */
    return status;
}

static ptron_status close_answers(struct asked *a, ptron_error *err)
{
    const bool failed = ferror(a->out) != 0, unwritten = fclose(a->out) != 0;

    a->out = NULL;
    return failed || unwritten ? diag_fail(err, PTRON_NOMEM, "no memory for the answers") : PTRON_OK;
}

static void count_unseen(struct served *served, const struct asked *a)
{
    PTRON_SIZED(ptron_dataset_facts, facts);

    ptron_stream_describe(a->stream, &facts);
    atomic_fetch_add(&served->bad_rows, a->answers.bad);
    atomic_fetch_add(&served->unseen_words, facts.unseen_words);
    atomic_fetch_add(&served->unseen_features, facts.unseen_features);
    atomic_fetch_add(&served->unseen_categories, facts.unseen_categories);
    atomic_fetch_add(&served->unseen_keys, facts.unseen_keys);
}

/* ---- forms --------------------------------------------------------------------------------------- */

/* Lines of JSON become an array. */
static void write_array(FILE *out, const char *bytes, size_t length)
{
    fputc('[', out);
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != '\n')
            fputc(bytes[i], out);
        else if (i + 1 < length)
            fputs(",\n", out);
    fputs("]\n", out);
}

/* A cell that ends with a TAB or its line. In quotes where a comma, a quote or a space at its ends asks for them. */
static void write_cell(FILE *out, const char *cell, size_t length)
{
    const bool quoted = memchr(cell, ',', length) != NULL || memchr(cell, '"', length) != NULL ||
                        (length > 0 && (cell[0] == ' ' || cell[length - 1] == ' '));

    if (!quoted) {
        fwrite(cell, 1, length, out);
        return;
    }
    fputc('"', out);
    for (size_t i = 0; i < length; i++) {
        if (cell[i] == '"')
            fputc('"', out);
        fputc(cell[i], out);
    }
    fputc('"', out);
}

static void write_csv(FILE *out, const char *bytes, size_t length)
{
    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && bytes[end] != '\t' && bytes[end] != '\n'; end++)
            continue;
        write_cell(out, bytes + at, end - at);
        if (end < length)
            fputc(bytes[end] == '\t' ? ',' : '\n', out);
    }
}

static const struct {
    const char *type;
    void (*write)(FILE *out, const char *bytes, size_t length);   /* NULL: as it is */
} forms[] = {
    [FORM_JSONL] = {"application/jsonl", NULL}, [FORM_JSON] = {"application/json", write_array},
    [FORM_CSV] = {"text/csv; charset=utf-8", write_csv}, [FORM_TEXT] = {"text/plain; charset=utf-8", NULL},
};

static void send_answers(struct asked *a, struct reply *reply)
{
    const enum answer_form form = a->wishes.form;
    char *bytes = a->bytes;
    size_t length = a->length;
    FILE *out;

    if (forms[form].write == NULL) {
        a->bytes = NULL;
    } else {
        bytes = NULL;
        out = open_memstream(&bytes, &length);
        if (out != NULL)
            forms[form].write(out, a->bytes, a->length);
        if (out == NULL || fclose(out) != 0) {
            free(bytes);
            reply_error(reply, 503, "no memory for the answers");
            return;
        }
    }
    *reply = (struct reply){.status = 200, .type = forms[form].type, .bytes = bytes, .length = length,
                            .errors = a->answers.bad};
}

void answer_predict(struct request *request)
{
    struct asked a = {0};
    ptron_error err = {0};
    ptron_status status;

    if (!wishes_read(request, &a.wishes, &request->reply))
        return;
    a.snapshot = snapshot_take(request->served);
    if (body_prepare(request, &a.wishes, a.snapshot->model, &request->reply)) {
        status = set_options(&a, request->service, &err);
        if (status == PTRON_OK)
            status = open_answers(&a, request, &err);
        if (status == PTRON_OK)
            status = answer_rows(&a, request->served, &err);
        if (a.stream != NULL)
            count_unseen(request->served, &a);
        if (status == PTRON_OK)
            status = close_answers(&a, &err);
        if (status == PTRON_OK)
            send_answers(&a, &request->reply);
        else
            reply_failure(&request->reply, &err);
    }
    if (a.out != NULL)
        fclose(a.out);
    ptron_stream_close(a.stream);
    answers_end(&a.answers);
    ptron_options_free(a.own);
    snapshot_drop(a.snapshot);
    free(a.bytes);
}
