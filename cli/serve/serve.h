/* What the parts of `perceptron serve` share: the settings, the models by name, a request and its reply.
 *
 * Requests come on the threads of libmicrohttpd. A model is a snapshot that is counted: a request takes one and uses it
 * to its end, whatever is loaded or learned meanwhile. Nothing here reads or parses a file while a request waits. */
#ifndef CLI_SERVE_SERVE_H
#define CLI_SERVE_SERVE_H

#include "arguments.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

struct learner;
struct metrics;

struct settings {
    size_t   body_bytes, rows;     /* the most of a request */
    unsigned connections, threads;
    unsigned seconds;              /* for the head of a request, for the rest of it, and for the end of those under
                                      way */
    bool     loopback;             /* nobody else can reach it: names of other hosts are refused */
};

/* ---- models (models.c) --------------------------------------------------------------------------- */

struct snapshot {
    atomic_size_t  refs;
    ptron_model   *model;
    pthread_mutex_t lock;          /* of the weights, which are copied when the first explanation is asked for */
    double        *weights;
};

enum { DECILES = 10, RECENT = 1024 };

/* Where scores of training rows were cut into ten parts of equal size, and in which of them the last answers fell. */
struct drift {
    bool     known;                /* training rows were given */
    double   cut[DECILES - 1];
    uint64_t reference[DECILES];   /* training rows in each */
    uint64_t count[DECILES];       /* answers in each, since the model was loaded */
    unsigned char recent[RECENT];
    size_t   n_recent, next;
};

struct served {                    /* a model by name */
    char       *name;
    const char *path;
    const char *reference;         /* file of training rows; NULL: none */
    bool        learns;            /* it changes by learning, not by its file */
    pthread_mutex_t lock;          /* of what follows */
    struct snapshot *now;
    struct drift drift;
    struct stat seen;              /* the file when it was last looked at */
    char        trouble[320];      /* why the last file was not taken; empty: it was */
    atomic_ullong rows, bad_rows, unseen_words, unseen_features, unseen_categories, unseen_keys, reloads,
                  reload_failures;
};

struct service {
    const struct args *args;
    struct settings settings;
    ptron_options  *options;       /* to read and answer rows with; shared */
    struct served  *models;        /* [n_models], the first is what /predict asks */
    size_t          n_models;
    struct learner *learner;       /* NULL: nothing is learned */
    struct metrics *metrics;
    atomic_bool     draining;
    atomic_size_t   active;        /* requests under way */
};

ptron_status models_open(struct service *service, ptron_error *err);
void models_close(struct service *service);
/* Looks at the files, and takes those that were replaced; all: also those that look as they did. */
void models_refresh(struct service *service, bool all);
struct served *models_find(const struct service *service, const char *name, size_t length);   /* NULL: none */

struct snapshot *snapshot_new(ptron_model *model);   /* takes it over; NULL, and it is freed: no memory */
struct snapshot *snapshot_take(struct served *served);
void snapshot_drop(struct snapshot *snapshot);
void snapshot_publish(struct served *served, struct snapshot *snapshot);   /* takes the reference over */
/* The model's weights for explanations; NULL where it has none or memory is out. */
const double *snapshot_weights(struct snapshot *snapshot);

/* drift.c */
ptron_status drift_measure(struct drift *drift, const ptron_model *model, const char *path,
                           const ptron_options *options, ptron_error *err);
/* The population stability index of the last answers against the training rows; NaN: too few. */
double drift_index(const struct drift *drift);
/* Scores of n rows [n][n_scores] with their classes; the caller has the lock. */
void drift_add(struct drift *drift, const double *scores, const uint32_t *classes, size_t n, size_t n_scores);

/* ---- requests ------------------------------------------------------------------------------------ */

struct MHD_Connection;

struct reply {
    unsigned    status;            /* of HTTP; 0: not yet known */
    const char *type;
    char       *bytes;             /* [length] malloc'ed, handed over */
    size_t      length;
    uint64_t    errors;            /* rows with an error in place of an answer */
    const char *allow;             /* 405: the methods there are */
};

enum route { ROUTE_PAGE, ROUTE_HEALTH, ROUTE_METRICS, ROUTE_API, ROUTE_MODELS, ROUTE_PREDICT, ROUTE_LEARN, ROUTE_NONE };
enum { N_ROUTES = ROUTE_NONE + 1 };

enum answer_form { FORM_JSONL, FORM_JSON, FORM_CSV, FORM_TEXT };

struct request {
    struct service *service;
    struct MHD_Connection *connection;
    enum route     route;
    struct served *served;
    double         began;
    char          *body;           /* [length] */
    size_t         length, room;
    bool           large;          /* the body is longer than it may be, and not kept */
    bool           asked;          /* the handler has run */
    struct reply   reply;
    struct request *next;          /* among those that wait to be learned from */
};

void reply_text(struct reply *reply, unsigned status, const char *type, const char *bytes, size_t length);
/* {"error": {"message": ..., "line": ..., "column": ...}} */
void reply_error(struct reply *reply, unsigned status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void reply_failure(struct reply *reply, const ptron_error *err);

/* What a request asks for, from its query and its head (wishes.c). False: the reply says what is wrong. */
struct wishes {
    enum answer_form form;
    bool   scores, chances, names;
    size_t top, reasons;
    const char *keep, *threshold, *header;
    const char *format;            /* of the rows; NULL: not told */
};
bool wishes_read(const struct request *request, struct wishes *wishes, struct reply *reply);
/* Checks the rows themselves, and makes lines of JSON texts. False: the reply says what is wrong. */
bool body_prepare(struct request *request, const struct wishes *wishes, const ptron_model *model, struct reply *reply);

void answer_predict(struct request *request);   /* answering.c */

/* http.c: a listening socket that is non-blocking; unix_path is set where there is one. */
struct listener {
    int  fd;
    char place[128];               /* as it is told: http://127.0.0.1:8080 or unix:/run/x */
    const char *unix_path;
    bool loopback;
};
ptron_status listener_open(struct listener *listener, const char *word, ptron_error *err);
void listener_close(struct listener *listener);

struct http;
ptron_status http_open(struct service *service, const struct listener *listener, struct http **out, ptron_error *err);
/* Ends connections that take longer than they may. */
void http_reap(struct http *http);
/* No more connections; those that were made already are answered, as far as time allows. */
void http_drain(struct http *http, const struct listener *listener);
void http_close(struct http *http);

/* ---- what is told (metrics.c, pages.c) ----------------------------------------------------------- */

struct metrics *metrics_new(void);
void metrics_free(struct metrics *metrics);
void metrics_request(struct metrics *metrics, enum route route, unsigned status, double seconds);
void metrics_write(struct service *service, struct reply *reply);
void health_write(struct service *service, struct reply *reply);
void models_write(struct service *service, struct reply *reply);
void try_page_write(struct service *service, struct reply *reply);
void openapi_write(struct service *service, struct reply *reply);

#endif
