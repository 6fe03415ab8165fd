/* Requests in, replies out: routes, limits, connections. What libmicrohttpd gives is known here, in wishes.c and where
 * connections go on (learning.c).
 *
 * A connection is in one of two states, waiting for the head of a request or with a request under way; none may stay in
 * either longer than the settings say, however it trickles. */
#include "diag.h"
#include "progress.h"
#include "serve/http_library.h"
#include "serve/learning.h"
#include "words/numbers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct link {              /* a connection */
    struct link *next, *before;
    int    fd;
    double since;          /* it is in its state */
    bool   ended;          /* by us */
};

struct http {
    struct service *service;
    struct MHD_Daemon *daemon;
    pthread_mutex_t lock;  /* of the links, and of the lives of their descriptors */
    struct link *links;
};

/* ---- routes -------------------------------------------------------------------------------------- */

/* Each makes the reply; false: the request is in other hands, which will, and is not to be touched before. */
static bool answer_learn(struct request *request);

static bool answer_page(struct request *r) { return try_page_write(r->service, &r->reply), true; }
static bool answer_health(struct request *r) { return health_write(r->service, &r->reply), true; }
static bool answer_metrics(struct request *r) { return metrics_write(r->service, &r->reply), true; }
static bool answer_api(struct request *r) { return openapi_write(r->service, &r->reply), true; }
static bool answer_models(struct request *r) { return models_write(r->service, &r->reply), true; }
static bool answer_rows(struct request *r) { return answer_predict(r), true; }
static bool answer_none(struct request *r)
{
    return reply_error(&r->reply, 404, "there is nothing here: see /openapi.json"), true;
}

static const struct {
    const char *path;
    bool  posts;
    bool (*answer)(struct request *request);
} routes[] = {
    [ROUTE_PAGE] = {"/", false, answer_page},
    [ROUTE_HEALTH] = {"/health", false, answer_health},
    [ROUTE_METRICS] = {"/metrics", false, answer_metrics},
    [ROUTE_API] = {"/openapi.json", false, answer_api},
    [ROUTE_MODELS] = {"/models", false, answer_models},
    [ROUTE_PREDICT] = {"/predict", true, answer_rows},
    [ROUTE_LEARN] = {"/learn", true, answer_learn},
    [ROUTE_NONE] = {NULL, false, answer_none},
};

/* /predict, or /models/NAME/predict. */
static void find_route(struct request *request, const char *path)
{
    const char *rest = path;

    request->route = ROUTE_NONE;
    request->served = request->service->models;
    if (strncmp(path, "/models/", 8) == 0) {
        rest = path + 8 + strcspn(path + 8, "/");
        request->served = models_find(request->service, path + 8, (size_t)(rest - path) - 8);
    }
    for (size_t i = 0; request->served != NULL && i < ROUTE_NONE; i++)
        if (strcmp(rest, routes[i].path) == 0 && (rest == path || routes[i].posts))
            request->route = (enum route)i;
}

static bool answer_learn(struct request *request)
{
    struct wishes wishes;
    struct snapshot *snapshot;
    bool taken;

    if (request->service->learner == NULL || request->served != request->service->models) {
        reply_error(&request->reply, 404, "this model does not learn: the first one does, with --learn FILE");
        return true;
    }
    if (!wishes_read(request, &wishes, &request->reply))
        return true;
    snapshot = snapshot_take(request->served);
    taken = body_prepare(request, &wishes, snapshot->model, &request->reply) &&
            learner_takes(request->service->learner, &request->reply) &&
            learner_check(request, snapshot->model, &request->reply);
    snapshot_drop(snapshot);
    if (taken) {
        mhd.MHD_suspend_connection(request->connection);
        learner_add(request->service->learner, request);
    }
    return !taken;
}

/* ---- who may ask --------------------------------------------------------------------------------- */

/* A page of some other host, open in a browser on this machine, must not reach us: neither by its origin, nor by a name
 * that it has made point here. */
static bool is_own_host(const char *host)
{
    const size_t length = strcspn(host, ":");

    return host[0] == '[' || (length == 9 && strncmp(host, "localhost", 9) == 0) ||
           (length > 0 && strspn(host, "0123456789.") == length);
}

static bool check_source(const struct request *request, struct reply *reply)
{
    const char *host = mhd.MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, "Host");
    const char *origin = mhd.MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, "Origin");
    const char *from = origin == NULL ? NULL : strstr(origin, "://");

    if (origin != NULL && (from == NULL || host == NULL || strcmp(from + 3, host) != 0))
        reply_error(reply, 403, "requests from pages of other hosts are refused");
    else if (request->service->settings.loopback && host != NULL && !is_own_host(host))
        reply_error(reply, 403, "requests to another host's name are refused");
    return reply->status == 0;
}

