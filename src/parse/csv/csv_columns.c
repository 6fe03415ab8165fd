/* The columns of a CSV file: which is the label, which are numbers, categories, ignored. csv.h has the rules. */
#include "base/alloc.h"
#include "base/number.h"
#include "base/param.h"
#include "base/plural.h"
#include "base/printable.h"
#include "parse/csv/csv.h"

#include <string.h>

enum { MOST_CROSSED = 64 };

static const char *const tasks[] = {"", "one-hot", "the label", "the row weight", "ignored", "text"};   /* by role */

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

ptron_status pt_csv_no_column(const struct pt_recipe *recipe, const char *wanted, size_t length, ptron_error *err)
{
    char list[160];

    pt_printable_list(list, sizeof list, column_name, recipe->columns, recipe->n_columns);
    return pt_fail_at(err, PTRON_DATA, NULL, 1, 0, "no column '%s'; columns are %s", pt_printable(wanted, length).text,
                      list);
}

/* Gives the column a role that is not the usual one; each column can have one such. */
static ptron_status assign(struct pt_recipe *recipe, const char *wanted, size_t length, enum pt_role role,
                           ptron_error *err)
{
    const size_t i = pt_csv_find_column(recipe, wanted, length);

    if (i == recipe->n_columns)
        return pt_csv_no_column(recipe, wanted, length, err);
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

/* Columns of numbers that are dates, or get a feature that says where a cell is missing. */
static ptron_status mark_list(struct pt_recipe *recipe, const ptron_options *options, const char *option,
                              ptron_error *err)
{
    const bool dates = strcmp(option, "dates") == 0;
    const char *item;
    size_t length;

    for (size_t i = 0; pt_option_item(options, option, i, &item, &length); i++) {
        const size_t at = pt_csv_find_column(recipe, item, length);

        if (length == 4 && memcmp(item, "auto", 4) == 0)
            continue;
        if (at == recipe->n_columns)
            return pt_csv_no_column(recipe, item, length, err);
        if (recipe->columns[at].role != PT_ROLE_NUMBER)
            return pt_fail(err, PTRON_ARGUMENT, "column '%s' is no number, so %s cannot be about it",
                           pt_printable(item, length).text, option);
        if (dates)
            recipe->columns[at].cells = PT_CELLS_DATE;
        else
            recipe->columns[at].missing = 1;   /* numbered when all is decided */
    }
    return PTRON_OK;
}

/* ---- preparing ---- */

char pt_csv_delimiter_named(const char *word)
{
    static const struct {
        const char *word;
        char delimiter;
    } words[] = {{"comma", ','}, {"tab", '\t'}, {"\\t", '\t'}, {"semicolon", ';'},
                 {"space", ' '}, {"bar", '|'}, {"pipe", '|'},   {"colon", ':'}};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i].word) == 0)
            return words[i].delimiter;
    return word[0] != '\0' && word[1] == '\0' && pt_delimiter_is(word[0]) ? word[0] : '\0';
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

/* ---- crossed columns ---- */

/* Products are of one value each: numbers and categories. */
static ptron_status check_crosses(const struct pt_recipe *recipe, ptron_error *err)
{
    for (uint32_t i = 0; i < 2 * recipe->wording.n_crosses; i++) {
        const struct pt_cross *cross = &recipe->wording.crosses[i / 2];
        const struct pt_column *column = &recipe->columns[i % 2 == 0 ? cross->first : cross->second];

        if (column->role != PT_ROLE_NUMBER && column->role != PT_ROLE_CATEGORY)
            return pt_fail(err, PTRON_ARGUMENT, "column '%s' is %s, and only numbers and categories are crossed",
                           pt_printable(column->name, strlen(column->name)).text, tasks[column->role]);
    }
    return PTRON_OK;
}

