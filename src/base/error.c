/* Filling ptron_error: bounded, always ended, no allocation, so that it can report that memory ran out. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#undef pt_fail   /* here the functions themselves are wanted, also by the analyser */
#undef pt_fail_at
#undef pt_fail_memory

static const struct {
    ptron_status code;
    const char *text;
} texts[] = {
#define X(name, value, text) {PTRON_##name, text},
    PTRON_STATUS_MAP(X)
#undef X
};

const char *ptron_status_text(ptron_status code)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].code == code)
            return texts[i].text;
    return "unknown status";
}

/* Keeps the tail of a long path: the end is what tells files apart. */
static void copy_tail(char *out, size_t room, const char *text)
{
    const size_t length = strlen(text);
    const char *from = length < room ? text : text + (length - room + 1);

    memcpy(out, from, strlen(from) + 1);
}

void pt_error_place(ptron_error *err, const char *file, uint64_t line, uint64_t column)
{
    if (err == NULL)
        return;
    err->file[0] = '\0';
    if (file != NULL)
        copy_tail(err->file, sizeof err->file, file);
    err->line = line;
    err->column = column;
}

static ptron_status describe(ptron_error *err, ptron_status code, const char *format, va_list arguments)
    PT_PRINTF(3, 0);

static ptron_status describe(ptron_error *err, ptron_status code, const char *format, va_list arguments)
{
    if (err != NULL) {
        err->code = code;
        vsnprintf(err->message, sizeof err->message, format, arguments);
    }
    return code;
}

ptron_status pt_fail(ptron_error *err, ptron_status code, const char *format, ...)
{
    va_list arguments;

    pt_error_place(err, NULL, 0, 0);
    va_start(arguments, format);
    describe(err, code, format, arguments);
    va_end(arguments);
    return code;
}

ptron_status pt_fail_at(ptron_error *err, ptron_status code, const char *file, uint64_t line, uint64_t column,
                        const char *format, ...)
{
    va_list arguments;

    pt_error_place(err, file, line, column);
    va_start(arguments, format);
    describe(err, code, format, arguments);
    va_end(arguments);
    return code;
}

ptron_status pt_fail_memory(ptron_error *err, size_t bytes, const char *what)
{
    return pt_fail(err, PTRON_NOMEM, "no memory for %s (%zu bytes)", what, bytes);
}
