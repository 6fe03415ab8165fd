/* Answers of a model to the rows of a stream, one line or JSON object each: what `predict` prints and `serve` sends. */
#include "cmd/answers.h"
#include "diag.h"
#include "json_stream.h"
#include "words/facts.h"
#include "words/numbers.h"

#include <stdlib.h>
#include <string.h>

enum { PLACE_ROOM = 512 };

/* ---- one row ------------------------------------------------------------------------------------- */

/* A row's answer, and where it stands among those given last. */
struct answer {
    uint64_t      row;
    const char   *place;
    uint32_t      label;
    const double *scores, *chances;
};

static ptron_status json_kept(struct json *json, struct answers *p, uint64_t row, ptron_error *err)
{
    if (p->kept.n == 0)
        return PTRON_OK;
    json_object(json, "kept");
    for (size_t i = 0; i < p->kept.n; i++) {
        TRY(kept_cell(&p->kept, p->stream, row, i, err));
        json_text(json, p->kept.names[i], p->kept.cell);
    }
    json_end_object(json);
    return PTRON_OK;
}

static void json_top(struct json *json, struct answers *p)
{
    json_array(json, "top");
    for (size_t i = 0; i < p->top; i++)
        json_put(json, OBJECT(NULL), TEXT("label", ptron_model_class_name(p->model, p->top_class[i])),
                 REAL(p->with.chances ? "probability" : "score", p->top_number[i]), END);
    json_end_array(json);
}

static ptron_status print_json(struct answers *p, const struct answer *a, ptron_error *err)
{
    const double *scores = a->scores, *chances = a->chances;
    struct json json = json_begin(p->out);

    if (p->with.places)
        json_text(&json, "place", a->place);
    TRY(json_kept(&json, p, a->row, err));
    json_text(&json, "label", ptron_model_class_name(p->model, a->label));
    if (p->n_scores == 1) {
        json_real(&json, "score", scores[0]);
    } else {
        json_object(&json, "scores");
        for (size_t c = 0; c < p->n_scores; c++)
            json_real(&json, ptron_model_class_name(p->model, c), scores[c]);
        json_end_object(&json);
    }
    if (p->with.chances) {
        json_object(&json, "probabilities");
        for (size_t c = 0; c < p->n_classes; c++)
            json_real(&json, ptron_model_class_name(p->model, c), chances[c]);
        json_end_object(&json);
    }
    if (p->top > 0)
        json_top(&json, p);
    if (p->reasons.most > 0)
        reasons_json(&json, &p->reasons);
    json_finish(&json);
    return PTRON_OK;
}

static void add_numbers(struct answer_lines *lines, const double *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        lines->bytes[lines->length++] = '\t';
        lines->length += ptron_format_number(numbers[i], lines->bytes + lines->length, PTRON_NUMBER_ROOM);
    }
}

static void add_text(struct answer_lines *lines, const char *text)
{
    const size_t length = strlen(text);

    memcpy(lines->bytes + lines->length, text, length);
    lines->length += length;
}

/* Text of any length that must not break the line: more room is made where a line's usual room may not do. */
static ptron_status add_any_text(struct answers *p, const char *text, ptron_error *err)
{
    struct answer_lines *lines = &p->lines;
    const size_t most = 4 * strlen(text) + 2 + p->line_room;

    if (lines->room - lines->length < most) {
        char *bytes = realloc(lines->bytes, 2 * lines->room + most);
        if (bytes == NULL)
            return diag_fail(err, PTRON_NOMEM, "no memory for a line");
        lines->bytes = bytes;
        lines->room = 2 * lines->room + most;
    }
    lines->length += text_escape(text, lines->bytes + lines->length);
    return PTRON_OK;
}

static ptron_status add_kept(struct answers *p, uint64_t row, ptron_error *err)
{
    for (size_t i = 0; i < p->kept.n; i++) {
        TRY(kept_cell(&p->kept, p->stream, row, i, err));
        TRY(add_any_text(p, p->kept.cell, err));
        p->lines.bytes[p->lines.length++] = '\t';
    }
    return PTRON_OK;
}

