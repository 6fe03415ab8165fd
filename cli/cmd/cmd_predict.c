/* perceptron predict: one line out for each line in, in the same order, in constant memory; a pipe is answered
 * line by line. */
#include "cmd/commands.h"
#include "cmd/predict_more.h"
#include "diag.h"
#include "launched.h"
#include "output.h"
#include "progress.h"
#include "words/facts.h"
#include "words/numbers.h"

#include <errno.h>
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
    const char *no_answer; /* for a line without a row */
    struct kept kept;      /* columns shown beside the answer */
    struct reasons reasons;
    size_t    top;         /* labels told of each row, best first; 0: the answer alone */
    uint32_t *top_class;   /* [top] */
    double   *top_number;
    bool      needs_scores, with_scores, with_chances, with_places, json;
};

enum { PLACE_ROOM = 512 };

/* ---- one row ------------------------------------------------------------------------------------- */

/* A row's answer, and where it stands among those given last. */
struct answer {
    uint64_t      row;
    const char   *place;
    uint32_t      label;
    const double *scores, *chances;
};

static ptron_status json_kept(struct json *json, struct prediction *p, uint64_t row, ptron_error *err)
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

static void json_top(struct json *json, struct prediction *p)
{
    json_array(json, "top");
    for (size_t i = 0; i < p->top; i++)
        json_put(json, OBJECT(NULL), TEXT("label", ptron_model_class_name(p->model, p->top_class[i])),
                 REAL(p->with_chances ? "probability" : "score", p->top_number[i]), END);
    json_end_array(json);
}

