/* Dates in cells: csv_cell.h says which are read. */
#include "parse/csv/csv_cell.h"

/* One or more digits, at most `most` of them; 0 digits: false. */
static bool read_digits(const char **p, const char *end, size_t most, unsigned *value, size_t *n)
{
    *value = 0;
    for (*n = 0; *p < end && **p >= '0' && **p <= '9' && *n < most; ++*n)
        *value = 10 * *value + (unsigned)(*(*p)++ - '0');
    return *n > 0;
}

static bool take(const char **p, const char *end, char c)
{
    if (*p == end || **p != c)
        return false;
    ++*p;
    return true;
}

static bool two_digits(const char **p, const char *end, unsigned most, unsigned *value)
{
    size_t n;

    return read_digits(p, end, 2, value, &n) && n == 2 && *value <= most;
}

/* ---- the day ---- */

static unsigned days_in(unsigned year, unsigned month)
{
    static const unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return days[month - 1] + (month == 2 && leap ? 1u : 0u);
}

/* Days from 0000-03-01 on, less those until 1970-01-01: with March as the first month, leap days come last. */
static double days_since_1970(unsigned year, unsigned month, unsigned day)
{
    const long y = (long)year - (month <= 2), m = ((long)month + 9) % 12;
    const long before = 365 * y + (y >= 0 ? y / 4 - y / 100 + y / 400 : -1) + (153 * m + 2) / 5;

    return (double)(before + (long)day - 1 - 719468);
}

static bool read_day(const char **p, const char *end, bool month_first, struct pt_date *date)
{
    unsigned part[3], year, month, day;
    size_t n[3];
    char mark;

    if (!read_digits(p, end, 4, &part[0], &n[0]) || *p == end)
        return false;
    mark = **p;
    if ((mark != '-' && mark != '/' && mark != '.') || !take(p, end, mark) ||
        !read_digits(p, end, 2, &part[1], &n[1]) || !take(p, end, mark) || !read_digits(p, end, 4, &part[2], &n[2]))
        return false;
    date->dots = mark == '.';
    date->first = n[0] == 4 ? 0 : part[0];
    date->second = n[0] == 4 ? 0 : part[1];
    if (n[0] == 4 ? n[2] > 2 : n[0] > 2 || n[2] != 4)
        return false;
    year = n[0] == 4 ? part[0] : part[2];
    month = n[0] == 4 ? part[1] : month_first && mark != '.' ? part[0] : part[1];
    day = n[0] == 4 ? part[2] : month_first && mark != '.' ? part[1] : part[0];
    if (month < 1 || month > 12 || day < 1 || day > days_in(year, month))
        return false;
    date->days = days_since_1970(year, month, day);
    return true;
}

/* ---- the time of day ---- */

/* Z, +01:00 or nothing: minutes to take off. */
static bool read_zone(const char **p, const char *end, double *minutes)
{
    unsigned hour, minute = 0;
    const bool west = *p < end && **p == '-';

    *minutes = 0.0;
    if (*p == end || take(p, end, 'Z'))
        return true;
    if (!west && **p != '+')
        return false;
    ++*p;
    if (!two_digits(p, end, 14, &hour))
        return false;
    take(p, end, ':');
    if (*p < end && !two_digits(p, end, 59, &minute))
        return false;
    *minutes = (west ? -1.0 : 1.0) * (60.0 * hour + minute);
    return true;
}

static bool read_time(const char **p, const char *end, double *part)
{
    unsigned hour, minute, second = 0;
    double fraction = 0.0, unit = 1.0, zone;

    if (!two_digits(p, end, 23, &hour) || !take(p, end, ':') || !two_digits(p, end, 59, &minute))
        return false;
    if (take(p, end, ':') && !two_digits(p, end, 60, &second))
        return false;
    if (take(p, end, '.'))
        for (; *p < end && **p >= '0' && **p <= '9'; ++*p) {
            unit /= 10.0;
            fraction += unit * (**p - '0');
        }
    if (!read_zone(p, end, &zone))
        return false;
    *part = (3600.0 * hour + 60.0 * (minute - zone) + second + fraction) / 86400.0;
    return true;
}

bool pt_cell_date(const struct pt_cell *cell, bool month_first, struct pt_date *date)
{
    const char *p = cell->text, *end = p + cell->length;
    double part = 0.0;

    *date = (struct pt_date){0};
    if (!read_day(&p, end, month_first, date))
        return false;
    if (p < end && ((!take(&p, end, 'T') && !take(&p, end, ' ')) || !read_time(&p, end, &part)))
        return false;
    date->days += part;
    return p == end;
}
