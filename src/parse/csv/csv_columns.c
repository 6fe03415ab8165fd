/* The columns of a CSV file: which is the label, which are numbers, categories, ignored. csv.h has the rules. */
#include "base/alloc.h"
#include "base/number.h"
#include "base/param.h"
#include "base/printable.h"
#include "parse/csv/csv.h"

#include <string.h>

/* For a list in a message. */
static const char *column_name(const void *context, size_t i, size_t *length)
{
    const struct pt_column *columns = context;

    *length = strlen(columns[i].name);
    return columns[i].name;
}

/* By name, else by number from 1; n_columns when there is no such column. */
size_t pt_csv_find_column(const struct pt_recipe *recipe, const char *wanted, size_t length)
{
    const char *p = wanted;
    uint64_t number;

    for (size_t i = 0; i < recipe->n_columns; i++)
        if (strlen(recipe->columns[i].name) == length && memcmp(recipe->columns[i].name, wanted, length) == 0)
            return i;
    if (pt_parse_u64(&p, wanted + length, &number) && p == wanted + length && number > 0 &&
        number <= recipe->n_columns)
        return (size_t)number - 1;
    return recipe->n_columns;
}

/* Gives the column a role that is not the usual one; each column can have one such. */
static ptron_status assign(struct pt_recipe *recipe, const char *wanted, size_t length, enum pt_role role,
                           ptron_error *err)
{
    static const char *const tasks[] = {"", "one-hot", "the label", "the row weight", "ignored"};
    const size_t i = pt_csv_find_column(recipe, wanted, length);
    char list[160];

    if (i == recipe->n_columns) {
        pt_printable_list(list, sizeof list, column_name, recipe->columns, recipe->n_columns);
        return pt_fail_at(err, PTRON_DATA, NULL, 1, 0, "no column '%s'; columns are %s",
                          pt_printable(wanted, length).text, list);
    }
    if (recipe->columns[i].role != PT_ROLE_NUMBER && recipe->columns[i].role != role)
        return pt_fail(err, PTRON_ARGUMENT, "column '%s' cannot be both %s and %s", pt_printable(wanted, length).text,
                       tasks[recipe->columns[i].role], tasks[role]);
    recipe->columns[i].role = role;
    return PTRON_OK;
}

static ptron_status assign_list(struct pt_recipe *recipe, const ptron_options *options, const char *option,
                                enum pt_role role, ptron_error *err)
{
    const char *item;
    size_t length;

    for (size_t i = 0; pt_option_item(options, option, i, &item, &length); i++)
        if (role != PT_ROLE_CATEGORY || length != 4 || memcmp(item, "auto", 4) != 0)
            PT_TRY(assign(recipe, item, length, role, err));
    return PTRON_OK;
}

static ptron_status assign_one(struct pt_recipe *recipe, const ptron_options *options, const char *option,
                               enum pt_role role, ptron_error *err)
{
    const char *wanted = pt_option_text(options, option);

    return *wanted == '\0' ? PTRON_OK : assign(recipe, wanted, strlen(wanted), role, err);
}

/* ---- the label ---- */

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

/* Of the columns that nothing else was said about: the label by csv.h's rule; n_columns when none is left. */
static size_t guess_label(const struct pt_recipe *recipe, const struct pt_sheet *sheet)
{
    const size_t n = recipe->n_columns, from = recipe->header ? 1 : 0;
    size_t first = n, last = n, named = n, n_named = 0;

    for (size_t i = 0; i < n; i++) {
        if (recipe->columns[i].role != PT_ROLE_NUMBER)
            continue;
        first = first == n ? i : first;
        last = i;
        if (recipe->header && has_label_name(recipe, i)) {
            named = i;
            n_named++;
        }
    }
    if (n_named == 1)
        return named;
    if (first < n && pt_sheet_has_text(sheet, first, from) && pt_sheet_has_numbers(sheet, last, from))
        return first;
    return last;
}

/* ---- one-hot auto ---- */

static bool wants_auto(const ptron_options *options)
{
    const char *item;
    size_t length;

    for (size_t i = 0; pt_option_item(options, "one-hot", i, &item, &length); i++)
        if (length == 4 && memcmp(item, "auto", 4) == 0)
            return true;
    return false;
}

/* Every column of numbers that has text somewhere in these bytes becomes a category. */
static void find_categories(struct pt_recipe *recipe, const char *bytes, size_t length)
{
    const char *p = bytes, *end = bytes + length;

    while (p < end) {
        bool more = !pt_line_blank(p, end, recipe->delimiter, &p);

        for (size_t j = 0; more; j++) {
            struct pt_cell cell;
            double value;

            more = pt_cell_read(&p, end, recipe->delimiter, &cell);
            if (j < recipe->n_columns && recipe->columns[j].role == PT_ROLE_NUMBER && cell.open == NULL &&
                !pt_cell_missing(&cell) && !pt_cell_number(&cell, &value))
                recipe->columns[j].role = PT_ROLE_CATEGORY;
        }
    }
}

/* ---- preparing ---- */

char pt_csv_delimiter_named(const char *word)
{
    static const struct {
        const char *word;
        char delimiter;
    } words[] = {{"comma", ','}, {",", ','}, {"tab", '\t'}, {"\t", '\t'}, {"\\t", '\t'},
                 {"semicolon", ';'}, {";", ';'}};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i].word) == 0)
            return words[i].delimiter;
    return '\0';
}

bool pt_csv_choose_header(const ptron_options *options, bool guess)
{
    return pt_option_is(options, "header", "yes") || (guess && !pt_option_is(options, "header", "no"));
}

