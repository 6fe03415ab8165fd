/* Lines, cells and the header of ARFF. arff.h has the rules. */
#include "base/alloc.h"
#include "base/printable.h"
#include "base/word.h"
#include "parse/arff/arff.h"

#include <string.h>

/* ---- lines and cells ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

bool pt_arff_line(const char **s, const char *end, const char **stop, const char **next)
{
    const char *newline = memchr(*s, '\n', (size_t)(end - *s));

    *stop = newline == NULL ? end : newline;
    *next = newline == NULL ? end : newline + 1;
    while (*s < *stop && is_blank(**s))
        ++*s;
    while (*stop > *s && is_blank((*stop)[-1]))
        --*stop;
    return *s < *stop && **s != '%';
}

/* From the opening quote to the byte behind the closing one. */
static const char *read_quoted(const char *s, const char *end, struct pt_buffer *decoded, struct pt_cell *cell)
{
    const char *const open = s, quote = *s++;
    bool escaped = false;

    cell->quoted = true;
    cell->text = s;
    for (; s < end && *s != quote; s++)
        if (*s == '\\' && s + 1 < end) {
            escaped = true;
            s++;
        }
    cell->length = (size_t)(s - cell->text);
    if (s >= end)
        cell->open = open;
    if (escaped) {
        char *to = decoded->bytes + decoded->length, *const start = to;

        for (const char *at = cell->text; at < cell->text + cell->length; at++) {
            at += *at == '\\' && at + 1 < cell->text + cell->length;
            *to++ = *at;
        }
        cell->text = start;
        cell->length = (size_t)(to - start);
        decoded->length += cell->length;
    }
    return s < end ? s + 1 : end;
}

/* Whether the byte is one of the stops; a blank among them is any blank. */
static bool is_stop(char c, const char *stops)
{
    return c != '\0' && strchr(stops, is_blank(c) ? ' ' : c) != NULL;
}

void pt_arff_cell_read(const char **p, const char *end, const char *stops, struct pt_buffer *decoded,
                       struct pt_arff_cell *out)
{
    const char *s = *p, *from;

    while (s < end && is_blank(*s))
        s++;
    *out = (struct pt_arff_cell){.cell = {.text = s}, .at = s};
    if (s < end && (*s == '\'' || *s == '"'))
        s = read_quoted(s, end, decoded, &out->cell);
    from = s;
    while (s < end && !is_stop(*s, stops))
        s++;
    *p = s;
    while (s > from && is_blank(s[-1]))
        s--;
    if (!out->cell.quoted)
        out->cell.length = (size_t)(s - out->cell.text);
    else if (s > from)
        out->cell.stray = from;
}

/* ---- the header ---- */

struct reading {                   /* one header */
    struct pt_arff_header *header;
    const char *bytes;
    struct pt_buffer decoded, text;
    ptron_error *err;
};

void pt_arff_header_init(struct pt_arff_header *header)
{
    *header = (struct pt_arff_header){0};
    pt_dict_init(&header->names);
    pt_dict_init(&header->declared);
}

void pt_arff_header_fini(struct pt_arff_header *header)
{
    pt_dict_fini(&header->names);
    pt_dict_fini(&header->declared);
    pt_release(header->kinds);
    pt_arff_header_init(header);
}

/* Whether the line begins with the word, and a blank or its end comes next. */
static bool begins_with(const char *s, const char *stop, const char *lower)
{
    const size_t n = strlen(lower);

    return (size_t)(stop - s) >= n && pt_same_word(s, n, lower) && (s + n == stop || is_blank(s[n]));
}

bool pt_arff_has_header(const char *bytes, size_t length)
{
    const char *s = bytes, *const end = bytes + length, *stop, *next;

    for (; s < end; s = next)
        if (pt_arff_line(&s, end, &stop, &next))
            return *s == '@';
    return false;
}

static ptron_status fail_at(const struct reading *reading, const char *at, const char *what, const char *text,
                            size_t length)
{
    uint64_t line, column;

    pt_text_place(reading->bytes, (size_t)(at - reading->bytes), &line, &column);
    return pt_fail_at(reading->err, PTRON_DATA, NULL, line, column, "%s%s%s%s", what, length > 0 ? " '" : "",
                      length > 0 ? pt_printable(text, length).text : "", length > 0 ? "'" : "");
}

static ptron_status fail_memory(const struct reading *reading)
{
    return pt_fail_memory(reading->err, reading->header->names.count, "columns");
}

/* The values between braces, as "column=value". */
static ptron_status read_values(struct reading *reading, const char *name, size_t length, const char *s,
                                const char *stop)
{
    const char *const open = s++;
    struct pt_arff_cell cell;

    do {
        struct pt_buffer *text = &reading->text;
        const uint32_t before = reading->header->declared.count;

        pt_arff_cell_read(&s, stop, ",}", &reading->decoded, &cell);
        if (cell.cell.open != NULL || cell.cell.stray != NULL)
            return fail_at(reading, cell.at, "a value of the list is not in quotes from end to end", "", 0);
        text->length = 0;
        pt_buffer_add(text, name, length);
        pt_buffer_byte(text, '=');
        pt_buffer_add(text, cell.cell.text, cell.cell.length);
        if (text->failed || pt_dict_add(&reading->header->declared, text->bytes, text->length) == PT_DICT_NONE)
            return fail_memory(reading);
        if (reading->header->declared.count == before)
            return fail_at(reading, cell.at, "the list has this value twice:", cell.cell.text, cell.cell.length);
        if (s == stop)
            return fail_at(reading, open, "list of values opened here is never closed", "", 0);
    } while (*s++ == ',');
    return PTRON_OK;
}

