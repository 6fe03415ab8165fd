/* Walking through a line of JSON; json_walk.h says what is found. */
#include "parse/json/json_walk.h"
#include "parse/text/unicode.h"

#include <string.h>

static bool wrong(struct pt_json_walk *walk, const char *at, const char *what)
{
    walk->at = at;
    walk->wrong = what;
    return false;
}

static const char *skip_blanks(const char *s, const char *end)
{
    while (s < end && (*s == ' ' || *s == '\t' || *s == '\r'))
        s++;
    return s;
}

void pt_json_start(struct pt_json_walk *walk, const char *line, const char *end, struct pt_buffer *path)
{
    *walk = (struct pt_json_walk){.at = skip_blanks(line, end), .end = end, .path = path, .first = true};
    path->length = 0;
    if (walk->at == end || *walk->at != '{')
        wrong(walk, walk->at, "wanted an object, {\"key\": value, ...}, in this line");
    else
        walk->at++;
}

/* ---- texts ---- */

static unsigned hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? (unsigned)(c - '0')
           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10)
                                  : 16;
}

/* Four digits; 1 << 16 when they are not there. */
static uint32_t hex_code(const char *s, const char *end)
{
    uint32_t code = 0;

    if (end - s < 4)
        return 1 << 16;
    for (size_t i = 0; i < 4; i++) {
        const unsigned digit = hex_digit(s[i]);

        if (digit > 15)
            return 1 << 16;
        code = code << 4 | digit;
    }
    return code;
}

/* From the opening quote to the byte after the closing one; false when something is wrong. */
static bool read_text(struct pt_json_walk *walk, const char **text, size_t *length, bool *escaped)
{
    const char *const open = walk->at, *s = open + 1;

    *escaped = false;
    for (; s < walk->end && *s != '"'; s++) {
        if ((unsigned char)*s < ' ')
            return wrong(walk, s, "a text holds a control character; write it as \\u00..");
        if (*s != '\\')
            continue;
        *escaped = true;
        if (s + 1 == walk->end || strchr("\"\\/bfnrtu", s[1]) == NULL || s[1] == '\0' ||
            (s[1] == 'u' && hex_code(s + 2, walk->end) >> 16 != 0))
            return wrong(walk, s, "no such escape in a text");
        s++;
    }
    if (s == walk->end)
        return wrong(walk, open, "quote opened here is never closed in this line");
    *text = open + 1;
    *length = (size_t)(s - *text);
    walk->at = s + 1;
    return true;
}

/* The code behind a \u at s, both halves of a pair; *s moves behind it. */
static uint32_t read_code(const char **s, const char *end)
{
    const uint32_t high = hex_code(*s, end);
    const char *low_at = *s + 6;
    uint32_t low;

    *s += 4;
    if (high < 0xd800 || high >= 0xdc00 || end - *s < 6 || (*s)[0] != '\\' || (*s)[1] != 'u')
        return high;
    low = hex_code(low_at, end);
    if (low < 0xdc00 || low >= 0xe000)
        return high;
    *s += 6;
    return 0x10000 + ((high - 0xd800) << 10 | (low - 0xdc00));
}

/* No text grows: an escape takes at least as many bytes as what it stands for. */
size_t pt_json_decode(const char *text, size_t length, char *to)
{
    static const char names[] = "bfnrt", bytes[] = "\b\f\n\r\t";
    const char *s = text, *const end = text + length;
    size_t n = 0;

    while (s < end) {
        if (*s != '\\') {
            to[n++] = *s++;
        } else if (s[1] == 'u') {
            uint32_t code;

            s += 2;
            code = read_code(&s, end);
            n += pt_code_write(code == 0 || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code, to + n);
        } else {
            const char *name = strchr(names, s[1]);

            to[n++] = name == NULL ? s[1] : bytes[name - names];
            s += 2;
        }
    }
    return n;
}

/* ---- values ---- */

/* A list with all that is in it; its texts may hold brackets. */
static bool read_list(struct pt_json_walk *walk)
{
    const char *const open = walk->at;
    size_t depth = 0;

    do {
        const char *text;
        size_t length;
        bool escaped;

        if (walk->at == walk->end)
            return wrong(walk, open, "list opened here is never closed in this line");
        if (*walk->at == '"') {
            if (!read_text(walk, &text, &length, &escaped))
                return false;
            continue;
        }
        depth += *walk->at == '[' || *walk->at == '{';
        depth -= *walk->at == ']' || *walk->at == '}';
        walk->at++;
    } while (depth > 0);
    return true;
}

