/* What the caller of a WebAssembly module does for it: the time, and files. */
#ifndef PT_BASE_WASM_MACHINE_H
#define PT_BASE_WASM_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

void pt_wasm_tick(double now);   /* seconds */

enum { PT_WASM_FILES = 4 };

struct pt_wasm_file {
    const char *name;
    const void *bytes;
    size_t      length;
};

/* Borrowed until they are forgotten; one of the same name takes the place of the older. False: there are too many. */
bool pt_wasm_file_give(const char *name, const void *bytes, size_t length);
void pt_wasm_files_forget(void);
const struct pt_wasm_file *pt_wasm_file_find(const char *name);   /* NULL: there is none */

#endif