/* A TAB, the feature, = and its part of the score. */
static ptron_status add_reasons(struct answers *p, ptron_error *err)
{
    char name[1024];

    for (size_t i = 0; i < p->reasons.most && i < p->reasons.n; i++) {
        const struct reason *reason = &p->reasons.list[i];
        struct answer_lines *lines = &p->lines;
        ptron_model_feature_name(p->model, reason->feature, name, sizeof name);
        TRY(add_any_text(p, "", err));
        lines->bytes[lines->length++] = '\t';
        TRY(add_any_text(p, name, err));
        lines->bytes[lines->length++] = '=';
        lines->length += ptron_format_number(reason->part, lines->bytes + lines->length, PTRON_NUMBER_ROOM);
    }
    return PTRON_OK;
}

static ptron_status add_error(struct answers *p, const char *text, ptron_error *err)
{
    TRY(add_any_text(p, "", err));
    p->lines.bytes[p->lines.length++] = '\t';
    return add_any_text(p, text, err);
}

static ptron_status add_line(struct answers *p, const struct answer *a, ptron_error *err)
{
    struct answer_lines *lines = &p->lines;

    TRY(add_any_text(p, "", err));
    if (p->with.places) {
        add_text(lines, a->place);
        lines->bytes[lines->length++] = '\t';
    }
    TRY(add_kept(p, a->row, err));
    add_text(lines, p->labels[a->label]);
    add_numbers(lines, a->scores, p->with.scores ? p->n_scores : 0);
    add_numbers(lines, a->chances, p->with.chances ? p->n_classes : 0);
    for (size_t i = 0; i < p->top; i++) {
        lines->bytes[lines->length++] = '\t';
        add_text(lines, p->labels[p->top_class[i]]);
        add_numbers(lines, &p->top_number[i], 1);
    }
    TRY(add_reasons(p, err));
    if (p->with.error_column)
        TRY(add_error(p, "", err));
    TRY(add_any_text(p, "", err));
    lines->bytes[lines->length++] = '\n';
    return PTRON_OK;
}

/* The names of the columns that the lines will have. */
void answers_names(const struct answers *p)
{
    FILE *out = p->out;

    if (p->with.places)
        fputs("place\t", out);
    for (size_t i = 0; i < p->kept.n; i++)
        fprintf(out, "%s\t", text_name(p->kept.names[i]).s);
    fputs("label", out);
    if (p->with.scores && p->n_scores == 1)
        fputs("\tscore", out);
    for (size_t c = 0; p->with.scores && p->n_scores > 1 && c < p->n_scores; c++)
        fprintf(out, "\tscore of %s", p->labels[c]);
    for (size_t c = 0; p->with.chances && c < p->n_classes; c++)
        fprintf(out, "\tprobability of %s", p->labels[c]);
    for (size_t i = 0; i < p->top; i++)
        fprintf(out, "\tlabel %zu\t%s %zu", i + 1, p->with.chances ? "probability" : "score", i + 1);
    for (size_t i = 0; i < p->reasons.most; i++)
        fprintf(out, "\treason %zu", i + 1);
    if (p->with.error_column)
        fputs("\terror", out);
    fputc('\n', out);
}

/* ---- blocks of rows ------------------------------------------------------------------------------ */

