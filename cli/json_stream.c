/* The writer; nothing here reads JSON. */
#include "json_stream.h"
#include "perceptron.h"
#include "words/numbers.h"

#include <math.h>
#include <string.h>

enum { PART = 32, JSON_MOST = 6 };   /* bytes of text at a time; a byte's length as JSON */

/* Part by part, cut between characters: it takes no memory, which might not be there. */
static void put_text(FILE *out, const char *text)
{
    char part[PART + 1], json[PART * JSON_MOST + 3];

    fputc('"', out);
    for (size_t n; *text != '\0'; text += n) {
        n = strnlen(text, PART);
        for (size_t cut = 0; cut < 3 && text[n] != '\0' && ((unsigned char)text[n] & 0xc0) == 0x80; cut++)
            n--;
        memcpy(part, text, n);
        part[n] = '\0';
        const size_t length = ptron_format_json(part, json, sizeof json);
        fwrite(json + 1, 1, length - 2, out);   /* without its quotes */
    }
    fputc('"', out);
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
