/* Numbers and sizes as text. The command never calls setlocale, so printf and strtod use the C locale; the
 * decimal point is mended all the same, for programs that embed these files under another one. */
#include "words/numbers.h"
#include "perceptron.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text text_count(uint64_t n)
{
    struct text text;
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
    size_t at = 0;

    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text.s[at++] = ',';
        text.s[at++] = digits[i];
    }
    text.s[at] = '\0';
    return text;
}

static void mend_point(char *s)
{
    char *comma = strchr(s, ',');

    if (comma != NULL)
        *comma = '.';
}

struct text text_number(double value)
{
    struct text text;

    if (isnan(value))
        snprintf(text.s, sizeof text.s, "unknown");
    else if (isinf(value))
        snprintf(text.s, sizeof text.s, value > 0 ? "infinite" : "-infinite");
    else
        snprintf(text.s, sizeof text.s, "%.4g", value == 0.0 ? 0.0 : value);   /* no zero has a sign */
    mend_point(text.s);
    return text;
}

struct text text_exact(double value)
{
    struct text text;

    ptron_format_number(value, text.s, sizeof text.s);
    return text;
}

enum { BOUND_DIGITS = 10, FEW_DIGITS = 4 };

/* So many digits, and a unit of the last one further where rounding went the wrong way. */
static struct text text_towards(double value, int side, int digits)
{
    struct text text;
    double shown = value;

    if (!isfinite(value) || value == 0.0)
        return text_number(value);
    for (int tries = 0; tries < 3; tries++) {
        snprintf(text.s, sizeof text.s, "%.*g", digits, shown);
        if (side * (strtod(text.s, NULL) - value) >= 0.0)
            break;
        shown += side * pow(10.0, floor(log10(fabs(value))) + 1 - digits);
    }
    mend_point(text.s);
    return text;
}

struct text text_down(double value)
{
    return text_towards(value, -1, BOUND_DIGITS);
}

struct text text_up(double value)
{
    return text_towards(value, 1, BOUND_DIGITS);
}

struct text text_at_least(double value)
{
    return text_towards(value, -1, FEW_DIGITS);
}

struct text text_at_most(double value)
{
    return text_towards(value, 1, FEW_DIGITS);
}

struct text text_percent(double share)
{
    struct text text;

    if (isnan(share))
        return text_number(share);
    snprintf(text.s, sizeof text.s, "%.2f %%", 100.0 * share);
    mend_point(text.s);
    return text;
}

struct text text_bytes(uint64_t bytes)
{
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
    struct text text;
    double amount = (double)bytes;
    size_t unit = 0;

    for (; amount >= 1000.0 && unit + 1 < sizeof units / sizeof *units; unit++)
        amount /= 1000.0;
    snprintf(text.s, sizeof text.s, unit == 0 ? "%.0f %s" : "%.1f %s", amount, units[unit]);
    mend_point(text.s);
    return text;
}

struct text text_seconds(double seconds)
{
    struct text text;

    if (!(seconds < 1e9))
        return text_number(NAN);
    if (seconds < 100.0)
        snprintf(text.s, sizeof text.s, "%.2f s", seconds);
    else if (seconds < 3600.0)
        snprintf(text.s, sizeof text.s, "%.0f min %.0f s", floor(seconds / 60.0), fmod(floor(seconds), 60.0));
    else
        snprintf(text.s, sizeof text.s, "%.0f h %.0f min", floor(seconds / 3600.0),
                 floor(fmod(seconds, 3600.0) / 60.0));
    mend_point(text.s);
    return text;
}

struct text text_about(double seconds)
{
    struct text text;

    if (!(seconds < 1e9))
        return text_number(NAN);
    if (seconds < 99.5)
        snprintf(text.s, sizeof text.s, "%.0f s", fmax(seconds, 1.0));
    else
        snprintf(text.s, sizeof text.s, "%.0f %s", seconds < 5400.0 ? seconds / 60.0 : seconds / 3600.0,
                 seconds < 5400.0 ? "min" : "h");
    return text;
}

