/* JSON out, nothing in. */
#include "json.h"
#include "words/numbers.h"

#include <math.h>
#include <string.h>

/* Bytes of the UTF-8 character at s (shortest form, no surrogates, at most U+10FFFF); 0 when it is none. */
static size_t character(const unsigned char *s)
{
    static const struct {
        unsigned char first, last, low, high;   /* lead byte from..to; range of the second byte */
        size_t length;
    } forms[] = {
        {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (s[0] < forms[i].first || s[0] > forms[i].last)
            continue;
        if (forms[i].length > 1 && (s[1] < forms[i].low || s[1] > forms[i].high))
            return 0;
        for (size_t k = 2; k < forms[i].length; k++)
            if (s[k] < 0x80 || s[k] > 0xbf)
                return 0;
        return forms[i].length;
    }
    return 0;
}

static void put_control(FILE *out, unsigned char c)
{
    static const char plain[] = "\b\f\n\r\t", letter[] = "bfnrt";
    const char *at = strchr(plain, c);

    if (at != NULL)
        fprintf(out, "\\%c", letter[at - plain]);
    else
        fprintf(out, "\\u%04x", c);
}

static void put_text(FILE *out, const char *text)
{
    const unsigned char *s = (const unsigned char *)text;

    fputc('"', out);
    while (*s != '\0') {
        const size_t length = character(s);
        if (length == 0)
            fputs("\\ufffd", out);
        else if (*s == '"' || *s == '\\')
            fprintf(out, "\\%c", *s);
        else if (*s < 0x20)
            put_control(out, *s);
        else
            fwrite(s, 1, length, out);
        s += length == 0 ? 1 : length;
    }
    fputc('"', out);
}

static void start(struct json *json, const char *key)
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
    start(json, key);
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

void json_end_line(struct json *json)
{
    fputc('\n', json->out);
    json->comma = false;
}

void json_text(struct json *json, const char *key, const char *value)
{
    start(json, key);
    if (value == NULL)
        fputs("null", json->out);
    else
        put_text(json->out, value);
}

void json_real(struct json *json, const char *key, double value)
{
    start(json, key);
    fputs(isfinite(value) ? text_exact(value).s : "null", json->out);
}

void json_count(struct json *json, const char *key, uint64_t value)
{
    start(json, key);
    fprintf(json->out, "%llu", (unsigned long long)value);
}

void json_flag(struct json *json, const char *key, bool value)
{
    start(json, key);
    fputs(value ? "true" : "false", json->out);
}

void json_null(struct json *json, const char *key)
{
    json_text(json, key, NULL);
}
