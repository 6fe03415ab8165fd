/* perceptron predict: one line out for each row in, in the same order, in constant memory; a pipe is answered
 * line by line. */
#include "cmd/commands.h"
#include "diag.h"
#include "output.h"
#include "progress.h"
#include "words/facts.h"
#include "words/numbers.h"

#include <stdlib.h>
#include <string.h>

struct lines {             /* of one block, written at once */
    char  *bytes;
    size_t length, room;
};

struct prediction {
    const struct args *args;
    ptron_model  *model;
    char        **labels;  /* [n_classes] as they stand in a line */
    ptron_stream *stream;
    struct output output;
    size_t    n_scores;    /* per row */
    double   *scores;      /* [room][n_scores], when they are shown */
    size_t    n_classes;
    double   *chances;     /* [room][n_classes]; NULL: not asked for */
    uint32_t *classes;     /* [room] */
    size_t    room;        /* rows */
    struct lines lines;
    size_t    line_room;   /* the most bytes of a line */
    bool      with_scores, with_chances, with_places, json;
};

enum { PLACE_ROOM = 512 };

/* ---- one row ------------------------------------------------------------------------------------- */

static void print_json(struct prediction *p, const char *place, uint32_t answer, const double *scores,
                       const double *chances)
{
    struct json json = json_begin(p->output.file);

    if (p->with_places)
        json_text(&json, "place", place);
    json_text(&json, "label", ptron_model_class_name(p->model, answer));
    if (p->n_scores == 1) {
        json_real(&json, "score", scores[0]);
    } else {
        json_object(&json, "scores");
        for (size_t c = 0; c < p->n_scores; c++)
            json_real(&json, ptron_model_class_name(p->model, c), scores[c]);
        json_end_object(&json);
    }
    if (p->with_chances) {
        json_object(&json, "probabilities");
        for (size_t c = 0; c < p->n_classes; c++)
            json_real(&json, ptron_model_class_name(p->model, c), chances[c]);
        json_end_object(&json);
    }
    json_finish(&json);
}

static void add_numbers(struct lines *lines, const double *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        lines->bytes[lines->length++] = '\t';
        lines->length += ptron_format_number(numbers[i], lines->bytes + lines->length, PTRON_NUMBER_ROOM);
    }
}

static void add_text(struct lines *lines, const char *text)
{
    const size_t length = strlen(text);

    memcpy(lines->bytes + lines->length, text, length);
    lines->length += length;
}

static void add_line(struct prediction *p, const char *place, uint32_t answer, const double *scores,
                     const double *chances)
{
    struct lines *lines = &p->lines;

    if (p->with_places) {
        add_text(lines, place);
        lines->bytes[lines->length++] = '\t';
    }
    add_text(lines, p->labels[answer]);
    add_numbers(lines, scores, p->with_scores ? p->n_scores : 0);
    add_numbers(lines, chances, p->with_chances ? p->n_classes : 0);
    lines->bytes[lines->length++] = '\n';
}

/* ---- blocks of rows ------------------------------------------------------------------------------ */