static ptron_status print_json(struct prediction *p, const struct answer *a, ptron_error *err)
{
    const double *scores = a->scores, *chances = a->chances;
    struct json json = json_begin(p->output.file);

    if (p->with_places)
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
    if (p->with_chances) {
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

/* Text of any length that must not break the line: more room is made where a line's usual room may not do. */
static ptron_status add_any_text(struct prediction *p, const char *text, ptron_error *err)
{
    struct lines *lines = &p->lines;
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

static ptron_status add_kept(struct prediction *p, uint64_t row, ptron_error *err)
{
    for (size_t i = 0; i < p->kept.n; i++) {
        TRY(kept_cell(&p->kept, p->stream, row, i, err));
        TRY(add_any_text(p, p->kept.cell, err));
        p->lines.bytes[p->lines.length++] = '\t';
    }
    return PTRON_OK;
}

/* A TAB, the feature, = and its part of the score. */
static ptron_status add_reasons(struct prediction *p, ptron_error *err)
{
    char name[1024];

    for (size_t i = 0; i < p->reasons.most && i < p->reasons.n; i++) {
        const struct reason *reason = &p->reasons.list[i];
        struct lines *lines = &p->lines;
        ptron_model_feature_name(p->model, reason->feature, name, sizeof name);
        TRY(add_any_text(p, "", err));
        lines->bytes[lines->length++] = '\t';
        TRY(add_any_text(p, name, err));
        lines->bytes[lines->length++] = '=';
        lines->length += ptron_format_number(reason->part, lines->bytes + lines->length, PTRON_NUMBER_ROOM);
    }
    return PTRON_OK;
}

static ptron_status add_line(struct prediction *p, const struct answer *a, ptron_error *err)
{
    struct lines *lines = &p->lines;

    TRY(add_any_text(p, "", err));
    if (p->with_places) {
        add_text(lines, a->place);
        lines->bytes[lines->length++] = '\t';
    }
    TRY(add_kept(p, a->row, err));
    add_text(lines, p->labels[a->label]);
    add_numbers(lines, a->scores, p->with_scores ? p->n_scores : 0);
    add_numbers(lines, a->chances, p->with_chances ? p->n_classes : 0);
    for (size_t i = 0; i < p->top; i++) {
        lines->bytes[lines->length++] = '\t';
        add_text(lines, p->labels[p->top_class[i]]);
        add_numbers(lines, &p->top_number[i], 1);
    }
    TRY(add_reasons(p, err));
    TRY(add_any_text(p, "", err));
    lines->bytes[lines->length++] = '\n';
    return PTRON_OK;
}

/* The names of the columns that the lines will have. */
static ptron_status print_names(struct prediction *p, ptron_error *err)
{
    FILE *out = p->output.file;

    if (p->with_places)
        fputs("place\t", out);
    for (size_t i = 0; i < p->kept.n; i++)
        fprintf(out, "%s\t", text_name(p->kept.names[i]).s);
    fputs("label", out);
    if (p->with_scores && p->n_scores == 1)
        fputs("\tscore", out);
    for (size_t c = 0; p->with_scores && p->n_scores > 1 && c < p->n_scores; c++)
        fprintf(out, "\tscore of %s", p->labels[c]);
    for (size_t c = 0; p->with_chances && c < p->n_classes; c++)
        fprintf(out, "\tprobability of %s", p->labels[c]);
    for (size_t i = 0; i < p->top; i++)
        fprintf(out, "\tlabel %zu\t%s %zu", i + 1, p->with_chances ? "probability" : "score", i + 1);
    for (size_t i = 0; i < p->reasons.most; i++)
        fprintf(out, "\treason %zu", i + 1);
    fputc('\n', out);
    return output_flush(&p->output, err);
}

/* ---- blocks of rows ------------------------------------------------------------------------------ */

static ptron_status make_score_room(struct prediction *p, uint64_t rows, ptron_error *err)
{
    void *scores, *chances, *classes;

    if (rows <= p->room)
        return PTRON_OK;
    if (rows > SIZE_MAX / sizeof(double) / p->n_classes)
        return diag_fail(err, PTRON_NOMEM, "no memory for the scores of %s rows", text_count(rows).s);
    scores = realloc(p->scores, (p->needs_scores ? (size_t)rows * p->n_scores : 1) * sizeof *p->scores);
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
    p->line_room += p->with_places ? PLACE_ROOM + 1 : 0;
    p->line_room += (p->with_scores ? p->n_scores : 0) * (PTRON_NUMBER_ROOM + 1);
    p->line_room += (p->with_chances ? p->n_classes : 0) * (PTRON_NUMBER_ROOM + 1);
    p->line_room += p->top * (longest + PTRON_NUMBER_ROOM + 2) + PTRON_NUMBER_ROOM + 2;
    return PTRON_OK;
}

static ptron_status answer_row(struct prediction *p, const ptron_dataset *rows, uint64_t row, ptron_error *err)
{
    char place[PLACE_ROOM] = "";
    const struct answer a = {row, place, p->classes[row], p->scores + (p->needs_scores ? row * p->n_scores : 0),
                             p->chances + (p->with_chances ? row * p->n_classes : 0)};

    if (p->with_places)
        facts_row_place(rows, row, place, sizeof place);
    if (p->top > 0)
        best_labels(p->with_chances ? a.chances : a.scores, p->with_chances ? p->n_classes : p->n_scores, p->top,
                    p->top_class, p->top_number);
    if (p->reasons.most > 0)
        TRY(reasons_find(&p->reasons, rows, row, a.label, a.scores, err));
    return (p->json ? print_json : add_line)(p, &a, err);
}

static ptron_status add_empty_cells(struct prediction *p, size_t n, ptron_error *err)
{
    for (size_t i = 0; i < n; i++) {
        TRY(add_any_text(p, "", err));
        p->lines.bytes[p->lines.length++] = '\t';
    }
    return PTRON_OK;
}

/* As many columns as the fullest line has: all but the place and the answer are empty. */
static ptron_status add_blank(struct prediction *p, const char *place, ptron_error *err)
{
    const struct reasons *reasons = &p->reasons;
    const size_t after = (p->with_scores ? p->n_scores : 0) + (p->with_chances ? p->n_classes : 0) + 2 * p->top +
                         (reasons->most < reasons->features ? reasons->most : reasons->features);

    TRY(add_any_text(p, "", err));
    if (p->with_places) {
        add_text(&p->lines, place);
        p->lines.bytes[p->lines.length++] = '\t';
    }
    TRY(add_empty_cells(p, p->kept.n, err));
    TRY(add_any_text(p, p->no_answer, err));
    TRY(add_empty_cells(p, after, err));
    TRY(add_any_text(p, "", err));
    p->lines.bytes[p->lines.length++] = '\n';
    return PTRON_OK;
}

/* Lines without a row before row i: they get an answer, too, so that there is one for each line. */
static ptron_status answer_blanks(struct prediction *p, uint64_t i, size_t *blank, ptron_error *err)
{
    const char *file;
    uint64_t row, line;

    for (; ptron_stream_blank(p->stream, *blank, &row, &file, &line) && row == i; ++*blank) {
        char place[PLACE_ROOM];
        struct json json;
        snprintf(place, sizeof place, "%.*s:%llu", PLACE_ROOM - 32, text_path(file).s, (unsigned long long)line);
        if (!p->json) {
            TRY(add_blank(p, place, err));
            continue;
        }
        json = json_begin(p->output.file);
        if (p->with_places)
            json_text(&json, "place", place);
        json_put(&json, TEXT("label", NULL), COUNT("line", line));
        json_finish(&json);
    }
    return PTRON_OK;
}

static ptron_status answer(struct prediction *p, const ptron_dataset *rows, ptron_error *err)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    size_t blank = 0;

    ptron_dataset_describe(rows, &facts);
    TRY(make_score_room(p, facts.rows, err));
    TRY(make_line_room(p, facts.rows + ptron_stream_blanks(p->stream), err));
    if (facts.rows > 0)
        TRY(ptron_predict(p->model, rows, p->args->options, p->needs_scores ? p->scores : NULL, p->classes, err));
    if (p->with_chances && facts.rows > 0)
        TRY(ptron_predict_probabilities(p->model, rows, NULL, p->chances, err));
    p->lines.length = 0;
    for (uint64_t i = 0; i < facts.rows; i++) {
        TRY(answer_blanks(p, i, &blank, err));
        TRY(answer_row(p, rows, i, err));
    }
    TRY(answer_blanks(p, facts.rows, &blank, err));
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

static bool on_wait(void *user, uint64_t taken)
{
    (void)user, (void)taken;
    return !interrupts_any();
}

static ptron_status open_all(struct prediction *p, ptron_error *err)
{
    const ptron_watch watch = {.size = sizeof watch, .on_wait = on_wait};

    TRY(ptron_options_watch(p->args->options, &watch, err));
    TRY(ptron_model_load(p->args->files[0], &p->model, err));
    p->n_scores = ptron_model_scores(p->model);
    p->n_classes = p->n_scores == 1 ? 2 : p->n_scores;
    if (p->with_chances && !ptron_model_has_probabilities(p->model))
        return diag_fail(err, PTRON_ARGUMENT, "the model has no probabilities: train with --calibrate");
    TRY(reasons_begin(&p->reasons, p->model, p->reasons.most, err));
    p->top = p->top > p->n_classes ? p->n_classes : p->top;
    p->top_class = calloc(p->top + 1, sizeof *p->top_class);
    p->top_number = calloc(p->top + 1, sizeof *p->top_number);
    if (p->top_class == NULL || p->top_number == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for the best labels");
    TRY(prepare_lines(p, err));
    TRY(ptron_stream_open(p->args->files + 1, p->args->n_files - 1, p->args->options, p->model, &p->stream, err));
    TRY(kept_begin(&p->kept, p->stream, args_value(p->args, "keep"), err));
    TRY(ptron_stream_keep_blanks(p->stream, err));
    if (ranks_first())
        TRY(output_open(&p->output, args_value(p->args, "output"), err));
    else if ((p->output.file = tmpfile()) == NULL)
        return diag_fail(err, PTRON_IO, "cannot keep the lines of this rank: %s", strerror(errno));
    if (args_flag(p->args, "names") && ranks_first())
        TRY(print_names(p, err));
    if (p->output.to != NULL)
        interrupts_catch();   /* so that Ctrl-C leaves no half file behind */
    return PTRON_OK;
}

/* What all ranks have left out; the first bad row is told where rank 0 has met it. */
static ptron_status add_facts(ptron_dataset_facts *facts, ptron_error *err)
{
    uint64_t *const counts[] = {&facts->bad_rows,       &facts->missing_rows,      &facts->dropped_rows,
                                &facts->missing_cells,  &facts->unseen_labels,     &facts->unseen_words,
                                &facts->unseen_features, &facts->unseen_categories, &facts->header_lines};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        TRY(ptron_ranks_sum(ranks_all(), counts[i], 1, err));
    return PTRON_OK;
}

static ptron_status finish(struct prediction *p, ptron_dataset_facts *facts, ptron_error *err)
{
    ptron_stream_describe(p->stream, facts);
    if (!ranks_many())
        return output_commit(&p->output, err);
    TRY(ranks_join_output(p->output.file, err));
    TRY(add_facts(facts, err));
    return ranks_first() ? output_commit(&p->output, err) : PTRON_OK;
}

static void print_notes(const ptron_dataset_facts *facts)
{
    facts_note_skipped(facts);
    facts_note_unseen(facts);
    facts_note_labels(facts);
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
    free(p->top_class);
    free(p->top_number);
    kept_end(&p->kept);
    reasons_end(&p->reasons);
}

static int run_predict(const struct args *args)
{
    struct prediction p = {.args = args, .with_scores = args_flag(args, "scores") || args_flag(args, "json"),
                           .with_chances = args_flag(args, "probabilities"), .with_places = args_flag(args, "places"),
                           .json = args_flag(args, "json"), .no_answer = args_value(args, "no-answer")};
    PTRON_SIZED(ptron_dataset_facts, facts);
    uint64_t top, most;
    ptron_error err = {0};
    ptron_status status;
    int code = EXIT_DONE;

    if (p.no_answer == NULL)
        p.no_answer = "?";
    if (!args_count(args, "top", 0, &top) || !args_count(args, "explain", 0, &most))
        return EXIT_USAGE;
    if (p.json && args_flag(args, "names"))
        return diag_usage("predict", "--names is for lines; JSON has its names");
    p.top = top > SIZE_MAX / 64 ? SIZE_MAX / 64 : (size_t)top;
    p.reasons.most = (size_t)most;
    p.needs_scores = p.with_scores || p.top > 0 || most > 0;
    status = open_all(&p, &err);
    if (status == PTRON_OK)
        status = answer_all(&p, &err);
    if (status == PTRON_OK)
        status = finish(&p, &facts, &err);
    if (status == PTRON_OK && !args_flag(args, "quiet"))
        print_notes(&facts);
    if (status != PTRON_OK)
        code = diag_error(args->command->name, &err);
    prediction_free(&p);
    return status == PTRON_CANCELED ? interrupts_code() : code;
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
             "How rows are read, scaled and completed comes from the model. Each line but a header's has an answer:\n"
             "an empty one, a comment, and a row that is left out, as by --on-bad skip or --classes, get that of\n"
             "--no-answer, and empty cells in the other columns. A control character in a label is printed as \\n,\n"
             "\\t, \\r or \\xNN, so that a label never breaks a line.\n",
    .examples = "  perceptron predict iris.model new.csv\n"
                "  perceptron predict iris.model new.csv --scores -o answers.tsv\n"
                "  perceptron predict iris.model new.csv --top 2 --explain 3 --names\n"
                "  tail -f messages.txt | perceptron predict spam.model - --json\n",
    .options = {
        {"scores", 0, NULL, "after the label a TAB and the score; one score per class when there are more than two"},
        {"probabilities", 0, NULL, "after the label a TAB and a probability for each class, in the order of 'show'"},
        {"top", 0, "K", "after the label the K best labels, each with its score (with --probabilities: that)"},
        {"explain", 0, "K",
         "linear models: after all that the K features that spoke loudest, each as NAME=PART of the score"},
        {"keep", 0, "COLUMNS", "before the label the cells of these columns of a table, by name or number from 1"},
        {"names", 0, NULL, "a first line that names the columns of the answers"},
        {"no-answer", 0, "TEXT", "the answer for a line without a row; '?' when not given, in JSON a label of null"},
        {"places", 0, NULL, "before the label the row's place, file:line, and a TAB"},
        {"output", 'o', "FILE", "write the lines here instead of standard output"},
        {"json", 0, NULL, "one JSON object per line: label and score, or scores by class"},
        RANKS_OPTIONS,
        {"quiet", 'q', NULL, "no notes"},
    },
    .groups = {"data", "use"},
    .of_model = true,
    .shared = true,
    .run = run_predict,
};
