/* What a request asks for, and whether its body can be rows at all. */
#include "serve/http_library.h"
#include "serve/serve.h"
#include "words/numbers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- the query ----------------------------------------------------------------------------------- */

enum kind { FLAG_WISH, COUNT_WISH, TEXT_WISH, FORM_WISH };

static const struct {
    const char *name;
    enum kind   kind;
    size_t      at;      /* in struct wishes */
    bool        learn;   /* means something for rows to learn from */
} query[] = {
    {"scores", FLAG_WISH, offsetof(struct wishes, scores), false},
    {"probabilities", FLAG_WISH, offsetof(struct wishes, chances), false},
    {"names", FLAG_WISH, offsetof(struct wishes, names), false},
    {"top", COUNT_WISH, offsetof(struct wishes, top), false},
    {"explain", COUNT_WISH, offsetof(struct wishes, reasons), false},
    {"keep", TEXT_WISH, offsetof(struct wishes, keep), false},
    {"threshold", TEXT_WISH, offsetof(struct wishes, threshold), false},
    {"header", TEXT_WISH, offsetof(struct wishes, header), false},
    {"format", TEXT_WISH, offsetof(struct wishes, format), true},
    {"as", FORM_WISH, offsetof(struct wishes, form), false},
};
enum { N_QUERY = sizeof query / sizeof *query, MOST_COUNT = 1000 };
enum { MOST_SCORES = 1 << 21 };   /* of a request: rows times labels */

static const struct {
    const char *word, *type;
    enum answer_form form;
} forms[] = {
    {"jsonl", "application/jsonl", FORM_JSONL}, {"jsonl", "application/x-ndjson", FORM_JSONL},
    {"json", "application/json", FORM_JSON},    {"csv", "text/csv", FORM_CSV},
    {"text", "text/plain", FORM_TEXT},          {"jsonl", "*/*", FORM_JSONL},
    {"jsonl", "application/*", FORM_JSONL},     {"text", "text/*", FORM_TEXT},
};
enum { N_FORMS = sizeof forms / sizeof *forms };

static bool read_flag(const char *value, bool *flag)
{
    static const char *const yes[] = {"", "1", "yes", "true"}, *const no[] = {"0", "no", "false"};

    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (strcmp(value, yes[i]) == 0)
            return *flag = true;
    *flag = false;
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (strcmp(value, no[i]) == 0)
            return true;
    return false;
}

static bool read_count(const char *value, size_t *count)
{
    *count = 0;
    for (const char *p = value; *p != '\0'; p++) {
        if (*p < '0' || *p > '9' || *count > MOST_COUNT)
            return false;
        *count = 10 * *count + (size_t)(*p - '0');
    }
    return *value != '\0' && *count <= MOST_COUNT;
}

static bool read_form(const char *value, enum answer_form *form)
{
    for (size_t i = 0; i < N_FORMS; i++)
        if (strcmp(value, forms[i].word) == 0) {
            *form = forms[i].form;
            return true;
        }
    return false;
}

struct reading_query {
    struct wishes *wishes;
    struct reply  *reply;
    bool           learn, form_told;
};

static bool read_value(struct reading_query *r, size_t i, const char *value)
{
    void *place = (char *)r->wishes + query[i].at;

    switch (query[i].kind) {
    case FLAG_WISH: return read_flag(value, place);
    case COUNT_WISH: return read_count(value, place);
    case FORM_WISH: return r->form_told = read_form(value, place);
    case TEXT_WISH: *(const char **)place = value; return value[0] != '\0';
    }
    return false;
}

static enum MHD_Result on_query(void *user, enum MHD_ValueKind kind, const char *key, const char *value)
{
    struct reading_query *r = user;

    (void)kind;
    for (size_t i = 0; i < N_QUERY; i++) {
        if (strcmp(key, query[i].name) != 0 || (r->learn && !query[i].learn))
            continue;
        if (!read_value(r, i, value == NULL ? "" : value))
            reply_error(r->reply, 400, "'%.40s' is no value for '%s'", value == NULL ? "" : value, key);
        return r->reply->status == 0 ? MHD_YES : MHD_NO;
    }
    reply_error(r->reply, 400, "there is nothing called '%.40s' to ask for here", key);
    return MHD_NO;
}

/* ---- the head ------------------------------------------------------------------------------------ */

