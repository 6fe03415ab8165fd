/* Reading cells, one at a time: csv_cell.h says what a cell is. */
#include "parse/csv/csv_cell.h"
#include "base/number.h"

static const char *skip_blanks(const char *s, const char *end, char delimiter)
{
    while (s < end && pt_cell_blank(*s, delimiter))
        s++;
    return s;
}

/* From the byte after the opening quote to the byte after the closing one, or end. */
static const char *read_quoted(const char *s, const char *end, struct pt_cell *cell)
{
    const char *from = s;

    cell->text = from;
    cell->quoted = true;
    while ((s = s == end ? NULL : memchr(s, '"', (size_t)(end - s))) != NULL && s + 1 < end && s[1] == '"') {
        cell->escaped = true;
        s += 2;
    }
    if (s == NULL)
        cell->open = from - 1;
    cell->length = (size_t)((s == NULL ? end : s) - from);
    for (const char *at = from; (at = memchr(at, '\n', (size_t)(from + cell->length - at))) != NULL; at++)
        cell->newlines++;
    return s == NULL ? end : s + 1;
}

bool pt_cell_read(const char **p, const char *end, char delimiter, struct pt_cell *cell)
{
    const char *s = skip_blanks(*p, end, delimiter), *stop;

    *cell = (struct pt_cell){.text = s};
    if (s < end && *s == '"') {
        s = skip_blanks(read_quoted(s + 1, end, cell), end, delimiter);
        stop = pt_find_either(s, end, delimiter, '\n');
        cell->stray = stop > s ? s : NULL;
    } else {
        const char *last = stop = pt_find_either(s, end, delimiter, '\n');

        while (last > s && pt_cell_blank(last[-1], delimiter))
            last--;
        cell->length = (size_t)(last - s);
    }
    *p = stop < end ? stop + 1 : end;
    return stop < end && *stop == delimiter;
}

bool pt_cell_text(const struct pt_cell *cell, struct pt_buffer *buffer, const char **text, size_t *length)
{
    const char *s = cell->text, *end = cell->text + cell->length;

    *text = cell->text;
    *length = cell->length;
    if (!cell->escaped)
        return true;
    buffer->length = 0;
    while (s < end) {
        const char *quote = memchr(s, '"', (size_t)(end - s));
        const char *stop = quote == NULL ? end : quote + 1;

        pt_buffer_add(buffer, s, (size_t)(stop - s));
        s = quote == NULL ? end : quote + 2;
    }
    *text = buffer->bytes;
    *length = buffer->length;
    return !buffer->failed;
}

bool pt_same_word(const char *text, size_t length, const char *lower)
{
    if (strlen(lower) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] + 32) : text[i];

        if (c != lower[i])
            return false;
    }
    return true;
}

bool pt_cell_missing(const struct pt_cell *cell)
{
    static const char *const words[] = {"", "?", "na", "n/a", "null", "nan"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (pt_same_word(cell->text, cell->length, words[i]))
            return true;
    return false;
}

bool pt_cell_number(const struct pt_cell *cell, double *value)
{
    const char *p = cell->text, *end = cell->text + cell->length;

    return pt_parse_double(&p, end, value) && p == end;
}

bool pt_line_blank(const char *s, const char *end, char delimiter, const char **next)
{
    s = skip_blanks(s, end, delimiter);
    if (s < end && *s != '\n')
        return false;
    *next = s < end ? s + 1 : end;
    return true;
}

/* ---- cutting ---- */

/* Whether quotes are open when this delimiter parts cells. */
struct quoting {
    char delimiter;
    bool inside;
    const char *pair;   /* the second quote of a "" */
};

static void pass_quote(struct quoting *q, const char *bytes, const char *end, const char *quote)
{
    if (quote == q->pair)
        return;
    if (!q->inside) {   /* it opens a cell when only blanks stand before it */
        const char *s = quote;

        while (s > bytes && pt_cell_blank(s[-1], q->delimiter))
            s--;
        q->inside = s == bytes || s[-1] == q->delimiter || s[-1] == '\n';
    } else if (quote + 1 < end && quote[1] == '"') {
        q->pair = quote + 1;
    } else {
        q->inside = false;
    }
}

/* Quotes are followed under each of the three delimiters; a line end is good for a cut when it is outside quotes under
 * all. Without quotes any line end is. */
size_t pt_csv_cut(const char *bytes, size_t length)
{
    struct quoting under[] = {{.delimiter = ','}, {.delimiter = '\t'}, {.delimiter = ';'}};
    const char *end = bytes + length, *from = bytes, *best = bytes, *best_end = bytes;

    while (from < end) {
        const char *quote = memchr(from, '"', (size_t)(end - from));
        const char *to = quote == NULL ? end : quote;

        if (!under[0].inside && !under[1].inside && !under[2].inside && to > from &&
            memchr(from, '\n', (size_t)(to - from)) != NULL) {
            best = from;
            best_end = to;
        }
        for (size_t i = 0; quote != NULL && i < 3; i++)
            pass_quote(&under[i], bytes, end, quote);
        from = quote == NULL ? end : quote + 1;
    }
    while (best_end > best && best_end[-1] != '\n')
        best_end--;
    return (size_t)(best_end - bytes);
}