static ptron_status read_type(struct reading *reading, const char *name, size_t length, const char *s, const char *stop,
                              uint8_t *kind)
{
    static const struct {
        const char *word;
        enum pt_arff_kind kind;
    } types[] = {{"numeric", PT_ARFF_NUMBER}, {"real", PT_ARFF_NUMBER}, {"integer", PT_ARFF_NUMBER},
                 {"string", PT_ARFF_STRING}, {"date", PT_ARFF_DATE}};

    *kind = PT_ARFF_NOMINAL;
    if (s < stop && *s == '{')
        return read_values(reading, name, length, s, stop);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (begins_with(s, stop, types[i].word)) {
            *kind = (uint8_t)types[i].kind;
            return PTRON_OK;
        }
    return fail_at(reading, s, "wanted a type, numeric, string, date or {values}, found", s == stop ? "nothing" : s,
                   s == stop ? 7 : (size_t)(stop - s));
}

/* "name type", behind @attribute. */
static ptron_status read_attribute(struct reading *reading, const char *s, const char *stop)
{
    struct pt_arff_header *header = reading->header;
    const uint32_t before = header->names.count;
    void *kinds = header->kinds;
    struct pt_arff_cell name;

    pt_arff_cell_read(&s, stop, " {", &reading->decoded, &name);
    if (name.cell.open != NULL || name.cell.stray != NULL || name.cell.length == 0)
        return fail_at(reading, name.at, "wanted the name of a column", "", 0);
    if (pt_dict_add(&header->names, name.cell.text, name.cell.length) == PT_DICT_NONE ||
        !pt_grow(&kinds, &header->kind_room, before + 1, sizeof *header->kinds))
        return fail_memory(reading);
    header->kinds = kinds;
    if (header->names.count == before)
        return fail_at(reading, name.at, "two columns have the name", name.cell.text, name.cell.length);
    while (s < stop && is_blank(*s))
        s++;
    return read_type(reading, name.cell.text, name.cell.length, s, stop, &header->kinds[before]);
}

static ptron_status read_lines(struct reading *reading, const char *end)
{
    const char *s = reading->bytes, *stop, *next;

    for (; s < end; s = next) {
        if (!pt_arff_line(&s, end, &stop, &next) || begins_with(s, stop, "@relation"))
            continue;
        if (begins_with(s, stop, "@data")) {
            reading->header->bytes = (size_t)(next - reading->bytes);
            return reading->header->names.count > 0 ? PTRON_OK
                                                    : fail_at(reading, s, "there are no columns before @data", "", 0);
        }
        if (!begins_with(s, stop, "@attribute"))
            return fail_at(reading, s, "wanted @attribute, or @data before the rows", "", 0);
        PT_TRY(read_attribute(reading, s + strlen("@attribute"), stop));
    }
    return fail_at(reading, end, "there is no @data before the rows", "", 0);
}

ptron_status pt_arff_header_read(struct pt_arff_header *header, const char *bytes, size_t length, ptron_error *err)
{
    struct reading reading = {.header = header, .bytes = bytes, .err = err};
    void *room = NULL;
    ptron_status status = PTRON_NOMEM;

    pt_buffer_init(&reading.text);
    pt_buffer_init(&reading.decoded);
    if (pt_grow(&room, &reading.decoded.room, length, 1)) {
        reading.decoded.bytes = room;
        status = read_lines(&reading, bytes + length);
    } else {
        pt_fail_memory(err, length, "the header");
    }
    pt_buffer_fini(&reading.text);
    pt_buffer_fini(&reading.decoded);
    return status;
}

int pt_arff_recognise(const char *bytes, size_t length, const char *name)
{
    const char *s = bytes, *const end = bytes + length, *stop, *next;

    (void)name;
    for (; s < end; s = next)
        if (pt_arff_line(&s, end, &stop, &next))
            return begins_with(s, stop, "@relation") || begins_with(s, stop, "@attribute") ? 100 : 0;
    return 0;
}

void pt_arff_first_values(const struct pt_recipe *recipe, uint32_t *first)
{
    uint32_t id = 0;

    for (size_t j = 0; j < recipe->n_columns; j++) {
        const char *name = recipe->columns[j].name;
        const size_t n = strlen(name);

        first[j] = PT_DICT_NONE;
        for (; id < recipe->declared.count; id++) {   /* lists stand in the order of their columns */
            size_t length;
            const char *text = pt_dict_text(&recipe->declared, id, &length);

            if (length <= n || memcmp(text, name, n) != 0 || text[n] != '=')
                break;
            first[j] = first[j] == PT_DICT_NONE ? id : first[j];
        }
    }
}
