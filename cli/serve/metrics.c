/* Counters, as Prometheus reads them, and whether all is well. */
#include "json_stream.h"
#include "serve/learning.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const unsigned codes[] = {200, 400, 403, 404, 405, 406, 413, 415, 500, 503, 0};   /* 0: broken off */
static const double buckets[] = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0};
static const char *const route_names[] = {
    [ROUTE_PAGE] = "/", [ROUTE_HEALTH] = "/health", [ROUTE_METRICS] = "/metrics", [ROUTE_API] = "/openapi.json",
    [ROUTE_MODELS] = "/models", [ROUTE_PREDICT] = "/predict", [ROUTE_LEARN] = "/learn", [ROUTE_NONE] = "none",
};
enum { N_CODES = sizeof codes / sizeof *codes, N_BUCKETS = sizeof buckets / sizeof *buckets };

struct metrics {
    atomic_ullong requests[N_ROUTES][N_CODES];
    atomic_ullong within[N_ROUTES][N_BUCKETS + 1];   /* the first bucket that holds it */
    atomic_ullong microseconds[N_ROUTES];
};

struct metrics *metrics_new(void)
{
    return calloc(1, sizeof(struct metrics));
}

void metrics_free(struct metrics *metrics)
{
    free(metrics);
}

void metrics_request(struct metrics *metrics, enum route route, unsigned status, double seconds)
{
    size_t code = 0, bucket = 0;

    while (code < N_CODES - 1 && codes[code] != status)
        code++;
    while (bucket < N_BUCKETS && seconds > buckets[bucket])
        bucket++;
    atomic_fetch_add(&metrics->requests[route][code], 1);
    atomic_fetch_add(&metrics->within[route][bucket], 1);
    atomic_fetch_add(&metrics->microseconds[route], (unsigned long long)(seconds * 1e6));
}

/* ---- text for Prometheus ------------------------------------------------------------------------- */

static void write_head(FILE *out, const char *name, const char *type, const char *help)
{
    fprintf(out, "# HELP perceptron_%s %s\n# TYPE perceptron_%s %s\n", name, help, name, type);
}

static void write_requests(FILE *out, struct metrics *m)
{
    write_head(out, "requests_total", "counter", "Requests by route and status; status 0: broken off.");
    for (size_t r = 0; r < N_ROUTES; r++)
        for (size_t c = 0; c < N_CODES; c++) {
            const unsigned long long n = atomic_load(&m->requests[r][c]);
            if (n > 0)
                fprintf(out, "perceptron_requests_total{route=\"%s\",code=\"%u\"} %llu\n", route_names[r], codes[c], n);
        }
}

static void write_histogram(FILE *out, struct metrics *m, enum route route)
{
    const char *name = route_names[route];
    unsigned long long below = 0;

    for (size_t b = 0; b < N_BUCKETS; b++) {
        below += atomic_load(&m->within[route][b]);
        fprintf(out, "perceptron_request_seconds_bucket{route=\"%s\",le=\"%g\"} %llu\n", name, buckets[b], below);
    }
    below += atomic_load(&m->within[route][N_BUCKETS]);
    fprintf(out, "perceptron_request_seconds_bucket{route=\"%s\",le=\"+Inf\"} %llu\n", name, below);
    fprintf(out, "perceptron_request_seconds_sum{route=\"%s\"} %.6f\n", name,
            (double)atomic_load(&m->microseconds[route]) / 1e6);
    fprintf(out, "perceptron_request_seconds_count{route=\"%s\"} %llu\n", name, below);
}

static const struct {
    const char *name, *help;
    size_t      at;
} counters[] = {
    {"rows_total", "Rows answered.", offsetof(struct served, rows)},
    {"row_errors_total", "Rows that got an error in place of an answer.", offsetof(struct served, bad_rows)},
    {"unseen_words_total", "Words that the model does not know.", offsetof(struct served, unseen_words)},
    {"unseen_features_total", "Features that the model does not know.", offsetof(struct served, unseen_features)},
    {"unseen_categories_total", "Categories that the model does not know.", offsetof(struct served, unseen_categories)},
    {"unseen_columns_total", "Values in columns or under keys that the model does not know.",
     offsetof(struct served, unseen_keys)},
    {"reloads_total", "Times the model was loaded anew.", offsetof(struct served, reloads)},
    {"reload_failures_total", "Times a new file could not be loaded.", offsetof(struct served, reload_failures)},
};

static void write_counters(FILE *out, struct service *service)
{
    for (size_t c = 0; c < sizeof counters / sizeof *counters; c++) {
        write_head(out, counters[c].name, "counter", counters[c].help);
        for (size_t i = 0; i < service->n_models; i++) {
            atomic_ullong *value = (atomic_ullong *)(void *)((char *)&service->models[i] + counters[c].at);
            fprintf(out, "perceptron_%s{model=\"%s\"} %llu\n", counters[c].name, service->models[i].name,
                    (unsigned long long)atomic_load(value));
        }
    }
}

