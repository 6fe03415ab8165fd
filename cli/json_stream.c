/* The writer; nothing here reads JSON. */
#include "json_stream.h"
#include "perceptron.h"
#include "words/numbers.h"

#include <math.h>
#include <stdlib.h>

static void put_text(FILE *out, const char *text)
{
    char brief[256], *json = brief;
    const size_t length = ptron_format_json(text, brief, sizeof brief);

    if (length >= sizeof brief && (json = malloc(length + 1)) != NULL)
        ptron_format_json(text, json, length + 1);
    fputs(json == NULL ? "\"\"" : json, out);
    if (json != brief)
        free(json);
}

static void start_value(struct json *json, const char *key)
{
    if (json->comma)
        fputs(", ", json->out);
    if (key != NULL) {
        put_text(json->out, key);
        fputs(": ", json->out);
    }
    json->comma = true;
}

static void open_level(struct json *json, const char *key, char bracket)
{
    start_value(json, key);
    fputc(bracket, json->out);
    json->comma = false;
}

static void close_level(struct json *json, char bracket)
{
    fputc(bracket, json->out);
    json->comma = true;
}

void json_object(struct json *json, const char *key)
{
    open_level(json, key, '{');
}

void json_array(struct json *json, const char *key)
{
    open_level(json, key, '[');
}

void json_end_object(struct json *json)
{
    close_level(json, '}');
}

void json_end_array(struct json *json)
{
    close_level(json, ']');
}

struct json json_begin(FILE *out)
{
    struct json json = {.out = out};

    json_object(&json, NULL);
    return json;
}

void json_finish(struct json *json)
{
    fputs("}\n", json->out);
}

void json_put_fields(struct json *json, const struct json_field *f)
{
    for (; f->type != JSON_NONE; f++)
        switch (f->type) {
        case JSON_TEXT: json_text(json, f->key, f->text); break;
        case JSON_REAL: json_real(json, f->key, f->real); break;
        case JSON_COUNT: json_count(json, f->key, f->count); break;
        case JSON_FLAG: json_flag(json, f->key, f->flag); break;
        case JSON_OBJECT: json_object(json, f->key); break;
        default: json_end_object(json); break;
        }
}

void json_text(struct json *json, const char *key, const char *value)
{
    start_value(json, key);
    if (value == NULL)
        fputs("null", json->out);
    else
        put_text(json->out, value);
}

void json_real(struct json *json, const char *key, double value)
{
    start_value(json, key);
    fputs(isfinite(value) ? text_exact(value).s : "null", json->out);
}

void json_value(struct json *json, const char *key, const char *bytes, size_t length)
{
    start_value(json, key);
    fwrite(bytes, 1, length, json->out);
}

void json_count(struct json *json, const char *key, uint64_t value)
{
    start_value(json, key);
    fprintf(json->out, "%llu", (unsigned long long)value);
}

void json_flag(struct json *json, const char *key, bool value)
{
    start_value(json, key);
    fputs(value ? "true" : "false", json->out);
}