/* The cell's text, or the column's number where that is empty. Owned; NULL when memory is out. */
static char *make_name(const struct pt_cell *cell, size_t number)
{
    struct pt_buffer buffer;
    char digits[PT_U64_ROOM], *name = NULL;
    const char *text;
    size_t length;

    pt_buffer_init(&buffer);
    if (cell->length == 0)
        name = pt_copy_text(digits, pt_format_u64(number, digits));
    else if (pt_cell_text(cell, &buffer, &text, &length))
        name = pt_copy_text(text, length);
    pt_buffer_fini(&buffer);
    return name;
}

static ptron_status name_columns(struct pt_recipe *recipe, const struct pt_sheet *sheet, ptron_error *err)
{
    const size_t n = recipe->header ? pt_sheet_width(sheet, 0) : pt_sheet_usual_width(sheet);

    recipe->columns = pt_zeroed(n, sizeof *recipe->columns);
    if (recipe->columns == NULL)
        return pt_fail_memory(err, n * sizeof *recipe->columns, "columns");
    for (; recipe->n_columns < n; recipe->n_columns++) {
        const size_t j = recipe->n_columns;
        const struct pt_cell none = {.text = ""}, cell = recipe->header ? pt_sheet_cell(sheet, 0, j) : none;

        recipe->columns[j] = (struct pt_column){.name = make_name(&cell, j + 1), .role = PT_ROLE_NUMBER};
        if (recipe->columns[j].name == NULL)
            return pt_fail_memory(err, cell.length, "a column's name");
    }
    return PTRON_OK;
}

/* Names tell columns apart: two that are used cannot share one. */
static ptron_status check_names(const struct pt_recipe *recipe, ptron_error *err)
{
    struct pt_dict names;
    ptron_status status = PTRON_OK;

    pt_dict_init(&names);
    for (size_t i = 0; i < recipe->n_columns && status == PTRON_OK; i++) {
        const char *name = recipe->columns[i].name;
        const uint32_t before = names.count;

        if (recipe->columns[i].role == PT_ROLE_IGNORED)
            continue;
        if (pt_dict_add(&names, name, strlen(name)) == PT_DICT_NONE)
            status = pt_fail_memory(err, strlen(name), "columns");
        else if (names.count == before)
            status = pt_fail(err, PTRON_DATA, "two columns are named '%s'; use --ignore %zu",
                             pt_printable(name, strlen(name)).text, i + 1);
    }
    pt_dict_fini(&names);
    return status;
}

static ptron_status number_features(struct pt_recipe *recipe, ptron_error *err)
{
    recipe->n_numbers = 0;
    recipe->dense = true;
    for (size_t i = 0; i < recipe->n_columns; i++) {
        if (recipe->columns[i].role == PT_ROLE_NUMBER)
            recipe->columns[i].feature = recipe->n_numbers++;
        recipe->dense &= recipe->columns[i].role != PT_ROLE_CATEGORY;
    }
    recipe->n_features = recipe->n_numbers;
    return recipe->dense && recipe->n_numbers == 0 ? pt_fail(err, PTRON_DATA, "no column is left for features")
                                                   : PTRON_OK;
}

static ptron_status fit_columns(struct pt_recipe *recipe, const struct pt_sheet *sheet,
                                const ptron_options *options, const char *bytes, size_t length, ptron_error *err)
{
    uint64_t line, column;

    if (sheet->n_lines == 0 && sheet->open == NULL)
        return pt_fail(err, PTRON_DATA, "no rows");
    if (sheet->n_lines == 0) {
        pt_text_place(bytes, (size_t)(sheet->open - bytes), &line, &column);
        return pt_fail_at(err, PTRON_DATA, NULL, line, column, "quote opened here is never closed");
    }
    recipe->header = pt_csv_choose_header(options, pt_csv_has_header(sheet));
    PT_TRY(name_columns(recipe, sheet, err));
    PT_TRY(assign_list(recipe, options, "ignore", PT_ROLE_IGNORED, err));
    PT_TRY(assign_list(recipe, options, "one-hot", PT_ROLE_CATEGORY, err));
    PT_TRY(assign_one(recipe, options, "weight", PT_ROLE_WEIGHT, err));
    if (*pt_option_text(options, "label") == '\0') {
        const size_t label = guess_label(recipe, sheet);

        if (label == recipe->n_columns)
            return pt_fail(err, PTRON_ARGUMENT, "no column is left for the label");
        recipe->columns[label].role = PT_ROLE_LABEL;
    }
    PT_TRY(assign_one(recipe, options, "label", PT_ROLE_LABEL, err));
    if (wants_auto(options)) {
        const size_t skip = recipe->header ? sheet->first_end : 0;
        find_categories(recipe, bytes + skip, length - skip);
    }
    PT_TRY(check_names(recipe, err));
    return number_features(recipe, err);
}

ptron_status pt_csv_prepare(struct pt_recipe *recipe, const ptron_options *options, const char *bytes,
                            size_t length, ptron_error *err)
{
    const char *given = pt_option_text(options, "delimiter");
    struct pt_sheet sheet;
    ptron_status status;
    int agree;

    if (*given == '\0' && pt_option_is(options, "format", "tsv"))
        given = "tab";
    recipe->delimiter = *given == '\0' ? pt_csv_delimiter(bytes, length, &agree) : pt_csv_delimiter_named(given);
    if (recipe->delimiter == '\0')
        return pt_fail(err, PTRON_ARGUMENT, "delimiter is '%s', wanted comma, tab or semicolon",
                       pt_printable(given, strlen(given)).text);
    recipe->missing = (enum pt_missing)pt_option_choice(options, "missing");
    PT_TRY(pt_sheet_read(&sheet, bytes, length, recipe->delimiter, PT_SHEET_LINES, err));
    status = fit_columns(recipe, &sheet, options, bytes, length, err);
    pt_sheet_fini(&sheet);
    return status;
}
