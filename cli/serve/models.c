/* Models by name: counted snapshots, and new ones when a file was replaced. A file that cannot be taken changes
 * nothing; why is told once, and in /health. */
#include "diag.h"
#include "serve/serve.h"
#include "words/numbers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- snapshots ----------------------------------------------------------------------------------- */

struct snapshot *snapshot_new(ptron_model *model)
{
    struct snapshot *snapshot = malloc(sizeof *snapshot);

    if (snapshot == NULL) {
        ptron_model_free(model);
        return NULL;
    }
    *snapshot = (struct snapshot){.model = model};
    atomic_init(&snapshot->refs, 1);
    pthread_mutex_init(&snapshot->lock, NULL);
    return snapshot;
}

void snapshot_drop(struct snapshot *snapshot)
{
    if (snapshot == NULL || atomic_fetch_sub(&snapshot->refs, 1) > 1)
        return;
    ptron_model_free(snapshot->model);
    pthread_mutex_destroy(&snapshot->lock);
    free(snapshot->weights);
    free(snapshot);
}

struct snapshot *snapshot_take(struct served *served)
{
    struct snapshot *snapshot;

    pthread_mutex_lock(&served->lock);
    snapshot = served->now;
    atomic_fetch_add(&snapshot->refs, 1);
    pthread_mutex_unlock(&served->lock);
    return snapshot;
}

void snapshot_publish(struct served *served, struct snapshot *snapshot)
{
    struct snapshot *before;

    pthread_mutex_lock(&served->lock);
    before = served->now;
    served->now = snapshot;
    pthread_mutex_unlock(&served->lock);
    snapshot_drop(before);
}

const double *snapshot_weights(struct snapshot *snapshot)
{
    PTRON_SIZED(ptron_model_facts, facts);
    double *weights;

    ptron_model_describe(snapshot->model, &facts);
    pthread_mutex_lock(&snapshot->lock);
    if (snapshot->weights == NULL && strcmp(facts.kind, "linear") == 0) {
        const size_t n = (size_t)(facts.vectors * facts.features);

        weights = malloc((n + 1) * sizeof *weights);
        if (weights != NULL && ptron_model_copy_weights(snapshot->model, weights, n, NULL, NULL) != PTRON_OK) {
            free(weights);
            weights = NULL;
        }
        snapshot->weights = weights;
    }
    weights = snapshot->weights;
    pthread_mutex_unlock(&snapshot->lock);
    return weights;
}

/* ---- files --------------------------------------------------------------------------------------- */

/* Rows come as text: a model of arrays has no way to read them. */
static ptron_status check_reads_text(const struct served *served, const ptron_model *model, ptron_error *err)
{
    static const char *const text[] = {"csv", "jsonl", "libsvm", "text", "arff"};
    PTRON_SIZED(ptron_model_facts, facts);

    ptron_model_describe(model, &facts);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        if (strcmp(facts.format, text[i]) == 0)
            return PTRON_OK;
    return diag_fail(err, PTRON_ARGUMENT, "%s was trained on %s rows, which are no lines of text: requests have none",
                     text_path(served->path).s, facts.format);
}

