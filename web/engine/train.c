/* Training step by step, its record and pictures; steps as tables; proofs. */
#include "base/wasm/machine.h"
#include "engine.h"
#include "record/record.h"
#include "report/page.h"
#include "report/picture.h"
#include "trace/trace.h"
#include "update.h"
#include "words/facts.h"
#include "words/proof.h"
#include "words/training.h"

/* A trainer with its record and what came out so far. */
struct play {
    ptron_trainer *trainer;
    ptron_run     *run;       /* NULL: nobody wants pictures */
    ptron_observer observer;
    uint64_t       seen, wanted;
    ptron_progress at;        /* as of the last block of rows */
    uint64_t       piece;     /* so many rows at most, or a block */
    uint64_t       since;
    ptron_model   *model;     /* made when it is asked for */
    bool           finished;  /* the record has the pictures of now */
    struct update  update;    /* of the last row */
    const ptron_dataset *set;
};

static bool on_row(void *user, const ptron_step *step)
{
    struct play *play = user;

    update_take(&play->update, step);
    return ++play->seen < play->wanted;
}

static bool on_block(void *user, const ptron_progress *progress)
{
    struct play *play = user;
    const uint64_t rows = progress->epoch == play->at.epoch && progress->row > play->at.row
                              ? progress->row - play->at.row : progress->row;

    play->at = *progress;
    play->since += rows;
    return play->since < play->piece;
}

void EXPORT(play_free)(struct play *play)
{
    if (play == NULL)
        return;
    ptron_model_free(play->model);
    ptron_run_free(play->run);
    ptron_trainer_free(play->trainer);
    free(play);
}

/* `pictures`: a record is kept, for pictures. `by_row`: it can be stopped behind any row, at some cost. */
int EXPORT(play_new)(const ptron_options *options, const ptron_dataset *set, int pictures, int by_row)
{
    struct play *play = calloc(1, sizeof *play);
    ptron_observer inner = {.size = sizeof inner, .user = play, .on_row = by_row ? on_row : NULL,
                            .on_block = by_row ? NULL : on_block};
    ptron_status status;

    if (play == NULL)
        return answer_close(NULL, PTRON_OK);
    play->observer = inner;
    play->piece = UINT64_MAX;
    play->set = set;
    status = ptron_trainer_new(options, set, NULL, &play->trainer, &engine_error);
    if (status == PTRON_OK && pictures)
        status = ptron_run_new(set, &play->run, &engine_error);
    if (status == PTRON_OK && pictures)
        status = ptron_run_watch(play->run, &inner, &play->observer, &engine_error);
    if (status != PTRON_OK)
        play_free(play);
    return answer_handle(play, status);
}

static void forget_results(struct play *play)
{
    ptron_model_free(play->model);
    play->model = NULL;
    play->finished = false;
}

/* Until so many rows were looked at since the start, or the end. */
int EXPORT(play_to)(struct play *play, double rows)
{
    ptron_status status = PTRON_OK;

    play->piece = UINT64_MAX;
    play->wanted = rows < 1e18 ? (uint64_t)rows : UINT64_MAX;
    if (play->wanted > play->seen) {
        forget_results(play);
        status = ptron_trainer_run(play->trainer, &play->observer, &engine_error);
    }
    return answer_handle(play, status);
}

int EXPORT(play_epoch)(struct play *play)
{
    forget_results(play);
    play->wanted = play->piece = UINT64_MAX;
    return answer_handle(play, ptron_trainer_step(play->trainer, &play->observer, &engine_error));
}

/* About so many rows, by whole blocks, or to the end of the epoch; not by_row. */
int EXPORT(play_some)(struct play *play, double rows)
{
    forget_results(play);
    play->piece = rows < 1e18 ? (uint64_t)rows : UINT64_MAX;
    play->since = 0;
    return answer_handle(play, ptron_trainer_step(play->trainer, &play->observer, &engine_error));
}

