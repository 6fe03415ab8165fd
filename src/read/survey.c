/* Cells are read by the rules of CSV, under the options that say how they are parted and written; all other options are
 * left out, so that nothing in the cells is refused. */
#include "read/survey.h"
#include "base/alloc.h"
#include "base/param.h"
#include "base/sized.h"
#include "parse/csv/csv.h"

#include <math.h>
#include <string.h>

enum { MOST_VALUES = 1000, MOST_STRAYS = 5, MOST_COLUMNS = 2000 };
static const uint64_t most_bytes = UINT64_C(32) << 20;

struct column {
    struct pt_cell_census census;
    struct pt_dict values, strays;
    struct pt_buffer stray_list;
    uint64_t words, empty;
    double last;              /* number */
    bool fractions, jumps;    /* a number that is not whole; one that does not follow the last */
    bool open;                /* a date that could be read in two orders */
};

struct ptron_survey {
    struct pt_recipe recipe;
    struct column *columns;   /* [recipe.n_columns]; NULL: no table */
    uint64_t rows, bytes;
    size_t label;
    bool all;
};

/* ---- one cell ---- */

static uint64_t count_words(const struct pt_cell *cell)
{
    uint64_t n = 0;

    for (size_t i = 0; i < cell->length; i++)
        n += cell->text[i] != ' ' && (i == 0 || cell->text[i - 1] == ' ');
    return n;
}

static void see_number(struct column *column, double value)
{
    column->fractions |= value != floor(value);
    column->jumps |= column->census.numbers > 0 && value != column->last + 1.0;
    column->last = value;
}

/* False: no memory. */
static bool see_cell(const struct pt_recipe *recipe, struct column *column, const struct pt_cell *cell)
{
    const struct pt_cell_census before = column->census;
    struct pt_date date;
    double value;

    if (pt_cell_number(cell, recipe->decimal, &value) && isfinite(value))
        see_number(column, value);
    pt_csv_count_cell(recipe, cell, &column->census);
    column->empty += cell->length == 0;
    if (pt_cell_missing(cell, recipe))
        return true;
    if (column->values.count < MOST_VALUES && pt_dict_add(&column->values, cell->text, cell->length) == PT_DICT_NONE)
        return false;
    if (column->census.present == before.present)
        return true;
    column->words += count_words(cell);
    column->open |= pt_cell_date(cell, false, &date) && date.first > 0 && !date.dots;
    if (column->census.numbers == before.numbers && column->census.commas == before.commas &&
        column->strays.count <= MOST_STRAYS)
        return pt_dict_add(&column->strays, cell->text, cell->length) != PT_DICT_NONE;
    return true;
}

/* Whether the line at p has as many cells as there are columns; others are bad rows and say nothing of a column. */
static bool has_all_cells(const struct pt_recipe *recipe, const char *p, const char *end)
{
    struct pt_cell cell;
    size_t n = 1;

    while (pt_cell_read(&p, end, recipe->delimiter, &cell))
        n++;
    return n == recipe->n_columns;
}

static ptron_status see_lines(ptron_survey *survey, const char *bytes, size_t length, ptron_error *err)
{
    const struct pt_recipe *recipe = &survey->recipe;
    const char *p = bytes, *end = bytes + length;

    while (p < end) {
        bool more = !pt_line_skipped(p, end, recipe->delimiter, recipe->comment, &p);
        const bool good = more && has_all_cells(recipe, p, end);

        survey->rows += good;
        for (size_t j = 0; more; j++) {
            struct pt_cell cell;

            more = pt_cell_read(&p, end, recipe->delimiter, &cell);
            if (good && cell.open == NULL && !see_cell(recipe, &survey->columns[j], &cell))
                return pt_fail_memory(err, cell.length, "values of a column");
        }
    }
    return PTRON_OK;
}

/* ---- reading ---- */

/* Texts among numbers, where nearly all are numbers; as --na takes them. */
static bool list_strays(struct column *column)
{
    const struct pt_cell_census *census = &column->census;

    pt_buffer_text(&column->stray_list, "");
    if (!pt_csv_nearly(census, census->numbers + census->commas) || column->strays.count > MOST_STRAYS)
        return true;
    for (uint32_t i = 0; i < column->strays.count; i++) {
        size_t n;
        const char *text = pt_dict_text(&column->strays, i, &n);
        const bool quoted = memchr(text, ',', n) != NULL;

        pt_buffer_text(&column->stray_list, i > 0 ? "," : "");
        pt_buffer_text(&column->stray_list, quoted ? "\"" : "");
        pt_buffer_add(&column->stray_list, text, n);
        pt_buffer_text(&column->stray_list, quoted ? "\"" : "");
    }
    pt_buffer_byte(&column->stray_list, '\0');
    return !column->stray_list.failed;
}

static ptron_status see_segments(ptron_survey *survey, struct pt_sources *sources, ptron_error *err)
{
    struct pt_segment segment = {0};
    ptron_status status = PTRON_OK;
    bool more = true;

    while (status == PTRON_OK && more && survey->bytes < most_bytes) {
        status = pt_sources_next(sources, &segment, &more, err);
        if (status == PTRON_OK && more)
            status = pt_segment_fill(sources, &segment, err);
        if (status == PTRON_OK && more)
            status = see_lines(survey, segment.bytes, segment.length, err);
        survey->bytes += more ? segment.length : 0;
    }
    survey->all = !more;
    pt_segment_fini(&segment);
    for (size_t j = 0; status == PTRON_OK && j < survey->recipe.n_columns; j++)
        if (!list_strays(&survey->columns[j]))
            status = pt_fail_memory(err, 1, "values of a column");
    return status;
}

