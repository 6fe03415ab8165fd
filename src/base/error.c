/* Filling ptron_error: bounded, always ended, no allocation, so that it can report that memory ran out. */
#include "base/error.h"
#include "base/plural.h"
#include "base/size.h"
#include "base/utf8.h"

#include <errno.h>
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

const char *ptron_detail_text(ptron_detail detail)
{
    static const char *const details[] = {
#define X(name, value, text) [value] = text,
        PTRON_DETAIL_MAP(X)
#undef X
    };

    return (size_t)detail < sizeof details / sizeof *details ? details[detail] : "unknown detail";
}

ptron_detail pt_detail_of_errno(int number)
{
    switch (number) {
    case ENOENT:
    case ENOTDIR:
        return PTRON_DETAIL_FILE_NOT_FOUND;
    case EACCES:
    case EPERM:
    case EROFS:
        return PTRON_DETAIL_FILE_DENIED;
    case ENOSPC:
    case EFBIG:
    case EDQUOT:
        return PTRON_DETAIL_FILE_FULL;
    default:
        return PTRON_DETAIL_NONE;
    }
}

/* Keeps the tail of a long path: the end is what tells files apart. */
void pt_error_place(ptron_error *err, const char *file, uint64_t line, uint64_t column)
{
    const size_t length = file == NULL ? 0 : strlen(file), kept = pt_min(length, sizeof err->file - 1);

    if (err == NULL)
        return;
    if (file != NULL)
        memcpy(err->file, file + (length - kept), kept);
    err->file[kept] = '\0';
    err->line = line;
    err->column = column;
}

/* What was cut within a character, and what is not UTF-8, becomes '?'. */
static void whole_characters(char *text)
{
    char *to = text;

    for (const char *at = text; *at != '\0';) {
        size_t n = pt_utf8_bytes(at, SIZE_MAX);

        if (n > 0) {
            memmove(to, at, n);
            to += n;
            at += n;
            continue;
        }
        *to++ = '?';
        for (at++; ((unsigned char)*at & 0xc0) == 0x80; at++)
            continue;
    }
    *to = '\0';
}

static ptron_status describe(ptron_error *err, ptron_status code, const char *format, va_list arguments)
    PT_PRINTF(3, 0);

static ptron_status describe(ptron_error *err, ptron_status code, const char *format, va_list arguments)
{
    if (err != NULL) {
        err->code = code;
        err->detail = code == PTRON_NOMEM      ? PTRON_DETAIL_MEMORY
                      : code == PTRON_CANCELED ? PTRON_DETAIL_CANCELED
                                               : PTRON_DETAIL_NONE;
        vsnprintf(err->message, sizeof err->message, format, arguments);
        whole_characters(err->message);
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
    return pt_fail(err, PTRON_NOMEM, "no memory for %s (%zu byte%s)", what, bytes, pt_plural(bytes));
}