/* The epoch that it is in, of how many (0: no limit), and the rows of it that are done. */
int EXPORT(play_progress)(const struct play *play)
{
    FILE *out = answer_open();

    if (out != NULL) {
        struct json json = json_begin(out);
        json_put(&json, COUNT("epoch", play->at.epoch), COUNT("epochs", play->at.epochs), COUNT("row", play->at.row),
                 COUNT("rows", play->at.rows));
        json_finish(&json);
    }
    return answer_close(out, PTRON_OK);
}

double EXPORT(play_seen)(const struct play *play) { return (double)play->seen; }
int EXPORT(play_reason)(const struct play *play) { return (int)ptron_trainer_reason(play->trainer); }

/* The fields of `train --json` that are about the run, and why it stopped in words. */
int EXPORT(play_result)(struct play *play)
{
    PTRON_SIZED(ptron_result, result);
    FILE *out = answer_open();
    char *words = NULL;
    size_t length = 0;
    ptron_status status;

    if (out == NULL)
        return answer_close(out, PTRON_OK);
    status = ptron_trainer_result(play->trainer, &result, &engine_error);
    if (status == PTRON_OK) {
        struct json json = json_begin(out);
        FILE *why = open_memstream(&words, &length);

        if (why != NULL) {
            run_print_stop(why, &result);
            fclose(why);
        }
        json_text(&json, "why", words);
        json_put(&json, COUNT("rows_seen", play->seen), COUNT("row", result.row));
        run_json(&json, &result);
        json_finish(&json);
        free(words);
    }
    return answer_close(out, status);
}

static ptron_status make_model(struct play *play)
{
    return play->model != NULL ? PTRON_OK : ptron_trainer_snapshot(play->trainer, &play->model, &engine_error);
}

/* A model of its own, to be freed. */
int EXPORT(play_model)(struct play *play)
{
    ptron_model *model = NULL;
    const ptron_status status = ptron_trainer_snapshot(play->trainer, &model, &engine_error);

    return answer_handle(model, status);
}

/* Weights [vectors][features], then biases [vectors]: doubles. */
int EXPORT(play_weights)(struct play *play)
{
    PTRON_SIZED(ptron_model_facts, facts);
    double *values = NULL;
    size_t n = 0;
    ptron_status status = make_model(play);

    if (status == PTRON_OK) {
        ptron_model_describe(play->model, &facts);
        n = (size_t)(facts.vectors * facts.features);
        values = calloc(n + (size_t)facts.vectors + 1, sizeof *values);
        status = values == NULL ? PTRON_NOMEM
                                : ptron_model_copy_weights(play->model, values, n, values + n, &engine_error);
        n += (size_t)facts.vectors;
    }
    return answer_bytes(values, n * sizeof *values, status);
}

/* What stands on the page beside the pictures; before `play_finish`. */
int EXPORT(play_say)(struct play *play, const char *name, const char *text)
{
    return answer_handle(play, ptron_run_say(play->run, name, text, &engine_error));
}

/* Makes the pictures of what was learned so far; training may go on. */
int EXPORT(play_finish)(struct play *play, const char *axes)
{
    ptron_status status = make_model(play);

    if (status == PTRON_OK && !play->finished)
        status = ptron_run_finish(play->run, play->trainer, play->model, axes[0] != '\0' ? axes : NULL, &engine_error);
    play->finished = play->finished || status == PTRON_OK;
    return answer_handle(play, status);
}

/* Contours from here on are of so many scores a side: fewer are made sooner. */
void EXPORT(play_grain)(struct play *play, size_t side)
{
    play->finished &= side == play->run->grid;
    play->run->grid = side;
}

static int give_picture(const ptron_run *run, const char *name)
{
    void *bytes = NULL;
    size_t length = 0;
    const ptron_status status = ptron_run_picture_named(run, name, &bytes, &length, &engine_error);

    return answer_bytes(bytes, length, status);
}

/* The picture of that name, or no bytes. */
int EXPORT(play_picture)(struct play *play, const char *name)
{
    return strcmp(name, "update") == 0 ? update_picture(&play->update, play->set) : give_picture(play->run, name);
}

