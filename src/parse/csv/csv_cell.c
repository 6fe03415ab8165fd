/* Reading cells, one at a time: csv_cell.h says what a cell is. */
#include "parse/csv/csv_cell.h"
#include "base/number.h"
#include "base/word.h"

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

/* Where spaces are the delimiter: past all of them, and past the end of the line when that is next. */
static bool pass_spaces(const char **p, const char *end)
{
    const char *s = *p;

    while (s < end && (*s == ' ' || *s == '\r'))
        s++;
    *p = s;
    if (s < end && *s != '\n')
        return true;
    *p += s < end;
    return false;
}

bool pt_cell_read(const char **p, const char *end, char delimiter, struct pt_cell *cell)
{
    const char *s = skip_blanks(*p, end, delimiter), *stop;

    while (delimiter == ' ' && s < end && *s == ' ')
        s++;
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
    if (stop == end || *stop != delimiter)
        return false;
    return delimiter != ' ' || pass_spaces(p, end);
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

/* ---- what is in a cell ---- */

static bool is_one_of(const struct pt_cell *cell, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (pt_same_word(cell->text, cell->length, words[i]))
            return true;
    return false;
}

static bool is_listed(const struct pt_cell *cell, const struct pt_recipe *recipe)
{
    double value, other;

    if (pt_dict_find(&recipe->na, cell->text, cell->length) != PT_DICT_NONE)
        return true;
    if (!pt_cell_number(cell, recipe->decimal, &value))
        return false;
    for (uint32_t id = 0; id < recipe->na.count; id++) {
        struct pt_cell listed = {0};

        listed.text = pt_dict_text(&recipe->na, id, &listed.length);
        if (pt_cell_number(&listed, recipe->decimal, &other) && other == value)
            return true;
    }
    return false;
}

bool pt_cell_missing(const struct pt_cell *cell, const struct pt_recipe *recipe)
{
    static const char *const words[] = {"", "?", "na", "n/a", "null", "nan"};

    return is_one_of(cell, words, sizeof words / sizeof *words) || (recipe->na.count > 0 && is_listed(cell, recipe));
}

bool pt_cell_missing_number(const struct pt_cell *cell, const struct pt_recipe *recipe)
{
    static const char *const words[] = {"-", ".", "#n/a", "none"};

    return pt_cell_missing(cell, recipe) || is_one_of(cell, words, sizeof words / sizeof *words);
}

bool pt_cell_digits(const struct pt_cell *cell, char decimal, char room[PT_NUMBER_ROOM], const char **text,
                    const char **end)
{
    *text = cell->text;
    *end = cell->text + cell->length;
    if (decimal == '.')
        return true;
    if (cell->length > PT_NUMBER_ROOM)
        return false;
    for (size_t i = 0; i < cell->length; i++)   /* a point is then no part of a number */
        room[i] = cell->text[i] == decimal ? '.' : cell->text[i] == '.' ? '?' : cell->text[i];
    *text = room;
    *end = room + cell->length;
    return true;
}

bool pt_cell_number(const struct pt_cell *cell, char decimal, double *value)
{
    char room[PT_NUMBER_ROOM];
    const char *p, *end;

    return pt_cell_digits(cell, decimal, room, &p, &end) && pt_parse_double(&p, end, value) && p == end;
}

bool pt_cell_has_comma(const struct pt_cell *cell)
{
    const char *comma = cell->length == 0 ? NULL : memchr(cell->text, ',', cell->length);
    double value;

    return comma != NULL && cell->length > 2 && pt_cell_number(cell, ',', &value);
}

bool pt_cell_flag(const struct pt_cell *cell, double *value)
{
    static const char *const words[] = {"no", "false", "yes", "true"};

    for (size_t i = 0; i < 4; i++)
        if (pt_same_word(cell->text, cell->length, words[i])) {
            *value = i >= 2;
            return true;
        }
    return false;
}

bool pt_line_skipped(const char *s, const char *end, char delimiter, char comment, const char **next)
{
    if (comment != '\0' && s < end && *s == comment) {
        const char *stop = memchr(s, '\n', (size_t)(end - s));

        *next = stop == NULL ? end : stop + 1;
        return true;
    }
    s = skip_blanks(s, end, delimiter);
    while (delimiter == ' ' && s < end && (*s == ' ' || pt_cell_blank(*s, delimiter)))
        s++;
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

/* Quotes are followed under the recipe's delimiter or, while there is none, under each that may be found; a line end is
 * good for a cut when it is outside quotes under all. Without quotes any line end is. */
size_t pt_csv_cut(const struct pt_recipe *recipe, const char *bytes, size_t length)
{
    struct quoting under[] = {{.delimiter = ','}, {.delimiter = '\t'}, {.delimiter = ';'}, {.delimiter = '|'}};
    const size_t n = recipe->delimiter != '\0' ? 1 : sizeof under / sizeof *under;
    const char *end = bytes + length, *from = bytes, *best = bytes, *best_end = bytes;

    if (n == 1)
        under[0].delimiter = recipe->delimiter;
    while (from < end) {
        const char *quote = memchr(from, '"', (size_t)(end - from));
        const char *to = quote == NULL ? end : quote;
        bool inside = false;

        for (size_t i = 0; i < n; i++)
            inside |= under[i].inside;
        if (!inside && to > from &&
            memchr(from, '\n', (size_t)(to - from)) != NULL) {
            best = from;
            best_end = to;
        }
        for (size_t i = 0; quote != NULL && i < n; i++)
            pass_quote(&under[i], bytes, end, quote);
        from = quote == NULL ? end : quote + 1;
    }
    while (best_end > best && best_end[-1] != '\n')
        best_end--;
    return (size_t)(best_end - bytes);
}
