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

struct json json_begin(FILE *out);                      /* { of the outermost object */
void json_finish(struct json *json);                    /* its end, and that of the line */
void json_object(struct json *json, const char *key);   /* { */
void json_array(struct json *json, const char *key);    /* [ */
void json_end_object(struct json *json);
void json_end_array(struct json *json);

void json_text(struct json *json, const char *key, const char *value);   /* NULL: null */
void json_real(struct json *json, const char *key, double value);
void json_count(struct json *json, const char *key, uint64_t value);
void json_flag(struct json *json, const char *key, bool value);
void json_value(struct json *json, const char *key, const char *bytes, size_t length);   /* JSON already */

/* Several members at once: json_put(json, COUNT("rows", n), OBJECT("margin"), REAL("lower", m), END). */
struct json_field {
    enum { JSON_NONE, JSON_TEXT, JSON_REAL, JSON_COUNT, JSON_FLAG, JSON_OBJECT, JSON_END } type;
    const char *key;
    union {
        const char *text;
        double real;
        uint64_t count;
        bool flag;
    };
};
#define TEXT(name, value) {JSON_TEXT, name, {.text = (value)}}
#define REAL(name, value) {JSON_REAL, name, {.real = (value)}}
#define COUNT(name, value) {JSON_COUNT, name, {.count = (value)}}
#define FLAG(name, value) {JSON_FLAG, name, {.flag = (value)}}
#define OBJECT(name) {JSON_OBJECT, name, {.text = NULL}}
#define END {JSON_END, NULL, {.text = NULL}}
#define json_put(json, ...) json_put_fields(json, (const struct json_field[]){__VA_ARGS__, {0}})
void json_put_fields(struct json *json, const struct json_field *fields);   /* ended by a field of type 0 */

#endif
