/* A trace with more than two labels: each row concerns its own label and the best other one, its rival. The product is
 * the lead of the own score over the rival's; at an update the row goes to the own weights and from the rival's. */
#include "json_stream.h"
#include "trace/trace.h"
#include "words/numbers.h"
#include "words/training.h"

#include <inttypes.h>
#include <string.h>

enum { COLUMNS = 10 };

static const char *const heads[COLUMNS] = {"epoch", "row", "x", "label", "lead", "", "w of it", "b", "rival",
                                           "w and b of the rival"};

static const char *label_of(const struct trace *t, uint32_t label)
{
    const char *name = ptron_dataset_class_name(t->set, label);

    return name == NULL ? "" : name;
}

/* ---- as a table ------------------------------------------------------------------------------------ */

static void put_vector(const struct trace *t, const double *w, size_t stride, char *text)
{
    trace_vector_text(w, stride, t->n, 4, text, TRACE_CELL);
}

static bool fill(const struct trace *t, size_t i, char (*cells)[TRACE_CELL])
{
    PTRON_SIZED(ptron_step, step);
    const bool bias = t->constant > 0.0;
    size_t at;

    if (!ptron_run_step(t->run, i, &step, NULL))
        return false;
    snprintf(cells[0], TRACE_CELL, "%" PRIu64, step.epoch);
    snprintf(cells[1], TRACE_CELL, "%" PRIu64, step.row + 1);
    put_vector(t, t->values + step.row * (t->n + 1), 1, cells[2]);
    snprintf(cells[3], TRACE_CELL, "%s", text_name(label_of(t, step.label)).s);
    snprintf(cells[4], TRACE_CELL, "%s", text_number(step.product).s);
    snprintf(cells[5], TRACE_CELL, "%s", step.mistake ? "mistake" : step.step != 0.0 ? "update" : "right");
    put_vector(t, step.weights + step.label, step.vectors, cells[6]);
    snprintf(cells[7], TRACE_CELL, "%s", bias ? text_number(step.bias).s : "");
    snprintf(cells[8], TRACE_CELL, "%s", text_name(label_of(t, step.rival)).s);
    put_vector(t, step.weights + step.rival, step.vectors, cells[9]);
    at = strlen(cells[9]);
    if (bias)
        snprintf(cells[9] + at, TRACE_CELL - at, "  %s", text_number(step.rival_bias).s);
    return true;
}

static bool is_shown(const struct trace *t, size_t column)
{
    return column != 7 || t->constant > 0.0;
}

void trace_classes_print(FILE *out, const struct trace *t)
{
    static const struct trace_table table = {heads, COLUMNS, 1 << 0 | 1 << 1 | 1 << 4 | 1 << 7, fill, is_shown};
    PTRON_SIZED(ptron_step, step);
    bool rows = true, ones = true, mistakes = true;   /* of the updates: along rows; once each; on mistakes alone */

    for (size_t i = 0; ptron_run_step(t->run, i, &step, NULL); i++) {
        rows &= step.keep == 1.0;
        ones &= step.step == 0.0 || step.step == 1.0;
        mistakes &= step.mistake == (step.step != 0.0);
    }
    trace_print_order(out, t);
    trace_print_table(out, t, &table);
    if (t->limit > 0 && ptron_run_step(t->run, t->limit - 1, &step, NULL))
        fprintf(out, "(The first %s; --steps N shows more, 0 all.)\n", text_some(t->limit, "step").s);
    fputs("lead: the score of the row's label less that of its rival, the best other one, before the step. ", out);
    if (!rows)
        fputs("At an\nupdate the weights of its label and of the rival move, each feature by a length of its own", out);
    else
        fprintf(out, "At a%s the row%s is added to the weights of its label and taken from those of the rival",
                ones && mistakes ? "\nmistake" : "n\nupdate", ones ? "" : ", times a step,");
    fputs("; all others stay.\n", out);
    run_print_stop(out, &t->result);
}

/* ---- as JSON --------------------------------------------------------------------------------------- */

static void json_vector(struct json *json, const char *key, const double *w, size_t stride, size_t n)
{
    json_array(json, key);
    for (size_t j = 0; j < n; j++)
        json_real(json, NULL, w[j * stride]);
    json_end_array(json);
}

void trace_classes_print_json(FILE *out, const struct trace *t)
{
    struct json json = json_begin(out);
    PTRON_SIZED(ptron_step, step);

    json_put(&json, TEXT("algorithm", t->result.algorithm), FLAG("exact", false));
    json_array(&json, "steps");
    for (size_t i = 0; ptron_run_step(t->run, i, &step, NULL); i++) {
        json_object(&json, NULL);
        json_put(&json, COUNT("epoch", step.epoch), COUNT("row", step.row + 1));
        json_vector(&json, "x", t->values + step.row * (t->n + 1), 1, t->n);
        json_put(&json, TEXT("label", label_of(t, step.label)), TEXT("rival", label_of(t, step.rival)),
                 REAL("product", step.product), FLAG("mistake", step.mistake),
                 FLAG("update", step.step != 0.0));
        json_vector(&json, "w", step.weights + step.label, step.vectors, t->n);
        json_real(&json, "b", step.bias);
        json_vector(&json, "rival_w", step.weights + step.rival, step.vectors, t->n);
        json_real(&json, "rival_b", step.rival_bias);
        json_end_object(&json);
    }
    json_end_array(&json);
    run_json(&json, &t->result);
    json_finish(&json);
}
