/* Replies: texts, and errors as JSON objects. */
#include "json_stream.h"
#include "serve/serve.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void reply_text(struct reply *reply, unsigned status, const char *type, const char *bytes, size_t length)
{
    char *copy = malloc(length + 1);

    if (copy != NULL)
        memcpy(copy, bytes, length);
    free(reply->bytes);
    *reply = (struct reply){.status = copy == NULL ? 503 : status, .type = type, .bytes = copy,
                            .length = copy == NULL ? 0 : length};
}

static void write_error(struct reply *reply, unsigned status, const ptron_error *err)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    struct json json;

    free(reply->bytes);
    *reply = (struct reply){.status = status, .type = "application/json"};
    if (out == NULL)
        return;
    json = json_begin(out);
    json_object(&json, "error");
    json_text(&json, "message", err->message);
    if (err->line > 0)
        json_count(&json, "line", err->line);
    if (err->column > 0)
        json_count(&json, "column", err->column);
    json_end_object(&json);
    json_finish(&json);
    if (fclose(out) != 0) {
        free(bytes);
        return;
    }
    reply->bytes = bytes;
    reply->length = length;
}

void reply_error(struct reply *reply, unsigned status, const char *format, ...)
{
    ptron_error err = {0};
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(err.message, sizeof err.message, format, arguments);
    va_end(arguments);
    write_error(reply, status, &err);
}

/* By what failed. */
void reply_failure(struct reply *reply, const ptron_error *err)
{
    static const unsigned status[] = {[PTRON_ARGUMENT] = 400, [PTRON_DATA] = 400, [PTRON_MODEL] = 500, [PTRON_IO] = 500,
                                      [PTRON_NOMEM] = 503, [PTRON_CANCELED] = 503, [PTRON_INTERNAL] = 500};

    write_error(reply, (size_t)err->code < sizeof status / sizeof *status ? status[err->code] : 500, err);
}
