/* libmicrohttpd, opened when somebody serves: it brings eight libraries more, and opening them takes longer than most
 * commands. Its functions by their own names, as pointers. */
#ifndef PERCEPTRON_CLI_SERVE_HTTP_LIBRARY_H
#define PERCEPTRON_CLI_SERVE_HTTP_LIBRARY_H

#include <microhttpd.h>
#include <stdbool.h>

#define HTTP_MAP(X)                                                                                        \
    X(MHD_add_connection) X(MHD_add_response_header) X(MHD_create_response_from_buffer)                    \
    X(MHD_destroy_response) X(MHD_get_connection_info) X(MHD_get_connection_values)                        \
    X(MHD_lookup_connection_value) X(MHD_queue_response) X(MHD_quiesce_daemon) X(MHD_resume_connection)    \
    X(MHD_start_daemon) X(MHD_stop_daemon) X(MHD_suspend_connection)

extern struct http_library {
#define X(name) __typeof__(&name) name;
    HTTP_MAP(X)
#undef X
} mhd;

/* Before any other use. False: it is not there, or is another. */
bool http_library_open(void);

#endif
