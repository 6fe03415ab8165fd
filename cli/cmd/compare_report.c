/* A comparison as tables with bars, and as JSON. Only what does not depend on clocks or threads is printed. */
#include "cmd/compare_ways.h"
#include "json_stream.h"
#include "words/numbers.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BAR = 32, NAME_ROOM = 160, NAME_LEAST = 19, REASONS = 32 };

/* ---- what is measured ---------------------------------------------------------------------------- */

static double epochs_of(const ptron_result *r) { return (double)r->epochs; }

static double updates_of(const ptron_result *r)
{
    PTRON_SIZED(ptron_algorithm_info, info);

    return ptron_algorithm_find(r->algorithm, &info) && !info.weights ? (double)NAN : (double)r->updates;
}

static double lower_of(const ptron_result *r) { return r->margin_lower; }
static double upper_of(const ptron_result *r) { return r->margin_upper; }
static double distance_of(const ptron_result *r) { return r->distance; }
static double error_of(const ptron_result *r) { return r->train_error; }
static double holdout_of(const ptron_result *r) { return r->holdout_error; }

static struct text whole_text(double value)
{
    return value == floor(value) ? text_count((uint64_t)value) : text_number(value);
}

static const struct quantity {
    const char *title, *key;
    double      (*of)(const ptron_result *r);   /* NaN: not known */
    struct text (*text)(double value);
} quantities[] = {
    {"epochs", "epochs", epochs_of, whole_text},
    {"updates", "updates", updates_of, whole_text},
    {"theorem margin", "margin_lower", lower_of, text_number},
    {"best margin at most", "margin_upper", upper_of, text_at_most},
    {"distance", "distance", distance_of, text_number},
    {"training error", "train_error", error_of, text_percent},
    {"hold-out error", "holdout_error", holdout_of, text_percent},
};
enum { N_QUANTITIES = sizeof quantities / sizeof *quantities };

struct spread {                   /* over the seeds of a way */
    size_t n;                     /* values that are known */
    double least, low, median, high, most;
};

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Between the two values next to that share of the way, as medians are. */
static double at_share(const double *sorted, size_t n, double share)
{
    const double at = share * (double)(n - 1);
    const size_t i = (size_t)at;

    return i + 1 < n && at > (double)i ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]) : sorted[i];
}

static struct spread spread_of(const struct comparison *c, size_t way, const struct quantity *q, double *scratch)
{
    const size_t seeds = c->n_values[AXIS_SEED];
    size_t n = 0;

    for (size_t s = 0; s < seeds; s++) {
        const double value = q->of(&c->results[way * seeds + s]);
        if (!isnan(value))
            scratch[n++] = value;
    }
    if (n == 0)
        return (struct spread){0, NAN, NAN, NAN, NAN, NAN};
    qsort(scratch, n, sizeof *scratch, by_value);
    return (struct spread){n, scratch[0], at_share(scratch, n, 0.25), at_share(scratch, n, 0.5),
                           at_share(scratch, n, 0.75), scratch[n - 1]};
}

/* ---- tables -------------------------------------------------------------------------------------- */

/* What tells this way from the others. */
static void name_way(const struct comparison *c, size_t way, char *name)
{
    size_t length = 0;

    name[0] = '\0';
    for (int a = 0; a < AXIS_SEED; a++) {
        const char *value = compare_value(c, way * c->n_values[AXIS_SEED], (enum axis)a);
        if (c->n_values[a] > 1 && length < NAME_ROOM)
            length += (size_t)snprintf(name + length, NAME_ROOM - length, "%s%s%s%s", length > 0 ? ", " : "",
                                       a == AXIS_ALGORITHM ? "" : axis_option[a],
                                       a == AXIS_ALGORITHM ? "" : " ", value);
    }
    if (length == 0)
        snprintf(name, NAME_ROOM, "%s", c->values[AXIS_ALGORITHM][0]);
}

static size_t widest_name(const struct comparison *c)
{
    char name[NAME_ROOM];
    size_t widest = NAME_LEAST;

    for (size_t way = 0; way < compare_ways(c); way++) {
        name_way(c, way, name);
        if (strlen(name) > widest)
            widest = strlen(name);
    }
    return widest;
}

static size_t column_of(double value, double from, double to)
{
    return to > from ? (size_t)((value - from) / (to - from) * (BAR - 1) + 0.5) : 0;
}

static void draw_bar(const struct spread *s, double from, double to, char *bar)
{
    const size_t least = column_of(s->least, from, to), most = column_of(s->most, from, to);
    const size_t low = column_of(s->low, from, to), high = column_of(s->high, from, to);

    assert(least <= low && low <= high && high <= most && most < BAR);
    for (size_t i = 0; i <= most; i++)
        bar[i] = i < least ? ' ' : i >= low && i <= high ? '=' : '-';
    bar[column_of(s->median, from, to)] = '#';
    bar[most + 1] = '\0';
}

/* Kernels beside others: margins of different spaces stand in one table. */
static bool mixes_spaces(const struct comparison *c)
{
    bool kernels = false, others = false;

    for (size_t i = 0; i < c->n_runs; i++) {
        PTRON_SIZED(ptron_algorithm_info, info);
        const bool kernel = ptron_algorithm_find(c->results[i].algorithm, &info) && info.kernels;
        kernels |= kernel;
        others |= !kernel && info.margins;
    }
    return kernels && others;
}

