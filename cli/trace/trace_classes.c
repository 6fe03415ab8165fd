/* A trace with more than two labels: each row concerns its own label and the best other one, its rival. The product is
 * the lead of the own score over the rival's; at an update the row goes to the own weights and from the rival's. */
#include "diag.h"
#include "json.h"
#include "progress.h"
#include "trace/trace.h"
#include "words/numbers.h"
#include "words/training.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 10, CELL = 512 };

static const char *const heads[COLUMNS] = {"epoch", "row", "x", "label", "lead", "", "w of it", "b", "rival",
                                           "w and b of the rival"};

static const char *label_of(const struct trace *t, uint32_t label)
{
    const char *name = ptron_dataset_class_name(t->set, label);

    return name == NULL ? "" : name;
}

/* ---- making it ------------------------------------------------------------------------------------- */

/* Column `label` of weights [features][vectors]. */
static double *weights_of(const struct trace *t, const ptron_step *step, uint32_t label)
{
    double *own = malloc((t->n + 1) * sizeof *own);

    for (size_t j = 0; own != NULL && j < t->n; j++)
        own[j] = step->weights[j * step->vectors + label];
    return own;
}

static bool on_row(void *user, const ptron_step *step)
{
    struct trace *t = user;
    struct class_line line = {.epoch = step->epoch, .row = step->row, .label = step->label, .rival = step->rival,
                              .product = step->product, .mistake = step->mistake, .moved = step->step != 0.0,
                              .bias = {step->bias, step->rival_bias}};

    t->no_classes = step->vectors < 2 || step->weights == NULL || step->label >= step->vectors ||
                    step->rival >= step->vectors;
    if (t->no_classes || interrupts_any())
        return false;
    if (t->limit > 0 && t->n_class_lines == t->limit)
        return true;   /* the run goes on to its end */
    line.weights[0] = weights_of(t, step, step->label);
    line.weights[1] = weights_of(t, step, step->rival);
    if (line.weights[0] == NULL || line.weights[1] == NULL ||
        !trace_grow((void **)&t->class_lines, &t->class_room, t->n_class_lines, sizeof line)) {
        free(line.weights[0]);
        free(line.weights[1]);
        t->no_memory = true;
        return false;
    }
    t->class_lines[t->n_class_lines++] = line;
    return true;
}

ptron_status trace_classes_make(struct trace *t, ptron_error *err)
{
    const ptron_status status = trace_run(t, on_row, err);

    if (status == PTRON_OK && t->no_classes)
        return diag_fail(err, PTRON_ARGUMENT, "with %s labels '%s' learns each against the rest, a run of its own; "
                         "choose one with --positive LABEL", text_count(t->facts.classes).s, t->result.algorithm);
    return status;
}

void trace_classes_free(struct trace *t)
{
    for (size_t i = 0; i < t->n_class_lines; i++) {
        free(t->class_lines[i].weights[0]);
        free(t->class_lines[i].weights[1]);
    }
    free(t->class_lines);
}

/* ---- as a table ------------------------------------------------------------------------------------ */

static void put_vector(const struct trace *t, const double *w, char *text)
{
    enum { SHOWN = 4 };
    size_t at = 0;

    for (size_t j = 0; j < t->n && j < SHOWN; j++)
        at += (size_t)snprintf(text + at, CELL - at, "%s%s", j == 0 ? "(" : ", ", text_number(w[j]).s);
    if (t->n > SHOWN)
        at += (size_t)snprintf(text + at, CELL - at, ", ... %zu more", t->n - SHOWN);
    snprintf(text + at, CELL - at, ")");
}

static void fill(const struct trace *t, const struct class_line *line, char cells[COLUMNS][CELL])
{
    const bool bias = t->constant > 0.0;
    size_t at;

    snprintf(cells[0], CELL, "%" PRIu64, line->epoch);
    snprintf(cells[1], CELL, "%" PRIu64, line->row + 1);
    put_vector(t, t->values + line->row * (t->n + 1), cells[2]);
    snprintf(cells[3], CELL, "%s", text_name(label_of(t, line->label)).s);
    snprintf(cells[4], CELL, "%s", text_number(line->product).s);
    snprintf(cells[5], CELL, "%s", line->mistake ? "mistake" : line->moved ? "update" : "right");
    put_vector(t, line->weights[0], cells[6]);
    snprintf(cells[7], CELL, "%s", bias ? text_number(line->bias[0]).s : "");
    snprintf(cells[8], CELL, "%s", text_name(label_of(t, line->rival)).s);
    put_vector(t, line->weights[1], cells[9]);
    at = strlen(cells[9]);
    if (bias)
        snprintf(cells[9] + at, CELL - at, "  %s", text_number(line->bias[1]).s);
}