/* A word: true, null, a number. */
static bool read_word(struct pt_json_walk *walk, struct pt_json_value *value)
{
    static const struct {
        const char *word;
        enum pt_json_kind kind;
    } words[] = {{"true", PT_JSON_TRUE}, {"false", PT_JSON_FALSE}, {"null", PT_JSON_NULL},
                 {"NaN", PT_JSON_NUMBER}, {"Infinity", PT_JSON_NUMBER}, {"-Infinity", PT_JSON_NUMBER}};
    const char *s = walk->at;

    while (s < walk->end && strchr(",}] \t\r\"{[:", *s) == NULL)
        s++;
    value->text = walk->at;
    value->length = (size_t)(s - walk->at);
    value->kind = PT_JSON_NUMBER;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (value->length == strlen(words[i].word) && memcmp(value->text, words[i].word, value->length) == 0) {
            value->kind = words[i].kind;
            walk->at = s;
            return true;
        }
    if (value->length == 0 || (*value->text != '-' && (*value->text < '0' || *value->text > '9')))
        return wrong(walk, walk->at, "wanted a value: a number, a text in quotes, true, false or null");
    walk->at = s;
    return true;
}

static bool read_value(struct pt_json_walk *walk, struct pt_json_value *value)
{
    value->at = walk->at;
    if (*walk->at == '"') {
        value->kind = PT_JSON_TEXT;
        return read_text(walk, &value->text, &value->length, &value->escaped);
    }
    if (*walk->at == '[') {
        value->kind = PT_JSON_LIST;
        return read_list(walk);
    }
    return read_word(walk, value);
}

/* ---- keys ---- */

/* The key at the walk, behind those of the objects around it where there are any; up to the value. */
static bool read_key(struct pt_json_walk *walk, struct pt_json_value *value)
{
    const size_t before = walk->depth == 0 ? 0 : walk->lengths[walk->depth - 1];
    const char *text, *start = walk->at;
    size_t length;
    bool escaped;

    if (walk->at == walk->end || *walk->at != '"')
        return wrong(walk, walk->at, "wanted a key in quotes");
    if (!read_text(walk, &text, &length, &escaped))
        return false;
    if (length == 0)
        return wrong(walk, start, "a key is empty");
    value->key = text;
    value->key_length = length;
    if (before > 0 || escaped) {
        struct pt_buffer *path = walk->path;

        path->length = before;
        pt_buffer_add(path, text, length);
        if (path->failed)
            return wrong(walk, start, "no memory for a key");
        if (escaped)
            path->length = before + pt_json_decode(text, length, path->bytes + before);
        value->key = path->bytes;
        value->key_length = path->length;
    }
    walk->at = skip_blanks(walk->at, walk->end);
    if (walk->at == walk->end || *walk->at != ':')
        return wrong(walk, walk->at, "wanted ':' behind a key");
    walk->at = skip_blanks(walk->at + 1, walk->end);
    return walk->at < walk->end || wrong(walk, walk->at, "wanted a value behind ':'");
}

/* Goes into the object at the walk, whose key was just read. */
static bool enter(struct pt_json_walk *walk, const struct pt_json_value *value)
{
    struct pt_buffer *path = walk->path;

    if (walk->depth == PT_JSON_DEPTH)
        return wrong(walk, walk->at, "objects are nested too deeply");
    if (value->key != path->bytes) {
        path->length = 0;
        pt_buffer_add(path, value->key, value->key_length);
    }
    pt_buffer_byte(path, '.');
    if (path->failed)
        return wrong(walk, walk->at, "no memory for a key");
    walk->lengths[walk->depth++] = path->length;
    walk->at++;
    walk->first = true;
    return true;
}

bool pt_json_next(struct pt_json_walk *walk, struct pt_json_value *value)
{
    if (walk->wrong != NULL)
        return false;
    for (;;) {
        *value = (struct pt_json_value){0};
        walk->at = skip_blanks(walk->at, walk->end);
        if (walk->at == walk->end)
            return wrong(walk, walk->at, "the object is not closed in this line");
        if (*walk->at == '}') {
            walk->at++;
            walk->first = false;
            if (walk->depth-- > 0)
                continue;
            walk->at = skip_blanks(walk->at, walk->end);
            return walk->at < walk->end && wrong(walk, walk->at, "text follows the object; wanted the next line");
        }
        if (!walk->first && *walk->at != ',')
            return wrong(walk, walk->at, "wanted ',' or '}' behind a value");
        walk->at = walk->first ? walk->at : skip_blanks(walk->at + 1, walk->end);
        if (!read_key(walk, value))
            return false;
        walk->first = false;
        if (*walk->at != '{')
            return read_value(walk, value);
        if (!enter(walk, value))
            return false;
    }
}
