/* The columns of JSON lines, from the first of them. json_lines.h has the rules. */
#include "base/alloc.h"
#include "base/number.h"
#include "parse/as_csv.h"
#include "parse/csv/csv.h"
#include "parse/json/json_lines.h"

#include <string.h>

struct keys {                      /* of the first lines */
    struct pt_dict names;
    bool *texts;                   /* [room] it has texts that are no numbers */
    size_t room;
    struct pt_json_value *values;  /* [names.count] of the line at hand */
    bool *there;
    struct pt_buffer path, decoded;
};

/* ---- finding them ---- */

static bool is_number(const char *text, size_t length)
{
    const char *p = text;
    double value;

    return pt_parse_double(&p, text + length, &value) && p == text + length;
}

/* Notes the keys of a line; false when memory is out. A line that is no object adds what stands before its fault. */
static bool note_line(struct keys *keys, const char *s, const char *end)
{
    struct pt_json_walk walk;
    struct pt_json_value value;

    pt_json_start(&walk, s, end, &keys->path);
    while (pt_json_next(&walk, &value)) {
        const uint32_t before = keys->names.count, id = pt_dict_add(&keys->names, value.key, value.key_length);
        void *texts = keys->texts;

        if (id == PT_DICT_NONE || !pt_grow(&texts, &keys->room, keys->names.count, sizeof *keys->texts))
            return false;
        keys->texts = texts;
        if (id == before)
            keys->texts[id] = false;
        keys->texts[id] |= value.kind == PT_JSON_TEXT && value.length > 0 && !is_number(value.text, value.length);
    }
    return !keys->path.failed;
}

static bool note_lines(struct keys *keys, const char *bytes, size_t length)
{
    const char *s = bytes, *end = bytes + length, *stop, *next;

    for (; s < end; s = next)
        if (pt_json_line(s, end, &stop, &next) && !note_line(keys, s, stop))
            return false;
    keys->values = pt_array(keys->names.count, sizeof *keys->values);
    keys->there = pt_array(keys->names.count, sizeof *keys->there);
    return keys->values != NULL && keys->there != NULL;
}

/* ---- as CSV ---- */

static void write_value(struct keys *keys, const struct pt_json_value *value, bool last, struct pt_buffer *csv)
{
    static const char *const words[] = {[PT_JSON_TRUE] = "true", [PT_JSON_FALSE] = "false", [PT_JSON_NULL] = "",
                                        [PT_JSON_LIST] = ""};

    if (value->kind == PT_JSON_TEXT) {
        struct pt_buffer *decoded = &keys->decoded;

        decoded->length = 0;
        pt_buffer_add(decoded, value->text, value->length);
        if (value->escaped && !decoded->failed)
            decoded->length = pt_json_decode(value->text, value->length, decoded->bytes);
        pt_as_csv_cell(csv, decoded->bytes, decoded->length, last);
        return;
    }
    if (value->kind == PT_JSON_NUMBER)
        pt_buffer_add(csv, value->text, value->length);
    else
        pt_buffer_text(csv, words[value->kind]);
    pt_buffer_byte(csv, last ? '\n' : ',');
}

/* Nothing of a line that is no object. */
static void write_line(struct keys *keys, const char *s, const char *end, struct pt_buffer *csv)
{
    static const struct pt_json_value none = {.kind = PT_JSON_NULL};
    const uint32_t n = keys->names.count;
    struct pt_json_walk walk;
    struct pt_json_value value;

    for (uint32_t i = 0; i < n; i++)
        keys->there[i] = false;
    pt_json_start(&walk, s, end, &keys->path);
    while (pt_json_next(&walk, &value)) {
        const uint32_t id = pt_dict_find(&keys->names, value.key, value.key_length);

        keys->there[id] = true;
        keys->values[id] = value;
    }
    for (uint32_t i = 0; walk.wrong == NULL && i < n; i++)
        write_value(keys, keys->there[i] ? &keys->values[i] : &none, i + 1 == n, csv);
}