static struct drift drift_of(struct served *served)
{
    struct drift drift;

    pthread_mutex_lock(&served->lock);
    drift = served->drift;
    pthread_mutex_unlock(&served->lock);
    return drift;
}

static void write_drift(FILE *out, struct service *service)
{
    write_head(out, "score_decile_total", "counter", "Answers whose score is in each tenth of the training rows'.");
    for (size_t i = 0; i < service->n_models; i++) {
        const struct drift drift = drift_of(&service->models[i]);
        for (size_t d = 0; drift.known && d < DECILES; d++)
            fprintf(out, "perceptron_score_decile_total{model=\"%s\",decile=\"%zu\"} %" PRIu64 "\n",
                    service->models[i].name, d + 1, drift.count[d]);
    }
    write_head(out, "score_drift", "gauge", "Population stability index of the last 1,024 scores against those of the "
               "training rows (--reference).");
    for (size_t i = 0; i < service->n_models; i++) {
        const struct drift drift = drift_of(&service->models[i]);
        const double index = drift_index(&drift);
        if (drift.known && !isnan(index))
            fprintf(out, "perceptron_score_drift{model=\"%s\"} %.6f\n", service->models[i].name, index);
    }
}

static FILE *open_reply(char **bytes, size_t *length, struct reply *reply)
{
    FILE *out = open_memstream(bytes, length);

    if (out == NULL)
        reply_error(reply, 503, "no memory for the reply");
    return out;
}

static void close_reply(FILE *out, char **bytes, size_t *length, const char *type, struct reply *reply)
{
    if (fclose(out) != 0) {
        free(*bytes);
        reply_error(reply, 503, "no memory for the reply");
        return;
    }
    *reply = (struct reply){.status = 200, .type = type, .bytes = *bytes, .length = *length};
}

void metrics_write(struct service *service, struct reply *reply)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_reply(&bytes, &length, reply);

    if (out == NULL)
        return;
    write_requests(out, service->metrics);
    write_head(out, "request_seconds", "histogram", "From the head of a request to the end of its reply.");
    write_histogram(out, service->metrics, ROUTE_PREDICT);
    if (service->learner != NULL)
        write_histogram(out, service->metrics, ROUTE_LEARN);
    write_counters(out, service);
    write_drift(out, service);
    if (service->learner != NULL) {
        write_head(out, "learned_rows_total", "counter", "Rows learned from, those of the log before the start too.");
        fprintf(out, "perceptron_learned_rows_total %" PRIu64 "\n", learner_rows(service->learner));
    }
    close_reply(out, &bytes, &length, "text/plain; version=0.0.4; charset=utf-8", reply);
}

/* ---- health and models --------------------------------------------------------------------------- */

static void write_model(struct json *json, struct service *service, size_t i, bool all)
{
    struct served *served = &service->models[i];
    struct snapshot *snapshot = snapshot_take(served);
    PTRON_SIZED(ptron_model_facts, facts);
    char trouble[sizeof served->trouble];

    ptron_model_describe(snapshot->model, &facts);
    pthread_mutex_lock(&served->lock);
    memcpy(trouble, served->trouble, sizeof trouble);
    pthread_mutex_unlock(&served->lock);
    json_object(json, NULL);
    json_text(json, "name", served->name);
    if (trouble[0] != '\0')
        json_text(json, "trouble", trouble);
    if (all) {
        json_put(json, TEXT("kind", facts.kind), TEXT("format", facts.format), COUNT("features", facts.features),
                 FLAG("probabilities", ptron_model_has_probabilities(snapshot->model)),
                 FLAG("learns", service->learner != NULL && i == 0));
        json_array(json, "labels");
        for (size_t c = 0; ptron_model_class_name(snapshot->model, c) != NULL; c++)
            json_text(json, NULL, ptron_model_class_name(snapshot->model, c));
        json_end_array(json);
    }
    json_end_object(json);
    snapshot_drop(snapshot);
}

static void write_models(struct service *service, bool all, struct reply *reply)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_reply(&bytes, &length, reply);
    struct json json;

    if (out == NULL)
        return;
    json = json_begin(out);
    if (!all)
        json_put(&json, TEXT("status", atomic_load(&service->draining) ? "draining" : "ok"),
                 TEXT("version", ptron_version()));
    json_array(&json, "models");
    for (size_t i = 0; i < service->n_models; i++)
        write_model(&json, service, i, all);
    json_end_array(&json);
    json_finish(&json);
    close_reply(out, &bytes, &length, "application/json", reply);
}

void health_write(struct service *service, struct reply *reply)
{
    write_models(service, false, reply);
}

void models_write(struct service *service, struct reply *reply)
{
    write_models(service, true, reply);
}