static ptron_status load(struct service *service, struct served *served, ptron_error *err)
{
    struct drift drift = {0};
    struct snapshot *snapshot;
    ptron_model *model = NULL;
    ptron_status status;

    TRY(ptron_model_load(served->path, &model, err));
    status = check_reads_text(served, model, err);
    if (status == PTRON_OK && served->reference != NULL)
        status = drift_measure(&drift, model, served->reference, service->options, err);
    if (status != PTRON_OK) {
        ptron_model_free(model);
        return status;
    }
    snapshot = snapshot_new(model);
    if (snapshot == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for a model");
    snapshot_publish(served, snapshot);
    pthread_mutex_lock(&served->lock);
    served->drift = drift;
    pthread_mutex_unlock(&served->lock);
    return PTRON_OK;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static void tell_trouble(struct served *served, const ptron_error *err)
{
    char why[sizeof served->trouble] = "";

    if (err != NULL)
        snprintf(why, sizeof why, "%.240s", err->message);
    pthread_mutex_lock(&served->lock);
    memcpy(served->trouble, why, sizeof why);
    pthread_mutex_unlock(&served->lock);
}

static void refresh(struct service *service, struct served *served, bool anyway)
{
    ptron_error err = {0};
    struct stat file;

    if (served->learns)
        return;
    if (stat(served->path, &file) != 0) {   /* between two names, perhaps: what was loaded stays */
        if (!anyway)
            return;
        file = (struct stat){0};
    }
    if (!anyway && same_file(&file, &served->seen))
        return;
    served->seen = file;
    if (load(service, served, &err) == PTRON_OK) {
        atomic_fetch_add(&served->reloads, 1);
        tell_trouble(served, NULL);
        if (!args_flag(service->args, "quiet"))
            diag_note("%s: loaded anew from %s", served->name, text_path(served->path).s);
        return;
    }
    atomic_fetch_add(&served->reload_failures, 1);
    tell_trouble(served, &err);
    diag_note("%s: %s cannot be loaded, and the model from before goes on: %s", served->name, text_path(served->path).s,
              err.message);
}

void models_refresh(struct service *service, bool all)
{
    for (size_t i = 0; i < service->n_models; i++)
        refresh(service, &service->models[i], all);
}

/* ---- names --------------------------------------------------------------------------------------- */

static bool is_name(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && strchr("._-", text[i]) == NULL)
            return false;
    return length > 0 && length <= 64;
}

/* NAME=FILE, or a FILE whose name without its ending is the name. */
static ptron_status name_model(struct served *served, const char *word, ptron_error *err)
{
    const char *equals = strchr(word, '='), *name = word;
    struct stat file;
    size_t length;

    served->path = word;
    if (equals != NULL && is_name(word, (size_t)(equals - word)) && stat(word, &file) != 0) {
        served->path = equals + 1;
        length = (size_t)(equals - word);
    } else {
        name = strrchr(word, '/') == NULL ? word : strrchr(word, '/') + 1;
        length = strrchr(name, '.') == NULL || strrchr(name, '.') == name ? strlen(name)
                                                                          : (size_t)(strrchr(name, '.') - name);
    }
    if (!is_name(name, length))
        return diag_fail(err, PTRON_ARGUMENT, "%s: no name for a model follows from this; say NAME=%s, of letters, "
                         "digits, '.', '_' and '-'", text_path(word).s, text_path(word).s);
    served->name = strndup(name, length);
    return served->name == NULL ? diag_fail(err, PTRON_NOMEM, "no memory for a name") : PTRON_OK;
}

struct served *models_find(const struct service *service, const char *name, size_t length)
{
    for (size_t i = 0; i < service->n_models; i++)
        if (strlen(service->models[i].name) == length && memcmp(service->models[i].name, name, length) == 0)
            return &service->models[i];
    return NULL;
}

static ptron_status open_model(struct service *service, const char *word, ptron_error *err)
{
    struct served *served = &service->models[service->n_models];

    TRY(name_model(served, word, err));
    if (models_find(service, served->name, strlen(served->name)) != NULL) {
        const ptron_status status = diag_fail(err, PTRON_ARGUMENT, "two models are named '%s': give one another name, "
                                              "as in NAME=%s", served->name, text_path(served->path).s);
        free(served->name);
        return status;
    }
    pthread_mutex_init(&served->lock, NULL);
    service->n_models++;
    return PTRON_OK;
}

/* [NAME=]FILE: of the first model without a name. */
static void set_reference(struct service *service, const char *word)
{
    const char *equals = strchr(word, '=');
    struct served *served = equals == NULL ? NULL : models_find(service, word, (size_t)(equals - word));

    if (served != NULL)
        served->reference = equals + 1;
    else
        service->models[0].reference = word;
}

ptron_status models_open(struct service *service, ptron_error *err)
{
    const struct args *args = service->args;

    service->models = calloc(args->n_files, sizeof *service->models);
    if (service->models == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for the models");
    for (size_t i = 0; i < args->n_files; i++)
        TRY(open_model(service, args->files[i], err));
    for (size_t i = 0; i < args->n_many; i++)
        set_reference(service, args->many[i]);
    for (size_t i = 0; i < service->n_models; i++) {
        if (stat(service->models[i].path, &service->models[i].seen) != 0)
            service->models[i].seen = (struct stat){0};
        TRY(load(service, &service->models[i], err));
    }
    return PTRON_OK;
}

void models_close(struct service *service)
{
    for (size_t i = 0; i < service->n_models; i++) {
        snapshot_drop(service->models[i].now);
        pthread_mutex_destroy(&service->models[i].lock);
        free(service->models[i].name);
    }
    free(service->models);
}