/* Every two of the columns that --cross lists, in the order of the file. */
static ptron_status list_crosses(struct pt_recipe *recipe, const ptron_options *options, ptron_error *err)
{
    struct pt_wording *wording = &recipe->wording;
    bool *listed = pt_zeroed(recipe->n_columns, sizeof *listed);
    size_t length, n = 0, n_listed = 0;
    const char *item;

    if (listed == NULL)
        return pt_fail_memory(err, recipe->n_columns, "crossed columns");
    for (; pt_option_item(options, "cross", n, &item, &length); n++) {
        const size_t at = pt_csv_find_column(recipe, item, length);

        if (at == recipe->n_columns) {
            pt_release(listed);
            return pt_csv_no_column(recipe, item, length, err);
        }
        n_listed += !listed[at];
        listed[at] = true;
    }
    if (n_listed >= 2 && n_listed <= MOST_CROSSED)
        wording->crosses = pt_array(n_listed * (n_listed - 1) / 2, sizeof *wording->crosses);
    for (uint32_t a = 0; wording->crosses != NULL && a < recipe->n_columns; a++)
        for (uint32_t b = a + 1; listed[a] && b < recipe->n_columns; b++)
            if (listed[b])
                wording->crosses[wording->n_crosses++] = (struct pt_cross){a, b};
    pt_release(listed);
    if (n > 0 && (n_listed < 2 || n_listed > MOST_CROSSED))
        return pt_fail(err, PTRON_ARGUMENT, "cross names %zu column%s, wanted 2 to %d", n_listed,
                       pt_plural(n_listed), MOST_CROSSED);
    return n > 0 && wording->crosses == NULL ? pt_fail_memory(err, n_listed * n_listed, "crossed columns") : PTRON_OK;
}

/* What is asked of texts must have one. */
static ptron_status fit_wording(struct pt_recipe *recipe, const ptron_options *options, ptron_error *err)
{
    static const char *const about[] = {"ngrams", "chars", "counts", "stop-words"};

    for (size_t i = 0; i < sizeof about / sizeof *about; i++)
        if (ptron_options_given(options, about[i]) && *pt_option_text(options, "text") == '\0')
            return pt_detail(err, PTRON_DETAIL_OPTION_IDLE,
                             pt_fail(err, PTRON_ARGUMENT, "--%s does nothing without a column of text; use --text",
                                     about[i]));
    PT_TRY(pt_wording_fit(&recipe->wording, options, err));
    return list_crosses(recipe, options, err);
}

static ptron_status number_features(struct pt_recipe *recipe, ptron_error *err)
{
    recipe->n_numbers = 0;
    recipe->dense = true;
    for (size_t i = 0; i < recipe->n_columns; i++) {
        struct pt_column *column = &recipe->columns[i];
        const bool number = column->role == PT_ROLE_NUMBER;

        column->feature = number ? recipe->n_numbers++ : 0;
        column->cells = number ? column->cells : PT_CELLS_NUMBER;
        column->missing = number ? column->missing : 0;
        recipe->dense &= column->role != PT_ROLE_CATEGORY && column->role != PT_ROLE_TEXT &&
                         recipe->wording.n_crosses == 0;
    }
    for (size_t i = 0; i < recipe->n_columns; i++)
        if (recipe->columns[i].missing > 0)
            recipe->columns[i].missing = recipe->n_numbers++;
    recipe->whole = !recipe->dense;
    recipe->n_features = recipe->n_numbers + (recipe->hash_bits > 0 ? UINT32_C(1) << recipe->hash_bits : 0);
    return recipe->dense && recipe->n_numbers == 0 ? pt_fail(err, PTRON_DATA, "no column is left for features")
                                                   : PTRON_OK;
}

ptron_status pt_csv_finish_columns(struct pt_recipe *recipe, ptron_error *err)
{
    PT_TRY(number_features(recipe, err));
    PT_TRY(check_crosses(recipe, err));
    if (recipe->dense && recipe->hash_bits > 0)
        return pt_detail(err, PTRON_DETAIL_OPTION_IDLE,
                         pt_fail(err, PTRON_ARGUMENT, "--hash-bits does nothing without categories or text; use "
                                 "--one-hot or --text"));
    return PTRON_OK;
}