/* Bytes of the character at s by its first byte, 1 where those that must follow do not. */
static size_t character(const unsigned char *s)
{
    const size_t n = *s < 0xc2 || *s > 0xf4 ? 1 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : 4;

    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 1;
    return n;
}

/* Whether the character of n bytes at s does something to a terminal instead of being shown: control characters, those
 * of 8-bit terminals with and without UTF-8, line separators, and marks that turn the direction of writing. */
static bool acts(const unsigned char *s, size_t n)
{
    if (n == 1)
        return *s < 0x20 || *s == 0x7f || (*s >= 0x80 && *s < 0xa0);
    if (n == 2)
        return *s == 0xc2 && s[1] < 0xa0;
    return n == 3 && *s == 0xe2 && ((s[1] == 0x80 && s[2] >= 0xa8 && s[2] <= 0xae) ||
                                    (s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9));
}

/* One byte as it is shown; at most four. */
static size_t put_byte(unsigned char byte, bool escape, char *out)
{
    static const char hex[] = "0123456789abcdef", letters[] = "\n\t\r\\", words[] = "ntr\\";
    const char *at = escape && byte != '\0' ? strchr(letters, byte) : NULL;

    out[0] = escape ? '\\' : (char)byte;
    if (!escape)
        return 1;
    if (at != NULL) {
        out[1] = words[at - letters];
        return 2;
    }
    out[1] = 'x';
    out[2] = hex[byte >> 4];
    out[3] = hex[byte & 15];
    return 4;
}

size_t text_escape(const char *name, char *out)
{
    const unsigned char *s = (const unsigned char *)name;
    bool any = false;
    size_t n = 0;

    for (const unsigned char *at = s; *at != '\0'; at += character(at))
        any |= acts(at, character(at));
    while (*s != '\0') {
        size_t bytes = character(s);
        const bool escape = acts(s, bytes) || (any && *s == '\\');
        for (; bytes > 0; bytes--)
            n += put_byte(*s++, escape, out + n);
    }
    out[n] = '\0';
    return n;
}

struct shown text_name(const char *name)
{
    enum { KEPT = 100 };   /* bytes looked at: even all escaped they fit, and most names are shorter */
    struct shown shown = {""};
    char part[KEPT + 1];
    size_t length;

    if (name == NULL)
        return shown;
    length = strlen(name);
    if (length > KEPT)
        for (length = KEPT; length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80; length--)
            ;   /* not within a character */
    memcpy(part, name, length);
    part[length] = '\0';
    memcpy(shown.s + text_escape(part, shown.s), "...", name[length] != '\0' ? 4 : 0);
    return shown;
}

struct shown_path text_path(const char *path)
{
    struct shown_path shown;
    char part[PATH_SHOWN + 1];

    snprintf(part, sizeof part, "%s", path);
    text_escape(part, shown.s);
    return shown;
}

struct text text_some(uint64_t n, const char *noun)
{
    struct text text;

    snprintf(text.s, sizeof text.s, "%.26s %.16s%s", n == 0 ? "no" : text_count(n).s, noun, n == 0 ? "" : pt_plural(n));
    return text;
}

struct text text_counted(uint64_t n, const char *noun)
{
    struct text text;

    snprintf(text.s, sizeof text.s, "%.26s %.16s%s", text_count(n).s, noun, pt_plural(n));
    return text;
}

const char *text_was(uint64_t n)
{
    return n == 0 ? "was" : pt_one_many(n, "was", "were");
}

void text_paragraph(FILE *out, const char *text, size_t columns)
{
    size_t column = 0;

    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        if (column > 0 && column + 1 + length > columns) {
            fputc('\n', out);
            column = 0;
        }
        fprintf(out, "%s%.*s", column > 0 ? " " : "", (int)length, text);
        column += length + (column > 0);
        text += length + (text[length] == ' ');
    }
    fputc('\n', out);
}
