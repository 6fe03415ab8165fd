/* Status codes and the error struct, and the one way to fill it.
 * An error is described where it is discovered, passed up unchanged, printed once, at the top. */
#ifndef PT_BASE_ERROR_H
#define PT_BASE_ERROR_H

#include "perceptron.h"

#if defined(__GNUC__)
#define PT_PRINTF(form, first) __attribute__((format(printf, form, first)))
#else
#define PT_PRINTF(form, first)
#endif

/* Fills *err (NULL is fine) and returns `code`, so that `return pt_fail(...)` reads well.
 * The place (file, line, column) is cleared: use pt_fail_at where there is one. */
ptron_status pt_fail(ptron_error *err, ptron_status code, const char *format, ...) PT_PRINTF(3, 4);

/* The same with a place; file may be NULL, line and column 0 where they mean nothing. */
ptron_status pt_fail_at(ptron_error *err, ptron_status code, const char *file, uint64_t line, uint64_t column,
                        const char *format, ...) PT_PRINTF(6, 7);

/* Says more closely what an error is about: return pt_detail(err, PTRON_DETAIL_CHECKSUM, pt_fail(err, ...)). */
static inline ptron_status pt_detail(ptron_error *err, ptron_detail detail, ptron_status status)
{
    if (err != NULL)
        err->detail = detail;
    return status;
}
ptron_detail pt_detail_of_errno(int number);

/* Adds the place to an error that was described without one. */
void pt_error_place(ptron_error *err, const char *file, uint64_t line, uint64_t column);

ptron_status pt_fail_memory(ptron_error *err, size_t bytes, const char *what);

/* What clang's analyser cannot see from one file: a failure is never PTRON_OK. */
#ifdef __clang_analyzer__
#define pt_fail(err, code, ...) (pt_fail(err, code, __VA_ARGS__), code)
#define pt_fail_at(err, code, ...) (pt_fail_at(err, code, __VA_ARGS__), code)
#define pt_fail_memory(...) (pt_fail_memory(__VA_ARGS__), PTRON_NOMEM)
#endif

#define PT_TRY(call)                         \
    do {                                     \
        const ptron_status status_ = (call); \
        if (status_ != PTRON_OK)             \
            return status_;                  \
    } while (0)

#endif
