/* Parts of a line, as many as a terminal has room for. */
#include "status_line.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

void line_add(struct line *line, unsigned rank, const char *format, ...)
{
    const size_t from = line->n == 0 ? 0 : line->parts[line->n - 1].end;
    va_list args;

    if (line->n == LINE_PARTS)
        return;
    va_start(args, format);
    vsnprintf(line->text + from, sizeof line->text - from, format, args);
    va_end(args);
    line->parts[line->n].end = from + strlen(line->text + from);
    line->parts[line->n++].rank = rank;
}

bool line_possible(void)
{
    const char *term = getenv("TERM");

    return isatty(STDERR_FILENO) && (term == NULL || strcmp(term, "dumb") != 0);
}

static size_t columns(void)
{
    struct winsize size;

    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* Columns that the parts up to this rank take. */
static size_t width(const struct line *line, unsigned rank)
{
    size_t sum = 0;

    for (size_t i = 0; i < line->n; i++)
        if (line->parts[i].rank <= rank)
            sum += line->parts[i].end - (i == 0 ? 0 : line->parts[i - 1].end);
    return sum;
}

void line_draw(const struct line *line)
{
    const size_t room = columns() - 1;
    unsigned rank = 0;

    while (rank < LINE_PARTS && width(line, rank + 1) <= room)
        rank++;
    fputs("\r\033[K\033[?7l", stderr);   /* what is too long all the same is cut, so that one line can be taken back */
    for (size_t i = 0; i < line->n; i++) {
        const size_t from = i == 0 ? 0 : line->parts[i - 1].end;

        if (line->parts[i].rank <= rank)
            fwrite(line->text + from, 1, line->parts[i].end - from, stderr);
    }
    fputs("\033[?7h", stderr);
    fflush(stderr);
}

void line_clear(void)
{
    fputs("\r\033[K", stderr);
    fflush(stderr);
}
