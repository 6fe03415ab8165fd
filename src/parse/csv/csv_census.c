/* What stands in the columns of a CSV file, and what is made of it where options leave it open. csv.h has the rules. */
#include "base/alloc.h"
#include "base/param.h"
#include "base/printable.h"
#include "parse/csv/csv.h"

#include <math.h>
#include <string.h>

/* ---- counting ---- */

void pt_csv_count_cell(const struct pt_recipe *recipe, const struct pt_cell *cell, struct pt_cell_census *census)
{
    struct pt_date date;
    double value;
    const bool number = pt_cell_number(cell, recipe->decimal, &value);

    if (!(number && isfinite(value) && recipe->na.count == 0) && pt_cell_missing_number(cell, recipe)) {
        census->missing++;
        return;
    }
    census->present++;
    if (number) {
        census->numbers++;
    } else if (pt_cell_flag(cell, &value)) {
        census->flags++;
    } else if (pt_cell_date(cell, false, &date) || pt_cell_date(cell, true, &date)) {
        census->dates++;
        census->first_large += date.first > 12 || date.dots;
        census->second_large += date.second > 12 && !date.dots;
    } else {
        census->commas += pt_cell_has_comma(cell);
    }
}

void pt_csv_census(const struct pt_recipe *recipe, const char *bytes, size_t length, size_t lines,
                   struct pt_cell_census *census)
{
    const char *p = bytes, *end = bytes + length;

    while (p < end && lines > 0) {
        bool more = !pt_line_skipped(p, end, recipe->delimiter, recipe->comment, &p);

        lines -= more;
        for (size_t j = 0; more; j++) {
            struct pt_cell cell;

            more = pt_cell_read(&p, end, recipe->delimiter, &cell);
            if (j < recipe->n_columns && cell.open == NULL)
                pt_csv_count_cell(recipe, &cell, &census[j]);
        }
    }
}

bool pt_csv_nearly(const struct pt_cell_census *census, size_t of)
{
    return of > 0 && 20 * of >= 19 * census->present;
}

/* ---- deciding ---- */

bool pt_csv_wants_auto(const ptron_options *options, const char *list)
{
    const char *item;
    size_t length;

    for (size_t i = 0; pt_option_item(options, list, i, &item, &length); i++)
        if (length == 4 && memcmp(item, "auto", 4) == 0)
            return true;
    return false;
}

/* Days stand first unless some date of the column says that months do; where no date tells, --date-order must. */
static ptron_status order_dates(struct pt_column *column, const ptron_options *options,
                                const struct pt_cell_census *census, ptron_error *err)
{
    const bool both = census->first_large > 0 && census->second_large > 0;
    const bool asked = !pt_option_is(options, "date-order", "auto");

    if (both && !asked)
        return pt_fail(err, PTRON_DATA, "dates of column '%s' have days first here and months first there; one order "
                       "is wanted (--date-order)", pt_printable(column->name, strlen(column->name)).text);
    column->cells = (asked ? pt_option_is(options, "date-order", "mdy") : census->second_large > 0) ? PT_CELLS_DATE_MDY
                                                                                                    : PT_CELLS_DATE;
    return PTRON_OK;
}

/* 1/2/2024 could be either. */
static ptron_status check_order(const struct pt_recipe *recipe, const struct pt_column *column,
                                const ptron_options *options, const struct pt_sheet *sheet, ptron_error *err)
{
    const size_t j = (size_t)(column - recipe->columns);

    for (size_t line = 0; line < sheet->n_lines; line++) {
        const struct pt_cell cell = pt_sheet_cell(sheet, line, j);
        struct pt_date date;

        if (pt_option_is(options, "date-order", "auto") && pt_cell_date(&cell, false, &date) && date.first > 0 &&
            !date.dots)
            return pt_fail(err, PTRON_DATA, "dates of column '%s' such as '%s' could have the day first or the month; "
                           "use --date-order dmy or mdy", pt_printable(column->name, strlen(column->name)).text,
                           pt_printable(cell.text, cell.length).text);
    }
    return PTRON_OK;
}

struct deciding {
    const ptron_options *options;
    const char *bytes;
    size_t length;
    bool categories, dates, missing;   /* those that are to be found */
};

static ptron_status decide_dates(struct pt_recipe *recipe, struct pt_column *column, const struct deciding *d,
                                 const struct pt_cell_census *census, ptron_error *err)
{
    struct pt_sheet sheet;
    ptron_status status = PTRON_OK;

    PT_TRY(order_dates(column, d->options, census, err));
    if (census->first_large > 0 || census->second_large > 0)
        return PTRON_OK;
    PT_TRY(pt_sheet_read(&sheet, recipe, d->bytes, d->length, PT_SHEET_LINES, err));
    status = check_order(recipe, column, d->options, &sheet, err);
    pt_sheet_fini(&sheet);
    return status;
}

/* A column of numbers may turn out to be one of flags, dates or categories. */
static ptron_status decide_column(struct pt_recipe *recipe, struct pt_column *column, const struct deciding *d,
                                  const struct pt_cell_census *census, ptron_error *err)
{
    const bool nearly_dates = pt_csv_nearly(census, census->dates);

    if (column->cells == PT_CELLS_DATE || (d->dates && nearly_dates))
        return decide_dates(recipe, column, d, census, err);
    if (census->flags > 0 && census->flags == census->present)
        column->cells = PT_CELLS_FLAG;
    else if (d->categories && census->present > 0 && !pt_csv_nearly(census, census->numbers + census->commas))
        column->role = PT_ROLE_CATEGORY;
    return PTRON_OK;
}

static ptron_status decide_all(struct pt_recipe *recipe, const struct deciding *d, struct pt_cell_census *census,
                               ptron_error *err)
{
    const bool search = d->categories || d->dates || d->missing || *pt_option_text(d->options, "dates") != '\0';

    pt_csv_census(recipe, d->bytes, d->length, search ? SIZE_MAX : PT_SHEET_LINES, census);
    for (size_t i = 0; i < recipe->n_columns; i++) {
        struct pt_column *column = &recipe->columns[i];

        if (column->role != PT_ROLE_NUMBER)
            continue;
        PT_TRY(decide_column(recipe, column, d, &census[i], err));
        if (column->role == PT_ROLE_NUMBER && d->missing && census[i].missing > 0)
            column->missing = 1;   /* numbered when all is decided */
    }
    return PTRON_OK;
}

ptron_status pt_csv_decide(struct pt_recipe *recipe, const ptron_options *options, const char *bytes, size_t length,
                           ptron_error *err)
{
    const struct deciding deciding = {
        .options = options, .bytes = bytes, .length = length, .categories = pt_csv_wants_auto(options, "one-hot"),
        .dates = pt_csv_wants_auto(options, "dates"), .missing = pt_csv_wants_auto(options, "missing-indicator"),
    };
    struct pt_cell_census *census = pt_zeroed(recipe->n_columns, sizeof *census);
    ptron_status status;

    if (census == NULL)
        return pt_fail_memory(err, recipe->n_columns * sizeof *census, "columns");
    status = decide_all(recipe, &deciding, census, err);
    pt_release(census);
    return status;
}