/* What the page of the run says below a picture that was drawn: HTML. */
int EXPORT(play_caption)(struct play *play, const char *name)
{
    struct pt_buffer out;

    pt_buffer_init(&out);
    pt_page_caption_named(play->run->record, name, &out);
    return out.failed ? answer_close(NULL, PTRON_OK) : answer_bytes(out.bytes, out.length, PTRON_OK);
}

/* Where the plane's points lie: eight doubles, see pt_plane_box; none where there is no plane. */
int EXPORT(play_box)(struct play *play)
{
    double *box = calloc(8, sizeof *box);
    const bool drawn = box != NULL && PT_TABLE(play->run->record, points) != NULL;

    if (drawn)
        pt_plane_box(play->run->record, box);
    return answer_bytes(box, drawn ? 8 * sizeof *box : 0, PTRON_OK);
}

static int give_page(const ptron_run *run)
{
    void *bytes = NULL;
    size_t length = 0;
    const ptron_status status = ptron_run_page(run, &bytes, &length, &engine_error);

    return answer_bytes(bytes, length, status);
}

int EXPORT(play_page)(struct play *play) { return give_page(play->run); }

/* ---- every step ------------------------------------------------------------------------------------------ */

enum { TRACE_EXACT = 1, TRACE_TEXT = 2 };

/* What `perceptron trace` prints of these bytes. */
int EXPORT(trace)(const char *name, const void *bytes, size_t length, ptron_options *options, double steps, int flags)
{
    const char *files[] = {name};
    const struct args args = {.options = options, .files = files, .n_files = 1};
    struct trace trace = {.args = &args, .limit = (uint64_t)steps};
    ptron_status status;
    FILE *out;

    pt_wasm_file_give(name, bytes, length);
    status = trace_make(&trace, (flags & TRACE_EXACT) != 0, &engine_error);
    pt_wasm_files_forget();
    out = answer_open();
    if (out != NULL && status == PTRON_OK) {
        if (trace.facts.classes > 2)
            (flags & TRACE_TEXT ? trace_classes_print : trace_classes_print_json)(out, &trace);
        else
            (flags & TRACE_TEXT ? trace_print : trace_print_json)(out, &trace);
    }
    trace_free(&trace);
    return answer_close(out, status);
}

/* ---- proofs ----------------------------------------------------------------------------------------------- */

static void put_proof(FILE *out, const ptron_dataset *set, const ptron_certificate *certificate)
{
    PTRON_SIZED(ptron_certificate_facts, facts);
    struct json json = json_begin(out);
    char *words = NULL;
    size_t length = 0;
    FILE *said = open_memstream(&words, &length);

    ptron_certificate_describe(certificate, &facts);
    if (said != NULL) {
        proof_print_verdict(said, set, &facts);
        fclose(said);
    }
    json_text(&json, "sentence", words);
    proof_json(&json, set, certificate);
    json_finish(&json);
    free(words);
}

/* What `perceptron certify --json` says, and its verdict in words. `what`: "json", "certificate", or a picture's name.
 */
int EXPORT(certify)(const ptron_dataset *set, size_t positive, const ptron_options *options, const char *what)
{
    ptron_certificate *certificate = NULL;
    ptron_status status = ptron_certify(set, positive, options, NULL, &certificate, &engine_error);
    ptron_run *run = NULL;
    void *bytes = NULL;
    size_t length = 0;
    int code;

    if (status == PTRON_OK && strcmp(what, "certificate") == 0) {
        status = ptron_certificate_write(certificate, &bytes, &length, &engine_error);
        code = answer_bytes(bytes, length, status);
    } else if (status == PTRON_OK && strcmp(what, "json") != 0) {
        status = ptron_run_of_certificate(certificate, set, NULL, &run, &engine_error);
        code = status == PTRON_OK ? give_picture(run, what) : answer_bytes(NULL, 0, status);
    } else {
        FILE *out = answer_open();

        if (out != NULL && status == PTRON_OK)
            put_proof(out, set, certificate);
        code = answer_close(out, status);
    }
    ptron_run_free(run);
    ptron_certificate_free(certificate);
    return code;
}