static ptron_status fit_columns(struct pt_recipe *recipe, const struct pt_sheet *sheet,
                                const ptron_options *options, const char *bytes, size_t length, ptron_error *err)
{
    uint64_t line, column;
    size_t skip;

    if (sheet->n_lines == 0 && sheet->open == NULL)
        return pt_fail(err, PTRON_DATA, "no rows");
    if (sheet->n_lines == 0) {
        pt_text_place(bytes, (size_t)(sheet->open - bytes), &line, &column);
        return pt_fail_at(err, PTRON_DATA, NULL, line, column, "quote opened here is never closed");
    }
    recipe->header = pt_csv_choose_header(options, pt_csv_has_header(sheet));
    skip = recipe->header ? sheet->first_end : 0;
    PT_TRY(name_columns(recipe, sheet, err));
    PT_TRY(assign_list(recipe, options, "ignore", PT_ROLE_IGNORED, err));
    PT_TRY(assign_list(recipe, options, "one-hot", PT_ROLE_CATEGORY, err));
    PT_TRY(assign_list(recipe, options, "text", PT_ROLE_TEXT, err));
    PT_TRY(assign_one(recipe, options, "weight", PT_ROLE_WEIGHT, err));
    if (*pt_option_text(options, "label") == '\0') {
        const size_t label = pt_csv_guess_label(recipe, sheet);

        if (label == recipe->n_columns)
            return pt_fail(err, PTRON_ARGUMENT, "no column is left for the label");
        recipe->columns[label].role = PT_ROLE_LABEL;
    }
    PT_TRY(assign_one(recipe, options, "label", PT_ROLE_LABEL, err));
    PT_TRY(mark_list(recipe, options, "dates", err));
    PT_TRY(mark_list(recipe, options, "missing-indicator", err));
    PT_TRY(pt_csv_decide(recipe, options, bytes + skip, length - skip, err));
    PT_TRY(check_names(recipe, err));
    PT_TRY(fit_wording(recipe, options, err));
    recipe->hash_bits = (unsigned)pt_option_count(options, "hash-bits");
    return pt_csv_finish_columns(recipe, err);
}

/* ---- how cells are written ---- */

static ptron_status fail_mark(const ptron_options *options, const char *option, const char *wanted, ptron_error *err)
{
    const char *given = pt_option_text(options, option);

    return pt_fail(err, PTRON_ARGUMENT, "%s is '%s', wanted %s", option, pt_printable(given, strlen(given)).text,
                   wanted);
}

static ptron_status list_missing(struct pt_recipe *recipe, const ptron_options *options, ptron_error *err)
{
    const char *item;
    size_t length;

    for (size_t i = 0; pt_option_item(options, "na", i, &item, &length); i++)
        if (pt_dict_add(&recipe->na, item, length) == PT_DICT_NONE)
            return pt_fail_memory(err, length, "missing cells");
    return PTRON_OK;
}

static ptron_status choose_marks(struct pt_recipe *recipe, const ptron_options *options, const char *bytes,
                                 size_t length, ptron_error *err)
{
    const char *given = pt_option_text(options, "delimiter"), *comment = pt_option_text(options, "comment");
    int agree;

    if (*given == '\0' && pt_option_is(options, "format", "tsv"))
        given = "tab";
    recipe->decimal = pt_option_text(options, "decimal")[0];
    recipe->skip_lines = (uint32_t)pt_option_count(options, "skip-lines");
    recipe->comment = *comment;
    recipe->delimiter = *given != '\0' ? pt_csv_delimiter_named(given)
                                       : pt_csv_delimiter(bytes, length, recipe->decimal, &agree);
    if (recipe->delimiter == '\0' && *given == '\0')
        return pt_fail_memory(err, length, "the first lines");
    if (recipe->delimiter == '\0' || recipe->delimiter == recipe->decimal)
        return fail_mark(options, "delimiter", recipe->delimiter != '\0'
                         ? "another mark than the one before decimals"
                         : "comma, tab, semicolon, space, bar, colon or any one sign that numbers do not hold", err);
    if (*comment != '\0' && (comment[1] != '\0' || !pt_comment_is(*comment, recipe->delimiter)))
        return fail_mark(options, "comment", "one sign that does not part cells and begins no number", err);
    return list_missing(recipe, options, err);
}

static ptron_status check_indicator(const struct pt_recipe *recipe, const ptron_options *options, ptron_error *err)
{
    if (*pt_option_text(options, "missing-indicator") != '\0' && recipe->missing != PT_MISSING_MEAN &&
        recipe->missing != PT_MISSING_ZERO)
        return pt_fail(err, PTRON_ARGUMENT,
                       "missing-indicator is about rows with missing cells: add --missing mean or zero");
    return PTRON_OK;
}

ptron_status pt_csv_prepare(struct pt_recipe *recipe, const ptron_options *options, const char *bytes,
                            size_t length, ptron_error *err)
{
    struct pt_sheet sheet;
    ptron_status status;

    PT_TRY(choose_marks(recipe, options, bytes, length, err));
    recipe->missing = (enum pt_missing)pt_option_choice(options, "missing");
    PT_TRY(check_indicator(recipe, options, err));
    PT_TRY(pt_sheet_read(&sheet, recipe, bytes, length, PT_SHEET_LINES, err));
    status = fit_columns(recipe, &sheet, options, bytes, length, err);
    pt_sheet_fini(&sheet);
    return status;
}
