/* A trace as one JSON object. Exact numbers are strings, all others numbers; what does not hold of a run is null. */
#include "json_stream.h"
#include "trace/trace.h"
#include "words/training.h"

#include <math.h>

static void json_number(struct json *json, const char *key, const struct number *number)
{
    if (number->text != NULL)
        json_text(json, key, number->text);
    else
        json_real(json, key, number->value);
}

static void json_weights(struct json *json, const struct trace *t, const struct trace_line *line)
{
    if (t->n_weights == 0) {
        json_text(json, "w", NULL);
        return;
    }
    json_array(json, "w");
    for (size_t j = 0; j < t->n_weights; j++)
        json_number(json, NULL, &line->weights[j]);
    json_end_array(json);
}

static void json_line(struct json *json, const struct trace *t, const struct trace_line *line)
{
    static const char *const names[LINE_NUMBERS] = {
        [N_PRODUCT] = "product", [N_STEP] = "step", [N_KEEP] = "keep", [N_ALPHA] = "alpha", [N_BIAS] = "b",
        [N_MASS] = "mass", [N_LOWER] = "margin_lower", [N_UPPER] = "margin_upper", [N_LEMMA1] = "lemma1",
        [N_LEMMA1_LEAST] = "lemma1_bound", [N_LEMMA2] = "lemma2", [N_LEMMA2_MOST] = "lemma2_bound",
    };

    json_object(json, NULL);
    json_put(json, COUNT("epoch", line->epoch), COUNT("row", line->row + 1));
    json_array(json, "x");
    for (size_t j = 0; j < t->n; j++)
        json_real(json, NULL, t->values[line->row * (t->n + 1) + j]);
    json_end_array(json);
    json_real(json, "y", line->sign);
    json_put(json, FLAG("mistake", line->mistake), FLAG("update", line->moved));
    if (t->gathers)
        json_put(json, FLAG("batch_step", line->steps));
    json_weights(json, t, line);
    json_count(json, "updates", line->updates);
    for (size_t i = 0; i < LINE_NUMBERS; i++)
        json_number(json, names[i], &line->numbers[i]);
    json_end_object(json);
}

static void json_reference(struct json *json, const struct trace *t)
{
    static const char *const names[RUN_NUMBERS] = {
        [R_GAMMA] = "gamma", [R_NORM2] = "norm2", [R_RADIUS2] = "radius2", [R_START2] = "start_norm2",
        [R_THRESHOLD] = "threshold", [R_LONGEST] = "longest_step", [R_MASS] = "mass", [R_BOUND] = "bound",
        [R_MASS_BOUND] = "mass_bound",
    };

    if (!t->known) {
        json_text(json, "reference", NULL);
        return;
    }
    json_object(json, "reference");
    for (size_t i = 0; i < RUN_NUMBERS; i++)
        json_number(json, names[i], &t->numbers[i]);
    json_end_object(json);
}

void trace_print_json(FILE *out, const struct trace *t)
{
    struct json json = json_begin(out);

    json_put(&json, TEXT("algorithm", t->result.algorithm), FLAG("exact", t->exact != NULL),
             TEXT("order", ptron_options_get(t->args->options, "order")));
    if (t->numbers_are[0] != '\0')
        json_text(&json, "values", t->numbers_are);
    json_array(&json, "steps");
    for (size_t i = 0; i < t->n_lines; i++)
        json_line(&json, t, &t->lines[i]);
    json_end_array(&json);
    json_reference(&json, t);
    if (t->alphas != NULL) {
        json_array(&json, "alphas");
        for (uint64_t i = 0; i < t->facts.rows; i++)
            json_real(&json, NULL, t->alphas[i]);
        json_end_array(&json);
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
    if (t->rounding.found)
        json_put(&json, OBJECT("rounding"), COUNT("epoch", t->rounding.epoch), COUNT("row", t->rounding.row + 1), END);
    json_text(&json, "note", trace_note(t));
    run_json(&json, &t->result);
    json_finish(&json);
}
