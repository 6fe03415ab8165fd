/* Where requests come in: an address and port, or a socket in the file system. */
#include "diag.h"
#include "serve/serve.h"
#include "words/numbers.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { WAITING = 511 };   /* connections that may wait to be taken */

static ptron_status fail_to_listen(struct listener *listener, const char *word, ptron_error *err)
{
    const int why = errno;

    listener_close(listener);
    return diag_fail(err, PTRON_IO, "cannot listen at %s: %s", text_path(word).s, strerror(why));
}

/* A socket that nobody listens at any more is removed; anything else that has the name stays. */
static bool clear_place(const struct sockaddr_un *at)
{
    struct stat info;
    int fd;
    bool alive;

    if (lstat(at->sun_path, &info) != 0)
        return true;
    if (!S_ISSOCK(info.st_mode)) {
        errno = EEXIST;
        return false;
    }
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    alive = fd < 0 || connect(fd, (const struct sockaddr *)at, sizeof *at) == 0 || errno != ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    errno = EADDRINUSE;
    return !alive && unlink(at->sun_path) == 0;
}

static ptron_status open_unix(struct listener *listener, const char *word, ptron_error *err)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    const char *path = word + strlen("unix:");
    mode_t mask;
    int bound;

    if (*path == '\0' || strlen(path) >= sizeof at.sun_path)
        return diag_fail(err, PTRON_ARGUMENT, "--listen unix:PATH wants a path of 1 to %zu bytes",
                         sizeof at.sun_path - 1);
    memcpy(at.sun_path, path, strlen(path));
    listener->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener->fd < 0 || !clear_place(&at))
        return fail_to_listen(listener, word, err);
    mask = umask(0177);   /* its owner alone, until told otherwise */
    bound = bind(listener->fd, (const struct sockaddr *)&at, sizeof at);
    umask(mask);
    if (bound != 0)
        return fail_to_listen(listener, word, err);
    listener->unix_path = path;
    if (listen(listener->fd, WAITING) != 0)
        return fail_to_listen(listener, word, err);
    snprintf(listener->place, sizeof listener->place, "unix:%.120s", path);
    listener->loopback = true;
    return PTRON_OK;
}

/* HOST:PORT or [HOST]:PORT, both in numbers. */
static bool read_address(const char *word, char host[64], const char **port)
{
    const char *colon = strrchr(word, ':'), *begin = word, *end = colon;

    if (colon == NULL || colon[1] == '\0')
        return false;
    if (*word == '[') {
        begin = word + 1;
        end = colon - 1;
        if (end <= begin || *end != ']')
            return false;
    }
    if (end <= begin || end - begin >= 64)
        return false;
    memcpy(host, begin, (size_t)(end - begin));
    host[end - begin] = '\0';
    *port = colon + 1;
    return true;
}

static bool is_loopback(const struct sockaddr *at)
{
    if (at->sa_family == AF_INET)
        return (ntohl(((const struct sockaddr_in *)(const void *)at)->sin_addr.s_addr) >> 24) == 127;
    return at->sa_family == AF_INET6 &&
           IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)(const void *)at)->sin6_addr);
}

static void tell_place(struct listener *listener)
{
    struct sockaddr_storage at;
    socklen_t length = sizeof at;
    char host[64] = "", port[16] = "";

    if (getsockname(listener->fd, (struct sockaddr *)&at, &length) == 0)
        getnameinfo((struct sockaddr *)&at, length, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV);
    listener->loopback = is_loopback((struct sockaddr *)&at);
    snprintf(listener->place, sizeof listener->place, at.ss_family == AF_INET6 ? "http://[%s]:%s" : "http://%s:%s",
             host, port);
}

static ptron_status open_address(struct listener *listener, const char *word, ptron_error *err)
{
    const struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM,
                                    .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
    struct addrinfo *found = NULL;
    const char *port;
    char host[64];
    int bound, one = 1;

    if (!read_address(word, host, &port) || getaddrinfo(host, port, &wanted, &found) != 0)
        return diag_fail(err, PTRON_ARGUMENT, "--listen is '%s': ADDRESS:PORT in numbers, such as 127.0.0.1:8080 or "
                         "[::1]:8080, or unix:PATH", text_path(word).s);
    listener->fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener->fd >= 0)
        setsockopt(listener->fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    bound = listener->fd < 0 ? -1 : bind(listener->fd, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    if (bound != 0 || listen(listener->fd, WAITING) != 0)
        return fail_to_listen(listener, word, err);
    tell_place(listener);
    return PTRON_OK;
}

ptron_status listener_open(struct listener *listener, const char *word, ptron_error *err)
{
    *listener = (struct listener){.fd = -1};
    return (strncmp(word, "unix:", 5) == 0 ? open_unix : open_address)(listener, word, err);
}

void listener_close(struct listener *listener)
{
    if (listener->fd >= 0)
        close(listener->fd);
    if (listener->unix_path != NULL)
        unlink(listener->unix_path);
    listener->fd = -1;
    listener->unix_path = NULL;
}