static void print_quantity(FILE *out, const struct comparison *c, const struct quantity *q, int width,
                           struct spread *spreads, double *scratch)
{
    double from = INFINITY, to = -INFINITY;
    char name[NAME_ROOM], bar[BAR + 1];

    for (size_t way = 0; way < compare_ways(c); way++) {
        spreads[way] = spread_of(c, way, q, scratch);
        from = fmin(from, spreads[way].least);
        to = fmax(to, spreads[way].most);
    }
    if (isinf(from))
        return;   /* nobody knows it */
    fprintf(out, "\n%-*s  %10s %10s %10s\n", width + 2, q->title, "least", "median", "most");
    for (size_t way = 0; way < compare_ways(c); way++) {
        const struct spread *s = &spreads[way];
        name_way(c, way, name);
        if (s->n == 0) {
            fprintf(out, "  %-*s  %10s\n", width, name, "none");
            continue;
        }
        draw_bar(s, from, to, bar);
        fprintf(out, "  %-*s  %10s %10s %10s  %s\n", width, name, q->text(s->least).s, q->text(s->median).s,
                q->text(s->most).s, bar);
    }
}

static void print_reasons(FILE *out, const struct comparison *c, int width)
{
    const size_t seeds = c->n_values[AXIS_SEED];
    char name[NAME_ROOM];

    fprintf(out, "\nstopped\n");
    for (size_t way = 0; way < compare_ways(c); way++) {
        uint64_t count[REASONS] = {0};
        const char *comma = "";

        name_way(c, way, name);
        fprintf(out, "  %-*s  ", width, name);
        for (size_t s = 0; s < seeds; s++)
            count[(unsigned)c->results[way * seeds + s].reason % REASONS]++;
        for (int reason = 0; reason < REASONS; reason++)
            if (count[reason] > 0) {
                fprintf(out, "%s%s: %s of %s", comma, ptron_stop_text((ptron_stop)reason),
                        text_count(count[reason]).s, text_count(seeds).s);
                comma = ", ";
            }
        fputc('\n', out);
    }
}

bool compare_report(FILE *out, const struct comparison *c)
{
    const int width = (int)widest_name(c);
    struct spread *spreads = calloc(compare_ways(c), sizeof *spreads);
    double *scratch = calloc(c->n_values[AXIS_SEED], sizeof *scratch);
    const bool good = spreads != NULL && scratch != NULL;
    PTRON_SIZED(ptron_dataset_facts, facts);

    ptron_dataset_describe(c->set, &facts);
    fprintf(out, "%s on %s, %s, %s: %s to train, %s\n", text_some(c->n_runs, "run").s,
            text_some(facts.rows, "row").s, text_some(facts.features, "feature").s,
            text_some(facts.classes, "label").s, text_some(compare_ways(c), "way").s,
            text_some(c->n_values[AXIS_SEED], "seed").s);
    print_reasons(out, c, width);
    for (size_t q = 0; good && q < N_QUANTITIES; q++)
        print_quantity(out, c, &quantities[q], width, spreads, scratch);
    if (good && mixes_spaces(c))
        fputs("\nA kernel's margins are of its own space, and do not compare with those of the others.\n", out);
    free(spreads);
    free(scratch);
    return good;
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static void json_way(struct json *json, const struct comparison *c, size_t run)
{
    for (int a = 0; a < AXIS_SEED; a++) {
        const char *value = compare_value(c, run, (enum axis)a);
        if (a == AXIS_RATE)
            json_real(json, axis_option[a], strtod(value, NULL));
        else
            json_text(json, axis_option[a], value);
    }
}

bool compare_json(FILE *out, const struct comparison *c)
{
    double *scratch = calloc(c->n_values[AXIS_SEED], sizeof *scratch);
    PTRON_SIZED(ptron_dataset_facts, facts);

    if (scratch == NULL)
        return false;
    struct json json = json_begin(out);
    ptron_dataset_describe(c->set, &facts);
    json_put(&json, COUNT("rows", facts.rows), COUNT("features", facts.features), COUNT("classes", facts.classes));
    json_array(&json, "ways");
    for (size_t way = 0; way < compare_ways(c); way++) {
        json_object(&json, NULL);
        json_way(&json, c, way * c->n_values[AXIS_SEED]);
        json_count(&json, "runs", c->n_values[AXIS_SEED]);
        for (size_t q = 0; q < N_QUANTITIES; q++) {
            const struct spread s = spread_of(c, way, &quantities[q], scratch);
            json_put(&json, OBJECT(quantities[q].key), REAL("least", s.least), REAL("median", s.median),
                     REAL("most", s.most), END);
        }
        json_end_object(&json);
    }
    json_end_array(&json);
    json_array(&json, "runs");
    for (size_t i = 0; i < c->n_runs; i++) {
        const ptron_result *r = &c->results[i];
        json_object(&json, NULL);
        json_way(&json, c, i);
        json_put(&json, COUNT("seed", r->seed), TEXT("reason", ptron_stop_text(r->reason)),
                 COUNT("epochs", r->epochs), COUNT("updates", r->updates), COUNT("mistakes", r->mistakes));
        for (size_t q = 2; q < N_QUANTITIES; q++)
            json_real(&json, quantities[q].key, quantities[q].of(r));
        json_end_object(&json);
    }
    json_end_array(&json);
    json_finish(&json);
    free(scratch);
    return true;
}
