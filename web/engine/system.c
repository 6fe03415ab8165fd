/* The system calls that the C library would import, so that the module needs nothing of its host: there is no such
 * file, clock or terminal. */
#include <stdint.h>

enum { NOT_THERE = 52 };   /* ENOSYS of WASI */

#define CALL(name, ...) \
    int32_t __imported_wasi_snapshot_preview1_##name(__VA_ARGS__); \
    int32_t __imported_wasi_snapshot_preview1_##name(__VA_ARGS__)

CALL(clock_time_get, int32_t a, int64_t b, int32_t c) { return (void)a, (void)b, (void)c, NOT_THERE; }
CALL(environ_get, int32_t a, int32_t b) { return (void)a, (void)b, NOT_THERE; }
CALL(environ_sizes_get, int32_t a, int32_t b)
{
    *(uint32_t *)(uintptr_t)a = *(uint32_t *)(uintptr_t)b = 0;
    return 0;
}
CALL(fd_close, int32_t a) { return (void)a, NOT_THERE; }
CALL(fd_fdstat_get, int32_t a, int32_t b) { return (void)a, (void)b, NOT_THERE; }
CALL(fd_fdstat_set_flags, int32_t a, int32_t b) { return (void)a, (void)b, NOT_THERE; }
CALL(fd_prestat_get, int32_t a, int32_t b) { return (void)a, (void)b, 8; }   /* EBADF: there are none */
CALL(fd_prestat_dir_name, int32_t a, int32_t b, int32_t c) { return (void)a, (void)b, (void)c, NOT_THERE; }
CALL(fd_read, int32_t a, int32_t b, int32_t c, int32_t d) { return (void)a, (void)b, (void)c, (void)d, NOT_THERE; }
CALL(fd_seek, int32_t a, int64_t b, int32_t c, int32_t d) { return (void)a, (void)b, (void)c, (void)d, NOT_THERE; }
CALL(fd_write, int32_t a, int32_t b, int32_t c, int32_t d) { return (void)a, (void)b, (void)c, (void)d, NOT_THERE; }
CALL(path_open, int32_t a, int32_t b, int32_t c, int32_t d, int32_t e, int64_t f, int64_t g, int32_t h, int32_t i)
{
    return (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h, (void)i, NOT_THERE;
}
CALL(path_filestat_get, int32_t a, int32_t b, int32_t c, int32_t d, int32_t e)
{
    return (void)a, (void)b, (void)c, (void)d, (void)e, NOT_THERE;
}
CALL(fd_filestat_get, int32_t a, int32_t b) { return (void)a, (void)b, NOT_THERE; }

_Noreturn void __imported_wasi_snapshot_preview1_proc_exit(int32_t code);
_Noreturn void __imported_wasi_snapshot_preview1_proc_exit(int32_t code)
{
    (void)code;
    __builtin_trap();
}