static void measure(const struct trace *t, size_t widths[COLUMNS])
{
    char cells[COLUMNS][CELL];

    for (size_t c = 0; c < COLUMNS; c++)
        widths[c] = strlen(heads[c]);
    for (size_t i = 0; i < t->n_class_lines; i++) {
        fill(t, &t->class_lines[i], cells);
        for (size_t c = 0; c < COLUMNS; c++)
            widths[c] = strlen(cells[c]) > widths[c] ? strlen(cells[c]) : widths[c];
    }
}

static void print_cells(FILE *out, const struct trace *t, const size_t widths[COLUMNS], char cells[COLUMNS][CELL])
{
    for (size_t c = 0; c < COLUMNS; c++) {
        const bool right = c < 2 || c == 4 || c == 7;
        const char *text = cells == NULL ? heads[c] : cells[c];
        if (c == 7 && !(t->constant > 0.0))
            continue;
        fprintf(out, right ? "%s%*s" : "%s%-*s", c > 0 ? "  " : "", c + 1 == COLUMNS ? 0 : (int)widths[c], text);
    }
    fputc('\n', out);
}

void trace_classes_print(FILE *out, const struct trace *t)
{
    char cells[COLUMNS][CELL];
    size_t widths[COLUMNS];

    measure(t, widths);
    print_cells(out, t, widths, NULL);
    for (size_t i = 0; i < t->n_class_lines; i++) {
        if (i > 0 && t->class_lines[i].epoch != t->class_lines[i - 1].epoch)
            fputc('\n', out);
        fill(t, &t->class_lines[i], cells);
        print_cells(out, t, widths, cells);
    }
    fputc('\n', out);
    if (t->limit > 0 && t->n_class_lines == t->limit)
        fprintf(out, "(The first %s steps; --steps N shows more, 0 all.)\n", text_count(t->limit).s);
    fputs("lead: the score of the row's label less that of its rival, the best other one, before the step. At a\n"
          "mistake the row is added to the weights of its label and taken from those of the rival; all others stay.\n",
          out);
    run_print_stop(out, &t->result);
}

/* ---- as JSON --------------------------------------------------------------------------------------- */

static void json_vector(struct json *json, const char *key, const double *w, size_t n)
{
    json_array(json, key);
    for (size_t j = 0; j < n; j++)
        json_real(json, NULL, w[j]);
    json_end_array(json);
}

void trace_classes_print_json(FILE *out, const struct trace *t)
{
    struct json json = {.out = out};

    json_object(&json, NULL);
    json_text(&json, "algorithm", t->result.algorithm);
    json_flag(&json, "exact", false);
    json_array(&json, "steps");
    for (size_t i = 0; i < t->n_class_lines; i++) {
        const struct class_line *line = &t->class_lines[i];
        json_object(&json, NULL);
        json_count(&json, "epoch", line->epoch);
        json_count(&json, "row", line->row + 1);
        json_vector(&json, "x", t->values + line->row * (t->n + 1), t->n);
        json_text(&json, "label", label_of(t, line->label));
        json_text(&json, "rival", label_of(t, line->rival));
        json_real(&json, "product", line->product);
        json_flag(&json, "mistake", line->mistake);
        json_flag(&json, "update", line->moved);
        json_vector(&json, "w", line->weights[0], t->n);
        json_real(&json, "b", line->bias[0]);
        json_vector(&json, "rival_w", line->weights[1], t->n);
        json_real(&json, "rival_b", line->bias[1]);
        json_end_object(&json);
    }
    json_end_array(&json);
    run_json(&json, &t->result);
    json_end_object(&json);
    json_end_line(&json);
}