static ptron_status see_table(ptron_survey *survey, struct pt_sources *sources, ptron_error *err)
{
    const size_t n = survey->recipe.n_columns;

    if (survey->recipe.format != PT_FORMAT_CSV || n > MOST_COLUMNS)
        return PTRON_OK;
    survey->columns = pt_zeroed(n, sizeof *survey->columns);
    if (survey->columns == NULL)
        return pt_fail_memory(err, n * sizeof *survey->columns, "columns");
    survey->label = n;
    for (size_t j = 0; j < n; j++) {
        pt_dict_init(&survey->columns[j].values);
        pt_dict_init(&survey->columns[j].strays);
        pt_buffer_init(&survey->columns[j].stray_list);
        if (survey->recipe.columns[j].role == PT_ROLE_LABEL)
            survey->label = j;
    }
    return see_segments(survey, sources, err);
}

/* Those of the options that say how cells are parted and written. */
static ptron_status options_of(const ptron_options *options, ptron_options **out, ptron_error *err)
{
    static const char *const kept[] = {"format",     "header",  "delimiter", "decimal",
                                       "skip-lines", "comment", "na",        "label"};
    ptron_status status = pt_options_new(options->tables, options->n_tables, out, err);

    for (size_t i = 0; i < sizeof kept / sizeof *kept && status == PTRON_OK; i++)
        if (ptron_options_given(options, kept[i]))
            status = ptron_options_set(*out, kept[i], pt_option_text(options, kept[i]), err);
    if (status == PTRON_OK)   /* columns that share a name are told apart by their number here */
        return PTRON_OK;
    ptron_options_free(*out);
    *out = NULL;
    return status;
}

ptron_status pt_survey_read(const struct pt_source *list, size_t n, const ptron_options *options, ptron_survey **out,
                            ptron_error *err)
{
    ptron_survey *survey = *out = pt_zeroed(1, sizeof *survey);
    struct pt_sources sources = {.segment_bytes = PT_FIRST_SEGMENT_BYTES, .later_bytes = PT_SEGMENT_BYTES};
    ptron_options *own = NULL;
    ptron_status status;

    if (survey == NULL)
        return pt_fail_memory(err, sizeof *survey, "a survey");
    pt_recipe_init(&survey->recipe);
    status = options_of(options, &own, err);
    if (status == PTRON_OK) {
        sources.options = own;
        sources.recipe = sources.fit = &survey->recipe;
        status = pt_sources_init(&sources, list, n, err);
        if (status == PTRON_OK)
            status = see_table(survey, &sources, err);
        pt_sources_fini(&sources);
    }
    ptron_options_free(own);
    if (status != PTRON_OK) {
        ptron_survey_free(survey);
        *out = NULL;
    }
    return status;
}

void ptron_survey_free(ptron_survey *survey)
{
    if (survey == NULL)
        return;
    for (size_t j = 0; survey->columns != NULL && j < survey->recipe.n_columns; j++) {
        pt_dict_fini(&survey->columns[j].values);
        pt_dict_fini(&survey->columns[j].strays);
        pt_buffer_fini(&survey->columns[j].stray_list);
    }
    pt_release(survey->columns);
    pt_recipe_fini(&survey->recipe);
    pt_release(survey);
}

/* ---- what was seen ---- */

void ptron_survey_describe(const ptron_survey *survey, ptron_survey_facts *facts)
{
    if (survey == NULL || facts == NULL)
        return;
    const ptron_survey_facts full = {
        .rows = survey->rows,
        .columns = survey->columns == NULL ? 0 : survey->recipe.n_columns,
        .label = survey->columns == NULL ? 0 : survey->label,
        .delimiter = survey->recipe.delimiter,
        .header = survey->recipe.header,
        .all = survey->all,
    };

    pt_hand_over(&full, facts, sizeof full, NULL);
}

static bool is_pair(const struct pt_dict *values)
{
    size_t n, m;
    const char *a, *b;

    if (values->count != 2)
        return false;
    a = pt_dict_text(values, 0, &n);
    b = pt_dict_text(values, 1, &m);
    return pt_label_pair(a, n, b, m) != 0;
}

bool ptron_survey_get(const ptron_survey *survey, size_t j, ptron_survey_column *facts)
{
    const struct column *column;
    ptron_survey_column full;

    if (survey == NULL || facts == NULL || survey->columns == NULL || j >= survey->recipe.n_columns)
        return false;
    column = &survey->columns[j];
    full = (ptron_survey_column){
        .name = survey->recipe.columns[j].name,
        .missing = column->census.missing,
        .present = column->census.present,
        .empty = column->empty,
        .numbers = column->census.numbers,
        .flags = column->census.flags,
        .dates = column->census.dates,
        .commas = column->census.commas,
        .values = column->values.count,
        .words = column->words,
        .whole = !column->fractions,
        .counts = column->census.numbers > 1 && column->census.numbers == column->census.present &&
                  column->census.missing == 0 && !column->fractions && !column->jumps,
        .pair = is_pair(&column->values),
        .month_first = column->census.second_large > 0,
        .order_open = column->open && column->census.first_large == 0 && column->census.second_large == 0,
        .first = column->values.count > 0 ? pt_dict_text(&column->values, 0, NULL) : NULL,
        .second = column->values.count > 1 ? pt_dict_text(&column->values, 1, NULL) : NULL,
        .strays = column->stray_list.length > 0 ? column->stray_list.bytes : "",
    };
    return pt_hand_over(&full, facts, sizeof full, NULL) == PTRON_OK;
}