static ptron_status make_score_room(struct prediction *p, uint64_t rows, ptron_error *err)
{
    void *scores, *chances, *classes;

    if (rows <= p->room)
        return PTRON_OK;
    if (rows > SIZE_MAX / sizeof(double) / p->n_classes)
        return diag_fail(err, PTRON_NOMEM, "no memory for the scores of %s rows", text_count(rows).s);
    scores = realloc(p->scores, (p->with_scores ? (size_t)rows * p->n_scores : 1) * sizeof *p->scores);
    if (scores != NULL)
        p->scores = scores;
    chances = realloc(p->chances, (p->with_chances ? (size_t)rows * p->n_classes : 1) * sizeof *p->chances);
    if (chances != NULL)
        p->chances = chances;
    classes = realloc(p->classes, (size_t)rows * sizeof *p->classes);
    if (classes != NULL)
        p->classes = classes;
    if (scores == NULL || chances == NULL || classes == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for the scores of %s rows", text_count(rows).s);
    p->room = (size_t)rows;
    return PTRON_OK;
}

static ptron_status make_line_room(struct prediction *p, uint64_t rows, ptron_error *err)
{
    char *bytes;

    if (p->json || rows <= p->lines.room / p->line_room)
        return PTRON_OK;
    bytes = rows > SIZE_MAX / p->line_room ? NULL : realloc(p->lines.bytes, (size_t)rows * p->line_room);
    if (bytes == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for %s lines", text_count(rows).s);
    p->lines.bytes = bytes;
    p->lines.room = (size_t)rows * p->line_room;
    return PTRON_OK;
}

/* Labels as they stand in a line, which none of them may break, and how long a line may become. */
static ptron_status prepare_lines(struct prediction *p, ptron_error *err)
{
    p->labels = calloc(p->n_classes, sizeof *p->labels);
    if (p->labels == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for the labels");
    for (size_t c = 0; c < p->n_classes; c++) {
        const char *label = ptron_model_class_name(p->model, c);
        size_t length;
        p->labels[c] = label == NULL ? NULL : malloc(4 * strlen(label) + 1);
        if (p->labels[c] == NULL)
            return diag_fail(err, PTRON_NOMEM, "no memory for the labels");
        length = text_escape(label, p->labels[c]) + 1;
        p->line_room = length > p->line_room ? length : p->line_room;
    }
    p->line_room += p->with_places ? PLACE_ROOM + 1 : 0;
    p->line_room += (p->with_scores ? p->n_scores : 0) * (PTRON_NUMBER_ROOM + 1);
    p->line_room += (p->with_chances ? p->n_classes : 0) * (PTRON_NUMBER_ROOM + 1);
    return PTRON_OK;
}

static ptron_status answer(struct prediction *p, const ptron_dataset *rows, ptron_error *err)
{
    PTRON_SIZED(ptron_dataset_facts, facts);

    ptron_dataset_describe(rows, &facts);
    TRY(make_score_room(p, facts.rows, err));
    TRY(make_line_room(p, facts.rows, err));
    TRY(ptron_predict(p->model, rows, p->args->options, p->with_scores ? p->scores : NULL, p->classes, err));
    if (p->with_chances)
        TRY(ptron_predict_probabilities(p->model, rows, NULL, p->chances, err));
    p->lines.length = 0;
    for (size_t i = 0; i < facts.rows; i++) {
        char place[PLACE_ROOM] = "";
        if (p->with_places)
            facts_row_place(rows, i, place, sizeof place);
        (p->json ? print_json : add_line)(p, place, p->classes[i], p->scores + (p->with_scores ? i * p->n_scores : 0),
                                          p->chances + (p->with_chances ? i * p->n_classes : 0));
    }
    if (p->lines.length > 0)
        fwrite(p->lines.bytes, 1, p->lines.length, p->output.file);   /* the flush tells whether it went well */
    return output_flush(&p->output, err);
}

static ptron_status answer_all(struct prediction *p, ptron_error *err)
{
    const ptron_dataset *rows = NULL;

    TRY(ptron_stream_next(p->stream, &rows, err));
    while (rows != NULL && !interrupts_any()) {
        TRY(answer(p, rows, err));
        TRY(ptron_stream_next(p->stream, &rows, err));
    }
    return interrupts_any() ? diag_fail(err, PTRON_CANCELED, "stopped; nothing was written") : PTRON_OK;
}

/* ---- the command --------------------------------------------------------------------------------- */

static ptron_status open_all(struct prediction *p, ptron_error *err)
{
    TRY(ptron_model_load(p->args->files[0], &p->model, err));
    p->n_scores = ptron_model_scores(p->model);
    p->n_classes = p->n_scores == 1 ? 2 : p->n_scores;
    if (p->with_chances && !ptron_model_has_probabilities(p->model))
        return diag_fail(err, PTRON_ARGUMENT, "the model has no probabilities: train with --calibrate");
    TRY(prepare_lines(p, err));
    TRY(ptron_stream_open(p->args->files + 1, p->args->n_files - 1, p->args->options, p->model, &p->stream, err));
    TRY(output_open(&p->output, args_value(p->args, "output"), err));
    if (p->output.to != NULL)
        interrupts_catch();   /* so that Ctrl-C leaves no half file behind */
    return PTRON_OK;
}

static void print_notes(const struct prediction *p)
{
    PTRON_SIZED(ptron_dataset_facts, facts);

    ptron_stream_describe(p->stream, &facts);
    facts_note_skipped(&facts);
    facts_note_unseen(&facts);
    facts_note_labels(&facts);
}

static void prediction_free(struct prediction *p)
{
    output_discard(&p->output);
    ptron_stream_close(p->stream);
    ptron_model_free(p->model);
    for (size_t c = 0; p->labels != NULL && c < p->n_classes; c++)
        free(p->labels[c]);
    free(p->labels);
    free(p->scores);
    free(p->chances);
    free(p->classes);
    free(p->lines.bytes);
}

static int run_predict(const struct args *args)
{
    struct prediction p = {.args = args, .with_scores = args_flag(args, "scores") || args_flag(args, "json"),
                           .with_chances = args_flag(args, "probabilities"), .with_places = args_flag(args, "places"),
                           .json = args_flag(args, "json")};
    ptron_error err = {0};
    ptron_status status = open_all(&p, &err);
    int code = EXIT_DONE;

    if (status == PTRON_OK)
        status = answer_all(&p, &err);
    if (status == PTRON_OK)
        status = output_commit(&p.output, &err);
    if (status == PTRON_OK && !args_flag(args, "quiet"))
        print_notes(&p);
    if (status != PTRON_OK)
        code = diag_error(args->command->name, &err);
    prediction_free(&p);
    return status == PTRON_CANCELED ? EXIT_INTERRUPTED : code;
}

const struct command cmd_predict = {
    .name = "predict",
    .summary = "label rows with a model",
    .operands = "MODEL DATA...",
    .files = {2, SIZE_MAX},
    .about = "Prints a label for each row of DATA, one per line, in the order of the rows. The rows need no labels\n"
             "of their own; columns are matched by name, words and features that the model does not know are left\n"
             "out and counted. A pipe is answered line by line. With two classes the label is the positive one\n"
             "when the score is above the threshold; on the boundary it is the negative one. Where probabilities were\n"
             "fitted (train --calibrate) the label is the most probable one, unless --threshold says otherwise.\n"
             "How rows are read, scaled and completed comes from the model. A row that --on-bad skip passes over\n"
             "has no line; standard error counts them, and --places says which row each line is about. A control\n"
             "character in a label is printed as \\n, \\t, \\r or \\xNN, so that a label never breaks a line.\n",
    .examples = "  perceptron predict iris.model new.csv\n"
                "  perceptron predict iris.model new.csv --scores -o answers.tsv\n"
                "  tail -f messages.txt | perceptron predict spam.model - --json\n",
    .options = {
        {"scores", 0, NULL, "after the label a TAB and the score; one score per class when there are more than two"},
        {"probabilities", 0, NULL, "after the label a TAB and a probability for each class, in the order of 'show'"},
        {"places", 0, NULL, "before the label the row's place, file:line, and a TAB"},
        {"output", 'o', "FILE", "write the lines here instead of standard output"},
        {"json", 0, NULL, "one JSON object per row: label and score, or scores by class"},
        {"quiet", 'q', NULL, "no notes"},
    },
    .groups = {"data", "use"},
    .of_model = true,
    .run = run_predict,
};