static const char *head_of(const struct request *request, const char *name)
{
    return mhd.MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

/* One entry of Accept: its type without parameters, and its weight in thousandths. */
static size_t read_entry(const char *at, size_t length, int *weight)
{
    const char *semicolon = memchr(at, ';', length);
    size_t type = semicolon == NULL ? length : (size_t)(semicolon - at);

    *weight = 1000;
    for (size_t i = type; i + 2 < length; i++)
        if ((at[i] == 'q' || at[i] == 'Q') && at[i + 1] == '=') {
            *weight = at[i + 2] == '0' ? 0 : 1000;
            for (size_t j = i + 4, unit = 100; at[i + 2] == '0' && j < length && isdigit((unsigned char)at[j]);
                 j++, unit /= 10)
                *weight += (int)unit * (at[j] - '0');
        }
    while (type > 0 && at[type - 1] == ' ')
        type--;
    return type;
}

/* The known type of the greatest weight; of equal ones the first. */
static bool read_accept(const char *accept, enum answer_form *form)
{
    int best = 0;

    for (const char *at = accept; *at != '\0';) {
        const size_t length = strcspn(at, ",");
        int weight;
        const size_t type = read_entry(at, length, &weight);

        for (size_t i = 0; i < N_FORMS && weight > best; i++)
            if (strlen(forms[i].type) == type && strncasecmp(at, forms[i].type, type) == 0) {
                best = weight;
                *form = forms[i].form;
            }
        at += length;
        at += strspn(at, ", ");
    }
    return best > 0;
}

/* What the rows are told to be; a type that any program sends says nothing. */
static const struct {
    const char *type, *format;
} bodies[] = {
    {"text/csv", "csv"}, {"text/tab-separated-values", "csv"}, {"application/jsonl", "jsonl"},
    {"application/x-ndjson", "jsonl"}, {"application/json", "jsonl"}, {"application/x-libsvm", "libsvm"},
    {"text/x-libsvm", "libsvm"}, {"text/plain", NULL}, {"application/x-www-form-urlencoded", NULL},
    {"application/octet-stream", NULL},
};

static bool read_type(const char *type, const char **format)
{
    const size_t length = strcspn(type, "; ");

    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (strlen(bodies[i].type) == length && strncasecmp(type, bodies[i].type, length) == 0) {
            *format = bodies[i].format;
            return true;
        }
    return false;
}

bool wishes_read(const struct request *request, struct wishes *wishes, struct reply *reply)
{
    struct reading_query r = {wishes, reply, request->route == ROUTE_LEARN, false};
    const char *accept = head_of(request, "Accept"), *type = head_of(request, "Content-Type");

    *wishes = (struct wishes){0};
    mhd.MHD_get_connection_values(request->connection, MHD_GET_ARGUMENT_KIND, on_query, &r);
    if (reply->status != 0)
        return false;
    if (wishes->format == NULL && type != NULL && !read_type(type, &wishes->format)) {
        reply_error(reply, 415, "rows of type '%.60s' are not read here: text/csv, application/jsonl, "
                    "application/json, application/x-libsvm or text/plain are", type);
        return false;
    }
    if (!r.form_told && !r.learn && accept != NULL && !read_accept(accept, &wishes->form)) {
        reply_error(reply, 406, "answers are application/jsonl, application/json, text/csv or text/plain");
        return false;
    }
    return true;
}

/* ---- the body ------------------------------------------------------------------------------------ */

static bool is_packed(const char *bytes, size_t length)
{
    static const struct {
        const char *bytes;
        size_t      length;
    } packed[] = {{"\x1f\x8b", 2}, {"\x28\xb5\x2f\xfd", 4}, {"\xfd" "7zXZ", 5}};

    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
        if (length >= packed[i].length && memcmp(bytes, packed[i].bytes, packed[i].length) == 0)
            return true;
    return false;
}

/* JSON texts over several lines, or in one array, become lines: line ends within a text are spaces, the commas between
 * the elements of an array are line ends. What is no JSON stays no JSON. */
static void json_to_lines(char *bytes, size_t length)
{
    const size_t first = strspn(bytes, " \t\r\n");
    const bool array = first < length && bytes[first] == '[';
    size_t depth = 0;
    bool quoted = false;

    for (size_t i = 0; i < length; i++) {
        const char c = bytes[i];

        if (quoted) {
            i += c == '\\';
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            if (array && depth == 0)
                bytes[i] = ' ';
            depth++;
        } else if (c == '}' || c == ']') {
            depth -= depth > 0;
            if (array && depth == 0)
                bytes[i] = ' ';
        } else if (c == '\n' && (depth > 0 || array)) {
            bytes[i] = ' ';
        } else if (c == ',' && array && depth == 1) {
            bytes[i] = '\n';
        }
    }
}

static size_t count_lines(const char *bytes, size_t length)
{
    size_t n = length > 0 && bytes[length - 1] != '\n';

    for (const char *at = bytes; (at = memchr(at, '\n', length - (size_t)(at - bytes))) != NULL; at++)
        n++;
    return n;
}

/* Another format than the model's is refused, but JSON lines with the names of a table's columns; its own need not be
 * told. */
static bool check_format(const struct wishes *wishes, const ptron_model *model, struct reply *reply)
{
    PTRON_SIZED(ptron_model_facts, facts);

    ptron_model_describe(model, &facts);
    if (wishes->format == NULL || strcmp(wishes->format, facts.format) == 0 ||
        (strcmp(wishes->format, "jsonl") == 0 && strcmp(facts.format, "csv") == 0))
        return true;
    reply_error(reply, 415, "the rows are %.20s; the model reads %s", wishes->format, facts.format);
    return false;
}

bool body_prepare(struct request *request, const struct wishes *wishes, const ptron_model *model, struct reply *reply)
{
    const size_t fit = MOST_SCORES / ptron_model_scores(model) + 1, asked = request->service->settings.rows;
    const size_t most = asked < fit ? asked : fit;

    if (request->length == 0)
        reply_error(reply, 400, "there are no rows in the request");
    else if (is_packed(request->body, request->length))
        reply_error(reply, 415, "the rows are packed: send them as they are");
    else if (memchr(request->body, '\0', request->length) != NULL)
        reply_error(reply, 400, "byte 0x00 is not text");
    else if (check_format(wishes, model, reply)) {
        request->body[request->length] = '\0';
        if (wishes->format != NULL && strcmp(wishes->format, "jsonl") == 0)
            json_to_lines(request->body, request->length);
        if (count_lines(request->body, request->length) > most)
            reply_error(reply, 413, "a request to this model may have %s", text_counted(most, "row").s);
    }
    return reply->status == 0;
}
