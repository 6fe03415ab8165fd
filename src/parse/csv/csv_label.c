/* Which column is the label, where nobody says. csv.h has the rule. */
#include "base/word.h"
#include "parse/csv/csv.h"

/* A `y` between other columns is one beside x, not the label. */
static bool has_label_name(const struct pt_recipe *recipe, size_t column)
{
    static const char *const label_names[] = {"label", "class", "target", "species", "diagnosis", "type"};
    const char *name = recipe->columns[column].name;

    if (pt_same_word(name, strlen(name), "y"))
        return column == 0 || column + 1 == recipe->n_columns;
    for (size_t i = 0; i < sizeof label_names / sizeof *label_names; i++)
        if (pt_same_word(name, strlen(name), label_names[i]))
            return true;
    return false;
}

/* The different texts in the first lines of a column. */
struct values {
    struct pt_dict texts;
    size_t cells;
};

static struct values values_of(const struct pt_sheet *sheet, size_t column)
{
    struct values values = {.cells = 0};

    pt_dict_init(&values.texts);
    for (size_t line = sheet->recipe->header ? 1 : 0; line < sheet->n_lines; line++) {
        const struct pt_cell cell = pt_sheet_cell(sheet, line, column);

        if (cell.length == 0)
            continue;
        values.cells++;
        pt_dict_add(&values.texts, cell.text, cell.length);
    }
    return values;
}

/* Two values, or few words that come again. */
static bool is_likely(const struct pt_sheet *sheet, size_t column)
{
    struct values values = values_of(sheet, column);
    const size_t n = values.texts.count;
    const bool words = pt_sheet_has_text(sheet, column, sheet->recipe->header ? 1 : 0);

    pt_dict_fini(&values.texts);
    return values.cells > n && (n == 2 || (words && n > 1 && n <= 20 && 2 * n <= values.cells));
}

/* Two words of which one is known to be the positive. */
static bool is_pair(const struct pt_sheet *sheet, size_t column)
{
    struct values values = values_of(sheet, column);
    bool pair = false;

    if (values.texts.count == 2) {
        size_t n, m;
        const char *a = pt_dict_text(&values.texts, 0, &n), *b = pt_dict_text(&values.texts, 1, &m);

        pair = pt_label_pair(a, n, b, m) != 0;
    }
    pt_dict_fini(&values.texts);
    return pair;
}

size_t pt_csv_guess_label(const struct pt_recipe *recipe, const struct pt_sheet *sheet)
{
    const size_t n = recipe->n_columns, from = recipe->header ? 1 : 0;
    size_t first = n, last = n, named = n, n_named = 0, pair = n, n_pairs = 0;
    bool words_first;

    for (size_t i = 0; i < n; i++) {
        if (recipe->columns[i].role != PT_ROLE_NUMBER)
            continue;
        first = first == n ? i : first;
        last = i;
        if (recipe->header && has_label_name(recipe, i)) {
            named = i;
            n_named++;
        }
        if (is_pair(sheet, i)) {
            pair = i;
            n_pairs++;
        }
    }
    if (n_named == 1)
        return named;
    words_first = first < n && pt_sheet_has_text(sheet, first, from) && pt_sheet_has_numbers(sheet, last, from);
    if (n_pairs == 1 && (words_first || !is_likely(sheet, last)))
        return pair;
    return words_first ? first : last;
}