static ptron_status make_score_room(struct answers *p, uint64_t rows, ptron_error *err)
{
    void *scores, *chances, *classes;

    if (rows <= p->room)
        return PTRON_OK;
    if (rows > SIZE_MAX / sizeof(double) / p->n_classes)
        return diag_fail(err, PTRON_NOMEM, "no memory for the scores of %s", text_counted(rows, "row").s);
    scores = realloc(p->scores, (p->needs_scores ? (size_t)rows * p->n_scores : 1) * sizeof *p->scores);
    if (scores != NULL)
        p->scores = scores;
    chances = realloc(p->chances, (p->with.chances ? (size_t)rows * p->n_classes : 1) * sizeof *p->chances);
    if (chances != NULL)
        p->chances = chances;
    classes = realloc(p->classes, (size_t)rows * sizeof *p->classes);
    if (classes != NULL)
        p->classes = classes;
    if (scores == NULL || chances == NULL || classes == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for the scores of %s", text_counted(rows, "row").s);
    p->room = (size_t)rows;
    return PTRON_OK;
}

static ptron_status make_line_room(struct answers *p, uint64_t rows, ptron_error *err)
{
    char *bytes;

    if (p->with.json || rows <= p->lines.room / p->line_room)
        return PTRON_OK;
    bytes = rows > SIZE_MAX / p->line_room ? NULL : realloc(p->lines.bytes, (size_t)rows * p->line_room);
    if (bytes == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for %s", text_counted(rows, "line").s);
    p->lines.bytes = bytes;
    p->lines.room = (size_t)rows * p->line_room;
    return PTRON_OK;
}

/* Labels as they stand in a line, which none of them may break, and how long a line may become. */
static ptron_status prepare_lines(struct answers *p, ptron_error *err)
{
    size_t longest;

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
    longest = p->line_room;
    p->line_room += p->with.places ? PLACE_ROOM + 1 : 0;
    p->line_room += (p->with.scores ? p->n_scores : 0) * (PTRON_NUMBER_ROOM + 1);
    p->line_room += (p->with.chances ? p->n_classes : 0) * (PTRON_NUMBER_ROOM + 1);
    p->line_room += p->top * (longest + PTRON_NUMBER_ROOM + 2) + PTRON_NUMBER_ROOM + 2;
    return PTRON_OK;
}

static ptron_status answer_row(struct answers *p, const ptron_dataset *rows, uint64_t row, ptron_error *err)
{
    char place[PLACE_ROOM] = "";
    const struct answer a = {row, place, p->classes[row], p->scores + (p->needs_scores ? row * p->n_scores : 0),
                             p->chances + (p->with.chances ? row * p->n_classes : 0)};

    if (p->with.places)
        facts_row_place(rows, row, place, sizeof place);
    if (p->top > 0)
        best_labels(p->with.chances ? a.chances : a.scores, p->with.chances ? p->n_classes : p->n_scores, p->top,
                    p->top_class, p->top_number);
    if (p->reasons.most > 0)
        TRY(reasons_find(&p->reasons, rows, row, a.label, a.scores, err));
    return (p->with.json ? print_json : add_line)(p, &a, err);
}

static ptron_status add_empty_cells(struct answers *p, size_t n, ptron_error *err)
{
    for (size_t i = 0; i < n; i++) {
        TRY(add_any_text(p, "", err));
        p->lines.bytes[p->lines.length++] = '\t';
    }
    return PTRON_OK;
}

/* As many columns as the fullest line has: all but the place and the answer are empty. */
static ptron_status add_blank(struct answers *p, const char *place, const char *reason, ptron_error *err)
{
    const struct reasons *reasons = &p->reasons;
    const size_t after = (p->with.scores ? p->n_scores : 0) + (p->with.chances ? p->n_classes : 0) + 2 * p->top +
                         (reasons->most < reasons->features ? reasons->most : reasons->features);

    TRY(add_any_text(p, "", err));
    if (p->with.places) {
        add_text(&p->lines, place);
        p->lines.bytes[p->lines.length++] = '\t';
    }
    TRY(add_empty_cells(p, p->kept.n, err));
    TRY(add_any_text(p, p->with.no_answer, err));
    TRY(add_empty_cells(p, after, err));
    if (p->with.error_column || (p->with.errors && reason != NULL))
        TRY(add_error(p, reason == NULL ? "" : reason, err));
    TRY(add_any_text(p, "", err));
    p->lines.bytes[p->lines.length++] = '\n';
    return PTRON_OK;
}

bool answers_blank_json(struct json *json, const ptron_stream *stream, size_t blank, uint64_t line)
{
    uint64_t column = 0;
    const char *reason = ptron_stream_blank_reason(stream, blank, &column);

    json_put(json, TEXT("label", NULL), COUNT("line", line));
    if (reason != NULL && column > 0)
        json_count(json, "column", column);
    if (reason != NULL)
        json_text(json, "error", reason);
    return reason != NULL;
}

/* Lines without a row before row i: they get an answer, too, so that there is one for each line. */
static ptron_status answer_blanks(struct answers *p, uint64_t i, size_t *blank, ptron_error *err)
{
    const char *file;
    uint64_t row, line;

    for (; ptron_stream_blank(p->stream, *blank, &row, &file, &line) && row == i; ++*blank) {
        uint64_t column;
        const char *reason = ptron_stream_blank_reason(p->stream, *blank, &column);
        char place[PLACE_ROOM];
        struct json json;
        p->bad += reason != NULL;
        snprintf(place, sizeof place, "%.*s:%llu", PLACE_ROOM - 32, text_path(file).s, (unsigned long long)line);
        if (!p->with.json) {
            TRY(add_blank(p, place, reason, err));
            continue;
        }
        json = json_begin(p->out);
        if (p->with.places)
            json_text(&json, "place", place);
        answers_blank_json(&json, p->stream, *blank, line);
        json_finish(&json);
    }
    return PTRON_OK;
}

ptron_status answers_add(struct answers *p, const ptron_dataset *rows, const ptron_options *options, ptron_error *err)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    size_t blank = 0;

    ptron_dataset_describe(rows, &facts);
    TRY(make_score_room(p, facts.rows, err));
    TRY(make_line_room(p, facts.rows + ptron_stream_blanks(p->stream), err));
    if (facts.rows > 0)
        TRY(ptron_predict(p->model, rows, options, p->needs_scores ? p->scores : NULL, p->classes, err));
    if (p->with.chances && facts.rows > 0)
        TRY(ptron_predict_probabilities(p->model, rows, NULL, p->chances, err));
    p->lines.length = 0;
    for (uint64_t i = 0; i < facts.rows; i++) {
        TRY(answer_blanks(p, i, &blank, err));
        TRY(answer_row(p, rows, i, err));
    }
    TRY(answer_blanks(p, facts.rows, &blank, err));
    p->rows = facts.rows;
    if (p->lines.length > 0)
        fwrite(p->lines.bytes, 1, p->lines.length, p->out);   /* the flush tells whether it went well */
    return PTRON_OK;
}

/* ---- beginning and end --------------------------------------------------------------------------- */

ptron_status answers_begin(struct answers *p, const ptron_model *model, const struct answers_with *with,
                           const double *weights, ptron_error *err)
{
    *p = (struct answers){.model = model, .with = *with};
    p->n_scores = ptron_model_scores(model);
    p->n_classes = p->n_scores == 1 ? 2 : p->n_scores;
    p->needs_scores = with->scores || with->json || with->top > 0 || with->reasons > 0;
    p->with.no_answer = with->no_answer == NULL ? "?" : with->no_answer;
    if (with->chances && !ptron_model_has_probabilities(model))
        return diag_fail(err, PTRON_ARGUMENT, "the model has no probabilities: train with --calibrate");
    TRY(reasons_begin(&p->reasons, model, with->reasons, weights, err));
    p->top = with->top > p->n_classes ? p->n_classes : with->top;
    p->top_class = calloc(p->top + 1, sizeof *p->top_class);
    p->top_number = calloc(p->top + 1, sizeof *p->top_number);
    if (p->top_class == NULL || p->top_number == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for the best labels");
    return prepare_lines(p, err);
}

ptron_status answers_open(struct answers *p, ptron_stream *stream, FILE *out, ptron_error *err)
{
    p->stream = stream;
    p->out = out;
    TRY(kept_begin(&p->kept, stream, p->with.keep, err));
    return ptron_stream_keep_blanks(stream, err);
}

void answers_end(struct answers *p)
{
    for (size_t c = 0; p->labels != NULL && c < p->n_classes; c++)
        free(p->labels[c]);
    free(p->labels);
    free(p->scores);
    free(p->chances);
    free(p->classes);
    free(p->lines.bytes);
    free(p->top_class);
    free(p->top_number);
    kept_end(&p->kept);
    reasons_end(&p->reasons);
}
