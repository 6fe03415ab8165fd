/* A small JSON writer: commas and escapes in one place. Keys are NULL inside arrays. Text that is not UTF-8
 * comes out with U+FFFD for each wrong byte; NaN and infinity come out as null. Write errors stay with the
 * stream: whoever owns it looks once, at the end. */
#ifndef CLI_JSON_STREAM_H
#define CLI_JSON_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
    FILE *out;
    bool  comma;   /* something stands before the next value at this level */
};

void json_object(struct json *json, const char *key);   /* { */
void json_array(struct json *json, const char *key);    /* [ */
void json_end_object(struct json *json);
void json_end_array(struct json *json);
void json_end_line(struct json *json);                  /* after the outermost value */

void json_text(struct json *json, const char *key, const char *value);   /* NULL: null */
void json_real(struct json *json, const char *key, double value);
void json_count(struct json *json, const char *key, uint64_t value);
void json_flag(struct json *json, const char *key, bool value);
void json_null(struct json *json, const char *key);

#endif