/* What can be said before the body comes. */
static void check_head(struct request *request, const char *method)
{
    const bool get = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0, post = strcmp(method, "POST") == 0;
    const char *length = mhd.MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, "Content-Length");
    struct reply *reply = &request->reply;

    if (!check_source(request, reply))
        return;
    if (request->route == ROUTE_NONE)
        answer_none(request);
    else if (routes[request->route].posts ? !post : !get) {
        reply_error(reply, 405, "%s is not for this: %s is", get || post ? method : "the method",
                    routes[request->route].posts ? "POST" : "GET");
        reply->allow = routes[request->route].posts ? "POST" : "GET, HEAD";
    } else if (length != NULL && strtoull(length, NULL, 10) > request->service->settings.body_bytes) {
        reply_error(reply, 413, "a request may have %s",
                        text_counted(request->service->settings.body_bytes, "byte").s);
    }
}

/* ---- replies ------------------------------------------------------------------------------------- */

static enum MHD_Result send_reply(struct request *request)
{
    struct reply *reply = &request->reply;
    struct MHD_Response *response;
    enum MHD_Result sent;
    char errors[24];

    if (reply->bytes == NULL && reply->length > 0)
        return MHD_NO;
    response = mhd.MHD_create_response_from_buffer(reply->length, reply->bytes, MHD_RESPMEM_MUST_FREE);
    if (response == NULL)
        return MHD_NO;
    reply->bytes = NULL;
    mhd.MHD_add_response_header(response, "Content-Type", reply->type);
    mhd.MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    mhd.MHD_add_response_header(response, "Cache-Control", "no-store");
    if (request->route == ROUTE_PAGE)
        mhd.MHD_add_response_header(response, "Content-Security-Policy", "default-src 'none'; connect-src 'self'; "
                                    "style-src 'unsafe-inline'; script-src 'unsafe-inline'");
    if (reply->allow != NULL)
        mhd.MHD_add_response_header(response, "Allow", reply->allow);
    if (reply->status == 200 && routes[request->route].posts) {
        snprintf(errors, sizeof errors, "%llu", (unsigned long long)reply->errors);
        mhd.MHD_add_response_header(response, "X-Perceptron-Errors", errors);
    }
    if (atomic_load(&request->service->draining))
        mhd.MHD_add_response_header(response, "Connection", "close");
    sent = mhd.MHD_queue_response(request->connection, reply->status, response);
    mhd.MHD_destroy_response(response);
    return sent;
}

/* ---- requests ------------------------------------------------------------------------------------ */

static void enter_state(struct http *http, struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = mhd.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct link *link = info == NULL ? NULL : info->socket_context;

    if (link == NULL)
        return;
    pthread_mutex_lock(&http->lock);
    link->since = clock_now();
    pthread_mutex_unlock(&http->lock);
}

static enum MHD_Result begin_request(struct http *http, struct MHD_Connection *connection, const char *path,
                                     const char *method, void **place)
{
    struct request *request = calloc(1, sizeof *request);

    if (request == NULL)
        return MHD_NO;
    *request = (struct request){.service = http->service, .connection = connection, .began = clock_now()};
    *place = request;
    atomic_fetch_add(&http->service->active, 1);
    enter_state(http, connection);
    find_route(request, path);
    check_head(request, method);
    request->asked = request->reply.status != 0;
    return request->asked ? send_reply(request) : MHD_YES;
}

/* MHD_NO ends the connection. */
static enum MHD_Result take_bytes(struct request *request, const char *bytes, size_t length)
{
    const size_t most = request->service->settings.body_bytes;

    if (request->large || request->length + length > most) {
        const bool flood = request->length > 2 * most;   /* nobody waits for its end */
        request->large = true;
        request->length += length;
        return flood ? MHD_NO : MHD_YES;
    }
    if (request->length + length + 1 > request->room) {
        const size_t room = 2 * (request->length + length) + 1;
        char *more = realloc(request->body, room);
        if (more == NULL)
            return MHD_NO;
        request->body = more;
        request->room = room;
    }
    memcpy(request->body + request->length, bytes, length);
    request->length += length;
    return MHD_YES;
}

static enum MHD_Result on_request(void *user, struct MHD_Connection *connection, const char *path, const char *method,
                                  const char *version, const char *bytes, size_t *length, void **place)
{
    struct request *request = *place;

    (void)version;
    if (request == NULL)
        return begin_request(user, connection, path, method, place);
    if (*length > 0) {
        const enum MHD_Result taken = request->asked ? MHD_YES : take_bytes(request, bytes, *length);
        *length = 0;
        return taken;
    }
    if (!request->asked) {
        request->asked = true;
        if (request->large)
            reply_error(&request->reply, 413, "a request may have %s",
                        text_counted(request->service->settings.body_bytes, "byte").s);
        else if (!routes[request->route].answer(request))
            return MHD_YES;
    }
    return send_reply(request);
}

static void on_completed(void *user, struct MHD_Connection *connection, void **place,
                         enum MHD_RequestTerminationCode how)
{
    struct request *request = *place;
    struct http *http = user;

    (void)how;
    enter_state(http, connection);
    if (request == NULL)
        return;
    metrics_request(http->service->metrics, request->route, request->reply.status, clock_now() - request->began);
    free(request->reply.bytes);
    free(request->body);
    free(request);
    *place = NULL;
    atomic_fetch_sub(&http->service->active, 1);
}

