/* libmicrohttpd behind a table of functions. */
#include "serve/http_library.h"

#include <dlfcn.h>
#include <string.h>

#ifndef HTTP_LIBRARY
#define HTTP_LIBRARY "libmicrohttpd.so"
#endif

struct http_library mhd;

bool http_library_open(void)   /* for as long as the process lives */
{
    void *const library = dlopen(HTTP_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    bool ready = library != NULL;
    void *symbol;

#define X(name)                                              \
    symbol = library == NULL ? NULL : dlsym(library, #name); \
    ready = ready && symbol != NULL;                         \
    memcpy(&mhd.name, &symbol, sizeof symbol);
    HTTP_MAP(X)
#undef X
    return ready;
}