static void write_csv(struct keys *keys, const char *bytes, size_t length, struct pt_buffer *csv)
{
    const char *s = bytes, *end = bytes + length, *stop, *next;

    for (uint32_t i = 0; i < keys->names.count; i++) {
        size_t n;
        const char *name = pt_dict_text(&keys->names, i, &n);

        pt_as_csv_cell(csv, name, n, i + 1 == keys->names.count);
    }
    for (; s < end && !csv->failed; s = next)
        if (pt_json_line(s, end, &stop, &next))
            write_line(keys, s, stop, csv);
    csv->failed |= keys->decoded.failed;
}

/* ---- the recipe ---- */

/* Refuses a list of objects and an object over many lines, which the first line tells from rows; with `any` whatever
 * else is wrong with that line. */
static ptron_status check_first(struct keys *keys, const char *bytes, size_t length, bool any, ptron_error *err)
{
    const char *s = bytes, *end = bytes + length, *stop = bytes, *next = bytes;
    struct pt_json_walk walk;
    struct pt_json_value value;
    uint64_t line, column;

    while (s < end && !pt_json_line(s, end, &stop, &next))
        s = next;
    if (s == end)
        return pt_fail(err, PTRON_DATA, "no rows");
    pt_json_start(&walk, s, stop, &keys->path);
    while (pt_json_next(&walk, &value))
        continue;
    pt_text_place(bytes, (size_t)(walk.at - bytes), &line, &column);
    if (walk.wrong != NULL && *s == '[')
        return pt_fail_at(err, PTRON_DATA, NULL, line, column,
                          "is one list of JSON; one object a line is wanted, as of: jq -c '.[]' FILE");
    if (walk.wrong != NULL && walk.at == stop && stop < end)
        return pt_fail_at(err, PTRON_DATA, NULL, line, column,
                          "the object goes on in the next line; one object a line is wanted, as of: jq -c . FILE");
    if (!any)
        return PTRON_OK;
    return pt_fail_at(err, PTRON_DATA, NULL, line, column, "%s",
                      walk.wrong == NULL ? "the object has no values" : walk.wrong);
}

static ptron_status fit(struct keys *keys, struct pt_recipe *recipe, const ptron_options *options, const char *bytes,
                        size_t length, struct pt_buffer *csv, ptron_error *err)
{
    PT_TRY(check_first(keys, bytes, length, false, err));
    if (!note_lines(keys, bytes, length))
        return pt_fail_memory(err, length, "the first lines");
    if (keys->names.count == 0)
        return check_first(keys, bytes, length, true, err);
    write_csv(keys, bytes, length, csv);
    PT_TRY(pt_as_csv_prepare(recipe, options, csv, err));
    for (size_t i = 0; i < recipe->n_columns; i++)
        if (recipe->columns[i].role == PT_ROLE_NUMBER && recipe->columns[i].cells == PT_CELLS_NUMBER && keys->texts[i])
            recipe->columns[i].role = PT_ROLE_CATEGORY;
    return pt_as_csv_finish(recipe, options, err);
}

ptron_status pt_json_prepare(struct pt_recipe *recipe, const ptron_options *options, const char *bytes, size_t length,
                             ptron_error *err)
{
    struct keys keys = {0};
    struct pt_buffer csv;
    ptron_status status;

    pt_dict_init(&keys.names);
    pt_buffer_init(&keys.path);
    pt_buffer_init(&keys.decoded);
    pt_buffer_init(&csv);
    status = fit(&keys, recipe, options, bytes, length, &csv, err);
    pt_buffer_fini(&csv);
    pt_buffer_fini(&keys.path);
    pt_buffer_fini(&keys.decoded);
    pt_dict_fini(&keys.names);
    pt_release(keys.texts);
    pt_release(keys.values);
    pt_release(keys.there);
    return status;
}

/* ---- recognising ---- */

/* The first line begins an object, or a list of objects. */
int pt_json_recognise(const char *bytes, size_t length, const char *name)
{
    const char *s = bytes, *end = bytes + length;
    bool list = false;

    (void)name;
    while (s < end && (strchr(" \t\r\n", *s) != NULL || (*s == '[' && !list)) && *s != '\0') {
        list |= *s == '[';
        s++;
    }
    if (s == end || *s++ != '{')
        return 0;
    while (s < end && strchr(" \t\r\n", *s) != NULL && *s != '\0')
        s++;
    return s < end && (*s == '"' || *s == '}') ? 100 : 0;
}