/* ---- connections --------------------------------------------------------------------------------- */

static void on_connection(void *user, struct MHD_Connection *connection, void **place,
                          enum MHD_ConnectionNotificationCode what)
{
    const union MHD_ConnectionInfo *info = mhd.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct http *http = user;
    struct link *link = *place;

    pthread_mutex_lock(&http->lock);
    if (what == MHD_CONNECTION_NOTIFY_STARTED && info != NULL && (link = calloc(1, sizeof *link)) != NULL) {
        *link = (struct link){.next = http->links, .fd = info->connect_fd, .since = clock_now()};
        if (http->links != NULL)
            http->links->before = link;
        http->links = link;
        *place = link;
    } else if (what == MHD_CONNECTION_NOTIFY_CLOSED && link != NULL) {
        *(link->before == NULL ? &http->links : &link->before->next) = link->next;
        if (link->next != NULL)
            link->next->before = link->before;
        free(link);
        *place = NULL;
    }
    pthread_mutex_unlock(&http->lock);
}

void http_reap(struct http *http)
{
    const double now = clock_now();

    pthread_mutex_lock(&http->lock);
    for (struct link *link = http->links; link != NULL; link = link->next)
        if (!link->ended && now - link->since > http->service->settings.seconds) {
            link->ended = true;
            shutdown(link->fd, SHUT_RDWR);
        }
    pthread_mutex_unlock(&http->lock);
}

/* ---- beginning and end --------------------------------------------------------------------------- */

static void on_log(void *user, const char *format, va_list arguments)   /* what clients do wrong is no news */
{
    (void)user, (void)format, (void)arguments;
}

ptron_status http_open(struct service *service, const struct listener *listener, struct http **out, ptron_error *err)
{
    const struct settings *settings = &service->settings;
    struct http *http = *out = calloc(1, sizeof *http);

    if (http == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory to serve with");
    if (!http_library_open()) {
        free(http);
        *out = NULL;
        return diag_fail(err, PTRON_IO, "libmicrohttpd, which serving needs, is not on this machine");
    }
    http->service = service;
    pthread_mutex_init(&http->lock, NULL);
    http->daemon = mhd.MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        on_request, http, MHD_OPTION_EXTERNAL_LOGGER, on_log, NULL, MHD_OPTION_LISTEN_SOCKET, listener->fd,
        MHD_OPTION_THREAD_POOL_SIZE, settings->threads > 1 ? settings->threads : 0, MHD_OPTION_CONNECTION_LIMIT,
        settings->connections, MHD_OPTION_CONNECTION_TIMEOUT, settings->seconds, MHD_OPTION_NOTIFY_COMPLETED,
        on_completed, http, MHD_OPTION_NOTIFY_CONNECTION, on_connection, http, MHD_OPTION_END);
    if (http->daemon != NULL)
        return PTRON_OK;
    pthread_mutex_destroy(&http->lock);
    free(http);
    *out = NULL;
    return diag_fail(err, PTRON_IO, "cannot serve at %s: %s", listener->place, strerror(errno));
}

/* Connections that were made before we stopped listening, and that nobody has taken yet. */
static void take_waiting(struct http *http, const struct listener *listener)
{
    for (unsigned i = 0; i < http->service->settings.connections; i++) {
        struct sockaddr_storage from;
        socklen_t length = sizeof from;
        const int fd = accept(listener->fd, (struct sockaddr *)&from, &length);

        if (fd < 0)
            return;
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        fcntl(fd, F_SETFL, O_NONBLOCK);
        mhd.MHD_add_connection(http->daemon, fd, (struct sockaddr *)&from, length);   /* closes it where it cannot */
    }
}

/* Some request is being answered, or has come and nobody has looked at it. */
static bool is_busy(struct http *http)
{
    bool busy = atomic_load(&http->service->active) > 0;

    pthread_mutex_lock(&http->lock);
    for (struct link *link = http->links; link != NULL && !busy; link = link->next) {
        int bytes = 0;
        busy = ioctl(link->fd, FIONREAD, &bytes) == 0 && bytes > 0;
    }
    pthread_mutex_unlock(&http->lock);
    return busy;
}

void http_drain(struct http *http, const struct listener *listener)
{
    const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
    const double until = clock_now() + http->service->settings.seconds;
    unsigned quiet = 0;

    atomic_store(&http->service->draining, true);
    mhd.MHD_quiesce_daemon(http->daemon);
    take_waiting(http, listener);
    while (quiet < 5 && clock_now() < until) {   /* a request may be on its way in */
        nanosleep(&pause, NULL);
        http_reap(http);
        quiet = is_busy(http) ? 0 : quiet + 1;
    }
}

void http_close(struct http *http)
{
    if (http == NULL)
        return;
    mhd.MHD_stop_daemon(http->daemon);
    pthread_mutex_destroy(&http->lock);
    free(http);
}
