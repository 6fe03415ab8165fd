/* A trace as one JSON object. Exact numbers are strings, all others numbers. */
#include "json_stream.h"
#include "trace/trace.h"
#include "words/training.h"

#include <math.h>

static void json_number(struct json *json, const char *key, const struct trace *t, const struct number *number)
{
    if (t->exact && !isnan(number->value))
        json_text(json, key, number->text);
    else
        json_real(json, key, number->value);
}

static void json_line(struct json *json, const struct trace *t, const struct trace_line *line)
{
    json_object(json, NULL);
    json_put(json, COUNT("epoch", line->epoch), COUNT("row", line->row + 1));
    json_array(json, "x");
    for (size_t j = 0; j < t->n; j++)
        json_real(json, NULL, t->values[line->row * (t->n + 1) + j]);
    json_end_array(json);
    json_real(json, "y", line->sign);
    json_number(json, "product", t, &line->product);
    json_put(json, FLAG("mistake", line->mistake), FLAG("update", line->moved));
    json_array(json, "w");
    for (size_t j = 0; j < t->n; j++)
        json_number(json, NULL, t, &line->weights[j]);
    json_end_array(json);
    json_number(json, "b", t, &line->bias);
    json_count(json, "updates", line->updates);
    json_number(json, "mass", t, &line->mass);
    json_number(json, "margin_lower", t, &line->lower);
    json_number(json, "margin_upper", t, &line->upper);
    json_number(json, "lemma1", t, &line->lemma1);
    json_number(json, "lemma1_bound", t, &line->lemma1_bound);
    json_number(json, "lemma2", t, &line->lemma2);
    json_number(json, "lemma2_bound", t, &line->lemma2_bound);
    json_end_object(json);
}

void trace_print_json(FILE *out, const struct trace *t)
{
    struct json json = json_begin(out);

    json_put(&json, TEXT("algorithm", t->result.algorithm), FLAG("exact", t->exact));
    json_array(&json, "steps");
    for (size_t i = 0; i < t->n_lines; i++)
        json_line(&json, t, &t->lines[i]);
    json_end_array(&json);
    if (t->reference.known) {
        json_object(&json, "reference");
        json_number(&json, "gamma", t, &t->reference.gamma);
        json_number(&json, "norm2", t, &t->reference.norm2);
        json_number(&json, "radius2", t, &t->radius2);
        json_number(&json, "bound", t, &t->reference.bound);
        json_end_object(&json);
    } else {
        json_text(&json, "reference", NULL);
    }
    if (t->times != NULL) {
        json_array(&json, "contradiction");
        for (uint64_t i = 0; i < t->facts.rows; i++)
            if (t->times[i] > 0)
                json_put(&json, OBJECT(NULL), COUNT("row", i + 1), COUNT("times", t->times[i]), END);
        json_end_array(&json);
    } else {
        json_text(&json, "contradiction", NULL);
    }
    json_text(&json, "note", trace_note(t));
    run_json(&json, &t->result);
    json_finish(&json);
}
